"""A small server that speaks OpenAI's protocol as it is told to, well or badly."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

__all__ = ["Answer", "Handler", "Server", "answer", "chat", "completion", "cut", "drop", "events",
           "held", "slow", "vectors"]  # fmt: skip

#: What a request meets.
Answer = Callable[["Handler"], None]


class Server:
    """Answers requests by a list of answers to come; after the last one, by the last one again.

    requests: the paths, headers (names in lower case) and bodies of the requests so far.
    """

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.requests: list[tuple[str, dict[str, str], Any]] = []
        self.sockets: set[Any] = set()  # the addresses of the clients' ends of connections
        self.release = threading.Event()  # what slow answers wait for
        self._server = _Threaded(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def url(self) -> str:
        return f"{self.root}/v1"

    @property
    def body(self) -> Any:
        """Of the last request."""
        return self.requests[-1][2]

    @property
    def headers(self) -> dict[str, str]:
        """Of the last request."""
        return self.requests[-1][1]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Threaded(ThreadingHTTPServer):
    daemon_threads = False  # so that closing waits for the handlers
    request_queue_size = 512

    def __init__(self, owner: Server) -> None:
        self.owner = owner
        super().__init__(("127.0.0.1", 0), Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # a client that has gone away is part of the game


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 10
    server: _Threaded

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        owner = self.server.owner
        owner.sockets.add(self.client_address)
        headers = {name.lower(): value for name, value in self.headers.items()}
        owner.requests.append((self.path, headers, json.loads(body)))
        place = min(len(owner.requests), len(owner.answers)) - 1
        owner.answers[place](self)

    def head(self, status: int, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def reset(self) -> None:
        """Breaks the connection off as a server that dies does."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the base's name
        pass


def answer(body: Any, status: int = 200, kind: str = "application/json", **headers: str) -> Answer:
    """An answer of JSON, or of text or bytes as they are; ``_`` in a header's name is ``-``."""
    data = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()  # fmt: skip  # noqa: E501
    named = {name.replace("_", "-"): value for name, value in headers.items()}

    def send(handler: Handler) -> None:
        handler.head(status, {"Content-Type": kind, "Content-Length": str(len(data)), **named})
        handler.wfile.write(data)

    return send


def completion(content: Any, finish: Any = "stop", **message: Any) -> dict[str, Any]:
    """A chat completion with a content."""
    return {
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{"index": 0, "finish_reason": finish,
                     "message": {"role": "assistant", "content": content, **message}}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 7, "total_tokens": 10},
    }  # fmt: skip


def chat(content: Any, finish: Any = "stop", **message: Any) -> Answer:
    """The answer with a chat completion."""
    return answer(completion(content, finish, **message))


def vectors(of: Callable[[str], list[float]], **changes: Any) -> Answer:
    """Vectors of the texts that were sent."""

    def send(handler: Handler) -> None:
        texts = handler.server.owner.body["input"]
        rows = [{"object": "embedding", "index": place, "embedding": of(text)}
                for place, text in enumerate(texts)]  # fmt: skip
        answer({"object": "list", "data": rows, "model": "e", **changes})(handler)

    return send


def events(
    *chunks: Any, done: bool = True, end: str = "\n\n", kind: str = "text/event-stream",
    cut: bool = False, pieces: int | None = None,
) -> Answer:  # fmt: skip
    """A stream of events: texts are a reply's pieces, other values are sent as they are.

    cut: breaks the connection off before the end. pieces: bytes of one chunk of the body.
    """
    lines = []
    for chunk in chunks:
        said = chunk
        if isinstance(chunk, str):
            said = {"choices": [{"index": 0, "delta": {"content": chunk}}]}
        lines.append(b"data: " + (said if isinstance(said, bytes) else json.dumps(said).encode()))
    if done:
        lines.append(b"data: [DONE]")
    data = b"".join(line + end.encode() for line in lines)

    def send(handler: Handler) -> None:
        handler.head(200, {"Content-Type": kind, "Transfer-Encoding": "chunked"})
        size = pieces or max(len(data), 1)
        for at in range(0, len(data), size):
            part = data[at : at + size]
            handler.wfile.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")
        if cut:
            handler.reset()
        else:
            handler.wfile.write(b"0\r\n\r\n")

    return send


def drop(handler: Handler) -> None:
    """No answer at all."""
    handler.reset()


def cut(handler: Handler) -> None:
    """Half of an answer."""
    data = json.dumps(completion("a text that is cut off in its middle")).encode()
    handler.head(200, {"Content-Type": "application/json", "Content-Length": str(len(data))})
    handler.wfile.write(data[: len(data) // 2])
    handler.wfile.flush()
    handler.reset()


def held(many: int, then: Answer) -> Answer:
    """An answer that none of the requests gets before so many have come."""
    lock, come, all_are_here = threading.Lock(), [0], threading.Event()

    def send(handler: Handler) -> None:
        with lock:
            come[0] += 1
            if come[0] == many:
                all_are_here.set()
        if all_are_here.wait(20):
            then(handler)
        else:
            handler.reset()

    return send


def slow(handler: Handler) -> None:
    """Begins an answer, and says no more until it is released."""
    handler.head(200, {"Content-Type": "application/json", "Content-Length": "100000"})
    handler.wfile.write(b'{"choices": ')
    handler.wfile.flush()
    handler.server.owner.release.wait(10)
    handler.close_connection = True
