"""Hypothetical documents: passages that might answer a question, and where they lie.

After Gao et al., "Precise Zero-Shot Dense Retrieval without Relevance Labels", 2022
(arXiv:2212.10496): a passage, though invented, is nearer to the true one than the question is.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import ModelError, SettingsError
from .asking import Asker, checked_text, checked_whole, tell
from .caches import EmbeddingCache
from .caches_guard import PATIENCE, asked_in_time
from .context import RequestContext
from .notes import note, said_of
from .outputs import read_vector
from .passage_embedder import PassageEmbedder
from .prompts import HYDE, make_prompt
from .replies import Read, read_passage
from .replies_language import shared_languages

__all__ = ["HyDEGenerator", "HyDEResult"]

_COMPONENT = "hyde"


@dataclass(frozen=True, slots=True)
class HyDEResult:
    """What was imagined for a question.

    documents      the passages; [] where the model had none that can be used.
    vector         the mean of their vectors, component by component; None without an embedder, and
                   without passages.
    model          the embedder's model; None without one.
    cache_hits, cache_misses   passages whose vector the embedding cache had, and had not.
    original       the question.
    include_original   whether it is among ``texts``.
    """

    documents: list[str] = field(default_factory=list)
    vector: list[float] | None = None
    model: str | None = None
    cache_hits: int = 0
    cache_misses: int = 0
    original: str = ""
    include_original: bool = True

    @property
    def texts(self) -> list[str]:
        """What to retrieve with: the question, unless it is to be left out, then the passages.

        The question alone where there are no passages.
        """
        own = [self.original] if self.include_original or not self.documents else []
        return [text for text in (*own, *dict.fromkeys(self.documents)) if text.strip()]


class HyDEGenerator:
    """Asks a language model for passages, and an embedder for their vectors.

    llm               an ``LLM``, or anything that ``fulltext_query.llm.as_llm`` takes.
    embedder          an ``Embedder``, with methods for an event loop or without; None: no vector.
    n                 passages, each by a call of its own, all at the same time; 0 makes no call.
    system_prompt     in place of the package's own.
    embedding_cache   keeps the passages' vectors, by tenant, model and version.
    embedding_model_version   part of its key.
    include_original  whether the question is one of the texts to retrieve with. The vector is of
                      the passages alone, unless ``blend`` is set.
    blend             whether the question's own vector counts as one passage more in the mean, as
                      in the paper's equation 8: a wrong guess leads less far away.
    max_tokens        of each reply.
    timeout           seconds for one call of ``generate``, retries and vectors too; None: no limit.
                      Keeping the vectors has half a second more.
    keep_language     whether passages in another language than the question's are left out.
    retries           as of ``LLMQueryRewriter``.

    Raises SettingsError (a ValueError) for what cannot be used, such as a cache of vectors without
    an embedder.
    """

    def __init__(
        self,
        llm: object,
        embedder: object = None,
        *,
        n: int = 1,
        system_prompt: str | None = None,
        embedding_cache: EmbeddingCache | None = None,
        embedding_model_version: str = "v1",
        include_original: bool = True,
        blend: bool = False,
        max_tokens: int = 256,
        timeout: float | None = 20.0,
        keep_language: bool = False,
        retries: int = 0,
    ) -> None:
        self._asker = Asker(
            llm, _COMPONENT, system_prompt=system_prompt, default_prompt=HYDE,
            max_tokens=max_tokens, timeout=timeout, retries=retries,
        )  # fmt: skip
        self._n = checked_whole(n, "n", 0)
        if embedding_cache is not None and embedder is None:
            raise SettingsError("embedding_cache needs an embedder: without one nothing fills it")
        if blend and embedder is None:
            raise SettingsError("blend needs an embedder: without one there is no vector")
        self._embedder = None if embedder is None else PassageEmbedder(embedder)
        self._cache = embedding_cache
        self._version = str(embedding_model_version)
        self._include_original = include_original
        self._blend = blend
        self._keep_language = keep_language

    async def generate(self, ctx: RequestContext, query_text: str) -> HyDEResult:
        """The passages of a question and their vector; neither for a blank one, without a call.

        Where some calls fail, the passages of the others are used, with a note.
        Raises ModelError of every kind where all fail or the embedder does; InputError where the
        question is no string.
        """
        text = checked_text(query_text)
        model = None if self._embedder is None else self._embedder.model_id
        empty = HyDEResult([], None, model, 0, 0, text, self._include_original)
        if not self._n or not text.strip():
            return empty
        async with self._asker.in_time():
            documents = await self._imagined(ctx, text)
            if not documents or self._embedder is None:
                return HyDEResult(documents, None, model, 0, 0, text, self._include_original)
            # first: it tells how long the passages' vectors are to be
            own = [await self._embedder.query(text)] if self._blend else []
            cache = self._vectors(self._embedder, ctx)
            found, hits, misses = await self._embedded(self._embedder, cache, documents)
            mean = _mean([*(found[one] for one in documents), *own])
        if cache is not None:  # not in the time for the reply: that is there
            await cache.keep()
        return HyDEResult(documents, mean, model, hits, misses, text, self._include_original)

    async def _imagined(self, ctx: RequestContext, text: str) -> list[str]:
        prompt = make_prompt(self._asker.system, "The question", text, n=self._n)
        if self._n == 1:
            outcomes: list[Any] = [await self._asker.ask(prompt)]
        else:
            calls = [self._asker.ask(prompt) for _ in range(self._n)]
            outcomes = list(await asyncio.gather(*calls, return_exceptions=True))
        failures = [one for one in outcomes if isinstance(one, BaseException)]
        for failure in failures:
            if len(failures) == len(outcomes) or not isinstance(failure, Exception):
                raise failure
            message = f"one of {self._n} calls failed: {type(failure).__name__}"
            note(_COMPONENT, "call_failed", message, level=logging.WARNING)
        reads = [
            self._read(ctx, one, text) for one in outcomes if not isinstance(one, BaseException)
        ]
        return [passage for read in reads for passage in read.values]

    def _read(self, ctx: RequestContext, reply: Any, text: str) -> Read:
        read = read_passage(
            reply, text, languages=shared_languages(), language=ctx.language,
            keep_language=self._keep_language,
        )  # fmt: skip
        tell(_COMPONENT, read)
        return read

    def _vectors(self, embedder: PassageEmbedder, ctx: RequestContext) -> _Vectors | None:
        if self._cache is None:
            return None
        return _Vectors(self._cache, ctx, embedder.model_id, self._version)

    async def _embedded(
        self, embedder: PassageEmbedder, cache: _Vectors | None, documents: list[str]
    ) -> tuple[dict[str, Sequence[float]], int, int]:
        """A vector for each document, and how many the cache had and had not."""
        distinct = list(dict.fromkeys(documents))
        if cache is None:
            return dict(zip(distinct, await embedder.documents(distinct), strict=True)), 0, 0
        held = await asyncio.gather(*[cache.get(one) for one in distinct])
        length = embedder.dimensions
        known: dict[str, Sequence[float]] = {
            one: vector
            for one, vector in zip(distinct, held, strict=True)
            if vector is not None and length in (None, len(vector))
        }
        missing = [one for one in distinct if one not in known]
        if len({len(vector) for vector in known.values()}) > 1:
            known, missing = {}, distinct  # of another model, whatever its version says
        fresh = await embedder.documents(missing) if missing else []
        if known and fresh and len(fresh[0]) != len(next(iter(known.values()))):
            known, missing, fresh = {}, distinct, await embedder.documents(distinct)
        hits = sum(one in known for one in documents)
        cache.fresh = dict(zip(missing, fresh, strict=True))
        known.update(cache.fresh)
        return known, hits, len(documents) - hits


class _Vectors:
    """An embedding cache for one question: what it raises is a miss, and noted."""

    def __init__(
        self, cache: EmbeddingCache, ctx: RequestContext, model_id: str, version: str
    ) -> None:
        self._cache, self._ctx = cache, ctx
        self._model_id, self._version = model_id, version
        self.fresh: dict[str, Sequence[float]] = {}
        """The vectors that it is to keep."""

    async def get(self, text: str) -> Sequence[float] | None:
        """The vector of a text, if the cache has one that can be used."""
        try:
            vector: Any = await asked_in_time(
                lambda: self._cache.get(
                    self._ctx, text, model_id=self._model_id, model_version=self._version
                ),
                PATIENCE,
            )
        except Exception as error:  # noqa: BLE001  # anybody's cache, and only a cache
            self._failed(error)
            return None
        if vector is None:
            return None
        try:
            return read_vector(vector)
        except Exception:  # noqa: BLE001  # whatever it is, it is no vector
            note(_COMPONENT, "cache", "a vector of the embedding cache cannot be used")
            return None

    async def keep(self) -> None:
        """Keeps the vectors that were made, if the cache can."""
        await asyncio.gather(*[self._set(text, vector) for text, vector in self.fresh.items()])

    async def _set(self, text: str, vector: Sequence[float]) -> None:
        try:
            await asked_in_time(
                lambda: self._cache.set(
                    self._ctx, text, list(vector),
                    model_id=self._model_id, model_version=self._version,
                ),
                PATIENCE,
            )  # fmt: skip
        except Exception as error:  # noqa: BLE001
            self._failed(error)

    @staticmethod
    def _failed(error: Exception) -> None:
        note(_COMPONENT, "cache", f"the embedding cache failed: {said_of(error)}")


def _mean(vectors: Sequence[Sequence[float]]) -> list[float]:
    """The mean of vectors, component by component."""
    if len({len(vector) for vector in vectors}) != 1:
        raise ModelError("the passages' vectors are of different lengths: has the model changed?")
    mean = [math.fsum(numbers) / len(vectors) for numbers in zip(*vectors, strict=True)]
    if not all(map(math.isfinite, mean)):
        raise ModelError("the passages' vectors have no finite mean")
    return mean
