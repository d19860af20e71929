"""Filters that fail closed: what cannot be told to match does not match.

A filter speaks of a document's metadata by name. An unknown name matches nothing, and so does an
empty list of values; ``Not`` finds only documents whose field has values of a type that the filter
speaks of: that a text is not the number 7 tells nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Union

from ..errors import FilterError
from .ids import is_utf8

__all__ = ["And", "Exists", "Filter", "In", "Not", "Or", "Range", "Value", "parse_filter"]

Value = Union[str, int, float, bool]  # noqa: UP007  # a runtime alias that isinstance can take apart
_RANGE = ("gt", "gte", "lt", "lte")
_LEVELS = 12  # of and, or and lists in each other: engines refuse queries much deeper than that


@dataclass(frozen=True, slots=True)
class In:
    """The field has one of the values; with none, nothing matches."""

    field: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """The field lies between bounds, all numbers or all strings (such as ISO dates).

    Strings compare by code point. At least one bound is given.
    """

    field: str
    gt: Value | None = None
    gte: Value | None = None
    lt: Value | None = None
    lte: Value | None = None


@dataclass(frozen=True, slots=True)
class Exists:
    """The field has a value."""

    field: str


@dataclass(frozen=True, slots=True)
class Not:
    """The field has a value of the filter's type, and the filter does not match."""

    filter: In | Range


@dataclass(frozen=True, slots=True)
class And:
    """All of them match; there is at least one."""

    filters: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """One of them matches; with none, nothing does."""

    filters: tuple[Filter, ...]


Filter = In | Range | Exists | Not | And | Or


def parse_filter(given: object) -> Filter | None:
    """A filter, checked, or one of a mapping; None for None.

    {"tenant": "a"} is equal, {"lang": ["en", "de"]} any of them, {"year": {"gte": 2020}} a range
    (gt, gte, lt, lte), {"draft": {"not": True}} not equal, {"owner": {"exists": True}}; several
    names must all match. {"or": [filter, filter]} and {"and": [filter, filter]} join filters; of a
    field that is called "or" or "and", make an ``In`` by hand. A list without values matches
    nothing. Raises FilterError (a ValueError) for {}, for None as a value and for anything else
    that would leave open what is meant.
    """
    return None if given is None else _parsed(given, _LEVELS)


def _parsed(given: object, levels: int) -> Filter:
    if not levels:
        raise FilterError(f"the filter has more than {_LEVELS} levels of filters in each other")
    if isinstance(given, Filter):
        return _checked(given, levels)
    if not isinstance(given, Mapping):
        raise FilterError(f"a filter is a mapping of names to values, not {type(given).__name__}")
    if not given:
        raise FilterError("the filter is empty: give None where nothing is to be filtered")
    parts = [
        _joined(name, value, levels) if name in ("or", "and") else _field(name, value)
        for name, value in given.items()
    ]
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def _joined(name: str, value: object, levels: int) -> And | Or:
    if not isinstance(value, (list, tuple)):
        raise FilterError(
            f"{name!r} joins a list of filters, not {value!r:.80}; for a field of this name give "
            f"In({name!r}, …)"
        )
    if name == "and" and not value:
        raise FilterError("'and' of no filters would match all: give None instead")
    parts = tuple([_parsed(one, levels - 1) for one in value])
    return And(parts) if name == "and" else Or(parts)


def _checked(given: object, levels: int) -> Filter:
    """A filter that was made by hand: held to what its class says, part by part."""
    if not levels:
        raise FilterError(f"the filter has more than {_LEVELS} levels of filters in each other")
    match given:
        case And(filters) | Or(filters):
            if not isinstance(filters, (list, tuple)):
                raise FilterError(f"{given!r}: its filters are no list")
            if isinstance(given, And) and not filters:
                raise FilterError("And of no filters would match all: give None instead")
            return type(given)(tuple(_checked(one, levels - 1) for one in filters))
        case Not(inner):
            if not isinstance(inner, (In, Range)):
                raise FilterError(f"{given!r}: Not is of one In or Range")
            return _not(_simple(inner))
        case In() | Range():
            return _simple(given)
        case Exists(name):
            return Exists(_named(name))
    raise FilterError(f"{given!r} is no filter")


def _simple(given: In | Range) -> In | Range:
    name = _named(given.field)
    if isinstance(given, In):
        if not isinstance(given.values, (list, tuple, set, frozenset)):
            raise FilterError(f"{name}: the values of In are a list, not {given.values!r}")
        return In(name, _values(name, given.values))
    bounds = {bound: getattr(given, bound) for bound in _RANGE}
    return _range(name, {bound: limit for bound, limit in bounds.items() if limit is not None})


def _not(inner: In | Range) -> Not:
    if isinstance(inner, In) and not inner.values:
        raise FilterError(
            f"{inner.field}: 'not' of no values leaves open what is meant: give 'exists' for all "
            "that have the field"
        )
    return Not(inner)


def _named(name: object) -> str:
    if not isinstance(name, str) or not name.strip():
        raise FilterError(f"{name!r} is no name of a field")
    if not is_utf8(name):
        raise FilterError(f"{name!r} holds half of a surrogate pair: no field is called so")
    return name


def _field(name: object, value: object) -> Filter:
    name = _named(name)
    if isinstance(value, Mapping):
        return _condition(name, value)
    return In(name, _values(name, value))


def _condition(name: str, value: Mapping[Any, Any]) -> Filter:
    if set(value) == {"not"}:
        return _not(In(name, _values(name, value["not"])))
    if set(value) == {"exists"}:
        if value["exists"] is not True:
            raise FilterError(f"{name}: 'exists' can only be True; a missing field never matches")
        return Exists(name)
    unknown = sorted(map(repr, set(value) - set(_RANGE)))
    if unknown:
        raise FilterError(
            f"{name}: {unknown[0]} is no condition here; there are {', '.join(_RANGE)}, and 'not' "
            "and 'exists', each of which stands alone"
        )
    return _range(name, value)


def _range(name: str, value: Mapping[str, Any]) -> Range:
    if not value:
        raise FilterError(f"{name}: a range without bounds; give one of {', '.join(_RANGE)}")
    bounds = {bound: _value(name, limit) for bound, limit in value.items()}
    if len({isinstance(limit, str) for limit in bounds.values()}) > 1 or any(
        isinstance(limit, bool) for limit in bounds.values()
    ):
        raise FilterError(f"{name}: the bounds of a range are all numbers or all strings")
    return Range(name, **bounds)


def _values(name: str, value: object) -> tuple[Value, ...]:
    if isinstance(value, (list, tuple, set, frozenset)):
        return tuple(_value(name, one) for one in _ordered(value))
    return (_value(name, value),)


def _ordered(values: Iterable[Any]) -> Iterable[Any]:
    return sorted(values, key=repr) if isinstance(values, (set, frozenset)) else values


def _value(name: str, value: object) -> Value:
    if isinstance(value, float) and not math.isfinite(value):
        raise FilterError(f"{name}: {value} is no value to compare with")
    if isinstance(value, int) and abs(value) >> 64:
        raise FilterError(f"{name}: a number of more than 64 bits; no document can have it")
    if isinstance(value, str) and not is_utf8(value):
        raise FilterError(f"{name}: {value!r} holds half of a surrogate pair; no document has it")
    if isinstance(value, (str, int, float, bool)):
        return value
    raise FilterError(
        f"{name}: {value!r} is no value to filter by: give a string, a number, True or False, or a "
        "list of these"
    )
