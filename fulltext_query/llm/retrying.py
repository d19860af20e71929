"""One call of a model, tried again where that may help, within one time for everything."""

from __future__ import annotations

import asyncio
import logging
import math
import random
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from ..errors import ModelTimeoutError, ModelUnavailableError, SettingsError

__all__ = ["checked_count", "checked_seconds", "retrying"]

T = TypeVar("T")

FIRST_WAIT = 0.2
"""Seconds before the second try, doubled before each further one, where the server says nothing."""
_LONGEST_WAIT = 5.0
_LOGGER = logging.getLogger("fulltext_query.llm")


async def retrying(call: Callable[[], Awaitable[T]], *, seconds: float, retries: int) -> T:
    """The result of a call, tried again after a ModelUnavailableError.

    seconds   for all tries and the waits between them.
    retries   tries after the first one, at most.

    A server that asks to wait gets the wait that it asks for; where the time that is left is
    shorter, its error is raised at once rather than waited on. Further tries are logged at DEBUG,
    by the logger "fulltext_query.llm": what fails in the end is told as an error.

    Raises ModelTimeoutError when the time is over, and what the last try raised.
    """
    end = time.monotonic() + seconds
    last: ModelUnavailableError | None = None
    try:
        async with asyncio.timeout(seconds):
            for tried in range(retries + 1):
                try:
                    return await call()
                except ModelUnavailableError as error:
                    last = error
                    wait = _wait(error, tried, end - time.monotonic())
                    if tried == retries or wait is None:
                        raise
                _LOGGER.debug("try %d of %d in %.2f s: %s", tried + 2, retries + 1, wait, last)
                await asyncio.sleep(wait)
    except TimeoutError as error:
        if last is not None:
            message = f"no usable reply within {seconds:g} seconds; the last try: {last}"
        else:
            message = f"the model did not reply within {seconds:g} seconds"
        raise ModelTimeoutError(f"{message}; allow it a longer timeout") from (last or error)
    raise AssertionError("unreachable")


def _wait(error: ModelUnavailableError, tried: int, left: float) -> float | None:
    """Seconds until the next try; None where the time that is left does not last."""
    if error.retry_after is not None:
        return max(error.retry_after, FIRST_WAIT) if error.retry_after < left else None
    if left <= FIRST_WAIT:
        return None
    # not all of those that were turned away together come back together
    spread = random.uniform(0, FIRST_WAIT)  # noqa: S311
    return min(_LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(tried, 30) + spread)


def checked_seconds(given: object) -> float:
    """A time to wait, as a number above 0. Raises SettingsError."""
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise SettingsError(f"timeout must be a number of seconds, not {given!r}")
    if not (math.isfinite(given) and given > 0):
        raise SettingsError(f"timeout must be more than 0 seconds and finite, not {given!r}")
    return float(given)


def checked_count(given: object, name: str, low: int) -> int:
    """A whole number, ``low`` or more. Raises SettingsError."""
    if isinstance(given, bool) or not isinstance(given, int) or given < low:
        raise SettingsError(f"{name} must be a whole number, {low} or more, not {given!r}")
    return given
