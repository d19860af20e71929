"""What an engine does when the server does not do as it should: on a faulty server."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from fulltext_query.errors import (
    EngineTimeoutError,
    EngineUnavailableError,
    IndexingStoppedError,
    IndexMissingError,
    QueryRefusedError,
)  # fmt: skip
from fulltext_query.query.tree import Query, Slot, Term
from fulltext_query.search.contract import IndexSchema, Knn, Request, Row
from fulltext_query.search.elasticsearch import ElasticsearchEngine
from fulltext_query.search.searcher import Searcher
from tests.search.elasticsearch.drivers import Opener
from tests.search.elasticsearch.faulty import FaultyServer, Handler, Reply

pytestmark = pytest.mark.usefixtures("no_waiting")

QUERY = Query((Slot(Term("disk", 1.0)),), (("content_ltks", 1.0),), "")


def rows(count: int) -> Iterator[Row]:
    for number in range(count):
        yield Row(str(number), {"content_ltks": f"word{number}"}, {"id": str(number)})


def busy(handler: Handler) -> None:
    handler.answer({"error": {"type": "es_rejected_execution_exception", "reason": "full"}}, 429,
                   {"Retry-After": "1"})  # fmt: skip


def unavailable(handler: Handler) -> None:
    handler.answer(b"<h1>no backend</h1>", 503, kind="text/html")


def lost_before(handler: Handler) -> None:
    handler.drop()


def lost_after(handler: Handler) -> None:
    handler.proceed()
    handler.drop()


def garbage(handler: Handler) -> None:
    handler.answer(b'{"took": 3, "hits"')


def page(handler: Handler) -> None:
    handler.answer(b"<html>welcome</html>", kind="text/html")


def empty(handler: Handler) -> None:
    handler.answer({})


def refused(handler: Handler) -> None:
    cause = {"type": "query_shard_exception", "reason": "Failed to parse query [x]"}
    error = {"type": "search_phase_execution_exception", "reason": "all shards failed"}
    handler.answer({"error": {**error, "root_cause": [cause]}, "status": 400}, 400)


def slow(handler: Handler) -> None:
    assert handler.owner.release.wait(30)
    handler.answer(handler.proceed())


PASSING = [busy, unavailable, lost_before, lost_after, garbage, page, empty]


@pytest.mark.parametrize("fault", PASSING)
def test_a_search_is_tried_again(faulty: FaultyServer, engine_at: Opener, fault: Reply) -> None:
    engine = engine_at(faulty.url)
    engine.write(rows(3))
    faulty.replies = [fault, fault]
    assert len(engine.search(Request(QUERY)).hits) == 3
    assert len(faulty.bodies("/_search")) == 3


@pytest.mark.parametrize("fault", PASSING)
def test_a_search_gives_up_and_says_what_it_sent(
    faulty: FaultyServer, engine_at: Opener, fault: Reply
) -> None:
    engine = engine_at(faulty.url, attempts=4)
    faulty.replies = [fault] * 50
    with pytest.raises(EngineUnavailableError) as caught:
        engine.search(Request(QUERY))
    assert caught.value.attempts == 4 == len(faulty.bodies("/_search"))
    assert caught.value.sent["query"]["multi_match"]["query"] == "disk"
    assert caught.value.sent == faulty.bodies("/_search")[-1]


def test_a_refused_query_is_sent_once(faulty: FaultyServer, engine_at: Opener) -> None:
    # as cli-05 asks, a 400 is neither tried again nor hidden
    engine = engine_at(faulty.url, form="query_string")
    faulty.replies = [refused]
    with pytest.raises(QueryRefusedError, match=r"Failed to parse query \[x\]") as caught:
        engine.search(Request(QUERY))
    assert len(faulty.bodies("/_search")) == 1
    assert caught.value.attempts == 1
    assert caught.value.status == 400
    assert caught.value.sent["query"]["query_string"]["query"] == "disk^1.0000"


def test_a_slow_server_costs_no_more_than_the_time_allowed(
    faulty: FaultyServer, engine_at: Opener
) -> None:
    engine = engine_at(faulty.url)
    engine.count()
    faulty.replies = [slow] * 3
    began = time.monotonic()
    with pytest.raises(EngineTimeoutError) as caught:
        engine.search(Request(QUERY, timeout=0.3))
    assert time.monotonic() - began < 3
    assert caught.value.sent["query"]
    assert len(faulty.bodies("/_search")) == 1


def test_the_server_is_told_the_time_too_and_each_time_by_one_way(
    faulty: FaultyServer, engine_at: Opener
) -> None:
    # as cli-01 asks, in the body for the server, in the transport for us; never twice for one
    engine = engine_at(faulty.url)
    engine.search(Request(QUERY, timeout=10))
    (body,) = faulty.bodies("/_search")
    assert 8000 <= int(body["timeout"].removesuffix("ms")) <= 9000
    assert all("timeout" not in path for _, path, _ in faulty.requests)


def test_parts_of_an_index_that_do_not_answer_are_no_answer(
    faulty: FaultyServer, engine_at: Opener
) -> None:
    def half(handler: Handler) -> None:
        answer = handler.proceed()
        failure = {"status": 400, "reason": {"type": "x", "reason": "too many clauses"}}
        answer["_shards"] = {"total": 2, "failed": 1, "failures": [failure]}
        handler.answer(answer)

    faulty.replies = [half]
    with pytest.raises(QueryRefusedError, match="1 of 2 parts .* too many clauses"):
        engine_at(faulty.url).search(Request(QUERY))


@pytest.mark.parametrize("fault", PASSING)
def test_no_document_is_lost_or_doubled(
    faulty: FaultyServer, engine_at: Opener, fault: Reply
) -> None:
    engine = engine_at(faulty.url, chunk_documents=10)
    faulty.replies = [fault, fault]
    report = engine.write(rows(35))
    assert report
    assert report.indexed == 35 == len(faulty.documents)
    assert report.retried == 20
    assert faulty.refreshed == 1


def test_documents_that_met_a_busy_server_are_sent_again_alone(
    faulty: FaultyServer, engine_at: Opener
) -> None:
    met: set[str] = set()

    def once(name: str) -> int:
        if int(name) % 2 and name not in met:
            met.add(name)
            return 429
        return 201

    faulty.refuses = once
    report = engine_at(faulty.url, chunk_documents=10).write(rows(20))
    assert (report.indexed, report.retried, report.rejected) == (20, 10, ())
    assert set(faulty.writes.values()) == {1}


def test_half_of_the_documents_rejected(faulty: FaultyServer, engine_at: Opener) -> None:
    faulty.refuses = lambda name: 400 if int(name) % 2 else 201
    told: list[int] = []
    report = engine_at(faulty.url, chunk_documents=7).write(rows(40), progress=told.append)
    assert not report
    assert report.indexed == 20
    assert [one.id for one in report.rejected] == [str(number) for number in range(1, 40, 2)]
    assert all(one.status == 400 and "no room for" in one.reason for one in report.rejected)
    assert sum(told) == 40
    assert len(faulty.bodies("/_bulk")) == 6  # none was sent again


def test_a_server_that_stays_busy_for_some(faulty: FaultyServer, engine_at: Opener) -> None:
    faulty.refuses = lambda name: 429 if name == "3" else 201
    report = engine_at(faulty.url).write(rows(5))
    assert report.indexed == 4
    (one,) = report.rejected
    assert (one.id, one.status) == ("3", 429)
    assert "too busy" in one.reason
    assert "no room for 3" in one.reason


@pytest.mark.parametrize("last", [lost_before, lost_after])
def test_the_server_goes_away_in_the_middle(
    faulty: FaultyServer, engine_at: Opener, last: Reply
) -> None:
    taken = 0

    def stream() -> Iterator[Row]:
        nonlocal taken
        for row in rows(100):
            taken += 1
            yield row

    def gone(handler: Handler) -> None:
        last(handler)
        handler.owner.replies = [last] * 100

    def fine(handler: Handler) -> None:
        handler.answer(handler.proceed())

    faulty.replies = [fine, fine, gone]
    engine = engine_at(faulty.url, chunk_documents=10)
    with pytest.raises(IndexingStoppedError, match="31 documents were taken: 20 are") as caught:
        engine.write(stream())
    error = caught.value
    assert error.taken == taken == 31
    assert error.report.indexed == 20
    assert [one.id for one in error.report.rejected] == [str(number) for number in range(20, 31)]
    assert "not known" in error.report.rejected[0].reason
    assert "not sent" in error.report.rejected[-1].reason
    assert isinstance(error.__cause__, EngineUnavailableError)
    # and given all of them again, each is there once
    faulty.replies = []
    assert engine.write(rows(100)).indexed == 100
    assert len(faulty.documents) == 100


def test_a_chunk_that_is_too_large_goes_in_parts(faulty: FaultyServer, engine_at: Opener) -> None:
    def limited(handler: Handler) -> None:
        handler.owner.replies.insert(0, limited)
        if len(handler.lines) > 6 or any("17" in str(line) for line in handler.lines):
            handler.answer(b"", 413)
        else:
            handler.answer(handler.proceed())

    faulty.replies = [limited]
    report = engine_at(faulty.url).write(rows(20))
    assert report.indexed == 19
    (one,) = report.rejected
    assert (one.id, one.status) == ("17", 413)


def test_what_the_documents_iterable_raises_comes_through(
    faulty: FaultyServer, engine_at: Opener
) -> None:
    def stream() -> Iterator[Row]:
        yield from rows(25)
        raise LookupError("the file ends here")

    with pytest.raises(LookupError, match="ends here") as caught:
        engine_at(faulty.url, chunk_documents=10).write(stream())
    assert "25 documents were taken, 20 of them are indexed" in caught.value.__notes__[0]


def test_what_cannot_be_sent_is_reported(faulty: FaultyServer, engine_at: Opener) -> None:
    bad = [
        Row("", {}, {}),
        Row("x" * 513, {}, {}),
        Row("surrogate", {}, {"title": "\ud800"}),
        Row("nan", {}, {"metadata": {"a": float("nan")}}),
        Row("object", {}, {"metadata": {"a": object()}}),
    ]
    report = engine_at(faulty.url).write([*rows(2), *bad])
    assert report.indexed == 2
    assert [one.id for one in report.rejected] == [row.id for row in bad]
    assert all("cannot be sent" in one.reason for one in report.rejected)


def test_the_later_of_two_documents_with_one_id_wins(
    faulty: FaultyServer, engine_at: Opener
) -> None:
    # the earlier one meets a busy server first, and must not come in after the later one
    seen: list[str] = []

    def first_busy(name: str) -> int:
        seen.append(name)
        return 429 if len(seen) == 1 else 201

    faulty.refuses = first_busy
    old = Row("1", {"content_ltks": "old"}, {})
    new = Row("1", {"content_ltks": "new"}, {})
    assert engine_at(faulty.url).write([old, new]).indexed == 2
    assert faulty.documents["1"]["content_ltks"] == "new"


def test_nobody_listens(faulty: FaultyServer, engine_at: Opener) -> None:
    faulty.stop()
    with pytest.raises(EngineUnavailableError, match="does it run") as caught:
        engine_at(faulty.url, attempts=3).count()
    assert caught.value.attempts == 3
    assert not isinstance(caught.value, IndexMissingError)


def test_a_server_without_vectors(faulty: FaultyServer, engine_at: Opener) -> None:
    # OpenSearch has other fields for them, and refuses an index with ours
    faulty.distribution, faulty.index = "opensearch", None
    engine = engine_at(faulty.url)
    schema = IndexSchema(text={"content_ltks": True}, meta={"made": "so"})
    engine.create(schema)
    assert "vector" not in faulty.fields()
    engine.create(schema)
    assert engine.meta() == {"made": "so"}
    report = engine.write([*rows(2), Row("vector", {}, {}, (1.0, 0.0))])
    assert report.indexed == 2
    assert "leave the vector out" in report.rejected[0].reason
    with pytest.raises(QueryRefusedError, match="no field of vectors"):
        engine.search(Request(knn=Knn((1.0, 0.0))))


def test_an_index_without_vectors_costs_a_hybrid_search_its_neighbours_only(
    faulty: FaultyServer,
) -> None:
    faulty.distribution, faulty.index = "opensearch", None
    with Searcher(ElasticsearchEngine(faulty.url)) as searcher:
        assert searcher.index([{"id": "a", "content": "disk"}]).indexed == 1
        result = searcher.search("disk", vector=(1.0, 0.0))
    assert [hit.id for hit in result] == ["a"]
    assert "vectors_failed" in [note.code for note in result.notes]


def test_a_server_that_cannot_be_reached_is_named_without_its_password(
    faulty: FaultyServer, engine_at: Opener
) -> None:
    server = faulty.url.removesuffix("/docs")
    engine = engine_at(faulty.url.replace("//", "//me:p@ss@"), attempts=1)
    faulty.stop()
    with pytest.raises(EngineUnavailableError, match=f"server {server} cannot be reached") as error:
        engine.count()
    assert "ss@" not in str(error.value)
