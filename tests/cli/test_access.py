"""API keys and certificates: they reach the server, and nobody else."""

from __future__ import annotations

import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from fulltext_query.cli.engines import Access
from tests.cli.conftest import Call
from tests.evaluation.conftest import Make, make
from tests.optional import need

__all__ = ["make"]

need("elasticsearch")

KEY = "c2VjcmV0LWlkOnNlY3JldC1rZXk="
DOCUMENT = b'{"id": "1", "content": "router"}'


class Guarded(ThreadingHTTPServer):
    """A server that lets nobody in, and remembers what it was shown."""

    shown: list[str | None]


class Refusal(BaseHTTPRequestHandler):
    """Answers 401 to everything."""

    def _refuse(self) -> None:
        assert isinstance(self.server, Guarded)
        self.server.shown.append(self.headers["Authorization"])
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        body = b'{"error": {"type": "security_exception", "reason": "no entry"}, "status": 401}'
        self.send_response(401)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_GET = do_HEAD = do_POST = do_PUT = _refuse  # noqa: N815  # so they are called

    def log_message(self, *_: object) -> None:
        """Nothing: the tests read standard error."""


@contextmanager
def guarded(context: ssl.SSLContext | None = None) -> Iterator[Guarded]:
    server = Guarded(("127.0.0.1", 0), Refusal)
    server.shown = []
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("command", ["index", "search", "evaluate"])
def test_the_key_is_shown_to_the_server_alone(inside: Call, make: Make, command: str) -> None:
    with guarded() as server:
        where = f"http://127.0.0.1:{server.server_port}/docs"
        arguments = {
            "index": ("index", "-", "--to", where),
            "search": ("search", "router", "--in", where),
            "evaluate": ("evaluate", str(make()), "--in", where),
        }[command]
        code, out, err = inside(*arguments, "--api-key", KEY, stdin=DOCUMENT)
    assert code == 2
    assert server.shown
    assert set(server.shown) == {f"ApiKey {KEY}"}
    assert "401" in err
    assert KEY not in out + err


@pytest.mark.parametrize("key", ["", "secret key", "secret\nkey", "sécret"])
def test_what_is_no_key_is_refused_and_not_repeated(inside: Call, key: str) -> None:
    code, out, err = inside("search", "x", "--in", "http://127.0.0.1:9/x", "--api-key", key)
    assert (code, out) == (2, "")
    assert "--api-key: give it encoded" in err
    assert "secret" not in err
    assert "sécret" not in err


def test_a_folder_needs_no_key(inside: Call, tmp_path: Path) -> None:
    code, out, err = inside("search", "x", "--in", str(tmp_path), "--api-key", KEY)
    assert (code, out) == (2, "")
    assert "are for a server" in err
    assert KEY not in err


def test_the_key_is_not_in_what_is_printed_of_it() -> None:
    assert KEY not in repr(Access(KEY))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ssl.SSLContext]:
    """A certificate that nobody else vouches for, and a server's side of it."""
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("needs the program openssl, to make a certificate")
    folder = tmp_path_factory.mktemp("certificate")
    own, key = folder / "own.pem", folder / "key.pem"
    subprocess.run(
        [program, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
         "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(own)],
        check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(own, key)
    return own, context


def test_a_certificate_of_one_s_own_is_believed_where_it_is_given(
    inside: Call, certificate: tuple[Path, ssl.SSLContext]
) -> None:
    path, context = certificate
    with guarded(context) as server:
        where = f"https://127.0.0.1:{server.server_port}/docs"
        known = inside("search", "router", "--in", where, "--ca-certs", str(path))
    assert known.code == 2
    assert "401" in known.err  # it was asked, and answered
    assert server.shown == [None]


@pytest.mark.parametrize("content", [None, b"nonsense"])
def test_what_is_no_certificate_is_refused(
    inside: Call, tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "own.pem"
    if content is not None:
        path.write_bytes(content)
    code, out, err = inside("search", "x", "--in", "https://h/x", "--ca-certs", str(path))
    assert (code, out) == (2, "")
    assert f"--ca-certs: {path} is no file of certificates" in err


def test_certificates_are_for_https(inside: Call, certificate: tuple[Path, ssl.SSLContext]) -> None:
    path, _ = certificate
    code, out, err = inside("search", "x", "--in", "http://h/x", "--ca-certs", str(path))
    assert (code, out) == (2, "")
    assert "https://" in err
