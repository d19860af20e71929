"""FulltextQuery: the whole way from a text to a query, on one page."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from .asking import Asked, UnderstoodQuestion, as_asked
from .assembly import Given, Parts, assemble, spelling_of, unchanged
from .built import BuiltQuery
from .errors import FulltextQueryError, InputError, SettingsError
from .lexicon.dictionaries import Dictionaries
from .lexicon.lines import Progress
from .lexicon.loading import SourceLike, sources_of
from .provenance import Provenance
from .query.budget import affordable_leaves, prune, without_subwords
from .query.expand import Chosen, choose, expand
from .query.fold import beside, rewritten
from .query.min_match import clamp, is_strict
from .query.paragraph import keyword_slots, weighted
from .query.synonyms import FoundSynonym
from .query.tree import Leaf, Query, Slot, Term
from .reloading import ReloadReport, report_of
from .setting_types import parse_min_match
from .settings import Settings
from .text.analyzer import Analysis
from .text.tokens import Note, Role, Token
from .watching import Watcher

__all__ = ["FulltextQuery"]

_NOTHING: frozenset[Role] = frozenset()
_ASKING = frozenset((Role.QUESTION,))
_CLOSED = frozenset((Role.QUESTION, Role.FUNCTION))


class FulltextQuery:
    """Turns what a person typed into the Elasticsearch query that finds it.

    Make one and share it: it is safe between threads, and changes only when it is told to reload
    its dictionaries, all at once. Opening costs milliseconds.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        dictionaries: SourceLike | Iterable[SourceLike] = (),
        synonyms: Mapping[str, object] | None = None,
        glossary: Mapping[str, object] | None = None,
        lexicon_directory: str | Path | None = None,
        progress: Progress | None = None,
    ) -> None:
        """settings: what tunes it; None for ``Settings()``.

        dictionaries: folders of dictionary files, or files that 'fulltext-query dict compile' made
        of them; later ones rank higher, and all above those of the settings. synonyms, glossary:
        {word: what stands for it, or a list}; they rank above all files. lexicon_directory: a
        folder of compiled lexica; None for the package's own. progress: told how many bytes of
        dictionary files more were read.
        Raises LexiconError, MissingExtraError, DictionaryError with every line that is wrong.
        """
        if settings is not None and not isinstance(settings, Settings):
            raise SettingsError(
                f"settings must be a Settings, not {type(settings).__name__}: "
                "Settings(name=value), Settings.preset(name) or Settings.from_file(path)"
            )
        self._settings = settings if settings is not None else Settings()
        sources = (*map(Path, self._settings.dictionaries), *sources_of(dictionaries))
        self._given = Given(sources, synonyms, glossary, lexicon_directory)
        self._reloading = threading.Lock()
        # the one thing that ever changes: every query takes it once and keeps to it
        self._parts = assemble(self._settings, self._given, progress=progress)

    @property
    def settings(self) -> Settings:
        """What tunes it."""
        return self._settings

    @property
    def dictionaries(self) -> Dictionaries:
        """What it knows beside the lexica, layer by layer, with what is wrong with its files."""
        return self._parts.dictionaries

    @property
    def spelling(self) -> dict[str, Any]:
        """The settings that a compiled dictionary's keys depend on."""
        return spelling_of(self._settings)

    def reload(self, *, progress: Progress | None = None) -> ReloadReport:
        """Reads the dictionaries again, and takes them all at once where all of them can be used.

        Queries that are being built meanwhile keep to the old ones, and later ones too where this
        raises: DictionaryError with every line that is wrong, LexiconError, MissingExtraError.
        """
        with self._reloading:  # of two at a time the later one must not lose to the earlier
            before = self._parts.dictionaries
            same = unchanged(self._given, before)
            if len(same) == len(set(self._given.sources)):
                return report_of(before, before)
            after = assemble(
                self._settings, self._given, before=self._parts, same=same, progress=progress
            )
            self._parts = after
            return report_of(before, after.dictionaries)

    def watch(
        self,
        *,
        on_reload: Callable[[ReloadReport], object] | None = None,
        on_error: Callable[[FulltextQueryError], object] | None = None,
    ) -> Watcher:
        """Reloads in a thread of its own whenever a file of the dictionaries changes, until the
        watcher is stopped or, as a context manager, left.

        on_reload, on_error: called in that thread; without them both are logged. What is in force
        stays in force after an error. Raises MissingExtraError.
        """
        return Watcher(self.reload, self._given.sources, on_reload, on_error)

    def with_dictionaries(
        self, *dictionaries: SourceLike, progress: Progress | None = None
    ) -> Self:
        """The same with more dictionaries on top, as for one tenant of many.

        Those that are loaded are shared, not read again. Raises as the constructor does.
        """
        before = self._parts
        same = dict(zip(self._given.sources, before.dictionaries.layers, strict=False))
        other = type(self).__new__(type(self))
        other._settings = self._settings
        sources = (*self._given.sources, *sources_of(dictionaries))
        other._given = self._given.over(sources)
        other._reloading = threading.Lock()
        other._parts = assemble(
            self._settings, other._given, before=before, same=same, progress=progress
        )
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and other processes make their own of the same settings and dictionaries."""
        return _remake, (type(self), self._settings, self._given)

    @classmethod
    def from_file(cls, path: str | Path, **options: Any) -> Self:
        """With the settings of a TOML file. Raises SettingsError."""
        return cls(Settings.from_file(path), **options)

    def analyze(self, text: str) -> Analysis:
        """The tokens of a text, as queries and documents are cut. Raises InputError."""
        return self._parts.analyzer.analyze(_checked(text))

    def glossary(self, text: str) -> dict[str, list[str]]:
        """The terms of the glossaries that a text has, in lower case, with what they stand for.

        In the order of the text. Raises InputError.
        """
        parts = self._parts
        found = parts.glossary.find(parts.analyzer.analyze(_checked(text)).tokens)
        terms: dict[str, dict[str, None]] = {}
        for place in sorted(found):
            for one in found[place]:
                terms.setdefault(one.key.lower(), {})[one.text] = None
        return {term: list(texts) for term, texts in terms.items()}

    def build(
        self,
        text: str | UnderstoodQuestion | Asked,
        *,
        min_match: object = None,
        synonyms: Mapping[str, object] | None = None,
    ) -> BuiltQuery:
        """The query for a text, or for a question that was understood.

        Of such a question, terms of the glossary and the words of rewrites join the slots of the
        words that they explain or replace; other new words, of passages too, only score.

        min_match: in place of the settings' own: a fraction from 0 to 1, a count, or a string as
        Elasticsearch takes it; 0 asks for none. synonyms: in place of the constructor's.
        Raises InputError where the text is no string, MinMatchError, DictionaryError.
        """
        parts = self._parts
        question = as_asked(text)
        analysis = parts.analyzer.analyze(question.text)
        asked = self._settings.min_match if min_match is None else parse_min_match(min_match)
        index = parts.synonyms
        if synonyms is not None or question.glossary is not None:
            index = parts.synonyms_with(self._settings, synonyms, question.glossary)
        notes = list(analysis.notes)
        tokens = analysis.tokens
        origins = Provenance(parts.dictionaries, parts.weigher, analysis)
        chosen = choose(
            tokens,
            origins.weigh if parts.weigher.weighs_entities else parts.weigher.weigh,
            limit=min(self._settings.max_terms, parts.affordable),
            remove=_ASKING if self._settings.question_words == "remove" else _NOTHING,
            notes=notes,
        )
        found: dict[int, list[FoundSynonym]] = index.find(tokens) if index else {}
        scoring: tuple[Leaf, ...] = ()
        if question.folded:
            scoring = self._fold(parts, question, tokens, found)
        slots = expand(chosen, tokens, self._settings, found, notes, parts.places)
        return self._finish(parts, origins, slots, chosen, found, asked, notes, scoring)

    def _fold(
        self,
        parts: Parts,
        question: Asked,
        tokens: Sequence[Token],
        found: dict[int, list[FoundSynonym]],
    ) -> tuple[Leaf, ...]:
        """Adds what rewrites say in place of words to what was found; what only scores."""
        language = tokens[0].language if tokens else ""
        analyze = parts.analyzer.analyze
        rewrites = [analyze(text, language).tokens for text in question.rewrites]
        for place, synonyms in rewritten(tokens, rewrites).items():
            found.setdefault(place, []).extend(synonyms)
        passages = [analyze(text).tokens for text in question.passages]
        settings = self._settings
        return beside(
            tokens, [*rewrites, *passages], parts.weigher.weigh,
            limit=settings.expansion_terms, mass=settings.expansion_weight,
        )  # fmt: skip

    def paragraph(
        self, text: str, *, keywords: Iterable[str] = (), min_match: object = None
    ) -> BuiltQuery:
        """The query for a whole passage: its heaviest words, and every keyword given.

        For tagging, more-like-this and hypothetical passages. A keyword weighs twice what the
        heaviest word does; one of several words is a phrase. Raises as ``build`` does.
        """
        given = _keywords(keywords)
        parts = self._parts
        analysis = parts.analyzer.analyze(_checked(text))
        settings = self._settings
        asked = settings.paragraph_min_match if min_match is None else parse_min_match(min_match)
        notes = list(analysis.notes)
        tokens = analysis.tokens
        origins = Provenance(parts.dictionaries, parts.weigher, analysis)
        keyed = keyword_slots(
            [(keyword, parts.analyzer.analyze(keyword).tokens) for keyword in given],
            parts.affordable,
            notes,
        )
        words = {slot.main.text for slot in keyed if isinstance(slot.main, Term)}
        room = min(settings.paragraph_terms, parts.affordable - len(keyed))
        chosen = choose(
            tokens,
            origins.weigh if parts.weigher.weighs_entities else parts.weigher.weigh,
            limit=room,
            remove=_CLOSED,
            without=words,
            count=True,
            notes=notes,
        )
        slots = expand(chosen, tokens, settings, {}, notes, parts.places, phrases=False)
        slots = [*weighted(keyed, slots), *slots]
        return self._finish(parts, origins, slots, chosen, {}, asked, notes)

    def _finish(
        self,
        parts: Parts,
        origins: Provenance,
        slots: list[Slot],
        chosen: list[Chosen],
        synonyms: dict[int, list[FoundSynonym]],
        asked: str,
        notes: list[Note],
        scoring: tuple[Leaf, ...] = (),
    ) -> BuiltQuery:
        """Bounds the query and settles its minimum."""
        if not slots:
            notes.append(Note("empty", "the text holds no word: the query matches nothing"))
        minimum = clamp(asked, len(slots))
        prices = parts.prices
        if prices.subword_field and is_strict(asked, len(slots)):
            slots, prices = without_subwords(slots, prices)
            notes.append(
                Note("subwords_left_out", f"a minimum of {asked} asks for the words themselves: "
                     "no sub-words are searched, which would count as their word")
            )  # fmt: skip
        limit = self._settings.max_clauses
        scoring = affordable_leaves(scoring, slots, limit, notes, prices)
        slots, prices = prune(slots, limit - sum(map(prices.leaf, scoring)), notes, prices)
        if minimum != asked and len(slots) > 1:
            notes.append(
                Note("min_match_lowered", f"{asked!r} asks for more than the {len(slots)} words "
                     "that there are: all of them are asked for")
            )  # fmt: skip
        settings = self._settings
        subwords = prices.subword_field
        fields = parts.fields
        if parts.prices.subword_field and not subwords:  # they were too much for the budget
            fields = tuple(field for field in fields if field[0] != parts.prices.subword_field)
        query = Query(
            tuple(slots), fields, minimum, settings.type, settings.tie_breaker,
            settings.fuzzy_prefix, settings.fuzzy_expansions, subwords, scoring,
        )  # fmt: skip
        return BuiltQuery(origins, query, chosen, synonyms, notes)


def _remake(kind: type[FulltextQuery], settings: Settings, given: Given) -> FulltextQuery:
    beyond = given.sources[len(settings.dictionaries) :]
    return kind(
        settings,
        dictionaries=beyond,
        synonyms=given.synonyms,
        glossary=given.glossary,
        lexicon_directory=given.directory,
    )


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
