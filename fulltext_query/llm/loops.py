"""What belongs to one event loop and ends with it, such as a client with its connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

__all__ = ["PerLoop"]

T = TypeVar("T")


class PerLoop(Generic[T]):
    """One value for each event loop, made at first use; safe to share between threads.

    It is closed when its loop ends as ``asyncio.run`` ends one, or by ``close``. (A loop closes the
    asynchronous generators that were begun in it: each value is held by one.)
    """

    def __init__(self, make: Callable[[], T], close: Callable[[T], Awaitable[None]]) -> None:
        self._make, self._close = make, close
        self._lock = Lock()
        self._held: WeakKeyDictionary[
            asyncio.AbstractEventLoop, tuple[AsyncGenerator[T, None], T]
        ] = WeakKeyDictionary()

    async def get(self) -> T:
        """The value of the loop that runs."""
        loop = asyncio.get_running_loop()
        with self._lock:
            held = self._held.get(loop)
            for other in [one for one in self._held if one.is_closed()]:
                del self._held[other]
        if held is not None:
            return held[1]
        keeper = self._keeper(loop)
        value = await anext(keeper)  # without a pause: nobody else comes between
        with self._lock:
            self._held[loop] = keeper, value
        return value

    async def close(self) -> None:
        """Closes the value of the loop that runs; the next ``get`` makes another."""
        with self._lock:
            held = self._held.pop(asyncio.get_running_loop(), None)
        if held is not None:
            await held[0].aclose()

    async def _keeper(self, loop: asyncio.AbstractEventLoop) -> AsyncGenerator[T, None]:
        value = self._make()
        try:
            yield value
        finally:
            with self._lock:
                self._held.pop(loop, None)
            await self._close(value)
