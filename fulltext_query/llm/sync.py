"""Models from plain code: an event loop for one call, beside one that runs already too."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextvars import copy_context
from threading import Lock, Thread
from typing import Any, TypeVar

from .contract import LLM, Prompt, Reply

__all__ = ["Threads", "complete", "run"]

T = TypeVar("T")

AT_ONCE = 16
"""Calls of one model's plain function that run side by side."""


def complete(
    llm: LLM, prompt: Prompt, *, max_tokens: int = 256, timeout: float | None = None
) -> Reply:
    """``llm.complete`` from plain code. Raises what it raises."""
    return run(lambda: llm.complete(prompt, max_tokens=max_tokens, timeout=timeout))


def run(make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """The result of a coroutine, which is made and run in a loop of its own.

    Where a loop runs in this thread already (in a notebook, in a plain function that a coroutine
    calls), another thread runs it and this one waits: that loop stands still meanwhile.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(make())
    return Threads(1).submit(lambda: asyncio.run(make())).result()


class Threads:
    """Runs plain calls, in their order, in at most ``most`` threads at once.

    They are begun when they are needed and end when nothing waits. Unlike those of an event loop's
    own executor, one that never returns holds up neither the loop's end nor the program's.
    """

    def __init__(self, most: int = AT_ONCE) -> None:
        self._most = most
        self._lock = Lock()
        self._waiting: deque[Callable[[], None]] = deque()
        self._running = 0

    def submit(self, call: Callable[[], T]) -> Future[T]:
        """The future of a call; cancelled before its turn, it is never begun."""
        future: Future[T] = Future()
        context = copy_context()

        def work() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = context.run(call)
            except StopIteration as error:  # no future of an event loop takes it
                future.set_exception(RuntimeError(f"StopIteration: {error}"))
            except BaseException as error:  # noqa: BLE001  # it is the caller's
                future.set_exception(error)
            else:
                future.set_result(result)

        with self._lock:
            self._waiting.append(work)
            begins = self._running < self._most
            self._running += begins
        if begins:
            try:
                Thread(target=self._work, name="fulltext-query-llm", daemon=True).start()
            except RuntimeError:  # no further thread is to be had
                with self._lock:
                    self._running -= 1
                future.cancel()
                raise
        return future

    async def run(self, call: Callable[[], T]) -> T:
        """The result of a call, without blocking the event loop."""
        return await asyncio.wrap_future(self.submit(call))

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._running -= 1
                    return
                work = self._waiting.popleft()
            work()
            del work  # what it holds is not kept while the next one runs
