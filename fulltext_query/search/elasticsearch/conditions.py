"""Filters as Elasticsearch takes them: what cannot be told to match does not match.

The type of a field decides which values can match it: a string never matches a number, and a field
that no document has matches nothing. A negation is answered of the values that can be compared
with the field's alone, and without any it matches nothing either.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from ...errors import FilterError
from ..filters import And, Exists, Filter, In, Not, Or, Range, Value
from .layout import IGNORE_ABOVE

__all__ = ["condition", "field_names"]

_NOTHING: dict[str, Any] = {"match_none": {}}
# the least and the greatest number of each type of whole numbers
_WHOLE = {
    "byte": (-(2**7), 2**7 - 1),
    "short": (-(2**15), 2**15 - 1),
    "integer": (-(2**31), 2**31 - 1),
    "long": (-(2**63), 2**63 - 1),
    "unsigned_long": (0, 2**64 - 1),
}
_NUMBERS = frozenset((*_WHOLE, "double", "float", "half_float", "scaled_float"))
_EXACT = 2**53  # beyond, a double is several whole numbers


def field_names(given: Filter) -> Iterator[str]:
    """The fields that a filter speaks of."""
    if isinstance(given, And | Or):
        for part in given.filters:
            yield from field_names(part)
    elif isinstance(given, Not):
        yield given.filter.field
    else:
        yield given.field


def condition(given: Filter, kinds: Mapping[str, str]) -> dict[str, Any]:
    """The clause for a filter; kinds: the types of the fields that are mapped.

    Raises FilterError for a field of analysed text, whose values no longer stand in the index, and
    for a whole number that a double cannot hold.
    """
    if isinstance(given, In):
        return _one_of(given, kinds)
    if isinstance(given, Range):
        return _between(given, kinds)
    if isinstance(given, Exists):
        return {"exists": {"field": given.field}} if given.field in kinds else dict(_NOTHING)
    if isinstance(given, Not):
        return _unlike(given.filter, kinds)
    parts = [condition(part, kinds) for part in given.filters]
    if not parts:
        return dict(_NOTHING)
    if isinstance(given, And):
        return {"bool": {"filter": parts}}
    return {"bool": {"should": parts, "minimum_should_match": 1}}


def _unlike(inner: In | Range, kinds: Mapping[str, str]) -> dict[str, Any]:
    name, kind = _searchable(inner.field, kinds)
    values = inner.values if isinstance(inner, In) else tuple(_bounds(inner).values())
    fitting = [_fits(value, kind, name) for value in values]
    # a value of another type only might be meant: it cannot be told, so nothing is found
    if not (any(fitting) if isinstance(inner, In) else fitting and all(fitting)):
        return dict(_NOTHING)
    # what the field was given and the index left out, as too long, might be the very value; and
    # OpenSearch does not say of which documents it left some out
    if any(isinstance(value, str) and len(value) > IGNORE_ABOVE for value in values):
        return dict(_NOTHING)
    left_out = {"term": {"_ignored": {"value": name}}}
    return {
        "bool": {
            "filter": [{"exists": {"field": name}}],
            "must_not": [condition(inner, kinds), left_out],
        }
    }


def _one_of(given: In, kinds: Mapping[str, str]) -> dict[str, Any]:
    name, kind = _searchable(given.field, kinds)
    values = [value for value in given.values if _fits(value, kind, name)]
    if kind in _WHOLE:
        values = [int(value) for value in values if _is_whole(value, kind)]
    if not values:
        return dict(_NOTHING)
    if len(values) == 1:
        return {"term": {name: {"value": values[0]}}}
    return {"terms": {name: values}}


def _between(given: Range, kinds: Mapping[str, str]) -> dict[str, Any]:
    name, kind = _searchable(given.field, kinds)
    bounds = _bounds(given)
    if not bounds or not all(_fits(limit, kind, name) for limit in bounds.values()):
        return dict(_NOTHING)
    if kind not in _WHOLE:
        return {"range": {name: bounds}}
    least, most = _whole_bounds(bounds, kind)
    return {"range": {name: {"gte": least, "lte": most}}} if least <= most else dict(_NOTHING)


def _bounds(given: Range) -> dict[str, Value]:
    names = ("gt", "gte", "lt", "lte")
    return {name: limit for name in names if (limit := getattr(given, name)) is not None}


def _whole_bounds(bounds: Mapping[str, Any], kind: str) -> tuple[int, int]:
    """The whole numbers of the type that lie within, from the least to the greatest.

    Servers refuse bounds beyond a type's own, and not all of them round fractions the same way.
    """
    least, most = _WHOLE[kind]
    if "gt" in bounds:
        least = max(least, math.floor(bounds["gt"]) + 1)
    if "gte" in bounds:
        least = max(least, math.ceil(bounds["gte"]))
    if "lt" in bounds:
        most = min(most, math.ceil(bounds["lt"]) - 1)
    if "lte" in bounds:
        most = min(most, math.floor(bounds["lte"]))
    return least, most


def _is_whole(value: Any, kind: str) -> bool:
    """Whether a number can be one of a field of this type of whole numbers."""
    least, most = _WHOLE[kind]
    return bool(least <= value <= most and value == int(value))


def _searchable(name: str, kinds: Mapping[str, str]) -> tuple[str, str]:
    """The field that holds whole values, and its type; '' where nothing can match."""
    kind = kinds.get(name, "")
    if kind == "text":
        if kinds.get(f"{name}.keyword") == "keyword":
            return f"{name}.keyword", "keyword"
        raise FilterError(
            f"{name}: a field of text holds words, not values: filter by a field of the type "
            "keyword"
        )
    return name, kind


def _fits(value: Value, kind: str, name: str) -> bool:
    """Whether a value can be compared with those of a field of this type."""
    if kind in ("", "object", "nested"):
        return False
    if kind == "boolean":
        return isinstance(value, bool)
    if kind in _NUMBERS:
        if isinstance(value, (bool, str)):
            return False
        if kind not in _WHOLE and isinstance(value, int) and abs(value) >= _EXACT:
            raise FilterError(
                f"{name}: {value} has more digits than the index's numbers keep, so that others "
                "would match too: index such a number as a string"
            )
        return True
    if kind in ("date", "date_nanos"):
        return not isinstance(value, bool)
    return isinstance(value, str)
