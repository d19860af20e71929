"""``fulltext-query evaluate``: judged queries in; how good a search is, and where it fails, out."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from ..builder import FulltextQuery
from ..evaluation import (
    Collection,
    Evaluation,
    evaluate,
    read_collection,
    searcher_configuration,
    write_run,
)
from ..search.contract import Engine, IndexReport, IndexSchema
from ..search.documents import Document
from ..search.searcher import Searcher
from ..settings import Settings
from .engines import Access, engine_at, progress_bar, shown_place
from .evaluate_output import evaluation_as_json, print_evaluation
from .inputs import WrongUse
from .outputs import complain, emit_json
from .profiles import indexing_profile, searching_profile

__all__ = ["Asked", "run_evaluation"]


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
    access: Access = field(default_factory=Access)


def run_evaluation(asked: Asked) -> None:
    """Measures every configuration and prints the result. Raises WrongUse, the errors of ours."""
    collection = read_collection(asked.folder, split=asked.split)
    builders = {name: FulltextQuery(values) for name, values in asked.configurations.items()}
    found: list[Evaluation] = []
    with _Indexes(collection, asked.where, asked.access) as indexes:
        for name, fq in builders.items():
            searcher = indexes.searcher(fq)
            configuration = searcher_configuration(name, searcher, depth=asked.size)
            with progress_bar(f"searching with {name}", "queries") as advance:
                found.append(evaluate(collection, configuration, progress=lambda: advance(1)))
    for warning in indexes.warnings:
        complain(f"warning: {warning}")
    if asked.run is not None:
        _write_runs(asked.run, found)
    if asked.as_json:
        emit_json(evaluation_as_json(collection, found, builders, asked.worst), indent=2)
    else:
        print_evaluation(collection, found, builders, asked.worst)


# --- indexes --------------------------------------------------------------------------------------


class _Indexes:
    """The indexes that configurations search: one for all whose documents have the same tokens."""

    def __init__(self, collection: Collection, where: str | None, access: Access) -> None:
        self.warnings: list[str] = []
        self._collection = collection
        self._where = where
        self._access = access
        self._stack = ExitStack()
        self._folder: Path | None = None
        self._engines: list[tuple[IndexSchema | None, Engine]] = []

    def __enter__(self) -> _Indexes:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.__exit__(kind, error, trace)  # an engine's errors are told with its place

    def searcher(self, fq: FulltextQuery) -> Searcher:
        """A searcher over an index with these tokens; filled if it was not there."""
        if self._where is None:
            schema = indexing_profile(fq).schema()
            for made, engine in self._engines:
                if made == schema:
                    return Searcher(engine, fq, profile=indexing_profile(fq))
            engine = self._opened(self._temporary(), schema)
        else:  # an index of the user's: it refuses other tokens
            engine = self._engines[0][1] if self._engines else self._opened(self._where, None)
            if engine.meta() is not None:
                profile = searching_profile(fq, engine, self._where)
                return Searcher(engine, fq, profile=profile)
        searcher = Searcher(engine, fq, profile=indexing_profile(fq))
        self._fill(searcher)
        return searcher

    def _opened(self, place: str, schema: IndexSchema | None) -> Engine:
        engine = self._stack.enter_context(engine_at(place, self._access))
        self._engines.append((schema, engine))
        return engine

    def _temporary(self) -> str:
        if self._folder is None:
            self._folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        return str(self._folder / str(len(self._engines)))

    def _fill(self, searcher: Searcher) -> None:
        collection = self._collection
        if not collection.has_documents:
            raise WrongUse(
                f"{collection.folder} has no corpus.jsonl to index, and there is no index "
                f"{shown_place(self._where or '')}: give the corpus, or --in an index that exists"
            )
        rest = {document for row in collection.judgements.values() for document in row}

        def documents() -> Iterator[Document]:
            for document in collection.documents():
                rest.discard(document.id)
                yield document

        with progress_bar("indexing", "documents") as advance:
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
