"""What has changed between two dictionaries, folders or compiled files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sized
from pathlib import Path
from typing import NamedTuple

from ..errors import DictionaryError
from ..lexicon.columns import Table
from ..lexicon.layer import GONE, KINDS, Layer
from ..lexicon.lines import Progress
from ..lexicon.rules import PIECES, STEM, RuleTable
from ..settings import Settings
from .rows import uncut
from .sources import open_one

__all__ = ["Change", "diff"]

_SPELLED = "\0"  # between a key in pieces and how it is written
_REMOVAL = "removed"  # what an entry says that takes an earlier layer's away


class Change(NamedTuple):
    """One entry that is not the same in both."""

    kind: str  # one of fulltext_query.lexicon.layer.KINDS
    language: str  # '' where the kind has none
    entry: str
    before: str | None  # what it says, '' where there is nothing but the entry; None: not there
    after: str | None
    place_before: str  # file and line, '' where it is not there
    place_after: str

    @property
    def what(self) -> str:
        """'added', 'removed' or 'changed'."""
        if self.before is None:
            return "added"
        return "removed" if self.after is None else "changed"


class _Said(NamedTuple):
    entry: str  # as it is to be shown
    value: str
    place: str


def diff(
    before: str | Path,
    after: str | Path,
    settings: Settings | None = None,
    *,
    progress: Progress | None = None,
) -> tuple[Change, ...]:
    """Entries that were added, removed or changed, by kind, language and entry.

    Keys are compared, so that another spelling of the same key is no change. Both are loaded
    leniently. Raises DictionaryError, LexiconError.
    """
    for path in (before, after):
        if not Path(path).exists():
            raise DictionaryError(f"there is nothing at {path}: give a folder of dictionaries")
    old, new = (open_one(Path(path), settings, progress)[1] for path in (before, after))
    order = {kind: number for number, kind in enumerate(KINDS)}
    return tuple(
        sorted(_changes(old, new), key=lambda one: (order[one.kind], one.language, one.entry))
    )


def _changes(old: Layer, new: Layer) -> Iterator[Change]:
    for kind, language in sorted(_parts(old) | _parts(new)):
        mine, yours = _Part(old, kind, language), _Part(new, kind, language)
        for entry in mine:
            first, second = mine.get(entry), yours.get(entry)
            if first and (second is None or first.value != second.value):
                yield _change(kind, language, entry, first, second)
        for entry in yours:
            if mine.get(entry) is None:
                yield _change(kind, language, entry, None, yours.get(entry))


def _change(
    kind: str, language: str, entry: str, old: _Said | None, new: _Said | None
) -> Change:  # fmt: skip
    return Change(
        kind, language, (new or old or _Said(entry, "", "")).entry,
        old and old.value, new and new.value, old.place if old else "", new.place if new else "",
    )  # fmt: skip


def _parts(layer: Layer) -> set[tuple[str, str]]:
    by_language: dict[str, Mapping[str, object]] = {
        "words": layer.words, "pos": layer.pos, "frequencies": layer.backgrounds,
        "function_words": layer.function_words, "question_words": layer.question_words,
    }  # fmt: skip
    alone: dict[str, Sized] = {
        "entities": layer.names, "synonyms": layer.synonyms, "glossary": layer.glossary,
        "protected": layer.protected, "t2s_exceptions": layer.conversion,
        "weights": (*layer.pos_weights, *layer.entity_weights),
    }  # fmt: skip
    return {(kind, language) for kind, tables in by_language.items() for language in tables} | {
        (kind, "") for kind, table in alone.items() if len(table)
    }


class _Part:
    """The entries of one kind and language of a layer, one by one."""

    def __init__(self, layer: Layer, kind: str, language: str) -> None:
        self._layer = layer
        self._kind = kind
        self._language = language
        self._table = self._find()
        self._uncut = uncut(self._table) if isinstance(self._table, RuleTable) else {}

    def _find(self) -> Table | RuleTable | Mapping[str, tuple[str, int]]:
        layer, kind, language = self._layer, self._kind, self._language
        if kind in ("words", "pos"):
            tables: Mapping[str, Table] = getattr(layer, kind)
            return tables.get(language, {})
        if kind == "frequencies":
            background = layer.backgrounds.get(language)
            return background.table if background is not None else {}
        if kind == "entities":
            return layer.names
        if kind in ("synonyms", "glossary"):
            table: RuleTable = getattr(layer, kind)
            return table
        return dict(self._listed())

    def _listed(self) -> Iterator[tuple[str, tuple[str, int]]]:
        layer, language = self._layer, self._language
        if self._kind == "function_words":
            for word, one in layer.function_words.get(language, {}).items():
                yield word, ("" if one.where else _REMOVAL, one.origin)
        elif self._kind == "question_words":
            for words, one in layer.question_words.get(language, {}).items():
                yield " ".join(words), (one.where or _REMOVAL, one.origin)
        elif self._kind == "protected":
            for word, origin in layer.protected.items():
                yield word, ("" if origin > 0 else _REMOVAL, abs(origin))
        elif self._kind == "t2s_exceptions":
            for word, (target, origin) in layer.conversion.items():
                yield word, (target or _REMOVAL, origin)
        else:
            for name, table in (("pos", layer.pos_weights), ("entities", layer.entity_weights)):
                for tag, (factor, origin) in table.items():
                    yield f"{name} {tag}", (f"{factor:g}" if factor >= 0 else _REMOVAL, origin)

    def __iter__(self) -> Iterator[str]:
        table = self._table
        if isinstance(table, RuleTable):
            for key in table.trie.iterkeys():
                if key.startswith(PIECES):  # of C++ and C# the same
                    spelled = {row.key.casefold() for row in table.get(key)}
                    yield from (f"{key}{_SPELLED}{one}" for one in sorted(spelled))
                elif not key.startswith(STEM):  # those stand under another marker too
                    yield key
            yield from self._uncut
        elif isinstance(table, Table):
            yield from table.trie.iterkeys()
        else:
            yield from table

    def get(self, entry: str) -> _Said | None:
        """What is said of an entry; None where nothing is."""
        table = self._table
        if isinstance(table, RuleTable):
            key, _, spelled = entry.partition(_SPELLED)
            rows = [*table.get(key), *self._uncut.get(key, ())]
            rows = [row for row in rows if not spelled or row.key.casefold() == spelled]
            if not rows:
                return None
            said = sorted({_rule(row.target, row.share) for row in rows})
            return _Said(rows[0].key, ", ".join(said), self._place(min(row.origin for row in rows)))
        if isinstance(table, Table):
            row = table.row(entry)
            if row is None:
                return None
            return _Said(entry, self._value(table, row), self._place(table.columns["origin"][row]))
        listed = table.get(entry)
        return None if listed is None else _Said(entry, listed[0], self._place(listed[1]))

    def _value(self, table: Table, row: int) -> str:
        columns, layer = table.columns, self._layer
        if self._kind == "frequencies":
            return f"{columns['term'][row]:.0f} {columns['documents'][row]:.0f}"
        number: int = columns["category" if self._kind == "entities" else "tag"][row]
        if number == GONE:
            return _REMOVAL
        if self._kind == "entities":
            return layer.categories[number - 1]
        tag: str = layer.tags[number - 1] if number else ""
        if self._kind == "pos":
            return tag
        frequency = columns["frequency"][row]
        known = f"{frequency:.0f}" if frequency == frequency else ""  # NaN is not itself
        return f"{known} {tag}".strip()

    def _place(self, origin: int) -> str:
        file, line = self._layer.place(origin)
        return f"{file}:{line}" if line else file


def _rule(target: str, share: float) -> str:
    if not share:
        return f"-{target}" if target else _REMOVAL
    return target if share == 1 else f"{target}^{share:g}"
