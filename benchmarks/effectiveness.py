"""What queries find, and what they cost: configurations side by side over judged collections.

    python -m benchmarks.effectiveness FOLDER [FOLDER …] [--engine elasticsearch|embedded|URL]

Each FOLDER is a collection of BEIR's form or a folder of them. Prints Markdown: for each measure a
row a configuration and a column a collection, with the mean over collections; * marks a difference
from the baseline whose 95 % interval (paired bootstrap over queries, stratified by collection) does
not hold 0. Needs the package with the extras `evaluate`, `elasticsearch` and `embedded`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from fulltext_query import FulltextQuery
from fulltext_query.evaluation import (
    MEASURES,
    Collection,
    Configuration,
    Evaluation,
    Interval,
    Ranking,
    difference_intervals,
    evaluate,
    find_collections,
    mean_intervals,
    read_collection,
)
from fulltext_query.evaluation.measures import DEPTH
from fulltext_query.query.tree import Query
from fulltext_query.search.documents import Document
from fulltext_query.search.profiles import TokenProfile, text_settings

from .backends import Backend, Own, open_backend
from .configurations import BASELINE, CONFIGURATIONS, PLAIN, Way, chosen_ways
from .typos import with_typos

Results = dict[str, dict[str, Evaluation]]  # collection → configuration → what it found


def main() -> None:
    """Runs the benchmark as the command line asks for."""
    options = _options()
    ways = chosen_ways(options.configurations, vectors=options.vectors)
    collections = [prepared(folder, options) for folder in find_collections(options.folders)]
    results: Results = {}
    with open_backend(options.engine, form=options.form) as backend:
        ways = [way for way in ways if not way.own or backend.can(Own(way.own, "", way.fields))]
        print(f"{backend.name}; {_described(options)}\n")
        for collection in collections:
            began = time.monotonic()
            results[collection.name] = _measured(collection, ways, backend, options.cache)
            shown = (
                f"{name} {_short(one.mean())}" for name, one in results[collection.name].items()
            )
            seconds = time.monotonic() - began
            print(f"{collection.name}, {seconds:.0f} s: {', '.join(shown)}", file=sys.stderr)
        _report(results, ways)
        if options.cost:
            _costs(collections, ways, backend, options.cost)
    if options.plot:
        from .plots import plot_differences

        found = _differences(results, ways, MEASURES[0])
        plot_differences(
            options.plot, {way.name: one for way, one in zip(ways, found, strict=True)},
            title=f"{len(results)} collections, {backend.name}", baseline=BASELINE,
        )  # fmt: skip


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("folders", type=Path, nargs="+", metavar="FOLDER")
    add("--engine", default="elasticsearch", help="elasticsearch, embedded or a URL")
    add("--form", choices=("bool", "query_string"), default="bool", help="of a server's query")
    add("--half", choices=("even", "odd", "all"), default="all", help="which of the queries")
    add("--limit", type=int, default=0, help="so many queries of each collection, before --half")
    add("--configurations", default="", help=", ".join(CONFIGURATIONS))
    add("--vectors", action="store_true", help="with vectors too (needs the extra `vectors`)")
    add("--cache", type=Path, help="a folder that keeps vectors")
    add("--typos", type=float, default=0.0, help="share of the queries with a typing error")
    add("--cost", type=int, default=0, help="measure the time of so many queries, one by one")
    add("--plot", type=Path, help="a picture: .png, .svg or .pdf")
    return parser.parse_args()


def _described(options: argparse.Namespace) -> str:
    parts = [f"queries: {options.half}"]
    if options.limit:
        parts.append(f"of the first {options.limit}")
    if options.typos:
        parts.append(f"a typing error in {options.typos:.0%}")
    return ", ".join(parts)


def prepared(folder: Path, options: argparse.Namespace) -> Collection:
    """The collection with the queries that the options leave, in the words they give them."""
    collection = read_collection(folder)
    names = list(collection.queries)[: options.limit or None]
    if options.half != "all":
        names = names[(0 if options.half == "even" else 1) :: 2]
    collection = collection.only(names)
    if options.typos:
        queries = with_typos(collection.queries, options.typos, FulltextQuery())
        collection = collection.replace_queries(queries)
    return collection


# --- effectiveness --------------------------------------------------------------------------------


class _Indexes:
    """The indexes of one collection: made when they are asked for, one for each kind of tokens."""

    def __init__(self, documents: Iterable[Document], backend: Backend) -> None:
        self._documents = documents
        self._backend = backend
        self._names: dict[str, str] = {}

    def of(self, way: Way) -> str:
        """The name of the index that a configuration searches."""
        plain = bool(way.own) and way.fields[-1] in PLAIN
        key = "plain" if plain else json.dumps(text_settings(FulltextQuery(way.settings)))
        if key not in self._names:
            name = f"effectiveness-{len(self._names)}"
            if plain:
                self._backend.fill_plain(name, self._documents)
            else:
                # one that every configuration can search: with sub-words
                changes = {"subword_field": "subword_tks", "fields": Way("").settings.fields}
                profile = TokenProfile(FulltextQuery(way.settings.replace(**changes)))
                self._backend.fill(name, profile.schema(), map(profile.row, self._documents))
            self._names[key] = name
        return self._names[key]

    def drop(self) -> None:
        for name in self._names.values():
            self._backend.drop(name)


def _asked(way: Way, fq: FulltextQuery, text: str) -> Query | Own:
    if not way.own:
        return fq.build(text).tree
    words = text if way.fields[-1] in PLAIN else " ".join(fq.analyze(text).coarse)
    return Own(way.own, words, way.fields)


def _measured(
    collection: Collection, ways: Sequence[Way], backend: Backend, cache: Path | None
) -> dict[str, Evaluation]:
    indexes = _Indexes(list(collection.documents()), backend)
    found: dict[str, Evaluation] = {}
    near: list[Ranking] = []
    for way in ways:
        if way.dense and not near:
            from .dense import Dense

            near = Dense(collection, cache).search(list(collection.queries.values()), DEPTH)
        if way.dense == "dense":
            rankings = near
        elif way.dense:
            from .dense import fused

            words = found[BASELINE].rankings.values()
            rankings = [fused(*pair, way.dense) for pair in zip(words, near, strict=True)]
        else:
            fq = FulltextQuery(way.settings)
            asked = [_asked(way, fq, text) for text in collection.queries.values()]
            rankings = list(backend.search(indexes.of(way), asked, DEPTH))
        configuration = Configuration(way.name, partial(_as_found, rankings))
        found[way.name] = evaluate(collection, configuration)
    indexes.drop()
    return found


def _as_found(rankings: Sequence[Ranking], texts: Sequence[str]) -> Sequence[Ranking]:  # noqa: ARG001
    return rankings


def _tables(results: Results, ways: Sequence[Way], measure: str) -> list[list[list[float]]]:
    return [[found[way.name].column(measure) for way in ways] for found in results.values()]


def _differences(results: Results, ways: Sequence[Way], measure: str) -> list[Interval]:
    base = [way.name for way in ways].index(BASELINE)
    return difference_intervals(_tables(results, ways, measure), base)


def _report(results: Results, ways: Sequence[Way]) -> None:
    base = [way.name for way in ways].index(BASELINE)
    for measure in MEASURES:
        tables = _tables(results, ways, measure)
        means = mean_intervals(tables)
        overall = difference_intervals(tables, base)
        single = [difference_intervals([table], base) for table in tables]
        print(f"### {measure}\n")
        print(f"| | {' | '.join(results)} | mean | from {BASELINE}, × 100 |")
        print("|---|" + "---|" * (len(results) + 2))
        for row, way in enumerate(ways):
            cells = [
                f"{_short(sum(table[row]) / len(table[row]))}{'*' * single[at][row].is_clear}"
                for at, table in enumerate(tables)
            ]
            change = "–" if row == base else _points(overall[row])
            mean = _short(means[row].mean)
            print(f"| {way.name} | {' | '.join(cells)} | {mean} | {change} |")
        print()


def _short(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def _points(found: Interval) -> str:
    mean, low, high = (100 * value for value in found)
    return f"{mean:+.2f} [{low:+.2f}, {high:+.2f}]{'*' * found.is_clear}"


# --- cost -----------------------------------------------------------------------------------------


def _costs(
    collections: Sequence[Collection], ways: Sequence[Way], backend: Backend, count: int
) -> None:
    """Times over one index of all the documents, one query at a time, configurations in turn."""
    documents = [document for one in collections for document in _renamed(one)]
    indexes = _Indexes(documents, backend)
    ways = [way for way in ways if not way.dense]
    texts = [text for one in collections for text in one.queries.values()]
    texts = texts[:: max(1, len(texts) // count)][:count]
    builders = [FulltextQuery(way.settings) for way in ways]
    names = [indexes.of(way) for way in ways]
    asked = [
        [_asked(way, fq, text) for text in texts] for way, fq in zip(ways, builders, strict=True)
    ]
    for _ in range(2):  # what is not counted: caches and compilers get warm
        for name, queries in zip(names, asked, strict=True):
            list(backend.search(name, queries, DEPTH))
    took: list[list[float]] = [[] for _ in ways]
    waited: list[list[float]] = [[] for _ in ways]
    for place in range(len(texts)):
        for row, name in enumerate(names):
            cost = backend.cost(name, asked[row][place], DEPTH)
            took[row].append(cost.took)
            waited[row].append(cost.waited)
    print(f"### Cost: {len(documents):,} documents, {len(texts)} queries, first {DEPTH} hits, ms\n")
    print("| | took median | took 95 % | waited median | waited 95 % |")
    print("|---|---|---|---|---|")
    for way, engine, caller in zip(ways, took, waited, strict=True):
        cells = [f"{value:.1f}" for column in (engine, caller) for value in _median_and_95(column)]
        print(f"| {way.name} | {' | '.join(cells)} |")
    print()
    indexes.drop()


def _median_and_95(column: Sequence[float]) -> tuple[float, float]:
    return statistics.median(column), statistics.quantiles(column, n=20)[-1]


def _renamed(collection: Collection) -> Iterable[Document]:
    for document in collection.documents():
        row: Mapping[str, object] = {**document.to_dict(), "id": f"{collection.name} {document.id}"}
        yield Document.from_dict(row)


if __name__ == "__main__":
    main()
