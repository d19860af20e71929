"""Puts an analyzer together as the settings say; the optional libraries are asked for here."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..errors import MissingExtraError
from ..lexicon import Lexicons, load_conversion, load_lists
from ..settings import Settings
from .analyzer import Analyzer
from .cutting import Cutter
from .normalise import Converter, Normaliser, TableConverter
from .segment import (
    LexiconSegmenter,
    Segmenter,
    icu_segmenter,
    jieba_segmenter,
    rjieba_segmenter,
)

__all__ = ["make_analyzer"]


def make_analyzer(
    settings: Settings, lexicons: Lexicons, directory: str | Path | None = None
) -> Analyzer:
    """The analyzer that the settings describe.

    directory: the folder of the compiled tables; None for the package's own.
    Raises LexiconError where one cannot be used, MissingExtraError where a library is not there.
    """
    normaliser = Normaliser(
        _converter(settings, directory),
        fold_accents=settings.fold_accents,
        max_characters=settings.max_characters,
    )
    user_words = [_user_word(line, normaliser) for line in settings.user_words]
    lexicon = LexiconSegmenter(lexicons.chain("zh")[0], user_words)
    cutter = Cutter(
        _han_segmenter(settings, lexicon, user_words),
        _japanese(lexicons),
        icu_segmenter() if settings.word_segmenter == "icu" else None,
        fine=settings.fine_tokens != "off",
        inside=lexicon.inside if settings.fine_tokens == "words" else None,
    )
    return Analyzer(settings, lexicons, load_lists(directory), normaliser, cutter)


def _user_word(line: str, normaliser: Normaliser) -> tuple[str, float | None]:
    word, *rest = line.split()
    return normaliser.key(word), float(rest[0]) if rest else None


def _han_segmenter(
    settings: Settings,
    lexicon: LexiconSegmenter,
    user_words: Iterable[tuple[str, float | None]],
) -> Segmenter:
    if settings.han_segmenter == "jieba":
        return jieba_segmenter(user_words)
    if settings.han_segmenter == "rjieba":
        return rjieba_segmenter(user_words)
    return lexicon


def _japanese(lexicons: Lexicons) -> Segmenter | None:
    """A segmenter for text with Kana, where Japanese frequencies are installed."""
    if "ja" not in lexicons.languages:
        return None
    return _LazyJapanese(lexicons)


class _LazyJapanese:
    """Opens the Japanese lexicon when the first Kana comes."""

    def __init__(self, lexicons: Lexicons) -> None:
        self._lexicons = lexicons
        self._segmenter: LexiconSegmenter | None = None

    def __call__(self, run: str) -> list[str]:
        segmenter = self._segmenter
        if segmenter is None:
            # two threads may both make one; either serves
            segmenter = self._segmenter = LexiconSegmenter(self._lexicons.chain("ja")[0])
        return segmenter(run)


def _converter(settings: Settings, directory: str | Path | None) -> Converter | None:
    if settings.chinese_conversion == "off":
        return None
    if settings.chinese_conversion == "hanziconv":
        try:
            from hanziconv import HanziConv
        except ImportError:
            raise MissingExtraError("chinese_conversion = 'hanziconv'", "hanziconv") from None
        convert: Converter = HanziConv.toSimplified
        return convert
    return TableConverter(load_conversion(directory), settings.conversion_exceptions)
