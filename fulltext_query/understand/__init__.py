"""From a raw question to everything that retrieval needs.

Each part is loaded when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .context import RequestContext
from .understood import UnderstoodQuery

if TYPE_CHECKING:
    from .caches import (
        Cache,
        EmbeddingCache,
        NoopCache,
        NoopEmbeddingCache,
        cache_key,
        normalised_text,
    )
    from .caches_embeddings import CachedEmbeddings
    from .caches_flight import SingleFlight
    from .caches_memory import MemoryCache
    from .caches_redis import RedisCache
    from .caches_sqlite import SqliteCache
    from .decomposer import (
        HeuristicQueryDecomposer,
        LLMQueryDecomposer,
        NoopQueryDecomposer,
        QueryDecomposer,
    )
    from .glossary import (
        DictionaryGlossary,
        GlossaryExpander,
        InMemoryGlossary,
        NoopGlossaryExpander,
    )
    from .hyde import HyDEGenerator, HyDEResult
    from .pipeline import QueryUnderstandingPipeline
    from .query_rewriter import (
        ahyde_query,
        arewrite_query,
        for_ladder,
        hyde_query,
        rewrite_query,
    )
    from .rewriter import LLMQueryRewriter, NoopQueryRewriter, QueryRewriter
    from .search_form import FanOut, SearchForm, to_search

__all__ = [
    "Cache",
    "CachedEmbeddings",
    "DictionaryGlossary",
    "EmbeddingCache",
    "FanOut",
    "GlossaryExpander",
    "HeuristicQueryDecomposer",
    "HyDEGenerator",
    "HyDEResult",
    "InMemoryGlossary",
    "LLMQueryDecomposer",
    "LLMQueryRewriter",
    "MemoryCache",
    "NoopCache",
    "NoopEmbeddingCache",
    "NoopGlossaryExpander",
    "NoopQueryDecomposer",
    "NoopQueryRewriter",
    "QueryDecomposer",
    "QueryRewriter",
    "QueryUnderstandingPipeline",
    "RedisCache",
    "RequestContext",
    "SearchForm",
    "SingleFlight",
    "SqliteCache",
    "UnderstoodQuery",
    "ahyde_query",
    "arewrite_query",
    "cache_key",
    "for_ladder",
    "hyde_query",
    "normalised_text",
    "rewrite_query",
    "to_search",
]

_WHERE = {
    "caches": ("Cache", "EmbeddingCache", "NoopCache", "NoopEmbeddingCache", "cache_key",
               "normalised_text"),
    "caches_embeddings": ("CachedEmbeddings",),
    "caches_flight": ("SingleFlight",),
    "caches_memory": ("MemoryCache",),
    "caches_redis": ("RedisCache",),
    "caches_sqlite": ("SqliteCache",),
    "decomposer": ("HeuristicQueryDecomposer", "LLMQueryDecomposer", "NoopQueryDecomposer",
                   "QueryDecomposer"),
    "glossary": ("DictionaryGlossary", "GlossaryExpander", "InMemoryGlossary",
                 "NoopGlossaryExpander"),
    "hyde": ("HyDEGenerator", "HyDEResult"),
    "pipeline": ("QueryUnderstandingPipeline",),
    "query_rewriter": ("ahyde_query", "arewrite_query", "for_ladder", "hyde_query",
                       "rewrite_query"),
    "rewriter": ("LLMQueryRewriter", "NoopQueryRewriter", "QueryRewriter"),
    "search_form": ("FanOut", "SearchForm", "to_search"),
}  # fmt: skip
_MODULES = {name: module for module, names in _WHERE.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_MODULES[name]}", __name__), name)
