"""Rows of numbers by key, small enough for millions: a trie, and one array a column.

What a dictionary of Python's own would need 300 bytes for takes 10 to 30 here.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import marisa_trie

__all__ = ["EMPTY", "MappedTrie", "Rows", "Table"]


class MappedTrie(marisa_trie.Trie):  # type: ignore[misc]
    """A trie over a buffer that it keeps alive.

    The library's own keeps no reference: whoever held the trie after the buffer was gone would
    read memory that is no longer mapped.
    """

    def __init__(self, buffer: memoryview) -> None:
        super().__init__()
        self._buffer = buffer
        self.map(buffer)


class Table:
    """Rows by key; nothing about it changes. ``columns[name][row]`` is a number."""

    __slots__ = ("columns", "trie")

    trie: marisa_trie.Trie
    columns: Mapping[str, Any]

    def __init__(self, trie: marisa_trie.Trie, columns: Mapping[str, Any]) -> None:
        self.trie = trie
        self.columns = columns

    def row(self, key: str) -> int | None:
        """The row of a key, None where there is none; never fails for any string."""
        try:
            row: int | None = self.trie.get(key)
        except UnicodeEncodeError:  # a lone surrogate is in no key
            return None
        return row

    def __len__(self) -> int:
        return len(self.trie)

    def items(self) -> Iterator[tuple[str, int]]:
        """Keys with their rows, in no order."""
        items: Iterator[tuple[str, int]] = self.trie.iteritems()
        return items

    def sections(self, prefix: str) -> dict[str, bytes]:
        """What a file has to hold to give the table back, by name."""
        return {
            f"{prefix}.trie": self.trie.tobytes(),
            **{f"{prefix}.{name}": bytes(column) for name, column in self.columns.items()},
        }

    @classmethod
    def of_sections(
        cls, prefix: str, types: Mapping[str, str], sections: Mapping[str, memoryview]
    ) -> Table:
        """The table of a file's sections. Raises KeyError, ValueError or RuntimeError."""
        trie = MappedTrie(sections[f"{prefix}.trie"])
        columns: dict[str, Any] = {
            name: sections[f"{prefix}.{name}"].cast(code)  # type: ignore[call-overload]  # a code
            for name, code in types.items()
        }
        if any(len(column) != len(trie) for column in columns.values()):
            raise ValueError(f"{prefix}: a column is not as long as the trie")
        return cls(trie, columns)


EMPTY = Table(marisa_trie.Trie(), {})


class Rows:
    """Rows while they are gathered, in their order: a key's characters and numbers, no objects."""

    __slots__ = ("_ends", "_keys", "columns", "types")

    def __init__(self, **types: str) -> None:
        """types: name of each column to the code of ``array`` that its numbers have."""
        self.types = types
        self.columns: dict[str, array[Any]] = {name: array(code) for name, code in types.items()}
        self._keys = bytearray()
        self._ends = array("Q", [0])

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, key: str, *values: float) -> None:
        """One more row; values in the order of the columns. Raises UnicodeEncodeError."""
        self._keys += key.encode()
        self._ends.append(len(self._keys))
        for column, value in zip(self.columns.values(), values, strict=True):
            column.append(value)

    def keys(self) -> Iterator[str]:
        """The keys, in their order."""
        keys = self._keys
        for start, end in pairwise(self._ends):
            yield keys[start:end].decode()

    def trie(self) -> tuple[marisa_trie.Trie, array[int]]:
        """A trie of the keys, and for each row the key's number in it."""
        trie = marisa_trie.Trie(self.keys())
        return trie, array("I", map(trie.__getitem__, self.keys()))

    def table(self, repeated: Callable[[str, int, int], None] | None = None) -> Table:
        """The table; of a key's rows the last one holds. ``repeated`` is told the key, and the
        earlier and later of two rows."""
        if not len(self):
            return EMPTY
        trie, numbers = self.trie()
        chosen = array("q", [-1]) * len(trie)
        for row, number in enumerate(numbers):
            if chosen[number] >= 0 and repeated is not None:
                repeated(trie.restore_key(number), chosen[number], row)
            chosen[number] = row
        columns: dict[str, Any] = {
            name: memoryview(array(column.typecode, map(column.__getitem__, chosen)))
            for name, column in self.columns.items()
        }
        return Table(trie, columns)
