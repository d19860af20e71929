"""Searching: documents into an index, and the right ones out.

Engines and what else needs an optional library are loaded when they are asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .async_searcher import AsyncSearcher
    from .contract import (
        AsyncEngine,
        DocumentNote,
        Engine,
        Hit,
        Hits,
        IndexReport,
        IndexSchema,
        Knn,
        Rejected,
        Request,
        Row,
    )
    from .documents import Document
    from .elasticsearch import (
        AsyncElasticsearchEngine,
        ElasticsearchEngine,
        async_bulk_index,
        bulk_index,
    )
    from .embedded import AsyncEmbeddedEngine, EmbeddedEngine
    from .embedders import E5Embedder, Embedder, as_embedder
    from .filters import And, Exists, Filter, In, Not, Or, Range, parse_filter
    from .highlight import Fragment, Highlighter, highlight_document
    from .hybrid import HybridSettings
    from .ladder import Ladder
    from .plain import PlainProfile
    from .profiles import Profile, TokenProfile
    from .ragflow import RagflowProfile
    from .rerank import Reranker, SimilarityReranker, TextReranker
    from .results import Found, SearchResult, Step
    from .searcher import Searcher

_PLACES = {
    "async_searcher": ("AsyncSearcher",),
    "contract": ("AsyncEngine", "DocumentNote", "Engine", "Hit", "Hits", "IndexReport",
                 "IndexSchema", "Knn", "Rejected", "Request", "Row"),
    "documents": ("Document",),
    "elasticsearch": ("AsyncElasticsearchEngine", "ElasticsearchEngine", "async_bulk_index",
                      "bulk_index"),
    "embedded": ("AsyncEmbeddedEngine", "EmbeddedEngine"),
    "embedders": ("E5Embedder", "Embedder", "as_embedder"),
    "filters": ("And", "Exists", "Filter", "In", "Not", "Or", "Range", "parse_filter"),
    "highlight": ("Fragment", "Highlighter", "highlight_document"),
    "hybrid": ("HybridSettings",),
    "ladder": ("Ladder",),
    "plain": ("PlainProfile",),
    "profiles": ("Profile", "TokenProfile"),
    "ragflow": ("RagflowProfile",),
    "rerank": ("Reranker", "SimilarityReranker", "TextReranker"),
    "results": ("Found", "SearchResult", "Step"),
    "searcher": ("Searcher",),
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _PLACES.items() for name in names}

__all__ = [
    "And", "AsyncElasticsearchEngine", "AsyncEmbeddedEngine", "AsyncEngine", "AsyncSearcher",
    "Document", "DocumentNote", "E5Embedder", "ElasticsearchEngine", "EmbeddedEngine",
    "Embedder", "Engine", "Exists", "Filter", "Found", "Fragment", "Highlighter", "Hit", "Hits",
    "HybridSettings", "In", "IndexReport", "IndexSchema", "Knn", "Ladder", "Not", "Or",
    "PlainProfile", "Profile", "RagflowProfile", "Range", "Rejected", "Request", "Reranker",
    "Row", "SearchResult", "Searcher", "SimilarityReranker", "Step", "TextReranker",
    "TokenProfile", "as_embedder", "async_bulk_index", "bulk_index", "highlight_document",
    "parse_filter",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_MODULE_OF[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
