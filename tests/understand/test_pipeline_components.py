"""The pipeline with the package's own components, whose models and embedders fail."""

from __future__ import annotations

import asyncio
import itertools
import logging
from typing import Any

import pytest

from fulltext_query import FulltextQuery
from fulltext_query.errors import ModelError
from fulltext_query.understand import RequestContext, UnderstoodQuery
from fulltext_query.understand.decomposer import HeuristicQueryDecomposer, LLMQueryDecomposer
from fulltext_query.understand.glossary import InMemoryGlossary
from fulltext_query.understand.hyde import HyDEGenerator
from fulltext_query.understand.pipeline import QueryUnderstandingPipeline
from fulltext_query.understand.rewriter import LLMQueryRewriter
from tests.understand.models import FAILURES, AsyncFakeEmbedder, FakeLLM

CTX = RequestContext(tenant_id="acme")
QUESTION = "vacation days of new staff and notice period after probation"
REWRITES = "annual leave of new employees\nnotice to be given when probation has ended"
PARTS = '["vacation days of new staff", "notice period after probation"]'
PASSAGE = "New staff have 25 days of leave; after probation the notice period is three months."
LABELS = ("rewriter", "decomposer", "hyde")


def models(**changes: FakeLLM) -> dict[str, FakeLLM]:
    """A model for each component, which answers well."""
    return {
        "rewriter": FakeLLM(REWRITES), "decomposer": FakeLLM(PARTS), "hyde": FakeLLM(PASSAGE),
        **changes,
    }  # fmt: skip


def understand(
    asked: dict[str, FakeLLM], embedder: Any = None, *, time_budget: float | None = None
) -> UnderstoodQuery:
    pipeline = QueryUnderstandingPipeline(
        rewriter=LLMQueryRewriter(asked["rewriter"]),
        decomposer=LLMQueryDecomposer(asked["decomposer"]),
        glossary=InMemoryGlossary({"Staff": ["personnel"]}),
        hyde=HyDEGenerator(asked["hyde"], embedder or AsyncFakeEmbedder({PASSAGE: [0.5, 0.25]})),
        time_budget=time_budget,
    )
    return asyncio.run(pipeline.understand(CTX, QUESTION))


def assert_all_but(understood: UnderstoodQuery, *failed: str) -> None:
    good: dict[str, dict[str, Any]] = {
        "rewriter": {"rewrites": REWRITES.split("\n")},
        "decomposer": {
            "sub_queries": ["vacation days of new staff", "notice period after probation"]
        },
        "hyde": {"hyde_documents": [PASSAGE], "hyde_vector": [0.5, 0.25]},
    }
    empty: dict[str, Any] = {"rewrites": [], "sub_queries": [], "hyde_documents": [],
                             "hyde_vector": None}  # fmt: skip
    for label, outputs in good.items():
        for name, value in outputs.items():
            assert getattr(understood, name) == (empty[name] if label in failed else value)
    assert understood.expansion_terms == {"staff": ["personnel"]}
    assert understood.metadata.get("partial_failures", []) == sorted(failed)
    # and the query still comes
    form = understood.to_search(BUILDER)
    assert form.query != {"match_none": {}}
    assert form.fan_out[0].text == QUESTION
    assert (form.knn is None) == ("hyde" in failed)


BUILDER = FulltextQuery()


def test_all_of_them_contribute() -> None:
    understood = understand(models())
    assert_all_but(understood)
    assert understood.metadata["hyde_embed_model"] == "fake-embedder"
    # dec-07: each fact becomes a query of its own
    texts = [one.text for one in understood.to_search(BUILDER).fan_out if one.kind == "sub_query"]
    assert texts == understood.sub_queries


def test_as_documented() -> None:
    llm = FakeLLM("uses of retrieval augmented generation\npurpose of RAG systems")
    pipeline = QueryUnderstandingPipeline(
        rewriter=LLMQueryRewriter(llm),
        decomposer=HeuristicQueryDecomposer(),
        glossary=InMemoryGlossary({"rag": ["retrieval augmented generation"]}),
        hyde=HyDEGenerator(FakeLLM(PASSAGE), AsyncFakeEmbedder()),
        rewrite_n=3,
    )
    understood = asyncio.run(pipeline.understand(CTX, "what is RAG used for?"))
    assert understood.original_text == "what is RAG used for?"
    assert understood.keyword_queries == [
        "what is RAG used for?", "uses of retrieval augmented generation", "purpose of RAG systems"
    ]  # fmt: skip
    assert understood.sub_queries == []
    assert understood.expansion_terms == {"rag": ["retrieval augmented generation"]}
    assert understood.hyde_vector is not None
    assert "partial_failures" not in understood.metadata


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("label", LABELS)
def test_a_model_that_fails_costs_its_step(label: str, failure: str) -> None:
    asked = models(**{label: FakeLLM(FAILURES[failure])})
    assert_all_but(understand(asked), label)


