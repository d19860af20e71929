"""All dictionaries of a query builder: the shipped ones, and over them the user's, layer by layer.

Whatever is asked, the last layer that says something about it holds, and what it removes is gone.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from .columns import Rows, Table
from .frequencies import BACKGROUND_TOKENS, DOCUMENTS
from .layer import GONE, Background, Entry, Layer
from .names import NameMatcher
from .problems import Problem
from .rules import RuleTable, is_cjk
from .tables import Conversion, WordLists

__all__ = ["Counts", "Dictionaries", "LayeredWord", "Ranked"]


class LayeredWord(NamedTuple):
    """What ``words/`` says of a word."""

    frequency: float | None  # occurrences in 60.1 million running words
    tag: str  # '' where none is given
    gone: bool  # it is no word
    layer: Layer
    origin: int


class Counts(NamedTuple):
    """What a background says of a word, in this package's measures."""

    frequency: float  # occurrences in 60.1 million running words
    document_frequency: float  # documents of 1e9 that hold it
    layer: Layer
    origin: int


class Ranked(NamedTuple):
    """Rules of one kind of one layer."""

    kind: str  # 'synonyms' or 'glossary'
    table: RuleTable
    layer: Layer


@dataclass(frozen=True)
class Dictionaries:
    """The layers in their order, and answers out of all of them; nothing about it changes."""

    shipped: Layer
    """The package's own lists; their words are in the lexica."""
    layers: tuple[Layer, ...] = ()
    """The user's, the last one first in rank."""
    wordnet: Layer | None = None
    """The package's synonyms from WordNet, where they are asked for."""
    shipped_synonyms: bool = True

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the user's files, in the order of the layers."""
        return tuple(problem for layer in self.layers for problem in layer.problems)

    @cached_property
    def _word_tables(self) -> tuple[tuple[Layer, Mapping[str, Table]], ...]:
        return tuple((layer, layer.words) for layer in reversed(self.layers) if layer.words)

    @cached_property
    def _pos_tables(self) -> tuple[tuple[Layer, Mapping[str, Table]], ...]:
        return tuple((layer, layer.pos) for layer in reversed(self.layers) if layer.pos)

    @cached_property
    def _backgrounds(self) -> tuple[tuple[Layer, Mapping[str, Background]], ...]:
        return tuple(
            (layer, layer.backgrounds) for layer in reversed(self.layers) if layer.backgrounds
        )

    @property
    def weighs(self) -> bool:
        """Whether any layer says something of the frequency or the part of speech of a word."""
        return bool(self._word_tables or self._pos_tables or self._backgrounds)

    def word(self, language: str | None, key: str) -> LayeredWord | None:
        """The last word on a word of a language or of none; None for whatever language."""
        for layer, tables in self._word_tables:
            for name in tables if language is None else dict.fromkeys((language, "")):
                table = tables.get(name)
                row = table.row(key) if table is not None else None
                if table is None or row is None:
                    continue
                frequency, tag = table.columns["frequency"][row], table.columns["tag"][row]
                return LayeredWord(
                    None if math.isnan(frequency) else frequency,
                    layer.tags[tag - 1] if 0 < tag < GONE else "",
                    tag == GONE, layer, table.columns["origin"][row],
                )  # fmt: skip
        return None

    def pos(self, language: str, key: str) -> tuple[str, Layer, int] | None:
        """The part of speech of ``pos/``, '' where it is removed, with its place."""
        for layer, tables in self._pos_tables:
            table = tables.get(language)
            row = table.row(key) if table is not None else None
            if table is not None and row is not None:
                tag = table.columns["tag"][row]
                name = layer.tags[tag - 1] if 0 < tag < GONE else ""
                return name, layer, table.columns["origin"][row]
        return None

    def counts(self, language: str, key: str) -> Counts | None:
        """What the last background of the language that knows the word says of it."""
        for layer, backgrounds in self._backgrounds:
            background = backgrounds.get(language)
            row = background.table.row(key) if background is not None else None
            if background is None or row is None:
                continue
            columns = background.table.columns
            if math.isnan(columns["documents"][row]):
                return None  # removed: the lexica say what it is
            return Counts(
                columns["term"][row] * BACKGROUND_TOKENS / background.tokens,
                min(DOCUMENTS, columns["documents"][row] * DOCUMENTS / background.documents),
                layer, columns["origin"][row],
            )  # fmt: skip
        return None

    def word_tables(self, language: str) -> tuple[Table, ...]:
        """What a segmenter of the language has to know, the first in rank last."""
        tables = [
            table
            for layer in self.layers
            for name in ("", language)
            if (table := layer.words.get(name)) is not None
        ]
        return (*self._converted, *tables)

    @cached_property
    def _converted(self) -> tuple[Table, ...]:
        """What the user leaves Traditional or converts otherwise, and what is kept whole: words
        whatever they are."""
        rows = Rows(frequency="f", tag="B", origin="Q")
        for layer in self.layers:
            for _, (target, origin) in sorted(layer.conversion.items()):
                if len(target) > 1:
                    rows.add(target, math.nan, 0, origin)
        for token, (_, origin) in sorted(self.protected.items()):
            if all(map(is_cjk, token)):
                rows.add(token, math.nan, 0, origin)
        return (rows.table(),) if len(rows) else ()

    def words(self, language: str) -> dict[str, float | None]:
        """The words of a language with their frequencies, one by one: for other segmenters.

        A removed word has the frequency −1.
        """
        found: dict[str, float | None] = {}
        for table in self.word_tables(language):
            for key, row in table.items():
                frequency = table.columns["frequency"][row]
                gone = table.columns["tag"][row] == GONE
                found[key] = -1.0 if gone else None if math.isnan(frequency) else frequency
        return found

    def every_word(self) -> Iterator[str]:
        """The words of all languages that are none of the removed ones, some more than once."""
        for layer in self.layers:
            for language, table in layer.words.items():
                for word, row in table.items():
                    if table.columns["tag"][row] != GONE:
                        holds = self.word(language, word)
                        if holds is not None and not holds.gone:
                            yield word

    @cached_property
    def protected(self) -> Mapping[str, tuple[Layer, int]]:
        """The tokens kept whole, with their places."""
        found: dict[str, tuple[Layer, int]] = {}
        for layer in (self.shipped, *self.layers):
            for token, origin in layer.protected.items():
                if origin < 0:
                    found.pop(token, None)
                else:
                    found[token] = layer, origin
        return found

    def lists(self, shipped: WordLists) -> WordLists:
        """Function and question words: the package's with what the layers add and remove."""
        function = dict(shipped.function)
        question = dict(shipped.question)
        for layer in self.layers:
            for language, listed in layer.function_words.items():
                added = {word for word, one in listed.items() if one.where}
                gone = listed.keys() - added
                function[language] = (function.get(language, frozenset()) - gone) | added
            for language, asking in layer.question_words.items():
                merged = dict(question.get(language, {}))
                for words, one in asking.items():
                    if one.where:
                        merged[words] = one.where
                    else:
                        merged.pop(words, None)
                question[language] = merged
        return WordLists(function, question)

    def listed(self, kind: str, language: str, words: tuple[str, ...]) -> Entry | None:
        """The line that makes words ones that serve or ask; kind: 'function_words' or so."""
        for layer in reversed(self.layers):
            if kind == "function_words":
                found = layer.function_words.get(language, {}).get(words[0])
            else:
                found = layer.question_words.get(language, {}).get(words)
            if found is not None:
                return layer.entry(kind, " ".join(words), found.origin) if found.where else None
        row = self.shipped.list_origins.row("\t".join((kind, language, " ".join(words))))
        if row is None:
            return None
        origin = self.shipped.list_origins.columns["origin"][row]
        return self.shipped.entry(kind, " ".join(words), origin)

    def conversion(self, shipped: Conversion) -> Conversion:
        """Traditional to Simplified: the package's with what the layers add and remove."""
        changes = [item for layer in self.layers for item in layer.conversion.items()]
        if not changes:
            return shipped
        characters, phrases = dict(shipped.characters), dict(shipped.phrases)
        for word, (target, _) in changes:
            table = characters if len(word) == 1 else phrases
            if not target or (len(word) == 1 and target == word):
                table.pop(word, None)
            else:
                table[word] = target
        return Conversion(characters, phrases)

    def conversions_in(self, text: str) -> list[Entry]:
        """The user's lines on Traditional and Simplified that a text meets."""
        return [
            layer.entry("t2s_exceptions", word, origin)
            for layer in self.layers
            for word, (_, origin) in layer.conversion.items()
            if word in text
        ]

    @cached_property
    def names(self) -> NameMatcher:
        """Finds names of all layers."""
        return NameMatcher((self.shipped, *self.layers))

    @cached_property
    def rules(self) -> tuple[Ranked, ...]:
        """The rules of all layers, those of the highest rank last."""
        found = []
        if self.wordnet is not None:
            found.append(Ranked("synonyms", self.wordnet.synonyms, self.wordnet))
        for layer in (self.shipped, *self.layers):
            if layer is self.shipped and not self.shipped_synonyms:
                continue
            found += [
                Ranked(kind, table, layer)
                for kind, table in (("synonyms", layer.synonyms), ("glossary", layer.glossary))
                if len(table)
            ]
        return tuple(found)

    def weights(self, kind: str, given: Mapping[str, float]) -> Mapping[str, float]:
        """The factors of 'pos' or 'entities': the settings' with what the layers change."""
        merged = dict(given)
        for layer in self.layers:
            table = layer.pos_weights if kind == "pos" else layer.entity_weights
            for name, (factor, _) in table.items():
                if factor < 0:
                    merged.pop(name, None)
                else:
                    merged[name] = factor
        return merged

    def weight(self, kind: str, name: str) -> Entry | None:
        """The line that gives a part of speech or a category its factor."""
        for layer in reversed(self.layers):
            table = layer.pos_weights if kind == "pos" else layer.entity_weights
            if name in table:
                factor, origin = table[name]
                return layer.entry("weights", f"{name} {factor:g}", origin) if factor >= 0 else None
        return None

    @cached_property
    def token_fingerprint(self) -> str:
        """A hash of what the user's layers say about which tokens a text has; '' for nothing.

        An index and its queries must agree on it.
        """
        digest = hashlib.sha256()
        said = False
        for line in self._token_lines():
            digest.update(line.encode("utf-8", "surrogatepass") + b"\n")
            said = True
        return digest.hexdigest()[:16] if said else ""

    def _token_lines(self) -> Iterable[str]:
        for layer in self.layers:
            for language, table in sorted(layer.words.items()):
                frequency, tag = table.columns["frequency"], table.columns["tag"]
                for key, row in sorted(table.items()):
                    yield f"{language} {key} {frequency[row]:g} {tag[row] == GONE}"
            yield from (
                f"! {word} {origin < 0}" for word, origin in sorted(layer.protected.items())
            )
            yield from (f"> {word} {to[0]}" for word, to in sorted(layer.conversion.items()))

    def __repr__(self) -> str:
        return f"Dictionaries({', '.join(map(repr, self.layers)) or 'the shipped ones'})"
