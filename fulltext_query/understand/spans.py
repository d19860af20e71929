"""The span ``query.understand``, on OpenTelemetry's API alone; none where that is not installed.

What tracing does wrong costs a question its span and nothing else.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from .understood import UnderstoodQuery

__all__ = ["SPAN_NAME", "Tracer", "annotate", "attributes", "default_tracer", "spanning"]

SPAN_NAME = "query.understand"
_LIBRARY = "fulltext_query"
_logger = logging.getLogger("fulltext_query.understand")


class Tracer(Protocol):
    """What is asked of a tracer: OpenTelemetry's, or another's with this method."""

    def start_as_current_span(self, name: str, /) -> Any:
        """A context manager that gives a span, which has ``set_attribute(key, value)``."""
        ...


def default_tracer() -> Tracer | None:
    """The tracer of the application's provider; None where opentelemetry-api is not installed."""
    try:
        from opentelemetry.trace import get_tracer
    except ImportError:
        return None
    try:
        return get_tracer(_LIBRARY)
    except Exception as error:  # noqa: BLE001  # a provider of the application's own
        _failed(error)
        return None


@contextmanager
def spanning(tracer: Tracer | None) -> Iterator[Any]:
    """A span around what is done within, None where there is none to be had.

    Whatever is raised within passes through it; what the tracer raises is logged.
    """
    manager = span = None
    if tracer is not None:
        try:
            manager = tracer.start_as_current_span(SPAN_NAME)
            span = manager.__enter__()
        except Exception as error:  # noqa: BLE001  # no tracer is worth a question
            _failed(error)
            manager = span = None
    try:
        yield span
    except BaseException as raised:
        _leave(manager, raised)
        raise
    _leave(manager, None)


def annotate(span: Any, values: dict[str, Any]) -> None:
    """Gives a span its attributes; None takes none."""
    if span is None:
        return
    try:
        for name, value in values.items():
            span.set_attribute(name, value)
    except Exception as error:  # noqa: BLE001  # as above
        _failed(error)


def attributes(tenant_id: str, understood: UnderstoodQuery) -> dict[str, Any]:
    """What the span says of a question: numbers, and nothing that was asked or answered."""
    failed = understood.metadata.get("partial_failures", [])
    values: dict[str, Any] = {
        "rag.tenant_id": tenant_id,
        "rag.query.length_chars": len(understood.original_text),
        "rag.query.rewrites_n": len(understood.rewrites),
        "rag.query.sub_queries_n": len(understood.sub_queries),
        "rag.query.expansions_n": len(understood.expansion_terms),
        "rag.query.hyde_docs_n": len(understood.hyde_documents),
        "rag.query.hyde_vector_present": understood.hyde_vector is not None,
        "rag.query.partial_failures_n": len(failed),
        "rag.query.elapsed_ms": understood.metadata["elapsed_ms"],
    }
    if failed:
        values["rag.query.failed_components"] = ",".join(failed)
    return values


def _leave(manager: Any, raised: BaseException | None) -> None:
    if manager is None:
        return
    try:
        manager.__exit__(
            None if raised is None else type(raised), raised, raised and raised.__traceback__
        )
    except Exception as error:  # noqa: BLE001  # as above
        if error is not raised:
            _failed(error)


def _failed(error: Exception) -> None:
    _logger.warning("query.understand.span_failed: %s: %s", type(error).__name__, error)
