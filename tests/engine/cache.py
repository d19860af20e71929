"""Folders that are prepared once and then only read."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["cache_folder", "locked", "prepared"]

_COMPLETE = ".complete"


def cache_folder() -> Path:
    """Where engines are kept between runs.

    TEST_FULLTEXT_QUERY_ENGINE_CACHE if that is set, else ``fulltext-query-engines`` in the user's
    cache folder (XDG_CACHE_HOME or ~/.cache; ~/Library/Caches on macOS).
    """
    chosen = os.environ.get("TEST_FULLTEXT_QUERY_ENGINE_CACHE")
    if chosen:
        return Path(chosen).expanduser().resolve()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "fulltext-query-engines"
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "fulltext-query-engines"


def prepared(name: str, build: Callable[[Path], None], root: Path | None = None) -> Path:
    """The folder ``name`` of the cache, built if it is not there complete.

    Of several processes or threads that ask at once, one builds and the others wait for it. A
    build that failed or was killed leaves no mark of completion, so the next one starts afresh.

    Args:
        name: a file name; whatever changes what is built belongs into it.
        build: fills the empty folder that it is given. What it raises is passed on.
        root: instead of cache_folder().
    """
    root = cache_folder() if root is None else root
    folder = root / name
    if (folder / _COMPLETE).exists():
        return folder
    with locked(root / f"{name}.lock"):
        if not (folder / _COMPLETE).exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            build(folder)
            (folder / _COMPLETE).touch()
    return folder


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds the lock file: between processes and between threads; freed even if we are killed."""
    import fcntl  # POSIX only, like the engines' tests; elsewhere the import says so

    path.parent.mkdir(parents=True, exist_ok=True)
    # the file stays: removing it would let two holders lock two different files of one name
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
