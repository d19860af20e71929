"""Threads for what may take too long: the caller waits as long as it has time, and goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from contextvars import copy_context
from threading import Lock, Thread
from typing import TypeVar

__all__ = ["AT_ONCE", "GRACE", "OutOfTime", "Threads", "settled"]

T = TypeVar("T")

AT_ONCE = 16
"""Requests of one search that run side by side; also threads of one searcher for its models."""

GRACE = 0.05
"""Seconds that an engine is waited for beyond its own time-out: its error says what was sent."""


class OutOfTime(TimeoutError):  # noqa: N818  # an outcome of a step; nobody is to catch it
    """What had no answer in the time that it was given."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no answer within the {seconds:.3g} seconds that it had")


class Threads:
    """Runs calls, in their order, in at most ``most`` threads at once.

    Unlike a ThreadPoolExecutor's they are begun when they are needed, end when nothing waits, need
    no closing, and a call that never returns does not keep the program from its end.
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

        def run() -> None:
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

        with self._lock:
            self._waiting.append(run)
            begins = self._running < self._most
            self._running += begins
        if begins:
            try:
                Thread(target=self._work, name="fulltext-query-search", daemon=True).start()
            except BaseException:
                with self._lock:
                    self._running -= 1
                future.cancel()
                raise
        return future

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._running -= 1
                    return
                run = self._waiting.popleft()
            run()
            del run  # what it holds is not kept while the next one runs


def settled(futures: Sequence[Future[T]], seconds: float | None) -> list[T | OutOfTime]:
    """The results of all; OutOfTime for those that are not there after ``seconds``.

    What has not begun by then never will. Raises what a call raised.
    """
    try:
        done, _ = wait(futures, seconds)
        return [
            future.result() if future in done else OutOfTime(seconds or 0.0) for future in futures
        ]
    finally:
        for future in futures:
            future.cancel()
