"""Models that do nothing, always in the same way."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import pytest

from fulltext_query.errors import InputError, SettingsError
from fulltext_query.llm import LLM, NoopEmbedder, NoopLLM, Prompt, Reply, complete
from fulltext_query.search import Embedder, as_embedder


def test_no_model_says_the_same_to_everything() -> None:
    assert isinstance(NoopLLM(), LLM)
    assert NoopLLM().model_id == "noop"
    assert complete(NoopLLM(), Prompt("", "q")) == Reply("", "stop", 0)
    assert complete(NoopLLM("a\nb"), Prompt("", "q")).text == "a\nb"


def test_vectors_are_the_same_in_every_process() -> None:
    # a hash that changes from one run to the next would make caches and indexes worthless
    assert NoopEmbedder(2).embed_query("water") == pytest.approx((-0.7483841, 0.6632655), abs=1e-6)


@pytest.mark.parametrize("dimensions", [1, 2, 16, 384])
def test_vectors_have_their_length_and_differ(dimensions: int) -> None:
    model = NoopEmbedder(dimensions)
    assert isinstance(model, Embedder)
    vectors = model.embed_documents(["水", "pump", "", "bad \ud83d half"])
    assert {len(vector) for vector in vectors} == {dimensions}
    assert all(math.hypot(*vector) == pytest.approx(1) for vector in vectors)
    assert vectors[0] == model.embed_query("水") == asyncio.run(model.aembed_query("水"))
    assert vectors == asyncio.run(model.aembed_documents(["水", "pump", "", "bad \ud83d half"]))
    if dimensions > 1:
        assert len(set(vectors)) == 4
    assert as_embedder(model).dimensions == dimensions
    assert str(dimensions) in model.model_id


@pytest.mark.parametrize("dimensions", [0, -1, 1.5, True])
def test_dimensions_are_checked(dimensions: Any) -> None:
    with pytest.raises(SettingsError):
        NoopEmbedder(dimensions)


def test_texts_are_checked() -> None:
    with pytest.raises(InputError):
        NoopEmbedder().embed_documents("text")
    with pytest.raises(InputError):
        NoopEmbedder().embed_query(None)  # type: ignore[arg-type]
