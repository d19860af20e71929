"""WordNet through nltk, for those who have its data."""

from __future__ import annotations

import importlib
import threading
from types import MappingProxyType
from typing import Any

from ...errors import DictionaryError, MissingExtraError
from .wordnet import POS, Synset, WordNet

__all__ = ["from_nltk"]

# nltk's loader turns itself into the corpus at the first use, which fails where several threads do
# so at once, and the corpus reads through one shared file position: one thread at a time.
_READING = threading.Lock()


def from_nltk(corpus: Any = None) -> WordNet:
    """The WordNet that nltk has, read whole. Takes some ten seconds; safe to call from any thread.

    Without the exceptions, for which nltk has no public name: irregular forms get no synonyms.

    corpus: a reader of nltk's form; None for ``nltk.corpus.wordnet``.
    Raises MissingExtraError where nltk is not installed, DictionaryError where its data are not.
    """
    if corpus is None:
        try:
            corpus = importlib.import_module("nltk.corpus").wordnet
        except ImportError as error:
            raise MissingExtraError("WordNet through nltk", "nltk") from error
    with _READING:
        try:
            corpus.ensure_loaded()
            return _read(corpus)
        except (LookupError, OSError) as error:
            raise DictionaryError(
                "nltk has no WordNet data, or not all of its files: python -m nltk.downloader "
                "wordnet, or read WordNet's own files with the kind 'wordnet'"
            ) from error


def _read(corpus: Any) -> WordNet:
    synsets: dict[tuple[str, int], Synset] = {}
    senses = {}
    for pos in POS:
        for found in corpus.all_synsets(pos):
            words = tuple(dict.fromkeys(map(_spelled, found.lemma_names())))
            usages = [("", usage.offset()) for usage in found.usage_domains()]
            usages += [
                (_spelled(lemma.name()), usage.synset().offset())
                for lemma in found.lemmas()
                for usage in lemma.usage_domains()
            ]
            synsets[pos, found.offset()] = Synset(
                found.offset(), pos, words, tuple(sorted(set(usages)))
            )
        index: dict[str, tuple[int, ...]] = {}
        for name in corpus.all_lemma_names(pos):
            lemma = _spelled(name).lower()
            # asked for a form, nltk gives the senses of its base forms too, after its own
            offsets = (found.offset() for found in corpus.synsets(name, pos))
            own = tuple(dict.fromkeys(
                offset for offset in offsets
                if lemma in map(str.lower, synsets[pos, offset].words)
            ))  # fmt: skip
            if own:
                index[lemma] = own
        senses[pos] = MappingProxyType(index)
    return WordNet(
        str(corpus.get_version() or ""), MappingProxyType(senses), MappingProxyType(synsets)
    )


def _spelled(name: str) -> str:
    return name.replace("_", " ")
