"""Filling an index: every document is indexed or reported, and what is cut is told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query import FulltextQuery
from fulltext_query.errors import (
    DocumentError,
    EngineUnavailableError,
    IndexingStoppedError,
    ModelError,
)
from fulltext_query.search import Document, IndexReport, Rejected, Row
from fulltext_query.search.contract import Progress
from fulltext_query.search.profiles import TokenProfile
from fulltext_query.search.rows import RowMaker
from tests.search.conftest import Searching
from tests.search.fakes import Fake

CUTTING = FulltextQuery(FulltextQuery().settings.replace(max_characters=20))


def embedder(texts: list[str]) -> list[tuple[float, float]]:
    return [(1.0, float(len(text))) for text in texts]


class Stopping(Fake):
    """Stops after so many rows, each of which it reports."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.after = after

    def take(self, row: Row, progress: Progress | None) -> None:
        super().take(row, progress)
        if len(self.rows) == self.after:
            error = IndexingStoppedError("stopped")
            error.report, error.taken = IndexReport(self.after), self.after
            raise error from EngineUnavailableError("gone")


@pytest.mark.parametrize("model", [None, embedder])
def test_a_document_that_cannot_be_read_is_reported_and_the_others_are_indexed(
    searching: Searching, model: Any
) -> None:
    engine, told = Fake(), [0]
    given = [
        {"_id": "a", "text": "x"}, {"content": 5}, "none", {"id": "b", "content": 5},
        {"id": 7, "content": 5}, {"id": 10**5000, "content": "x"}, {"id": [1], "content": "x"},
        {"id": "", "content": 5}, Document("y", id="c"),
    ]  # fmt: skip
    report = searching(engine, embedder=model).index(iter(given), progress=told.append)
    assert (report.indexed, [row.id for row in engine.rows]) == (2, ["a", "c"])
    assert not report
    names = ["document 2", "document 3", "b", "7", "document 6", "document 7", "document 8"]
    assert [one.id for one in report.rejected] == names
    assert report.rejected[0].reason == "content must be a string, not int"
    assert report.rejected[2].reason == "document 4: content must be a string, not int"
    assert all(one.reason and not one.status for one in report.rejected)
    assert sum(told) == len(given)


def test_nothing_but_documents_that_cannot_be_read(searching: Searching) -> None:
    engine = Fake()
    report = searching(engine).index([{"content": 5}])
    assert (report.indexed, len(report.rejected), len(engine.created)) == (0, 1, 1)


class Picky(TokenProfile):
    def row(self, document: Document) -> Row:
        if "bad" in document.content:
            raise DocumentError("no field for it")
        return super().row(document)


@pytest.mark.parametrize("model", [None, embedder])
def test_a_document_of_which_the_profile_makes_no_row_is_reported(
    searching: Searching, model: Any
) -> None:
    engine, told = Fake(), [0]
    documents = [Document(text, id=text) for text in ("one", "bad", "two")]
    searcher = searching(engine, profile=Picky(FulltextQuery()), embedder=model)
    report = searcher.index(documents, progress=told.append)
    assert [row.id for row in engine.rows] == ["one", "two"]
    assert report.rejected == (Rejected("bad", "document 2: no field for it"),)
    assert sum(told) == 3


def test_an_embedder_that_fails_ends_the_run(searching: Searching) -> None:
    def broken(texts: list[str]) -> Any:
        raise RuntimeError("out of memory")

    engine = Fake()
    with pytest.raises(ModelError, match="out of memory"):
        searching(engine, embedder=broken).index([Document("a")])
    assert engine.rows == []


@pytest.mark.parametrize("model", [None, embedder])
def test_a_run_that_is_stopped_reports_every_document_that_was_taken(
    searching: Searching, model: Any
) -> None:
    taken: list[str] = []

    def documents() -> Iterator[Any]:
        for number in range(1000):
            taken.append(str(number))
            yield {"id": str(number), "content": 5 if number % 7 == 0 else "x"}

    told = [0]
    with pytest.raises(IndexingStoppedError) as caught:
        searching(Stopping(70), embedder=model).index(documents(), progress=told.append)
    report = caught.value.report
    assert caught.value.taken == len(taken) == sum(told)
    assert report.indexed + len(report.rejected) == len(taken)
    assert {one.id for one in report.rejected} <= set(taken)
    assert ("it was not sent: gone" in {one.reason for one in report.rejected}) == bool(model)


