"""Finds the texts of an answer in JSON: whole, in prose, in a fence, or cut off."""

from __future__ import annotations

import json
import re
from typing import Any

from .replies_words import LIST_KEYS, REASONING_KEYS, TEXT_KEYS

__all__ = ["Found", "find_json"]

_STARTS = 24  # brackets at which JSON is looked for: prose with more has none
_DEEP = 6  # levels of nesting that are looked into
_TOKEN = re.compile(r'\\.|["\[\]{},:]', re.DOTALL)
_LOOSE = re.compile(r",(\s*[\]}])")
_PYTHON = re.compile(r"\[\s*'")
_BETWEEN = re.compile(r"'\s*,\s*'")
_NEXT = re.compile(r"[\s,;]*(?=[\[{])")
_decode = json.JSONDecoder(strict=False).raw_decode

Found = tuple[list[str], int, bool]
"""The texts in their order; how many elements had none; whether the JSON was cut off."""


def find_json(text: str) -> Found | None:
    """The texts of the first JSON value that looks like an answer; None where there is none."""
    stripped = text.strip()
    if stripped[:1] == '"' and stripped[-1:] == '"':
        whole = _parsed(stripped, 0)
        if whole is not None and whole[1] == len(stripped) and isinstance(whole[0], str):
            inner = find_json(whole[0]) if whole[0][:1] in ("[", "{") else None
            return inner or ([whole[0]], 0, False)
        return None
    best: Found | None = None
    at = 0
    for _ in range(_STARTS):
        at = _next_start(text, at)
        if at < 0:
            break
        parsed = _parsed(text, at)
        if parsed is None:
            listed = _single_quoted(text, at)
            if listed:
                return listed, 0, False
            at += 1
            continue
        value, end = parsed
        texts, skipped = _texts(value)
        if texts or (not skipped and _alone(text, at, end)):
            return _with_neighbours(text, end, texts, skipped)
        if best is None and skipped:
            best = ([], skipped, False)
        at = end
    return best or _cut_off(text)


def _with_neighbours(text: str, at: int, texts: list[str], skipped: int) -> Found:
    """With the objects that follow on lines of their own: one JSON value a line."""
    for _ in range(_STARTS):
        following = _NEXT.match(text, at)
        parsed = _parsed(text, following.end()) if following else None
        if parsed is None:
            break
        more, missed = _texts(parsed[0])
        texts, skipped, at = texts + more, skipped + missed, parsed[1]
    return texts, skipped, False


def _next_start(text: str, at: int) -> int:
    places = [place for place in (text.find("[", at), text.find("{", at)) if place >= 0]
    return min(places, default=-1)


def _alone(text: str, start: int, end: int) -> bool:
    """Whether JSON is all that its line has."""
    before = text[:start].rpartition("\n")[2]
    after = text[end:].partition("\n")[0]
    return not before.strip(" \t`") and not after.strip(" \t`.")


def _parsed(text: str, at: int) -> tuple[Any, int] | None:
    try:
        return _decode(text, at)
    except (ValueError, RecursionError):
        pass
    end = max(text.rfind("]"), text.rfind("}")) + 1
    if end <= at:
        return None
    loose = _LOOSE.sub(r"\1", text[at:end])  # a comma after the last element
    if len(loose) == end - at:
        return None
    try:
        value, length = _decode(loose, 0)
    except (ValueError, RecursionError):
        return None
    return value, end if length == len(loose) else at + length


def _name(key: object) -> str:
    return re.sub(r"[\s_\-]|#?\d+\Z", "", str(key)[:60].casefold())


def _is_reasoning(name: str) -> bool:
    return name in REASONING_KEYS or any(
        stem in name for stem in ("think", "thought", "reason", "stepbystep")
    )


def _texts(value: Any, depth: int = 0) -> tuple[list[str], int]:
    """The texts of a JSON value, and how many of its elements had none."""
    match value:
        case str():
            return ([value], 0) if value.strip() else ([], 1)
        case list() if depth < _DEEP:
            texts: list[str] = []
            skipped = 0
            for element in value:
                more, missed = _texts(element, depth + 1)
                texts += more
                skipped += missed
            return texts, skipped
        case dict() if depth < _DEEP:
            return _of_object(value, depth)
        case _:
            return [], 1


def _of_object(value: dict[Any, Any], depth: int) -> tuple[list[str], int]:
    named = [(_name(key), held) for key, held in value.items()]
    lists = [held for name, held in named if isinstance(held, list) and name in LIST_KEYS]
    lists = lists or [
        held for name, held in named if isinstance(held, list) and not _is_reasoning(name)
    ]
    if lists:
        return _texts(lists[0], depth + 1)
    inner = [held for name, held in named if isinstance(held, dict) and name in LIST_KEYS]
    if inner:
        return _texts(inner[0], depth + 1)
    strings = [(name, held) for name, held in named if isinstance(held, str)]
    known = [held for name, held in strings if name in TEXT_KEYS or not name]
    if len(known) > 1 and all(name in ("", _shared_name(strings)) for name, _ in strings):
        return _texts(known, depth + 1)  # {"1": …, "2": …}, {"query1": …, "query2": …}
    if known:
        return ([known[0]], 0) if known[0].strip() else ([], 1)
    return [], 1


def _shared_name(strings: list[tuple[str, str]]) -> str:
    """The name that numbered entries share."""
    return next((name for name, _ in strings if name), "")


def _cut_off(text: str) -> Found | None:
    """What is complete of JSON that never ends."""
    start = _next_start(text, 0)
    if start < 0:
        return None
    closed = _completed(text, start)
    if closed is None:
        return None
    try:
        value = json.loads(closed, strict=False)
    except (ValueError, RecursionError):
        return None
    texts, skipped = _texts(value)
    return (texts, skipped, True) if texts else None


def _completed(text: str, start: int) -> str | None:
    """The JSON up to its last complete value, closed; None where it has none."""
    stack: list[str] = []
    end, closing = 0, ""
    inside = False  # a string
    before = ""  # the last sign outside of strings
    for token in _TOKEN.finditer(text, start):
        sign = token[0]
        if inside:
            if sign == '"':
                inside = False
                if stack and (stack[-1] == "]" or before == ":"):  # else it is a key
                    end, closing = token.end(), "".join(reversed(stack))
            continue
        if sign == '"':
            inside = True
        elif sign in "[{":
            stack.append("]" if sign == "[" else "}")
            if len(stack) > _DEEP:
                break
        elif sign in "]}":
            if not stack or stack.pop() != sign or not stack:
                break
            end, closing = token.end(), "".join(reversed(stack))
        before = sign
    return text[start:end] + closing if end else None


def _single_quoted(text: str, at: int) -> list[str] | None:
    """The strings of a list as Python prints it; None where there is no such list."""
    end = text.rfind("]")
    opening = _PYTHON.match(text, at)
    if opening is None or end < opening.end():
        return None
    inner = text[opening.end() : end].rstrip().removesuffix(",").rstrip()
    if not inner.endswith("'"):
        return None
    return _BETWEEN.split(inner[:-1])
