"""How entries are cut when a text is nothing but one of them: many at once, for there are many."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from ..builder import FulltextQuery
from ..lexicon.scripts import HAN
from ..text.tokens import Token

__all__ = ["cut_all"]

Payload = TypeVar("Payload")
_HAN_ALONE = re.compile(f"[{HAN}]+")
_AT_ONCE = 400  # words of one text
_LONGEST = 100  # characters of a word with its line feed, and more

Advance = Callable[[int], None]


def cut_all(
    fq: FulltextQuery, entries: Iterable[tuple[str, Payload]], advance: Advance
) -> Iterator[tuple[str, Payload, tuple[Token, ...]]]:
    """Each entry with its tokens, in no order. advance: told how many more are cut.

    Words of Han characters come as lines of one text: no word reaches across lines, and it costs
    less than half.
    """
    settings = fq.settings
    batched = settings.tokenizer == "own" and settings.max_characters >= _AT_ONCE * _LONGEST
    waiting: list[tuple[str, Payload]] = []
    for text, payload in entries:
        if batched and len(text) < _LONGEST and _HAN_ALONE.fullmatch(text):
            waiting.append((text, payload))
            if len(waiting) == _AT_ONCE:
                yield from _cut(fq, waiting)
                advance(len(waiting))
                waiting.clear()
        else:
            yield text, payload, fq.analyze(text).tokens
            advance(1)
    yield from _cut(fq, waiting)
    advance(len(waiting))


def _cut(
    fq: FulltextQuery, waiting: list[tuple[str, Payload]]
) -> Iterator[tuple[str, Payload, tuple[Token, ...]]]:
    tokens = iter(fq.analyze("\n".join(text for text, _ in waiting)).tokens)
    token = next(tokens, None)
    end = -1
    for text, payload in waiting:
        end += len(text) + 1
        mine = []
        while token is not None and token.start < end:
            mine.append(token)
            token = next(tokens, None)
        yield text, payload, tuple(mine)
