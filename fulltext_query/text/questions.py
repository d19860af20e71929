"""Question words: found as whole tokens, only at the places where they ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .tokens import Role

__all__ = ["QuestionWords"]

START = "start"


class QuestionWords:
    """The question words of all languages, matched over a text's words.

    An entry of several words matches those words in a row, the longest entry first. One that asks
    only at the ``start`` counts where nothing but function and question words stands before it in
    its clause: 'who wrote it', 'to whom', not 'Doctor Who'.
    """

    def __init__(self, entries: Mapping[str, Mapping[tuple[str, ...], str]]) -> None:
        self._tables: dict[str, dict[str, list[tuple[tuple[str, ...], bool]]]] = {}
        for language, words in entries.items():
            table: dict[str, list[tuple[tuple[str, ...], bool]]] = {}
            for entry, where in words.items():
                table.setdefault(entry[0], []).append((entry, where == START))
            for found in table.values():
                found.sort(key=lambda item: -len(item[0]))
            self._tables[language] = table

    def table(self, language: str) -> dict[str, list[tuple[tuple[str, ...], bool]]] | None:
        """The entries of a language by their first word, None where it has none."""
        return self._tables.get(language)

    def mark(
        self, words: Sequence[str], languages: Sequence[str], roles: list[Role], breaks: Sequence[bool]
    ) -> bool:
        """Set the roles of words that ask to QUESTION, in place; whether there were any.

        ``roles`` says which words are function words; ``breaks`` where a clause begins.
        """
        found = False
        asking = True  # nothing but function and question words so far in this clause
        position = 0
        size = len(words)
        while position < size:
            if breaks[position]:
                asking = True
            table = self._tables.get(languages[position])
            length = 0
            if table is not None:
                for entry, only_start in table.get(words[position], ()):
                    length = len(entry)
                    if (
                        (asking or not only_start)
                        and position + length <= size
                        and (length == 1 or tuple(words[position : position + length]) == entry)
                        and not any(breaks[position + 1 : position + length])
                    ):
                        break
                else:
                    length = 0
            if length:
                found = True
                for index in range(position, position + length):
                    roles[index] = Role.QUESTION
                position += length
                continue
            if roles[position] is Role.CONTENT:
                asking = False
            position += 1
        return found
