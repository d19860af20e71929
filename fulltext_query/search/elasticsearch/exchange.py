"""One request and its answer, tried again where that may help: the decisions, without any I/O.

An operation is a generator that yields steps and is sent their results; ``engine`` and ``aio`` run
the same operations, the one with a waiting client, the other in an event loop.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from ...errors import EngineError, EngineTimeoutError, EngineUnavailableError
from .failures import is_passing, translate, wait_asked

__all__ = ["Budget", "Call", "Exchange", "Flow", "Step", "Tries"]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_LONGEST_WAIT = 5.0  # seconds between two tries, unless the server asks for more
_FIRST_WAIT = 0.1
_JITTER = 0.5
_SHARE_OF_WAIT = 8  # of a budget, one part in so many may pass in one wait


@dataclass(frozen=True, slots=True)
class Call:
    """A request as the client takes it. A body of bytes is newline-delimited JSON."""

    method: str
    path: str
    body: Mapping[str, Any] | bytes | None = None
    params: Mapping[str, str] = field(default_factory=dict)

    def arguments(self) -> dict[str, Any]:
        """What ``perform_request`` of the official client takes, of version 8 as of 9."""
        headers = {"accept": "application/json"}
        if self.body is not None:
            lines = isinstance(self.body, bytes)
            headers["content-type"] = "application/x-ndjson" if lines else "application/json"
        return {
            "method": self.method,
            "path": self.path,
            "params": dict(self.params) or None,
            "headers": headers,
            "body": self.body,
        }


class Exchange(Protocol[T_co]):
    """A request that knows how to read its answer."""

    def call(self, seconds: float) -> Call:
        """The request to send now, for an answer within so many seconds."""
        ...

    def take(self, answer: Mapping[str, Any]) -> T_co:
        """The result; EngineUnavailableError where something is left to be sent again."""
        ...


class Budget:
    """The time that an operation has, retries and waits and all, counted from its making.

    seconds   for everything.
    attempts  tries of one request at most; None for as many as the time allows.
    each      seconds that one try may take; None for all that are left.
    """

    def __init__(
        self, seconds: float, attempts: int | None = None, each: float | None = None
    ) -> None:
        self.seconds = seconds
        self.attempts = attempts
        self.wait = min(_LONGEST_WAIT, seconds / _SHARE_OF_WAIT)
        self._each = each
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds that are left; negative where it is overdrawn."""
        return self._end - time.monotonic()

    def next_try(self) -> float:
        """Seconds that the next try may take."""
        left = self.left()
        return left if self._each is None else min(left, self._each)


@dataclass(frozen=True, slots=True)
class Step(Generic[T]):
    """An exchange to be made within a budget."""

    exchange: Exchange[T]
    budget: Budget


Flow = Generator[Step[Any], Any, T]
"""An operation: yields steps, is sent their results, and gives its own in the end."""


class Tries(Generic[T]):
    """The tries of one step: what to send, whether again, and what the error says."""

    def __init__(self, step: Step[T], servers: Callable[[], str] = str) -> None:
        """servers: names them in the message of an error."""
        self._exchange, self._budget = step.exchange, step.budget
        self._servers = servers
        self._count = 0
        self._call: Call | None = None

    def limits(self) -> dict[str, Any]:
        """The arguments of ``stamina.retry_context``."""
        budget = self._budget
        return {
            "on": self.again,
            "attempts": budget.attempts,
            "timeout": None,  # ``again`` counts the time, so that no wait goes beyond its end
            "wait_initial": min(_FIRST_WAIT, budget.wait),
            "wait_max": budget.wait,
            "wait_jitter": min(_JITTER, budget.wait),
        }

    def again(self, error: Exception) -> bool | float:
        """Whether to try again after an error; the seconds to wait where the server named them."""
        if not isinstance(error, EngineError) or not is_passing(error):
            return False
        asked = wait_asked(error)
        if asked is None:
            return self._budget.left() > self._budget.wait
        return max(asked, _FIRST_WAIT) if self._budget.left() > asked else False

    def next(self) -> tuple[Call, float]:
        """The next request and the seconds for its answer."""
        seconds = self._budget.next_try()
        if seconds <= 0:
            raise EngineTimeoutError(
                f"the {self._budget.seconds:g} seconds of the operation were over before the "
                "request could be sent; allow it a longer timeout",
                attempts=self._count,
            )
        self._count += 1
        self._call = self._exchange.call(seconds)
        return self._call, seconds

    def take(self, answer: Any) -> T:
        """The result of an answer."""
        try:
            if not isinstance(answer, Mapping):
                raise EngineUnavailableError(
                    f"the answer is no JSON object but {str(answer)[:200]!r}: is the address that "
                    "of an Elasticsearch?"
                )
            return self._exchange.take(answer)
        except EngineError as error:
            error.attempts = self._count
            error.sent = self._sent()
            raise

    def failed(self, error: Exception) -> EngineError:
        """An exception of the client as an error of ours."""
        call = self._call or Call("", "")
        found = translate(error, f"{call.method} {call.path}", self._servers())
        found.sent = self._sent()
        found.attempts = self._count
        return found

    def _sent(self) -> Mapping[str, Any] | None:
        """The query that was sent; documents are too many to be carried along."""
        body = self._call.body if self._call is not None else None
        return body if isinstance(body, Mapping) else None
