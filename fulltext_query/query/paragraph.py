"""Keywords that a caller gives with a passage, as slots of their own."""

from __future__ import annotations

from collections.abc import Sequence

from ..text.tokens import Token
from .tree import Leaf, Phrase, Slot, Term

__all__ = ["keyword_slots"]

_FACTOR = 2.0  # a keyword somebody chose, against the heaviest word of the passage


def keyword_slots(keywords: Sequence[Sequence[Token]], slots: list[Slot]) -> list[Slot]:
    """One slot for each keyword, once; what the passage's slots hold already is taken from them."""
    heaviest = max((slot.main.boost for slot in slots), default=0.5)
    boost = _FACTOR * heaviest
    found: dict[tuple[str, ...], Slot] = {}
    for tokens in keywords:
        words = tuple(token.text for token in tokens)
        if not words or words in found:
            continue
        main: Leaf = Term(words[0], boost) if len(words) == 1 else Phrase(words, boost)
        found[words] = Slot(main)
    single = {words[0] for words in found if len(words) == 1}
    slots[:] = [
        slot for slot in slots if not (isinstance(slot.main, Term) and slot.main.text in single)
    ]
    return list(found.values())
