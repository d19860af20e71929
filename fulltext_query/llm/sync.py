"""Models from plain code: an event loop for one call, beside one that runs already too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from ..threads import Threads
from .contract import LLM, Prompt, Reply

__all__ = ["complete", "run"]

T = TypeVar("T")


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
