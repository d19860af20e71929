"""What each dictionary contributes, one at a time, and what dictionaries cost.

    python -m benchmarks.dictionaries FOLDER [FOLDER …] [--limit 400] [--only TEXT]
    python -m benchmarks.dictionaries --costs [--runs 7]

Each FOLDER is a collection of BEIR's form or a folder of them. Every collection is searched with
and without each dictionary, all else as it is by default; what changes the tokens of documents has
an index of its own. Prints Markdown: for each dictionary the difference that it makes (with less
without, × 100: above 0 it helps) to nDCG@10 and Recall@100, as the mean over the collections of a
language and over all, with 95 % intervals (paired bootstrap over queries, stratified by
collection); * marks those that do not hold 0. Recall is that of collections with more than 100
documents. Then the weight of synonyms, by halves of the queries, and how many queries of each
collection a dictionary touches. Uses the embedded engine. Needs a source tree with its compiled
lexica up to date, and the package with the extras `benchmark`, `evaluate` and `embedded`.

--costs measures, in fresh processes, the time to import and build a first query, the time of each
later one, and the memory: by default, with everything that ships, and with 200,000 entries of a
user's own.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from fulltext_query import FulltextQuery
from fulltext_query.background import language_in
from fulltext_query.errors import SettingsError
from fulltext_query.evaluation import (
    Collection,
    Configuration,
    Interval,
    Ranking,
    evaluate,
    find_collections,
    mean_intervals,
)
from fulltext_query.evaluation.measures import DEPTH
from fulltext_query.query.tree import Query
from fulltext_query.search.contract import Row
from fulltext_query.search.profiles import TokenProfile

from .backends import Backend, open_backend
from .dictionary_costs import report_costs
from .dictionary_ways import DEFAULT, Comparison, Way, comparisons
from .effectiveness import prepared

_DICTIONARIES = Path(__file__).resolve().parents[1] / "dictionaries"
_MEASURES = ("nDCG@10", "Recall@100")
_ALONE = ("en", "zh", "fa")  # languages with a column of their own
_OTHERS = "others"


class Outcome(NamedTuple):
    """What a dictionary did to one collection, query by query."""

    differences: dict[str, list[float]]  # by measure: with less without
    touched: list[bool]  # whether the query that is built differs


class Searched(NamedTuple):
    """A collection, the group that its language belongs to, and each comparison's outcome."""

    collection: Collection
    group: str
    documents: int
    outcomes: list[Outcome]


def main() -> None:
    """Runs the benchmark as the command line asks for."""
    options = _options()
    if options.costs:
        report_costs(options.runs)
        return
    collections = [prepared(folder, options) for folder in find_collections(options.folders)]
    with tempfile.TemporaryDirectory() as work, open_backend("embedded") as backend:
        compared = [
            one for one in comparisons(_DICTIONARIES, Path(work)) if options.only in one.name
        ]
        found = []
        for collection in collections:
            began = time.monotonic()
            found.append(_searched(collection, compared, backend))
            print(f"{collection.name}: {time.monotonic() - began:.0f} s", file=sys.stderr)
    _report(found, compared)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("folders", type=Path, nargs="*", metavar="FOLDER")
    add("--limit", type=int, default=0, help="so many queries of each collection")
    add("--only", default="", help="dictionaries whose name holds this")
    add("--costs", action="store_true", help="time and memory in place of effectiveness")
    add("--runs", type=int, default=7, help="fresh processes of each case of --costs")
    options = parser.parse_args()
    if not options.folders and not options.costs:
        parser.error("give folders of collections, or --costs")
    options.half, options.typos = "all", 0.0
    return options


# --- searching ------------------------------------------------------------------------------------


class _Search:
    """One collection: an index for each kind of tokens, and what was found before."""

    def __init__(self, collection: Collection, backend: Backend) -> None:
        self._collection = collection
        self._documents = list(collection.documents())
        self._backend = backend
        self._rows: list[Row] = []
        self._indexes: dict[Path | None, str] = {}
        self._known: dict[tuple[str, Query], Ranking] = {}
        self._values: dict[tuple[str, tuple[Query, ...]], dict[str, list[float]]] = {}
        self._asked: dict[Way, tuple[str, tuple[Query, ...]]] = {}
        self.documents = len(self._documents)
        self.asked(DEFAULT)

    def asked(self, way: Way) -> tuple[str, tuple[Query, ...]]:
        """The index that is searched, and the queries."""
        if way not in self._asked:
            fq = way.builder()
            queries = tuple(fq.build(text).tree for text in self._collection.queries.values())
            self._asked[way] = self._index(way, fq), queries
        return self._asked[way]

    def _index(self, way: Way, fq: FulltextQuery) -> str:
        if way.lexica not in self._indexes:
            profile = TokenProfile(fq)
            rows = [profile.row(document) for document in self._documents]
            if self._rows and [row.fields for row in rows] == [row.fields for row in self._rows]:
                self._indexes[way.lexica] = self._indexes[None]  # not one token is another
            else:
                name = f"dictionaries-{len(self._indexes)}"
                self._backend.fill(name, profile.schema(), rows)
                self._indexes[way.lexica] = name
            self._rows = self._rows or rows
        return self._indexes[way.lexica]

    def values(self, way: Way) -> dict[str, list[float]]:
        """By measure, one of each query."""
        index, queries = asked = self.asked(way)
        if asked not in self._values:
            new = [one for one in dict.fromkeys(queries) if (index, one) not in self._known]
            for query, ranking in zip(new, self._backend.search(index, new, DEPTH), strict=True):
                self._known[index, query] = ranking
            rankings = [self._known[index, query] for query in queries]
            found = evaluate(self._collection, Configuration("", partial(_as_found, rankings)))
            self._values[asked] = {measure: found.column(measure) for measure in _MEASURES}
        return self._values[asked]

    def close(self) -> None:
        for name in set(self._indexes.values()):
            self._backend.drop(name)


