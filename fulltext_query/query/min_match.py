"""minimum_should_match: how many of the words it asks for."""

from __future__ import annotations

__all__ = ["clamp", "is_strict", "required"]


def required(min_match: str, words: int) -> int:
    """How many of the words a document must hold, as Elasticsearch computes it, from 1 to words.

    Percentages are floored; a negative one is what may be missing. ``min_match`` is valid.
    """
    return max(min(_asked(min_match, words), words), 1) if words else 0


def is_strict(min_match: str, words: int) -> bool:
    """Whether it asks for more than half of the words: for these words, not for some like them."""
    return 2 * _asked(min_match, words) > words


def clamp(min_match: str, words: int) -> str:
    """The minimum for a query of so many words: never more than there are, '' for none.

    Asked for more clauses than there are, the engine finds nothing; Solr asks for all instead, and
    so do we. A query of one word needs no minimum: its group is the outermost one, and the engine
    would count the word's alternatives.
    """
    if words < 2 or not min_match:
        return ""
    return str(words) if _asked(min_match, words) > words else min_match


def _asked(min_match: str, words: int) -> int:
    if not min_match:
        return 0
    if "<" in min_match:
        result = words
        for condition in min_match.split():
            bound, _, value = condition.partition("<")
            if words <= int(bound):
                return result
            result = _asked(value, words)
        return result
    if min_match.endswith("%"):
        percent = int(min_match[:-1])
        share = abs(percent) * words // 100
        return words - share if percent < 0 else share
    count = int(min_match)
    return words + count if count < 0 else count
