"""What frequencies of a domain do to the ranking, in place of the default background.

    python -m benchmarks.backgrounds FOLDER [FOLDER …] [--list NAME=FILE:N,N…]

Each FOLDER is a collection of BEIR's form or a folder of them. Every collection is searched with
the default background, and with the frequencies of: the collection itself, all the other
collections of its language together, and with --each every one of those alone. --list takes a list
of words with document frequencies, parted by a tab, for the Chinese collections that --lists-for
names: FILE counts in N documents, of which several may be tried; "sum" is the sum of its counts.

Prints Markdown: a row for each background, with nDCG@10 and Recall@100 and the differences from the
default, × 100, with 95 % intervals (paired bootstrap over queries); * marks those that do not hold
0; the last rows are the means over collections. Uses the embedded engine. Needs the package with
the extras `evaluate` and `embedded`.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from fulltext_query import FulltextQuery, Settings
from fulltext_query.background import Counted, WordCount, count_documents, language_in, merge, write
from fulltext_query.evaluation import (
    Collection,
    Configuration,
    Evaluation,
    Ranking,
    difference_intervals,
    evaluate,
    find_collections,
    mean_intervals,
    read_collection,
)
from fulltext_query.evaluation.measures import DEPTH
from fulltext_query.lexicon.frequencies import BACKGROUND_TOKENS, DOCUMENTS
from fulltext_query.search.profiles import TokenProfile

from .backends import Backend, open_backend

_SHOWN = ("nDCG@10", "Recall@100")
_INDEX = "backgrounds"
_ITSELF, _OTHERS = "itself", "the others of its language"
_FIT = 3.173, 0.741  # log10 documents of 1e9 = 3.173 + 0.741 · log10 frequency; see the lexicon
_WORDS = 1000  # of a document of a list: no word is rarer than it has documents


class Background(NamedTuple):
    """A table with the name that it has in the report."""

    name: str
    table: Counted


Pair = tuple[Evaluation, Evaluation]  # with the default background, and with another


def main() -> None:
    """Runs the benchmark as the command line asks for."""
    options = _options()
    collections = [read_collection(folder) for folder in find_collections(options.folders)]
    if options.limit:
        collections = [one.only(islice(one.queries, options.limit)) for one in collections]
    tables = {one.name: _counted(one) for one in collections}
    lists = [one for given in options.list for one in read_list(given)]
    print(
        "| collection | background | documents | words | of the queries' words | "
        + " | ".join(f"{name} | from the default, × 100" for name in _SHOWN)
        + " |\n|---|---|---|---|---|" + "---|---|" * len(_SHOWN)
    )  # fmt: skip
    settings = Settings() if options.power is None else Settings(power=options.power)
    pairs: dict[str, list[Pair]] = {}
    with open_backend("embedded") as backend:
        for collection in collections:
            if options.only and collection.name not in options.only:
                continue
            began = time.monotonic()
            found = list(_backgrounds(collection.name, tables, each=options.each))
            if collection.name in options.lists_for:
                found += lists
            for name, pair in _measure(collection, found, backend, settings):
                pairs.setdefault(name, []).append(pair)
            print(f"{collection.name}: {time.monotonic() - began:.0f} s", file=sys.stderr)
    for name in (_ITSELF, _OTHERS):
        if len(pairs.get(name, ())) > 1:
            cells = " | ".join(_compared(pairs[name], measure) for measure in _SHOWN)
            print(f"| mean of {len(pairs[name])} | {name} | | | | {cells} |")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("folders", type=Path, nargs="+", metavar="FOLDER")
    add("--each", action="store_true", help="every other collection of the language alone too")
    add("--only", action="append", default=[], help="search this collection alone; repeatable")
    add("--list", action="append", default=[], metavar="NAME=FILE:N,N…", help="counts to try")
    add("--lists-for", action="append", default=[], metavar="NAME", help="a collection; repeatable")
    add("--power", type=float, help="of the weights, in place of the default")
    add("--limit", type=int, default=0, help="so many queries of each collection")
    return parser.parse_args()


def _counted(collection: Collection) -> Counted:
    """The frequencies of a collection's documents, none left out."""
    fq = FulltextQuery()
    texts = [f"{one.title}\n\n{one.content}" for one in collection.documents()]
    language = language_in(texts[:100], fq)
    return count_documents(texts, fq, language=language, min_documents=1, source=collection.name)


