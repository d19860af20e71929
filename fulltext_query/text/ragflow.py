"""The text way for an index that RAGFlow built: its tokens, this library's knowledge of words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..lexicon.scripts import HAN, HIRAGANA, KATAKANA, script_of
from .analyzer import Analysis, Analyzer
from .normalise import Normalised
from .ragflow_tokenizer import RagflowToken, RagflowTokenizer
from .recognise import ends_clause
from .tokens import Kind, Note, Role, Token

__all__ = ["RagflowAnalysis", "RagflowAnalyzer"]

_HAN = re.compile(f"[{HAN}]+")
_KANA = re.compile(f"[{HIRAGANA}{KATAKANA}]")
_JOINTS = frozenset(".,:")  # between digits or letters they end nothing: 3.13, node.js, 12:30
_GUESSED_FROM = 200  # words: more tell nothing new of the language


@dataclass(frozen=True)
class RagflowAnalysis(Analysis):
    """A text and its tokens; ``coarse`` and ``fine`` are the fields of RAGFlow's index exactly.

    ``tokens`` leaves out what no query needs (underscores) and cuts what is longer than an index
    takes; the fields have it.
    """

    tokenizer: RagflowTokenizer = field(repr=False, compare=False)
    _all: tuple[RagflowToken, ...] = field(repr=False)

    @cached_property
    def coarse(self) -> tuple[str, ...]:
        """What RAGFlow's ``tokenize`` gives."""
        return tuple([token.text for token in self._all])

    @cached_property
    def fine(self) -> tuple[str, ...]:
        """What RAGFlow's ``fine_grained_tokenize`` makes of that."""
        return tuple(self.tokenizer.fine_grained(" ".join(self.coarse)).split())


class RagflowAnalyzer(Analyzer):
    """Turns text into RAGFlow's tokens. Raises MissingExtraError, LexiconMissingError when made.

    Roles, languages and the keys of the lexicon are found as for this library's own tokens.
    """

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self._tokenizer = RagflowTokenizer()

    def analyze(self, text: str, language: str = "") -> Analysis:  # noqa: ARG002  # RAGFlow knows one
        """The tokens of any text; never fails on a string."""
        normalised = self._normalise(text)
        found = self._tokenizer.tokens(normalised.original)
        notes = list(normalised.notes)
        tokens = self._understood(found, normalised, notes)
        return RagflowAnalysis(
            normalised.original, normalised.text, tokens, tuple(notes), self._tokenizer,
            tuple(found),
        )  # fmt: skip

    def _understood(
        self, found: list[RagflowToken], normalised: Normalised, notes: list[Note]
    ) -> tuple[Token, ...]:
        original = normalised.original
        counted = [token for token in found if any(map(str.isalnum, token.text))]
        languages = self._guessed(counted, original)
        tokens: list[Token] = []
        candidates: list[int] = []
        last = 0
        for place, (text, word, start, end) in enumerate(counted):
            kind = _kind(word)
            if kind is Kind.WORD and _is_fragment(counted, place):
                kind = Kind.CODE  # no word that a lexicon could know, none to be mistyped
            language = languages[_script(word, kind)]
            _, base, function, asks = self._form(language, word)
            surface = original[start:end]
            breaks = bool(tokens) and _breaks(original, last, start)
            role = Role.CONTENT
            plain = kind is Kind.WORD or kind is Kind.HAN
            if (
                (function or asks)
                and plain
                and not self._is_name(surface, normalised, breaks or not tokens)
            ):
                if function:
                    role = Role.FUNCTION
                if asks:
                    candidates.append(len(tokens))
            fine = self._tokenizer.fine(text) if kind is Kind.HAN and self._cutter.fine else ()
            tokens.append(
                Token(text, base, surface, start, end, kind, language, role, fine, False, "",
                      breaks)
            )  # fmt: skip
            last = end
        return self._settled(tokens, candidates, normalised, notes)

    def _guessed(self, found: list[RagflowToken], original: str) -> dict[str, str]:
        """The language of each script, guessed from its words."""
        words: dict[str, list[str]] = {}
        for token in found:
            kind = _kind(token.word)
            listed = words.setdefault(_script(token.word, kind), [])
            if kind is Kind.WORD and len(listed) < _GUESSED_FROM:
                listed.append(token.word)
        fixed = {"zh": "zh", "ja": "ja", "": ""}
        return {
            script: fixed[script] if script in fixed else self._guess(script, listed, original)
            for script, listed in words.items()
        }


def _kind(word: str) -> Kind:
    if _HAN.fullmatch(word):
        return Kind.HAN
    if word.isalpha():
        return Kind.WORD
    return Kind.NUMBER if word.isdigit() else Kind.CODE


def _is_fragment(tokens: list[RagflowToken], place: int) -> bool:
    """Whether the token is a piece of a word: RAGFlow cuts at every letter that is not ASCII."""
    token = tokens[place]
    for near in (place - 1, place + 1):
        if 0 <= near < len(tokens):
            other = tokens[near]
            if (
                (other.end == token.start or other.start == token.end)
                and not (other.word.isascii() and token.word.isascii())
                and _kind(other.word) is Kind.WORD
            ):
                return True
    return False


def _script(word: str, kind: Kind) -> str:
    """The word's script; the language where the script tells it."""
    if kind is Kind.HAN:
        return "zh"
    if _KANA.match(word):
        return "ja"
    return "latin" if word.isascii() else script_of(word)


def _breaks(original: str, last: int, start: int) -> bool:
    """Whether a clause ends between two tokens, from ``last`` to ``start`` in the text."""
    gap = original[last:start]
    if "\n" in gap:
        return True
    if gap in _JOINTS and original[last - 1].isascii() and original[start].isascii():
        return False
    return ends_clause(gap)
