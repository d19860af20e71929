"""From documents to a filled index in one call."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping, Sized
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

from ...builder import FulltextQuery
from ...errors import DocumentError
from ..contract import IndexReport, Progress, Rejected, Row
from ..documents import Document
from ..profiles import Profile, TokenProfile
from .aio import AsyncElasticsearchEngine
from .engine import ElasticsearchEngine

__all__ = ["async_bulk_index", "bulk_index"]


def bulk_index(
    client: Any,
    index: str | None,
    documents: Iterable[Document | Mapping[str, Any]],
    fq: FulltextQuery | None = None,
    *,
    profile: Profile | None = None,
    dimensions: int | None = None,
    progress: bool | Progress = False,
    **options: Any,
) -> IndexReport:
    """Indexes documents as a stream, with the tokens that queries of ``fq`` search for.

    client      the address of a server, or a client of the official library.
    index       the index, which is made if it is missing; None where the address names it.
    documents   Documents, or mappings as ``Document.from_dict`` reads them.
    fq          whose settings the tokens are cut by; the default settings without one.
    profile     other than ``TokenProfile(fq)``.
    dimensions  of the vectors; None leaves them to the first one.
    progress    True shows a bar on standard error; a function is called with numbers done.
    options     of ``ElasticsearchEngine``.

    Every document is indexed or stands in the report with the reason, also one that cannot be read.
    Raises IndexConflictError where an index of another form has the name, and what
    ``ElasticsearchEngine.write`` raises.
    """
    rows = _Rows(profile, fq)
    with (
        ElasticsearchEngine(client, index, **options) as engine,
        _bar(progress, documents) as told,
    ):
        if (schema := rows.profile.schema()) is not None:
            engine.create(schema, dimensions=dimensions)
        return rows.complete(engine.write(rows.of(documents), progress=told), told)


async def async_bulk_index(
    client: Any,
    index: str | None,
    documents: Iterable[Document | Mapping[str, Any]] | AsyncIterable[Document | Mapping[str, Any]],
    fq: FulltextQuery | None = None,
    *,
    profile: Profile | None = None,
    dimensions: int | None = None,
    progress: bool | Progress = False,
    **options: Any,
) -> IndexReport:
    """The same for an event loop; texts are cut in a thread beside it."""
    rows = _Rows(profile, fq)
    with _bar(progress, documents) as told:
        async with AsyncElasticsearchEngine(client, index, **options) as engine:
            if (schema := rows.profile.schema()) is not None:
                await engine.create(schema, dimensions=dimensions)
            return rows.complete(await engine.write(rows.aof(documents), progress=told), told)


class _Rows:
    """Makes rows, and keeps a record of the documents that gave none."""

    def __init__(self, profile: Profile | None, fq: FulltextQuery | None) -> None:
        self.profile = profile or TokenProfile(fq or FulltextQuery())
        self._rejected: list[Rejected] = []
        self._count = 0

    def of(self, documents: Iterable[Document | Mapping[str, Any]]) -> Iterator[Row]:
        for given in documents:
            if (row := self._row(given)) is not None:
                yield row

    async def aof(
        self,
        documents: Iterable[Document | Mapping[str, Any]]
        | AsyncIterable[Document | Mapping[str, Any]],
    ) -> AsyncIterator[Row]:
        if isinstance(documents, AsyncIterable):
            async for given in documents:
                if (row := await asyncio.to_thread(self._row, given)) is not None:
                    yield row
        else:
            for given in documents:
                if (row := await asyncio.to_thread(self._row, given)) is not None:
                    yield row

    def complete(self, report: IndexReport, told: Progress | None) -> IndexReport:
        """The report with the documents that never became rows."""
        if self._rejected and told is not None:
            told(len(self._rejected))
        return replace(report, rejected=(*self._rejected, *report.rejected))

    def _row(self, given: Document | Mapping[str, Any]) -> Row | None:
        self._count += 1
        try:
            document = given if isinstance(given, Document) else Document.from_dict(given)
            return self.profile.row(document)
        except DocumentError as error:
            name = given.get("_id", given.get("id")) if isinstance(given, Mapping) else None
            identifier = "" if name is None else str(name)
            self._rejected.append(Rejected(identifier, f"document {self._count}: {error}"))
            return None


def _bar(wanted: bool | Progress, documents: object) -> AbstractContextManager[Progress | None]:
    if not isinstance(wanted, bool):
        return nullcontext(wanted)
    return (
        _Bar(len(documents) if isinstance(documents, Sized) else None)
        if wanted
        else (nullcontext(None))
    )


class _Bar(AbstractContextManager[Progress]):
    """A bar on standard error, which goes when it is done."""

    def __init__(self, total: int | None) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.progress import TimeRemainingColumn as Remaining

        self._progress = Progress(
            TextColumn("indexing"), BarColumn(), MofNCompleteColumn(), Remaining(),
            console=Console(stderr=True),
        )  # fmt: skip
        self._task = self._progress.add_task("", total=total)

    def __enter__(self) -> Progress:
        self._progress.start()
        return lambda count: self._progress.advance(self._task, count)

    def __exit__(self, *error: object) -> None:
        self._progress.stop()
