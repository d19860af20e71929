"""Replies that are no answer: refusals, 'I do not know', and questions back to the user.

Only where the reply as a whole is one: it has to begin so, and what the user typed must not. 'Why
does it say that it cannot help?' is a question about refusals.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .replies_refusal_words import (
    IGNORANCE_LATIN,
    IGNORANCE_OTHER,
    REFUSALS_LATIN,
    REFUSALS_OTHER,
    SORRY,
)
from .replies_words import OPENER

__all__ = ["is_ignorance", "is_refusal"]

_LEAD = re.compile(r"[\s\"'“”‘’「」«»*_`#>()\[\]\-–—•:…]{1,20}")
_HEAD = 400  # characters: a refusal says so at once


class _Patterns(NamedTuple):
    latin: re.Pattern[str]
    other: re.Pattern[str]  # needs a letter beyond ASCII


def _either(alternatives: Sequence[str], before: str = "") -> re.Pattern[str]:
    return re.compile(f"{before}(?:{'|'.join(alternatives)})", re.IGNORECASE)


_REFUSAL = _Patterns(_either(REFUSALS_LATIN), _either(REFUSALS_OTHER))
_IGNORANCE = _Patterns(
    _either(IGNORANCE_LATIN, rf"(?:{SORRY})?(?:based on [^.,\n]{{0,60}}, )?"),
    _either(IGNORANCE_OTHER),
)


def is_refusal(reply: str, original: str = "") -> bool:
    """Whether the reply as a whole declines to answer, or asks the user for something else."""
    return _begins(_REFUSAL, reply) and not _begins(_REFUSAL, original)


def is_ignorance(reply: str, original: str = "") -> bool:
    """Whether a passage says that its writer does not know."""
    return _begins(_IGNORANCE, reply) and not _begins(_IGNORANCE, original)


def _begins(patterns: _Patterns, text: str) -> bool:
    head = text[:_HEAD].replace("’", "'")
    lead = _LEAD.match(head)
    if lead is not None:
        head = head[lead.end() :]
    if _matches(patterns, head):
        return True
    opener = OPENER.match(head)
    return opener is not None and _matches(patterns, head[opener.end() :])


def _matches(patterns: _Patterns, head: str) -> bool:
    if patterns.latin.match(head):
        return True
    return not head.isascii() and patterns.other.match(head) is not None
