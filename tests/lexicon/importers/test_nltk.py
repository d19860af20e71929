"""WordNet through nltk: the same as from the files, from any number of threads."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from fulltext_query.errors import DictionaryError, MissingExtraError
from fulltext_query.lexicon.importers import WordNet, from_nltk, read_wordnet
from fulltext_query.lexicon.importers import synonyms_from_wordnet as synonyms

from .small import write_wordnet


class Found:
    """A synset, or a lemma of one, as nltk shows it."""

    def __init__(self, wordnet: WordNet, place: tuple[str, int], word: str = "") -> None:
        self._wordnet, self._place, self._word = wordnet, place, word

    @property
    def _own(self) -> Any:
        return self._wordnet.synsets[self._place]

    def offset(self) -> int:
        return self._place[1]

    def synset(self) -> Found:
        return Found(self._wordnet, self._place)

    def name(self) -> str:
        return self._word.replace(" ", "_")

    def lemma_names(self) -> list[str]:
        return [word.replace(" ", "_") for word in self._own.words]

    def lemmas(self) -> list[Found]:
        return [Found(self._wordnet, self._place, word) for word in self._own.words]

    def usage_domains(self) -> list[Found]:
        return [
            Found(self._wordnet, ("n", offset))
            for word, offset in self._own.usages if word == self._word
        ]  # fmt: skip


class Lazy:
    """A corpus that loads as nltk's does: it fails where it is used while it is being loaded, and
    where two threads use it at a time."""

    def __init__(self, wordnet: WordNet) -> None:
        self._wordnet = wordnet
        self._state = "new"
        self._using = 0
        self.loads = 0

    def ensure_loaded(self) -> None:
        if self._state == "loading":
            raise AttributeError("'WordNetCorpusReader' has no attribute '_LazyCorpusLoader__args'")
        if self._state == "new":
            self._state = "loading"
            self.loads += 1
            threading.Event().wait(0.02)  # lets the others in
            self._state = "loaded"

    def _use(self) -> None:
        if self._state != "loaded" or self._using:
            raise AttributeError("read while it was loaded, or by two at a time")
        self._using += 1
        self._using -= 1

    def get_version(self) -> str:
        return self._wordnet.version

    def all_synsets(self, pos: str) -> list[Found]:
        self._use()
        return [Found(self._wordnet, place) for place in self._wordnet.synsets if place[0] == pos]

    def all_lemma_names(self, pos: str) -> list[str]:
        return [lemma.replace(" ", "_") for lemma in self._wordnet.senses[pos]]

    def synsets(self, name: str, pos: str) -> list[Found]:
        self._use()
        offsets = list(self._wordnet.senses[pos].get(name.replace("_", " "), ()))
        offsets += [one for one in (1011, 2002) if (pos, one) in self._wordnet.synsets]  # "bases"
        return [Found(self._wordnet, (pos, offset)) for offset in offsets]


@pytest.fixture
def wordnet(tmp_path: Path) -> WordNet:
    return read_wordnet(write_wordnet(tmp_path))


def test_the_same_as_from_the_files(wordnet: WordNet) -> None:
    found = from_nltk(Lazy(wordnet))
    assert found.synsets == wordnet.synsets
    assert found.senses == wordnet.senses
    assert found.version == wordnet.version


def test_first_calls_from_32_threads(wordnet: WordNet) -> None:
    corpus = Lazy(wordnet)
    together = threading.Barrier(32)

    def work(_: int) -> tuple[str, ...]:
        together.wait()
        return tuple(synonyms(from_nltk(corpus)))

    with ThreadPoolExecutor(32) as pool:
        results = list(pool.map(work, range(32)))
    assert len(set(results)) == 1
    assert len(results[0]) > 4
    assert corpus.loads == 1


def test_without_nltk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nltk.corpus", None)
    with pytest.raises(MissingExtraError, match="nltk"):
        from_nltk()


def test_without_its_data(wordnet: WordNet) -> None:
    class Empty(Lazy):
        def ensure_loaded(self) -> None:
            raise LookupError("Resource wordnet not found.")

    with pytest.raises(DictionaryError, match=r"nltk\.downloader wordnet"):
        from_nltk(Empty(wordnet))
