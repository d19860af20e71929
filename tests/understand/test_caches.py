"""Keys, and the caches that keep nothing."""

from __future__ import annotations

import asyncio
import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fulltext_query.errors import SettingsError
from fulltext_query.understand import RequestContext
from fulltext_query.understand.caches import (
    Cache,
    EmbeddingCache,
    NoopCache,
    NoopEmbeddingCache,
    cache_key,
    lifetime,
    normalised_text,
)
from tests.understand.cache_contract import ANY_TEXT

PARTS = st.lists(ANY_TEXT, max_size=6)


def test_a_noop_cache_keeps_nothing() -> None:
    async def work() -> None:
        cache = NoopCache()
        assert isinstance(cache, Cache)
        await cache.set("a", "value", ttl_seconds=10)
        assert await cache.get("a") is None
        await cache.delete("a")

    asyncio.run(work())


def test_a_noop_embedding_cache_keeps_nothing() -> None:
    async def work() -> None:
        ctx, cache = RequestContext(), NoopEmbeddingCache()
        assert isinstance(cache, EmbeddingCache)
        await cache.set(ctx, "text", [1.0], model_id="m", model_version="v1", ttl_seconds=1)
        assert await cache.get(ctx, "text", model_id="m", model_version="v1") is None

    asyncio.run(work())


@given(PARTS, PARTS)
def test_different_parts_have_different_keys(some: list[str], others: list[str]) -> None:
    assert (cache_key(*some) == cache_key(*others)) == (some == others)


@given(st.lists(ANY_TEXT, min_size=1, max_size=4), st.data())
def test_where_a_part_ends_counts(parts: list[str], data: st.DataObject) -> None:
    whole = "".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=4)))
    other = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assume(other != parts)
    assert cache_key(*parts) != cache_key(*other)


@pytest.mark.parametrize(
    ("some", "others"),
    [
        (("ab", "c"), ("a", "bc")),
        (("a", ""), ("a",)),
        (("", "a"), ("a", "")),
        (("a\0b",), ("a", "b")),
        (("a|b",), ("a", "b")),
        (("\ud800",), ("?",)),
        (("é",), ("e\u0301",)),
    ],
)
def test_parts_that_look_alike(some: tuple[str, ...], others: tuple[str, ...]) -> None:
    assert cache_key(*some) != cache_key(*others)


@given(st.lists(st.text(min_size=3), min_size=1, max_size=4))
def test_a_key_tells_nothing_of_its_parts(parts: list[str]) -> None:
    key = cache_key(*parts)
    assert len(key) == 64
    assert set(key) <= set("0123456789abcdef")


def test_a_key_stays_what_it_is() -> None:
    # values outlive the process: another key for the same parts would lose them all
    assert cache_key("tenant", "模型", "") == (
        "e39272c58746bb7d5a308b970e0c84710dc31a1e5180db5c767f0a541e0506cd"
    )


@pytest.mark.parametrize(
    ("text", "normalised"),
    [
        ("  What  is\tRAG \n used for? ", "what is rag used for?"),
        ("水泵\u3000异响", "水泵 异响"),
        ("a\xa0b", "a b"),
        ("ΣΑΣ", "σας"),
        ("", ""),
        (" \n", ""),
    ],
)
def test_texts_are_normalised_for_keys(text: str, normalised: str) -> None:
    assert normalised_text(text) == normalised


@given(ANY_TEXT)
def test_what_is_normalised_stays(text: str) -> None:
    once = normalised_text(text)
    assert normalised_text(once) == once
    assert normalised_text(f" {text}\t\t") == once


def test_times_to_live() -> None:
    assert lifetime(None) == math.inf
    assert lifetime(2.5) == 2.5
    with pytest.raises(SettingsError):
        lifetime(math.nan)
