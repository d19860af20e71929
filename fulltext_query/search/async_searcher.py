"""``Searcher`` for an event loop."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Sequence
from typing import Any, Self

from ..builder import FulltextQuery
from ..errors import EngineError, SettingsError
from .contract import AsyncEngine, Hits, IndexReport, Progress, Request, Row
from .documents import Document
from .embedders import Vector, mean_vector
from .hybrid import HybridSettings
from .ladder import Imagine, Ladder, Rewrite
from .parts import BATCH, as_document, listed, make_parts
from .plan import search_plan
from .profiles import Profile
from .rerank import Reranker
from .results import SearchResult
from .steps import Ask, Embed, Plan, Rank, Think

__all__ = ["AsyncSearcher"]


class AsyncSearcher:
    """``Searcher`` for an event loop, with an asynchronous engine; the same arguments.

    The rewriter, the generator of passages and the embedder may be asynchronous; the reranker and a
    plain embedder run in a thread. Close it, or use it with ``async with``.
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
        self._checked = False

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
        self._parts.check(await self.engine.meta())
        rows = self._rows(documents)
        first = await anext(rows, None)
        if (schema := self._parts.profile.schema()) is not None:
            await self.engine.create(schema, dimensions=self._parts.dimensions(first))
        if first is None:
            return IndexReport(0)
        return await self.engine.write(_led_by(first, rows), progress=progress)

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
        if not self._checked:
            meta = await self.engine.meta()
            self._parts.check(meta)
            self._checked = meta is not None
        parts = self._parts
        plan = search_plan(parts.fq, parts.profile, question, options, time.monotonic)
        return await self._run(plan)

    async def delete(self, ids: Iterable[str]) -> int:
        """Removes documents by their ids; how many there were."""
        return await self.engine.delete(ids)

    async def count(self) -> int:
        """The number of documents in the index."""
        return await self.engine.count()

    async def close(self) -> None:
        """Closes the engine."""
        await self.engine.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _run(self, plan: Plan) -> SearchResult:
        outcome: Any = None
        while True:
            try:
                step = plan.send(outcome)
            except StopIteration as stop:
                result: SearchResult = stop.value
                return result
            outcome = await (self._ask(step) if isinstance(step, Ask) else self._try(step))

    async def _ask(self, step: Ask) -> list[Hits | EngineError]:
        return await asyncio.gather(*map(self._outcome, step.requests))

    async def _try(self, step: Embed | Think | Rank) -> Any:
        try:
            if isinstance(step, Embed):
                return await self._embed(step)
            if isinstance(step, Rank):
                return await asyncio.to_thread(self._parts.rank, step)
            thought = self._parts.think(step)
            return listed(await thought if inspect.isawaitable(thought) else thought)
        except Exception as error:  # noqa: BLE001  # the plan decides what a failure means
            return error

    async def _embed(self, step: Embed) -> Vector | None:
        embedder = self._parts.embedder
        if embedder is None:
            return None
        if not step.passages:
            return await embedder.aembed_query(step.texts[0])
        return mean_vector(await embedder.aembed_documents(step.texts))

    async def _outcome(self, request: Request) -> Hits | EngineError:
        try:
            return await self.engine.search(request)
        except EngineError as error:
            return error

    async def _rows(
        self, documents: Iterable[object] | AsyncIterable[object]
    ) -> AsyncIterator[Row]:
        batch: list[Document] = []
        place = 0

        async def made() -> list[Row]:
            texts = self._parts.bare(batch)
            embedder = self._parts.embedder
            vectors = await embedder.aembed_documents([*texts.values()]) if embedder else []
            found = dict(zip(texts, vectors, strict=True))
            return await asyncio.to_thread(list, self._parts.rows_with(batch, found))

        async for given in _asynchronous(documents):
            batch.append(as_document(given, place))
            place += 1
            if len(batch) >= BATCH:
                for row in await made():
                    yield row
                batch = []
        for row in await made():
            yield row


async def _asynchronous(
    documents: Iterable[object] | AsyncIterable[object],
) -> AsyncIterator[object]:
    if isinstance(documents, AsyncIterable):
        async for document in documents:
            yield document
    else:
        for document in documents:
            yield document


async def _led_by(first: Row, rows: AsyncIterator[Row]) -> AsyncIterator[Row]:
    yield first
    async for row in rows:
        yield row
