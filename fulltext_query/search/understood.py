"""What a search takes in place of a text: a question that was understood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from ..asking import UnderstoodQuestion
from ..errors import InputError
from .documents import finite_vector

__all__ = ["Question", "Understood", "as_question"]


@runtime_checkable
class Understood(UnderstoodQuestion, Protocol):
    """A question with what was made of it, such as ``UnderstoodQuery``, and its vector."""

    @property
    def hyde_vector(self) -> Sequence[float] | None: ...


@dataclass(frozen=True, slots=True)
class Question:
    """A text to search for, other texts to search for beside it, and what else is known."""

    text: str
    others: tuple[str, ...] = ()
    glossary: Mapping[str, Any] | None = None
    passages: tuple[str, ...] = ()  # whose words only score
    vector: tuple[float, ...] | None = None


def as_question(given: object) -> Question:
    """A text, or anything with the parts of ``Understood``. Raises InputError for neither,
    DocumentError for a vector that is none.
    """
    if isinstance(given, str):
        return Question(given)
    if not isinstance(given, Understood) or not isinstance(given.original_text, str):
        raise InputError(
            f"search for a string or an understood query, not a {type(given).__name__}"
        )
    if not isinstance(given.expansion_terms, Mapping):
        raise InputError(
            "expansion_terms must map words to lists of words, not be a "
            f"{type(given.expansion_terms).__name__}"
        )
    others = dict.fromkeys((*given.rewrites, *given.sub_queries))
    same = given.original_text.casefold()
    terms = {word: list(found) for word, found in given.expansion_terms.items() if found}
    return Question(
        given.original_text,
        tuple(text for text in others if text.casefold() != same),
        terms or None,
        tuple(getattr(given, "hyde_documents", ())),
        finite_vector(given.hyde_vector) if given.hyde_vector is not None else None,
    )
