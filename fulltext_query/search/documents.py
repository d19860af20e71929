"""What is indexed and found: a document, as the user gives it and gets it back."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from numbers import Real
from typing import Any, Self

from ..errors import DocumentError
from ..setting_types import FrozenMapping
from .ids import checked_id

__all__ = ["Document", "finite_vector"]

_ID_BYTES = 512  # Elasticsearch's limit of an _id
_LEVELS = 20  # Elasticsearch's limit of nesting, index.mapping.depth.limit
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
                        list or mapping of these; finite numbers, names without dots. Copied.
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
        object.__setattr__(self, "metadata", FrozenMapping(_copied(self.metadata, "metadata")))
        if self.vector is not None:
            object.__setattr__(self, "vector", finite_vector(self.vector))
        if not self.id:
            object.__setattr__(self, "id", _made_id(self))
        elif len(checked_id(self.id).encode()) > _ID_BYTES:
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
            row["metadata"] = _copied(self.metadata, "metadata")
        if self.vector is not None:
            row["vector"] = list(self.vector)
        return row


def _copied(value: object, where: str, levels: int = _LEVELS) -> Any:
    """A value of metadata as JSON has it, which nobody else holds; ``where`` names it in errors."""
    if isinstance(value, int) and abs(value) >> 64:
        raise DocumentError(f"{where} is a number of more than 64 bits: give it as a string")
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, float):
        raise DocumentError(f"{where} is {value}: nothing can be compared with that; leave it out")
    if not levels:
        raise DocumentError(f"{where[:80]}…: more than {_LEVELS} levels of lists and mappings")
    if isinstance(value, (list, tuple)):
        return [_copied(one, f"{where}[{place}]", levels - 1) for place, one in enumerate(value)]
    if not isinstance(value, Mapping):
        raise DocumentError(
            f"{where} is of type {type(value).__name__}: give a string, a number, True, False, "
            "None, or a list or mapping of these (a date as a string, such as '2024-05-31')"
        )
    for name in value:
        if not isinstance(name, str) or not name.strip() or "." in name:
            raise DocumentError(
                f"{where}: {name!r} is no name: give a string that is not blank, without dots"
            )
    return {name: _copied(one, f"{where}: {name}", levels - 1) for name, one in value.items()}


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


def finite_vector(value: object) -> tuple[float, ...]:
    """A vector of any iterable of numbers, an array too. Raises DocumentError for anything else."""
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
        document.title, document.content, document.important_keywords, document.questions,
        dict(document.metadata),
    )  # fmt: skip
    # JSON keeps the parts apart and has one form for each value; ASCII, so that any text has one
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode("ascii"), digest_size=16).hexdigest()
