"""Everything that a query is built with, put together once; swapped as one when it is reloaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from .errors import DictionaryError
from .lexicon import Conversion, Lexicons, load_conversion, load_lists
from .lexicon.dictionaries import Dictionaries
from .lexicon.given import given_layer
from .lexicon.layer import Layer
from .lexicon.layer_files import fingerprint_of, read_folder
from .lexicon.layer_format import open_layer
from .lexicon.lines import Progress
from .lexicon.loading import (
    SHIPPED_FILE,
    WORDNET_FILE,
    is_compiled,
    load_layer,
    open_shipped,
)
from .lexicon.scripts import language_of
from .lexicon.stem import Stems
from .lexicon.synonyms import from_mapping
from .query.budget import affordable_words
from .query.expand import Places
from .query.synonyms import SynonymIndex
from .query.tree import Prices
from .settings import Settings
from .text.analyzer import Analyzer
from .text.assemble import make_analyzer, make_normaliser
from .weighting import Weigher

__all__ = ["Given", "Parts", "assemble", "spelling_of", "unchanged"]

_SPELLING = ("fold_accents", "chinese_conversion", "conversion_exceptions", "stemming")
_ATTEMPTS = 5
_NONE_KNOWN: Mapping[Path, Layer] = {}
_CONVERSION = frozenset(("t2s_exceptions",))

GivenRules = Mapping[str, object]


@dataclass(frozen=True)
class Given:
    """What a builder was made of, but for its settings."""

    sources: tuple[Path, ...] = ()
    """Folders of dictionaries, or compiled files; later ones rank higher."""
    synonyms: GivenRules | None = None
    glossary: GivenRules | None = None
    directory: str | Path | None = None
    """Of the compiled lexica; None for the package's own."""

    def over(self, sources: tuple[Path, ...]) -> Given:
        """The same with other sources."""
        return replace(self, sources=sources)


@dataclass(frozen=True)
class Parts:
    """What one state of a builder consists of."""

    lexicons: Lexicons
    dictionaries: Dictionaries
    analyzer: Analyzer
    weigher: Weigher
    synonyms: SynonymIndex
    below_given: SynonymIndex
    """The synonyms of the dictionaries alone: what a call's own rank above."""
    places: Places
    fields: tuple[tuple[str, float], ...]
    prices: Prices
    affordable: int
    """Words that a query can pay for."""

    @cached_property
    def glossary(self) -> SynonymIndex:
        """The glossaries of all layers alone."""
        return self.synonyms.alone(
            [rules for rules in self.dictionaries.rules if rules.kind == "glossary"]
        )

    def synonyms_with(
        self, settings: Settings, synonyms: GivenRules | None, glossary: GivenRules | None
    ) -> SynonymIndex:
        """The synonyms of the dictionaries and a call's own; None: those that were given before.

        Raises DictionaryError.
        """
        given = Given(synonyms=synonyms, glossary=glossary)
        layer = _given(settings, self.analyzer.key, given, words=False)
        below = self.synonyms if synonyms is None else self.below_given
        return below.over(Dictionaries(layer).rules)


def spelling_of(settings: Settings) -> dict[str, Any]:
    """The settings that the keys of a compiled dictionary depend on; JSON-ready."""
    return settings.model_dump(mode="json", include=set(_SPELLING))


