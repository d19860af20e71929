"""Hits of several channels become one list: words and vectors, or the queries of a fan-out.

Pure decisions over hits; who asks the engines is elsewhere. A channel that did not find a document
has said nothing about it: its score stays None, and what it counts for is a setting.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from ..errors import SettingsError
from ..fusion import (
    NormaliseMethod,
    checked_number,
    checked_weights,
    normalise_scores,
    reciprocal_rank_fusion,
    weighted_mean,
)
from .contract import WINDOW, Hit, Hits

__all__ = ["Fused", "FusionMethod", "HybridSettings", "fuse", "fuse_many"]

FusionMethod = Literal["weighted", "rrf", "server"]

_METHODS = ("weighted", "rrf", "server")
_EVEN = 12**-0.5  # the standard deviation of scores that lie evenly between 0 and 1
#: BM25 has a true zero, so ratios mean something; cosines of one model lie in a narrow band.
_NORMALISE: dict[str, NormaliseMethod] = {"text": "max", "vector": "min_max"}


@dataclass(frozen=True, slots=True)
class HybridSettings:
    """How words and vectors are joined. Immutable; SettingsError for what cannot be used.

    text_weight,    in [0, 1]; only their proportion counts.
    vector_weight
    method          "weighted": text ÷ its highest score, vectors from their lowest to their
                    highest, then the weighted mean. "rrf": Σ weight ÷ (k + rank). "server": the
                    engine is asked for both at once and fuses by reciprocal rank itself, where its
                    licence has that; where hits come apart all the same, "rrf".
    candidates      hits asked of each channel, 1 to 10,000.
    balanced        for "weighted": each weight is divided by the standard deviation of what its
                    channel gave, so that one with few high scores and many low ones has as much to
                    say as one whose scores lie evenly. For words and vectors, not in ``fuse_many``.
    missing         for "weighted", in [0, 1]: a channel that did not find a document is taken to
                    say this share of what those say that did. 1: they decide alone, and what one
                    channel has first beats what both have second; 0: as if it had been judged, and
                    found to be nothing.
    k               for "rrf", at least 0: large values let agreement count for more than places.

    By measurement on six collections, mean nDCG@10: words .652, vectors .645, "rrf" .675, halves
    .691, balanced halves .697 (with 50 or 200 candidates too); ``missing`` 0 is as good, 1 costs
    .025. Asking the engine for the scores that are missing gained nothing over this.
    """

    text_weight: float = 0.5
    vector_weight: float = 0.5
    method: FusionMethod = "weighted"
    candidates: int = 100
    balanced: bool = True
    missing: float = 0.25
    k: float = 60.0

    def __post_init__(self) -> None:
        if self.method not in _METHODS:
            raise SettingsError(f"method must be one of {', '.join(_METHODS)}, not {self.method!r}")
        checked_weights({"text_weight": self.text_weight, "vector_weight": self.vector_weight})
        if checked_number(self.candidates, "candidates", 1, WINDOW) % 1:
            raise SettingsError(f"candidates must be a whole number, not {self.candidates!r}")
        checked_number(self.missing, "missing", 0.0, 1.0)
        checked_number(self.k, "k", 0.0)

    def depth(self, size: int, offset: int = 0) -> int:
        """How many hits to ask of each channel for a page: whole multiples of ``candidates``.

        Pages of one multiple are cut from the same list. A deeper one is fused anew, and its order
        may differ a little, because the lowest score of a channel is another one.
        """
        return self.candidates * max(1, -(-(offset + size) // self.candidates))


class Fused(NamedTuple):
    """A document of a fused list.

    score    in [0, 1] when weighted; by reciprocal rank a small positive number.
    scores   channel → the raw score that it gave, None where it did not find the document. Channels
             that did not run are not there.
    """

    id: str
    score: float
    scores: Mapping[str, float | None]


def fuse(
    text: Hits | None, vector: Hits | None, settings: HybridSettings | None = None
) -> list[Fused]:
    """One list of the hits of words and of vectors, best first; channels "text" and "vector".

    None is a channel that did not run, or failed: the other's order and normalised scores stand
    alone then. Equal scores keep the order of the hits, those of words first. Raises SettingsError
    for a score that is not a finite number.
    """
    settings = settings or HybridSettings()
    return _fused(
        {"text": text, "vector": vector},
        {"text": settings.text_weight, "vector": settings.vector_weight},
        _NORMALISE,
        settings,
    )


def fuse_many(
    results: Sequence[Hits | Sequence[Fused] | None],
    weights: Sequence[float] | None = None,
    settings: HybridSettings | None = None,
    *,
    names: Sequence[str] | None = None,
) -> list[Fused]:
    """One list of what several queries for the same question found, best first.

    results    each query's hits, or its list from ``fuse``; None for a query that was not asked or
               failed. Scores of different queries are brought on one scale, by the highest of each.
    weights    one for each query, in [0, 1]; default: all alike.
    settings   ``method``, ``missing`` and ``k`` count here; scores of one kind need no balance.
    names      the channels' names, each once; default "query 0", "query 1", …

    A document counts once for a query, at its first place. Equal scores keep the order of first
    appearance. Raises SettingsError for weights or names that do not fit.
    """
    labels = [f"query {place}" for place in range(len(results))] if names is None else list(names)
    if len(labels) != len(results) or len(set(labels)) != len(labels):
        raise SettingsError(f"names must be {len(results)} different ones, one for each query")
    shares = [1.0] * len(results) if weights is None else list(weights)
    if len(shares) != len(results):
        raise SettingsError(f"weights must be {len(results)}, one for each query")
    return _fused(
        dict(zip(labels, results, strict=True)),
        dict(zip(labels, shares, strict=True)),
        {},
        replace(settings or HybridSettings(), balanced=False),
    )


def _fused(
    channels: Mapping[str, Hits | Sequence[Fused] | None],
    weights: Mapping[str, float],
    normalise: Mapping[str, NormaliseMethod],
    settings: HybridSettings,
) -> list[Fused]:
    if not channels:
        return []
    shares = checked_weights({f"weight of {name!r}": weights[name] for name in channels})
    raw: dict[str, dict[str, float]] = {
        name: _scores(hits) for name, hits in channels.items() if hits is not None
    }
    running = {name: shares[f"weight of {name!r}"] for name in raw}
    if not any(running.values()):
        running = dict.fromkeys(running, 1.0)  # a channel without weight is better than no answer
    if settings.method == "weighted":
        scaled: dict[str, dict[str, float]] = {}
        for name, found in raw.items():
            scores = normalise_scores(found.values(), normalise.get(name, "max"))
            scaled[name] = {
                item: score for item, score in zip(found, scores, strict=True) if score is not None
            }
        if settings.balanced:
            length = max(map(len, scaled.values()), default=0)
            for name, found in scaled.items():
                zeros = 0 if normalise.get(name) == "min_max" else length - len(found)
                running[name] /= _deviation(found.values(), zeros)
        order = _weighted(scaled, running, settings.missing)
    elif running:
        order = reciprocal_rank_fusion(
            [list(found) for found in raw.values()], settings.k, list(running.values())
        )
    else:
        order = []
    return [
        Fused(item, score, {name: found.get(item) for name, found in raw.items()})
        for item, score in order
    ]


def _scores(hits: Hits | Sequence[Fused]) -> dict[str, float]:
    found: dict[str, float] = {}
    listed: Sequence[Hit | Fused] = hits.hits if isinstance(hits, Hits) else hits
    for hit in listed:
        found.setdefault(hit.id, hit.score)
    return found


def _deviation(scores: Collection[float], zeros: int) -> float:
    """The standard deviation of scores in [0, 1] and of so many zeros more.

    The zeros are the documents that another channel found and words did not: BM25's true zero.
    Where all are equal it tells nothing, and is that of even scores.
    """
    count = len(scores) + zeros
    if not count:
        return _EVEN
    mean = math.fsum(scores) / count
    square = math.fsum((score - mean) ** 2 for score in scores) + zeros * mean * mean
    return math.sqrt(square / count) or _EVEN


def _weighted(
    scaled: Mapping[str, Mapping[str, float]], shares: Mapping[str, float], missing: float
) -> list[tuple[str, float]]:
    """Σ w·s ÷ Σ w, where a channel without a score says ``missing`` × the mean of those with."""
    total = sum(shares.values())
    fused: dict[str, float] = {}
    for item in dict.fromkeys(item for found in scaled.values() for item in found):
        votes = [(shares[name], found[item]) for name, found in scaled.items() if item in found]
        there = sum(share for share, _ in votes)
        said = weighted_mean(votes)
        # rounded, so that errors of the last digit decide no tie
        fused[item] = round(said * (there + missing * (total - there)) / total, 12)
    return sorted(fused.items(), key=lambda entry: -entry[1])  # stable: ties keep their order
