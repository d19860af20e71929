"""From documents to rows: one way for every kind of indexing, with a record of what gave none."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Generator,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any

from ..errors import DocumentError, IndexingStoppedError
from .contract import DocumentNote, IndexReport, Progress, Rejected, Row
from .documents import Document
from .embedders import CheckedEmbedder, Vector, document_text
from .profiles import Profile

__all__ = ["RowMaker"]

_BATCH = 64  # documents that are embedded at once
_NOTES = 100  # documents whose notes are kept, so that a report has bounds

_Numbered = tuple[int, Document]


class RowMaker:
    """Makes the rows of one run of indexing, and completes its report. Not to be shared.

    A document that cannot be read, or of which the profile can make no row, is rejected and the
    others go on. An embedder that fails ends the run with its ModelError: that is a fault of the
    model, which the documents after it would meet too.

    Without an embedder documents are taken one by one, each when the one before it is written;
    with one, as many as are embedded at once.
    """

    def __init__(
        self,
        profile: Profile,
        embedder: CheckedEmbedder | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._profile, self._embedder, self._progress = profile, embedder, progress
        self._size = _BATCH if embedder is not None else 1
        self._taken = 0
        self._rejected: list[Rejected] = []
        self._told = 0
        self._waiting: deque[str] = deque()  # ids of documents whose rows are not handed on
        self._notes: list[DocumentNote] = []
        self._noted = 0

    @contextmanager
    def rows(self, documents: Iterable[object]) -> Iterator[Iterator[Row]]:
        """The rows, as a stream. The documents' generator is closed however the block ends.

        An IndexingStoppedError that leaves the block has its report completed.
        """
        source = iter(documents)
        rows = self._rows(source)
        try:
            yield rows
        except IndexingStoppedError as error:
            self._stopped(error)
            raise
        finally:
            rows.close()
            _close(source)

    @asynccontextmanager
    async def arows(
        self, documents: Iterable[object] | AsyncIterable[object]
    ) -> AsyncIterator[AsyncIterator[Row]]:
        """The same for an event loop: rows are made in a thread, the embedder is awaited."""
        source = aiter(documents) if isinstance(documents, AsyncIterable) else iter(documents)
        rows = self._arows(source)
        try:
            yield rows
        except IndexingStoppedError as error:
            self._stopped(error)
            raise
        finally:
            await rows.aclose()
            if isinstance(source, AsyncGenerator):
                await source.aclose()
            elif isinstance(source, Iterator):
                _close(source)

    def complete(self, report: IndexReport) -> IndexReport:
        """An engine's report with the documents that never became rows, and the notes."""
        notes = tuple(self._notes)
        if (left := self._noted - _NOTES) > 0:
            more = DocumentNote("", "more_notes", f"{left} more documents have such notes")
            notes = (*notes, more)
        return replace(report, rejected=(*self._rejected, *report.rejected), notes=notes)

    def _rows(self, source: Iterator[object]) -> Generator[Row, None, None]:
        for batch in self._batches(source):
            texts = self._texts(batch)
            found: Sequence[Vector] = ()
            if self._embedder is not None:
                found = self._embedder.embed_documents([*texts.values()])
            vectors = dict(zip(texts, found, strict=True))
            for one in batch:
                row = self._row(one, vectors)
                self._waiting.popleft()
                self._tell()
                if row is not None:
                    yield row

    async def _arows(
        self, source: Iterator[object] | AsyncIterator[object]
    ) -> AsyncGenerator[Row, None]:
        async for batch in self._abatches(source):
            texts = self._texts(batch)
            found: Sequence[Vector] = ()
            if self._embedder is not None:
                found = await self._embedder.aembed_documents([*texts.values()])
            vectors = dict(zip(texts, found, strict=True))
            made = await asyncio.to_thread(self._all, batch, vectors)
            self._waiting = deque([row.id for row in made])
            self._tell()
            for row in made:
                self._waiting.popleft()
                yield row

    def _batches(self, source: Iterator[object]) -> Iterator[list[_Numbered]]:
        batch: list[_Numbered] = []
        for given in source:
            batch += self._read(given)
            if len(batch) >= self._size:
                yield batch
                batch = []
        if batch:
            yield batch

    async def _abatches(
        self, source: Iterator[object] | AsyncIterator[object]
    ) -> AsyncIterator[list[_Numbered]]:
        if not isinstance(source, AsyncIterator):
            for batch in self._batches(source):
                yield batch
            return
        batch = []
        async for given in source:
            batch += self._read(given)
            if len(batch) >= self._size:
                yield batch
                batch = []
        if batch:
            yield batch

    def _read(self, given: object) -> list[_Numbered]:
        """The document given, or made of a mapping, with its number; [] where it is rejected."""
        self._taken += 1
        try:
            document = given if isinstance(given, Document) else Document.from_dict(given)
        except ValueError as error:  # a DocumentError, or of a number too long to be written
            name = _given_id(given) or f"document {self._taken}"
            self._reject(name, self._taken, error)
            self._tell()
            return []
        self._waiting.append(document.id)
        return [(self._taken, document)]

    def _texts(self, batch: Sequence[_Numbered]) -> dict[int, str]:
        """The texts to embed, by their documents' numbers: of those without a vector."""
        if self._embedder is None:
            return {}
        texts = {
            number: document_text(document) for number, document in batch if document.vector is None
        }
        return {number: text for number, text in texts.items() if text}

    def _all(self, batch: Sequence[_Numbered], vectors: Mapping[int, Vector]) -> list[Row]:
        rows = [self._row(one, vectors) for one in batch]
        return [row for row in rows if row is not None]

    def _row(self, one: _Numbered, vectors: Mapping[int, Vector]) -> Row | None:
        number, document = one
        try:
            row = self._profile.row(document)
        except DocumentError as error:
            self._reject(document.id, number, error)
            return None
        if row.notes:
            self._noted += 1
            if self._noted <= _NOTES:
                self._notes += [DocumentNote(row.id, *note) for note in row.notes]
        return replace(row, vector=vectors[number]) if number in vectors else row

    def _reject(self, name: str, number: int, error: Exception) -> None:
        place = f"document {number}"
        self._rejected.append(Rejected(name, f"{error}" if name == place else f"{place}: {error}"))

    def _tell(self) -> None:
        count = len(self._rejected) - self._told
        self._told = len(self._rejected)
        if count and self._progress is not None:
            self._progress(count)

    def _stopped(self, error: IndexingStoppedError) -> None:
        """Adds what the engine cannot know of: documents rejected before, and those read ahead."""
        why = f"it was not sent: {error.__cause__ or error}"
        self._rejected += [Rejected(name, why) for name in self._waiting]
        self._waiting.clear()
        self._tell()
        if isinstance(error.report, IndexReport):
            error.report = self.complete(error.report)
        error.taken = self._taken


def _given_id(given: object) -> str:
    """The id of a mapping that is no document; '' where it has none that can be shown."""
    if not isinstance(given, Mapping):
        return ""
    name: Any = given.get("_id", given.get("id"))
    if isinstance(name, int) and abs(name) >> 64 == 0:
        name = str(name)
    return name if isinstance(name, str) else ""


def _close(source: Iterator[object]) -> None:
    if isinstance(source, Generator):
        source.close()
