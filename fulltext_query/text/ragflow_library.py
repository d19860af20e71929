"""What RAGFlow's tokens need of infinity-sdk and of NLTK, loaded when it is asked for."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import LexiconFormatError, LexiconMissingError, MissingExtraError

__all__ = ["NounLemmatizer", "english_words", "load_module"]


class NounLemmatizer:
    """NLTK's WordNetLemmatizer for nouns, from two of WordNet's files.

    NLTK itself reads the whole of it: four seconds and 180 MB.
    """

    def __init__(self) -> None:
        import nltk.data

        texts = []
        for name in ("index.noun", "noun.exc"):
            for place in (f"corpora/wordnet/{name}", f"corpora/wordnet.zip/wordnet/{name}"):
                try:
                    with nltk.data.find(place).open() as file:
                        texts.append(file.read().decode("utf-8"))
                    break
                except (LookupError, OSError):
                    continue
            else:
                raise LexiconMissingError(
                    "RAGFlow's tokens of English words need NLTK's WordNet, and its data are not "
                    "there: python -m nltk.downloader wordnet"
                )
        lines = [line.split(" ", 1)[0] for line in texts[0].splitlines()]
        self._nouns = frozenset(filter(None, lines))
        rows = [line.split() for line in texts[1].splitlines()]
        self._exceptions = {row[0]: row[1:] for row in rows if row}

    def lemmatize(self, word: str) -> str:
        """The shortest of the nouns that the word may be a form of; the word where it is none."""
        forms = self._exceptions.get(word)
        if forms is None:
            forms = [
                word[: -len(ending)] + singular
                for ending, singular in _PLURALS
                if word.endswith(ending)
            ]
        nouns = [form for form in (word, *forms) if form in self._nouns]
        return min(nouns, key=len) if nouns else word


_PLURALS = (
    ("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z"), ("ches", "ch"),
    ("shes", "sh"), ("men", "man"), ("ies", "y"),
)  # fmt: skip


def english_words() -> Callable[[str], list[str]]:
    """NLTK's words of one sentence: without marks, no text that comes here has two."""
    from nltk.tokenize import NLTKWordTokenizer

    tokenize: Callable[[str], list[str]] = NLTKWordTokenizer().tokenize
    return tokenize


def load_module() -> Any:
    """infinity-sdk's module of the tokenizer, without the client of its database.

    The package imports pandas, polars, pyarrow and thrift, none of which the tokenizer needs.
    """
    loaded = sys.modules.get("infinity.rag_tokenizer")
    if loaded is not None:
        return loaded
    package = importlib.util.find_spec("infinity")
    for folder in (package.submodule_search_locations or ()) if package else ():
        path = Path(folder) / "rag_tokenizer.py"
        spec = importlib.util.spec_from_file_location("_infinity_rag_tokenizer", path)
        if path.is_file() and spec is not None and spec.loader is not None:
            module = importlib.util.module_from_spec(spec)
            try:
                spec.loader.exec_module(module)
            except ImportError as error:
                raise MissingExtraError("tokenizer = 'ragflow'", "ragflow") from error
            if not hasattr(module.RagTokenizer, "_normalize_token"):
                raise LexiconFormatError(
                    "this infinity-sdk is too old for tokenizer = 'ragflow': "
                    "pip install 'infinity-sdk>=0.7,<0.8'"
                )
            return module
    raise MissingExtraError("tokenizer = 'ragflow'", "ragflow")
