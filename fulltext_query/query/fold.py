"""What a model said about a question, folded into the question's own query.

A rewrite's words join the slots of the words that they stand in the place of. All other new words,
of rewrites, sub-questions and hypothetical passages, stand beside the slots: they score, and
neither match nor count for the minimum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from math import log

from ..lexicon.layer import Layer
from ..text.tokens import Role, Token
from ..weighting import Weighed
from .synonyms import FoundSynonym
from .tree import Leaf, Term

__all__ = ["REWRITE", "beside", "rewritten"]

REWRITE = "rewrite"
"""The kind of what a rewrite says in place of the user's words."""
_LAYER = Layer("the rewrite")
_LONGEST = 4  # words that stand in the place of one: more are another sentence
_COMPARED = 64  # words of a question and of a rewrite: comparing takes up to their cube
_MOST_TOKENS = 20_000  # of all texts: a model's words are never worth more


def rewritten(
    tokens: Sequence[Token], others: Iterable[Sequence[Token]]
) -> dict[int, list[FoundSynonym]]:
    """What rewrites say in place of the user's words, by the position of each word.

    tokens: of the question. others: of each rewrite. Function words stand for nothing.
    """
    tokens = tokens[:_COMPARED]
    words = [token.text for token in tokens]
    found: dict[int, list[FoundSynonym]] = {}
    known = set(words)
    for other in others:
        other = other[:_COMPARED]
        texts = [token.text for token in other]
        for tag, start, end, first, last in SequenceMatcher(
            None, words, texts, autojunk=False
        ).get_opcodes():
            instead = [token for token in other[first:last] if token.role is Role.CONTENT]
            replaced = [at for at in range(start, end) if tokens[at].role is Role.CONTENT]
            if tag != "replace" or not replaced or not 0 < len(instead) <= _LONGEST:
                continue
            said = tuple([token.text for token in instead])
            if known.issuperset(said):
                continue
            text = " ".join(token.surface for token in instead)
            for at in replaced:
                one = FoundSynonym(said, 1.0, text, REWRITE, tokens[at].surface, _LAYER, 0)
                if one not in found.setdefault(at, []):
                    found[at].append(one)
    return found


def beside(
    tokens: Sequence[Token],
    others: Iterable[Sequence[Token]],
    weigh: Callable[[Sequence[Token]], Sequence[Weighed]],
    *,
    limit: int,
    mass: float,
) -> tuple[Leaf, ...]:
    """The heaviest new words of texts, their boosts summing to ``mass``.

    Each weighs (1 + ln of how often it comes) times its own weight; function and question words and
    those of the question are none. Source: measured on recorded replies, as (1 + ln tf)·idf^.5.
    """
    known = {token.text for token in tokens}
    counts: dict[str, int] = {}
    firsts: dict[str, Token] = {}
    taken = 0
    for other in others:
        for token in other[: _MOST_TOKENS - taken]:
            if token.role is Role.CONTENT and token.text not in known:
                counts[token.text] = counts.get(token.text, 0) + 1
                firsts.setdefault(token.text, token)
        taken = min(taken + len(other), _MOST_TOKENS)
    if not firsts or limit <= 0 or mass <= 0:
        return ()
    weights = [
        weighed.weight * (1 + log(counts[text]))
        for text, weighed in zip(firsts, weigh(list(firsts.values())), strict=True)
    ]
    heaviest = sorted(zip(weights, firsts, strict=True), key=lambda row: (-row[0], row[1]))[:limit]
    total = sum(weight for weight, _ in heaviest)
    if total <= 0:
        return ()
    return tuple(Term(text, mass * weight / total) for weight, text in heaviest)
