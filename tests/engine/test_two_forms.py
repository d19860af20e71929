"""Two forms, one meaning: query_string and bool find the same documents with the same scores."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from fulltext_query import BuiltQuery, FulltextQuery, Settings
from fulltext_query.query.tree import Phrase, Term
from fulltext_query.understand import UnderstoodQuery
from tests.engine.client import Client, Index
from tests.engine.queries import SEEDS
from tests.engine.searching import as_document, own_index, scores
from tests.engine.texts import NASTY, hostile, real_queries

QUERIES = 1_000
DOCUMENTS_A_LANGUAGE = 40

SYNONYMS = {
    "password": ["passphrase", "secret word"], "leaking": "dripping", "密码": ["口令", "登录 密码"],
    "水泵": "抽水机", "酒店": ["旅馆", "hotel"], "пароль": ["код доступа"], "ホテル": "旅館",
    "flights": ["plane tickets^0.5"], "Passwort": "Kennwort", "बजट": "आय व्यय", "رمز": "گذرواژه",
    "비밀번호": "암호", "C++": ["cpp"], "KXT-4410": ["relay 9", "kxt4410"], "WM-2200": "WM2200",
}  # fmt: skip

VARIANTS: dict[str, tuple[str, dict[str, object]]] = {
    "most fields": ("default", {"type": "most_fields", "tie_breaker": 0.1, "min_match": "2<-25%"}),
    "all fields count": ("default", {"tie_breaker": 1.0, "phrase_slop": 0, "phrase_weight": 2.0}),
    "best field only": ("default", {"tie_breaker": 0.0, "fine_tokens": "words", "min_match": "1"}),
    "most fields, documents": ("documents", {"type": "most_fields", "min_match": "60%"}),
    "fuzzy": (
        "default",
        {"fuzzy_distance": 2, "fuzzy_prefix": 2, "fuzzy_min_length": 3, "min_match": "-2"},
    ),
    "few clauses": ("default", {"max_clauses": 70, "min_match": "100%", "stemming": False}),
    "one field": ("default", {"fields": ["content_ltks^0.3"], "min_match": ""}),
    "weights as they are": ("default", {"power": 2.0, "fine_weight": 0.01,
    "synonym_weight": 0.001}),
}  # fmt: skip


def documents(fq: FulltextQuery) -> list[dict[str, str]]:
    """A few hundred, each of three or four of a language's queries, so that many share words."""
    chance = random.Random(11)
    found = []
    for language, seeds in SEEDS.items():
        for _ in range(DOCUMENTS_A_LANGUAGE):
            *body, title, question = chance.sample(seeds, chance.randint(3, 6))
            keyword = chance.choice(title.split())
            text = " ".join((*body, chance.choice(body)))
            if language == "en" and chance.random() < 0.5:
                text = text.replace("e", "", 1)  # a typing error for fuzzy words to find
            found.append(as_document(fq, text, title, keyword=keyword, questions=question))
    return found


@pytest.fixture(scope="module")
def library(elasticsearch: Client) -> Iterator[Index]:
    made = own_index(elasticsearch)
    try:
        made.add(documents(FulltextQuery()))
        yield made
    finally:
        made.delete()


def assert_same(library: Index, queries: list[BuiltQuery]) -> int:
    """Compares both forms of each query; returns how many found something."""
    strings = scores(library, [query.to_dict() for query in queries])
    bools = scores(library, [query.to_bool() for query in queries])
    faults = []
    for query, one, other in zip(queries, strings, bools, strict=True):
        if one.keys() != other.keys():
            odd = sorted(one.keys() ^ other.keys())
            faults.append(f"{query.text!r}: only one form finds {odd[:5]}; {query.query_string}")
        elif one != pytest.approx(other, rel=1e-6):
            name = max(one, key=lambda name: abs(one[name] / other[name] - 1))
            faults.append(f"{query.text!r}: {one[name]} and {other[name]}; {query.query_string}")
    assert not faults, f"{len(faults)} of {len(queries)}:\n" + "\n".join(faults[:5])
    return sum(map(bool, strings))


@pytest.mark.parametrize("preset", ["default", "documents"])
def test_1_000_queries_in_ten_languages(library: Index, preset: str) -> None:
    """Every other one with synonyms."""
    asked = real_queries(QUERIES, 12)
    assert {language for language, _ in asked} == {*SEEDS, "mixed"}
    fq = FulltextQuery(Settings.preset(preset))
    queries = [
        fq.build(text, synonyms=SYNONYMS if number % 2 else None)
        for number, (_, text) in enumerate(asked)
    ]
    assert assert_same(library, queries) > 0.9 * QUERIES


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_of_the_settings(library: Index, variant: str) -> None:
    preset, changes = VARIANTS[variant]
    fq = FulltextQuery(Settings.preset(preset, **changes), synonyms=SYNONYMS)
    queries = [fq.build(text) for _, text in real_queries(110, 15)]
    assert assert_same(library, queries) > 50


def test_the_queries_hold_what_a_query_may_hold() -> None:
    """Or the tests above would show little."""
    fq = FulltextQuery(synonyms=SYNONYMS)
    kinds: set[str] = set()
    for _, text in real_queries(QUERIES, 12):
        for slot in fq.build(text).tree.slots:
            kinds.update(name for name in ("fine", "synonyms", "phrases") if getattr(slot, name))
            kinds.update("several words" for leaf in slot.synonyms if isinstance(leaf, Phrase))
            kinds.update("bound" for leaf in slot.fine if isinstance(leaf, Phrase))
            kinds.update("fuzzy" for leaf in slot.leaves if isinstance(leaf, Term) and leaf.fuzzy)
    assert kinds == {"fine", "synonyms", "phrases", "several words", "bound", "fuzzy"}


@pytest.mark.parametrize("preset", ["default", "documents"])
def test_understood_questions(library: Index, preset: str) -> None:
    """What only scores does so in both forms, and finds nothing by itself."""
    fq = FulltextQuery(Settings.preset(preset))
    texts = [text for _, text in real_queries(60, 21)]
    plain = [fq.build(text) for text in texts]
    built = [
        fq.build(UnderstoodQuery(original_text=text, hyde_documents=[texts[at - 1], texts[at - 2]]))
        for at, text in enumerate(texts)
    ]
    assert sum(bool(query.tree.beside) for query in built) > 50
    assert assert_same(library, built) > 40
    folded = scores(library, [query.to_dict() for query in built])
    alone = scores(library, [query.to_dict() for query in plain])
    assert [one.keys() for one in folded] == [one.keys() for one in alone]
    assert folded != alone


def test_paragraphs(library: Index) -> None:
    fq = FulltextQuery()
    passages = [" ".join(seeds[:12]) for seeds in SEEDS.values()]
    queries = [fq.paragraph(text, keywords=text.split()[:2]) for text in passages]
    assert assert_same(library, queries) == len(queries)


@pytest.mark.parametrize("preset", ["default", "documents"])
def test_hostile_texts(library: Index, preset: str) -> None:
    fq = FulltextQuery(Settings.preset(preset))
    texts = [*NASTY, *(text[:500] for text in hostile(500, 13))]
    assert assert_same(library, [fq.build(text) for text in texts]) > 150


@pytest.mark.parametrize(
    "minimum", ["1", "3", "50%", "100%", "-1", "-25%", "2<-25% 9<-3", "30", ""]
)
def test_every_minimum(library: Index, minimum: str) -> None:
    fq = FulltextQuery()
    queries = [fq.build(text, min_match=minimum or 0) for _, text in real_queries(110, 14)]
    assert assert_same(library, queries) > 50
