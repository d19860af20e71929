"""Several tables of frequencies: added up, or held against each other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..errors import SettingsError
from .counted import Counted, Lacking, LeftOut, WordCount

__all__ = ["Difference", "Differing", "diff", "merge"]

_CONFIDENCE = 1.959964  # of a normal distribution, for 95 % on both sides


def merge(tables: Iterable[Counted]) -> Counted:
    """The sum of tables of one language: counts, documents and tokens.

    Tables of parts of one corpus give exactly the table of the whole where nothing was left out of
    any of them. Else ``lacking.missing`` says how many documents a count may lack at most.
    Raises SettingsError where there is no table, or where they are of several languages.
    """
    given = list(tables)
    if not given:
        raise SettingsError("there is no table to merge")
    languages = sorted({one.language for one in given})
    if len(languages) > 1:
        raise SettingsError(f"the tables are of several languages: {', '.join(languages)}")
    if len(given) == 1:
        return given[0]
    terms: dict[str, float] = {}
    documents: dict[str, float] = {}
    for table in given:
        for word, count in table.counts.items():
            terms[word] = terms.get(word, 0) + count.term
            documents[word] = documents.get(word, 0) + count.documents
    lacking = Lacking(
        pruned=sum(one.lacking.pruned for one in given),
        dropped=sum(one.lacking.dropped for one in given),
        missing=sum(one.lacking.may_lack for one in given),
    )
    return Counted(
        languages[0],
        sum(one.documents for one in given),
        sum(one.tokens for one in given),
        {word: WordCount(term, documents[word]) for word, term in terms.items()},
        " + ".join(dict.fromkeys(one.source for one in given if one.source)),
        lacking,
        LeftOut(*map(sum, zip(*(one.left_out for one in given), strict=True))),
        tuple(dict.fromkeys(note for one in given for note in one.notes)),
    )


class Differing(NamedTuple):
    """A word of two tables.

    first, second  documents of 1,000 that hold it.
    ratio          second / first, each with half a document added; above 1 where the second table
                   has it more often.
    sure           the ratio nearest to 1 that 95 % of samples like these allow, 1 where both may be
                   of the same: how much it differs for certain.
    """

    word: str
    first: float
    second: float
    ratio: float
    sure: float


class Difference(NamedTuple):
    """What two tables differ in.

    differing   words of both, those that differ most for certain first.
    only_first, only_second  words of one alone, with documents of 1,000, the most frequent first.
    shared      how many words both have.
    """

    differing: tuple[Differing, ...]
    only_first: tuple[tuple[str, float], ...]
    only_second: tuple[tuple[str, float], ...]
    shared: int

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "shared": self.shared,
            "differing": [one._asdict() for one in self.differing],
            "only_first": [{"word": word, "per_1000": rate} for word, rate in self.only_first],
            "only_second": [{"word": word, "per_1000": rate} for word, rate in self.only_second],
        }


def diff(first: Counted, second: Counted) -> Difference:
    """How the document frequencies of two tables of one language differ, per document.

    Words are ranked by the end of the interval of their ratio that is nearer to 1 (risk ratio, Katz
    and others, 1978): a word of few documents differs by chance, and comes after one that surely
    does. Raises SettingsError for two languages, or a table of no documents.
    """
    if first.language != second.language:
        raise SettingsError(
            f"the tables are of several languages: {first.language}, {second.language}"
        )
    for table in (first, second):
        if not table.documents > 0:
            raise SettingsError("a table of no documents cannot be compared")
    shared = [
        _differing(word, count, second.counts[word], first, second)
        for word, count in first.counts.items()
        if word in second.counts
    ]
    shared.sort(key=lambda one: (-abs(math.log(one.sure)), -abs(math.log(one.ratio)), one.word))
    return Difference(tuple(shared), _only(first, second), _only(second, first), len(shared))


def _differing(
    word: str, one: WordCount, other: WordCount, first: Counted, second: Counted
) -> Differing:
    # half a document on each side: so that no count is 0 and no rate is 1
    here, there = one.documents + 0.5, other.documents + 0.5
    size, there_size = first.documents + 1, second.documents + 1
    log_ratio = math.log(there / there_size) - math.log(here / size)
    spread = _CONFIDENCE * math.sqrt(
        max(0.0, 1 / here - 1 / size) + max(0.0, 1 / there - 1 / there_size)
    )
    sure = math.copysign(max(0.0, abs(log_ratio) - spread), log_ratio)
    return Differing(
        word, _rate(one, first), _rate(other, second), math.exp(log_ratio), math.exp(sure)
    )


def _only(table: Counted, other: Counted) -> tuple[tuple[str, float], ...]:
    words: Sequence[tuple[str, WordCount]] = [
        (word, count) for word, count in table.items() if word not in other.counts
    ]
    return tuple((word, _rate(count, table)) for word, count in words)


def _rate(count: WordCount, table: Counted) -> float:
    return 1000 * count.documents / table.documents
