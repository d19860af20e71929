"""One component's part in a question: asked within the time that is left, and never fatal."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable
from time import monotonic
from typing import Any, NamedTuple

from ..errors import FulltextQueryError, ModelRefusedError, ModelTimeoutError, ModelUnavailableError
from .context import RequestContext
from .notes import LOGGER, flat, note
from .outputs import UnusableError

__all__ = ["Component", "Deadline", "Step"]

_CLEANING_UP = 0.1  # seconds that what is cancelled with the caller has to clean up
_MESSAGE = 300  # characters of another's message that are worth repeating
_TELLING = 4  # characters: a shorter question is in many messages by chance
_ENDING = (KeyboardInterrupt, SystemExit)
_logger = logging.getLogger(LOGGER)


class Component(NamedTuple):
    """A component with how it is asked, and how what it gives is read."""

    label: str
    ask: Callable[[RequestContext, str], Any]
    """Gives the output, or an awaitable of it."""
    read: Callable[[Any, str], Any]
    """The usable part of an output, for a question. Raises UnusableError."""


class Deadline:
    """Until when a question may take; keeps what was given up on until it has ended."""

    def __init__(self, seconds: float | None, given_up: set[asyncio.Future[Any]]) -> None:
        """seconds: from now; None for no limit. given_up: where what is given up is kept."""
        self._seconds = seconds
        self._end = None if seconds is None else monotonic() + seconds
        self._given_up = given_up

    async def wait_for(self, ask: Callable[[], Any]) -> Any:
        """The outcome of what is asked, awaited if it is to be. Raises ModelTimeoutError.

        What does not heed its cancellation holds nothing up.
        """
        if self._end is None:
            given = ask()
            return await given if inspect.isawaitable(given) else given
        left = self._end - monotonic()
        if left <= 0:
            raise self._out_of_time()
        given = ask()
        if not inspect.isawaitable(given):
            return given
        task = asyncio.ensure_future(given)
        try:
            await asyncio.wait((task,), timeout=left)
        except asyncio.CancelledError:
            self._give_up(task)
            await asyncio.wait((task,), timeout=_CLEANING_UP)
            raise
        if not task.done():
            self._give_up(task)
            raise self._out_of_time()
        return task.result()

    def _give_up(self, task: asyncio.Future[Any]) -> None:
        task.cancel()
        # the loop alone would not keep it alive
        self._given_up.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Future[Any]) -> None:
        self._given_up.discard(task)
        if not task.cancelled():
            task.exception()  # nobody asks for it any more, and that is no mistake

    def _out_of_time(self) -> ModelTimeoutError:
        return ModelTimeoutError(f"was not done within the question's {self._seconds:g} seconds")


class Step:
    """Asks a component, once; afterwards it has what can be used of the answer, or failed."""

    def __init__(
        self, component: Component, ctx: RequestContext, text: str, deadline: Deadline
    ) -> None:
        self.label = component.label
        self.value: Any = None
        """What the component gave; None where it was not asked or failed."""
        self.failed = False
        self._component = component
        self._ctx = ctx
        self._text = text
        self._deadline = deadline
        self._begun = self._done = False

    async def __call__(self) -> None:
        """Raises what ends the program, and CancelledError where the caller was cancelled."""
        if self._begun:
            return
        self._begun = True
        task = asyncio.current_task()
        requests = task.cancelling() if task is not None else 0
        try:
            given = await self._deadline.wait_for(self._ask)
            self.value = self._component.read(given, self._text)
        except (*_ENDING, GeneratorExit):
            raise
        except asyncio.CancelledError as error:
            if task is not None and task.cancelling() > requests:
                raise  # it is this task that was cancelled, not something within the component
            self._fail("cancelled", error)
        except UnusableError as error:
            self.value = error.value
            self.fail("unusable", _shortened(_message(error)))
        except BaseException as error:  # what comes from native code may be no Exception
            if isinstance(error, BaseExceptionGroup) and error.subgroup(_ENDING) is not None:
                raise
            self._fail(_reason(error), error)
        self._done = True

    def _ask(self) -> Any:
        return self._component.ask(self._ctx, self._text)

    def end(self, *, expected: bool = False) -> None:
        """Makes a failure of what was begun and did not come to its end; expected: and of what was
        never begun.
        """
        if not self._done and (self._begun or expected):
            if self._begun:
                self.fail("cancelled", "did not come to its end")
            else:
                self.fail("not_run", "was not asked")

    def fail(self, reason: str, message: str) -> None:
        """Records a failure: in the log, and in the question's notes."""
        self.failed = self._done = True
        message = flat(message)
        note(self.label, reason, message, level=logging.DEBUG)
        _logger.warning(
            "query.understand.component_failed: %s %s (%s)", self.label, message, reason,
            extra={"component": self.label, "reason": reason},
        )  # fmt: skip

    def _fail(self, reason: str, error: BaseException) -> None:
        name, message = type(error).__name__, ""
        if isinstance(error, FulltextQueryError):  # others may say anything
            message = _message(error)
            if len(self._text) >= _TELLING:
                message = message.replace(self._text, "…")  # logs are no place for what users ask
        self.fail(reason, f"{name}: {_shortened(message)}" if message else name)
        _logger.debug("query.understand.component_failed: %s", self.label, exc_info=error)


def _reason(error: BaseException) -> str:
    if isinstance(error, ModelTimeoutError | TimeoutError):
        return "timeout"
    if isinstance(error, ModelUnavailableError):
        return "unavailable"
    return "refused" if isinstance(error, ModelRefusedError) else "error"


def _message(error: BaseException) -> str:
    try:
        message = str(error)
    except Exception:  # noqa: BLE001  # a message that cannot be had is none
        return ""
    return message


def _shortened(message: str) -> str:
    return message if len(message) <= _MESSAGE else f"{message[:_MESSAGE]}…"
