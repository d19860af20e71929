"""What a cache is to this room, the caches that keep nothing, and the keys of all of them.

A cache saves calls of models; nothing may depend on it. One that fails, is slow, or holds what it
should not is a miss. ``caches_memory``, ``caches_sqlite`` and ``caches_redis`` keep texts,
``caches_embeddings`` keeps vectors in any of them, and ``caches_flight`` lets callers that want the
same at the same time share one call.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from ..errors import SettingsError
from .context import RequestContext

__all__ = [
    "Cache",
    "EmbeddingCache",
    "NoopCache",
    "NoopEmbeddingCache",
    "cache_key",
    "encoded",
    "lifetime",
    "normalised_text",
]


@runtime_checkable
class Cache(Protocol):
    """Keeps texts under keys, for a time.

    Keys come from ``cache_key``. What it gives is what was set, or None: never an error for what
    it lost.
    """

    async def get(self, key: str) -> str | None:
        """The value, None where there is none, or no more."""
        ...

    async def set(self, key: str, value: str, *, ttl_seconds: float | None = None) -> None:
        """Keeps a value in place of the one that was there.

        ttl_seconds: how long; None as long as the cache has room, 0 or less not at all.
        """
        ...

    async def delete(self, key: str) -> None:
        """Forgets the value, if there is one."""
        ...


@runtime_checkable
class EmbeddingCache(Protocol):
    """Keeps vectors of texts, apart for each tenant, model and version of the model."""

    async def get(
        self, ctx: RequestContext, text: str, *, model_id: str, model_version: str
    ) -> list[float] | None:
        """The vector of a text; None where it is not there."""
        ...

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
        """Keeps the vector of a text; ``ttl_seconds`` as in ``Cache.set``."""
        ...


class NoopCache:
    """Keeps nothing: every get is a miss."""

    async def get(self, key: str) -> str | None:
        """None."""

    async def set(self, key: str, value: str, *, ttl_seconds: float | None = None) -> None:
        """Does nothing."""

    async def delete(self, key: str) -> None:
        """Does nothing."""


class NoopEmbeddingCache:
    """Keeps nothing: every get is a miss."""

    async def get(
        self, ctx: RequestContext, text: str, *, model_id: str, model_version: str
    ) -> list[float] | None:
        """None."""

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
        """Does nothing."""


def cache_key(*parts: str) -> str:
    """A key of 64 hexadecimal digits for these parts, in this order: their SHA-256.

    Nothing of the parts can be read from it, and parts that differ, also in where one ends and the
    next begins, have different keys. Any string will do, with lone surrogates too.
    """
    digest = hashlib.sha256()
    for part in parts:
        data = encoded(part)
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.hexdigest()


def normalised_text(text: str) -> str:
    """The text as keys see it: in lower case, each run of blanks one space, none at the ends."""
    return " ".join(text.lower().split())


def encoded(text: str) -> bytes:
    """UTF-8, which here takes lone surrogates as well: a model may have sent them."""
    return text.encode("utf-8", "surrogatepass")


def lifetime(ttl_seconds: float | None) -> float:
    """Seconds that a value may live: infinity for None. Raises SettingsError for no number."""
    if ttl_seconds is None:
        return math.inf
    try:
        if not math.isnan(ttl_seconds):
            return ttl_seconds
    except TypeError:
        pass
    raise SettingsError(f"ttl_seconds is a number of seconds or None, not {ttl_seconds!r}")
