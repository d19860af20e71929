"""A retriever for LangChain; needs the extra ``langchain``.

FulltextQueryRetriever(searcher=Searcher(engine)).invoke("how are leap years found?")
"""

from __future__ import annotations

from typing import Any, Self

from pydantic import Field, model_validator

from ..errors import MissingExtraError
from ..search.results import SearchResult
from .searching import ask, ask_async, checked_searcher, every_filter, metadata_of, text_of

try:
    from langchain_core.callbacks import (
        AsyncCallbackManagerForRetrieverRun,
        CallbackManagerForRetrieverRun,
    )
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
except ModuleNotFoundError as error:
    if error.name is None or error.name.partition(".")[0] != "langchain_core":
        raise
    raise MissingExtraError("the retriever for LangChain", "langchain") from None

__all__ = ["FulltextQueryRetriever"]


class FulltextQueryRetriever(BaseRetriever):
    """Finds documents with a Searcher, an AsyncSearcher, or both.

    searcher         for ``invoke`` and ``batch``; the asynchronous methods run it in a thread where
                     there is no other.
    async_searcher   for ``ainvoke`` and ``abatch``.
    size             documents a query, 10.
    filters          as of ``Searcher.search``: every query is held to them.
    options          further arguments of ``Searcher.search``, such as min_match or timeout.

    Each but the searchers is also an argument of one call: ``retriever.invoke(text, size=3)``;
    filters of a call come on top of the retriever's (those in ``options`` are the retriever's too),
    never in their place. A document has its id,
    its content, and as metadata its own with title, score and highlights (see
    ``searching.metadata_of``). Errors are those of the searcher; SettingsError where there is none.
    """

    searcher: Any = None
    async_searcher: Any = None
    size: int = 10
    filters: Any = None
    options: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _check(self) -> Self:
        checked_searcher(self.searcher, self.async_searcher)
        return self

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,  # noqa: ARG002  # its name is asked for
        **options: Any,
    ) -> list[Document]:
        return _documents(ask(self.searcher, query, self._merged(options)))

    async def _aget_relevant_documents(
        self,
        query: str,
        *,
        run_manager: AsyncCallbackManagerForRetrieverRun,  # noqa: ARG002
        **options: Any,
    ) -> list[Document]:
        merged = self._merged(options)
        return _documents(await ask_async(self.searcher, self.async_searcher, query, merged))

    def _merged(self, options: dict[str, Any]) -> dict[str, Any]:
        filters = every_filter(self.filters, self.options.get("filters"), options.get("filters"))
        return {"size": self.size, **self.options, **options, "filters": filters}


def _documents(result: SearchResult) -> list[Document]:
    return [
        Document(page_content=text_of(found), id=found.id, metadata=metadata_of(found))
        for found in result.hits
    ]
