"""The ids of documents: what can be one, checked before anything is done with them."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import DocumentError

__all__ = ["checked_id", "checked_ids", "is_utf8"]


def is_utf8(text: str) -> bool:
    """Whether a text can be written as UTF-8: half of a surrogate pair cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def checked_id(given: object) -> str:
    """An id as it is. Raises DocumentError for what is no string, is empty or is not UTF-8."""
    if not isinstance(given, str):
        raise DocumentError(f"id must be a string, not {type(given).__name__}: {given!r:.80}")
    if not given:
        raise DocumentError("id is empty: no document has such an id")
    if not is_utf8(given):
        raise DocumentError(f"id: {given[:40]!r} holds half of a surrogate pair, which is no text")
    return given


def checked_ids(given: object) -> tuple[str, ...]:
    """Ids, all of them looked at before the first is used; each once, in their order.

    Raises DocumentError for a single string or bytes, whose characters would be taken for ids, for
    what holds no ids at all, and for an id that ``checked_id`` refuses, with its place.
    """
    if isinstance(given, (str, bytes, bytearray)) or not isinstance(given, Iterable):
        raise DocumentError(
            f"ids must be a list of strings, not {given!r:.80}: give one id as a list of one"
        )
    found: dict[str, None] = {}
    for place, one in enumerate(given):
        try:
            found[checked_id(one)] = None
        except DocumentError as error:
            raise DocumentError(f"ids, place {place}: {error}; nothing was deleted") from None
    return tuple(found)
