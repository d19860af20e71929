"""Checks of numbers and tags: what is so large or so unheard of that it is likely a slip."""

from __future__ import annotations

from ..lexicon.columns import Table
from ..lexicon.layer import GONE, Layer
from .findings import Findings

__all__ = ["JIEBA_TAGS", "check_numbers"]

JIEBA_TAGS = frozenset(
    (
        "a", "ad", "ag", "an", "b", "c", "d", "df", "dg", "e", "eng", "f", "g", "h", "i", "j", "k",
        "l", "m", "mg", "mq", "n", "ng", "nr", "nrfg", "nrt", "ns", "nt", "nz", "o", "p", "q", "r",
        "rg", "rr", "rz", "s", "t", "tg", "u", "ud", "ug", "uj", "ul", "uv", "uz", "v", "vd", "vg",
        "vi", "vn", "vq", "w", "x", "y", "z", "zg",
    )
)  # fmt: skip
"""Parts of speech of jieba's dictionary (0.42.1), with the two that its tagger adds: eng, w."""

_MOST_FREQUENT = 1_000_000
"""Occurrences in 60.1 million running words: the commonest word of jieba's dictionary, 的, has
318,825, and its largest entry of all 883,634."""
_LARGEST_FACTOR = 100.0
"""The documents' largest is 3, and what a word's rarity makes of it lies between 1 and 7."""


def check_numbers(layer: Layer, known_tags: frozenset[str], findings: Findings) -> None:
    """Notes frequencies, counts and factors that cannot be meant, and tags that nothing has.

    known_tags: what other layers call parts of speech.
    """
    for kind in ("words", "pos"):
        for table in getattr(layer, kind).values():
            _check_tags(layer, table, findings)
    for table in layer.words.values():
        _check_word_frequencies(layer, table, findings)
    for language in layer.backgrounds:
        _check_background(layer, language, findings)
    _check_weights(layer, known_tags, findings)


def _check_tags(layer: Layer, table: Table, findings: Findings) -> None:
    odd = {number for number, tag in enumerate(layer.tags, 1) if tag not in JIEBA_TAGS}
    if not odd:
        return
    tags, origins = table.columns["tag"], table.columns["origin"]
    for key, row in table.items():
        if tags[row] in odd:
            findings.of_entry(
                layer, origins[row], "tag", key,
                f"{layer.tags[tags[row] - 1]!r} is no part of speech of jieba's",
                "use one of jieba's: n, v, a, d, nr, ns, nt, nz …",
            )  # fmt: skip


def _check_word_frequencies(layer: Layer, table: Table, findings: Findings) -> None:
    tags, origins, frequencies = (table.columns[name] for name in ("tag", "origin", "frequency"))
    for key, row in table.items():
        frequency = frequencies[row]
        if tags[row] == GONE:
            continue
        if frequency > _MOST_FREQUENT:
            findings.of_entry(
                layer, origins[row], "number", key,
                f"the frequency {frequency:,.0f} is more than that of any word",
                f"it counts occurrences in 60.1 million words: {_MOST_FREQUENT:,} at most",
            )  # fmt: skip
        elif frequency == 0:
            findings.of_entry(
                layer, origins[row], "number", key, "the frequency 0 counts as 1",
                "leave it out, or write '-word' to take the word away",
            )  # fmt: skip


def _check_background(layer: Layer, language: str, findings: Findings) -> None:
    background = layer.backgrounds[language]
    table = background.table
    terms, documents, origins = (table.columns[one] for one in ("term", "documents", "origin"))
    total, first = 0.0, 0
    for key, row in table.items():
        total += terms[row]
        first = min(first or origins[row], origins[row])
        if documents[row] > background.documents:
            findings.of_entry(
                layer, origins[row], "number", key,
                f"{documents[row]:,.0f} documents hold it, of {background.documents:,.0f}",
                "mend the count, or '# documents: N' at the head of the file",
            )  # fmt: skip
    if total > background.tokens:
        file, _ = layer.place(first)
        findings.add(
            file, 0, "warning", "number", "",
            f"the words occur {total:,.0f} times, in {background.tokens:,.0f} running words",
            "mend '# tokens: T' at the head of the file",
        )  # fmt: skip


def _check_weights(layer: Layer, known_tags: frozenset[str], findings: Findings) -> None:
    known = JIEBA_TAGS.union(known_tags, layer.tags)
    for name, (factor, origin) in layer.pos_weights.items():
        if name not in known and factor >= 0:
            findings.of_entry(
                layer, origin, "tag", name, "no lexicon and no dictionary has a word with this tag",
                "use one of jieba's: n, v, a, d, nr, ns, nt, nz …",
            )  # fmt: skip
    for table in (layer.pos_weights, layer.entity_weights):
        for name, (factor, origin) in table.items():
            if factor > _LARGEST_FACTOR:
                findings.of_entry(
                    layer, origin, "number", name,
                    f"the factor {factor:g} leaves no other word any weight",
                    f"{_LARGEST_FACTOR:g} at most; the largest in use is 3",
                )  # fmt: skip
