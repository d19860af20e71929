"""What a check of dictionaries finds, gathered within bounds whatever the files hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Literal, NamedTuple

from ..lexicon.layer import Layer
from ..lexicon.problems import Problem

__all__ = ["Finding", "Findings", "Severity"]

Severity = Literal["error", "warning", "notice"]
_SHOWN_LENGTH = 60  # characters of an entry


class Finding(NamedTuple):
    """One thing that is to be said of a dictionary file.

    Of an error the entry is not loaded, and strict loading refuses the dictionary; of a warning it
    is loaded, but does nothing, or not what it seems to; a notice is no fault.
    """

    file: str
    line: int  # from 1; 0 for the file as a whole
    severity: Severity
    check: str  # a stable name of what was looked for, for programs
    entry: str  # the entry, shortened; '' for the file as a whole
    reason: str
    mend: str  # what to do about it; '' where nothing has to be done

    @property
    def place(self) -> str:
        """File and line, as 'file:line'."""
        return f"{self.file}:{self.line}" if self.line else self.file

    def __str__(self) -> str:
        entry = f" {self.entry!r}:" if self.entry else ""
        mend = f"; {self.mend}" if self.mend else ""
        return f"{self.place}: {self.severity}:{entry} {self.reason}{mend}"


class Findings:
    """The first findings by file and line, and how many there are of each severity."""

    def __init__(self, limit: int | None, wanted: Callable[[str], bool]) -> None:
        """limit: how many are kept; None keeps all. wanted: whether a file is asked about."""
        self.counts: Counter[Severity] = Counter()
        self._limit = limit
        self._wanted = wanted
        self._kept: list[Finding] = []

    def add(
        self, file: str, line: int, severity: Severity, check: str, entry: str, reason: str,
        mend: str = "",
    ) -> None:  # fmt: skip
        """Takes one, if its file is asked about."""
        if not self._wanted(file):
            return
        self.counts[severity] += 1
        if len(entry) > _SHOWN_LENGTH:
            entry = f"{entry[:_SHOWN_LENGTH]}…"
        self._kept.append(Finding(file, line, severity, check, entry, reason, mend))
        if self._limit is not None and len(self._kept) >= 2 * self._limit + 1000:
            self._kept = self._sorted()

    def of_entry(
        self, layer: Layer, origin: int, check: str, entry: str, reason: str, mend: str = ""
    ) -> None:
        """Takes a warning about an entry of a layer."""
        self.add(*layer.place(origin), "warning", check, entry, reason, mend)

    def of_problem(self, problem: Problem) -> None:
        """Takes what reading the files has told."""
        if problem.severity == "error":
            check = "unusable"
        else:
            check = "repeated" if problem.line else "stray"
        file, line, entry, reason, mend, severity = problem
        self.add(file, line, severity, check, entry, reason, mend)

    def first(self) -> tuple[Finding, ...]:
        """Those kept, by file and line."""
        return tuple(self._sorted())

    def _sorted(self) -> list[Finding]:
        # of one line the errors first
        order = {"error": 0, "warning": 1, "notice": 2}
        self._kept.sort(key=lambda one: (one.file, one.line, order[one.severity], *one[3:]))
        return self._kept if self._limit is None else self._kept[: self._limit]
