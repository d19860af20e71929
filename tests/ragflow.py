"""RAGFlow's own tokenizer for the tests, and the few words of WordNet that they need.

Its package is large and holds numpy back, so it is no part of what the tests install:
``pip install --no-deps infinity-sdk datrie`` is enough for them.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Any

import pytest

from fulltext_query import FulltextQuery, Settings
from fulltext_query.text.ragflow_library import load_module

__all__ = ["NOUNS", "original", "ragflow", "wordnet"]

NOUNS = (
    "a", "box", "city", "class", "database", "difference", "foot", "glass", "knife", "man", "mouse",
    "password", "process", "quiz", "server", "setting", "u", "us", "wa", "watch", "wish", "word",
)  # fmt: skip
_EXCEPTIONS = {"feet": "foot", "mice": "mouse", "knives": "knife"}
_MISSING = [name for name in ("infinity", "datrie") if importlib.util.find_spec(name) is None]


@pytest.fixture(scope="session")
def wordnet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The two files of WordNet that are read, with a few nouns."""
    if _MISSING:
        pytest.skip(f"needs RAGFlow's tokenizer: pip install --no-deps {' '.join(_MISSING)}")
    import nltk.data

    folder = tmp_path_factory.mktemp("nltk")
    words = folder / "corpora" / "wordnet"
    words.mkdir(parents=True)
    lines = ["  1 This is the place of the licence.  "]
    lines += [f"{noun} n 1 0 1 0 00000001  " for noun in NOUNS]
    (words / "index.noun").write_text("\n".join(lines) + "\n", "utf-8")
    rows = "".join(f"{form} {noun}\n" for form, noun in _EXCEPTIONS.items())
    (words / "noun.exc").write_text(rows, "utf-8")
    before = list(nltk.data.path)
    nltk.data.path[:] = [str(folder)]
    yield
    nltk.data.path[:] = before


@pytest.fixture(scope="session")
def ragflow(wordnet: None) -> FulltextQuery:
    """Queries of RAGFlow's tokens."""
    return FulltextQuery(Settings.preset("ragflow"))


@pytest.fixture(scope="session")
def original(wordnet: None) -> Any:
    """infinity-sdk's tokenizer itself, with NLTK's own lemmas of the same few nouns."""
    from nltk.corpus.reader.wordnet import WordNetCorpusReader
    from nltk.stem import WordNetLemmatizer
    from nltk.tokenize import NLTKWordTokenizer

    class Words(WordNetCorpusReader):  # type: ignore[misc]  # untyped
        def __init__(self) -> None:
            self._exception_map = {"n": {form: [noun] for form, noun in _EXCEPTIONS.items()}}
            self._lemma_pos_offset_map = {noun: {"n": [1]} for noun in NOUNS}

    class Lemmatizer(WordNetLemmatizer):  # type: ignore[misc]  # untyped
        def _morphy(self, form: str, pos: str, check_exceptions: bool = True) -> Any:
            return Words()._morphy(form, pos, check_exceptions)

    module = load_module()
    # without the data for sentences, of which no piece that comes there has two
    module.word_tokenize = NLTKWordTokenizer().tokenize
    tokenizer = module.RagTokenizer()
    tokenizer.lemmatizer = Lemmatizer()
    return tokenizer