def _backgrounds(name: str, tables: dict[str, Counted], *, each: bool) -> Iterator[Background]:
    own = tables[name]
    yield Background(_ITSELF, own)
    others = [
        table for other, table in tables.items()
        if other != name and table.language == own.language and not _same(table, own)
    ]  # fmt: skip
    if each:
        yield from (Background(table.source, table) for table in others)
    if others:
        yield Background(_OTHERS, merge(others))


def _same(one: Counted, other: Counted) -> bool:
    """Whether two collections are other queries over the same documents."""
    return one.documents == other.documents and one.counts == other.counts


def read_list(given: str) -> Iterator[Background]:
    """The backgrounds of 'NAME=FILE:N,N…', one for each N."""
    name, _, rest = given.partition("=")
    path, _, sizes = rest.rpartition(":")
    counts: dict[str, float] = {}
    for line in Path(path).read_text(encoding="utf-8-sig").splitlines():
        word, _, count = line.strip().partition("\t")
        if count.strip().isdecimal() and int(count) and len(word.split()) == 1:
            counts[word.strip()] = float(count)
    for size in sizes.split(","):
        total = sum(counts.values()) if size == "sum" else float(size)
        yield Background(f"{name}, N = {size}", _listed(name, counts, total))


def _listed(name: str, counts: dict[str, float], documents: float) -> Counted:
    """A list of document frequencies as a background; occurrences by the lexicon's own fit."""
    tokens = _WORDS * documents
    table = {}
    for word, count in counts.items():
        share = min(count, documents) * DOCUMENTS / documents
        frequency = 10 ** ((math.log10(share) - _FIT[0]) / _FIT[1])
        table[word] = WordCount(frequency * tokens / BACKGROUND_TOKENS, min(count, documents))
    return Counted("zh", documents, tokens, table, name)


def _measure(
    collection: Collection, backgrounds: Sequence[Background], backend: Backend, settings: Settings
) -> Iterator[tuple[str, Pair]]:
    """Prints a row for each background, and gives what was found with it."""
    fq = FulltextQuery(settings)
    profile = TokenProfile(fq)
    backend.fill(_INDEX, profile.schema(), map(profile.row, collection.documents()))
    default = _searched(collection, fq, backend)
    values = [sum(default.column(name)) / len(default.column(name)) for name in _SHOWN]
    cells = " | ".join(f"{_short(value)} | –" for value in values)
    print(f"| {collection.name} | default | | | | {cells} |", flush=True)
    words = _query_words(collection, fq)
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, table) in enumerate(backgrounds):
            path = Path(folder) / f"{number}.dict"
            write(table, path, settings)
            found = _searched(collection, FulltextQuery(settings, dictionaries=[path]), backend)
            cells = " | ".join(_compared([(default, found)], measure) for measure in _SHOWN)
            met = sum(word in table.counts for word in words) / max(1, len(words))
            print(
                f"| | {name} | {table.documents:,.0f} | {len(table):,} | {met:.0%} | {cells} |",
                flush=True,
            )
            yield name, (default, found)
    backend.drop(_INDEX)


def _query_words(collection: Collection, fq: FulltextQuery) -> set[str]:
    return {token.word for text in collection.queries.values() for token in fq.analyze(text).tokens}


def _searched(collection: Collection, fq: FulltextQuery, backend: Backend) -> Evaluation:
    asked = [fq.build(text).tree for text in collection.queries.values()]
    rankings = list(backend.search(_INDEX, asked, DEPTH))
    return evaluate(collection, Configuration("", partial(_as_found, rankings)))


def _as_found(rankings: Sequence[Ranking], texts: Sequence[str]) -> Sequence[Ranking]:  # noqa: ARG001
    return rankings


def _compared(pairs: Sequence[Pair], measure: str) -> str:
    groups = [[one.column(measure) for one in pair] for pair in pairs]
    change = difference_intervals(groups, 0)[1]
    mean, low, high = (100 * value for value in change)
    clear = "*" * change.is_clear
    return (
        f"{_short(mean_intervals(groups)[1].mean)} | {mean:+.2f} [{low:+.2f}, {high:+.2f}]{clear}"
    )


def _short(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


if __name__ == "__main__":
    main()
