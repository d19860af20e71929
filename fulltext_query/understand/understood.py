"""A question with all that was made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from ..builder import FulltextQuery
    from .search_form import SearchForm

__all__ = ["UnderstoodQuery"]


class UnderstoodQuery(BaseModel):
    """What retrieval, reranking and packing read, and none of them changes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    original_text: str = Field(description="As it was asked, to the letter.")
    rewrites: list[str] = Field(default=[], description="Other ways to ask it; never as asked.")
    sub_queries: list[str] = Field(
        default=[], description="The questions it consists of; none: it was not taken apart."
    )
    expansion_terms: dict[str, list[str]] = Field(
        default={},
        description="Terms of the glossary that it has, in lower case, to what they mean.",
    )
    hyde_documents: list[str] = Field(default=[], description="Passages that might answer it.")
    hyde_vector: list[float] | None = Field(
        default=None, description="The mean of the passages' vectors; None without an embedder."
    )
    metadata: dict[str, Any] = Field(
        default={},
        description="elapsed_ms, hyde_embed_model, partial_failures (labels of the components that "
        "failed, sorted), notes.",
    )

    @property
    def keyword_queries(self) -> list[str]:
        """The question and its rewrites, each once whatever the case: for a fan-out by words."""
        seen: dict[str, str] = {}
        for text in (self.original_text, *self.rewrites):
            seen.setdefault(text.casefold(), text)
        return list(seen.values())

    def to_search(self, fq: FulltextQuery | None = None, **options: Any) -> SearchForm:
        """The query in Elasticsearch's DSL, the clause for the vector and the queries of a fan-out,
        in one object that prints as JSON. Arguments and errors as of ``search_form.to_search``.
        """
        from .search_form import to_search

        return to_search(self, fq, **options)
