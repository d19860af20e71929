"""The best ways to cut a stretch into words, as RAGFlow's tokenizer ranks them, in linear time.

infinity-sdk lists every way and sorts the list, which takes seconds for twenty characters. Its
score of a way is 30/n + (words of two characters or more)/n + the sum of the words' log
frequencies, n the number of words. For ways with as many words and as many long ones only that
sum counts, so it is enough to keep the two best of each, from the end of the stretch to its start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

__all__ = ["Words", "best_cuts"]

_DEPTH = 10  # words after which the rest is taken as one
_UNKNOWN = -12  # log frequency of what is no word
_REPEATED = 5  # equal characters from which on ten of them are one word
_KEPT = 2  # the best, and the second, which is taken for the finer one


class Words(NamedTuple):
    """The dictionary: a trie by key, key → (log frequency, tag)."""

    trie: Any
    key: Callable[[str], str]

    def frequency(self, word: str) -> int | None:
        """The log frequency of a word, None for what is none."""
        key = self.key(word)
        return int(self.trie[key][0]) if key in self.trie else None

    def begins(self, text: str) -> bool:
        """Whether a word begins with the text."""
        return bool(self.trie.has_keys_with_prefix(self.key(text)))


class _Way(NamedTuple):
    """A way to cut the rest of a stretch. Earlier ends come first where scores are equal."""

    frequency: int
    words: int
    long: int
    ends: tuple[int, ...]


def best_cuts(words: Words, text: str) -> list[list[str]]:
    """The two best ways, or fewer where there are none; the first of equal ones first.

    Empty where every way has just one word more than the depth: such ways are not counted.
    """
    ways = _Search(words, text).ways(0, 0, 0)
    ways.sort(key=lambda way: (-_score(way), way.ends))
    found = []
    for way in ways[:_KEPT]:
        start = 0
        cut = []
        for end in way.ends:
            cut.append(text[start:end])
            start = end
        found.append(cut)
    return found


def _score(way: _Way) -> float:
    # in this order: sums of floats depend on it
    return 30 / way.words + way.long / way.words + way.frequency


class _Search:
    """The ways from each place of one text on, each computed once."""

    def __init__(self, words: Words, text: str) -> None:
        self._words = words
        self._text = text
        self._known: dict[tuple[int, int, int], list[_Way]] = {}
        self._choices: dict[tuple[int, bool], list[tuple[int, int]]] = {}

    def ways(self, start: int, depth: int, singles: int) -> list[_Way]:
        """The best ways to cut text[start:] after ``depth`` words, the last ``singles`` single."""
        text = self._text
        if depth > _DEPTH:
            if start >= len(text):
                return []
            return [_Way(_UNKNOWN, 1, len(text) - start > 1, (len(text),))]
        if start >= len(text):
            return [_Way(0, 0, 0, ())]
        state = (start, depth, singles)
        known = self._known.get(state)
        if known is not None:
            return known
        best: dict[tuple[int, int], list[_Way]] = {}
        # the ends come in order, and so do the ways behind each: equal ones stay in order
        for end, frequency in self._ends(start, singles > 2):
            single = end == start + 1
            for way in self.ways(end, depth + 1, min(singles + 1, 3) if single else 0):
                longer = way.long + (not single)
                longer_way = _Way(
                    frequency + way.frequency, way.words + 1, longer, (end, *way.ends)
                )
                best.setdefault((way.words + 1, longer), []).append(longer_way)
        found: list[_Way] = []
        for same in best.values():
            if len(same) > _KEPT:
                same.sort(key=lambda way: (-way.frequency, way.ends))
                del same[_KEPT:]
            found += same
        self._known[state] = found
        return found

    def _ends(self, start: int, after_singles: bool) -> list[tuple[int, int]]:
        """Where the word that begins at ``start`` may end, with its log frequency."""
        choice = (start, after_singles)
        ends = self._choices.get(choice)
        if ends is None:
            ends = self._choices[choice] = self._find_ends(start, after_singles)
        return ends

    def _find_ends(self, start: int, after_singles: bool) -> list[tuple[int, int]]:
        text, words = self._text, self._words
        first = text[start]
        if text.startswith(first * _REPEATED, start):
            end = start + _REPEATED
            while end < len(text) and end < start + 10 and text[end] == first:
                end += 1
            frequency = words.frequency(text[start:end])
            return [(end, _UNKNOWN if frequency is None else frequency)]
        shortest = start + 1
        if (
            start + 2 <= len(text)
            and words.begins(first)
            and not words.begins(text[start : start + 2])
        ):
            shortest = start + 2
        if after_singles and words.begins(text[start - 1 : start + 1]):
            shortest = start + 2
        ends = []
        for end in range(shortest, len(text) + 1):
            word = text[start:end]
            if end > start + 1 and not words.begins(word):
                break
            frequency = words.frequency(word)
            if frequency is not None:
                ends.append((end, frequency))
        if not ends:
            frequency = words.frequency(first)
            ends.append((start + 1, _UNKNOWN if frequency is None else frequency))
        return ends
