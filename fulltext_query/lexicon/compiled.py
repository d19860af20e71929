"""One compiled lexicon: the words of a language with what is known about each."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import marisa_trie

from .columns import MappedTrie
from .format import Container, read, unusable

__all__ = ["CompiledLexicon", "Metadata", "WordEntry"]

_WIDTHS = {"log_probability": 4, "document_frequency": 4, "pos": 1, "entity": 1}
"""Bytes of a word in the sections beside the trie: float32 and uint8, the last two indices into the
names in the metadata; all indexed by the trie's key."""


class Metadata(NamedTuple):
    """What the head of a file says about it."""

    language: str
    source: str
    licence: str
    words: int
    """Number of words in the lexicon."""
    total: float
    """Running words of the background that the frequencies are of."""
    unknown_log_probability: float
    """Natural logarithm; what a segmenter gives a character that is no word."""
    rarest_frequency: float
    rarest_document_frequency: float
    max_word_length: int
    """In code points."""
    pos_names: list[str]
    entity_names: list[str]
    kind: str = "lexicon"


class WordEntry(NamedTuple):
    """What a background knows about a word."""

    frequency: float
    """Occurrences in a background of 60.1 million running words (the size of jieba's; the lists of
    other languages are scaled to it). Greater than 0."""
    document_frequency: float
    """Documents, of 1e9, that hold the word. Greater than 0, at most 1e9."""
    pos: str
    """Part of speech in the letters of jieba (ICTCLAS): 'n', 'v', 'ns', 'r' …; '' unknown."""
    entity: str
    """'loca', 'corp', 'sch', 'stock', 'firstnm', 'toxic', 'func', or '' for none."""


class CompiledLexicon:
    """A memory-mapped lexicon; safe to share between threads, and nothing about it changes.

    Words are looked up in the spelling of ``fulltext_query.lexicon.folding.fold``.
    """

    __slots__ = (
        "_document_frequency", "_entity", "_entity_names", "_mapped", "_pos", "_pos_names",
        "_total", "language", "licence", "log_probability", "max_word_length", "path", "rarest",
        "source", "trie", "unknown_log_probability",
    )  # fmt: skip

    path: Path
    language: str
    """ISO 639 code."""
    source: str
    """Name and version of the lists it was compiled from."""
    licence: str
    """SPDX expression."""
    unknown_log_probability: float
    """Natural logarithm; what a segmenter gives a character that is no word."""
    max_word_length: int
    """Code points of the longest word."""
    rarest: WordEntry
    """What an unseen word gets: the lowest frequency and document frequency of the lexicon."""
    trie: marisa_trie.Trie
    """All words; a key's id indexes ``log_probability``."""
    log_probability: memoryview[float]
    """Of float32: log(frequency / total), natural logarithm."""
    _total: float
    _document_frequency: memoryview[float]
    _pos: memoryview
    _entity: memoryview
    _pos_names: tuple[str, ...]
    _entity_names: tuple[str, ...]

    def __init__(self, path: Path, container: Container) -> None:
        """Use ``open``; raises LexiconFormatError where trie and tables do not fit together."""
        sections = container.sections
        try:
            metadata = Metadata(**container.metadata)
            trie = MappedTrie(sections["trie"])
            for name, width in _WIDTHS.items():
                if len(sections[name]) != width * metadata.words:
                    raise ValueError(f"section {name} has {len(sections[name])} bytes")
        except (KeyError, TypeError, ValueError) as error:
            raise unusable(path, f"malformed: {error}") from error
        except RuntimeError as error:
            raise unusable(path, f"malformed: its trie cannot be used ({error})") from error
        if len(trie) != metadata.words:
            raise unusable(
                path,
                f"malformed: {len(trie)} words in the trie, {metadata.words} in the tables",
            )
        values = {
            "path": path,
            "language": metadata.language,
            "source": metadata.source,
            "licence": metadata.licence,
            "unknown_log_probability": metadata.unknown_log_probability,
            "max_word_length": metadata.max_word_length,
            "rarest": WordEntry(
                metadata.rarest_frequency, metadata.rarest_document_frequency, "", ""
            ),
            "trie": trie,
            "log_probability": sections["log_probability"].cast("f"),
            "_mapped": container,
            "_total": metadata.total,
            "_document_frequency": sections["document_frequency"].cast("f"),
            "_pos": sections["pos"],
            "_entity": sections["entity"],
            "_pos_names": tuple(metadata.pos_names),
            "_entity_names": tuple(metadata.entity_names),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a compiled lexicon does not change: cannot set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a compiled lexicon does not change: cannot delete {name}")

    @classmethod
    def open(cls, path: str | Path) -> CompiledLexicon:
        """Check and map the file; takes milliseconds and no memory to speak of.

        Raises LexiconMissingError where there is no such file, LexiconFormatError where it is not
        a compiled lexicon, of another version, truncated or damaged, LexiconError where it cannot
        be read.
        """
        path = Path(path)
        return cls(path, read(path, "lexicon"))

    def get(self, word: str) -> WordEntry | None:
        """What is known about the word (folded), or None; never fails for any string."""
        try:
            key = self.trie.get(word)
        except UnicodeEncodeError:  # a lone surrogate is in no word
            return None
        if key is None:
            return None
        return WordEntry(
            math.exp(self.log_probability[key]) * self._total,
            self._document_frequency[key],
            self._pos_names[self._pos[key]],
            self._entity_names[self._entity[key]],
        )

    def __contains__(self, word: object) -> bool:
        try:
            return isinstance(word, str) and word in self.trie
        except UnicodeEncodeError:
            return False

    def __len__(self) -> int:
        return len(self.trie)

    def __repr__(self) -> str:
        return f"CompiledLexicon({str(self.path)!r}, {self.language}, {len(self)} words)"
