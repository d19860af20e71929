"""Each dictionary alone: a pair of query builders, one that has it and one that has not."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fulltext_query import FulltextQuery, Settings
from fulltext_query.lexicon.compile.build import products
from fulltext_query.lexicon.format import write_atomically
from fulltext_query.lexicon.lexicons import DATA_FOLDER

__all__ = ["DEFAULT", "PARTS", "Comparison", "Way", "comparisons", "compiled_without"]

PARTS = ("shipped", "off", "weight")
"""What is on by default, what is off, and weights of the synonyms."""

_DOCUMENTS = Settings.preset("documents")
_ENTITIES = tuple(_DOCUMENTS.entity_weights)
_COMPILED = {  # what has to be compiled anew without some files or folders
    ("words/zh.txt",): ("zh",),
    ("protected.txt",): ("shipped",),
    ("t2s_exceptions.txt",): ("t2s",),
    ("function_words",): ("lists",),
    ("question_words",): ("lists",),
    ("function_words", "question_words"): ("lists",),
}


@dataclass(frozen=True, slots=True)
class Way:
    """How a query builder is made.

    layers: folders of dictionaries over the shipped ones. lexica: a folder of compiled lexica in
    place of the package's own: documents may have other tokens then, and are indexed anew.
    """

    settings: Settings = field(default_factory=Settings)
    layers: tuple[Path, ...] = ()
    lexica: Path | None = None

    def builder(self) -> FulltextQuery:
        return FulltextQuery(self.settings, dictionaries=self.layers, lexicon_directory=self.lexica)


DEFAULT = Way()


@dataclass(frozen=True, slots=True)
class Comparison:
    """A dictionary: what is built with it, and without. part: one of PARTS."""

    part: str
    name: str
    having: Way
    lacking: Way


def comparisons(dictionaries: Path, work: Path) -> Iterator[Comparison]:
    """All of them. dictionaries: the folder that ships; work: where what is compiled is put."""
    yield from _synonyms(dictionaries, work)
    yield from _compiled(dictionaries, work)
    undamped = _way(function_weight=None)
    yield Comparison("shipped", "function and question words: less weight", DEFAULT, undamped)
    # without damping on either side: at power 0 there is none
    yield Comparison("shipped", "frequencies of the lexica", undamped, _way(power=0.0))
    yield Comparison("off", "question words removed", _way(question_words="remove"), DEFAULT)
    for weight in (0.1, 0.25, 0.5):
        name = f"synonyms of WordNet at {weight:g}"
        own = _way(wordnet=True, synonym_weight=weight)
        yield Comparison("off", name, own, _way(synonym_weight=weight))
    yield from _weights("entity_weights", {
        "entities: the documents' weights": _DOCUMENTS.entity_weights,
        "entities: all × 1.2": dict.fromkeys(_ENTITIES, 1.2),
        "entities: all × 1.5": dict.fromkeys(_ENTITIES, 1.5),
        **{f"entities: {name} alone × 1.5": {name: 1.5} for name in _ENTITIES},
    })  # fmt: skip
    yield from _weights("pos_weights", {
        "parts of speech: the documents' weights": _DOCUMENTS.pos_weights,
        "parts of speech: nouns × 1.2, names × 1.5": {"n": 1.2, "ns": 1.5, "nt": 1.5},
        "parts of speech: pronouns, conjunctions, adverbs × .3": {"r": 0.3, "c": 0.3, "d": 0.3},
    })  # fmt: skip


def _way(**changes: Any) -> Way:
    return Way(Settings(**changes))


def _weights(setting: str, tables: Mapping[str, Mapping[str, float]]) -> Iterator[Comparison]:
    for name, weights in tables.items():
        yield Comparison("off", name, _way(**{setting: weights}), DEFAULT)


def _synonyms(dictionaries: Path, work: Path) -> Iterator[Comparison]:
    none = _way(shipped_synonyms=False)
    yield Comparison("shipped", "synonyms", DEFAULT, none)
    for path in sorted((dictionaries / "synonyms").iterdir()):
        folder = work / f"only-{path.name}" / "synonyms"
        folder.mkdir(parents=True)
        shutil.copy(path, folder)
        yield Comparison(
            "shipped", f"synonyms/{path.name} alone", Way(none.settings, (folder.parent,)), none
        )
    for share in (True, False):
        for weight in (0.1, 0.25, 0.4, 0.5, 0.7, 1.0):
            way = _way(synonym_weight=weight, share_phrases=share)
            name = f"{weight:g}, phrases {'share their boost' if share else 'have all of it'}"
            yield Comparison("weight", name, way, none)


def _compiled(dictionaries: Path, work: Path) -> Iterator[Comparison]:
    for number, (names, only) in enumerate(_COMPILED.items()):
        lexica = compiled_without(names, only, dictionaries, work / f"without-{number}")
        yield Comparison("shipped", " and ".join(names), DEFAULT, Way(lexica=lexica))
    every = {one for only in _COMPILED.values() for one in only}
    without = [path.name for path in dictionaries.iterdir() if path.is_dir()]
    without += [path.name for path in dictionaries.glob("*.txt")]
    lexica = compiled_without(without, every, dictionaries, work / "without")
    yield Comparison("shipped", "all of them together", DEFAULT, Way(lexica=lexica))


def compiled_without(
    names: Iterable[str], only: Iterable[str], dictionaries: Path, folder: Path
) -> Path:
    """A folder of lexica that were compiled without some of the dictionaries.

    names: files and folders below ``dictionaries``. only: what has to be compiled, as
    ``python -m fulltext_query.lexicon.compile --only`` takes it; the rest is the package's own,
    which has to be up to date.
    """
    rest, lexica = folder / "dictionaries", folder / "lexica"
    shutil.copytree(dictionaries, rest)
    for name in names:
        path = rest / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    lexica.mkdir()
    for path in DATA_FOLDER.iterdir():
        (lexica / path.name).symlink_to(path.resolve())
    made = products(rest)
    for name in only:
        path = lexica / made[name].path
        path.unlink()
        write_atomically(path, made[name].make()[0])
    return lexica
