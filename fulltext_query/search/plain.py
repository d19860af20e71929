"""Documents of an index that is there already, with plain fields and the server's own analyzers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import DocumentError, SettingsError
from .contract import IndexSchema, Row
from .documents import Document

__all__ = ["PlainProfile"]

_PARTS = ("title", "content", "important_keywords", "questions")


class PlainProfile:
    """Which field of an existing index holds which part of a document.

    The index is never created. Build the queries with ``Settings.preset("plain", fields={...})``:
    they leave cutting, stemming and folding to the server.

    title, content      fields of text; a path with dots leads into objects; '' for none.
    important_keywords, questions
                        fields of one or several texts; '' for none.
    vector              the field of the vectors, which is not shown.

    Every other field is metadata, by its own name. Raises SettingsError where two parts have the
    same field, or the content none.
    """

    name = "plain"

    def __init__(
        self,
        title: str = "title",
        content: str = "body",
        *,
        important_keywords: str = "",
        questions: str = "",
        vector: str = "vector",
    ) -> None:
        fields = dict(zip(_PARTS, (title, content, important_keywords, questions), strict=True))
        for part, path in fields.items():
            if path and not all(map(str.strip, path.split("."))):
                raise SettingsError(f"{part}: {path!r} is no name of a field")
        named = [path for path in (*fields.values(), vector) if path]
        if twice := sorted({path for path in named if named.count(path) > 1}):
            raise SettingsError(f"the field {twice[0]!r} is given to two parts of a document")
        if not content:
            raise SettingsError("content: name the field that holds the text of the documents")
        self._fields = {part: path for part, path in fields.items() if path}
        self._vector = vector

    def schema(self) -> IndexSchema | None:
        """None: the index is there already."""
        return None

    def row(self, document: Document) -> Row:
        """The parts in their fields, as they are, and the metadata beside them.

        Raises DocumentError where the index has no field for a part that the document has, or the
        metadata has the name of a field.
        """
        source = dict(document.metadata)
        for part in _PARTS:
            value = getattr(document, part)
            if not value:
                continue
            path = self._fields.get(part)
            if path is None:
                raise DocumentError(
                    f"document {document.id!r} has {part}, and no field was named for them"
                )
            _put(source, path, value if isinstance(value, str) else list(value), document.id)
        if self._vector and self._vector in source:
            raise DocumentError(
                f"document {document.id!r}: {self._vector!r} stands in the metadata, and is the "
                "field of the vectors"
            )
        return Row(document.id, {}, source, document.vector)

    def field(self, name: str) -> str:
        """A metadata name is the name of its field."""
        return name

    def document(self, identifier: str, source: Any) -> Document:
        """The document that the index holds; what has no part is metadata."""
        kept: Mapping[str, Any] = source
        values: dict[str, Any] = {}
        for part, path in self._fields.items():
            texts = tuple(_texts(_at(kept, path)))
            values[part] = "\n".join(texts) if part in ("title", "content") else texts
        taken = {path for path in self._fields.values() if path in kept}
        taken |= {path.partition(".")[0] for path in self._fields.values()}
        metadata = {
            name: value
            for name, value in kept.items()
            if name not in taken and name != self._vector and name.strip() and "." not in name
        }
        return Document(id=identifier, metadata=metadata, **values)


def _put(source: dict[str, Any], path: str, value: object, identifier: str) -> None:
    *objects, last = path.split(".")
    place = source
    for name in objects:
        inner = place.setdefault(name, {})
        if isinstance(inner, Mapping):
            inner = place[name] = dict(inner)  # the document's own is not changed
        else:
            last = ""
            break
        place = inner
    if not last or last in place:
        raise DocumentError(
            f"document {identifier!r}: its metadata has a value for {path!r} already, which is the "
            "field of another part"
        )
    place[last] = value


def _at(source: Any, path: str) -> Any:
    """What stands at a path: whole, as some indexes write it, or from object to object."""
    if isinstance(source, Mapping):
        if path in source:
            return source[path]
        first, dot, rest = path.partition(".")
        return _at(source.get(first), rest) if dot else None
    if isinstance(source, (list, tuple)):
        return [_at(one, path) for one in source]
    return None


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if value.strip():
            yield value
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield str(value)
