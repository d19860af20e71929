"""Any embedder, asked from an event loop, with its vectors checked."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from ..errors import FulltextQueryError, ModelError, SettingsError
from ..llm.functions import is_async
from ..llm.vectors import floats_of
from ..threads import Threads
from .notes import said_of
from .outputs import LARGEST

__all__ = ["PassageEmbedder"]

# This package's and LangChain's names, then LlamaIndex's: (for a loop, plain)
_DOCUMENTS = (("aembed_documents", "embed_documents"),
              ("aget_text_embedding_batch", "get_text_embedding_batch"))  # fmt: skip
_QUERY = (("aembed_query", "embed_query"), ("aget_query_embedding", "get_query_embedding"))


class PassageEmbedder:
    """Raises SettingsError for what cannot embed."""

    def __init__(self, embedder: object) -> None:
        self.model_id = _name(embedder)
        self._threads = Threads()
        told = getattr(embedder, "dimensions", None)
        self.dimensions: int | None = told if isinstance(told, int) and told > 0 else None
        """The length of its vectors, as the last call had it, else as it says; None: not known."""
        if isinstance(embedder, type):
            raise SettingsError(f"{self.model_id} is a class, no embedder: give an object of it")
        documents = _method(embedder, _DOCUMENTS)
        if documents is None and callable(embedder):
            documents = embedder
        if documents is None:
            raise SettingsError(
                f"{self.model_id} is no embedder: give an object with embed_documents and "
                "embed_query, or a function of a list of texts"
            )
        self._documents = documents
        self._query = _method(embedder, _QUERY)

    async def documents(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        """A vector for each text. Raises ModelError where the model gives anything else."""
        return self._checked(await self._asked(self._documents, list(texts)), len(texts))

    async def query(self, text: str) -> tuple[float, ...]:
        """The vector of what a person typed."""
        if self._query is None:
            return (await self.documents([text]))[0]
        return self._checked([await self._asked(self._query, text)], 1)[0]

    async def _asked(self, method: Callable[[Any], Any], argument: Any) -> Any:
        try:
            if is_async(method):
                return await method(argument)
            given = await self._threads.run(lambda: method(argument))
            return await given if inspect.isawaitable(given) else given
        except FulltextQueryError:
            raise
        except Exception as error:
            message = f"{self.model_id} failed: {said_of(error)}"
            raise ModelError(message) from error

    def _checked(self, found: Any, count: int) -> list[tuple[float, ...]]:
        try:
            vectors = [floats_of(vector) for vector in found]
        except (TypeError, ValueError, OverflowError) as error:
            raise ModelError(f"{self.model_id} gave what is no list of vectors") from error
        if len(vectors) != count:
            raise ModelError(f"{self.model_id} gave {len(vectors)} vectors for {count} texts")
        for vector in vectors:
            # not above it, which no infinity and no NaN is either
            if not vector or not all(abs(number) <= LARGEST for number in vector):
                raise ModelError(
                    f"{self.model_id} gave a vector that is empty or not finite in single precision"
                )
        lengths = {len(vector) for vector in vectors}
        if len(lengths) == 1:
            self.dimensions = lengths.pop()
        return vectors


def _method(embedder: object, names: Sequence[tuple[str, str]]) -> Callable[[Any], Any] | None:
    for pair in names:
        for name in pair:
            found = getattr(embedder, name, None)
            if callable(found):
                return found  # type: ignore[no-any-return]
    return None


def _name(embedder: object) -> str:
    for one in ("model_id", "model_name", "model", "name"):
        name = getattr(embedder, one, None)
        if isinstance(name, str) and name:
            return name
    return getattr(embedder, "__name__", type(embedder).__name__)
