"""Writing many documents: what is sent, what is sent again, what is rejected. No I/O.

Documents go in chunks, one after the other, each sent until every document in it is indexed or
rejected. They carry their ids, so a chunk that is sent again after its answer was lost indexes
nothing twice. Of the documents, only the chunk being made is held in memory.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from ...errors import (
    EngineError,
    EngineUnavailableError,
    IndexingStoppedError,
    SettingsError,
)
from ..contract import IndexReport, Progress, Rejected, Row
from .exchange import Budget, Call, Flow, Step
from .failures import reason
from .layout import Layout

__all__ = ["Bulk", "Chunk"]

_BUSY, _TOO_LARGE = 429, 413
_ID_BYTES = 512
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


class _DocumentsBusyError(EngineUnavailableError):
    """Some documents of a chunk met a server that was too busy for them."""


class Chunk:
    """Documents that are sent together, until none is left."""

    def __init__(self, path: str, entries: list[tuple[str, bytes]]) -> None:
        self._path = path
        self._sent = False
        self.pending = entries
        self.done = 0  # indexed, or removed
        self.rejected: list[Rejected] = []
        self.retried = 0

    def call(self, seconds: float) -> Call:  # noqa: ARG002
        """Everything that is pending."""
        if self._sent:
            self.retried += len(self.pending)
        self._sent = True
        return Call("POST", self._path, b"".join([lines for _, lines in self.pending]))

    def take(self, answer: Mapping[str, Any]) -> None:
        """Sorts the documents by what became of them; raises where some are to be sent again."""
        results = _results(answer.get("items"))
        if len(results) != len(self.pending):
            raise EngineUnavailableError(
                f"the answer to {len(self.pending)} documents does not speak of each of them: "
                f"{str(answer)[:200]}"
            )
        again, why = [], ""
        for (identifier, lines), result in zip(self.pending, results, strict=True):
            status = int(result.get("status") or 0)
            if 200 <= status < 300:
                self.done += 1
            elif status == _BUSY:
                again.append((identifier, lines))
                why = reason(result)
            elif "error" in result:
                self.rejected.append(Rejected(identifier, reason(result), status))
            elif status != 404:  # of a removal: there was none
                self.rejected.append(Rejected(identifier, f"status {status}", status))
        self.pending = again
        if again:
            raise _DocumentsBusyError(
                f"the server was too busy for {len(again)} documents: {why}", status=_BUSY
            )

    def reject(self, why: str, status: int) -> None:
        """Gives up what is pending."""
        self.rejected += [Rejected(identifier, why, status) for identifier, _ in self.pending]
        self.pending = []

    def halves(self) -> tuple[Chunk, Chunk]:
        """The pending documents as two chunks; they are no longer this one's."""
        pending, self.pending = self.pending, []
        middle = len(pending) // 2
        return Chunk(self._path, pending[:middle]), Chunk(self._path, pending[middle:])


