"""How alike a document is to the query, for reranking: by its words, by vectors, and by both.

Every similarity lies in [0, 1] and is never NaN. The token part follows RAGFlow's rerank (words
.4, neighbouring pairs .6, matched weight over query weight) without its faults: a document equal
to the query scores 1, repetition counts for nothing, and "ab c" is not taken for "a bc".
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from operator import mul
from typing import NamedTuple, Protocol

from .errors import InputError, SettingsError
from .fusion import checked_list, checked_number, checked_weights, weighted_mean

__all__ = [
    "HasKeywords",
    "Keywords",
    "cosine",
    "hybrid_similarities",
    "hybrid_similarity",
    "token_similarities",
    "token_similarity",
]

Keywords = Mapping[str, float] | Iterable[tuple[str, float]] | Iterable[str]
"""A query's words in the order of its text: word → weight, (word, weight), or bare words."""


class HasKeywords(Protocol):
    """Anything with keywords, such as a built query."""

    @property
    def keywords(self) -> Keywords: ...


_ROUNDING = 1e-3
"""How far a similarity may leave its range: half-precision vectors give cosines up to 1.0005."""

_NOWHERE = -2  # no place, and not the one before a place


def token_similarity(
    query: Keywords | HasKeywords,
    document: Iterable[str],
    *,
    word_weight: float = 0.4,
    pair_weight: float = 0.6,
) -> float:
    """The share of the query's weight that the document's tokens match, from 0.0 to 1.0.

    query         word → weight in the order of the text, (word, weight) pairs, bare words (equal
                  weights), or an object whose ``row`` or ``keywords`` is one of these, such as a
                  built query. A weight is a number
                  of at least 0, in any unit. A word that comes again counts once, at its first
                  place, with its highest weight. Words must be spelled as the document's tokens.
    document      its tokens in order, one string each (not a text).
    word_weight   what the words count, in [0, 1].
    pair_weight   what the pairs count, in [0, 1]. A pair is two neighbours in the query; it weighs
                  as much as the heavier of both and is matched where they are neighbours in the
                  document, in this order. Words that have come before do not part neighbours, so
                  that a text "a b a c" agrees with its own keywords a, b, c.

    score = (.4·Σ matched words + .6·Σ matched pairs) ÷ (.4·Σ words + .6·Σ pairs)

    Each word and pair counts once, however often the document repeats it. A document equal to the
    query scores exactly 1.0. An empty side, and a query whose weights are all zero, scores 0.0;
    empty strings are no words. A query of one word has no pairs: the word alone decides.
    Raises SettingsError for a weight that cannot be used, InputError for a text, a set (it has no
    order) or tokens that are not strings.
    """
    return _matched_share(
        prepared(query, word_weight, pair_weight), _tokens(document, "the document")
    )


def token_similarities(
    query: Keywords | HasKeywords,
    documents: Iterable[Iterable[str]],
    *,
    word_weight: float = 0.4,
    pair_weight: float = 0.6,
) -> list[float]:
    """``token_similarity`` of each document, in their order; the query is prepared once."""
    if isinstance(documents, (str, bytes)) or not isinstance(documents, Iterable):
        kind = type(documents).__name__
        raise InputError(f"documents is of type {kind}; give a list of lists of tokens")
    ready = prepared(query, word_weight, pair_weight)
    return [
        _matched_share(ready, _tokens(document, f"document {place}"))
        for place, document in enumerate(documents)
    ]


class PreparedQuery(NamedTuple):
    """A query's words and pairs with what each is worth, on the scale of ``total``."""

    places: dict[str, int]  # word → its place in the query
    words: list[float]  # what a match of the word at each place is worth
    pairs: list[float]  # … and of the pair of this place and the next
    total: float


def prepared(query: object, word_weight: float = 0.4, pair_weight: float = 0.6) -> PreparedQuery:
    """Checks a query once, for many documents."""
    factors = checked_weights({"word_weight": word_weight, "pair_weight": pair_weight})
    keywords = _weighted_words(getattr(query, "row", getattr(query, "keywords", query)))
    heaviest = max(keywords.values(), default=0.0)
    if heaviest == 0.0:
        return PreparedQuery({}, [], [], 0.0)
    # by the heaviest, so that neither sums overflow nor products vanish
    weights = [weight / heaviest for weight in keywords.values()]
    alone = len(weights) == 1
    words = [weight * (1.0 if alone else factors["word_weight"]) for weight in weights]
    pairs = [max(both) * factors["pair_weight"] for both in pairwise(weights)]
    places = {word: place for place, word in enumerate(keywords)}
    return PreparedQuery(places, words, pairs, sum(words) + sum(pairs))


def _weighted_words(keywords: object) -> dict[str, float]:
    if isinstance(keywords, Mapping):
        keywords = keywords.items()
    weights: dict[str, float] = {}
    for place, entry in enumerate(checked_list(keywords, "the query", "words")):
        match entry:
            case str(word):
                weight = 1.0
            case (str(word), number):
                weight = checked_number(number, f"the weight of query word {word!r}", 0.0)
            case _:
                kind = type(entry).__name__
                raise InputError(f"query word {place} is a {kind}, not a word or (word, weight)")
        if word:
            weights[word] = max(weight, weights.get(word, 0.0))
    return weights


def _tokens(document: object, name: str) -> Sequence[str]:
    tokens: Sequence[str] = checked_list(document, name, "tokens, one string each")
    for kind in set(map(type, tokens)):
        if not issubclass(kind, str):
            raise InputError(f"{name} has a token of type {kind.__name__}; tokens are strings")
    return tokens


