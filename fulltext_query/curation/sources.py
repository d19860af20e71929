"""Opens what is to be looked into: folders, compiled files, and single files of folders."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ..assembly import Parts
from ..builder import FulltextQuery
from ..errors import DictionaryError, LexiconError
from ..lexicon.layer import KINDS, Layer
from ..lexicon.lines import Progress
from ..lexicon.loading import SourceLike, sources_of
from ..setting_types import LANGUAGES
from ..settings import Settings

__all__ = [
    "Asked",
    "Opened",
    "OpenedLayer",
    "asked_for",
    "language_of_file",
    "open_all",
    "open_one",
    "parts_of",
]

_AT_TOP = ("protected.txt", "t2s_exceptions.txt")
_NO_FOLDERS = ("protected", "t2s_exceptions")
_SUFFIXES = (".txt", ".json", ".tsv")


class Asked(NamedTuple):
    """A folder or a compiled file, and which files of the folder are asked about."""

    path: Path
    files: frozenset[str] | None  # as problems name them; None for all

    def wants(self, file: str) -> bool:
        """Whether a file is asked about."""
        return self.files is None or file in self.files


class OpenedLayer(NamedTuple):
    """A layer and where it came from; the builder knows it and the layers below it."""

    path: Path
    layer: Layer
    fq: FulltextQuery


class Opened(NamedTuple):
    """A builder with all layers that can be used, and why the others cannot."""

    fq: FulltextQuery
    layers: tuple[OpenedLayer, ...]
    broken: tuple[tuple[Path, str], ...]


def asked_for(given: SourceLike | Iterable[SourceLike]) -> list[Asked]:
    """What paths mean: folders of dictionaries, compiled files, or single files of such folders.

    A folder comes once, however many of its files are named. Raises DictionaryError where there is
    nothing at a path.
    """
    found: dict[Path, frozenset[str] | None] = {}
    for path in sources_of(given):
        if not path.exists():
            raise DictionaryError(f"there is nothing at {path}: give a folder of dictionaries")
        folder = _folder_of(path) if path.is_file() else None
        if folder is None:
            found[path] = None
            continue
        known = found.get(folder, frozenset())
        if known is not None:
            name = f"{folder}/{path.relative_to(folder).as_posix()}"
            found[folder] = known | {name}
    return [Asked(path, files) for path, files in found.items()]


def _folder_of(file: Path) -> Path | None:
    """The folder of dictionaries that a file is a part of; None for a compiled file."""
    if file.name in _AT_TOP:
        return file.parent
    if file.parent.name in KINDS:
        return file.parent.parent
    resolved = file.resolve()
    if resolved.parent.name in KINDS:  # as words.txt inside the folder itself
        return resolved.parent.parent
    if file.suffix in _SUFFIXES:
        raise DictionaryError(
            f"{file} is in no folder of dictionaries, so that nothing tells what it is for: put it "
            f"into one of {', '.join(f'{kind}/' for kind in KINDS if kind not in _NO_FOLDERS)}"
        )
    return None


def open_all(
    paths: Iterable[Path], settings: Settings | None, progress: Progress | None = None
) -> Opened:
    """Loads all sources leniently, in their order; those that cannot be used at all are told."""
    lenient = _lenient(settings)
    fq = FulltextQuery(lenient)
    layers: list[OpenedLayer] = []
    broken: list[tuple[Path, str]] = []
    for path in paths:
        try:
            if layers:
                fq = fq.with_dictionaries(path)
            else:
                fq = FulltextQuery(lenient, dictionaries=path, progress=progress)
        except (DictionaryError, LexiconError) as error:
            broken.append((path, str(error)))
        else:
            # the last one holds what settings and arguments give
            layers.append(OpenedLayer(path, fq.dictionaries.layers[-2], fq))
    return Opened(fq, tuple(layers), tuple(broken))


def open_one(
    path: Path, settings: Settings | None, progress: Progress | None = None
) -> tuple[FulltextQuery, Layer]:
    """Loads one source leniently. Raises DictionaryError, LexiconError."""
    fq = FulltextQuery(_lenient(settings), dictionaries=path, progress=progress)
    return fq, fq.dictionaries.layers[0]


def parts_of(fq: FulltextQuery) -> Parts:
    """What a builder consists of: its analyzer, told a language, cuts as its synonyms are cut."""
    return fq._parts


def language_of_file(file: str) -> str:
    """The language that the name of a dictionary file tells; '' where it tells none."""
    path = PurePosixPath(file)
    last = path.stem.split(".")[-1]
    return last if path.parent.name in KINDS and last in LANGUAGES and last != "auto" else ""


def _lenient(settings: Settings | None) -> Settings:
    return (settings or Settings()).replace(strict_dictionaries=False, dictionaries=())
