"""One state of the index: the frequencies and terms that queries are translated with."""

from __future__ import annotations

from functools import lru_cache
from json import loads
from math import log
from typing import TYPE_CHECKING

from .fuzzy import Expansion, closest
from .schema import ALL, HAS, ID, RESERVED, VECTOR, Form

if TYPE_CHECKING:
    import numpy as np
    import tantivy
    from numpy.typing import NDArray

__all__ = ["B", "K1", "Snapshot", "average_length"]

K1, B = 1.2, 0.75
"""The constants of BM25, of Lucene's and tantivy's alike."""

_CACHED = 100_000
_PREFIXES = 256
_PROBED = 1000  # terms of which one may have documents that are not deleted


class Snapshot:
    """A searcher and what was asked of it. Safe to share between threads; never changes.

    Documents that were deleted or replaced count in every frequency until their segment is merged,
    in Lucene as in tantivy.
    """

    def __init__(self, index: tantivy.Index, form: Form) -> None:
        self.searcher = searcher = index.searcher()
        self.schema = index.schema
        self.form = form
        self.total: int = searcher.doc_freq(HAS, ALL)
        self.holders = {
            name: searcher.doc_freq(HAS, name) for name in (*form.analysed, *form.keywords)
        }
        self.frequency = lru_cache(_CACHED)(self._frequency)
        self.closest = lru_cache(_CACHED)(self._closest)
        self._terms = lru_cache(_PREFIXES)(self._read_terms)
        self._vector_rows: tuple[list[tantivy.DocAddress], NDArray[np.int64]] | None = None
        self._lengths: dict[str, float] = {}

    def has(self, identifier: str) -> bool:
        """Whether there is a document of the id now."""
        from tantivy import Query

        if not self.frequency(ID, identifier):
            return False
        query = Query.term_query(self.schema, ID, identifier, "basic")
        return bool(self.searcher.search(query, 1, count=False).hits)

    def vector_rows(
        self, filters: tantivy.Query | None
    ) -> tuple[list[tantivy.DocAddress], NDArray[np.int64]]:
        """The documents that have a vector and pass, and the rows of the matrix that are theirs."""
        if filters is None and self._vector_rows is not None:
            return self._vector_rows
        from numpy import array
        from tantivy import Occur, Query

        query = Query.term_query(self.schema, HAS, VECTOR, "basic")
        if filters is not None:
            query = Query.boolean_query([(Occur.Must, query), (Occur.Must, filters)])
        hits = self.searcher.search(query, max(self.total, 1), count=False).hits
        addresses = [address for _, address in hits]
        rows = array(self.searcher.fast_field_values(VECTOR, addresses), dtype="int64")
        if filters is None:
            self._vector_rows = addresses, rows
        return addresses, rows

    def idf(self, field: str, frequency: int) -> float:
        """Lucene's: over the documents that have the field."""
        return log(1 + (self.holders[field] - frequency + 0.5) / (frequency + 0.5))

    def tantivy_idf(self, frequency: int) -> float:
        """The one that tantivy will use: over all documents."""
        return log(1 + (self.total - frequency + 0.5) / (frequency + 0.5))

    def _frequency(self, inner: str, term: str) -> int:
        """How many documents have the term in the field (by its inner name)."""
        return 0 if term.startswith(RESERVED) else int(self.searcher.doc_freq(inner, term))

    def _closest(
        self, inner: str, word: str, edits: int, prefix: int, expansions: int
    ) -> tuple[Expansion, ...]:
        """The field's terms at most so many edits from the word: see ``fuzzy.closest``."""
        return closest(word, self._terms(inner, word[:prefix]), edits, prefix, expansions)

    def _read_terms(self, inner: str, prefix: str) -> dict[str, int]:
        return {
            term: frequency
            for term, frequency in self.searcher.terms_with_prefix(inner, prefix)
            if not term.startswith(RESERVED)
        }

    def keyword_length(self, name: str) -> float:
        """The mean number of terms of the documents that have the field of keywords."""
        if name not in self._lengths:
            from tantivy import Query

            inner = self.form.keywords[name]
            average = 0.0
            for term, _ in self.searcher.terms_with_prefix(inner, "", limit=_PROBED):
                query = Query.term_query(self.schema, inner, term, "basic")
                if average := average_length(self.searcher, query):
                    break
            length = average * self.total / self.holders[name] if average else 1.0
            self._lengths[name] = length
        return self._lengths[name]


def average_length(searcher: tantivy.Searcher, query: tantivy.Query) -> float:
    """The average length of the field of a term query, as tantivy has it; 0 without a match."""
    found = searcher.search(query, 1, count=False).hits
    if not found:
        return 0.0
    pending = [loads(query.explain(searcher, found[0][1]).to_json())]
    while pending:
        part = pending.pop()
        if part["description"].startswith("avgdl"):
            return float(part["value"])
        pending += part.get("details", ())
    return 0.0
