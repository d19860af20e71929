"""``fulltext-query settings``: everything that can be tuned, as a table or as a TOML file."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from ..settings import Settings
from .outputs import emit
from .tables import show

__all__ = ["print_table", "print_toml", "range_of"]

_HEADERS = ("name", "value", "range", "description")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")

# What no bound of the field's type says
_RANGES = {
    "language": "auto or a code such as en",
    "fallback_language": "a code such as en",
    "conversion_exceptions": "words",
    "user_words": "words",
    "dictionaries": "paths",
    "pos_weights": "0 to 1000 each",
    "entity_weights": "0 to 1000 each",
    "fields": "0 to 1000000 each",
    "subword_field": "a field's name, or none",
    "phrase_fields": "names of fields",
    "fine_fields": "names of fields",
    "min_match": "-100% to 100%, a number, a conditional",
    "paragraph_min_match": "as min_match",
}


def print_table(settings: Settings) -> None:
    """Prints name, value, range and description of every setting."""
    rows = [
        (name, _shown(getattr(settings, name)), range_of(name, field), field.description or "")
        for name, field in Settings.model_fields.items()
    ]
    show(_HEADERS, rows)


def print_toml(settings: Settings) -> None:
    """Prints a TOML file that --settings reads back to the same settings."""
    lines = ["# Settings of fulltext-query: fulltext-query build --settings FILE"]
    absent = [name for name in Settings.model_fields if getattr(settings, name) is None]
    if absent:
        # TOML has no null: the preset says it, and the lines below say all the rest
        lines += ["", *_comment(f"The preset gives no value to {', '.join(absent)}.")]
        lines.append('preset = "documents"')
    for name, field in Settings.model_fields.items():
        lines += ["", *_comment(f"{field.description}"), f"# Range: {range_of(name, field)}"]
        value = getattr(settings, name)
        lines.append(f"# {name}: none" if value is None else f"{name} = {_toml(value)}")
    emit("\n".join(lines))


def range_of(name: str, field: FieldInfo) -> str:
    """What a setting may be, in words."""
    if name in _RANGES:
        return _RANGES[name]
    kinds = get_args(field.annotation) if field.annotation is not bool else (True, False)
    if get_origin(field.annotation) is Literal or field.annotation is bool:
        return ", ".join(map(_shown, kinds))
    bounds = {
        key: getattr(item, key)
        for item in field.metadata
        for key in ("ge", "gt", "le")
        if getattr(item, key, None) is not None
    }
    low = f"above {bounds['gt']}" if "gt" in bounds else str(bounds.get("ge", "any"))
    none = ", null" if type(None) in kinds else ""
    return f"{low} to {bounds.get('le', 'any')}{none}"


def _shown(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return " ".join(f"{name}^{factor:g}" for name, factor in value.items())
    if isinstance(value, tuple):
        return ", ".join(value)
    return str(value)


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(text, 96, break_long_words=False)]


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _toml_text(value)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_toml_key(name)} = {_toml(item)}" for name, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return repr(value)


def _toml_key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _toml_text(name)


def _toml_text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
