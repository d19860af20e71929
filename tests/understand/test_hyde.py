"""Hypothetical documents: passages, their mean vector, and the cache of vectors."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import Any

import pytest

from fulltext_query.errors import (
    InputError,
    ModelError,
    ModelTimeoutError,
    ModelUnavailableError,
    SettingsError,
)
from fulltext_query.understand import RequestContext
from fulltext_query.understand.hyde import HyDEGenerator, HyDEResult
from fulltext_query.understand.notes import collecting

from .models import FAILURES, AsyncFakeEmbedder, FakeEmbedder, FakeLLM

CTX = RequestContext(tenant_id="acme")
QUESTION = "descaling interval of Orlo kettle"
FORTY = "Kettles of this make are descaled after every forty boils."
ACID = "Citric acid dissolves the scale that hard water leaves behind."
OIL = "Bicycles should be oiled weekly."


class DictVectors:
    """An embedding cache that shows what it holds; broken where it is told to be."""

    def __init__(self, failure: Exception | None = None) -> None:
        self.held: dict[tuple[str, str, str, str], Any] = {}
        self.failure = failure

    async def get(
        self, ctx: RequestContext, text: str, *, model_id: str, model_version: str
    ) -> list[float] | None:
        if self.failure is not None:
            raise self.failure
        return self.held.get((ctx.tenant_id, model_id, model_version, text))

    async def set(
        self, ctx: RequestContext, text: str, vector: Sequence[float], *,
        model_id: str, model_version: str, ttl_seconds: float | None = None,
    ) -> None:  # fmt: skip
        if self.failure is not None:
            raise self.failure
        self.held[ctx.tenant_id, model_id, model_version, text] = list(vector)


def generate(hyde: HyDEGenerator, text: str = QUESTION, ctx: RequestContext = CTX) -> HyDEResult:
    return asyncio.run(hyde.generate(ctx, text))


def test_a_passage_its_vector_and_the_models_name() -> None:
    embedder = FakeEmbedder({FORTY: [1.0, 2.0, 3.0]})
    result = generate(HyDEGenerator(FakeLLM(FORTY), embedder))
    assert result.documents == [FORTY]
    assert result.vector == [1.0, 2.0, 3.0]
    assert result.model == "fake-embedder"
    assert (result.cache_hits, result.cache_misses) == (0, 0)


def test_n_calls_and_the_mean_component_by_component() -> None:
    embedder = FakeEmbedder({FORTY: [1.0, 0.0, 4.0], ACID: [3.0, 1.0, 0.0]})
    llm = FakeLLM(FORTY, ACID)
    result = generate(HyDEGenerator(llm, embedder, n=2))
    assert sorted(result.documents) == sorted([FORTY, ACID])
    assert result.vector == [2.0, 0.5, 2.0]
    assert llm.calls == 2
    assert llm.most == 2  # at the same time


def test_passages_that_are_alike_count_each() -> None:
    embedder = FakeEmbedder({FORTY: [1.0, 0.0], ACID: [4.0, 3.0]})
    result = generate(HyDEGenerator(FakeLLM(FORTY, FORTY, ACID), embedder, n=3))
    assert len(result.documents) == 3
    assert result.vector == pytest.approx([2.0, 1.0])
    assert sorted(embedder.texts) == sorted([FORTY, ACID])  # but are embedded once


def test_without_an_embedder_there_are_passages_and_no_vector() -> None:
    result = generate(HyDEGenerator(FakeLLM(FORTY)))
    assert result == HyDEResult([FORTY], None, None, 0, 0, QUESTION, include_original=True)


@pytest.mark.parametrize("embedder", [AsyncFakeEmbedder({FORTY: [1.0, 2.0]}),
                                      lambda texts: [[1.0, 2.0] for _ in texts]])  # fmt: skip
def test_embedders_of_an_event_loop_and_functions(embedder: object) -> None:
    assert generate(HyDEGenerator(FakeLLM(FORTY), embedder)).vector == [1.0, 2.0]


def test_no_call_for_a_blank_question_and_for_none() -> None:
    llm, embedder = FakeLLM(FORTY), FakeEmbedder()
    assert generate(HyDEGenerator(llm, embedder), "  ").documents == []
    none = generate(HyDEGenerator(llm, embedder, n=0))
    assert (none.documents, none.vector) == ([], None)
    assert llm.calls == len(embedder.texts) == 0


def test_the_question_is_retrieved_with_unless_it_is_left_out() -> None:
    assert generate(HyDEGenerator(FakeLLM(OIL))).texts == [QUESTION, OIL]
    left_out = generate(HyDEGenerator(FakeLLM(OIL), include_original=False))
    assert left_out.texts == [OIL]
    nothing = generate(HyDEGenerator(FakeLLM("I don't know."), include_original=False))
    assert nothing.texts == [QUESTION]


def test_a_wrong_guess_leads_less_far_with_the_questions_own_vector() -> None:
    embedder = FakeEmbedder({OIL: [0.0, 2.0], QUESTION: [4.0, 0.0]})
    result = generate(HyDEGenerator(FakeLLM(OIL), embedder, blend=True))
    assert result.vector == [2.0, 1.0]
    assert embedder.queries == [QUESTION]
    assert result.documents == [OIL]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("I don't have information about this product.", "unknown"),
        ("Sorry, I can't help with that.", "refusal"),
        ("<think>Kettles are", "unclosed_reasoning"),
        ("Forty boils.", "too_short"),
        (None, "empty"),
    ],
)
def test_what_is_no_passage_is_discarded_and_not_embedded(reply: str | None, reason: str) -> None:
    embedder = FakeEmbedder()
    with collecting() as notes:
        result = generate(HyDEGenerator(FakeLLM(reply), embedder))
    assert (result.documents, result.vector) == ([], None)
    assert result.texts == [QUESTION]
    assert embedder.texts == []
    assert [(one.component, one.reason) for one in notes] == [("hyde", reason)]


def test_no_thinking_and_no_markdown_in_a_passage() -> None:
    reply = "<think>short</think>\n**Answer:** Descale every 40 boils.\n\n- see manual"
    (passage,) = generate(HyDEGenerator(FakeLLM(reply))).documents
    assert passage == "Descale every 40 boils.\nsee manual"


# The cache of vectors


def test_a_cache_without_an_embedder_is_refused() -> None:
    with pytest.raises(ValueError, match="embedder"):
        HyDEGenerator(FakeLLM(), embedding_cache=DictVectors())


def test_hits_and_misses() -> None:
    cache, embedder = DictVectors(), FakeEmbedder()
    first = generate(HyDEGenerator(FakeLLM(FORTY, ACID), embedder, n=2, embedding_cache=cache))
    assert (first.cache_hits, first.cache_misses) == (0, 2)
    second = generate(HyDEGenerator(FakeLLM(FORTY, OIL), embedder, n=2, embedding_cache=cache))
    assert (second.cache_hits, second.cache_misses) == (1, 1)
    third = generate(HyDEGenerator(FakeLLM(FORTY, ACID), embedder, n=2, embedding_cache=cache))
    assert (third.cache_hits, third.cache_misses) == (2, 0)
    assert third.vector == first.vector
    assert sorted(embedder.texts) == sorted([FORTY, ACID, OIL])
    twice = generate(HyDEGenerator(FakeLLM(OIL, OIL, "Hard water leaves scale behind."), embedder,
                                   n=3, embedding_cache=cache))  # fmt: skip
    assert (twice.cache_hits, twice.cache_misses) == (2, 1)


def test_tenant_model_and_version_keep_their_own() -> None:
    cache, embedder = DictVectors(), FakeEmbedder()

    def misses(embedder: FakeEmbedder, version: str, tenant: str) -> int:
        hyde = HyDEGenerator(
            FakeLLM(FORTY), embedder, embedding_cache=cache, embedding_model_version=version
        )
        return generate(hyde, ctx=RequestContext(tenant_id=tenant)).cache_misses

    other = FakeEmbedder()
    other.model_id = "other"
    assert [misses(embedder, "v1", "a"), misses(embedder, "v1", "a"), misses(embedder, "v2", "a"),
            misses(embedder, "v1", "b"), misses(other, "v1", "a")] == [1, 0, 1, 1, 1]  # fmt: skip


@pytest.mark.parametrize("held", [[], "text", [math.nan, 1.0], ["1"], [1.0], {"a": 1}, 7])
def test_a_vector_that_cannot_be_used_is_made_anew(held: object) -> None:
    cache, embedder = DictVectors(), FakeEmbedder({FORTY: [1.0, 2.0], ACID: [3.0, 4.0]})
    hyde = HyDEGenerator(FakeLLM(FORTY, ACID), embedder, n=2, embedding_cache=cache)
    cache.held["acme", "fake-embedder", "v1", FORTY] = held
    assert generate(hyde).vector == [2.0, 3.0]
    assert cache.held["acme", "fake-embedder", "v1", FORTY] == [1.0, 2.0]


def test_passages_that_are_alike_miss_each() -> None:
    hyde = HyDEGenerator(FakeLLM(FORTY), FakeEmbedder(), n=3, embedding_cache=DictVectors())
    assert generate(hyde).cache_misses == 3


def test_a_cache_that_fails_is_none_and_noted() -> None:
    cache = DictVectors(ConnectionError("gone"))
    with collecting() as notes:
        hyde = HyDEGenerator(FakeLLM(FORTY), FakeEmbedder({FORTY: [1.0]}), embedding_cache=cache)
        result = generate(hyde)
    assert result.vector == [1.0]
    assert result.cache_misses == 1
    assert {one.reason for one in notes} == {"cache"}


# What goes wrong


@pytest.mark.parametrize("kind", FAILURES)
@pytest.mark.parametrize("n", [1, 3])
def test_a_model_that_always_fails_raises_a_model_error(kind: str, n: int) -> None:
    with pytest.raises(ModelError):
        generate(HyDEGenerator(FakeLLM(FAILURES[kind]), n=n))


def test_one_call_of_several_that_fails_costs_only_its_passage() -> None:
    with collecting() as notes:
        llm = FakeLLM(ModelUnavailableError("busy"), FORTY, ACID)
        result = generate(HyDEGenerator(llm, FakeEmbedder({FORTY: [1.0], ACID: [3.0]}), n=3))
    assert result.documents == [FORTY, ACID]
    assert result.vector == [2.0]
    assert [one.reason for one in notes] == ["call_failed"]


@pytest.mark.parametrize(
    "vectors",
    [[], [[1.0], [2.0]], [[]], [["a"]], ["text"], None, [[math.inf]], 5],
)
def test_an_embedder_that_gives_no_vectors_is_a_model_error(vectors: Any) -> None:
    with pytest.raises(ModelError):
        generate(HyDEGenerator(FakeLLM(FORTY), lambda _: vectors))


def test_an_embedder_that_fails_is_a_model_error_with_its_cause() -> None:
    with pytest.raises(ModelError) as caught:
        generate(HyDEGenerator(FakeLLM(FORTY), FakeEmbedder(failure=ValueError("no"))))
    assert isinstance(caught.value.__cause__, ValueError)


def test_the_time_bounds_passages_and_vectors() -> None:
    async def run() -> None:
        llm = FakeLLM.hanging()
        with pytest.raises(ModelTimeoutError):
            await HyDEGenerator(llm, n=3, timeout=0.05).generate(CTX, QUESTION)
        assert (llm.calls, llm.cancelled) == (3, 3)
        slow = AsyncFakeEmbedder()
        slow.gate = asyncio.Event()
        with pytest.raises(ModelTimeoutError):
            await HyDEGenerator(FakeLLM(FORTY), slow, timeout=0.05).generate(CTX, QUESTION)

    asyncio.run(run())


def test_wrong_use() -> None:
    for wrong in ({"n": -1}, {"n": 1.5}, {"timeout": 0}, {"blend": True}, {"embedder": object()},
                  {"embedder": FakeEmbedder}):  # fmt: skip
        with pytest.raises(SettingsError):
            HyDEGenerator(FakeLLM(), **wrong)
    with pytest.raises(InputError):
        generate(HyDEGenerator(FakeLLM()), None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "held",
    [[10**400, 1.0], [1e308, 1e308], [0, 0], [True, False], [1.0, 2.0, 3.0], [math.inf, 1.0]],
)
@pytest.mark.parametrize("blend", [False, True])
def test_a_held_vector_that_is_none_is_made_anew_and_overwritten(
    held: list[float], blend: bool
) -> None:
    embedder = FakeEmbedder({FORTY: [1.0, 2.0], QUESTION: [1.0, 2.0]}, dimensions=2)
    cache = DictVectors()
    hyde = HyDEGenerator(FakeLLM(FORTY), embedder, embedding_cache=cache, blend=blend)
    cache.held["acme", "fake-embedder", "v1", FORTY] = held
    result = generate(hyde)
    assert result.vector == [1.0, 2.0]
    assert (result.cache_hits, result.cache_misses) == (0, 1)
    assert cache.held["acme", "fake-embedder", "v1", FORTY] == [1.0, 2.0]


def test_the_length_of_vectors_is_known_from_the_last_call_where_nobody_says_it() -> None:
    cache = DictVectors()
    vectors = {FORTY: [1.0, 2.0], ACID: [3.0, 4.0]}
    hyde = HyDEGenerator(
        FakeLLM(ACID, FORTY), lambda texts: [vectors[one] for one in texts], embedding_cache=cache
    )
    assert generate(hyde).vector == [3.0, 4.0]
    ((tenant, model, version, _),) = cache.held
    cache.held[tenant, model, version, FORTY] = [1.0, 2.0, 3.0]
    assert generate(hyde).vector == [1.0, 2.0]
    assert cache.held[tenant, model, version, FORTY] == [1.0, 2.0]


@pytest.mark.parametrize("n", [1, 3])
def test_numbers_beyond_single_precision_are_a_model_error(n: int) -> None:
    llm = FakeLLM(FORTY, ACID, OIL)
    with pytest.raises(ModelError):
        generate(HyDEGenerator(llm, lambda texts: [[1e308] * 3 for _ in texts], n=n))


class HangingVectors(DictVectors):
    """An embedding cache that never answers what it is told to hang at."""

    def __init__(self, *hangs: str) -> None:
        super().__init__()
        self.hangs = hangs

    async def get(self, *args: Any, **named: Any) -> list[float] | None:
        if "get" in self.hangs:
            await asyncio.Event().wait()
        return await super().get(*args, **named)

    async def set(self, *args: Any, **named: Any) -> None:
        if "set" in self.hangs:
            await asyncio.Event().wait()
        if "cancel" in self.hangs:
            raise asyncio.CancelledError
        await super().set(*args, **named)


@pytest.mark.parametrize(("hangs", "timeout"), [("get", 20.0), ("set", 0.2), ("cancel", 20.0)])
def test_an_embedding_cache_that_hangs_is_a_miss_and_noted(hangs: str, timeout: float) -> None:
    with collecting() as notes:
        result = generate(
            HyDEGenerator(
                FakeLLM(FORTY), FakeEmbedder({FORTY: [1.0]}), timeout=timeout,
                embedding_cache=HangingVectors(hangs),
            )
        )  # fmt: skip
    assert result.vector == [1.0]
    assert {one.reason for one in notes} == {"cache"}
