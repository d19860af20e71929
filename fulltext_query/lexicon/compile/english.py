"""English: SymSpell's frequency list (MIT), tagged by textblob's lexicon (MIT)."""

from __future__ import annotations

from collections.abc import Mapping

from ..folding import fold
from ..frequencies import BACKGROUND_TOKENS, document_frequency
from .model import LexiconSource, Word, with_entities
from .sources import data_file, lines, version

__all__ = ["english", "letters", "read_tags"]

_FREQUENCIES = "frequency_dictionary_en_82_765.txt"
_BIGRAMS = "frequency_bigramdictionary_en_243_342.txt"

_PENN = {
    "NN": "n", "NNS": "n", "NNP": "nz", "NNPS": "nz", "FW": "x", "SYM": "x", "LS": "x",
    "JJ": "a", "JJR": "a", "JJS": "a", "RB": "d", "RBR": "d", "RBS": "d", "RP": "d",
    "VB": "v", "VBD": "v", "VBG": "v", "VBN": "v", "VBP": "v", "VBZ": "v", "MD": "v",
    "PRP": "r", "PRP$": "r", "WP": "r", "WP$": "r", "WDT": "r", "WRB": "r", "EX": "r",
    "CC": "c", "IN": "p", "TO": "p", "DT": "u", "PDT": "u", "POS": "u", "UH": "e", "CD": "m",
}  # fmt: skip
"""Penn Treebank tags to the letters of jieba."""

_CONTRACTIONS = {
    "n't": "not", "'ll": "will", "'re": "are", "'ve": "have", "'d": "would", "'s": "is", "'m": "am"
}  # fmt: skip
_IRREGULAR = {"can't": "can", "won't": "will", "shan't": "shall"}


def letters(penn: str) -> str:
    """The jieba letters of a Penn tag (the first of 'NN|JJ'); '' for one that is no word's."""
    return _PENN.get(penn.partition("|")[0], "")


def read_tags() -> dict[str, str]:
    """Folded word to jieba letters; the lower-case spelling goes before the capitalised."""
    tags: dict[str, str] = {}
    for line in lines(data_file("textblob", "en", "en-lexicon.txt")):
        word, _, penn = line.partition(" ")
        tag = "" if line.startswith(";;;") else letters(penn)
        if tag and (word == word.lower() or fold(word) not in tags):
            tags[fold(word)] = tag
    return tags


def english(entities: Mapping[str, str]) -> LexiconSource:
    """The lexicon of English."""
    counts: dict[str, int] = {}
    for line in lines(data_file("symspellpy", _FREQUENCIES)):
        word, count = line.split(" ")
        key = fold(word)
        counts[key] = counts.get(key, 0) + int(count)
    _mend_contractions(counts)
    scale = BACKGROUND_TOKENS / sum(counts.values())
    tags = read_tags()
    words = {
        key: Word(count * scale, document_frequency(count * scale), tags.get(key, ""))
        for key, count in counts.items()
    }
    return LexiconSource(
        "en",
        f"symspellpy {version('symspellpy')}, textblob {version('textblob')}",
        "MIT",
        BACKGROUND_TOKENS,
        min(word.frequency for word in words.values()),
        with_entities(words, entities),
    )


def _mend_contractions(counts: dict[str, int]) -> None:
    """Give contractions the count of what they stand for.

    The list has them all at 300,000, the count of a rare word: Google's n-grams, which it was
    made from, cut words at the apostrophe. "don't" is taken to be as common as "do not": the count
    of "do" times the share of "not" among the words after it. (The counts of pairs are of another
    corpus than those of words, so only their shares can be used.)
    """
    pairs: dict[tuple[str, str], int] = {}
    followed: dict[str, int] = {}
    for line in lines(data_file("symspellpy", _BIGRAMS)):
        first, second, count = line.split(" ")
        pairs[first, second] = int(count)
        followed[first] = followed.get(first, 0) + int(count)
    for word in [word for word in counts if "'" in word]:
        for ending, second in _CONTRACTIONS.items():
            if word.endswith(ending):
                first = _IRREGULAR.get(word, word.removesuffix(ending))
                share = pairs.get((first, second), 0) / followed.get(first, 1)
                counts[word] = max(counts[word], round(counts.get(first, 0) * share))
                break
