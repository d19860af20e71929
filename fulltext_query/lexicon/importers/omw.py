"""Open Multilingual Wordnet: tab files of words by WordNet's synsets, in many languages.

``# name TAB language TAB address TAB licence``, then ``offset-pos TAB [language:]lemma TAB word``.
Offsets are those of WordNet 3.0. Other kinds of lines (definitions, examples, Arabic roots) are no
words and are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from ...errors import DictionaryError
from ..folding import fold
from ..lexicons import Lexicons
from ..tables import WordLists, load_lists
from .choosing import Chooser, Limits, rule, share_of
from .files import read_lines
from .model import Imported, Problem, refuse_unless_usable
from .wordnet import WordNet

__all__ = ["MultilingualWordnet", "read_omw", "synonyms_from_omw"]

Place = tuple[str, int]

_ID = re.compile(r"(\d{8})-([nvasr])")
_LEAST_SHARED = 0.5  # of the synsets with a WordNet's: less, and it is of another version


@dataclass(frozen=True, slots=True)
class MultilingualWordnet:
    """The words of a tab file; read only."""

    head: str
    """Its first comment, without the sign: name, language, address, licence."""
    synsets: Mapping[Place, tuple[str, ...]]
    """Part of speech ('n', 'v', 'a', 'r') and offset: the words, as written."""
    problems: tuple[Problem, ...] = ()


def read_omw(path: str | Path, *, strict: bool = False) -> MultilingualWordnet:
    """The words of a tab file, gzip or not.

    strict: whether an odd line is an error; else it is left out, and stands in ``problems``.
    Raises DictionaryError, with file and line, where the file cannot be read, holds no word or, if
    strict, at its first odd line.
    """
    path = Path(path)
    lines, problems = read_lines(path)
    head = ""
    synsets: dict[Place, dict[str, None]] = {}
    for number, line in lines:
        if line.startswith("#"):
            head = head or " ".join(line.lstrip("# ").split())
            continue
        fields = line.split("\t")
        place = _ID.fullmatch(fields[0].strip())
        if place is None or len(fields) < 3:
            problems.append(Problem(
                str(path), number, f"{line[:60]!r}: expected '01234567-n', a tab, 'lemma', a tab "
                "and a word"
            ))  # fmt: skip
            continue
        if fields[1].rpartition(":")[2].strip() != "lemma":
            continue
        word = " ".join(fields[2].replace("_", " ").split())
        if not word:
            problems.append(Problem(str(path), number, "the word is blank"))
            continue
        pos = "a" if place[2] == "s" else place[2]
        synsets.setdefault((pos, int(place[1])), {})[word] = None
    refuse_unless_usable(len(synsets), problems, str(path), "a word of Open Multilingual Wordnet")
    if strict and problems:
        raise DictionaryError(str(problems[0]))
    words = {place: tuple(found) for place, found in synsets.items()}
    return MultilingualWordnet(head, MappingProxyType(words), tuple(problems))


def synonyms_from_omw(
    multilingual: MultilingualWordnet,
    *,
    language: str,
    wordnet: WordNet | None = None,
    spell: Callable[[str], str] = str,
    limits: Limits | None = None,
    lexicons: Lexicons | None = None,
    lists: WordLists | None = None,
) -> Imported:
    """Rules ``word => synonym, synonym^0.7`` of a language, sorted.

    The first sense of a word is the one that English ranks first: whose synset is the most usual
    sense of one of its English words (``WordNet.rank``). Without a WordNet, or where two senses
    rank alike, none is known, and only words of one sense are expanded (of two, by both: either
    may be meant). The rest is as ``synonyms_from_wordnet`` has it.

    language: ISO 639-1 code of the lexicon that judges the words ('zh', 'fa', 'ar').
    wordnet: WordNet 3.0, whose offsets the file has. spell: gives a word as it is to be
    written; for Chinese, Simplified.
    Raises DictionaryError where the file's synsets are not that WordNet's, LexiconError.
    """
    limits = limits or Limits()
    chooser = Chooser(language, lexicons or Lexicons(), lists or load_lists(), limits=limits)
    if wordnet is not None:
        _check_version(multilingual, wordnet)
    ranks = {place: _rank(wordnet, place) for place in multilingual.synsets}
    words = {
        place: tuple(dict.fromkeys(spell(_trimmed(word, place[0], language)) for word in found))
        for place, found in multilingual.synsets.items()
    }
    senses: dict[str, dict[str, list[Place]]] = {}
    for place in sorted(words):
        for word in words[place]:
            found = senses.setdefault(fold(word), {}).setdefault(place[0], [])
            if place not in found:
                found.append(place)
    first = {
        (word, pos): _first(places, ranks)
        for word, by_pos in senses.items()
        for pos, places in by_pos.items()
    }
    rules: dict[str, str] = {}
    for written in sorted({word for found in words.values() for word in found}):
        choice = chooser.word(written)
        if choice is None or choice.key in rules:
            continue
        by_pos = senses[choice.key]
        pos = choice.pos or (next(iter(by_pos)) if len(by_pos) == 1 else "")
        count = len(by_pos.get(pos, ()))
        if not 0 < count <= limits.max_senses:
            continue
        others = [
            word
            for place in first[choice.key, pos]
            for word in words[place]
            if fold(word) != choice.key and (not limits.mutual or place in first[fold(word), pos])
        ]
        targets = chooser.first(others, choice.key)
        if targets:
            rules[choice.key] = rule(written, targets, share_of(count))
    return Imported(
        _head(multilingual, wordnet, limits), tuple(sorted(rules.values())), multilingual.problems
    )


def _check_version(multilingual: MultilingualWordnet, wordnet: WordNet) -> None:
    shared = sum(place in wordnet.synsets for place in multilingual.synsets)
    if shared < _LEAST_SHARED * len(multilingual.synsets):
        raise DictionaryError(
            f"{multilingual.head}: {shared} of its {len(multilingual.synsets)} synsets are in "
            f"WordNet {wordnet.version}; give WordNet 3.0, whose numbers such files have"
        )


def _rank(wordnet: WordNet | None, place: Place) -> tuple[int, int] | None:
    synset = wordnet.synsets.get(place) if wordnet is not None else None
    return wordnet.rank(synset) if wordnet is not None and synset is not None else None


def _first(places: list[Place], ranks: Mapping[Place, tuple[int, int] | None]) -> tuple[Place, ...]:
    """The first sense; both of two where neither is known to be; () where more are."""
    ranked = sorted((rank, place) for place in places if (rank := ranks[place]) is not None)
    if ranked and (len(ranked) == 1 or ranked[0][0] < ranked[1][0]) and len(ranked) == len(places):
        return (ranked[0][1],)
    return tuple(places) if len(places) <= 2 else ()


def _trimmed(word: str, pos: str, language: str) -> str:
    """The word as it is searched: '+' marks a seam in the Chinese Open Wordnet, whose adjectives
    and adverbs end with the particles 的 and 地, which are words of their own in a text."""
    if language != "zh":
        return word
    particle = {"a": "的", "r": "地"}.get(pos, "")
    if word.endswith(f"+{particle}") or (pos == "a" and len(word) > 2):
        word = word.removesuffix(particle)
    return word.replace("+", "")


def _head(
    multilingual: MultilingualWordnet, wordnet: WordNet | None, limits: Limits
) -> tuple[str, ...]:
    ranked = f"WordNet {wordnet.version}" if wordnet is not None else "nothing"
    return (
        f"# Synonyms of {multilingual.head or 'a wordnet that does not name itself'}",
        f"# Changes: senses ranked by {ranked}, at most {limits.max_synonyms} synonyms, of words "
        f"with at most {limits.max_senses} senses of their",
        f"# part of speech, all of a frequency of {limits.min_frequency:g} or more in 60.1 million "
        "words; made by the importer 'omw'",
    )
