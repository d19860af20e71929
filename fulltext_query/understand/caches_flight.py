"""One call for all who want the same thing at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Self

from .caches import Cache
from .caches_guard import PATIENCE, Careful, PerLoop

__all__ = ["SingleFlight"]


class _Flight:
    __slots__ = ("task", "waiting")

    def __init__(self) -> None:
        self.task: asyncio.Task[str | None] | None = None
        self.waiting = 0


class SingleFlight:
    """Any cache, with ``get_or_make``: callers of one key share one call while it is under way.

    They share it within one event loop; other loops, threads and processes make their own. The
    cache beneath may fail in any way, and be slow: that is a miss, and is logged.
    """

    def __init__(self, cache: Cache, *, timeout: float = PATIENCE) -> None:
        """timeout: seconds that each call of the cache may take."""
        self._cache = Careful(cache, timeout=timeout)
        self._flights: PerLoop[dict[str, _Flight]] = PerLoop()

    @classmethod
    def over(cls, cache: Cache) -> Self:
        """The cache itself where it is one already, so that all who have it share their calls."""
        return cache if isinstance(cache, cls) else cls(cache)

    async def get(self, key: str) -> str | None:
        """The value that the cache has."""
        return await self._cache.get(key)

    async def set(self, key: str, value: str, *, ttl_seconds: float | None = None) -> None:
        """Keeps a value in the cache."""
        await self._cache.set(key, value, ttl_seconds=ttl_seconds)

    async def delete(self, key: str) -> None:
        """Forgets the value; what is being made for the key now will not be kept either."""
        self._flights.get(dict).pop(key, None)
        await self._cache.delete(key)

    async def get_or_make(
        self,
        key: str,
        make: Callable[[], Awaitable[str | None]],
        ttl_seconds: float | None = None,
        *,
        usable: Callable[[str], bool] | None = None,
    ) -> str | None:
        """The value of the cache, or what ``make`` gives, which is kept for the next ones.

        make: called where there is no value, once for all who wait; it runs in the context
        variables of the first of them. None is not kept. What it raises, all who wait get, and the
        next caller tries anew. A caller that is cancelled leaves the others their call; when no
        one waits any more, the call is cancelled too.
        usable: whether the value that the cache has can be used; where not it is a miss and is
        overwritten.
        """
        flights = self._flights.get(dict)
        flight = flights.get(key)
        if flight is None:
            flight = flights[key] = _Flight()
            call = self._call(flights, flight, key, make, ttl_seconds, usable)
            flight.task = asyncio.create_task(call)
            flight.task.add_done_callback(_seen)
        task = flight.task
        if task is None:  # a task that began at once asks for its own key
            raise RuntimeError("get_or_make cannot wait for itself")
        flight.waiting += 1
        try:
            await asyncio.wait([task])
        finally:
            flight.waiting -= 1
            if not flight.waiting and not task.done():
                _forget(flights, key, flight)
                task.cancel()
        return task.result()

    async def _call(
        self,
        flights: dict[str, _Flight],
        flight: _Flight,
        key: str,
        make: Callable[[], Awaitable[str | None]],
        ttl_seconds: float | None,
        usable: Callable[[str], bool] | None,
    ) -> str | None:
        try:
            value = await self._cache.get(key)
            if value is None or (usable is not None and not usable(value)):
                value = await make()
                if value is not None and flights.get(key) is flight:
                    await self._cache.set(key, value, ttl_seconds=ttl_seconds)
            return value
        finally:
            # here and not in a callback: nobody is to join a call that has failed already
            _forget(flights, key, flight)


def _forget(flights: dict[str, _Flight], key: str, flight: _Flight) -> None:
    if flights.get(key) is flight:
        del flights[key]


def _seen(task: asyncio.Task[str | None]) -> None:
    """Keeps asyncio from telling of an error that nobody waits for any more."""
    if not task.cancelled():
        task.exception()
