"""Weights to the letter of the documents, and what the default makes of them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query import FulltextQuery, Settings, WeightedTerm
from fulltext_query.weighting import idf
from tests.toy import engine

#: The documents' tables, written out
NER = {"toxic": 2, "func": 1, "corp": 3, "loca": 3, "sch": 3, "stock": 3, "firstnm": 1}
POS = {"r": 0.3, "c": 0.3, "d": 0.3, "ns": 3, "nt": 3, "n": 2}


def by_hand(frequency: float, documents: float, pos: str, entity: str) -> float:
    """(0.3 × IDF1 + 0.7 × IDF2) × NER × PoS, in plain numbers."""
    idf1 = math.log10(10 + (10_000_000 - frequency + 0.5) / (frequency + 0.5))
    idf2 = math.log10(10 + (1_000_000_000 - documents + 0.5) / (documents + 0.5))
    return (0.3 * idf1 + 0.7 * idf2) * NER.get(entity, 1) * POS.get(pos, 1)


#: word → (frequency, document frequency, part of speech, entity), as the shipped lexica have them
WORDS: dict[str, tuple[float, float, str, str]] = {
    "北京": (34_488, 9_396_647, "ns", "loca"),
    "数据库": (625, 134_080.39, "n", ""),
    "的": (318_825, 412_820_672, "uj", ""),
    "我": (328_841, 66_294_488, "r", ""),
    "和": (555_814.9, 161_046_160, "c", ""),
    "也": (307_851, 124_436_704, "d", ""),
    "清华大学": (922, 309_486.94, "nt", "sch"),
    "腾讯": (98, 112_039.77, "nt", "corp"),
    "华为": (373, 48_673.02, "nr", "corp"),
    "水泵": (580, 54_183.17, "n", ""),
    "如何": (19_871, 8_425_024, "r", ""),
    "pump": (2047.358, 423_247.78, "v", ""),
    "he": (92_556.166, 7_130_275.5, "r", ""),
    "and": (1_427_318.44, 54_137_720, "c", ""),
    "quickly": (4410.29, 747_394.75, "d", ""),
    "london": (13_296.158, 1_693_094.6, "ns", "loca"),
    "microsoft": (11_218.516, 1_492_802, "nt", "corp"),
}


def term(word: str, preset: str = "documents") -> WeightedTerm:
    (found,) = engine(preset, language="en").build(word).terms
    return found


@pytest.mark.parametrize("word", WORDS)
def test_what_a_weight_is_made_of(word: str) -> None:
    frequency, documents, pos, entity = WORDS[word]
    found = term(word)
    assert found.pos == pos
    assert found.entity == entity
    assert found.pos_weight == POS.get(pos, 1)
    assert found.entity_weight == NER.get(entity, 1)
    assert found.idf1 == pytest.approx(
        math.log10(10 + (1e7 - frequency + 0.5) / (frequency + 0.5)), rel=1e-4
    )
    assert found.idf2 == pytest.approx(
        math.log10(10 + (1e9 - documents + 0.5) / (documents + 0.5)), rel=1e-4
    )
    assert found.known
    assert found.weight == pytest.approx(1)


@pytest.mark.parametrize(
    "words",
    [
        ["北京", "水泵"], ["我", "水泵"], ["清华大学", "的", "数据库"], ["pump", "london"],
        ["腾讯", "和", "华为"],
        ["he", "and", "microsoft"], ["数据库", "pump", "北京", "quickly"], list(WORDS),
    ],
    ids=" ".join,
)  # fmt: skip
def test_the_documents_formula_to_the_letter(words: list[str]) -> None:
    built = engine("documents", language="en", question_words="keep").build(" ".join(words))
    products = {word: by_hand(*WORDS[word]) for word in words}
    total = sum(products.values())
    found = {found.surface: found.weight for found in built.terms}
    assert found == pytest.approx(
        {word: product / total for word, product in products.items()}, rel=1e-4
    )
    assert sum(found.values()) == pytest.approx(1, abs=1e-6)


def test_the_documents_constants() -> None:
    documents = Settings.preset("documents")
    assert dict(documents.entity_weights) == NER
    assert dict(documents.pos_weights) == POS
    assert (documents.idf1_share, documents.idf2_share, documents.power) == (0.3, 0.7, 1)
    assert documents.function_weight is None
    assert dict(documents.fields) == {
        "title_tks": 10, "title_sm_tks": 5, "important_kwd": 30, "important_tks": 20,
        "question_tks": 20, "content_ltks": 2, "content_sm_ltks": 1,
    }  # fmt: skip
    assert (documents.phrase_weight, documents.phrase_slop) == (2, 0)
    assert documents.synonym_weight == 0.25
    assert documents.max_terms == 256
    assert documents.question_words == "remove"
    assert documents.min_match == "30%"


def test_the_documents_query_to_the_letter() -> None:
    built = FulltextQuery(
        Settings.preset("documents", language="en"), synonyms={"machine": ["ML", "AI"]}
    ).build("What is machine learning?")
    first, second = built.terms
    assert [first.surface, second.surface] == ["machine", "learning"]
    text = built.query_string
    syn = 0.25 * first.weight
    phrase = 2 * max(first.weight, second.weight)
    assert text == (
        f"({first.text}^{first.weight:.4f} OR ml^{syn:.4f} OR ai^{syn:.4f} OR "
        f'"{first.text} {second.text}"^{phrase:.4f}) {second.text}^{second.weight:.4f}'
    )
    body = built.to_dict()["query_string"]
    assert body["type"] == "best_fields"
    assert body["fields"] == [
        "title_tks^10", "title_sm_tks^5", "important_kwd^30", "important_tks^20",
        "question_tks^20", "content_ltks^2", "content_sm_ltks",
    ]  # fmt: skip
    assert body["minimum_should_match"] == "30%"


# --- idf --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("frequency", "total", "expected"),
    [(0, 1e7, math.log10(10 + 10_000_000.5 / 0.5)), (1e7, 1e7, math.log10(10 + 0.5 / 1e7)),
     (1, 1e9, 8.8239), (1e9, 1e9, 1.0), (1e6, 1e9, 3.0039)],
)  # fmt: skip
def test_idf_in_numbers(frequency: float, total: float, expected: float) -> None:
    assert idf(frequency, total) == pytest.approx(expected, rel=1e-4)


@settings(deadline=None)
@given(st.floats(0, 1e9), st.floats(0, 1e9), st.sampled_from([1e7, 1e9]))
def test_a_rarer_word_has_a_higher_idf(one: float, other: float, total: float) -> None:
    one, other = sorted((one, other))
    assert idf(one, total) >= idf(other, total) > 0
    assert math.isfinite(idf(one, total))


# --- the default ------------------------------------------------------------------------------


@pytest.mark.parametrize("power", [0.25, 0.5, 1.0, 2.0])
def test_the_power_damps_the_product(power: float) -> None:
    words = ["北京", "水泵", "数据库"]
    built = engine("documents", power=power).build(" ".join(words))
    products = [by_hand(*WORDS[word]) ** power for word in words]
    found = [term.weight for term in built.terms]
    assert found == pytest.approx([product / sum(products) for product in products], rel=1e-4)


def test_function_words_are_a_class_of_their_own() -> None:
    built = engine().build("数据库 和 水泵")
    products = [by_hand(625, 134_080.39, "", ""), by_hand(555_814.9, 161_046_160, "", "") * 0.5,
                by_hand(580, 54_183.17, "", "")]  # fmt: skip
    damped = [product**0.5 for product in products]
    found = [term.weight for term in built.terms]
    assert found == pytest.approx([product / sum(damped) for product in damped], rel=1e-4)
    assert [term.role for term in built.terms] == ["content", "function", "content"]


def test_what_asks_weighs_as_a_function_word() -> None:
    terms = {term.surface: term for term in engine().build("如何更换水泵").terms}
    assert terms["如何"].role == "question"
    plain = (0.3 * terms["如何"].idf1 + 0.7 * terms["如何"].idf2) * 0.5
    water = 0.3 * terms["水泵"].idf1 + 0.7 * terms["水泵"].idf2
    assert terms["如何"].weight / terms["水泵"].weight == pytest.approx(
        (plain / water) ** 0.5, rel=1e-4
    )


def test_a_text_of_function_words_has_full_weights() -> None:
    weights = [term.weight for term in engine().build("and he").terms]
    whole = [by_hand(1_427_318.44, 54_137_720, "", ""), by_hand(92_556.166, 7_130_275.5, "", "")]
    damped = [product**0.5 for product in whole]
    assert weights == pytest.approx([product / sum(damped) for product in damped], rel=1e-3)


# --- unknown and recognised words -------------------------------------------------------------


@pytest.mark.parametrize(
    "word", ["xqztv", "龘靐", "щъыэюя", "kxt-4410", "c++", "10.0.0.5", "3.5mm"]
)
def test_an_unknown_word_weighs_as_the_rarest_that_is_known(word: str) -> None:
    built = engine("documents", language="en").build(f"{word} pump")
    unknown = built.terms[0]
    rare = engine("documents", language="en").build("aardvark pump").terms[0]
    assert not unknown.known
    assert unknown.idf1 >= rare.idf1
    assert math.isfinite(unknown.weight)
    # as the rarest, and no more: a typing error must not drown the words that are known
    assert unknown.idf2 < 7
    assert 0.3 < unknown.weight < 0.9


@pytest.mark.parametrize("word", ["AI", "HR", "IT", "C++", "C#", "5G", "A4", "x", "7"])
def test_short_words_are_not_damped(word: str) -> None:
    built = engine(language="en").build(f"the {word} department")
    weights = {term.surface: term.weight for term in built.terms}
    assert weights[word] > weights["the"]
    assert weights[word] > 0.25


def test_a_recognised_word_has_no_part_of_speech() -> None:
    for word in ("10.0.0.5", "KXT-4410", "2024-05-12", "a@b.org"):
        found = term(word)
        assert (found.pos_weight, found.entity_weight) == (1, 1)


def test_an_elided_word_weighs_as_its_word() -> None:
    terms = engine(language="fr").build("l'eau").terms + engine(language="fr").build("eau").terms
    assert terms[0].idf2 == terms[1].idf2
    assert terms[0].known


def test_english_serves_other_languages() -> None:
    german = engine(language="de").build("firewall").terms[0]
    assert german.known


def test_words_of_the_user_are_known() -> None:
    fq = FulltextQuery(Settings(user_words=("蓝鲸阀 500 n",)))
    (found,) = fq.build("蓝鲸阀").terms
    assert found.known
    assert found.pos == "n"
    assert found.pos_weight == 1
    (weighted,) = FulltextQuery(fq.settings.replace(pos_weights={"n": 2})).build("蓝鲸阀").terms
    assert weighted.pos_weight == 2
    assert found.idf1 == pytest.approx(idf(500, 1e7))


@pytest.mark.parametrize("setting", ["pos_weights", "entity_weights"])
def test_the_tables_are_settings(setting: str) -> None:
    weights = {"pos_weights": {"n": 7.0, "v": 1.0}, "entity_weights": {"loca": 7.0}}[setting]
    word = {"pos_weights": "水泵", "entity_weights": "北京"}[setting]
    built = FulltextQuery(Settings.preset("documents", **{setting: weights})).build(f"{word} pump")
    found = built.terms[0]
    assert 7.0 in (found.pos_weight, found.entity_weight)


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=40), st.floats(0, 2), st.floats(0, 1), st.floats(0, 1))
def test_weights_are_finite_for_any_setting(
    text: str, power: float, one: float, two: float
) -> None:
    built = FulltextQuery(Settings(power=power, idf1_share=one, idf2_share=two)).build(text)
    weights = [term.weight for term in built.terms]
    assert all(math.isfinite(weight) and weight >= 0 for weight in weights)
    assert not weights or sum(weights) == pytest.approx(1, abs=1e-6)
