"""The text way on one page: a text in, its tokens out. Queries and documents both go it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from ..lexicon import Lexicons, WordLists
from ..lexicon.unicode_classes import MARKS
from ..settings import Settings
from .cutting import Cutter, Pieces
from .languages import LanguageGuesser
from .normalise import Normalised, Normaliser
from .questions import QuestionWords
from .recognise import recognise
from .scripts import HAN, HIRAGANA, KATAKANA, SPACELESS, script_of
from .stem import Stems
from .tokens import Kind, Note, Role, Token

__all__ = ["Analysis", "Analyzer"]

_CJK = f"{HAN}{HIRAGANA}{KATAKANA}"
_RUNS = re.compile(f"([{_CJK}]+)|([{SPACELESS}][{SPACELESS}{MARKS}]*)|([^\\s{_CJK}{SPACELESS}]+)|\n")
_CHUNKS = re.compile(r"\S+|\n")
_CLAUSE_END = frozenset(".?!;:…。？！；：,，、")
_OPERATORS = frozenset(("AND", "OR", "NOT"))
_MEMO_LIMIT = 65_536

# Parts of speech of jieba's tag set that only serve: pronouns, conjunctions, adverbs,
# prepositions, particles, modal particles, interjections, onomatopoeia
_FUNCTION_TAGS = frozenset("rcdpuyeo")


@dataclass(frozen=True, slots=True)
class _Form:
    """What is known of a word for its language: memoised, the hot path."""

    stem: str
    word: str
    function: bool


@dataclass(frozen=True)
class Analysis:
    """A text and its tokens, in the order of the text."""

    original: str
    text: str  # normalised
    tokens: tuple[Token, ...]
    notes: tuple[Note, ...]

    @cached_property
    def coarse(self) -> tuple[str, ...]:
        """The tokens that an index's coarse fields hold (title_tks, content_ltks and the like)."""
        return tuple(token.text for token in self.tokens)

    @cached_property
    def fine(self) -> tuple[str, ...]:
        """The tokens that an index's fine fields hold (title_sm_tks, content_sm_ltks)."""
        found: list[str] = []
        before = False  # whether a bridge reaches into this token
        for token in self.tokens:
            if token.fine:
                found += token.fine
            elif not (token.kind is Kind.HAN and len(token.text) == 1 and (before or token.bridge)):
                found.append(token.text)
            before = bool(token.bridge)
            if before:
                found.append(token.bridge)
        return tuple(found)


