"""Which indexes the commands fit, by who cuts the words: this library, RAGFlow or the server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fulltext_query import FulltextQuery, Settings
from fulltext_query.cli.profiles import ShownFields, searching_profile
from fulltext_query.search.documents import Document
from fulltext_query.search.elasticsearch import ElasticsearchEngine
from fulltext_query.search.embedded import EmbeddedEngine
from fulltext_query.search.ragflow import RagflowProfile
from fulltext_query.search.searcher import Searcher
from tests.cli.conftest import Call
from tests.engine.client import Client
from tests.engine.plugin import IndexFactory, unique_name
from tests.evaluation.conftest import Make, make
from tests.ragflow import wordnet

__all__ = ["make", "wordnet"]

TEXT = {"type": "text", "analyzer": "standard"}
DOCUMENT = json.dumps({"id": "1", "title": "Routers", "content": "Restart the router."}).encode()
FOREIGN: dict[str, dict[str, Any]] = {
    "1": {"title": "Wi-Fi", "body": "Restart the router, then wait.", "lang": "en"},
    "2": {"title": "Routers", "body": "A new router is a box.", "lang": "de"},
    "3": {"title": "Zebra", "body": "Stripes.", "lang": "en"},
}


@pytest.fixture
def foreign(elasticsearch: Client, index: IndexFactory) -> str:
    """The address of an index that this library did not make."""
    fields = {"title": TEXT, "body": TEXT, "lang": {"type": "keyword"}}
    made = index({"properties": fields}, documents=FOREIGN)
    return f"{elasticsearch.url.rstrip('/')}/{made.name}"


def test_an_index_with_its_own_analyzers_is_found_shown_and_highlighted(
    inside: Call, foreign: str
) -> None:
    code, out, err = inside("search", "restart router", "--preset", "plain", "--in", foreign)
    assert (code, err) == (0, "")
    assert re.match(r"1\. [\d.]+  1  Wi-Fi\n   \[Restart\] the \[router\], then wait\.\n", out)
    assert "   A new [router] is a box.\n" in out
    assert "Zebra" not in out
    german = inside("search", "router", "--preset", "plain", "--in", foreign,
                    "--filter", "lang=de", "--json").out  # fmt: skip
    assert [(hit["id"], hit["content"]) for hit in json.loads(german)["hits"]] == [
        ("2", "A new router is a box.")
    ]
    lines = inside("search", "--lines", "zebra", "--preset", "plain", "--in", foreign).out
    assert json.loads(lines)["hits"][0]["highlights"]["title"] == ["<em>Zebra</em>"]


def test_the_fields_that_are_shown_can_be_named(
    inside: Call, elasticsearch: Client, index: IndexFactory
) -> None:
    made = index(
        {"properties": {"headline": TEXT, "teaser": TEXT, "article": TEXT}},
        documents={"1": {"headline": "News", "teaser": "Short.", "article": "A router burnt."}},
    )
    where = f"{elasticsearch.url.rstrip('/')}/{made.name}"
    given = ("search", "router news", "--preset", "plain", "--in", where)
    fields = ("--set", "fields=headline^2,article,teaser")
    named = inside(*given, *fields, "--title-field", "headline", "--content-field", "article").out
    assert re.match(r"1\. [\d.]+  1  \[News\]\n   A \[router\] burnt\.\n", named)
    # without names: no title, and the heaviest field
    assert re.match(r"1\. [\d.]+  1\n   \[News\]\n", inside(*given, *fields).out)


@pytest.mark.parametrize(
    ("fields", "shown", "expected"),
    [
        ({"title": 2, "body": 1}, ShownFields(), ("title", "body")),
        ({"Title": 1, "text": 1, "content": 0.1}, ShownFields(), ("Title", "content")),
        ({"doc.title": 9, "doc.text": 1}, ShownFields(), ("doc.title", "doc.text")),
        ({"title": 9, "a": 1, "b": 3}, ShownFields(), ("title", "b")),
        ({"title": 9}, ShownFields(), ("", "title")),
        ({"a": 1}, ShownFields("head"), ("head", "a")),
        ({"title": 2, "body": 1}, ShownFields(content="title"), ("", "title")),
        ({"title": 2, "body": 1}, ShownFields(""), ("", "body")),
    ],
)
def test_the_shown_fields_follow_from_the_settings(
    fields: dict[str, float], shown: ShownFields, expected: tuple[str, str], tmp_path: Path
) -> None:
    fq = FulltextQuery(Settings.preset("plain", fields=fields))
    # of an engine only its meta is asked, and an index that is not there has none
    profile = searching_profile(fq, EmbeddedEngine(tmp_path / "none"), "http://host/docs", shown)
    names = {name: f"<{name}>" for name in ("title", "Title", "body", "text", "content")}
    source = {**names, "a": "<a>", "b": "<b>", "head": "<head>", "doc.title": "<doc.title>",
              "doc.text": "<doc.text>"}  # fmt: skip
    document = profile.document("1", source)
    assert (document.title, document.content) == (
        f"<{expected[0]}>" if expected[0] else "", f"<{expected[1]}>"
    )  # fmt: skip


def test_nothing_is_indexed_that_no_analyzer_cuts(inside: Call, tmp_path: Path) -> None:
    for where in (str(tmp_path / "index"), "http://127.0.0.1:9/docs"):
        code, out, err = inside("index", "-", "--to", where, "--preset", "plain", stdin=DOCUMENT)
        assert (code, out) == (2, "")
        assert "analyzers" in err
    assert not (tmp_path / "index").exists()


def test_a_folder_has_no_analyzers(inside: Call, tmp_path: Path) -> None:
    folder = str(tmp_path / "index")
    assert inside("index", "-", "--to", folder, stdin=DOCUMENT).code == 0
    code, out, err = inside("search", "router", "--in", folder, "--preset", "plain")
    assert (code, out) == (2, "")
    assert "analyzers" in err
    assert "is a folder" in err


def test_an_index_of_our_tokens_is_not_searched_as_another_s(
    inside: Call, elasticsearch: Client
) -> None:
    name = unique_name()
    where = f"{elasticsearch.url.rstrip('/')}/{name}"
    try:
        assert inside("index", "-", "--to", where, stdin=DOCUMENT).code == 0
        code, out, err = inside("search", "router", "--in", where, "--preset", "plain")
    finally:
        elasticsearch.delete_index(name)
    assert (code, out) == (2, "")
    assert "was filled by fulltext-query" in err


def test_fields_are_named_for_an_index_of_others_only(inside: Call, tmp_path: Path) -> None:
    code, out, err = inside("search", "x", "--in", str(tmp_path), "--content-field", "body")
    assert (code, out) == (2, "")
    assert "--preset plain" in err


def test_an_index_that_is_there_is_evaluated(
    inside: Call, make: Make, elasticsearch: Client, index: IndexFactory
) -> None:
    folder = make(judged=(("q1", "d1", 1),))
    rows = [json.loads(line) for line in (folder / "corpus.jsonl").read_text().splitlines()]
    made = index(
        {"properties": {"title": TEXT, "text": TEXT}},
        documents={
            row["_id"]: {"title": row.get("title", ""), "text": row["text"]} for row in rows
        },
    )
    where = f"{elasticsearch.url.rstrip('/')}/{made.name}"
    given = ("evaluate", str(folder), "--preset", "plain", "--set", "fields=title,text", "--json")
    code, out, err = inside(*given, "--in", where)
    assert (code, err) == (0, "")
    assert json.loads(out)["configurations"][0]["values"]["nDCG@10"] == {"q1": 1.0}
    for refused in (inside(*given), inside(*given, "--in", where + "-none")):
        assert (refused.code, refused.out) == (2, "")
        assert "analyzers" in refused.err


def test_ragflow_s_tokens_are_indexed_and_found(
    inside: Call, wordnet: None, tmp_path: Path
) -> None:
    folder = str(tmp_path / "index")
    given = ("--preset", "ragflow")
    assert inside("index", "-", "--to", folder, *given, stdin=DOCUMENT).code == 0
    assert "Restart the [router]." in inside("search", "router", "--in", folder, *given).out
    code, _, err = inside("search", "router", "--in", folder)  # our tokens would not meet
    assert code == 2
    assert "profile" in err


def test_metadata_of_ragflow_s_own_index_stand_beside_the_tokens(
    inside: Call, wordnet: None, elasticsearch: Client, index: IndexFactory
) -> None:
    fq = FulltextQuery(Settings.preset("ragflow"))
    profile = RagflowProfile(fq, existing=True)
    tokens = {"type": "text", "analyzer": "whitespace"}
    made = index(
        {
            "dynamic_templates": [
                {"tokens": {"match": ["*_tks", "*_ltks"], "mapping": tokens}},
                {"keywords": {"match": "*_kwd", "mapping": {"type": "keyword"}}},
            ],
            "properties": {"kb": {"type": "keyword"}},
        }
    )
    with Searcher(ElasticsearchEngine(elasticsearch.url, made.name), fq, profile=profile) as filled:
        assert filled.index(
            [
                Document("Restart the router.", "Routers", id="1", metadata={"kb": "a"}),
                Document("Sell the router.", "Sale", id="2", metadata={"kb": "b"}),
            ]
        )
    where = f"{elasticsearch.url.rstrip('/')}/{made.name}"
    out = inside(
        "search", "router", "--in", where, "--preset", "ragflow", "--filter", "kb=b", "--json"
    ).out
    assert [hit["id"] for hit in json.loads(out)["hits"]] == ["2"]
