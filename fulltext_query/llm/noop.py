"""Models that do nothing, for tests, for trying the wiring, and where none is wanted."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

from ..errors import InputError
from .contract import Prompt, Reply
from .retrying import checked_count
from .vectors import Vector, checked_texts

__all__ = ["NoopEmbedder", "NoopLLM"]


class NoopLLM:
    """Gives the same text to every prompt: by default none. Without network, keys or cost."""

    def __init__(self, text: str = "") -> None:
        self._text = text

    @property
    def model_id(self) -> str:
        """'noop'."""
        return "noop"

    async def complete(
        self, prompt: Prompt, *, max_tokens: int = 256,
        timeout: float | None = None,  # noqa: ASYNC109  # there is nothing to wait for
    ) -> Reply:  # fmt: skip
        """The text, whatever is asked; at once."""
        del prompt, max_tokens, timeout
        return Reply(self._text, "stop", 0)

    def __repr__(self) -> str:
        return f"NoopLLM({self._text!r})"


class NoopEmbedder:
    """Vectors that say nothing of what a text means, always the same for the same text.

    dimensions   their length, 1 or more. Each has length 1 in space; those of different texts point
                 anywhere, so that no text is nearer to another than chance has it.
    """

    def __init__(self, dimensions: int = 16) -> None:
        self._dimensions = checked_count(dimensions, "dimensions", 1)

    @property
    def model_id(self) -> str:
        """'noop' with the vectors' length."""
        return f"noop-{self._dimensions}"

    @property
    def dimensions(self) -> int:
        """The number of components of every vector."""
        return self._dimensions

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in their order. Raises InputError for no list of strings."""
        return [self.embed_query(text) for text in checked_texts(texts)]

    def embed_query(self, text: str) -> Vector:
        """The vector of a text. Raises InputError for what is no string."""
        if not isinstance(text, str):
            raise InputError(f"the query to embed must be a string, not {type(text).__name__}")
        data = hashlib.shake_128(text.encode("utf-8", "surrogatepass")).digest(4 * self._dimensions)
        numbers = [
            int.from_bytes(data[at : at + 4], "big") / 2**31 - 1 for at in range(0, len(data), 4)
        ]
        length = math.hypot(*numbers)
        return tuple([number / length for number in numbers]) if length else self._first_axis()

    async def aembed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """``embed_documents`` for an event loop; at once."""
        return self.embed_documents(texts)

    async def aembed_query(self, text: str) -> Vector:
        """``embed_query`` for an event loop; at once."""
        return self.embed_query(text)

    def __repr__(self) -> str:
        return f"NoopEmbedder({self._dimensions})"

    def _first_axis(self) -> Vector:
        return (1.0, *[0.0] * (self._dimensions - 1))
