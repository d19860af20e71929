"""The word lists that people edit, in ``dictionaries/``.

One entry a line, UTF-8, lines that begin with ``#`` are comments. All entries are folded.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from ...errors import DictionaryError
from ..folding import fold
from .model import ENTITY_NAMES

__all__ = [
    "Exceptions",
    "entity_lists",
    "exceptions",
    "function_words",
    "modern_words",
    "question_words",
]

_T = TypeVar("_T")
_MOST_REPORTED = 10
_COUNT = re.compile("[1-9][0-9]{0,6}")
_TAG = re.compile("[a-z]{1,3}")


def function_words(folder: Path) -> dict[str, list[str]]:
    """``function_words/<language>.txt``, one word a line; language to sorted words.

    Raises DictionaryError for a line of several words, for no such folder or for an unusable file.
    """

    def parse(line: str) -> list[str]:
        if len(line.split()) != 1:
            raise ValueError("one word a line")
        return fold(line).split()  # folding cuts a Persian compound in two

    return {
        path.stem: sorted({word for words in _parsed(path, parse) for word in words})
        for path in _files(folder / "function_words")
    }


def question_words(folder: Path) -> dict[str, list[tuple[list[str], str]]]:
    """``question_words/<language>.txt``: entry TAB ``start`` or ``any``; blanks between its words.

    Chinese and Japanese entries of several words have blanks too, where a segmenter cuts them.

    Raises DictionaryError as ``function_words`` does, and for an entry given twice differently.
    """
    result: dict[str, list[tuple[list[str], str]]] = {}
    for path in _files(folder / "question_words"):
        entries: dict[tuple[str, ...], str] = {}
        result[path.stem] = []

        def parse(line: str, entries: dict[tuple[str, ...], str] = entries) -> None:
            entry, tab, where = line.partition("\t")
            where = where.strip()
            words = tuple(fold(entry).split())
            if not tab or where not in ("start", "any") or not words:
                raise ValueError("an entry, a tab, and 'start' or 'any'")
            if entries.setdefault(words, where) != where:
                raise ValueError("the same entry as before with another place")

        _parsed(path, parse)
        result[path.stem] = [(list(words), where) for words, where in sorted(entries.items())]
    return result


def entity_lists(folder: Path) -> dict[str, dict[str, str]]:
    """``entities/<category>.<language>.txt``; language to word to category.

    Entries of several words are left out: a lexicon knows single words. No such folder is fine.
    Raises DictionaryError for a category that is none of ENTITY_NAMES or for an unusable file.
    """
    result: dict[str, dict[str, str]] = {}
    place = folder / "entities"
    paths = _files(place) if place.is_dir() else []
    by_category: dict[str, list[Path]] = {name: [] for name in ENTITY_NAMES}
    for path in paths:
        category, _, language = path.stem.partition(".")
        if category not in by_category or not language:
            raise DictionaryError(
                f"{path}: name it <category>.<language>.txt, category being one of "
                f"{', '.join(ENTITY_NAMES)}"
            )
        by_category[category].append(path)
    for category, files in by_category.items():
        for path in files:
            words = result.setdefault(path.stem.partition(".")[2], {})
            for key in _parsed(path, fold):
                if len(key.split()) == 1:
                    words.setdefault(key.strip(), category)
    return result


def modern_words(folder: Path) -> dict[str, tuple[int, str]]:
    """``words/zh.txt``: ``词 frequency tag``, parted by one blank; folded word to the other two.

    The frequency is a whole number from 1 to 9,999,999 in the counts of jieba's dictionary, the tag
    one to three lower-case letters as jieba has them.

    No such file is fine. Raises DictionaryError for a line of another form, for a word of one
    character, which no list may make likelier, or for a word given twice.
    """
    words: dict[str, tuple[int, str]] = {}

    def parse(line: str) -> None:
        fields = line.split(" ")
        key = fold(fields[0])
        if (
            len(fields) != 3
            or len(key) < 2
            or len(key.split()) != 1
            or not _COUNT.fullmatch(fields[1])
            or not _TAG.fullmatch(fields[2])
        ):
            raise ValueError(
                "a word of two characters or more, a frequency from 1 to 9999999 and a tag such "
                "as 'n', parted by one blank"
            )
        if key in words:
            raise ValueError("the same word as before")
        words[key] = (int(fields[1]), fields[2])

    path = folder / "words" / "zh.txt"
    if path.is_file():
        _parsed(path, parse)
    return words


class Exceptions(NamedTuple):
    """What ``t2s_exceptions.txt`` says; see there."""

    phrases: dict[str, str]
    """Traditional (or kept) to Simplified."""
    dropped: frozenset[str]
    """Words of the dictionary that are Traditional spellings: the characters decide."""


def exceptions(folder: Path) -> Exceptions:
    """``t2s_exceptions.txt``: ``词`` keeps it, ``词=>词`` converts it, ``!词`` asks for no phrase.

    No such file is fine. Raises DictionaryError for a line of another form, for sides of different
    lengths or for a word given twice.
    """
    phrases: dict[str, str] = {}
    dropped: set[str] = set()

    def parse(line: str) -> None:
        if line.startswith("!"):
            dropped.add(line[1:])
            return
        word, arrow, target = line.partition("=>")
        target = target if arrow else word
        if not word or len(target) != len(word) or any(map(str.isspace, line)):
            raise ValueError("'词', '词=>词' with both sides of one length, or '!词', no blanks")
        if word in phrases:
            raise ValueError("the same word as before")
        phrases[word] = target

    path = folder / "t2s_exceptions.txt"
    if path.is_file():
        _parsed(path, parse)
    return Exceptions(phrases, frozenset(dropped))


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise DictionaryError(
            f"there is no folder {folder}; give the folder of the dictionaries with --dictionaries"
        )
    return sorted(folder.glob("*.txt"))


def _parsed(path: Path, parse: Callable[[str], _T]) -> list[_T]:
    """``parse`` of each line that says something; DictionaryError names all lines it refuses."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DictionaryError(f"{path} cannot be read as UTF-8: {error}") from error
    results: list[_T] = []
    problems: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        line = line.strip(" \r")
        if not line or line.startswith("#"):
            continue
        try:
            results.append(parse(line))
        except ValueError as error:
            problems.append(f"{path}, line {number}: {line!r}: expected {error}")
    if problems:
        more = len(problems) - _MOST_REPORTED
        shown = problems[:_MOST_REPORTED] + ([f"and {more} more"] if more > 0 else [])
        raise DictionaryError("\n".join(shown))
    return results
