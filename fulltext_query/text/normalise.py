"""Text to the one spelling that everything else works on, with the way back to the original."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import cached_property

from ..lexicon import Conversion
from ..lexicon.folding import INVISIBLE, MAX_MARKS, NUMBER_JOINT, blank_joiners, cap_marks, fold
from ..lexicon.unicode_classes import MARKS
from .tokens import Note

__all__ = ["Converter", "Normalised", "Normaliser", "TableConverter"]

Converter = Callable[[str], str]
"""Traditional to Simplified; must keep the length of the text, or it is not used for it."""

_CLUSTER = re.compile(
    f"[\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff]+|(?s:.)[{MARKS}\u200b-\u200f\ufe00-\ufe0f\uff9e\uff9f]*"
)
_WORDS = re.compile(r"\s+|\S+")
_ACCENTED = re.compile("[\u00c0-\u024f\u0370-\u03ff\u1e00-\u1fff]")


class TableConverter:
    """Traditional to Simplified by OpenCC's characters and phrases, phrases first.

    A phrase that maps to itself protects a word that is Simplified already (著名, 乾隆).
    """

    def __init__(self, tables: Conversion, exceptions: Iterable[str] = ()) -> None:
        phrases = dict(tables.phrases)
        phrases.update({word: word for word in exceptions if len(word) > 1})
        self._table = {ord(old): new for old, new in tables.characters.items()}
        for word in exceptions:
            if len(word) == 1:
                self._table.pop(ord(word), None)
        self._phrases = phrases
        first = sorted({phrase[0] for phrase in phrases})
        self._starts = re.compile(_class_of(first) if first else "(?!)")
        self._longest = max(map(len, phrases), default=0)
        # Only text that holds a character that a phrase decides otherwise than the table does pays
        # for looking at phrases; most text is Simplified and holds nothing to convert at all
        deciding = {
            old
            for phrase, target in phrases.items()
            for old, new in zip(phrase, target, strict=True)
            if self._table.get(ord(old), old) != new
        }
        self._triggers = re.compile(f"[{''.join(sorted(deciding))}]" if deciding else "(?!)")
        concerned = sorted(deciding.union(map(chr, self._table)))
        self._concerned = re.compile(_class_of(concerned) if concerned else "(?!)")

    def __call__(self, text: str) -> str:
        if self._concerned.search(text) is None:
            return text
        converted = text.translate(self._table)
        if self._triggers.search(text) is None:
            return converted
        return self._with_phrases(text, converted)

    def _with_phrases(self, text: str, converted: str) -> str:
        pieces: list[str] = []
        done = 0
        for match in self._starts.finditer(text):
            position = match.start()
            if position < done:
                continue  # inside the phrase before
            for length in range(min(self._longest, len(text) - position), 1, -1):
                target = self._phrases.get(text[position : position + length])
                if target is not None:
                    pieces += (converted[done:position], target)
                    done = position + length
                    break
        pieces.append(converted[done:])
        return "".join(pieces)


def _class_of(characters: Iterable[str]) -> str:
    """A pattern for any of the characters, one range for all beyond the Basic Plane."""
    basic = "".join(character for character in characters if ord(character) <= 0xFFFF)
    return f"[{basic}\U00020000-\U0003ffff]"


class Normalised:
    """A normalised text and where each of its characters came from."""

    def __init__(
        self, text: str, original: str, places: _Places | None, notes: tuple[Note, ...]
    ) -> None:
        self.text = text
        self.original = original
        self.notes = notes
        self._places = places

    @cached_property
    def capitals(self) -> bool:
        """Whether all of it is written in capitals."""
        return self.original.isupper()

    @property
    def identity(self) -> bool:
        """Whether every character stands at the place it came from."""
        return self._places is None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original that text[start:end] came from, in code points; start < end."""
        if self._places is None:
            return start, end
        return self._places.original(start, end)


