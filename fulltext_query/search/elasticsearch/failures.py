"""What went wrong, in this package's errors: with the reason, and the way out where one is known.

Nothing here imports a client: an exception is known by what it carries.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from ...errors import (
    EngineError,
    EngineTimeoutError,
    EngineUnavailableError,
    IndexMissingError,
    QueryRefusedError,
)

__all__ = ["is_passing", "reason", "reasons", "translate", "types", "wait_asked"]

_BUSY = frozenset((429, 502, 503, 504))
_SHOWN = 600  # characters of a server's words
_CLAUSES = frozenset(("too_many_clauses", "too_many_nested_clauses"))

_PLAIN = (
    "give the engine the server's address in place of a client, or make the client with "
    "node_class=plain_node() of fulltext_query.search.elasticsearch (plain_async_node() for an "
    "AsyncElasticsearch)"
)


def is_passing(error: EngineError) -> bool:
    """Whether the same request may succeed a little later."""
    if isinstance(error, EngineTimeoutError) or error.status in _BUSY:
        return True
    return isinstance(error, EngineUnavailableError) and not getattr(error, "lasting", False)


def wait_asked(error: EngineError) -> float | None:
    """Seconds that the server asked to wait (Retry-After), None where it did not."""
    asked = getattr(error, "retry_after", None)
    return asked if isinstance(asked, float) else None


def translate(error: Exception, what: str, servers: str = "") -> EngineError:
    """An exception of the client, or of its transport, as an error of ours.

    what: the request, such as "POST /docs/_search". servers: the addresses that were asked.
    """
    if hasattr(error, "meta"):
        found = _with_answer(error, what)
    else:
        found = _without_answer(error, what, servers)
    found.__cause__ = error
    return found


def _with_answer(error: Any, what: str) -> EngineError:
    status, body = int(error.meta.status), getattr(error, "body", None)
    if type(error).__name__ == "UnsupportedProductError":
        return QueryRefusedError(
            f"the client refuses the server, which is no Elasticsearch to it: {_PLAIN}",
            status=status,
        )
    kinds = set(types(body))
    message = f"{what}: status {status}: {reason(body)}"
    made: EngineError
    if status in _BUSY:
        made = EngineUnavailableError(f"{message}; the server is too busy or not ready, try later")
        asked = _retry_after(error.meta.headers.get("retry-after"))
        if asked is not None:
            made.retry_after = asked  # type: ignore[attr-defined]
    elif status == 404 and "index_not_found_exception" in kinds:
        made = IndexMissingError(f"{message}; index documents first, or check the index's name")
    elif status < 500 or kinds & _CLAUSES:
        made = QueryRefusedError(message + _way_out(status, kinds, message))
    else:
        made = EngineError(message)
    made.status = status
    return made


def _way_out(status: int, kinds: set[str], message: str) -> str:
    if "media_type_header_exception" in kinds or "compatible-with" in message:
        return f"; the client is of another major version than the server: {_PLAIN}"
    if kinds & _CLAUSES:
        return "; fewer words, fields or synonyms, or a lower max_clauses, make a smaller query"
    if "rrf" in message.lower() or "reciprocal rank" in message.lower():
        return (
            "; this server's licence or version has no rank fusion: ask for the query and for the "
            "neighbours in two requests, and fuse them with fulltext_query.fusion"
        )
    if "result window" in message.lower():
        return "; page less deep, or raise index.max_result_window"
    if status in (401, 403):
        return "; check the user, the password or the API key, and what they may do with the index"
    if status == 413:
        return "; smaller chunks, or a higher http.max_content_length"
    return ""


def _without_answer(error: Exception, what: str, servers: str) -> EngineError:
    server = f"the server {servers}".rstrip()
    name, said = type(error).__name__, str(error)[:_SHOWN]
    if name == "ConnectionTimeout":
        return EngineTimeoutError(
            f"{what}: no answer of {server} in time ({said}); allow a longer timeout, or look at "
            "the server"
        )
    if name == "TlsError":
        made = EngineUnavailableError(
            f"{what}: no trusted connection to {server}: {said}; give ca_certs, the file of the "
            "authority's certificate"
        )
        made.lasting = True  # type: ignore[attr-defined]
        return made
    if name == "SerializationError":
        return EngineUnavailableError(
            f"{what}: the answer cannot be read: {said}; something between here and the server "
            "cut or changed it, or the address is not that of an Elasticsearch"
        )
    return EngineUnavailableError(
        f"{what}: {server} cannot be reached: {said}; does it run, and is the address right?"
    )


def _retry_after(value: str | None) -> float | None:
    """Seconds of a Retry-After header, which holds seconds or a date (RFC 9110, 10.2.3)."""
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None


def reason(body: object) -> str:
    """The reasons that an error body gives, from the outside in, each once."""
    error = body.get("error", body) if isinstance(body, Mapping) else body
    said = "; ".join(dict.fromkeys(reasons(error)))
    return said[:_SHOWN] or "no reason given"


def reasons(error: object) -> Iterator[str]:
    """Every reason of an error and of what caused it."""
    if not isinstance(error, Mapping):
        if error:
            yield str(error)
        return
    said = error.get("reason") or error.get("type")
    if isinstance(said, Mapping):
        yield from reasons(said)
    elif said:
        yield str(said)
    for cause in _causes(error):
        yield from reasons(cause)


def types(body: object) -> Iterator[str]:
    """The type of an error and of everything that caused it."""
    if not isinstance(body, Mapping):
        return
    error = body.get("error", body)
    if not isinstance(error, Mapping):
        return
    if isinstance(kind := error.get("type"), str):
        yield kind
    for cause in _causes(error):
        yield from types(cause)


def _causes(error: Mapping[str, Any]) -> Iterator[object]:
    yield from error.get("root_cause") or ()
    for shard in error.get("failed_shards") or ():
        if isinstance(shard, Mapping):
            yield shard.get("reason")
    if error.get("caused_by"):
        yield error["caused_by"]
