"""A cache in a file, which outlives the process and may be shared by several."""

from __future__ import annotations

import asyncio
import os
import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from ..errors import SettingsError
from .caches import encoded, lifetime
from .caches_guard import Guard
from .caches_sqlite_file import SqliteFile, is_refusal
from .caches_values import opened, sealed

__all__ = ["SqliteCache"]

T = TypeVar("T")


class SqliteCache:
    """Keeps texts in a SQLite file; what was written the longest ago goes first when it is full.

    Threads, event loops and processes may share it, also after a fork. A thread of its own does
    the work, so that no event loop waits for a disk. It raises for nothing that befalls the file:
    a damaged one is put aside as ``….damaged`` and made anew; one that is locked too long, cannot
    be written or is another program's is bypassed; each is logged once. Use it on a local disk:
    several machines cannot share it.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        *,
        max_entries: int = 100_000,
        max_bytes: int = 256 * 1024 * 1024,
        timeout: float = 1.0,
        pause: float = 5.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Nothing is read or written yet; the file and its folders are made when they are needed.

        max_entries: values, 1 or more. max_bytes: of keys and values, 1 or more; a value that is
        larger alone is not kept; the file is larger by some tenths. timeout: seconds that a call
        may take, above 0. pause: seconds for which a file that does not answer is left alone.
        clock: seconds since 1970, the same for all who share the file. Raises SettingsError.
        """
        if str(path) in ("", ":memory:"):
            raise SettingsError("path is that of a file; MemoryCache needs none")
        if max_entries < 1 or max_bytes < 1:
            raise SettingsError("max_entries and max_bytes are 1 or more: NoopCache keeps nothing")
        if not timeout > 0 or not pause >= 0:
            raise SettingsError("timeout is above 0, and pause 0 or more")
        self._path = Path(path)
        # shorter than the callers wait: they hear what it waited for, and it is free for the next
        self._file = SqliteFile(self._path, max_entries, max_bytes, timeout * 0.8)
        self._timeout = timeout
        self._clock = clock
        self._guard = Guard(f"the cache {self._path}", pause, time.monotonic)
        self._lock = threading.Lock()
        self._thread: ThreadPoolExecutor | None = None
        self._process = os.getpid()
        weakref.finalize(self, self._file.close)

    async def get(self, key: str) -> str | None:
        """The value; None where there is none, no more, or none that can be used."""
        name, now = encoded(key), self._clock()
        return opened(key, await self._do(lambda: self._file.get(name, now)))

    async def set(self, key: str, value: str, *, ttl_seconds: float | None = None) -> None:
        """Keeps a value; see ``Cache.set``."""
        name, data, now = encoded(key), sealed(key, value), self._clock()
        expires = now + lifetime(ttl_seconds)
        await self._do(lambda: self._file.set(name, data, now, expires))

    async def delete(self, key: str) -> None:
        """Forgets the value, if there is one."""
        name = encoded(key)
        await self._do(lambda: self._file.delete(name))

    async def totals(self) -> tuple[int, int]:
        """How many values the file has, expired ones that still stand there too, and their bytes.

        (0, 0) where it cannot be asked.
        """
        return await self._do(self._file.totals) or (0, 0)

    def close(self) -> None:
        """Ends the thread and closes the file, after what is under way; a later call opens it."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is not None:
            thread.submit(self._file.close)
            thread.shutdown()

    async def aclose(self) -> None:
        """``close`` without blocking the loop."""
        await asyncio.to_thread(self.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    async def _do(self, work: Callable[[], T]) -> T | None:
        """What the work gives; None where it could not be done, or not in time."""
        if not self._guard.lets():
            return None
        try:
            async with asyncio.timeout(self._timeout):
                result = await asyncio.wrap_future(self._begun(work))
        except Exception as error:  # noqa: BLE001  # of SQLite, the system, the time-out
            if is_refusal(error):
                self._guard.refused(error)
            else:
                self._guard.failed(error)
            return None
        self._guard.worked()
        return result

    def _begun(self, work: Callable[[], T]) -> Future[T]:
        with self._lock:
            if self._process != os.getpid():  # a fork has no threads but the one that forked
                self._process = os.getpid()
                self._thread = None
            if self._thread is None:
                self._thread = ThreadPoolExecutor(1, thread_name_prefix="fulltext-query-cache")
            return self._thread.submit(work)
