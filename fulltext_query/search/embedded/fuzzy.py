"""Words that are a few edits apart, chosen and weighted as Lucene's FuzzyQuery does it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...errors import MissingExtraError

__all__ = ["Expansion", "closest"]


class Expansion(NamedTuple):
    """A term of the index that stands for a word: what it weighs, and its document frequency."""

    term: str
    boost: float
    frequency: int


def closest(
    word: str, terms: Mapping[str, int], edits: int, prefix: int, expansions: int
) -> tuple[Expansion, ...]:
    """The ``expansions`` best of the terms that are at most ``edits`` edits from the word.

    An edit is a character inserted, deleted or replaced, or two neighbours exchanged, none of them
    among the first ``prefix`` characters. A term weighs 1 − edits / length of the shorter of the
    two (Lucene, FuzzyTermsEnum); of equal ones the first in the alphabet is the better.

    terms: term → document frequency; all begin with the word's first ``prefix`` characters.
    """
    try:
        from rapidfuzz import process
        from rapidfuzz.distance import OSA
    except ImportError:
        raise MissingExtraError("fuzzy terms in the embedded engine", "embedded") from None

    rest = word[prefix:]
    lengths = range(max(len(word) - edits, 0), len(word) + edits + 1)
    names = [term for term in terms if len(term) in lengths]
    found = []
    # a limit of None gives all that are near enough
    for _, distance, place in process.extract(
        rest,
        [term[prefix:] for term in names],
        scorer=OSA.distance,
        score_cutoff=edits,
        limit=None,
    ):
        term = names[place]
        shorter = min(len(term), len(word))
        boost = 1 - distance / shorter if distance else 1.0
        found.append(Expansion(term, boost, terms[term]))
    found.sort(key=lambda one: (-one.boost, one.term))
    # only now: a word of one letter that is two edits away comes behind all others
    return tuple(one._replace(boost=max(one.boost, 0.0)) for one in found[:expansions])
