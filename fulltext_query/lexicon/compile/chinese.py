"""Chinese: jieba's dictionary and the document frequencies of its idf.txt (both MIT).

jieba's counts are from before 2013; the words that came up since are this project's own list.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

from ..folding import fold
from ..frequencies import DOCUMENTS, document_frequency
from .model import LexiconSource, Word, with_entities
from .sources import data_file, lines, version

__all__ = ["chinese", "read_jieba"]

_SCHOOL = ("大学", "学院")
_NO_CORPORATION = ("学", "化", "车")  # fields and processes: 心理学, 国际化, 公共汽车
_NOT_NAMES = Path(__file__).with_name("jieba_not_names.txt")


def read_jieba() -> dict[str, tuple[int, str]]:
    """Word as written to occurrences and tag."""
    words: dict[str, tuple[int, str]] = {}
    for line in lines(data_file("jieba", "dict.txt")):
        word, count, tag = line.split(" ")
        words[word] = (int(count), tag)
    return words


def chinese(
    entities: Mapping[str, str], modern: Mapping[str, tuple[int, str]] | None = None
) -> LexiconSource:
    """The lexicon of Chinese.

    entities: word to category. modern: folded word to frequency, in jieba's counts, and tag; what
    jieba's dictionary has too keeps jieba's numbers.

    jieba's segmentation without its HMM follows from it to the letter: a word has the logarithm of
    its count less that of the sum of all counts, what is no word counts 1. The sum stays jieba's
    own, so that a listed word makes no other word less likely.
    """
    idf: dict[str, float] = {}
    for line in lines(data_file("jieba", "analyse", "idf.txt")):
        word, value = line.split(" ")
        key = fold(word)
        documents = DOCUMENTS * math.exp(-float(value))
        idf[key] = min(DOCUMENTS, idf.get(key, 0.0) + documents)
    counts: dict[str, int] = {}
    tags: dict[str, tuple[int, str]] = {}
    total = 0
    for word, (count, tag) in read_jieba().items():
        key = fold(word)
        total += count
        counts[key] = counts.get(key, 0) + count
        tags[key] = max(tags.get(key, (0, "")), (count, tag))
    for key, (count, tag) in (modern or {}).items():
        if key not in counts:
            counts[key], tags[key] = count, (count, tag)
    ordinary = frozenset(line.strip() for line in lines(_NOT_NAMES) if not line.startswith("#"))
    words = {
        key: Word(
            count,
            idf.get(key) or document_frequency(count),
            tags[key][1],
            _entity(key, tags[key][1], ordinary),
        )
        for key, count in counts.items()
    }
    return LexiconSource(
        "zh", f"jieba {version('jieba')}", "MIT", total, 1.0, with_entities(words, entities)
    )


def _entity(word: str, tag: str, ordinary: frozenset[str]) -> str:
    """The category that jieba's tag gives a word; it tags hundreds of ordinary words as names."""
    if len(word) < 2 or word in ordinary:
        return ""
    if tag == "ns":
        return "loca"
    if tag == "nt":
        if word.endswith(_SCHOOL):
            return "sch"
        return "" if word.endswith(_NO_CORPORATION) else "corp"
    return ""
