"""THUOCL, Tsinghua's open Chinese lexicon: ``word TAB document frequency``, one list a domain."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ...errors import DictionaryError
from ..folding import fold
from ..frequencies import DOCUMENTS
from ..lexicons import Lexicons
from .files import read_lines
from .model import Imported, Problem, as_written, refuse_unless_usable

__all__ = [
    "CSDN_DOCUMENTS",
    "SINA_DOCUMENTS",
    "SOGOU_DOCUMENTS",
    "Counted",
    "frequencies_from_thuocl",
    "read_thuocl",
    "words_from_thuocl",
]

CSDN_DOCUMENTS = 3_785_976
"""Posts of CSDN's blogs that the list IT was counted in (the lexicon's README)."""
SINA_DOCUMENTS = 8_421_097
"""News of Sina: finance, idioms, historical persons, poems, medicine."""
SOGOU_DOCUMENTS = 729_008_561
"""Pages of Sogou: places, food, law, cars, animals."""

_MOST = 10**12  # documents; a greater number is an error of the list
_MOST_FREQUENT = 1_000
_HEAD = "# THUOCL, Tsinghua Open Chinese Lexicon (THUNLP, Tsinghua University)"
_ADDRESS = "# https://github.com/thunlp/THUOCL, MIT License"


class Counted(NamedTuple):
    """A list: words with the number of documents that hold each; 0 where the list has 0."""

    words: dict[str, int]
    """By the word as written, in the source's order."""
    problems: tuple[Problem, ...]


def read_thuocl(
    path: str | Path, *, spell: Callable[[str], str] = str, strict: bool = False
) -> Counted:
    """The words of a list, gzip or not. A word given twice has the greater number.

    spell: gives a word as it is to be written (Simplified, for one). strict: whether an odd line
    is an error; else it is left out, and stands in ``problems``.
    Raises DictionaryError, with file and line, where the file cannot be read, no line is of the
    form or, if strict, at the first odd one.
    """
    path = Path(path)
    lines, problems = read_lines(path)
    words: dict[str, int] = {}
    for number, line in lines:
        if line.startswith("#"):
            continue
        word, _, count = line.rpartition("\t")
        word, count = spell(" ".join(word.split())), count.strip()
        if not word or not (count.isascii() and count.isdigit() and int(count[:20]) <= _MOST):
            problems.append(Problem(
                str(path), number, f"{line.strip()[:60]!r}: expected a word, a tab and a number of "
                "documents"
            ))  # fmt: skip
            continue
        words[word] = max(int(count), words.get(word, 0))
    refuse_unless_usable(len(words), problems, str(path), "'word TAB document frequency'")
    if strict and problems:
        raise DictionaryError(str(problems[0]))
    return Counted(words, tuple(problems))


def frequencies_from_thuocl(counted: Counted, *, documents: int | None = None) -> Imported:
    """Lines ``word TAB term frequency TAB document frequency`` for ``frequencies/zh.tsv``.

    The lists do not say how often a word occurs: its term frequency is given as its document
    frequency, the least that it can be. documents: N, how many documents were counted; None for
    the greatest of the words' numbers times ten, an upper guess, as the lists do not say it (see
    the constants of this module for what their README says). Words in no document are left out,
    and told among the problems.
    Raises DictionaryError where a word is in more documents than there are.
    """
    greatest = max(counted.words.values(), default=0)
    known = documents is not None
    total = documents if documents is not None else 10 * greatest
    if total < max(greatest, 1):
        word = max(counted.words, key=lambda one: counted.words[one], default="")
        raise DictionaryError(
            f"{word!r} is in {greatest} documents, and there are {total}; give the number of "
            "documents that the list was counted in"
        )
    head = (
        _HEAD, _ADDRESS,
        "# Changes: term frequencies are not known, and given as document frequencies"
        + ("" if known else "; documents guessed as ten times the greatest number"),
        f"# documents: {total}",
        f"# tokens: {sum(counted.words.values())}",
    )  # fmt: skip
    rows = [
        f"{as_written(word)}\t{count}\t{count}" for word, count in counted.words.items() if count
    ]
    unseen = tuple(
        Problem(word, 0, "in no document: it has no frequency")
        for word, count in counted.words.items() if not count
    )  # fmt: skip
    return Imported(head, tuple(rows), (*counted.problems, *unseen))


def words_from_thuocl(
    counted: Counted,
    *,
    documents: int | None = None,
    tag: str = "n",
    new_only: bool = True,
    lexicons: Lexicons | None = None,
) -> Imported:
    """Lines ``word frequency tag`` for ``words/zh.txt``.

    Frequencies are in 60.1 million running words, as jieba's: the inverse of the fit by which
    document frequencies are estimated (``frequencies.document_frequency``), rounded, from 1 to
    1,000. More is never needed: that much lets a word win over two parts of 245,000 each.
    documents: as for ``frequencies_from_thuocl``. tag: jieba's letters for all of them ('ns' for
    places, 'nr' for persons). new_only: leaves out what the lexicon knows. Words of one character
    or with blanks are left out, and told among the problems. Raises LexiconError.
    """
    lexicons = lexicons or Lexicons()
    total = documents or 10 * max(1, *counted.words.values())
    rows: list[str] = []
    problems = list(counted.problems)
    for word, count in counted.words.items():
        key = fold(word)
        if len(key) < 2 or len(key.split()) != 1:
            problems.append(Problem(word, 0, "a word of one character or with a blank is no word"))
        elif not (new_only and lexicons.get("zh", key) is not None):
            rows.append(f"{as_written(word)} {_frequency(count, total)} {tag}")
    head = (
        _HEAD, _ADDRESS,
        "# Changes: frequencies estimated from document frequencies, on the scale of jieba's",
    )  # fmt: skip
    return Imported(head, tuple(rows), tuple(problems))


def _frequency(count: int, documents: int) -> int:
    """Occurrences in 60.1 million running words of a word that ``count`` of the documents hold."""
    frequency: float = (count / documents * DOCUMENTS / 10**3.173) ** (1 / 0.741)
    return round(min(max(frequency, 1), _MOST_FREQUENT))
