"""What is indexed and found: a document, as the user gives it and gets it back."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from numbers import Real
from typing import Any, Self

from ..errors import DocumentError
from ..setting_types import FrozenMapping

__all__ = ["Document"]

_ID_BYTES = 512  # Elasticsearch's limit of an _id
_NAMES = {
    "id": ("_id", "id"),
    "title": ("title",),
    "content": ("content", "text"),
    "important_keywords": ("important_keywords", "important_kwd", "keywords"),
    "questions": ("questions", "question_kwd"),
    "metadata": ("metadata",),
    "vector": ("vector", "embedding"),
}


@dataclass(frozen=True, slots=True)
class Document:
    """One document. Immutable.

    content             the text; with the title it is what is searched first of all.
    title               a name or headline; '' for none.
    id                  at most 512 bytes of UTF-8; '' makes one of what the document holds, so that
                        the same document indexed twice is one.
    important_keywords  words and phrases that stand for the document.
    questions           questions that it answers.
    metadata            anything to filter by or to show: name → string, number, bool, None, or a
                        list or mapping of these; names without dots.
    vector              its embedding, finite numbers; None for none.

    Raises DocumentError (a ValueError) for what no index could take, naming the part.
    """

    content: str = ""
    title: str = ""
    id: str = ""
    important_keywords: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    vector: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        for name in ("content", "title", "id"):
            _check_text(getattr(self, name), name)
        for name in ("important_keywords", "questions"):
            object.__setattr__(self, name, _texts(getattr(self, name), name))
        if not isinstance(self.metadata, Mapping):
            raise DocumentError(
                f"metadata must map names to values, not be a {type(self.metadata).__name__}"
            )
        for name in self.metadata:
            if not _is_name(name):
                raise DocumentError(
                    f"metadata: {name!r} is no name: give a string that is not blank, without dots"
                )
        object.__setattr__(self, "metadata", FrozenMapping(self.metadata))
        if self.vector is not None:
            object.__setattr__(self, "vector", _vector(self.vector))
        if not self.id:
            object.__setattr__(self, "id", _made_id(self))
        elif len(self.id.encode("utf-8", "replace")) > _ID_BYTES:
            raise DocumentError(f"id: {self.id[:40]!r}… has more than {_ID_BYTES} bytes")

    @classmethod
    def from_dict(cls, row: object) -> Self:
        """A document of a row of JSON, in the names of BEIR (_id, title, text) or of this class.

        Names that are none of these become metadata. Raises DocumentError.
        """
        if not isinstance(row, Mapping):
            raise DocumentError(
                f'a document is a JSON object such as {{"id": "1", "content": "…"}}, not a '
                f"{type(row).__name__}"
            )
        values: dict[str, Any] = {}
        rest = dict(row)
        for name, spellings in _NAMES.items():
            given = [spelling for spelling in spellings if rest.get(spelling) is not None]
            if len(given) > 1:
                raise DocumentError(f"{' and '.join(given)} both give the {name}: leave one out")
            for spelling in spellings:
                rest.pop(spelling, None)
            if given:
                values[name] = row[given[0]]
        if isinstance(values.get("id"), int) and not isinstance(values["id"], bool):
            values["id"] = str(values["id"])
        metadata = values.get("metadata", {})
        if rest and isinstance(metadata, Mapping):
            if twice := sorted(set(rest) & set(metadata)):
                raise DocumentError(f"{twice[0]!r} stands both in metadata and beside it")
            values["metadata"] = {**metadata, **rest}
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready; ``from_dict`` reads it back."""
        row: dict[str, Any] = {"id": self.id, "title": self.title, "content": self.content}
        if self.important_keywords:
            row["important_keywords"] = list(self.important_keywords)
        if self.questions:
            row["questions"] = list(self.questions)
        if self.metadata:
            row["metadata"] = dict(self.metadata)
        if self.vector is not None:
            row["vector"] = list(self.vector)
        return row


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and "." not in value


def _check_text(value: object, name: str) -> None:
    if not isinstance(value, str):
        raise DocumentError(f"{name} must be a string, not {type(value).__name__}")


def _texts(value: object, name: str) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,) if value.strip() else ()
    if isinstance(value, (bytes, Mapping, set, frozenset)) or not isinstance(value, Iterable):
        raise DocumentError(f"{name} must be a list of strings, not {type(value).__name__}")
    texts = tuple(value)
    for text in texts:
        _check_text(text, f"each of {name}")
    return tuple(text for text in texts if text.strip())


def _vector(value: object) -> tuple[float, ...]:
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise DocumentError(f"vector must be a list of numbers, not {type(value).__name__}")
    try:
        # a float of numpy's is a Real too, but slow and not JSON
        numbers = tuple([float(number) for number in _real(value)])
    except (TypeError, ValueError, OverflowError) as error:
        raise DocumentError(f"vector must be a list of numbers: {error}") from None
    if not numbers:
        raise DocumentError("vector is empty: leave it out where a document has none")
    if not all(map(math.isfinite, numbers)):
        raise DocumentError("vector holds NaN or infinity: no distance can be told from it")
    return numbers


def _real(values: Iterable[Any]) -> Iterable[Any]:
    for number in values:
        if isinstance(number, (str, bytes, bool)) or not (
            isinstance(number, Real) or hasattr(number, "__float__")
        ):
            raise TypeError(f"{number!r} is none")
        yield number


def _made_id(document: Document) -> str:
    parts = (
        document.title,
        document.content,
        *document.important_keywords,
        *document.questions,
        *(f"{name}={document.metadata[name]!r}" for name in sorted(document.metadata)),
    )
    text = "\0".join(parts).encode("utf-8", "surrogatepass")
    return blake2b(text, digest_size=16).hexdigest()
