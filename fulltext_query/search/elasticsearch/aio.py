"""The engine for an event loop, over the official asynchronous client."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar

from ...errors import IndexingStoppedError
from ..contract import Hits, IndexReport, IndexSchema, Progress, Request, Row
from ..ids import checked_ids
from .bodies import Form
from .connection import connect
from .exchange import Flow, Step, Tries
from .operations import Operations, Options

__all__ = ["AsyncElasticsearchEngine"]

T = TypeVar("T")


class AsyncElasticsearchEngine:
    """An index of an Elasticsearch, or OpenSearch, server, for an event loop.

    All as ``ElasticsearchEngine``, with an ``elasticsearch.AsyncElasticsearch`` for a client.
    """

    def __init__(
        self, url_or_client: Any, index: str | None = None, *, form: Form = "bool",
        vector: str = "vector", timeout: float = 30.0, attempts: int = 5, patience: float = 120.0,
        chunk_documents: int = 1000, chunk_bytes: int = 8_000_000, shards: int | None = None,
        replicas: int | None = None, **client_options: Any,
    ) -> None:  # fmt: skip
        options = Options(
            form, vector, timeout, attempts, patience, chunk_documents, chunk_bytes, shards,
            replicas,
        )  # fmt: skip
        self._place = connect(url_or_client, index, client_options, asynchronous=True)
        self._operations = Operations(self._place, options)

    @property
    def index(self) -> str:
        """The name of the index."""
        return self._place.index

    async def create(self, schema: IndexSchema, *, dimensions: int | None = None) -> None:
        """Makes the index if there is none.

        dimensions: of the vectors; None leaves them to the first one that is indexed.

        Raises IndexConflictError where an index of another form has the name.
        """
        await self._run(self._operations.create(schema, dimensions))

    async def meta(self) -> Mapping[str, Any] | None:
        """The ``meta`` of the index, {} if it was made without; None if there is no index."""
        return await self._run(self._operations.meta())

    async def write(
        self, rows: Iterable[Row] | AsyncIterable[Row], *, progress: Progress | None = None
    ) -> IndexReport:
        """Adds rows, replacing those with the same ids, as a stream; visible when it returns.

        Every row taken is indexed, or stands in the report's ``rejected`` with the reason. Raises
        IndexMissingError before any is taken, and IndexingStoppedError, which has the report, where
        the server went away or refused a whole request. Of the rows, one chunk is in memory.
        """
        bulk = await self._run(self._operations.bulk(progress))
        try:
            async for row in _each(rows):
                if (chunk := bulk.add(row)) is not None:
                    await self._run(bulk.send(chunk))
        except IndexingStoppedError:
            raise
        except Exception as error:  # of the rows' own making
            error.add_note(bulk.note())
            raise
        return await self._run(bulk.finish())

    async def delete(self, ids: Iterable[str]) -> int:
        """Removes documents; how many there were.

        Raises DocumentError, before anything is removed, for what are no ids, and
        IndexingStoppedError as ``write``.
        """
        names = checked_ids(ids)
        bulk = await self._run(self._operations.bulk(None))
        for identifier in names:
            if (chunk := bulk.remove(identifier)) is not None:
                await self._run(bulk.send(chunk))
        return (await self._run(bulk.finish())).indexed

    async def search(self, request: Request) -> Hits:
        """Answers a request.

        Raises QueryRefusedError with the body that was sent, EngineTimeoutError,
        EngineUnavailableError after the last try, IndexMissingError, and FilterError for a filter
        that the index cannot answer.
        """
        return await self._run(self._operations.search(request))

    async def count(self) -> int:
        """The number of documents."""
        return await self._run(self._operations.count())

    async def close(self) -> None:
        """Closes the connections, unless they are those of a client that was given."""
        if self._place.owned:
            await self._place.client.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def _run(self, flow: Flow[T]) -> T:
        try:
            step = next(flow)
            while True:
                try:
                    result = await self._make(step)
                except Exception as error:  # noqa: BLE001  # the flow decides what it means
                    step = flow.throw(error)
                else:
                    step = flow.send(result)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]

    async def _make(self, step: Step[T]) -> T:
        import stamina
        from elastic_transport import ApiError, TransportError

        tries = Tries(step, self._place.servers)
        async for attempt in stamina.retry_context(**tries.limits()):
            with attempt:
                call, seconds = tries.next()
                client = self._place.client.options(request_timeout=seconds, max_retries=0)
                try:
                    answer = await client.perform_request(**call.arguments())
                except (ApiError, TransportError) as error:
                    raise tries.failed(error) from error
                return tries.take(answer.body)
        raise AssertionError("unreachable")


async def _each(rows: Iterable[T] | AsyncIterable[T]) -> AsyncIterator[T]:
    if isinstance(rows, AsyncIterable):
        async for row in rows:
            yield row
    else:
        for row in rows:
            yield row
