"""Cuts runs of Han, Kana and spaceless text into pieces, each with its finer parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from ..lexicon.scripts import HAN, HIRAGANA, KATAKANA, SPACELESS, script_of
from ..lexicon.unicode_classes import MARKS
from .normalise import Normalised
from .recognise import ends_clause, recognise
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
_LETTER = re.compile(f"[^\\W{_CJK}]")  # of a script that has blanks
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
        self.fine = fine
        self.inside = inside
        self.bigrams = fine and inside is None
        words = frozenset(filter(None, protected))
        self._protected = _Protected(words) if words else None

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
        for start, end in self._protected.find(text):
            pending = self._cut(text, done, start, surface, pieces, pending)
            word = text[start:end]
            script = "latin" if word.isascii() else script_of(word)
            pieces.append(Cut(word, start, Kind.CODE, script, pending))
            pending = False
            done = end
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
                fine = tuple(bigrams(word)) if self.fine and len(word) > 2 else ()
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
    open_numeral: list[str] = []  # words of numerals alone, waiting for what they go on with
    for word in words:
        if open_numeral and word[0] not in _NUMERALS:
            joined.append("".join(open_numeral))
            open_numeral = []
        if all(one in _NUMERALS for one in word):
            open_numeral.append(word)
        else:
            joined.append("".join((*open_numeral, word)))
            open_numeral = []
    if open_numeral:
        joined.append("".join(open_numeral))
    return joined


class _Protected:
    """Finds words in a text, the longest first, that do not stand inside a longer word of letters.

    Looks only where a word can begin, and there only at the lengths that such words have.
    """

    def __init__(self, words: frozenset[str]) -> None:
        self._words = words
        lengths: dict[str, set[int]] = {}
        for word in words:
            lengths.setdefault(word[0], set()).add(len(word))
        self._lengths = {first: sorted(found, reverse=True) for first, found in lengths.items()}
        self._starts = re.compile(f"[{''.join(map(re.escape, sorted(lengths)))}]")

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """Start and end of each word, in order."""
        done = 0
        for match in self._starts.finditer(text):
            start = match.start()
            if start < done:
                continue
            for length in self._lengths[match.group()]:
                end = start + length
                if (
                    end <= len(text)
                    and text[start:end] in self._words
                    and self._stands_alone(text, start, end)
                ):
                    yield start, end
                    done = end
                    break

    @staticmethod
    def _stands_alone(text: str, start: int, end: int) -> bool:
        before = start == 0 or _is_han(text[start]) or not _LETTER.match(text[start - 1])
        after = end == len(text) or _is_han(text[end - 1]) or not _LETTER.match(text[end])
        return before and after


def _is_han(character: str) -> bool:
    return _CJK_CHARACTER.match(character) is not None
