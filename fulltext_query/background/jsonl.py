"""Documents of a file of JSON lines, compressed by gzip or not."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from ..errors import CollectionError
from .sources import DEFAULT_FIELDS, Reading, text_of

__all__ = ["JsonLines"]

_GZIP = b"\x1f\x8b"
_LONGEST = 1 << 26  # bytes of a line: a longer one is no document, and would fill the memory
_HEAD = 1 << 16  # bytes by which a file is known again


class JsonLines:
    """A file of one JSON object a line, read as a stream.

    path    the file; whether it is compressed is seen by its first bytes.
    fields  whose texts count: each a string, or a list of them; names with dots reach into objects.
            By default a document's title and its content or text.
    stream  what is read in place of the file, such as standard input; it cannot be resumed.

    Raises CollectionError where there is no such file.

    A line that holds no document (no UTF-8, no JSON, no object, a field that is no text) is told
    as that, and the lines after it are read as if nothing had been.
    """

    def __init__(
        self,
        path: str | Path,
        fields: Sequence[str] = DEFAULT_FIELDS,
        *,
        stream: BinaryIO | None = None,
    ) -> None:
        self.name = str(path)
        self.size = 0
        """Bytes of the file; 0 where nobody knows."""
        self.done = 0
        """Bytes of it that are read."""
        self._path, self._fields, self._stream = Path(path), tuple(fields), stream
        if stream is None:
            if self._path.is_dir():
                raise CollectionError(
                    f"{path} is a folder: name a file of it, such as {self._path / 'corpus.jsonl'}"
                )
            try:
                self.size = self._path.stat().st_size
            except OSError as error:
                raise CollectionError(f"cannot read {path}: {error.strerror}") from error

    @property
    def resumable(self) -> bool:
        """Whether it is a file."""
        return self._stream is None

    def identity(self) -> Mapping[str, Any]:
        """Its name, its size, a hash of its beginning, and the fields. Raises CollectionError."""
        try:
            with self._path.open("rb") as file:
                head = hashlib.sha256(file.read(_HEAD)).hexdigest()
        except OSError as error:
            raise CollectionError(f"cannot read {self.name}: {error.strerror}") from error
        return {
            "kind": "jsonl", "path": str(self._path.resolve()), "size": self.size, "head": head,
            "fields": list(self._fields),
        }  # fmt: skip

    def read(self, position: Any = None) -> Iterator[Reading]:
        """The documents behind a place. Raises CollectionError where it cannot be read on."""
        number, start = position or (0, 0)
        try:
            with self._opened() as (raw, lines):
                if start:
                    lines.seek(start)  # of a compressed file all before it is read once more
                while line := lines.readline(_LONGEST):
                    number += 1
                    start += len(line)
                    whole = line.endswith(b"\n") or len(line) < _LONGEST
                    while not whole:  # the rest of a line that is too long
                        rest = lines.readline(_LONGEST)
                        start += len(rest)
                        whole = rest.endswith(b"\n") or len(rest) < _LONGEST
                        line = b""
                    self.done = raw.tell() if raw.seekable() else 0
                    if (reading := self._reading(line, number, start)) is not None:
                        yield reading
        except (EOFError, OSError, zlib.error) as error:
            reason = getattr(error, "strerror", None) or error
            raise CollectionError(
                f"{self.name} cannot be read on behind line {number}: {reason}"
            ) from error

    def _opened(self) -> _Opened:
        return _Opened(self._path, self._stream)

    def _reading(self, line: bytes, number: int, start: int) -> Reading | None:
        position = [number, start]
        place = f"{self.name}, line {number}"
        if not line:
            return Reading(None, position, f"{place}: longer than {_LONGEST >> 20} MB")
        if not line.strip():
            return None
        try:
            row = json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8"))
            if isinstance(row, dict):
                return Reading(_clean(text_of(row, self._fields)), position)
            reason = "not a JSON object"
        except UnicodeDecodeError as error:
            byte = error.object[error.start]
            reason = f"not UTF-8: byte 0x{byte:02x} at {error.start}"
        except json.JSONDecodeError as error:
            reason = f"not JSON: {error}"
        except RecursionError:
            reason = "too deeply nested"
        except ValueError as error:
            reason = str(error)
        return Reading(None, position, f"{place}: {reason}")


class _Opened:
    """The bytes of a file, and its lines after decompressing."""

    def __init__(self, path: Path, stream: BinaryIO | None) -> None:
        self._path, self._stream = path, stream

    def __enter__(self) -> tuple[Any, Any]:
        raw: Any = self._stream if self._stream is not None else self._path.open("rb")
        self._raw = raw
        if not hasattr(raw, "peek"):
            raw = io.BufferedReader(raw)
        packed = raw.peek(2)[:2] == _GZIP
        return raw, gzip.GzipFile(fileobj=raw) if packed else raw

    def __exit__(self, *_: object) -> None:
        if self._stream is None:
            self._raw.close()


def _clean(text: str) -> str:
    """Without lone surrogates, which JSON can spell and no output takes."""
    return text.encode("utf-8", "replace").decode("utf-8")
