"""What is wrong with a line of a dictionary file, and the errors made of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from ..errors import DictionaryError

__all__ = ["Malformed", "Problem", "Problems", "refuse"]

Severity = Literal["error", "warning"]
_MOST_SHOWN = 10
_SHOWN_LENGTH = 60  # characters of a line


class Problem(NamedTuple):
    """One thing that is wrong with a dictionary file."""

    file: str
    line: int  # from 1; 0 for the file as a whole
    entry: str  # the line, shortened; '' for the file as a whole
    reason: str
    mend: str  # what to do about it
    severity: Severity = "error"  # of an error the entry is not loaded; of a warning it is

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" if self.line else self.file
        entry = f": {_printable(self.entry)!r}" if self.entry else ""
        mend = f"; {self.mend}" if self.mend else ""
        return f"{place}{entry}: {self.reason}{mend}"


class Malformed(ValueError):  # noqa: N818  # told as a Problem
    """A line that its format does not allow: why, and how to mend it."""

    def __init__(self, reason: str, mend: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.mend = mend


class Problems:
    """The problems of some files, in the order in which they were found."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(
        self, file: str, line: int, entry: str, reason: str, mend: str = "",
        severity: Severity = "error",
    ) -> None:  # fmt: skip
        """Notes one; a long entry is shortened."""
        if len(entry) > _SHOWN_LENGTH:
            entry = f"{entry[:_SHOWN_LENGTH]}…"
        entry = _printable(entry)  # of JSON it may hold lone surrogates
        self.found.append(Problem(file, line, entry, reason, mend, severity))

    @property
    def errors(self) -> list[Problem]:
        """Those whose entries were not loaded."""
        return [problem for problem in self.found if problem.severity == "error"]


def refuse(problems: Iterable[Problem]) -> None:
    """Raises DictionaryError with the first problems that are errors, if there are any."""
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise DictionaryError(_listed(errors), problems=tuple(errors))


def _listed(errors: Sequence[Problem]) -> str:
    more = len(errors) - _MOST_SHOWN
    lines = [str(problem) for problem in errors[:_MOST_SHOWN]]
    return "\n".join([*lines, f"and {more} more"] if more > 0 else lines)


def _printable(text: str) -> str:
    """The text without lone surrogates, which no output takes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
