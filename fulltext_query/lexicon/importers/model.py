"""What a reader of someone else's list gives back: lines of ours, and what it could not use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ...errors import DictionaryError

__all__ = ["Imported", "Problem", "as_written", "refuse_unless_usable"]


class Problem(NamedTuple):
    """A line of the source that says nothing usable; it was left out."""

    file: str
    line: int
    """From 1; 0 where the whole file is meant."""
    reason: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Imported:
    """A list in our form. Iterating gives its lines without line feeds, head comments first."""

    head: tuple[str, ...]
    """Comment lines: source, licence, how it was made."""
    entries: tuple[str, ...]
    """One line an entry, sorted or in the source's order; the same for the same source."""
    problems: tuple[Problem, ...] = ()
    """Lines of the source that were left out because they are odd, in its order."""

    def __iter__(self) -> Iterator[str]:
        yield from self.head
        yield from self.entries


def as_written(entry: str) -> str:
    """An entry as a line that begins with it: a leading ``#`` or ``-`` gets its backslash."""
    return f"\\{entry}" if entry.startswith(("#", "-")) else entry


def refuse_unless_usable(usable: int, problems: list[Problem], file: str, wanted: str) -> None:
    """Raises DictionaryError where a file has lines and none of them is of the form wanted."""
    if not usable and problems:
        raise DictionaryError(
            f"{problems[0]}; no line of the file is {wanted}: give another file or another kind"
        )
    if not usable:
        raise DictionaryError(f"{file}, line 1: the file is empty; expected lines, each {wanted}")
