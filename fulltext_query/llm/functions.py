"""Language models of any make: functions, models of LangChain and LlamaIndex, objects of others."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from ..errors import (
    FulltextQueryError,
    ModelError,
    ModelTimeoutError,
    ModelUnavailableError,
    SettingsError,
)
from ..threads import Threads
from .chat import reply_of, text_of
from .contract import LLM, Prompt, Reply
from .retrying import checked_count, checked_seconds

__all__ = ["as_llm", "is_async"]

#: A call of the model with a prompt and its limits; whether it must be awaited, its result tells.
_Call = Callable[[Prompt, dict[str, Any]], Any]


def as_llm(
    model: object, *, model_id: str | None = None, timeout: float = 30.0, at_once: int = 64
) -> LLM:
    """A language model of anything that can be asked.

    model      an ``LLM``, which is given back as it is; a chat model or chain of LangChain
               (``ainvoke``, ``invoke``); a model of LlamaIndex, or another object with
               ``acomplete`` or ``complete``; a function, plain or ``async def``, of one text
               (system and user prompt as one) or of two (system, user).
    model_id   part of the key under which replies are remembered; None: the model's own name for
               itself, or that of its function or class.
    timeout    seconds for one call, where the call gives none. A plain function runs in a thread,
               which nobody can stop: after its time it goes on, and nobody waits for it.
    at_once    calls of a plain function that run side by side, each in a thread, 1 or more; further
               ones wait, and their time runs meanwhile. One whose time is over counts no longer:
               another thread takes its place, so that calls that hang stop no later ones. Their
               threads last as long as they hang: let the function bound its own time.

    It may give a text, None, a ``Reply``, a message of LangChain, a chat completion of OpenAI's
    client, or an object with ``text`` or ``content``. ``max_tokens`` and ``timeout`` are passed to
    those that name them among their parameters. What it raises is a ModelError, and it the cause;
    a TimeoutError a ModelTimeoutError, a ConnectionError a ModelUnavailableError.

    Raises SettingsError for what is none of these.
    """
    name = getattr(model, "__name__", type(model).__name__)
    if isinstance(model, type):
        raise SettingsError(f"{name} is a class, no language model: give an object of it")
    if isinstance(model, LLM) and is_async(model.complete) and model_id is None:
        return model
    call, in_thread = _call(model, name)
    own = _own_name(model)
    threads = Threads(checked_count(at_once, "at_once", 1)) if in_thread else None
    return _Wrapped(call, threads, model_id or own or name, checked_seconds(timeout))


class _Wrapped:
    def __init__(self, call: _Call, threads: Threads | None, model_id: str, timeout: float) -> None:
        self._call, self._threads = call, threads
        self._model_id, self._timeout = model_id, timeout

    @property
    def model_id(self) -> str:
        return self._model_id

    async def complete(
        self, prompt: Prompt, *, max_tokens: int = 256,
        timeout: float | None = None,  # noqa: ASYNC109  # it is passed on, too
    ) -> Reply:  # fmt: skip
        seconds = self._timeout if timeout is None else checked_seconds(timeout)
        limits = {"max_tokens": checked_count(max_tokens, "max_tokens", 1), "timeout": seconds}
        bound = asyncio.timeout(seconds)
        try:
            async with bound:
                given = await self._asked(prompt, limits)
        except FulltextQueryError:
            raise
        except TimeoutError as error:
            if bound.expired():
                raise ModelTimeoutError(
                    f"{self._model_id} did not reply within {seconds:g} seconds"
                ) from error
            raise ModelTimeoutError(self._failed(error)) from error
        except ConnectionError as error:
            raise ModelUnavailableError(self._failed(error)) from error
        except Exception as error:
            raise ModelError(self._failed(error)) from error
        return self._reply(given)

    def __repr__(self) -> str:
        return f"as_llm({self._model_id})"

    async def _asked(self, prompt: Prompt, limits: dict[str, Any]) -> Any:
        if self._threads is not None:
            given = await self._threads.run(lambda: self._call(prompt, limits))
        else:
            given = self._call(prompt, limits)
        return await given if isinstance(given, Awaitable) else given

    def _failed(self, error: BaseException) -> str:
        return f"{self._model_id} failed: {type(error).__name__}: {error}".rstrip(": ")

    def _reply(self, given: Any) -> Reply:
        try:
            reply = _reply_of(given)
        except Exception as error:
            raise ModelError(self._failed(error)) from error
        if reply is None:
            raise ModelError(f"{self._model_id} gave a {type(given).__name__}, which is no reply")
        return reply


def _call(model: object, name: str) -> tuple[_Call, bool]:
    """How the model is asked, and whether that needs a thread."""
    made: tuple[tuple[str, Callable[[Callable[..., Any], object], _Call]], ...] = (
        ("ainvoke", _messages_call), ("invoke", _messages_call),
        ("acomplete", _text_call), ("complete", _text_call),
    )  # fmt: skip
    for method_name, make in made:
        method = getattr(model, method_name, None)
        if callable(method):
            awaited = method_name.startswith("a") or is_async(method)
            return make(method, model), not awaited
    if callable(model):
        return _text_call(model, model), not is_async(model)
    raise SettingsError(
        f"{name} is no language model: give an object with invoke or complete, or a function of "
        "one text or of two (system, user)"
    )


def _messages_call(method: Callable[..., Any], model: object) -> _Call:
    def call(prompt: Prompt, limits: dict[str, Any]) -> Any:
        messages = [("system", prompt.system)] if prompt.system else []
        # a chain would hand it to its first part, a model that has no such field to its server
        passed = {"max_tokens": limits["max_tokens"]} if hasattr(model, "max_tokens") else {}
        return method([*messages, ("user", prompt.user)], **passed)

    return call


def _text_call(method: Callable[..., Any], _: object) -> _Call:
    try:
        parameters = list(inspect.signature(method).parameters.values())
    except (TypeError, ValueError):  # some are written in C and do not tell
        parameters = []
    named = {one.name for one in parameters if one.kind is not one.POSITIONAL_ONLY}
    needed = [
        one
        for one in parameters
        if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
        and one.default is one.empty
        and one.name not in ("max_tokens", "timeout")
    ]
    takes_prompt = bool(needed) and needed[0].annotation in (Prompt, "Prompt")

    def call(prompt: Prompt, limits: dict[str, Any]) -> Any:
        passed = {key: value for key, value in limits.items() if key in named}
        if takes_prompt:
            return method(prompt, **passed)
        if len(needed) >= 2:
            return method(prompt.system, prompt.user, **passed)
        return method("\n\n".join(part for part in prompt if part), **passed)

    return call


def is_async(function: Any) -> bool:
    """Whether a call gives something to await: a coroutine function, or an object with one."""
    call = getattr(function, "__call__", function)  # noqa: B004  # an object may have an async one
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(call)


def _own_name(model: object) -> str:
    for one in ("model_id", "model_name", "model"):
        name = getattr(model, one, None)
        if isinstance(name, str) and name:
            return name
    return ""


def _reply_of(given: Any) -> Reply | None:
    if isinstance(given, Reply):
        return given
    if given is None or isinstance(given, str):
        return Reply(given)
    dumped = given if isinstance(given, Mapping) else _dumped(given)
    if dumped is not None and (reply := reply_of(dict(dumped))) is not None:
        return reply
    for field in ("content", "text"):
        held = given.get(field) if isinstance(given, Mapping) else getattr(given, field, None)
        if isinstance(held, str | list):
            return Reply(text_of(held), *_told(given))
    return None


def _dumped(given: Any) -> Mapping[str, Any] | None:
    """A completion of a client's own class as a mapping."""
    dump = getattr(given, "model_dump", None)
    dumped = dump() if callable(dump) and hasattr(given, "choices") else None
    return dumped if isinstance(dumped, Mapping) else None


def _told(given: Any) -> tuple[str, int | None]:
    """Why a message of LangChain ended, and its tokens, where it tells."""
    about = getattr(given, "response_metadata", None)
    usage = getattr(given, "usage_metadata", None)
    reason = (about.get("finish_reason") or about.get("done_reason") if isinstance(about, Mapping)
              else None)  # fmt: skip
    tokens = usage.get("output_tokens") if isinstance(usage, Mapping) else None
    return reason if isinstance(reason, str) else "", tokens if isinstance(tokens, int) else None
