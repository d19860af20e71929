"""The lines of a file that someone else wrote: compressed or not, whatever ends its lines."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

from ...errors import DictionaryError
from .model import Problem

__all__ = ["read_bytes", "read_lines"]

_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"


def read_bytes(path: Path) -> bytes:
    """The content, unpacked where it begins as gzip does (the name says nothing), without a BOM.

    Raises DictionaryError where there is no such file, or it cannot be read or unpacked.
    """
    try:
        content = path.read_bytes()
        if content.startswith(_GZIP):
            content = gzip.decompress(content)
    except FileNotFoundError:
        raise DictionaryError(f"there is no file {path}") from None
    except IsADirectoryError:
        raise DictionaryError(f"{path} is a folder; a file is expected") from None
    except (OSError, EOFError, zlib.error) as error:
        raise DictionaryError(f"{path} cannot be read: {error}") from error
    return content.removeprefix(_BOM)


def read_lines(path: Path) -> tuple[list[tuple[int, str]], list[Problem]]:
    """(number, line) of each line that is not blank, and those that are not UTF-8.

    Lines end with LF, CR LF or CR alone (one of THUOCL's lists has it); nothing else ends one.
    Raises DictionaryError as ``read_bytes`` does.
    """
    lines: list[tuple[int, str]] = []
    problems: list[Problem] = []
    content = read_bytes(path).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    for number, raw in enumerate(content.split(b"\n"), start=1):
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            problems.append(Problem(str(path), number, f"no UTF-8 at byte {error.start}"))
            continue
        if line.strip():
            lines.append((number, line))
    return lines, problems