class Analyzer:
    """Turns text into tokens. Immutable but for memos; safe to share between threads."""

    def __init__(
        self,
        settings: Settings,
        lexicons: Lexicons,
        lists: WordLists,
        normaliser: Normaliser,
        cutter: Cutter,
    ) -> None:
        self._normalise = normaliser
        self._cutter = cutter
        self._lexicons = lexicons
        self._function = lists.function
        self._questions = QuestionWords(lists.question)
        self._stems = Stems()
        self._stemming = settings.stemming
        self._asking = settings.question_words != "keep"
        self._max_length = settings.max_token_length
        self._guess = LanguageGuesser(
            lists.function, lexicons, language=settings.language, fallback=settings.fallback_language
        )
        self._memo: dict[str, dict[str, _Form]] = {}

    def key(self, word: str) -> str:
        """A word as the keys of dictionaries are spelled."""
        return self._normalise.key(word)

    def analyze(self, text: str) -> Analysis:
        """The tokens of any text; never fails on a string."""
        normalised = self._normalise(text)
        pieces = self._cut(normalised)
        if not pieces.words:
            return Analysis(normalised.original, normalised.text, (), normalised.notes)
        notes = list(normalised.notes)
        tokens = self._tokens(normalised, pieces, notes)
        return Analysis(normalised.original, normalised.text, tokens, tuple(notes))

    def _cut(self, normalised: Normalised) -> Pieces:
        """The text's pieces: runs by script, each by the segmenter of its script."""
        text = normalised.text
        pieces = Pieces()
        surface = normalised.original if normalised.identity else ""
        pending = False  # a clause ended since the last piece
        for match in (_CHUNKS if text.isascii() else _RUNS).finditer(text):
            run = match.group()
            start = match.start()
            if run.isascii():
                if run.isalpha():
                    pieces.add(run, start, Kind.WORD, "latin", pending)
                    pending = False
                    continue
            elif match.lastindex == 1:
                self._cutter.cjk(run, start, pieces, pending)
                pending = False
                continue
            elif match.lastindex == 2:
                self._cutter.spaceless(run, start, pieces, pending)
                pending = False
                continue
            if run == "\n":
                pending = True
                continue
            end = 0
            for piece in recognise(run, surface[start : start + len(run)]):
                word = run[piece.start : piece.end]
                script = "latin" if word.isascii() else script_of(word)
                pieces.add(word, start + piece.start, piece.kind, script, pending or piece.breaks,
                           piece.fine, piece.bound)  # fmt: skip
                pending = False
                end = piece.end
            if end < len(run) and not pending:
                pending = not _CLAUSE_END.isdisjoint(run[end:])
        return pieces

    def _tokens(
        self, normalised: Normalised, pieces: Pieces, notes: list[Note]
    ) -> tuple[Token, ...]:
        languages = self._languages(pieces)
        forms = [
            self._form(language, word)
            for language, word in zip(languages, pieces.words, strict=True)
        ]
        roles = [
            Role.FUNCTION if form.function and kind in _WORDS else Role.CONTENT
            for form, kind in zip(forms, pieces.kinds, strict=True)
        ]
        original = normalised.original
        spans = [
            normalised.span(start, start + len(word))
            for start, word in zip(pieces.starts, pieces.words, strict=True)
        ]
        for index, role in enumerate(roles):
            if role is Role.FUNCTION and _is_acronym(original, *spans[index]):
                roles[index] = Role.CONTENT
        if self._asking:
            self._questions.mark(pieces.words, languages, roles, pieces.breaks)
        if Role.CONTENT not in roles:
            # a question made only of such words keeps them as words
            roles = [Role.CONTENT] * len(roles)
        tokens = []
        for index, form in enumerate(forms):
            start, end = spans[index]
            text = form.stem
            fine = pieces.fine[index]
            kind = pieces.kinds[index]
            if fine and kind in _STEMMED_PARTS:
                fine = tuple([self._form(languages[index], part).stem for part in fine])
            if len(text) > self._max_length:
                text, fine = text[: self._max_length], ()
                notes.append(
                    Note("token_cut", f"a word of {end - start} characters was cut to "
                         f"{self._max_length} (max_token_length)")
                )  # fmt: skip
            tokens.append(
                Token(text, form.word, original[start:end], start, end, kind, languages[index],
                      roles[index], fine, pieces.bound[index], pieces.bridges[index],
                      pieces.breaks[index])
            )  # fmt: skip
        return tuple(tokens)

    def _languages(self, pieces: Pieces) -> list[str]:
        """Each piece's language: its segmenter's, or guessed from all words of its script."""
        scripts = pieces.scripts
        guessed: dict[str, str] = {"zh": "zh", "ja": "ja", "": ""}
        for script in set(scripts):
            if script not in guessed:
                words = [
                    word
                    for word, other, kind in zip(pieces.words, scripts, pieces.kinds, strict=True)
                    if other == script and kind is Kind.WORD
                ]
                guessed[script] = self._guess(script, words[:_GUESSED_FROM])
        return [guessed[script] for script in scripts]

    def _form(self, language: str, word: str) -> _Form:
        memo = self._memo.get(language)
        if memo is None:
            memo = self._memo.setdefault(language, {})
        form = memo.get(word)
        if form is None:
            form = self._make_form(language, word)
            if len(memo) >= _MEMO_LIMIT:
                memo.clear()
            memo[word] = form
        return form

    def _make_form(self, language: str, word: str) -> _Form:
        if language == "zh":
            entry = self._lexicons.get("zh", word)
            function = word in self._function.get("zh", ()) or (
                entry is not None and entry.pos[:1] in _FUNCTION_TAGS
            )
            return _Form(word, word, function)
        base = word.removesuffix("'s") if language == "en" else word
        function = word in self._function.get(language, ())
        stem = base
        if self._stemming and not any(map(str.isdigit, base)):
            stem = self._stems(language, base)
        return _Form(stem, base, function)


_WORDS = frozenset((Kind.WORD, Kind.HAN))
_STEMMED_PARTS = frozenset((Kind.WORD, Kind.CODE, Kind.URL, Kind.PATH, Kind.EMAIL))
_GUESSED_FROM = 200  # words: more tell nothing new of the language


def _is_acronym(original: str, start: int, end: int) -> bool:
    """Whether a function word is written as an acronym: 'IT', 'US', 'WHO' in mixed-case text."""
    surface = original[start:end]
    return (
        1 < len(surface) <= 5
        and surface.isupper()
        and surface not in _OPERATORS
        and not original.isupper()
    )
