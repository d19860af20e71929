"""The lines of a dictionary file, one after the other, with their numbers.

A file may be of any size and hold anything: it is read in pieces, a line that is no text is told as
a problem with its number, and the lines after it are read as if nothing had been.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from ..errors import DictionaryError
from .problems import Malformed, Problems

__all__ = ["MAX_LINE", "Progress", "Removal", "entry_lines", "entry_of", "read_lines"]

Progress = Callable[[int], None]
"""Told how many bytes more were read."""

MAX_LINE = 65_536
"""Bytes of one line: a longer one is no entry."""
_PIECE = 1 << 20
_REPORTED = 1 << 16  # bytes between two calls of progress
# What no word has: control characters but for the tab, and the sign for what could not be read
_GARBLED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufffd\ufffe\uffff]")
_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32LE"),
    (codecs.BOM_UTF32_BE, "UTF-32BE"),
    (codecs.BOM_UTF16_LE, "UTF-16LE"),
    (codecs.BOM_UTF16_BE, "UTF-16BE"),
)


class Removal(str):
    """An entry that takes away what an earlier layer says: the line was '-entry'."""

    __slots__ = ()


def read_lines(
    path: Path,
    name: str,
    problems: Problems,
    progress: Progress | None = None,
    *,
    longest: int = MAX_LINE,
) -> Iterator[tuple[int, str]]:
    """Number and text of each line that can be read, without its end and a byte order mark.

    name: how problems call the file. longest: bytes of a line. Lines end with a line feed, a
    carriage return or both.
    Raises DictionaryError where the file cannot be read at all.
    """
    number = 0
    for number, raw in enumerate(_raw_lines(path, name, problems, progress, longest), 1):
        if raw is None:
            problems.add(
                name, number, "", f"the line is longer than {longest} bytes",
                "put one entry on a line",
            )  # fmt: skip
            continue
        try:
            line = raw.decode()
        except UnicodeDecodeError as error:
            shown = raw.decode("utf-8", "backslashreplace")
            problems.add(
                name, number, shown, f"not UTF-8 at byte {error.start + 1} of the line",
                _conversion(raw),
            )  # fmt: skip
            continue
        found = _GARBLED.search(line)
        if found is not None:
            problems.add(
                name, number, line.encode("unicode_escape").decode(),
                f"U+{ord(found.group()):04X} is part of no word", "write the line anew",
            )  # fmt: skip
            continue
        yield number, line


def entry_lines(
    path: Path, name: str, problems: Problems, progress: Progress | None = None
) -> Iterator[tuple[int, str]]:
    """The lines that are entries: no blank ones, no '#' comments; '-entry' comes as a Removal.

    A backslash before a '#' or '-' that an entry begins with is dropped.
    """
    for number, line in read_lines(path, name, problems, progress):
        try:
            entry = entry_of(line)
        except Malformed as error:
            problems.add(name, number, line, error.reason, error.mend)
            continue
        if entry is not None:
            yield number, entry


def entry_of(line: str) -> str | None:
    """The entry of a line, None for a blank one and a comment.

    Raises Malformed for a removal of nothing.
    """
    line = line.strip()
    if not line or line[0] == "#":
        return None
    if line[0] == "-":
        rest = line[1:].strip()
        if not rest:
            raise Malformed("'-' removes nothing", "write '-entry' or '\\-'")
        return Removal(rest)
    return line[1:] if line[:2] in ("\\#", "\\-") else line


def _raw_lines(
    path: Path, name: str, problems: Problems, progress: Progress | None, longest: int
) -> Iterator[bytes | None]:
    """The lines as bytes, without their ends; None for one that is too long."""
    try:
        with path.open("rb") as file:
            head = file.read(4)
            for mark, encoding in _MARKS:
                if head.startswith(mark):
                    problems.add(
                        name, 0, "", f"the file is {encoding}, not UTF-8",
                        f"convert it: iconv -f {encoding} -t UTF-8",
                    )  # fmt: skip
                    return
            file.seek(len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0)
            rest = b""
            too_long = ended_by_return = False
            unreported = 0
            while piece := file.read(_PIECE):
                unreported += len(piece)
                if progress is not None and unreported >= _REPORTED:
                    progress(unreported)
                    unreported = 0
                if ended_by_return and piece.startswith(b"\n"):
                    piece = piece[1:]
                ended_by_return = piece.endswith(b"\r")
                lines = (rest + piece).splitlines(keepends=True)
                rest = b""
                if lines and not lines[-1].endswith((b"\n", b"\r")):
                    rest = lines.pop()
                for line in lines:
                    if too_long or len(line) > longest:
                        too_long = False
                        yield None
                    else:
                        yield line.rstrip(b"\r\n")
                if len(rest) > longest:
                    too_long = True
                    rest = b""
            if too_long:
                yield None
            elif rest:
                yield rest
            if progress is not None and unreported:
                progress(unreported)
    except FileNotFoundError:
        raise DictionaryError(f"there is no dictionary file {path}") from None
    except OSError as error:
        raise DictionaryError(f"cannot read the dictionary {path}: {error.strerror}") from error


def _conversion(raw: bytes) -> str:
    """How the line may be made UTF-8."""
    if b"\0" in raw:
        return "it looks like UTF-16: convert the file to UTF-8"
    for encoding in ("gb18030", "big5", "shift_jis"):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if sum("\u4e00" <= one <= "\u9fff" for one in text) * 2 >= len(text.split(" ")[0]) > 1:
            return f"it may be {encoding.upper()}: iconv -f {encoding.upper()} -t UTF-8"
    return "convert the file to UTF-8, from Latin-1 perhaps: iconv -f LATIN1 -t UTF-8"
