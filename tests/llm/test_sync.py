"""Models from plain code, with and without a loop that runs already; what ends with its loop."""

from __future__ import annotations

import asyncio
import contextvars
import threading

import pytest

from fulltext_query.llm import NoopLLM, Prompt, complete
from fulltext_query.llm.loops import PerLoop
from fulltext_query.llm.sync import run
from fulltext_query.threads import Threads

WHO = contextvars.ContextVar("WHO", default="nobody")


def test_from_plain_code_and_within_a_loop() -> None:
    async def inside() -> str | None:
        return complete(NoopLLM("x"), Prompt("", "q")).text

    assert complete(NoopLLM("x"), Prompt("", "q")).text == "x"
    assert asyncio.run(inside()) == "x"


def test_errors_and_context_come_through() -> None:
    async def who() -> str:
        return WHO.get()

    async def fails() -> None:
        raise KeyError("broke")

    async def inside() -> str:
        with pytest.raises(KeyError, match="broke"):
            run(fails)
        return run(who)

    WHO.set("somebody")
    assert run(who) == "somebody"
    assert asyncio.run(inside()) == "somebody"
    with pytest.raises(KeyError, match="broke"):
        run(fails)


def test_no_more_threads_than_allowed() -> None:
    threads = Threads(2)
    begun, release = threading.Semaphore(0), threading.Event()

    def work() -> bool:
        begun.release()
        return release.wait(5)

    futures = [threads.submit(work) for _ in range(3)]
    assert begun.acquire(timeout=5)
    assert begun.acquire(timeout=5)
    assert [future.running() for future in futures] == [True, True, False]
    release.set()
    assert all(future.result(5) for future in futures)


def test_a_call_that_is_given_up_before_its_turn_is_never_begun() -> None:
    threads = Threads(1)
    release, begun = threading.Event(), []
    first = threads.submit(lambda: release.wait(5))
    second = threads.submit(lambda: begun.append(1))
    assert second.cancel()
    third = threads.submit(lambda: begun.append(3))
    release.set()
    assert first.result(5)
    third.result(5)
    assert begun == [3]


def test_each_loop_has_its_own_and_closes_it() -> None:
    made: list[int] = []
    closed: list[int] = []

    def make() -> int:
        made.append(len(made))
        return made[-1]

    async def close(value: int) -> None:
        closed.append(value)

    held = PerLoop(make, close)

    async def use() -> list[int]:
        return await asyncio.gather(*[held.get() for _ in range(3)])

    assert asyncio.run(use()) == [0, 0, 0]
    assert closed == [0]
    assert asyncio.run(use()) == [1, 1, 1]
    assert closed == [0, 1]

    async def twice() -> tuple[int, int]:
        first = await held.get()
        await held.close()
        await held.close()
        return first, await held.get()

    assert asyncio.run(twice()) == (2, 3)
    assert closed == [0, 1, 2, 3]


def test_a_loop_that_ends_badly_is_forgotten() -> None:
    async def close(value: object) -> None:
        raise AssertionError("nobody can close it any more")

    held = PerLoop(object, close)
    loop = asyncio.new_event_loop()
    first = loop.run_until_complete(held.get())
    loop.close()
    other = asyncio.new_event_loop()
    assert other.run_until_complete(held.get()) is not first
    assert len(held._held) == 1
    other.close()


@pytest.mark.parametrize("replaces", [True, False])
def test_a_call_that_was_given_up_counts_no_longer_where_it_is_replaced(replaces: bool) -> None:
    threads = Threads(1, replaces=replaces)
    release, begun = threading.Event(), threading.Semaphore(0)

    def work() -> bool:
        begun.release()
        return release.wait(5)

    async def given_up() -> None:
        call = asyncio.create_task(threads.run(work))
        await asyncio.to_thread(begun.acquire)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

    asyncio.run(given_up())
    second = threads.submit(work)
    if replaces:
        assert begun.acquire(timeout=5)
    third = threads.submit(work)
    assert (second.running(), third.running()) == (replaces, False)
    release.set()
    assert second.result(5)
    assert third.result(5)
    # the first thread, back at last, took nobody's place
    release.clear()
    while begun.acquire(blocking=False):
        pass
    futures = [threads.submit(work) for _ in range(2)]
    assert begun.acquire(timeout=5)
    assert [future.running() for future in futures] == [True, False]
    release.set()
    assert all(future.result(5) for future in futures)
