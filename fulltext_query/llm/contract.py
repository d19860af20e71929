"""What a language model is to this package: a prompt in, a reply out."""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

__all__ = ["LLM", "Prompt", "Reply"]


class Prompt(NamedTuple):
    """What a model is told to do, and what it is to do it with."""

    system: str
    user: str


class Reply(NamedTuple):
    """What a model answered, as it came."""

    text: str | None  # None where it gave nothing
    finish_reason: str = ""  # 'stop'; 'length' where it was cut off; '' where it is not told
    tokens: int | None = None  # of the reply, where they are told


@runtime_checkable
class LLM(Protocol):
    """A language model, for an event loop."""

    @property
    def model_id(self) -> str:
        """The model's name: part of the key under which its replies are remembered."""
        ...

    async def complete(
        self,
        prompt: Prompt,
        *,
        max_tokens: int = 256,
        timeout: float | None = None,  # noqa: ASYNC109  # adapters bound every try by it
    ) -> Reply:
        """The reply to a prompt, of at most so many tokens.

        timeout: seconds for everything, retries too; None for the adapter's own.
        Raises ModelUnavailableError, ModelTimeoutError, ModelRefusedError, ModelError.
        """
        ...
