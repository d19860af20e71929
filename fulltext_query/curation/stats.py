"""What dictionaries hold: entries by layer, file, kind and language, and what they take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ..assembly import spelling_of
from ..errors import DictionaryError
from ..lexicon.columns import Table
from ..lexicon.layer import Layer, place_of
from ..lexicon.layer_files import fingerprint_of
from ..lexicon.layer_format import pack_layer
from ..lexicon.lines import Progress
from ..lexicon.loading import SourceLike, sources_of
from ..settings import Settings
from .sources import language_of_file, open_all

__all__ = ["FileStats", "LayerStats", "Staleness", "origins_of", "stats", "staleness_of"]


class FileStats(NamedTuple):
    """What one file says. A rule counts once for every two words of it."""

    file: str
    kind: str  # one of fulltext_query.lexicon.layer.KINDS
    language: str  # '' where its name tells none
    entries: int  # removals among them


class Staleness(NamedTuple):
    """Where a compiled file came from, and whether that says the same still."""

    folder: str
    fingerprint: str  # SHA-256 of the folder's files when it was compiled
    changed: bool | None  # None where the folder is not there


@dataclass(frozen=True)
class LayerStats:
    """What one layer holds."""

    name: str
    source: Path | None
    """None for the package's own."""
    compiled: Staleness | None
    """None for a folder."""
    files: tuple[FileStats, ...]
    memory: int
    """Bytes of its tables, in memory or mapped."""
    problems: int
    """Lines that are not loaded, and warnings."""

    @property
    def entries(self) -> int:
        """Entries of all files."""
        return sum(one.entries for one in self.files)

    @property
    def counts(self) -> dict[tuple[str, str], int]:
        """Entries by kind and language."""
        found: Counter[tuple[str, str]] = Counter()
        for one in self.files:
            found[one.kind, one.language] += one.entries
        return dict(found)


def stats(
    dictionaries: SourceLike | Iterable[SourceLike] = (),
    settings: Settings | None = None,
    *,
    progress: Progress | None = None,
) -> tuple[LayerStats, ...]:
    """What the shipped dictionaries hold, and each of these over them; loaded leniently.

    Raises DictionaryError, LexiconError where a source cannot be used at all.
    """
    sources = sources_of(dictionaries)
    opened = open_all(sources, settings, progress)
    for path, reason in opened.broken:
        raise DictionaryError(reason if str(path) in reason else f"{path}: {reason}")
    own = opened.fq.dictionaries
    spelling = spelling_of(opened.fq.settings)

    def of(layer: Layer, source: Path | None) -> LayerStats:
        compiled = staleness_of(layer, source) if source and source.is_file() else None
        return LayerStats(
            layer.name, source, compiled, tuple(_files(layer)), len(pack_layer(layer, spelling)),
            len(layer.problems),
        )  # fmt: skip

    shipped = [one for one in (own.wordnet, own.shipped) if one is not None]
    return (
        *(of(layer, None) for layer in shipped),
        *(of(layer, path) for path, layer, _ in opened.layers),
    )


def staleness_of(layer: Layer, source: Path | None = None) -> Staleness:
    """Whether the folder that a layer was compiled of has changed since.

    source: the compiled file, beside which the folder is looked for too. Raises DictionaryError
    where the folder cannot be read.
    """
    places = [Path(layer.name)]
    if source is not None:
        places += [source.parent / layer.name, source.parent / Path(layer.name).name]
    for place in places:
        if place.is_dir():
            return Staleness(
                layer.name, layer.fingerprint, fingerprint_of(place) != layer.fingerprint
            )
    return Staleness(layer.name, layer.fingerprint, None)


def _files(layer: Layer) -> Iterator[FileStats]:
    counts: Counter[tuple[str, int]] = Counter()
    for kind, origins in origins_of(layer):
        counts.update((kind, place_of(abs(origin))[0]) for origin in origins)
    for (kind, file), entries in sorted(counts.items(), key=lambda one: (one[0][1], one[0][0])):
        name = layer.files[file - 1] if file else layer.name
        yield FileStats(name, kind, language_of_file(name), entries)


def origins_of(layer: Layer) -> Iterator[tuple[str, Iterable[int]]]:
    """Kinds with the origins of their entries; those of some removals are negative."""
    for kind in ("words", "pos"):
        for table in getattr(layer, kind).values():
            yield kind, table.columns["origin"]
    for background in layer.backgrounds.values():
        yield "frequencies", background.table.columns["origin"]
    if len(layer.names):
        yield "entities", layer.names.columns["origin"]
    for kind in ("synonyms", "glossary"):
        rules = getattr(layer, kind)
        if len(rules):
            yield kind, memoryview(rules.sections(kind)[f"{kind}.origins"]).cast("Q")
    for words in layer.function_words.values():
        yield "function_words", [one.origin for one in words.values()]
    for asking in layer.question_words.values():
        yield "question_words", [one.origin for one in asking.values()]
    yield from _listed(layer.list_origins)
    yield "protected", layer.protected.values()
    yield "t2s_exceptions", [origin for _, origin in layer.conversion.values()]
    yield "weights", [origin for _, origin in layer.pos_weights.values()]
    yield "weights", [origin for _, origin in layer.entity_weights.values()]


def _listed(table: Table) -> Iterator[tuple[str, Iterable[int]]]:
    for key, row in table.items() if len(table) else ():
        yield key.partition("\t")[0], (table.columns["origin"][row],)
