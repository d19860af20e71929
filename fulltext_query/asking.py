"""What a query is built from: a text, or a question that was understood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from .errors import InputError
from .lexicon.synonyms import Synonym

__all__ = ["Asked", "UnderstoodQuestion", "as_asked"]


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
    terms = {
        # as they are: what follows a caret in what a glossary or a model gave is no weight
        word: [Synonym(text) for text in found if text.strip()]
        for word, found in given.expansion_terms.items()
        if word.strip()
    }
    return Asked(
        given.original_text,
        tuple(given.rewrites),
        (*given.sub_queries, *getattr(given, "hyde_documents", ())),
        {word: found for word, found in terms.items() if found} or None,
    )
