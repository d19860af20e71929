"""The price of a query, and what goes first when it is too high."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..text.tokens import Note
from .tree import Slot, Term

__all__ = ["affordable_leaves", "prune"]

_STAGES = ("synonyms", "phrases", "fine")


def affordable_leaves(max_clauses: int, fields: int) -> int:
    """How many leaves fit: the engine counts leaves times fields. At least one."""
    return max(max_clauses // fields, 1)


def prune(slots: Sequence[Slot], limit: int, notes: list[Note], expansions: int = 0) -> list[Slot]:
    """The slots with at most ``limit`` leaves, for at most ``limit`` slots.

    A fuzzy word counts ``expansions`` more. Fuzziness goes first, then synonyms, then phrases, then
    fine parts; of each the lightest, and none of the next before all of the one before. Words
    stay: the lightest of them were left out before.
    """
    pruned = list(slots)
    excess = -limit
    fuzzy = []
    for index, (main, fine, synonyms, phrases) in enumerate(pruned):
        excess += 1 + len(fine) + len(synonyms) + len(phrases)
        if main[2] and isinstance(main, Term):
            fuzzy.append((main.boost, -index))
    excess += len(fuzzy) * expansions
    if excess > 0 and fuzzy and expansions:
        gone = sorted(fuzzy)[: -(-excess // expansions)]
        for _, index in gone:
            slot = pruned[-index]
            pruned[-index] = slot._replace(main=Term(*slot.main[:2]))
        excess -= len(gone) * expansions
        notes.append(
            Note("fuzziness_dropped", f"{len(gone)} of {len(fuzzy)} unknown words match exactly "
                 f"only: each may become {expansions} words, and the query may hold {limit} leaves "
                 "(max_clauses over the fields)")
        )  # fmt: skip
    for stage in _STAGES:
        if excess <= 0:
            break
        rows = [
            (leaf.boost, -index, -place)
            for index, slot in enumerate(pruned)
            for place, leaf in enumerate(getattr(slot, stage))
        ]
        dropped: dict[int, set[int]] = {}
        for _, index, place in sorted(rows)[:excess]:
            dropped.setdefault(-index, set()).add(-place)
        for index, places in dropped.items():
            kept = [
                leaf
                for place, leaf in enumerate(getattr(pruned[index], stage))
                if place not in places
            ]
            pruned[index] = _with(pruned[index], stage, tuple(kept))
        count = min(excess, len(rows))
        if count:
            excess -= count
            notes.append(
                Note(f"{stage}_dropped", f"{count} of {len(rows)} {_NAMES[stage]} were left out: "
                     f"the query may hold {limit} leaves (max_clauses over the fields)")
            )  # fmt: skip
    return pruned


def _with(slot: Slot, stage: str, leaves: tuple[Any, ...]) -> Slot:
    changes: dict[str, Any] = {stage: leaves}
    return slot._replace(**changes)


_NAMES = {"synonyms": "synonyms", "phrases": "phrases", "fine": "finer parts"}
