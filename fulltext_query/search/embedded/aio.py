"""The embedded engine for an event loop: the same engine, in threads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from threading import Event
from typing import TYPE_CHECKING, Any

from ..contract import Hits, IndexReport, IndexSchema, Progress, Request, Row
from ..ids import checked_ids
from .engine import EmbeddedEngine

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["AsyncEmbeddedEngine"]

_BATCH = 256


class AsyncEmbeddedEngine:
    """``EmbeddedEngine`` with await; see there. Searches run side by side."""

    def __init__(
        self, path: str | PathLike[str] | None = None, *, lock_timeout: float = 10.0
    ) -> None:
        self._engine = EmbeddedEngine(path, lock_timeout=lock_timeout)

    def __repr__(self) -> str:
        return f"Async{self._engine!r}"

    async def create(self, schema: IndexSchema, *, dimensions: int | None = None) -> None:
        """Makes the index if there is none."""
        await asyncio.to_thread(self._engine.create, schema, dimensions=dimensions)

    async def meta(self) -> Mapping[str, Any] | None:
        """The ``meta`` that it was made with; None if there is no index."""
        return await asyncio.to_thread(self._engine.meta)

    async def write(
        self, rows: Iterable[Row] | AsyncIterable[Row], *, progress: Progress | None = None
    ) -> IndexReport:
        """Adds rows. ``progress`` is called in the writing thread.

        Cancelled while rows still come, it leaves nothing written.
        """
        loop = asyncio.get_running_loop()
        cancelled = Event()
        waiting: Future[list[Row]] | None = None

        async def batch(pending: AsyncIterable[Row]) -> list[Row]:
            found: list[Row] = []
            async for row in pending:
                found.append(row)
                if len(found) == _BATCH:
                    break
            return found

        def stream() -> Iterator[Row]:
            nonlocal waiting
            if isinstance(rows, AsyncIterable):
                pending = aiter(rows)
                while not cancelled.is_set():
                    waiting = asyncio.run_coroutine_threadsafe(batch(pending), loop)
                    if cancelled.is_set():  # just now, when there was another one to cancel
                        waiting.cancel()
                    part = waiting.result()
                    if not part:
                        return
                    yield from part
                raise _CancelledError
            for row in rows:
                if cancelled.is_set():
                    raise _CancelledError
                yield row

        try:
            return await asyncio.to_thread(self._engine.write, stream(), progress=progress)
        except asyncio.CancelledError:
            cancelled.set()
            if waiting is not None:
                waiting.cancel()
            raise

    async def delete(self, ids: Iterable[str]) -> int:
        """Removes documents; how many there were. Raises DocumentError for what are no ids."""
        return await asyncio.to_thread(self._engine.delete, checked_ids(ids))

    async def search(self, request: Request) -> Hits:
        """Answers a request."""
        return await asyncio.to_thread(self._engine.search, request)

    async def count(self) -> int:
        """The number of documents."""
        return await asyncio.to_thread(self._engine.count)

    async def close(self) -> None:
        """Lets go of the folder's files."""
        await asyncio.to_thread(self._engine.close)


class _CancelledError(Exception):
    """Ends a write whose caller has gone."""
