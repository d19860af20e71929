"""Ids are looked at, all of them, before anything is done with the first."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.errors import DocumentError
from fulltext_query.search.ids import checked_ids


@pytest.mark.parametrize("ids", [["b", "a", "b"], ("b", "a"), {"b": 1, "a": 2}, iter("ba")])
def test_any_iterable_of_ids_gives_each_once(ids: Any) -> None:
    assert checked_ids(ids) == ("b", "a")


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ("12", "ids must be a list of strings, not '12': give one id as a list of one"),
        ("", "ids must be a list of strings, not ''"),
        (b"12", "ids must be a list of strings, not b'12'"),
        (None, "ids must be a list of strings, not None"),
        (5, "ids must be a list of strings, not 5"),
        (["a", 5], "ids, place 1: id must be a string, not int: 5; nothing was deleted"),
        ([None], "ids, place 0: id must be a string, not NoneType"),
        (["a", ""], "ids, place 1: id is empty"),
        (["a\ud800"], "ids, place 0: id: 'a\\ud800' holds half of a surrogate pair"),
    ],
)
def test_what_is_no_list_of_ids_is_refused(ids: object, message: str) -> None:
    with pytest.raises(DocumentError) as caught:
        checked_ids(ids)
    assert message in str(caught.value)


@given(st.lists(st.text() | st.integers() | st.none()))
def test_what_passes_can_be_sent(ids: list[Any]) -> None:
    try:
        found = checked_ids(ids)
    except DocumentError:
        return
    assert list(found) == list(dict.fromkeys(ids))
    assert all(one and one.encode() for one in found)
