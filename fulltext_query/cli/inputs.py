"""What a command works on: texts, settings and synonyms, each from where the user put it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from ..builder import FulltextQuery
from ..errors import DictionaryError, SettingsError
from ..lexicon.synonyms import SynonymEntries, from_rules
from ..setting_types import ENVIRONMENT_PREFIX, parse_min_match
from ..settings import Settings
from .outputs import complain

__all__ = ["WrongUse", "make_builder", "make_settings", "one_text", "text_lines"]

_SURROGATES = range(0xD800, 0xE000)


class WrongUse(Exception):  # noqa: N818  # named after what happened
    """The command was called in a way that cannot be done; the message tells how it can."""


# --- texts ----------------------------------------------------------------------------------------


def one_text(given: str | None) -> str:
    """The TEXT given, or all of standard input where it is absent or '-'. Raises WrongUse."""
    text = _argument(given)
    if text is not None:
        return text
    data = _standard_input().read()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_utf8(data.count(b"\n", 0, error.start) + 1, error) from None
    return text.removesuffix("\n").removesuffix("\r")


def text_lines(given: str | None) -> Iterator[str]:
    """The lines of TEXT, or of standard input as they come. Raises WrongUse."""
    text = _argument(given)
    if text is not None:
        for line in text.removesuffix("\n").split("\n"):
            yield line.removesuffix("\r")
        return
    for number, data in enumerate(_standard_input(), 1):
        try:
            line = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise _not_utf8(number, error) from None
        yield line.removesuffix("\n").removesuffix("\r")


def _argument(given: str | None) -> str | None:
    return None if given is None or given == "-" else _mended(given)


def _mended(text: str) -> str:
    """An argument whose bytes were read in another encoding, or are not UTF-8 at all."""
    if not any(ord(character) in _SURROGATES for character in text):
        return text
    try:
        data = os.fsencode(text)
    except UnicodeEncodeError:
        data = text.encode("utf-8", "surrogatepass")
    mended = data.decode("utf-8", "replace")
    if "\ufffd" in mended:
        complain("TEXT holds bytes that are not UTF-8; they are read as separators")
    return mended


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise WrongUse("no TEXT is given and standard input is closed: give the text as TEXT")
    if sys.stdin.isatty():
        end = "Ctrl-Z and Enter" if os.name == "nt" else "Ctrl-D"
        complain(f"reading the text from the terminal; end it with {end} on a new line")
    return sys.stdin.buffer


def _not_utf8(line: int, error: UnicodeDecodeError) -> WrongUse:
    return WrongUse(
        f"standard input is not UTF-8: line {line} has the byte 0x{error.object[error.start]:02x} "
        "where no character can begin or go on; convert it first, as with "
        "'iconv -f GB18030 -t UTF-8'"
    )


# --- settings -------------------------------------------------------------------------------------


def make_settings(
    path: Path | None,
    preset: str | None,
    changes: Sequence[str] | None,
    min_match: str | None = None,
) -> Settings:
    """Settings: preset, then file, then environment, then --set, then --min-match.

    Raises SettingsError, WrongUse.
    """
    environment = dict(os.environ)
    if preset is not None:
        Settings.preset(preset)  # an unknown one is told as what it is
        name = f"{ENVIRONMENT_PREFIX}PRESET"
        environment = {key: text for key, text in environment.items() if key.upper() != name}
        environment[name] = preset
    settings = Settings.from_environment(environment, file=path)
    values = dict(_change(change) for change in changes or ())
    if min_match is not None:
        values["min_match"] = parse_min_match(min_match)
    try:
        return settings.replace(**values)
    except SettingsError as error:
        hint = "" if values.keys() <= Settings.model_fields.keys() else _LISTED
        raise SettingsError(f"--set {error}{hint}") from error


_LISTED = "; 'fulltext-query settings' lists them all"


def _change(change: str) -> tuple[str, Any]:
    name, equals, text = change.partition("=")
    name = name.strip().lower().replace("-", "_")
    if not equals or not name:
        raise WrongUse(f"--set {change!r}: give NAME=VALUE, as in --set phrase_weight=0.5")
    if name == "preset":
        raise WrongUse(f"--set {change!r}: a preset is chosen with --preset {text}")
    text = _mended(text.strip())
    if text == "null":
        return name, None
    if text.startswith(("{", "[")):
        try:
            return name, json.loads(text)
        except ValueError as error:
            raise WrongUse(f"--set {name}: {text!r} is not JSON: {error}") from None
    field = Settings.model_fields.get(name)
    if field is not None and str(field.annotation).startswith("tuple"):
        return name, [item.strip() for item in text.split(",") if item.strip()]
    return name, text


# --- builder --------------------------------------------------------------------------------------


def make_builder(
    settings: Settings,
    synonyms: Path | None = None,
    dictionaries: Sequence[Path] | None = None,
    glossary: Mapping[str, Sequence[str]] | None = None,
) -> FulltextQuery:
    """The builder, with folders of dictionaries, the rules of a synonyms file and a glossary.

    Lines that are left out of dictionaries that need not be right are told of.
    Raises DictionaryError and the builder's.
    """
    builder = FulltextQuery(
        settings,
        dictionaries=dictionaries or (),
        synonyms=None if synonyms is None else _rules(synonyms),
        glossary=glossary,
    )
    for problem in builder.dictionaries.problems:
        if problem.severity == "error":
            complain(f"left out: {problem}")
    return builder


def _rules(path: Path) -> SynonymEntries:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise DictionaryError(f"cannot read synonyms from {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise DictionaryError(f"{path}, line {line}: not UTF-8; convert the file first") from error
    return from_rules(text.split("\n"), str(path))
