"""Reads synonyms and glossaries: Solr's rules, or a mapping in JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .lines import Removal
from .problems import Malformed
from .reading import Context, can_be_found
from .rules import RuleRows, check_key, parse_rule, spelling, with_share

__all__ = ["RuleReader", "Stem"]

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")

_KEY_END = re.compile(r"\s*:")
_AHEAD = 1 << 16  # characters in which the next key is looked for
_LONGEST_JSON = 1 << 28  # bytes: a mapping may stand on one line

Stem = Callable[[str, str], str]
"""Language and word to the word's stem."""


class RuleReader:
    """Gathers the rules of one kind of one folder."""

    def __init__(self, context: Context, stem: Stem | None, language: str) -> None:
        """language: of stems where a file names none. stem: None matches no stems."""
        self._context = context
        self._stem = stem
        self._language = language
        self.rows = RuleRows()

    def read(self, path: Path, language: str) -> None:
        """A file of rules, by its suffix. language: of its stems, '' where its name tells none."""
        if path.suffix == ".json":
            self._read_json(path, language)
            return
        for line, entry in self._context.entries(path):
            origin = self._context.origin(line)
            try:
                if isinstance(entry, Removal):
                    self._remove(entry, origin, language)
                else:
                    self._take(entry, origin, language)
            except Malformed as error:
                self._context.note(line, entry, error)

    def _take(self, entry: str, origin: int, language: str) -> None:
        pairs = list(parse_rule(entry).pairs())
        if not pairs:
            raise Malformed("it stands for nothing but itself", "leave the line out")
        for word, target, _ in pairs:
            self._check(word, target)
        for word, target, share in pairs:
            self._add(word, target, share, origin, language)

    def _remove(self, entry: str, origin: int, language: str) -> None:
        """'-a' takes away what is said of a, '-a => b' one target of it."""
        if "=>" in entry:
            for word, target, _ in parse_rule(entry).pairs():
                self._add(word, target, 0.0, origin, language)
            return
        for word in filter(None, map(str.strip, entry.split(","))):
            self._add(word, "", 0.0, origin, language)

    def _check(self, word: str, target: str) -> None:
        check_key(self._context.key(word))
        for text in (self._context.key(word), target):
            if not can_be_found(text):
                raise Malformed(f"{text!r} has no letter and no digit", "it can never match")

    def _add(self, word: str, target: str, share: float, origin: int, language: str) -> None:
        stem = self._stem
        of_language = language or self._language
        spelled = spelling(self._context.key(word), stem and (lambda one: stem(of_language, one)))
        self.rows.add(word, target, share, origin, spelled)

    def _read_json(self, path: Path, language: str) -> None:
        """{"word": "synonym" or ["synonym", …]}, as RAGFlow's synonym.json."""
        lines = dict(self._context.lines(path, _LONGEST_JSON))
        text = "\n".join(lines.get(number, "") for number in range(1, max(lines, default=0) + 1))
        try:
            content = json.loads(text, object_pairs_hook=_Mapping)
        except (ValueError, RecursionError) as error:
            self._context.note(
                getattr(error, "lineno", 0), "", Malformed(f"not JSON: {error}", "mend the file")
            )
            return
        if not isinstance(content, _Mapping):
            self._context.whole("not a mapping", 'write {"word": ["synonym", …]}')
            return
        places = _Places(text)
        for word, targets in content.pairs:
            line = places.line_of(word)
            for target in targets if isinstance(targets, list) else [targets]:
                try:
                    if not isinstance(target, str) or not target.strip() or not word.strip():
                        raise Malformed(_no_word(target), "give words between quotes")
                    if _CONTROL.search(word) or _CONTROL.search(target):
                        raise Malformed("a control character is part of no word", "leave it out")
                    text, share = with_share(target.strip())
                    self._check(word, text)
                    self._add(word, text, share, self._context.origin(line), language)
                except Malformed as error:
                    said = "…" if isinstance(target, list | _Mapping) else target
                    self._context.note(line, f"{word}: {said}", error)


class _Mapping:
    """A mapping of JSON with every pair, also where a key comes twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        self.pairs = pairs


def _no_word(target: object) -> str:
    """What a target is that is no word; what others hold may be of any depth and length."""
    if isinstance(target, str):
        return "an empty word"
    if target is None or isinstance(target, int | float):
        return f"{json.dumps(target)} is not a word"
    return f"a {'list' if isinstance(target, list) else 'mapping'} is not a word"


class _Places:
    """Finds the lines on which a JSON file names its keys, one after the other."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1

    def line_of(self, word: str) -> int:
        """The line of the next place that names a word, near the last one; the last line where none
        is found: it may be written with escapes."""
        for escaped in (False, True):
            quoted = json.dumps(word, ensure_ascii=escaped)
            at = self._text.find(quoted, self._at, self._at + _AHEAD)
            while at >= 0 and not _KEY_END.match(self._text, at + len(quoted)):
                at = self._text.find(quoted, at + 1, self._at + _AHEAD)  # a target of that name
            if at >= 0:
                self._line += self._text.count("\n", self._at, at)
                self._at = at
                break
        return self._line
