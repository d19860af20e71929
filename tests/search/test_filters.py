"""Filters: every form, and that whatever leaves open what is meant is refused."""

from __future__ import annotations

import datetime
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.errors import FilterError
from fulltext_query.search import And, Document, Exists, Filter, In, Not, Or, Range, parse_filter
from fulltext_query.search.contract import IndexSchema, Knn, Request, Row
from fulltext_query.search.embedded import EmbeddedEngine


@pytest.mark.parametrize(
    ("given_filter", "expected"),
    [
        (None, None),
        ({"tenant": "a"}, In("tenant", ("a",))),
        ({"year": 2020}, In("year", (2020,))),
        ({"draft": False}, In("draft", (False,))),
        ({"score": 0.5}, In("score", (0.5,))),
        ({"lang": ""}, In("lang", ("",))),
        ({"lang": ["en", "de"]}, In("lang", ("en", "de"))),
        ({"lang": ("en",)}, In("lang", ("en",))),
        ({"lang": {"en", "de"}}, In("lang", ("de", "en"))),
        ({"lang": []}, In("lang", ())),
        ({"lang": set()}, In("lang", ())),
        ({"year": {"gte": 2020}}, Range("year", gte=2020)),
        ({"year": {"gt": 1, "lt": 2.5}}, Range("year", gt=1, lt=2.5)),
        ({"day": {"gte": "2024-01-01", "lte": "2024-12-31"}},
         Range("day", gte="2024-01-01", lte="2024-12-31")),
        ({"draft": {"not": True}}, Not(In("draft", (True,)))),
        ({"lang": {"not": ["en", "de"]}}, Not(In("lang", ("en", "de")))),
        ({"owner": {"exists": True}}, Exists("owner")),
        ({"a": 1, "b": [2]}, And((In("a", (1,)), In("b", (2,))))),
        ({"or": [{"a": 1}, {"b": {"gte": 2}}]}, Or((In("a", (1,)), Range("b", gte=2)))),
        ({"or": [{"a": 1, "b": 2}, Exists("c")], "tenant": "t"},
         And((Or((And((In("a", (1,)), In("b", (2,)))), Exists("c"))), In("tenant", ("t",))))),
        ({"and": [{"year": {"gt": 1}}, {"year": {"not": 3}}]},
         And((Range("year", gt=1), Not(In("year", (3,)))))),
        ({"or": []}, Or(())),
        (In("or", ("a",)), In("or", ("a",))),
        (In("a", (1,)), In("a", (1,))),
        (Or(()), Or(())),
        (Or((Exists("a"), And((Not(Range("b", lt=1)),)))),
         Or((Exists("a"), And((Not(Range("b", lt=1)),))))),
        (In("a", ["x", "y"]), In("a", ("x", "y"))),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_every_form(given_filter: object, expected: Filter | None) -> None:
    assert parse_filter(given_filter) == expected


@pytest.mark.parametrize(
    ("given_filter", "message"),
    [
        ({}, "the filter is empty: give None where nothing is to be filtered"),
        ([], "a filter is a mapping of names to values, not list"),
        ("tenant=a", "a filter is a mapping of names to values, not str"),
        (False, "not bool"),
        (0, "not int"),
        ({"tenant": None}, "tenant: None is no value to filter by"),
        ({"tenant": ["a", None]}, "tenant: None is no value to filter by"),
        ({"tenant": [["a"]]}, "tenant: ['a'] is no value to filter by"),
        ({"tenant": b"a"}, "tenant: b'a' is no value"),
        ({"day": datetime.date(2024, 5, 31)}, "is no value to filter by: give a string"),
        ({"score": float("nan")}, "score: nan is no value to compare with"),
        ({"score": {"lt": float("inf")}}, "score: inf is no value to compare with"),
        ({"score": 2**64}, "score: a number of more than 64 bits"),
        ({"": "a"}, "'' is no name of a field"),
        ({" ": "a"}, "' ' is no name of a field"),
        ({1: "a"}, "1 is no name of a field"),
        ({"year": {}}, "year: a range without bounds; give one of gt, gte, lt, lte"),
        ({"year": {"gte": None}}, "year: None is no value"),
        ({"year": {"gte": [1]}}, "year: [1] is no value"),
        ({"year": {"from": 1}}, "year: 'from' is no condition here"),
        ({"year": {"gte": 1, "not": 2}}, "'not' is no condition here; there are gt, gte, lt, lte"),
        ({"year": {1: 2}}, "year: 1 is no condition here"),
        ({"year": {"gte": 1, "lt": "2"}}, "the bounds of a range are all numbers or all strings"),
        ({"year": {"gte": True}}, "the bounds of a range are all numbers or all strings"),
        ({"draft": {"not": None}}, "draft: None is no value"),
        ({"draft": {"not": {"gte": 1}}}, "is no value to filter by"),
        ({"x": {"not": []}}, "x: 'not' of no values leaves open what is meant"),
        ({"x": {"not": set()}}, "x: 'not' of no values"),
        ({"tenant": "a\ud800"}, "tenant: 'a\\ud800' holds half of a surrogate pair"),
        ({"tenant": ["a", "\udfff"]}, "tenant: '\\udfff' holds half of a surrogate pair"),
        ({"tenant": {"not": "\udfff"}}, "tenant: '\\udfff' holds half of a surrogate pair"),
        ({"day": {"gte": "\ud800"}}, "day: '\\ud800' holds half of a surrogate pair"),
        ({"x\ud800": "a"}, "'x\\ud800' holds half of a surrogate pair"),
        ({"or": "a"}, "'or' joins a list of filters, not 'a'; for a field of this name give In"),
        ({"or": {"a": 1}}, "'or' joins a list of filters"),
        ({"or": [{"a": 1}, None]}, "a filter is a mapping of names to values, not NoneType"),
        ({"or": ["a", "b"]}, "a filter is a mapping of names to values, not str"),
        ({"or": [{"a": 1}, {}]}, "the filter is empty"),
        ({"and": []}, "'and' of no filters would match all"),
        ({"a": 1, "or": [{"b": None}]}, "b: None is no value"),
        ({"owner": {"exists": False}}, "'exists' can only be True"),
        ({"owner": {"exists": 1}}, "'exists' can only be True"),
        ({"owner": {"exists": "yes"}}, "'exists' can only be True"),
        ({"a": 1, "b": None}, "b: None is no value"),
    ],
)
def test_what_leaves_open_what_is_meant_is_refused(given_filter: object, message: str) -> None:
    with pytest.raises(FilterError) as caught:
        parse_filter(given_filter)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "made",
    [
        And(()),
        And((In("a", (1,)), And(()))),
        Or((And(()),)),
        And((In("a", (1,)), None)),  # type: ignore[arg-type]
        And((In("a", (1,)), {"b": 2})),  # type: ignore[arg-type]
        And(In("a", (1,))),  # type: ignore[arg-type]
        Range("year"),
        Range("year", gte=1, lt="2"),
        Not(Range("year")),
        Not(Exists("a")),  # type: ignore[arg-type]
        Not(In("a", ())),
        In("a", ("\ud800",)),
        Range("a", lt="\ud800"),
        Exists("a\ud800"),
        In("tenant", "abc"),  # type: ignore[arg-type]
        In("tenant", None),  # type: ignore[arg-type]
        In("tenant", (None,)),  # type: ignore[arg-type]
        Not(In("tenant", (None,))),  # type: ignore[arg-type]
        In("", ("a",)),
        Exists(None),  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_filters_made_by_hand_are_held_to_the_same(made: Filter) -> None:
    with pytest.raises(FilterError):
        parse_filter(made)


_VALUE: st.SearchStrategy[Any] = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
_ANY = st.recursive(
    _VALUE | st.binary(max_size=2),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["gt", "gte", "lt", "lte", "not", "exists", "or", "and", "a", "", "\ud800", 1]
            ),
            inner,
        )
    ),
    max_leaves=8,
)


