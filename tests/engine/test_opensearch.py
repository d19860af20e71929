"""The engine and the index on a real OpenSearch, with its own module for analysis."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fulltext_query import FulltextQuery
from fulltext_query.errors import EngineError, SettingsError
from fulltext_query.search.contract import Knn, Request
from fulltext_query.search.documents import Document
from fulltext_query.search.elasticsearch import ElasticsearchEngine
from fulltext_query.search.elasticsearch.bodies import Form
from fulltext_query.search.filters import parse_filter
from fulltext_query.search.profiles import TokenProfile
from fulltext_query.text.subwords import SUBWORD_PATTERN, subwords
from tests.engine.client import Client
from tests.engine.opensearch import OPENSEARCH_VERSIONS
from tests.engine.plugin import unique_name
from tests.engine.texts import hostile, real_queries

DOCUMENTS = (
    Document("Open the settings and choose a new password.", "Forgotten passwords", "en",
             metadata={"year": 2021}),
    Document("在设置里选择新的密码，然后重新登录。", "忘记密码", "zh"),
    Document("在設定裡選擇同義詞詞典。", "同義詞", "hant"),
    Document("Der Server startet nach dem Stromausfall nicht mehr.", "Störung", "de"),
    Document("برای تغییر رمز عبور به تنظیمات بروید", "رمز عبور", "fa"),
)  # fmt: skip


def batches(lines: list[str], size: int) -> Iterator[list[str]]:
    for start in range(0, len(lines), size):
        yield lines[start : start + size]


@pytest.fixture(scope="module")
def fq() -> FulltextQuery:
    return FulltextQuery()


@pytest.fixture
def engine(opensearch: Client) -> Iterator[ElasticsearchEngine]:
    name = unique_name()
    made = ElasticsearchEngine(f"{opensearch.url}/{name}", replicas=0)
    yield made
    made.close()
    opensearch.delete_index(name)


def test_the_server_is_what_it_says(opensearch: Client) -> None:
    answer = opensearch.request("GET", "/")
    assert answer["version"]["distribution"] == "opensearch"
    assert answer["version"]["number"] in OPENSEARCH_VERSIONS or "://" in opensearch.url


@pytest.fixture
def filled(engine: ElasticsearchEngine, fq: FulltextQuery) -> ElasticsearchEngine:
    profile = TokenProfile(fq)
    engine.create(profile.schema())
    report = engine.write(map(profile.row, DOCUMENTS))
    assert report, report.rejected
    assert report.indexed == len(DOCUMENTS)
    return engine


@pytest.mark.parametrize("form", ["bool", "query_string"])
def test_the_right_document_comes_first(
    opensearch: Client, filled: ElasticsearchEngine, fq: FulltextQuery, form: Form
) -> None:
    engine = ElasticsearchEngine(opensearch.url, filled.index, form=form)
    for text, first in (
        ("how do I reset a forgotten password?", "en"),
        ("忘记密码怎么办", "zh"),
        ("同义词", "hant"),  # Simplified finds Traditional
        ("warum startet der Server nicht", "de"),
        ("stromausfälle", "de"),  # by its sub-words alone
        ("تغییر رمز عبور", "fa"),
    ):
        hits = engine.search(Request(fq.build(text).tree)).hits
        assert hits, text
        assert hits[0].id == first, text
        found = TokenProfile(fq).document(hits[0].id, hits[0].source)
        assert found == next(document for document in DOCUMENTS if document.id == first)
    engine.close()


def test_filters_hold(filled: ElasticsearchEngine, fq: FulltextQuery) -> None:
    query = fq.build("password settings").tree
    assert filled.search(Request(query)).total > 0
    matching = filled.search(Request(query, filters=parse_filter({"metadata.year": 2021})))
    assert [hit.id for hit in matching.hits] == ["en"]
    assert not filled.search(Request(query, filters=parse_filter({"nothing": 1}))).hits


def test_without_its_knn_plugin_the_server_takes_no_vectors(
    filled: ElasticsearchEngine, fq: FulltextQuery
) -> None:
    """The plugin for vectors is not part of the server: said, not silently nothing."""
    profile = TokenProfile(fq)
    report = filled.write([profile.row(Document("Vektor", id="v", vector=(1.0, 0.0)))])
    assert [rejected.id for rejected in report.rejected] == ["v"]
    assert "vector" in report.rejected[0].reason
    with pytest.raises((EngineError, SettingsError), match="vector"):
        filled.search(Request(knn=Knn((1.0, 0.0))))


def test_the_subword_field_holds_the_subwords(opensearch: Client, fq: FulltextQuery) -> None:
    """The tokenizer of the real module cuts as the code for engines without it does."""
    texts = [text for _, text in real_queries(200, 1)] + list(hostile(400, 2))
    lines = [" ".join(fq.analyze(text).coarse) for text in texts]
    lines = [line for line in lines if line]
    assert len(lines) > 300
    index = opensearch.create_index(
        unique_name(),
        settings={
            "analysis": {
                "tokenizer": {"s": {"type": "pattern", "pattern": SUBWORD_PATTERN, "group": 1}},
                "analyzer": {"s": {"type": "custom", "tokenizer": "s"}},
            },
            "index.analyze.max_token_count": 100_000,
        },
    )
    try:
        for some in batches(lines, 25):
            expected = [
                part for line in some for token in line.split(" ") for part in subwords(token)
            ]
            assert index.analyze("\n".join(some), "s") == expected
    finally:
        index.delete()
