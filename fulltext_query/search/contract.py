"""What a search asks of an engine and what it gets back: the values, and the two protocols.

Engines know fields, not texts: a profile makes the fields of a document, a builder the query.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from ..query.tree import Query
from ..text.tokens import Note
from .filters import Filter

__all__ = [
    "AsyncEngine",
    "DocumentNote",
    "Engine",
    "Hit",
    "Hits",
    "IndexReport",
    "IndexSchema",
    "Knn",
    "Progress",
    "Rejected",
    "Request",
    "Row",
    "WINDOW",
]

WINDOW = 10_000
"""Hits that engines give, page through and compare at most: Elasticsearch's default
``index.max_result_window``, and its highest ``num_candidates``."""


@dataclass(frozen=True, slots=True)
class IndexSchema:
    """What an index has to be like for a profile's rows; engines make their own form of it.

    text        fields of tokens parted by blanks, name → whether positions are kept (phrases).
    keywords    fields whose every value is one term.
    subwords    a field of sub-words, filled from ``subword_sources``; '' for none.
    vector      the field of the vector; its size is told by the first document with one.
    meta        what the index was made with: kept with it, and compared when it is searched.
    """

    text: Mapping[str, bool]
    keywords: tuple[str, ...] = ()
    subwords: str = ""
    subword_sources: tuple[str, ...] = ()
    vector: str = "vector"
    meta: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """A document as an engine takes it.

    fields: what is searched, name → text of tokens, or a list of terms. source: what is kept to be
    shown, JSON-ready, as ``Document.to_dict`` gives it (with metadata, without the vector).
    """

    id: str
    fields: Mapping[str, str | Sequence[str]]
    source: Mapping[str, Any]
    vector: tuple[float, ...] | None = None
    notes: tuple[Note, ...] = ()  # what the making of the row dropped or cut; engines pass it over


@dataclass(frozen=True, slots=True)
class Knn:
    """The ``k`` documents nearest to ``vector`` by cosine, out of ``candidates`` a shard."""

    vector: tuple[float, ...]
    k: int = 100
    candidates: int = 200


@dataclass(frozen=True, slots=True)
class Request:
    """One question to an engine: a query, or nearest neighbours; never one as the other's filter.

    query     the tree of a built query; None where only ``knn`` is asked.
    knn       nearest neighbours; with ``query`` too, the server fuses both by reciprocal rank,
              which only some licences have.
    filters   both are held to it.
    size      hits to return, from ``offset`` on.
    timeout   seconds for the whole request; None for the engine's own.
    total     count all matches exactly; False: the engine may stop counting at 10,000.
    """

    query: Query | None = None
    knn: Knn | None = None
    filters: Filter | None = None
    size: int = 10
    offset: int = 0
    timeout: float | None = None
    total: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """One document found: its id, the engine's score, and what was kept of it."""

    id: str
    score: float
    source: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Hits:
    """An engine's answer, best first. Equal scores are in the order of the ids.

    total        how many matched; at least so many where ``exact`` is False.
    took         milliseconds that the engine says it took.
    timed_out    the engine gave what it had when the time was over.
    """

    hits: tuple[Hit, ...]
    total: int = 0
    exact: bool = True
    took: float = 0.0
    timed_out: bool = False


@dataclass(frozen=True, slots=True)
class Rejected:
    """A document that was not indexed: why, with the server's status (0: it never got there)."""

    id: str
    reason: str
    status: int = 0


@dataclass(frozen=True, slots=True)
class DocumentNote:
    """Something about a document that is indexed, but not as it was given: in parts only.

    code: a stable name for programs, such as ``text_cut``. message: a sentence for people.
    """

    id: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What became of the documents given: every one is indexed, or stands in ``rejected``.

    retried: how often a document was sent again. notes: what is searched of a document less than
    it holds, of the first 100 such documents; where there are more, the last note, without an id,
    says how many.
    """

    indexed: int
    rejected: tuple[Rejected, ...] = ()
    retried: int = 0
    seconds: float = 0.0
    notes: tuple[DocumentNote, ...] = ()

    def __bool__(self) -> bool:
        """Whether every document was indexed."""
        return not self.rejected


Progress = Callable[[int], None]
"""Called with the number of documents that are done, indexed or rejected, since the last call."""


@runtime_checkable
class Engine(Protocol):
    """An index that can be filled and searched. Safe to share between threads.

    Raises errors of ``fulltext_query.errors``: EngineError and its kinds.
    """

    def create(self, schema: IndexSchema, *, dimensions: int | None = None) -> None:
        """Makes the index if there is none; IndexConflictError where one of another form is."""
        ...

    def meta(self) -> Mapping[str, Any] | None:
        """The ``meta`` of the index, {} if it was made without; None if there is no index."""
        ...

    def write(self, rows: Iterable[Row], *, progress: Progress | None = None) -> IndexReport:
        """Adds rows, replacing those with the same ids, as a stream; visible when it returns."""
        ...

    def delete(self, ids: Iterable[str]) -> int:
        """Removes documents; how many there were. Raises DocumentError as ``checked_ids``."""
        ...

    def search(self, request: Request) -> Hits:
        """Answers a request."""
        ...

    def count(self) -> int:
        """The number of documents."""
        ...

    def close(self) -> None:
        """Lets go of files and connections."""
        ...


@runtime_checkable
class AsyncEngine(Protocol):
    """The same, for an event loop. ``write`` takes plain and asynchronous iterables."""

    async def create(self, schema: IndexSchema, *, dimensions: int | None = None) -> None: ...
    async def meta(self) -> Mapping[str, Any] | None: ...
    async def write(
        self, rows: Iterable[Row] | AsyncIterable[Row], *, progress: Progress | None = None
    ) -> IndexReport: ...
    async def delete(self, ids: Iterable[str]) -> int: ...
    async def search(self, request: Request) -> Hits: ...
    async def count(self) -> int: ...
    async def close(self) -> None: ...
