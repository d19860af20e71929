"""What one line of each dictionary file says. ``dictionaries/README.md`` shows the formats.

Every function takes an entry (no comment, no removal) and raises Malformed where its format does
not allow it. Words are given as they stand: how a key is spelled is for the caller to say.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from ..setting_types import MAX_USER_WORD
from .frequencies import BACKGROUND_TOKENS, DOCUMENTS
from .problems import Malformed
from .scripts import HAN

__all__ = [
    "ENTITY_CATEGORIES",
    "Frequency",
    "WordLine",
    "parse_conversion",
    "parse_factor",
    "parse_frequency",
    "parse_name",
    "parse_protected",
    "parse_question",
    "parse_tagged",
    "parse_word",
]

ENTITY_CATEGORIES = ("loca", "corp", "sch", "stock", "firstnm", "toxic", "func")
"""The categories of names; of a name in several lists of one layer the first of this order
holds."""

_TAG = re.compile("[A-Za-z]{1,4}")
_WHOLE = re.compile("[0-9]{1,16}")
_HAN = re.compile(f"[{HAN}]")
_MAX_NAME = 200  # characters: no name is longer, and longer ones would slow every look-up
_MAX_FACTOR = 1000.0


class WordLine(NamedTuple):
    """A line of ``words/``."""

    word: str
    frequency: float | None  # occurrences in 60.1 million running words
    tag: str  # '' where none is given


class Frequency(NamedTuple):
    """A line of ``frequencies/``: counts in a background whose size the file's head tells."""

    word: str
    term_frequency: float
    document_frequency: float


def parse_word(line: str) -> WordLine:
    """'word [frequency [tag]]' or 'word tag', as jieba has it."""
    parts = line.split()
    word, *rest = parts
    _check_length(word)
    frequency: float | None = None
    tag = ""
    if rest and _is_number(rest[0]):
        frequency = _count(rest.pop(0), BACKGROUND_TOKENS, "a frequency")
    if rest and _TAG.fullmatch(rest[0]):
        tag = rest.pop(0)
    if rest and len(parts) == 3 and frequency is None:
        raise Malformed(f"{parts[1]!r} is no frequency", "write 'word [frequency [tag]]'")
    if tag and frequency is None and len(parts) == 3:
        raise Malformed(f"{parts[1]!r} is no frequency", "write 'word [frequency [tag]]'")
    if rest:
        raise Malformed(
            "more than a word, a frequency and a tag",
            "names of several words go into entities/, phrases into synonyms/",
        )
    return WordLine(word, frequency, tag)


def parse_name(line: str) -> str:
    """A name of one word or several."""
    if len(line) > _MAX_NAME:
        raise Malformed(f"a name of {len(line)} characters", f"{_MAX_NAME} at most")
    if "\t" in line:
        raise Malformed("a tab inside a name", "one name a line; the file's name tells what it is")
    return line


def parse_tagged(line: str) -> tuple[str, str]:
    """'word<TAB>tag', or parted by blanks."""
    parts = line.split()
    if len(parts) != 2 or not _TAG.fullmatch(parts[1]):
        raise Malformed("not a word and a tag", "write 'word<TAB>tag', the tag as jieba has it")
    _check_length(parts[0])
    return parts[0], parts[1]


def parse_factor(line: str) -> tuple[str, float]:
    """'name<TAB>factor', the factor from 0 to 1000."""
    parts = line.split()
    if len(parts) != 2:
        raise Malformed("not a name and a factor", "write 'name<TAB>factor'")
    factor = _number(parts[1], "a factor")
    if not 0 <= factor <= _MAX_FACTOR:
        raise Malformed(f"the factor {parts[1]}", f"it goes from 0 to {_MAX_FACTOR:g}")
    return parts[0], factor


def parse_question(line: str) -> tuple[str, str]:
    """'entry<TAB>start' or 'entry<TAB>any'."""
    entry, tab, where = line.partition("\t")
    where = where.strip()
    if not tab or where not in ("start", "any") or not entry.strip():
        raise Malformed("not an entry, a tab, and 'start' or 'any'", "write 'how many<TAB>any'")
    return entry.strip(), where


def parse_protected(line: str) -> str:
    """One token."""
    if len(line.split()) != 1:
        raise Malformed("more than one token", "an index holds no token with a blank in it")
    _check_length(line)
    return line


def parse_frequency(line: str) -> Frequency:
    """'word<TAB>term frequency<TAB>document frequency'."""
    parts = line.split("\t") if "\t" in line else line.split()
    if len(parts) != 3 or len(parts[0].split()) != 1:
        raise Malformed(
            "not a word and two numbers", "write 'word<TAB>term frequency<TAB>document frequency'"
        )
    _check_length(parts[0])
    term = _count(parts[1], 10**15, "a term frequency")
    documents = _count(parts[2], DOCUMENTS * 1000, "a document frequency")
    if documents > term:
        raise Malformed(
            f"{parts[2]} documents hold it, and it occurs {parts[1]} times",
            "the term frequency comes first",
        )
    if not documents:
        raise Malformed("it occurs nowhere", "leave the line out")
    return Frequency(parts[0].strip(), term, documents)


def parse_conversion(line: str) -> tuple[str, str]:
    """'词' keeps it, '词=>词' converts it; both sides of one length."""
    word, arrow, target = line.partition("=>")
    target = target if arrow else word
    if not any(map(_HAN.match, word)):
        raise Malformed("no Chinese character", "give what Traditional Chinese is converted from")
    if not word or len(target) != len(word) or any(map(str.isspace, line)):
        raise Malformed(
            "not a word, or two of one length with '=>' between them", "write '词' or '词=>词'"
        )
    return word, target


def _is_number(text: str) -> bool:
    return text.lstrip("+-")[:1].isdigit() or text.lower() in ("nan", "inf", "-inf", "infinity")


def _number(text: str, what: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise Malformed(f"{text!r} is not {what}", "give a number") from None
    if not math.isfinite(number):
        raise Malformed(f"{text!r} is not {what}", "give a number")
    return number


def _count(text: str, most: float, what: str) -> float:
    if not _WHOLE.fullmatch(text) or int(text) > most:
        raise Malformed(f"{text!r} is not {what}", f"give a whole number from 0 to {most:,.0f}")
    return float(text)


def _check_length(word: str) -> None:
    if len(word) > MAX_USER_WORD:
        raise Malformed(f"a word of {len(word)} characters", f"{MAX_USER_WORD} at most")
