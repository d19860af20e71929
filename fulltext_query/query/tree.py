"""The query as a tree of frozen values.

A query is a row of slots, one for each word of the user's text. A slot holds alternatives; nothing
is ever added at top level, so the minimum counts the user's words, whatever they are expanded to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Leaf", "Phrase", "Prices", "Query", "Slot", "Term"]


class Term(NamedTuple):
    """A word to find, in any of the query's fields, or in one alone."""

    text: str
    boost: float
    fuzzy: int = 0  # edits that it may be apart
    field: str = ""  # this field alone, whose own boost is in ``boost`` already; '' for all


class Phrase(NamedTuple):
    """Words to find next to each other, in this order, ``slop`` positions apart at most."""

    words: tuple[str, ...]
    boost: float
    slop: int = 0
    field: str = ""  # as of a term


Leaf = Term | Phrase


class Slot(NamedTuple):
    """One word of the user's text and what else may stand for it."""

    main: Leaf  # the word itself; a phrase where a keyword of several words was given
    fine: tuple[Leaf, ...] = ()  # its finer parts, and the one it forms with its right neighbour
    synonyms: tuple[Leaf, ...] = ()  # one of several words is one phrase
    phrases: tuple[Phrase, ...] = ()  # with its right neighbours: these only score

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """All alternatives, the word first."""
        return (self.main, *self.fine, *self.synonyms, *self.phrases)


@dataclass(frozen=True, slots=True)
class Query:
    """A whole query: what every printer needs, and nothing else."""

    slots: tuple[Slot, ...]
    fields: tuple[tuple[str, float], ...]
    min_match: str  # '' asks for none
    type: str = "best_fields"
    tie_breaker: float = 0.0
    fuzzy_prefix: int = 1
    fuzzy_expansions: int = 10
    subword_field: str = ""  # the one of the fields whose analyzer cuts words up; '' for none
    beside: tuple[
        Leaf, ...
    ] = ()  # what only scores, and counts for no minimum: no word of the user

    @property
    def leaf_count(self) -> int:
        """The number of leaves."""
        return len(self.beside) + sum(
            1 + len(slot.fine) + len(slot.synonyms) + len(slot.phrases) for slot in self.slots
        )

    @property
    def cost(self) -> int:
        """What the engine counts as clauses, at most."""
        prices = Prices(len(self.fields), self.subword_field, self.fuzzy_expansions)
        return prices.total(self.slots) + sum(map(prices.leaf, self.beside))


class Prices(NamedTuple):
    """What leaves cost in clauses, at most.

    A leaf over all fields is as many as there are fields, one on a field of its own is one. A fuzzy
    word may become ``expansions`` words in each field, and in the field of sub-words a word becomes
    at most as many as it has letters.
    """

    fields: int  # the number of fields, that of sub-words among them
    subword_field: str  # '' for none
    expansions: int

    def leaf(self, leaf: Leaf) -> int:
        """The clauses of one leaf, if it is not fuzzy."""
        head, _, _, field = leaf
        cut = self.subword_field
        letters = len(head) if cut and isinstance(head, str) else 1
        if field:
            return letters if field == cut else 1
        return self.fields - 1 + letters

    @property
    def fuzziness(self) -> int:
        """What a fuzzy word costs more than one that is not."""
        return self.expansions * self.fields

    def total(self, slots: Sequence[Slot]) -> int:
        """The clauses of a whole query."""
        fields, cut, expansions = self
        price = 0
        # counted for every query: what ``leaf`` says, without its calls
        for main, fine, synonyms, phrases in slots:
            for head, _, extra, field in (main, *fine, *synonyms, *phrases):
                if field and field != cut:
                    price += 1
                    continue
                if not field:
                    price += fields - 1
                if isinstance(head, str):
                    price += len(head) if cut else 1
                    if extra:
                        price += expansions * fields
                else:
                    price += 1
        return price
