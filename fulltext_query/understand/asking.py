"""One question to a model, within a time for everything; what may succeed again is tried again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from ..errors import (
    InputError,
    ModelError,
    ModelTimeoutError,
    ModelUnavailableError,
    SettingsError,
)
from ..fusion import checked_number
from ..llm.contract import LLM, Prompt, Reply
from ..llm.functions import as_llm
from .notes import note, said_of
from .replies import Read

__all__ = ["Asker", "checked_text", "checked_whole", "tell"]

_PAUSE = 0.1  # seconds before the second try; twice as long before each further one


class Asker:
    """A model with its limits.

    Raises SettingsError for a model that is none and limits that cannot be used.
    """

    def __init__(
        self,
        llm: object,
        component: str,
        *,
        system_prompt: object,
        default_prompt: str,
        max_tokens: int,
        timeout: float | None,
        retries: int,
    ) -> None:
        self.llm: LLM = as_llm(llm)
        self.component = component
        if system_prompt is not None and (
            not isinstance(system_prompt, str) or not system_prompt.strip()
        ):
            raise SettingsError(f"system_prompt must be a text, not {system_prompt!r}")
        self.system = default_prompt if system_prompt is None else str(system_prompt)
        self.own_prompt = system_prompt is not None
        self._max_tokens = checked_whole(max_tokens, "max_tokens", 1)
        if timeout is not None and checked_number(timeout, "timeout", 0.0) == 0:
            raise SettingsError("timeout must be above 0 seconds; None is for no limit")
        self._timeout = timeout
        self._retries = checked_whole(retries, "retries", 0)

    @asynccontextmanager
    async def in_time(self, more: float = 0.0) -> AsyncIterator[None]:
        """The time for everything within, and ``more`` seconds. Raises ModelTimeoutError when it
        is over.
        """
        bound = asyncio.timeout(None if self._timeout is None else self._timeout + more)
        try:
            async with bound:
                yield
        except TimeoutError as error:
            if not bound.expired():
                raise
            message = f"the {self.component} had no reply within {self._timeout:g} seconds"
            raise ModelTimeoutError(message) from error

    async def ask(self, prompt: Prompt) -> Reply:
        """The model's reply. To be called within ``in_time``, which bounds its retries too.

        Raises a ModelError of the kind that the last try had; what the model raises beside those
        is the cause of one.
        """
        loop = asyncio.get_running_loop()
        end = None if self._timeout is None else loop.time() + self._timeout
        for attempt in range(self._retries + 1):
            try:
                left = None if end is None else max(end - loop.time(), 0.001)
                reply: object = await self.llm.complete(
                    prompt, max_tokens=self._max_tokens, timeout=left
                )
            except Exception as error:
                pause = self._pause(error, attempt, None if end is None else end - loop.time())
                if pause is None:
                    raise self._kind(error) from error
                note(self.component, "retry", f"tried again after {type(error).__name__}")
                await asyncio.sleep(pause)
            else:
                return reply if isinstance(reply, Reply) else Reply(_text(reply))
        raise AssertionError("the last try returns or raises")

    def _pause(self, error: Exception, attempt: int, left: float | None) -> float | None:
        """Seconds until the next try; None where there is to be none."""
        if attempt >= self._retries or not _may_pass(error):
            return None
        pause = _PAUSE * 2**attempt
        if isinstance(error, ModelUnavailableError) and error.retry_after is not None:
            pause = max(error.retry_after, 0.0)
        return pause if left is None or pause < left else None

    def _kind(self, error: Exception) -> ModelError:
        if isinstance(error, ModelError):
            return error
        # what it says may hold anything: its cause has it
        message = f"the {self.component}'s model failed: {said_of(error)}"
        if isinstance(error, TimeoutError):
            return ModelTimeoutError(message)
        if isinstance(error, ConnectionError):
            return ModelUnavailableError(message)
        return ModelError(message)


def _may_pass(error: Exception) -> bool:
    """Whether the same request may succeed a moment later."""
    kinds = (ModelUnavailableError, ModelTimeoutError, ConnectionError, TimeoutError)
    return isinstance(error, kinds)


def _text(reply: Any) -> str | None:
    return reply if isinstance(reply, str) else None


def tell(component: str, read: Read) -> None:
    """Notes the reasons of a reading."""
    for reason in read.reasons:
        wrong = reason.code in ("refusal", "unclosed_reasoning", "empty")
        note(
            component, reason.code, reason.message,
            level=logging.WARNING if wrong and not read.values else logging.INFO,
        )  # fmt: skip


def checked_whole(value: object, name: str, low: int) -> int:
    """A whole number of at least ``low``. Raises SettingsError."""
    checked_number(value, name, low)
    if not isinstance(value, int):
        raise SettingsError(f"{name} must be a whole number of at least {low}, not {value!r}")
    return value


def checked_text(text: object) -> str:
    """What the user typed. Raises InputError where it is no string."""
    if not isinstance(text, str):
        raise InputError(f"a question must be a string, not {type(text).__name__}")
    return text
