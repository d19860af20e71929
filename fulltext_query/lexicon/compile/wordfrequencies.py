"""Every other language: the lists of wordfreq (data CC BY-SA 4.0), one file each.

wordfreq's own zipf_frequency invents values for compounds; the lists themselves are read here.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from ..folding import fold
from ..frequencies import BACKGROUND_TOKENS, document_frequency
from .model import LexiconSource, Word, with_entities
from .sources import data_file, version

__all__ = ["MOST_WORDS", "MOST_WORDS_DEFAULT", "wordfreq_language", "wordfreq_languages"]

MOST_WORDS_DEFAULT = 60_000
"""Most frequent words kept of a language: past it one finds names and typing errors, and a word
that is not kept gets the weight of the rarest, which is nearly its own."""
MOST_WORDS = {"en": 200_000, "ja": 100_000}
"""English has a list of its own, which this one only completes (names, new words); a Japanese list
also serves to cut text, and holds the inflected forms."""
_LEFT_OUT = "zh"  # jieba's dictionary is the better list, and wordfreq's is cut with it
_NUMBERS = re.compile(r"\d\d")


def wordfreq_languages() -> dict[str, Path]:
    """Language to its largest list."""
    folder = data_file("wordfreq", "data")
    found: dict[str, Path] = {}
    for size in ("small", "large"):
        for path in sorted(folder.glob(f"{size}_*.msgpack.gz")):
            language = path.name.removeprefix(f"{size}_").partition(".")[0]
            if language != _LEFT_OUT:
                found[language] = path
    return dict(sorted(found.items()))


def wordfreq_language(
    language: str,
    path: Path,
    entities: Mapping[str, str],
    spell: Callable[[str], str] = lambda key: key,
) -> LexiconSource:
    """The lexicon of a language. ``spell`` is what text goes through after folding."""
    words: dict[str, Word] = {}
    for key, frequency in _frequencies(path, MOST_WORDS.get(language, MOST_WORDS_DEFAULT)):
        spelled = spell(key)
        total = frequency + (words[spelled].frequency if spelled in words else 0.0)
        words[spelled] = Word(total, document_frequency(total))
    return LexiconSource(
        language,
        f"wordfreq {version('wordfreq')}",
        "CC-BY-SA-4.0",
        BACKGROUND_TOKENS,
        min(word.frequency for word in words.values()),
        with_entities(words, entities),
    )


def _frequencies(path: Path, most: int) -> list[tuple[str, float]]:
    """The most frequent keys with their occurrences among BACKGROUND_TOKENS.

    The file is a list of lists: the words at place n have the frequency 10^(−n/100).
    """
    import msgpack  # comes with wordfreq: not installed where the package is only used

    with gzip.open(path) as file:
        head, *levels = msgpack.unpackb(file.read(), raw=False)
    if head != {"format": "cB", "version": 1}:
        raise ValueError(f"{path}: not a list in wordfreq's format cB, version 1: {head}")
    frequencies: dict[str, float] = {}
    for number, words in enumerate(levels):
        if len(frequencies) > most + most // 20:  # enough to fill the list however words fold
            break
        frequency = BACKGROUND_TOKENS * 10 ** (-number / 100)
        for word in words:
            if _NUMBERS.search(word):  # "0000" stands for every number of four digits
                continue
            for key in fold(word).split():  # a Persian compound is two words in this package
                frequencies[key] = frequencies.get(key, 0.0) + frequency
    return sorted(frequencies.items(), key=lambda item: (-item[1], item[0]))[:most]
