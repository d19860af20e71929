"""``fulltext-query evaluate``: judged queries in; how good a search is, and where it fails, out."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from ..builder import FulltextQuery
from ..evaluation import (
    MEASURES,
    Collection,
    Evaluation,
    Interval,
    Misplaced,
    difference_intervals,
    evaluate,
    mean_intervals,
    read_collection,
    searcher_configuration,
    worst,
    write_run,
)
from ..search.contract import Engine, IndexReport, IndexSchema
from ..search.documents import Document
from ..search.profiles import TokenProfile
from ..search.searcher import Searcher
from ..settings import Settings
from .inputs import WrongUse
from .outputs import complain, emit, emit_json, visible
from .tables import show

__all__ = ["Asked", "run_evaluation"]

_FEW = 20
"""Queries below which an interval says little (ours)."""
_SHOWN = 5  # right documents of one query
_GLIMPSE = 60  # characters of a document


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asks for.

    configurations: name → settings, the first one is what the others are compared with. where: a
    URL or a path, None for an index in a temporary folder. worst: queries to show.
    """

    folder: Path
    configurations: dict[str, Settings]
    where: str | None = None
    split: str | None = None
    as_json: bool = False
    run: Path | None = None
    worst: int = 5
    size: int = 100


def run_evaluation(asked: Asked) -> None:
    """Measures every configuration and prints the result. Raises WrongUse, the errors of ours."""
    collection = read_collection(asked.folder, split=asked.split)
    builders = {name: FulltextQuery(values) for name, values in asked.configurations.items()}
    found: list[Evaluation] = []
    with _Indexes(collection, asked.where) as indexes:
        for name, fq in builders.items():
            searcher = indexes.searcher(fq)
            configuration = searcher_configuration(name, searcher, depth=asked.size)
            with _progress(f"searching with {name}", len(collection.queries)) as advance:
                found.append(evaluate(collection, configuration, progress=lambda: advance(1)))
    for warning in indexes.warnings:
        complain(f"warning: {warning}")
    if asked.run is not None:
        _write_runs(asked.run, found)
    if asked.as_json:
        emit_json(_as_json(collection, found, builders, asked.worst), indent=2)
    else:
        _print(collection, found, builders, asked.worst)


# --- indexes --------------------------------------------------------------------------------------


class _Indexes:
    """The indexes that configurations search: one for all whose documents have the same tokens."""

    def __init__(self, collection: Collection, where: str | None) -> None:
        self.warnings: list[str] = []
        self._collection = collection
        self._where = where
        self._stack = ExitStack()
        self._folder: Path | None = None
        self._engines: list[tuple[IndexSchema, Engine]] = []

    def __enter__(self) -> _Indexes:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def searcher(self, fq: FulltextQuery) -> Searcher:
        """A searcher over an index with these tokens; filled if it was not there."""
        schema = TokenProfile(fq).schema()
        for made, engine in self._engines:
            if made == schema or self._where is not None:
                return Searcher(engine, fq)  # of an index of the user's: it refuses other tokens
        engine = self._stack.enter_context(_closing(self._engine()))
        self._engines.append((schema, engine))
        searcher = Searcher(engine, fq)
        if engine.meta() is None:
            self._fill(searcher)
        return searcher

    def _engine(self) -> Engine:
        if self._where is not None:
            return open_engine(self._where)
        if self._folder is None:
            self._folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        return open_engine(str(self._folder / str(len(self._engines))))

    def _fill(self, searcher: Searcher) -> None:
        collection = self._collection
        if not collection.has_documents:
            raise WrongUse(
                f"{collection.folder} has no corpus.jsonl to index, and there is no index "
                f"{self._where or ''}: give the corpus, or --in an index that exists"
            )
        rest = {document for row in collection.judgements.values() for document in row}

        def documents() -> Iterator[Document]:
            for document in collection.documents():
                rest.discard(document.id)
                yield document

        with _progress("indexing", None) as advance:
            report = searcher.index(documents(), progress=advance)
        self._note(report, rest)

    def _note(self, report: IndexReport, missing: set[str]) -> None:
        if not report:
            first = report.rejected[0]
            self.warnings.append(
                f"{len(report.rejected)} documents were not indexed; the first is {first.id!r}: "
                f"{first.reason}"
            )
        absent = {
            document
            for row in self._collection.judgements.values()
            for document, grade in row.items()
            if grade > 0 and document in missing
        }
        if absent:
            self.warnings.append(
                f"{len(absent)} right documents are not in the corpus, such as {min(absent)!r}: no "
                "search can find them"
            )


def open_engine(where: str) -> Engine:
    """The engine of a URL (Elasticsearch) or of a folder's path (the embedded one)."""
    if where.startswith(("http://", "https://")):
        from ..search.elasticsearch import ElasticsearchEngine

        return ElasticsearchEngine(where)
    from ..search.embedded import EmbeddedEngine

    return EmbeddedEngine(Path(where))


@contextmanager
def _closing(engine: Engine) -> Iterator[Engine]:
    try:
        yield engine
    finally:
        engine.close()


@contextmanager
def _progress(what: str, total: int | None) -> Iterator[Any]:
    """A bar on standard error where that is a terminal; gives a function of the number done."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda count: None  # noqa: ARG005
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda count: bar.advance(task, count)


# --- runs -----------------------------------------------------------------------------------------


def _write_runs(path: Path, found: Sequence[Evaluation]) -> None:
    """One file; of several configurations one each, with its name before the suffix."""
    for evaluation in found:
        target = path
        if len(found) > 1:
            name = "".join(sign if sign.isalnum() else "-" for sign in evaluation.name)
            target = path.with_name(f"{path.stem}-{name}{path.suffix}")
        try:
            write_run(target, evaluation.rankings, evaluation.name)
        except OSError as error:
            raise WrongUse(f"cannot write the run to {target}: {error.strerror}") from error
        complain(f"wrote the run of {evaluation.name} to {target}")


# --- output ---------------------------------------------------------------------------------------


def _intervals(found: Sequence[Evaluation], measure: str) -> tuple[list[Interval], list[Interval]]:
    table = [evaluation.column(measure) for evaluation in found]
    return mean_intervals([table]), difference_intervals([table])


def _print(
    collection: Collection,
    found: Sequence[Evaluation],
    builders: dict[str, FulltextQuery],
    count: int,
) -> None:
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


def _as_json(
    collection: Collection,
    found: Sequence[Evaluation],
    builders: dict[str, FulltextQuery],
    count: int,
) -> dict[str, Any]:
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
