"""A live index that fails in the middle: what went wrong is told, and how to go on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import stamina

from fulltext_query import FulltextQuery
from fulltext_query.background import Counted, IndexDocuments, build_table, count_documents
from fulltext_query.errors import (
    EngineError,
    EngineUnavailableError,
    IndexMissingError,
    QueryRefusedError,
    SettingsError,
)
from tests.search.elasticsearch.faulty import FaultyServer, Handler

TEXTS = [f"水泵 版权 第{'一二三四五六七八九十'[number % 10]}条" for number in range(50)]


class Shelf(FaultyServer):
    """An index of one shard, by sequence numbers; from one search on it only fails.

    lives: how many searches are answered. hiccups: the numbers of others that fail, from 1.
    failure: what comes then: "drop" closes the connection, a number is a status, a mapping the
    answer.
    """

    def __init__(self) -> None:
        super().__init__()
        self._server.RequestHandlerClass = _Shelf
        self.lives = 10**9
        self.searches = 0
        self.hiccups: set[int] = set()
        self.failure: Any = "drop"
        self.uuid = "first"
        self.settings: dict[str, Any] | None = None
        self.sources: list[Any] = [{"content": text} for text in TEXTS]

    @property
    def base(self) -> str:
        return self.url.removesuffix("/docs")


class _Shelf(Handler):
    def do_GET(self) -> None:  # noqa: N802
        self.fails = False
        owner = self._shelf
        if owner.settings is not None:
            self.answer(owner.settings)
        elif owner.uuid:
            settings = {"index": {"uuid": owner.uuid, "number_of_shards": "1"}}
            self.answer({"docs": {"settings": settings}})
        else:
            error = {"type": "index_not_found_exception", "reason": "no such index [docs]"}
            self.answer({"error": error, "status": 404}, 404)

    def do_POST(self) -> None:  # noqa: N802
        owner = self._shelf
        owner.searches += 1
        self.fails = owner.searches > owner.lives or owner.searches in owner.hiccups
        if self.fails and owner.failure == "drop":
            self.drop()
            return
        super().do_POST()

    def answer(self, body: object, status: int = 200, *args: Any, **options: Any) -> None:
        failure = self._shelf.failure
        if getattr(self, "fails", False) and isinstance(failure, int):
            body, status = {"error": {"reason": "worn out"}, "status": failure}, failure
        elif getattr(self, "fails", False) and isinstance(failure, dict):
            body = failure
        super().answer(body, status, *args, **options)

    def proceed(self) -> dict[str, Any]:
        (body,) = self.lines
        sources = list(enumerate(self._shelf.sources))
        if body["sort"][0].get("_seq_no") == "desc":
            sources.reverse()
        elif "search_after" in body:
            sources = sources[body["search_after"][-1] + 1 :]
        hits = [
            {"_id": str(number), "_index": "docs", "_source": source, "sort": [number]}
            for number, source in sources[: body["size"]]
        ]
        total = {"value": len(self._shelf.sources), "relation": "eq"}
        return {"_shards": {"failed": 0}, "hits": {"total": total, "hits": hits}}

    @property
    def _shelf(self) -> Shelf:
        owner = self.owner
        assert isinstance(owner, Shelf)
        return owner


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    with stamina.set_testing(True, attempts=2), Shelf() as server:
        yield server


def build(shelf: Shelf, out: Path, fq: FulltextQuery, **options: Any) -> Counted:
    with IndexDocuments(shelf.base, "docs", page=10) as source:
        return build_table(source, out, fq, language="zh", **options)


@pytest.mark.parametrize(
    ("failure", "error", "says"),
    [
        ("drop", EngineUnavailableError, "cannot be reached"),
        (503, EngineUnavailableError, "worn out"),
        (429, EngineUnavailableError, "too busy"),
        (500, EngineError, "worn out"),
        (403, QueryRefusedError, "API key"),
        ({"hits": {"hits": []}, "_shards": {"failed": 1}}, EngineError, "did not answer"),
        ({"hits": {"hits": []}, "timed_out": True}, EngineError, "did not answer"),
        ({"what": "is this"}, EngineError, "no hits"),
    ],
)
def test_a_server_that_dies_in_the_middle(
    shelf: Shelf,
    tmp_path: Path,
    fq: FulltextQuery,
    failure: Any,
    error: type[EngineError],
    says: str,
) -> None:
    out = tmp_path / "zh.tsv"
    shelf.failure, shelf.lives = failure, 3  # how large it is, and two pages
    with pytest.raises(error, match=says) as told:
        build(shelf, out, fq)
    assert "20 documents are counted and kept" in str(told.value)
    assert f"{out}.part" in str(told.value)
    assert "--resume" in str(told.value)
    assert not out.exists()
    with pytest.raises(error, match="20 documents are counted and kept"):
        build(shelf, out, fq, resume=True)  # it is still down
    shelf.lives = 10**9  # somebody mended it
    asked = len(shelf.requests)
    counted = build(shelf, out, fq, resume=True)
    wanted = count_documents(TEXTS, fq, language="zh")
    assert (counted.counts, counted.documents) == (wanted.counts, 50)
    assert shelf.requests[asked][2]["search_after"] == [19]
    assert list(tmp_path.iterdir()) == [out]


def test_what_passes_is_tried_again(shelf: Shelf, tmp_path: Path, fq: FulltextQuery) -> None:
    shelf.failure, shelf.hiccups = 503, {1, 4, 6}
    assert build(shelf, tmp_path / "zh.tsv", fq).documents == 50


@pytest.mark.parametrize(
    "answer", [{"docs": {}}, {"docs": "x"}, {"docs": {"settings": {"index": {}}}}]
)
def test_an_answer_that_is_none_is_told(
    shelf: Shelf, tmp_path: Path, fq: FulltextQuery, answer: dict[str, Any]
) -> None:
    shelf.settings = answer
    with pytest.raises(EngineError, match="cannot be read"):
        build(shelf, tmp_path / "zh.tsv", fq)


def test_before_the_first_document_there_is_nothing_to_keep(
    shelf: Shelf, tmp_path: Path, fq: FulltextQuery
) -> None:
    shelf.lives = 0
    with pytest.raises(EngineUnavailableError) as told:
        build(shelf, tmp_path / "zh.tsv", fq)
    assert "--resume" not in str(told.value)
    shelf.uuid = ""
    with pytest.raises(IndexMissingError):
        build(shelf, tmp_path / "zh.tsv", fq)
    assert list(tmp_path.iterdir()) == []


def test_another_index_or_another_sample_is_not_gone_on_with(
    shelf: Shelf, tmp_path: Path, fq: FulltextQuery
) -> None:
    shelf.lives = 3
    with pytest.raises(EngineUnavailableError):
        build(shelf, tmp_path / "zh.tsv", fq)
    shelf.lives, shelf.uuid = 10**9, "second"
    with pytest.raises(SettingsError, match=r"another source\.made\.docs"):
        build(shelf, tmp_path / "zh.tsv", fq, resume=True)
    shelf.uuid = "first"
    others: list[dict[str, Any]] = [{"sample": 9}, {"seed": 1}, {"fields": ["title"]}]
    for other in others:
        with (
            IndexDocuments(shelf.base, "docs", **other) as source,
            pytest.raises(SettingsError, match=f"another source\\.{next(iter(other))}"),
        ):
            build_table(source, tmp_path / "zh.tsv", fq, language="zh", resume=True)


def test_documents_of_all_kinds(shelf: Shelf, tmp_path: Path, fq: FulltextQuery) -> None:
    shelf.sources = [
        {"content": "水泵", "title": "版权"}, {"content": ["水泵", None]}, {}, {"content": 5},
        {"content": "half \ud83d 水泵"},
    ]  # fmt: skip
    told: list[str] = []
    counted = build(shelf, tmp_path / "zh.tsv", fq, problem=told.append)
    assert counted.counts == {"水泵": (3, 3)}
    assert counted.left_out == (1, 1, 0)
    assert told == ["document '3' of docs: content is no text but of the type int"]


def test_an_empty_index_says_so(shelf: Shelf, tmp_path: Path, fq: FulltextQuery) -> None:
    shelf.sources = []
    with pytest.raises(Exception, match="no word of 'zh'"):
        build(shelf, tmp_path / "zh.tsv", fq)


def test_numbers_below_one_are_refused() -> None:
    for name in ("sample", "page"):
        wrong: dict[str, Any] = {name: 0}
        with pytest.raises(SettingsError, match=f"{name} must be 1 or more"):
            IndexDocuments("http://127.0.0.1:1", "docs", **wrong)
    with pytest.raises(SettingsError, match="no index is named"):
        IndexDocuments("http://127.0.0.1:1")


def test_no_password_is_shown(fq: FulltextQuery, tmp_path: Path) -> None:
    with IndexDocuments("http://me:s3cret@127.0.0.1:1/docs", attempts=1) as source:
        assert "s3cret" not in source.name
        with pytest.raises(EngineUnavailableError) as told:
            build_table(source, tmp_path / "zh.tsv", fq, language="zh")
    assert "s3cret" not in str(told.value)
