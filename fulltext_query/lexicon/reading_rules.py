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
from .rules import RuleRows, parse_rule, spelling

__all__ = ["RuleReader", "Stem"]

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")

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
        at = 0
        for word, targets in content.pairs:
            at, line = _place_of(text, word, at)
            for target in targets if isinstance(targets, list) else [targets]:
                try:
                    if not isinstance(target, str) or not target.strip() or not word.strip():
                        raise Malformed(f"{target!r} is not a word", "give words between quotes")
                    if _CONTROL.search(word) or _CONTROL.search(target):
                        raise Malformed("a control character is part of no word", "leave it out")
                    self._check(word, target)
                    self._add(word, target, 1.0, self._context.origin(line), language)
                except Malformed as error:
                    self._context.note(line, f"{word}: {target}", error)


class _Mapping:
    """A mapping of JSON with every pair, also where a key comes twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        self.pairs = pairs

    def __repr__(self) -> str:
        return repr(dict(self.pairs))


def _place_of(text: str, word: str, start: int) -> tuple[int, int]:
    """Where a JSON file names a word, from a place on, and the line of that; line 0 where it is
    written in a way that is not found."""
    for escaped in (False, True):
        at = text.find(json.dumps(word, ensure_ascii=escaped), start)
        if at >= 0:
            return at + 1, text.count("\n", 0, at) + 1
    return start, 0
