"""A cache in a Redis server, which several machines may share."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ..errors import MissingExtraError, SettingsError
from .caches import encoded, lifetime
from .caches_guard import Guard, PerLoop
from .caches_values import opened, sealed

if TYPE_CHECKING:
    from redis.asyncio import Redis

__all__ = ["RedisCache"]

T = TypeVar("T")

_LONGEST = 10**15  # milliseconds, some 30,000 years: the server refuses times that overflow


class RedisCache:
    """Keeps texts in Redis, or a server that speaks like it.

    It raises for nothing that befalls the server: one that is away, slow or full is a miss, within
    ``timeout``; it is logged once, and while it is away it is bypassed but for one call in
    ``pause`` seconds. Each event loop has a client of its own, which is closed with the loop;
    ``aclose`` closes it sooner.
    """

    def __init__(
        self,
        redis: str | Redis,
        *,
        prefix: str = "fulltext_query:",
        default_ttl_seconds: float | None = 30 * 86_400.0,
        timeout: float = 0.5,
        pause: float = 5.0,
        at_once: int = 16,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Nothing is connected yet.

        redis: ``redis://[[user]:password@]host[:port][/db]``, ``rediss://…`` or ``unix://…``; or a
        client of ``redis.asyncio``, which is the caller's to close and serves one event loop.
        prefix: what the server's keys begin with. default_ttl_seconds: of values that are set
        without one; None keeps them until the server needs their room. timeout: seconds that a
        call may take, above 0. pause: seconds between tries while the server is away. at_once:
        connections of each event loop, 1 or more. clock: seconds, of any beginning, for pauses.
        Raises MissingExtraError without redis-py, SettingsError.
        """
        if not timeout > 0 or not pause >= 0 or at_once < 1:
            raise SettingsError("timeout is above 0, pause 0 or more, at_once 1 or more")
        try:
            import redis.asyncio as library
            from redis.exceptions import ResponseError
        except ImportError:
            raise MissingExtraError("a cache in Redis", "redis") from None
        self._refusals = (ResponseError, UnicodeError)  # the server answered
        self._url = redis if isinstance(redis, str) else ""
        if isinstance(redis, str):
            try:
                library.ConnectionPool.from_url(redis)
            except (ValueError, TypeError):
                # neither the address nor the library's words for it: a password may stand there
                raise SettingsError(
                    "the address of a Redis server is redis://host:port/db, rediss://… or unix://…"
                ) from None
        self._given = None if isinstance(redis, str) else redis
        self._prefix = encoded(prefix)
        self._default_ttl = lifetime(default_ttl_seconds)
        self._timeout = timeout
        self._at_once = at_once
        self._guard = Guard("the cache in Redis", pause, clock)
        self._clients: PerLoop[_Client] = PerLoop()

    async def get(self, key: str) -> str | None:
        """The value; None where there is none, no more, or none that can be used."""
        name = self._prefix + encoded(key)
        return opened(key, await self._do(lambda client: client.get(name)))

    async def set(self, key: str, value: str, *, ttl_seconds: float | None = None) -> None:
        """Keeps a value; see ``Cache.set``. Times are kept to the millisecond."""
        seconds = self._default_ttl if ttl_seconds is None else lifetime(ttl_seconds)
        if seconds <= 0:
            await self.delete(key)
            return
        name, data = self._prefix + encoded(key), sealed(key, value)
        time_to_live = None if seconds == math.inf else _milliseconds(seconds)
        await self._do(lambda client: client.set(name, data, px=time_to_live))

    async def delete(self, key: str) -> None:
        """Forgets the value, if the server can be reached."""
        name = self._prefix + encoded(key)
        await self._do(lambda client: client.delete(name))

    async def aclose(self) -> None:
        """Closes the running loop's client, unless it was given; a later call opens one anew."""
        client = self._clients.pop()
        if client is not None and client.lives is not None:
            await client.lives.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def _do(self, command: Callable[[Any], Awaitable[T]]) -> T | None:
        """What the server answers; None where it did not, or not in time."""
        if not self._guard.lets():
            return None
        asked, limit = False, asyncio.timeout(self._timeout)
        try:
            async with limit:
                client = self._clients.get(self._client)
                await client.begin()
                async with client.turns:
                    asked = True
                    answer = await command(client.redis)
        except self._refusals as error:
            self._guard.refused(error)
            return None
        except Exception as error:  # noqa: BLE001  # of the library, the system, a client given
            if asked or not limit.expired():  # else it was those before us who took the time
                self._guard.failed(error)
            return None
        self._guard.worked()
        return answer

    def _client(self) -> _Client:
        if self._given is not None:
            return _Client(self._given, self._at_once, owned=False)
        import redis.asyncio as library
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
        from redis.exceptions import ConnectionError as RedisConnectionError

        client = library.Redis.from_url(
            self._url,
            socket_timeout=self._timeout,
            socket_connect_timeout=self._timeout,
            retry=Retry(NoBackoff(), 1),  # a connection that the server closed while it was idle
            retry_on_error=[RedisConnectionError],
        )
        return _Client(client, self._at_once, owned=True)


class _Client:
    """What one event loop has."""

    def __init__(self, redis: Redis, at_once: int, *, owned: bool) -> None:
        self.redis: Any = redis
        self.turns = asyncio.Semaphore(at_once)
        self.lives = _living(redis) if owned else None
        self._begun = not owned

    async def begin(self) -> None:
        if not self._begun and self.lives is not None:
            self._begun = True
            await anext(self.lives)


async def _living(redis: Redis) -> AsyncGenerator[None, None]:
    """Closes the client when it is closed itself; a loop that ends closes its generators."""
    try:
        yield
    finally:
        await redis.aclose()


def _milliseconds(seconds: float) -> int:
    return max(1, int(min(seconds * 1000, _LONGEST)))
