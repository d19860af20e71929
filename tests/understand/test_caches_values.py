"""Values as they stand in a store: what comes back, and what does not."""

from __future__ import annotations

import base64
import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.understand.caches_values import opened, pack_vector, sealed, unpack_vector
from tests.optional import need
from tests.understand.cache_contract import ANY_TEXT

FINITE = st.floats(allow_nan=False, allow_infinity=False)
VECTORS = st.lists(FINITE, min_size=1, max_size=40)
SINGLE = st.lists(
    st.floats(allow_nan=False, allow_infinity=False, width=32), min_size=1, max_size=40
)


@given(ANY_TEXT, ANY_TEXT)
def test_a_text_comes_back(key: str, value: str) -> None:
    assert opened(key, sealed(key, value)) == value


@given(ANY_TEXT, ANY_TEXT, st.data())
def test_a_text_that_was_changed_does_not(key: str, value: str, data: st.DataObject) -> None:
    stored = bytearray(sealed(key, value))
    place = data.draw(st.integers(0, len(stored) - 1))
    stored[place] ^= data.draw(st.integers(1, 255))
    assert opened(key, bytes(stored)) is None


@given(ANY_TEXT, ANY_TEXT, st.data())
def test_a_text_that_was_cut_does_not(key: str, value: str, data: st.DataObject) -> None:
    stored = sealed(key, value)
    assert opened(key, stored[: data.draw(st.integers(0, len(stored) - 1))]) is None
    assert opened(key, stored + b" ") is None


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_a_text_of_another_key_does_not(key: str, other: str, value: str) -> None:
    assert (opened(other, sealed(key, value)) is None) == (key != other)


@pytest.mark.parametrize("stored", [None, "", b"", "text", b"\xff\xfe", 5, ["a"], b'["rewrite"]'])
def test_what_is_foreign_does_not(stored: object) -> None:
    assert opened("key", stored) is None
    assert unpack_vector("key", stored) is None


def test_bytes_of_any_kind_and_decoded_ones_do() -> None:
    stored = sealed("key", "水泵")
    for form in (stored, bytearray(stored), memoryview(stored), stored.decode()):
        assert opened("key", form) == "水泵"


@given(VECTORS)
def test_a_vector_comes_back_to_the_last_bit(vector: list[float]) -> None:
    found = unpack_vector("key", pack_vector("key", vector))
    assert found is not None
    assert struct.pack(f"{len(vector)}d", *found) == struct.pack(f"{len(vector)}d", *vector)


@given(SINGLE)
def test_numbers_of_four_bytes_stay_so(vector: list[float]) -> None:
    packed = pack_vector("key", vector)
    assert unpack_vector("key", packed) == vector
    assert len(packed) < 4 / 3 * (4 * len(vector) + 17) + 9


@given(VECTORS, st.data())
def test_a_vector_that_was_changed_or_cut_does_not(
    vector: list[float], data: st.DataObject
) -> None:
    packed = pack_vector("key", vector)
    place = data.draw(st.integers(0, len(packed) - 1))
    letter = data.draw(st.characters().filter(lambda letter: letter != packed[place]))
    found = unpack_vector("key", packed[:place] + letter + packed[place + 1 :])
    assert found is None or found == vector  # the last letter of Base64 may have bits to spare
    assert unpack_vector("key", packed[:place]) is None
    assert unpack_vector("other key", packed) is None


@pytest.mark.parametrize("vector", [[], [math.nan], [1.0, math.inf], [-math.inf]])
def test_a_vector_of_no_use_is_not_packed(vector: list[float]) -> None:
    with pytest.raises(ValueError, match="finite"):
        pack_vector("key", vector)


@pytest.mark.parametrize("vector", ["12", b"12", ["1.0"], [None], [[1.0]]])
def test_what_is_no_vector_is_not_packed(vector: list[float]) -> None:
    with pytest.raises(TypeError):
        pack_vector("key", vector)


def test_numpy_vectors_too() -> None:
    numpy = need("numpy")
    vector = numpy.array([0.1, -2.5, 3e-8], dtype=numpy.float32)
    found = unpack_vector("key", pack_vector("key", vector))
    assert found == vector.tolist()


@pytest.mark.parametrize(
    "body",
    [
        b"x" + struct.pack("<I", 1) + bytes(4),  # a kind that is not known
        b"f" + struct.pack("<I", 2) + bytes(4),  # fewer numbers than it says
        b"f" + struct.pack("<I", 0),
        b"f",
        b"",
        b"f" + struct.pack("<If", 1, math.nan),
        b"d" + struct.pack("<Id", 1, math.inf),
    ],
)
def test_a_right_checksum_alone_is_not_enough(body: bytes) -> None:
    from fulltext_query.understand import caches_values as values

    packed = base64.b64encode(values._checksum("key", body) + body).decode()
    assert unpack_vector("key", "fqv1:" + packed) is None
    good = b"f" + struct.pack("<If", 1, 0.5)
    packed = base64.b64encode(values._checksum("key", good) + good).decode()
    assert unpack_vector("key", "fqv1:" + packed) == [0.5]
