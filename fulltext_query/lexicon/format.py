"""How compiled lexica and dictionaries lie on disk.

Little-endian, one file, meant to be memory-mapped::

    offset  size  what
    0       8     magic, b"FTQLEX\\r\\n" (a transfer in text mode breaks it, and shows)
    8       4     format version
    12      4     length of the metadata in bytes
    16      8     length of the whole file in bytes
    24      4     CRC-32 of the whole file but for these four bytes
    28      4     zero
    32      …     metadata: JSON in UTF-8, padded with zeros to a multiple of 8; "kind" tells what
                  the file is, "sections" where each of them lies
    …       …     sections, each at a multiple of 8

``read`` checks the file by reading it through a small buffer before mapping it, so that the check
costs no memory: of a mapped file only the pages that are used stay in the process.
"""

from __future__ import annotations

import contextlib
import io
import json
import mmap
import os
import struct
import sys
import tempfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from ..errors import LexiconError, LexiconFormatError, LexiconMissingError

__all__ = [
    "COMPILE_COMMAND",
    "FORMAT_VERSION",
    "Container",
    "missing",
    "pack",
    "read",
    "unusable",
    "write_atomically",
]

FORMAT_VERSION = 2
MAGIC = b"FTQLEX\r\n"
COMPILE_COMMAND = "python -m fulltext_query.lexicon.compile"

_HEADER = struct.Struct("<8sIIQII")
_CRC_OFFSET = 24
_CHUNK = 1 << 18


class Container(NamedTuple):
    """A checked file in memory."""

    metadata: Mapping[str, Any]
    sections: Mapping[str, memoryview]


def missing(path: Path, what: str) -> LexiconMissingError:
    """The error for a compiled file that is not there."""
    return LexiconMissingError(f"there is no {what} at {path}; compile it with: {COMPILE_COMMAND}")


def read(
    path: Path, kind: str, command: str = COMPILE_COMMAND, *, mapped: bool = True
) -> Container:
    """Check the file and map it.

    kind: what it has to be, 'lexicon' or 'dictionary'. command: what makes such a file.
    mapped: of a file that nobody overwrites in place, which would end the process; false reads it
    into memory.
    Raises LexiconMissingError where there is no file, LexiconFormatError where it is not a whole
    and undamaged file of that kind and of this version, LexiconError where it cannot be read.
    """
    if sys.byteorder != "little":
        raise LexiconFormatError(f"{path}: compiled files need a little-endian machine")
    try:
        with path.open("rb") as file:
            if mapped:
                size = os.fstat(file.fileno()).st_size
                header_length = _check(file, size, path, command)
                content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
            else:
                held = file.read()
                header_length = _check(io.BytesIO(held), len(held), path, command)
                content = memoryview(held)
    except FileNotFoundError:
        raise LexiconMissingError(
            f"there is no compiled {kind} at {path}; compile it with: {command}"
        ) from None
    except IsADirectoryError:
        raise LexiconFormatError(f"{path} is a folder, not a compiled {kind}") from None
    except OSError as error:
        raise LexiconError(f"cannot read the compiled {kind} {path}: {error}") from error
    container = _parse(content, header_length, path, command)
    if container.metadata.get("kind") != kind:
        found = container.metadata.get("kind")
        raise LexiconFormatError(f"{path} is a compiled {found}, not a compiled {kind}")
    return container


def _check(file: BinaryIO, size: int, path: Path, command: str) -> int:
    """Raise unless magic, version, length and checksum are right; the metadata's length."""
    head = file.read(_HEADER.size)
    if head[: len(MAGIC)] != MAGIC[: len(head)] or not head:
        raise LexiconFormatError(
            f"{path} is not a compiled file (or its first bytes are damaged); "
            f"make one with: {command}"
        )
    if len(head) < _HEADER.size:
        raise unusable(path, f"truncated: {size} bytes are less than a header", command)
    _, version, header_length, length, checksum, reserved = _HEADER.unpack(head)
    if version != FORMAT_VERSION:
        raise unusable(
            path, f"of format version {version}, and this package reads {FORMAT_VERSION}", command
        )
    if size != length:
        state = "truncated" if size < length else "longer than it should be"
        raise unusable(path, f"{state}: {size} bytes instead of {length}", command)
    found = zlib.crc32(head[:_CRC_OFFSET])
    found = zlib.crc32(head[_CRC_OFFSET + 4 :], found)
    buffer = bytearray(_CHUNK)
    view = memoryview(buffer)
    while count := file.readinto(buffer):  # type: ignore[attr-defined]
        found = zlib.crc32(view[:count], found)
    if found != checksum or reserved or header_length > length - _HEADER.size:
        raise unusable(
            path, f"damaged: its checksum is {found:08x} instead of {checksum:08x}", command
        )
    return int(header_length)


def _parse(mapped: memoryview, header_length: int, path: Path, command: str) -> Container:
    # The checksum holds, so what fails here was written wrong, not damaged afterwards.
    try:
        metadata = json.loads(bytes(mapped[_HEADER.size : _HEADER.size + header_length]))
        start = _HEADER.size + _padded(header_length)
        sections: dict[str, memoryview] = {}
        for name, (offset, length) in metadata.pop("sections").items():
            section = mapped[start + offset : start + offset + length]
            if len(section) != length:
                raise ValueError(f"section {name} has {len(section)} bytes")
            sections[name] = section
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise unusable(path, f"malformed: {error}", command) from error
    return Container(metadata, sections)


def unusable(path: Path, why: str, command: str = COMPILE_COMMAND) -> LexiconFormatError:
    """The error for a file that has to be compiled again."""
    return LexiconFormatError(f"{path} is {why}; compile it again with: {command}")


def _padded(length: int) -> int:
    return (length + 7) & ~7


def pack(metadata: Mapping[str, Any], sections: Mapping[str, bytes]) -> bytes:
    """The bytes of a file; the same for the same input. metadata: with its "kind"; JSON-ready."""
    places: dict[str, list[int]] = {}
    body = bytearray()
    for name, section in sections.items():
        places[name] = [len(body), len(section)]
        body += section
        body += bytes(_padded(len(body)) - len(body))
    text = json.dumps(
        {**metadata, "sections": places},
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
