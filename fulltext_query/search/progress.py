"""A bar on standard error for what takes long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["progress_bar"]


@contextmanager
def progress_bar(
    what: str, unit: str, *, total: int | None = None, at: Callable[[], int] | None = None
) -> Iterator[Callable[[int], None]]:
    """A bar on standard error; gives what is to be told how many more are done.

    what, unit   what is done, and what is counted, in the plural: "indexing", "documents".
    total        how many there are, or how long the input is where ``at`` says how far it is read;
                 None where nobody knows.

    On a terminal it goes when it is done; elsewhere its last state is written.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"), BarColumn(),
        TextColumn(f"{{task.fields[done]:,}} {unit}"), TimeElapsedColumn(),
    )  # fmt: skip
    done = 0
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=console.is_terminal) as bar:
        task = bar.add_task(what, total=total or None, done=0)

        def advance(count: int) -> None:
            nonlocal done
            done += count
            completed = None
            if total:
                completed = done if at is None else at()
            bar.update(task, completed=completed, done=done)

        yield advance
