"""The hidden documents that make tantivy's average lengths those of Lucene.

Lucene divides the tokens of a field by the documents that have the field, tantivy by all
documents. With S tokens in D documents of which D′ have the field, a document of
S·(D + 1)/D′ − S tokens more makes S/(D + 1) of tantivy what S/D′ is to Lucene. It holds copies of
one term that no text has, so it never matches. Later writes add what has become missing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from .schema import ALL, HAS, ID, RESERVED, Form
from .snapshot import Snapshot, average_length

if TYPE_CHECKING:
    import tantivy

__all__ = ["Missing", "balance", "first_document", "hidden_count", "hidden_document"]

_MOST = 5_000_000
"""Tokens of a hidden document's field at most: where one document of millions has a field, its
average length stays a little too small."""

_MANY = 256  # hidden documents, before they are put together
_DOCUMENTS = 32  # hidden documents of one write at most
_CLOSE = 5e-5  # a share of the average length that changes no score in its first four digits
_WORTH = 10  # times that are worth beginning anew


class Missing(NamedTuple):
    """Hidden documents that are needed, one of them with so many tokens in the fields."""

    documents: int
    lengths: Mapping[str, int]


def hidden_count(snapshot: Snapshot) -> int:
    """How many hidden documents there are."""
    from tantivy import Query

    query = Query.term_query(snapshot.schema, ID, RESERVED, "basic")
    return len(snapshot.searcher.search(query, _MANY + 2 * _DOCUMENTS, count=False).hits)


def hidden_document(lengths: Mapping[str, int]) -> tantivy.Document:
    """A document of so many tokens in the fields (by their inner names); of none where none is."""
    from tantivy import Document

    made = Document()
    made.add_text(ID, RESERVED)
    made.add_text(HAS, ALL)
    for inner, length in lengths.items():
        made.add_text(inner, " ".join([f"{RESERVED}{length}"] * length))
    return made


def first_document(form: Form) -> tantivy.Document:
    """One token in every field: what the averages can be read from."""
    return hidden_document(dict.fromkeys(form.analysed.values(), 1))


def balance(snapshot: Snapshot) -> Missing | None:
    """What hidden documents are needed to make the averages right.

    No documents where they are right; None where they can only be mended by removing the hidden
    documents and beginning anew with ``first_document``.
    """
    if hidden_count(snapshot) > _MANY:
        return None
    lacks = []
    for name, inner in snapshot.form.analysed.items():
        holders = snapshot.holders[name]
        if holders:
            lack = _lack(snapshot, inner, holders)
            if lack is None:
                return None
            lacks.append(lack)
    total = snapshot.total
    if all(lack.error(total, 0) < _CLOSE for lack in lacks):
        return Missing(0, {})
    # tokens are whole: of some numbers of documents the one that needs the least rounding
    documents, error = 1, math.inf
    for number in range(1, _DOCUMENTS + 1):
        largest = max(lack.error(total + number, lack.needs(total + number)) for lack in lacks)
        if largest < error:
            documents, error = number, largest
        if error < _CLOSE / 2:
            break
    lengths = {lack.inner: lack.needs(total + documents) for lack in lacks}
    if error > _CLOSE * _WORTH and hidden_count(snapshot) > 1:
        return None
    return Missing(documents, lengths)


class _Lack(NamedTuple):
    """The tokens that a field has, and the average length that it should have."""

    inner: str
    tokens: float
    wanted: float

    def needs(self, documents: int) -> int:
        """Tokens that are missing if there are so many documents; 1 at least."""
        return min(max(round(self.wanted * documents - self.tokens), 1), _MOST)

    def error(self, documents: int, more: int) -> float:
        """How far the average of so many documents would be off, as a share."""
        return abs((self.tokens + more) / documents / self.wanted - 1)


def _lack(snapshot: Snapshot, inner: str, holders: int) -> _Lack | None:
    from tantivy import Query

    hidden = snapshot.searcher.terms_with_prefix(inner, RESERVED)
    for term, _ in hidden:
        query = Query.term_query(snapshot.schema, inner, term, "freq")
        if average := average_length(snapshot.searcher, query):
            tokens = average * snapshot.total
            added = sum(int(term[1:]) * count for term, count in hidden)
            return _Lack(inner, tokens, (tokens - added) / holders)
    return None
