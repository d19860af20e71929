"""From documents to a filled index in one call."""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterable, Mapping, Sized
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from ...builder import FulltextQuery
from ..contract import IndexReport, Progress
from ..documents import Document
from ..profiles import Profile, TokenProfile
from ..progress import progress_bar
from ..rows import RowMaker
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

    Every document is indexed or stands in the report with the reason, also one that cannot be read;
    the report's ``notes`` name those of which a part is too long to be searched whole.
    Raises IndexConflictError where an index of another form has the name, and what
    ``ElasticsearchEngine.write`` raises.
    """
    profile = profile or TokenProfile(fq or FulltextQuery())
    with (
        ElasticsearchEngine(client, index, **options) as engine,
        _bar(progress, documents) as told,
    ):
        maker = RowMaker(profile, progress=told)
        with maker.rows(documents) as rows:
            if (schema := profile.schema()) is not None:
                engine.create(schema, dimensions=dimensions)
            return maker.complete(engine.write(rows, progress=told))


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
    profile = profile or TokenProfile(fq or FulltextQuery())
    with _bar(progress, documents) as told:
        maker = RowMaker(profile, progress=told)
        async with (
            AsyncElasticsearchEngine(client, index, **options) as engine,
            maker.arows(documents) as rows,
        ):
            if (schema := profile.schema()) is not None:
                await engine.create(schema, dimensions=dimensions)
            return maker.complete(await engine.write(rows, progress=told))


def _bar(wanted: bool | Progress, documents: object) -> AbstractContextManager[Progress | None]:
    if not isinstance(wanted, bool):
        return nullcontext(wanted)
    if not wanted:
        return nullcontext(None)
    total = len(documents) if isinstance(documents, Sized) else None
    return progress_bar("indexing", "documents", total=total)
