"""Reads words, parts of speech and frequencies: tables by language."""

from __future__ import annotations

from pathlib import Path

from .columns import Rows, Table
from .formats import parse_frequency, parse_tagged, parse_word
from .layer import GONE, Background, tag_number
from .lines import Removal, entry_of
from .problems import Malformed
from .reading import Context, Where

__all__ = ["WordReader"]

_NONE = float("nan")


class WordReader:
    """Gathers the tables of words of one folder."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._tags: dict[str, int] = {}
        self._tables: dict[tuple[str, str], Rows] = {}
        self._sizes: dict[str, dict[str, float]] = {}

    def take_words(self, entry: str, at: Where) -> None:
        """'word [frequency [tag]]'."""
        word, frequency, tag = parse_word(entry)
        number = GONE if isinstance(entry, Removal) else tag_number(self._tags, tag)
        rows = self._rows("words", at.language, frequency="f", tag="B", origin="Q")
        value = _NONE if frequency is None else frequency
        rows.add(self._context.one_word(word), value, number, self._context.origin(at.line))

    def take_pos(self, entry: str, at: Where) -> None:
        """'word<TAB>tag'."""
        rows = self._rows("pos", at.language, tag="B", origin="Q")
        if isinstance(entry, Removal):
            rows.add(self._context.one_word(entry.split()[0]), GONE, self._context.origin(at.line))
            return
        word, tag = parse_tagged(entry)
        rows.add(
            self._context.one_word(word), tag_number(self._tags, tag), self._context.origin(at.line)
        )

    def read_frequencies(self, path: Path, language: str) -> None:
        """A table with the size of its background in its head."""
        if ("frequencies", language) in self._tables:
            self._context.whole(f"a second table of frequencies of {language}", "merge the two")
            return
        rows = self._rows("frequencies", language, term="d", documents="d", origin="Q")
        sizes: dict[str, float] = {}
        for line, text in self._context.lines(path):
            origin = self._context.origin(line)
            try:
                if text.startswith("#"):
                    _read_size(text, sizes)
                    continue
                entry = entry_of(text)
                if isinstance(entry, Removal):
                    rows.add(self._context.one_word(entry), _NONE, _NONE, origin)
                elif entry is not None:
                    word, term, documents = parse_frequency(entry)
                    rows.add(self._context.one_word(word), term, documents, origin)
            except Malformed as error:
                self._context.note(line, text, error)
        self._sizes[language] = sizes
        if "documents" not in sizes and len(rows):
            self._context.whole(
                "how many documents were counted is not told",
                "begin the file with a line '# documents: N'",
            )
            del self._tables["frequencies", language]

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags in the order of their numbers."""
        return tuple(self._tags)

    def tables(self, kind: str) -> dict[str, Table]:
        """The finished tables of a kind, by language."""
        return {
            language: self._context.table(rows)
            for (one, language), rows in self._tables.items()
            if one == kind and len(rows)
        }

    def backgrounds(self) -> dict[str, Background]:
        """The finished tables of frequencies, by language."""
        result = {}
        for language, table in self.tables("frequencies").items():
            sizes = self._sizes[language]
            counted = (term for term in table.columns["term"] if term == term)  # not removals
            tokens = sizes.get("tokens") or sum(counted)
            result[language] = Background(table, sizes["documents"], tokens)
        return result

    def _rows(self, kind: str, language: str, **types: str) -> Rows:
        rows = self._tables.get((kind, language))
        if rows is None:
            rows = self._tables[kind, language] = Rows(**types)
        return rows


def _read_size(line: str, sizes: dict[str, float]) -> None:
    """Takes the number of '# documents: N' and '# tokens: T'; other comments say nothing."""
    label, colon, value = line[1:].partition(":")
    label = label.strip()
    if not colon or label not in ("documents", "tokens"):
        return
    number = value.strip().replace(",", "")
    if not number.isdecimal() or not 0 < int(number) < 10**15:
        raise Malformed("not a number of documents or tokens", f"write '# {label}: 1000'")
    sizes[label] = float(number)
