"""Reranking: by words and vectors with the weights of a document's parts, and by a model."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.errors import InputError, ModelError, SettingsError
from fulltext_query.search.documents import Document
from fulltext_query.search.rerank import (
    DocumentTokens,
    SimilarityReranker,
    TextReranker,
    part_similarity,
    rerank,
)
from fulltext_query.search.results import Found
from fulltext_query.similarity import token_similarity
from tests.toy import engine

QUESTION = "cooling pumps of nuclear power plants"
WORDS = ("a", "b", "c", "d")
tokens = st.lists(st.sampled_from("abcdxyz"), max_size=8)
documents = st.builds(
    DocumentTokens, tokens, tokens, st.lists(tokens, max_size=2), st.lists(tokens, max_size=2)
)


def by_text(*given: Document) -> list[float]:
    """The similarity by words of each, in their order."""
    found = rerank(engine().build(QUESTION), engine(), given)
    by_place = {item.place: item.parts["text"] for item in found}
    return [by_place[place] or 0.0 for place in range(len(given))]


@pytest.mark.parametrize(
    "text", [QUESTION, "如何配置同义词词典？", "C++ 模板", "ORA-00942 は何ですか"]
)
@pytest.mark.parametrize("part", ["content", "title", "important_keywords", "questions"])
def test_a_document_equal_to_the_query_scores_one_wherever_it_stands(text: str, part: str) -> None:
    value = text if part in ("content", "title") else (text,)
    document = Document(**{part: value})  # type: ignore[arg-type]
    (found,) = rerank(engine().build(text), engine(), [document])
    assert found.score == found.parts["text"] == 1.0


def test_a_match_counts_by_the_part_where_it_stands() -> None:
    content, title, keywords, questions, none = by_text(
        Document(content="pumps"), Document(title="pumps"),
        Document(important_keywords=("pumps",)), Document(questions=("pumps",)),
        Document(content="gardens"),
    )  # fmt: skip
    assert 1 > questions > keywords > title > content > none == 0.0
    # a small match counts 2, 5 and 6 times, as far as there is room below 1
    assert title == pytest.approx(1 - (1 - content) ** 2)
    assert keywords == pytest.approx(1 - (1 - content) ** 5)
    assert questions == pytest.approx(1 - (1 - content) ** 6)


def test_repetition_counts_for_nothing() -> None:
    once, often, both = by_text(
        Document(content="pumps in plants", title="cooling"),
        Document(content="pumps in plants " * 50, title="cooling cooling cooling"),
        Document(content="pumps in plants, cooling", title="cooling"),
    )
    assert once == often == both


def test_what_stands_in_two_parts_counts_as_in_the_heavier() -> None:
    title = DocumentTokens(title=("a", "b"))
    both = DocumentTokens(content=("a", "b"), title=("a", "b"))
    assert part_similarity(WORDS, both) == part_similarity(WORDS, title)


def test_no_pair_reaches_from_one_keyword_into_the_next() -> None:
    apart = DocumentTokens(important_keywords=(("a",), ("b",)))
    joined = DocumentTokens(important_keywords=(("a", "b"),))
    assert part_similarity(WORDS, joined) > part_similarity(WORDS, apart)


def test_weights_of_one_give_the_plain_similarity() -> None:
    flat = {"title": 1.0, "important_keywords": 1.0, "questions": 1.0}
    for listed in (("a", "b"), ("c", "x", "a"), ("d", "c", "b", "a")):
        document = DocumentTokens(title=listed)
        assert part_similarity(WORDS, document, part_weights=flat) == pytest.approx(
            token_similarity(WORDS, listed)
        )


@given(documents)
def test_similarities_stay_in_range(document: DocumentTokens) -> None:
    assert 0.0 <= part_similarity(WORDS, document) <= 1.0


@given(documents, st.sampled_from(["content", "title"]), st.sampled_from("abcd"))
def test_one_more_match_never_lowers_the_score(
    document: DocumentTokens, part: str, word: str
) -> None:
    parts = {
        name: getattr(document, name)
        for name in ("content", "title", "important_keywords", "questions")
    }
    more = DocumentTokens(**{**parts, part: [*parts[part], "x", word]})
    assert part_similarity(WORDS, more) >= part_similarity(WORDS, document) - 1e-12


@given(documents, st.integers(2, 4))
def test_a_part_said_again_changes_nothing(document: DocumentTokens, times: int) -> None:
    again = DocumentTokens(
        [*document.content, "x"] * times, [*document.title, "x"] * times,
        list(document.important_keywords) * times, list(document.questions) * times,
    )  # fmt: skip
    before = DocumentTokens(
        [*document.content, "x"], [*document.title, "x"], document.important_keywords,
        document.questions,
    )  # fmt: skip
    assert part_similarity(WORDS, again) == pytest.approx(part_similarity(WORDS, before))


def test_vectors_decide_where_words_do_not() -> None:
    found = [Document("pumps"), Document("pumps"), Document("pumps")]
    ranked = rerank(
        engine().build(QUESTION), engine(), found, [(0.0, 1.0), (1.0, 0.0), (1.0, 1.0)], (1.0, 0.0)
    )
    assert [item.place for item in ranked] == [1, 2, 0]
    assert ranked[0].parts["vector"] == 1.0
    assert ranked[2].parts["vector"] == 0.0


def test_an_absent_vector_is_not_zero() -> None:
    built = engine().build("pumps")
    same = Document("pumps", vector=None), Document("pumps", vector=(0.0, 1.0), id="far")
    near = Document("pumps", vector=(1.0, 0.0), id="near")
    ranked = rerank(built, engine(), [*same, near], query_vector=(1.0, 0.0))
    by_place = {item.place: item for item in ranked}
    assert by_place[0].score == 1.0  # its words alone
    assert by_place[0].parts["vector"] is None
    assert by_place[1].score == pytest.approx(0.3)


def test_words_alone_without_a_query_vector() -> None:
    ranked = rerank(engine().build("pumps"), engine(), [Document("pumps", vector=(1.0,))])
    assert ranked[0].parts == {"text": 1.0, "vector": None}


def test_raw_cosines_where_they_are_asked_for() -> None:
    given_ = [
        Document("gardens", vector=(0.6, 0.8)),
        Document("gardens", vector=(0.8, 0.6), id="2"),
    ]
    ranked = rerank(engine().build("pumps"), engine(), given_, query_vector=(1.0, 0.0), scale=None)
    assert [item.score for item in ranked] == pytest.approx([0.7 * 0.8, 0.7 * 0.6])


def test_ties_keep_the_order_and_nothing_is_lost() -> None:
    same = [Document("gardens", id=str(place)) for place in range(5)]
    assert [item.place for item in rerank(engine().build("pumps"), engine(), same)] == [
        0,
        1,
        2,
        3,
        4,
    ]
    assert rerank(engine().build("pumps"), engine(), []) == []
    assert rerank(engine().build(""), engine(), same)[0].score == 0.0


def test_a_thousand_documents_in_a_second() -> None:
    built = engine().build("how are the cooling pumps of nuclear power plants kept running")
    words = [word for word, _ in built.keywords] + [f"word{number}" for number in range(90)]
    cut = [
        DocumentTokens([words[(place * 7 + step * step) % len(words)] for step in range(300)])
        for place in range(1000)
    ]
    vectors = [[math.sin(place * step) for step in range(1, 385)] for place in range(1000)]
    began = time.process_time()
    ranked = rerank(built, engine(), cut, vectors, vectors[3])
    assert time.process_time() - began < 1.0
    assert len(ranked) == 1000


def found(*contents: str, vector: Sequence[float | None] = ()) -> tuple[Found, ...]:
    near = vector or [None] * len(contents)
    return tuple(
        Found(str(place), 1.0, Document(content, id=str(place)), {}, {"vector": near[place]})
        for place, content in enumerate(contents)
    )


def test_a_searcher_can_rerank_by_similarity() -> None:
    reranker = SimilarityReranker(engine())
    built = engine().build(QUESTION)
    scores = reranker(built, found("gardens", "pumps", QUESTION))
    assert scores[2] == 1.0 > scores[1] > scores[0] == 0.0
    # engines' scores of vectors lie in a narrow band: their order over what was found counts
    scores = reranker(built, found("pumps", "pumps", "pumps", vector=[0.91, 0.92, None]))
    words = scores[2]
    assert scores == pytest.approx([0.3 * words, 0.3 * words + 0.7, words])
    assert reranker(built, ()) == []


def test_a_model_reads_question_and_document_together() -> None:
    seen: list[tuple[str, list[str]]] = []

    def score(text: str, given: list[str]) -> list[float]:
        seen.append((text, given))
        return [float(len(one)) for one in given]

    document = Document("about pumps", title="Pumps", id="0")
    scores = TextReranker(score, logits=True)(
        engine().build(QUESTION), (Found("0", 1.0, document), *found("x"))
    )
    assert seen == [(QUESTION, ["Pumps\nabout pumps", "x"])]
    assert 1 > scores[0] > scores[1] == pytest.approx(1 / (1 + math.exp(-1)))


def test_scores_of_a_model_that_cannot_be_used_are_refused() -> None:
    built = engine().build(QUESTION)

    def broken(text: str, given: list[str]) -> list[float]:
        raise RuntimeError("out of memory")

    with pytest.raises(ModelError, match="out of memory") as caught:
        TextReranker(broken)(built, found("x"))
    assert isinstance(caught.value.__cause__, RuntimeError)
    with pytest.raises(ModelError, match="2 scores for 1"):
        TextReranker(lambda text, given: [0.1, 0.2])(built, found("x"))
    with pytest.raises(ModelError, match="logits=True"):
        TextReranker(lambda text, given: [4.2])(built, found("x"))
    for logits in (True, False):
        with pytest.raises(ModelError, match="nan"):
            TextReranker(lambda text, given: [math.nan], logits=logits)(built, found("x"))
    huge = TextReranker(lambda text, given: [-1e9, 1e9], logits=True)(built, found("x", "y"))
    assert huge == [0.0, 1.0]


@pytest.mark.parametrize(
    ("arguments", "kind", "word"),
    [
        ({"part_weights": {"body": 2.0}}, SettingsError, "body"),
        ({"part_weights": {"title": 0.5}}, SettingsError, "title"),
        ({"text_weight": 2.0}, SettingsError, "text_weight"),
        ({"vectors": [(1.0,), (2.0,)]}, SettingsError, "2 vectors for 1"),
        ({"vectors": [(1.0, 2.0)], "query_vector": (1.0,)}, SettingsError, "dimensions"),
        ({"documents": ["a text"]}, InputError, "document 0"),
        ({"documents": "a text"}, InputError, "documents"),
    ],
)
def test_wrong_use_is_told(arguments: dict[str, Any], kind: type[Exception], word: str) -> None:
    given_ = {"documents": [Document("pumps")], **arguments}
    with pytest.raises(kind, match=word):
        rerank(engine().build(QUESTION), engine(), **given_)
