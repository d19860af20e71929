"""Elasticsearch spoken as plain JSON over HTTP, with nothing but the standard library."""

from __future__ import annotations

import base64
import http.client
import json
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from tests.engine.errors import EngineError

__all__ = ["Client", "Index", "Validation"]

_SHOWN = 2000


@dataclass(frozen=True)
class Validation:
    """What _validate says of a query: whether it is valid, and why, or what it becomes."""

    valid: bool
    explanation: str


class Client:
    """One kept-alive connection to a server. Threads may share it and then take turns.

    Args:
        url: ``http[s]://[user:password@]host[:port][/prefix]``.
        timeout: seconds to wait for an answer.
    """

    def __init__(self, url: str, timeout: float = 60.0) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"not the address of a server: {url!r}; write http://host:port")
        kind = (
            http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        )
        self.url = url
        self._connection = kind(parts.hostname, parts.port, timeout=timeout)
        self._prefix = parts.path.rstrip("/")
        self._headers = {"Accept": "application/json"}
        if parts.username is not None:
            pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
            self._headers["Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
        self._lock = threading.Lock()

    def request(self, method: str, path: str, body: object = None) -> Any:
        """Sends one request and returns the answer, decoded.

        Args:
            method: GET, POST, PUT, DELETE or HEAD.
            path: begins with a slash, with its query part.
            body: JSON values; a string is sent as it is, as newline-delimited JSON.

        Raises:
            EngineError: the server answered 400 or more.
            OSError: it did not answer at all.
        """
        text = body if isinstance(body, str) else "" if body is None else json.dumps(body)
        headers = dict(self._headers)
        if text:
            lines = isinstance(body, str)
            headers["Content-Type"] = "application/x-ndjson" if lines else "application/json"
        with self._lock:
            status, raw = self._exchange(method, self._prefix + path, text.encode(), headers)
        if status >= 400:
            raise EngineError(status, _reason(raw), f"{method} {path}", text[:_SHOWN])
        return json.loads(raw) if raw else None

    def version(self) -> str:
        """The server's version, such as "9.5.3"."""
        return str(self.request("GET", "/")["version"]["number"])

    def create_index(
        self,
        name: str,
        mappings: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> Index:
        """Makes an index of one shard without replicas, which ``settings`` may change."""
        body: dict[str, Any] = {
            "settings": {"number_of_shards": 1, "number_of_replicas": 0, **(settings or {})}
        }
        if mappings is not None:
            body["mappings"] = mappings
        self.request("PUT", f"/{quote(name)}", body)
        return Index(self, name)

    def delete_index(self, name: str) -> None:
        """Removes an index; one that is not there is no error."""
        self.request("DELETE", f"/{quote(name)}?ignore_unavailable=true")

    def close(self) -> None:
        """Closes the connection. The next request opens it again."""
        with self._lock:
            self._connection.close()

    def _exchange(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> tuple[int, bytes]:
        # A server may drop an idle connection just as we write to it: then, and only then, again.
        for again in (True, False):
            fresh = self._connection.sock is None
            try:
                self._connection.request(method, path, body or None, dict(headers))
                answer = self._connection.getresponse()
                return answer.status, answer.read()
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                self._connection.close()
                if fresh or not again:
                    raise
            except BaseException:
                self._connection.close()
                raise
        raise AssertionError("unreachable")


class Index:
    """An index of a server: documents in, hits out."""

    def __init__(self, client: Client, name: str) -> None:
        self.client = client
        self.name = name
        self._path = f"/{quote(name)}"

    def add(self, documents: Mapping[str, Mapping[str, Any]] | Iterable[Mapping[str, Any]]) -> None:
        """Indexes documents and makes them visible to searches.

        Args:
            documents: by their ids, or in a row, which gives them the ids "0", "1", ...

        Raises:
            EngineError: a document was refused; the first refusal is named.
        """
        if not isinstance(documents, Mapping):
            documents = {str(number): document for number, document in enumerate(documents)}
        pending = list(documents.items())
        for start in range(0, len(pending), 1000):
            lines = "".join(
                f"{json.dumps({'index': {'_id': name}})}\n{json.dumps(document)}\n"
                for name, document in pending[start : start + 1000]
            )
            answer = self.client.request("POST", f"{self._path}/_bulk", lines)
            if answer["errors"]:
                for item in answer["items"]:
                    result = item["index"]
                    if "error" in result:
                        reason = _causes(result["error"])
                        where = f"POST {self._path}/_bulk ({result['_id']})"
                        raise EngineError(int(result["status"]), reason, where, lines[:_SHOWN])
        self.refresh()

    def refresh(self) -> None:
        """Makes everything that was indexed visible to searches."""
        self.client.request("POST", f"{self._path}/_refresh")

    def search(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The whole answer to a search body."""
        answer: dict[str, Any] = self.client.request("POST", f"{self._path}/_search", body)
        return answer

    def scores(self, query: Mapping[str, Any], size: int = 1000) -> dict[str, float]:
        """The ids of at most ``size`` hits of a query with their scores, best first."""
        body = {"query": query, "size": size, "_source": False}
        return {hit["_id"]: hit["_score"] for hit in self.search(body)["hits"]["hits"]}

    def ids(self, query: Mapping[str, Any], size: int = 1000) -> set[str]:
        """The ids of at most ``size`` hits of a query."""
        return set(self.scores(query, size))

    def validate(self, query: Mapping[str, Any]) -> Validation:
        """Whether the server takes the query, and what it rewrites it to, or why not."""
        answer = self.client.request(
            "POST", f"{self._path}/_validate/query?explain=true", {"query": query}
        )
        shards = answer.get("explanations") or [answer]
        words = shards[0].get("explanation") or shards[0].get("error") or answer.get("error", "")
        return Validation(bool(answer["valid"]), str(words))

    def analyze(self, text: str, analyzer: str) -> list[str]:
        """The tokens that an analyzer of this index makes of a text."""
        body = {"analyzer": analyzer, "text": text}
        answer = self.client.request("POST", f"{self._path}/_analyze", body)
        return [token["token"] for token in answer["tokens"]]

    def delete(self) -> None:
        """Removes the index."""
        self.client.delete_index(self.name)


def _reason(raw: bytes) -> str:
    try:
        error = json.loads(raw)["error"]
    except (ValueError, KeyError, TypeError):
        return raw.decode("utf-8", "replace")[:_SHOWN]
    return _causes(error)


def _causes(error: object) -> str:
    """The reasons of an error and of what caused it, from the outside in, each once."""
    return "; ".join(dict.fromkeys(_reasons(error)))


def _reasons(error: object) -> Iterator[str]:
    if not isinstance(error, Mapping):
        yield str(error)
        return
    yield str(error.get("reason") or error.get("type") or "no reason given")
    shards = [shard.get("reason") for shard in error.get("failed_shards") or ()]
    for cause in (*(error.get("root_cause") or ()), *shards, error.get("caused_by")):
        if cause is not None:
            yield from _reasons(cause)
