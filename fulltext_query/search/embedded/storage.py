"""The folder of an embedded index: what lies in it, and what is wrong with it.

index.json     the schema, the size of the vectors, and the format, written at once or not
terms/         tantivy's files
vectors.f32    the vectors, row after row, if there are any
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import (
    EngineError,
    FulltextQueryError,
    IndexConflictError,
    MissingExtraError,
    QueryRefusedError,
)
from ..contract import IndexSchema
from .schema import form, tantivy_schema

if TYPE_CHECKING:
    import tantivy

__all__ = ["Description", "Storage", "load_tantivy", "translated"]

_FORMAT = 2  # since metadata has terms of the types of its values
_FILE, _TERMS, _VECTORS = "index.json", "terms", "vectors.f32"
_PANIC = "PanicException"
# how tantivy's ValueErrors begin that speak of files; the others speak of what it was given
_OF_FILES = (
    "Data corrupted",
    "Failed to open",
    "Failed to acquire",
    "An IO error",
    "An error occurred in a thread",
)
_AGAIN = "remove the folder and index the documents again"


def load_tantivy() -> Any:
    """The library. Raises MissingExtraError where it is not installed."""
    try:
        import tantivy
    except ImportError:
        raise MissingExtraError("the embedded engine", "embedded") from None
    return tantivy


@contextmanager
def translated(where: str) -> Iterator[None]:
    """tantivy's errors as EngineError, of wrong values as QueryRefusedError; our own pass."""
    try:
        yield
    except FulltextQueryError:
        raise
    except BaseException as error:
        # a panic of Rust is no Exception; files that were cut short make it
        if not isinstance(error, (OSError, ValueError)) and type(error).__name__ != _PANIC:
            raise
        if isinstance(error, ValueError) and not str(error).startswith(_OF_FILES):
            raise QueryRefusedError(
                f"{where}: what was asked cannot be answered ({error}): mend the request, the "
                "index is unharmed"
            ) from error
        if isinstance(error, PermissionError) or "PermissionDenied" in str(error):
            raise EngineError(
                f"{where}: there is no permission to write there, and tantivy needs a lock file "
                "even to read: give this user the right to, or copy the folder"
            ) from error
        raise EngineError(
            f"{where}: tantivy cannot go on ({error}). If the disk is not full and the folder is "
            f"whole, it is damaged: {_AGAIN}"
        ) from error


@dataclass(frozen=True, slots=True)
class Description:
    """What index.json says."""

    schema: IndexSchema
    dimensions: int | None = None

    def to_text(self) -> str:
        """As JSON."""
        values = {
            "text": dict(self.schema.text),
            "keywords": list(self.schema.keywords),
            "subwords": self.schema.subwords,
            "subword_sources": list(self.schema.subword_sources),
            "vector": self.schema.vector,
            "meta": dict(self.schema.meta),
        }
        row = {"format": _FORMAT, "schema": values, "dimensions": self.dimensions}
        return json.dumps(row, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_text(cls, text: str, where: str) -> Description:
        """Read back. Raises IndexConflictError for another format, EngineError for damage."""
        try:
            row = json.loads(text)
            version = row["format"]
            if version != _FORMAT:
                raise IndexConflictError(
                    f"{where}: is an index of format {version}, this version of fulltext-query "
                    f"reads {_FORMAT}: {_AGAIN}, or use the version that made it"
                )
            values = row["schema"]
            schema = IndexSchema(
                text={str(name): bool(flag) for name, flag in values["text"].items()},
                keywords=tuple(values["keywords"]),
                subwords=values["subwords"],
                subword_sources=tuple(values["subword_sources"]),
                vector=values["vector"],
                meta=values["meta"],
            )
            return cls(schema, row["dimensions"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise EngineError(f"{where}: is damaged ({error}): {_AGAIN}") from error

    def differs(self, other: IndexSchema) -> str:
        """The name of the first part in which a schema is of another form; '' for none."""
        mine, theirs = asdict(self.schema), asdict(other)
        for part in ("text", "keywords", "subwords", "subword_sources", "vector"):
            same = mine[part] == theirs[part]
            if part == "text":
                # the order too: it numbers the fields
                same = list(mine[part].items()) == list(theirs[part].items())
            if not same:
                return part
        return ""


class Storage:
    """Where an index lies: a folder, or None for memory."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._kept: Description | None = None  # in memory, as is the number of commits
        self._commits = 0

    @property
    def where(self) -> str:
        """For messages."""
        return "the index in memory" if self.path is None else str(self.path)

    @property
    def vectors(self) -> Path | None:
        """The file of the vectors."""
        return self.path / _VECTORS if self.path else None

    def signature(self) -> tuple[object, ...]:
        """Changes whenever a commit or another index has come."""
        if self.path is None:
            return (self._commits,)
        found: list[object] = []
        for file in (self.path / _FILE, self.path / _TERMS / "meta.json"):
            with suppress(OSError):
                stat = file.stat()
                found += [stat.st_ino, stat.st_mtime_ns, stat.st_size]
        return tuple(found)

    def committed(self) -> None:
        """To be called after every commit."""
        self._commits += 1

    def read(self) -> Description | None:
        """The description; None where there is no index."""
        if self.path is None:
            return self._kept
        try:
            text = (self.path / _FILE).read_text("utf-8")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as error:
            raise EngineError(f"{self.path / _FILE}: cannot be read: {error}") from error
        return Description.from_text(text, self.where)

    def write(self, description: Description) -> None:
        """Puts the description in place of the one before."""
        if self.path is None:
            self._kept = description
            return
        target, draft = self.path / _FILE, self.path / f"{_FILE}.{os.getpid()}"
        try:
            with open(draft, "w", encoding="utf-8") as file:
                file.write(description.to_text())
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, target)
        except OSError as error:
            raise EngineError(f"{target}: cannot be written: {error}") from error

    def create(self, schema: IndexSchema, dimensions: int | None) -> tantivy.Index:
        """Makes the index: description last, so that half an index is none."""
        library = load_tantivy()
        made = tantivy_schema(form(schema))
        if self.path is None:
            index: tantivy.Index = library.Index(made)
        else:
            if self.path.exists() and (not self.path.is_dir() or self._foreign()):
                raise IndexConflictError(
                    f"{self.path}: is there already and is no index: give the path of a folder "
                    "that is new or empty"
                )
            try:
                (self.path / _TERMS).mkdir(parents=True, exist_ok=True)
                index = library.Index(made, str(self.path / _TERMS))
            except (OSError, ValueError) as error:
                raise EngineError(f"{self.path}: no index can be made there: {error}") from error
        self.write(Description(replace(schema, meta=_json(schema.meta)), dimensions))
        return index

    def open(self) -> tantivy.Index:
        """Opens an index that is there."""
        library = load_tantivy()
        try:
            index: tantivy.Index = library.Index.open(str(self.path and self.path / _TERMS))
            return index
        except (OSError, ValueError) as error:
            raise EngineError(f"{self.where}: is damaged ({error}): {_AGAIN}") from error

    def _foreign(self) -> bool:
        known = (_FILE, _TERMS, _VECTORS)
        return bool(self.path) and any(
            not one.name.startswith(known) for one in Path(self.path or "").iterdir()
        )


def _json(meta: Mapping[str, Any]) -> dict[str, Any]:
    """The same values whether the index lies in memory or in a folder."""
    found: dict[str, Any] = json.loads(json.dumps(dict(meta), default=list))
    return found
