"""What the steps of understanding discarded or could not do, and why: to the log, and collected."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from ..errors import FulltextQueryError

__all__ = ["LOGGER", "UnderstandNote", "collecting", "flat", "note", "said_of"]

LOGGER = "fulltext_query.understand"
"""The name of the logger that hears of every note."""

_log = logging.getLogger(LOGGER)
_MESSAGE = 300  # characters of an error's message that are worth repeating
# with what turns the direction of writing and what ends lines: a log line stays one
_CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]+"
)


class UnderstandNote(NamedTuple):
    """Something that a program or a person may want to know of one question's understanding."""

    component: str  # 'rewriter', 'decomposer', 'hyde', 'glossary'
    reason: str  # a code, such as 'refusal' or 'timeout'
    message: str  # for people; holds nothing that the user typed


_collected: ContextVar[list[UnderstandNote] | None] = ContextVar("understand_notes", default=None)


@contextmanager
def collecting() -> Iterator[list[UnderstandNote]]:
    """Collects the notes of this block and of the tasks and threads that it starts.

    A block within it collects its own, which the outer one does not see.
    """
    notes: list[UnderstandNote] = []
    token = _collected.set(notes)
    try:
        yield notes
    finally:
        _collected.reset(token)


def note(component: str, reason: str, message: str, *, level: int = logging.INFO) -> None:
    """Logs a note, and hands it to the block that collects, where there is one."""
    message = flat(message)
    _log.log(level, "%s: %s (%s)", component, message, reason)
    notes = _collected.get()
    if notes is not None:
        notes.append(UnderstandNote(component, reason, message))


def flat(message: str) -> str:
    """A message on one line, without control characters."""
    return _CONTROL.sub(" ", message)


def said_of(error: BaseException) -> str:
    """What notes and warnings tell of an error.

    Of this package's errors the message, flat and no longer than 300 characters. Of others only the
    type's name: their messages may hold what users typed, keys and addresses.
    """
    name = type(error).__name__
    if not isinstance(error, FulltextQueryError):
        return flat(name)
    try:
        message = flat(str(error))
    except Exception:  # noqa: BLE001  # a message that cannot be had is none
        return name
    return (message if len(message) <= _MESSAGE else f"{message[:_MESSAGE]}…") or name
