"""Names of one word or several over the words of a text: entities and their categories."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from .layer import GONE, Layer
from .rules import in_pieces, joined

__all__ = ["FoundName", "NameMatcher", "name_key"]

_MAX_CHARACTERS = 120  # of a name: what is looked ahead
_MEMO_LIMIT = 65_536
_MEMO_LENGTH = 64  # characters: longer words are rare and would fill the memory


class FoundName(NamedTuple):
    """A name in a text."""

    length: int  # in words
    category: str  # '' where a layer takes away that it is a name
    origin: int
    key: str
    layer: Layer


def name_key(folded: str) -> str:
    """A folded name as keys and texts are compared: its letters, digits and runs of Han."""
    return in_pieces(folded)


class NameMatcher:
    """Finds the longest names; of one length the last layer holds, and what it removes is none."""

    def __init__(self, layers: Iterable[Layer]) -> None:
        self._layers = [layer for layer in reversed(list(layers)) if len(layer.names)]
        self._words: dict[str, tuple[str, bool]] = {}

    def __bool__(self) -> bool:
        return bool(self._layers)

    def find(self, words: Sequence[str], breaks: Callable[[int], bool]) -> dict[int, FoundName]:
        """What is a name, by the position of its first word.

        words: folded, before stemming. breaks: whether a clause ends before the word at a position.
        """
        found: dict[int, FoundName] = {}
        known = [self._words.get(word) or self._look(word) for word in words]
        spelled = [key for key, _ in known]
        place = 0
        while place < len(spelled):
            best = self._at(spelled, place, breaks) if known[place][1] else None
            if best is None:
                place += 1
                continue
            found[place] = best
            place += best.length
        return found

    def _look(self, word: str) -> tuple[str, bool]:
        """A word as a key, and whether a name may begin with it; remembered unless it is long."""
        key = name_key(word)
        try:
            begins = bool(key) and any(
                next(layer.names.trie.iterkeys(key), None) is not None for layer in self._layers
            )
        except UnicodeEncodeError:  # a lone surrogate is in no name
            begins = False
        if len(word) <= _MEMO_LENGTH:
            if len(self._words) >= _MEMO_LIMIT:
                self._words.clear()
            self._words[word] = key, begins
        return key, begins

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
        gone: FoundName | None = None  # what is declared no name, where nothing else is found
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
                number = layer.names.columns["category"][row]
                origin = layer.names.columns["origin"][row]
                if number == GONE:
                    if gone is None or gone.length < end - place:
                        gone = FoundName(end - place, "", origin, key, layer)
                elif best is None or best.length < end - place:
                    category = layer.categories[number - 1]
                    best = FoundName(end - place, category, origin, key, layer)
        return best or gone
