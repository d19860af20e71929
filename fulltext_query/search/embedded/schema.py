"""The form of an embedded index: which fields it has, and how a row becomes a document of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from json import dumps
from typing import TYPE_CHECKING, Any

from ...errors import DocumentError
from ...text.subwords import subwords
from ..contract import IndexSchema, Row
from ..ids import checked_id
from .filters import metadata_terms

if TYPE_CHECKING:
    import tantivy

__all__ = [
    "ALL",
    "HAS",
    "ID",
    "IGNORE_ABOVE",
    "METADATA",
    "RESERVED",
    "SOURCE",
    "VECTOR",
    "Form",
    "document",
    "form",
    "tantivy_schema",
    "words",
]

ID, SOURCE, HAS, METADATA, VECTOR = "_id", "_source", "_has", "_metadata", "_vector"

ALL = "*"
"""The term of HAS that every document has, the hidden one too."""

IGNORE_ABOVE = 8191
"""Characters of a keyword that is indexed: as in the Elasticsearch index of this package."""

RESERVED = "\0"
"""What ids and terms of the hidden document begin with; no token of a text has it."""

# What Lucene's whitespace tokenizer parts words by and tantivy's does not
_BLANKS = "\x0b\x1c-\x1f\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000"
_OTHER_BLANK = re.compile(f"[{_BLANKS}]")
_WORD = re.compile(f"[^ \t\n\r\f{_BLANKS}]+")


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of an index: name → name within tantivy, where any name is allowed."""

    text: Mapping[str, str]
    positions: frozenset[str]  # of the text fields, those that phrases can match in
    keywords: Mapping[str, str]
    subwords: str
    sources: tuple[str, ...]

    @property
    def analysed(self) -> dict[str, str]:
        """Every field whose length counts: text and sub-words."""
        return {**self.text, self.subwords: SUBWORDS} if self.subwords else dict(self.text)


SUBWORDS = "_subwords"


def form(schema: IndexSchema) -> Form:
    """The form of a schema."""
    return Form(
        {name: f"t{number}" for number, name in enumerate(schema.text)},
        frozenset(name for name, positions in schema.text.items() if positions),
        {name: f"k{number}" for number, name in enumerate(schema.keywords)},
        schema.subwords,
        schema.subword_sources,
    )


def words(text: str) -> list[str]:
    """The tokens of a text: what stands between blanks, as both engines see them."""
    return _WORD.findall(text)


def tantivy_schema(shape: Form) -> tantivy.Schema:
    """The schema of the index."""
    from tantivy import SchemaBuilder

    builder = SchemaBuilder()
    builder.add_text_field(ID, stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field(SOURCE, stored=True, tokenizer_name="raw", index_option="basic")
    for name in (HAS, METADATA, *shape.keywords.values()):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    for name, inner in shape.text.items():
        option = "position" if name in shape.positions else "freq"
        builder.add_text_field(inner, tokenizer_name="whitespace", index_option=option)
    if shape.subwords:
        builder.add_text_field(SUBWORDS, tokenizer_name="whitespace", index_option="freq")
    builder.add_unsigned_field(VECTOR, fast=True, indexed=True)
    return builder.build()


def document(row: Row, shape: Form) -> tantivy.Document:
    """The row as tantivy takes it.

    Raises DocumentError for what cannot be kept: text with half of a character pair, a source
    that is not JSON.
    """
    from tantivy import Document

    if checked_id(row.id).startswith(RESERVED):
        raise DocumentError("id: begins with the character U+0000, which is reserved")
    made = Document()
    made.add_text(ID, row.id)
    made.add_text(HAS, ALL)
    texts: dict[str, str] = {}
    try:
        for name, value in row.fields.items():
            if name in shape.text:
                text = _OTHER_BLANK.sub(" ", value if isinstance(value, str) else " ".join(value))
                if _WORD.search(text):
                    texts[name] = text
                    made.add_text(shape.text[name], text)
                    made.add_text(HAS, name)
            elif name in shape.keywords:
                _add_keywords(made, name, shape.keywords[name], value)
        if shape.subwords:
            _add_subwords(made, shape, texts)
        for term in metadata_terms(row.source.get("metadata", {}), "metadata"):
            made.add_text(METADATA, term)
        made.add_text(SOURCE, dumps(row.source, ensure_ascii=False, default=_plain))
    except UnicodeEncodeError as error:
        raise DocumentError(f"a text holds half of a character pair: {error}") from None
    except (TypeError, ValueError, RecursionError) as error:
        raise DocumentError(f"the document is not JSON: {error}") from None
    return made


def _add_keywords(
    made: tantivy.Document, name: str, inner: str, value: str | Sequence[str]
) -> None:
    # each once, as in Lucene; and none that Elasticsearch is told to ignore
    values = dict.fromkeys([value] if isinstance(value, str) else value)
    values = {one: None for one in values if len(one) <= IGNORE_ABOVE}
    for one in values:
        made.add_text(inner, one)
    if values:
        made.add_text(HAS, name)


def _add_subwords(made: tantivy.Document, shape: Form, texts: Mapping[str, str]) -> None:
    parts = [
        part
        for name in shape.sources
        if name in texts
        for token in texts[name].split()
        for part in subwords(token)
    ]
    if parts:
        made.add_text(SUBWORDS, " ".join(parts))
        made.add_text(HAS, shape.subwords)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is no value of JSON")
