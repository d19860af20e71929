"""Exact nearest neighbours by an embedding model, its vectors kept on the disk."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy

from fulltext_query.evaluation import Collection, Ranking
from fulltext_query.search.contract import Hit, Hits
from fulltext_query.search.embedders import E5Embedder
from fulltext_query.search.hybrid import HybridSettings, fuse

__all__ = ["Dense", "fused"]

TOKENS = 128  # a document's first tokens, as the library's default has it
_AT_ONCE = 64


class Dense:
    """Rankings by cosine over all documents of a collection.

    cache: a folder for vectors; None keeps none. They take minutes on the processor.
    """

    def __init__(self, collection: Collection, cache: Path | None) -> None:
        self._embedder = E5Embedder(max_tokens=TOKENS)
        self._cache = cache
        self._name = collection.name
        self._ids = []
        texts = []
        for document in collection.documents():
            self._ids.append(document.id)
            texts.append(f"{document.title}\n{document.content}".strip())
        self._vectors = self._kept("documents", texts, self._documents)

    def search(self, texts: Sequence[str], size: int) -> list[Ranking]:
        """The nearest documents of each text."""
        queries = self._kept(
            "queries", texts, lambda some: [self._embedder.embed_query(text) for text in some]
        )
        rankings = []
        for scores in queries @ self._vectors.T:
            best = numpy.argsort(-scores, kind="stable")[:size]
            rankings.append(tuple((self._ids[place], float(scores[place])) for place in best))
        return rankings

    def _documents(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        vectors: list[tuple[float, ...]] = []
        for start in range(0, len(texts), _AT_ONCE):
            vectors += self._embedder.embed_documents(texts[start : start + _AT_ONCE])
        return vectors

    def _kept(self, kind: str, texts: Sequence[str], embed: Any) -> Any:
        key = blake2b("\0".join([str(TOKENS), *texts]).encode("utf-8", "replace"), digest_size=8)
        path = self._cache and self._cache / f"{self._name}-{kind}-{key.hexdigest()}.npy"
        if path and path.exists():
            return numpy.load(path)
        vectors = numpy.asarray(embed(texts), dtype=numpy.float32)
        vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            numpy.save(path, vectors)
        return vectors


def fused(words: Ranking, near: Ranking, method: str) -> Ranking:
    """Both rankings as the library makes one of them; ``method`` is "hybrid" or "rrf"."""
    settings = HybridSettings(method="rrf") if method == "rrf" else HybridSettings()
    found = fuse(_hits(words), _hits(near), settings)
    return tuple((identifier, score) for identifier, score, _ in found)


def _hits(ranking: Ranking) -> Hits:
    return Hits(tuple(Hit(identifier, score, {}) for identifier, score in ranking))
