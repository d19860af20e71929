"""Weighted tokens to slots: which words, what each weighs, and what else stands for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from math import log
from typing import NamedTuple

from ..settings import Settings
from ..text.tokens import Kind, Note, Role, Token
from ..weighting import Weighed
from .analysed import beside
from .synonyms import FoundSynonym
from .tree import Leaf, Phrase, Slot, Term

__all__ = ["Chosen", "Places", "choose", "expand"]

# A named tuple's own constructor is written in Python: the values made for every word of every
# query go past it
_new = tuple.__new__


class Places(NamedTuple):
    """Where leaves of a kind are searched: fields with their boosts; ('', 1) is all at once."""

    phrases: tuple[tuple[str, float], ...] = (("", 1.0),)
    fine: tuple[tuple[str, float], ...] = (("", 1.0),)
    subwords: tuple[str, float] | None = None  # the field of sub-words, None where there is none

    @classmethod
    def of(cls, settings: Settings) -> Places:
        """The places that the settings name, of those fields that are searched at all."""
        fields = settings.searched
        subwords = settings.subword_field
        return cls(
            _named(settings.phrase_fields, fields),
            _named(settings.fine_fields, fields),
            (subwords, fields[subwords]) if subwords in fields else None,
        )


def _named(names: Sequence[str], fields: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    return tuple((name, fields[name]) for name in names if name in fields) or (("", 1.0),)


Weigh = Callable[[Sequence[Token]], Sequence[Weighed]]
"""Gives the weights of tokens, in their order."""


class Chosen(NamedTuple):
    """A word of the query: its first token, where all its tokens stand, and its weight."""

    token: Token
    positions: tuple[int, ...]  # among the analysis's tokens
    weight: float  # normalised: they sum to 1
    known: bool  # whether a lexicon knows it


def choose(
    tokens: Sequence[Token],
    weigh: Weigh,
    *,
    limit: int,
    remove: Set[Role],
    without: Set[str] = frozenset(),
    count: bool = False,
    notes: list[Note],
) -> list[Chosen]:
    """The words of the query, each once, at most ``limit`` and the heaviest first to stay.

    In the order of the text. Words whose role is one to ``remove`` and the texts ``without`` are
    left out. ``count`` lets a word that occurs often weigh more (paragraphs).
    """
    every = len(tokens) <= limit and not remove
    if every and not without and len({token.text for token in tokens}) == len(tokens):
        return _choose_all(tokens, weigh)
    places: dict[str, list[int]] = {}
    for index, token in enumerate(tokens):
        if token.role in remove or token.text in without:
            continue
        known = places.get(token.text)
        if known is None:
            places[token.text] = [index]
        else:
            known.append(index)
    if len(places) < len(tokens):
        _note_losses(tokens, places, remove, notes)
    rows = []
    firsts = [tokens[found[0]] for found in places.values()]
    for found, word in zip(places.values(), weigh(firsts), strict=True):
        weight = word.weight * (1 + log(len(found))) if count else word.weight
        rows.append((weight, found, word.known))
    if len(rows) > limit:
        kept = sorted(range(len(rows)), key=lambda row: -rows[row][0])[:limit]
        notes.append(
            Note("terms_dropped", f"{len(rows) - limit} of {len(rows)} words were left out, the "
                 f"lightest: a query holds {limit} (max_terms, max_clauses over the fields)")
        )  # fmt: skip
        rows = [rows[row] for row in sorted(kept)]
    total = sum([row[0] for row in rows])
    if total <= 0:  # every weight is zero by setting: all words count alike
        rows, total = [(1.0, found, known) for _, found, known in rows], float(len(rows))
    return [
        _new(Chosen, (tokens[found[0]], tuple(found), weight / total, known))
        for weight, found, known in rows
    ]


def _choose_all(tokens: Sequence[Token], weigh: Weigh) -> list[Chosen]:
    """The common case: every word once, and none to leave out."""
    weighed: Sequence[tuple[float, bool]] = weigh(tokens)
    total = sum([weight for weight, _ in weighed])
    if total <= 0:
        weighed = [(1.0, known) for _, known in weighed]
        total = float(len(weighed))
    return [
        _new(Chosen, (token, (index,), weight / total, known))
        for index, (token, (weight, known)) in enumerate(zip(tokens, weighed, strict=True))
    ]


def _note_losses(
    tokens: Sequence[Token], places: Mapping[str, list[int]], remove: Set[Role], notes: list[Note]
) -> None:
    for role, code, why in _REMOVED:
        gone = list(dict.fromkeys(token.surface for token in tokens if token.role is role))
        if role in remove and gone:
            shown = ", ".join(gone[:20]) + (" …" if len(gone) > 20 else "")
            notes.append(Note(code, f"left out, as they only {why}: {shown}"))
    repeated = sum(len(found) > 1 for found in places.values())
    if repeated:
        notes.append(
            Note("words_merged", f"{repeated} words occur more than once; each is one slot")
        )


_REMOVED = (
    (Role.QUESTION, "question_words_removed", "ask"),
    (Role.FUNCTION, "function_words_removed", "serve"),
)


def expand(
    chosen: Sequence[Chosen],
    tokens: Sequence[Token],
    settings: Settings,
    synonyms: Mapping[int, list[FoundSynonym]],
    notes: list[Note],
    fields: Places,
    *,
    phrases: bool = True,
) -> list[Slot]:
    """A slot for each chosen word, in order, with everything that the settings ask for."""
    fine_weight = settings.fine_weight if settings.fine_tokens != "off" else 0.0
    bridge_weight = settings.bridge_weight if settings.fine_tokens == "bigrams" else 0.0
    joined: dict[int, tuple[Phrase, ...]] = {}
    bridges: dict[int, dict[str, float]] = {}
    if chosen and phrases:
        _join(chosen, tokens, settings, bridge_weight, fields, joined, bridges)
    fuzzy = settings.fuzzy_unknown
    subwords = fields.subwords
    analysed = settings.tokenizer == "server"
    slots = []
    for index, (token, _, weight, known) in enumerate(chosen):
        edits = 0
        if fuzzy and not known and _may_be_mistyped(token, settings):
            edits = settings.fuzzy_distance
            notes.append(_fuzzy_note(token, edits))
        fine: tuple[Leaf, ...] = ()
        if token.fine and fine_weight > 0:
            fine = _fine(token, weight * fine_weight, fields.fine)
        bridge = bridges.get(index)
        if bridge is not None and analysed:
            fine += tuple([Phrase((text,), boost) for text, boost in bridge.items()])
        elif bridge is not None:
            fine += tuple(
                [
                    _new(Term, (text, boost * share, 0, field))
                    for text, boost in bridge.items()
                    for field, share in fields.fine
                ]
            )
        if edits and subwords is not None:
            # a fuzzy word is not cut up by the field's analyzer: its sub-words stand beside it
            fine += (_new(Term, (token.text, weight * subwords[1], 0, subwords[0])),)
        if analysed:
            fine += beside(token, weight, edits)
        others: tuple[Leaf, ...] = ()
        if synonyms:
            others = _synonyms(chosen[index], synonyms, settings, notes)
        main = _new(Term, (token.text, weight, edits, ""))
        slots.append(_new(Slot, (main, fine, others, joined.get(index, ()))))
    return slots


def _fuzzy_note(token: Token, edits: int) -> Note:
    letters = "1 letter" if edits == 1 else f"{edits} letters"
    return Note("fuzzy", f"{token.surface!r} is in no lexicon: words {letters} apart match too")


# Written without blanks, or with particles on every word: what no lexicon knows is mostly right
_INFLECTED = frozenset(("ja", "ko"))


def _may_be_mistyped(token: Token, settings: Settings) -> bool:
    """Whether the token is a plain word of letters, long enough, and no code or number."""
    return (
        token.kind is Kind.WORD
        and len(token.text) >= settings.fuzzy_min_length
        and token.text.isalpha()
        and token.role is Role.CONTENT
        and token.language not in _INFLECTED
    )


def _fine(token: Token, weight: float, fields: Sequence[tuple[str, float]]) -> tuple[Leaf, ...]:
    """The finer parts of one word: they share its weight; bound ones are one phrase."""
    parts = token.fine
    if token.bound and len(parts) > 1:
        # a phrase sums the IDF of its words: at the whole weight it would outscore the word itself
        boost = weight / len(parts)
        return tuple([Phrase(parts, boost * share, 0, field) for field, share in fields])
    boost = weight / len(parts)
    if len(parts) != len(set(parts)) or token.text in parts:
        parts = tuple(part for part in dict.fromkeys(parts) if part != token.text)
    return tuple(
        [_new(Term, (part, boost * share, 0, field)) for part in parts for field, share in fields]
    )


def _join(
    chosen: Sequence[Chosen],
    tokens: Sequence[Token],
    settings: Settings,
    bridge_weight: float,
    fields: Places,
    joined: dict[int, tuple[Phrase, ...]],
    bridges: dict[int, dict[str, float]],
) -> None:
    """Fills in what neighbours in one clause form, by the index of the left word.

    A phrase joins two words of which one or both are content words (or any two), as the settings
    say, each pair once. A bridge, the
    fine part across two words, needs one content word, and is not made where it is a word of the
    query.
    """
    if len(tokens) == len(chosen):
        places = list(enumerate(range(len(chosen))))
    else:
        places = [(place, index) for index, item in enumerate(chosen) for place in item.positions]
        places.sort()
    texts = {item.token.text for item in chosen}
    phrase_weight, slop = settings.phrase_weight, settings.phrase_slop
    content = Role.CONTENT
    any_two = settings.phrase_words == "all"
    one_of_two = settings.phrase_words == "some"
    seen: set[tuple[str, str]] = set()
    previous, first = places[0]
    left = tokens[previous]
    weight = chosen[first].weight
    for place, index in places[1:]:
        token = tokens[place]
        following = chosen[index].weight
        if not token.breaks:
            heavier = following if following > weight else weight  # noqa: FURB136 - twice as fast
            adjacent = place == previous + 1
            left_counts = left.role is content
            counts = token.role is content
            if adjacent and left.bridge and bridge_weight > 0 and (counts or left_counts):
                bridge = left.bridge
                if bridge not in texts:
                    known = bridges.setdefault(first, {})
                    known[bridge] = max(known.get(bridge, 0.0), bridge_weight * heavier)
            if (
                (any_two or (counts and left_counts) or (one_of_two and (counts or left_counts)))
                and phrase_weight > 0
                and first != index
                and (adjacent or _only_asked(tokens[previous + 1 : place]))
            ):
                pair = (left.text, token.text)
                if pair not in seen:
                    seen.add(pair)
                    boost = phrase_weight * heavier
                    made = tuple(
                        [
                            _new(Phrase, (pair, boost * share, slop, field))
                            for field, share in fields.phrases
                        ]
                    )
                    joined[first] = joined[first] + made if first in joined else made
        previous, first, left, weight = place, index, token, following


def _only_asked(tokens: Sequence[Token]) -> bool:
    """Whether the words between two neighbours were question words that were removed."""
    return all(token.role is Role.QUESTION and not token.breaks for token in tokens)


def _synonyms(
    item: Chosen,
    synonyms: Mapping[int, list[FoundSynonym]],
    settings: Settings,
    notes: list[Note],
) -> tuple[Leaf, ...]:
    leaves: dict[tuple[str, ...], Leaf] = {}
    for position in item.positions:
        for found in synonyms.get(position, ()):
            boost = item.weight * _usual(settings, found.kind) * found.share
            if settings.share_phrases:
                boost /= len(found.words)  # a phrase sums the IDF of its words
            if boost <= 0 or found.words == (item.token.text,) or found.words in leaves:
                continue
            leaves[found.words] = (
                Term(found.words[0], boost) if len(found.words) == 1 else Phrase(found.words, boost)
            )
    limit = settings.max_synonyms
    if len(leaves) > limit:
        notes.append(
            Note("synonyms_dropped", f"{len(leaves) - limit} of {len(leaves)} synonyms of "
                 f"{item.token.surface!r} were left out (max_synonyms)")
        )  # fmt: skip
    return tuple(list(leaves.values())[:limit])


def _usual(settings: Settings, kind: str) -> float:
    """What a kind of synonym weighs, times its word."""
    if kind == "glossary":
        return settings.glossary_weight
    return settings.rewrite_weight if kind == "rewrite" else settings.synonym_weight
