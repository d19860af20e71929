"""Models that say what they are told to, count their calls and wait for events, never for time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from fulltext_query.errors import (
    ModelError,
    ModelRefusedError,
    ModelTimeoutError,
    ModelUnavailableError,
)
from fulltext_query.llm.contract import Prompt, Reply

__all__ = ["FAILURES", "AsyncFakeEmbedder", "FakeEmbedder", "FakeLLM", "Said"]

Said = str | None | Reply | BaseException | Callable[[Prompt], "str | Reply | None"]
"""A reply, an error to raise, or a function of the prompt that gives a reply."""

FAILURES: dict[str, BaseException] = {
    "unavailable": ModelUnavailableError("the server is busy"),
    "timeout": ModelTimeoutError("no answer in time"),
    "refused": ModelRefusedError("the key is not valid"),
    "model": ModelError("something else"),
    "connection": ConnectionResetError("gone"),
    "os": OSError("no route"),
    "value": ValueError("a bug in an adapter"),
    "attribute": AttributeError("'NoneType' object has no attribute 'strip'"),
}
"""An error of each kind that a model may raise; none is to get past the steps' contracts."""


class FakeLLM:
    """Says its replies in turn, the last one for ever.

    gate    where given, every call waits until it is set. FakeLLM.hanging() never answers.
    begun   set by the first call. calls: how many there were. prompts, limits, timeouts: what each
            was called with. cancelled: how many were cancelled. most: how many ran at once.
    """

    def __init__(
        self, *said: Said, gate: asyncio.Event | None = None, model_id: str = "fake-llm"
    ) -> None:
        self.said = said or ("",)
        self.gate = gate
        self._model_id = model_id
        self.begun = asyncio.Event()
        self.prompts: list[Prompt] = []
        self.limits: list[int] = []
        self.timeouts: list[float | None] = []
        self.cancelled = 0
        self.running = 0
        self.most = 0

    @classmethod
    def hanging(cls) -> FakeLLM:
        """One that never answers."""
        return cls("too late", gate=asyncio.Event())

    @property
    def model_id(self) -> str:
        return self._model_id

    @property
    def calls(self) -> int:
        return len(self.prompts)

    async def complete(
        self,
        prompt: Prompt,
        *,
        max_tokens: int = 256,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> Reply:
        said = self.said[min(self.calls, len(self.said) - 1)]
        self.prompts.append(prompt)
        self.limits.append(max_tokens)
        self.timeouts.append(timeout)
        self.running += 1
        self.most = max(self.most, self.running)
        self.begun.set()
        try:
            if self.gate is not None:
                await self.gate.wait()
            else:
                await asyncio.sleep(0)  # others get their turn, as they do with a real one
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.running -= 1
        if isinstance(said, BaseException):
            raise said
        if callable(said):
            said = said(prompt)
        return said if isinstance(said, Reply) else Reply(said)


class FakeEmbedder:
    """Vectors that tell the texts apart, for plain calls.

    texts: every text embedded as a document; queries: as a query. vectors: of certain texts.
    failure: raised by every call.
    """

    model_id = "fake-embedder"

    def __init__(
        self,
        vectors: dict[str, Sequence[float]] | None = None,
        *,
        dimensions: int = 3,
        failure: BaseException | None = None,
    ) -> None:
        self.vectors = vectors or {}
        self.dimensions = dimensions
        self.failure = failure
        self.texts: list[str] = []
        self.queries: list[str] = []

    def embed_documents(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        self.texts += texts
        return [self._vector(text) for text in texts]

    def embed_query(self, text: str) -> tuple[float, ...]:
        self.queries.append(text)
        return self._vector(text)

    def _vector(self, text: str) -> tuple[float, ...]:
        if self.failure is not None:
            raise self.failure
        known = self.vectors.get(text)
        if known is not None:
            return tuple(known)
        return tuple(
            float(1 + sum(text.encode()) % (7 + place)) for place in range(self.dimensions)
        )


class AsyncFakeEmbedder(FakeEmbedder):
    """The same with the methods of an event loop; gate: every call waits until it is set."""

    gate: asyncio.Event | None = None

    async def aembed_documents(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        if self.gate is not None:
            await self.gate.wait()
        return self.embed_documents(texts)

    async def aembed_query(self, text: str) -> tuple[float, ...]:
        if self.gate is not None:
            await self.gate.wait()
        return self.embed_query(text)
