"""Several lists of hits become one: scores on a common scale, weighted fusion, rank fusion.

A channel that did not find an item has no opinion on it. That is ``None`` or absence here, never
0.0, which means "found, and not alike at all". No result is ever NaN or infinite, and order never
depends on hashes: equal scores keep the order in which the items first appeared.
"""

from __future__ import annotations

import math
import reprlib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from numbers import Real
from typing import Any, Literal, TypeVar

from .errors import InputError, SettingsError

__all__ = ["NormaliseMethod", "normalise_scores", "reciprocal_rank_fusion", "weighted_fusion"]

NormaliseMethod = Literal["max", "min_max"]
Id = TypeVar("Id", bound=Hashable)


def checked_number(
    value: object, name: str, low: float = -math.inf, high: float = math.inf, hint: str = ""
) -> float:
    """The value as a float where it is a finite number from low to high, else a SettingsError.

    bool and str are no numbers here: ``True`` and ``"0.3"`` are nearly always a mistake.
    """
    if not isinstance(value, bool) and isinstance(value, Real):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf  # not shown below: Python refuses to print very long integers
            value = "a number beyond the range of float"
        if math.isfinite(number) and low <= number <= high:
            return number
    span = "a finite number"
    if math.isfinite(low):
        span += f" from {low:g} to {high:g}" if math.isfinite(high) else f" of at least {low:g}"
    hint = f"; {hint}" if hint else ""
    raise SettingsError(f"{name} must be {span}, not {reprlib.repr(value)}{hint}")


def checked_weights(weights: Mapping[str, object]) -> dict[str, float]:
    """Weights by their names, each in [0, 1] and not all zero, as shares of the largest of them.

    Only their proportions count. Scaling keeps the tiniest weights out of underflow.
    """
    numbers = {name: checked_number(weight, name, 0.0, 1.0) for name, weight in weights.items()}
    largest = max(numbers.values(), default=1.0)
    if largest == 0.0:
        raise SettingsError(f"{' and '.join(numbers)}: one must be above zero, or nothing counts")
    return {name: weight / largest for name, weight in numbers.items()}


def weighted_mean(votes: Sequence[tuple[float, float]]) -> float:
    """Σ share · score ÷ Σ share of (share, score) in any order; 0.0 where no share is above zero.

    A vote that is alone gives its score exactly, however small its share.
    """
    largest = max((share for share, _ in votes), default=0.0)
    if largest == 0.0:
        return 0.0
    # fsum rounds once, so that the order of the votes cannot show in the result
    total = math.fsum(share / largest for share, _ in votes)
    return math.fsum(share / largest * score for share, score in votes) / total


def checked_list(values: object, name: str, what: str) -> Sequence[Any]:
    """The values as a sequence, else an InputError; what the values are is not looked at.

    A text is a sequence too, of letters, but never meant as one here; a set has no order.
    """
    if isinstance(values, (list, tuple)):
        return values
    if not isinstance(values, Iterable) or isinstance(values, (str, bytes, set, frozenset)):
        raise InputError(f"{name} is of type {type(values).__name__}; give a list of {what}")
    return list(values)


def normalise_scores(
    scores: Iterable[float | None], method: NormaliseMethod = "max"
) -> list[float | None]:
    """Raw scores of one list of hits on the scale [0, 1]; ``None`` (not found) stays ``None``.

    ``max``      score ÷ highest score. Keeps ratios, so it suits scores with a true zero (BM25).
                 Scores below zero become 0.0, and all do where no score is above zero.
    ``min_max``  (score − lowest) ÷ (highest − lowest). Suits scores in a narrow band far from zero
                 (cosines of embeddings). Where all are equal, as with one hit alone, each is 1.0,
                 as in OpenSearch's normalisation processor.

    Raises SettingsError for another method and for a score that is not a finite number, InputError
    for what is no list.
    """
    if method not in ("max", "min_max"):
        raise SettingsError(f'method must be "max" or "min_max", not {reprlib.repr(method)}')
    checked = [
        None if score is None else checked_number(score, f"score {place}")
        for place, score in enumerate(checked_list(scores, "scores", "numbers"))
    ]
    found = [score for score in checked if score is not None]
    if not found:
        return checked
    low, high = min(found), max(found)
    if method == "max":
        if high <= 0.0:
            return [None if score is None else 0.0 for score in checked]
        return [None if score is None else max(0.0, score / high) for score in checked]
    if low == high:
        return [None if score is None else 1.0 for score in checked]
    # the span of two finite numbers may be infinite; of their halves it is not
    part = 1.0 if math.isfinite(high - low) else 0.5
    span = high * part - low * part
    return [None if score is None else (score * part - low * part) / span for score in checked]


