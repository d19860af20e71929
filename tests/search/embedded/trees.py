"""Random rows and query trees over a few words that are near to each other."""

from __future__ import annotations

import random

from fulltext_query.query.tree import Leaf, Phrase, Query, Slot, Term
from fulltext_query.search.contract import IndexSchema, Row

__all__ = ["SCHEMA", "random_rows", "random_tree"]

SCHEMA = IndexSchema(
    text={"title": True, "notes": False, "body": True},
    keywords=("key",),
    subwords="parts",
    subword_sources=("title", "body"),
    meta={"made": "by a test"},
)

_WORDS = (
    "pump", "pumps", "pumping", "water", "watering", "heart", "hearth", "a", "of", "boiler",
    "boilers", "valve", "relief", "reli", "KXT-4410", "数据库", "数据", "C++", "wärme", "don't",
)  # fmt: skip
_FIELDS = (
    (("title", 2.0), ("notes", 0.5), ("body", 1.0), ("key", 3.0), ("parts", 0.7)),
    (("title", 1.0), ("body", 1.0)),
    (("body", 1.0), ("parts", 1.0)),
)
_MINIMA = ("", "30%", "50%", "100%", "-30%", "2", "-1", "2<50%", "1<-25% 4<3")


def random_rows(count: int, seed: int) -> list[Row]:
    """Rows of which many lack a field, and some have several keywords."""
    chance = random.Random(seed)

    def text(most: int) -> str:
        return " ".join(chance.choice(_WORDS) for _ in range(chance.randint(1, most)))

    rows = []
    for number in range(count):
        fields: dict[str, str | list[str]] = {}
        if chance.random() < 0.5:
            fields["title"] = text(4)
        if chance.random() < 0.4:
            fields["notes"] = text(6)
        if chance.random() < 0.9:
            fields["body"] = text(40)
        if chance.random() < 0.3:
            fields["key"] = [text(2) for _ in range(chance.randint(1, 3))]
        rows.append(Row(f"r{number}", fields, {"number": number}))
    return rows


def random_tree(chance: random.Random) -> Query:
    """A tree of every kind of leaf, but for sloppy phrases.

    Not with a tie_breaker of 1: Lucene then melts equal terms of a slot into one, and takes the
    statistics of either.
    """
    count = chance.randint(1, 6)
    slots = tuple(_slot(chance) for _ in range(count))
    fuzzy = any(isinstance(slot.main, Term) and slot.main.fuzzy for slot in slots)
    return Query(
        slots,
        chance.choice(_FIELDS),
        chance.choice(_MINIMA) if count > 2 else "",
        tie_breaker=chance.choice((0.0, 0.1, 0.4)),
        # what is printed where the word itself is fuzzy, and the server's own numbers elsewhere
        fuzzy_prefix=chance.choice((0, 1, 2)) if fuzzy else 0,
        fuzzy_expansions=chance.choice((2, 10, 50)) if fuzzy else 50,
        subword_field="parts",
    )


def _slot(chance: random.Random) -> Slot:
    def some(most: int) -> tuple[Leaf, ...]:
        return tuple(_leaf(chance) for _ in range(chance.randint(0, most)))

    return Slot(_leaf(chance), some(2), some(1))


def _leaf(chance: random.Random) -> Leaf:
    field = chance.choice(("", "", "", "", "title", "notes", "body", "key", "parts", "nowhere"))
    boost = chance.choice((1.0, 0.5, 0.0301, 2.25, 0.00012345))
    if chance.random() < 0.6:
        word = chance.choice(_WORDS)
        if chance.random() < 0.2:
            word = f"{word[:-1]}x"
        return Term(word, boost, chance.choice((0, 0, 0, 1, 2)), field)
    words = tuple(chance.choice(_WORDS) for _ in range(chance.randint(1, 3)))
    return Phrase(words, boost, 0, field)
