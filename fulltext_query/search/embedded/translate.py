"""A query tree as a tantivy query with the matches and scores of Elasticsearch.

tantivy's BM25 is that of Elasticsearch but for the documents that it counts: all of them, where
Lucene counts those that have the field. A boost on each term puts its idf right: idf wanted / idf
that tantivy will use. (The average length is mended in ``statistics``.)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from ...query.min_match import clamp, required
from ...query.render import boost_text
from ...query.tree import Leaf, Query, Slot, Term
from ...text.subwords import subwords
from .schema import SUBWORDS, words
from .snapshot import K1, B, Snapshot

if TYPE_CHECKING:
    import tantivy

__all__ = ["translate"]

_TOGETHER = 0.2
"""What a second arrangement adds in the same document: of 0, .2 and .35 the nearest."""

_TOO_MANY = 64
"""Arrangements of a sloppy phrase that are asked for one by one."""


def translate(query: Query, snapshot: Snapshot) -> tantivy.Query | None:
    """The tantivy query; None where nothing can match."""
    return _Translator(query, snapshot).whole()


class _Translator:
    def __init__(self, query: Query, snapshot: Snapshot) -> None:
        from tantivy import Occur
        from tantivy import Query as TantivyQuery

        self._make = TantivyQuery
        self._should, self._must = Occur.Should, Occur.Must
        self._query = query
        self._snapshot = snapshot
        self._schema = snapshot.schema
        self._tie = 1.0 if query.type == "most_fields" else query.tie_breaker
        # as they are printed
        self._fields = [(name, round(boost, 6)) for name, boost in query.fields]

    def whole(self) -> tantivy.Query | None:
        slots = [slot for slot in self._query.slots if any(map(self._asks, slot.leaves))]
        least = 1
        if len(slots) > 1 and self._query.min_match:
            if clamp(self._query.min_match, len(slots)) != self._query.min_match:
                return None  # more than there are
            least = required(self._query.min_match, len(slots))
        found = [made for made in map(self._slot, slots) if made is not None]
        if len(found) < least or not found:
            return None
        if len(found) == 1:
            whole = found[0]
        else:
            whole = self._make.boolean_query([(self._should, one) for one in found], least)
        scoring = [one for one in map(self._leaf, self._query.beside) if one is not None]
        if not scoring:
            return whole
        return self._make.boolean_query(
            [(self._must, whole), *((self._should, one) for one in scoring)]
        )

    def _asks(self, leaf: Leaf) -> bool:
        """Whether the server's analyzers leave anything of it; what is gone counts for nothing."""
        text = leaf.text if isinstance(leaf, Term) else "".join(leaf.words)
        if isinstance(leaf, Term) and leaf.fuzzy:
            return bool(text)
        names = [leaf.field] if leaf.field else [name for name, _ in self._fields]
        if any(name != self._snapshot.form.subwords for name in names):
            return bool(text)
        texts = (leaf.text,) if isinstance(leaf, Term) else leaf.words
        return any(subwords(word) for text in texts for word in words(text))

    def _slot(self, slot: Slot) -> tantivy.Query | None:
        return self._any([self._leaf(leaf) for leaf in slot.leaves])

    def _any(self, queries: Sequence[tantivy.Query | None]) -> tantivy.Query | None:
        found = [one for one in queries if one is not None]
        if len(found) < 2:
            return found[0] if found else None
        return self._make.boolean_query([(self._should, one) for one in found])

    def _best(self, found: list[tantivy.Query], tie: float) -> tantivy.Query | None:
        if len(found) < 2:
            return found[0] if found else None
        return self._make.disjunction_max_query(found, tie)

    def _leaf(self, leaf: Leaf) -> tantivy.Query | None:
        boost = float(boost_text(leaf.boost))
        fields = [(leaf.field, 1.0)] if leaf.field else self._fields
        found = [self._in_field(leaf, name, boost * share) for name, share in fields]
        return self._best([one for one in found if one is not None], self._tie)

    def _in_field(self, leaf: Leaf, name: str, boost: float) -> tantivy.Query | None:
        form = self._snapshot.form
        if isinstance(leaf, Term):
            if leaf.fuzzy:
                return self._fuzzy(name, leaf.text, leaf.fuzzy, boost)
            term, text, slop = True, leaf.text, 0
        else:
            term, text, slop = False, " ".join(word for word in leaf.words if word), leaf.slop
        if name in form.keywords:
            return self._keyword(name, text, boost) if text else None
        parted = words(text)
        if name == form.subwords:
            parts = [part for word in parted for part in subwords(word)]
            return self._terms(name, parts, boost) if term or len(parts) == 1 else None
        if name not in form.text:
            return None
        if term or len(parted) == 1:
            return self._terms(name, parted, boost)
        if name not in form.positions:
            return None
        return self._phrase(name, parted, slop, boost)

    def _terms(self, name: str, parts: list[str], boost: float) -> tantivy.Query | None:
        counts: dict[str, int] = {}
        for word in parts:
            counts[word] = counts.get(word, 0) + 1
        return self._any([self._term(name, word, boost * times) for word, times in counts.items()])

    def _inner(self, name: str) -> str:
        form = self._snapshot.form
        return SUBWORDS if name == form.subwords else form.text.get(name) or form.keywords[name]

    def _term(self, name: str, word: str, boost: float, blended: int = 0) -> tantivy.Query | None:
        """A term that scores as if it were in ``blended`` documents (0: as many as it is)."""
        snapshot, inner = self._snapshot, self._inner(name)
        frequency = snapshot.frequency(inner, word)
        if not frequency:
            return None
        weight = boost * snapshot.idf(name, blended or frequency)
        weight /= snapshot.tantivy_idf(frequency)
        option = "position" if name in snapshot.form.positions else "freq"
        query = self._make.term_query(self._schema, inner, word, option)
        return self._make.boost_query(query, weight)

    def _keyword(
        self, name: str, value: str, boost: float, blended: int = 0
    ) -> tantivy.Query | None:
        """A field without lengths: every document that has the value scores the same."""
        snapshot, inner = self._snapshot, self._inner(name)
        frequency = snapshot.frequency(inner, value)
        if not frequency:
            return None
        length = snapshot.keyword_length(name)
        score = (
            boost
            * snapshot.idf(name, blended or frequency)
            * (K1 + 1)
            / (1 + K1 * (1 - B + B / length))
        )
        return self._make.const_score_query(
            self._make.term_query(self._schema, inner, value, "basic"), score
        )

    def _fuzzy(self, name: str, word: str, edits: int, boost: float) -> tantivy.Query | None:
        """The sum of the nearest terms, as frequent as the most frequent of them.

        Lucene's TopTermsBlendedFreqScoringRewrite. The word is not analysed, in no field.
        """
        form = self._snapshot.form
        if name != form.subwords and name not in form.text and name not in form.keywords:
            return None
        found = self._snapshot.closest(
            self._inner(name), word, edits, self._query.fuzzy_prefix, self._query.fuzzy_expansions
        )
        if not found:
            return None
        blended = max(one.frequency for one in found)
        make = self._keyword if name in form.keywords else self._term
        return self._any([make(name, one.term, boost * one.boost, blended) for one in found])

    def _phrase(self, name: str, parts: list[str], slop: int, boost: float) -> tantivy.Query | None:
        snapshot, inner = self._snapshot, self._inner(name)
        frequencies = [snapshot.frequency(inner, word) for word in parts]
        if not all(frequencies):
            return None
        weight = boost * sum(snapshot.idf(name, frequency) for frequency in frequencies)
        weight /= sum(map(snapshot.tantivy_idf, frequencies))
        found = [
            self._make.boost_query(
                self._make.phrase_query(self._schema, inner, arranged), weight * share
            )
            for arranged, share in _arrangements(parts, slop)
        ]
        return self._best(found, _TOGETHER)


def _arrangements(parts: list[str], slop: int) -> list[tuple[list[str | tuple[int, str]], float]]:
    """Every way in which the words may stand in a text, and what it weighs of the exact phrase.

    Lucene counts an occurrence that is d positions too far apart as c = 1 / (1 + d) of one, which
    tantivy cannot. In a document of average length that is c·(1 + k1) / (c + k1) of the exact
    phrase's score; in shorter documents a little more, in longer ones a little less.
    """
    if (slop + 1) ** len(parts) > _TOO_MANY:
        return [(list(enumerate(parts)), 1.0)]
    found: list[tuple[list[str | tuple[int, str]], float]] = []
    for shifts in product(range(slop + 1), repeat=len(parts)):
        places = [place + shift for place, shift in enumerate(shifts)]
        if min(shifts) == 0 and len(set(places)) == len(places):
            first = min(places)
            row = sorted((place - first, word) for place, word in zip(places, parts, strict=True))
            count = 1 / (1 + max(shifts))
            found.append(([*row], count * (1 + K1) / (count + K1)))
    return found
