"""Synonyms and glossaries over the tokens of a query: what stands for which words, ready as leaves.

A key is found where its words stand in a row in one clause, by the words or by their stems. The
longest key that starts at a token holds, and what it gives stands for each of the words it spans.
Function words alone are never expanded. Synonyms and glossary do not hide each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..lexicon.dictionaries import Ranked
from ..lexicon.layer import Entry, Layer
from ..lexicon.rules import STEM, WORD, RuleRow, RuleRows, RuleTable, joined
from ..text.tokens import Role, Token

__all__ = ["FoundSynonym", "SynonymIndex"]

_MEMO_LIMIT = 65_536
_MAX_CHARACTERS = 200  # of a key: what is looked ahead

Analyze = Callable[[str, str], Sequence[Token]]
"""Cuts a text, in a language ('' for whichever it is in)."""

_SHORTER, _LONGER = 2, 3  # letters that a stem may take away from a key, and from a word


class FoundSynonym(NamedTuple):
    """A synonym in the form of the index."""

    words: tuple[str, ...]  # one: a term; several: a phrase
    share: float  # of the usual weight of its kind
    text: str  # as the dictionary writes it
    kind: str  # 'synonyms' or 'glossary'
    key: str  # the entry that gave it, as the dictionary writes it
    layer: Layer
    origin: int

    @property
    def entry(self) -> Entry:
        """The entry that gave it, and where it stands."""
        return self.layer.entry(self.kind, f"{self.key} => {self.text}", self.origin)


class _Source(NamedTuple):
    """The rules of one kind of one layer: as they were compiled, and those that had to be cut."""

    tables: tuple[RuleTable, ...]
    layer: Layer


class SynonymIndex:
    """The rules of all layers, found over tokens. Immutable but for memos; safe between threads."""

    def __init__(
        self,
        ranked: Sequence[Ranked],
        analyze: Analyze,
        is_word: Callable[[str, str], bool],
        *,
        stems: bool = True,
        cut: bool = False,
    ) -> None:
        """ranked: the rules, those of the highest rank last. analyze: cuts a text as queries are.
        is_word: whether a language has a word.

        stems: whether tokens are stems, which keys match too. cut: whether every key has to be cut
        by ``analyze``, because tokens are not this library's own.
        """
        self._analyze = analyze
        self._is_word = is_word
        self._stems = stems
        self._cut = cut
        self._markers = (WORD, STEM) if stems else (WORD,)
        self.ignored: list[Entry] = []
        """Entries whose keys hold no token, so that they never match."""
        self._kinds: dict[str, list[_Source]] = {}
        self._begins: dict[str, bool] = {}
        self._targets: dict[str, dict[str, tuple[str, ...]]] = {}
        for one in ranked:
            self._take(one)

    def over(self, ranked: Sequence[Ranked]) -> SynonymIndex:
        """One with further rules that rank higher; itself where there are none."""
        if not ranked:
            return self
        index = SynonymIndex((), self._analyze, self._is_word, stems=self._stems, cut=self._cut)
        index.ignored = list(self.ignored)
        index._kinds = {kind: list(sources) for kind, sources in self._kinds.items()}
        index._targets = self._targets
        for one in ranked:
            index._take(one)
        return index

    def _take(self, ranked: Ranked) -> None:
        kind, table, layer = ranked
        odd = range(len(table)) if self._cut else table.odd_records
        again = self._cut_keys(kind, map(table.row, odd), layer)
        tables = [again] if self._cut else [table, again]
        kept = tuple(one for one in tables if len(one))
        if kept:
            self._kinds.setdefault(kind, []).append(_Source(kept, layer))

    def _cut_keys(self, kind: str, rows: Iterator[RuleRow], layer: Layer) -> RuleTable:
        """A table of the rules whose keys only cutting tells the words of."""
        gathered = RuleRows()
        for target, share, origin, key in rows:
            tokens = self._analyze(key, "")
            if not tokens:
                self.ignored.append(layer.entry(kind, f"{key} => {target}", origin))
                continue
            word = joined([token.word for token in tokens])
            stems = joined([token.text for token in tokens])
            gathered.add(key, target, share, origin, (word, stems))
        return gathered.table()

    def __bool__(self) -> bool:
        return bool(self._kinds)

    def find(self, tokens: Sequence[Token]) -> dict[int, list[FoundSynonym]]:
        """What stands for each token, by its position."""
        candidates = [index for index, token in enumerate(tokens) if self._may_begin(token)]
        found: dict[int, list[FoundSynonym]] = {}
        if not candidates:
            return found
        for kind, sources in self._kinds.items():
            done = 0
            for position in candidates:
                if position < done:
                    continue  # inside a key that was found
                length, synonyms = self._at(kind, sources, tokens, position)
                for index in range(position, position + length):
                    found.setdefault(index, []).extend(synonyms)
                done = position + length
        return found

    def _may_begin(self, token: Token) -> bool:
        """Whether any key may begin with a token: mostly none does."""
        begins = self._begins
        known = begins.get(token.word)
        if known is None:
            known = self._look(WORD, token.word)
        if known or len(self._markers) == 1:
            return known
        marked = begins.get(STEM + token.text)
        return self._look(STEM, token.text) if marked is None else marked

    def _look(self, marker: str, text: str) -> bool:
        """Looks whether a key begins with a text, and remembers it."""
        try:
            known = any(
                next(table.trie.iterkeys(marker + text), None) is not None
                for sources in self._kinds.values()
                for source in sources
                for table in source.tables
            )
        except UnicodeEncodeError:  # a lone surrogate is in no key
            known = False
        if len(self._begins) >= _MEMO_LIMIT:
            self._begins.clear()
        self._begins[text if marker is WORD else marker + text] = known
        return known

    def _at(
        self, kind: str, sources: list[_Source], tokens: Sequence[Token], position: int
    ) -> tuple[int, list[FoundSynonym]]:
        """How many tokens the longest key at a position spans, and what it gives."""
        keys: dict[int, set[str]] = {}  # by how many tokens they span
        for marker in self._markers:
            text, ends = self._ahead(tokens, position, marker)
            for source in sources:
                for table in source.tables:
                    for key in table.prefixes(marker + text):
                        length = ends.get(len(key) - 1)
                        if length is not None:
                            keys.setdefault(length, set()).add(key)
        for length in sorted(keys, reverse=True):
            if length == 1 and tokens[position].role is not Role.CONTENT:
                continue
            span = tokens[position : position + length]
            given = self._given(kind, sources, sorted(keys[length]), span)
            if given:
                return length, given
        return 0, []

    @staticmethod
    def _ahead(tokens: Sequence[Token], position: int, marker: str) -> tuple[str, dict[int, int]]:
        """The tokens from a position on in a row, to where their clause ends; and for each length
        of text at which a token ends, how many tokens that is."""
        text = ""
        ends: dict[int, int] = {}
        for index in range(position, len(tokens)):
            token = tokens[index]
            if (index > position and token.breaks) or len(text) > _MAX_CHARACTERS:
                break
            word = token.text if marker is STEM else token.word
            text = joined((text, word)) if text else word
            ends[len(text)] = index - position + 1
        return text, ends

    def _given(
        self, kind: str, sources: list[_Source], keys: list[str], span: Sequence[Token]
    ) -> list[FoundSynonym]:
        """What keys give, layer by layer: each takes away from those below it, then adds."""
        language = span[0].language
        texts = tuple([token.text for token in span])
        found: list[FoundSynonym] = []
        for source in sources:
            rows = dict.fromkeys(
                row
                for table in source.tables
                for key in keys
                for row in table.get(key)
                if key.startswith(WORD) or self._is_inflected(row.key, span)
            )
            for row in rows:
                if not row.share:
                    gone = self._words(row.target, language) if row.target else None
                    found = [one for one in found if gone is not None and one.words != gone]
            for target, share, origin, key in rows:
                words = self._words(target, language) if share else ()
                if words and words != texts:
                    found.append(
                        FoundSynonym(words, share, target, kind, key, source.layer, origin)
                    )
        return found

    def _is_inflected(self, key: str, span: Sequence[Token]) -> bool:
        """Whether words may be a key's in another form, and are not only derived from the same
        stem, as person and personalize, brand and branding, access and accessibility are.

        Of those the stem is a word by itself, and the two differ by more than an ending.
        """
        words = key.split()
        if len(words) != len(span):
            return True  # how its words stand tells nothing: signs and Han are among them
        return all(
            -_LONGER <= len(word) - len(token.word) <= _SHORTER
            or not self._is_word(token.language, token.text)
            for word, token in zip(words, span, strict=True)
        )

    def _words(self, target: str, language: str) -> tuple[str, ...]:
        """A target as the index holds it, beside words of a language."""
        memo = self._targets.setdefault(language, {})
        known = memo.get(target)
        if known is None:
            known = tuple([token.text for token in self._analyze(target, language)])
            if len(memo) >= _MEMO_LIMIT:
                memo.clear()
            memo[target] = known
        return known
