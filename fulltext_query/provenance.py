"""Which entries of dictionaries had a part in a query: looked up only when it is explained."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from .lexicon.dictionaries import Dictionaries
from .lexicon.layer import Entry
from .text.analyzer import Analysis
from .text.tokens import Kind, Role, Token
from .weighting import Weighed, Weigher, WordWeight

__all__ = ["Provenance"]

_LONGEST_QUESTION = 8  # words of an entry of question words
_PLAIN = frozenset((Kind.WORD, Kind.HAN))


class Provenance:
    """What the dictionaries say of the tokens of one text."""

    def __init__(self, dictionaries: Dictionaries, weigher: Weigher, analysis: Analysis) -> None:
        self.analysis = analysis
        self._dictionaries = dictionaries
        self._weigher = weigher

    @cached_property
    def _names(self) -> dict[int, tuple[str, Entry | None]]:
        """Category ('' for what is declared no name) and entry, by the position of each token."""
        tokens = self.analysis.tokens
        found: dict[int, tuple[str, Entry | None]] = {}
        names = self._dictionaries.names.find(
            [token.word for token in tokens], lambda at: tokens[at].breaks
        )
        for place, (length, category, origin, key, layer) in names.items():
            # a name of one word that only serves here is no name
            if length == 1 and tokens[place].role is not Role.CONTENT:
                continue
            entry = layer.entry("entities", f"{key}: {category}", origin) if category else None
            found.update(dict.fromkeys(range(place, place + length), (category, entry)))
        return found

    def weigh(self, tokens: Sequence[Token]) -> list[Weighed]:
        """The weights of some of the text's tokens, with what is a name among all of them."""
        starts = self.analysis.tokens
        entities = {starts[place].start: name[0] for place, name in self._names.items()}
        return self._weigher.weigh(tokens, entities)

    def explain(self, place: int) -> WordWeight:
        """The weight of the token at a position, with everything it is made of."""
        name = self._names.get(place)
        return self._weigher.explain(self.analysis.tokens[place], None if name is None else name[0])

    def entries(self, places: Sequence[int]) -> tuple[Entry, ...]:
        """The entries that had a part in the word that stands at some positions, each once."""
        return tuple(dict.fromkeys(entry for place in places for entry in self._entries(place)))

    def _entries(self, place: int) -> Iterator[Entry]:
        token = self.analysis.tokens[place]
        dictionaries = self._dictionaries
        yield from self._of_word(token)
        if token.word in dictionaries.protected:
            layer, origin = dictionaries.protected[token.word]
            yield layer.entry("protected", token.word, origin)
        if token.role is Role.FUNCTION:
            listed = dictionaries.listed("function_words", token.language, (token.word,))
            if listed is not None:
                yield listed
        elif token.role is Role.QUESTION:
            yield from self._asking(place)
        yield from self._of_name(place)
        yield from self._converted.get(place, ())

    def _of_word(self, token: Token) -> Iterator[Entry]:
        dictionaries = self._dictionaries
        language = token.language if token.kind in _PLAIN else None
        word = dictionaries.word(language, token.word)
        if word is not None:
            said = [token.word, "" if word.frequency is None else f"{word.frequency:g}", word.tag]
            removed = "-" if word.gone else ""
            text = removed + " ".join(filter(None, said))
            yield word.layer.entry("words", text, word.origin)
        elif language is not None and language in dictionaries.shipped.words:
            row = dictionaries.shipped.words[language].row(token.word)
            if row is not None:
                origin = dictionaries.shipped.words[language].columns["origin"][row]
                yield dictionaries.shipped.entry("words", token.word, origin)
        counts = dictionaries.counts(token.language, token.word)
        if counts is not None:
            yield counts.layer.entry("frequencies", token.word, counts.origin)
        pos = dictionaries.pos(token.language, token.word)
        if pos is not None:
            yield pos[1].entry("pos", f"{token.word} {pos[0]}", pos[2])

    def _of_name(self, place: int) -> Iterator[Entry]:
        name = self._names.get(place)
        if name is not None and name[1] is not None:
            yield name[1]
        details = self.explain(place)
        for kind, value, factor in (
            ("pos", details.pos, details.pos_weight),
            ("entities", details.entity, details.entity_weight),
        ):
            entry = self._dictionaries.weight(kind, value) if factor != 1 and value else None
            if entry is not None:
                yield entry

    def _asking(self, place: int) -> Iterator[Entry]:
        """The longest entry of question words that spans a position."""
        tokens = self.analysis.tokens
        token = tokens[place]
        for length in range(_LONGEST_QUESTION, 0, -1):
            for start in range(max(0, place - length + 1), place + 1):
                words = tuple(one.word for one in tokens[start : start + length])
                if len(words) == length:
                    entry = self._dictionaries.listed("question_words", token.language, words)
                    if entry is not None:
                        yield entry
                        return

    @cached_property
    def _converted(self) -> dict[int, list[Entry]]:
        """The lines on Traditional and Simplified that the text meets, by position of a token."""
        text = self.analysis.original
        starts = [token.start for token in self.analysis.tokens]
        found: dict[int, list[Entry]] = {}
        for entry in self._dictionaries.conversions_in(text):
            start = text.find(entry.entry)
            while start >= 0:
                end = start + len(entry.entry)
                for place in range(max(bisect_right(starts, start) - 1, 0), len(starts)):
                    token = self.analysis.tokens[place]
                    if token.start >= end:
                        break
                    if token.end > start:
                        found.setdefault(place, []).append(entry)
                start = text.find(entry.entry, end)
        return found
