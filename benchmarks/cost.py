"""What a query costs the engine: the default against the engine's own multi_match, side by side.

    python -m benchmarks.cost FOLDER [FOLDER …] [--documents 32000] [--queries 240] [--url URL]

Each FOLDER is a collection of BEIR's form or a folder of them; its documents are cut into pieces as
benchmarks/indexing.py cuts them, until there are enough. Every query is sent by itself, once to
warm up and once to be measured, its forms in random order; asked for are ten hits without sources,
and the times are those on the wire. Without --url an Elasticsearch is started as the tests do it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

from fulltext_query import FulltextQuery, Settings
from fulltext_query.evaluation import find_collections, read_collection
from fulltext_query.query.render import field_list
from fulltext_query.search.elasticsearch import ElasticsearchEngine
from fulltext_query.search.profiles import TokenProfile
from tests.engine.client import Client
from tests.engine.elasticsearch import ElasticsearchServer

from .indexing import pieces

__all__ = ["main"]

_INDEX = "fulltext-query-cost"
_FIRST = "multi_match, the same eight fields"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--documents", type=int, default=32_000)
    parser.add_argument("--queries", type=int, default=240, help="of all collections together")
    parser.add_argument("--url", help="an Elasticsearch that may be written to")
    options = parser.parse_args()
    collections = [read_collection(folder) for folder in find_collections(options.folders)]
    fq = FulltextQuery()
    profile = TokenProfile(fq)
    with ExitStack() as stack:
        url = options.url
        if url is None:
            server = ElasticsearchServer("9.5.3", fast=False, heap_mb=1024)
            url = stack.enter_context(server).url
        client = Client(url)
        client.delete_index(_INDEX)
        engine = ElasticsearchEngine(f"{url.rstrip('/')}/{_INDEX}", shards=1, replicas=0)
        stack.callback(engine.close)
        stack.callback(client.delete_index, _INDEX)
        schema = profile.schema()
        engine.create(schema)
        documents = islice(pieces(collections), options.documents)
        indexed = engine.write(profile.row(document) for document in documents).indexed
        client.request("POST", f"/{_INDEX}/_forcemerge?max_num_segments=1")
        each = -(-options.queries // len(collections))
        texts = [text for one in collections for text in islice(one.queries.values(), each)]
        times = _measure(client, _forms(fq, texts))
    print(f"{indexed:,} documents, {len(texts)} queries\n")
    print(
        "| query | median ms | 95 % ms | against the first, median | 95 % |\n|---|---|---|---|---|"
    )
    base = times[_FIRST]
    for name, measured in times.items():
        middle, high = _quantile(measured, 0.5), _quantile(measured, 0.95)
        print(
            f"| {name} | {middle:.1f} | {high:.1f} | {middle / _quantile(base, 0.5):.2f} "
            f"| {high / _quantile(base, 0.95):.2f} |"
        )


def _forms(fq: FulltextQuery, texts: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Name → the query of each text."""
    fields = list(field_list(tuple(fq.settings.searched.items())))
    forms: dict[str, list[dict[str, Any]]] = {
        _FIRST: [
            {"multi_match": {"query": " ".join(fq.analyze(text).coarse), "fields": fields,
                             "tie_breaker": fq.settings.tie_breaker}}
            for text in texts
        ],
        "**default**, query_string": [fq.build(text).to_dict() for text in texts],
        "**default**, bool": [fq.build(text).to_bool() for text in texts],
    }  # fmt: skip
    for name, changes in {
        "without sub-words": {"subwords": False},
        "without phrases": {"phrase_weight": 0},
        "phrases of content words alone": {"phrase_words": "content"},
        "phrases of all neighbours": {"phrase_words": "all"},
        "phrases and finer parts in all fields": {"phrase_fields": (), "fine_fields": ()},
        "without fuzzy words": {"fuzzy_unknown": False},
        "without a minimum": {"min_match": 0},
    }.items():
        other = FulltextQuery(Settings(**changes))
        forms[name] = [other.build(text).to_dict() for text in texts]
    documents = FulltextQuery(Settings.preset("documents", fine_tokens="bigrams"))
    forms["documents"] = [documents.build(text).to_dict() for text in texts]
    return forms


def _measure(
    client: Client, forms: Mapping[str, Sequence[Mapping[str, Any]]]
) -> dict[str, list[float]]:
    chance = random.Random(1)
    times: dict[str, list[float]] = {name: [] for name in forms}
    count = len(forms[_FIRST])
    for warm in (True, False):
        for place in range(count):
            for name in chance.sample(list(forms), len(forms)):
                body = {"query": forms[name][place], "size": 10, "_source": False}
                begun = time.perf_counter()
                client.request("POST", f"/{_INDEX}/_search", body)
                took = (time.perf_counter() - begun) * 1000
                if not warm:
                    times[name].append(took)
    return times


def _quantile(measured: Sequence[float], share: float) -> float:
    return sorted(measured)[int(share * (len(measured) - 1))]


if __name__ == "__main__":
    main()
