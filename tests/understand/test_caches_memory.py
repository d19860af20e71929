"""The cache in memory: bounds, the order of going, and its clock."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.errors import SettingsError
from fulltext_query.understand.caches import Cache
from fulltext_query.understand.caches_memory import MemoryCache
from tests.understand.cache_contract import CacheContract, Clock


class TestMemoryCache(CacheContract):
    @asynccontextmanager
    async def cache(self) -> AsyncIterator[Cache]:
        yield MemoryCache()


def test_a_value_lives_its_time_and_no_longer() -> None:
    async def work() -> None:
        clock = Clock()
        cache = MemoryCache(clock=clock)
        await cache.set("short", "value", ttl_seconds=10)
        await cache.set("long", "value", ttl_seconds=20)
        await cache.set("ever", "value")
        clock.now += 9.999
        assert await cache.get("short") == "value"
        clock.now += 0.001
        assert await cache.get("short") is None
        assert await cache.get("long") == "value"
        clock.now += 1e9
        assert await cache.get("long") is None
        assert await cache.get("ever") == "value"

    asyncio.run(work())


def test_setting_it_again_gives_it_its_new_time() -> None:
    async def work() -> None:
        clock = Clock()
        cache = MemoryCache(clock=clock)
        await cache.set("a", "first", ttl_seconds=10)
        clock.now += 9
        await cache.set("a", "second", ttl_seconds=10)
        clock.now += 9
        await cache.set("b", "takes what has expired away")
        assert await cache.get("a") == "second"
        clock.now += 1
        assert await cache.get("a") is None

    asyncio.run(work())


def test_what_was_not_asked_for_the_longest_goes_first() -> None:
    async def work() -> None:
        cache = MemoryCache(max_entries=3)
        for key in "abc":
            await cache.set(key, key)
        assert await cache.get("a") == "a"
        await cache.set("d", "d")
        assert [await cache.get(key) for key in "abcd"] == ["a", None, "c", "d"]

    asyncio.run(work())


def test_what_has_expired_goes_before_what_has_not() -> None:
    async def work() -> None:
        clock = Clock()
        cache = MemoryCache(max_entries=3, clock=clock)
        await cache.set("oldest", "lives")
        for key in "ab":
            await cache.set(key, "expires", ttl_seconds=1)
        clock.now += 1
        await cache.set("new", "lives")
        assert await cache.get("oldest") == "lives"
        assert len(cache) == 2

    asyncio.run(work())


def test_bytes_are_bounded_whatever_the_values() -> None:
    async def work() -> None:
        cache = MemoryCache(max_bytes=20_000)
        for number in range(300):
            await cache.set(f"key {number}", "水" * (number * 7 % 4_000))
            assert cache.size <= 20_000
        await cache.set("small", "value")
        assert await cache.get("small") == "value"
        await cache.set("small", "x" * 30_000)  # alone too large: not kept, nor is the old one
        assert await cache.get("small") is None
        assert len(cache) > 0

    asyncio.run(work())


def test_the_size_is_that_of_the_memory() -> None:
    async def work() -> None:
        cache = MemoryCache(max_entries=100_000)
        gc.collect()
        tracemalloc.start()
        for number in range(20_000):
            await cache.set(f"{number:064}", "value " * (number % 20), ttl_seconds=number + 1)
        taken, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert taken * 0.7 < cache.size < taken * 1.6

    asyncio.run(work())


def test_a_value_that_is_set_ever_again_takes_no_more_memory() -> None:
    async def work() -> None:
        cache = MemoryCache()
        tracemalloc.start()
        for number in range(20_000):
            await cache.set("a", "value", ttl_seconds=100 + number)
        taken, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert taken < 100_000

    asyncio.run(work())


@pytest.mark.parametrize("bounds", [{"max_entries": 0}, {"max_bytes": 0}, {"max_entries": -1}])
def test_bounds_are_one_or_more(bounds: dict[str, int]) -> None:
    with pytest.raises(SettingsError, match="1 or more"):
        MemoryCache(**bounds)  # type: ignore[arg-type]


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("set"), st.sampled_from("abcdef"), st.sampled_from([None, 0, 1, 2, 5])),
        st.tuples(st.just("get"), st.sampled_from("abcdef"), st.none()),
        st.tuples(st.just("delete"), st.sampled_from("abcdef"), st.none()),
        st.tuples(st.just("wait"), st.none(), st.sampled_from([0.5, 1, 3])),
    ),
    max_size=60,
)


@given(STEPS, st.integers(1, 5))
def test_it_does_what_a_plain_model_does(
    steps: list[tuple[str, str, float | None]], most: int
) -> None:
    async def work() -> None:
        clock = Clock()
        cache = MemoryCache(max_entries=most, clock=clock)
        model: list[tuple[str, str, float]] = []  # key, value, end; the last used last
        for number, (what, key, seconds) in enumerate(steps):
            entry = next((entry for entry in model if entry[0] == key), None)
            if what == "wait":
                clock.now += seconds or 0
            elif what == "get":
                if entry:
                    model.remove(entry)
                    if entry[2] > clock.now:
                        model.append(entry)
                found = entry[1] if entry and entry[2] > clock.now else None
                assert await cache.get(key) == found
            elif what == "delete":
                model = [entry for entry in model if entry[0] != key]
                await cache.delete(key)
            else:
                end = float("inf") if seconds is None else clock.now + seconds
                model = [e for e in model if e[0] != key and e[2] > clock.now]
                if end > clock.now:
                    model = [*model, (key, str(number), end)][-most:]
                await cache.set(key, str(number), ttl_seconds=seconds)
            assert len(cache) == len(model)
        for key, value, end in model:
            assert await cache.get(key) == (value if end > clock.now else None)
        for key in "abcdef":
            await cache.delete(key)
        assert (len(cache), cache.size) == (0, 0)

    asyncio.run(work())