def _matched_share(query: PreparedQuery, tokens: Iterable[str]) -> float:
    words, pairs = matches(query, tokens) if query.total else ((), ())
    if not words:
        return 0.0
    # summed in the query's order, as the total is: all of it is then exactly 1
    matched = sum([query.words[place] for place in sorted(words)])
    joined = sum([query.pairs[place] for place in sorted(pairs)])
    return (matched + joined) / query.total


def matches(query: PreparedQuery, tokens: Iterable[str]) -> tuple[set[int], set[int]]:
    """The places of the words, and those of the left words of the pairs, that tokens match."""
    places = query.places
    words: set[int] = set()
    pairs: set[int] = set()  # by the place of the left word
    # A run is a stretch of nothing but query words. In it a word joins the one right before it,
    # and, at its first time, the last one that was new too: repetition does not part them.
    previous = newest = _NOWHERE
    run: set[int] = set()
    for token in tokens:
        place = places.get(token)
        if place is None:
            if previous >= 0 and token:
                previous = newest = _NOWHERE
                run.clear()
            continue
        words.add(place)
        if previous == place - 1:
            pairs.add(previous)
        if place not in run:
            if newest == place - 1:
                pairs.add(newest)
            run.add(place)
            newest = place
        previous = place
    return words, pairs


def hybrid_similarity(
    text: float | None,
    vector: float | None,
    *,
    text_weight: float = 0.3,
    vector_weight: float = 0.7,
) -> float:
    """One similarity in [0, 1] out of a text and a vector similarity: their weighted mean.

    text      in [0, 1], e.g. of ``token_similarity``; ``None``: the text search did not find it.
    vector    in [0, 1], or a cosine in [−1, 1], which counts as 0 below 0 (not alike is not less
              than nothing); ``None``: the vector search did not find it.
    weights   each in [0, 1]; only their proportion counts, they need not sum to 1.

    Not found is not zero: the other channel then decides alone. Where none is left (both are
    ``None``, or the one that is not has weight 0) the result is 0.0, so such items sort last.
    Never falls when a part rises. Raw scores (BM25) and cosines of different models belong on one
    scale first: ``fusion.normalise_scores``. The defaults are RAGFlow's.
    Raises SettingsError (a ValueError) that names the weight or similarity that cannot be used.
    """
    shares = checked_weights({"text_weight": text_weight, "vector_weight": vector_weight})
    return _mix(text, vector, shares["text_weight"], shares["vector_weight"])


def hybrid_similarities(
    texts: Iterable[float | None],
    vectors: Iterable[float | None],
    *,
    text_weight: float = 0.3,
    vector_weight: float = 0.7,
) -> list[float]:
    """``hybrid_similarity`` of each item; both lists in the same order and of the same length."""
    shares = checked_weights({"text_weight": text_weight, "vector_weight": vector_weight})
    texts = checked_list(texts, "texts", "text similarities")
    vectors = checked_list(vectors, "vectors", "vector similarities")
    if len(texts) != len(vectors):
        raise SettingsError(
            f"{len(texts)} text and {len(vectors)} vector similarities: give one of each for every "
            "item, None where a channel did not find it"
        )
    return [
        _mix(text, vector, shares["text_weight"], shares["vector_weight"], f" of item {place}")
        for place, (text, vector) in enumerate(zip(texts, vectors, strict=True))
    ]


def _mix(
    text: float | None, vector: float | None, text_share: float, vector_share: float, of: str = ""
) -> float:
    votes: list[tuple[float, float]] = []
    for name, score, low, share in (
        ("text", text, 0.0, text_share),
        ("vector", vector, -1.0, vector_share),
    ):
        if score is None:
            continue
        hint = "bring raw scores to [0, 1] with normalise_scores, and give None for not found"
        checked = checked_number(
            score, f"{name} similarity{of}", low - _ROUNDING, 1.0 + _ROUNDING, hint
        )
        votes.append((share, min(1.0, max(0.0, checked))))
    return weighted_mean(votes)


def cosine(left: Iterable[float], right: Iterable[float]) -> float:
    """The cosine of two vectors of the same length, in [−1, 1]; 0.0 where one has length zero.

    Plain Python, for a few vectors; take numpy for thousands.
    Raises SettingsError for different lengths and for components that are not finite numbers.
    """
    first, second = _unit_scaled(left, "left"), _unit_scaled(right, "right")
    if len(first) != len(second):
        raise SettingsError(
            f"vectors of {len(first)} and {len(second)} dimensions cannot be compared: embed both "
            "with the same model"
        )
    norms: float = sum(map(mul, first, first)) * sum(map(mul, second, second))
    if not norms:
        return 0.0
    product: float = sum(map(mul, first, second))
    return min(1.0, max(-1.0, product / math.sqrt(norms)))


def _unit_scaled(vector: Iterable[float], name: str) -> list[float]:
    """The vector divided by its largest component, so that no square overflows or vanishes."""
    try:
        values = [math.ldexp(value, 0) for value in vector]  # float() would read strings
    except (TypeError, OverflowError) as error:
        raise SettingsError(f"the {name} vector is no list of numbers: {error}") from None
    if not all(map(math.isfinite, values)):
        raise SettingsError(f"the {name} vector has a component that is NaN or infinite")
    peak = max(map(abs, values), default=0.0)
    return [value / peak for value in values] if peak else values
