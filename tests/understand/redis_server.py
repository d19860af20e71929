"""A real Redis server on this machine, for as long as it is needed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from types import TracebackType
from typing import Self

import pytest

__all__ = ["RedisServer", "free_port", "need_redis"]

_STOP_SECONDS = 20


def need_redis() -> str:
    """The program of the server; without it the test is skipped, but an error where CI is set.

    That is the rule of ``tests.optional``, for a program. Debian's package is ``redis-server``.
    """
    found = shutil.which("redis-server") or shutil.which("redis-server", path="/usr/bin:/usr/sbin")
    if found is None and os.environ.get("CI"):
        raise FileNotFoundError("redis-server: install Debian's package of that name")
    if found is None:
        pytest.skip("could not find redis-server: install Debian's package of that name")
    return found


def free_port() -> int:
    """A port of 127.0.0.1 that nothing listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class RedisServer:
    """A server on 127.0.0.1 that keeps nothing on disk.

    It may be stopped and started again on its port, and be held, so that it accepts and never
    answers. The program is looked for when it starts.
    """

    def __init__(self, *options: str) -> None:
        self.port = free_port()
        self._options = options
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> Self:
        program = need_redis()
        for _ in range(5):
            if self._begun(program):
                return self
            self.port = free_port()  # somebody else was given it meanwhile
        raise RuntimeError("redis-server does not start")

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(signal.SIGCONT)
        process.terminate()
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        finally:
            if process.stdout is not None:
                process.stdout.close()

    def hold(self) -> None:
        """Stops it as it is: connections stay, answers do not come."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def _begun(self, program: str) -> bool:
        command = [program, "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--appendonly", "no", "--dir", tempfile.gettempdir()]
        command += self._options
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if "eady to accept connections" in line:
                return True
        self.stop()
        return False
