"""Counting a live index: every document once, drawn again as before, stopped and gone on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fulltext_query import FulltextQuery
from fulltext_query.background import IndexDocuments, build_table, count_documents, read_table
from fulltext_query.errors import IndexMissingError, QueryRefusedError
from tests.engine.client import Client, Index
from tests.engine.plugin import IndexFactory, unique_name

TEXTS = {
    str(
        number
    ): f"合同 第{'一二三四五六七八九十'[number % 10]} 版权 number {'x' * (1 + number % 7)}"
    for number in range(300)
}
SHARDS = {"number_of_shards": 3}


@pytest.fixture(scope="session")
def fq() -> FulltextQuery:
    return FulltextQuery()


@pytest.fixture
def filled(index: IndexFactory) -> Index:
    """Documents over three shards, of which some were changed and some removed."""
    made = index(settings=SHARDS)
    fill(made)
    return made


def fill(made: Index) -> None:
    made.add({name: {"content": "旧的内容"} for name in list(TEXTS)[:50]})
    made.add({str(number): {"content": "删除"} for number in range(1000, 1040)})
    made.add({name: {"content": text, "kind": int(name) % 2} for name, text in TEXTS.items()})
    for number in range(1000, 1040):
        made.client.request("DELETE", f"/{made.name}/_doc/{number}")
    made.client.request("POST", f"/{made.name}/_refresh")


def texts(made: Index, **options: object) -> list[str]:
    with IndexDocuments(made.client.url, made.name, **options) as source:  # type: ignore[arg-type]
        return [reading.text or "" for reading in source.read()]


def test_every_document_is_read_once(filled: Index, fq: FulltextQuery, tmp_path: Path) -> None:
    found = texts(filled, page=17)
    assert sorted(found) == sorted(TEXTS.values())
    with IndexDocuments(filled.client.url, filled.name, fields=["content"]) as source:
        assert source.count() == len(TEXTS)
        counted = build_table(source, tmp_path / "zh.tsv", fq, language="zh", min_documents=1)
    wanted = count_documents(TEXTS.values(), fq, language="zh", min_documents=1)
    assert counted.counts == wanted.counts
    assert (counted.documents, counted.tokens) == (wanted.documents, wanted.tokens)


def test_a_sample_is_drawn_again_by_its_seed(filled: Index) -> None:
    drawn = texts(filled, sample=90, seed=7, page=11)
    assert len(drawn) == 90
    assert drawn == texts(filled, sample=90, seed=7, page=64)
    assert set(drawn) <= set(TEXTS.values())
    assert drawn != texts(filled, sample=90, seed=8)
    assert len(texts(filled, sample=5000)) == len(TEXTS)


def test_a_sample_holds_no_document_twice(filled: Index) -> None:
    with IndexDocuments(filled.client.url, filled.name, sample=120, page=13) as source:
        assert source.count() == 120
        places = [str(reading.position["at"][:2]) for reading in source.read()]
    assert len(set(places)) == 120


@pytest.mark.parametrize("sample", [None, 150])
def test_a_stopped_run_goes_on(
    filled: Index, fq: FulltextQuery, tmp_path: Path, sample: int | None
) -> None:
    def source() -> IndexDocuments:
        return IndexDocuments(filled.client.url, filled.name, sample=sample, page=20)

    left = 0

    def stop(_: int) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt

    out, whole = tmp_path / "zh.tsv", tmp_path / "whole.tsv"
    for documents in (70, 50):
        left = documents
        with source() as one, pytest.raises(KeyboardInterrupt):
            build_table(one, out, fq, language="zh", resume=True, progress=stop)
        assert not out.exists()
    with source() as one:
        build_table(one, out, fq, language="zh", resume=True)
    with source() as one:
        build_table(one, whole, fq, language="zh")
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("sample", [None, 250])
def test_what_comes_or_changes_meanwhile_is_not_read(filled: Index, sample: int | None) -> None:
    with IndexDocuments(filled.client.url, filled.name, page=10, sample=sample) as source:
        readings = source.read()
        found = [next(readings).text]
        filled.add({f"new {number}": {"content": "新来的"} for number in range(60)})
        filled.add({name: {"content": "变了"} for name in list(TEXTS)[-90:]})
        found += [reading.text for reading in readings]
    assert set(found) <= set(TEXTS.values())
    assert len(found) >= 100  # all that stayed, or those of them that were drawn


def test_an_alias_keeps_its_filter_and_joins_its_indexes(
    filled: Index, index: IndexFactory, elasticsearch: Client
) -> None:
    other = index(documents={"a": {"content": "另一个"}, "b": {"kind": 1}})
    alias = unique_name()
    actions = [
        {"add": {"index": filled.name, "alias": alias, "filter": {"term": {"kind": 1}}}},
        {"add": {"index": other.name, "alias": alias}},
    ]
    elasticsearch.request("POST", "/_aliases", {"actions": actions})
    with IndexDocuments(elasticsearch.url, alias) as source:
        found = [reading.text for reading in source.read()]
    wanted = [text for name, text in TEXTS.items() if int(name) % 2]
    assert sorted(map(str, found)) == sorted([*wanted, "另一个", ""])


def test_an_index_without_sources_says_so(index: IndexFactory) -> None:
    made = index({"_source": {"enabled": False}}, documents=[{"content": "水"}])
    with (
        IndexDocuments(made.client.url, made.name) as source,
        pytest.raises(QueryRefusedError, match="_source"),
    ):
        next(source.read())


def test_no_index_is_an_error(elasticsearch: Client) -> None:
    with (
        IndexDocuments(elasticsearch.url, unique_name()) as source,
        pytest.raises(IndexMissingError),
    ):
        next(source.read())


@pytest.fixture
def opened(opensearch: Client) -> Iterator[Callable[[], Index]]:
    made = opensearch.create_index(unique_name(), settings=SHARDS)
    yield lambda: made
    made.delete()


def test_opensearch_is_read_too(
    opened: Callable[[], Index], fq: FulltextQuery, tmp_path: Path
) -> None:
    made = opened()
    fill(made)
    assert sorted(texts(made, page=17)) == sorted(TEXTS.values())
    assert texts(made, sample=90, seed=7, page=11) == texts(made, sample=90, seed=7)
    with IndexDocuments(made.client.url, made.name) as source:
        build_table(source, tmp_path / "zh.dict", fq, language="zh")
    assert read_table(tmp_path / "zh.dict").documents == len(TEXTS)
