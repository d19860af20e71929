"""What a store that fails costs, and what is said of it."""

from __future__ import annotations

import asyncio
import logging

import pytest

from fulltext_query.understand.caches_guard import Careful, Guard, PerLoop
from tests.understand.cache_contract import Clock

LOGGER = "fulltext_query.understand"


def test_a_store_that_failed_is_left_alone_and_tried_by_one() -> None:
    clock = Clock()
    guard = Guard("the store", 5.0, clock)
    assert guard.lets()
    guard.failed(OSError("gone"))
    assert not guard.lets()
    clock.now += 4.9
    assert not guard.lets()
    clock.now += 0.1
    assert [guard.lets() for _ in range(3)] == [True, False, False]
    clock.now += 5  # the one that tried never came back
    assert guard.lets()
    guard.worked()
    assert [guard.lets() for _ in range(3)] == [True] * 3


def test_an_outage_is_told_once_and_its_end_too(caplog: pytest.LogCaptureFixture) -> None:
    guard = Guard("the store", 0.0, Clock())
    with caplog.at_level(logging.INFO, LOGGER):
        for _ in range(5):
            guard.failed(OSError("gone"))
        guard.worked()
        guard.worked()
        guard.failed(TimeoutError())
    assert caplog.messages == [
        "cache.unavailable: the store is bypassed until it answers again: OSError",
        "cache.back: the store answers again",
        "cache.unavailable: the store is bypassed until it answers again: TimeoutError",
    ]


def test_a_refusal_is_told_once_for_its_kind_and_bypasses_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    guard = Guard("the store", 5.0, Clock())
    for number in range(3):
        guard.refused(ValueError(f"OOM at {number}"))
        guard.refused(ValueError(f"NOPERM at {number}"))
        assert guard.lets()
    assert caplog.messages == [
        "cache.refused: the store: ValueError OOM",
        "cache.refused: the store: ValueError NOPERM",
    ]
    for number in range(100):
        guard.refused(ValueError("A" * 2 + "BCDEFGHIJKLMNOPQRST"[number % 19] + " kind"))
    assert len(caplog.messages) == 16


class Failing:
    """A cache of somebody's that does nothing right while it is ``broken``."""

    def __init__(self) -> None:
        self.broken = True

    async def get(self, key: str) -> str | None:
        if self.broken:
            raise RuntimeError("cannot get")
        return b"bytes"  # type: ignore[return-value]

    async def set(self, key: str, value: str, *, ttl_seconds: float | None = None) -> None:
        if self.broken:
            raise RuntimeError("cannot set")

    async def delete(self, key: str) -> None:
        if self.broken:
            raise RuntimeError("cannot delete")


def test_any_cache_may_fail(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        broken = Failing()
        cache = Careful(broken)
        for _ in range(3):
            assert await cache.get("a") is None
            await cache.set("a", "value")
            await cache.delete("a")
        assert caplog.messages == [
            "cache.failed: Failing.get: RuntimeError",
            "cache.failed: Failing.set: RuntimeError",
            "cache.failed: Failing.delete: RuntimeError",
        ]
        broken.broken = False
        assert await cache.get("a") is None  # what is no text is a miss
        await cache.set("a", "value")
        await cache.delete("a")
        broken.broken = True
        await cache.set("a", "value")
        await cache.get("a")
        await cache.delete("a")
        assert len(caplog.messages) == 6

    asyncio.run(work())


def test_who_interrupts_is_not_held_up() -> None:
    class Interrupting(Failing):
        async def get(self, key: str) -> str | None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(_one_get(Careful(Interrupting())))


async def _one_get(cache: Careful) -> None:
    await cache.get("a")


def test_each_loop_has_its_own_and_closed_loops_nothing() -> None:
    things: PerLoop[object] = PerLoop()

    async def two() -> tuple[object, object]:
        return things.get(object), things.get(object)

    async def taken() -> tuple[object, object, object]:
        return things.get(object), things.pop(), things.pop()

    first, same = asyncio.run(two())
    other, _ = asyncio.run(two())
    assert first is same
    assert first is not other
    assert len(things._things) == 1
    mine, popped, nothing = asyncio.run(taken())
    assert mine is popped
    assert nothing is None


class Hanging:
    """A cache that never answers, and is told to stop."""

    def __init__(self) -> None:
        self.cancelled = 0

    async def get(self, key: str) -> str | None:
        await self._never()
        return None

    async def set(self, key: str, value: str, *, ttl_seconds: float | None = None) -> None:
        await self._never()

    async def delete(self, key: str) -> None:
        await self._never()

    async def _never(self) -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise


def test_a_cache_that_hangs_is_a_miss(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        hanging = Hanging()
        cache = Careful(hanging, timeout=0.01)
        async with asyncio.timeout(5):
            assert await cache.get("a") is None
            await cache.set("a", "value")
            await cache.delete("a")
        assert hanging.cancelled == 3

    asyncio.run(work())
    assert len(caplog.messages) == 3
    assert all("TimeoutError" in message for message in caplog.messages)


def test_no_call_waits_longer_than_half_a_second_unless_told_to() -> None:
    async def work() -> float:
        began = asyncio.get_running_loop().time()
        async with asyncio.timeout(5):
            assert await Careful(Hanging()).get("a") is None
        return asyncio.get_running_loop().time() - began

    assert 0.4 < asyncio.run(work()) < 2.0


def test_a_cache_that_is_cancelled_from_within_is_a_miss_and_its_caller_goes_on() -> None:
    class Cancelled(Failing):
        async def get(self, key: str) -> str | None:
            raise asyncio.CancelledError

        async def set(self, key: str, value: str, *, ttl_seconds: float | None = None) -> None:
            raise asyncio.CancelledError

    async def work() -> None:
        cache = Careful(Cancelled())
        assert await cache.get("a") is None
        await cache.set("a", "value")

    asyncio.run(work())


def test_the_callers_own_cancellation_passes_the_cache() -> None:
    async def work() -> None:
        hanging = Hanging()
        task = asyncio.ensure_future(Careful(hanging, timeout=60).get("a"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert hanging.cancelled == 1

    asyncio.run(work())
