"""Metadata as terms of one field, and filters as queries on them.

A term is the path of a value, its type and the value itself, so that equality is by type: the
string "1" and the number 1 are two terms, 1 and 1.0 are one. A range looks through the values
that the index has under the path, and asks for those that lie within. Further terms say that there
is a value under the path, and of which types: a negation is answered of those types alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from ...errors import FilterError
from ..filters import And, Exists, Filter, In, Not, Or, Range, Value

if TYPE_CHECKING:
    import tantivy

__all__ = ["filter_query", "metadata_terms"]

_MARK = "\x00"
_STRING, _NUMBER, _BOOL, _EXISTS = "s", "n", "b", "e"
_LONG = "l"  # of a string that no range can place
_LONGEST = 16_000  # characters of a value that a term can hold; longer ones only equal


def metadata_terms(value: Any, path: str) -> Iterator[str]:
    """The terms of a metadata value: of mappings by path, of lists one by one. None has none."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from metadata_terms(inner, f"{path}.{name}")
    elif isinstance(value, (list, tuple, set, frozenset)):
        found = [term for inner in value for term in metadata_terms(inner, path)]
        yield from dict.fromkeys(found)
    elif isinstance(value, (str, int, float)) and not _unordered(value):
        yield _term(path, value)
        yield _there(path)
        yield _there(path, _kind(value))
        if isinstance(value, str) and len(value) > _LONGEST:
            yield _there(path, _LONG)


def _there(path: str, kind: str = "") -> str:
    """The term of documents that have a value, of one type or of any."""
    return f"{path}{_MARK}{_EXISTS}{kind}"


def _kind(value: Value) -> str:
    if isinstance(value, bool):
        return _BOOL
    return _STRING if isinstance(value, str) else _NUMBER


def _unordered(value: object) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def _term(path: str, value: Value) -> str:
    if isinstance(value, bool):
        return f"{path}{_MARK}{_BOOL}{int(value)}"
    if isinstance(value, str):
        if len(value) > _LONGEST:
            digest = blake2b(value.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
            return f"{path}{_MARK}long{digest}"
        return f"{path}{_MARK}{_STRING}{value}"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return f"{path}{_MARK}{_NUMBER}{value!r}"


def filter_query(
    given: Filter, schema: tantivy.Schema, searcher: tantivy.Searcher, field: str
) -> tantivy.Query:
    """The query of a filter over the terms of ``field``."""
    from tantivy import Occur, Query

    def terms(values: list[str]) -> tantivy.Query:
        return Query.term_set_query(schema, field, values) if values else Query.empty_query()

    def exists(name: str) -> tantivy.Query:
        return Query.term_query(schema, field, _there(name), "basic")

    def unlike(inner: In | Range) -> tantivy.Query:
        # what has a value of another type only might be meant: it cannot be told, so it is not
        # found; nor is a string beside which another is too long for a range
        parts = [
            (Occur.Must, terms([_there(inner.field, kind) for kind in _kinds(inner)])),
            (Occur.MustNot, build(inner)),
        ]
        if isinstance(inner, Range):
            parts.append((Occur.MustNot, terms([_there(inner.field, _LONG)])))
        return Query.boolean_query(parts)

    def build(one: Filter) -> tantivy.Query:
        match one:
            case In(name, values):
                return terms([_term(name, value) for value in values])
            case Range():
                return terms(_within(one, searcher, field))
            case Exists(name):
                return exists(name)
            case Not(inner):
                return unlike(inner)
            case And(filters) if filters:
                return Query.boolean_query([(Occur.Must, build(part)) for part in filters])
            case Or(filters):
                parts = [(Occur.Should, build(part)) for part in filters]
                return Query.boolean_query(parts) if parts else Query.empty_query()
        raise FilterError(f"{one!r} is no filter")

    return build(given)


def _bounds(given: Range) -> list[Value]:
    limits = (given.gt, given.gte, given.lt, given.lte)
    return [limit for limit in limits if limit is not None]


def _kinds(given: In | Range) -> list[str]:
    """The types of its values, each once."""
    values = given.values if isinstance(given, In) else _bounds(given)
    return list(dict.fromkeys(map(_kind, values)))


def _within(given: Range, searcher: tantivy.Searcher, field: str) -> list[str]:
    """The terms of the values that lie within the bounds; of the bounds' own type alone."""
    bounds = _bounds(given)
    if not bounds:
        return []
    text = isinstance(bounds[0], str)
    head = f"{given.field}{_MARK}{_STRING if text else _NUMBER}"
    found = []
    for term, _ in searcher.terms_with_prefix(field, head):
        value: Any = term[len(head) :]
        if not text:
            value = int(value) if value.lstrip("-").isdigit() else float(value)
        if (
            (given.gt is None or value > given.gt)
            and (given.gte is None or value >= given.gte)
            and (given.lt is None or value < given.lt)
            and (given.lte is None or value <= given.lte)
        ):
            found.append(term)
    return found
