"""One call of a model, tried again where that may help, within one time for everything."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from ..errors import MissingExtraError, ModelTimeoutError, ModelUnavailableError, SettingsError

__all__ = ["checked_count", "checked_seconds", "retrying"]

T = TypeVar("T")

FIRST_WAIT = 0.2
"""Seconds before the second try, doubled before each further one, where the server says nothing."""
_LONGEST_WAIT = 5.0


async def retrying(call: Callable[[], Awaitable[T]], *, seconds: float, retries: int) -> T:
    """The result of a call, tried again after a ModelUnavailableError.

    seconds   for all tries and the waits between them.
    retries   tries after the first one, at most.

    A server that asks to wait gets the wait that it asks for; where the time that is left is
    shorter, its error is raised at once rather than waited on. Raises ModelTimeoutError when the
    time is over, and what the last try raised.
    """
    try:
        import stamina
    except ImportError as error:
        raise MissingExtraError("talking to a language model's server", "llm") from error
    end = time.monotonic() + seconds
    first = FIRST_WAIT

    def again(error: Exception) -> bool | float:
        if not isinstance(error, ModelUnavailableError):
            return False
        left = end - time.monotonic()
        if error.retry_after is not None:
            return max(error.retry_after, first) if error.retry_after < left else False
        return left > first

    limits: dict[str, Any] = {
        "on": again,
        "attempts": retries + 1,
        "timeout": None,  # ``again`` counts the time, and so does what is around it
        "wait_initial": first,
        "wait_max": _LONGEST_WAIT,
        "wait_jitter": first,
    }
    last: ModelUnavailableError | None = None
    try:
        async with asyncio.timeout(seconds):
            async for attempt in stamina.retry_context(**limits):
                with attempt:
                    try:
                        return await call()
                    except ModelUnavailableError as error:
                        last = error
                        raise
    except TimeoutError as error:
        if last is not None:
            message = f"no usable reply within {seconds:g} seconds; the last try: {last}"
        else:
            message = f"the model did not reply within {seconds:g} seconds"
        raise ModelTimeoutError(f"{message}; allow it a longer timeout") from (last or error)
    raise AssertionError("unreachable")


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
