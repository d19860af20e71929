"""What the values of settings may look like: fields, minimum matches, weights, user words."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from .errors import FieldError, MinMatchError, SettingsError

__all__ = [
    "ENVIRONMENT_PREFIX",
    "FrozenMapping",
    "LANGUAGES",
    "LLM_PREFIX",
    "LLM_TABLE",
    "MAX_USER_WORD",
    "parse_field_name",
    "parse_field_names",
    "parse_fields",
    "parse_language",
    "parse_min_match",
    "parse_optional",
    "parse_paths",
    "parse_user_words",
    "parse_weights",
    "parse_words",
    "read_environment",
    "read_llm_environment",
]

V = TypeVar("V")

ENVIRONMENT_PREFIX = "FULLTEXT_QUERY_"
LLM_PREFIX = "FULLTEXT_QUERY_LLM_"
LLM_TABLE = "llm"
"""The table of a settings file that is of the language models' servers, not of the query."""
_MAX_COUNT = 10_000
MAX_USER_WORD = 64
"""Characters of a user word: bounds what a segmenter looks ahead."""
LANGUAGES = (
    "auto", "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi",
    "fr", "ga", "he", "hi", "hu", "hy", "id", "it", "ja", "ko", "lt", "mk", "nb", "ne", "nl", "no",
    "pl", "pt", "ro", "ru", "sr", "sv", "ta", "tr", "uk", "ur", "vi", "zh",
)  # fmt: skip
_NOTHING = ("", "none", "null")
_FRACTION = re.compile(r"[01]?\.[0-9]{1,9}")
_COUNT = re.compile(r"-?[0-9]{1,9}")
_PERCENT = re.compile(r"-?[0-9]{1,9}%")
_CONDITION = re.compile(r"([0-9]{1,9})<(-?[0-9]{1,9}%?)")
# What query_string reads as syntax, as a pattern of names or as a separator inside a field's name
_FIELD_NAME = re.compile(r"[\w.@#$%-]+")


