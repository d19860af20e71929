"""Puts an analyzer together as the settings say; the optional libraries are asked for here."""

from __future__ import annotations

import re

from ..errors import MissingExtraError
from ..lexicon import Conversion, Lexicons, WordLists
from ..lexicon.columns import Table
from ..lexicon.dictionaries import Dictionaries
from ..lexicon.scripts import HAN
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

__all__ = ["make_analyzer", "make_normaliser"]

_ONE_SCRIPT = re.compile(f"[{HAN}]+|[^\\W\\d_{HAN}]+")


def make_normaliser(settings: Settings, tables: Conversion | None) -> Normaliser:
    """The normaliser that the settings describe.

    tables: what Traditional Chinese is converted by, where the setting takes tables.
    Raises MissingExtraError where a library is not there.
    """
    return Normaliser(
        _converter(settings, tables),
        fold_accents=settings.fold_accents,
        max_characters=settings.max_characters,
    )


def make_analyzer(
    settings: Settings,
    lexicons: Lexicons,
    normaliser: Normaliser,
    dictionaries: Dictionaries,
    lists: WordLists,
) -> Analyzer:
    """The analyzer that the settings and dictionaries describe.

    Raises LexiconError where a file cannot be used, MissingExtraError where a library is not there.
    """
    lexicon = LexiconSegmenter(lexicons.chain("zh")[0], dictionaries.word_tables("zh"))
    kept = dictionaries.protected
    words = [*dictionaries.every_word(), *kept]
    cutter = Cutter(
        _han_segmenter(settings, lexicon, dictionaries),
        _japanese(lexicons, dictionaries),
        icu_segmenter() if settings.word_segmenter == "icu" else None,
        fine=settings.fine_tokens != "off",
        inside=lexicon.inside if settings.fine_tokens == "words" else None,
        # what is neither all letters nor all Han would be cut at its joints
        protected=[word for word in words if not _ONE_SCRIPT.fullmatch(word)],
    )
    kind = _analyzer_class(settings)
    return kind(settings, lexicons, dictionaries.lists(lists), normaliser, cutter, frozenset(kept))


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
    settings: Settings, lexicon: LexiconSegmenter, dictionaries: Dictionaries
) -> Segmenter:
    if settings.han_segmenter == "jieba":
        return jieba_segmenter(dictionaries.words("zh"))
    if settings.han_segmenter == "rjieba":
        return rjieba_segmenter(dictionaries.words("zh"))
    return lexicon


def _japanese(lexicons: Lexicons, dictionaries: Dictionaries) -> Segmenter | None:
    """A segmenter for text with Kana, where Japanese frequencies are installed."""
    if "ja" not in lexicons.languages:
        return None
    return _LazyJapanese(lexicons, dictionaries.word_tables("ja"))


class _LazyJapanese:
    """Opens the Japanese lexicon when the first Kana comes."""

    def __init__(self, lexicons: Lexicons, tables: tuple[Table, ...]) -> None:
        self._lexicons = lexicons
        self._tables = tables
        self._segmenter: LexiconSegmenter | None = None

    def __call__(self, run: str) -> list[str]:
        segmenter = self._segmenter
        if segmenter is None:
            # two threads may both make one; either serves
            segmenter = self._segmenter = LexiconSegmenter(
                self._lexicons.chain("ja")[0], self._tables
            )
        return segmenter(run)


def _converter(settings: Settings, tables: Conversion | None) -> Converter | None:
    if settings.chinese_conversion == "off":
        return None
    if settings.chinese_conversion == "hanziconv":
        try:
            from hanziconv import HanziConv
        except ImportError:
            raise MissingExtraError("chinese_conversion = 'hanziconv'", "hanziconv") from None
        convert: Converter = HanziConv.toSimplified
        return convert
    return None if tables is None else TableConverter(tables, settings.conversion_exceptions)
