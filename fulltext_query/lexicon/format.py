"""The ``.lex`` file: how a compiled lexicon lies on disk.

Little-endian, one file, meant to be memory-mapped::

    offset  size  what
    0       8     magic, b"FTQLEX\\r\\n" (a transfer in text mode breaks it, and shows)
    8       4     format version
    12      4     length of the metadata in bytes
    16      8     length of the whole file in bytes
    24      4     CRC-32 of the whole file but for these four bytes
    28      4     zero
    32      …     metadata: JSON in UTF-8 (``Metadata``), padded with zeros to a multiple of 8
    …       …     sections, each at a multiple of 8: "trie" (marisa), "log_probability" (float32),
                  "document_frequency" (float32), "pos" and "entity" (uint8, indices into the names
                  in the metadata), the last four indexed by the trie's key id

``read`` checks the file by reading it through a small buffer before mapping it, so that the check
costs no memory: of a mapped file only the pages that are used stay in the process.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import struct
import sys
import tempfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ..errors import LexiconError, LexiconFormatError, LexiconMissingError

__all__ = [
    "COMPILE_COMMAND",
    "FORMAT_VERSION",
    "Metadata",
    "MappedLexicon",
    "missing",
    "pack",
    "read",
    "write_atomically",
]

FORMAT_VERSION = 1
MAGIC = b"FTQLEX\r\n"
COMPILE_COMMAND = "python -m fulltext_query.lexicon.compile"

_HEADER = struct.Struct("<8sIIQII")
_CRC_OFFSET = 24
_CHUNK = 1 << 18
_SECTIONS = {"trie": 0, "log_probability": 4, "document_frequency": 4, "pos": 1, "entity": 1}
"""Bytes an entry takes in each section; the trie has no fixed size."""


class Metadata(NamedTuple):
    """What the head of a file says about it."""

    language: str
    source: str
    licence: str
    words: int
    """Number of words in the lexicon."""
    total: float
    """Running words of the background that the frequencies are of."""
    unknown_log_probability: float
    """Natural logarithm; what a segmenter gives a character that is no word."""
    rarest_frequency: float
    rarest_document_frequency: float
    max_word_length: int
    """In code points."""
    pos_names: list[str]
    entity_names: list[str]
    sections: dict[str, list[int]]
    """Name to [offset from the end of the padded metadata, length], in bytes."""


class MappedLexicon(NamedTuple):
    """A checked file in memory."""

    metadata: Metadata
    sections: Mapping[str, memoryview]


def missing(path: Path, what: str) -> LexiconMissingError:
    """The error for a compiled file that is not there."""
    return LexiconMissingError(f"there is no {what} at {path}; compile it with: {COMPILE_COMMAND}")


def read(path: Path) -> MappedLexicon:
    """Check the file and map it.

    Raises LexiconMissingError where there is no file, LexiconFormatError where it is not a whole
    and undamaged lexicon of this version, LexiconError where it cannot be read.
    """
    if sys.byteorder != "little":
        raise LexiconFormatError(f"{path}: compiled lexicons need a little-endian machine")
    try:
        with path.open("rb") as file:
            header_length = _check(file, path)
            mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except FileNotFoundError:
        raise missing(path, "compiled lexicon") from None
    except IsADirectoryError:
        raise LexiconFormatError(f"{path} is a folder, not a compiled lexicon") from None
    except OSError as error:
        raise LexiconError(f"cannot read the compiled lexicon {path}: {error}") from error
    metadata, sections = _parse(mapped, header_length, path)
    return MappedLexicon(metadata, sections)


def _check(file: BinaryIO, path: Path) -> int:
    """Raise unless magic, version, length and checksum are right; the metadata's length."""
    head = file.read(_HEADER.size)
    if head[: len(MAGIC)] != MAGIC[: len(head)] or not head:
        raise LexiconFormatError(
            f"{path} is not a compiled lexicon (or its first bytes are damaged); "
            f"compile one with: {COMPILE_COMMAND}"
        )
    size = os.fstat(file.fileno()).st_size
    if len(head) < _HEADER.size:
        raise _unusable(path, f"truncated: {size} bytes are less than a header")
    _, version, header_length, length, checksum, reserved = _HEADER.unpack(head)
    if version != FORMAT_VERSION:
        raise _unusable(
            path, f"of format version {version}, and this package reads {FORMAT_VERSION}"
        )
    if size != length:
        state = "truncated" if size < length else "longer than it should be"
        raise _unusable(path, f"{state}: {size} bytes instead of {length}")
    found = zlib.crc32(head[:_CRC_OFFSET])
    found = zlib.crc32(head[_CRC_OFFSET + 4 :], found)
    buffer = bytearray(_CHUNK)
    view = memoryview(buffer)
    while count := file.readinto(buffer):  # type: ignore[attr-defined]
        found = zlib.crc32(view[:count], found)
    if found != checksum or reserved or header_length > length - _HEADER.size:
        raise _unusable(path, f"damaged: its checksum is {found:08x} instead of {checksum:08x}")
    return int(header_length)


def _parse(
    mapped: memoryview, header_length: int, path: Path
) -> tuple[Metadata, dict[str, memoryview]]:
    # The checksum holds, so what fails here was written wrong, not damaged afterwards.
    try:
        metadata = Metadata(
            **json.loads(bytes(mapped[_HEADER.size : _HEADER.size + header_length]))
        )
        start = _HEADER.size + _padded(header_length)
        sections: dict[str, memoryview] = {}
        for name, width in _SECTIONS.items():
            offset, length = metadata.sections[name]
            section = mapped[start + offset : start + offset + length]
            if len(section) != length or (width and length != width * metadata.words):
                raise ValueError(f"section {name} has {len(section)} bytes")
            sections[name] = section
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise _unusable(path, f"malformed: {error}") from error
    return metadata, sections


def _unusable(path: Path, why: str) -> LexiconFormatError:
    return LexiconFormatError(f"{path} is {why}; compile it again with: {COMPILE_COMMAND}")


def _padded(length: int) -> int:
    return (length + 7) & ~7


def pack(metadata: Metadata, sections: Mapping[str, bytes]) -> bytes:
    """The bytes of a file; ``metadata.sections`` is filled in here. The same for the same input."""
    places: dict[str, list[int]] = {}
    body = bytearray()
    for name in _SECTIONS:
        places[name] = [len(body), len(sections[name])]
        body += sections[name]
        body += bytes(_padded(len(body)) - len(body))
    text = json.dumps(
        metadata._replace(sections=places)._asdict(),
        ensure_ascii=False, sort_keys=True, separators=(",", ":"),
    ).encode()  # fmt: skip
    rest = text + bytes(_padded(len(text)) - len(text)) + bytes(body)
    length = _HEADER.size + len(rest)
    head = _HEADER.pack(MAGIC, FORMAT_VERSION, len(text), length, 0, 0)
    checksum = zlib.crc32(rest, zlib.crc32(head[_CRC_OFFSET + 4 :], zlib.crc32(head[:_CRC_OFFSET])))
    return _HEADER.pack(MAGIC, FORMAT_VERSION, len(text), length, checksum, 0) + rest


def write_atomically(path: Path, content: bytes) -> None:
    """Write the file whole or not at all: whoever has the old one mapped keeps it.

    Raises OSError where the folder cannot be written to.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(handle, "wb") as file:
            file.write(content)
        os.chmod(name, 0o644)  # mkstemp's 0600 would hide an install from other users
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
