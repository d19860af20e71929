"""Checks of entries that are words or names: whether a text ever has them as tokens, and whether
they are likely to be found where they are not meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..builder import FulltextQuery
from ..lexicon.columns import Table
from ..lexicon.layer import GONE, Layer
from ..lexicon.names import NameMatcher
from ..lexicon.rules import joined
from ..lexicon.scripts import HAN
from ..text.tokens import Token
from .cutting import Advance, cut_all
from .findings import Findings

__all__ = ["check_words", "is_one_letter", "shown_cut"]

_ONE_LETTER = re.compile(f"[{HAN}]|[^\\W_]")
_HAN_ALONE = re.compile(f"[{HAN}]+")
_NEVER_CUT = "it can never be a token: a text that is only it is cut as {}"
_MORE_FREQUENT = "give it a higher frequency or none, or leave it out"
_PROTECT = "add it to protected.txt if texts are to have it whole, or leave it out"


def is_one_letter(text: str) -> bool:
    """Whether a text is a single letter, digit or Han character."""
    return len(text) == 1 and _ONE_LETTER.match(text) is not None


def shown_cut(tokens: tuple[Token, ...]) -> str:
    """Tokens for people: 'a | b'."""
    return " | ".join(token.word for token in tokens) or "nothing"


def check_words(fq: FulltextQuery, layer: Layer, findings: Findings, advance: Advance) -> None:
    """Notes every word, name, list entry and protected token of a layer that no text ever has."""
    for kind in ("words", "pos"):
        _check_tables(fq, layer, kind, findings, advance)
    _check_frequencies(fq, layer, findings, advance)
    _check_names(fq, layer, findings, advance)
    _check_lists(fq, layer, findings, advance)


def _check_tables(
    fq: FulltextQuery, layer: Layer, kind: str, findings: Findings, advance: Advance
) -> None:
    tables: Mapping[str, Table] = getattr(layer, kind)
    for language, table in tables.items():
        mend = _MORE_FREQUENT if language == "zh" and kind == "words" else _PROTECT
        for key, row, tokens in cut_all(fq, _kept(language, table, "tag"), advance):
            if [token.word for token in tokens] != [key]:
                findings.of_entry(
                    layer, table.columns["origin"][row], "never", key,
                    _NEVER_CUT.format(shown_cut(tokens)), mend,
                )  # fmt: skip


def _kept(language: str, table: Table, column: str) -> Iterator[tuple[str, int]]:
    """The entries that are no removals, and whose cutting a text that is only they tells."""
    tags = table.columns[column]
    for key, row in table.items():
        # a run of Han alone is cut as Chinese: what Japanese makes of it takes a text with Kana
        if tags[row] != GONE and not (language == "ja" and _HAN_ALONE.fullmatch(key)):
            yield key, row


def _check_frequencies(
    fq: FulltextQuery, layer: Layer, findings: Findings, advance: Advance
) -> None:
    """Counts of words that are cut otherwise are no fault of whoever counted: one notice a file."""
    for background in layer.backgrounds.values():
        table = background.table
        count, first = 0, (0, "", "")
        for key, row, tokens in cut_all(fq, table.items(), advance):
            if [token.word for token in tokens] != [key]:
                origin = table.columns["origin"][row]
                first = min(first, (origin, key, shown_cut(tokens))) if count else (
                    origin, key, shown_cut(tokens)
                )  # fmt: skip
                count += 1
        if count:
            origin, key, cut = first
            findings.add(
                *layer.place(origin), "notice", "never", key,
                f"{count:,} of {len(table):,} words are never tokens; this one is cut as {cut}",
                "their counts are not used",
            )  # fmt: skip


def _check_names(fq: FulltextQuery, layer: Layer, findings: Findings, advance: Advance) -> None:
    matcher = NameMatcher([layer])
    table = layer.names
    entries = _kept("", table, "category") if len(table) else iter(())
    for key, row, tokens in cut_all(fq, entries, advance):
        origin = table.columns["origin"][row]
        if is_one_letter(key):
            findings.of_entry(
                layer, origin, "ambiguous", key,
                "a single letter is a name wherever it stands", "write the whole name",
            )  # fmt: skip
        found = matcher.find([token.word for token in tokens], _breaks(tokens))
        if 0 not in found or found[0].key != key:
            findings.of_entry(
                layer, origin, "never", key,
                f"it can never be found: a text that is only it is cut as {shown_cut(tokens)}",
                "a name has to begin and end where words do; spell it otherwise or leave it out",
            )  # fmt: skip


def _breaks(tokens: tuple[Token, ...]) -> Any:
    return lambda place: tokens[place].breaks


def _check_lists(fq: FulltextQuery, layer: Layer, findings: Findings, advance: Advance) -> None:
    for language, words in layer.function_words.items():
        entries = ((word, one.origin) for word, one in words.items() if one.where)
        for word, origin, tokens in cut_all(fq, entries, advance):
            if _unlike(tokens, (word,)) and not _japanese(language, word):
                findings.of_entry(
                    layer, origin, "never", word, _NEVER_CUT.format(shown_cut(tokens)),
                    "one word a line, as texts are cut",
                )  # fmt: skip
    for language, asking in layer.question_words.items():
        phrases = ((joined(row), (row, one)) for row, one in asking.items() if one.where)
        for text, (row, one), tokens in cut_all(fq, phrases, advance):
            if _unlike(tokens, row) and not _japanese(language, text):
                findings.of_entry(
                    layer, one.origin, "never", " ".join(row),
                    f"it can never ask: a text that is only it is cut as {shown_cut(tokens)}",
                    "put blanks where words are cut",
                )  # fmt: skip
    kept = ((token, origin) for token, origin in layer.protected.items() if origin > 0)
    for word, origin, tokens in cut_all(fq, kept, advance):
        if [token.word for token in tokens] != [word]:
            findings.of_entry(
                layer, origin, "never", word, _NEVER_CUT.format(shown_cut(tokens)),
                "something in it is recognised as a whole by itself; leave it out",
            )  # fmt: skip


def _unlike(tokens: tuple[Token, ...], words: tuple[str, ...]) -> bool:
    """Whether tokens are other words; a list may have an English genitive, which no token has."""
    if tuple(token.word for token in tokens) == words:
        return False
    return tuple(token.word for token in tokens) != tuple(word.removesuffix("'s") for word in words)


def _japanese(language: str, text: str) -> bool:
    """Whether only a text with Kana tells how it is cut."""
    return language == "ja" and _HAN_ALONE.fullmatch(text) is not None
