"""Typing errors, the same ones every time: one in one content word of a share of the queries.

A letter is swapped with the next one, dropped, doubled, or (in Latin script) replaced by its right
or left neighbour on a QWERTY keyboard, each kind as likely as the others. Words have four letters
or more and no digits; their first letter stays, as errors there are rare (Kukich, "Techniques for
automatically correcting words in text", 1992). Han text is typed otherwise and left alone, so a
query of Han characters alone carries no error.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

from fulltext_query import FulltextQuery

__all__ = ["mistype", "with_typos"]

_SHORTEST = 4
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_ALPHABETIC = re.compile(r"[^\W\d_\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


def with_typos(queries: Mapping[str, str], share: float, fq: FulltextQuery) -> dict[str, str]:
    """The queries, id → text, the share of them with an error in it; chosen by the id alone."""
    return {
        name: mistype(text, name, fq) if random.Random(f"share {name}").random() < share else text
        for name, text in queries.items()
    }


def mistype(text: str, seed: str, fq: FulltextQuery) -> str:
    """The text with one error; as it is where no word may carry one."""
    words = [
        (token.start, token.end)
        for token in fq.analyze(text).tokens
        if token.role.value == "content"
        and token.kind.value == "word"
        and token.end - token.start >= _SHORTEST
        and _ALPHABETIC.fullmatch(text[token.start : token.end])
    ]
    if not words:
        return text
    chance = random.Random(f"error {seed}")
    start, end = chance.choice(words)
    return text[:start] + _wrong(text[start:end], chance) + text[end:]


def _wrong(word: str, chance: random.Random) -> str:
    place = chance.randrange(1, len(word))
    letter = word[place]
    kinds = ["drop", "double"]
    swaps = [at for at in range(1, len(word) - 1) if word[at] != word[at + 1]]
    if swaps:
        kinds.append("swap")
    if near := _neighbours(letter):
        kinds.append("neighbour")
    match chance.choice(kinds):
        case "drop":
            return word[:place] + word[place + 1 :]
        case "double":
            return word[:place] + letter + word[place:]
        case "swap":
            place = chance.choice(swaps)
            return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
        case _:
            return word[:place] + chance.choice(near) + word[place + 1 :]


def _neighbours(letter: str) -> str:
    for row in _ROWS:
        if (place := row.find(letter.lower())) >= 0:
            return row[max(0, place - 1) : place] + row[place + 1 : place + 2]
    return ""
