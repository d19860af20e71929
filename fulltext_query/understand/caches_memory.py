"""A cache in this process's memory."""

from __future__ import annotations

import heapq
import math
import sys
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from ..errors import SettingsError
from .caches import lifetime

__all__ = ["MemoryCache"]

_ENTRY = 320  # bytes of an entry beside its two strings: tuples, numbers, places in dict and heap


class _Entry(NamedTuple):
    value: str
    expires: float
    size: int


class MemoryCache:
    """Keeps texts in memory; what was not asked for the longest goes first when it is full.

    It may be shared between event loops and threads. ``len()`` tells how many values it holds,
    ``size`` how many bytes.
    """

    def __init__(
        self,
        max_entries: int = 10_000,
        max_bytes: int = 64 * 1024 * 1024,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """An empty cache.

        max_entries: values, 1 or more. max_bytes: of memory, for keys, values and what it takes to
        keep them, 1 or more; a value that is larger alone is not kept. clock: seconds, of any
        beginning, never going back. Raises SettingsError.
        """
        if max_entries < 1 or max_bytes < 1:
            raise SettingsError("max_entries and max_bytes are 1 or more: NoopCache keeps nothing")
        self._max_entries = max_entries
        self._max_bytes = max_bytes
        self._clock = clock
        self._lock = threading.Lock()
        self._entries: dict[str, _Entry] = {}  # the one longest not used first
        self._ends: list[tuple[float, str]] = []  # a heap; some of them are of entries long gone
        self._size = 0

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def size(self) -> int:
        """Bytes of memory in use, at most ``max_bytes``."""
        return self._size

    async def get(self, key: str) -> str | None:
        """The value, which now is the last to go; None where there is none, or no more."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            del self._entries[key]
            if entry.expires <= self._clock():
                self._size -= entry.size
                return None
            self._entries[key] = entry
            return entry.value

    async def set(self, key: str, value: str, *, ttl_seconds: float | None = None) -> None:
        """Keeps a value; see ``Cache.set``."""
        seconds = lifetime(ttl_seconds)
        size = sys.getsizeof(key) + sys.getsizeof(value) + _ENTRY
        with self._lock:
            now = self._clock()
            self._drop(key)
            self._sweep(now)
            if seconds <= 0 or size > self._max_bytes:
                return
            expires = now + seconds
            self._entries[key] = _Entry(value, expires, size)
            self._size += size
            if expires < math.inf:
                heapq.heappush(self._ends, (expires, key))
            while len(self._entries) > self._max_entries or self._size > self._max_bytes:
                self._drop(next(iter(self._entries)))

    async def delete(self, key: str) -> None:
        """Forgets the value, if there is one."""
        with self._lock:
            self._drop(key)

    def _drop(self, key: str) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._size -= entry.size

    def _sweep(self, now: float) -> None:
        while self._ends and self._ends[0][0] <= now:
            _, key = heapq.heappop(self._ends)
            entry = self._entries.get(key)
            if entry is not None and entry.expires <= now:
                self._drop(key)
        if len(self._ends) > 2 * len(self._entries) + 16:
            self._ends = [
                (entry.expires, key)
                for key, entry in self._entries.items()
                if entry.expires < math.inf
            ]
            heapq.heapify(self._ends)
