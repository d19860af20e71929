"""Searching in one call: the engine, the builder and what is configured beside them."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from typing import Any, Self

from ..builder import FulltextQuery
from ..errors import EngineError, SettingsError
from .contract import Engine, Hits, IndexReport, Progress, Request
from .hybrid import HybridSettings
from .ladder import Imagine, Ladder, Rewrite
from .parts import listed, make_parts
from .plan import search_plan
from .profiles import Profile
from .rerank import Reranker
from .results import SearchResult
from .steps import Ask, Embed, Plan, Rank, Think

__all__ = ["Searcher"]

_AT_ONCE = 8  # requests of one search that run side by side


class Searcher:
    """Finds documents in an engine. Share it between threads; close it, or use it with ``with``.

    engine     an EmbeddedEngine, an ElasticsearchEngine, or anything of the protocol.
    fq         the builder; None for one with ``Settings()``.
    profile    how documents become fields; None for the library's own tokens.
    embedder   makes vectors of texts; with one, documents get vectors and searches are hybrid.
    hybrid     how both are fused; None for half each where there is an embedder.
    ladder     what is tried when too little is found.
    rewriter, hyde   callables for the ladder's last rungs.
    reranker   scores the first hits anew.
    """

    def __init__(
        self,
        engine: Engine,
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
        asynchronous = inspect.iscoroutinefunction(getattr(engine, "search", None))
        if asynchronous or not isinstance(engine, Engine):
            raise SettingsError(
                f"{type(engine).__name__} is no engine: give an EmbeddedEngine or an "
                "ElasticsearchEngine (asynchronous ones belong to AsyncSearcher)"
            )
        self.engine = engine
        self._parts = make_parts(fq, profile, embedder, hybrid, ladder, rewriter, hyde, reranker)
        # it has no threads before it is used
        self._pool = ThreadPoolExecutor(_AT_ONCE, "fulltext-query-search")
        self._checked = False

    @property
    def fq(self) -> FulltextQuery:
        """The builder of its queries."""
        return self._parts.fq

    def index(
        self, documents: Iterable[object], *, progress: Progress | None = None
    ) -> IndexReport:
        """Adds documents (Document, or mappings of its parts), replacing those of the same id.

        Makes the index if there is none. They are taken one by one, never all at once. Every one
        is indexed or stands in the report. Raises DocumentError, IndexConflictError, EngineError.
        """
        self._parts.check(self.engine.meta())
        rows = self._parts.rows(documents)
        first = next(rows, None)
        if (schema := self._parts.profile.schema()) is not None:
            self.engine.create(schema, dimensions=self._parts.dimensions(first))
        if first is None:
            return IndexReport(0)
        return self.engine.write(chain((first,), rows), progress=progress)

    def search(
        self,
        text: object,
        *,
        size: int = 10,
        offset: int = 0,
        filters: object = None,
        min_match: object = None,
        timeout: float | None = None,
        total: bool = False,
        highlight: bool = True,
        fragments: int = 3,
        hybrid: HybridSettings | bool | None = None,
        vector: Sequence[float] | None = None,
        ladder: Ladder | None = None,
        rerank: int | None = None,
    ) -> SearchResult:
        """The documents that a text finds, best first.

        text       what the person typed, or an understood query.
        size, offset   the page; together at most 10,000.
        filters    a mapping of metadata, or a Filter; see ``filters.parse_filter``.
        min_match  in place of the settings' own.
        timeout    seconds for all of it.
        total      count all matches exactly, not only up to 10,000.
        highlight  with at most ``fragments`` passages of each part; 0 for all of its text.
        hybrid     True or settings: with vectors; False: without; None: where there is an embedder
                   or a vector.
        vector     the query's vector, in place of the understood query's and the embedder's.
        ladder     in place of the searcher's.
        rerank     how many of the first hits the reranker sees (50).

        Raises InputError, SettingsError, FilterError for what cannot be searched; EngineError and
        its kinds, with the request that was sent, where the engine fails.
        """
        question, options = self._parts.asked(
            text, size=size, offset=offset, filters=filters, min_match=min_match, timeout=timeout,
            total=total, highlight=highlight, fragments=fragments, hybrid=hybrid, vector=vector,
            ladder=ladder, rerank=rerank,
        )  # fmt: skip
        if not self._checked:
            meta = self.engine.meta()
            self._parts.check(meta)
            self._checked = meta is not None
        parts = self._parts
        plan = search_plan(parts.fq, parts.profile, question, options, time.monotonic)
        return self._run(plan)

    def delete(self, ids: Iterable[str]) -> int:
        """Removes documents by their ids; how many there were."""
        return self.engine.delete(ids)

    def count(self) -> int:
        """The number of documents in the index."""
        return self.engine.count()

    def close(self) -> None:
        """Closes the engine."""
        self._pool.shutdown()
        self.engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, plan: Plan) -> SearchResult:
        outcome: Any = None
        while True:
            try:
                step = plan.send(outcome)
            except StopIteration as stop:
                result: SearchResult = stop.value
                return result
            outcome = self._ask(step) if isinstance(step, Ask) else self._try(step)

    def _ask(self, step: Ask) -> list[Hits | EngineError]:
        if len(step.requests) == 1:
            return [_outcome(self.engine, step.requests[0])]
        return list(self._pool.map(partial(_outcome, self.engine), step.requests))

    def _try(self, step: Embed | Think | Rank) -> Any:
        try:
            if isinstance(step, Embed):
                return self._parts.embed(step)
            if isinstance(step, Rank):
                return self._parts.rank(step)
            return listed(_awaited(self._parts.think(step)))
        except Exception as error:  # noqa: BLE001  # the plan decides what a failure means
            return error


def _outcome(engine: Engine, request: Request) -> Hits | EngineError:
    try:
        return engine.search(request)
    except EngineError as error:
        return error


def _awaited(thought: Any) -> Any:
    """The result of a coroutine, for those who give one to the synchronous searcher."""
    if not inspect.isawaitable(thought):
        return thought

    async def wait() -> Any:
        return await thought

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(wait())
    with ThreadPoolExecutor(1) as pool:  # a loop that runs, as in a notebook, cannot be run again
        return pool.submit(asyncio.run, wait()).result()
