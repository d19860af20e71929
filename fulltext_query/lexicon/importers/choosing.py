"""Which words a synonym list may expand, and which words may be synonyms."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from ..compiled import WordEntry
from ..folding import fold
from ..frequencies import BACKGROUND_TOKENS
from ..lexicons import Lexicons
from ..tables import WordLists
from .model import as_written

__all__ = ["Choice", "Chooser", "Limits", "rule", "share_of", "wordnet_pos"]


class Limits(NamedTuple):
    """How much of a WordNet becomes synonyms."""

    max_synonyms: int = 3
    """Of one word."""
    max_senses: int = 2
    """A word with more senses of its part of speech is left out: of three or more the first is
    meant too seldom to be guessed (and the words of most senses are the most frequent)."""
    min_frequency: float = 1.0
    """Of words and synonyms, in 60.1 million running words; what the lexicon has not is left out
    in any case."""
    mutual: bool = True
    """Whether a synonym has to be in its own first sense too: 'car' gives 'automobile' but not
    'machine', which seldom means a car where it stands in a document."""


class Choice(NamedTuple):
    """What may be expanded: the word's key and the part of speech to look under."""

    key: str
    """In the spelling of ``folding.fold``."""
    pos: str
    """WordNet's 'n', 'v', 'a' or 'r'; '' where none is known."""


_ADJECTIVES = ("a", "b", "z")  # jieba's adjectives, distinguishing words, descriptive words
_NAMES = ("nr", "ns", "nt", "nz")
_ANY = ("", "i", "l", "t", "s")  # unknown, idioms, set phrases, words of time and of place
_OTHER = "-"


def wordnet_pos(tag: str) -> str:
    """WordNet's letter for a part of speech of jieba's: 'vn' is a verb, 'd' an adverb ('r').

    '' where the tag leaves it open, '-' for names and for words that are none of the four.
    """
    if tag.startswith(_NAMES):
        return _OTHER
    if tag in _ANY:
        return ""
    first = tag[0]
    if first in _ADJECTIVES:
        return "a"
    return {"n": "n", "v": "v", "d": "r"}.get(first, _OTHER)


class Chooser:
    """What the lexicon and the word lists of a language say about candidates. Read only."""

    def __init__(
        self,
        language: str,
        lexicons: Lexicons,
        lists: WordLists,
        *,
        limits: Limits,
    ) -> None:
        self.limits = limits
        self._language = language
        self._lexicons = lexicons
        asking = {words[0] for words in lists.question.get(language, {}) if len(words) == 1}
        self._closed = lists.function.get(language, frozenset()) | asking

    def word(self, written: str) -> Choice | None:
        """A single word that may be expanded; None for function and question words, entities,
        codes, short words, names, and words that are unknown or too rare."""
        key = fold(written)
        if written != written.lower() or " " in key or not _is_long(key, 3):
            return None
        entry = self._entry(key)
        if entry is None or key in self._closed or entry.entity:
            return None
        pos = wordnet_pos(entry.pos)
        return None if pos == _OTHER else Choice(key, pos)

    def target(self, written: str) -> str | None:
        """The key of a lemma that may be a synonym; None where it may not.

        Left out are names (capitals), codes, lemmas with an unknown or too rare word, and those
        that are short or of function words alone.
        """
        key = fold(written)
        if written != written.lower() or not _is_long(key, 3):
            return None
        if all(word in self._closed for word in key.split()):
            return None
        entries = self._entries(key)
        return None if any(one is None or one.entity for one in entries) else key

    def first(self, candidates: Iterable[str], key: str) -> list[str]:
        """At most ``max_synonyms`` of the lemmas for a key, as written, the most frequent first."""
        found: dict[str, str] = {}
        for written in candidates:
            target = self.target(written)
            # a phrase that holds the word finds nothing that the word does not
            if target is not None and key not in target.split():
                found.setdefault(target, written)
        ranked = sorted(found, key=lambda target: (-self.frequency(target), target))
        return [found[target] for target in ranked[: self.limits.max_synonyms]]

    def _entry(self, key: str) -> WordEntry | None:
        entry = self._lexicons.get(self._language, key)
        if entry is None or entry.frequency < self.limits.min_frequency:
            return None
        return entry

    def _entries(self, key: str) -> list[WordEntry | None]:
        """Of each word; of one that the lexicon has not whole, of what its hyphens part."""
        found: list[WordEntry | None] = []
        for word in key.split():
            entry = self._entry(word)
            parts = word.split("-") if entry is None else []
            found += [self._entry(part) for part in parts] if len(parts) > 1 else [entry]
        return found

    def frequency(self, key: str) -> float:
        """Of one word the lexicon's; of several what they would have by chance, as none has it.

        In 60.1 million running words; 0 for what is unknown or too rare.
        """
        frequency = float(BACKGROUND_TOKENS)
        for entry in self._entries(key):
            frequency *= (entry.frequency if entry else 0.0) / BACKGROUND_TOKENS
        return frequency


def _is_long(key: str, least: int) -> bool:
    """Whether a word has so many letters, or two of a script whose letters are words, and is
    neither a number nor a code (a digit in it, or a sign that is no hyphen or apostrophe)."""
    letters = [letter for letter in key if letter not in " '-"]
    if not all(unicodedata.category(letter)[0] in "LM" for letter in letters):
        return False
    dense = any(unicodedata.east_asian_width(letter) == "W" for letter in letters)
    return len(letters) >= (2 if dense else least)


def share_of(senses: int) -> float:
    """The weight of synonyms by how many senses (1 or more) the word has: 1, .7, .6, .5 …

    The more there are, the less sure it is that the first is meant: one over the square root.
    """
    return round(max(0.1, 1 / math.sqrt(senses)), 1)


def rule(word: str, targets: Iterable[str], share: float = 1.0) -> str:
    """``word => a, b^0.7``: Solr's form. Commas, arrows and carets of the words are escaped."""
    weight = "" if share == 1.0 else f"^{share:g}"
    written = ", ".join(f"{_escaped(target)}{weight}" for target in targets)
    return f"{as_written(_escaped(word))} => {written}"


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\\\").replace(",", "\\,").replace("=>", "\\=>")
    return text.replace("^", "\\^")
