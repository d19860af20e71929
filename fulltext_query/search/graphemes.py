"""What a reader sees as one character, as far as cutting a text has to know."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["joins", "left_of", "right_of"]

# What begins a character with whatever follows, and what only follows; Hangul jamo
_LEADING = re.compile(
    "[\u200d\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\U000110bd\U000110cd"
    "\U000111c2\U000111c3\U0001193f\U00011941\U00011a3a\U00011a84-\U00011a89\U00011d46\U00011f02]"
)
_FOLLOWING = re.compile(
    "[\u200c\u200d\uff9e\uff9f\u0e33\u0eb3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
)
_FLAGS = "\U0001f1e6", "\U0001f1ff"
_JAMO = re.compile("[\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff]")
_VIRAMA = 9  # its combining class
_LONGEST = 64
"""Code points that one character is followed for. Those of real texts have a dozen (UAX #15 allows
30 marks on a letter); a text that is one endless character must not take the square of its time.
"""


def joins(text: str, place: int) -> bool:
    """Whether what stands before and after a place is one character to a reader.

    It is wherever Unicode's rules (UAX #29) forbid a break, and at some more places, as between
    two Hangul syllables' jamo or between flags.
    """
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    if before < "\u0300" and after < "\u0300":
        return before == "\r" and after == "\n"
    if "\u3400" <= after <= "\u9fff":  # Han, and what few of these are else are whole too
        return _LEADING.match(before) is not None
    category = unicodedata.category(after)
    if category[0] == "M" or _FOLLOWING.match(after) or _LEADING.match(before):
        return True
    if _FLAGS[0] <= after <= _FLAGS[1]:
        return _FLAGS[0] <= before <= _FLAGS[1]
    if _JAMO.match(after) and _JAMO.match(before):
        return not ("\uac00" <= after <= "\ud7a3" and "\uac00" <= before <= "\ud7a3")
    return category == "Lo" and _after_virama(text, place)


def _after_virama(text: str, place: int) -> bool:
    """Whether the letter at a place is one conjunct with the one before."""
    for sign in reversed(text[max(0, place - _LONGEST) : place]):
        if unicodedata.combining(sign) == _VIRAMA:
            return True
        if unicodedata.category(sign)[0] != "M" and not _FOLLOWING.match(sign):
            return False
    return False


def left_of(text: str, place: int) -> int:
    """The place, or the nearest one before it where a character begins."""
    for left in range(place, max(-1, place - _LONGEST), -1):
        if not joins(text, left):
            return left
    return place


def right_of(text: str, place: int) -> int:
    """The place, or the nearest one behind it where a character ends."""
    for right in range(place, place + _LONGEST):
        if not joins(text, right):
            return right
    return place
