"""Whether the embedded engine and Elasticsearch agree: the same queries on the same documents.

    python -m benchmarks.agreement FOLDER [FOLDER …] [--queries N] [--url URL]

Each FOLDER is a collection of BEIR's form or a folder of them. Without --url an Elasticsearch is
started as the tests do it. A third of the queries carry a typing error, so that fuzzy terms are
among them. Prints a Markdown table: how many queries find the very same documents (all of them, not
the first ten), how many the same first ten in the same order, the largest difference of a score
among these, and nDCG@10 of both engines; first with exact phrases, then with the sloppy ones of the
default.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fulltext_query import FulltextQuery, Settings
from fulltext_query.evaluation import Collection, find_collections, measure, read_collection
from fulltext_query.query.render import to_query_string
from fulltext_query.query.tree import Query
from fulltext_query.search.contract import Request, Row
from fulltext_query.search.elasticsearch.layout import index_body
from fulltext_query.search.embedded import EmbeddedEngine
from fulltext_query.search.profiles import TokenProfile
from tests.engine.client import Client, Index
from tests.engine.elasticsearch import ElasticsearchServer

from .typos import with_typos

__all__ = ["main"]

_SHARE = 1 / 3  # of the queries with a typing error
_AT_ONCE = 4  # each answers with thousands of hits
_FIRST = 10
_ALL = 10_000  # more than any of the collections holds
_EQUAL = 1e-6  # of a score: closer ones may stand in either order

Ranked = Sequence[tuple[str, float]]  # best first


@dataclass
class Agreement:
    """What two engines made of the queries of one collection."""

    name: str
    sets: list[bool] = field(default_factory=list)  # whether all matches are the same
    orders: list[bool] = field(default_factory=list)
    differences: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)  # nDCG@10 of Elasticsearch
    ours: list[float] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)

    def add(
        self, text: str, answer: Mapping[str, Any], found: Ranked, grades: Mapping[str, int]
    ) -> None:
        """One query: all that the server answered, all that the embedded engine found."""
        expected = [(hit["_id"], hit["_score"]) for hit in answer["hits"]["hits"]]
        self.sets.append({name for name, _ in expected} == {name for name, _ in found})
        counts = len(expected), len(found)
        expected, found = expected[:_FIRST], found[:_FIRST]
        self.orders.append(_same_order(expected, found))
        scores = dict(expected)
        difference = max(
            (abs(score / scores[name] - 1) for name, score in found if scores.get(name)),
            default=0.0,
        )
        self.differences.append(difference)
        self.theirs.append(_ndcg(expected, grades))
        self.ours.append(_ndcg(found, grades))
        if not (self.sets[-1] and self.orders[-1]):
            self.odd.append(f"{self.name}: {text}\n  {counts[0]} {expected}\n  {counts[1]} {found}")


def _same_order(expected: Ranked, found: Ranked) -> bool:
    """The same ids in the same order, but for scores that are equal to the last digits."""
    if len(expected) != len(found):
        return False
    scores = dict(expected)
    last = expected[-1][1] if expected else 0.0
    return all(
        name == other or math.isclose(scores.get(other, last), score, rel_tol=_EQUAL)
        for (name, score), (other, _) in zip(expected, found, strict=True)
    )


def _ndcg(found: Ranked, grades: Mapping[str, int]) -> float:
    ranking = [name for name, _ in found]
    return measure({"query": grades}, {"query": ranking})["nDCG@10"]["query"]


def compare(
    client: Client, collection: Collection, ways: Mapping[str, FulltextQuery], limit: int
) -> dict[str, Agreement]:
    """Both engines on one collection, a way of building queries after the other."""
    first = next(iter(ways.values()))
    profile = TokenProfile(first)
    # nothing is shown of them: what is kept for that would only cost time
    rows = [replace(profile.row(document), source={}) for document in collection.documents()]
    engine = EmbeddedEngine()
    engine.create(profile.schema())
    engine.write(rows)
    client.delete_index("agreement")
    body = index_body(profile.schema())
    index = client.create_index("agreement", body["mappings"], body["settings"])
    try:
        index.add({row.id: _source(row) for row in rows})
        # one segment, or deleted and merged ones would count differently
        client.request("POST", f"/{quote(index.name)}/_forcemerge?max_num_segments=1")
        index.refresh()
        queries = dict(list(collection.queries.items())[:limit])
        queries = with_typos(queries, _SHARE, first)
        found = {}
        for way, fq in ways.items():
            found[way] = Agreement(collection.name)
            trees = {name: fq.build(text).tree for name, text in queries.items()}
            answers = _answers(index, list(trees.values()))
            for (name, tree), answer in zip(trees.items(), answers, strict=True):
                begun = time.perf_counter()
                engine.search(Request(tree, size=_FIRST))
                found[way].milliseconds.append((time.perf_counter() - begun) * 1000)
                hits = engine.search(Request(tree, size=_ALL))
                ranked = [(hit.id, hit.score) for hit in hits.hits]
                found[way].add(queries[name], answer, ranked, collection.judgements[name])
        return found
    finally:
        index.delete()


def _source(row: Row) -> dict[str, Any]:
    return {"id": row.id, **row.fields}


def _answers(index: Index, trees: Sequence[Query]) -> Iterator[dict[str, Any]]:
    for start in range(0, len(trees), _AT_ONCE):
        lines = ""
        for tree in trees[start : start + _AT_ONCE]:
            body = {
                "query": to_query_string(tree), "size": _ALL, "_source": False,
                "track_total_hits": True, "track_scores": True,
                "sort": [{"_score": "desc"}, {"id": "asc"}],
            }  # fmt: skip
            lines += "{}\n" + json.dumps(body) + "\n"
        answer = index.client.request("POST", f"/{quote(index.name)}/_msearch", lines)
        for one in answer["responses"]:
            if "error" in one:
                raise SystemExit(f"refused: {json.dumps(one)[:2000]}")
            yield one


@contextmanager
def _client(url: str | None) -> Iterator[Client]:
    if url:
        yield Client(url)
        return
    with ElasticsearchServer("9.5.3", heap_mb=1024) as server:
        yield server.client()


def _print(title: str, found: Sequence[Agreement]) -> None:
    print(f"\n{title}\n")
    print(
        "| collection | queries | same documents | same first ten | largest difference of a score "
        "| nDCG@10 Elasticsearch | embedded | difference | ms, median |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for one in [*found, _together(found)]:
        count = len(one.sets)
        theirs, ours = statistics.mean(one.theirs), statistics.mean(one.ours)
        print(
            f"| {one.name} | {count} | {sum(one.sets)} | {sum(one.orders)} "
            f"({sum(one.orders) / count:.1%}) | {max(one.differences):.4%} | {theirs:.4f} "
            f"| {ours:.4f} | {ours - theirs:+.4f} | {statistics.median(one.milliseconds):.1f} |"
        )


def _together(found: Sequence[Agreement]) -> Agreement:
    whole = Agreement("**all**")
    for one in found:
        for name in ("sets", "orders", "differences", "theirs", "ours", "milliseconds"):
            getattr(whole, name).extend(getattr(one, name))
    return whole


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--queries", type=int, default=200, help="of each collection at most")
    parser.add_argument("--url", help="an Elasticsearch that may be written to")
    parser.add_argument("--show", type=int, default=0, help="print so many that disagree")
    options = parser.parse_args()
    ways = {
        "Exact phrases": FulltextQuery(Settings(phrase_slop=0)),
        "Sloppy phrases (the default)": FulltextQuery(),
    }
    found: dict[str, list[Agreement]] = {way: [] for way in ways}
    with _client(options.url) as client:
        for folder in find_collections(options.folders):
            collection = read_collection(folder)
            for way, one in compare(client, collection, ways, options.queries).items():
                found[way].append(one)
            print(f"{collection.name} done", file=sys.stderr)
    for way, all_of_it in found.items():
        _print(way, all_of_it)
    for way, all_of_it in found.items():
        for text in [text for one in all_of_it for text in one.odd][: options.show]:
            print(f"\n{way}: {text}")


if __name__ == "__main__":
    main()
