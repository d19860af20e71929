"""What reading any dictionary file of a folder needs: keys, origins, problems."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .columns import Rows, Table
from .layer import origin_of, place_of
from .lines import MAX_LINE, Progress, entry_lines, read_lines
from .problems import Malformed, Problems

__all__ = ["Context", "Where", "can_be_found"]


class Where(NamedTuple):
    """Where an entry stands."""

    line: int
    path: Path
    language: str  # '' where the file names none


class Context:
    """The folder being read: its files so far, and what is wrong with them."""

    def __init__(self, key: Callable[[str], str], progress: Progress | None) -> None:
        """key: spells a word as keys are."""
        self.key = key
        self.problems = Problems()
        self.files: list[str] = []
        self._progress = progress

    def entries(self, path: Path) -> Iterator[tuple[int, str]]:
        """Numbers and entries of the file that was begun last; see ``lines.entry_lines``."""
        return entry_lines(path, self.files[-1], self.problems, self._progress)

    def lines(self, path: Path, longest: int = MAX_LINE) -> Iterator[tuple[int, str]]:
        """Numbers and lines of the file that was begun last, comments and all."""
        return read_lines(path, self.files[-1], self.problems, self._progress, longest=longest)

    def origin(self, line: int) -> int:
        """The origin of a line of the file that was begun last."""
        return origin_of(len(self.files), line)

    def note(self, line: int, entry: str, error: Malformed) -> None:
        """Notes a line of the file that was begun last as malformed."""
        self.problems.add(self.files[-1], line, entry, error.reason, error.mend)

    def whole(self, reason: str, mend: str) -> None:
        """Notes that the file that was begun last cannot be used."""
        self.problems.add(self.files[-1], 0, "", reason, mend)

    def one_word(self, word: str) -> str:
        """The word as a key. Raises Malformed where it is none, or several."""
        key = self.key(word)
        if not can_be_found(key):
            raise Malformed("it has no letter and no digit once normalised", "it can never match")
        if len(key.split()) != 1:
            raise Malformed(f"it is {len(key.split())} words once normalised", "give one word")
        return key

    def repeat(self, table: dict[Any, Any], key: Any, line: int) -> None:
        """Notes that a key of this layer comes again: the later line holds."""
        known = table.get(key)
        if known is not None:
            self.repeated(
                " ".join(key) if isinstance(key, tuple) else key,
                known if isinstance(known, int) else known[-1],
                self.origin(line),
            )

    def repeated(self, key: str, earlier: int, later: int) -> None:
        """Notes that the entry of one origin comes again at a later one."""
        file, line = place_of(abs(earlier))
        new, at = place_of(later)
        where = f"line {line}" if file == new else f"{self.files[file - 1]}, line {line}"
        self.problems.add(
            self.files[new - 1], at, key, f"the same entry as in {where}",
            "this line holds; take one away", "warning",
        )  # fmt: skip

    def table(self, rows: Rows) -> Table:
        """The finished table of rows with a column of origins; repeated keys are noted."""
        origins = rows.columns["origin"]
        return rows.table(lambda key, one, two: self.repeated(key, origins[one], origins[two]))


def can_be_found(text: str) -> bool:
    """Whether anything of a text is ever a token: a letter, a digit, an emoji."""
    return any(one.isalnum() or unicodedata.category(one) == "So" for one in text)
