"""Synonyms over the tokens of a query: found by the words they are given for, ready as leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..lexicon.synonyms import SynonymEntries
from ..text.tokens import Role, Token

__all__ = ["FoundSynonym", "SynonymIndex"]


class FoundSynonym(NamedTuple):
    """A synonym in the form of the index."""

    words: tuple[str, ...]  # one: a term; several: a phrase
    share: float  # of the synonyms' usual weight
    text: str  # as the dictionary writes it
    source: str


class SynonymIndex:
    """Entries by the tokens of their keys; both went the same way through text as the query.

    A key matches by its words or by their stems. The longest key that starts at a token wins, and
    what it gives stands for each of the words it spans. Function words alone are never expanded.
    """

    def __init__(self, entries: SynonymEntries, analyze: Callable[[str], Sequence[Token]]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], tuple[FoundSynonym, ...]]]] = {}
        for key, synonyms in entries.items():
            tokens = analyze(key)
            found = []
            for synonym in synonyms:
                words = tuple(token.text for token in analyze(synonym.text))
                if words and words != tuple(token.text for token in tokens):
                    found.append(FoundSynonym(words, synonym.weight, synonym.text, synonym.source))
            if not tokens or not found:
                continue
            for words in {
                tuple(token.text for token in tokens),
                tuple(token.word for token in tokens),
            }:
                self._by_first.setdefault(words[0], []).append((words, tuple(found)))
        for listed in self._by_first.values():
            listed.sort(key=lambda item: (-len(item[0]), item[0]))

    def __bool__(self) -> bool:
        return bool(self._by_first)

    def find(self, tokens: Sequence[Token]) -> dict[int, list[FoundSynonym]]:
        """The synonyms of each token, by its position."""
        found: dict[int, list[FoundSynonym]] = {}
        position = 0
        while position < len(tokens):
            length, synonyms = self._at(tokens, position)
            for index in range(position, position + length):
                found.setdefault(index, []).extend(synonyms)
            position += max(length, 1)
        return found

    def _at(self, tokens: Sequence[Token], position: int) -> tuple[int, tuple[FoundSynonym, ...]]:
        token = tokens[position]
        best: dict[tuple[str, ...], None] = {}
        length = 0
        gathered: tuple[FoundSynonym, ...] = ()
        for first in dict.fromkeys((token.text, token.word)):
            for words, synonyms in self._by_first.get(first, ()):
                size = len(words)
                if size < length or words in best or position + size > len(tokens):
                    continue
                if size == 1 and token.role is not Role.CONTENT:
                    continue
                if all(
                    word in (other.text, other.word)
                    for word, other in zip(words, tokens[position : position + size], strict=True)
                ) and not any(other.breaks for other in tokens[position + 1 : position + size]):
                    if size > length:
                        gathered = ()
                        length = size
                    best[words] = None
                    gathered += tuple(item for item in synonyms if item not in gathered)
        return length, gathered
