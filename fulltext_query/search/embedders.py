"""Vectors for texts: what an embedder is, the one that comes with the extra, and others' wrapped.

``E5Embedder`` needs no server and no graphics card. ``as_embedder`` takes everything else: models
of LangChain and LlamaIndex, plain functions, and checks what they give.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

from ..errors import FulltextQueryError, ModelError, SettingsError
from ..llm.vectors import floats_of
from ..threads import Threads
from .documents import Document
from .e5 import E5Embedder, Vector, checked_texts

__all__ = [
    "CheckedEmbedder",
    "E5Embedder",
    "Embedder",
    "Vector",
    "as_embedder",
    "document_text",
    "mean_vector",
]


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors of one length, so that texts of like meaning lie near each other.

    ``CheckedEmbedder`` adds the methods of an event loop, ``aembed_documents`` and
    ``aembed_query``; it uses the embedder's own where it has them, and a thread where not.
    """

    @property
    def dimensions(self) -> int:
        """The number of components of every vector."""
        ...

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in their order."""
        ...

    def embed_query(self, text: str) -> Vector:
        """The vector of what a person typed."""
        ...


class CheckedEmbedder:
    """Any embedder, for plain calls and for an event loop, with its vectors checked.

    documents, query            list of texts → vectors, text → vector.
    async_documents, async_query  the same as coroutine functions; a thread runs the plain ones
                                where they are missing. One pair of the two is needed.
    dimensions                  the vectors' length; None: told by the first vector, or by embedding
                                one word where it is asked before.

    Raises ModelError where the model fails (its error is the cause), gives another number of
    vectors than texts, vectors of different lengths, or components that are not finite numbers.
    """

    def __init__(
        self,
        documents: Callable[[list[str]], Any] | None = None,
        query: Callable[[str], Any] | None = None,
        *,
        async_documents: Callable[[list[str]], Any] | None = None,
        async_query: Callable[[str], Any] | None = None,
        dimensions: int | None = None,
        name: str = "the embedder",
    ) -> None:
        if not (documents and query) and not (async_documents and async_query):
            raise SettingsError(f"{name} must embed both documents and queries")
        self.name = name
        self._documents, self._query = documents, query
        self._async_documents, self._async_query = async_documents, async_query
        self._dimensions = dimensions
        self._threads = Threads()

    @property
    def dimensions(self) -> int:
        """The number of components of every vector."""
        return self._dimensions or len(self.embed_query("word"))

    async def adimensions(self) -> int:
        """``dimensions`` without blocking the loop."""
        return self._dimensions or len(await self.aembed_query("word"))

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in their order; the model is not asked where there is none."""
        listed = checked_texts(texts)
        if not listed:
            return []
        call = self._plain(self._documents)
        return self._checked(self._asked(lambda: call(listed)), len(listed))

    def embed_query(self, text: str) -> Vector:
        """The vector of a query; ModelError too where it is all zeros: it has no direction."""
        (text,) = checked_texts([text])
        call = self._plain(self._query)
        return self._directed(self._asked(lambda: call(text)))

    async def aembed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """``embed_documents`` without blocking the loop."""
        listed = checked_texts(texts)
        if not listed:
            return []
        found = await self._awaited(self._async_documents, self._documents, listed)
        return self._checked(found, len(listed))

    async def aembed_query(self, text: str) -> Vector:
        """``embed_query`` without blocking the loop."""
        (text,) = checked_texts([text])
        return self._directed(await self._awaited(self._async_query, self._query, text))

    def __repr__(self) -> str:
        return f"CheckedEmbedder({self.name})"

    def _plain(self, call: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
        if call is None:
            raise SettingsError(f"{self.name} is asynchronous only: use it with an AsyncSearcher")
        return call

    def _asked(self, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except FulltextQueryError:
            raise
        except Exception as error:
            raise self._failed(error) from error

    async def _awaited(
        self, own: Callable[[Any], Any] | None, plain: Callable[[Any], Any] | None, argument: Any
    ) -> Any:
        try:
            if own is not None:
                return await own(argument)
            call = self._plain(plain)
            # threads of its own: a model that hangs is not to keep the loop's from an engine
            return await asyncio.wrap_future(self._threads.submit(lambda: call(argument)))
        except FulltextQueryError:
            raise
        except Exception as error:
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> ModelError:
        return ModelError(f"{self.name} failed: {type(error).__name__}: {error}")

    def _directed(self, vector: Any) -> Vector:
        (checked,) = self._checked([vector], 1)
        if not any(checked):
            raise ModelError(f"{self.name} gave a vector of zeros, which is near to nothing")
        return checked

    def _checked(self, found: Any, count: int) -> list[Vector]:
        try:
            vectors = [floats_of(vector) for vector in found]
        except (TypeError, ValueError, OverflowError) as error:
            raise ModelError(f"{self.name} gave what is no list of vectors: {error}") from error
        if len(vectors) != count:
            raise ModelError(f"{self.name} gave {len(vectors)} vectors for {count} texts")
        if self._dimensions is None:
            self._dimensions = len(vectors[0])
        for place, vector in enumerate(vectors):
            if not vector or len(vector) != self._dimensions:
                raise ModelError(
                    f"{self.name} gave a vector of {len(vector)} components for text {place}, "
                    f"where {self._dimensions} were due"
                )
            if not all(map(math.isfinite, vector)):
                raise ModelError(f"{self.name} gave NaN or infinity in the vector of text {place}")
        return vectors


#: Names under which libraries have the four methods: this one and LangChain, then LlamaIndex.
_SPELLINGS = (
    ("embed_documents", "embed_query", "aembed_documents", "aembed_query"),
    ("get_text_embedding_batch", "get_query_embedding",
     "aget_text_embedding_batch", "aget_query_embedding"),
)  # fmt: skip


def as_embedder(model: object, *, dimensions: int | None = None) -> CheckedEmbedder:
    """An embedder of anything that can embed.

    model        an ``Embedder``; LangChain's ``Embeddings``; LlamaIndex's ``BaseEmbedding``; or a
                 function of a list of texts that gives one vector (list, tuple or array) for each,
                 plain or ``async def``.
    dimensions   the vectors' length; default: the model's own ``dimensions`` if that is a positive
                 number, else told by its first vector.

    Raises SettingsError for what is none of these.
    """
    if isinstance(model, CheckedEmbedder):
        return model
    name = getattr(model, "__name__", type(model).__name__)
    if isinstance(model, type):
        raise SettingsError(f"{name} is a class, no embedder: give an object of it")
    if dimensions is None:
        own = getattr(model, "dimensions", None)
        dimensions = own if isinstance(own, int) and own > 0 else None
    for names in _SPELLINGS:
        calls = [_method(model, one) for one in names]
        if (calls[0] and calls[1]) or (calls[2] and calls[3]):
            return CheckedEmbedder(
                calls[0], calls[1], async_documents=calls[2], async_query=calls[3],
                dimensions=dimensions, name=name,
            )  # fmt: skip
    if callable(model):
        return _of_function(model, name, dimensions)
    raise SettingsError(
        f"{name} is no embedder: give an object with embed_documents and embed_query, or a "
        "function of a list of texts"
    )


def _method(model: object, name: str) -> Callable[[Any], Any] | None:
    found = getattr(model, name, None)
    return found if callable(found) else None


def _of_function(
    function: Callable[..., Any], name: str, dimensions: int | None
) -> CheckedEmbedder:
    call = getattr(function, "__call__", function)  # noqa: B004  # an object may have an async one
    if asyncio.iscoroutinefunction(function) or asyncio.iscoroutinefunction(call):

        async def first_of(text: str) -> Any:
            return _only(await function([text]))

        return CheckedEmbedder(
            async_documents=function, async_query=first_of, dimensions=dimensions, name=name
        )
    return CheckedEmbedder(
        function, lambda text: _only(function([text])), dimensions=dimensions, name=name
    )


def _only(vectors: Any) -> Any:
    (vector,) = vectors
    return vector


def document_text(document: Document) -> str:
    """What of a document is embedded: title and content; without any, questions and keywords.

    '' for a document without text; it needs no vector, and some models refuse an empty text.
    """
    parts = [part for part in (document.title.strip(), document.content.strip()) if part]
    return "\n".join(parts or [*document.questions, *document.important_keywords])


def mean_vector(vectors: Sequence[Sequence[float]]) -> Vector:
    """The mean direction of vectors, of length 1; each counts alike, however long it is.

    Raises ModelError for none, for different lengths, and where they cancel each other out.
    """
    if len({len(vector) for vector in vectors}) != 1:
        raise ModelError("the mean of vectors needs one or more, all of the same length")
    lengths = [math.hypot(*vector) or 1.0 for vector in vectors]
    total = [
        math.fsum(number / length for number, length in zip(numbers, lengths, strict=True))
        for numbers in zip(*vectors, strict=True)
    ]
    length = math.hypot(*total)
    if not length > 0 or not math.isfinite(length):
        raise ModelError("the vectors have no mean: they are zero, not finite, or cancel out")
    return tuple([number / length for number in total])
