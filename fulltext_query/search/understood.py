"""What a search takes in place of a text: a question that was understood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from ..asking import UnderstoodQuestion, as_asked, texts_of
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
    asked = as_asked(given)
    others = dict.fromkeys((*asked.rewrites, *texts_of(given.sub_queries, "sub_queries")))
    same = given.original_text.casefold()
    return Question(
        given.original_text,
        tuple(text for text in others if text.casefold() != same),
        asked.glossary,
        texts_of(getattr(given, "hyde_documents", None), "hyde_documents"),
        finite_vector(given.hyde_vector) if given.hyde_vector is not None else None,
    )
