"""The text way on one page: a text in, its tokens out. Queries and documents both go it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..lexicon import Lexicons, WordLists
from ..lexicon.scripts import LANGUAGES_OF
from ..lexicon.stem import Stems
from ..settings import Settings
from .cutting import Cut, Cutter, Run
from .languages import LanguageGuesser
from .normalise import Normalised, Normaliser
from .questions import QuestionWords
from .tokens import Kind, Note, Role, Token

__all__ = ["Analysis", "Analyzer"]

_SIGNS = frozenset('0123456789_!"#$%&()*+,-./:;<=>?@[\\]^`{|}~')  # no plain word has them
_OPERATORS = frozenset(("AND", "OR", "NOT"))
_MEMO_LIMIT = 65_536
_MEMO_LENGTH = 64  # characters: longer words are rare and would fill the memory
_new = tuple.__new__  # past the named tuple's own constructor, which is slow
# Looking a member up costs as much as what is done with it
_WORD, _HAN, _CONTENT, _FUNCTION = Kind.WORD, Kind.HAN, Role.CONTENT, Role.FUNCTION

# Parts of speech of jieba's tag set that only serve: pronouns, conjunctions, prepositions,
# particles, modal particles, interjections, onomatopoeia. Adverbs are not among them: the tag has
# content words too (更新), and those that only serve are listed.
_FUNCTION_TAGS = frozenset("rcpuyeo")


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
        protected: frozenset[str] = frozenset(),
    ) -> None:
        """protected: words that are never stemmed, as keys."""
        self._protected = protected
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

    def analyze(self, text: str, language: str = "") -> Analysis:
        """The tokens of any text; never fails on a string.

        language: of words whose script that language writes, as of the text that these words are
        for; '' guesses.
        """
        normalised = self._normalise(text)
        pieces = self._cutter.cut(normalised)
        if not pieces:
            return Analysis(normalised.original, normalised.text, (), normalised.notes)
        notes = list(normalised.notes)
        tokens = self._tokens(normalised, pieces, notes, language)
        return Analysis(normalised.original, normalised.text, tokens, tuple(notes))

    def _tokens(
        self, normalised: Normalised, pieces: list[Cut | Run], notes: list[Note], language: str
    ) -> tuple[Token, ...]:
        languages = self._languages(pieces, normalised.original, language)
        tokens: list[Token] = []
        candidates: list[int] = []  # where a question phrase may begin
        for piece in pieces:
            if isinstance(piece, Run):
                self._add_run(piece, normalised, tokens, candidates)
            else:
                self._add_word(piece, languages[piece.script], normalised, tokens, candidates)
        return self._settled(tokens, candidates, normalised, notes)

    def _settled(
        self,
        tokens: list[Token],
        candidates: list[int],
        normalised: Normalised,
        notes: list[Note],
    ) -> tuple[Token, ...]:
        """The tokens with their roles as question words, none longer than the limit."""
        if candidates and self._asking:
            for position in self._questions.find(
                tokens,
                candidates,
                cased=not (normalised.capitals or _is_title(normalised.original)),
            ):
                tokens[position] = tokens[position]._replace(role=Role.QUESTION)
        for token in tokens:
            if token.role is _CONTENT:
                break
        else:
            # a question made only of such words keeps them as words
            tokens = [token._replace(role=_CONTENT) for token in tokens]
        if 2 * len(normalised.text) > self._max_length and any(
            _is_longer(token.text, self._max_length) for token in tokens
        ):
            tokens = self._cut_long(tokens, notes)
        return tuple(tokens)

    def _add_word(
        self,
        cut: Cut,
        language: str,
        normalised: Normalised,
        tokens: list[Token],
        candidates: list[int],
    ) -> None:
        word, start, kind, _, breaks, fine, bound = cut
        text, base, function, asks = self._form(language, word)
        start, end = normalised.span(start, start + len(word))
        surface = normalised.original[start:end]
        role = _CONTENT
        if (
            (function or asks)
            and kind is _WORD
            and not self._is_name(surface, normalised, breaks or not tokens)
        ):
            if function:
                role = _FUNCTION
            if asks:
                candidates.append(len(tokens))
        if fine and kind in _STEMMED_PARTS:
            fine = tuple([self._form(language, part).stem for part in fine])
        tokens.append(
            _new(Token, (text, base, surface, start, end, kind, language, role, fine, bound, "",
                         breaks))
        )  # fmt: skip

    def _add_run(
        self, run: Run, normalised: Normalised, tokens: list[Token], candidates: list[int]
    ) -> None:
        run_text, words, place, language, breaks = run
        memo = self._memo.setdefault(language, {})
        original = normalised.original
        same = normalised.identity
        bigrams = self._cutter.bigrams
        inside = self._cutter.inside
        size = len(run_text)
        at = 0  # in the run
        for word in words:
            form = memo.get(word)
            if form is None:
                form = self._form(language, word)
            text, base, function, asks = form
            after = at + len(word)
            start, end = place + at, place + after
            if not same:
                start, end = normalised.span(start, end)
            fine: tuple[str, ...] = ()
            bridge = ""
            if bigrams:
                if after - at > 2:
                    fine = tuple([run_text[left : left + 2] for left in range(at, after - 1)])
                if after < size:
                    bridge = run_text[after - 1 : after + 1]
            elif inside is not None and after - at > 2:
                fine = tuple(inside(word))
            if asks:
                candidates.append(len(tokens))
            role = _FUNCTION if function else _CONTENT
            tokens.append(
                _new(Token, (text, base, original[start:end], start, end, _HAN, language, role,
                             fine, False, bridge, breaks))
            )  # fmt: skip
            breaks = False
            at = after

    @staticmethod
    def _is_name(surface: str, normalised: Normalised, opens: bool) -> bool:
        """Whether a function word is written as a name: 'IT', 'US', 'vitamin A', in mixed case."""
        if not surface.isupper() or surface in _OPERATORS or normalised.capitals:
            return False
        return 1 < len(surface) <= 5 or (surface == "A" and not opens)

    def _cut_long(self, tokens: list[Token], notes: list[Note]) -> list[Token]:
        """The tokens with none longer than the limit."""
        result = []
        for token in tokens:
            if _is_longer(token.text, self._max_length):
                notes.append(self._too_long(token.end - token.start))
                token = token._replace(text=_shortened(token.text, self._max_length), fine=())
            result.append(token)
        return result

    def _too_long(self, length: int) -> Note:
        limit = self._max_length
        return Note(
            "token_cut", f"a word of {length} characters was cut to {limit} (max_token_length)"
        )

    def _languages(self, pieces: list[Cut | Run], original: str, language: str) -> dict[str, str]:
        """The language of each script: its segmenter's, the given one where that writes the script,
        or guessed from all words of the script."""
        guessed: dict[str, str] = {"zh": "zh", "ja": "ja", "": ""}
        words: dict[str, list[str]] = {}
        for piece in pieces:
            if not isinstance(piece, Run):
                listed = words.setdefault(piece.script, [])
                if piece.kind is _WORD and len(listed) < _GUESSED_FROM:
                    listed.append(piece.word)
        for script, listed in words.items():
            if language in LANGUAGES_OF.get(script, ()):
                guessed[script] = language
            elif script not in guessed:
                guessed[script] = self._guess(script, listed, original)
        return guessed

    def _form(self, language: str, word: str) -> _Form:
        memo = self._memo.setdefault(language, {})
        form = memo.get(word)
        if form is None:
            form = self._make_form(language, word)
            if len(word) > _MEMO_LENGTH:
                return form
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
        if self._stemming and _SIGNS.isdisjoint(base) and word not in self._protected:
            stem = self._stems(language, base)
        return _Form(stem, base, function, self._questions.may_begin(language, word))


_STEMMED_PARTS = frozenset((Kind.WORD, Kind.CODE, Kind.URL, Kind.PATH, Kind.EMAIL))
_GUESSED_FROM = 200  # words: more tell nothing new of the language


def _is_longer(text: str, limit: int) -> bool:
    """Whether the text has more UTF-16 units than the limit: what the engine's tokenizer counts."""
    if 2 * len(text) <= limit:
        return False
    return len(text) + sum(one > "\uffff" for one in text) > limit


def _shortened(text: str, limit: int) -> str:
    """As much of the text as so many UTF-16 units hold."""
    return text.encode("utf-16-le")[: 2 * limit].decode("utf-16-le", "ignore")


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


def _is_title(original: str) -> bool:
    """Whether every word begins with a capital, so that capitals tell nothing."""
    words = [word for word in original.split() if word[0].isalpha()]
    return len(words) > 2 and all(word[0].isupper() for word in words)
