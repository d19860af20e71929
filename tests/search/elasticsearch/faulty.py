"""A small server that speaks as much of Elasticsearch as an engine needs, and fails on demand."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections import Counter
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from fulltext_query.search.contract import IndexSchema
from fulltext_query.search.elasticsearch.layout import index_body

__all__ = ["FaultyServer", "Reply"]

#: What a request meets: it may use ``handler.proceed()``, ``handler.answer(…)``, ``handler.drop()``
Reply = Callable[["Handler"], None]

_SCHEMA = IndexSchema(text={"content_ltks": True})


class FaultyServer:
    """Documents by id, how often each was written, and replies to come.

    replies: for the next requests to write or to search, one each; after them all goes well.
    """

    def __init__(self) -> None:
        self.documents: dict[str, dict[str, Any]] = {}
        self.writes: Counter[str] = Counter()
        self.requests: list[tuple[str, str, Any]] = []
        self.replies: list[Reply] = []
        self.refuses: Callable[[str], int] = lambda _: 200  # a document's id → its status
        self.refreshed = 0
        self.distribution = "elasticsearch"
        self.index: dict[str, Any] | None = index_body(_SCHEMA)
        self.release = threading.Event()  # what slow replies wait for
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/docs"

    def bodies(self, action: str) -> list[Any]:
        """The bodies of the requests whose path ends so."""
        return [body for _, path, body in self.requests if path.endswith(action)]

    def fields(self) -> set[str]:
        """The fields of the index that was made."""
        return set(self.index["mappings"]["properties"]) if self.index else set()

    def stop(self) -> None:
        """Listens no more: connections are refused from now on."""
        self.release.set()
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, owner: FaultyServer) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.owner = owner


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"

    def proceed(self) -> dict[str, Any]:
        """Does what was asked; what a sound server would answer."""
        owner = self.owner
        if self.path.endswith("/_bulk"):
            return self._bulk()
        if self.path.endswith("/_refresh"):
            owner.refreshed += 1
            return {"_shards": {"total": 1, "successful": 1, "failed": 0}}
        if self.path.endswith("/_mapping"):
            if owner.index is None:
                return {"error": {"type": "index_not_found_exception"}, "status": 404}
            return {"docs": {"mappings": owner.index["mappings"]}}
        if self.path == "/":
            return {"version": {"distribution": owner.distribution, "number": "3.0.0"}}
        if self.command == "PUT":
            owner.index = self.lines[0]
            return {"acknowledged": True}
        if self.path.endswith("/_count"):
            return {"count": len(owner.documents)}
        hits = [{"_id": name, "_score": 1.0, "_source": {"id": name}} for name in owner.documents]
        return {
            "took": 3, "timed_out": False, "_shards": {"total": 1, "failed": 0},
            "hits": {"total": {"value": len(hits), "relation": "eq"}, "hits": hits},
        }  # fmt: skip

    def answer(
        self, body: object, status: int = 200, headers: dict[str, str] | None = None,
        kind: str = "application/json",
    ) -> None:  # fmt: skip
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": kind, **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def drop(self) -> None:
        """Closes the connection with a reset and without an answer."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    @property
    def owner(self) -> FaultyServer:
        assert isinstance(self.server, _Server)
        return self.server.owner

    def do_GET(self) -> None:
        answer = self.proceed()
        self.answer(answer, answer.get("status", 200))

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.lines = [json.loads(line) for line in raw.splitlines()]
        self.owner.requests.append(
            (self.command, self.path, self.lines[0] if len(self.lines) == 1 else self.lines)
        )
        wanted = self.path.endswith(("/_bulk", "/_search"))
        reply = self.owner.replies.pop(0) if wanted and self.owner.replies else None
        try:
            if reply is None:
                self.answer(self.proceed())
            else:
                reply(self)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # nobody waits any more

    do_PUT = do_POST  # noqa: N815

    def finish(self) -> None:
        if not self.connection._closed:
            super().finish()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing on the screen."""

    def _bulk(self) -> dict[str, Any]:
        owner, items, lines = self.owner, [], iter(self.lines)
        for line in lines:
            (action, target), name = next(iter(line.items())), line[next(iter(line))]["_id"]
            del target
            if action == "delete":
                there = owner.documents.pop(name, None) is not None
                result = "deleted" if there else "not_found"
                items.append({action: {"_id": name, "status": 200 if there else 404,
                                       "result": result}})  # fmt: skip
                continue
            body, status = next(lines), owner.refuses(name)
            item: dict[str, Any] = {"_id": name, "status": status}
            if status < 300:
                owner.documents[name] = body
                owner.writes[name] += 1
            else:
                item["error"] = {"type": "refused", "reason": f"no room for {name}"}
            items.append({action: item})
        return {"took": 1, "errors": True, "items": items}
