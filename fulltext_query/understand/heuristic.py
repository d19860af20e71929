"""Where a question falls into parts by its conjunctions and sentence ends alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..lexicon.scripts import HAN
from .replies import same_words, width

__all__ = ["parts_of"]

_LONGEST = 4_000  # characters: what is longer is no question that rules take apart
_SHORTEST = 3  # characters: with a shorter part the split was at the wrong place

# A full stop in '8.11' and 'node.js' ends nothing, nor does a question mark within an address
_TERMINATOR = r"[.!?؟۔।]+(?=[\s\"'”’»)\]]|\Z)|[。！？；؛]+|[.!?]+(?=[\u4e00-\u9fff])"
_ENGLISH = r"\s+(?:but\s+also|and|then)\s+"
_CHINESE = (
    r"[，,、\s]*(?:以及|并且|並且|而且|然后|然後|接着|接著|随后|隨後|还有|還有|另外|此外|与此同时|"
    r"同时还|同時還|还想知道|还要|同时)[，,\s]*"
)
# ' و ' joins; it is not taken apart within numbers and set pairs
_PERSIAN_PAIR = "|".join((
    "گفت و گو", "جست و جو", "پرس و جو", "شست و شو", "رفت و آمد", "خرید و فروش", "زد و خورد",
    "تک و تا", "داد و ستد", "کسب و کار", "ساخت و ساز", "آب و هوا", "سر و صدا", "نقل و انتقال",
    "کم و زیاد", "حمل و نقل", "علم و صنعت", "پدر و مادر", "تعمیر و نگهداری", "ضرب و شتم",
))  # fmt: skip
_PERSIAN_NUMBER = (
    "بیست|سی|چهل|پنجاه|شصت|هفتاد|هشتاد|نود|صد|دویست|سیصد|چهارصد|پانصد|ششصد|هفتصد|هشتصد|نهصد|هزار|"
    "میلیون|میلیارد"
)
_PERSIAN = r"[،,]?\s+(?:و\s+همچنین|و\s+سپس|و\s+بعد|همچنین|سپس|بلکه|و)\s+"
_SPLIT = re.compile(f"{_TERMINATOR}|{_ENGLISH}|{_CHINESE}|{_PERSIAN}", re.IGNORECASE)
_KEPT = re.compile(rf"(?<!\w)(?:{_PERSIAN_PAIR}|(?:{_PERSIAN_NUMBER}) و \w+)(?!\w)")
# 和, 与, 及 join words as well as questions, and are parts of words: only between two clauses that
# each ask or name something long
_JOIN = re.compile(
    f"(?<=[{HAN}]{{6}})(?<![{HAN}][共总饱温缓柔调附涉普波顾参给])(?<![共总饱温缓柔调附涉普波顾参给])"
    f"[和与與及](?![平谐解尚服其否时格以早])(?=[{HAN}]{{4}})"
)
_LEFTOVER = re.compile(r"(?:and|then|but also|و|سپس)\s+|[并并]?且|然后", re.IGNORECASE)
_EDGES = " \t\n,，、;；:：.。!！?？؟۔।…"


def parts_of(text: str, min_chars: int) -> list[str]:
    """The parts of a question, in its words; [] where it is better left whole.

    min_chars: a shorter question is left whole, and so is one of more than 4,000 characters. Takes
    time in proportion to the text.
    """
    whole = " ".join(text.split())
    if len(whole) > _LONGEST or width(whole) < min_chars:
        return []
    cuts = sorted([*_splits(whole), *(found.span() for found in _JOIN.finditer(whole))])
    parts: list[str] = []
    begun = 0
    for start, end in [*cuts, (len(whole), len(whole))]:
        if start < begun:
            continue
        part = whole[begun:start]
        begun = end
        if not part.strip(_EDGES):
            continue  # between an end mark and a conjunction
        part = part.strip(" \t,，、;；:：")
        leftover = _LEFTOVER.match(part)
        part = part[leftover.end() :].strip() if leftover and len(part) > leftover.end() else part
        if len(part) < _SHORTEST:
            return []
        parts.append(part)
    distinct = {same_words(part): part for part in reversed(parts)}
    return list(reversed(distinct.values())) if len(distinct) > 1 else []


def _splits(whole: str) -> Iterator[tuple[int, int]]:
    """Where conjunctions and end marks stand, but for those within a number or a set pair."""
    kept = _KEPT.finditer(whole)
    pair = next(kept, None)
    for found in _SPLIT.finditer(whole):
        while pair is not None and pair.end() < found.end():
            pair = next(kept, None)  # both go from left to right, and none overlaps its next one
        if pair is None or found.start() < pair.start():
            yield found.span()
