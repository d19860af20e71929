"""The embedded engine: documents in, the right ones out, on this machine alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock, RLock
from typing import TYPE_CHECKING, Any, TypeVar

from ...errors import (
    EngineError,
    EngineUnavailableError,
    IndexConflictError,
    IndexMissingError,
)
from ..contract import Hits, IndexReport, IndexSchema, Progress, Request, Row
from ..ids import checked_ids
from .schema import form
from .searching import search
from .snapshot import Snapshot
from .statistics import hidden_count
from .storage import Description, Storage, translated
from .vectors import Vectors
from .writing import Writing, commit, remove

if TYPE_CHECKING:
    from os import PathLike

    import tantivy

__all__ = ["EmbeddedEngine"]

_HEAP = 128_000_000
_PAUSE = 0.02  # seconds between two tries to get at the lock

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class _State:
    """The index as it was at one moment."""

    description: Description
    index: tantivy.Index
    snapshot: Snapshot
    vectors: Vectors | None
    signature: tuple[object, ...]


class EmbeddedEngine:
    """An index in a folder, or in memory. Safe to share between threads.

    Any number of processes may search it while one writes: they see a write when it is done, whole.
    Needs the extra ``embedded``. A request's ``timeout`` is not looked at: nothing can stop a
    search on the way, and none takes long.

    path: the folder, made by ``create``; None for memory. lock_timeout: seconds to wait while
    another process writes, before EngineUnavailableError.
    """

    def __init__(
        self, path: str | PathLike[str] | None = None, *, lock_timeout: float = 10.0
    ) -> None:
        self._storage = Storage(None if path is None else Path(path))
        self._lock_timeout = lock_timeout
        self._writing = RLock()
        self._opening = Lock()
        self._index: tantivy.Index | None = None
        self._state: _State | None = None
        self._memory: Vectors | None = None

    def __repr__(self) -> str:
        return f"EmbeddedEngine({self._storage.where})"

    def create(self, schema: IndexSchema, *, dimensions: int | None = None) -> None:
        """Makes the index if there is none.

        Raises IndexConflictError where one of another form is, or something that is no index.
        """
        with self._writing:
            there = self._storage.read()
            if there is None:
                made = self._storage.create(schema, dimensions)
                with self._opening:
                    self._index, self._state = made, None
                return
            if part := there.differs(schema):
                raise IndexConflictError(
                    f"{self._storage.where}: the index there has other {part} than asked for: "
                    "remove the folder and index the documents again, or use another folder"
                )
            if dimensions is None or dimensions == there.dimensions:
                return
            if there.dimensions is not None:
                raise IndexConflictError(
                    f"{self._storage.where}: its vectors have {there.dimensions} numbers, not "
                    f"{dimensions}: use the model that it was made with, or another folder"
                )
            self._storage.write(replace(there, dimensions=dimensions))

    def meta(self) -> Mapping[str, Any] | None:
        """The ``meta`` of the schema that it was made with; None if there is no index."""
        there = self._storage.read()
        return None if there is None else there.schema.meta

    def write(self, rows: Iterable[Row], *, progress: Progress | None = None) -> IndexReport:
        """Adds rows, replacing those with the same ids: all that are not rejected, or none.

        Raises what ``rows`` raises, with nothing written; EngineUnavailableError while another
        process writes; IndexMissingError before ``create``.
        """
        begun = time.monotonic()

        def work(writer: tantivy.IndexWriter, state: _State) -> Writing:
            description = state.description
            there = state.vectors.count() if state.vectors else 0
            writing = Writing(writer, state.snapshot, description.dimensions, there)
            writing.add_all(rows, progress)
            if writing.vectors:
                dimensions = len(writing.vectors[0])
                self._vectors(dimensions).append(writing.vectors)
                if description.dimensions is None:
                    self._storage.write(replace(description, dimensions=dimensions))
            with translated(self._storage.where):
                commit(writer, state.snapshot, self._after_commit)
            return writing

        done = self._write(work)
        return IndexReport(done.indexed, tuple(done.rejected), 0, time.monotonic() - begun)

    def delete(self, ids: Iterable[str]) -> int:
        """Removes documents; how many there were. Raises DocumentError for what are no ids."""
        names = checked_ids(ids)

        def work(writer: tantivy.IndexWriter, state: _State) -> int:
            found = remove(writer, state.snapshot, names)
            if found:
                with translated(self._storage.where):
                    commit(writer, state.snapshot, self._after_commit)
            return found

        return self._write(work)

    def search(self, request: Request) -> Hits:
        """Answers a request; totals are exact, the order the same every time."""
        state = self._current()
        with translated(self._storage.where):
            return search(request, state.snapshot, state.vectors)

    def count(self) -> int:
        """The number of documents."""
        snapshot = self._current().snapshot
        return int(snapshot.searcher.num_docs) - hidden_count(snapshot)

    def close(self) -> None:
        """Lets go of the folder's files. An index in memory stays as long as the engine."""
        if self._storage.path is not None:
            with self._writing, self._opening:
                self._index = self._state = None

    def _vectors(self, dimensions: int) -> Vectors:
        if self._storage.vectors is not None:
            return Vectors(self._storage.vectors, dimensions)
        if self._memory is None:
            self._memory = Vectors(None, dimensions)
        return self._memory

    def _current(self) -> _State:
        """The newest state; opens the index, or looks again, where that is needed."""
        signature = self._storage.signature()
        state = self._state
        if state is not None and state.signature == signature:
            return state
        with self._opening:
            signature = self._storage.signature()
            description = self._storage.read()
            if description is None:
                raise IndexMissingError(
                    f"{self._storage.where}: there is no index: call create() and write(), or "
                    "give the path of another folder"
                )
            with translated(self._storage.where):
                if self._index is None or (self._storage.path and self._replaced(signature)):
                    self._index = self._storage.open()
                self._index.reload()
                snapshot = Snapshot(self._index, form(description.schema))
            dimensions = description.dimensions
            vectors = None if dimensions is None else self._vectors(dimensions)
            self._state = _State(description, self._index, snapshot, vectors, signature)
            return self._state

    def _after_commit(self) -> Snapshot:
        self._storage.committed()
        return self._current().snapshot

    def _replaced(self, signature: tuple[object, ...]) -> bool:
        """Whether the folder holds another index than the one that is open."""
        # all that is known of its first file: a file system gives the number of one that is gone
        # to the next
        return self._state is not None and self._state.signature[:3] != signature[:3]

    def _write(self, work: Callable[[tantivy.IndexWriter, _State], _T]) -> _T:
        with self._writing:
            writer = self._writer(self._current().index)
            done = False
            try:
                result = work(writer, self._current())
                done = True
                return result
            finally:
                if not done:
                    with suppress(ValueError):  # one that failed in its commit cannot even that
                        writer.rollback()
                writer.wait_merging_threads()
                self._storage.committed()

    def _writer(self, index: tantivy.Index) -> tantivy.IndexWriter:
        deadline = time.monotonic() + self._lock_timeout
        while True:
            try:
                return index.writer(_HEAP, 1)
            except ValueError as error:
                if "lock" not in str(error).lower():
                    raise EngineError(f"{self._storage.where}: {error}") from error
                if time.monotonic() >= deadline:
                    raise EngineUnavailableError(
                        f"{self._storage.where}: another process, or another engine of this one, "
                        f"has been writing to it for {self._lock_timeout:g} s: try again when it "
                        "is done, write through one engine alone, or raise lock_timeout"
                    ) from error
            time.sleep(_PAUSE)
