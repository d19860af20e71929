"""Searching in one call: the engine, the builder and what is configured beside them."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, Self

from ..builder import FulltextQuery
from ..errors import EngineError, SettingsError
from ..threads import AT_ONCE, Threads
from .contract import Engine, Hits, IndexReport, Progress, Request
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
from .threads import GRACE, OutOfTime, settled

__all__ = ["Searcher"]


class Searcher:
    """Finds documents in an engine. Share it between threads; close it, or use it with ``with``.

    engine     an EmbeddedEngine, an ElasticsearchEngine, or anything of the protocol.
    fq         the builder; None for one with ``Settings()``.
    profile    how documents become fields; None for the library's own tokens.
    embedder   makes vectors of texts; with one, documents get vectors and searches are hybrid.
    hybrid     how both are fused; None for half each where there is an embedder. Without one it is
               for searches that bring a vector: any other is by words alone, with a note.
    ladder     what is tried when too little is found.
    rewriter, hyde   callables for the ladder's last rungs.
    reranker   scores the first hits anew.

    Whether the index was made with these settings is looked at by the first search, by the first
    after ``index``, and again where the last look was 10 seconds ago.
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
        # a model that hangs is to keep no thread from the engine
        self._beside = Threads()
        self._fresh = Freshness()
        self._closed = False

    @property
    def fq(self) -> FulltextQuery:
        """The builder of its queries."""
        return self._parts.fq

    def index(
        self, documents: Iterable[object], *, progress: Progress | None = None
    ) -> IndexReport:
        """Adds documents (Document, or mappings of its parts), replacing those of the same id.

        Makes the index if there is none. Without an embedder they are taken one by one, with one
        64 at a time. Every one taken is indexed or stands in the report's ``rejected`` with the
        reason, also one that cannot be read; the report's ``notes`` name those of which a part is
        too long to be searched whole (``max_characters``).

        Raises IndexConflictError, EngineError, and ModelError where the embedder fails: nothing is
        indexed without its vector then, and the documents are to be given again.
        """
        self._open()
        self._fresh.forget()
        self._parts.check(self.engine.meta())
        maker = self._parts.row_maker(progress)
        with maker.rows(documents) as rows:
            first = next(rows, None)
            if (schema := self._parts.profile.schema()) is not None:
                self.engine.create(schema, dimensions=self._parts.dimensions(first))
            report = IndexReport(0)
            if first is not None:
                report = self.engine.write(chain((first,), rows), progress=progress)
            return maker.complete(report)

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

        text       what the person typed, or an understood query: its first 16 other wordings are
                   searched too.
        size, offset   the page; together at most 10,000.
        filters    a mapping of metadata, or a Filter; see ``filters.parse_filter``.
        min_match  in place of the settings' own.
        timeout    seconds for all of it. Half of them are the words'; what takes longer beside
                   them (embedder, rewriter, generator, reranker, highlights) is left out with a
                   note, and the result is ``timed_out``. A thread cannot be stopped: what was left
                   behind may run on, unheard.
        total      count all matches exactly, not only up to 10,000.
        highlight  with at most ``fragments`` passages of each part; 0 for all of its text. Looked
                   for in the first 20,000 characters of a part.
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
        self._open()
        options = replace(options, check=self._fresh.is_due())
        parts = self._parts
        plan = search_plan(parts.fq, parts.profile, question, options, time.monotonic)
        return self._run(plan)

    def delete(self, ids: Iterable[str]) -> int:
        """Removes documents by their ids; how many there were.

        Raises DocumentError, before anything is removed, where ``ids`` is one string or holds what
        is no id.
        """
        self._open()
        return self.engine.delete(checked_ids(ids))

    def count(self) -> int:
        """The number of documents in the index."""
        self._open()
        return self.engine.count()

    def close(self) -> None:
        """Closes the engine; what is asked afterwards is an EngineError. Again is no error."""
        if not self._closed:
            self._closed = True
            self.engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> None:
        if self._closed:
            raise EngineError("the searcher is closed: make a new one")

    def _run(self, plan: Plan) -> SearchResult:
        outcome: Any = None
        while True:
            try:
                step = plan.send(outcome)
            except StopIteration as stop:
                result: SearchResult = stop.value
                return result
            outcome = self._ask(step) if isinstance(step, Ask) else self._try(step)

    def _ask(self, step: Ask) -> list[Hits | EngineError | OutOfTime]:
        calls = [partial(_outcome, self.engine, request) for request in step.requests]
        if step.limit is None and len(calls) == 1:
            return [calls[0]()]
        # each search has its own: none waits for the requests of another
        threads = Threads(AT_ONCE)
        limit = None if step.limit is None else step.limit + GRACE
        return settled([threads.submit(call) for call in calls], limit)

    def _try(self, step: Check | Embed | Think | Rank | Highlight) -> Any:
        if isinstance(step, Highlight) or step.limit is None:
            return self._tried(step)
        (outcome,) = settled([self._beside.submit(partial(self._tried, step))], step.limit)
        return outcome

    def _tried(self, step: Check | Embed | Think | Rank | Highlight) -> Any:
        try:
            match step:
                case Check():
                    return self._check()
                case Embed():
                    return self._parts.embed(step)
                case Rank():
                    return self._parts.rank(step)
                case Highlight():
                    return step.work()
                case Think():
                    return listed(_awaited(self._parts.think(step)))
        except Exception as error:  # noqa: BLE001  # the plan decides what a failure means
            return error

    def _check(self) -> None:
        meta = self.engine.meta()
        self._parts.check(meta)
        if meta is not None:
            self._fresh.looked()


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