@given(_ANY)
def test_anything_at_all_becomes_a_filter_or_is_refused(value: object) -> None:
    try:
        parsed = parse_filter(value)
    except FilterError:
        return
    assert (parsed is None) == (value is None)
    assert parse_filter(parsed) == parsed
    assert pickle.loads(pickle.dumps(parsed)) == parsed


def test_filters_without_end_are_refused() -> None:
    endless: dict[str, Any] = {"or": []}
    endless["or"].append(endless)
    with pytest.raises(FilterError, match="levels"):
        parse_filter(endless)
    deep: Filter = In("a", (1,))
    for _ in range(2000):
        deep = Or((deep,))
    with pytest.raises(FilterError, match="levels"):
        parse_filter(deep)


@pytest.fixture(scope="module")
def shelf() -> EmbeddedEngine:
    """Documents without a word: what is found is found by the filter alone."""
    engine = EmbeddedEngine()
    engine.create(IndexSchema(text={"t": True}), dimensions=1)
    rows: dict[str, dict[str, Any]] = {
        "a": {"tenant": "a", "year": 2019, "tags": ["x", "y"]},
        "b": {"tenant": "b", "year": 2024, "draft": True},
        "none": {"tenant": None, "year": None},
        "bare": {},
    }
    engine.write(
        [
            Row(name, {}, Document("", id=name, metadata=metadata).to_dict(), (1.0,))
            for name, metadata in rows.items()
        ]
    )
    return engine


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"metadata.tenant": ["a", "b"]}, {"a", "b"}),
        ({"metadata.tenant": []}, set()),
        ({"metadata.unknown": "a"}, set()),
        ({"metadata.unknown": {"not": "a"}}, set()),
        ({"metadata.tenant": {"not": "a"}}, {"b"}),
        ({"metadata.tenant": {"not": 7}}, set()),
        ({"metadata.draft": {"not": "false"}}, set()),
        ({"or": [{"metadata.tags": "x"}, {"metadata.draft": True}]}, {"a", "b"}),
        ({"or": [{"metadata.tags": "x"}, {"metadata.draft": True}], "metadata.year": 2024}, {"b"}),
        ({"or": []}, set()),
        ({"metadata.tenant": {"exists": True}}, {"a", "b"}),
        ({"metadata.year": {"gte": 2020}}, {"b"}),
        ({"metadata.year": {"gte": "2020"}}, set()),
        ({"metadata.year": "2024"}, set()),
        ({"metadata.draft": 1}, set()),
        ({"metadata.draft": True, "metadata.tenant": "a"}, set()),
        ({"metadata.tags": "y"}, {"a"}),
        (Or(()), set()),
        (Or((In("metadata.tags", ("x",)), In("metadata.draft", (True,)))), {"a", "b"}),
    ],
)
def test_what_they_find(shelf: EmbeddedEngine, asked: object, expected: set[str]) -> None:
    hits = shelf.search(Request(knn=Knn((1.0,)), filters=parse_filter(asked))).hits
    assert {hit.id for hit in hits} == expected
