"""Compiled dictionaries: a layer in one file, mapped into memory when it is opened."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .columns import Table
from .format import Container, pack, read, unusable, write_atomically
from .layer import Background, Layer, ListedWord
from .problems import Problem
from .rules import RuleTable

__all__ = ["DICTIONARY_COMMAND", "SUFFIX", "open_layer", "pack_layer", "write_layer"]

SUFFIX = ".dict"
DICTIONARY_COMMAND = "fulltext-query dict compile FOLDER"
_KIND = "dictionary"
_WORDS = {"frequency": "f", "tag": "B", "origin": "Q"}
_POS = {"tag": "B", "origin": "Q"}
_NAMES = {"category": "B", "origin": "Q"}
_ORIGINS = {"origin": "Q"}
_COUNTS = {"term": "d", "documents": "d", "origin": "Q"}


def pack_layer(layer: Layer, spelling: Mapping[str, Any]) -> bytes:
    """The bytes of a compiled layer; the same for the same input.

    spelling: the settings that its keys depend on; whoever opens it has to have the same.
    """
    sections: dict[str, bytes] = {}
    for language, table in layer.words.items():
        sections.update(table.sections(f"words:{language}"))
    for language, table in layer.pos.items():
        sections.update(table.sections(f"pos:{language}"))
    for language, background in layer.backgrounds.items():
        sections.update(background.table.sections(f"frequencies:{language}"))
    for name in ("names", "list_origins"):
        table = getattr(layer, name)
        if len(table):
            sections.update(table.sections(name))
    for kind in ("synonyms", "glossary"):
        rules: RuleTable = getattr(layer, kind)
        if len(rules):
            sections.update(rules.sections(kind))
    metadata = {
        "kind": _KIND,
        "name": layer.name,
        "files": layer.files,
        "fingerprint": layer.fingerprint,
        "spelling": dict(spelling),
        "tags": layer.tags,
        "categories": layer.categories,
        "words": sorted(layer.words),
        "pos": sorted(layer.pos),
        "backgrounds": {
            language: [one.documents, one.tokens] for language, one in layer.backgrounds.items()
        },
        "function_words": {one: dict(words) for one, words in layer.function_words.items()},
        "question_words": {
            language: [[list(words), *listed] for words, listed in table.items()]
            for language, table in layer.question_words.items()
        },
        "protected": dict(layer.protected),
        "conversion": dict(layer.conversion),
        "pos_weights": dict(layer.pos_weights),
        "entity_weights": dict(layer.entity_weights),
        "problems": layer.problems,
    }
    return pack(metadata, sections)


def write_layer(path: Path, layer: Layer, spelling: Mapping[str, Any]) -> int:
    """Writes a compiled layer whole or not at all; its size in bytes. Raises OSError."""
    content = pack_layer(layer, spelling)
    write_atomically(path, content)
    return len(content)


def open_layer(
    path: Path, spelling: Mapping[str, Any] | None = None, *, mapped: bool = False
) -> Layer:
    """The layer of a compiled file.

    spelling: the settings that keys depend on; None takes whatever the file has. mapped: as in
    ``format.read``.
    Raises LexiconMissingError, LexiconFormatError where it is not such a file, damaged, of another
    version or of other settings, LexiconError where it cannot be read.
    """
    container = read(path, _KIND, DICTIONARY_COMMAND, mapped=mapped)
    try:
        layer, made_with = _layer(container)
    except (KeyError, TypeError, ValueError, AttributeError, RuntimeError) as error:
        raise unusable(path, f"malformed: {error}", DICTIONARY_COMMAND) from error
    if spelling is not None and made_with != dict(spelling):
        other = ", ".join(
            f"{name} = {made_with.get(name)!r}, not {value!r}"
            for name, value in spelling.items()
            if made_with.get(name) != value
        )
        raise unusable(path, f"of other settings ({other})", DICTIONARY_COMMAND)
    return layer


def _layer(container: Container) -> tuple[Layer, dict[str, Any]]:
    head, sections = container

    def tables(kind: str, types: Mapping[str, str]) -> dict[str, Table]:
        return {
            language: Table.of_sections(f"{kind}:{language}", types, sections)
            for language in head[kind]
        }

    tables_alone: dict[str, Any] = {
        name: Table.of_sections(name, types, sections)
        for name, types in (("names", _NAMES), ("list_origins", _ORIGINS))
        if f"{name}.trie" in sections
    }
    rules: dict[str, Any] = {
        kind: RuleTable.of_sections(kind, sections)
        for kind in ("synonyms", "glossary")
        if f"{kind}.trie" in sections
    }
    layer = Layer(
        name=head["name"],
        files=tuple(head["files"]),
        fingerprint=head["fingerprint"],
        tags=tuple(head["tags"]),
        categories=tuple(head["categories"]),
        words=tables("words", _WORDS),
        pos=tables("pos", _POS),
        backgrounds={
            language: Background(
                Table.of_sections(f"frequencies:{language}", _COUNTS, sections), documents, tokens
            )
            for language, (documents, tokens) in head["backgrounds"].items()
        },
        **tables_alone,
        **rules,
        function_words={
            language: {word: ListedWord(*listed) for word, listed in words.items()}
            for language, words in head["function_words"].items()
        },
        question_words={
            language: {tuple(words): ListedWord(where, origin) for words, where, origin in table}
            for language, table in head["question_words"].items()
        },
        protected=head["protected"],
        conversion={
            word: (target, origin) for word, (target, origin) in head["conversion"].items()
        },
        pos_weights={name: (factor, at) for name, (factor, at) in head["pos_weights"].items()},
        entity_weights={
            name: (factor, at) for name, (factor, at) in head["entity_weights"].items()
        },
        problems=tuple(Problem(*problem) for problem in head["problems"]),
    )
    return layer, dict(head["spelling"])