def _as_found(rankings: Sequence[Ranking], texts: Sequence[str]) -> Sequence[Ranking]:  # noqa: ARG001
    return rankings


def _searched(collection: Collection, compared: Sequence[Comparison], backend: Backend) -> Searched:
    search = _Search(collection, backend)
    outcomes = []
    for one in compared:
        having, lacking = search.values(one.having), search.values(one.lacking)
        differences = {
            measure: [a - b for a, b in zip(having[measure], lacking[measure], strict=True)]
            for measure in _MEASURES
        }
        pairs = zip(search.asked(one.having)[1], search.asked(one.lacking)[1], strict=True)
        outcomes.append(Outcome(differences, [a != b for a, b in pairs]))
    search.close()
    return Searched(collection, _group(collection), search.documents, outcomes)


def _group(collection: Collection) -> str:
    try:
        language = language_in(list(collection.queries.values())[:200], FulltextQuery())
    except SettingsError:
        return _OTHERS
    return language if language in _ALONE else _OTHERS


# --- the report -----------------------------------------------------------------------------------


def _report(found: Sequence[Searched], compared: Sequence[Comparison]) -> None:
    groups = [name for name in (*_ALONE, _OTHERS) if any(one.group == name for one in found)]
    total = sum(len(one.collection.queries) for one in found)
    print(f"{len(found)} collections, {total:,} queries:", "; ".join(
        f"{name}: {', '.join(one.collection.name for one in found if one.group == name)}"
        for name in groups
    ))  # fmt: skip
    for part, heading in (("shipped", "on by default"), ("off", "off by default")):
        rows = [row for row, one in enumerate(compared) if one.part == part]
        if not rows:
            continue
        for measure in _MEASURES:
            measured = [one for one in found if measure == _MEASURES[0] or one.documents > DEPTH]
            if measured:
                print(f"\n### {measure}, {heading}\n")
                _contributions(measured, compared, rows, groups, measure)
    rows = [row for row, one in enumerate(compared) if one.part == "weight"]
    if rows:
        print("\n### nDCG@10, weight of the synonyms against none\n")
        _halves(found, compared, rows)
    print("\n### Queries that are built otherwise\n")
    _touched(found, [(row, one.name) for row, one in enumerate(compared) if one.part != "weight"])


def _contributions(
    found: Sequence[Searched],
    compared: Sequence[Comparison],
    rows: Sequence[int],
    groups: Sequence[str],
    measure: str,
) -> None:
    kept = [(name, [one for one in found if one.group == name]) for name in groups]
    columns = [(name, some) for name, some in kept if some] + [("mean", list(found))]
    print(f"| | queries touched | better, worse | {' | '.join(name for name, _ in columns)} |")
    print("|---|---|---|" + "---|" * len(columns))
    intervals = [_intervals(some, rows, measure) for _, some in columns]
    idle = []
    for place, row in enumerate(rows):
        touched = sum(sum(one.outcomes[row].touched) for one in found)
        if not touched and not _changes(found, row, measure):
            idle.append(compared[row].name)
            continue
        changes = [
            value for one in found for value in one.outcomes[row].differences[measure] if value
        ]
        better = sum(value > 0 for value in changes)
        cells = [
            _points(column[place]) if _changes(some, row, measure) else "0"
            for column, (_, some) in zip(intervals, columns, strict=True)
        ]
        print(
            f"| {compared[row].name} | {touched:,} | {better:,}, {len(changes) - better:,} | "
            f"{' | '.join(cells)} |"
        )
    if idle:
        print(f"\nNo query is built otherwise for: {', '.join(idle)}.")


def _changes(found: Iterable[Searched], row: int, measure: str) -> bool:
    return any(any(one.outcomes[row].differences[measure]) for one in found)


def _intervals(
    found: Sequence[Searched], rows: Sequence[int], measure: str, half: slice = slice(None)
) -> list[Interval]:
    tables = [[one.outcomes[row].differences[measure][half] for row in rows] for one in found]
    return mean_intervals([table for table in tables if table[0]])


def _points(found: Interval) -> str:
    mean, low, high = (100 * value for value in found)
    return f"{mean:+.2f} [{low:+.2f}, {high:+.2f}]{'*' * found.is_clear}"


def _halves(found: Sequence[Searched], compared: Sequence[Comparison], rows: Sequence[int]) -> None:
    print("| | even queries | odd queries | all |\n|---|---|---|---|")
    halves = (slice(0, None, 2), slice(1, None, 2), slice(None))
    columns = [_intervals(found, rows, _MEASURES[0], half) for half in halves]
    for row, *cells in zip(rows, *columns, strict=True):
        print(f"| {compared[row].name} | {' | '.join(map(_points, cells))} |")


def _touched(found: Sequence[Searched], rows: Sequence[tuple[int, str]]) -> None:
    print(f"| of | {' | '.join(one.collection.name for one in found)} |")
    print("|---|" + "---|" * len(found))
    print(f"| all | {' | '.join(str(len(one.collection.queries)) for one in found)} |")
    for row, name in rows:
        cells = [str(sum(one.outcomes[row].touched)) for one in found]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
