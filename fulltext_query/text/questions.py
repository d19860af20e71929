"""Question words: found as whole tokens, only at the places where they ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .tokens import Role, Token

__all__ = ["QuestionWords"]

_Entry = tuple[tuple[str, ...], bool]  # the words, and whether they ask only at the start

START = "start"


class QuestionWords:
    """The question words of all languages, matched over a text's words.

    An entry of several words matches those words in a row, the longest entry first. One that asks
    only at the ``start`` counts where nothing but function and question words stands before it in
    its clause: 'who wrote it', 'to whom', not 'Doctor Who'.
    """

    def __init__(self, entries: Mapping[str, Mapping[tuple[str, ...], str]]) -> None:
        self._entries = entries
        self._tables: dict[str, dict[str, list[_Entry]]] = {}  # of the languages that have come

    def _table(self, language: str) -> dict[str, list[_Entry]]:
        """The entries of a language by their first word, the longest first."""
        known = self._tables.get(language)
        if known is not None:
            return known
        table: dict[str, list[_Entry]] = {}
        for entry, where in self._entries.get(language, {}).items():
            table.setdefault(entry[0], []).append((entry, where == START))
        for found in table.values():
            found.sort(key=lambda item: -len(item[0]))
        self._tables[language] = table
        return table

    def may_begin(self, language: str, word: str) -> bool:
        """Whether an entry of the language begins with the word."""
        return word in self._table(language)

    def find(self, tokens: Sequence[Token], candidates: Sequence[int], *, cased: bool) -> list[int]:
        """The positions of the tokens that ask, in order.

        ``tokens`` have their roles as function words; ``candidates`` are the positions where an
        entry may begin (``may_begin``). ``cased``: whether capitals tell names in this text.
        """
        found: list[int] = []
        asking = True  # nothing but function and question words so far in this clause
        looked = 0
        for position in candidates:
            if position < looked:
                continue  # inside a phrase that was found
            for token in tokens[looked:position]:
                asking = (asking or token.breaks) and token.role is not Role.CONTENT
            token = tokens[position]
            asking = asking or token.breaks
            looked = position
            opens = position == 0 or token.breaks
            named = cased and token.surface[:1].isupper()  # 'The Who' is no question
            for entry, only_start in self._table(token.language)[token.word]:
                if only_start and not (asking and (opens or not named)):
                    continue
                end = position + len(entry)
                if len(entry) == 1 or _stands(entry, tokens[position:end]):
                    found += range(position, end)
                    looked = end
                    break
        return found


def _stands(entry: tuple[str, ...], tokens: Sequence[Token]) -> bool:
    """Whether the tokens are the entry's words, in one clause."""
    if tuple([token.word for token in tokens]) != entry:
        return False
    return not any(token.breaks for token in tokens[1:])
