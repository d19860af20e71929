"""Stop-word lists: stopwords-iso's JSON of all languages, or one word a line."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

from ...errors import DictionaryError
from ..folding import fold
from .files import read_bytes, read_lines
from .model import Imported, Problem, as_written, refuse_unless_usable

__all__ = ["function_words_from"]


def function_words_from(
    path: str | Path, language: str, *, source: str = "", strict: bool = False
) -> Imported:
    """Lines of ``function_words/<language>.txt``, sorted, each spelling once.

    The file is a JSON object of languages (ISO 639-1) to lists of words, a JSON list of words, or
    plain lines of one word each with ``#`` and ``|`` comments (Snowball's form); gzip or not.
    Punctuation, numbers and entries of several words are left out, and stand in ``problems`` (of
    JSON by their place from 1). source: what the head says of the list's origin and licence.
    Raises DictionaryError where the file cannot be read, is of neither form, has nothing for the
    language or, if strict, at the first odd entry.
    """
    path = Path(path)
    problems: list[Problem] = []
    if read_bytes(path).lstrip()[:1] in (b"{", b"["):
        given = list(enumerate(_from_json(path, language), start=1))
    else:
        lines, problems = read_lines(path)
        given = [(number, line.partition("|")[0].strip()) for number, line in lines]
        given = [(number, word) for number, word in given if word and not word.startswith("#")]
    words: dict[str, str] = {}
    for number, word in given:
        reason = _odd(word)
        if reason:
            problems.append(Problem(str(path), number, f"{word[:60]!r}: {reason}"))
        else:
            words.setdefault(fold(word), word.strip())
    refuse_unless_usable(len(words), problems, str(path), "a function word")
    if strict and problems:
        raise DictionaryError(str(problems[0]))
    head = (f"# Function words ({language}), from {source or path.name}",)
    return Imported(head, tuple(as_written(words[key]) for key in sorted(words)), tuple(problems))


def _from_json(path: Path, language: str) -> list[str]:
    try:
        content = json.loads(read_bytes(path))
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise DictionaryError(f"{path}, line {line}: not JSON: {error}") from error
    if isinstance(content, dict):
        if language not in content:
            languages = ", ".join(sorted(map(str, content)))
            raise DictionaryError(
                f"{path}, line 1: nothing for the language {language!r}; it has {languages[:300]}"
            )
        content = content[language]
    if not isinstance(content, list) or not all(isinstance(word, str) for word in content):
        raise DictionaryError(
            f"{path}, line 1: expected a list of words, or an object of languages to such lists"
        )
    return content


def _odd(word: str) -> str:
    """Why an entry is no function word; '' where it is one."""
    if len(fold(word).split()) != 1:
        return "one word a line"
    if not any(unicodedata.category(letter)[0] == "L" for letter in word):
        return "no letter in it"
    if any(letter.isdigit() for letter in word):
        return "a digit in it"
    return ""
