"""The span of a question, on OpenTelemetry's API, and without it."""

from __future__ import annotations

import asyncio
import builtins
import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest

from fulltext_query.understand import RequestContext
from fulltext_query.understand.pipeline import QueryUnderstandingPipeline
from fulltext_query.understand.spans import default_tracer
from tests.optional import need

CTX = RequestContext(tenant_id="acme")
QUESTION = "what is RAG?"


class _Component:
    """A rewriter, decomposer, glossary and HyDE in one."""

    def __init__(self, broken: bool = False) -> None:
        self.broken = broken

    async def rewrite(self, ctx: Any, text: str, *, n: int) -> list[str]:
        if self.broken:
            raise ValueError("broken")
        return ["uses of RAG", "purpose of RAG"]

    async def decompose(self, ctx: Any, text: str) -> list[str]:
        return ["one question", "another one", "a third one"]

    async def expand(self, ctx: Any, text: str) -> dict[str, list[str]]:
        return {"rag": ["retrieval augmented generation"]}

    async def generate(self, ctx: Any, text: str) -> Any:
        if self.broken:
            raise ValueError("broken")
        return SimpleNamespace(documents=["a", "b", "c", "d"], vector=[0.5], model="e5")


Component: Any = _Component  # a type checker takes one for a component of whichever kind


class Span:
    def __init__(self) -> None:
        self.attributes: dict[str, Any] = {}
        self.ended = False
        self.error: BaseException | None = None

    def set_attribute(self, name: str, value: Any) -> None:
        self.attributes[name] = value


class Recorder:
    """A tracer that keeps its spans."""

    def __init__(self) -> None:
        self.spans: list[tuple[str, Span]] = []

    @contextmanager
    def start_as_current_span(self, name: str) -> Iterator[Span]:
        span = Span()
        self.spans.append((name, span))
        try:
            yield span
        except BaseException as error:
            span.error = error
            raise
        finally:
            span.ended = True


def span_of(component: Any, text: str = QUESTION) -> Span:
    tracer = Recorder()
    asked = QueryUnderstandingPipeline(
        rewriter=component, decomposer=component, glossary=component, hyde=component,
        tracer=tracer,
    )  # fmt: skip
    understood = asyncio.run(asked.understand(CTX, text))
    [(name, span)] = tracer.spans
    assert name == "query.understand"
    assert span.ended
    assert span.attributes["rag.query.elapsed_ms"] == understood.metadata["elapsed_ms"] > 0
    return span


def test_every_attribute_is_there() -> None:
    attributes = span_of(Component()).attributes
    del attributes["rag.query.elapsed_ms"]
    assert attributes == {
        "rag.tenant_id": "acme",
        "rag.query.length_chars": len(QUESTION),
        "rag.query.rewrites_n": 2,
        "rag.query.sub_queries_n": 3,
        "rag.query.expansions_n": 1,
        "rag.query.hyde_docs_n": 4,
        "rag.query.hyde_vector_present": True,
        "rag.query.partial_failures_n": 0,
    }
    for name, kind in (("rag.query.hyde_vector_present", bool), ("rag.query.rewrites_n", int)):
        assert type(attributes[name]) is kind


def test_failures_are_named_where_there_are_any() -> None:
    attributes = span_of(Component(broken=True)).attributes
    assert attributes["rag.query.partial_failures_n"] == 2
    assert attributes["rag.query.failed_components"] == "hyde,rewriter"
    assert attributes["rag.query.hyde_vector_present"] is False


def test_a_blank_question_and_no_component_have_a_span_too() -> None:
    assert span_of(None).attributes["rag.query.rewrites_n"] == 0
    assert span_of(Component(), " ").attributes["rag.query.length_chars"] == 1


def test_nothing_that_was_asked_or_answered_is_in_it() -> None:
    shown = str(span_of(Component()).attributes)
    assert "RAG" not in shown
    assert "retrieval" not in shown


def test_what_passes_through_ends_the_span() -> None:
    class Ends(_Component):
        async def generate(self, ctx: Any, text: str) -> Any:
            raise KeyboardInterrupt

    tracer = Recorder()
    asked = QueryUnderstandingPipeline(hyde=cast(Any, Ends()), tracer=tracer)
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(asked.understand(CTX, QUESTION))
    assert tracer.spans[0][1].ended
    assert isinstance(tracer.spans[0][1].error, KeyboardInterrupt)


def test_spans_of_components_are_within() -> None:
    sdk = need("opentelemetry.sdk.trace")
    export = need("opentelemetry.sdk.trace.export")
    memory = need("opentelemetry.sdk.trace.export.in_memory_span_exporter")
    kept = memory.InMemorySpanExporter()
    provider = sdk.TracerProvider()
    provider.add_span_processor(export.SimpleSpanProcessor(kept))
    tracer = provider.get_tracer("test")

    class Traced(_Component):
        async def rewrite(self, ctx: Any, text: str, *, n: int) -> list[str]:
            with tracer.start_as_current_span("model call"):
                return []

    for budget in (None, 5.0):
        kept.clear()
        asked = QueryUnderstandingPipeline(
            rewriter=cast(Any, Traced()), glossary=Component(), tracer=tracer, time_budget=budget
        )
        asyncio.run(asked.understand(CTX, QUESTION))
        inner, outer = kept.get_finished_spans()
        assert (inner.name, outer.name) == ("model call", "query.understand")
        assert inner.parent.span_id == outer.context.span_id
        assert outer.attributes["rag.query.expansions_n"] == 1
    provider.shutdown()


def test_the_api_alone_is_enough_and_the_application_s_provider_is_asked() -> None:
    trace = need("opentelemetry.trace")
    tracer = default_tracer()
    assert tracer is not None
    with tracer.start_as_current_span("x") as span:
        assert isinstance(span, trace.Span)
    assert asyncio.run(
        QueryUnderstandingPipeline(glossary=Component()).understand(CTX, QUESTION)
    ).expansion_terms


def test_without_the_package_there_is_no_span_and_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **options: Any) -> Any:
        if name.startswith("opentelemetry"):
            raise ImportError(name)
        return real(name, *rest, **options)

    monkeypatch.setattr(builtins, "__import__", without)
    assert default_tracer() is None
    asked = QueryUnderstandingPipeline(glossary=Component())
    assert asyncio.run(asked.understand(CTX, QUESTION)).expansion_terms


def test_importing_the_pipeline_does_not_load_opentelemetry() -> None:
    program = (
        "import sys, fulltext_query.understand.pipeline\n"
        "assert not [name for name in sys.modules if name.startswith('opentelemetry')]"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


class Entering:
    def __enter__(self) -> Any:
        raise RuntimeError("no exporter")

    def __exit__(self, *raised: object) -> None:
        raise AssertionError("was never entered")


class Leaving:
    def __enter__(self) -> Any:
        return SimpleNamespace()  # which has no set_attribute

    def __exit__(self, *raised: object) -> None:
        raise RuntimeError("the queue is full")


@pytest.mark.parametrize(
    "manager", [None, Entering(), Leaving()], ids=lambda one: type(one).__name__
)
def test_a_tracer_that_fails_costs_the_span_alone(
    manager: Any, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def start_as_current_span(self, name: str) -> Any:
            if manager is None:
                raise RuntimeError("no provider")
            return manager

    asked = QueryUnderstandingPipeline(glossary=Component(), tracer=Broken())
    with caplog.at_level(logging.WARNING, "fulltext_query.understand"):
        assert asyncio.run(asked.understand(CTX, QUESTION)).expansion_terms
    assert "query.understand.span_failed" in caplog.text