@pytest.mark.parametrize("pair", list(itertools.combinations(LABELS, 2)), ids="+".join)
@pytest.mark.parametrize("failures", list(itertools.product(FAILURES, repeat=2)), ids="+".join)
def test_two_models_that_fail_cost_their_steps(
    pair: tuple[str, str], failures: tuple[str, str]
) -> None:
    broken = {
        label: FakeLLM(FAILURES[failure]) for label, failure in zip(pair, failures, strict=True)
    }
    assert_all_but(understand(models(**broken)), *pair)


@pytest.mark.parametrize("labels", [(label,) for label in LABELS] + [LABELS], ids="+".join)
def test_a_model_that_hangs_is_given_up_in_time(labels: tuple[str, ...]) -> None:
    # llm-17
    hanging = {label: FakeLLM.hanging() for label in labels}
    understood = understand(models(**hanging), time_budget=0.05)
    assert_all_but(understood, *labels)
    assert {one["reason"] for one in understood.metadata["notes"]} == {"timeout"}
    assert all(llm.cancelled == 1 for llm in hanging.values())
    assert understood.metadata["elapsed_ms"] < 1500


@pytest.mark.parametrize("failure", FAILURES)
def test_an_embedder_that_fails_costs_the_passages_alone(failure: str) -> None:
    embedder = AsyncFakeEmbedder(failure=FAILURES[failure])
    understood = understand(models(), embedder)
    assert understood.metadata["partial_failures"] == ["hyde"]
    assert understood.hyde_vector is None
    assert understood.rewrites == REWRITES.split("\n")


@pytest.mark.parametrize(
    "reply",
    [None, "", "<think>what do they want", "I'm sorry, I can't help with that.", "```\n```"],
)
def test_a_reply_without_use_is_no_failure_and_is_noted(reply: str | None) -> None:
    understood = understand({label: FakeLLM(reply) for label in LABELS})
    assert (understood.rewrites, understood.sub_queries, understood.hyde_documents) == ([], [], [])
    assert "partial_failures" not in understood.metadata
    assert {one["component"] for one in understood.metadata["notes"]} == set(LABELS)
    assert understood.to_search(BUILDER).query == BUILDER.build(
        UnderstoodQuery(original_text=QUESTION, expansion_terms={"staff": ["personnel"]})
    ).to_dict()  # fmt: skip


class SecretiveError(Exception):
    """An error of somebody's, with what should not be in a log."""


@pytest.mark.parametrize(("error", "told"), [
    (SecretiveError("key sk-1\nGET /forged"), "SecretiveError"),
    (ModelError("the server\nis\x1b[31m away"), "ModelError: the server is [31m away"),
])  # fmt: skip
def test_of_strangers_errors_only_the_name_is_told(
    error: Exception, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    class Failing:
        async def expand(self, ctx: RequestContext, query_text: str) -> dict[str, list[str]]:
            raise error

    caplog.set_level(logging.DEBUG, "fulltext_query.understand")
    pipeline = QueryUnderstandingPipeline(glossary=Failing())  # type: ignore[arg-type]
    understood = asyncio.run(pipeline.understand(RequestContext(), "pump noise"))
    assert told in str(understood.metadata["notes"])
    assert "sk-1" not in str(understood.metadata["notes"])
    warned = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    assert warned
    assert all("sk-1" not in one and "\n" not in one and "\x1b" not in one for one in warned)
    assert any(one.exc_info and one.exc_info[1] is error for one in caplog.records)


def test_a_models_own_message_is_its_cause_only() -> None:
    with pytest.raises(ModelError) as caught:
        asyncio.run(
            LLMQueryRewriter(FakeLLM(SecretiveError("key sk-1"))).rewrite(RequestContext(), "pump")
        )
    assert "sk-1" not in str(caught.value)
    assert "SecretiveError" in str(caught.value)
    assert isinstance(caught.value.__cause__, SecretiveError)
