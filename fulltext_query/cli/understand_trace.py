"""Spans on standard error: OpenTelemetry's own where its SDK is installed, else a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from ..understand.spans import Tracer
from .outputs import complain

__all__ = ["ConsoleTracer", "tracing"]


@contextmanager
def tracing(wanted: bool) -> Iterator[Tracer | None]:
    """A tracer whose spans are shown; None where that is not wanted."""
    if not wanted:
        yield None
        return
    try:
        from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
        from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor
    except ImportError:
        yield ConsoleTracer()
        return

    def line(span: ReadableSpan) -> str:
        return f"{span.to_json(indent=None)}\n"

    import sys

    provider = TracerProvider(shutdown_on_exit=False)  # of this call alone, never the process's
    exporter = ConsoleSpanExporter(out=sys.stderr, formatter=line)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    try:
        yield provider.get_tracer("fulltext_query")
    finally:
        provider.shutdown()


class ConsoleTracer:
    """Shows each span when it ends: name, milliseconds and attributes, as one line of JSON."""

    @contextmanager
    def start_as_current_span(self, name: str, /) -> Iterator[_Span]:
        """A span around what is done within; one that fails says so."""
        span = _Span()
        begun = perf_counter()
        status = "OK"
        try:
            yield span
        except BaseException as error:
            status = type(error).__name__
            raise
        finally:
            shown = {
                "name": name,
                "status": status,
                "duration_ms": (perf_counter() - begun) * 1000,
                "attributes": span.attributes,
            }
            complain(f"span {json.dumps(shown, ensure_ascii=False, default=str)}")


class _Span:
    def __init__(self) -> None:
        self.attributes: dict[str, Any] = {}

    def set_attribute(self, name: str, value: Any) -> None:
        """As OpenTelemetry's spans have it."""
        self.attributes[name] = value
