"""What the steps of understanding discarded or could not do, and why: to the log, and collected."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

__all__ = ["LOGGER", "UnderstandNote", "collecting", "note"]

LOGGER = "fulltext_query.understand"
"""The name of the logger that hears of every note."""

_log = logging.getLogger(LOGGER)


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
    _log.log(level, "%s: %s (%s)", component, message, reason)
    notes = _collected.get()
    if notes is not None:
        notes.append(UnderstandNote(component, reason, message))
