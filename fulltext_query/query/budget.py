"""What goes first when the price of a query is too high."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..text.tokens import Note
from .tree import Leaf, Prices, Slot, Term

__all__ = ["affordable_leaves", "affordable_words", "estimate", "prune", "without_subwords"]


def affordable_words(max_clauses: int, fields: int) -> int:
    """How many words fit if nothing is added to them. At least one."""
    return max(max_clauses // fields, 1)


def affordable_leaves(
    leaves: tuple[Leaf, ...], slots: Sequence[Slot], limit: int, notes: list[Note], prices: Prices
) -> tuple[Leaf, ...]:
    """The heaviest of the leaves beside the slots that the query can pay for without losing any of
    its own."""
    if not leaves:
        return leaves
    left = limit - prices.total(slots)
    kept = []
    for leaf in sorted(leaves, key=lambda leaf: -leaf.boost):
        left -= prices.leaf(leaf)
        if left < 0:
            break
        kept.append(leaf)
    if len(kept) < len(leaves):
        notes.append(
            Note("expansions_dropped", f"{len(leaves) - len(kept)} of {len(leaves)} words beside "
                 f"the user's were left out: the query may hold {limit} clauses (max_clauses)")
        )  # fmt: skip
    return tuple(kept)


def prune(
    slots: Sequence[Slot], limit: int, notes: list[Note], prices: Prices
) -> tuple[list[Slot], Prices]:
    """The slots for at most ``limit`` clauses, and the prices with which they fit.

    Fuzziness goes first, then synonyms, then phrases, then the whole field of sub-words (the
    prices that come back are without it), then fine parts; of each the lightest, and none of the
    next before all of the one before. Words stay: the lightest of them were left out before.
    """
    pruned = list(slots)
    if estimate(pruned, prices) <= limit:
        return pruned, prices
    excess = prices.total(pruned) - limit
    if excess <= 0:
        return pruned, prices
    excess = _drop_fuzziness(pruned, excess, limit, notes, prices)
    for stage in ("synonyms", "phrases"):
        excess = _drop(pruned, stage, excess, limit, notes, prices.leaf)
    if excess > 0 and prices.subword_field:
        pruned, prices = without_subwords(pruned, prices)
        excess = prices.total(pruned) - limit
        notes.append(
            Note("subwords_dropped", "no sub-words are searched: every word would be several "
                 f"clauses more, and the query may hold {limit} (max_clauses)")
        )  # fmt: skip
    _drop(pruned, "fine", excess, limit, notes, prices.leaf)
    return pruned, prices


def estimate(slots: Sequence[Slot], prices: Prices) -> float:
    """More than the total, and quicker to tell: most queries are far below their limit."""
    leaves = letters = fuzzy = 0
    for main, fine, synonyms, phrases in slots:
        for leaf in synonyms:
            leaves += 1
            letters += len(leaf[0])  # of a phrase its words, each in no field more than once
        leaves += 1 + len(fine) + len(phrases)
        letters += len(main[0])
        if main[2]:
            fuzzy += 1
    # a word, its sub-words, its parts (all of them together at most twice its length) and a pair
    # of characters for each bridge
    price = leaves * prices.fields + fuzzy * prices.fuzziness
    return price + 4 * letters + 2 * leaves if prices.subword_field else price


def without_subwords(slots: Sequence[Slot], prices: Prices) -> tuple[list[Slot], Prices]:
    """The slots and prices of a query that does not search the field of sub-words."""
    field = prices.subword_field
    kept = [
        slot._replace(fine=tuple(leaf for leaf in slot.fine if leaf.field != field))
        if any(leaf.field == field for leaf in slot.fine)
        else slot
        for slot in slots
    ]
    return kept, Prices(prices.fields - 1, "", prices.expansions)


def _drop_fuzziness(
    slots: list[Slot], excess: int, limit: int, notes: list[Note], prices: Prices
) -> int:
    """Makes the lightest fuzzy words exact; gives what is still too much."""
    fuzzy = sorted(
        (slot.main.boost, -index)
        for index, slot in enumerate(slots)
        if isinstance(slot.main, Term) and slot.main.fuzzy
    )
    price = prices.fuzziness
    gone = fuzzy[: -(-excess // price)] if price else []
    for _, index in gone:
        slot = slots[-index]
        slots[-index] = slot._replace(main=slot.main._replace(fuzzy=0))  # type: ignore[call-arg]
    if gone:
        notes.append(
            Note("fuzziness_dropped", f"{len(gone)} of {len(fuzzy)} unknown words match exactly "
                 f"only: each may become {prices.expansions} words in every field, and the query "
                 f"may hold {limit} clauses (max_clauses)")
        )  # fmt: skip
    return excess - price * len(gone)


def _drop(
    slots: list[Slot],
    stage: str,
    excess: int,
    limit: int,
    notes: list[Note],
    price: Callable[[Leaf], int],
) -> int:
    """Leaves out the lightest leaves of a stage; gives what is still too much."""
    if excess <= 0:
        return excess
    rows = sorted(
        (leaf.boost, -index, -place)
        for index, slot in enumerate(slots)
        for place, leaf in enumerate(getattr(slot, stage))
    )
    dropped: dict[int, set[int]] = {}
    count = 0
    for _, index, place in rows:
        if excess <= 0:
            break
        excess -= price(getattr(slots[-index], stage)[-place])
        dropped.setdefault(-index, set()).add(-place)
        count += 1
    for index, places in dropped.items():
        leaves = getattr(slots[index], stage)
        kept = tuple(leaf for place, leaf in enumerate(leaves) if place not in places)
        slots[index] = _with(slots[index], stage, kept)
    if count:
        notes.append(
            Note(f"{stage}_dropped", f"{count} of {len(rows)} {_NAMES[stage]} were left out: "
                 f"the query may hold {limit} clauses (max_clauses)")
        )  # fmt: skip
    return excess


def _with(slot: Slot, stage: str, leaves: tuple[Any, ...]) -> Slot:
    changes: dict[str, Any] = {stage: leaves}
    return slot._replace(**changes)


_NAMES = {"synonyms": "synonyms", "phrases": "phrases", "fine": "finer parts"}
