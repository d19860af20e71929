"""Synonyms and glossaries over the tokens of a query: what stands for which words, ready as leaves.

A key is found where its words stand in a row in one clause, by the words or by their stems. The
longest key that starts at a token holds, and what it gives stands for each of the words it spans.
The rules of a file with a language in its name hold for texts that have words of that language.
Function words alone are never expanded. Synonyms and glossary do not hide each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ..lexicon.dictionaries import Ranked
from ..lexicon.layer import Entry, Layer
from ..lexicon.rules import (
    MAX_KEY_TOKENS,
    PIECES,
    STEM,
    WORD,
    RuleRow,
    RuleRows,
    RuleTable,
    in_pieces,
    is_cjk,
    joined,
)
from ..lexicon.scripts import language_of, script_of
from ..text.tokens import Role, Token

__all__ = ["FoundSynonym", "SynonymIndex"]

_MEMO_LIMIT = 65_536
_MEMO_LENGTH = 64  # characters

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
        self._markers = (WORD, PIECES, STEM) if stems else (WORD, PIECES)
        self._kinds: dict[str, list[_Source]] = {}
        self._begins: dict[str, dict[str, bool]] = {}
        self._alone: dict[
            tuple[str, str, frozenset[str]], dict[str, tuple[bool, list[FoundSynonym]]]
        ] = {}
        self._pairs: dict[tuple[str, str, str], dict[tuple[str, str], bool]] = {}
        self._targets: dict[str, dict[str, tuple[str, ...]]] = {}
        self._keys: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
        for one in ranked:
            self._take(one)

    def over(self, ranked: Sequence[Ranked]) -> SynonymIndex:
        """One with further rules that rank higher; itself where there are none."""
        if not ranked:
            return self
        index = SynonymIndex((), self._analyze, self._is_word, stems=self._stems, cut=self._cut)
        index._kinds = {kind: list(sources) for kind, sources in self._kinds.items()}
        index._targets = self._targets
        index._keys = self._keys
        for one in ranked:
            index._take(one)
        return index

    def alone(self, ranked: Sequence[Ranked]) -> SynonymIndex:
        """One of these rules and no others, that finds as this one does."""
        return SynonymIndex(ranked, self._analyze, self._is_word, stems=self._stems, cut=self._cut)

    def _take(self, ranked: Ranked) -> None:
        kind, table, layer = ranked
        uncut = range(len(table)) if self._cut else table.uncut_records
        again = self._cut_keys(map(table.row, uncut))
        tables = [again] if self._cut else [table, again]
        kept = tuple(one for one in tables if len(one))
        if kept:
            self._kinds.setdefault(kind, []).append(_Source(kept, layer))

    def _cut_keys(self, rows: Iterator[RuleRow]) -> RuleTable:
        """A table of the rules whose keys only cutting tells the words of."""
        gathered = RuleRows()
        for target, share, origin, key in rows:
            tokens = self._analyze(key, "")
            if not tokens:
                continue  # it can never match
            words = joined([token.word for token in tokens])
            stems = joined([token.text for token in tokens])
            gathered.add(key, target, share, origin, (WORD + words, STEM + stems))
        return gathered.table()

    def __bool__(self) -> bool:
        return bool(self._kinds)

    def find(self, tokens: Sequence[Token]) -> dict[int, list[FoundSynonym]]:
        """What stands for each token, by its position."""
        candidates = [index for index, token in enumerate(tokens) if self._may_begin(token)]
        found: dict[int, list[FoundSynonym]] = {}
        if not candidates:
            return found
        languages = frozenset([token.language for token in tokens])
        for kind, sources in self._kinds.items():
            done = 0
            for position in candidates:
                if position < done:
                    continue  # inside a key that was found
                length, synonyms = self._at(kind, sources, tokens, position, languages)
                for index in range(position, position + length):
                    found.setdefault(index, []).extend(synonyms)
                done = position + length
        return found

    def _may_begin(self, token: Token) -> bool:
        """Whether any key may begin with a token: mostly none does."""
        memo = self._begins.setdefault(token.language, {})
        known = memo.get(token.word)
        if known is None:
            known = any(
                self._begins_with(marker + _form(token, marker)) for marker in self._markers
            )
            if len(token.word) <= _MEMO_LENGTH:
                if len(memo) >= _MEMO_LIMIT:
                    memo.clear()
                memo[token.word] = known
        return known

    def _begins_with(self, form: str) -> bool:
        """Whether a key is a form, or begins with it as a word."""
        return any(
            table.has(form) or _has_longer(table, form)
            for sources in self._kinds.values()
            for source in sources
            for table in source.tables
        )

    def _at(
        self,
        kind: str,
        sources: list[_Source],
        tokens: Sequence[Token],
        position: int,
        languages: frozenset[str],
    ) -> tuple[int, list[FoundSynonym]]:
        """How many tokens the longest key at a position spans, and what it gives."""
        token = tokens[position]
        memo = self._alone.setdefault((kind, token.language, languages), {})
        known = memo.get(token.word)
        if known is None:
            keys, goes_on = self._keys_at(sources, tokens, position, 1)
            known = goes_on, self._given(kind, sources, keys.get(1, []), (token,), languages)
            if len(token.word) <= _MEMO_LENGTH:
                if len(memo) >= _MEMO_LIMIT:
                    memo.clear()
                memo[token.word] = known
        goes_on, alone = known
        if goes_on and self._goes_on(kind, sources, tokens, position):
            keys, _ = self._keys_at(sources, tokens, position, MAX_KEY_TOKENS)
            for length in sorted(keys, reverse=True):
                given = self._given(
                    kind, sources, keys[length], tokens[position : position + length], languages
                )
                if given and length > 1:
                    return length, given
        return (1, alone) if alone and token.role is Role.CONTENT else (0, [])

    def _goes_on(
        self, kind: str, sources: list[_Source], tokens: Sequence[Token], position: int
    ) -> bool:
        """Whether a key may have the token at a position and the next: few pairs of words do."""
        if position + 1 == len(tokens) or tokens[position + 1].breaks:
            return False
        token, following = tokens[position], tokens[position + 1]
        memo = self._pairs.setdefault((kind, token.language, following.language), {})
        pair = token.word, following.word
        known = memo.get(pair)
        if known is None:
            keys, goes_on = self._keys_at(sources, tokens, position, 2)
            known = goes_on or 2 in keys
            if len(token.word) + len(following.word) <= _MEMO_LENGTH:
                if len(memo) >= _MEMO_LIMIT:
                    memo.clear()
                memo[pair] = known
        return known

    def _keys_at(
        self, sources: list[_Source], tokens: Sequence[Token], position: int, most: int
    ) -> tuple[dict[int, list[str]], bool]:
        """The keys that stand at a position, of ``most`` tokens at most, by how many they span;
        and whether there are longer ones that begin alike."""
        tables = [table for source in sources for table in source.tables]
        keys: dict[int, list[str]] = {}
        goes_on = False
        for marker in self._markers:
            key = marker
            for index in range(position, min(position + most, len(tokens))):
                token = tokens[index]
                if index > position and token.breaks:
                    break
                form = _form(token, marker)
                if form:
                    key += form if key == marker or not _is_parted(key, form) else f" {form}"
                if any(table.has(key) for table in tables):
                    keys.setdefault(index - position + 1, []).append(key)
                if not any(_has_longer(table, key) for table in tables):
                    break
            else:
                goes_on = True
        return keys, goes_on

    def _given(
        self,
        kind: str,
        sources: list[_Source],
        keys: list[str],
        span: Sequence[Token],
        languages: frozenset[str],
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
                if self._is_for(source.layer, row, languages)
                and self._is_key(row.key, key[0], span)
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

    @staticmethod
    def _is_for(layer: Layer, row: RuleRow, languages: frozenset[str]) -> bool:
        """Whether a rule holds for a text with words of these languages.

        A key in another script than its file's language has is a name abroad, and holds for all;
        but Latin letters stand in texts of every language.
        """
        language = layer.language_of(row.origin)
        if not language or language in languages:
            return True
        return script_of(row.key) != "latin" and language_of(row.key, language) != language

    def _is_key(self, key: str, marker: str, span: Sequence[Token]) -> bool:
        """Whether words that were found by a form of a key are the key's."""
        if marker == PIECES:
            cut = self._keys.get((key, span[0].language))
            if cut is None:
                tokens = self._analyze(key, span[0].language)
                if len(self._keys) >= _MEMO_LIMIT:
                    self._keys.clear()
                cut = [token.word for token in tokens], [token.text for token in tokens]
                self._keys[key, span[0].language] = cut
            return [token.word for token in span] == cut[0] or (
                STEM in self._markers and [token.text for token in span] == cut[1]
            )
        return marker == WORD or self._is_inflected(key, span)

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


def _form(token: Token, marker: str) -> str:
    """A token as keys of a marker have it."""
    if marker is STEM:
        return token.text
    return in_pieces(token.word) if marker is PIECES else token.word


def _is_parted(text: str, form: str) -> bool:
    """Whether a blank stands between a text and what follows it, as in ``joined``."""
    return not (is_cjk(text[-1]) and is_cjk(form[0]))


def _has_longer(table: RuleTable, text: str) -> bool:
    """Whether a key begins with a text and goes on behind it."""
    if is_cjk(text[-1]):
        return any(key != text for key in islice(table.beginning(text), 2))
    return next(table.beginning(f"{text} "), None) is not None