class Bulk:
    """One run of writing or removing documents. Not to be shared between threads.

    documents, size: a chunk has at most so many documents, and bytes; a larger document goes alone.
    patience: seconds that a chunk may take, with waiting and sending again.
    """

    def __init__(
        self, index: str, layout: Layout, *, documents: int, size: int, patience: float,
        progress: Progress | None = None,
    ) -> None:  # fmt: skip
        if documents < 1 or size < 1:
            raise SettingsError("a chunk has at least one document and one byte")
        self._index, self._layout = index, layout
        self._documents, self._size, self._patience = documents, size, patience
        self._progress = progress
        self._began = time.monotonic()
        self._entries: list[tuple[str, bytes]] = []
        self._ids: set[str] = set()
        self._bytes = 0
        self._reported = 0
        self._rejected: list[Rejected] = []
        self._retried = 0
        self.done = 0
        self.taken = 0

    def add(self, row: Row) -> Chunk | None:
        """Takes a document; a chunk to be sent before the next one, or None."""
        self.taken += 1
        try:
            lines = self._lines(row)
        except (ValueError, TypeError, RecursionError) as error:
            self._rejected.append(Rejected(row.id, f"it cannot be sent: {error}"))
            return None
        return self._add(row.id, lines)

    def remove(self, identifier: str) -> Chunk | None:
        """Takes the id of a document to be removed."""
        self.taken += 1
        action = _ENCODER.encode({"delete": {"_id": identifier}})
        return self._add(identifier, f"{action}\n".encode())

    def send(self, chunk: Chunk) -> Flow[None]:
        """Sends a chunk. Raises IndexingStoppedError where no further one can be sent."""
        try:
            yield Step(chunk, Budget(self._patience, each=self._patience / 2))
        except _DocumentsBusyError as error:
            chunk.reject(f"{error}; it was sent {error.attempts} times", _BUSY)
        except EngineError as error:
            if error.status == _TOO_LARGE:
                yield from self._in_parts(chunk, error)
                return
            chunk.reject(_unknown(error), error.status)
            self._count(chunk)
            raise self._stopped(error) from error
        self._count(chunk)

    def finish(self) -> Flow[IndexReport]:
        """Sends the rest, makes everything visible to searches, and reports."""
        if self._entries:
            yield from self.send(self._close())
        try:
            yield Step(_Refresh(self._index), Budget(self._patience, each=self._patience / 2))
        except EngineError as error:
            raise self._stopped(error) from error
        self._tell()
        return self.report()

    def report(self) -> IndexReport:
        """What became of the documents up to now."""
        return IndexReport(
            self.done, tuple(self._rejected), self._retried, time.monotonic() - self._began
        )

    def note(self) -> str:
        """For an error that ended the run."""
        return (
            f"{self.taken} documents were taken, {self.done} of them are indexed, "
            f"{len(self._rejected)} rejected"
        )

    def _lines(self, row: Row) -> bytes:
        if not 0 < len(row.id.encode()) <= _ID_BYTES:
            raise ValueError(f"an id has 1 to {_ID_BYTES} bytes")
        body: dict[str, Any] = {**row.source, **row.fields}
        if self._layout.tie:
            body[self._layout.tie] = row.id
        if row.vector is not None:
            if not self._layout.vector:
                raise ValueError(
                    "the index has no field for its vector, as none is made on OpenSearch: leave "
                    "the vector out"
                )
            body[self._layout.vector] = row.vector
        action = _ENCODER.encode({"index": {"_id": row.id}})
        return f"{action}\n{_ENCODER.encode(body)}\n".encode()

    def _add(self, identifier: str, lines: bytes) -> Chunk | None:
        full = self._entries and (
            len(self._entries) >= self._documents
            or self._bytes + len(lines) > self._size
            # the later of two stands in a later chunk, or sending the first again would undo it
            or identifier in self._ids
        )
        chunk = self._close() if full else None
        self._entries.append((identifier, lines))
        self._ids.add(identifier)
        self._bytes += len(lines)
        return chunk

    def _close(self) -> Chunk:
        chunk = Chunk(f"{self._index}/_bulk", self._entries)
        self._entries, self._ids, self._bytes = [], set(), 0
        return chunk

    def _in_parts(self, chunk: Chunk, error: EngineError) -> Flow[None]:
        if len(chunk.pending) == 1:
            chunk.reject(str(error), error.status)
            self._count(chunk)
            return
        first, second = chunk.halves()
        self._count(chunk)  # an earlier try may have settled some of its documents
        try:
            yield from self.send(first)
        except IndexingStoppedError as stopped:
            second.reject(f"it was not sent: {stopped.__cause__}", 0)
            self._count(second)
            stopped.report = self.report()
            raise
        yield from self.send(second)

    def _count(self, chunk: Chunk) -> None:
        self.done += chunk.done
        self._rejected += chunk.rejected
        self._retried += chunk.retried
        self._tell()

    def _tell(self) -> None:
        known = self.done + len(self._rejected)
        if self._progress is not None and known > self._reported:
            self._progress(known - self._reported)
        self._reported = known

    def _stopped(self, error: EngineError) -> IndexingStoppedError:
        # a document that filled the chunk before it was taken, and waits for the next one
        waiting = [Rejected(name, f"it was not sent: {error}") for name, _ in self._entries]
        self._rejected += waiting
        self._entries, self._ids, self._bytes = [], set(), 0
        self._tell()
        report = self.report()
        stopped = IndexingStoppedError(
            f"indexing stopped after {self.taken} documents were taken: {report.indexed} are "
            f"indexed, {len(report.rejected)} are not or not for certain (see .report): {error}; "
            "mend the cause and give all documents again: those with an id are never doubled",
            status=error.status,
            attempts=error.attempts,
        )
        stopped.report, stopped.taken = report, self.taken
        return stopped


class _Refresh:
    def __init__(self, index: str) -> None:
        self._index = index

    def call(self, seconds: float) -> Call:  # noqa: ARG002
        return Call("POST", f"{self._index}/_refresh")

    def take(self, answer: Mapping[str, Any]) -> None:
        """Nothing to be told."""


def _results(items: object) -> list[Mapping[str, Any]]:
    """What became of each document: [{"index": {"status": 201}}, …] without the outer names."""
    if not isinstance(items, list):
        return []
    found = [next(iter(item.values()), None) for item in items if isinstance(item, Mapping)]
    return [result for result in found if isinstance(result, Mapping)]


def _unknown(error: EngineError) -> str:
    if error.status and not isinstance(error, EngineUnavailableError):
        return f"it was refused with all that were sent with it: {error}"
    return f"whether it was indexed is not known: {error}"
