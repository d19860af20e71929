"""The rules of a table by their keys, whatever way these are found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..lexicon.rules import STEM, RuleRow, RuleTable, joined, spelling
from ..text.tokens import Token

__all__ = ["grouped", "rows_of", "uncut"]


def grouped(table: RuleTable) -> Iterator[list[RuleRow]]:
    """The rows of a table, those of one key together; each comes once."""
    for key in table.trie.iterkeys():
        if not key.startswith(STEM):  # those stand under another marker too
            yield table.get(key)
    yield from uncut(table).values()


def uncut(table: RuleTable) -> dict[str, list[RuleRow]]:
    """The rows that only cutting tells the words of, by their keys as written."""
    found: dict[str, list[RuleRow]] = {}
    for record in table.uncut_records:
        row = table.row(record)
        found.setdefault(row.key, []).append(row)
    return found


def rows_of(table: RuleTable, key: str, tokens: Sequence[Token]) -> list[RuleRow]:
    """The rows of a folded key or of the stems that it is cut into, uncut ones left out."""
    keys = dict.fromkeys((*spelling(key, None), STEM + joined(token.text for token in tokens)))
    return list(dict.fromkeys(row for one in keys for row in table.get(one)))
