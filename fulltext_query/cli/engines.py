"""The index that a command works on, and a bar for what takes long."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ..errors import EngineError, IndexingStoppedError, IndexMissingError
from ..search.contract import Engine
from .inputs import WrongUse

__all__ = ["engine_at", "is_address", "open_engine", "progress_bar", "shown_place"]


def is_address(where: str) -> bool:
    """Whether it is a server's address, and not a folder."""
    return where.lower().startswith(("http://", "https://"))


@contextmanager
def engine_at(where: str, *, batch: int | None = None) -> Iterator[Engine]:
    """The engine of a place, closed behind it; its errors come as WrongUse that names the place.

    IndexingStoppedError passes, as it has a report. Raises as ``open_engine`` too.
    """
    # retries are no news here: what fails in the end is told as an error
    logging.getLogger("stamina").addHandler(logging.NullHandler())
    place = shown_place(where)
    try:
        with closing(open_engine(where, batch=batch)) as engine:
            yield engine
    except IndexMissingError as error:
        raise WrongUse(
            f"there is no index {place}: fill one with 'fulltext-query index FILE --to {place}'"
        ) from error
    except IndexingStoppedError:
        raise
    except EngineError as error:
        message = str(error)
        raise WrongUse(message if place in message else f"{place}: {message}") from error


def open_engine(where: str, *, batch: int | None = None) -> Engine:
    """The engine of an address (Elasticsearch, the index last) or of a folder (the embedded one).

    batch: documents of one request to a server. Raises WrongUse, SettingsError, MissingExtraError.
    """
    if is_address(where):
        from ..search.elasticsearch import ElasticsearchEngine

        if batch is None:
            return ElasticsearchEngine(where)
        return ElasticsearchEngine(where, chunk_documents=batch)
    if "://" in where:
        raise WrongUse(
            f"{shown_place(where)!r} is no index: give http://HOST:PORT/INDEX, https://… or the "
            "path of a folder"
        )
    if not where.strip():
        raise WrongUse("an empty path is no index: give a folder or http://HOST:PORT/INDEX")
    from ..search.embedded import EmbeddedEngine

    return EmbeddedEngine(Path(where))


def shown_place(where: str) -> str:
    """The place of an index without the password that its address may hold."""
    return re.sub(r"//[^/@]*@", "//", where)


@contextmanager
def progress_bar(
    what: str, unit: str, *, total: int | None = None, at: Callable[[], int] | None = None
) -> Iterator[Callable[[int], None]]:
    """A bar on standard error where that is a terminal; gives what is told how many are done.

    unit: what is counted, in the plural. at: how far the input is read, out of ``total``.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda count: None  # noqa: ARG005
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"), BarColumn(),
        TextColumn(f"{{task.fields[done]:,}} {unit}"), TimeElapsedColumn(),
    )  # fmt: skip
    done = 0
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total or None, done=0)

        def advance(count: int) -> None:
            nonlocal done
            done += count
            bar.update(task, completed=at() if at is not None and total else None, done=done)

        yield advance
