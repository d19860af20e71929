"""The engine over the official client: Elasticsearch 8 and 9, and OpenSearch without vectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar

from ...errors import IndexingStoppedError
from ..contract import Hits, IndexReport, IndexSchema, Progress, Request, Row
from ..ids import checked_ids
from .bodies import Form
from .connection import Place, connect
from .exchange import Flow, Step, Tries
from .operations import Operations, Options

__all__ = ["ElasticsearchEngine", "run_step"]

T = TypeVar("T")


class ElasticsearchEngine:
    """An index of an Elasticsearch, or OpenSearch, server. Safe to share between threads.

    url_or_client    ``http[s]://[user:password@]host[:port][/prefix]/index``, or an
                     ``elasticsearch.Elasticsearch`` of version 8 or 9.
    index            the name of the index; needed beside a client. Beside an address, the whole
                     path of the address is a prefix then.
    form             of the query: "bool", or "query_string", which the server parses.
    vector           the field of the vectors of an index that this package did not make.
    timeout          seconds of a request, retries and all, where it does not name its own.
    attempts         tries of a request, at most.
    patience         seconds that a chunk of documents may take, retries and all.
    chunk_documents  documents of a chunk at most.
    chunk_bytes      bytes of a chunk at most.
    shards, replicas of an index that is made; None for the server's own.
    client_options   for the client that is made: api_key, ca_certs, verify_certs, http_compress …

    What may pass (no connection, 429, 502, 503, 504) is tried again with growing, random waits, or
    after what the server asks for, as long as the time allows; everything else is raised at once.

    Raises SettingsError for what cannot be used, MissingExtraError without the official client.
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
        self._place = connect(url_or_client, index, client_options, asynchronous=False)
        self._operations = Operations(self._place, options)

    @property
    def index(self) -> str:
        """The name of the index."""
        return self._place.index

    def create(self, schema: IndexSchema, *, dimensions: int | None = None) -> None:
        """Makes the index if there is none.

        dimensions: of the vectors; None leaves them to the first one that is indexed.

        Raises IndexConflictError where an index of another form has the name.
        """
        self._run(self._operations.create(schema, dimensions))

    def meta(self) -> Mapping[str, Any] | None:
        """The ``meta`` of the index, {} if it was made without; None if there is no index."""
        return self._run(self._operations.meta())

    def write(self, rows: Iterable[Row], *, progress: Progress | None = None) -> IndexReport:
        """Adds rows, replacing those with the same ids, as a stream; visible when it returns.

        Every row taken is indexed, or stands in the report's ``rejected`` with the reason. Raises
        IndexMissingError before any is taken, and IndexingStoppedError, which has the report, where
        the server went away or refused a whole request. Of the rows, one chunk is in memory.
        """
        bulk = self._run(self._operations.bulk(progress))
        try:
            for row in rows:
                if (chunk := bulk.add(row)) is not None:
                    self._run(bulk.send(chunk))
        except IndexingStoppedError:
            raise
        except Exception as error:  # of the rows' own making
            error.add_note(bulk.note())
            raise
        return self._run(bulk.finish())

    def delete(self, ids: Iterable[str]) -> int:
        """Removes documents; how many there were.

        Raises DocumentError, before anything is removed, for what are no ids, and
        IndexingStoppedError as ``write``.
        """
        names = checked_ids(ids)
        bulk = self._run(self._operations.bulk(None))
        for identifier in names:
            if (chunk := bulk.remove(identifier)) is not None:
                self._run(bulk.send(chunk))
        return self._run(bulk.finish()).indexed

    def search(self, request: Request) -> Hits:
        """Answers a request.

        Raises QueryRefusedError with the body that was sent, EngineTimeoutError,
        EngineUnavailableError after the last try, IndexMissingError, and FilterError for a filter
        that the index cannot answer.
        """
        return self._run(self._operations.search(request))

    def count(self) -> int:
        """The number of documents."""
        return self._run(self._operations.count())

    def close(self) -> None:
        """Closes the connections, unless they are those of a client that was given."""
        if self._place.owned:
            self._place.client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _run(self, flow: Flow[T]) -> T:
        try:
            step = next(flow)
            while True:
                try:
                    result = run_step(self._place, step)
                except Exception as error:  # noqa: BLE001  # the flow decides what it means
                    step = flow.throw(error)
                else:
                    step = flow.send(result)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def run_step(place: Place, step: Step[T]) -> T:
    """Makes an exchange with the server, again where that may help. Raises EngineError."""
    import stamina
    from elastic_transport import ApiError, TransportError

    tries = Tries(step, place.servers)
    for attempt in stamina.retry_context(**tries.limits()):
        with attempt:
            call, seconds = tries.next()
            client = place.client.options(request_timeout=seconds, max_retries=0)
            try:
                answer = client.perform_request(**call.arguments())
            except (ApiError, TransportError) as error:
                raise tries.failed(error) from error
            return tries.take(answer.body)
    raise AssertionError("unreachable")
