"""Question words: found as whole tokens, only at the places where they ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .cutting import Cut
from .tokens import Role

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
        self._tables: dict[str, dict[str, list[_Entry]]] = {}
        for language, words in entries.items():
            table: dict[str, list[_Entry]] = {}
            for entry, where in words.items():
                table.setdefault(entry[0], []).append((entry, where == START))
            for found in table.values():
                found.sort(key=lambda item: -len(item[0]))
            self._tables[language] = table

    def may_begin(self, language: str, word: str) -> bool:
        """Whether an entry of the language begins with the word."""
        table = self._tables.get(language)
        return table is not None and word in table

    def mark(
        self,
        cuts: Sequence[Cut],
        languages: Mapping[str, str],
        roles: list[Role],
        candidates: Sequence[bool],
    ) -> None:
        """Set the roles of the pieces that ask to QUESTION, in place.

        ``languages`` gives the language of each piece's script; ``roles`` says which pieces are
        function words already; ``candidates`` where an entry may begin (``may_begin``).
        """
        asking = True  # nothing but function and question words so far in this clause
        words = [cut.word for cut in cuts]
        question = Role.QUESTION
        content = Role.CONTENT
        ahead = 0  # up to here a phrase has been marked
        for position, role in enumerate(roles):
            if cuts[position].breaks:
                asking = True
            if position < ahead:
                continue
            if candidates[position]:
                entries = self._tables[languages[cuts[position].script]][words[position]]
                for entry, only_start in entries:
                    end = position + len(entry)
                    if (
                        (asking or not only_start)
                        and tuple(words[position:end]) == entry
                        and not any(cut.breaks for cut in cuts[position + 1 : end])
                    ):
                        roles[position:end] = [question] * len(entry)
                        ahead = end
                        break
                else:
                    asking = asking and role is not content
            elif role is content:
                asking = False
