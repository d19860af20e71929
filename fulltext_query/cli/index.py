"""``fulltext-query index``: documents of a file, or of standard input, into an index."""

from __future__ import annotations

import gzip
import io
import json
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from ..builder import FulltextQuery
from ..errors import DocumentError, IndexingStoppedError
from ..search.contract import DocumentNote, IndexReport
from ..search.documents import Document
from ..search.searcher import Searcher
from .engines import Access, engine_at, is_address, progress_bar, shown_place
from .inputs import WrongUse
from .outputs import complain, emit, emit_json
from .profiles import indexing_profile

__all__ = ["LEFT_OUT", "index_file"]

LEFT_OUT = 1
"""The exit code where a line or a document was left out."""

_TOLD = 20  # reasons printed one by one; --json has all of them
_GZIP = b"\x1f\x8b"


def index_file(
    builder: FulltextQuery,
    source: str,
    to: str,
    *,
    access: Access | None = None,
    batch: int | None = None,
    as_json: bool = False,
) -> int:
    """Indexes documents and prints a report; gives the exit code: 0, or LEFT_OUT.

    source: the path of a file of JSON lines, compressed by gzip or not; '-' for standard input.
    Raises WrongUse, and the engine's errors.
    """
    if batch is not None and not is_address(to):
        raise WrongUse("--batch is the size of a request to a server; a folder takes all at once")
    profile = indexing_profile(builder)
    begun = time.monotonic()
    with _Lines(source) as lines, engine_at(to, access or Access(), batch=batch) as engine:
        searcher = Searcher(engine, builder, profile=profile)
        try:
            with progress_bar(
                "indexing", "documents", total=lines.size, at=lines.position
            ) as advance:
                report = searcher.index(lines.documents(), progress=advance)
        except IndexingStoppedError as error:
            if isinstance(error.report, IndexReport):
                _tell(lines, error.report, to, time.monotonic() - begun, as_json=as_json)
            raise
    seconds = time.monotonic() - begun
    _tell(lines, report, to, seconds, as_json=as_json)
    return LEFT_OUT if lines.unread or report.rejected else 0


class _Lines:
    """The documents of a file of JSON lines, and what could not be read of it."""

    def __init__(self, source: str) -> None:
        self.name = "standard input" if source == "-" else source
        self.size: int | None = None
        self.unread: list[tuple[int, str]] = []  # number and reason of a line
        self._owned = source != "-"
        try:
            self._raw = open(source, "rb") if self._owned else _standard_input()  # noqa: SIM115
            if self._owned:
                self.size = Path(source).stat().st_size
        except OSError as error:
            raise WrongUse(f"cannot read documents from {source}: {error.strerror}") from error

    def __enter__(self) -> _Lines:
        return self

    def __exit__(self, *_: object) -> None:
        if self._owned:
            self._raw.close()

    def position(self) -> int:
        """How many bytes of the file are read."""
        return self._raw.tell()

    def documents(self) -> Iterator[Document]:
        """The documents, as a stream; a line that holds none is noted and told."""
        for number, line in self._numbered():
            if not line.strip():
                continue
            try:
                yield Document.from_dict(_row(line))
            except DocumentError as error:
                self._leave_out(number, str(error))

    def _numbered(self) -> Iterator[tuple[int, bytes]]:
        number = 0
        try:
            for number, line in enumerate(self._opened(), 1):
                yield number, line
        except (EOFError, OSError, zlib.error) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self._leave_out(number + 1, f"the file cannot be read on from here: {reason}")

    def _opened(self) -> BinaryIO | gzip.GzipFile:
        stream = self._raw
        if not isinstance(stream, io.BufferedReader):
            stream = io.BufferedReader(stream)  # type: ignore[type-var]
        return gzip.GzipFile(fileobj=stream) if stream.peek(2)[:2] == _GZIP else stream

    def _leave_out(self, number: int, reason: str) -> None:
        self.unread.append((number, reason))
        if len(self.unread) <= _TOLD:
            complain(f"{self.name}, line {number}: {reason}")


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise WrongUse("standard input is closed: give the path of a file")
    return sys.stdin.buffer


def _row(line: bytes) -> Any:
    """The value of a line. Raises DocumentError."""
    try:
        return json.loads(line.decode("utf-8-sig"), parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise DocumentError(
            f"not UTF-8: byte 0x{error.object[error.start]:02x} at {error.start}"
        ) from None
    except RecursionError:
        raise DocumentError("too deeply nested") from None
    except ValueError as error:
        raise DocumentError(f"not JSON: {error}") from None


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _tell(lines: _Lines, report: IndexReport, to: str, seconds: float, *, as_json: bool) -> None:
    place = shown_place(to)
    speed = report.indexed / seconds if seconds > 0 else 0.0
    if as_json:
        emit_json(
            {
                "to": place,
                "indexed": report.indexed,
                "rejected": [
                    {"id": one.id, "reason": one.reason, "status": one.status}
                    for one in report.rejected
                ],
                "unread": [{"line": line, "reason": reason} for line, reason in lines.unread],
                "notes": [
                    {"id": note.id, "code": note.code, "message": note.message}
                    for note in report.notes
                ],
                "retried": report.retried,
                "seconds": round(seconds, 3),
                "documents_per_second": round(speed, 1),
            },
            indent=2,
        )
    else:
        for one in report.rejected[:_TOLD]:
            complain(f"document {one.id!r} was rejected: {one.reason}")
        _tell_notes(report.notes)
        again = f", {report.retried:,} sent again" if report.retried else ""
        emit(
            f"indexed {_counted(report.indexed, 'document')} into {place} in {seconds:.1f} s "
            f"({speed:,.0f} a second{again})"
        )
    left = []
    if lines.unread:
        left.append(f"{_counted(len(lines.unread), 'line')} of {lines.name}")
    if report.rejected:
        left.append(f"{_counted(len(report.rejected), 'document')} that the engine rejected")
    if left:
        more = max(len(lines.unread), len(report.rejected)) > _TOLD and not as_json
        complain(f"left out: {' and '.join(left)}{'; --json lists all of them' if more else ''}")
    elif not report.indexed:
        complain(f"warning: there is no document in {lines.name}")


def _tell_notes(notes: tuple[DocumentNote, ...]) -> None:
    shown = notes if len(notes) <= _TOLD else notes[: _TOLD - 1]
    for note in shown:
        about = f"document {note.id!r} is found in part only: " if note.id else ""
        complain(f"{about}{note.message}")
    if len(shown) < len(notes):
        complain("and more are found in part only; --json lists them")


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
