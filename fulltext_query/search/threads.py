"""Waiting for threads as long as there is time, and no longer."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, wait
from typing import TypeVar

__all__ = ["GRACE", "OutOfTime", "settled"]

T = TypeVar("T")

GRACE = 0.05
"""Seconds that an engine is waited for beyond its own time-out: its error says what was sent."""


class OutOfTime(TimeoutError):  # noqa: N818  # an outcome of a step; nobody is to catch it
    """What had no answer in the time that it was given."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no answer within the {seconds:.3g} seconds that it had")


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
