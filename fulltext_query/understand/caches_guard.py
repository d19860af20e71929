"""Keeps a store that fails from costing more than a miss."""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from .caches import Cache
from .notes import said_of

__all__ = ["PATIENCE", "Careful", "Guard", "PerLoop", "asked_in_time"]

PATIENCE = 0.5
"""Seconds that one call of a cache may take before it is a miss."""

T = TypeVar("T")

_LOGGER = logging.getLogger("fulltext_query.understand")
_CODE = re.compile(r"[A-Z]{2,16}\b")  # how a server names its refusal


async def asked_in_time(ask: Callable[[], Awaitable[T]], seconds: float) -> T:
    """What a cache gives. Raises an Exception where it fails in any way.

    TimeoutError where it takes longer than ``seconds``; RuntimeError where it was cancelled from
    within. CancelledError is raised only where the caller itself was cancelled.
    """
    task = asyncio.current_task()
    requests = task.cancelling() if task is not None else 0
    try:
        async with asyncio.timeout(seconds):
            return await ask()
    except asyncio.CancelledError as error:
        if task is not None and task.cancelling() > requests:
            raise
        raise RuntimeError("the cache's own call was cancelled") from error


class Guard:
    """Bypasses a store for a while after it failed, and tells of each outage once.

    While the store is away one call in ``pause`` seconds tries it; the others do not wait for it.
    """

    def __init__(self, name: str, pause: float, clock: Callable[[], float]) -> None:
        """name: how logs call the store. pause: seconds. clock: seconds, of any beginning."""
        self._name = name
        self._pause = pause
        self._clock = clock
        self._lock = threading.Lock()
        self._away_until: float | None = None
        self._refusals: set[str] = set()

    def lets(self) -> bool:
        """Whether the store is to be tried now."""
        with self._lock:
            if self._away_until is None:
                return True
            now = self._clock()
            if now < self._away_until:
                return False
            self._away_until = now + self._pause  # the others wait for what this one finds
            return True

    def worked(self) -> None:
        """The store did what it was asked."""
        with self._lock:
            told, self._away_until = self._away_until is not None, None
        if told:
            _LOGGER.info("cache.back: %s answers again", self._name)

    def failed(self, error: BaseException) -> None:
        """The store is away, or too slow: it is bypassed for a while."""
        with self._lock:
            told, self._away_until = self._away_until is not None, self._clock() + self._pause
        if not told:
            _LOGGER.warning(
                "cache.unavailable: %s is bypassed until it answers again: %s",
                self._name,
                _named(error),
            )
            _LOGGER.debug("cache.unavailable: %s", self._name, exc_info=error)

    def refused(self, error: BaseException) -> None:
        """The store answered, but did not do it; it is tried again next time."""
        kind = _named(error)
        with self._lock:
            told = kind in self._refusals or len(self._refusals) >= 16
            self._refusals.add(kind)
        if not told:
            _LOGGER.warning("cache.refused: %s: %s", self._name, kind)
            _LOGGER.debug("cache.refused: %s", self._name, exc_info=error)


class Careful:
    """Any cache as one that raises no Exception and gives nothing but texts.

    Its errors are logged, those of reading and of writing once each until it works again. One that
    is too slow is a cache that fails.
    """

    def __init__(self, cache: Cache, *, timeout: float = PATIENCE) -> None:
        """timeout: seconds that each call may take."""
        self._cache = cache
        self._timeout = timeout
        self._failing: set[str] = set()

    async def get(self, key: str) -> str | None:
        """The value; None too where the cache fails, or gives what is no text."""
        try:
            value: object = await asked_in_time(lambda: self._cache.get(key), self._timeout)
        except Exception as error:  # noqa: BLE001  # anybody's cache, and only a cache
            self._tell("get", error)
            return None
        self._failing.discard("get")
        return value if isinstance(value, str) else None

    async def set(self, key: str, value: str, *, ttl_seconds: float | None = None) -> None:
        """Keeps a value, if the cache can."""
        try:
            await asked_in_time(
                lambda: self._cache.set(key, value, ttl_seconds=ttl_seconds), self._timeout
            )
            self._failing.discard("set")
        except Exception as error:  # noqa: BLE001
            self._tell("set", error)

    async def delete(self, key: str) -> None:
        """Forgets the value, if the cache can."""
        try:
            await asked_in_time(lambda: self._cache.delete(key), self._timeout)
            self._failing.discard("delete")
        except Exception as error:  # noqa: BLE001
            self._tell("delete", error)

    def _tell(self, what: str, error: Exception) -> None:
        if what not in self._failing:
            self._failing.add(what)
            name = type(self._cache).__name__
            _LOGGER.warning("cache.failed: %s.%s: %s", name, what, said_of(error))
            _LOGGER.debug("cache.failed: %s.%s", name, what, exc_info=error)


class PerLoop(Generic[T]):
    """Something of which each event loop has its own; that of a closed loop is dropped."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._things: dict[asyncio.AbstractEventLoop, T] = {}

    def get(self, make: Callable[[], T]) -> T:
        """The running loop's own, made where it has none."""
        loop = asyncio.get_running_loop()
        thing = self._things.get(loop)
        if thing is None:
            with self._lock:
                for other in [other for other in self._things if other.is_closed()]:
                    del self._things[other]
                thing = self._things[loop] = make()
        return thing

    def pop(self) -> T | None:
        """Takes the running loop's own away."""
        with self._lock:
            return self._things.pop(asyncio.get_running_loop(), None)


def _named(error: BaseException) -> str:
    """What is told of a store's error, with the code that the store gave it."""
    code = getattr(error, "sqlite_errorname", None)
    if not isinstance(code, str):
        found = _CODE.match(str(error))
        code = found[0] if found is not None else ""
    said = said_of(error)
    return f"{said} {code}" if code and said == type(error).__name__ else said
