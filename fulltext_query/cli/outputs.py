"""Where everything is written: standard output and standard error, in UTF-8, one place."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

__all__ = ["BrokenOutput", "complain", "emit", "emit_json", "speaking_as", "use_utf8", "visible"]

PROGRAM = "fulltext-query"
_SPEAKER = ContextVar("_SPEAKER", default=PROGRAM)
READER_WENT_AWAY = 141  # what a shell reports of a program that SIGPIPE ended

# Control characters would steer the terminal that shows them; line feeds and tabs are harmless
_CONTROLS = {
    code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if code not in (9, 10)
}


class BrokenOutput(Exception):  # noqa: N818  # no error of the user's
    """Nothing more can be written; the program ends with ``code``, saying ``message`` if any."""

    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(message)
        self.code = code


def use_utf8() -> None:
    """Makes both outputs UTF-8, whatever the locale or PYTHONIOENCODING says."""
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)


def visible(text: str) -> str:
    """The text with its control characters spelled out, safe to show on a terminal."""
    return text if text.isprintable() else text.translate(_CONTROLS)


def emit(text: str) -> None:
    """Writes a line to standard output, at once: a reader may wait for it. Raises BrokenOutput."""
    if sys.stdout is None:
        raise BrokenOutput(1, "standard output is closed: there is nowhere to write to")
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
        raise BrokenOutput(READER_WENT_AWAY) from None
    except OSError as error:
        _discard_output()
        raise BrokenOutput(1, f"cannot write to standard output: {error.strerror}") from None


def emit_json(value: Any, *, indent: int | None = None) -> None:
    """Writes a value as JSON, on one line or indented. Raises BrokenOutput."""
    emit(json.dumps(value, ensure_ascii=False, indent=indent))


@contextmanager
def speaking_as(program: str) -> Iterator[None]:
    """Heads the messages within by the name of another command than ``fulltext-query``."""
    token = _SPEAKER.set(program)
    try:
        yield
    finally:
        _SPEAKER.reset(token)


def complain(message: str) -> None:
    """Writes a message for people to standard error."""
    if sys.stderr is not None:
        print(f"{_SPEAKER.get()}: {visible(message)}", file=sys.stderr, flush=True)


def _discard_output() -> None:
    """Sends what is still buffered nowhere, or Python would complain about it when it ends."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    except (OSError, ValueError):  # an output without a file descriptor: nothing is left to do
        pass
