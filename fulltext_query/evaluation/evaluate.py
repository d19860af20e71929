"""Configurations of a search over judged queries: what each query found, and how good that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..search.searcher import Searcher
from .beir import Collection
from .measures import DEPTH, MEASURES, measure

__all__ = [
    "Configuration",
    "Evaluation",
    "Misplaced",
    "Query",
    "Ranking",
    "Search",
    "evaluate",
    "searcher_configuration",
    "worst",
]

Ranking = tuple[tuple[str, float], ...]
"""Documents found with their scores, the best first."""

Search = Callable[[Sequence[str]], Iterable[Ranking]]
"""Texts in, one ranking each in the same order. All texts at once, so that they may be batched."""

Progress = Callable[[], None]
"""Called once a query."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """One way to search: what tables call it, and how it is done."""

    name: str
    search: Search


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a configuration found. rankings: by query; values: by measure, then by query, 0 to 1."""

    name: str
    rankings: Mapping[str, Ranking]
    values: Mapping[str, Mapping[str, float]]

    def column(self, name: str = MEASURES[0]) -> list[float]:
        """The values of one measure in the order of the queries."""
        return list(self.values[name].values())

    def mean(self, name: str = MEASURES[0]) -> float:
        """The mean of one measure over the queries."""
        column = self.column(name)
        return sum(column) / len(column)


class Query(NamedTuple):
    """A judged query."""

    id: str
    text: str


class Misplaced(NamedTuple):
    """A query and where its right documents came.

    right: each right document with its grade and rank, from 1; None where it was not found. The
    higher grades come first. first: the document that came first, '' where there is none.
    """

    query: Query
    values: Mapping[str, float]
    right: tuple[tuple[str, int, int | None], ...]
    first: str


def searcher_configuration(name: str, searcher: Searcher, *, depth: int = DEPTH) -> Configuration:
    """What users of a searcher get, its ladder and vectors included; ``depth`` hits a query.

    The search raises what ``Searcher.search`` raises.
    """

    def search(texts: Sequence[str]) -> Iterable[Ranking]:
        for text in texts:
            found = searcher.search(text, size=depth, highlight=False)
            yield tuple((hit.id, hit.score) for hit in found)

    return Configuration(name, search)


def evaluate(
    collection: Collection, configuration: Configuration, *, progress: Progress | None = None
) -> Evaluation:
    """Searches for every judged query and measures what was found.

    Raises what the search raises, MissingExtraError; ValueError where the search gives more or
    fewer rankings than it got texts.
    """
    rankings: dict[str, Ranking] = {}
    found = configuration.search(tuple(collection.queries.values()))
    for query, ranking in zip(collection.queries, found, strict=True):
        rankings[query] = tuple(ranking)
        if progress is not None:
            progress()
    values = measure(
        collection.judgements,
        {query: [document for document, _ in ranking] for query, ranking in rankings.items()},
    )
    return Evaluation(configuration.name, rankings, values)


def worst(collection: Collection, evaluation: Evaluation, count: int = 5) -> list[Misplaced]:
    """The queries with the lowest values, the worst first; those of value 1 are never among them.

    Sorted by the measures in the order of ``MEASURES``, then by where the first right one came.
    """
    rows = []
    for name, text in collection.queries.items():
        values = {measure: evaluation.values[measure][name] for measure in MEASURES}
        if values[MEASURES[0]] >= 1:
            continue
        ranks = {doc: rank for rank, (doc, _) in enumerate(evaluation.rankings[name], 1)}
        grades = collection.judgements[name]
        right = tuple(
            (document, grade, ranks.get(document))
            for document, grade in sorted(
                grades.items(), key=lambda item: (-item[1], ranks.get(item[0], DEPTH + 1))
            )
            if grade > 0
        )
        first = next(iter(ranks), "")
        rows.append(Misplaced(Query(name, text), values, right, first))
    rows.sort(
        key=lambda row: (
            *row.values.values(),
            -min((rank for _, _, rank in row.right if rank), default=DEPTH + 1),
        )
    )
    return rows[:count]
