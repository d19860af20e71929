"""What documents are counted from: texts one by one, each with the place to go on behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

__all__ = ["DEFAULT_FIELDS", "Reading", "Source", "text_of"]

DEFAULT_FIELDS = ("title", "content", "text")
"""A document's text in this library's names and in BEIR's."""


class Reading(NamedTuple):
    """One document, or one line that holds none.

    text      '' where it has none; None for a line that holds no document, with the ``problem``.
    position  JSON-ready: where reading goes on behind it.
    """

    text: str | None
    position: Any
    problem: str = ""


class Source(Protocol):
    """Documents that can be read again from any place."""

    name: str
    """For people; without a password."""

    def identity(self) -> Mapping[str, Any]:
        """JSON-ready: what must be the same for a stopped run to go on."""
        ...

    def read(self, position: Any = None) -> Iterator[Reading]:
        """The documents behind a place, None for all; always the same in the same order."""
        ...

    @property
    def resumable(self) -> bool:
        """Whether it can be read from a place."""
        ...


def text_of(document: Mapping[str, Any], fields: Sequence[str]) -> str:
    """The text of a document's fields, each a string or a list of strings; '' where it has none.

    fields: names, of what is nested with dots between them. Raises ValueError for a field of
    another type.
    """
    parts = []
    for name in fields:
        value = _value(document, name)
        if value is None:
            continue
        for one in value if isinstance(value, list) else (value,):
            if isinstance(one, list):
                parts += [text for text in one if isinstance(text, str)]
            elif isinstance(one, str):
                parts.append(one)
            elif one is not None:
                raise ValueError(f"{name} is no text but of the type {type(one).__name__}")
    # no phrase and no word reaches from one field into the next
    return "\n\n".join(parts)


def _value(document: Any, name: str) -> Any:
    """The value of a name: as it stands, or through objects, and lists of them."""
    if isinstance(document, list):
        found = [_value(one, name) for one in document]
        return [one for one in found if one is not None] or None
    if not isinstance(document, Mapping):
        return None
    if name in document:
        return document[name]
    first, dot, rest = name.partition(".")
    return _value(document.get(first), rest) if dot else None
