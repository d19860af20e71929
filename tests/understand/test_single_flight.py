"""One call for all who want the same at the same time."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from fulltext_query.errors import ModelUnavailableError
from fulltext_query.understand.caches import Cache, NoopCache
from fulltext_query.understand.caches_flight import SingleFlight
from fulltext_query.understand.caches_memory import MemoryCache
from tests.understand.cache_contract import Clock


class Maker:
    """Makes a value when it is let, and counts."""

    def __init__(self, value: str | None = "made", error: BaseException | None = None) -> None:
        self.calls = 0
        self.cancelled = 0
        self.begun = asyncio.Event()
        self.gate = asyncio.Event()
        self.value = value
        self.error = error

    async def __call__(self) -> str | None:
        self.calls += 1
        self.begun.set()
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.error is not None:
            raise self.error
        return self.value


async def joined(
    flight: SingleFlight, make: Maker, callers: int, key: str = "key"
) -> list[asyncio.Task[str | None]]:
    """So many callers, all of them waiting for a call that has begun."""
    tasks = [asyncio.create_task(flight.get_or_make(key, make)) for _ in range(callers)]
    await make.begun.wait()
    return tasks


def test_a_thousand_callers_share_one_call() -> None:
    async def work() -> None:
        cache = MemoryCache()
        flight, make = SingleFlight(cache), Maker()
        tasks = await joined(flight, make, 1_000)
        make.gate.set()
        assert await asyncio.gather(*tasks) == ["made"] * 1_000
        assert make.calls == 1
        assert await flight.get_or_make("key", make) == "made"  # from the cache now
        assert make.calls == 1
        assert await cache.get("key") == "made"

    asyncio.run(work())


def test_a_thousand_keys_are_a_thousand_calls_side_by_side() -> None:
    async def work() -> None:
        flight = SingleFlight(MemoryCache())
        makers = [Maker(f"made {number}") for number in range(1_000)]
        tasks = [
            asyncio.create_task(flight.get_or_make(f"key {number}", make))
            for number, make in enumerate(makers)
        ]
        for make in makers:
            await make.begun.wait()  # all of them before one may end
        for make in makers:
            make.gate.set()
        assert await asyncio.gather(*tasks) == [make.value for make in makers]

    asyncio.run(work())


def test_callers_that_are_cancelled_leave_the_others_their_call() -> None:
    async def work() -> None:
        flight, make = SingleFlight(MemoryCache()), Maker()
        tasks = await joined(flight, make, 1_000)
        for task in tasks[:999]:  # the one that began the call is the first of them
            task.cancel()
        await asyncio.wait(tasks[:999])
        assert all(task.cancelled() for task in tasks[:999])
        make.gate.set()
        assert await tasks[999] == "made"
        assert (make.calls, make.cancelled) == (1, 0)

    asyncio.run(work())


def test_a_call_that_nobody_waits_for_is_cancelled_and_made_anew_for_the_next() -> None:
    async def work() -> None:
        flight, make, again = SingleFlight(MemoryCache()), Maker(), Maker("again")
        tasks = await joined(flight, make, 3)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        again.gate.set()
        assert await flight.get_or_make("key", again) == "again"
        assert make.cancelled == 1

    asyncio.run(work())


def test_who_comes_while_a_cancelled_call_is_ending_begins_a_new_one() -> None:
    async def work() -> None:
        flight, again = SingleFlight(MemoryCache()), Maker("again")
        begun, leaving, left = asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def slow_to_leave() -> str | None:
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                leaving.set()
                await left.wait()
            return None

        first = asyncio.create_task(flight.get_or_make("key", slow_to_leave))
        await begun.wait()
        first.cancel()
        await leaving.wait()
        again.gate.set()
        assert await flight.get_or_make("key", again) == "again"
        left.set()

    asyncio.run(work())


def test_a_time_limit_of_one_caller_is_its_own() -> None:
    async def work() -> None:
        flight, make = SingleFlight(MemoryCache()), Maker()

        async def hurried() -> None:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0):
                    await flight.get_or_make("key", make)

        patient = asyncio.create_task(flight.get_or_make("key", make))
        await make.begun.wait()
        await hurried()
        make.gate.set()
        assert await patient == "made"

    asyncio.run(work())


def test_a_failure_is_everybodys_and_is_not_kept() -> None:
    async def work() -> None:
        flight, make = SingleFlight(MemoryCache()), Maker(error=ModelUnavailableError("busy"))
        tasks = await joined(flight, make, 100)
        make.gate.set()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(result, ModelUnavailableError) for result in results)
        assert make.calls == 1
        make.error = None
        assert await flight.get_or_make("key", make) == "made"
        assert make.calls == 2

    asyncio.run(work())


def test_who_comes_the_moment_after_a_failure_tries_anew() -> None:
    async def work() -> None:
        flight = SingleFlight(NoopCache())
        make, again = Maker(error=ValueError("bad")), Maker("again")
        again.gate.set()
        found: list[Awaitable[str | None]] = []

        async def failing() -> str | None:
            try:
                return await make()
            finally:  # the last thing before the call is over
                found.append(asyncio.ensure_future(flight.get_or_make("key", again)))

        make.gate.set()
        with pytest.raises(ValueError, match="bad"):
            await flight.get_or_make("key", failing)
        assert await found[0] == "again"

    asyncio.run(work())


def test_nothing_is_not_kept() -> None:
    async def work() -> None:
        cache = MemoryCache()
        flight, make = SingleFlight(cache), Maker(None)
        make.gate.set()
        assert await flight.get_or_make("key", make) is None
        assert await flight.get_or_make("key", make) is None
        assert (make.calls, len(cache)) == (2, 0)

    asyncio.run(work())


def test_values_are_kept_for_their_time() -> None:
    async def work() -> None:
        clock = Clock()
        flight, make = SingleFlight(MemoryCache(clock=clock)), Maker()
        make.gate.set()
        await flight.get_or_make("key", make, 10)
        clock.now += 9
        await flight.get_or_make("key", make, 10)
        assert make.calls == 1
        clock.now += 1
        await flight.get_or_make("key", make, 10)
        assert make.calls == 2

    asyncio.run(work())


def test_a_value_that_cannot_be_used_is_made_anew_and_overwritten() -> None:
    async def work() -> None:
        cache = MemoryCache()
        await cache.set("key", "{corrupt")
        flight, make = SingleFlight(cache), Maker('{"good": 1}')
        make.gate.set()
        value = await flight.get_or_make("key", make, usable=lambda text: text.endswith("}"))
        assert value == '{"good": 1}'
        assert await cache.get("key") == '{"good": 1}'

    asyncio.run(work())


def test_what_is_deleted_while_it_is_made_is_not_kept() -> None:
    async def work() -> None:
        cache = MemoryCache()
        flight, make, again = SingleFlight(cache), Maker("old"), Maker("new")
        tasks = await joined(flight, make, 2)
        await flight.delete("key")
        later = await joined(flight, again, 2)
        make.gate.set()
        assert await asyncio.gather(*tasks) == ["old", "old"]
        assert await cache.get("key") is None
        later += await joined(flight, again, 2)  # the end of the old call is not that of the new
        again.gate.set()
        assert await asyncio.gather(*later) == ["new"] * 4
        assert again.calls == 1
        assert await cache.get("key") == "new"

    asyncio.run(work())


class Broken:
    """A cache that fails in everything."""

    async def get(self, key: str) -> str | None:
        raise ConnectionError("away")

    async def set(self, key: str, value: str, *, ttl_seconds: float | None = None) -> None:
        raise ConnectionError("away")

    async def delete(self, key: str) -> None:
        raise ConnectionError("away")


@pytest.mark.parametrize("cache", [NoopCache(), Broken()], ids=["noop", "broken"])
def test_callers_share_their_call_without_a_cache_that_works(cache: Cache) -> None:
    async def work() -> None:
        flight, make = SingleFlight(cache), Maker()
        tasks = await joined(flight, make, 50)
        make.gate.set()
        assert await asyncio.gather(*tasks) == ["made"] * 50
        assert make.calls == 1
        assert await flight.get_or_make("key", make) == "made"
        assert make.calls == 2
        await flight.delete("key")

    asyncio.run(work())


def test_it_is_a_cache_and_is_not_wrapped_twice() -> None:
    async def work() -> None:
        flight = SingleFlight.over(MemoryCache())
        assert isinstance(flight, Cache)
        assert SingleFlight.over(flight) is flight
        await flight.set("a", "value", ttl_seconds=5)
        assert await flight.get("a") == "value"
        await flight.delete("a")
        assert await flight.get("a") is None

    asyncio.run(work())


def test_loops_do_not_wait_for_each_other() -> None:
    # a loop that ended in the middle of a call leaves nothing that another would wait for
    flight = SingleFlight(MemoryCache())

    async def left() -> None:
        make = Maker()
        await joined(flight, make, 2)

    async def other() -> str | None:
        make = Maker("of the other")
        make.gate.set()
        return await flight.get_or_make("key", make)

    asyncio.run(left())
    assert asyncio.run(other()) == "of the other"


def test_an_error_that_nobody_waits_for_is_not_complained_of() -> None:
    complaints: list[object] = []

    async def stubborn() -> str | None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise ValueError("on the way out") from None
        return None

    async def work() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: complaints.append(context))
        task = asyncio.create_task(SingleFlight(NoopCache()).get_or_make("key", stubborn))
        for _ in range(5):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        for _ in range(5):
            await asyncio.sleep(0)

    asyncio.run(work())
    gc.collect()
    assert complaints == []


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_who_interrupts_ends_the_program(error: type[BaseException]) -> None:
    async def work() -> None:
        make: Callable[[], Awaitable[str | None]] = Maker(error=error())
        assert isinstance(make, Maker)
        make.gate.set()
        await SingleFlight(NoopCache()).get_or_make("key", make)

    with pytest.raises(error):
        asyncio.run(work())


if hasattr(asyncio, "eager_task_factory"):  # of Python 3.12 and newer

    def test_tasks_that_begin_at_once_share_too() -> None:
        async def work() -> None:
            factory: Any = asyncio.eager_task_factory  # type: ignore[attr-defined,unused-ignore]
            asyncio.get_running_loop().set_task_factory(factory)
            flight, make, at_once = SingleFlight(MemoryCache()), Maker(), Maker("at once")
            tasks = await joined(flight, make, 100)
            make.gate.set()
            assert await asyncio.gather(*tasks) == ["made"] * 100
            assert make.calls == 1
            at_once.gate.set()
            assert await flight.get_or_make("other", at_once) == "at once"
            assert await flight.get_or_make("other", at_once) == "at once"
            assert at_once.calls == 1

        asyncio.run(work())