class FrozenMapping(Mapping[str, V]):
    """A mapping that cannot change; unlike a mapping proxy it can be hashed, copied and pickled."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, V]) -> None:
        self._items = dict(items)

    def __getitem__(self, name: str) -> V:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and self._items == dict(other)

    def __repr__(self) -> str:
        return repr(self._items)


def parse_min_match(value: object) -> str:
    """A minimum_should_match as Elasticsearch takes it; '' asks for none.

    A number from 0 to 1 is a fraction of the words (1 is all of them), a whole number from 2 or a
    negative one a count; strings are counts, percentages or conditionals as in Solr and
    Elasticsearch. Raises MinMatchError.
    """
    if value is None or value == "":
        return ""
    if isinstance(value, str):
        return _parse_text(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise MinMatchError(_refusal(value))
    if isinstance(value, int) and not 0 <= value <= 1:
        return _count(str(value), value)
    if not (math.isfinite(value) and 0 <= value <= 1):
        raise MinMatchError(_refusal(value))
    percent = round(value * 100)
    if value > 0 and percent == 0:
        raise MinMatchError(f"min_match {value!r} is less than one per cent; 0 asks for none")
    return f"{percent}%" if percent else ""


def _parse_text(value: str) -> str:
    text = re.sub(r"\s*<\s*", "<", value.strip())
    if _FRACTION.fullmatch(text):  # from a command line or the environment
        return parse_min_match(float(text))
    if "<" not in text:
        return _count_or_percent(text, value)
    last = -1
    for part in text.split():
        match = _CONDITION.fullmatch(part)
        if match is None:
            raise MinMatchError(_refusal(value))
        bound = int(match[1])
        if bound <= last:
            raise MinMatchError(
                f"min_match {value!r}: the numbers before '<' must rise, as in '2<-25% 9<-3'"
            )
        last = bound
        _count_or_percent(match[2], value)
    return " ".join(text.split())


def _count_or_percent(text: str, value: object) -> str:
    if _PERCENT.fullmatch(text):
        percent = int(text[:-1])
        if not -100 <= percent <= 100:
            raise MinMatchError(f"min_match {value!r}: a percentage goes from -100% to 100%")
        return f"{percent}%" if percent else ""
    if _COUNT.fullmatch(text):
        return _count(text, value)
    raise MinMatchError(_refusal(value))


def _count(text: str, value: object) -> str:
    count = int(text)
    if abs(count) > _MAX_COUNT:
        raise MinMatchError(f"min_match {value!r}: a count goes from -{_MAX_COUNT} to {_MAX_COUNT}")
    return str(count) if count else ""


def _refusal(value: object) -> str:
    return (
        f"min_match {value!r} is not usable: give a fraction (0.3), a whole percentage ('30%', "
        "'-25%'), a count ('2', '-1') or a conditional ('2<-25% 9<-3'); 0 asks for none"
    )


def parse_fields(value: object) -> dict[str, float]:
    """Field boosts from a mapping, from 'name^boost' strings, or from one such string.

    Order is kept. Boosts are finite, from 0 up and not all 0; a field with boost 0 is left out.
    Raises FieldError.
    """
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    pairs: list[tuple[object, object]] = []
    if isinstance(value, Mapping):
        pairs = list(value.items())
    elif isinstance(value, Iterable):
        for item in value:
            if not isinstance(item, str):
                raise FieldError(f"fields: {item!r} is not a 'name^boost' string")
            name, caret, text = item.partition("^")
            pairs.append((name, text if caret else 1.0))
    else:
        raise FieldError(
            "fields: give a mapping of names to boosts, or a list of 'name^boost' strings"
        )
    fields: dict[str, float] = {}
    for given, boost in pairs:
        name = given if isinstance(given, str) else ""
        if not _is_field_name(name):
            raise FieldError(f"fields: {given!r} {_NO_FIELD_NAME}")
        if name in fields:
            raise FieldError(f"fields: {name!r} is given twice")
        fields[name] = _boost(name, boost)
    if not fields:
        raise FieldError("fields: give at least one field to search")
    if not any(fields.values()):
        raise FieldError("fields: every boost is 0, so nothing could score; give one above 0")
    return {name: boost for name, boost in fields.items() if boost}


_NO_FIELD_NAME = (
    "is not usable as a field's name: it must not be empty and not hold blanks, '^', wildcards or "
    "other query syntax"
)


def _is_field_name(name: str) -> bool:
    return _FIELD_NAME.fullmatch(name) is not None and name[0] not in "-+"


def parse_field_name(value: object) -> str:
    """The name of a field, or '' for none. Raises FieldError."""
    if not isinstance(value, str) or (value and not _is_field_name(value)):
        raise FieldError(f"{value!r} {_NO_FIELD_NAME}")
    return value


def parse_field_names(value: object) -> tuple[str, ...]:
    """Names of fields from a list, or of one string those between commas and blanks."""
    names = parse_words(value)
    if not isinstance(names, (list, tuple)):
        raise FieldError(f"{value!r} is no list of names of fields")
    return tuple(parse_field_name(name) for name in names)


def _boost(name: str, boost: object) -> float:
    try:
        number = float("nan" if isinstance(boost, bool) else boost)  # type: ignore[arg-type]  # what is no number raises
    except (TypeError, ValueError, OverflowError):
        raise FieldError(f"fields: the boost of {name!r} is {boost!r}, not a number") from None
    if not math.isfinite(number) or not 0 <= number <= 1e6 or 0 < number < 1e-6:
        raise FieldError(
            f"fields: the boost of {name!r} is {boost!r}; it is 0 or a number from 0.000001 to "
            "1000000"
        )
    return number


def parse_weights(value: object) -> object:
    """A mapping of classes to factors, as JSON where it is a string."""
    if not isinstance(value, str):
        return value
    text = value.strip()
    if text.startswith("{"):
        try:
            return json.loads(text)
        except ValueError as error:
            raise SettingsError(f"not JSON: {error}") from None
    pairs = [part.partition("^") for part in text.replace(",", " ").split()]
    if not all(caret for _, caret, _ in pairs):
        raise SettingsError(f"{value!r} is neither JSON nor a list of 'name^factor'")
    return {name: factor for name, _, factor in pairs}


def parse_user_words(value: object) -> tuple[str, ...]:
    """Lines of 'word [frequency [tag]]'. Raises SettingsError for a line that says less or more."""
    if isinstance(value, str):
        value = re.split(r"[,\n]", value)
    if not isinstance(value, Iterable) or isinstance(value, Mapping):
        raise SettingsError("user_words: give a list of 'word [frequency [tag]]' lines")
    words = []
    for line in value:
        if not isinstance(line, str):
            raise SettingsError(f"user_words: {line!r} is not a string")
        parts = line.split()
        if not parts:
            continue
        if len(parts) > 3 or (len(parts) > 1 and not re.fullmatch(r"[0-9]{1,12}", parts[1])):
            raise SettingsError(
                f"user_words: {line!r} is not of the form 'word [frequency [tag]]', where the "
                "frequency is a whole number from 0 up"
            )
        if len(parts[0]) > MAX_USER_WORD:
            raise SettingsError(
                f"user_words: {parts[0][:20]!r}… has {len(parts[0])} characters; a word has "
                f"{MAX_USER_WORD} at most"
            )
        words.append(" ".join(parts))
    return tuple(words)


def parse_language(value: object) -> str:
    """'auto' or an ISO 639 code that some list or stemmer here is for. Raises SettingsError."""
    if not isinstance(value, str) or value not in LANGUAGES:
        shown = value.lower()[:2] if isinstance(value, str) else ""
        hint = f"; did you mean {shown!r}?" if shown in LANGUAGES else ""
        raise SettingsError(f"{value!r} is no language known here{hint} ({' '.join(LANGUAGES)})")
    return value


def parse_paths(value: object) -> object:
    """Paths from a list, or of one string those between commas; as strings."""
    if isinstance(value, str | os.PathLike):
        text = os.fspath(value)
        value = text.split(",") if isinstance(text, str) else ()
    if not isinstance(value, Iterable) or isinstance(value, Mapping):
        raise SettingsError(f"{value!r} is no list of paths")
    paths = [os.fspath(path) if isinstance(path, os.PathLike) else path for path in value]
    return tuple(path.strip() if isinstance(path, str) else path for path in paths if path)


def parse_words(value: object) -> object:
    """A list of words, of one string those between commas and blanks."""
    return tuple(value.replace(",", " ").split()) if isinstance(value, str) else value


def parse_optional(value: object) -> object:
    """None where the value says so in words, as files and the environment must."""
    return None if isinstance(value, str) and value.strip().lower() in _NOTHING else value


def read_environment(
    names: tuple[str, ...], environment: Mapping[str, str] | None
) -> dict[str, Any]:
    """The settings that the environment gives, by name. Raises SettingsError for unknown names."""
    source = os.environ if environment is None else environment
    known = {*names, "preset", "settings"}
    values: dict[str, Any] = {}
    for variable, text in source.items():
        upper = variable.upper()
        if not upper.startswith(ENVIRONMENT_PREFIX) or upper.startswith(LLM_PREFIX):
            continue
        name = variable[len(ENVIRONMENT_PREFIX) :].lower()
        if name not in known:
            raise SettingsError(f"environment: {variable} names no setting ({name!r})")
        values[name] = _from_text(variable, text)
    return values


def read_llm_environment(
    names: tuple[str, ...], environment: Mapping[str, str] | None
) -> tuple[dict[str, str], str | None]:
    """The settings of language models that the environment gives, and the settings file it names.

    Raises SettingsError for unknown names, never with a value: one of them is a key.
    """
    source = os.environ if environment is None else environment
    values: dict[str, str] = {}
    file = None
    for variable, text in source.items():
        if variable.upper() == f"{ENVIRONMENT_PREFIX}SETTINGS":
            file = text
        if not variable.upper().startswith(LLM_PREFIX):
            continue
        name = variable[len(LLM_PREFIX) :].lower()
        if name not in names:
            raise SettingsError(f"environment: {variable} names no setting ({name!r})")
        values[name] = text
    return values, file or None


def _from_text(variable: str, text: str) -> Any:
    if not isinstance(text, str):
        raise SettingsError(f"environment: {variable} is {text!r}, not a string")
    if not text.lstrip().startswith(("{", "[")):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"environment: {variable} is not JSON: {error}") from error
