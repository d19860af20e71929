"""What every cache of texts does, whatever it keeps them in."""

from __future__ import annotations

import asyncio
import math
from abc import abstractmethod
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fulltext_query.errors import SettingsError
from fulltext_query.understand.caches import Cache, cache_key

__all__ = ["ANY_TEXT", "CacheContract", "Clock"]

#: Lone surrogates and NUL too: models send everything.
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60)


class Clock:
    """A clock that goes on when it is told."""

    def __init__(self, now: float = 1_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class CacheContract:
    """Subclass it as Test…, and give ``cache``: a new one with nothing in it."""

    @abstractmethod
    def cache(self) -> AbstractAsyncContextManager[Cache]:
        raise NotImplementedError

    def run(self, work: Callable[[Cache], Awaitable[None]]) -> None:
        async def main() -> None:
            async with self.cache() as cache:
                await work(cache)

        asyncio.run(main())

    def test_it_is_a_cache(self) -> None:
        async def work(cache: Cache) -> None:
            assert isinstance(cache, Cache)

        self.run(work)

    @settings(
        max_examples=30, deadline=None, suppress_health_check=[HealthCheck.differing_executors]
    )
    @given(st.dictionaries(ANY_TEXT, ANY_TEXT, max_size=12))
    def test_any_text_comes_back_under_any_key(self, texts: dict[str, str]) -> None:
        async def work(cache: Cache) -> None:
            for key, value in texts.items():
                await cache.set(key, value, ttl_seconds=3600)
            assert {key: await cache.get(key) for key in texts} == texts

        self.run(work)

    def test_what_is_not_there_is_a_miss(self) -> None:
        async def work(cache: Cache) -> None:
            assert await cache.get(cache_key("nothing")) is None
            await cache.delete(cache_key("nothing"))

        self.run(work)

    def test_the_last_value_counts_until_it_is_deleted(self) -> None:
        async def work(cache: Cache) -> None:
            await cache.set("a", "first", ttl_seconds=100)
            await cache.set("a", "second")
            await cache.set("b", "other")
            assert await cache.get("a") == "second"
            await cache.delete("a")
            assert await cache.get("a") is None
            assert await cache.get("b") == "other"

        self.run(work)

    @pytest.mark.parametrize("seconds", [0, 0.0, -1, -math.inf])
    def test_a_value_without_time_to_live_takes_the_old_one_away(self, seconds: float) -> None:
        async def work(cache: Cache) -> None:
            await cache.set("a", "old")
            await cache.set("a", "new", ttl_seconds=seconds)
            assert await cache.get("a") is None

        self.run(work)

    @pytest.mark.parametrize("seconds", [None, math.inf, 1e300, 1e12, 5])
    def test_a_value_with_any_time_to_live_is_there(self, seconds: float | None) -> None:
        async def work(cache: Cache) -> None:
            await cache.set("a", "value", ttl_seconds=seconds)
            assert await cache.get("a") == "value"

        self.run(work)

    @pytest.mark.parametrize("seconds", [math.nan, "5"])
    def test_no_number_of_seconds_is_refused(self, seconds: float) -> None:
        async def work(cache: Cache) -> None:
            with pytest.raises(SettingsError, match="ttl_seconds"):
                await cache.set("a", "value", ttl_seconds=seconds)

        self.run(work)

    def test_a_thousand_callers_at_once(self) -> None:
        async def work(cache: Cache) -> None:
            keys = [cache_key("many", str(number)) for number in range(500)]
            await asyncio.gather(*(cache.set(key, "of " + key) for key in keys))
            found = await asyncio.gather(*(cache.get(key) for key in keys + keys))
            assert found == ["of " + key for key in keys + keys]

        self.run(work)

    def test_event_loops_and_threads_share_it(self) -> None:
        async def work(cache: Cache) -> None:
            await cache.set("0", "from 0")

            async def other(number: int) -> str | None:
                await cache.set(str(number), f"from {number}")
                found = await cache.get("0")
                await self.leave(cache)
                return found

            with ThreadPoolExecutor(4) as threads:
                loops = [threads.submit(asyncio.run, other(number)) for number in range(1, 9)]
                assert [loop.result() for loop in loops] == ["from 0"] * 8
            for number in range(9):
                assert await cache.get(str(number)) == f"from {number}"

        self.run(work)

    async def leave(self, cache: Cache) -> None:
        """What is to be done with the cache before a loop ends: nothing."""

    def test_callers_that_are_cancelled_mix_nothing_up(self) -> None:
        async def work(cache: Cache) -> None:
            keys = [f"key {number}" for number in range(40)]
            for key in keys:
                await cache.set(key, "of " + key)
            for turn in range(10):
                tasks = {key: asyncio.ensure_future(cache.get(key)) for key in keys}
                for _ in range(turn):
                    await asyncio.sleep(0)
                for key in keys[turn % 3 :: 3]:
                    tasks[key].cancel()
                await asyncio.gather(*tasks.values(), return_exceptions=True)
                for key, task in tasks.items():
                    assert task.cancelled() or task.result() == "of " + key
            assert [await cache.get(key) for key in keys] == ["of " + key for key in keys]

        self.run(work)
