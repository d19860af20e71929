"""A layer: what one folder of dictionaries says, read or compiled; nothing about it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import Any, NamedTuple

from ..setting_types import LANGUAGES, FrozenMapping
from .columns import EMPTY, Table
from .problems import Malformed, Problem
from .rules import NO_RULES, RuleTable

__all__ = [
    "GONE",
    "KINDS",
    "Background",
    "Entry",
    "Layer",
    "ListedWord",
    "language_named",
    "origin_of",
    "place_of",
    "tag_number",
]

GONE = 255
"""The number in place of a tag or category of an entry that an earlier layer's is removed by."""
_LINE_BITS = 32
_LANGUAGES = frozenset(LANGUAGES) - {"auto"}
_NOTHING: FrozenMapping[Any] = FrozenMapping({})

KINDS = {
    "words": "words of the domain, with frequency and part of speech",
    "synonyms": "words that may stand for others",
    "glossary": "terms with what they stand for",
    "entities": "names by category",
    "pos": "parts of speech",
    "weights": "what parts of speech and categories of names weigh",
    "function_words": "words that only serve",
    "question_words": "words that ask",
    "frequencies": "counts in a background of the domain",
    "protected": "tokens kept whole",
    "t2s_exceptions": "what Traditional to Simplified leaves or does otherwise",
}
"""Every kind of dictionary, by the name of its folder or file."""


class Entry(NamedTuple):
    """An entry that had a part in a query, and where it stands."""

    kind: str  # one of KINDS
    entry: str
    file: str  # or the source that a compiled list was made from
    line: int  # from 1; 0 where the source has no lines

    @property
    def place(self) -> str:
        """File and line, as 'file:line'."""
        return f"{self.file}:{self.line}" if self.line else self.file

    def __str__(self) -> str:
        return f"{self.kind} {self.entry!r} ({self.place})"


class ListedWord(NamedTuple):
    """A function or question word, or a removal of one."""

    where: str  # 'start' or 'any' of question words, 'function'; '' removes
    origin: int


class Background(NamedTuple):
    """Counts in a large body of text: a table of term and document frequencies, and its size."""

    table: Table  # columns term, documents, origin
    documents: float  # N
    tokens: float  # running words


@dataclass(frozen=True)
class Layer:
    """What one folder says. Words and keys are spelled as the loader's ``key`` spells them."""

    name: str
    files: tuple[str, ...] = ()
    """What an origin's upper half counts from 1."""
    fingerprint: str = ""
    """Of all bytes that it was made of."""
    tags: tuple[str, ...] = ()
    """What the tag columns number, from 1; 0 is none."""
    categories: tuple[str, ...] = ()
    """What the category column numbers, from 1."""
    words: Mapping[str, Table] = _NOTHING
    """By language ('' for any): columns frequency (NaN for none), tag, origin."""
    pos: Mapping[str, Table] = _NOTHING
    """By language: columns tag, origin."""
    backgrounds: Mapping[str, Background] = _NOTHING
    """By language."""
    names: Table = EMPTY
    """Columns category, origin."""
    synonyms: RuleTable = NO_RULES
    glossary: RuleTable = NO_RULES
    function_words: Mapping[str, Mapping[str, ListedWord]] = _NOTHING
    question_words: Mapping[str, Mapping[tuple[str, ...], ListedWord]] = _NOTHING
    list_origins: Table = EMPTY
    """Of compiled lists that stand elsewhere: kind, language and words, parted by tabs, to
    origin."""
    protected: Mapping[str, int] = _NOTHING
    """Token to origin; negative where it is removed."""
    conversion: Mapping[str, tuple[str, int]] = _NOTHING
    """Word to what it becomes ('' where a removal), and origin."""
    pos_weights: Mapping[str, tuple[float, int]] = _NOTHING
    entity_weights: Mapping[str, tuple[float, int]] = _NOTHING
    """Name to factor (negative where it is removed) and origin."""
    problems: tuple[Problem, ...] = ()

    @cached_property
    def _languages(self) -> tuple[str, ...]:
        return ("", *(language_named(file) for file in self.files))

    def language_of(self, origin: int) -> str:
        """The language that the file of an origin is for by its name, '' for every one."""
        return self._languages[place_of(origin)[0]]

    def place(self, origin: int) -> tuple[str, int]:
        """File and line of an origin; its name and 0 for origin 0."""
        file, line = place_of(origin)
        return (self.files[file - 1] if file else self.name), line

    def entry(self, kind: str, text: str, origin: int) -> Entry:
        """The entry at an origin."""
        return Entry(kind, text, *self.place(origin))

    @property
    def counts(self) -> dict[str, int]:
        """How many entries there are of each kind, removals among them."""
        return {
            "words": sum(map(len, self.words.values())),
            "synonyms": len(self.synonyms),
            "glossary": len(self.glossary),
            "entities": len(self.names),
            "pos": sum(map(len, self.pos.values())),
            "weights": len(self.pos_weights) + len(self.entity_weights),
            "function_words": sum(map(len, self.function_words.values())),
            "question_words": sum(map(len, self.question_words.values())),
            "frequencies": sum(len(one.table) for one in self.backgrounds.values()),
            "protected": len(self.protected),
            "t2s_exceptions": len(self.conversion),
        }

    def __repr__(self) -> str:
        held = ", ".join(f"{count} {kind}" for kind, count in self.counts.items() if count)
        return f"Layer({self.name!r}: {held or 'nothing'})"


def place_of(origin: int) -> tuple[int, int]:
    """File number, from 1, and line of an origin."""
    return origin >> _LINE_BITS, origin & ((1 << _LINE_BITS) - 1)


def language_named(file: str) -> str:
    """The language that a file's name ends with, as products.en.txt, '' where it names none."""
    last = PurePath(file).stem.rpartition(".")[2]
    return last if last in _LANGUAGES else ""


def tag_number(tags: dict[str, int], tag: str) -> int:
    """The number of a tag, which a new one gets. Raises Malformed for more than there are."""
    if not tag:
        return 0
    if tag not in tags and len(tags) >= GONE - 1:
        raise Malformed(f"more than {GONE - 1} different tags", "use jieba's")
    return tags.setdefault(tag, len(tags) + 1)


def origin_of(file: int, line: int) -> int:
    """File number, from 1, and line as one number."""
    return file << _LINE_BITS | line