def weighted_fusion(
    channels: Mapping[str, Mapping[Id, float | None] | None],
    weights: Mapping[str, float] | Sequence[float] | None = None,
    *,
    normalise: NormaliseMethod | Mapping[str, NormaliseMethod] | None = "min_max",
    missing: float | None = None,
) -> list[tuple[Id, float]]:
    """The items of all channels with their weighted mean score in [0, 1], the best first.

    channels    a channel's name → its hits, item → raw score (``None``: not found). A channel
                that is ``None`` did not run and counts for nothing.
    weights     by name, or in the order of the channels; each in [0, 1], only proportions count.
                Default: equal parts. Names of channels that are not there are ignored.
    normalise   the method of ``normalise_scores``, for all or by channel (``min_max`` for those
                not named); ``None``: the scores are in [0, 1] already. Half and half of text by
                ``max`` and vectors by ``min_max`` did best where this project measured it.
    missing     what a channel that did not find an item counts as: ``None``, not at all (the
                others decide alone), or a score in [0, 1]. With 0.0, items found by several
                channels come before those found by one.

    An item on which no channel with a weight has a say scores 0.0. Scores are rounded to twelve
    decimals, so that errors of the last digit decide no tie; ties keep the order of first
    appearance. Raises SettingsError for a weight, score or method that cannot be used, InputError
    for channels that are no mappings.
    """
    _check_mapping(channels, "channels", "name → hits")
    if weights is None:
        weights = dict.fromkeys(channels, 1.0)
    elif not isinstance(weights, Mapping):
        weights = dict(zip(channels, _one_each(weights, len(channels), "channels"), strict=True))
    if unweighted := [name for name in channels if name not in weights]:
        raise SettingsError(f"weights has none for {unweighted}; it names {list(weights)}")
    shares = checked_weights({f"weight of {name!r}": value for name, value in weights.items()})
    default = None if missing is None else checked_number(missing, "missing", 0.0, 1.0)

    running: list[tuple[float, dict[Id, float | None]]] = []
    for name, hits in channels.items():
        if hits is not None:
            _check_mapping(hits, f"channel {name!r}", "item → score")
            method = normalise.get(name, "min_max") if isinstance(normalise, Mapping) else normalise
            running.append((shares[f"weight of {name!r}"], _on_scale(hits, name, method)))
    fused: dict[Id, float] = {}
    for item in dict.fromkeys(item for _, hits in running for item in hits):
        votes: list[tuple[float, float]] = []
        for share, hits in running:
            score = hits.get(item)
            score = default if score is None else score
            if score is not None:
                votes.append((share, score))
        fused[item] = round(weighted_mean(votes), 12)
    return _best_first(fused)


def _check_mapping(value: object, name: str, what: str) -> None:
    if not isinstance(value, Mapping):
        raise InputError(f"{name} is of type {type(value).__name__}; give a mapping, {what}")


def _on_scale(
    hits: Mapping[Id, float | None], channel: str, method: NormaliseMethod | None
) -> dict[Id, float | None]:
    if method is None:
        hint = "give a method to normalise"
        return {
            item: None
            if score is None
            else checked_number(score, f"score of {item!r} in {channel!r}", 0.0, 1.0, hint)
            for item, score in hits.items()
        }
    try:
        return dict(zip(hits, normalise_scores(hits.values(), method), strict=True))
    except SettingsError as error:
        raise SettingsError(f"channel {channel!r}: {error}") from None


def reciprocal_rank_fusion(
    rankings: Sequence[Sequence[Id] | None],
    k: float = 60,
    weights: Sequence[float] | None = None,
) -> list[tuple[Id, float]]:
    """The items of all rankings with Σ weight ÷ (k + rank), the best first; ranks start at 1.

    rankings    each the items from best to worst; one that is ``None`` or empty is ignored. An
                item that stands twice in one counts at its first place, and takes no other.
    k           at least 0. Large values let agreement count for more than first places.
    weights     one for each ranking, each in [0, 1]; default 1.0.

    Ties keep the order of first appearance. Source: Cormack, Clarke, Büttcher, "Reciprocal Rank
    Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009, with their k.
    Raises SettingsError for a k or weights that cannot be used, InputError for what is no list, or
    has no order (a set), and for items that are not hashable.
    """
    rankings = checked_list(rankings, "rankings", "rankings")
    k = checked_number(k, "k", 0.0)
    given = [1.0] * len(rankings) if weights is None else weights
    factors = [
        checked_number(weight, f"weight of ranking {place}", 0.0, 1.0)
        for place, weight in enumerate(_one_each(given, len(rankings), "rankings"))
    ]
    if factors and not any(factors):
        raise SettingsError("weights: one must be above zero, or nothing counts")
    shares: dict[Id, list[float]] = {}
    for place, (ranking, factor) in enumerate(zip(rankings, factors, strict=True)):
        for rank, item in enumerate(_distinct(ranking, place), start=1):
            shares.setdefault(item, []).append(factor / (k + rank))
    return _best_first({item: math.fsum(parts) for item, parts in shares.items()})


def _one_each(weights: object, count: int, what: str) -> list[Any]:
    if isinstance(weights, (str, bytes, set, frozenset)) or not isinstance(weights, Iterable):
        listed = None
    else:
        listed = list(weights)
    if listed is None or len(listed) != count:
        raise SettingsError(f"weights must be a list of {count}, one for each of the {what}")
    return listed


def _distinct(ranking: Iterable[Id] | None, place: int) -> Iterable[Id]:
    if ranking is None:
        return ()
    items = checked_list(ranking, f"ranking {place}", "items, best first")
    try:
        return dict.fromkeys(items)
    except TypeError as error:
        raise InputError(f"ranking {place} has an item that cannot be an id: {error}") from None


def _best_first(scores: dict[Id, float]) -> list[tuple[Id, float]]:
    return sorted(scores.items(), key=lambda entry: -entry[1])  # stable: ties keep their order
