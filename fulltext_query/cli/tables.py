"""Tables for people: by rich on a terminal, as aligned text everywhere else."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..explain import aligned, width_of
from .outputs import emit, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

__all__ = ["on_terminal", "plain", "show"]

Row = Sequence[str]

_STYLES: Mapping[str, str] = {
    "word": "bold cyan", "name": "bold cyan", "weight": "green", "value": "green",
    "role": "magenta", "alternatives": "dim", "description": "dim", "kind": "blue",
}  # fmt: skip
_GAP = 2  # columns of a terminal between two of the table
_WRAPPING = frozenset(("value", "range", "description", "alternatives", "fine parts"))
_READABLE = 20  # columns below which a cell that wraps is no longer readable


def on_terminal() -> bool:
    """Whether standard output is a terminal, or is to be treated as one (FORCE_COLOR)."""
    return sys.stdout is not None and (
        sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR", ""))
    )


def show(
    headers: Row, rows: Sequence[Row], *, before: Sequence[str] = (), after: Sequence[str] = ()
) -> None:
    """Prints lines, a table and more lines.

    A terminal too narrow for the table shows each row as a paragraph; nothing is ever cut off.
    Colours are left out where NO_COLOR is set.
    """
    before = [visible(line) for line in before]
    after = [visible(line) for line in after]
    rows = [[visible(cell).replace("\n", "\\n") for cell in row] for row in rows]
    if on_terminal():
        emit(_by_rich(headers, rows, before, after).rstrip("\n"))
        return
    emit("\n".join([*before, *plain(headers, rows), *after]))


def plain(headers: Row, rows: Sequence[Row]) -> list[str]:
    """The table as aligned lines of text; none for no rows."""
    return aligned([headers, *rows]) if rows else []


def _by_rich(headers: Row, rows: Sequence[Row], before: Sequence[str], after: Sequence[str]) -> str:
    from rich.console import Console
    from rich.text import Text

    no_color = bool(os.environ.get("NO_COLOR", ""))
    console = Console(
        file=sys.stdout, highlight=False, markup=False, emoji=False,
        color_system=None if no_color else "auto",
    )  # fmt: skip
    with console.capture() as capture:
        for line in before:
            console.print(Text(line, overflow="fold"))
        if rows:
            headers, rows = _without_empty(headers, rows)
            if _fits(headers, rows, console.width):
                _table(console, headers, rows)
            else:
                _paragraphs(console, headers, rows)
        for line in after:
            console.print(Text(line, style="dim", overflow="fold"))
    return "\n".join(line.rstrip() for line in capture.get().split("\n"))


def _table(console: Console, headers: Row, rows: Sequence[Row]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, _GAP, 0, 0), pad_edge=False, header_style="bold")
    for name in headers:
        table.add_column(
            name, overflow="fold", no_wrap=name not in _WRAPPING, style=_STYLES.get(name, "")
        )
    for row in rows:
        table.add_row(*map(_text, row))
    console.print(table)


def _paragraphs(console: Console, headers: Row, rows: Sequence[Row]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    indent = _GAP if console.width >= _READABLE else 0
    for first, *others in rows:
        console.print(Text(first, style=_STYLES.get(headers[0], ""), overflow="fold"))
        pairs = [
            Text.assemble((name, "dim"), " ", (cell, _STYLES.get(name, "")))
            for name, cell in zip(headers[1:], others, strict=True)
            if cell not in ("", "–")
        ]
        if pairs:
            line = Text("; ").join(pairs)
            line.overflow = "fold"
            console.print(Padding(line, (0, 0, 0, indent)))


def _text(cell: str) -> Text:
    from rich.text import Text

    return Text(cell, overflow="fold")


def _without_empty(headers: Row, rows: Sequence[Row]) -> tuple[Row, Sequence[Row]]:
    """Without the columns that say nothing; the first and the last one stay."""
    kept = [
        position
        for position in range(len(headers))
        if position in (0, len(headers) - 1) or any(row[position] not in ("", "–") for row in rows)
    ]
    return [headers[position] for position in kept], [
        [row[position] for position in kept] for row in rows
    ]


def _fits(headers: Row, rows: Sequence[Row], columns: int) -> bool:
    needed = _GAP * len(headers)
    for name, *cells in zip(headers, *rows, strict=True):
        width = max(map(width_of, (name, *cells)))
        needed += min(width, _READABLE) if name in _WRAPPING else width
    return needed <= columns
