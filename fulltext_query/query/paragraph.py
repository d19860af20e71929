"""Keywords that a caller gives with a passage, as slots of their own."""

from __future__ import annotations

from collections.abc import Sequence

from ..text.tokens import Note, Token
from .tree import Leaf, Phrase, Slot, Term

__all__ = ["keyword_slots", "weighted"]

_LONGEST = 32  # words of a keyword: nobody means a longer phrase to stand as it is
_FACTOR = 2.0  # a keyword somebody chose, against the heaviest word of the passage


def keyword_slots(
    keywords: Sequence[tuple[str, Sequence[Token]]], limit: int, notes: list[Note]
) -> list[Slot]:
    """One slot for each keyword, once, at most ``limit``; one of several words is one phrase."""
    found: dict[tuple[str, ...], Slot] = {}
    empty = 0
    for keyword, tokens in keywords:
        words = tuple(token.text for token in tokens)
        if not words:
            empty += 1
        elif words not in found:
            if len(words) > _LONGEST:
                notes.append(
                    Note("keyword_cut", f"the keyword {keyword[:40]!r}… has {len(words)} words; "
                         f"the first {_LONGEST} are asked for")
                )  # fmt: skip
                words = words[:_LONGEST]
            main: Leaf = Term(words[0], 1.0) if len(words) == 1 else Phrase(words, 1.0)
            found[words] = Slot(main)
    if empty:
        notes.append(Note("keywords_empty", f"{empty} keywords hold no word and were left out"))
    if len(found) > limit:
        notes.append(
            Note("keywords_dropped", f"{len(found) - limit} of {len(found)} keywords were left "
                 f"out: the query may hold {limit} leaves (max_clauses over the fields)")
        )  # fmt: skip
    return list(found.values())[:limit]


def weighted(keywords: Sequence[Slot], slots: Sequence[Slot]) -> list[Slot]:
    """The keywords with their boost: twice the passage's heaviest word; alone, equal shares."""
    heaviest = max((slot.main.boost for slot in slots), default=0.0)
    boost = _FACTOR * heaviest or 1.0 / max(len(keywords), 1)
    return [slot._replace(main=slot.main._replace(boost=boost)) for slot in keywords]
