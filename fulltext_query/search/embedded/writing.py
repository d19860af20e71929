"""Rows into the index: what one write adds, and the commit that ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING

from ...errors import DocumentError
from ..contract import Progress, Rejected, Row
from .schema import HAS, ID, RESERVED, VECTOR, document
from .snapshot import Snapshot
from .statistics import balance, first_document, hidden_count, hidden_document
from .vectors import unit

if TYPE_CHECKING:
    import tantivy

    from .vectors import Matrix

__all__ = ["Writing", "commit", "remove"]

_BATCH = 256
_REFUSED = 400


class Writing:
    """One write: rows added to a writer, not yet committed."""

    def __init__(
        self, writer: tantivy.IndexWriter, snapshot: Snapshot, dimensions: int | None, rows: int
    ) -> None:
        self.dimensions = dimensions
        self.vectors: list[Matrix] = []
        self.indexed = 0
        self.rejected: list[Rejected] = []
        self._writer = writer
        self._snapshot = snapshot
        self._first_row = rows  # of the matrix
        self._seen: set[str] = set()

    def add_all(self, rows: Iterable[Row], progress: Progress | None) -> None:
        """Adds rows as they come."""
        pending = iter(rows)
        while batch := list(islice(pending, _BATCH)):
            for row in batch:
                self._add(row)
            if progress is not None:
                progress(len(batch))

    def _add(self, row: Row) -> None:
        try:
            made = document(row, self._snapshot.form)
            if row.vector is not None:
                vector = unit(row.vector, self.dimensions)
                self.dimensions = len(vector)
                made.add_unsigned(VECTOR, self._first_row + len(self.vectors))
                made.add_text(HAS, VECTOR)
                self.vectors.append(vector)
        except DocumentError as error:
            self.rejected.append(Rejected(row.id, str(error), _REFUSED))
            return
        if row.id in self._seen or self._snapshot.frequency(ID, row.id):
            self._writer.delete_documents_by_term(ID, row.id)
        self._seen.add(row.id)
        self._writer.add_document(made)
        self.indexed += 1


def remove(writer: tantivy.IndexWriter, snapshot: Snapshot, ids: Iterable[str]) -> int:
    """Removes documents; how many there were."""
    found = 0
    for one in dict.fromkeys(ids):
        if snapshot.has(one):
            writer.delete_documents_by_term(ID, one)
            found += 1
    return found


def commit(writer: tantivy.IndexWriter, snapshot: Snapshot, look: Callable[[], Snapshot]) -> None:
    """Commits what was written, and puts the statistics right.

    look: gives the state of the index after a commit.
    """
    if not hidden_count(snapshot):
        writer.add_document(first_document(snapshot.form))
    writer.commit()
    missing = balance(look())
    if missing is None:
        writer.delete_documents_by_term(ID, RESERVED)
        writer.add_document(first_document(snapshot.form))
        writer.commit()
        missing = balance(look())
    if missing and missing.documents:
        writer.add_document(hidden_document(missing.lengths))
        for _ in range(missing.documents - 1):
            writer.add_document(hidden_document({}))
        writer.commit()
