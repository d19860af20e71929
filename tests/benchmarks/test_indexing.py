"""The benchmark of indexing runs on a small folder, and its documents are the same every time."""

from __future__ import annotations

import json
import sys
from itertools import islice

import pytest

from benchmarks import indexing
from fulltext_query.evaluation import read_collection
from tests.engine.client import Client
from tests.evaluation.conftest import Make, make
from tests.optional import need

__all__ = ["make"]

need("tantivy")
need("elasticsearch")

LONG = "".join(chr(0x4E00 + number) for number in range(1000))  # no two pieces are alike


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: object
) -> str:
    monkeypatch.setattr(sys, "argv", ["indexing", *map(str, arguments)])
    indexing.main()
    return capsys.readouterr().out


def test_a_table_of_each_part(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], make: Make
) -> None:
    out = run(
        monkeypatch, capsys, make(), "--documents", 40, "--rounds", 1, "--engine", "embedded",
        "--queries", 2,
    )  # fmt: skip
    assert [line[4:] for line in out.splitlines() if line.startswith("### ")] == [
        "The text code alone, one thread", "Indexing", "Searching, one at a time",
    ]  # fmt: skip
    assert "| Chinese | " in out
    assert "| embedded | 40 | " in out
    assert "| embedded | yes | 2 | 2 | " in out


def test_a_server_is_left_as_it_was(
    elasticsearch: Client,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    make: Make,
) -> None:
    out = run(
        monkeypatch, capsys, make(), "--documents", 40, "--rounds", 1, "--engine",
        elasticsearch.url, "--queries", 2, "--json",
    )  # fmt: skip
    report = json.loads(out)
    assert report["about"]["documents"] == 40
    (indexed,) = report["indexing"]
    assert indexed["engine"] == f"Elasticsearch {elasticsearch.version()}"
    assert indexed["documents"] == 40
    assert indexed["index_mb"] > 0
    assert [row["answered"] for row in report["searching"]] == [2, 2]
    left = elasticsearch.request("GET", "/_cat/indices?format=json")
    assert not [one for one in left if one["index"].startswith("fulltext-query")]


def test_pieces_are_many_new_and_the_same_every_time(make: Make) -> None:
    rows = [
        {"_id": "d1", "title": "水泵", "text": LONG},
        {"_id": "d2", "title": "", "text": "Pumps"},
    ]
    judged = [("q1", "d1", 1)]
    collections = [
        read_collection(make(name, documents=rows, judged=judged)) for name in ("first", "second")
    ]
    found = list(islice(indexing.pieces(collections), 30))
    assert found == list(islice(indexing.pieces(collections), 30))
    assert len({one.id for one in found}) == 30
    # what stands in both collections counts once, and a later pass cuts at other places
    assert len({one.content for one in found}) == 30
    assert all(one.content in LONG or one.content == "Pumps" for one in found)
    first = [one for one in found if one.id.startswith("0-")]
    assert "".join(one.content for one in first if one.title) == LONG
    assert max(len(one.content) for one in found) < 300 + 60
