"""What components gave, as far as it can be used: whoever wrote them, and whatever they gave.

Of an output that is unusable in parts the others are kept, and a note says what was left out.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from math import isfinite
from typing import Any, NamedTuple, TypeGuard

from ..errors import ModelError
from .notes import note

__all__ = [
    "LARGEST", "MAX_DIMENSIONS", "MAX_PASSAGES", "MAX_SUB_QUERIES", "MAX_TERMS", "MAX_TEXT",
    "Passages", "UnusableError", "read_expansions", "read_passages", "read_texts", "read_vector",
]  # fmt: skip

MAX_TEXT = 20_000
"""Characters of one text of an output: a longer one is no question and no passage."""
MAX_SUB_QUERIES = 32
MAX_PASSAGES = 32
MAX_TERMS = 1_000
"""Of a glossary, in one question; and of what stands for one of them."""
MAX_DIMENSIONS = 65_536
_LOOKED_AT = 10_000  # items of one output
LARGEST = 3.4028235e38
"""Of single precision, in which engines keep vectors."""


class UnusableError(ModelError):
    """A component gave what cannot be used, but for ``value``, where that is not None."""

    def __init__(self, message: str, value: Any = None) -> None:
        super().__init__(message)
        self.value = value


class Passages(NamedTuple):
    """What HyDE gave."""

    documents: list[str]
    vector: list[float] | None
    model: str | None
    cache_hits: int = 0
    cache_misses: int = 0


def read_texts(label: str, given: object, original: str, limit: int) -> list[str]:
    """Texts, each once whatever the case, none of them the original. Raises UnusableError."""
    return _texts(label, given, limit, {_folded(original)})


def read_expansions(label: str, given: object) -> dict[str, list[str]]:
    """Terms in lower case, with what stands for them. Raises UnusableError."""
    if not isinstance(given, Mapping):
        raise UnusableError(f"gave {_kind(given)} where terms with their synonyms were asked for")
    terms: dict[str, list[str]] = {}
    wrong = 0
    for term, synonyms in islice(given.items(), _LOOKED_AT):
        if len(terms) == MAX_TERMS:
            break
        listed = [synonyms] if isinstance(synonyms, str) else synonyms
        if _is_text(term) and isinstance(listed, list | tuple):
            texts, left_out = _sifted(listed, MAX_TERMS, set())
            wrong += left_out
            if texts:
                terms.setdefault(term.strip().lower(), []).extend(texts)
        else:
            wrong += 1
    _tell(label, wrong, len(given) - len(terms) - wrong, kept=bool(terms))
    return terms


def read_passages(label: str, given: Any) -> Passages:
    """The documents, vector and model of an output of HyDE. Raises UnusableError."""
    if not hasattr(given, "documents") or not hasattr(given, "vector"):
        raise UnusableError(f"gave {_kind(given)} where passages with their vector were asked for")
    documents = _texts(label, given.documents, MAX_PASSAGES, set())
    model = getattr(given, "model", None)
    passages = Passages(
        documents, None, model if isinstance(model, str) else None,
        _count(getattr(given, "cache_hits", 0)), _count(getattr(given, "cache_misses", 0)),
    )  # fmt: skip
    if given.vector is None:
        return passages
    try:
        return passages._replace(vector=read_vector(given.vector))
    except (TypeError, ValueError, OverflowError) as error:
        raise UnusableError(f"gave a vector that cannot be used: {error}", passages) from error


def _texts(label: str, given: object, limit: int, known: set[str]) -> list[str]:
    if not isinstance(given, list | tuple):
        raise UnusableError(f"gave {_kind(given)} where a list of strings was asked for")
    texts, wrong = _sifted(given, limit, known)
    _tell(label, wrong, len(given) - _LOOKED_AT, kept=bool(texts))
    return texts


def _sifted(given: Iterable[object], limit: int, known: set[str]) -> tuple[list[str], int]:
    """The first usable texts that are not known, and how many items are no texts at all."""
    texts: list[str] = []
    wrong = 0
    for item in islice(given, _LOOKED_AT):
        if not _is_text(item):
            wrong += 1
            continue
        key = _folded(item)
        if key not in known:
            if len(texts) == limit:
                break
            known.add(key)
            texts.append(item.strip())
    return texts, wrong


def _is_text(item: object) -> TypeGuard[str]:
    return isinstance(item, str) and len(item) <= MAX_TEXT and bool(item.strip())


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _tell(label: str, wrong: int, unread: int, *, kept: bool) -> None:
    if wrong and not kept:
        raise UnusableError(
            f"gave nothing that can be used: {wrong} items are no strings, blank, or longer than "
            f"{MAX_TEXT} characters"
        )
    if wrong:
        note(label, "discarded", f"left out {wrong} items that cannot be used")
    if unread > 0:
        note(label, "too_many", f"left out {unread} items: no more are read")


def read_vector(given: Any) -> list[float]:
    """A vector that an engine can search with. Raises TypeError, ValueError, OverflowError."""
    tolist: Callable[[], Any] | None = getattr(given, "tolist", None)  # NumPy's and the like
    numbers = given if tolist is None else tolist()
    if not isinstance(numbers, list | tuple):
        raise TypeError(f"{_kind(given)} is no list of numbers")
    if not 0 < len(numbers) <= MAX_DIMENSIONS:
        raise ValueError(f"it has {len(numbers)} dimensions, not 1 to {MAX_DIMENSIONS}")
    if any(isinstance(number, bool) for number in numbers):
        raise TypeError("it holds what is no number")
    vector = array("d", numbers).tolist()
    if not all(map(isfinite, vector)) or max(map(abs, vector)) > LARGEST:
        raise ValueError("it holds what is no number of single precision")
    if not any(vector):
        raise ValueError("all of it is zero, which is no direction")
    return vector


def _count(given: object) -> int:
    return given if isinstance(given, int) and given >= 0 else 0


def _kind(given: object) -> str:
    return f"a {type(given).__name__}" if given is not None else "None"
