"""What an engine can do, as flows of steps that a waiting and an asynchronous client both run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...errors import (
    EngineError,
    EngineUnavailableError,
    IndexMissingError,
    QueryRefusedError,
    SettingsError,
)
from ..contract import Hits, IndexSchema, Progress, Request
from .bodies import FORMS, Form, read_hits, search_body
from .bulk import Bulk
from .conditions import field_names
from .connection import Place
from .exchange import Budget, Call, Flow, Step
from .layout import Layout, check_same, index_body, read_layout

__all__ = ["Operations", "Options"]


@dataclass(frozen=True, slots=True)
class Options:
    """How an engine behaves.

    form             of the query: "bool", or "query_string", which the server parses.
    vector           the field of the vectors of an index that this package did not make.
    timeout          seconds of a request, retries and all, where it does not name its own.
    attempts         tries of a request; those of a chunk of documents only end with ``patience``.
    patience         seconds that a chunk of documents may take, retries and all.
    chunk_documents  documents of a chunk at most.
    chunk_bytes      bytes of a chunk at most; the server's own limit is 100 MB as a rule.
    shards, replicas of an index that is made; None for the server's own.
    """

    form: Form = "bool"
    vector: str = "vector"
    timeout: float = 30.0
    attempts: int = 5
    patience: float = 120.0
    chunk_documents: int = 1000
    chunk_bytes: int = 8_000_000
    shards: int | None = None
    replicas: int | None = None

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            raise SettingsError(f"form is one of {', '.join(FORMS)}, not {self.form!r}")
        for name in ("timeout", "attempts", "patience", "chunk_documents", "chunk_bytes"):
            if not getattr(self, name) > 0:
                raise SettingsError(f"{name} must be more than 0, not {getattr(self, name)!r}")


class Operations:
    """The flows of one index. Remembers how the index is laid out, which does not change."""

    def __init__(self, place: Place, options: Options) -> None:
        self._place, self._options = place, options
        self._layout: Layout | None = None

    def create(self, schema: IndexSchema, dimensions: int | None) -> Flow[None]:
        """Makes the index, or checks the one that is there."""
        body = index_body(schema, dimensions)
        try:
            found = yield self._step(_Get(self._place.path("_mapping")))
        except IndexMissingError:
            found = None
        if found is None:
            found = yield from self._make(schema, dimensions)
        if found is not None:
            check_same(found, body, self._place.index)
        self._layout = None

    def _make(self, schema: IndexSchema, dimensions: int | None) -> Flow[Mapping[str, Any] | None]:
        """Makes it; the mapping of the one that somebody else made at the same time, or None."""
        about = yield self._step(_Get("/"))
        version = about.get("version")
        opensearch = isinstance(version, Mapping) and version.get("distribution") == "opensearch"
        body = index_body(schema, dimensions, vectors=not opensearch)
        settings = body["settings"]
        if self._options.shards is not None:
            settings["number_of_shards"] = self._options.shards
        if self._options.replicas is not None:
            settings["number_of_replicas"] = self._options.replicas
        try:
            yield self._step(_Send("PUT", self._place.path(), body))
        except QueryRefusedError as error:
            if "already_exists" not in str(error) and "already exists" not in str(error):
                raise
            found: Mapping[str, Any] = yield self._step(_Get(self._place.path("_mapping")))
            return found
        return None

    def meta(self) -> Flow[Mapping[str, Any] | None]:
        """What the index was made with."""
        try:
            layout = yield from self.layout(self._budget())
        except IndexMissingError:
            return None
        return layout.meta or {}

    def layout(self, budget: Budget) -> Flow[Layout]:
        """The layout as it is now."""
        answer = yield Step(_Get(self._place.path("_mapping")), budget)
        self._layout = read_layout(answer, self._options.vector)
        return self._layout

    def bulk(self, progress: Progress | None) -> Flow[Bulk]:
        """A run of writing: the index has to be there, or the server would guess at its fields."""
        layout = yield from self.layout(self._budget())
        options = self._options
        return Bulk(
            self._place.path(), layout, documents=options.chunk_documents,
            size=options.chunk_bytes, patience=options.patience, progress=progress,
        )  # fmt: skip

    def search(self, request: Request) -> Flow[Hits]:
        """Answers a request within its time."""
        budget = self._budget(request.timeout)
        layout = self._layout
        if layout is None:
            layout = yield from self.layout(budget)
        elif request.filters is not None and not layout.kinds.keys() >= set(
            field_names(request.filters)
        ):
            # documents that came since may have brought the field
            layout = yield from self.layout(budget)
        body = search_body(request, layout, self._options.form)
        try:
            hits: Hits = yield Step(_Search(self._place.path("_search"), body), budget)
        except (QueryRefusedError, IndexMissingError):
            self._layout = None  # perhaps it is another index by now
            raise
        return hits

    def count(self) -> Flow[int]:
        """The number of documents."""
        answer = yield self._step(_Get(self._place.path("_count")))
        return int(answer.get("count", 0))

    def _budget(self, seconds: float | None = None) -> Budget:
        return Budget(self._options.timeout if seconds is None else seconds, self._options.attempts)

    def _step(self, exchange: Any) -> Step[Any]:
        return Step(exchange, self._budget())


class _Get:
    def __init__(self, path: str) -> None:
        self._path = path

    def call(self, seconds: float) -> Call:  # noqa: ARG002
        return Call("GET", self._path)

    def take(self, answer: Mapping[str, Any]) -> Mapping[str, Any]:
        return answer


class _Send:
    def __init__(self, method: str, path: str, body: Mapping[str, Any]) -> None:
        self._call = Call(method, path, body)

    def call(self, seconds: float) -> Call:  # noqa: ARG002
        return self._call

    def take(self, answer: Mapping[str, Any]) -> Mapping[str, Any]:
        return answer


class _Search:
    """The server is told to stop a little before we stop waiting: then it gives what it has."""

    def __init__(self, path: str, body: dict[str, Any]) -> None:
        self._path, self._body = path, body

    def call(self, seconds: float) -> Call:
        milliseconds = max(1, int(seconds * 900))
        return Call("POST", self._path, {**self._body, "timeout": f"{milliseconds}ms"})

    def take(self, answer: Mapping[str, Any]) -> Hits:
        try:
            return read_hits(answer)
        except EngineUnavailableError:
            raise
        except (LookupError, TypeError, ValueError) as error:
            raise EngineError(f"the answer's hits cannot be read: {error!r}") from error
