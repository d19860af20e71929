"""Filters as Elasticsearch takes them: what cannot be told to match does not match.

The type of a field decides which values can match it: a string never matches a number, and a field
that no document has matches nothing, also where it is negated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...errors import FilterError
from ..filters import And, Exists, Filter, In, Not, Or, Range, Value

__all__ = ["condition", "field_names"]

_NOTHING: dict[str, Any] = {"match_none": {}}
_WHOLE = frozenset(("byte", "short", "integer", "long", "unsigned_long"))
_NUMBERS = _WHOLE | {"double", "float", "half_float", "scaled_float"}
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
        there = condition(Exists(given.filter.field), kinds)
        return {"bool": {"filter": [there], "must_not": [condition(given.filter, kinds)]}}
    parts = [condition(part, kinds) for part in given.filters]
    if not parts:
        return dict(_NOTHING)
    if isinstance(given, And):
        return {"bool": {"filter": parts}}
    return {"bool": {"should": parts, "minimum_should_match": 1}}


def _one_of(given: In, kinds: Mapping[str, str]) -> dict[str, Any]:
    name, kind = _searchable(given.field, kinds)
    values = [value for value in given.values if _fits(value, kind, name)]
    if not values:
        return dict(_NOTHING)
    if len(values) == 1:
        return {"term": {name: {"value": values[0]}}}
    return {"terms": {name: values}}


def _between(given: Range, kinds: Mapping[str, str]) -> dict[str, Any]:
    name, kind = _searchable(given.field, kinds)
    bounds = {
        bound: limit
        for bound in ("gt", "gte", "lt", "lte")
        if (limit := getattr(given, bound)) is not None
    }
    if not bounds or not all(_fits(limit, kind, name) for limit in bounds.values()):
        return dict(_NOTHING)
    return {"range": {name: bounds}}


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
    """Whether a value can be one of a field of this type."""
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
        return not (kind in _WHOLE and isinstance(value, float) and not value.is_integer())
    if kind in ("date", "date_nanos"):
        return not isinstance(value, bool)
    return isinstance(value, str)
