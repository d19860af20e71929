"""A toy engine for tests that speak of documents: as simple as can be, and the tests say so.

A leaf matches where its words stand in a field; a document's score is the sum of boost times field
boost over the leaves that match, and 0 below the minimum. A phrase whose words stand apart counts
1/(1 + distance), as in Lucene. Documents have two fields, the coarse and the fine tokens of their
text. A fuzzy leaf matches its own word only.
"""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

from fulltext_query import BuiltQuery, FulltextQuery, Settings
from fulltext_query.query.tree import Leaf, Phrase

__all__ = ["OWN_FIELDS", "engine", "phrases", "score", "synonym_words", "terms"]


#: Where phrases, finer parts and sub-words are searched: never a field that somebody typed
OWN_FIELDS = frozenset(
    (*Settings().phrase_fields, *Settings().fine_fields, Settings().subword_field)
)


@cache
def engine(preset: str = "default", **changes: Any) -> FulltextQuery:
    """A FulltextQuery of a preset with changes, made once."""
    return FulltextQuery(Settings.preset(preset, **changes))


def phrases(built: BuiltQuery) -> set[tuple[str, ...]]:
    """The words of every phrase of a query, wherever it stands."""
    return {
        leaf.words for slot in built.tree.slots for leaf in slot.leaves if isinstance(leaf, Phrase)
    }


def terms(built: BuiltQuery) -> list[str]:
    """The text of every single term of a query, as often as it is there."""
    return [
        leaf.text
        for slot in built.tree.slots
        for leaf in slot.leaves
        if not isinstance(leaf, Phrase)
    ]


def synonym_words(built: BuiltQuery) -> set[str]:
    """Every word of every synonym clause."""
    words: set[str] = set()
    for slot in built.tree.slots:
        for leaf in slot.synonyms:
            words.update(leaf.words if isinstance(leaf, Phrase) else (leaf.text,))
    return words


def score(built: BuiltQuery, document: str, by: FulltextQuery | None = None) -> float:
    """The document's score for the query; ``by`` says whose analysis indexed it."""
    analysis = (by or engine()).analyze(document)
    fields = {"content_ltks": analysis.coarse, "content_sm_ltks": analysis.fine}
    boosts = dict(built.tree.fields)
    total = 0.0
    matched = 0
    for slot in built.tree.slots:
        found = 0.0
        for leaf in slot.leaves:
            parts = [
                leaf.boost * boosts[name] * _share(leaf, tokens) for name, tokens in fields.items()
            ]
            # fields compete, as in the engine's dis_max
            best = max(parts)
            found += best + built.tree.tie_breaker * (sum(parts) - best)
        matched += found > 0
        total += found
    needed = built.explain_dict()["required"]
    return total if matched >= needed else 0.0


def _share(leaf: Leaf, tokens: tuple[str, ...]) -> float:
    """How far the leaf matches, 0 to 1."""
    if not isinstance(leaf, Phrase):
        return float(leaf.text in tokens)
    # as Lucene has it: each word's place less its place in the phrase, and how far these lie apart
    places = [
        [at - index for at, token in enumerate(tokens) if token == word]
        for index, word in enumerate(leaf.words)
    ]
    distance = min((max(row) - min(row) for row in itertools.product(*places)), default=None)
    return 0.0 if distance is None or distance > leaf.slop else 1 / (1 + distance)
