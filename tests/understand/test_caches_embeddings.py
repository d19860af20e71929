"""Vectors in any cache of texts."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.understand import RequestContext
from fulltext_query.understand.caches import EmbeddingCache
from fulltext_query.understand.caches_embeddings import CachedEmbeddings, embedding_key
from fulltext_query.understand.caches_memory import MemoryCache
from tests.understand.cache_contract import ANY_TEXT, Clock
from tests.understand.test_single_flight import Broken

CTX = RequestContext(tenant_id="one")
VECTORS = st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=20)


class Spied(MemoryCache):
    """Remembers the keys that it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: set[str] = set()
        self.values: list[str] = []

    async def set(self, key: str, value: str, *, ttl_seconds: float | None = None) -> None:
        self.keys.add(key)
        self.values.append(value)
        await super().set(key, value, ttl_seconds=ttl_seconds)


@given(ANY_TEXT, VECTORS)
def test_any_vector_of_any_text_comes_back(text: str, vector: list[float]) -> None:
    async def work() -> None:
        cache = CachedEmbeddings(MemoryCache())
        assert isinstance(cache, EmbeddingCache)
        assert await cache.get(CTX, text, model_id="m", model_version="v1") is None
        await cache.set(CTX, text, vector, model_id="m", model_version="v1")
        assert await cache.get(CTX, text, model_id="m", model_version="v1") == vector
        same = f"\t{text}  "
        assert await cache.get(CTX, same, model_id="m", model_version="v1") == vector

    asyncio.run(work())


def test_case_and_blanks_do_not_matter_and_the_rest_of_the_context_neither() -> None:
    async def work() -> None:
        cache = CachedEmbeddings(MemoryCache())
        await cache.set(CTX, "What is RAG?", [1.0], model_id="m", model_version="v1")
        other = RequestContext(tenant_id="one", request_id="7", language="en")
        found = await cache.get(other, " what  IS\nrag? ", model_id="m", model_version="v1")
        assert found == [1.0]

    asyncio.run(work())


@pytest.mark.parametrize(
    ("tenant", "text", "model", "version"),
    [
        ("two", "text", "m", "v1"),
        ("one", "other", "m", "v1"),
        ("one", "text", "n", "v1"),
        ("one", "text", "m", "v2"),
        ("one", "text", "mv", "1"),
        ("onem", "text", "", "v1"),
    ],
)
def test_tenants_models_and_versions_share_nothing(
    tenant: str, text: str, model: str, version: str
) -> None:
    async def work() -> None:
        cache = CachedEmbeddings(MemoryCache())
        await cache.set(CTX, "text", [1.0], model_id="m", model_version="v1")
        ctx = RequestContext(tenant_id=tenant)
        assert await cache.get(ctx, text, model_id=model, model_version=version) is None

    asyncio.run(work())


def test_keys_and_values_hold_no_text() -> None:
    async def work() -> None:
        spied = Spied()
        secret = "the merger of acme and umbrella"
        await CachedEmbeddings(spied).set(
            RequestContext(tenant_id="acme-tenant"), secret, [0.5], model_id="m", model_version="v"
        )
        (key,), (value,) = spied.keys, spied.values
        for word in ("acme", "merger", "umbrella", "tenant"):
            assert word not in key
            assert word not in value

    asyncio.run(work())


@pytest.mark.parametrize("stored", ["", "[1.0, 2.0]", "fqv1:", "fqv1:AAAA", "fqv9:AAAA", "null"])
def test_what_is_damaged_or_foreign_is_a_miss_and_is_overwritten(stored: str) -> None:
    async def work() -> None:
        below = MemoryCache()
        cache = CachedEmbeddings(below)
        key = embedding_key(CTX, "text", model_id="m", model_version="v1")
        await below.set(key, stored)
        assert await cache.get(CTX, "text", model_id="m", model_version="v1") is None
        await cache.set(CTX, "text", [1.0], model_id="m", model_version="v1")
        assert await cache.get(CTX, "text", model_id="m", model_version="v1") == [1.0]

    asyncio.run(work())


@pytest.mark.parametrize(
    "vector", [[], [math.nan, 1.0], [math.inf, 1.0], "12", ["1", "2"], None, [1.0], [1.0] * 3]
)
def test_a_vector_of_no_use_is_told_and_not_kept(
    vector: Sequence[float], caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        below = MemoryCache()
        cache = CachedEmbeddings(below, dimensions=2)
        await cache.set(CTX, "text", vector, model_id="m", model_version="v1")
        assert len(below) == 0
        assert len(caplog.messages) == 1
        assert "text" not in caplog.messages[0].replace("a text is no vector", "")

    asyncio.run(work())


def test_a_vector_of_another_length_is_a_miss() -> None:
    async def work() -> None:
        below = MemoryCache()
        await CachedEmbeddings(below).set(CTX, "text", [1.0] * 3, model_id="m", model_version="v1")
        cache = CachedEmbeddings(below, dimensions=2)
        assert await cache.get(CTX, "text", model_id="m", model_version="v1") is None

    asyncio.run(work())


def test_vectors_are_kept_for_their_time() -> None:
    async def work() -> None:
        clock = Clock()
        cache = CachedEmbeddings(MemoryCache(clock=clock))
        await cache.set(CTX, "t", [1.0], model_id="m", model_version="v1", ttl_seconds=10)
        clock.now += 9
        assert await cache.get(CTX, "t", model_id="m", model_version="v1") == [1.0]
        clock.now += 1
        assert await cache.get(CTX, "t", model_id="m", model_version="v1") is None

    asyncio.run(work())


def test_a_cache_that_fails_is_a_miss(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        cache = CachedEmbeddings(Broken())
        for _ in range(3):
            await cache.set(CTX, "text", [1.0], model_id="m", model_version="v1")
            assert await cache.get(CTX, "text", model_id="m", model_version="v1") is None
        assert len(caplog.messages) == 2

    asyncio.run(work())
