"""The bytes of dictionary files: what encoding they are of, and how their lines end."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..lexicon.scripts import HAN, HIRAGANA, KATAKANA
from .findings import Findings

__all__ = ["Encoding", "check_form", "encoding_of"]

_PIECE = 1 << 20
_SAMPLE = 1 << 15  # bytes that an encoding is guessed from
_LETTERS = re.compile("[^\\W\\d_]")
_CJK = re.compile(f"[{HAN}{HIRAGANA}{KATAKANA}\uac00-\ud7a3]")
_ALONE = re.compile(rb"\r(?!\n)")
_TRUNCATED = 3  # bytes at the end of a sample that may be the half of a character
_LEAST_WORD = 1.25  # characters of a word, on average: text read in a wrong encoding is cut into
# single characters, for what stands side by side there is no word
_CANDIDATES = ("utf-16-le", "utf-16-be", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr")

WordLength = Callable[[str], float]
"""The average length of the words of a text."""


class Encoding(NamedTuple):
    """What a file that is not UTF-8 seems to be."""

    name: str  # as iconv calls it

    def counted(self, lines: int) -> str:
        """How many lines cannot be read, where they are lines at all."""
        if self.name.startswith("UTF-16"):
            return ""
        return (
            f": {lines:,} of its lines cannot be read" if lines > 1 else ": a line cannot be read"
        )

    @property
    def mend(self) -> str:
        """How to make it UTF-8."""
        return f"convert it: iconv -f {self.name} -t UTF-8"


def check_form(path: Path, name: str, findings: Findings) -> None:
    """Notes a byte order mark, and lines that end otherwise than with a line feed."""
    windows = old = 0
    first_windows = first_old = line = 0
    with path.open("rb") as file:
        marked = file.read(3) == codecs.BOM_UTF8
        file.seek(0)
        before = b""
        while piece := file.read(_PIECE):
            if before:  # a line end that two pieces part
                piece = before + piece
            before = b"\r" if piece.endswith(b"\r") else b""
            piece = piece.removesuffix(b"\r") if before else piece
            both = piece.count(b"\r\n")
            alone = piece.count(b"\r") - both
            if both and not windows:
                first_windows = line + _line_at(piece, piece.index(b"\r\n"))
            if alone and not old:
                at = _ALONE.search(piece)
                first_old = line + _line_at(piece, at.start()) if at else 0
            windows += both
            old += alone
            line += piece.count(b"\n") + alone
        if before:
            old, line = old + 1, line + 1
    if marked:
        findings.add(
            name, 1, "notice", "form", "", "the file begins with a byte order mark",
            "it is read as if it were not there",
        )  # fmt: skip
    if windows:
        findings.add(
            name, first_windows, "notice", "form", "",
            f"{_lines(windows)} with a carriage return and a line feed, as on Windows",
            "they are read as if they ended with a line feed",
        )  # fmt: skip
    if old:
        findings.add(
            name, first_old or line, "notice", "form", "",
            f"{_lines(old)} with a carriage return alone",
            "they are read as if they ended with a line feed",
        )  # fmt: skip


def encoding_of(path: Path, word_length: WordLength) -> Encoding | None:
    """What a file as a whole is, where it is not UTF-8; None where it is, or only lines are not."""
    sample = _sample(path)
    unread = list(_not_utf8(sample))
    if not unread or not all(bad for _, bad in unread):
        return None
    text = b"\n".join(line for line, _ in unread)
    best, most = "", _LEAST_WORD
    for name in _CANDIDATES:
        wide = name.startswith("utf-16")
        decoded = _decoded(sample if wide else text, name)
        if decoded is None or (wide and "\n" not in decoded and b"\0" not in sample):
            continue
        letters = _LETTERS.findall(decoded)
        odd = sum(not one.isprintable() and not one.isspace() for one in decoded)
        if odd or not letters:
            continue
        if wide and all(ord(one) < 0x250 for one in letters):
            return Encoding(_shown(name))
        if 2 * sum(map(bool, map(_CJK.match, letters))) < len(letters):
            continue
        length = word_length(decoded)
        if length > most:
            best, most = name, length
    if best:
        return Encoding(_shown(best))
    if text.isascii():
        return None
    if any(0x80 <= byte < 0xA0 for byte in text):
        return Encoding("WINDOWS-1252") if _decoded(text, "cp1252") is not None else None
    return Encoding("LATIN1")


def _line_at(piece: bytes, at: int) -> int:
    """The number of a line of a piece, from 1, by the place of a byte of it."""
    return len((piece[:at] + b"x").splitlines())


def _shown(name: str) -> str:
    return name.upper().replace("UTF-16-LE", "UTF-16LE").replace("UTF-16-BE", "UTF-16BE")


def _sample(path: Path) -> bytes:
    """A piece of a file from where it is not ASCII alone; empty where all of it is."""
    with path.open("rb") as file:
        while (sample := file.read(_SAMPLE)) and sample.isascii() and b"\0" not in sample:
            pass
    return sample


def _not_utf8(sample: bytes) -> Iterator[tuple[bytes, bool]]:
    """The lines of a sample that are not ASCII alone, and whether they are no UTF-8."""
    lines = sample.split(b"\n")
    if len(lines) > 2:  # the first and last ones may be torn
        lines = lines[:-1]
    for line in lines:
        if b"\0" in line:
            yield line, True
        elif not line.isascii():
            try:
                line.decode("utf-8")
            except UnicodeDecodeError:
                yield line, True
            else:
                yield line, False


def _decoded(data: bytes, encoding: str) -> str | None:
    for cut in range(_TRUNCATED + 1):
        try:
            return data[: len(data) - cut].decode(encoding)
        except UnicodeDecodeError as error:
            if error.start < len(data) - cut - _TRUNCATED - 1:
                return None
    return None


def _lines(count: int) -> str:
    return "1 line ends" if count == 1 else f"{count:,} lines end"
