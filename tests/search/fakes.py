"""An engine that finds what it is told to and remembers what it was asked; both searchers."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterable, Callable, Iterable, Mapping
from typing import Any, Protocol, cast

from fulltext_query.query.tree import Term
from fulltext_query.search import (
    AsyncSearcher,
    Hit,
    Hits,
    IndexReport,
    IndexSchema,
    Request,
    Row,
    Searcher,
    SearchResult,
)
from fulltext_query.search.contract import Progress

__all__ = ["AsyncFake", "Clock", "Face", "Fake", "Waiting", "codes", "fake_searcher", "found",
           "ids", "words"]  # fmt: skip

Answer = Callable[[Request], Hits]


class Fake:
    """Answers by a function of the request; an EngineError that it raises is the engine's."""

    def __init__(
        self, answer: Answer | Hits | None = None, meta: Mapping[str, Any] | None = None
    ) -> None:
        given = Hits(()) if answer is None else answer
        self.answer: Answer = (lambda _: given) if isinstance(given, Hits) else given
        self.held = meta
        self.requests: list[Request] = []
        self.rows: list[Row] = []
        self.created: list[tuple[IndexSchema, int | None]] = []
        self.closed = False
        self._lock = threading.Lock()

    def create(self, schema: IndexSchema, *, dimensions: int | None = None) -> None:
        self.created.append((schema, dimensions))

    def meta(self) -> Mapping[str, Any] | None:
        return self.held

    def write(self, rows: Iterable[Row], *, progress: Progress | None = None) -> IndexReport:
        before = len(self.rows)
        for row in rows:
            self.take(row, progress)
        return IndexReport(len(self.rows) - before)

    def take(self, row: Row, progress: Progress | None) -> None:
        """Writes one row."""
        self.rows.append(row)
        if progress is not None:
            progress(1)

    def delete(self, ids: Iterable[str]) -> int:
        return len(list(ids))

    def search(self, request: Request) -> Hits:
        with self._lock:
            self.requests.append(request)
        return self.answer(request)

    def count(self) -> int:
        return len(self.rows)

    def close(self) -> None:
        self.closed = True


class AsyncFake:
    """The same for an event loop; each search in a thread, so that searches can meet."""

    def __init__(self, engine: Fake) -> None:
        self.engine = engine

    async def create(self, schema: IndexSchema, *, dimensions: int | None = None) -> None:
        self.engine.create(schema, dimensions=dimensions)

    async def meta(self) -> Mapping[str, Any] | None:
        return self.engine.meta()

    async def write(
        self, rows: Iterable[Row] | AsyncIterable[Row], *, progress: Progress | None = None
    ) -> IndexReport:
        if not isinstance(rows, AsyncIterable):
            return self.engine.write(rows, progress=progress)
        before = len(self.engine.rows)
        async for row in rows:
            self.engine.take(row, progress)
        return IndexReport(len(self.engine.rows) - before)

    async def delete(self, ids: Iterable[str]) -> int:
        return self.engine.delete(ids)

    async def search(self, request: Request) -> Hits:
        return await asyncio.to_thread(self.engine.search, request)

    async def count(self) -> int:
        return self.engine.count()

    async def close(self) -> None:
        self.engine.close()


class Face(Protocol):
    """What both kinds of searcher can do, as plain calls."""

    def index(self, documents: Any, *, progress: Progress | None = None) -> IndexReport: ...
    def search(self, text: object, **options: Any) -> SearchResult: ...
    def delete(self, ids: Iterable[str]) -> int: ...
    def count(self) -> int: ...
    def close(self) -> None: ...


class Waiting:
    """An AsyncSearcher, run to the end call by call in a loop of its own."""

    def __init__(self, engine: Any, fq: Any = None, **options: Any) -> None:
        self._runner = asyncio.Runner()
        self._searcher = AsyncSearcher(engine, fq, **options)

    def index(self, documents: Any, *, progress: Progress | None = None) -> IndexReport:
        return self._runner.run(self._searcher.index(documents, progress=progress))

    def search(self, text: object, **options: Any) -> SearchResult:
        return self._runner.run(self._searcher.search(text, **options))

    def delete(self, ids: Iterable[str]) -> int:
        return self._runner.run(self._searcher.delete(ids))

    def count(self) -> int:
        return self._runner.run(self._searcher.count())

    def close(self) -> None:
        try:
            self._runner.run(self._searcher.close())
        finally:
            self._runner.close()


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def takes(self, seconds: float, answer: Any) -> Callable[[Any], Any]:
        """A callable that takes so long for its answer."""

        def call(_: Any) -> Any:
            self.now += seconds
            return answer

        return call


def fake_searcher(kind: str, engine: Fake, fq: Any = None, **options: Any) -> Face:
    """A searcher of either kind on a fake engine."""
    if kind == "waiting":
        waiting: Any = Searcher(engine, fq, **options)
        return cast("Face", waiting)
    return Waiting(AsyncFake(engine), fq, **options)


def found(*names: str, total: int | None = None, score: float = 10.0, **more: Any) -> Hits:
    """Hits of these ids, best first, each scored a tenth less; the text of each is its id."""
    hits = tuple(
        Hit(name, score * 0.9**place, {"content": name}) for place, name in enumerate(names)
    )
    return Hits(hits, len(names) if total is None else total, **more)


def words(request: Request) -> str:
    """The words that a request asks for; '' where it asks for neighbours alone."""
    slots = request.query.slots if request.query is not None else ()
    return " ".join(
        slot.main.text if isinstance(slot.main, Term) else " ".join(slot.main.words)
        for slot in slots
    )


def ids(result: SearchResult) -> list[str]:
    return [hit.id for hit in result]


def codes(result: SearchResult) -> list[str]:
    """The codes of its notes."""
    return [note.code for note in result.notes]
