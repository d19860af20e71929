"""What no text, setting or process may do: grow without bound, cost more than told, be lost."""

from __future__ import annotations

import copy
import pickle

import pytest

from fulltext_query import FulltextQuery, MissingExtraError, Settings
from fulltext_query.similarity import token_similarity
from fulltext_query.text.tokens import Kind

UNKNOWN = [f"{a}{b}zqw{c}" for a in "bcdfg" for b in "aeiou" for c in "lmnp"]


@pytest.fixture(scope="module")
def fq() -> FulltextQuery:
    return FulltextQuery()


@pytest.mark.parametrize(
    ("text", "count"),
    [("v1" + "a" * 60 + "_b", 1), ("v2" + "0a" * 50 + "_", 1), ("1.2.3" + "a" * 200, 1),
     ("v7k3q" * 12 + "_x", 1), ("1.2.3-" + "a1" * 60 + "!", 1), ("v1.2" + "-a" * 100, None)],
)  # fmt: skip
def test_identifiers_that_are_nearly_versions(
    fq: FulltextQuery, text: str, count: int | None
) -> None:
    # a pattern that tries every way to cut such a word never comes back
    tokens = fq.analyze(text).tokens
    assert tokens
    assert count is None or len(tokens) == count


@pytest.mark.parametrize(
    "text", ["一" * 20_000, "一二三" * 20_000, "THE " * 20_000 + "a", "IT " * 20_000 + "a"]
)
def test_long_rows_of_one_kind(fq: FulltextQuery, text: str) -> None:
    assert fq.build(text).tree.cost <= fq.settings.max_clauses


@pytest.mark.parametrize("sign", ["ﷺ", "½", "㍿", "⑴", "𝔸"])
def test_a_text_is_no_longer_than_its_bound_once_it_is_spelled_out(sign: str) -> None:
    engine = FulltextQuery(Settings(max_characters=1000))
    built = engine.build(sign * 1000)
    assert len(engine.analyze(sign * 1000).text) <= 1000
    assert ("text_cut" in {note.code for note in built.notes}) == (sign != "𝔸")


def test_fuzzy_words_cost_what_they_may_become(fq: FulltextQuery) -> None:
    built = fq.build(" ".join(UNKNOWN[:30]))
    tree = built.tree
    fuzzy = [slot for slot in tree.slots if slot.main[2]]
    assert fuzzy
    assert 10 * len(fuzzy) * len(tree.fields) < tree.cost <= 1024
    assert len(tree.slots) == 30
    assert "fuzziness_dropped" in {note.code for note in built.notes}


def test_a_long_word_is_not_remembered(fq: FulltextQuery) -> None:
    def remembered() -> int:
        parts = fq._parts
        memos = (parts.analyzer._memo, parts.synonyms._begins, parts.synonyms._alone)
        return sum(len(words) for memo in memos for words in memo.values())

    fq.build("warm up")
    before = remembered()
    for number in range(50):
        fq.build("x" * 200 + "abcdefghij"[number % 10] * number)
    assert remembered() == before


def test_settings_builders_and_queries_go_to_other_processes(fq: FulltextQuery) -> None:
    settings = Settings(fields={"a": 2}, min_match="2<-25%")
    for copied in (pickle.loads(pickle.dumps(settings)), copy.deepcopy(settings)):
        assert copied == settings
        assert hash(copied) == hash(settings)
    made = FulltextQuery(settings, synonyms={"pump": ["water pump"]})
    again = pickle.loads(pickle.dumps(made))
    built = again.build("pump 漏水")
    assert built.to_dict() == made.build("pump 漏水").to_dict()
    sent = pickle.loads(pickle.dumps(built))
    assert sent.terms == built.terms
    assert sent.explain() == built.explain()
    assert copy.deepcopy(built).to_bool() == built.to_bool()
    error = pickle.loads(pickle.dumps(MissingExtraError("this", "that")))
    assert "that" in str(error)


@pytest.mark.parametrize(
    "text", ["机器学习什么是深度学习", "how do I reset the router", "有没有人知道怎么办理护照"]
)
@pytest.mark.parametrize("preset", ["default", "documents"])
def test_a_document_equal_to_the_query_scores_1(preset: str, text: str) -> None:
    engine = FulltextQuery(Settings.preset(preset))
    assert token_similarity(engine.build(text), engine.analyze(text).coarse) == 1.0
    passage = engine.paragraph(text)
    assert token_similarity(passage, engine.analyze(text).coarse) == 1.0


def test_paragraphs_say_what_they_leave_out(fq: FulltextQuery) -> None:
    built = fq.paragraph("the pump of the house", keywords=[f"key{n}" for n in range(400)] + ["!!"])
    codes = {note.code for note in built.notes}
    assert {"keywords_dropped", "keywords_empty", "terms_dropped"} <= codes
    assert dict(fq.paragraph("", keywords=["fox"]).keywords) == {"fox": 1.0}


def test_the_documents_join_every_neighbour() -> None:
    tree = FulltextQuery(Settings.preset("documents")).build("history of the science").tree
    assert [phrase.words for slot in tree.slots for phrase in slot.phrases] == [
        ("histori", "of"), ("of", "the"), ("the", "scienc"),
    ]  # fmt: skip


def test_most_fields_adds_all_fields_up() -> None:
    body = FulltextQuery(Settings(type="most_fields")).build("pump").to_dict()["query_string"]
    assert (body["type"], body["tie_breaker"]) == ("most_fields", 1.0)


def test_words_newer_than_the_dictionary_are_words(fq: FulltextQuery) -> None:
    tokens = fq.analyze("微信公众号和抖音").tokens
    assert [token.text for token in tokens if token.kind is Kind.HAN][:1] != ["微"]


def test_keys_that_fold_alike_give_what_each_gives() -> None:
    engine = FulltextQuery(synonyms={"Laptop": "x1", "laptop": "x2", "laptops": "x3"})
    (slot,) = engine.build("laptop").tree.slots
    assert [leaf[0] for leaf in slot.synonyms] == ["x1", "x2", "x3"]
