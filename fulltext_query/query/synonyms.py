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
        self._entries: dict[tuple[str, ...], tuple[FoundSynonym, ...]] = {}
        self._lengths: dict[str, tuple[int, ...]] = {}  # of the keys by first word, longest first
        self.ignored: list[str] = []  # keys that can never match, or give nothing
        for key, synonyms in entries.items():
            tokens = analyze(key)
            found = []
            for synonym in synonyms:
                words = tuple(token.text for token in analyze(synonym.text))
                if words and words != tuple(token.text for token in tokens):
                    found.append(FoundSynonym(words, synonym.weight, synonym.text, synonym.source))
            if not tokens or not found:
                self.ignored.append(key)
                continue
            for words in dict.fromkeys(
                (tuple(token.text for token in tokens), tuple(token.word for token in tokens))
            ):
                # keys that fold to the same words give what each of them gives
                known = self._entries.get(words, ())
                self._entries[words] = known + tuple(item for item in found if item not in known)
        lengths: dict[str, set[int]] = {}
        for words in self._entries:
            lengths.setdefault(words[0], set()).add(len(words))
        self._lengths = {
            first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()
        }

    def __bool__(self) -> bool:
        return bool(self._entries)

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
        """The length of the longest key that starts at a token, and what it gives."""
        token = tokens[position]
        firsts = dict.fromkeys((token.text, token.word))
        lengths = sorted(
            {n for first in firsts for n in self._lengths.get(first, ())}, reverse=True
        )
        for length in lengths:
            span = tokens[position : position + length]
            if len(span) < length or any(other.breaks for other in span[1:]):
                continue
            if length == 1 and token.role is not Role.CONTENT:
                continue
            gathered = {
                item: None
                for words in dict.fromkeys(
                    (tuple(other.text for other in span), tuple(other.word for other in span))
                )
                for item in self._entries.get(words, ())
            }
            if gathered:
                return length, tuple(gathered)
        return 0, ()
