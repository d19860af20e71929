"""Weighted tokens to slots: which words, what each weighs, and what else stands for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import NamedTuple

from ..settings import Settings
from ..text.tokens import Kind, Note, Role, Token
from ..weighting import WordWeight
from .synonyms import FoundSynonym
from .tree import Leaf, Phrase, Slot, Term

__all__ = ["Chosen", "choose", "expand"]


class Chosen(NamedTuple):
    """A word of the query: its first token, where all its tokens stand, and its weight."""

    token: Token
    positions: tuple[int, ...]  # among the analysis's tokens
    weight: float  # normalised: they sum to 1
    word: WordWeight


def choose(
    tokens: Sequence[Token],
    weights: Sequence[WordWeight],
    *,
    limit: int,
    remove_questions: bool,
    count: bool = False,
    notes: list[Note],
) -> list[Chosen]:
    """The words of the query, each once, at most ``limit`` and the heaviest first to stay.

    In the order of the text. ``count`` lets a word that occurs often weigh more (paragraphs).
    """
    places: dict[str, list[int]] = {}
    for index, token in enumerate(tokens):
        if remove_questions and token.role is Role.QUESTION:
            continue
        known = places.get(token.text)
        if known is None:
            places[token.text] = [index]
        else:
            known.append(index)
    if len(places) < len(tokens):
        _note_losses(tokens, places, remove_questions, notes)
    rows = [
        (weights[found[0]].weight * (1 + log(len(found)) if count else 1), found)
        for found in places.values()
    ]
    if len(rows) > limit:
        kept = sorted(range(len(rows)), key=lambda row: -rows[row][0])[:limit]
        notes.append(
            Note("terms_dropped", f"{len(rows) - limit} of {len(rows)} words were left out, the "
                 f"lightest: a query holds {limit} (max_terms, max_clauses over the fields)")
        )  # fmt: skip
        rows = [rows[row] for row in sorted(kept)]
    total = sum([row[0] for row in rows])
    if total <= 0:  # every weight is zero by setting: all words count alike
        rows, total = [(1.0, found) for _, found in rows], float(len(rows))
    return [
        Chosen(tokens[found[0]], tuple(found), weight / total, weights[found[0]])
        for weight, found in rows
    ]


def _note_losses(
    tokens: Sequence[Token], places: Mapping[str, list[int]], removed: bool, notes: list[Note]
) -> None:
    if removed:
        asking = [token.surface for token in tokens if token.role is Role.QUESTION]
        if asking:
            notes.append(
                Note("question_words_removed", "left out, as they only ask: " + ", ".join(asking[:20]))
            )
    repeated = sum(len(found) > 1 for found in places.values())
    if repeated:
        notes.append(Note("words_merged", f"{repeated} words occur more than once; each is one slot"))


def expand(
    chosen: Sequence[Chosen],
    tokens: Sequence[Token],
    settings: Settings,
    synonyms: Mapping[int, list[FoundSynonym]],
    notes: list[Note],
    *,
    phrases: bool = True,
) -> list[Slot]:
    """A slot for each chosen word, in order, with everything that the settings ask for."""
    joined: Mapping[int, list[Phrase]] = {}
    if phrases and settings.phrase_weight > 0 and len(tokens) > 1:
        joined = _phrases(chosen, tokens, settings)
    by_position: dict[int, float] = {}
    for item in chosen:
        for position in item.positions:
            by_position[position] = item.weight
    fine_weight = settings.fine_weight if settings.fine_tokens != "off" else 0.0
    bridge_weight = settings.bridge_weight if settings.fine_tokens == "bigrams" else 0.0
    texts = {item.token.text for item in chosen}
    fuzzy = settings.fuzzy_unknown
    slots = []
    for index, item in enumerate(chosen):
        token = item.token
        weight = item.weight
        edits = 0
        if fuzzy and not item.word.known and _may_be_mistyped(token, settings):
            edits = settings.fuzzy_distance
            notes.append(
                Note("fuzzy", f"{token.surface!r} is in no lexicon: words {edits} letter apart match too")
            )
        fine: tuple[Leaf, ...] = ()
        if token.fine and fine_weight > 0:
            fine = _fine(token, weight * fine_weight)
        if token.bridge and bridge_weight > 0:
            bridges = _bridges(item, tokens, by_position, bridge_weight, texts)
            fine = fine + bridges if fine else bridges
        others: tuple[Leaf, ...] = ()
        if synonyms:
            others = _synonyms(item, synonyms, settings)
        slots.append(
            Slot(Term(token.text, weight, edits), fine, others, tuple(joined.get(index, ())))
        )
    return slots


def _may_be_mistyped(token: Token, settings: Settings) -> bool:
    """Whether the token is a plain word of letters, long enough, and no code or number."""
    return (
        token.kind is Kind.WORD
        and len(token.text) >= settings.fuzzy_min_length
        and token.text.isalpha()
        and token.role is Role.CONTENT
        and token.language != "ja"
    )


def _fine(token: Token, weight: float) -> tuple[Leaf, ...]:
    """The finer parts of one word: they share its weight, or are one phrase where they are bound."""
    parts = token.fine
    if token.bound and len(parts) > 1:
        return (Phrase(parts, weight),)
    boost = weight / len(parts)
    return tuple([Term(part, boost) for part in dict.fromkeys(parts) if part != token.text])


def _bridges(
    item: Chosen,
    tokens: Sequence[Token],
    weights: Mapping[int, float],
    share: float,
    texts: set[str],
) -> tuple[Leaf, ...]:
    """The fine parts across a word and its right neighbours; one that is a word itself is there."""
    found: dict[str, float] = {}
    for position in item.positions:
        bridge = tokens[position].bridge
        if bridge and bridge not in texts and position + 1 in weights:
            boost = share * max(item.weight, weights[position + 1])
            if boost > found.get(bridge, 0.0):
                found[bridge] = boost
    return tuple([Term(text, boost) for text, boost in found.items()])


def _phrases(
    chosen: Sequence[Chosen], tokens: Sequence[Token], settings: Settings
) -> dict[int, list[Phrase]]:
    """Phrases of neighbours in one clause, by the index of the left word. Each pair once."""
    order = sorted(
        (position, index) for index, item in enumerate(chosen) for position in item.positions
    )
    share = settings.phrase_weight
    slop = settings.phrase_slop
    seen: set[tuple[str, str]] = set()
    found: dict[int, list[Phrase]] = {}
    for (position, left), (next_position, right) in zip(order, order[1:], strict=False):
        if left == right:
            continue
        first, second = chosen[left], chosen[right]
        if tokens[next_position].breaks:
            continue
        gap = next_position - position
        if gap > 1 and not _only_asked_between(tokens[position + 1 : next_position]):
            continue
        if tokens[position].role is not Role.CONTENT and tokens[next_position].role is not Role.CONTENT:
            continue
        pair = (first.token.text, second.token.text)
        if pair in seen:
            continue
        seen.add(pair)
        boost = share * max(first.weight, second.weight)
        found.setdefault(left, []).append(Phrase(pair, boost, slop))
    return found


def _only_asked_between(tokens: Sequence[Token]) -> bool:
    """Whether the words between two neighbours were question words that were removed."""
    return all(token.role is Role.QUESTION and not token.breaks for token in tokens)


def _synonyms(
    item: Chosen, synonyms: Mapping[int, list[FoundSynonym]], settings: Settings
) -> tuple[Leaf, ...]:
    leaves: dict[tuple[str, ...], Leaf] = {}
    for position in item.positions:
        for found in synonyms.get(position, ()):
            boost = item.weight * settings.synonym_weight * found.share
            if boost <= 0 or found.words == (item.token.text,) or found.words in leaves:
                continue
            leaves[found.words] = (
                Term(found.words[0], boost) if len(found.words) == 1 else Phrase(found.words, boost)
            )
    return tuple(list(leaves.values())[: settings.max_synonyms])
