"""The text way on one page: a text in, its tokens out. Queries and documents both go it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..lexicon import Lexicons, WordLists
from ..lexicon.unicode_classes import MARKS
from ..settings import Settings
from .cutting import Cut, Cutter
from .languages import LanguageGuesser
from .normalise import Normalised, Normaliser
from .questions import QuestionWords
from .recognise import recognise
from .scripts import HAN, HIRAGANA, KATAKANA, SPACELESS, script_of
from .stem import Stems
from .tokens import Kind, Note, Role, Token

__all__ = ["Analysis", "Analyzer"]

_CJK = f"{HAN}{HIRAGANA}{KATAKANA}"
_RUNS = re.compile(
    f"([{_CJK}]+)|([{SPACELESS}][{SPACELESS}{MARKS}]*)|([^\\s{_CJK}{SPACELESS}]+)|\n"
)
_CHUNKS = re.compile(r"\S+|\n")
_CLAUSE_END = frozenset(".?!;:…。？！；：,，、")
_OPERATORS = frozenset(("AND", "OR", "NOT"))
_MEMO_LIMIT = 65_536
_new = tuple.__new__  # past the named tuple's own constructor, which is slow
# Looking a member up costs as much as what is done with it
_WORD, _HAN, _CONTENT, _FUNCTION = Kind.WORD, Kind.HAN, Role.CONTENT, Role.FUNCTION

# Parts of speech of jieba's tag set that only serve: pronouns, conjunctions, adverbs,
# prepositions, particles, modal particles, interjections, onomatopoeia
_FUNCTION_TAGS = frozenset("rcdpuyeo")


class _Form(NamedTuple):
    """What is known of a word for its language: memoised, the hot path."""

    stem: str
    word: str
    function: bool
    asks: bool  # whether a question phrase may begin with it


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
        # Han characters come converted, whatever language they are of
        lists = _converted(lists, normaliser)
        self._function = lists.function
        self._questions = QuestionWords(lists.question)
        self._stems = Stems()
        self._stemming = settings.stemming
        self._asking = settings.question_words != "keep"
        self._max_length = settings.max_token_length
        self._guess = LanguageGuesser(
            lists, lexicons, language=settings.language, fallback=settings.fallback_language
        )
        self._memo: dict[str, dict[str, _Form]] = {}

    def key(self, word: str) -> str:
        """A word as the keys of dictionaries are spelled."""
        return self._normalise.key(word)

    def analyze(self, text: str) -> Analysis:
        """The tokens of any text; never fails on a string."""
        normalised = self._normalise(text)
        pieces = self._cut(normalised)
        if not pieces:
            return Analysis(normalised.original, normalised.text, (), normalised.notes)
        notes = list(normalised.notes)
        tokens = self._tokens(normalised, pieces, notes)
        return Analysis(normalised.original, normalised.text, tokens, tuple(notes))

    def _cut(self, normalised: Normalised) -> list[Cut]:
        """The text's pieces: runs by script, each by the segmenter of its script."""
        text = normalised.text
        pieces: list[Cut] = []
        add = pieces.append
        surface = normalised.original if normalised.identity else ""
        pending = False  # a clause ended since the last piece
        for match in (_CHUNKS if text.isascii() else _RUNS).finditer(text):
            run = match.group()
            start = match.start()
            if run.isascii():
                if run.isalpha():
                    add(_new(Cut, (run, start, _WORD, "latin", pending, (), False, "")))
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
                end = piece.end
                word = run[piece.start : end]
                script = "latin" if word.isascii() else script_of(word)
                add(Cut(word, start + piece.start, piece.kind, script, pending or piece.breaks,
                        piece.fine, piece.bound))  # fmt: skip
                pending = False
            if end < len(run) and not pending:
                pending = not _CLAUSE_END.isdisjoint(run[end:])
        return pieces

    def _tokens(
        self, normalised: Normalised, pieces: list[Cut], notes: list[Note]
    ) -> tuple[Token, ...]:
        languages = self._languages(pieces)
        original = normalised.original
        span = normalised.span
        same = normalised.identity
        memos = {language: self._memo.setdefault(language, {}) for language in languages.values()}
        forms = []
        roles = []
        candidates = []  # where a question phrase may begin
        for word, start, kind, script, _, _, _, _ in pieces:
            language = languages[script]
            form = memos[language].get(word)
            if form is None:
                form = self._form(language, word)
            forms.append(form)
            role = _CONTENT
            asks = form.asks
            if (form.function or asks) and (kind is _WORD or kind is _HAN):
                place = start if same else span(start, start + 1)[0]
                if original[place].isupper() and _is_acronym(original, place, len(word)):
                    asks = False
                elif form.function:
                    role = _FUNCTION
            roles.append(role)
            candidates.append(asks)
        if self._asking and True in candidates:
            self._questions.mark(pieces, languages, roles, candidates)
        if _CONTENT not in roles:
            # a question made only of such words keeps them as words
            roles = [_CONTENT] * len(roles)
        tokens = []
        longest = self._max_length
        for cut, form, role in zip(pieces, forms, roles, strict=True):
            word, start, kind, script, breaks, fine, bound, bridge = cut
            end = start + len(word)
            if not same:
                start, end = span(start, end)
            language = languages[script]
            if fine and kind in _STEMMED_PARTS:
                fine = tuple([self._form(language, part).stem for part in fine])
            text = form.stem
            if len(text) > longest:
                text, fine = text[:longest], ()
                notes.append(self._too_long(end - start))
            tokens.append(
                _new(Token, (text, form.word, original[start:end], start, end, kind, language, role,
                             fine, bound, bridge, breaks))
            )  # fmt: skip
        return tuple(tokens)

    def _too_long(self, length: int) -> Note:
        limit = self._max_length
        return Note(
            "token_cut", f"a word of {length} characters was cut to {limit} (max_token_length)"
        )

    def _languages(self, pieces: list[Cut]) -> dict[str, str]:
        """The language of each script: its segmenter's, or guessed from all words of the script."""
        guessed: dict[str, str] = {"zh": "zh", "ja": "ja", "": ""}
        for script in {piece.script for piece in pieces}:
            if script not in guessed:
                words = [
                    piece.word
                    for piece in pieces
                    if piece.script == script and piece.kind is Kind.WORD
                ]
                guessed[script] = self._guess(script, words[:_GUESSED_FROM])
        return guessed

    def _form(self, language: str, word: str) -> _Form:
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
            return _Form(word, word, function, self._questions.may_begin(language, word))
        base = word.removesuffix("'s") if language == "en" else word
        function = word in self._function.get(language, ())
        stem = base
        if self._stemming and not any(map(str.isdigit, base)):
            stem = self._stems(language, base)
        return _Form(stem, base, function, self._questions.may_begin(language, word))


_STEMMED_PARTS = frozenset((Kind.WORD, Kind.CODE, Kind.URL, Kind.PATH, Kind.EMAIL))
_GUESSED_FROM = 200  # words: more tell nothing new of the language


def _converted(lists: WordLists, normaliser: Normaliser) -> WordLists:
    convert = normaliser.convert
    function = dict(lists.function)
    question = dict(lists.question)
    for language in ("zh", "ja"):
        function[language] = frozenset(map(convert, function.get(language, ())))
        question[language] = {
            tuple(map(convert, words)): where for words, where in question.get(language, {}).items()
        }
    return WordLists(function, question)


def _is_acronym(original: str, start: int, length: int) -> bool:
    """Whether a function word is written as an acronym: 'IT', 'US', 'WHO' in mixed-case text."""
    surface = original[start : start + length]
    return (
        1 < length <= 5
        and surface.isupper()
        and surface not in _OPERATORS
        and not original.isupper()
    )