def assemble(
    settings: Settings,
    given: Given,
    *,
    before: Parts | None = None,
    same: Mapping[Path, Layer] = _NONE_KNOWN,
    progress: Progress | None = None,
) -> Parts:
    """All parts, from the files as they are now.

    before: a state whose lexica and shipped dictionaries are used again, as they never change.
    same: of its layers those that need not be read again, by their sources.
    progress: told how many bytes of dictionary files more were read.
    Raises LexiconError, DictionaryError, MissingExtraError.
    """
    lexicons = Lexicons(given.directory) if before is None else before.lexicons
    if before is None:
        shipped = open_shipped(given.directory, SHIPPED_FILE)
        wordnet = open_shipped(given.directory, WORDNET_FILE) if settings.wordnet else None
    else:
        shipped, wordnet = before.dictionaries.shipped, before.dictionaries.wordnet
    # how words are spelled depends on the exceptions of the conversion: they come first, and what
    # they said has to be what the layers say that are read with them
    for _ in range(_ATTEMPTS):
        converting = tuple(same.get(source) or _exceptions_of(source) for source in given.sources)
        if before is None or conversions(converting) != conversions(before.dictionaries.layers):
            same = _NONE_KNOWN
        normaliser = make_normaliser(
            settings, _conversion(settings, given, Dictionaries(shipped, converting))
        )
        layers = tuple(
            same.get(source)
            or load_layer(
                source, normaliser.key, stemmer(settings),
                language=usual_language(settings), spelling=spelling_of(settings),
                strict=settings.strict_dictionaries, progress=progress,
            )
            for source in given.sources
        )  # fmt: skip
        if conversions(layers) == conversions(converting):
            break
    else:
        raise DictionaryError(
            "the exceptions of the conversion changed while they were read: load the dictionaries "
            "when they are written, or write them elsewhere and move them there"
        )
    last = _given(settings, normaliser.key, given)
    dictionaries = Dictionaries(
        shipped, (*layers, last), wordnet=wordnet, shipped_synonyms=settings.shipped_synonyms
    )
    analyzer = make_analyzer(
        settings, lexicons, normaliser, dictionaries, load_lists(given.directory)
    )
    below, over = _rules(settings, lexicons, analyzer, dictionaries, last)
    places = Places.of(settings)
    fields = tuple(settings.searched.items())
    subwords = places.subwords[0] if places.subwords else ""
    words = len(fields) - bool(subwords and len(fields) > 1)
    return Parts(
        lexicons=lexicons,
        dictionaries=dictionaries,
        analyzer=analyzer,
        weigher=Weigher(settings, lexicons, dictionaries),
        synonyms=over,
        below_given=below,
        places=places,
        fields=fields,
        prices=Prices(len(fields), subwords, settings.fuzzy_expansions),
        affordable=affordable_words(settings.max_clauses, words),
    )


def conversions(layers: Iterable[Layer]) -> dict[str, str]:
    """What layers say of the conversion of Traditional Chinese, the last one holding."""
    return {
        word: target for layer in layers for word, (target, _) in sorted(layer.conversion.items())
    }


def unchanged(given: Given, dictionaries: Dictionaries) -> dict[Path, Layer]:
    """The layers whose files say what they said, by their sources.

    Raises DictionaryError, LexiconError.
    """
    return {
        source: layer
        for source, layer in zip(given.sources, dictionaries.layers, strict=False)
        if layer.fingerprint
        == (open_layer(source).fingerprint if is_compiled(source) else fingerprint_of(source))
    }


def _exceptions_of(source: Path) -> Layer:
    """A layer that has what a source says of the conversion of Traditional Chinese."""
    if is_compiled(source):
        return open_layer(source)
    return read_folder(source, str.strip, None, only=_CONVERSION)


def _conversion(settings: Settings, given: Given, dictionaries: Dictionaries) -> Conversion | None:
    if settings.chinese_conversion != "opencc":
        return None
    return dictionaries.conversion(load_conversion(given.directory))


def usual_language(settings: Settings) -> str:
    """The language of a word in Latin script that nothing tells the language of."""
    return settings.fallback_language if settings.language == "auto" else settings.language


def stemmer(settings: Settings) -> Any:
    """Spells language and word as a stem; None where the settings want none."""
    if not settings.stemming:
        return None
    stems = Stems()
    return lambda language, word: stems(language_of(word, language), word)


def _given(settings: Settings, key: Any, given: Given, *, words: bool = True) -> Layer:
    return given_layer(
        key,
        stemmer(settings),
        usual_language(settings),
        user_words=settings.user_words if words else (),
        # a word that is kept as it is written is a word
        kept=settings.conversion_exceptions if words else (),
        synonyms=from_mapping(given.synonyms) if given.synonyms else None,
        glossary=from_mapping(given.glossary) if given.glossary else None,
    )


def _rules(
    settings: Settings,
    lexicons: Lexicons,
    analyzer: Analyzer,
    dictionaries: Dictionaries,
    last: Layer,
) -> tuple[SynonymIndex, SynonymIndex]:
    """The synonyms of the files, and with those that were given."""
    ranked: Sequence[Any] = dictionaries.rules
    below = SynonymIndex(
        [one for one in ranked if one.layer is not last],
        lambda text, language: analyzer.analyze(text, language).tokens,
        lambda language, word: lexicons.get(language, word) is not None,
        stems=settings.stemming,
        cut=settings.tokenizer == "ragflow",
    )
    return below, below.over([one for one in ranked if one.layer is last])
