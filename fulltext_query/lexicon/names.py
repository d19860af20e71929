"""Names of one word or several over the words of a text: entities and their categories."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from .layer import GONE, Layer
from .rules import joined
from .unicode_classes import MARKS

__all__ = ["FoundName", "NameMatcher", "name_key"]

_SIGNS = re.compile(f"(?:[^\\w{MARKS}]|_)+")
_MAX_CHARACTERS = 120  # of a name: what is looked ahead


class FoundName(NamedTuple):
    """A name in a text."""

    length: int  # in words
    category: str  # '' where a layer takes away that it is a name
    origin: int
    key: str
    layer: Layer


def name_key(folded: str) -> str:
    """A folded name as keys and texts are compared: signs are blanks, Han stands without any."""
    return joined(_SIGNS.sub(" ", folded).split())


class NameMatcher:
    """Finds the longest names; of one length the last layer holds, and what it removes is none."""

    def __init__(self, layers: Iterable[Layer]) -> None:
        self._layers = [layer for layer in reversed(list(layers)) if len(layer.names)]

    def __bool__(self) -> bool:
        return bool(self._layers)

    def find(self, words: Sequence[str], breaks: Callable[[int], bool]) -> dict[int, FoundName]:
        """What is a name, by the position of its first word.

        words: folded, before stemming. breaks: whether a clause ends before the word at a position.
        """
        found: dict[int, FoundName] = {}
        spelled = [name_key(word) for word in words]
        place = 0
        while place < len(spelled):
            best = self._at(spelled, place, breaks)
            if best is None:
                place += 1
                continue
            found[place] = best
            place += best.length
        return found

    def _at(
        self, spelled: Sequence[str], place: int, breaks: Callable[[int], bool]
    ) -> FoundName | None:
        text = spelled[place]
        if not text:
            return None
        ends = {len(text): place + 1}
        at = place + 1
        while at < len(spelled) and len(text) < _MAX_CHARACTERS and not breaks(at):
            if spelled[at]:
                text = joined((text, spelled[at]))
            ends[len(text)] = at + 1
            at += 1
        decided: set[str] = set()
        best: FoundName | None = None
        for layer in self._layers:
            try:
                keys = layer.names.trie.prefixes(text)
            except UnicodeEncodeError:
                return best
            for key in keys:
                end = ends.get(len(key))
                if end is None or key in decided:
                    continue
                decided.add(key)
                row = layer.names.row(key)
                if best is not None and (best.length, best.category != "") >= (end - place, True):
                    continue
                number = layer.names.columns["category"][row]
                category = "" if number == GONE else layer.categories[number - 1]
                if not category and best is not None:
                    continue
                origin = layer.names.columns["origin"][row]
                best = FoundName(end - place, category, origin, key, layer)
        return best
