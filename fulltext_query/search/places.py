"""Where the parts of a token stand in the text, and which tokens are a phrase or a near miss."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..query.tree import Phrase
from ..text.subwords import GRAM, subwords
from ..text.tokens import Kind, Token

__all__ = [
    "Place",
    "bridge_span",
    "coarse_places",
    "fine_places",
    "is_near",
    "occurrences",
    "part_span",
    "shared_stretches",
]

_RUN = re.compile(r"[^\W\d_]+|\d+")


class Place(NamedTuple):
    """A word of an index's field, and where it came from."""

    text: str
    position: int
    start: int
    end: int


def part_span(token: Token, index: int) -> tuple[int, int]:
    """Where the fine part ``index`` of a token stands in the text; the whole token if unclear."""
    part = token.fine[index]
    whole = token.start, token.end
    surface = token.surface
    if len(surface) != token.end - token.start:
        return whole
    if token.kind is Kind.HAN or token.language == "ja":
        if len(surface) != len(token.text):
            return whole
        # bigrams stand at their own number; dictionary words wherever they are found
        at = index if token.text.startswith(part, index) else token.text.find(part)
        length = len(part)
    else:
        runs = [match.span() for match in _RUN.finditer(surface)]
        if len(runs) == len(token.fine):  # one by one, whatever stemming made of them
            return token.start + runs[index][0], token.start + runs[index][1]
        lowered = surface.lower()
        at = lowered.find(part) if len(lowered) == len(surface) else -1
        length = len(part)
    return whole if at < 0 else (token.start + at, token.start + at + length)


def bridge_span(left: Token, right: Token) -> tuple[int, int]:
    """Where the characters stand that a fine part across two tokens is made of."""
    start = left.end - 1 if len(left.surface) == len(left.text) else left.start
    end = right.start + 1 if len(right.surface) == len(right.text) else right.end
    return max(start, 0), end


def coarse_places(tokens: Sequence[Token]) -> Iterator[Place]:
    """The words of a coarse field."""
    for position, token in enumerate(tokens):
        yield Place(token.text, position, token.start, token.end)


def fine_places(tokens: Sequence[Token]) -> Iterator[Place]:
    """The words of a fine field, at the positions that ``Analysis.fine`` gives them."""
    position = 0
    before = False
    for token in tokens:
        if token.fine:
            for part, text in enumerate(token.fine):
                yield Place(text, position, *part_span(token, part))
                position += 1
        elif not (token.kind is Kind.HAN and len(token.text) == 1 and (before or token.bridge)):
            yield Place(token.text, position, token.start, token.end)
            position += 1
        before = bool(token.bridge)
        position += before  # no phrase is made of bridges


def occurrences(
    phrase: Phrase, places: Mapping[str, Sequence[Place]]
) -> Iterator[tuple[Place, ...]]:
    """Where a phrase's words stand in order, with no more than its slop between them."""
    rows = [places.get(word, ()) for word in phrase.words]
    if not all(rows):
        return
    positions = [[place.position for place in row] for row in rows]
    for first in rows[0]:
        found = [first]
        for row, listed in zip(rows[1:], positions[1:], strict=True):
            at = bisect_left(listed, found[-1].position + 1)
            if at == len(listed):
                return  # nor does it for any later start
            found.append(row[at])
        if found[-1].position - first.position - len(found) + 1 <= phrase.slop:
            yield tuple(found)


def is_near(word: str, other: str, edits: int, prefix: int) -> bool:
    """Whether two words are so many edits apart at most and begin with the same letters.

    An edit inserts, removes or changes a letter or swaps two neighbours, as Lucene counts them.
    """
    if abs(len(word) - len(other)) > edits or word[:prefix] != other[:prefix]:
        return False
    # two rows before, as a swap looks back over both
    older: list[int] = []
    old = list(range(len(other) + 1))
    for row, letter in enumerate(word, 1):
        new = [row]
        for column, opposite in enumerate(other, 1):
            cost = min(new[-1] + 1, old[column] + 1, old[column - 1] + (letter != opposite))
            if row > 1 and column > 1 and letter == other[column - 2] and word[row - 2] == opposite:
                cost = min(cost, older[column - 2] + 1)
            new.append(cost)
        if min(new) > edits:
            return False
        older, old = old, new
    return old[-1] <= edits


def shared_stretches(word: str, token: Token) -> list[tuple[int, int]]:
    """What a token has in common with a word in their sub-words, as places in the text.

    Stretches of at least four letters that are half of the shorter of the two or more, and single
    Han characters. Nothing where the text is written so that places in the token tell none in it.
    """
    text = token.word if token.word.startswith(token.text[:GRAM]) else token.text
    if len(text) != len(token.surface):
        return []
    grams = set(subwords(word)).intersection(subwords(token.text))
    if not grams:
        return []
    covered = [False] * (len(text) + 1)
    for gram in grams:
        at = text.find(gram)
        while at >= 0:
            covered[at : at + len(gram)] = [True] * len(gram)
            at = text.find(gram, at + 1)
    enough = min(len(word), len(token.text)) / 2
    return [
        (token.start + start, token.start + end)
        for start, end in _runs(covered)
        if end - start >= enough or len(subwords(text[start])) == 1
    ]


def _runs(covered: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Where stretches of True begin and end; the last one is False."""
    length = 0
    for place, one in enumerate(covered):
        if one:
            length += 1
        elif length:
            yield place - length, place
            length = 0
