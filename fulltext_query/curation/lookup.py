"""Everything that is known of a word, and from where."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from ..builder import FulltextQuery
from ..explain import WeightedTerm
from ..lexicon import Lexicons
from ..lexicon.columns import Table
from ..lexicon.layer import GONE, Layer
from ..lexicon.names import name_key
from ..lexicon.rules import RuleRow, RuleTable
from ..text.tokens import Token
from .rows import rows_of, uncut
from .rules import RULE_KINDS, rule_index
from .sources import parts_of

__all__ = ["Found", "LexiconWord", "State", "WordReport", "lookup"]

State = Literal["holds", "hidden", "removed", "removes"]


class LexiconWord(NamedTuple):
    """What a compiled lexicon knows of a word."""

    word: str  # the word that was looked up, or one of those that it is cut into
    language: str
    source: str
    frequency: float  # occurrences in 60.1 million running words
    document_frequency: float  # of 1e9 documents
    pos: str
    entity: str


class Found(NamedTuple):
    """An entry of a dictionary that speaks of the word.

    state: it holds; a later layer hides it or has removed it; or it is itself what removes.
    """

    kind: str
    language: str  # '' where its kind has none
    entry: str
    file: str
    line: int
    layer: str
    state: State


@dataclass(frozen=True)
class WordReport:
    """What is known of a word."""

    word: str
    key: str
    """As the keys of dictionaries are spelled."""
    tokens: tuple[Token, ...]
    """How it is cut when a text is nothing else."""
    terms: tuple[WeightedTerm, ...]
    """What the query for it has, with weights and what they are made of."""
    lexicon: tuple[LexiconWord, ...]
    entries: tuple[Found, ...]
    """What stands under the word, by kind; the last of a kind and language ranks highest."""
    targets: tuple[Found, ...]
    """Synonyms and glossary terms that the word stands for."""

    def __bool__(self) -> bool:
        """Whether anything is known of it."""
        return bool(self.lexicon or self.entries or self.targets)


def lookup(fq: FulltextQuery, word: str, *, directory: str | Path | None = None) -> WordReport:
    """What a builder's lexica and dictionaries say of a word, or of several words in a row.

    directory: of the compiled lexica, as the builder's. Raises InputError, LexiconError.
    """
    tokens = fq.analyze(word).tokens
    key = parts_of(fq).analyzer.key(word)
    words = dict.fromkeys([key, *(token.word for token in tokens)])
    return WordReport(
        word, key, tokens, fq.build(word).terms,
        tuple(_of_lexica(Lexicons(directory), words)),
        tuple(_entries(fq, word, key, tokens)),
        tuple(_targets(fq, tokens)),
    )  # fmt: skip


def _of_lexica(lexicons: Lexicons, words: Mapping[str, None]) -> Iterator[LexiconWord]:
    for word in words:
        for language in lexicons.languages:
            for lexicon in lexicons.chain(language):
                entry = lexicon.get(word)
                if entry is not None:
                    yield LexiconWord(word, language, lexicon.source, *entry)


# --- entries under the word -----------------------------------------------------------------------


class _One(NamedTuple):
    layer: Layer
    kind: str
    language: str
    entry: str
    origin: int
    removes: bool

    def found(self, state: State) -> Found:
        file, line = self.layer.place(self.origin)
        entry = f"-{self.entry}" if self.removes else self.entry
        return Found(self.kind, self.language, entry, file, line, self.layer.name, state)


def _entries(fq: FulltextQuery, word: str, key: str, tokens: tuple[Token, ...]) -> Iterator[Found]:
    dictionaries = fq.dictionaries
    layers = (dictionaries.shipped, *dictionaries.layers)
    for parts in (_words, _pos, _counts, _names, _listed, _protected):
        of_kind: dict[tuple[str, str], list[_One]] = {}
        for layer in layers:
            for one in parts(layer, key):
                of_kind.setdefault((one.kind, one.language), []).append(one)
        for ones in of_kind.values():
            yield from _ranked(ones)
    yield from _ranked([one for layer in layers for one in _conversions(layer, word)])
    for kind in RULE_KINDS:
        yield from _rules(fq, kind, key, tokens)


def _ranked(ones: list[_One]) -> Iterator[Found]:
    """The last one holds, or removes the others."""
    for number, one in enumerate(ones):
        if number == len(ones) - 1:
            yield one.found("removes" if one.removes else "holds")
        else:
            yield one.found("removed" if ones[-1].removes else "hidden")


def _words(layer: Layer, key: str) -> Iterator[_One]:
    for language, table in layer.words.items():
        row = table.row(key)
        if row is not None:
            number = table.columns["tag"][row]
            frequency = table.columns["frequency"][row]
            shown = "" if math.isnan(frequency) else f"{frequency:.0f}"
            tag = layer.tags[number - 1] if 0 < number < GONE else ""
            entry = " ".join(filter(None, (key, shown, tag)))
            yield _One(
                layer, "words", language, entry, table.columns["origin"][row], number == GONE
            )


def _pos(layer: Layer, key: str) -> Iterator[_One]:
    for language, table in layer.pos.items():
        row = table.row(key)
        if row is not None:
            number = table.columns["tag"][row]
            entry = f"{key} {layer.tags[number - 1]}" if number < GONE else key
            yield _One(layer, "pos", language, entry, table.columns["origin"][row], number == GONE)


def _counts(layer: Layer, key: str) -> Iterator[_One]:
    for language, (table, documents, _) in layer.backgrounds.items():
        row = table.row(key)
        if row is not None:
            counts = table.columns["term"][row], table.columns["documents"][row]
            entry = f"{key} {counts[0]:.0f} in {counts[1]:.0f} of {documents:.0f} documents"
            yield _One(layer, "frequencies", language, entry, table.columns["origin"][row], False)


def _names(layer: Layer, key: str) -> Iterator[_One]:
    name = name_key(key)
    row = layer.names.row(name)
    if row is not None:
        number = layer.names.columns["category"][row]
        gone = number == GONE
        entry = name if gone else f"{name}: {layer.categories[number - 1]}"
        yield _One(layer, "entities", "", entry, layer.names.columns["origin"][row], gone)


def _listed(layer: Layer, key: str) -> Iterator[_One]:
    words = tuple(key.split())
    for language, listed in layer.function_words.items():
        one = listed.get(key)
        if one is not None:
            yield _One(layer, "function_words", language, key, one.origin, not one.where)
    for language, asking in layer.question_words.items():
        one = asking.get(words)
        if one is not None:
            entry = f"{key} {one.where}".strip()
            yield _One(layer, "question_words", language, entry, one.origin, not one.where)
    if len(layer.list_origins):
        yield from _listed_elsewhere(layer, layer.list_origins, key)


def _listed_elsewhere(layer: Layer, table: Table, key: str) -> Iterator[_One]:
    for kind in ("function_words", "question_words"):
        prefix = f"{kind}\t"
        languages = {one.split("\t")[1] for one in table.trie.iterkeys(prefix)}
        for language in sorted(languages):
            row = table.row("\t".join((kind, language, key)))
            if row is not None:
                yield _One(layer, kind, language, key, table.columns["origin"][row], False)


def _protected(layer: Layer, key: str) -> Iterator[_One]:
    origin = layer.protected.get(key)
    if origin is not None:
        yield _One(layer, "protected", "", key, abs(origin), origin < 0)


def _conversions(layer: Layer, word: str) -> Iterator[_One]:
    found = layer.conversion.get(word)
    if found is not None:
        target, origin = found
        entry = word if target in ("", word) else f"{word} => {target}"
        yield _One(layer, "t2s_exceptions", "", entry, origin, not target)


# --- rules ----------------------------------------------------------------------------------------


def _rules(fq: FulltextQuery, kind: str, key: str, tokens: tuple[Token, ...]) -> Iterator[Found]:
    layers = _rule_layers(fq)
    held = rule_index(fq, kind, layers).find(tokens).get(0, ()) if tokens else ()
    for layer in layers:
        table: RuleTable = getattr(layer, kind)
        for row in _rows(fq, table, key, tokens):
            if not row.share:
                entry = f"{row.key} => {row.target}" if row.target else row.key
                yield _One(layer, kind, "", entry, row.origin, True).found("removes")
                continue
            holds = any(
                one.layer is layer and one.origin == row.origin and one.text == row.target
                for one in held
            )
            yield _of_rule(layer, kind, row, "holds" if holds else "removed")


def _rows(
    fq: FulltextQuery, table: RuleTable, key: str, tokens: tuple[Token, ...]
) -> list[RuleRow]:
    """The rules whose key is the word, or has its stems."""
    rows = rows_of(table, key, tokens)
    stems = [token.text for token in tokens]
    for written, others in uncut(table).items():
        if [token.text for token in fq.analyze(written).tokens] == stems:
            rows += others
    return sorted(rows, key=lambda row: row.origin)


def _of_rule(layer: Layer, kind: str, row: RuleRow, state: State) -> Found:
    share = "" if row.share == 1 else f"^{row.share:g}"
    return _One(
        layer, kind, "", f"{row.key} => {row.target}{share}", row.origin, False
    ).found(state)  # fmt: skip


def _targets(fq: FulltextQuery, tokens: tuple[Token, ...]) -> Iterator[Found]:
    """The rules that give the word. Only targets that begin alike are looked at closer."""
    if not tokens:
        return
    wanted = tuple(token.text for token in tokens)
    spell: Callable[[str], str] = lru_cache(4096)(parts_of(fq).analyzer.key)
    begin = tokens[0].word[:1]
    layers = _rule_layers(fq)
    for kind in RULE_KINDS:
        index = None
        for layer in layers:
            table: RuleTable = getattr(layer, kind)
            for row in table.rows():
                if not row.share or spell(row.target.lstrip()[:1])[:1] != begin:
                    continue
                if tuple(token.text for token in fq.analyze(row.target).tokens) != wanted:
                    continue
                index = index or rule_index(fq, kind, layers)
                key = fq.analyze(row.key).tokens
                holds = any(
                    one.layer is layer and one.origin == row.origin and one.text == row.target
                    for one in index.find(key).get(0, ())
                )
                yield _of_rule(layer, kind, row, "holds" if holds else "removed")


def _rule_layers(fq: FulltextQuery) -> list[Layer]:
    dictionaries = fq.dictionaries
    return [
        *([dictionaries.wordnet] if dictionaries.wordnet is not None else []),
        *([dictionaries.shipped] if dictionaries.shipped_synonyms else []),
        *dictionaries.layers,
    ]
