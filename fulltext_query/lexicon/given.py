"""The layer of what is given in settings and arguments, not in files; it ranks above all files."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..errors import DictionaryError
from .columns import EMPTY, Rows, Table
from .layer import Layer, origin_of, tag_number
from .problems import Malformed
from .reading_rules import Stem
from .rules import RuleRows, RuleTable, spelling
from .synonyms import SynonymEntries
from .user_words import read_user_words

__all__ = ["given_layer"]

_NAME = "settings"


def given_layer(
    key: Callable[[str], str],
    stem: Stem | None,
    language: str,
    *,
    user_words: Iterable[str] = (),
    kept: Iterable[str] = (),
    synonyms: SynonymEntries | None = None,
    glossary: SynonymEntries | None = None,
) -> Layer:
    """The layer. key, stem, language: as in ``read_folder``.

    user_words: lines that the settings have checked. kept: words that the conversion of Traditional
    Chinese leaves, which makes them words. synonyms, glossary: checked entries.
    """
    tags: dict[str, int] = {}
    rows = Rows(frequency="f", tag="B", origin="Q")
    for word in kept:
        rows.add(key(word), float("nan"), 0, 0)
    for listed in read_user_words(user_words, key):
        try:
            tag = tag_number(tags, listed.pos)
        except Malformed as error:
            raise DictionaryError(f"user_words: {error.reason}; {error.mend}") from None
        frequency = float("nan") if listed.frequency is None else listed.frequency
        rows.add(listed.word, frequency, tag, 0)
    table: Table = rows.table() if len(rows) else EMPTY
    files: dict[str, int] = {}

    def rules(entries: SynonymEntries | None) -> RuleTable:
        gathered = RuleRows()
        for word, targets in (entries or {}).items():
            spelled = spelling(key(word), stem and (lambda one: stem(language, one)))
            for target in targets:
                number = files.setdefault(target.source, len(files) + 1)
                origin = origin_of(number, 0)
                gathered.add(word, target.text, target.weight, origin, spelled)
        return gathered.table()

    tables = rules(synonyms), rules(glossary)
    return Layer(
        name=_NAME,
        files=tuple(files),
        tags=tuple(tags),
        words={"": table} if len(table) else {},
        synonyms=tables[0],
        glossary=tables[1],
    )
