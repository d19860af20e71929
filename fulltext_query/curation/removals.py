"""Checks of removals: whether the layers below say anything that a removal could take away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..builder import FulltextQuery
from ..lexicon import Lexicons, load_conversion, load_lists
from ..lexicon.columns import Table
from ..lexicon.dictionaries import Dictionaries
from ..lexicon.layer import GONE, Layer
from ..lexicon.rules import RuleTable
from .findings import Findings
from .rules import RULE_KINDS, rule_index

__all__ = ["check_removals"]


class _Removal(NamedTuple):
    kind: str
    entry: str
    origin: int


def check_removals(
    fq: FulltextQuery, below: Sequence[Layer], layer: Layer, findings: Findings,
    directory: Path | None = None,
) -> None:  # fmt: skip
    """Notes removals of a layer that remove nothing. below: the user's layers beneath it."""
    removals = [*_removals(fq, below, layer, directory), *_rule_removals(fq, below, layer)]
    for removal in removals:
        findings.of_entry(
            layer, removal.origin, "removal", f"-{removal.entry}",
            "it removes nothing: no earlier layer says this",
            "leave it out, or spell it as the earlier entry is",
        )  # fmt: skip


def _removals(
    fq: FulltextQuery, layers: Sequence[Layer], layer: Layer, directory: Path | None
) -> Iterator[_Removal]:
    lexicons = Lexicons(directory)
    below = Dictionaries(fq.dictionaries.shipped, tuple(layers))
    for language, table in layer.words.items():
        for key, origin in _gone(table, "tag"):
            word = below.word(language, key)
            if (word is None or word.gone) and lexicons.get(language, key) is None:
                yield _Removal("words", key, origin)
    for language, table in layer.pos.items():
        for key, origin in _gone(table, "tag"):
            entry = lexicons.get(language, key)
            if below.pos(language, key) is None and (entry is None or not entry.pos):
                yield _Removal("pos", key, origin)
    for key, origin in _gone(layer.names, "category"):
        known = any(one.names.row(key) is not None for one in (below.shipped, *layers))
        # names of one word are in the lexica too
        if not known and not any(
            entry.entity for language in ("zh", "en") if (entry := lexicons.get(language, key))
        ):
            yield _Removal("entities", key, origin)
    yield from _list_removals(below, layer, directory)
    conversion = below.conversion(load_conversion(directory))
    for one, (target, origin) in layer.conversion.items():
        known_words = conversion.characters if len(one) == 1 else conversion.phrases
        if not target and one not in known_words:
            yield _Removal("t2s_exceptions", one, origin)
    for name_of, weights in (("pos", layer.pos_weights), ("entities", layer.entity_weights)):
        given = fq.settings.pos_weights if name_of == "pos" else fq.settings.entity_weights
        known_weights = below.weights(name_of, given)
        for name, (factor, origin) in weights.items():
            if factor < 0 and name not in known_weights:
                yield _Removal("weights", name, origin)


def _list_removals(below: Dictionaries, layer: Layer, directory: Path | None) -> Iterator[_Removal]:
    lists = below.lists(load_lists(directory))
    for language, words in layer.function_words.items():
        for word, one in words.items():
            if not one.where and word not in lists.function.get(language, ()):
                yield _Removal("function_words", word, one.origin)
    for language, asking in layer.question_words.items():
        for phrase, one in asking.items():
            if not one.where and phrase not in lists.question.get(language, {}):
                yield _Removal("question_words", " ".join(phrase), one.origin)
    for token, origin in layer.protected.items():
        if origin < 0 and token not in below.protected:
            yield _Removal("protected", token, -origin)


def _gone(table: Table, column: str) -> Iterator[tuple[str, int]]:
    """Keys and origins of a table's removals."""
    if not len(table):
        return
    numbers, origins = table.columns[column], table.columns["origin"]
    if GONE not in bytes(numbers):  # mostly there are none
        return
    for key, row in table.items():
        if numbers[row] == GONE:
            yield key, origins[row]


def _rule_removals(fq: FulltextQuery, layers: Sequence[Layer], layer: Layer) -> Iterator[_Removal]:
    dictionaries = fq.dictionaries
    beneath = [
        *([dictionaries.wordnet] if dictionaries.wordnet is not None else []),
        *([dictionaries.shipped] if dictionaries.shipped_synonyms else []),
        *layers,
    ]
    for kind in RULE_KINDS:
        table: RuleTable = getattr(layer, kind)
        removals = [row for row in table.rows() if not row.share]
        if not removals:
            continue
        index = rule_index(fq, kind, beneath)
        for row in removals:
            tokens = fq.analyze(row.key).tokens
            found = index.find(tokens).get(0, ())
            words = tuple(token.text for token in fq.analyze(row.target).tokens)
            if not any(not words or one.words == words for one in found):
                entry = f"{row.key} => {row.target}" if row.target else row.key
                yield _Removal(kind, entry, row.origin)