@given(st.lists(st.sampled_from(["good", "unread", "bad"]), max_size=200), st.integers(1, 100))
def test_each_document_is_accounted_for_once(kinds: list[str], after: int) -> None:
    from fulltext_query.search.embedders import as_embedder

    maker = RowMaker(Picky(FulltextQuery()), as_embedder(embedder))
    taken: list[str] = []

    def documents() -> Iterator[Any]:
        for number, kind in enumerate(kinds):
            taken.append(str(number))
            yield {"id": str(number), "content": 5 if kind == "unread" else kind}

    engine = Stopping(after)
    try:
        with maker.rows(documents()) as rows:
            report = maker.complete(engine.write(rows))
    except IndexingStoppedError as stopped:
        report = stopped.report
    reported = [row.id for row in engine.rows] + [one.id for one in report.rejected]
    assert sorted(reported) == sorted(taken)


def test_documents_are_taken_one_by_one_without_an_embedder(searching: Searching) -> None:
    engine, ahead = Fake(), []

    def documents() -> Iterator[Document]:
        for number in range(10):
            ahead.append(number - len(engine.rows))
            yield Document(f"text {number}")

    assert searching(engine).index(documents()).indexed == 10
    assert set(ahead) == {0}


class Failing(Fake):
    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where

    def create(self, *given: Any, **options: Any) -> None:
        if self.where == "create":
            raise EngineUnavailableError("gone")

    def take(self, row: Row, progress: Progress | None) -> None:
        raise EngineUnavailableError("gone")


@pytest.mark.parametrize("where", ["create", "write"])
@pytest.mark.parametrize("model", [None, embedder])
def test_the_documents_generator_is_closed_where_indexing_fails(
    searching: Searching, where: str, model: Any
) -> None:
    closed = []

    def documents() -> Iterator[Document]:
        try:
            for number in range(1000):
                yield Document(f"text {number}")
        finally:
            closed.append(True)

    kept = documents()
    with pytest.raises(EngineUnavailableError):
        searching(Failing(where), embedder=model).index(kept)
    assert closed == [True]


@pytest.mark.parametrize("where", ["create", "write"])
def test_an_asynchronous_generator_is_closed_too(where: str) -> None:
    import asyncio

    from fulltext_query.search import AsyncSearcher
    from tests.search.fakes import AsyncFake

    closed = []

    async def documents() -> AsyncIterator[Document]:
        try:
            for number in range(1000):
                yield Document(f"text {number}")
        finally:
            closed.append(True)

    async def run() -> list[bool]:
        kept = documents()
        async with AsyncSearcher(AsyncFake(Failing(where))) as searcher:
            with pytest.raises(EngineUnavailableError):
                await searcher.index(kept)
            return [*closed]  # at once, not when the loop ends

    assert asyncio.run(run()) == [True]


def test_documents_that_are_cut_are_told(searching: Searching) -> None:
    engine = Fake()
    report = searching(engine, fq=CUTTING).index(
        [
            {
                "id": "long",
                "content": "a word and another word behind the limit",
                "title": "x" * 21,
            },
            {"id": "short", "content": "a word"},
            {
                "id": "ask",
                "questions": ["what is behind the limit of it", "and what else is there"],
            },
        ]
    )
    assert report.indexed == 3
    assert report  # nothing was rejected
    assert [(note.id, note.code, note.message.partition(":")[0]) for note in report.notes] == [
        ("long", "text_cut", "title"), ("long", "text_cut", "content"),
        ("ask", "text_cut", "questions"),
    ]  # fmt: skip
    assert "the first 20 were read" in report.notes[0].message


def test_notes_are_bounded_and_say_how_many_more_there_are(searching: Searching) -> None:
    documents = ({"id": str(number), "content": "word " * 9} for number in range(250))
    report = searching(Fake(), fq=CUTTING).index(documents)
    assert report.indexed == 250
    assert [note.id for note in report.notes] == [*map(str, range(100)), ""]
    assert report.notes[-1].message.startswith("150 more documents")
