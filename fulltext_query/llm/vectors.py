"""Embeddings of OpenAI's protocol: the vectors in an answer, in the order of their texts."""

from __future__ import annotations

import base64
import binascii
import math
import struct
from typing import Any

from ..errors import InputError, ModelError
from .chat import parsed_json
from .failures import Secrets, beginning, of_error_object

__all__ = ["Vector", "checked_texts", "checked_vector", "floats_of", "vectors_of"]

Vector = tuple[float, ...]


def checked_texts(texts: Any) -> list[str]:
    """A list of strings as it is. Raises InputError for what is none."""
    listed = [texts] if isinstance(texts, str) else list(texts)
    if isinstance(texts, str) or not all(isinstance(text, str) for text in listed):
        raise InputError("the texts to embed must be a list of strings")
    return listed


def vectors_of(
    answer: bytes, count: int, *, dimensions: int | None, secrets: Secrets
) -> list[Vector]:
    """One vector for each of so many texts. Raises ModelError where it is not so."""
    parsed = parsed_json(answer)
    if error := of_error_object(parsed, secrets):
        raise error
    rows = parsed.get("data") if isinstance(parsed, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        quoted = beginning(answer, secrets)
        raise ModelError(f"the embedding model's answer holds no list of vectors: {quoted}")
    if len(rows) != count:
        raise ModelError(f"the embedding model gave {len(rows)} vectors for {count} texts")
    places = [row.get("index", place) for place, row in enumerate(rows)]
    if any(isinstance(place, bool) for place in places) or set(places) != set(range(count)):
        raise ModelError("the embedding model's vectors do not say which texts they are of")
    in_order = dict(zip(places, rows, strict=True))
    vectors = [
        checked_vector(_decoded(in_order[place].get("embedding"), place), place)
        for place in range(count)
    ]
    due = dimensions or len(vectors[0])
    for place, vector in enumerate(vectors):
        if len(vector) != due:
            raise ModelError(
                f"the embedding model gave a vector of {len(vector)} components for text {place}, "
                f"where {due} were due"
            )
    return vectors


def floats_of(vector: Any) -> Vector:
    """The numbers of a vector, NumPy's too. Raises TypeError, OverflowError for what is none."""
    listed = vector.tolist() if hasattr(vector, "tolist") else vector
    if isinstance(listed, str | bytes):
        raise TypeError("a text is no vector")
    return tuple([math.ldexp(number, 0) for number in listed])  # float() would read strings


def checked_vector(given: Any, place: int = 0) -> Vector:
    """A vector of finite numbers, one or more. Raises ModelError."""
    listed = given.tolist() if hasattr(given, "tolist") else given
    if not isinstance(listed, list | tuple) or not listed:
        raise ModelError(f"the embedding model gave no vector for text {place}")
    try:
        vector = tuple([math.ldexp(number, 0) for number in listed])  # float() reads strings
    except (TypeError, OverflowError) as error:
        raise ModelError(
            f"the vector of text {place} holds what is no number of a vector: {error}"
        ) from error
    if not all(map(math.isfinite, vector)):
        raise ModelError(f"the vector of text {place} holds NaN or infinity")
    return vector


def _decoded(given: Any, place: int) -> Any:
    """Numbers as they are; base64 is of 32-bit floats, low byte first, as OpenAI's server sends."""
    if not isinstance(given, str):
        return given
    try:
        data = base64.b64decode(given, validate=True)
        return list(struct.unpack(f"<{len(data) // 4}f", data))
    except (binascii.Error, ValueError, struct.error) as error:
        raise ModelError(f"the vector of text {place} is no base64 of 32-bit floats") from error
