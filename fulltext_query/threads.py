"""Threads for what may take too long: the caller waits as long as it has time, and goes on."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context
from enum import Enum, auto
from threading import Lock, Thread
from typing import TypeVar

__all__ = ["AT_ONCE", "Threads"]

T = TypeVar("T")

AT_ONCE = 16
"""Calls that run side by side, where nothing else is said."""


class Threads:
    """Runs plain calls, in their order, in at most ``most`` threads at once.

    They are begun when they are needed and end when nothing waits. Unlike those of an event loop's
    own executor, one that never returns holds up neither the loop's end nor the program's.

    replaces: whether a call of ``run`` that nobody waits for any more counts no longer, although
    its thread goes on; else calls that hang keep their places for good.
    """

    def __init__(self, most: int = AT_ONCE, *, replaces: bool = True) -> None:
        self._most = most
        self._replaces = replaces
        self._lock = Lock()
        self._waiting: deque[_Turn] = deque()
        self._running = 0  # threads that take turns; those that were given up are not among them

    def submit(self, call: Callable[[], T]) -> Future[T]:
        """The future of a call; cancelled before its turn, it is never begun."""
        return self._submitted(call)[0]

    async def run(self, call: Callable[[], T]) -> T:
        """The result of a call, without blocking the event loop."""
        future, turn = self._submitted(call)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            if self._replaces:
                self._give_up(turn)
            raise

    def _submitted(self, call: Callable[[], T]) -> tuple[Future[T], _Turn]:
        future: Future[T] = Future()
        context = copy_context()

        def work() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = context.run(call)
            except StopIteration as error:  # no future of an event loop takes it
                failure = RuntimeError(f"StopIteration: {error}")
                failure.__cause__ = error
                future.set_exception(failure)
            except BaseException as error:  # noqa: BLE001  # it is the caller's
                future.set_exception(error)
            else:
                future.set_result(result)

        turn = _Turn(work)
        with self._lock:
            self._waiting.append(turn)
            begins = self._running < self._most
            self._running += begins
        if begins:
            try:
                self._begin()
            except BaseException:
                future.cancel()
                raise
        return future, turn

    def _begin(self) -> None:
        """A further thread, which is counted already. Raises RuntimeError where there is none."""
        try:
            Thread(target=self._work, name="fulltext-query", daemon=True).start()
        except BaseException:
            with self._lock:
                self._running -= 1
            raise

    def _give_up(self, turn: _Turn) -> None:
        """Lets others take the place of a call that may never end."""
        with self._lock:
            if turn.state is not _State.RUNS:
                return
            turn.state = _State.GIVEN_UP
            begins = bool(self._waiting)
            self._running -= not begins
        if begins:
            with suppress(RuntimeError):  # none is to be had: the next call tries again
                self._begin()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._running -= 1
                    return
                turn = self._waiting.popleft()
                turn.state = _State.RUNS
            turn.work()
            with self._lock:
                if turn.state is _State.GIVEN_UP:
                    return  # another has its place
                turn.state = _State.ENDED
            del turn  # what it holds is not kept while the next one runs


class _State(Enum):
    WAITS = auto()
    RUNS = auto()
    ENDED = auto()
    GIVEN_UP = auto()


class _Turn:
    """A call that waits for a thread, or has one."""

    __slots__ = ("state", "work")

    def __init__(self, work: Callable[[], None]) -> None:
        self.work = work
        self.state = _State.WAITS
