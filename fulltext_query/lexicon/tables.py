"""The small compiled tables: Traditional to Simplified, function words, question words.

Each is one JSON file of a fixed shape, ``{"format":…,"version":…,"crc32":…,"content":…}``, so that
a program can read it, and the checksum holds for the very bytes of its content.
"""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import LexiconError, LexiconFormatError
from .format import COMPILE_COMMAND, FORMAT_VERSION, missing
from .lexicons import DATA_FOLDER

__all__ = [
    "CONVERSION_FILE",
    "LISTS_FILE",
    "Conversion",
    "WordLists",
    "load_conversion",
    "load_lists",
    "pack_table",
]

CONVERSION_FILE = "t2s.json"
LISTS_FILE = "lists.json"

_HEAD = re.compile(
    rb'\{"format":"fulltext_query ([a-z]+)","version":(\d{1,9}),"crc32":"([0-9a-f]{8})","content":'
)


class Conversion(NamedTuple):
    """Traditional to Simplified Chinese; never changes a text's length.

    To convert: at each place the longest phrase that stands there is replaced by its target (which
    may be itself: such phrases keep what the characters would spoil, 乾隆), else the character by
    its own.
    """

    characters: dict[str, str]
    phrases: dict[str, str]


class WordLists(NamedTuple):
    """Words with a role, by language, in the spelling of ``folding.fold``."""

    function: dict[str, frozenset[str]]
    question: dict[str, dict[tuple[str, ...], str]]
    """Words of a question phrase to where it asks: 'start' or 'any'."""


def load_conversion(directory: str | Path | None = None) -> Conversion:
    """The conversion table of a folder of compiled files; None for the package's own.

    Raises LexiconMissingError, LexiconFormatError, LexiconError as ``CompiledLexicon.open`` does.
    """
    content = _load(directory, CONVERSION_FILE, "conversion")
    return Conversion(content["characters"], content["phrases"])


def load_lists(directory: str | Path | None = None) -> WordLists:
    """The word lists of a folder of compiled files; None for the package's own.

    Raises LexiconMissingError, LexiconFormatError, LexiconError as ``CompiledLexicon.open`` does.
    """
    content = _load(directory, LISTS_FILE, "lists")
    return WordLists(
        {language: frozenset(words) for language, words in content["function"].items()},
        {
            language: {tuple(words): where for words, where in entries}
            for language, entries in content["question"].items()
        },
    )


def _load(directory: str | Path | None, name: str, kind: str) -> dict[str, Any]:
    path = (DATA_FOLDER if directory is None else Path(directory)) / name
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise missing(path, f"compiled table of {kind}") from None
    except OSError as error:
        raise LexiconError(f"cannot read the compiled table {path}: {error}") from error
    head = _HEAD.match(data)
    if head is None or head[1] != kind.encode():
        raise _unusable(path, f"not a compiled table of {kind}, or damaged")
    if int(head[2]) != FORMAT_VERSION:
        raise _unusable(
            path, f"of format version {int(head[2])}, and this package reads {FORMAT_VERSION}"
        )
    content = data[head.end() : -2]
    if data[-2:] != b"}\n" or zlib.crc32(content) != int(head[3], 16):
        raise _unusable(path, "truncated or damaged")
    loaded: dict[str, Any] = json.loads(content)
    return loaded


def _unusable(path: Path, why: str) -> LexiconFormatError:
    return LexiconFormatError(f"{path} is {why}; compile it again with: {COMPILE_COMMAND}")


def pack_table(kind: str, content: dict[str, Any]) -> bytes:
    """The bytes of a table; the same for the same input."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    head = (
        f'{{"format":"fulltext_query {kind}","version":{FORMAT_VERSION},'
        f'"crc32":"{zlib.crc32(text):08x}","content":'
    )
    return head.encode() + text + b"}\n"
