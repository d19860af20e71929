"""``Searcher`` for an event loop."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Self, TypeVar

from ..builder import FulltextQuery
from ..errors import EngineError, SettingsError
from ..threads import AT_ONCE, Threads
from .contract import AsyncEngine, Hits, IndexReport, Progress, Request, Row
from .embedders import Vector, mean_vector
from .freshness import Freshness
from .hybrid import HybridSettings
from .ids import checked_ids
from .ladder import Imagine, Ladder, Rewrite
from .parts import listed, make_parts
from .plan import search_plan
from .profiles import Profile
from .rerank import Reranker
from .results import SearchResult
from .steps import Ask, Check, Embed, Highlight, Plan, Rank, Think
from .threads import GRACE, OutOfTime

__all__ = ["AsyncSearcher"]

T = TypeVar("T")


class AsyncSearcher:
    """``Searcher`` for an event loop, with an asynchronous engine; the same arguments.

    The rewriter, the generator of passages and the embedder may be asynchronous: they are cancelled
    where they take longer than the search's time. The reranker, highlighting, and what of the
    others is plain run in threads. Close it, or use it with ``async with``.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        fq: FulltextQuery | None = None,
        *,
        profile: Profile | None = None,
        embedder: object = None,
        hybrid: HybridSettings | None = None,
        ladder: Ladder | None = None,
        rewriter: Rewrite | None = None,
        hyde: Imagine | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        if not inspect.iscoroutinefunction(getattr(engine, "search", None)):
            raise SettingsError(
                f"{type(engine).__name__} is no asynchronous engine: give an AsyncEmbeddedEngine "
                "or an AsyncElasticsearchEngine"
            )
        self.engine = engine
        self._parts = make_parts(fq, profile, embedder, hybrid, ladder, rewriter, hyde, reranker)
        # a model that hangs is to keep no thread from the engine
        self._beside = Threads()
        self._fresh = Freshness()
        self._closed = False

    @property
    def fq(self) -> FulltextQuery:
        """The builder of its queries."""
        return self._parts.fq

    async def index(
        self,
        documents: Iterable[object] | AsyncIterable[object],
        *,
        progress: Progress | None = None,
    ) -> IndexReport:
        """As ``Searcher.index``; asynchronous iterables of documents too."""
        self._open()
        self._fresh.forget()
        self._parts.check(await self.engine.meta())
        maker = self._parts.row_maker(progress)
        async with maker.arows(documents) as rows:
            first = await anext(rows, None)
            if (schema := self._parts.profile.schema()) is not None:
                dimensions = await self._parts.adimensions(first)
                await self.engine.create(schema, dimensions=dimensions)
            report = IndexReport(0)
            if first is not None:
                report = await self.engine.write(_led_by(first, rows), progress=progress)
            return maker.complete(report)

    async def search(
        self,
        text: object,
        *,
        size: int = 10,
        offset: int = 0,
        filters: object = None,
        min_match: object = None,
        timeout: float | None = None,  # noqa: ASYNC109  # of the whole search, its steps share it
        total: bool = False,
        highlight: bool = True,
        fragments: int = 3,
        hybrid: HybridSettings | bool | None = None,
        vector: Sequence[float] | None = None,
        ladder: Ladder | None = None,
        rerank: int | None = None,
    ) -> SearchResult:
        """As ``Searcher.search``."""
        question, options = self._parts.asked(
            text, size=size, offset=offset, filters=filters, min_match=min_match, timeout=timeout,
            total=total, highlight=highlight, fragments=fragments, hybrid=hybrid, vector=vector,
            ladder=ladder, rerank=rerank,
        )  # fmt: skip
        self._open()
        options = replace(options, check=self._fresh.is_due())
        parts = self._parts
        plan = search_plan(parts.fq, parts.profile, question, options, time.monotonic)
        return await self._run(plan)

    async def delete(self, ids: Iterable[str]) -> int:
        """As ``Searcher.delete``."""
        self._open()
        return await self.engine.delete(checked_ids(ids))

    async def count(self) -> int:
        """The number of documents in the index."""
        self._open()
        return await self.engine.count()

    async def close(self) -> None:
        """As ``Searcher.close``."""
        if not self._closed:
            self._closed = True
            await self.engine.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _open(self) -> None:
        if self._closed:
            raise EngineError("the searcher is closed: make a new one")

    async def _run(self, plan: Plan) -> SearchResult:
        outcome: Any = None
        while True:
            try:
                step = plan.send(outcome)
            except StopIteration as stop:
                result: SearchResult = stop.value
                return result
            if isinstance(step, Ask):
                outcome = await self._ask(step)
            else:
                outcome = await _within(step.limit, self._tried(step))

    async def _ask(self, step: Ask) -> list[Hits | EngineError | OutOfTime]:
        gate = asyncio.Semaphore(AT_ONCE)
        limit = None if step.limit is None else step.limit + GRACE
        return await asyncio.gather(
            *(_within(limit, self._outcome(gate, request)) for request in step.requests)
        )

    async def _tried(self, step: Check | Embed | Think | Rank | Highlight) -> Any:
        try:
            match step:
                case Check():
                    return await self._check()
                case Embed():
                    return await self._embed(step)
                case Rank():
                    return await self._aside(partial(self._parts.rank, step))
                case Highlight():
                    return await asyncio.to_thread(step.work)
                case Think():
                    return listed(await self._think(step))
        except Exception as error:  # noqa: BLE001  # the plan decides what a failure means
            return error

    async def _check(self) -> None:
        meta = await self.engine.meta()
        self._parts.check(meta)
        if meta is not None:
            self._fresh.looked()

    async def _think(self, step: Think) -> Any:
        think = partial(self._parts.think, step)
        thought = think() if self._parts.waits(step) else await self._aside(think)
        return await thought if inspect.isawaitable(thought) else thought

    async def _aside(self, call: Callable[[], Any]) -> Any:
        return await asyncio.wrap_future(self._beside.submit(call))

    async def _embed(self, step: Embed) -> Vector | None:
        embedder = self._parts.embedder
        if embedder is None:
            return None
        if not step.passages:
            return await embedder.aembed_query(step.texts[0])
        return mean_vector(await embedder.aembed_documents(step.texts))

    async def _outcome(self, gate: asyncio.Semaphore, request: Request) -> Hits | EngineError:
        async with gate:
            try:
                return await self.engine.search(request)
            except EngineError as error:
                return error


async def _within(seconds: float | None, outcome: Awaitable[T]) -> T | OutOfTime:
    """An outcome, cancelled where it is not there after ``seconds``."""
    try:
        return await asyncio.wait_for(outcome, seconds)
    except TimeoutError:
        if seconds is None:
            raise
        return OutOfTime(seconds)


async def _led_by(first: Row, rows: AsyncIterator[Row]) -> AsyncIterator[Row]:
    yield first
    async for row in rows:
        yield row
