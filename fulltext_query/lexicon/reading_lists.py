"""Reads lists: names, function and question words, protected tokens, conversions, weights."""

from __future__ import annotations

from .columns import EMPTY, Rows, Table
from .formats import (
    ENTITY_CATEGORIES,
    parse_conversion,
    parse_factor,
    parse_name,
    parse_protected,
    parse_question,
)
from .layer import GONE, ListedWord
from .lines import Removal
from .names import name_key
from .problems import Malformed
from .reading import Context, Where, can_be_found

__all__ = ["WEIGHT_TABLES", "ListReader"]

WEIGHT_TABLES = ("pos", "entities")


class ListReader:
    """Gathers the lists of one folder."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._names: dict[str, Rows] = {}
        self.function_words: dict[str, dict[str, ListedWord]] = {}
        self.question_words: dict[str, dict[tuple[str, ...], ListedWord]] = {}
        self.protected: dict[str, int] = {}
        self.conversion: dict[str, tuple[str, int]] = {}
        self.weights: dict[str, dict[str, tuple[float, int]]] = {name: {} for name in WEIGHT_TABLES}

    def take_entities(self, entry: str, at: Where) -> None:
        """A name."""
        category = at.path.stem.split(".")[0]
        key = name_key(self._context.key(parse_name(entry)))
        if not key:
            raise Malformed("nothing is left of it once normalised", "it can never match")
        rows = self._names.setdefault(category, Rows(category="B", origin="Q"))
        number = ENTITY_CATEGORIES.index(category) + 1
        gone = isinstance(entry, Removal)
        rows.add(key, GONE if gone else number, self._context.origin(at.line))

    def take_weights(self, entry: str, at: Where) -> None:
        """'name<TAB>factor'."""
        table = self.weights[at.path.stem]
        if isinstance(entry, Removal):
            if len(entry.split()) != 1:
                raise Malformed("not a name", "write '-name'")
            self._context.repeat(table, str(entry), at.line)
            table[entry] = -1.0, self._context.origin(at.line)
            return
        name, factor = parse_factor(entry)
        if at.path.stem == "entities" and name not in ENTITY_CATEGORIES:
            raise Malformed(
                f"{name!r} is no category of names", f"one of {', '.join(ENTITY_CATEGORIES)}"
            )
        self._context.repeat(table, name, at.line)
        table[name] = factor, self._context.origin(at.line)

    def take_function_words(self, entry: str, at: Where) -> None:
        """A word."""
        if len(entry.split()) != 1:
            raise Malformed("more than one word", "one word a line")
        table = self.function_words.setdefault(at.language, {})
        words = self._context.key(entry).split()  # normalising cuts a Persian compound in two
        if not can_be_found(" ".join(words)):
            raise Malformed("it has no letter and no digit once normalised", "it can never match")
        where = "" if isinstance(entry, Removal) else "function"
        for word in words:
            if len(words) == 1:
                self._context.repeat(table, word, at.line)
            table[word] = ListedWord(where, self._context.origin(at.line))

    def take_question_words(self, entry: str, at: Where) -> None:
        """'entry<TAB>start' or 'entry<TAB>any'."""
        table = self.question_words.setdefault(at.language, {})
        removed = isinstance(entry, Removal)
        text, where = (entry.partition("\t")[0], "") if removed else parse_question(entry)
        words = tuple(self._context.key(text).split())
        if not can_be_found(" ".join(words)):
            raise Malformed("it has no letter and no digit once normalised", "it can never match")
        self._context.repeat(table, words, at.line)
        table[words] = ListedWord(where, self._context.origin(at.line))

    def take_protected(self, entry: str, at: Where) -> None:
        """A token."""
        token = self._context.one_word(parse_protected(entry))
        self._context.repeat(self.protected, token, at.line)
        origin = self._context.origin(at.line)
        self.protected[token] = -origin if isinstance(entry, Removal) else origin

    def take_t2s_exceptions(self, entry: str, at: Where) -> None:
        """'词' or '词=>词'."""
        if entry.startswith("!"):
            return  # what the compiler of the package's own tables is told
        word, target = parse_conversion(entry)
        self._context.repeat(self.conversion, word, at.line)
        removed = isinstance(entry, Removal)
        self.conversion[word] = "" if removed else target, self._context.origin(at.line)

    def names(self) -> Table:
        """The names of all categories: a name's first category holds, so it comes last.

        What one list removes and another of the same layer has is a name: not a place but a person.
        """
        if not self._names:
            return EMPTY
        every = Rows(category="B", origin="Q")
        tables = {name: self._context.table(rows) for name, rows in self._names.items()}
        for removals in (True, False):
            for name in reversed(ENTITY_CATEGORIES):
                table = tables.get(name, EMPTY)
                for key, row in table.items():
                    category = table.columns["category"][row]
                    if (category == GONE) is removals:
                        every.add(key, category, table.columns["origin"][row])
        return every.table()
