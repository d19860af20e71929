"""Passages of a text around what matches in it, cut where a reader would cut."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..lexicon.scripts import HAN, HIRAGANA, KATAKANA, SPACELESS
from ..text.tokens import Token
from .graphemes import joins, left_of, right_of
from .marks import Mark

__all__ = ["Passage", "Passages", "first_passage"]

_SENTENCE = re.compile(r"[.!?]+[\"'”’»)\]]*\s+|[。！？；…]+[”’」』）】\"]*\s*|[।॥؟۔]+\s*|\n\s*")
_UNSPACED = re.compile(f"[{HAN}{HIRAGANA}{KATAKANA}{SPACELESS}]")
_TRIES = 32  # boundaries of tokens to look at for a good one
_LATEST = 2 / 3  # of a passage: a match further behind begins no passage with its sentence
_LEAD = 1 / 4  # of a passage, before such a match
_EARLIEST = 1 / 2  # of a passage: it ends with a sentence that ends behind this, else with a word
_SHOWN = 0.25  # what a word counts that an earlier passage shows


class Passage(NamedTuple):
    """text[start:end], with the marks that lie within."""

    start: int
    end: int
    marks: tuple[Mark, ...]


class Passages:
    """Chooses passages of one text. ``length`` is in characters; a longer mark is never cut."""

    def __init__(self, text: str, tokens: Sequence[Token], length: int) -> None:
        self._text = text
        self._length = length
        self._starts = [token.start for token in tokens]
        self._ends = [token.end for token in tokens]
        self._sentences = [0, *(match.end() for match in _SENTENCE.finditer(text))]

    def choose(
        self, marks: Sequence[Mark], weights: Mapping[int, float], count: int
    ) -> list[Passage]:
        """At most ``count`` passages that do not overlap, in the order of the text.

        Each is the one with the heaviest words, every word once, a word already shown counting a
        quarter; of equals the one with more matches, then the first.
        """
        left = [(mark, self._begin(mark)) for mark in marks]
        weights = dict(weights)
        chosen: list[Passage] = []
        while left and len(chosen) < count:
            passage = self._best(left, weights, chosen)
            chosen.append(passage)
            for slot in {mark.slot for mark in passage.marks} & weights.keys():
                weights[slot] *= _SHOWN
            left = [
                (mark, begin)
                for mark, begin in left
                if mark.end <= passage.start or mark.start >= passage.end
            ]
        return sorted(chosen)

    def _best(
        self,
        marks: Sequence[tuple[Mark, int]],
        weights: Mapping[int, float],
        chosen: Sequence[Passage],
    ) -> Passage:
        """The best passage that one of the marks begins, in what the chosen ones leave."""
        edges = sorted([0, len(self._text), *(edge for one in chosen for edge in one[:2])])
        counts: dict[int, int] = {}
        score = 0.0
        first = last = 0  # the marks from first to last lie within
        best = (-1.0, 0)
        found = (0, 0, 0)
        low = high = 0
        for index, (mark, begin) in enumerate(marks):
            if mark.start >= high:
                zone = bisect_right(edges, mark.start)
                low, high = edges[zone - 1], edges[zone]
            begin = max(begin, low)
            limit = min(max(begin + self._length, mark.end), high)
            while last < len(marks) and marks[last][0].end <= limit:
                slot = marks[last][0].slot
                counts[slot] = counts.get(slot, 0) + 1
                if counts[slot] == 1:
                    score += weights.get(slot, 0.0)
                last += 1
            while first < last and marks[first][0].start < begin:
                slot = marks[first][0].slot
                counts[slot] -= 1
                if not counts[slot]:
                    score -= weights.get(slot, 0.0)
                first += 1
            # adding and taking away leaves a remainder that must not decide
            if score > best[0] + 1e-9 or (score > best[0] - 1e-9 and last - first > best[1]):
                best, found = (score, last - first), (index, begin, high)
        return self._cut(marks, *found)

    def _begin(self, mark: Mark) -> int:
        """Where a passage begins that is to show a mark: with its sentence, or a little before."""
        room = max(self._length - (mark.end - mark.start), 0)
        sentence = self._sentences[bisect_right(self._sentences, mark.start) - 1]
        if mark.start - sentence <= min(room, int(self._length * _LATEST)):
            return left_of(self._text, sentence)
        start = mark.start - min(int(self._length * _LEAD), room)
        at = bisect_left(self._starts, start)
        for place in self._starts[at : at + _TRIES]:
            if place >= mark.start:
                break
            if self._is_good(place):
                return place
        return mark.start

    def _cut(self, marks: Sequence[tuple[Mark, int]], index: int, begin: int, high: int) -> Passage:
        """The passage from ``begin`` on, for one of the marks: to a sentence's or a word's end."""
        limit = min(max(begin + self._length, marks[index][0].end), high)
        within = tuple([one for one, _ in marks if one.start >= begin and one.end <= limit])
        needed = max(one.end for one in within)
        end = limit
        if limit < len(self._text):
            end = self._sentences[bisect_right(self._sentences, limit) - 1]
            if end < max(needed, begin + int(self._length * _EARLIEST)):
                end = self._word_end(needed, limit)
        return Passage(begin, end, within)

    def _word_end(self, low: int, limit: int) -> int:
        at = bisect_right(self._ends, limit)
        for place in reversed(self._ends[max(at - _TRIES, 0) : at]):
            if place < low:
                break
            if self._is_good(place):
                return place
        return max(left_of(self._text, limit), right_of(self._text, low))

    def _is_good(self, place: int) -> bool:
        """Whether a text may be cut at the edge of a token: not inside what is written as one."""
        text = self._text
        if not 0 < place < len(text):
            return True
        if joins(text, place):
            return False
        before, after = text[place - 1], text[place]
        return (
            before.isspace() or after.isspace() or bool(_UNSPACED.match(before))
            or bool(_UNSPACED.match(after))
        )  # fmt: skip


def first_passage(text: str, length: int) -> str:
    """How a text begins, for one in which nothing matches: to a sentence's or a word's end."""
    text = text.strip()
    if len(text) <= length:
        return text
    head = text[: left_of(text, length)]
    ends = [match.end() for match in _SENTENCE.finditer(head)]
    if ends and ends[-1] >= len(head) * _EARLIEST:
        head = head[: ends[-1]]
    else:
        blank = max(head.rfind(" "), head.rfind("\n"))
        if blank >= len(head) * _EARLIEST:
            head = head[:blank]
    return f"{head.rstrip()}…"
