"""Vectors of texts, kept in any cache of texts."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from .caches import Cache, cache_key, normalised_text
from .caches_guard import PATIENCE, Careful
from .caches_values import pack_vector, unpack_vector
from .context import RequestContext

__all__ = ["CachedEmbeddings", "embedding_key"]

_LOGGER = logging.getLogger("fulltext_query.understand")


class CachedEmbeddings:
    """An ``EmbeddingCache`` over any ``Cache``; it never raises for what the cache does.

    A vector comes back to the last bit. What is damaged, of another form or of another length than
    ``dimensions`` is a miss and is overwritten. Where a model embeds queries and documents in two
    ways, give each its own ``model_version``.
    """

    def __init__(
        self, cache: Cache, *, dimensions: int | None = None, timeout: float = PATIENCE
    ) -> None:
        """dimensions: the length of every vector; None takes any. timeout: seconds that each call
        of the cache may take.
        """
        self._cache = Careful(cache, timeout=timeout)
        self._dimensions = dimensions

    async def get(
        self, ctx: RequestContext, text: str, *, model_id: str, model_version: str
    ) -> list[float] | None:
        """The vector of a text; None where it is not there, or cannot be used."""
        key = embedding_key(ctx, text, model_id=model_id, model_version=model_version)
        vector = unpack_vector(key, await self._cache.get(key))
        return vector if vector is not None and self._fits(vector) else None

    async def set(
        self,
        ctx: RequestContext,
        text: str,
        vector: Sequence[float],
        *,
        model_id: str,
        model_version: str,
        ttl_seconds: float | None = None,
    ) -> None:
        """Keeps the vector of a text; one that is of no use is logged and not kept."""
        key = embedding_key(ctx, text, model_id=model_id, model_version=model_version)
        try:
            packed = pack_vector(key, vector)
            if not self._fits(vector):
                raise ValueError(f"it has {len(vector)} numbers, not {self._dimensions}")
        except (TypeError, ValueError, OverflowError) as error:
            _LOGGER.warning("cache.vector: a vector of %s is not kept: %s", model_id, error)
            return
        await self._cache.set(key, packed, ttl_seconds=ttl_seconds)

    def _fits(self, vector: Sequence[float]) -> bool:
        return self._dimensions is None or len(vector) == self._dimensions


def embedding_key(ctx: RequestContext, text: str, *, model_id: str, model_version: str) -> str:
    """The key of a text's vector: texts that differ in case and blanks alone share it."""
    return cache_key("embedding", ctx.tenant_id, model_id, model_version, normalised_text(text))
