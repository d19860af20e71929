"""What stands beside the words: vectors, other wordings of an understood question, reranking."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from fulltext_query.errors import (
    DocumentError,
    EngineUnavailableError,
    IndexMissingError,
    InputError,
    SettingsError,
)
from fulltext_query.search import Found, HybridSettings, In, Ladder, Request
from fulltext_query.search.contract import Hits
from tests.search.conftest import Searching
from tests.search.fakes import Fake, codes, found, ids, words


class Embedder:
    """Every text is its length; remembers what it was asked."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        self.texts += texts
        return [[1.0, float(len(text))] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


@dataclass
class Understanding:
    """An understood question, as far as a search looks at it."""

    original_text: str
    rewrites: Sequence[str] = ()
    sub_queries: Sequence[str] = ()
    expansion_terms: dict[str, Sequence[str]] = field(default_factory=dict)
    hyde_vector: Sequence[float] | None = None


def channels(text: Hits | Exception, vector: Hits | Exception) -> Fake:
    """An engine that answers words and neighbours apart."""

    def answer(request: Request) -> Hits:
        given = vector if request.knn is not None else text
        if isinstance(given, Exception):
            raise given
        return given

    return Fake(answer)


# --- vectors ------------------------------------------------------------------------------------

LONG = (
    "which approvals, retention periods, reviewers and fallback contacts apply when a branch "
    "moves archive boxes offsite"
)


def test_neighbours_are_held_to_the_user_s_filters_and_to_no_words(searching: Searching) -> None:
    """Case mm-01."""
    engine = channels(found("word"), found("near"))
    result = searching(engine).search(LONG, filters={"kb": "k1"}, vector=[0.1, 0.2])
    by_words, by_vector = sorted(engine.requests, key=lambda request: request.knn is not None)
    assert by_words.query is not None
    assert by_words.knn is None
    assert by_vector.query is None
    assert by_vector.knn is not None
    assert by_vector.knn.vector == (0.1, 0.2)
    assert by_words.filters == by_vector.filters == In("metadata.kb", ("k1",))
    assert set(ids(result)) == {"word", "near"}


def test_words_and_neighbours_are_asked_side_by_side(searching: Searching) -> None:
    both = threading.Barrier(2, timeout=20)

    def answer(request: Request) -> Hits:
        both.wait()  # goes on only when the other request is there too
        return found("a")

    assert ids(searching(Fake(answer)).search("red apple", vector=[1.0])) == ["a"]


def test_both_channels_are_fused_and_tell_their_scores(searching: Searching) -> None:
    engine = channels(found("both", "word", score=20.0), found("both", "near", score=1.0))
    embedder = Embedder()
    result = searching(engine, embedder=embedder).search("red apple", size=2)
    assert embedder.texts == ["red apple"]
    assert ids(result) == ["both", "word"]
    assert [dict(hit.scores) for hit in result] == [
        {"text": 20.0, "vector": 1.0}, {"text": 18.0, "vector": None},
    ]  # fmt: skip
    assert all(0 <= hit.score <= 1 for hit in result)
    for request in engine.requests:
        assert (request.size, request.offset) == (100, 0)
    (knn,) = [request.knn for request in engine.requests if request.knn]
    assert (knn.vector, knn.k) == ((1.0, 9.0), 100)


def test_the_total_is_that_of_the_words(searching: Searching) -> None:
    engine = channels(found("a", total=3), found(*"abcdefgh"))
    result = searching(engine).search("red apple", vector=[1.0])
    assert (result.total, len(result)) == (3, 8)


def test_vectors_are_asked_once_on_all_the_ladder(searching: Searching) -> None:
    engine = channels(Hits(()), found("near"))
    embedder = Embedder()
    result = searching(engine, embedder=embedder).search("red apple pie", min_match="100%")
    assert [request.knn is not None for request in engine.requests].count(True) == 1
    assert len(engine.requests) == 3
    assert embedder.texts == ["red apple pie"]
    assert ids(result) == ["near"]


@pytest.mark.parametrize("hybrid", [False, HybridSettings(candidates=300), True, None])
def test_the_search_says_whether_it_is_hybrid(searching: Searching, hybrid: Any) -> None:
    engine = channels(found("a"), found("b"))
    embedder = Embedder()
    searcher = searching(engine, embedder=embedder)
    searcher.search("red apple", hybrid=hybrid)
    asked = [request for request in engine.requests if request.knn is not None]
    assert len(asked) == len(embedder.texts) == (0 if hybrid is False else 1)
    if isinstance(hybrid, HybridSettings):
        assert {request.size for request in engine.requests} == {300}


def test_the_searcher_s_own_settings_are_the_default(searching: Searching) -> None:
    engine = channels(found("word"), found("near"))
    hybrid = HybridSettings(text_weight=0.1, vector_weight=0.9, candidates=50)
    searcher = searching(engine, embedder=Embedder(), hybrid=hybrid)
    assert ids(searcher.search("red apple")) == ["near", "word"]
    assert {request.size for request in engine.requests} == {50}


def test_a_given_vector_needs_no_embedder_and_no_words(searching: Searching) -> None:
    engine = channels(found("word"), found("near"))
    embedder = Embedder()
    assert ids(searching(engine, embedder=embedder).search("", vector=[1.0])) == ["near"]
    assert embedder.texts == []
    assert [request.query for request in engine.requests] == [None]


def test_the_server_fuses_where_it_is_asked_to(searching: Searching) -> None:
    engine = Fake(found("a", "b"))
    searcher = searching(engine, hybrid=HybridSettings(method="server"))
    assert ids(searcher.search("red apple", vector=[1.0])) == ["a", "b"]
    (request,) = engine.requests
    assert request.query is not None
    assert request.knn is not None
    searcher.search("!?", vector=[1.0])
    assert engine.requests[1].query is None
    assert engine.requests[1].knn is not None


def test_pages_of_a_fused_list_neither_overlap_nor_lose(searching: Searching) -> None:
    by_words = [f"doc{place}" for place in range(30)]
    by_vector = [f"doc{place}" for place in range(44, 14, -1)]

    def answer(request: Request) -> Hits:
        names = by_words if request.knn is None else by_vector
        return found(*names[request.offset : request.offset + request.size], total=len(names))

    searcher = searching(Fake(answer), hybrid=HybridSettings(candidates=20))
    pages = [
        ids(searcher.search("apple", vector=[1.0], size=5, offset=place))
        for place in range(0, 20, 5)
    ]
    seen = [name for page in pages for name in page]
    assert len(set(seen)) == len(seen) == 20
    assert ids(searcher.search("apple", vector=[1.0], size=20)) == seen


def test_no_list_is_longer_than_engines_give(searching: Searching) -> None:
    engine = channels(found("a"), found("a"))
    searcher = searching(engine, hybrid=HybridSettings(candidates=300))
    searcher.search("apple", vector=[1.0], offset=9_990)
    assert {request.size for request in engine.requests} == {10_000}


def _fails(_: Any) -> Any:
    raise ConnectionError("no such model")


async def _embeds_later(texts: list[str]) -> list[list[float]]:
    return [[1.0, 0.5] for _ in texts]


def test_an_embedder_that_fails_leaves_the_words(searching: Searching) -> None:
    engine = channels(found("word"), found("near"))
    result = searching(engine, embedder=_fails).search("red apple")
    assert (ids(result), codes(result)) == (["word"], ["embedding_failed"])
    assert "searched by words alone: ModelError" in result.notes[0].message
    assert [request.knn for request in engine.requests] == [None]


@pytest.mark.parametrize("gives", [[[0.0, 0.0]], [[float("nan")]], [], [["x"]], None])
def test_an_embedder_that_gives_nonsense_too(searching: Searching, gives: Any) -> None:
    result = searching(Fake(found("word")), embedder=lambda _: gives).search("red apple")
    assert (ids(result), codes(result)) == (["word"], ["embedding_failed"])


def test_an_index_without_vectors_leaves_the_words(searching: Searching) -> None:
    engine = channels(found("word"), EngineUnavailableError("no vectors here", status=400))
    result = searching(engine).search("red apple", vector=[1.0])
    assert (ids(result), codes(result)) == (["word"], ["vectors_failed"])
    assert "no vectors here" in result.notes[0].message


def test_words_that_fail_are_the_error_whatever_the_vectors_find(searching: Searching) -> None:
    engine = channels(IndexMissingError("no such index", status=404, sent={"query": 1}), found("a"))
    with pytest.raises(IndexMissingError, match="no such index") as caught:
        searching(engine).search("red apple", vector=[1.0])
    assert caught.value.sent == {"query": 1}


def test_documents_get_vectors_where_they_have_none(searching: Searching) -> None:
    engine = Fake()
    embedder = Embedder()
    documents = [{"content": "", "id": "empty"}, {"content": "ab", "title": "t"},
                 {"content": "own", "vector": [9.0, 9.0]}]  # fmt: skip
    searching(engine, embedder=embedder).index(documents)
    assert [row.vector for row in engine.rows] == [None, (1.0, 4.0), (9.0, 9.0)]
    assert embedder.texts[0] == "t\nab"
    assert engine.created[0][1] == 2, "the index knows their size, though the first has none"


def test_an_embedder_that_only_waits_is_for_the_event_loop(searching: Searching) -> None:
    engine = channels(found("word"), found("near"))
    searcher = searching(engine, embedder=_embeds_later)
    if type(searcher).__name__ == "Searcher":
        result = searcher.search("red apple")
        assert (ids(result), codes(result)) == (["word"], ["embedding_failed"])
        with pytest.raises(SettingsError, match="use it with an AsyncSearcher"):
            searcher.index([{"content": "a"}])
        return
    assert set(ids(searcher.search("red apple"))) == {"word", "near"}
    searcher.index([{"content": "a"}])
    assert engine.rows[0].vector == (1.0, 0.5)


def test_passages_are_searched_by_their_vectors_too(searching: Searching) -> None:
    def answer(request: Request) -> Hits:
        if request.knn is None:
            return Hits(())
        first = request.knn.vector == (1.0, 9.0)
        return found("first", "both") if first else found("passage", "both", score=10.5)

    engine = Fake(answer)
    embedder = Embedder()
    searcher = searching(engine, embedder=embedder, hyde=lambda _: ["Apples, red.", "They grow."])
    result = searcher.search("red apple")
    assert embedder.texts == ["red apple", "Apples, red.", "They grow."]
    assert ids(result) == ["passage", "first", "both"], "nothing that was near is lost"
    (second,) = [request.knn for request in engine.requests if request.knn][1:]
    assert sum(number**2 for number in second.vector) == pytest.approx(1)


# --- an understood question ---------------------------------------------------------------------


def test_all_wordings_of_an_understood_question_are_searched_at_once(searching: Searching) -> None:
    answers = {"red appl": found("a", "b"), "appl": found("b", "c"), "tree": found("c")}
    engine = Fake(lambda request: answers.get(words(request), Hits(())))
    understood = Understanding("red apple", ["Apple", "RED APPLE"], ["tree", "apple", "!?"])
    result = searching(engine).search(understood, size=3, filters={"kb": "k"})
    assert sorted(words(request) for request in engine.requests) == ["appl", "red appl", "tree"]
    assert {request.filters for request in engine.requests} == {In("metadata.kb", ("k",))}
    assert {request.size for request in engine.requests} == {100}
    assert ids(result) == ["b", "c", "a"], "what two wordings find comes before what one does"
    assert (result.text, result.query.text) == ("red apple", "red apple")


def test_expansion_terms_that_are_no_mapping_are_wrong_use(searching: Searching) -> None:
    understood = Understanding("red apple")
    understood.expansion_terms = ["apple"]  # type: ignore[assignment]  # the point of the test
    with pytest.raises(InputError, match="expansion_terms must map words .* not be a list"):
        searching(Fake(found("a"))).search(understood)


def test_one_wording_that_fails_is_a_note(searching: Searching) -> None:
    def answer(request: Request) -> Hits:
        if words(request) == "tree":
            raise EngineUnavailableError("gone")
        return found(words(request))

    result = searching(Fake(answer)).search(Understanding("apple", ["tree", "root"]))
    assert ids(result) == ["appl", "root"]
    assert codes(result) == ["wording_failed"]
    assert "left out 'tree'" in result.notes[0].message


def test_relaxing_keeps_what_the_other_wordings_found(searching: Searching) -> None:
    def answer(request: Request) -> Hits:
        if words(request) == "tree":
            return found("other")
        assert request.query is not None
        return Hits(()) if request.query.min_match else found("relaxed")

    searcher = searching(Fake(answer))
    result = searcher.search(Understanding("red apple pie", ["tree"]), min_match="100%")
    assert ids(result) == ["relaxed", "other"]


def test_terms_of_the_understanding_are_synonyms(searching: Searching) -> None:
    engine = Fake(found("a"))
    result = searching(engine).search(
        Understanding("apple", expansion_terms={"apple": ["malus"], "pear": []})
    )
    assert "malus" in result.query.query_string


def test_a_vector_of_the_understanding_is_searched(searching: Searching) -> None:
    engine = channels(found("word"), found("near"))
    embedder = Embedder()
    understood = Understanding("red apple", hyde_vector=[0.25, 0.5])
    result = searching(engine, embedder=embedder).search(understood)
    assert set(ids(result)) == {"word", "near"}
    assert embedder.texts == []
    engine.requests.clear()
    assert set(ids(searching(engine).search(understood, hybrid=True))) == {"word", "near"}
    (knn,) = [request.knn for request in engine.requests if request.knn]
    assert knn.vector == (0.25, 0.5)
    engine.requests.clear()
    searching(engine).search(understood, hybrid=False)
    assert [request.knn for request in engine.requests] == [None]
    with pytest.raises(DocumentError, match="vector holds NaN"):
        searching(engine).search(Understanding("a", hyde_vector=[float("nan")]))


def test_an_empty_question_may_have_other_wordings(searching: Searching) -> None:
    engine = Fake(lambda request: found(words(request)))
    assert ids(searching(engine).search(Understanding("?", ["tree"]))) == ["tree"]


# --- reranking ----------------------------------------------------------------------------------


def test_the_reranker_sees_the_first_and_orders_them(searching: Searching) -> None:
    seen: list[list[str]] = []

    def shortest(built: Any, items: Sequence[Found]) -> list[float]:
        assert built.text == "apple"
        seen.append([item.document.content for item in items])
        return [1 / len(item.id) for item in items]

    engine = Fake(found("aaaa", "aaa", "aa", "b", "c"))
    searcher = searching(engine, reranker=shortest)
    result = searcher.search("apple", rerank=3, size=4)
    assert seen == [["aaaa", "aaa", "aa"]]
    assert ids(result) == ["aa", "aaa", "aaaa", "b"]
    assert result.hits[0].score == 0.5
    assert result.hits[0].scores == {"rerank": 0.5}
    assert ids(searcher.search("apple", rerank=3, size=2, offset=2)) == ["aaaa", "b"]
    assert ids(searcher.search("apple", rerank=0)) == ["aaaa", "aaa", "aa", "b", "c"]


@pytest.mark.parametrize(
    "gives", [_fails, lambda _: [1.0], lambda _: [float("nan")] * 2, lambda _: None,
              lambda _: ["a", "b"], lambda _: [1.0] * 3],
)  # fmt: skip
def test_a_reranker_that_fails_leaves_the_order(searching: Searching, gives: Any) -> None:
    searcher = searching(Fake(found("a", "b")), reranker=lambda _, items: gives(items))
    result = searcher.search("apple")
    assert (ids(result), codes(result)) == (["a", "b"], ["rerank_failed"])
    assert result.hits[0].score == 10.0


def test_where_nothing_is_found_no_reranker_is_asked(searching: Searching) -> None:
    searcher = searching(Fake(), reranker=_fails, ladder=Ladder(minimums=(None,)))
    assert codes(searcher.search("apple")) == []