class Normaliser:
    """``fold``, then accents where wanted, then Traditional to Simplified."""

    def __init__(
        self,
        convert: Converter | None,
        *,
        fold_accents: bool = False,
        max_characters: int = 100_000,
    ) -> None:
        self._convert = convert
        self._fold_accents = fold_accents
        self._max_characters = max_characters

    def __call__(self, original: str) -> Normalised:
        """Never fails; whatever the text, ``span`` stays within it."""
        notes: list[Note] = []
        if len(original) > self._max_characters:
            notes.append(
                Note(
                    "text_cut",
                    f"the text has {len(original)} characters; the first {self._max_characters} "
                    "were read (max_characters)",
                )
            )
            original = original[: self._max_characters]
        if original.isascii() and original.isprintable():
            return Normalised(original.lower(), original, None, tuple(notes))
        folded = self._fold(original)
        if len(folded) > self._max_characters:  # one character can fold to eighteen
            original, folded = self._shortened(original, folded, notes)
        source = blank_joiners(original)
        same = source == folded or _same_places(source, folded)
        places = None if same else _align(source, folded, self._fold)
        if len(folded) != len(original):
            notes += _explain_losses(original)
        return Normalised(self.convert(folded), original, places, tuple(notes))

    def _shortened(self, original: str, folded: str, notes: list[Note]) -> tuple[str, str]:
        """As much of the text as folds to no more than the limit."""
        limit = self._max_characters
        size = len(original)
        whole = len(folded)
        while len(folded) > limit:
            size = min(size * limit // len(folded), size - 1)
            folded = self._fold(original[:size])
        notes.append(
            Note("text_cut", f"the text has {whole} characters once its compatibility forms "
                 f"are spelled out; the first {size} as written were read (max_characters)")
        )  # fmt: skip
        return original[:size], folded

    def convert(self, folded: str) -> str:
        """Traditional to Simplified, of a text that is folded already."""
        if self._convert is None:
            return folded
        converted = self._convert(folded)
        return converted if len(converted) == len(folded) else folded

    def key(self, word: str) -> str:
        """A word as the keys of dictionaries are spelled."""
        return self.convert(self._fold(word)).strip()

    def _fold(self, text: str) -> str:
        folded = fold(text)
        if self._fold_accents and _ACCENTED.search(folded):
            return _ACCENTED.sub(_bare_letter, folded)
        return folded


def _bare_letter(match: re.Match[str]) -> str:
    letter = match.group()
    bare = unicodedata.normalize("NFD", letter)[0]
    return _UNDECOMPOSED.get(letter, bare)


# Letters with a stroke or of two letters have no decomposition
_UNDECOMPOSED = {"ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe",
                 "þ": "th", "ı": "i"}  # fmt: skip


def _same_places(original: str, folded: str) -> bool:
    """Whether each character of ``folded`` came from the character at its own place."""
    if len(original) != len(folded):
        return False
    for old, new in zip(original, folded, strict=True):
        # full-width forms stand 0xFEE0 above their ASCII ones
        if old != new and ord(old) - ord(new) != 0xFEE0 and fold(old) != new:
            return False
    return True


class _Places:
    """Where the characters of a folded text came from: stretches that moved as they are, and pieces
    that became something of another length."""

    def __init__(self) -> None:
        self._folded: list[int] = [0]  # where each stretch or piece starts
        self._sources: list[int] = [0]
        self._ends: list[int | None] = [None]  # where a piece ends in the original; None: a stretch

    def add(self, folded: int, length: int, source: int, end: int) -> None:
        """original[source:end] became folded[folded:folded + length]; a stretch follows it."""
        if length:
            self._folded.append(folded)
            self._sources.append(source)
            self._ends.append(end)
        self._folded.append(folded + length)
        self._sources.append(end)
        self._ends.append(None)

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original that folded[start:end] came from."""
        first = bisect_right(self._folded, start) - 1
        last = bisect_right(self._folded, end - 1) - 1
        source = self._sources[first]
        if self._ends[first] is None:
            source += start - self._folded[first]
        stop = self._ends[last]
        if stop is None:
            stop = self._sources[last] + end - self._folded[last]
        return source, stop


def _align(original: str, folded: str, folding: Callable[[str], str]) -> _Places:
    """How to come back from ``folded`` to ``original``.

    Character by character first, then base with marks, then word by word: the smallest pieces that
    fold one by one to the same text. A text that no cutting explains is one piece.
    """
    table = {ord(character): folding(character) for character in set(original)}
    if original.translate(table) == folded:
        return _gather(original, folding, _uneven(table))
    joints = re.compile(NUMBER_JOINT)
    if joints.sub(r" \g<joint>", original).translate(table) == folded:
        pattern = re.compile(f"{NUMBER_JOINT}|{_uneven(table).pattern}")
        return _gather(original, folding, pattern)
    for pattern in (_CLUSTER, _WORDS):
        if "".join([folding(piece) for piece in pattern.findall(original)]) == folded:
            return _gather(original, folding, pattern)
    places = _Places()
    places.add(0, len(folded), 0, len(original))
    return places


def _uneven(table: dict[int, str]) -> re.Pattern[str]:
    """A pattern for the characters that become none or several; marks go with what they are on."""
    uneven = sorted(chr(code) for code, result in table.items() if len(result) != 1)
    marks = [one for one in uneven if not table[ord(one)] and unicodedata.combining(one)]
    patterns = []
    if marks:
        patterns.append(f"(?s:.)[{''.join(map(re.escape, marks))}]+")
    if len(marks) < len(uneven):
        patterns.append(f"[{''.join(map(re.escape, uneven))}]")
    return re.compile("|".join(patterns) or "(?!)")


def _gather(original: str, folding: Callable[[str], str], pattern: re.Pattern[str]) -> _Places:
    places = _Places()
    moved = 0  # how much longer the folded text is so far
    for match in pattern.finditer(original):
        piece = match.group()
        length = len(folding(piece)) + (match.lastgroup == "joint")  # a blank before it
        if length != 1 or len(piece) != 1:
            places.add(match.start() + moved, length, match.start(), match.end())
            moved += length - len(piece)
    return places


def _explain_losses(original: str) -> list[Note]:
    notes = []
    hidden = len(original) - len(original.translate(INVISIBLE))
    if hidden:
        notes.append(
            Note("invisible_removed", f"{hidden} control or invisible characters were removed")
        )
    if len(cap_marks(original)) != len(original):
        notes.append(
            Note("marks_capped", f"more than {MAX_MARKS} combining marks in a row were cut off")
        )
    return notes
