"""FulltextQuery: the whole way from a text to a query, on one page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Self

from .built import BuiltQuery
from .errors import InputError, SettingsError
from .lexicon import Lexicons
from .lexicon.synonyms import from_mapping
from .query.budget import affordable_words, prune, without_subwords
from .query.expand import Chosen, Places, choose, expand
from .query.min_match import clamp, is_strict
from .query.paragraph import keyword_slots, weighted
from .query.synonyms import FoundSynonym, SynonymIndex
from .query.tree import Prices, Query, Slot, Term
from .setting_types import parse_min_match
from .settings import Settings
from .text.analyzer import Analysis
from .text.assemble import make_analyzer
from .text.tokens import Note, Role
from .weighting import Weigher

__all__ = ["FulltextQuery"]

_NOTHING: frozenset[Role] = frozenset()
_ASKING = frozenset((Role.QUESTION,))
_CLOSED = frozenset((Role.QUESTION, Role.FUNCTION))


class FulltextQuery:
    """Turns what a person typed into the Elasticsearch query that finds it.

    Make one and share it: it is immutable and safe between threads. Opening costs milliseconds.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        synonyms: Mapping[str, object] | None = None,
        lexicon_directory: str | Path | None = None,
    ) -> None:
        """settings: what tunes it; None for ``Settings()``.

        synonyms: {word: synonym or list of them}; see ``fulltext_query.lexicon.synonyms`` for
        rules of Solr's form. lexicon_directory: a folder of compiled lexica; None for the
        package's own. Raises LexiconError, MissingExtraError, DictionaryError.
        """
        if settings is not None and not isinstance(settings, Settings):
            raise SettingsError(
                f"settings must be a Settings, not {type(settings).__name__}: "
                "Settings(name=value), Settings.preset(name) or Settings.from_file(path)"
            )
        self._settings = settings if settings is not None else Settings()
        self._made_of = (self._settings, synonyms, lexicon_directory)
        lexicons = Lexicons(lexicon_directory)
        self._analyzer = make_analyzer(self._settings, lexicons, lexicon_directory)
        self._weigher = Weigher(self._settings, lexicons, self._analyzer.user_words)
        self._synonyms = self._index(synonyms)
        self._places = Places.of(self._settings)
        self._fields = tuple(self._settings.searched.items())
        subwords = self._places.subwords[0] if self._places.subwords else ""
        self._prices = Prices(len(self._fields), subwords, self._settings.fuzzy_expansions)
        words = len(self._fields) - bool(subwords and len(self._fields) > 1)
        self._affordable = affordable_words(self._settings.max_clauses, words)

    @property
    def settings(self) -> Settings:
        """What tunes it."""
        return self._settings

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and other processes make their own of the same settings and dictionaries."""
        return _remake, (type(self), *self._made_of)

    @classmethod
    def from_file(cls, path: str | Path, **options: Any) -> Self:
        """With the settings of a TOML file. Raises SettingsError."""
        return cls(Settings.from_file(path), **options)

    def analyze(self, text: str) -> Analysis:
        """The tokens of a text, as queries and documents are cut. Raises InputError."""
        return self._analyzer.analyze(_checked(text))

    def build(
        self,
        text: str,
        *,
        min_match: object = None,
        synonyms: Mapping[str, object] | None = None,
    ) -> BuiltQuery:
        """The query for a text.

        min_match: in place of the settings' own: a fraction from 0 to 1, a count, or a string as
        Elasticsearch takes it; 0 asks for none. synonyms: in place of the constructor's.
        Raises InputError where the text is no string, MinMatchError, DictionaryError.
        """
        analysis = self._analyzer.analyze(_checked(text))
        asked = self._settings.min_match if min_match is None else parse_min_match(min_match)
        index = self._synonyms if synonyms is None else self._index(synonyms)
        notes = list(analysis.notes)
        tokens = analysis.tokens
        chosen = choose(
            tokens,
            self._weigher.weigh,
            limit=min(self._settings.max_terms, self._affordable),
            remove=_ASKING if self._settings.question_words == "remove" else _NOTHING,
            notes=notes,
        )
        found: dict[int, list[FoundSynonym]] = index.find(tokens) if index else {}
        slots = expand(chosen, tokens, self._settings, found, notes, self._places)
        return self._finish(analysis, slots, chosen, found, asked, notes)

    def paragraph(
        self, text: str, *, keywords: Iterable[str] = (), min_match: object = None
    ) -> BuiltQuery:
        """The query for a whole passage: its heaviest words, and every keyword given.

        For tagging, more-like-this and hypothetical passages. A keyword weighs twice what the
        heaviest word does; one of several words is a phrase. Raises as ``build`` does.
        """
        given = _keywords(keywords)
        analysis = self._analyzer.analyze(_checked(text))
        settings = self._settings
        asked = settings.paragraph_min_match if min_match is None else parse_min_match(min_match)
        notes = list(analysis.notes)
        tokens = analysis.tokens
        keyed = keyword_slots(
            [(keyword, self._analyzer.analyze(keyword).tokens) for keyword in given],
            self._affordable,
            notes,
        )
        words = {slot.main.text for slot in keyed if isinstance(slot.main, Term)}
        room = min(settings.paragraph_terms, self._affordable - len(keyed))
        chosen = choose(
            tokens,
            self._weigher.weigh,
            limit=room,
            remove=_CLOSED,
            without=words,
            count=True,
            notes=notes,
        )
        slots = expand(chosen, tokens, settings, {}, notes, self._places, phrases=False)
        slots = [*weighted(keyed, slots), *slots]
        return self._finish(analysis, slots, chosen, {}, asked, notes)

    def _finish(
        self,
        analysis: Analysis,
        slots: list[Slot],
        chosen: list[Chosen],
        synonyms: dict[int, list[FoundSynonym]],
        asked: str,
        notes: list[Note],
    ) -> BuiltQuery:
        """Bounds the query and settles its minimum."""
        if not slots:
            notes.append(Note("empty", "the text holds no word: the query matches nothing"))
        minimum = clamp(asked, len(slots))
        prices = self._prices
        if prices.subword_field and is_strict(asked, len(slots)):
            slots, prices = without_subwords(slots, prices)
            notes.append(
                Note("subwords_left_out", f"a minimum of {asked} asks for the words themselves: "
                     "no sub-words are searched, which would count as their word")
            )  # fmt: skip
        slots, prices = prune(slots, self._settings.max_clauses, notes, prices)
        if minimum != asked and len(slots) > 1:
            notes.append(
                Note("min_match_lowered", f"{asked!r} asks for more than the {len(slots)} words "
                     "that there are: all of them are asked for")
            )  # fmt: skip
        settings = self._settings
        subwords = prices.subword_field
        fields = self._fields
        if self._prices.subword_field and not subwords:  # they were too much for the budget
            fields = tuple(field for field in fields if field[0] != self._prices.subword_field)
        query = Query(
            tuple(slots), fields, minimum, settings.type, settings.tie_breaker,
            settings.fuzzy_prefix, settings.fuzzy_expansions, subwords,
        )  # fmt: skip
        return BuiltQuery(analysis, query, chosen, synonyms, notes, self._weigher)

    def _index(self, synonyms: Mapping[str, object] | None) -> SynonymIndex:
        entries = from_mapping(synonyms) if synonyms else {}
        return SynonymIndex(entries, lambda text: self._analyzer.analyze(text).tokens)


def _remake(
    kind: type[FulltextQuery],
    settings: Settings,
    synonyms: Mapping[str, object] | None,
    directory: str | Path | None,
) -> FulltextQuery:
    return kind(settings, synonyms=synonyms, lexicon_directory=directory)


def _checked(text: object) -> str:
    if not isinstance(text, str):
        raise InputError(
            f"the text to build a query from must be a string, not {type(text).__name__}"
        )
    return text


def _keywords(keywords: object) -> list[str]:
    if isinstance(keywords, str) or not isinstance(keywords, Iterable):
        raise InputError(f"keywords must be a list of strings, not {type(keywords).__name__}")
    given = list(keywords)
    for keyword in given:
        if not isinstance(keyword, str):
            raise InputError(f"keywords: {keyword!r} is not a string")
    return given
