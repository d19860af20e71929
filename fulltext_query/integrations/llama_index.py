"""A retriever for LlamaIndex; needs the extra ``llama-index``.

FulltextQueryRetriever(Searcher(engine)).retrieve("how are leap years found?")
"""

from __future__ import annotations

from typing import Any

from ..errors import MissingExtraError
from ..search.results import SearchResult
from .searching import added_names, ask, ask_async, checked_searcher, metadata_of, text_of

try:
    from llama_index.core.callbacks import CallbackManager
    from llama_index.core.retrievers import BaseRetriever
    from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
except ModuleNotFoundError as error:
    if error.name is None or error.name.partition(".")[0] != "llama_index":
        raise
    raise MissingExtraError("the retriever for LlamaIndex", "llama-index") from None

__all__ = ["FulltextQueryRetriever"]


class FulltextQueryRetriever(BaseRetriever):
    """Finds nodes with a Searcher, an AsyncSearcher, or both.

    searcher         for ``retrieve``; ``aretrieve`` runs it in a thread where there is no other.
    async_searcher   for ``aretrieve``.
    size             nodes a query, 10.
    filters          as of ``Searcher.search``: every query is held to them.
    options          further arguments of ``Searcher.search``, such as min_match or timeout.

    A query bundle's embedding, where it has one, is the query's vector. A node has the document's
    id, content and score, and as metadata its own with title and highlights (see
    ``searching.metadata_of``); scores and highlights are kept out of what models read. Errors are
    those of the searcher; SettingsError where there is none.
    """

    def __init__(
        self,
        searcher: Any = None,
        *,
        async_searcher: Any = None,
        size: int = 10,
        filters: Any = None,
        callback_manager: CallbackManager | None = None,
        **options: Any,
    ) -> None:
        checked_searcher(searcher, async_searcher)
        self._searcher = searcher
        self._async_searcher = async_searcher
        self._options = {"size": size, "filters": filters, **options}
        super().__init__(callback_manager=callback_manager)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return _nodes(ask(self._searcher, query_bundle.query_str, self._merged(query_bundle)))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        options = self._merged(query_bundle)
        text = query_bundle.query_str
        return _nodes(await ask_async(self._searcher, self._async_searcher, text, options))

    def _merged(self, query_bundle: QueryBundle) -> dict[str, Any]:
        if query_bundle.embedding is None:
            return self._options
        return {**self._options, "vector": tuple(query_bundle.embedding)}


def _nodes(result: SearchResult) -> list[NodeWithScore]:
    nodes = []
    for found in result.hits:
        metadata = metadata_of(found)
        unread = added_names(found, metadata)
        node = TextNode(
            id_=found.id,
            text=text_of(found),
            metadata=metadata,
            excluded_embed_metadata_keys=unread,
            excluded_llm_metadata_keys=unread,
        )
        nodes.append(NodeWithScore(node=node, score=found.score))
    return nodes
