"""Puts an analyzer together as the settings say; the optional libraries are asked for here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from ..errors import MissingExtraError
from ..lexicon import Lexicons, load_conversion, load_lists
from ..lexicon.user_words import read_user_words
from ..settings import Settings
from .analyzer import Analyzer
from .cutting import Cutter
from .normalise import Converter, Normaliser, TableConverter
from .scripts import HAN
from .segment import (
    LexiconSegmenter,
    Segmenter,
    icu_segmenter,
    jieba_segmenter,
    rjieba_segmenter,
)

__all__ = ["make_analyzer"]

_ONE_SCRIPT = re.compile(f"[{HAN}]+|[^\\W\\d_{HAN}]+")


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
    user_words = read_user_words(settings.user_words, normaliser.key)
    weighted = [(word.word, word.frequency) for word in user_words]
    # a word that is kept as it is written is a word
    weighted += [(normaliser.key(word), None) for word in settings.conversion_exceptions]
    lexicon = LexiconSegmenter(lexicons.chain("zh")[0], weighted)
    cutter = Cutter(
        _han_segmenter(settings, lexicon, weighted),
        _japanese(lexicons),
        icu_segmenter() if settings.word_segmenter == "icu" else None,
        fine=settings.fine_tokens != "off",
        inside=lexicon.inside if settings.fine_tokens == "words" else None,
        # what is neither all letters nor all Han would be cut at its joints
        protected=[word.word for word in user_words if not _ONE_SCRIPT.fullmatch(word.word)],
    )
    kind = _analyzer_class(settings)
    return kind(settings, lexicons, load_lists(directory), normaliser, cutter, user_words)


def _analyzer_class(settings: Settings) -> type[Analyzer]:
    """Who makes the tokens; the modules of the others are loaded when they are asked for."""
    if settings.tokenizer == "ragflow":
        from .ragflow import RagflowAnalyzer

        return RagflowAnalyzer
    if settings.tokenizer == "server":
        from .server import ServerAnalyzer

        return ServerAnalyzer
    return Analyzer


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
