"""The time-out of a search is what it says, whatever is slow; and what a search does at once."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from fulltext_query import FulltextQuery
from fulltext_query.errors import EngineError, EngineTimeoutError, IndexConflictError
from fulltext_query.search import (
    AsyncSearcher,
    Document,
    Hit,
    HybridSettings,
    Ladder,
    Request,
    Searcher,
    TokenProfile,
)
from fulltext_query.search.contract import Hits
from fulltext_query.search.highlight import Highlighter
from tests.search.conftest import Searching
from tests.search.fakes import AsyncFake, Clock, Fake, codes, found, ids, words

META = TokenProfile(FulltextQuery()).schema().meta
SHORT = 0.6
"""Seconds of a search in which something hangs; half of them is ample for what does not."""


@pytest.fixture
def hang() -> Iterator[Callable[..., Any]]:
    """A plain call that returns only when the test is over."""
    over = threading.Event()

    def call(*_: Any) -> Any:
        over.wait(60)
        return []

    yield call
    over.set()


async def hang_waiting(*_: Any) -> Any:
    await asyncio.Event().wait()


# --- whatever hangs beside the words ------------------------------------------------------------


def test_an_embedder_that_hangs_leaves_the_words(searching: Searching, hang: Any) -> None:
    engine = Fake(found("a"))
    result = searching(engine, embedder=hang).search("apple", timeout=SHORT)
    assert (ids(result), codes(result), result.timed_out) == (["a"], ["embedding_failed"], True)
    assert re.search(r"no answer within the 0\.\d+ seconds that it had", result.notes[0].message)
    (request,) = engine.requests
    assert request.timeout is not None
    assert request.timeout >= SHORT / 2


@pytest.mark.parametrize(
    ("part", "code"), [("rewriter", "rewrite_failed"), ("hyde", "hyde_failed")]
)
def test_a_model_that_hangs_leaves_what_was_found(
    searching: Searching, hang: Any, part: str, code: str
) -> None:
    searcher = searching(Fake(found("a")), ladder=Ladder(enough=5), **{part: hang})
    result = searcher.search("apple", timeout=SHORT)
    assert (ids(result), result.timed_out) == (["a"], True)
    assert code in codes(result)


def test_a_reranker_that_hangs_leaves_the_order(searching: Searching, hang: Any) -> None:
    result = searching(Fake(found("a", "b")), reranker=hang).search("apple", timeout=SHORT)
    assert (ids(result), result.timed_out) == (["a", "b"], True)
    assert "rerank_failed" in codes(result)


@pytest.mark.parametrize("part", ["embedder", "rewriter", "hyde"])
def test_what_waits_in_the_loop_is_cancelled(part: str) -> None:
    cancelled: list[str] = []

    async def hangs(_: object) -> Any:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(part)
            raise

    async def run() -> Any:
        options: dict[str, Any] = {part: hangs, "ladder": Ladder(enough=5)}
        async with AsyncSearcher(AsyncFake(Fake(found("a"))), **options) as searcher:
            return await searcher.search("apple", timeout=SHORT)

    result = asyncio.run(run())
    assert (ids(result), result.timed_out, cancelled) == (["a"], True, [part])


def test_models_that_hang_for_many_searches_take_none_down(searching: Searching, hang: Any) -> None:
    searcher = searching(Fake(found("a")), embedder=hang)
    for _ in range(20):  # more than there are threads for models
        assert ids(searcher.search("apple", timeout=0.05)) == ["a"]


@pytest.mark.parametrize("kind", ["plain", "callable object"])
def test_a_plain_rewriter_does_not_block_the_loop(kind: str) -> None:
    beside: list[bool] = []

    async def run() -> None:
        free = threading.Event()

        def rewrite(_: str) -> list[str]:
            beside.append(free.wait(30))  # only the loop can set it
            return []

        class Rewriter:
            def __call__(self, text: str) -> list[str]:
                return rewrite(text)

        rewriter = rewrite if kind == "plain" else Rewriter()
        async with AsyncSearcher(AsyncFake(Fake()), rewriter=rewriter) as searcher:
            task = asyncio.ensure_future(searcher.search("apple"))
            asyncio.get_running_loop().call_later(0.01, free.set)
            await task

    asyncio.run(run())
    assert beside == [True]


def test_a_model_out_of_time_says_so_by_the_clock(searching: Searching, clock: Clock) -> None:
    """A reranker is not begun where the words took all the time."""
    asked: list[object] = []
    engine = Fake(clock.takes(11.0, found("a")))
    searcher = searching(engine, reranker=lambda *_: asked.append(_))
    result = searcher.search("apple", timeout=10)
    assert (ids(result), asked, result.timed_out) == (["a"], [], True)
    assert codes(result) == ["rerank_failed", "highlights_left_out"]


# --- the engine ---------------------------------------------------------------------------------


def test_words_without_an_answer_in_time_are_an_error(hang: Any) -> None:
    with (
        Searcher(Fake(hang)) as searcher,
        pytest.raises(EngineTimeoutError, match="no answer within the .* seconds"),
    ):
        searcher.search("apple", timeout=0.05)


def test_words_without_an_answer_in_an_event_loop_are_an_error() -> None:
    class Hanging(AsyncFake):
        async def search(self, request: Request) -> Hits:
            await hang_waiting()
            raise AssertionError(request)

    async def run() -> None:
        async with AsyncSearcher(Hanging(Fake())) as searcher:
            await searcher.search("apple", timeout=0.05)

    with pytest.raises(EngineTimeoutError, match="no answer within the .* seconds"):
        asyncio.run(run())


def test_neighbours_without_an_answer_in_time_leave_the_words(hang: Any) -> None:
    engine = Fake(lambda request: hang() if request.knn else found("a"))
    with Searcher(engine) as searcher:
        result = searcher.search("apple", vector=[1.0], timeout=0.3)
    assert (ids(result), result.timed_out) == (["a"], True)
    assert "vectors_failed" in codes(result)


def test_an_engine_s_own_time_out_beside_the_words_is_said(searching: Searching) -> None:
    def answer(request: Request) -> Hits:
        if request.knn:
            raise EngineTimeoutError("too late")
        return found("a")

    result = searching(Fake(answer)).search("apple", vector=[1.0])
    assert (ids(result), codes(result), result.timed_out) == (["a"], ["vectors_failed"], True)


def test_a_look_at_the_index_that_hangs_leaves_the_words(hang: Any) -> None:
    engine = Fake(found("a"))
    engine.meta = hang  # type: ignore[method-assign]
    with Searcher(engine) as searcher:
        result = searcher.search("apple", timeout=SHORT)
    assert (ids(result), codes(result), result.timed_out) == (["a"], ["check_failed"], True)


# --- highlights ---------------------------------------------------------------------------------


def test_hits_come_without_highlights_where_the_time_is_over(
    searching: Searching, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = Highlighter.document

    def slow(self: Highlighter, document: Document) -> Any:
        clock.now += 4.0
        return plain(self, document)

    monkeypatch.setattr(Highlighter, "document", slow)
    engine = Fake(found("apple 1", "apple 2", "apple 3", "apple 4", "apple 5"))
    result = searching(engine).search("apple", timeout=10)
    assert [bool(hit.highlights) for hit in result] == [True, True, True, False, False]
    assert (codes(result), result.timed_out) == (["highlights_left_out"], True)
    assert "the last 2 of 5 hits" in result.notes[0].message


def test_highlights_that_fail_leave_the_hits(
    searching: Searching, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> Any:
        raise ValueError("no such mark")

    monkeypatch.setattr(Highlighter, "document", fails)
    result = searching(Fake(found("apple"))).search("apple")
    assert (ids(result), codes(result)) == (["apple"], ["highlight_failed"])


def test_highlighting_does_not_block_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    beside: list[bool] = []

    async def run() -> None:
        free = threading.Event()

        def waits(*_: Any) -> Any:
            beside.append(free.wait(30))  # only the loop can set it
            return {}

        monkeypatch.setattr(Highlighter, "document", waits)
        async with AsyncSearcher(AsyncFake(Fake(found("apple")))) as searcher:
            task = asyncio.ensure_future(searcher.search("apple"))
            asyncio.get_running_loop().call_later(0.01, free.set)
            await task

    asyncio.run(run())
    assert beside == [True]


def test_of_a_long_text_only_the_beginning_is_analysed(
    searching: Searching, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    plain = FulltextQuery.analyze

    def counted(self: FulltextQuery, text: str, *given: Any, **more: Any) -> Any:
        read.append(len(text))
        return plain(self, text, *given, **more)

    monkeypatch.setattr(FulltextQuery, "analyze", counted)
    source = {
        "content": "apple " + "中文词语" * 30_000,
        "questions": ["apple " + "中文" * 4_000] * 9,
    }
    engine = Fake(Hits((Hit("1", 1.0, source),), 1))
    (hit,) = searching(engine).search("apple")
    assert set(hit.highlights) == {"content", "questions"}
    assert max(read) == 20_000
    assert sum(read) <= 3 * 20_000


def test_a_word_that_the_end_of_what_is_looked_at_cuts_is_not_marked() -> None:
    fq = FulltextQuery()
    document = Document("an apple and applesauce")
    near = Highlighter(fq.build("apple"), fq, reach=18)  # … and apple|sauce
    assert near.document(document)["content"][0].spans == ((3, 8),)
    assert Highlighter(fq.build("apple"), fq, reach=1).document(document) == {}


# --- fan-out ------------------------------------------------------------------------------------


class Understanding:
    original_text = "red apple"
    sub_queries: Sequence[str] = ()
    expansion_terms: dict[str, Sequence[str]] = {}  # noqa: RUF012
    hyde_vector = None

    def __init__(self, rewrites: Sequence[str]) -> None:
        self.rewrites = rewrites


WORDINGS = [f"word{place}" for place in range(200)]


def test_of_many_wordings_the_first_are_searched(searching: Searching) -> None:
    engine = Fake(found("a"))
    result = searching(engine).search(Understanding(WORDINGS))
    assert len(engine.requests) == 17
    assert {words(request) for request in engine.requests} == {"red appl", *WORDINGS[:16]}
    assert codes(result) == ["wordings_left_out"]
    assert "the first 16 of 200 other wordings" in result.notes[0].message


@pytest.mark.parametrize("part", ["rewriter", "hyde"])
def test_of_what_a_model_gives_too(searching: Searching, part: str) -> None:
    engine = Fake()
    result = searching(engine, **{part: lambda _: WORDINGS}).search("red apple")
    assert len(engine.requests) == 17
    assert "wordings_left_out" in codes(result)


def test_an_event_loop_sends_16_requests_at_once() -> None:
    most = now = 0

    class Counting(AsyncFake):
        async def search(self, request: Request) -> Hits:
            nonlocal most, now
            now += 1
            most = max(most, now)
            await asyncio.sleep(0)
            now -= 1
            return await super().search(request)

    async def run() -> None:
        async with AsyncSearcher(Counting(Fake(found("a")))) as searcher:
            await searcher.search(Understanding(WORDINGS), vector=[1.0])

    asyncio.run(run())
    assert most == 16


def test_no_search_waits_for_the_requests_of_others() -> None:
    """Four searches of five requests each, none answered before all twenty were asked."""
    all_there = threading.Barrier(20)

    def answer(_: Request) -> Hits:
        all_there.wait(30)
        return found("a")

    with Searcher(Fake(answer)) as searcher:
        results: list[list[str]] = []
        understood = Understanding(WORDINGS[:4])
        threads = [
            threading.Thread(target=lambda: results.append(ids(searcher.search(understood))))
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert results == [["a"]] * 4


# --- the searcher's life ------------------------------------------------------------------------


def test_a_closed_searcher_says_so() -> None:
    engine = Fake(found("a"))
    searcher = Searcher(engine)
    searcher.close()
    searcher.close()
    calls: list[Callable[[], object]] = [
        lambda: searcher.search("apple"),
        lambda: searcher.search(Understanding(["apple", "tree"])),
        lambda: searcher.index([{"text": "apple"}]),
        lambda: searcher.delete(["1"]),
        searcher.count,
    ]
    for call in calls:
        with pytest.raises(EngineError, match="the searcher is closed"):
            call()
    assert engine.requests == []


def test_a_closed_asynchronous_searcher_says_so() -> None:
    async def run() -> None:
        searcher = AsyncSearcher(AsyncFake(Fake(found("a"))))
        await searcher.close()
        await searcher.close()
        for call in (
            searcher.search("apple"), searcher.index([{"text": "apple"}]), searcher.delete(["1"]),
            searcher.count(),
        ):  # fmt: skip
            with pytest.raises(EngineError, match="the searcher is closed"):
                await call

    asyncio.run(run())


def test_hybrid_settings_without_a_vector_are_a_note(searching: Searching) -> None:
    searcher = searching(Fake(found("a")), hybrid=HybridSettings())
    result = searcher.search("apple")
    assert (ids(result), codes(result)) == (["a"], ["no_vector"])
    assert "give the searcher an embedder" in result.notes[0].message
    assert codes(searcher.search("apple", vector=[1.0])) == []
    assert codes(searcher.search("apple", hybrid=False)) == []


def test_an_index_that_begins_without_text_asks_the_embedder_for_the_size(
    searching: Searching,
) -> None:
    async def embed(texts: list[str]) -> list[list[float]]:
        return [[1.0, 2.0, 3.0] for _ in texts]

    engine = Fake()
    searcher = searching(engine, embedder=embed)
    if isinstance(searcher, Searcher):
        return  # test_searching_beside: it is for the event loop
    assert searcher.index([{"content": "", "id": "1"}]).indexed == 1
    assert engine.created[0][1] == 3


def test_the_index_is_looked_at_again_after_indexing(searching: Searching) -> None:
    engine = Fake(found("a"), META)
    searcher = searching(engine)
    searcher.search("apple")
    searcher.index([{"text": "apple"}])
    engine.held = {**META, "profile": "ragflow"}
    with pytest.raises(IndexConflictError):
        searcher.search("apple")


def test_the_index_is_looked_at_again_now_and_then(
    searching: Searching, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("fulltext_query.search.freshness.monotonic", clock)
    looks: list[float] = []
    engine = Fake(found("a"))

    def meta() -> Any:
        looks.append(clock.now)
        return META

    engine.meta = meta  # type: ignore[method-assign]
    searcher = searching(engine)
    for seconds in (0, 1, 8.5, 1, 1):
        clock.now += seconds
        searcher.search("apple")
    assert looks == [100.0, 110.5]
