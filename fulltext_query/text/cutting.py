"""Cuts runs of Han, Kana and spaceless text into pieces, each with its finer parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

from ..lexicon.unicode_classes import MARKS
from .normalise import Normalised
from .recognise import ends_clause, recognise
from .scripts import HAN, HIRAGANA, KATAKANA, SPACELESS, script_of
from .segment import Segmenter, bigrams, clusters
from .tokens import Kind

__all__ = ["Cut", "Cutter", "Run"]

_new = tuple.__new__  # past the named tuple's own constructor, which is slow

_CJK = f"{HAN}{HIRAGANA}{KATAKANA}"
_RUNS = re.compile(
    f"([{_CJK}]+)|([{SPACELESS}][{SPACELESS}{MARKS}]*)|([^\\s{_CJK}{SPACELESS}]+)|\n"
)
_CHUNKS = re.compile(r"\S+|\n")
_OPERATOR = re.compile(r"[\^~]\d{0,3}(?:\.\d{1,3})?")  # a boost or a fuzziness without its word
_NUMERALS = "〇零一二三四五六七八九十百千万亿两"
_NUMERAL_RUN = re.compile(f"[{_NUMERALS}]{{2}}")
_KANA = re.compile(f"[{HIRAGANA}{KATAKANA}]")
_LETTER = f"[^\\W{_CJK}]"  # of a script that has blanks
_CJK_CHARACTER = re.compile(f"[{_CJK}]")
_KATAKANA = re.compile(f"[{KATAKANA}]{{2,}}")


class Cut(NamedTuple):
    """A piece of a text, cut but not yet understood."""

    word: str  # normalised
    start: int  # in the normalised text
    kind: Kind
    script: str  # or the language, where the segmenter tells it
    breaks: bool
    fine: tuple[str, ...] = ()
    bound: bool = False


class Run(NamedTuple):
    """A run of Han or Kana with the words it was cut into; not taken apart before it must be."""

    text: str
    words: list[str]
    start: int
    language: str
    breaks: bool


class Cutter:
    """Cuts normalised text into pieces: runs by script, each by the segmenter of its script.

    ``inside`` gives the smaller words of a Han word where fine parts are dictionary words;
    None means bigrams of the whole run, and ``fine=False`` none at all. ``protected`` are words
    that no cutting would leave whole (T恤, wi-fi): they are found before anything is cut.
    """

    def __init__(
        self,
        han: Segmenter,
        japanese: Segmenter | None,
        other: Segmenter | None,
        *,
        fine: bool = True,
        inside: Callable[[str], list[str]] | None = None,
        protected: Iterable[str] = (),
    ) -> None:
        self._han = han
        self._japanese = japanese
        self._other = other
        self._fine = fine
        self.inside = inside
        self.bigrams = fine and inside is None
        self._protected = _pattern_of(protected)

    def cut(self, normalised: Normalised) -> list[Cut | Run]:
        """The text's pieces, in order."""
        pieces: list[Cut | Run] = []
        text = normalised.text
        if ("^" in text or "~" in text) and _OPERATOR.fullmatch(text.strip()):
            return pieces
        surface = normalised.original if normalised.identity else ""
        if self._protected is None:
            self._cut(text, 0, len(text), surface, pieces, False)
            return pieces
        done = 0
        pending = False
        for match in self._protected.finditer(text):
            pending = self._cut(text, done, match.start(), surface, pieces, pending)
            word = match.group()
            script = "latin" if word.isascii() else script_of(word)
            pieces.append(Cut(word, match.start(), Kind.CODE, script, pending))
            pending = False
            done = match.end()
        self._cut(text, done, len(text), surface, pieces, pending)
        return pieces

    def _cut(
        self,
        text: str,
        begin: int,
        end: int,
        surface: str,
        pieces: list[Cut | Run],
        pending: bool,
    ) -> bool:
        """Cut text[begin:end]; ``pending`` and the result: whether a clause ended just before."""
        add = pieces.append
        for match in (_CHUNKS if text.isascii() else _RUNS).finditer(text, begin, end):
            run = match.group()
            start = match.start()
            if run.isascii():
                if run.isalpha():
                    add(_new(Cut, (run, start, Kind.WORD, "latin", pending, (), False)))
                    pending = False
                    continue
            elif match.lastindex == 1:
                self.cjk(run, start, pieces, pending)
                pending = False
                continue
            elif match.lastindex == 2:
                self.spaceless(run, start, pieces, pending)
                pending = False
                continue
            if run == "\n":
                pending = True
                continue
            last = 0
            for piece in recognise(run, surface[start : start + len(run)]):
                last = piece.end
                word = run[piece.start : last]
                script = "latin" if word.isascii() else script_of(word)
                add(Cut(word, start + piece.start, piece.kind, script, pending or piece.breaks,
                        piece.fine, piece.bound))  # fmt: skip
                pending = False
            if last < len(run) and not pending:
                # the dot of initials (U.S.) belongs to them
                initials = run[last:] == "." and run[last - 2 : last - 1] == "."
                pending = not initials and ends_clause(run[last:])
        return pending

    def cjk(self, run: str, start: int, pieces: list[Cut | Run], breaks: bool) -> None:
        """Cut a run of Han and Kana; a run that holds Kana is Japanese."""
        if _KANA.search(run) is None:
            words = self._han(run)
            if _NUMERAL_RUN.search(run):
                words = _join_numerals(words)
            pieces.append(_new(Run, (run, words, start, "zh", breaks)))
            return
        position = 0
        for match in [*_KATAKANA.finditer(run), None]:
            stop = len(run) if match is None else match.start()
            if stop > position:
                part = run[position:stop]
                if self._japanese is None:
                    self._add_ngrams(part, start + position, pieces, breaks, "ja")
                else:
                    words = self._japanese(part)
                    pieces.append(Run(part, words, start + position, "ja", breaks))
                breaks = False
            if match is not None:
                word = match.group()
                fine = tuple(bigrams(word)) if self._fine and len(word) > 2 else ()
                pieces.append(Cut(word, start + match.start(), Kind.WORD, "ja", breaks, fine))
                breaks = False
                position = match.end()

    def spaceless(self, run: str, start: int, pieces: list[Cut | Run], breaks: bool) -> None:
        """Cut a run of a script that no lexicon serves: by its segmenter, else into bigrams."""
        if self._other is None:
            self._add_ngrams(run, start, pieces, breaks, "")
            return
        position = start
        for word in self._other(run):
            if not word.isspace():
                pieces.append(Cut(word, position, Kind.WORD, "", breaks))
                breaks = False
            position += len(word)

    @staticmethod
    def _add_ngrams(
        run: str, start: int, pieces: list[Cut | Run], breaks: bool, script: str
    ) -> None:
        """Overlapping pairs of characters with their marks; a single one is a piece too."""
        characters = clusters(run)
        if len(characters) == 1:
            pieces.append(Cut(run, start, Kind.NGRAM, script, breaks))
        position = start
        for left, right in pairwise(characters):
            pieces.append(Cut(left + right, position, Kind.NGRAM, script, breaks))
            breaks = False
            position += len(left)


def _join_numerals(words: list[str]) -> list[str]:
    """The words with a numeral joined to what goes on with it: 一二期 is no 二期."""
    joined: list[str] = []
    for word in words:
        if joined and word[0] in _NUMERALS and all(one in _NUMERALS for one in joined[-1]):
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def _pattern_of(words: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern for any of the words, the longest first, not inside a word of letters."""
    found = sorted({word for word in words if word}, key=lambda word: (-len(word), word))
    if not found:
        return None
    guarded = [
        (f"(?<!{_LETTER})" if word[0].isalnum() and not _CJK_CHARACTER.match(word[0]) else "")
        + re.escape(word)
        + (f"(?!{_LETTER})" if word[-1].isalnum() and not _CJK_CHARACTER.match(word[-1]) else "")
        for word in found
    ]
    return re.compile("|".join(guarded))
