"""Where a text matches a query: through the tokens that an index would hold of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..builder import FulltextQuery
from ..built import BuiltQuery
from ..query.tree import Leaf, Phrase, Slot, Term
from ..text.subwords import subwords
from ..text.tokens import Kind, Role, Token
from .places import (
    Place,
    bridge_span,
    coarse_places,
    fine_places,
    is_near,
    occurrences,
    part_span,
    shared_stretches,
)

__all__ = ["FUNCTION", "Mark", "Sought", "merged"]

FUNCTION = -1
"""The slot of a mark on a function word inside a phrase: it has no weight."""

_MOST_BETWEEN = 4  # function words between two others that still are one phrase


class Mark(NamedTuple):
    """text[start:end] matches a word of the query."""

    start: int
    end: int
    slot: int  # the word's place among the query's slots, or FUNCTION


# How much a match tells.
_WORD = 0  # the word, a synonym, a word that may be it misspelled: always shown
_PARTS = 1  # parts of it, or its characters across two words: where the word itself is not there
_ACROSS = 2  # parts of it across two words: next to other parts of it
_REACH = 3  # what reaches into the query's next word and is a word here: next to any other mark
_FAINT = 4  # the rest: only where nothing else is there to show

_MAIN, _PART, _BRIDGE = range(3)  # what a term is to its word
#: By that, the grades of a match on a token, on a part of a token, and across two tokens.
_GRADES = (
    (_WORD, _WORD, _PARTS),
    (_PARTS, _PARTS, _ACROSS),
    (_REACH, _FAINT, _FAINT),
)

Graded = tuple[Mark, int]


class Sought:
    """What a query looks for in texts. Immutable; made once for any number of texts.

    Words that only serve or ask are found between two other words of the query, as they stand
    there ('bank of china'); with ``function_words``, and where the query has no other, everywhere.
    """

    def __init__(
        self, built: BuiltQuery, fq: FulltextQuery, *, function_words: bool = False
    ) -> None:
        tree = built.tree
        terms = {term.text: term for term in built.terms}
        kinds = {text: term.kind for text, term in terms.items()}
        serving = {text for text, term in terms.items() if term.role != Role.CONTENT}
        chosen = {
            index: slot
            for index, slot in enumerate(tree.slots)
            if function_words or not isinstance(slot.main, Term) or slot.main.text not in serving
        } or dict(enumerate(tree.slots))
        self.weights = {index: slot.main.boost for index, slot in chosen.items()}
        self._prefix = tree.fuzzy_prefix
        self._subword_field = tree.subword_field
        self._terms: dict[str, list[tuple[int, int]]] = {}  # → (slot, what it is to its word)
        self._phrases: list[tuple[Phrase, int]] = []
        self._fuzzy: list[tuple[Term, int]] = []
        tokens = fq.analyze(built.text).tokens
        bridges = {
            left.bridge
            for left, right in pairwise(tokens)
            if left.role is Role.CONTENT and right.role is Role.CONTENT
        }
        for index, slot in chosen.items():
            self._add_slot(slot, index, kinds, bridges)
        # the very word is the word, whatever stem its language, which is a guess, gives it
        main = {text: slot for text, uses in self._terms.items() for slot, what in uses if not what}
        self._written = {token.word: main[token.text] for token in tokens if token.text in main}
        pairs = [text for text in self._terms if kinds.get(text) == Kind.NGRAM]
        self._only_together = frozenset(pairs if len(pairs) > 1 else ())
        self._phrase_words = {word for phrase, _ in self._phrases for word in phrase.words}
        self._sequences = _sequences(tokens)

    def find(self, tokens: Sequence[Token]) -> list[Mark]:
        """What of a text matches, in order; marks may touch and overlap."""
        found = self._found(tokens)
        whole = {mark.slot for mark, grade in found if grade == _WORD}
        kept = [
            mark
            for mark, grade in found
            if grade == _WORD or (grade == _PARTS and mark.slot not in whole)
        ]
        if not kept:
            return []
        kept += _beside(
            kept, (mark for mark, grade in found if grade == _ACROSS and mark.slot not in whole)
        )
        kept += _touching(kept, (mark for mark, grade in found if grade == _REACH))
        if self._sequences:
            kept += self._inside_phrases(tokens, kept)
        return sorted(set(kept))

    def find_faint(self, tokens: Sequence[Token]) -> list[Mark]:
        """What there is to show of a text in which ``find`` finds nothing.

        What matches across words; else, where the query searches sub-words, what the words of the
        text share with those of the query (see ``places.shared_stretches``).
        """
        found = sorted({mark for mark, _ in self._found(tokens)})
        if found or not self._subword_field:
            return found
        sharing: dict[str, list[tuple[str, int]]] = {}  # sub-word → words of the query
        for text, uses in self._terms.items():
            for slot, what in uses:
                if what == _MAIN:
                    for gram in set(subwords(text)):
                        sharing.setdefault(gram, []).append((text, slot))
        for token in tokens:
            words = {word for gram in subwords(token.text) for word in sharing.get(gram, ())}
            for text, slot in words:
                spans = shared_stretches(text, token)
                found += [Mark(start, end, slot) for start, end in spans]
        return sorted(set(found))

    # --- what is looked for -----------------------------------------------------------------------

    def _add_slot(self, slot: Slot, index: int, kinds: dict[str, str], bridges: set[str]) -> None:
        main = slot.main.text if isinstance(slot.main, Term) else ""
        self._add(slot.main, index, _MAIN)
        for leaf in slot.synonyms:
            self._add(leaf, index, _MAIN)
        # one finer form of what is no Han word is another spelling of it: 2.3.1 of v2.3.1; and
        # its parts in their order are as good
        han = kinds.get(main) == Kind.HAN
        # a leaf stands there once for each field
        fine = {leaf[0]: leaf for leaf in slot.fine if not self._is_cut(leaf)}
        alike = not han and len(fine) == 1
        for leaf in fine.values():
            if not (han and isinstance(leaf, Term) and leaf.text not in main):
                self._add(leaf, index, _MAIN if alike else _PART)
            elif leaf.text in bridges:  # with a function word it says nothing
                self._add(leaf, index, _BRIDGE)

    def _add(self, leaf: Leaf, slot: int, what: int) -> None:
        if self._is_cut(leaf):
            return
        if isinstance(leaf, Phrase):
            if len(leaf.words) > 1:
                self._phrases.append((leaf, slot))
                return
            leaf = Term(leaf.words[0], leaf.boost)
        self._terms.setdefault(leaf.text, []).append((slot, what))
        if leaf.fuzzy:
            self._fuzzy.append((leaf, slot))

    def _is_cut(self, leaf: Leaf) -> bool:
        """Whether it is searched in the field of sub-words only."""
        return bool(leaf.field) and leaf.field == self._subword_field

    # --- where it is ------------------------------------------------------------------------------

    def _found(self, tokens: Sequence[Token]) -> list[Graded]:
        """Every match with its grade."""
        terms = self._terms
        found: list[Graded] = []
        for index, token in enumerate(tokens):
            if token.text in terms:
                scattered = token.text in self._only_together and not self._has_pair(tokens, index)
                for slot, what in terms[token.text]:
                    grade = _FAINT if scattered else _GRADES[what][0]
                    found.append((Mark(token.start, token.end, slot), grade))
            elif token.word in self._written:
                found.append((Mark(token.start, token.end, self._written[token.word]), _WORD))
            # a word that matches has nothing to add by its parts
            for place, part in enumerate(() if token.text in terms else token.fine):
                if part in terms:
                    start, end = part_span(token, place)
                    for slot, what in terms[part]:
                        found.append((Mark(start, end, slot), _GRADES[what][1]))
            if token.bridge in terms and index + 1 < len(tokens):
                start, end = bridge_span(token, tokens[index + 1])
                for slot, what in terms[token.bridge]:
                    found.append((Mark(start, end, slot), _GRADES[what][2]))
        if self._fuzzy:
            found += self._misspelled(tokens)
        if self._phrases:
            found += self._whole_phrases(tokens)
        return found

    def _has_pair(self, tokens: Sequence[Token], index: int) -> bool:
        """Whether a pair of letters of a script without blanks is beside another one that matches.

        Alone it says as little as two letters of an English word.
        """
        return any(
            0 <= other < len(tokens) and tokens[other].text in self._only_together
            for other in (index - 1, index + 1)
        )

    def _misspelled(self, tokens: Sequence[Token]) -> Iterator[Graded]:
        memo: dict[str, list[int]] = {}
        for token in tokens:
            texts = [(token.text, token.start, token.end)]
            if token.fine and token.kind is not Kind.HAN:
                texts += [(part, *part_span(token, at)) for at, part in enumerate(token.fine)]
            for text, start, end in texts:
                slots = memo.get(text)
                if slots is None:
                    slots = memo[text] = [
                        slot
                        for term, slot in self._fuzzy
                        if is_near(term.text, text, term.fuzzy, self._prefix)
                    ]
                for slot in slots:
                    yield Mark(start, end, slot), _WORD

    def _whole_phrases(self, tokens: Sequence[Token]) -> Iterator[Graded]:
        for stream in (coarse_places(tokens), fine_places(tokens)):
            places: dict[str, list[Place]] = {}
            for place in stream:
                if place.text in self._phrase_words:
                    places.setdefault(place.text, []).append(place)
            for phrase, slot in self._phrases:
                for found in occurrences(phrase, places):
                    if found[-1].position - found[0].position == len(found) - 1:
                        # what stands together is one mark
                        yield Mark(found[0].start, found[-1].end, slot), _WORD
                    else:
                        for place in found:
                            yield Mark(place.start, place.end, slot), _WORD

    def _inside_phrases(self, tokens: Sequence[Token], kept: Sequence[Mark]) -> Iterator[Mark]:
        """Function words between two matched words, where the query has them so."""
        spans = {(mark.start, mark.end) for mark in kept}
        matched = [index for index, token in enumerate(tokens) if (token.start, token.end) in spans]
        for left, right in pairwise(matched):
            if 1 < right - left <= _MOST_BETWEEN + 1:
                stretch = tokens[left : right + 1]
                if tuple(token.text for token in stretch) in self._sequences:
                    for token in stretch[1:-1]:
                        yield Mark(token.start, token.end, FUNCTION)


def _sequences(tokens: Sequence[Token]) -> frozenset[tuple[str, ...]]:
    """Two content words of a query with nothing but function words between them."""
    content = [index for index, token in enumerate(tokens) if token.role is Role.CONTENT]
    return frozenset(
        tuple(token.text for token in tokens[left : right + 1])
        for left, right in pairwise(content)
        if 1 < right - left <= _MOST_BETWEEN + 1
    )


def merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, with those that touch or overlap made one."""
    result: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if result and start <= result[-1][1]:
            result[-1] = result[-1][0], max(end, result[-1][1])
        else:
            result.append((start, end))
    return result


def _beside(kept: Sequence[Mark], others: Iterable[Mark]) -> list[Mark]:
    """Those of the others that overlap a mark of their own slot."""
    by_slot: dict[int, list[Mark]] = {}
    for mark in others:
        by_slot.setdefault(mark.slot, []).append(mark)
    return [
        mark
        for slot, marks in by_slot.items()
        for mark in _touching([one for one in kept if one.slot == slot], marks, overlap=1)
    ]


def _touching(kept: Iterable[Mark], others: Iterable[Mark], *, overlap: int = 0) -> list[Mark]:
    """Those of the others that touch one of the marks, or share so many characters with it."""
    stretches = merged((mark.start, mark.end) for mark in kept)
    starts = [start for start, _ in stretches]
    found = []
    for mark in others:
        at = bisect_right(starts, mark.end - overlap) - 1
        if at >= 0 and stretches[at][1] - overlap >= mark.start:
            found.append(mark)
    return found
