"""A built query: every output of it, and why it looks as it does."""

from __future__ import annotations

import unicodedata
from functools import cached_property
from typing import Any

from .explain import WeightedTerm, as_dict, as_text
from .provenance import Provenance
from .query.expand import Chosen
from .query.render import to_bool, to_query_string, to_text
from .query.synonyms import FoundSynonym
from .query.tree import Query, Term
from .text.analyzer import Analysis
from .text.tokens import Note

__all__ = ["BuiltQuery", "WeightedTerm"]


class BuiltQuery:
    """What ``FulltextQuery.build`` gives. Immutable; false where there is nothing to search for."""

    def __init__(
        self,
        origins: Provenance,
        query: Query,
        chosen: list[Chosen],
        synonyms: dict[int, list[FoundSynonym]],
        notes: list[Note],
    ) -> None:
        self._analysis = origins.analysis
        self._query = query
        self._chosen = chosen
        self._synonyms = synonyms
        self._notes = notes
        self._origins = origins

    @property
    def text(self) -> str:
        """The text it was built from."""
        return self._analysis.original

    @property
    def tree(self) -> Query:
        """The query as a tree of frozen values."""
        return self._query

    @property
    def min_match(self) -> str:
        """The minimum_should_match that the query carries, '' for none."""
        return self._query.min_match

    def __getstate__(self) -> dict[str, Any]:
        """For copies and other processes: with the terms as values, without what made them."""
        state = {**self.__dict__, "terms": self.terms}
        del state["_origins"], state["_synonyms"]
        return state

    def __bool__(self) -> bool:
        return bool(self._query.slots)

    @cached_property
    def query_string(self) -> str:
        """The query string alone, '' for an empty query."""
        return to_text(self._query)

    def to_dict(self) -> dict[str, Any]:
        """{"query_string": …} for Elasticsearch; {"match_none": {}} for an empty query."""
        return to_query_string(self._query, self.query_string)

    def to_bool(self) -> dict[str, Any]:
        """The same matches and the same scores as ``to_dict``, without the server's parser."""
        return to_bool(self._query)

    @cached_property
    def terms(self) -> tuple[WeightedTerm, ...]:
        """The words that are searched, in the order of the text. Weights sum to 1."""
        return tuple(map(self._term, self._chosen))

    @cached_property
    def keywords(self) -> tuple[tuple[str, float], ...]:
        """Words and weights, in the order of the query: for highlighting and token similarity."""
        words: dict[str, float] = {}
        for slot in self._query.slots:
            main = slot.main
            for word in (main.text,) if isinstance(main, Term) else main.words:
                words[word] = max(words.get(word, 0.0), main.boost)
        return tuple(words.items())

    @cached_property
    def row(self) -> tuple[tuple[str, float], ...]:
        """Every word of the text once, in order, with 0 for those that are not searched.

        For ``fulltext_query.similarity``: neighbours stay neighbours where words were left out.
        """
        weights = dict(self.keywords)
        words = {token.text: weights.get(token.text, 0.0) for token in self._analysis.tokens}
        weights = {word: weight for word, weight in weights.items() if word not in words}
        return (*words.items(), *weights.items())

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What was dropped, capped, changed or recognised, with the reason."""
        return tuple(dict.fromkeys([*self._notes, *_unread(self._analysis)]))

    def explain(self) -> str:
        """A table for people: each word, its weight and what it is made of, then the notes."""
        return as_text(self)

    def explain_dict(self) -> dict[str, Any]:
        """The same for programs; JSON-ready."""
        return as_dict(self)

    def __repr__(self) -> str:
        return f"BuiltQuery({self.query_string!r}, min_match={self.min_match!r})"

    def _term(self, item: Chosen) -> WeightedTerm:
        token, word = item.token, self._origins.explain(item.positions[0])
        tokens = self._analysis.tokens
        found = [one for place in item.positions for one in self._synonyms.get(place, ())]
        entries = dict.fromkeys(
            (*self._origins.entries(item.positions), *(one.entry for one in found))
        )
        sources = dict.fromkeys(one.entry.place for one in found)
        return WeightedTerm(
            token.text, token.surface,
            tuple((tokens[place].start, tokens[place].end) for place in item.positions),
            token.kind.value, token.language, token.role.value, word.idf1, word.idf2, word.pos,
            word.pos_weight, word.entity, word.entity_weight, word.known, item.weight,
            tuple(dict.fromkeys(one.text for one in found)), ", ".join(sources), tuple(entries),
        )  # fmt: skip


_ORDINARY = frozenset(".,;:!?'\"()[]{}<>-/…。，、；：！？（）【】《》〈〉「」『』“”‘’·—–~　＂＇")


def _unread(analysis: Analysis) -> list[Note]:
    """A note on signs that stand in no token and are no ordinary punctuation."""
    covered = 0
    signs: dict[str, None] = {}
    for start, end in sorted((token.start, token.end) for token in analysis.tokens):
        if start > covered:
            signs.update(dict.fromkeys(analysis.original[covered:start]))
        covered = max(covered, end)
    signs.update(dict.fromkeys(analysis.original[covered:]))
    odd = [
        sign
        for sign in signs
        if not sign.isspace() and sign not in _ORDINARY and (sign.isprintable() or _named(sign))
    ]
    if not odd:
        return []
    shown = " ".join(sign if sign.isprintable() else f"U+{ord(sign):04X}" for sign in odd[:20]) + (
        " …" if len(odd) > 20 else ""
    )
    return [Note("signs_ignored", f"read as separators, they are never operators: {shown}")]


def _named(sign: str) -> bool:
    """Whether a sign that cannot be printed is a character all the same: private or unassigned."""
    return unicodedata.category(sign) in ("Co", "Cn")
