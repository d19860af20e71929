"""Why a query looks as it does: for people as a table, for programs as plain values."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from .lexicon.layer import Entry
from .query.min_match import required
from .query.tree import Leaf, Phrase, Query, Slot
from .text.tokens import Note

__all__ = [
    "COLUMNS",
    "Explained",
    "WeightedTerm",
    "aligned",
    "as_dict",
    "as_text",
    "origins",
    "rows",
    "scoring",
    "shown",
    "summary",
    "width_of",
]

_SURROGATE = re.compile("[\ud800-\udfff]")
COLUMNS = ("word", "as typed", "kind", "weight", "idf1", "idf2", "part of speech", "entity", "role",
           "alternatives")  # fmt: skip


class WeightedTerm(NamedTuple):
    """A word of the query with everything its weight is made of."""

    text: str  # as the index holds it
    surface: str  # as the user wrote it, the first time
    spans: tuple[tuple[int, int], ...]  # in the original text, in code points
    kind: str
    language: str
    role: str  # content, function or question
    idf1: float
    idf2: float
    pos: str
    pos_weight: float
    entity: str
    entity_weight: float
    known: bool
    weight: float  # 0 to 1; they sum to 1 over the query
    synonyms: tuple[str, ...]
    source: str  # where its synonyms come from, '' where there are none
    entries: tuple[Entry, ...]  # of dictionaries, that had a part in it, with file and line


class Explained(Protocol):
    """What there is to explain about a query."""

    @property
    def text(self) -> str: ...
    @property
    def terms(self) -> tuple[WeightedTerm, ...]: ...
    @property
    def tree(self) -> Query: ...
    @property
    def notes(self) -> tuple[Note, ...]: ...


def rows(built: Explained) -> list[tuple[str, ...]]:
    """One row of text a slot, under COLUMNS."""
    terms = {term.text: term for term in built.terms}
    table = []
    for slot in built.tree.slots:
        name = _name(slot.main)
        term = terms.get(name)
        others = _others(slot)
        if term is None:
            table.append(
                (name, "", "keyword", f"{slot.main.boost:.4f}", *[""] * 5, " ".join(others))
            )
            continue
        table.append((
            name, term.surface, term.kind, f"{term.weight:.4f}", f"{term.idf1:.2f}",
            f"{term.idf2:.2f}", _factor(term.pos, term.pos_weight),
            _factor(term.entity, term.entity_weight),
            f"{term.role}, unknown" if _is_unknown(term) else term.role,
            " ".join(others),
        ))  # fmt: skip
    return table


def as_text(built: Explained) -> str:
    """A table in plain text, then the minimum, the cost and the notes."""
    lines = [f"text: {built.text}"]
    if built.tree.slots:
        lines += aligned([COLUMNS, *([shown(cell) for cell in row] for row in rows(built))])
        lines += origins(built)
        lines += scoring(built)
        lines.append(summary(built))
    lines += [f"note {note.code}: {note.message}" for note in built.notes]
    return "\n".join(map(shown, lines))


def shown(text: str) -> str:
    """The text as one line that no terminal obeys: control characters by their escapes."""
    if text.isprintable():
        return text
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text
    )


def _others(slot: Slot) -> list[str]:
    """The alternatives to the word, each once with its highest boost, in whatever fields."""
    highest: dict[tuple[Any, ...], Leaf] = {}
    for leaf in slot.leaves[1:]:
        same = (leaf[0], leaf[2])
        if same not in highest or leaf.boost > highest[same].boost:
            highest[same] = leaf
    return [
        f"{_show(leaf)} (sub-words)" if leaf[0] == slot.main[0] else _show(leaf)
        for leaf in highest.values()
    ]


def origins(built: Explained) -> list[str]:
    """A line for each entry of a dictionary that had a part in the query: words, entry, place."""
    words: dict[Entry, list[str]] = {}
    for term in built.terms:
        for entry in term.entries:
            words.setdefault(entry, []).append(term.text)
    return [
        f"entry {entry.kind}: {entry.entry}, {entry.place}, for {' '.join(found)}"
        for entry, found in words.items()
    ]


def scoring(built: Explained) -> list[str]:
    """A line on the words that only score, if there are any."""
    leaves = built.tree.beside
    return [f"beside, scoring only: {' '.join(map(_show, leaves))}"] if leaves else []


def summary(built: Explained) -> str:
    """One line on the minimum and the cost."""
    tree = built.tree
    words = len(tree.slots)
    need = required(tree.min_match, words)
    asked = tree.min_match or "none"
    return (
        f"minimum: {asked}, {need} of {words} words; "
        f"cost: {tree.cost} clauses over {len(tree.fields)} fields"
    )


def as_dict(built: Explained) -> dict[str, Any]:
    """The same for programs; plain values, ready for JSON."""
    tree = built.tree
    result: dict[str, Any] = _encodable({
        "text": built.text,
        "terms": [
            {**term._asdict(), "entries": [entry._asdict() for entry in term.entries]}
            for term in built.terms
        ],
        "slots": [[_leaf(leaf) for leaf in slot.leaves] for slot in tree.slots],
        "beside": [_leaf(leaf) for leaf in tree.beside],
        "minimum_should_match": tree.min_match or None,
        "required": required(tree.min_match, len(tree.slots)),
        "cost": {"leaves": tree.leaf_count, "fields": len(tree.fields), "clauses": tree.cost},
        "notes": [note._asdict() for note in built.notes],
    })  # fmt: skip
    return result


def _encodable(value: Any) -> Any:
    """The value with U+FFFD for every lone surrogate: neither JSON nor a terminal takes those."""
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {key: _encodable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_encodable(item) for item in value]
    return value


def _is_unknown(term: WeightedTerm) -> bool:
    return not term.known and term.kind in ("word", "han")


def _leaf(leaf: Leaf) -> dict[str, Any]:
    if isinstance(leaf, Phrase):
        return {"phrase": list(leaf.words), "boost": leaf.boost, "slop": leaf.slop}
    return {"term": leaf.text, "boost": leaf.boost, "fuzzy": leaf.fuzzy}


def _name(leaf: Leaf) -> str:
    return " ".join(leaf.words) if isinstance(leaf, Phrase) else leaf.text


def _show(leaf: Leaf) -> str:
    mark = '"' if isinstance(leaf, Phrase) else ""
    return f"{mark}{_name(leaf)}{mark}^{leaf.boost:.4f}"


def _factor(name: str, weight: float) -> str:
    return f"{name or '–'} ×{weight:g}" if name or weight != 1 else "–"


def aligned(table: Sequence[Sequence[str]]) -> list[str]:
    """The rows as lines with aligned columns."""
    widths = [max(map(width_of, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            cell + " " * (width - width_of(cell)) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in table
    ]


def width_of(text: str) -> int:
    """Columns of a terminal: Han and their like take two, marks none."""
    return sum(
        0
        if unicodedata.combining(character)
        else 2
        if unicodedata.east_asian_width(character) in "WF"
        else 1
        for character in text
    )
