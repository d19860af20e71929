"""How a word is spelled as a key: the one spelling that text, documents and dictionaries share.

The order is the one that keeps meaning: invisible characters go first (NFKC keeps them), NFKC
before lower-casing (the other order differs on 630 code points), language foldings last.
Traditional to Simplified is not part of it: that needs tables, and stands in ``text/``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from .unicode_classes import REORDERED, REORDERED_BASIC

__all__ = [
    "FOLDING",
    "INVISIBLE",
    "MAX_MARKS",
    "NUMBER_JOINT",
    "blank_joiners",
    "cap_marks",
    "fold",
]

MAX_MARKS = 30
"""Combining marks kept after one character: UAX #15's stream-safe limit. More is never text, and
canonical ordering takes quadratic time over them."""


def _ranges(*spans: tuple[int, int]) -> list[int]:
    return [code for first, last in spans for code in range(first, last + 1)]


_HIDDEN = _ranges(
    (0x00, 0x08), (0x0E, 0x1F), (0x7F, 0x84), (0x86, 0x9F),  # control characters but for the blanks
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x180B, 0x180E), (0x200B, 0x200B),
    (0x200D, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFF9, 0xFFFB), (0xE0001, 0xE007F), (0xE0100, 0xE01EF), (0xD800, 0xDFFF),
)  # fmt: skip

INVISIBLE: dict[int, None] = dict.fromkeys(_HIDDEN)
"""For ``str.translate``: control and format characters, direction marks, variation selectors and
lone surrogates. None of them is part of a word. ZWNJ (U+200C) is not among them: see ``fold``."""

# Zero of every decimal digit system of the Basic Multilingual Plane that NFKC leaves alone.
_ZEROS = (
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6,
    0xE50, 0xED0, 0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50,
    0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0,
)  # fmt: skip

FOLDING: dict[int, str | None] = {
    **{zero + digit: str(digit) for zero in _ZEROS for digit in range(10)},
    # Arabic and Persian write one letter with several code points (Lucene's Arabic and Persian
    # normalisers fold the same way); vowel signs and the tatweel are optional in writing.
    **dict.fromkeys(map(ord, "أإآٱ"), "ا"),
    **dict.fromkeys(map(ord, "یىېے"), "ي"),
    **dict.fromkeys(map(ord, "کڪ"), "ك"),
    **dict.fromkeys(map(ord, "ةۀہۂەھ"), "ه"),
    **dict.fromkeys(_ranges((0x64B, 0x65F), (0x670, 0x670), (0x640, 0x640)), None),
    **dict.fromkeys(_ranges((0x591, 0x5BD), (0x5BF, 0x5BF), (0x5C1, 0x5C2), (0x5C4, 0x5C5)), None),
    0x66B: ".",
    0x66C: ",",
    ord("ё"): "е",
    ord("ß"): "ss",
    ord("ς"): "σ",
    **dict.fromkeys(map(ord, "‘’‛ʼ＇"), "'"),
    **dict.fromkeys(_ranges((0x2010, 0x2015), (0x2212, 0x2212)), "-"),
}
"""For ``str.translate``, after NFKC and lower-casing."""

_MARK_RUN = re.compile(f"[{REORDERED_BASIC}]{{{MAX_MARKS + 1},}}")
_MARK_RUN_BEYOND = re.compile(f"[{REORDERED}]{{{MAX_MARKS + 1},}}")  # much slower to search
_ZWNJ = "\u200c"
_ARABIC_ZWNJ = re.compile(
    "(?<=[\u0600-\u06ff\u0750-\u077f])\u200c+(?=[\u0600-\u06ff\u0750-\u077f])"
)


def _as_class(codes: Iterable[int]) -> str:
    """The characters as ranges, for the inside of a ``[...]``."""
    ranges: list[list[int]] = []
    for code in sorted(codes):
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"{re.escape(chr(first))}-{re.escape(chr(last))}" for first, last in ranges)


# Most text holds none of the characters that only the long way treats. U+0130 lowers to two. Beyond
# the Basic Multilingual Plane one range stands for all: each further one would slow every search.
_BASIC = _as_class(code for code in {*INVISIBLE, *FOLDING, 0x130, 0x200C} if code <= 0xFFFF)
_SPECIAL = re.compile(f"[{REORDERED_BASIC}{_BASIC}\U00010000-\U0010ffff]")


# Between a number and a fraction or an exponent: NFKC alone makes 11⁄2 of 1½ and 102 of 10²
_FRACTIONS = "¼-¾⅐-⅞↉²³¹⁰⁴-⁹"
NUMBER_JOINT = f"(?P<joint>(?<=[0-9])[{_FRACTIONS}])"
"""A fraction or an exponent right behind a number: ``fold`` puts a blank before it."""
_FRACTION = re.compile(f"([0-9])(?=[{_FRACTIONS}])")


def cap_marks(text: str) -> str:
    """The text with at most MAX_MARKS combining marks in a row; the rest of a run is cut off."""
    pattern = _MARK_RUN if max(text, default="") <= "\uffff" else _MARK_RUN_BEYOND
    return pattern.sub(lambda match: match.group()[:MAX_MARKS], text)


def blank_joiners(text: str) -> str:
    """The text with a blank for each ZWNJ between Arabic letters; of the same length."""
    if _ZWNJ not in text:
        return text
    return _ARABIC_ZWNJ.sub(lambda match: " " * len(match.group()), text)


def fold(text: str) -> str:
    """The text in the spelling that keys are stored in; may be of another length.

    Never fails and is idempotent: ``fold(fold(text)) == fold(text)``. Between Arabic letters ZWNJ
    becomes a blank (as Elasticsearch's Persian analyser has it), elsewhere it is dropped.
    """
    if text.isascii() and text.isprintable():
        return text.lower()
    if not _SPECIAL.search(text):
        if unicodedata.is_normalized("NFKC", text):
            lowered = text.lower()
        else:
            lowered = unicodedata.normalize("NFKC", _FRACTION.sub(r"\1 ", text)).lower()
        if not _SPECIAL.search(lowered) and unicodedata.is_normalized("NFKC", lowered):
            return lowered
    return _fold_special(text)


def _fold_special(text: str) -> str:
    text = text.translate(INVISIBLE)
    if _ZWNJ in text:
        text = blank_joiners(text).replace(_ZWNJ, "")
    text = cap_marks(text)
    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", _FRACTION.sub(r"\1 ", text))
    # U+0130 lowers to i and a combining dot: the dot is no part of the letter
    text = text.replace("\u0130", "i").lower().translate(FOLDING)
    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text)
    return text
