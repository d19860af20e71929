"""What a model's words bring to the ranking, from replies that were recorded.

    python -m benchmarks.folding COLLECTIONS RECORDED [--half even|odd] [--grid]

COLLECTIONS is a folder of collections of BEIR's form; RECORDED holds files of JSON lines named
after them, as stard-passages.jsonl: each line has the _id and text of a query, and either
"keywords" and "hyde" or any number of other fields, each a model's reply. Replies are folded in as
hypothetical passages, as rewrites, and as both; fields of other names are averaged.

Prints Markdown: nDCG@10 and Recall@100, × 100, as differences from the query alone, with 95 %
intervals (paired bootstrap over queries). --grid tries numbers of words and weights. Uses the
embedded engine. Needs the package with the extras `evaluate` and `embedded`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from fulltext_query import FulltextQuery, Settings
from fulltext_query.evaluation import (
    Collection,
    Configuration,
    Evaluation,
    Ranking,
    difference_intervals,
    evaluate,
    read_collection,
)
from fulltext_query.evaluation.measures import DEPTH
from fulltext_query.search.profiles import TokenProfile
from fulltext_query.understand import UnderstoodQuery

from .backends import Backend, open_backend

_SHOWN = ("nDCG@10", "Recall@100")
_KINDS = ("passages", "rewrites", "both")
_GRID = [(count, weight) for count in (10, 20, 40) for weight in (0.25, 0.5, 1.0, 1.5)]


class Reply(NamedTuple):
    """What a model said of a query; '' for nothing."""

    rewrite: str
    passage: str


def main() -> None:
    """Runs the benchmark as the command line asks for."""
    options = _options()
    default = Settings()
    tried = _GRID if options.grid else [(default.expansion_terms, default.expansion_weight)]
    found: dict[tuple[str, int, float], dict[str, list[tuple[Evaluation, Evaluation]]]] = {}
    with open_backend("embedded") as backend:
        for path in sorted(options.recorded.glob("*.jsonl")):
            name = path.stem.rpartition("-")[0]
            collection, rows = _read(options.collections / name, path, options.half)
            for key, pair in _measured(collection, rows, backend, tried):
                found.setdefault(key, {}).setdefault(name, []).append(pair)
    print("| replies as | words | weight | " + " | ".join(_SHOWN) + " | by collection |")
    print("|---|---|---|" + "---|" * len(_SHOWN) + "---|")
    for (kind, count, weight), by_name in found.items():
        groups = [pair for pairs in by_name.values() for pair in pairs]
        cells = " | ".join(_difference(groups, measure) for measure in _SHOWN)
        each = ", ".join(
            f"{name} {100 * sum(one.mean() - base.mean() for base, one in pairs) / len(pairs):+.1f}"
            for name, pairs in by_name.items()
        )
        print(f"| {kind} | {count} | {weight:g} | {cells} | {each} |", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("collections", type=Path, metavar="COLLECTIONS")
    parser.add_argument("recorded", type=Path, metavar="RECORDED")
    parser.add_argument("--half", choices=["even", "odd"], help="of the queries by their order")
    parser.add_argument("--grid", action="store_true", help="other numbers of words and weights")
    return parser.parse_args()


def _read(
    folder: Path, path: Path, half: str | None
) -> tuple[Collection, dict[str, Mapping[str, Any]]]:
    """The recorded queries of a collection, all or half of them, with their replies."""
    collection = read_collection(folder)
    rows = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["_id"] in collection.queries:
            rows[row["_id"]] = row
    kept = [
        name for at, name in enumerate(sorted(rows)) if half is None or at % 2 == (half == "odd")
    ]
    return collection.only(kept), {name: rows[name] for name in kept}


def _replies(row: Mapping[str, Any]) -> Iterator[Reply]:
    """Each reply of a row."""
    if "hyde" in row:
        yield Reply(row["keywords"], row["hyde"])
        return
    for name, text in row.items():
        if name not in ("_id", "text"):
            yield Reply(text, text)


def _measured(
    collection: Collection,
    rows: Mapping[str, Mapping[str, Any]],
    backend: Backend,
    tried: Sequence[tuple[int, float]],
) -> Iterator[tuple[tuple[str, int, float], tuple[Evaluation, Evaluation]]]:
    fq = FulltextQuery()
    profile = TokenProfile(fq)
    backend.fill("folding", profile.schema(), map(profile.row, collection.documents()))

    def searched(fq: FulltextQuery, ask: Callable[[str], Any]) -> Evaluation:
        trees = [fq.build(ask(name)).tree for name in collection.queries]
        rankings = list(backend.search("folding", trees, DEPTH))
        return evaluate(collection, Configuration("", partial(_as_found, rankings)))

    base = searched(fq, lambda name: rows[name]["text"])
    replies = {name: list(_replies(row)) for name, row in rows.items()}
    several = min(map(len, replies.values()))
    for count, weight in tried:
        folded = FulltextQuery(Settings(expansion_terms=count, expansion_weight=weight))
        for kind in _KINDS if several == 1 else _KINDS[:2]:
            for at in range(several):
                one = searched(
                    folded,
                    lambda name, at=at, kind=kind: _asked(rows[name], replies[name][at], kind),
                )
                yield (kind, count, weight), (base, one)
    backend.drop("folding")


def _asked(row: Mapping[str, Any], reply: Reply, kind: str) -> UnderstoodQuery:
    return UnderstoodQuery(
        original_text=row["text"],
        rewrites=[reply.rewrite] if kind != "passages" else [],
        hyde_documents=[reply.passage] if kind != "rewrites" else [],
    )


def _as_found(rankings: Sequence[Ranking], texts: Sequence[str]) -> Sequence[Ranking]:  # noqa: ARG001
    return rankings


def _difference(pairs: Sequence[tuple[Evaluation, Evaluation]], measure: str) -> str:
    change = difference_intervals([[one.column(measure) for one in pair] for pair in pairs], 0)[1]
    mean, low, high = (100 * value for value in change)
    return f"{mean:+.2f} [{low:+.2f}, {high:+.2f}]{'*' * change.is_clear}"


if __name__ == "__main__":
    main()
