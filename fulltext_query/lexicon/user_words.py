"""Words of the user's domain, in jieba's form: 'word [frequency [tag]]'."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

__all__ = ["UserWord", "read_user_words"]


class UserWord(NamedTuple):
    """A word with what the user says of it."""

    word: str  # spelled as a key
    frequency: float | None  # occurrences in 60.1 million running words
    pos: str  # '' unknown


def read_user_words(lines: Iterable[str], key: Callable[[str], str]) -> tuple[UserWord, ...]:
    """The words of lines that the settings have checked; ``key`` spells a word as a key."""
    words = []
    for line in lines:
        word, *rest = line.split()
        frequency = float(rest[0]) if rest else None
        words.append(UserWord(key(word), frequency, rest[1] if len(rest) > 1 else ""))
    return tuple(word for word in words if word.word)
