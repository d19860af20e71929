"""Cuts runs of Han, Kana and spaceless text into pieces, each with its finer parts."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from .scripts import HIRAGANA, KATAKANA
from .segment import Segmenter, bigrams, clusters
from .tokens import Kind

__all__ = ["Cut", "Cutter", "Run"]

_new = tuple.__new__  # past the named tuple's own constructor, which is slow

_KANA = re.compile(f"[{HIRAGANA}{KATAKANA}]")
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
    """Knows the segmenter of each script and how fine parts are made.

    ``inside`` gives the smaller words of a Han word where fine parts are dictionary words;
    None means bigrams of the whole run, and ``fine=False`` none at all.
    """

    def __init__(
        self,
        han: Segmenter,
        japanese: Segmenter | None,
        other: Segmenter | None,
        *,
        fine: bool = True,
        inside: Callable[[str], list[str]] | None = None,
    ) -> None:
        self._han = han
        self._japanese = japanese
        self._other = other
        self._fine = fine
        self.inside = inside
        self.bigrams = fine and inside is None

    def cjk(self, run: str, start: int, pieces: list[Cut | Run], breaks: bool) -> None:
        """Cut a run of Han and Kana; a run that holds Kana is Japanese."""
        if _KANA.search(run) is None:
            pieces.append(_new(Run, (run, self._han(run), start, "zh", breaks)))
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
