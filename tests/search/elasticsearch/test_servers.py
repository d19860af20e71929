"""The whole engine on real servers: what is written is found, filtered, ordered and kept."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from fulltext_query import FulltextQuery
from fulltext_query.errors import (
    DocumentError,
    EngineError,
    FilterError,
    IndexConflictError,
    IndexMissingError,
    QueryRefusedError,
)  # fmt: skip
from fulltext_query.query.tree import Query, Slot, Term
from fulltext_query.search.contract import Engine, IndexSchema, Knn, Request, Row
from fulltext_query.search.documents import Document
from fulltext_query.search.elasticsearch.bodies import Form
from fulltext_query.search.embedded import EmbeddedEngine
from fulltext_query.search.filters import Filter, In, Not, Range, parse_filter
from fulltext_query.search.profiles import TokenProfile
from fulltext_query.text.subwords import subwords
from tests.engine.client import Client, Index
from tests.engine.plugin import IndexFactory, unique_name
from tests.search.elasticsearch.drivers import Opener

FORMS: tuple[Form, ...] = ("bool", "query_string")

DOCUMENTS = (
    Document("如何在 Elasticsearch 裡設定同義詞", "同義詞", "zh", metadata={"year": 2019, "n": 1}),
    Document("How to reset a forgotten password", "Passwords", "b", vector=(0.0, 1.0, 0.0),
             metadata={"year": 2021, "lang": "en", "n": 1.5, "open": True, "tags": ["x", "y"]}),
    Document("How to reset a forgotten password", "Passwords", "a", vector=(0.0, 1.0, 0.5),
             metadata={"year": 2022, "lang": "de", "open": False, "tags": ["y"]}),
    Document("Der Server startet nicht mehr", "Störung", "de", vector=(1.0, 0.0, 0.0),
             important_keywords=("Neustart",), questions=("Warum startet er nicht?",)),
)  # fmt: skip


@pytest.fixture
def name(elasticsearch: Client) -> Iterator[str]:
    """A name that is free, and is free again afterwards."""
    made = unique_name()
    yield made
    elasticsearch.delete_index(made)


@pytest.fixture
def filled(elasticsearch: Client, name: str, engine_at: Opener, fq: FulltextQuery) -> Engine:
    engine = engine_at(f"{elasticsearch.url}/{name}", replicas=0)
    profile = TokenProfile(fq)
    engine.create(profile.schema())
    assert engine.write(map(profile.row, DOCUMENTS))
    return engine


def ids(engine: Engine, request: Request) -> list[str]:
    return [hit.id for hit in engine.search(request).hits]


@pytest.mark.parametrize("form", FORMS)
def test_what_is_written_is_found(
    elasticsearch: Client,
    filled: Engine,
    name: str,
    engine_at: Opener,
    fq: FulltextQuery,
    form: Form,
) -> None:
    engine = engine_at(elasticsearch.url, name, form=form)
    assert engine.count() == 4
    for text, found in (
        ("配置同义词", ["zh"]),
        ("resetting passwords", ["a", "b"]),  # equal scores in the order of the ids
        ("warum startet der Server nicht", ["de"]),
    ):
        hits = engine.search(Request(fq.build(text).tree)).hits
        assert [hit.id for hit in hits] == found, text
        assert all(hit.score > 0 for hit in hits)


def test_the_originals_come_back_and_nothing_else(filled: Engine, fq: FulltextQuery) -> None:
    profile = TokenProfile(fq)
    (hit,) = filled.search(Request(fq.build("同義詞").tree)).hits
    assert profile.document(hit.id, hit.source) == DOCUMENTS[0]
    hits = filled.search(Request(fq.build("startet").tree)).hits
    assert set(hits[0].source) == {
        "id", "title", "content", "important_keywords", "questions",
    }  # fmt: skip


FILTERS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"lang": "en"}, "b"),
    ({"lang": ["en", "de", "fr"]}, "ab"),
    ({"lang": []}, ""),
    ({"lang": "EN"}, ""),
    ({"n": 1.5}, "b"),
    ({"year": {"gte": 2021, "lt": 2022}}, "b"),
    ({"year": {"gt": 2021}}, "a"),
    ({"lang": {"gte": "e"}}, "b"),
    ({"open": True}, "b"),
    ({"open": False}, "a"),
    ({"tags": "x"}, "b"),
    ({"tags": {"not": "x"}}, "a"),
    ({"lang": {"not": "en"}}, "a"),  # those without the field are not found
    ({"nothing": {"not": "en"}}, ""),
    # nor are those of whose values it cannot be told
    ({"open": {"not": "true"}}, ""),
    ({"open": {"not": 1}}, ""),
    ({"open": {"not": ["true", True]}}, "a"),
    ({"year": {"not": "2021"}}, ""),
    ({"year": {"not": ["2021", 2021]}}, "a"),
    ({"year": {"not": 2021.5}}, "ab"),
    ({"lang": {"not": 7}}, ""),
    ({"lang": {"not": [7, "en"]}}, "a"),
    ({"nothing": "en"}, ""),
    ({"nothing": {"exists": True}}, ""),
    ({"open": {"exists": True}}, "ab"),
    ({"lang": "en", "year": 2021}, "b"),
    ({"lang": "en", "year": 2022}, ""),
    # a value of another type never matches, and is no error
    ({"year": "2021"}, ""),
    ({"open": "true"}, ""),
    ({"open": 1}, ""),
    ({"lang": True}, ""),
    ({"year": True}, ""),
    ({"year": {"gte": "2"}}, ""),
    ({"lang": {"gte": 0}}, ""),
)


def test_filters_fail_closed(filled: Engine, fq: FulltextQuery) -> None:
    tree = fq.build("resetting passwords").tree
    for given, found in FILTERS:
        parsed = parse_filter({f"metadata.{field}": value for field, value in given.items()})
        assert "".join(ids(filled, Request(tree, filters=parsed))) == found, given
        near = Request(knn=Knn((0.0, 1.0, 0.2)), filters=parsed)
        assert sorted(ids(filled, near)) == sorted(found), given


def test_the_embedded_engine_agrees(filled: Engine, fq: FulltextQuery) -> None:
    embedded = EmbeddedEngine()
    profile = TokenProfile(fq)
    embedded.create(profile.schema())
    assert embedded.write(map(profile.row, DOCUMENTS))
    tree = fq.build("resetting passwords").tree
    values: tuple[Any, ...] = ("x", "en", "true", "2021", True, False, 1, 1.5, 2021, 2021.5)
    simple: list[In | Range] = []
    for field in ("lang", "year", "n", "open", "tags", "nothing"):
        name = f"metadata.{field}"
        simple += [In(name, chosen) for chosen in itertools.combinations(values, 2)]
        simple += [In(name, (value,)) for value in values]
        simple += [Range(name, gt=one) for one in values if not isinstance(one, bool)]
        simple += [Range(name, lte=one) for one in values if not isinstance(one, bool)]
        simple += [In(name, ())]
    for given in (*simple, *map(Not, simple)):
        expected = ids(embedded, Request(tree, filters=given))
        assert ids(filled, Request(tree, filters=given)) == expected, given


def test_a_value_that_was_too_long_to_be_indexed_might_be_the_one_not_meant(
    filled: Engine, fq: FulltextQuery
) -> None:
    profile = TokenProfile(fq)
    long = "z" * 9000
    filled.write([profile.row(Document("too long", id="long", metadata={"tags": ["y", long]}))])
    tree = fq.build("too long").tree
    assert ids(filled, Request(tree, filters=In("metadata.tags", ("y",)))) == ["long"]
    for inner in (In("metadata.tags", (long,)), Range("metadata.tags", gt="yy")):
        assert ids(filled, Request(tree, filters=Not(inner))) == []


@pytest.mark.parametrize("wrong", ["ab", ["a", 5], ["a", ""], ["a", "\ud800"]])
def test_removing_what_are_no_ids_removes_nothing(filled: Engine, wrong: Any) -> None:
    with pytest.raises(DocumentError, match="id"):
        filled.delete(wrong)
    assert filled.count() == 4


def test_a_field_that_came_later_is_known(filled: Engine, fq: FulltextQuery) -> None:
    wanted = Request(fq.build("late").tree, filters=parse_filter({"metadata.colour": "red"}))
    assert ids(filled, wanted) == []
    late = Document("late news", id="late", metadata={"colour": "red"})
    filled.write([TokenProfile(fq).row(late)])
    assert ids(filled, wanted) == ["late"]


def test_numbers_beyond_what_the_index_keeps_are_refused(filled: Engine, fq: FulltextQuery) -> None:
    # 2^53 + 1 and 2^53 are one double: a tenant's documents would be another's
    with pytest.raises(FilterError, match="as a string"):
        filled.search(
            Request(fq.build("x").tree, filters=parse_filter({"metadata.year": 2**53 + 1}))
        )


def test_filters_change_neither_scores_nor_the_minimum(
    elasticsearch: Client, name: str, filled: Engine, engine_at: Opener, fq: FulltextQuery
) -> None:
    held: Filter = parse_filter({"metadata.year": {"gte": 2000}})  # type: ignore[assignment]
    # two of three words: a filter that counted as one would let documents with one word in
    for text, expected in (("reset password tomato", 2), ("reset potato tomato", 0)):
        tree = fq.build(text, min_match=2).tree
        for form in FORMS:
            engine = engine_at(elasticsearch.url, name, form=form)
            without = engine.search(Request(tree))
            beside = engine.search(Request(tree, filters=held))
            assert without.total == beside.total == expected
            assert [hit.score for hit in beside.hits] == [hit.score for hit in without.hits]
    # without any minimum, one word has to match all the same
    tree = fq.build("potato tomato", min_match=0).tree
    assert ids(filled, Request(tree, filters=held)) == []


def test_an_empty_query_finds_nothing(filled: Engine, fq: FulltextQuery) -> None:
    assert filled.search(Request(fq.build("？！").tree)).hits == ()
    assert filled.search(Request()).hits == ()
    held = parse_filter({"metadata.year": {"gte": 0}})
    assert filled.search(Request(filters=held)).total == 0


def test_neighbours_are_not_held_to_the_words(filled: Engine) -> None:
    hits = filled.search(Request(knn=Knn((0.0, 1.0, 0.0), k=2))).hits
    assert [hit.id for hit in hits] == ["b", "a"]
    assert hits[0].score == pytest.approx(1.0)  # (1 + cosine) / 2
    assert hits[1].score == pytest.approx((1 + 1 / 1.25**0.5) / 2, abs=1e-6)


def test_both_at_once_need_a_licence_and_the_error_says_the_way_out(
    filled: Engine, fq: FulltextQuery
) -> None:
    both = Request(fq.build("password").tree, Knn((0.0, 1.0, 0.0)))
    with pytest.raises(QueryRefusedError, match=r"fuse them with fulltext_query\.fusion") as caught:
        filled.search(both)
    assert "retriever" in caught.value.sent


def test_pages_are_parts_of_one_order(filled: Engine, fq: FulltextQuery) -> None:
    rows = [TokenProfile(fq).row(Document("identical", id=f"{number:02}")) for number in range(30)]
    filled.write(reversed(rows))
    tree = fq.build("identical").tree
    pages = [filled.search(Request(tree, offset=start, size=7)) for start in range(0, 35, 7)]
    assert [hit.id for page in pages for hit in page.hits] == [row.id for row in rows]
    assert {page.total for page in pages} == {30}


def test_counting_may_stop_unless_all_are_wanted(
    elasticsearch: Client, name: str, engine_at: Opener
) -> None:
    engine = engine_at(elasticsearch.url, name, replicas=0, chunk_documents=4000)
    engine.create(IndexSchema(text={"words": False}))
    assert engine.write(Row(str(n), {"words": "same"}, {}) for n in range(10_500)).indexed == 10_500
    tree = Query((Slot(Term("same", 1.0)),), (("words", 1.0),), "")
    counted = engine.search(Request(tree, total=True))
    assert (counted.total, counted.exact) == (10_500, True)
    stopped = engine.search(Request(tree))
    assert stopped.total >= 10_000
    assert not stopped.exact
    with pytest.raises(QueryRefusedError, match="max_result_window"):
        engine.search(Request(tree, offset=10_000))


def test_sub_words_are_cut_as_the_library_cuts_them(
    elasticsearch: Client, filled: Engine, name: str
) -> None:
    for text in (
        "elasticsearch 搜索引擎 über", "kxt-4410 don't", "naïve ab𠀀丂 कुत्ता",
        "العربية 数据a模型bcde",
    ):  # fmt: skip
        tokens = Index(elasticsearch, name).analyze(text, "fulltext_query_subwords")
        assert tokens == [part for word in text.split() for part in subwords(word)]


def test_a_relative_is_found_by_its_parts(filled: Engine) -> None:
    tree = Query((Slot(Term("forgottenness", 1.0)),), (("subword_tks", 1.0),), "")
    assert ids(filled, Request(tree)) == ["a", "b"]


def test_writing_again_replaces_and_removing_removes(filled: Engine, fq: FulltextQuery) -> None:
    profile = TokenProfile(fq)
    filled.write([profile.row(Document("tomatoes", id="a"))])
    assert filled.count() == 4
    assert ids(filled, Request(fq.build("tomato").tree)) == ["a"]
    assert filled.delete(["a", "b", "not there", "a"]) == 2
    assert filled.count() == 2
    assert ids(filled, Request(fq.build("tomato").tree)) == []


def test_documents_that_the_server_refuses_are_reported(filled: Engine, fq: FulltextQuery) -> None:
    profile = TokenProfile(fq)
    report = filled.write(
        profile.row(document)
        for document in (
            Document("a year in words", id="words", metadata={"year": "last year"}),
            Document("fine", id="fine", metadata={"year": 2000.5}),
            Document("short vector", id="short", vector=(1.0, 2.0)),
            Document("null vector", id="null", vector=(0.0, 0.0, 0.0)),
            Document("long keyword", id="long", important_keywords=("z" * 40_000,),
                     metadata={"long": "y" * 40_000}),
            Document("many numbers", id="numbers", metadata={"row": [1.5] * 200}),
        )
    )  # fmt: skip
    assert {one.id for one in report.rejected} == {"words", "short", "null"}
    assert report.indexed == 3
    reasons = {one.id: one.reason for one in report.rejected}
    assert "metadata.year" in reasons["words"]
    assert "dimension" in reasons["short"]
    assert "zero magnitude" in reasons["null"]
    assert all(one.status == 400 for one in report.rejected)


def test_making_it_twice_is_making_it_once(
    elasticsearch: Client, name: str, engine_at: Opener, fq: FulltextQuery
) -> None:
    engine = engine_at(elasticsearch.url, name)
    assert engine.meta() is None
    schema = TokenProfile(fq).schema()
    engine.create(schema, dimensions=3)
    engine.create(schema)
    engine.create(schema, dimensions=3)
    meta = engine.meta()
    assert meta is not None
    assert meta["profile"] == "tokens"
    assert meta["text"]["stemming"] is True


def test_an_index_of_another_form_is_told_and_left_alone(
    elasticsearch: Client, name: str, engine_at: Opener, fq: FulltextQuery
) -> None:
    engine = engine_at(elasticsearch.url, name)
    schema = TokenProfile(fq).schema()
    engine.create(schema, dimensions=3)
    other = FulltextQuery(fq.settings.replace(stemming=False))
    with pytest.raises(IndexConflictError, match="stemming is True there and False here.*another"):
        engine.create(TokenProfile(other).schema())
    with pytest.raises(IndexConflictError, match="dims of the field 'vector' is 3 there and 4"):
        engine.create(schema, dimensions=4)
    more = IndexSchema(text={**schema.text, "summary": True}, meta=schema.meta)
    with pytest.raises(IndexConflictError, match="copy_to of the field 'title_tks'"):
        engine.create(more)
    fuller = replace(schema, text=more.text)
    with pytest.raises(IndexConflictError, match="no field 'summary'"):
        engine.create(fuller)


def test_an_index_of_somebody_elses_is_told(
    elasticsearch: Client, index: IndexFactory, engine_at: Opener, fq: FulltextQuery
) -> None:
    theirs = index({"properties": {"title": {"type": "text"}}})
    engine = engine_at(elasticsearch.url, theirs.name)
    assert engine.meta() == {}
    with pytest.raises(IndexConflictError, match="was not made by this package.*another name"):
        engine.create(TokenProfile(fq).schema())


def test_an_index_of_somebody_elses_can_be_searched(
    elasticsearch: Client, index: IndexFactory, engine_at: Opener
) -> None:
    properties = {
        "title": {"type": "text"}, "id": {"type": "text"}, "lang": {"type": "keyword"},
        "emb": {"type": "dense_vector", "dims": 2, "index": True, "similarity": "cosine"},
        "topic": {"type": "text", "fields": {"keyword": {"type": "keyword"}}},
        "count": {"type": "integer"}, "size": {"type": "long"}, "small": {"type": "byte"},
    }  # fmt: skip
    theirs = index({"properties": properties}, documents=[
        {"title": "Disk full", "lang": "en", "emb": [1, 0], "topic": "on disks", "count": 7,
         "size": -9, "small": 7},
        {"title": "Disk empty", "lang": "de", "emb": [0, 1]},
    ])  # fmt: skip
    engine = engine_at(elasticsearch.url, theirs.name, vector="emb")
    tree = Query((Slot(Term("disk", 1.0)),), (("title", 1.0),), "")
    hits = engine.search(Request(tree, filters=parse_filter({"lang": "en"}))).hits
    assert [hit.source for hit in hits] == [
        {"title": "Disk full", "lang": "en", "topic": "on disks", "count": 7, "size": -9,
         "small": 7}
    ]  # fmt: skip
    assert ids(engine, Request(tree)) == ["0", "1"]
    assert ids(engine, Request(knn=Knn((0.0, 1.0), k=1))) == ["1"]
    for given, found in (
        ({"topic": "on disks"}, ["0"]), ({"topic": "disks"}, []), ({"count": 7}, ["0"]),
        ({"count": 7.5}, []), ({"count": [7.0, 7.5]}, ["0"]), ({"count": 2**40}, []),
        ({"count": {"not": 7.5}}, ["0"]), ({"count": {"not": 7}}, []),
        ({"count": {"not": 2**40}}, ["0"]), ({"count": {"not": "8"}}, []),
        ({"topic": {"not": "disks"}}, ["0"]), ({"topic": {"not": 7}}, []),
        # bounds between whole numbers, and beyond those of the type
        ({"count": {"gte": 6.5}}, ["0"]), ({"count": {"gt": 6.5, "lt": 7.5}}, ["0"]),
        ({"count": {"gte": 7.5}}, []), ({"count": {"gt": 7.0}}, []), ({"count": {"lt": 7.0}}, []),
        ({"count": {"lte": 6.9}}, []), ({"count": {"lte": 7.0}}, ["0"]),
        ({"count": {"gt": 7.1, "lt": 7.9}}, []), ({"count": {"gte": 7.5, "lte": 6.5}}, []),
        ({"count": {"gte": -1e300}}, ["0"]), ({"count": {"gt": 1e300}}, []),
        ({"count": {"lt": 2**40}}, ["0"]),
        ({"size": {"gte": -9.5}}, ["0"]), ({"size": {"gt": -9}}, []),
        ({"size": {"lte": -9.5}}, []), ({"size": {"lt": -8.5}}, ["0"]),
        ({"size": {"lt": 2**63}}, ["0"]), ({"size": -9.0}, ["0"]), ({"size": 2**63}, []),
        ({"small": {"gte": 6.5}}, ["0"]), ({"small": 300}, []),
        ({"small": {"lt": 300}}, ["0"]),
    ):  # fmt: skip
        assert ids(engine, Request(tree, filters=parse_filter(given))) == found
    for inner, found in (
        (Range("count", gt=7.5), ["0"]), (Range("count", gt=6.5), []),
        (Range("count", gt=2**40), ["0"]), (Range("count", gt="6"), []),
    ):  # fmt: skip
        assert ids(engine, Request(tree, filters=Not(inner))) == found
    with pytest.raises(FilterError, match="type keyword"):
        engine.search(Request(tree, filters=parse_filter({"title": "Disk full"})))
    with pytest.raises(QueryRefusedError, match="vector="):
        engine_at(elasticsearch.url, theirs.name).search(Request(knn=Knn((0.0, 1.0))))


def test_no_index_is_said_and_none_is_made_by_writing(
    elasticsearch: Client, name: str, engine_at: Opener, fq: FulltextQuery
) -> None:
    engine = engine_at(elasticsearch.url, name)
    calls = (
        lambda: engine.search(Request(fq.build("x").tree)),
        lambda: engine.write([Row("1", {}, {})]),
        engine.count,
        lambda: engine.delete(["1"]),
    )
    for call in calls:
        with pytest.raises(IndexMissingError, match="check the index's name"):
            call()
    assert engine.meta() is None


def test_a_removed_index_is_noticed_and_its_successor_read_anew(
    elasticsearch: Client, name: str, filled: Engine, fq: FulltextQuery
) -> None:
    tree = fq.build("password").tree
    assert filled.search(Request(tree)).total == 2
    elasticsearch.delete_index(name)
    with pytest.raises(IndexMissingError):
        filled.search(Request(tree))
    filled.create(TokenProfile(fq).schema())
    assert filled.search(Request(tree)).total == 0


def test_too_large_a_query_says_how_to_make_it_smaller(
    elasticsearch: Client, name: str, filled: Engine
) -> None:
    slots = tuple(Slot(Term(f"word{number}", 1.0)) for number in range(3000))
    fields = tuple((field, 1.0) for field in ("title_tks", "content_ltks", "question_tks"))
    with pytest.raises(EngineError, match="max_clauses") as caught:
        filled.search(Request(Query(slots, fields, "20%")))
    assert isinstance(caught.value, QueryRefusedError)
    assert caught.value.attempts == 1


def test_negated_filters_of_every_kind(filled: Engine, fq: FulltextQuery) -> None:
    tree = fq.build("resetting passwords").tree
    year = parse_filter({"metadata.year": {"lt": 2022}})
    assert ids(filled, Request(tree, filters=Not(year))) == ["a"]  # type: ignore[arg-type]
