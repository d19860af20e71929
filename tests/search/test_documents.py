"""A document: what is taken, what is refused and how, and what stays as it was."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.errors import DocumentError
from fulltext_query.search import Document
from tests.optional import need

#: Everything that a document can hold, for tests that look at the whole.
WHOLE: dict[str, Any] = {
    "id": "7",
    "title": "Rücktritt 退货",
    "content": "Within 14 days.",
    "important_keywords": ["KXT-4410", "退货"],
    "questions": ["How do I return it?"],
    "metadata": {"tenant": "a", "year": 2024, "tags": ["x", None, True], "by": {"name": "Ada"}},
    "vector": [0.5, -1.0],
}

_PLAIN: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers(-(2**64) + 1, 2**64 - 1) | st.text()
)
_PLAIN |= st.floats(allow_nan=False, allow_infinity=False)
_NAMES = st.text(min_size=1).filter(lambda name: bool(name.strip()) and "." not in name)
_VALUES = st.recursive(
    _PLAIN, lambda inner: st.lists(inner) | st.dictionaries(_NAMES, inner), max_leaves=6
)
_ROWS = st.fixed_dictionaries(
    {},
    optional={
        "id": st.text(max_size=40),
        "title": st.text(),
        "content": st.text(),
        "important_keywords": st.lists(st.text()),
        "questions": st.lists(st.text()),
        "metadata": st.dictionaries(_NAMES, _VALUES, max_size=4),
        "vector": st.lists(
            st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=4
        ),
    },
)


def test_a_row_of_beir() -> None:
    row = {"_id": "MED-10", "title": "Statins", "text": "They lower it.", "metadata": {"url": "u"}}
    assert Document.from_dict(row) == Document(
        "They lower it.", "Statins", "MED-10", metadata={"url": "u"}
    )


def test_a_row_in_our_names() -> None:
    document = Document.from_dict(WHOLE)
    assert document.id == "7"
    assert document.important_keywords == ("KXT-4410", "退货")
    assert document.questions == ("How do I return it?",)
    assert document.metadata == WHOLE["metadata"]
    assert document.vector == (0.5, -1.0)


@pytest.mark.parametrize(
    ("row", "part", "expected"),
    [
        ({"important_kwd": ["a"]}, "important_keywords", ("a",)),
        ({"keywords": "one alone"}, "important_keywords", ("one alone",)),
        ({"question_kwd": ["a?", "  ", "b?"]}, "questions", ("a?", "b?")),
        ({"questions": ""}, "questions", ()),
        ({"embedding": (1, 2)}, "vector", (1.0, 2.0)),
        ({"id": 12}, "id", "12"),
        ({"_id": 0}, "id", "0"),
        ({"text": None, "content": "there"}, "content", "there"),
        ({"title": None, "text": "x"}, "title", ""),
        ({"text": "x", "year": 2020, "lang": "de"}, "metadata", {"year": 2020, "lang": "de"}),
        ({"text": "x", "metadata": {"a": 1}, "b": 2}, "metadata", {"a": 1, "b": 2}),
        ({"text": "x", "metadata": None}, "metadata", {}),
    ],
)
def test_other_names_and_forms(row: dict[str, Any], part: str, expected: object) -> None:
    assert getattr(Document.from_dict(row), part) == expected


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (None, 'a document is a JSON object such as {"id": "1", "content": "…"}, not a NoneType'),
        ("text", "not a str"),
        ([1], "not a list"),
        ({"text": "a", "content": "b"}, "content and text both give the content: leave one out"),
        ({"_id": "a", "id": "b"}, "_id and id both give the id"),
        ({"text": 5}, "content must be a string, not int"),
        ({"title": ["a"]}, "title must be a string, not list"),
        ({"id": 1.5}, "id must be a string, not float"),
        ({"id": True}, "id must be a string, not bool"),
        ({"id": "ü" * 257}, "has more than 512 bytes"),
        ({"id": "a\ud800"}, "id: 'a\\ud800' holds half of a surrogate pair"),
        ({"keywords": 5}, "important_keywords must be a list of strings, not int"),
        ({"questions": {"a": 1}}, "questions must be a list of strings, not dict"),
        ({"questions": [1]}, "each of questions must be a string, not int"),
        ({"metadata": ["a"]}, "metadata must map names to values, not be a list"),
        ({"metadata": ["a"], "other": 1}, "metadata must map names to values"),
        ({"year": 1, "metadata": {"year": 2}}, "'year' stands both in metadata and beside it"),
        ({"a.b": 1}, "metadata: 'a.b' is no name: give a string that is not blank, without dots"),
        ({1: "x"}, "metadata: 1 is no name"),
        ({" ": "x"}, "metadata: ' ' is no name"),
        ({"by": {"a.b": 1}}, "metadata: by: 'a.b' is no name"),
        ({"day": {1, 2}}, "metadata: day is of type set"),
        ({"day": object()}, "metadata: day is of type object: give a string, a number"),
        ({"score": float("nan")}, "metadata: score is nan"),
        ({"scores": [1, float("inf")]}, "metadata: scores[1] is inf"),
        ({"count": 2**64}, "metadata: count is a number of more than 64 bits"),
        ({"vector": "0.5"}, "vector must be a list of numbers, not str"),
        ({"vector": 5}, "vector must be a list of numbers, not int"),
        ({"vector": ["0.5"]}, "vector must be a list of numbers: '0.5' is none"),
        ({"vector": [True]}, "vector must be a list of numbers: True is none"),
        ({"vector": [[1.0]]}, "vector must be a list of numbers: [1.0] is none"),
        ({"vector": [10**400]}, "vector must be a list of numbers"),
        ({"vector": []}, "vector is empty: leave it out where a document has none"),
        ({"vector": [1.0, float("nan")]}, "vector holds NaN or infinity"),
    ],
)
def test_what_no_index_could_take_is_refused(row: object, message: str) -> None:
    with pytest.raises(DocumentError) as caught:
        Document.from_dict(row)
    assert message in str(caught.value)


def test_a_refusal_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="content must be a string"):
        Document(None)  # type: ignore[arg-type]


def test_endless_metadata_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(DocumentError, match="more than 20 levels"):
        Document("x", metadata={"a": endless})


def test_an_array_is_a_vector() -> None:
    numpy = need("numpy")
    vector = Document("x", vector=numpy.array([0.5, 1.0], dtype="float32")).vector
    assert vector == (0.5, 1.0)
    assert all(type(number) is float for number in vector)


def test_the_same_content_has_the_same_id() -> None:
    bare = {name: value for name, value in WHOLE.items() if name != "id"}
    one = Document.from_dict(bare)
    turned = {**bare, "metadata": dict(reversed(bare["metadata"].items()))}
    assert Document.from_dict(turned).id == one.id
    assert one.id


def test_each_part_counts_for_the_id_in_its_own_place() -> None:
    documents = [
        Document("a"),
        Document(title="a"),
        Document(important_keywords=("a",)),
        Document(questions=("a",)),
        Document(questions=("a", "b")),
        Document(questions=("a\0b",)),
        Document(questions=("m=1",)),
        Document(metadata={"m": 1}),
        Document(metadata={"m": "1"}),
        Document(metadata={"m": [1]}),
        Document(),
    ]
    assert len({document.id for document in documents}) == len(documents)


def test_ids_made_of_content_are_the_same_in_every_process() -> None:
    bare = {name: value for name, value in WHOLE.items() if name != "id"}
    program = (
        "import json, sys; from fulltext_query.search.documents import Document; "
        "print(Document.from_dict(json.loads(sys.argv[1])).id)"
    )
    made = {
        subprocess.run(
            [sys.executable, "-c", program, json.dumps(bare)],
            env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }  # fmt: skip
    assert made == {Document.from_dict(bare).id}


def test_the_id_of_known_content_stays_what_it_is() -> None:
    # an index that was filled by an earlier version would hold everything twice
    assert Document("text", "title").id == "ca73d993addfee3b894ab0bc4271f455"


def test_nothing_of_it_can_be_changed() -> None:
    document = Document.from_dict(WHOLE)
    with pytest.raises(FrozenInstanceError):
        document.title = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        document.metadata["tenant"] = "b"  # type: ignore[index]


def test_who_gave_it_and_who_got_it_hold_copies() -> None:
    row = copy.deepcopy(WHOLE)
    document = Document.from_dict(row)
    row["metadata"]["tags"].append("late")
    row["questions"].append("late")
    document.to_dict()["metadata"]["by"]["name"] = "late"
    assert document.to_dict() == WHOLE


@pytest.mark.parametrize("document", [Document.from_dict(WHOLE), Document(), Document("a")])
def test_copies_and_pickles_are_equal(document: Document) -> None:
    assert pickle.loads(pickle.dumps(document)) == document
    assert copy.deepcopy(document) == document


@given(_ROWS)
def test_what_to_dict_gives_from_dict_reads(row: dict[str, Any]) -> None:
    document = Document.from_dict(row)
    written = document.to_dict()
    assert Document.from_dict(written) == document
    assert Document.from_dict(json.loads(json.dumps(written))) == document
    assert json.loads(json.dumps(written)) == written
    assert document.id


@given(_ROWS, _ROWS)
def test_ids_are_equal_just_where_the_content_is(one: dict[str, Any], two: dict[str, Any]) -> None:
    texts = [json.dumps(_searched(row), sort_keys=True) for row in (one, two)]
    ids = [Document.from_dict(_searched(row)).id for row in (one, two)]
    assert (ids[0] == ids[1]) == (texts[0] == texts[1])


def _searched(row: dict[str, Any]) -> dict[str, Any]:
    """What an id is made of: all but the id and the vector, as the document holds it."""
    held = Document.from_dict({**row, "id": "x"}).to_dict()
    return {name: value for name, value in held.items() if name not in ("id", "vector")}
