"""Filters on metadata match what they say, by type, and nothing that they cannot tell."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query.errors import QueryRefusedError
from fulltext_query.query.tree import Query, Slot, Term
from fulltext_query.search.contract import IndexSchema, Request, Row
from fulltext_query.search.embedded import EmbeddedEngine
from fulltext_query.search.filters import And, Exists, Filter, In, Not, Or, Range, parse_filter

_METADATA: dict[str, dict[str, Any]] = {
    "one": {"year": 2020, "tenant": "a", "tags": ["x", "y"], "draft": True, "at": {"city": "Köln"}},
    "two": {"year": 2021.5, "tenant": "b", "tags": [], "draft": False},
    "three": {"year": "2020", "tenant": "", "draft": 1, "note": None},
    "four": {"year": -5, "tenant": "A", "tags": ["y", 3], "date": "2024-05-01"},
    "five": {"year": 2**63, "date": "2024-11-30", "tenant": "s" * 20_000},
    "six": {},
}


@pytest.fixture(scope="module")
def engine() -> EmbeddedEngine:
    made = EmbeddedEngine()
    made.create(IndexSchema(text={"body": True}))
    made.write(Row(name, {"body": "w"}, {"metadata": row}) for name, row in _METADATA.items())
    return made


def _ids(engine: EmbeddedEngine, given: Filter | None) -> set[str]:
    query = Query((Slot(Term("w", 1.0)),), (("body", 1.0),), "")
    return {hit.id for hit in engine.search(Request(query, filters=given)).hits}


@pytest.mark.parametrize(
    ("name", "condition", "expected"),
    [
        ("tenant", "a", {"one"}),
        ("tenant", "", {"three"}),
        ("tenant", "s" * 20_000, {"five"}),
        ("tenant", ["a", "b", "nobody"], {"one", "two"}),
        ("tenant", [], set()),
        ("year", 2020, {"one"}),
        ("year", 2020.0, {"one"}),
        ("year", "2020", {"three"}),
        ("year", 2**63, {"five"}),
        ("year", {"gte": 2020}, {"one", "two", "five"}),
        ("year", {"gt": 2020, "lt": 2022}, {"two"}),
        ("year", {"lte": -5}, {"four"}),
        ("year", {"gte": "2"}, {"three"}),
        ("year", {"not": 2020}, {"two", "four", "five"}),  # "2020" cannot be told from it
        ("year", {"not": "2021"}, {"three"}),
        ("year", {"not": True}, set()),
        ("year", {"not": [2020, "2020"]}, {"two", "four", "five"}),
        ("draft", {"not": "true"}, set()),
        ("draft", {"not": True}, {"two"}),
        ("draft", {"not": ["true", True]}, {"two"}),
        ("draft", {"not": 0}, {"three"}),
        ("tenant", {"not": 7}, set()),
        ("tenant", {"not": "s" * 20_000}, {"one", "two", "three", "four"}),
        ("tenant", {"not": "a"}, {"two", "three", "four", "five"}),
        ("draft", True, {"one"}),
        ("draft", 1, {"three"}),
        ("draft", False, {"two"}),
        ("tags", "y", {"one", "four"}),
        ("tags", 3, {"four"}),
        ("tags", {"not": "x"}, {"four"}),
        ("tags", {"exists": True}, {"one", "four"}),
        ("note", {"exists": True}, set()),
        ("at.city", "Köln", {"one"}),
        ("date", {"gte": "2024-06"}, {"five"}),
        ("nowhere", "a", set()),
        ("nowhere", {"not": "a"}, set()),
    ],
)
def test_one_condition(
    engine: EmbeddedEngine, name: str, condition: object, expected: set[str]
) -> None:
    assert _ids(engine, parse_filter({f"metadata.{name}": condition})) == expected


def test_conditions_together(engine: EmbeddedEngine) -> None:
    a, year = In("metadata.tenant", ("a", "b")), Range("metadata.year", gt=2020)
    assert _ids(engine, And((a, year))) == {"two"}
    assert _ids(engine, Or((a, year))) == {"one", "two", "five"}
    assert _ids(engine, Or(())) == set()
    assert _ids(engine, And((a, Not(year)))) == {"one"}
    assert _ids(engine, Not(year)) == {"one", "four"}
    assert _ids(engine, Not(Range("metadata.year", gt="3"))) == {"three"}
    assert _ids(engine, Not(Range("metadata.draft", gt=5))) == {"three"}
    assert _ids(engine, Not(Range("metadata.draft", gt="5"))) == set()
    assert _ids(engine, Not(In("metadata.tenant", ()))) == set()


def test_a_string_too_long_for_a_range_is_not_outside_of_it(engine: EmbeddedEngine) -> None:
    # "sss…" lies beyond "b", and no range can see it
    found = _ids(engine, Not(Range("metadata.tenant", gt="b")))
    assert found == {"one", "two", "three", "four"}


def test_values_that_no_text_has_are_refused_and_the_index_is_not_blamed(
    engine: EmbeddedEngine,
) -> None:
    for held in (In("metadata.tenant", ("\ud800",)), Exists("metadata.\ud800")):
        with pytest.raises(QueryRefusedError) as caught:
            _ids(engine, held)
        assert "remove the folder" not in str(caught.value)
    assert _ids(engine, None) == set(_METADATA)


def test_a_filter_changes_no_score(engine: EmbeddedEngine) -> None:
    query = Query((Slot(Term("w", 1.0)),), (("body", 1.0),), "")
    [held] = engine.search(Request(query, filters=In("metadata.tenant", ("a",)))).hits
    free = {hit.id: hit.score for hit in engine.search(Request(query)).hits}
    assert held.score == free[held.id]


_VALUES = st.one_of(
    st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5), st.sampled_from(["1", 1, 1.0, True, "True", 0, False, ""]),
)  # fmt: skip


@settings(max_examples=30, deadline=None)
@given(st.lists(_VALUES, min_size=1, max_size=12), _VALUES)
def test_equality_is_that_of_the_type(values: list[Any], wanted: Any) -> None:
    engine = EmbeddedEngine()
    engine.create(IndexSchema(text={"body": True}))
    storable = {
        str(number): value
        for number, value in enumerate(values)
        if not isinstance(value, str) or value.isprintable()
    }
    engine.write(
        Row(name, {"body": "w"}, {"metadata": {"v": value}}) for name, value in storable.items()
    )

    def kind(value: object) -> str:
        if isinstance(value, bool):
            return "bool"
        return "text" if isinstance(value, str) else "number"

    expected = {
        name for name, value in storable.items() if kind(value) == kind(wanted) and value == wanted
    }
    found = {
        hit.id
        for hit in engine.search(
            Request(
                Query((Slot(Term("w", 1.0)),), (("body", 1.0),), ""),
                filters=In("metadata.v", (wanted,)),
                size=20,
            )
        ).hits
    }
    if not isinstance(wanted, str) or wanted.isprintable():
        assert found == expected
