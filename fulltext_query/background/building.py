"""Counts a whole source, so that a run that was stopped can go on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

from ..builder import FulltextQuery
from ..errors import (
    DocumentError,
    EngineError,
    FulltextQueryError,
    MissingExtraError,
    SettingsError,
)
from ..search.profiles import text_settings
from .counted import Counted
from .counting import MAX_WORDS, MIN_DOCUMENTS, Counting, checked_language, language_in, words_of
from .sources import Reading, Source
from .state import State, state_path
from .tables import check_output, write

__all__ = ["build_table", "count_source"]

_EVERY = 60.0  # seconds between two states: with a million words one takes two seconds
_LOOKED_AT = 100  # documents that the language is told by
_KEPT_PROBLEMS = 1000

Tell = Callable[[str], None]


def count_source(
    source: Source,
    fq: FulltextQuery | None = None,
    *,
    language: str | None = None,
    min_documents: int = MIN_DOCUMENTS,
    max_words: int = MAX_WORDS,
    strict: bool = False,
    state: str | Path | None = None,
    resume: bool = False,
    every: int | None = None,
    progress: Callable[[int], None] | None = None,
    problem: Tell | None = None,
) -> Counted:
    """Counts the words of a source's documents; see ``count_documents``.

    language  None lets the first documents tell it.
    strict    a line that holds no document ends the run; else it is counted and passed over.
    state     the file in which the run keeps itself once a minute, when it is stopped, and when it
              is done: whoever has made sure of the result removes it. None keeps nothing.
    resume    go on from ``state``, where there is one: the result is that of a run in one go.
    every     documents between two states; None for once a minute.
    progress  told how many documents more were read, those of an earlier run too.
    problem   told of every line that holds no document, of an earlier run up to a thousand.

    Raises SettingsError, DocumentError for a strict run, and the source's errors, which say how to
    go on.
    """
    if state is not None and not source.resumable:
        raise SettingsError(f"{source.name} cannot be read again: no run over it can be resumed")
    if min_documents < 1:  # not only when all is counted
        raise SettingsError(f"min_documents must be 1 or more, not {min_documents}")
    if resume and state is None:
        raise SettingsError("to resume needs the file that the run was kept in")
    run = _Run(source, fq or FulltextQuery(), None if state is None else Path(state), strict)
    run.progress, run.problem = progress or _nothing, problem or _nothing
    readings = run.begin(language, max_words, resume=resume)
    return run.count(readings, every).result(min_documents=min_documents, source=source.name)


def _nothing(_: Any) -> None:
    pass


def build_table(
    source: Source,
    output: str | Path,
    fq: FulltextQuery | None = None,
    *,
    resume: bool = False,
    **options: Any,
) -> Counted:
    """Counts a source and writes its table; what is done so far lies beside it as ``NAME.part``.

    output: ends in .tsv or .dict; see ``write``. resume: go on with a run that was stopped.
    options: of ``count_source``. Raises as both do; where the table cannot be written, what was
    counted is kept.
    """
    output = check_output(output)
    builder = fq or FulltextQuery()
    state = state_path(output) if source.resumable else None
    if resume and state is None:
        raise SettingsError(f"{source.name} cannot be read again: no run over it can be resumed")
    counted = count_source(source, builder, state=state, resume=resume, **options)
    write(counted, output, builder.settings)
    if state is not None:
        state.unlink(missing_ok=True)
    return counted


class _Run:
    progress: Callable[[int], None]
    problem: Tell

    def __init__(self, source: Source, fq: FulltextQuery, state: Path | None, strict: bool) -> None:
        self._source, self._fq, self._state, self._strict = source, fq, state, strict
        self._position: Any = None
        self._sound = True  # whether what is counted and the position are of the same document
        self._problems: list[str] = []
        self._made_with: dict[str, Any] = {}

    def begin(self, language: str | None, max_words: int, *, resume: bool) -> Iterator[Reading]:
        """What is left to be read."""
        self._made_with = {
            "language": language if language is None else checked_language(language),
            "max_words": max_words,
            "texts": text_settings(self._fq),
            "dictionaries": self._fq.dictionaries.token_fingerprint,
        }
        if self._state is not None:
            self._made_with["source"] = dict(self._source.identity())
            if self._state.exists():
                if not resume:
                    raise SettingsError(
                        f"{self._state} keeps a run that was stopped: go on with it (--resume), or "
                        "remove it to begin anew"
                    )
                return self._go_on(self._state)
        readings = self._source.read()
        if language is None:
            first = list(islice(readings, _LOOKED_AT))
            language = language_in((one.text for one in first if one.text), self._fq)
            readings = chain(first, readings)
        self._counting = Counting(language, max_words=max_words)
        return readings

    def _go_on(self, state: Path) -> Iterator[Reading]:
        found = State.read(state, self._made_with)
        self._counting, self._position = found.counting, found.position
        self._problems = list(found.problems)
        for problem in found.problems:  # a report has them all, whichever run met them
            self.problem(problem)
        self.progress(self._read())
        return self._source.read(self._position)

    def _read(self) -> int:
        counting = self._counting
        return counting.documents + counting.without_text + counting.without_words

    def count(self, readings: Iterator[Reading], every: int | None) -> Counting:
        """Counts all; keeps what is done where it is stopped."""
        counting, fq = self._counting, self._fq
        kept, since = time.monotonic(), 0
        try:
            for reading in readings:
                if reading.text is None:
                    self._malformed(reading)
                else:
                    words = words_of(reading.text, fq, counting.language)
                    self._sound = False  # an interrupt from here on must not be kept
                    counting.add_words(words)
                    self._position = reading.position
                    self._sound = True
                    self.progress(1)
                since += 1
                if self._state is not None and (
                    since >= every if every else time.monotonic() - kept > _EVERY
                ):
                    self._keep(self._state)
                    kept, since = time.monotonic(), 0
        except BaseException as error:  # an interrupt too
            if self._state is None or self._position is None:
                raise
            if self._sound:
                self._keep(self._state)
            if isinstance(error, FulltextQueryError) and not isinstance(error, MissingExtraError):
                raise self._stopped(error) from error
            raise
        if self._state is not None and self._position is not None:
            self._keep(self._state)
        return counting

    def _malformed(self, reading: Reading) -> None:
        if self._strict:
            raise DocumentError(reading.problem)
        self._sound = False
        self._counting.malformed += 1
        self._position = reading.position
        self._sound = True
        if len(self._problems) < _KEPT_PROBLEMS:
            self._problems.append(reading.problem)
        self.problem(reading.problem)

    def _keep(self, path: Path) -> None:
        State(self._made_with, self._position, self._problems, self._counting).write(path)

    def _stopped(self, error: FulltextQueryError) -> FulltextQueryError:
        message = (
            f"{error}; {self._read():,} documents are counted and kept in {self._state}: go on "
            "behind them with --resume (resume=True)"
        )
        if isinstance(error, EngineError):
            return type(error)(
                message, status=error.status, sent=error.sent, attempts=error.attempts
            )
        return type(error)(message)
