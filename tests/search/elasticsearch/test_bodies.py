"""Searches and their answers, without a server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fulltext_query import FulltextQuery
from fulltext_query.errors import EngineUnavailableError, FilterError, QueryRefusedError
from fulltext_query.search.contract import Knn, Request
from fulltext_query.search.elasticsearch.bodies import Form, read_hits, search_body
from fulltext_query.search.elasticsearch.conditions import condition
from fulltext_query.search.elasticsearch.layout import Layout
from fulltext_query.search.filters import And, In, Not, Or, Range, parse_filter

OURS = Layout(
    {}, {"id": "keyword", "kb": "keyword", "n": "double", "t": "text", "vector": "dense_vector"},
    ("content_ltks", "vector"), "vector",
)  # fmt: skip
KB = parse_filter({"kb": "k1"})
TERM = {"term": {"kb": {"value": "k1"}}}


@pytest.mark.parametrize("form", ["bool", "query_string"])
def test_the_words_are_never_the_neighbours_filter(fq: FulltextQuery, form: Form) -> None:
    # as mm-01 asks: only the user's own filters below knn, whatever else is asked
    question = (
        "which approvals, retention periods, reviewers and fallback contacts apply when a branch "
        "moves archive boxes offsite"
    )
    tree, near = fq.build(question).tree, Knn((0.1, 0.2))
    alone = search_body(Request(None, near, KB), OURS, form)
    assert alone["knn"]["filter"] == [TERM]
    assert "query" not in alone
    both = search_body(Request(tree, near, KB), OURS, form)
    assert "knn" not in both
    standard, knn = both["retriever"]["rrf"]["retrievers"]
    assert knn["knn"]["filter"] == [TERM]
    assert "archiv" not in json.dumps(knn)
    assert standard["standard"]["query"]["bool"]["filter"] == [TERM]
    assert "filter" not in search_body(Request(None, near), OURS, form)["knn"]


def test_the_minimum_stands_in_a_clause_of_its_own(fq: FulltextQuery) -> None:
    tree = fq.build("alpha bravo charlie", min_match=2).tree
    query = search_body(Request(tree, None, KB), OURS, "bool")["query"]
    assert set(query["bool"]) == {"must", "filter"}
    assert query["bool"]["must"][0]["bool"]["minimum_should_match"] == "2"


def test_what_is_asked_and_no_more(fq: FulltextQuery) -> None:
    tree = fq.build("alpha").tree
    body = search_body(Request(tree, size=3, offset=6, total=True), OURS, "bool")
    assert (body["size"], body["from"], body["track_total_hits"]) == (3, 6, True)
    assert body["sort"] == [{"_score": "desc"}, {"id": "asc"}]
    assert body["_source"] == {"excludes": ["content_ltks", "vector"]}
    plain = search_body(Request(tree), Layout(), "bool")
    assert set(plain) == {"size", "query"}
    assert search_body(Request(), OURS, "bool")["query"] == {"match_none": {}}
    with pytest.raises(QueryRefusedError, match="vector="):
        search_body(Request(None, Knn((1.0,))), Layout(), "bool")


def test_candidates_are_never_fewer_than_the_neighbours() -> None:
    knn = search_body(Request(None, Knn((1.0,), k=500)), OURS, "bool")["knn"]
    assert knn["num_candidates"] == 500
    knn = search_body(Request(None, Knn((1.0,), candidates=50_000)), OURS, "bool")["knn"]
    assert knn["num_candidates"] == 10_000


def test_nothing_matches_where_nothing_can() -> None:
    nothing: dict[str, Any] = {"match_none": {}}
    kinds = OURS.kinds
    for given in (
        In("kb", ()), In("unknown", ("x",)), In("n", ("1", True)), In("kb", (1, True)),
        Range("unknown", gte=1), Range("n", gte="1"), Range("kb", lt=3), Range("n"), Or(()),
        And(()), Not(In("kb", ())), Not(In("kb", (1, True))), Not(In("n", ("1",))),
        Not(In("unknown", ("x",))), Not(Range("n", gte="1")), Not(Range("kb", lt=3)),
        Not(Range("n")), Not(In("kb", ("k" * 9000,))), Not(In("kb", ("a", "k" * 9000))),
    ):  # fmt: skip
        assert condition(given, kinds) == nothing, given
    assert condition(In("n", (1, "1", True, 2.5)), kinds) == {"terms": {"n": [1, 2.5]}}
    for field, value in (("t", "x"), ("n", 2**53), ("n", -(2**60))):
        with pytest.raises(FilterError):
            condition(In(field, (value,)), kinds)
    assert condition(In("n", (2**53 - 1,)), kinds) == {"term": {"n": {"value": 2**53 - 1}}}


def test_bounds_of_whole_numbers_are_whole_and_of_the_type() -> None:
    kinds = {"big": "unsigned_long", "n": "long"}
    for given, least, most in (
        (Range("n", gte=9.5), 10, 2**63 - 1), (Range("n", lt=-1e300), None, None),
        (Range("n", gt=9, lt=10.5), 10, 10), (Range("n", gt=9.2, lt=10), None, None),
        (Range("n", gte=3, gt=3), 4, 2**63 - 1), (Range("big", gte=-0.5), 0, 2**64 - 1),
        (Range("big", gt=2**63 + 1, lte=2**64 - 1), 2**63 + 2, 2**64 - 1),
        (Range("big", lt=0), None, None),
    ):  # fmt: skip
        wanted = {"range": {given.field: {"gte": least, "lte": most}}}
        assert condition(given, kinds) == ({"match_none": {}} if least is None else wanted), given
    assert condition(In("big", (-1, 2**64 - 1, 0.5)), kinds) == {
        "term": {"big": {"value": 2**64 - 1}}
    }


def test_hits_are_in_order_and_complete() -> None:
    hits = [{"_id": name, "_score": score} for name, score in (("b", 1.0), ("a", 1.0), ("c", 2.0))]
    answer = {"took": 4, "timed_out": True, "hits": {"hits": hits, "total": {
        "value": 10_000, "relation": "gte"}}}  # fmt: skip
    found = read_hits(answer)
    assert [hit.id for hit in found.hits] == ["c", "a", "b"]
    assert (found.total, found.exact, found.took, found.timed_out) == (10_000, False, 4.0, True)
    garbage: Any
    for garbage in ({}, {"hits": []}, {"hits": {"total": 3}}, {"message": "hello"}):
        with pytest.raises(EngineUnavailableError, match="no hits"):
            read_hits(garbage)
