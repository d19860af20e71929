"""What ``fulltext-query evaluate`` says: tables of measures and the worst queries, or JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from ..builder import FulltextQuery
from ..evaluation import (
    MEASURES,
    Collection,
    Evaluation,
    Interval,
    Misplaced,
    difference_intervals,
    mean_intervals,
    worst,
)
from .outputs import emit, visible
from .tables import show

__all__ = ["evaluation_as_json", "print_evaluation"]

_FEW = 20
"""Queries below which an interval says little (ours)."""
_SHOWN = 5  # right documents of one query
_GLIMPSE = 60  # characters of a document


def _intervals(found: Sequence[Evaluation], measure: str) -> tuple[list[Interval], list[Interval]]:
    table = [evaluation.column(measure) for evaluation in found]
    return mean_intervals([table]), difference_intervals([table])


def print_evaluation(
    collection: Collection,
    found: Sequence[Evaluation],
    builders: dict[str, FulltextQuery],
    count: int,
) -> None:
    """Prints the measures, the differences from the first, and the worst queries."""
    means, changes = zip(*(_intervals(found, name) for name in MEASURES), strict=True)
    before = [f"{collection.name}: {_counted(len(collection.queries), 'judged query')}"]
    if collection.unjudged:
        before[0] += f", {collection.unjudged} without a right document left out"
    after = ["brackets: 95 % intervals (bootstrap over the queries)"]
    if len(collection.queries) < _FEW:
        after.append(f"fewer than {_FEW} queries: the intervals say little")
    show(
        ["name", *MEASURES],
        [
            [evaluation.name, *(_mean(column[row]) for column in means)]
            for row, evaluation in enumerate(found)
        ],
        before=before,
        after=after,
    )
    if len(found) > 1:
        emit("")
        show(
            ["name", *MEASURES],
            [
                [evaluation.name, *(_change(column[row]) for column in changes)]
                for row, evaluation in enumerate(found)
                if row
            ],
            before=[f"against {found[0].name}, query by query"],
            after=["* more than noise: 0 lies outside the interval"],
        )
    rows = {evaluation.name: worst(collection, evaluation, count) for evaluation in found}
    glimpses = _glimpses(collection, chain.from_iterable(rows.values()))
    for evaluation in found:
        if rows[evaluation.name]:
            emit(f"\nworst with {visible(evaluation.name)}")
        for row in rows[evaluation.name]:
            _print_query(row, builders[evaluation.name], glimpses)


def _print_query(row: Misplaced, fq: FulltextQuery, glimpses: Mapping[str, str]) -> None:
    values = ", ".join(f"{name} {value:.3f}" for name, value in row.values.items())
    lines = ["", f"{row.query.id}: {values}"]
    for document, grade, rank in row.right[:_SHOWN]:
        where = f"rank {rank}" if rank else "not found"
        lines.append(f"  right: {document}, grade {grade}, {where}{glimpses.get(document, '')}")
    if len(row.right) > _SHOWN:
        lines.append(f"  right: {len(row.right) - _SHOWN} more")
    lines.append(f"  first: {row.first or 'nothing was found'}{glimpses.get(row.first, '')}")
    lines += [f"  {line}".rstrip() for line in fq.build(row.query.text).explain().split("\n")]
    emit(visible("\n".join(lines)))


def _glimpses(collection: Collection, rows: Iterable[Misplaced]) -> dict[str, str]:
    """How the documents of these queries begin, as far as the corpus is at hand."""
    wanted = {name for row in rows for name in (row.first, *(one[0] for one in row.right[:_SHOWN]))}
    if not wanted or not collection.has_documents:
        return {}
    found = {}
    for document in collection.documents():
        if document.id in wanted:
            text = " ".join(f"{document.title} {document.content}".split())
            found[document.id] = f": {text[:_GLIMPSE]}{'…' * (len(text) > _GLIMPSE)}"
    return found


def _mean(found: Interval) -> str:
    return f"{found.mean:.3f} [{found.low:.3f}, {found.high:.3f}]"


def _change(found: Interval) -> str:
    return f"{found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}]{'*' * found.is_clear}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun.removesuffix('y')}ies"


def evaluation_as_json(
    collection: Collection,
    found: Sequence[Evaluation],
    builders: dict[str, FulltextQuery],
    count: int,
) -> dict[str, Any]:
    """The same as values, JSON-ready, with the values of every query."""
    intervals = {name: _intervals(found, name) for name in MEASURES}
    return {
        "collection": collection.name,
        "queries": len(collection.queries),
        "unjudged": collection.unjudged,
        "configurations": [
            {
                "name": evaluation.name,
                "measures": {name: means[row]._asdict() for name, (means, _) in intervals.items()},
                "difference": None
                if not row
                else {name: changes[row]._asdict() for name, (_, changes) in intervals.items()},
                "values": {name: dict(evaluation.values[name]) for name in MEASURES},
                "worst": [
                    _query_as_json(one, builders[evaluation.name])
                    for one in worst(collection, evaluation, count)
                ],
            }
            for row, evaluation in enumerate(found)
        ],
    }


def _query_as_json(row: Misplaced, fq: FulltextQuery) -> dict[str, Any]:
    return {
        "id": row.query.id,
        "text": row.query.text,
        "measures": dict(row.values),
        "right": [
            {"id": document, "grade": grade, "rank": rank} for document, grade, rank in row.right
        ],
        "first": row.first,
        "explanation": fq.build(row.query.text).explain_dict(),
    }
