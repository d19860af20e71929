"""Searches: the body of a request, and the hits of an answer. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ...errors import (
    EngineError,
    EngineUnavailableError,
    QueryRefusedError,
)
from ...query.render import to_bool, to_query_string
from ..contract import WINDOW, Hit, Hits, Knn, Request
from .conditions import condition
from .failures import reason
from .layout import Layout

__all__ = ["FORMS", "Form", "read_hits", "search_body"]

Form = Literal["bool", "query_string"]
FORMS: tuple[Form, ...] = ("bool", "query_string")


def search_body(request: Request, layout: Layout, form: Form) -> dict[str, Any]:
    """The body of a search.

    The query stands in ``must`` beside the filters, as a clause of its own: its minimum counts its
    words, and filters add no score. ``knn`` is filtered by the user's filters, never by words.
    """
    conditions = [] if request.filters is None else [condition(request.filters, layout.kinds)]
    body: dict[str, Any] = {"size": request.size}
    if request.offset:
        body["from"] = request.offset
    query = None
    if request.query is not None:
        query = to_bool(request.query) if form == "bool" else to_query_string(request.query)
        if conditions:
            query = {"bool": {"must": [query], "filter": conditions}}
    knn = None if request.knn is None else _knn(request.knn, layout, conditions)
    if query is not None and knn is not None:
        window = max(request.size + request.offset, request.knn.k if request.knn else 0, 1)
        parts = [{"standard": {"query": query}}, {"knn": knn}]
        body["retriever"] = {"rrf": {"retrievers": parts, "rank_window_size": window}}
    elif query is not None:
        body["query"] = query
    elif knn is not None:
        body["knn"] = knn
    else:
        # nothing asked, as by an empty text: never everything
        body["query"] = {"match_none": {}}
    if "retriever" not in body and layout.tie:
        # Skipping documents that cannot reach the first page goes on, as the first key is the score
        body["sort"] = [{"_score": "desc"}, {layout.tie: "asc"}]
    if request.total:
        body["track_total_hits"] = True
    if layout.hidden:
        body["_source"] = {"excludes": list(layout.hidden)}
    return body


def _knn(knn: Knn, layout: Layout, conditions: list[dict[str, Any]]) -> dict[str, Any]:
    if not layout.vector:
        # an error of the engine's kind: it costs a hybrid search its neighbours, not its words
        raise QueryRefusedError(
            "the index has no field of vectors: index documents with vectors, or name the field "
            "with vector="
        )
    clause: dict[str, Any] = {
        "field": layout.vector,
        "query_vector": list(knn.vector),
        "k": knn.k,
        "num_candidates": min(max(knn.candidates, knn.k), WINDOW),
    }
    if conditions:
        clause["filter"] = conditions
    return clause


def read_hits(answer: Mapping[str, Any]) -> Hits:
    """The hits of an answer, best first, equal scores in the order of the ids.

    Raises EngineError where a part of the index did not answer: nothing is left out in silence.
    """
    found = answer.get("hits")
    if not isinstance(found, Mapping) or not isinstance(found.get("hits"), list):
        raise EngineUnavailableError(
            f"the answer holds no hits but {str(answer)[:200]}: is the address that of an "
            "Elasticsearch?"
        )
    _check_shards(answer.get("_shards") or {})
    hits = [
        Hit(hit["_id"], float(hit.get("_score") or 0.0), hit.get("_source") or {})
        for hit in found["hits"]
    ]
    hits.sort(key=lambda hit: (-hit.score, hit.id))
    total = found.get("total")
    if not isinstance(total, Mapping):
        total = {"value": total if isinstance(total, int) else len(hits)}
    return Hits(
        tuple(hits),
        int(total["value"]),
        total.get("relation", "eq") == "eq",
        float(answer.get("took") or 0),
        bool(answer.get("timed_out")),
    )


def _check_shards(shards: Mapping[str, Any]) -> None:
    if not shards.get("failed"):
        return
    failures = [failure for failure in shards.get("failures") or () if isinstance(failure, Mapping)]
    why = reason({"error": {"failed_shards": failures}})
    statuses = {failure.get("status") for failure in failures}
    kind: type[EngineError] = EngineUnavailableError
    if 400 in statuses or any("too_many" in str(failure) for failure in failures):
        kind = QueryRefusedError
    raise kind(
        f"{shards['failed']} of {shards.get('total')} parts of the index did not answer: {why}"
    )
