"""A lexicon on its way into a file."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from typing import NamedTuple

import marisa_trie

from ..compiled import Metadata
from ..format import pack
from ..formats import ENTITY_CATEGORIES

__all__ = [
    "LexiconSource",
    "Word",
    "pack_lexicon",
    "with_entities",
]


class Word(NamedTuple):
    """What a lexicon says about one word; see ``WordEntry``."""

    frequency: float
    document_frequency: float
    pos: str = ""
    entity: str = ""


class LexiconSource(NamedTuple):
    """All of a lexicon. ``unknown``: the frequency that a segmenter gives what is no word."""

    language: str
    source: str
    licence: str
    total: float
    unknown: float
    words: dict[str, Word]


def rarest(words: Mapping[str, Word]) -> tuple[float, float]:
    """The lowest frequency and the lowest document frequency."""
    return (
        min(word.frequency for word in words.values()),
        min(word.document_frequency for word in words.values()),
    )


def with_entities(words: dict[str, Word], entities: Mapping[str, str]) -> dict[str, Word]:
    """The words with the entities of the lists, and the lists' own words as rare as the rarest.

    A listed place that is tagged a proper name is tagged a place name, and so with organisations.
    """
    lowest = Word(*rarest(words))
    proper = {"loca": "ns", "corp": "nt", "sch": "nt"}
    result = dict(words)
    for key, category in entities.items():
        known = result.get(key, lowest._replace(pos="nz"))
        pos = proper.get(category, "nz") if known.pos == "nz" else known.pos
        result[key] = known._replace(entity=category, pos=pos)
    return result


def pack_lexicon(source: LexiconSource) -> bytes:
    """The bytes of its file; the same whatever the order of the words."""
    words = source.words
    trie = marisa_trie.Trie(sorted(words))
    count = len(words)
    pos_names = sorted({""} | {word.pos for word in words.values()})
    entity_names = ["", *ENTITY_CATEGORIES]
    pos_ids = {name: number for number, name in enumerate(pos_names)}
    entity_ids = {name: number for number, name in enumerate(entity_names)}
    log_probability = array("f", bytes(4 * count))
    document_frequencies = array("f", bytes(4 * count))
    pos, entity = bytearray(count), bytearray(count)
    for key, word in words.items():
        number = trie[key]
        log_probability[number] = math.log(word.frequency) - math.log(source.total)
        document_frequencies[number] = word.document_frequency
        pos[number] = pos_ids[word.pos]
        entity[number] = entity_ids[word.entity]
    frequency, lowest = rarest(words)
    metadata = Metadata(
        language=source.language,
        source=source.source,
        licence=source.licence,
        words=count,
        total=float(source.total),
        unknown_log_probability=math.log(source.unknown) - math.log(source.total),
        rarest_frequency=frequency,
        rarest_document_frequency=lowest,
        max_word_length=max(map(len, words)),
        pos_names=pos_names,
        entity_names=entity_names,
    )
    return pack(
        metadata._asdict(),
        {
            "trie": trie.tobytes(),
            "log_probability": log_probability.tobytes(),
            "document_frequency": document_frequencies.tobytes(),
            "pos": bytes(pos),
            "entity": bytes(entity),
        },
    )
