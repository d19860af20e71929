"""Two ways to call the command: as a process of its own, and, much cheaper, inside this one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import pytest

from fulltext_query.cli import main


class Outcome(NamedTuple):
    """What a call of the command left behind."""

    code: int
    out: str
    err: str


Call = Callable[..., Outcome]

COMMAND = (sys.executable, "-m", "fulltext_query.cli")


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment without what would tune the command, and with the changes."""
    names = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "LC_ALL", "LANG")
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in names and not name.startswith(("FULLTEXT_QUERY_", "PYTHON"))
    }
    return {**kept, **(changes or {})}


@pytest.fixture
def process() -> Call:
    """Runs the command as a process; both outputs must be UTF-8."""

    def call(
        *arguments: str | bytes,
        stdin: bytes | None = b"",
        env: Mapping[str, str] | None = None,
    ) -> Outcome:
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=stdin,
            capture_output=True,
            env=environment(env),
            timeout=60,
            check=False,
        )
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Call:
    """Runs the command in this process."""

    def call(*arguments: str, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Outcome:
        with monkeypatch.context() as patch:
            for name in [name for name in os.environ if name.startswith("FULLTEXT_QUERY_")]:
                patch.delenv(name)
            for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
                patch.delenv(name, raising=False)
            for name, value in (env or {}).items():
                patch.setenv(name, value)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "ascii"))
            with pytest.raises(SystemExit) as ended:
                main(list(arguments))
        captured = capsysbinary.readouterr()
        code = ended.value.code
        assert isinstance(code, int)
        return Outcome(code, captured.out.decode(), captured.err.decode())

    return call


@pytest.fixture
def terminal() -> Callable[..., str]:
    """Runs the command on a terminal of so many columns; gives what it showed."""
    pty = pytest.importorskip("pty", reason="terminals of this kind exist on POSIX only")

    def call(
        columns: int,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        stdin: bytes | None = None,
    ) -> str:
        import fcntl
        import struct
        import termios

        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        with subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.DEVNULL if stdin is None else theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment({"TERM": "xterm-256color", **(env or {})}),
        ) as running:
            os.close(theirs)
            if stdin is not None:
                os.write(ours, stdin)
            shown = _read_all(ours)
            assert running.wait(timeout=60) == 0, shown
        return shown.decode().replace("\r\n", "\n")

    return call


def _read_all(descriptor: int) -> bytes:
    parts: list[bytes] = []
    while True:
        try:
            part = os.read(descriptor, 65536)
        except OSError:  # how Linux tells that the other side is closed
            part = b""
        if not part:
            os.close(descriptor)
            return b"".join(parts)
        parts.append(part)


def lines(text: str) -> Sequence[str]:
    """The lines of an output that ends with a line feed."""
    assert text.endswith("\n")
    return text[:-1].split("\n")
