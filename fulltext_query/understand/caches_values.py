"""How values stand in a store: with a version and a checksum, bound to their key.

What another program, another version, a broken disk or a mixed-up answer put there does not pass:
it is a miss, and the next value overwrites it. The checksum is against accidents; who can write to
the store and knows this form can forge it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import math
import struct
from collections.abc import Sequence

from .caches import encoded

__all__ = ["opened", "pack_vector", "sealed", "unpack_vector"]

_TEXT = b"fqt1:"  # a new number for every new form
_VECTOR = "fqv1:"
_CHECK = 12  # bytes of a checksum: 16 letters of Base64
_KINDS = {b"f": 4, b"d": 8}  # bytes a number


def sealed(key: str, value: str) -> bytes:
    """A text as it stands in a store."""
    body = encoded(value)
    return b"".join([_TEXT, base64.b64encode(_checksum(key, body)), b":", body])


def opened(key: str, data: object) -> str | None:
    """The text that was sealed under this key; None for anything else."""
    if isinstance(data, str):  # from a client that decodes what it reads
        data = encoded(data)
    if not isinstance(data, bytes | bytearray | memoryview):
        return None
    data = bytes(data)
    head = len(_TEXT) + _CHECK * 4 // 3 + 1
    check, body = data[len(_TEXT) : head], data[head:]
    if not data.startswith(_TEXT) or check != base64.b64encode(_checksum(key, body)) + b":":
        return None
    try:
        return body.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return None


def pack_vector(key: str, vector: Sequence[float]) -> str:
    """A vector as a text, to the last bit: 4 bytes a number where that is exact, else 8, in Base64.

    Raises ValueError for a vector without numbers or with one that is not finite, TypeError for
    what is no vector.
    """
    if isinstance(vector, str | bytes):
        raise TypeError("a text is no vector")
    numbers = [math.ldexp(number, 0) for number in vector]  # float() would read strings
    if not numbers or not all(map(math.isfinite, numbers)):
        raise ValueError("a vector has one number or more, all of them finite")
    kind, data = b"f", b""
    try:
        data = struct.pack(f"<{len(numbers)}f", *numbers)
        exact = list(struct.unpack(f"<{len(numbers)}f", data)) == numbers
    except OverflowError:
        exact = False
    if not exact:
        kind, data = b"d", struct.pack(f"<{len(numbers)}d", *numbers)
    body = kind + struct.pack("<I", len(numbers)) + data
    return _VECTOR + base64.b64encode(_checksum(key, body) + body).decode("ascii")


def unpack_vector(key: str, text: object) -> list[float] | None:
    """The vector that was packed under this key; None for anything else."""
    if not isinstance(text, str) or not text.startswith(_VECTOR):
        return None
    try:
        data = base64.b64decode(text[len(_VECTOR) :], validate=True)
    except (ValueError, binascii.Error):
        return None
    check, body = data[:_CHECK], data[_CHECK:]
    kind, size, data = body[:1], body[1:5], body[5:]
    if check != _checksum(key, body) or kind not in _KINDS or len(size) != 4:
        return None
    (count,) = struct.unpack("<I", size)
    if not count or len(data) != count * _KINDS[kind]:
        return None
    vector = list(struct.unpack(f"<{count}{kind.decode()}", data))
    return vector if all(map(math.isfinite, vector)) else None


def _checksum(key: str, body: bytes) -> bytes:
    name = encoded(key)
    digest = hashlib.blake2b(len(name).to_bytes(8, "big"), digest_size=_CHECK)
    digest.update(name)
    digest.update(body)
    return digest.digest()
