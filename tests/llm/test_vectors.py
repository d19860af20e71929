"""The numbers of a vector, whatever holds them."""

from __future__ import annotations

from typing import Any

import pytest

from fulltext_query.llm.vectors import floats_of
from tests.optional import need


@pytest.mark.parametrize("given", [[1, 2.5], (1, 2.5), iter([1, 2.5])])
def test_numbers_of_any_sequence(given: Any) -> None:
    assert floats_of(given) == (1.0, 2.5)


def test_numbers_of_an_array() -> None:
    assert floats_of(need("numpy").array([1, 2.5], dtype="float32")) == (1.0, 2.5)


@pytest.mark.parametrize("given", ["12", b"12", "", b"", ["1", "2"], [None], None, 3])
def test_a_text_is_no_vector(given: Any) -> None:
    with pytest.raises(TypeError):
        floats_of(given)


def test_a_number_that_no_float_holds() -> None:
    with pytest.raises(OverflowError):
        floats_of([10**400])
