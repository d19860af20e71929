"""A request answered from one state of the index."""

from __future__ import annotations

import time
from collections.abc import Sequence
from json import loads
from typing import TYPE_CHECKING, Any

from ...errors import DocumentError, QueryRefusedError
from ...query.tree import Query as Tree
from ..contract import Hit, Hits, Knn, Request
from .filters import filter_query
from .schema import ID, METADATA, SOURCE
from .snapshot import Snapshot
from .translate import translate
from .vectors import Vectors, unit

if TYPE_CHECKING:
    import tantivy

__all__ = ["search"]

_RANK_CONSTANT = 60  # of reciprocal rank fusion, as Elasticsearch has it
_TIED = 16  # hits that are looked at beyond those asked for, in case they are equal

Scored = tuple[float, str, Any]  # score, id, stored document


def search(request: Request, snapshot: Snapshot, vectors: Vectors | None) -> Hits:
    """Answers a request.

    Both a query and neighbours are fused by reciprocal rank. A neighbour's score is
    (1 + cosine) / 2, as Elasticsearch's.
    """
    begun = time.perf_counter()
    if request.size < 0 or request.offset < 0:
        raise QueryRefusedError("size and offset cannot be negative", sent=request)
    filters = None
    if request.filters is not None:
        filters = filter_query(request.filters, snapshot.schema, snapshot.searcher, METADATA)
    need = request.offset + request.size
    total = 0
    found: list[Scored] = []
    if request.knn is not None:
        near = _neighbours(request.knn, filters, snapshot, vectors)
        if request.query is None:
            found, total = near, len(near)
        else:
            window = max(need, request.knn.k)
            best, total = _matches(request.query, filters, snapshot, window)
            found = _fused(best, near)
            total = max(total, len(found))
    elif request.query is not None:
        found, total = _matches(request.query, filters, snapshot, need)
    hits = tuple(
        Hit(identifier, score, loads(stored.get_first(SOURCE)))
        for score, identifier, stored in found[request.offset : need]
    )
    return Hits(hits, total, True, (time.perf_counter() - begun) * 1000)


def _matches(
    tree: Tree, filters: tantivy.Query | None, snapshot: Snapshot, need: int
) -> tuple[list[Scored], int]:
    from tantivy import Occur, Query

    query = translate(tree, snapshot)
    if query is None:
        return [], 0
    if filters is not None:
        unscored = Query.const_score_query(filters, 0.0)
        query = Query.boolean_query([(Occur.Must, query), (Occur.Must, unscored)])
    searcher = snapshot.searcher
    most = max(snapshot.total, 1)  # tantivy makes room for as many as it is asked for
    need = min(need, most)
    limit = min(need + _TIED, most)
    while True:
        result = searcher.search(query, limit)
        found = result.hits
        # as long as the last one looked at is as good as the last one asked for, there may be
        # more of the same score, whose ids come first
        if limit == most or not need or len(found) < limit or found[-1][0] < found[need - 1][0]:
            break
        limit = min(limit * 8, most)
    total: int = getattr(result, "count", 0)  # which the library's stub leaves out
    if not need:
        return [], total
    least = found[min(need, len(found)) - 1][0] if found else 0.0
    rows: list[Scored] = []
    for score, address in found:
        if score < least:
            break
        stored = searcher.doc(address)
        rows.append((score, str(stored.get_first(ID)), stored))
    rows.sort(key=_best_first)
    return rows[:need], total


def _best_first(row: Scored) -> tuple[float, str]:
    return -row[0], row[1]


def _neighbours(
    knn: Knn, filters: tantivy.Query | None, snapshot: Snapshot, vectors: Vectors | None
) -> list[Scored]:
    if vectors is None or knn.k < 1:
        return []
    from numpy import argpartition, flatnonzero

    try:
        wanted = unit(knn.vector, vectors.dimensions)
    except DocumentError as error:
        raise QueryRefusedError(f"the query's {error}", sent=knn) from None
    addresses, rows = snapshot.vector_rows(filters)
    if not rows.size:
        return []
    scores = (1 + vectors.similarities(wanted, rows)) / 2
    places: Sequence[int] = range(rows.size)
    if knn.k < rows.size:
        least = scores[argpartition(-scores, knn.k - 1)[: knn.k]].min()
        places = flatnonzero(scores >= least).tolist()
    nearest: list[Scored] = []
    for place in places:
        stored = snapshot.searcher.doc(addresses[place])
        nearest.append((float(scores[place]), str(stored.get_first(ID)), stored))
    nearest.sort(key=_best_first)
    return nearest[: knn.k]


def _fused(*lists: list[Scored]) -> list[Scored]:
    scores: dict[str, float] = {}
    kept: dict[str, Any] = {}
    for rows in lists:
        for rank, (_, identifier, stored) in enumerate(rows, 1):
            scores[identifier] = scores.get(identifier, 0.0) + 1 / (_RANK_CONSTANT + rank)
            kept[identifier] = stored
    fused = [(score, identifier, kept[identifier]) for identifier, score in scores.items()]
    return sorted(fused, key=_best_first)
