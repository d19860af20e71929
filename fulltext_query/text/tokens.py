"""What a text consists of, once it is understood: tokens with their place in the original."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

__all__ = ["Kind", "Note", "Role", "Token"]


class Kind(StrEnum):
    """What a token is. Everything but WORD was recognised before anything was cut."""

    WORD = "word"
    HAN = "han"  # a word of Han characters
    NGRAM = "ngram"  # a bigram of a script without blanks and without a segmenter
    NUMBER = "number"
    VERSION = "version"
    IP = "ip"
    DATE = "date"
    TIME = "time"
    EMAIL = "email"
    URL = "url"
    PATH = "path"
    HASH = "hash"
    CODE = "code"  # identifiers: KXT-4410, C++, .NET, node.js, R&D, max_connections
    SYMBOL = "symbol"  # emoji

    __hash__ = str.__hash__  # the enumeration's own is written in Python and slow


class Role(StrEnum):
    """What a token does in its sentence."""

    CONTENT = "content"
    FUNCTION = "function"
    QUESTION = "question"

    __hash__ = str.__hash__


class Note(NamedTuple):
    """Something that was dropped, capped, changed or recognised, and why."""

    code: str  # a stable name, for programs
    message: str  # a sentence, for people


class Token(NamedTuple):
    """One token. ``surface == original[start:end]`` but for a text that was cut."""

    text: str  # the form that the index holds: folded, Simplified, stemmed
    word: str  # the folded word before stemming: the key of the lexicon
    surface: str  # as the user wrote it
    start: int  # span in the original text, in code points
    end: int
    kind: Kind
    language: str  # ISO 639 code, '' where no language matters
    role: Role
    fine: tuple[str, ...]  # finer forms: parts of a word, or of an identifier
    bound: bool  # the fine forms mean something only together, as a phrase
    bridge: str  # the fine part across this token and the next, '' where there is none
    breaks: bool  # a sentence, clause or bracket ended before it: no phrase reaches across
