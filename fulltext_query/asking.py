"""What a query is built from: a text, or a question that was understood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from .errors import InputError
from .lexicon.synonyms import Synonym

__all__ = ["Asked", "UnderstoodQuestion", "as_asked", "terms_of", "texts_of"]


@runtime_checkable
class UnderstoodQuestion(Protocol):
    """A question with what was made of it, such as ``UnderstoodQuery``."""

    @property
    def original_text(self) -> str: ...
    @property
    def rewrites(self) -> Sequence[str]: ...
    @property
    def sub_queries(self) -> Sequence[str]: ...
    @property
    def expansion_terms(self) -> Mapping[str, Sequence[str]]: ...


@dataclass(frozen=True, slots=True)
class Asked:
    """A text, and what is folded into its query."""

    text: str
    rewrites: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()
    glossary: Mapping[str, Any] | None = None

    @property
    def folded(self) -> bool:
        """Whether there is anything to fold in."""
        return bool(self.rewrites or self.passages)


def as_asked(given: object) -> Asked:
    """The text, or the question with its rewrites, passages and terms. Raises InputError."""
    if isinstance(given, str):
        return Asked(given)
    if isinstance(given, Asked):
        return given
    if not isinstance(given, UnderstoodQuestion) or not isinstance(given.original_text, str):
        raise InputError(
            "the text to build a query from must be a string or an understood question, not "
            f"{type(given).__name__}"
        )
    return Asked(
        given.original_text,
        texts_of(given.rewrites, "rewrites"),
        (
            *texts_of(given.sub_queries, "sub_queries"),
            *texts_of(getattr(given, "hyde_documents", None), "hyde_documents"),
        ),
        terms_of(given.expansion_terms),
    )


def texts_of(given: object, name: str) -> tuple[str, ...]:
    """Texts of an understood question; one alone is a list of one, and None none.

    Raises InputError for anything else.
    """
    if given is None:
        return ()
    if isinstance(given, str):
        return (given,)
    if not isinstance(given, Iterable) or isinstance(given, Mapping):
        raise InputError(f"{name} must be a list of strings, not a {type(given).__name__}")
    texts = tuple(given)
    for text in texts:
        if not isinstance(text, str):
            raise InputError(f"{name}: {text!r} is not a string")
    return texts


def terms_of(given: object) -> dict[str, list[Synonym]] | None:
    """Terms with what they stand for, as they are: what follows a caret in what a glossary or a
    model gave is no weight. None for none. Raises InputError."""
    if not isinstance(given, Mapping):
        raise InputError(
            f"expansion_terms must map words to lists of words, not be a {type(given).__name__}"
        )
    terms = {}
    for word, targets in given.items():
        if not isinstance(word, str):
            raise InputError(f"expansion_terms: {word!r} is not a word")
        found = [Synonym(text) for text in texts_of(targets, "expansion_terms") if text.strip()]
        if word.strip() and found:
            terms[word] = found
    return terms or None
