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
        "cache.unavailable: the store is bypassed until it answers again: gone",
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
        "cache.refused: the store: OOM at 0",
        "cache.refused: the store: NOPERM at 0",
    ]
    for number in range(100):
        guard.refused(ValueError(f"{number} kinds"))
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
            "cache.failed: Failing.get: cannot get",
            "cache.failed: Failing.set: cannot set",
            "cache.failed: Failing.delete: cannot delete",
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
