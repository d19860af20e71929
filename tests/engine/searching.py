"""Many searches in few requests, and the index that the default settings search."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from fulltext_query import FulltextQuery
from fulltext_query.query.tree import Leaf, Phrase, Query
from fulltext_query.search.elasticsearch.layout import index_body
from fulltext_query.search.profiles import TokenProfile
from tests.engine.client import Client, Index
from tests.engine.lucene import Term as Read
from tests.engine.plugin import unique_name

__all__ = ["answers", "as_document", "meant", "own_index", "scores", "seven_fields"]

_AT_ONCE = 250


def seven_fields(fields: Iterable[str], **properties: Any) -> dict[str, Any]:
    """Mappings: text cut at blanks, and names that end in _kwd as they are."""
    text = {"type": "text", "analyzer": "whitespace"}
    keyword = {"type": "keyword"}
    found = {name: keyword if name.endswith("_kwd") else text for name in fields}
    return {"properties": {**found, **properties}}


def own_index(client: Client) -> Index:
    """An index as the library makes it, with sub-words and all."""
    schema = TokenProfile(FulltextQuery()).schema()
    body = index_body(schema, vectors=False)
    return client.create_index(unique_name(), body["mappings"], body["settings"])


def as_document(
    fq: FulltextQuery, content: str, title: str = "", *, keyword: str = "", questions: str = ""
) -> dict[str, str]:
    """A document's seven fields, cut by the code that cuts queries."""
    body, head = fq.analyze(content), fq.analyze(title)
    return {
        "title_tks": " ".join(head.coarse),
        "title_sm_tks": " ".join(head.fine),
        "important_kwd": keyword,
        "important_tks": " ".join(fq.analyze(keyword).coarse),
        "question_tks": " ".join(fq.analyze(questions).coarse),
        "content_ltks": " ".join(body.coarse),
        "content_sm_ltks": " ".join(body.fine),
    }


def meant(query: Query) -> list[Read]:
    """The leaves that Lucene's parser has to find in the printed query, by default on "f"."""
    return [_meant(leaf) for slot in query.slots for leaf in slot.leaves]


def _meant(leaf: Leaf) -> Read:
    if isinstance(leaf, Phrase):
        return Read("PhraseQuery", leaf.field or "f", " ".join(leaf.words), "SHOULD")
    kind = "FuzzyQuery" if leaf.fuzzy else "TermQuery"
    return Read(kind, leaf.field or "f", leaf.text, "SHOULD")


def answers(
    index: Index, queries: Sequence[Mapping[str, Any]], size: int = 0
) -> list[dict[str, Any]]:
    """The server's answer to each query, in their order; a refused one has "error"."""
    found: list[dict[str, Any]] = []
    for start in range(0, len(queries), _AT_ONCE):
        lines = "".join(
            "{}\n"
            + json.dumps({"query": query, "size": size, "_source": False, "track_total_hits": True})
            + "\n"
            for query in queries[start : start + _AT_ONCE]
        )
        answer = index.client.request("POST", f"/{quote(index.name)}/_msearch", lines)
        found += answer["responses"]
    return found


def scores(
    index: Index, queries: Sequence[Mapping[str, Any]], size: int = 1000
) -> list[dict[str, float]]:
    """The ids of each query's hits with their scores, best first. A refused query is an error."""
    found = []
    for query, answer in zip(queries, answers(index, queries, size), strict=True):
        assert "error" not in answer, f"{json.dumps(query):.500}: {json.dumps(answer):.500}"
        found.append({hit["_id"]: hit["_score"] for hit in answer["hits"]["hits"]})
    return found
