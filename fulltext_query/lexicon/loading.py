"""Loads the layers of a query builder from where the user put them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from ..errors import DictionaryError
from .layer import Layer
from .layer_files import fingerprint_of, read_folder
from .layer_format import open_layer
from .lexicons import DATA_FOLDER
from .lines import Progress
from .problems import refuse
from .reading_rules import Stem

__all__ = [
    "SHIPPED_FILE",
    "WORDNET_FILE",
    "SourceLike",
    "is_compiled",
    "load_layer",
    "open_shipped",
    "sources_of",
]

SHIPPED_FILE = "shipped.dict"
WORDNET_FILE = "wordnet.dict"

_ATTEMPTS = 5

SourceLike = str | os.PathLike[str]


def sources_of(given: SourceLike | Iterable[SourceLike]) -> tuple[Path, ...]:
    """Paths of folders and compiled files, from one or several. Raises DictionaryError."""
    if isinstance(given, str | os.PathLike):
        return (Path(given),)
    if not isinstance(given, Iterable):
        raise DictionaryError(
            f"dictionaries: {given!r} is no path; give folders, or files that "
            "'fulltext-query dict compile' has made"
        )
    listed = list(given)
    for one in listed:
        if not isinstance(one, str | os.PathLike):
            raise DictionaryError(f"dictionaries: {one!r} is no path")
    return tuple(map(Path, listed))


def open_shipped(directory: str | Path | None, name: str) -> Layer:
    """A compiled layer of the package's own. Raises LexiconError."""
    folder = DATA_FOLDER if directory is None else Path(directory)
    return open_layer(folder / name, mapped=True)


def is_compiled(source: Path) -> bool:
    """Whether a source is a file, not a folder. Raises DictionaryError where nobody can tell."""
    try:
        return source.is_file()
    except OSError as error:
        raise DictionaryError(f"cannot look at {str(source)[:200]}: {error.strerror}") from error


def load_layer(
    source: Path,
    key: Callable[[str], str],
    stem: Stem | None,
    *,
    language: str,
    spelling: Mapping[str, Any],
    strict: bool,
    progress: Progress | None = None,
) -> Layer:
    """The layer of a folder or of a compiled file.

    key, stem, language, progress: as in ``read_folder``. spelling: the settings that keys depend
    on. strict: whether a line that cannot be used refuses the layer; else the layer has the others,
    and its ``problems`` tell of that line.
    Raises DictionaryError, with every problem of a strict layer; LexiconError of a compiled one.
    """
    if is_compiled(source):
        layer = open_layer(source, spelling)
    else:
        layer = _read_at_rest(
            source, lambda: read_folder(source, key, stem, language=language, progress=progress)
        )
    if strict:
        refuse(layer.problems)
    return layer


def _read_at_rest(source: Path, read: Callable[[], Layer]) -> Layer:
    """What a folder says at one moment: read again where a file was written meanwhile."""
    for _ in range(_ATTEMPTS):
        layer = read()
        if fingerprint_of(source) == layer.fingerprint:
            return layer
    raise DictionaryError(
        f"the files of {source} changed while they were read, {_ATTEMPTS} times: load them when "
        "they are written, or write them elsewhere and move them there"
    )
