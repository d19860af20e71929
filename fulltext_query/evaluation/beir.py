"""Collections of judged queries, in BEIR's layout.

A folder holds ``corpus.jsonl`` ({"_id", "title", "text"}), ``queries.jsonl`` ({"_id", "text"}),
either of them with ``.gz``, and judgements: ``qrels.tsv`` or ``qrels/NAME.tsv`` with the columns
query, document and a whole number, which is above 0 where the document is right for the query.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..errors import CollectionError, DocumentError
from ..search.documents import Document

__all__ = ["Collection", "find_collections", "read_collection"]

_DEFAULT_SPLIT = "test"  # what BEIR reports on
_LARGEST_GRADE = 1000


@dataclass(frozen=True, slots=True)
class Collection:
    """Queries with their judgements in memory, and documents that are read as a stream.

    queries: those with at least one right document, id → text, in the order of their file.
    judgements: query → document → grade, for just those queries. unjudged: how many other queries
    there were.
    """

    name: str
    folder: Path
    queries: Mapping[str, str]
    judgements: Mapping[str, Mapping[str, int]]
    unjudged: int = 0

    @property
    def has_documents(self) -> bool:
        """Whether there is a corpus; without one only an index that exists can be searched."""
        return _find(self.folder, "corpus.jsonl") is not None

    def documents(self) -> Iterator[Document]:
        """The documents, read as they are asked for. Raises CollectionError with file and line."""
        path = _need(self.folder, "corpus.jsonl")
        seen: set[str] = set()
        for number, row in _rows(path):
            _identifier(row, path, number)
            try:
                document = Document.from_dict(row)
            except DocumentError as error:
                raise CollectionError(f"{path}, line {number}: {error}") from error
            if document.id in seen:
                raise CollectionError(f"{path}, line {number}: {document.id!r} stands there twice")
            seen.add(document.id)
            yield document

    def only(self, queries: Iterable[str]) -> Collection:
        """The same documents with some of the queries, in the order of the collection."""
        kept = set(queries)
        return replace(
            self,
            queries={query: text for query, text in self.queries.items() if query in kept},
            judgements={query: row for query, row in self.judgements.items() if query in kept},
        )

    def replace_queries(self, texts: Mapping[str, str]) -> Collection:
        """The same queries in other words. Raises ValueError for other ids."""
        if texts.keys() != self.queries.keys():
            raise ValueError("the texts must be of the collection's own queries")
        return replace(self, queries={query: texts[query] for query in self.queries})


def read_collection(folder: str | Path, *, split: str | None = None) -> Collection:
    """A folder's queries and judgements; the documents stay on the disk.

    split: which file of ``qrels/`` is read; None takes ``qrels.tsv``, else ``test``, else all of
    them. Raises CollectionError with file and line where something cannot be used.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise CollectionError(f"{folder} is no folder; give one with queries.jsonl and qrels.tsv")
    path = _need(folder, "queries.jsonl")
    texts: dict[str, str] = {}
    for number, row in _rows(path):
        name = _identifier(row, path, number)
        text = row.get("text", row.get("query"))
        if not isinstance(text, str):
            raise CollectionError(f'{path}, line {number}: a query needs a "text" that is a string')
        if name in texts:
            raise CollectionError(f"{path}, line {number}: {name!r} stands there twice")
        texts[name] = text
    judgements: dict[str, dict[str, int]] = {}
    for path in _judgement_files(folder, split):
        for number, query, document, grade in _judgement_rows(path):
            if query not in texts:
                raise CollectionError(
                    f"{path}, line {number}: there is no query {query!r} in queries.jsonl"
                )
            grades = judgements.setdefault(query, {})
            if grades.setdefault(document, grade) != grade:
                raise CollectionError(
                    f"{path}, line {number}: {document!r} is judged twice for {query!r}, "
                    f"{grades[document]} and {grade}"
                )
    judged = {
        query: judgements[query]
        for query in texts
        if any(grade > 0 for grade in judgements.get(query, {}).values())
    }
    if not judged:
        raise CollectionError(
            f"{folder}: no query has a right document, so nothing can be measured"
        )
    return Collection(
        folder.resolve().name,
        folder,
        {query: texts[query] for query in judged},
        judged,
        len(texts) - len(judged),
    )


def find_collections(folders: Iterable[str | Path]) -> list[Path]:
    """The collections among folders and the folders right inside them, in order.

    Raises CollectionError where a folder is none and holds none.
    """
    found: list[Path] = []
    for given in folders:
        folder = Path(given)
        if _find(folder, "queries.jsonl") is not None:
            found.append(folder)
            continue
        inner = sorted(folder.iterdir()) if folder.is_dir() else []
        inside = [path for path in inner if _find(path, "queries.jsonl") is not None]
        if not inside:
            raise CollectionError(f"{folder} neither holds queries.jsonl nor folders that do")
        found += inside
    return found


def _find(folder: Path, name: str) -> Path | None:
    for path in (folder / name, folder / f"{name}.gz"):
        if path.is_file():
            return path
    return None


def _need(folder: Path, name: str) -> Path:
    path = _find(folder, name)
    if path is None:
        raise CollectionError(f"{folder} has neither {name} nor {name}.gz")
    return path


def _judgement_files(folder: Path, split: str | None) -> list[Path]:
    inside = {path.stem: path for path in sorted((folder / "qrels").glob("*.tsv"))}
    if split is not None:
        if split not in inside:
            there = ", ".join(inside) or "none"
            raise CollectionError(f"{folder} has no qrels/{split}.tsv; there are: {there}")
        return [inside[split]]
    single = folder / "qrels.tsv"
    if single.is_file():
        return [single]
    if not inside:
        raise CollectionError(f"{folder} has neither qrels.tsv nor a qrels/*.tsv")
    return [inside[_DEFAULT_SPLIT]] if _DEFAULT_SPLIT in inside else list(inside.values())


def _judgement_rows(path: Path) -> Iterator[tuple[int, str, str, int]]:
    for number, line in _lines(path):
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) != 3 or not all(cells):
            raise CollectionError(
                f"{path}, line {number}: {line[:80]!r} is not of the form query, document, grade "
                "with tabs between them"
            )
        query, document, grade = cells
        try:
            value = int(grade)
        except ValueError:
            if number == 1:  # the names of the columns
                continue
            raise CollectionError(
                f"{path}, line {number}: the grade {grade!r} is no whole number"
            ) from None
        if abs(value) > _LARGEST_GRADE:
            raise CollectionError(
                f"{path}, line {number}: the grade {value} is beyond {_LARGEST_GRADE}"
            )
        yield number, query, document, value


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in _lines(path):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise CollectionError(f"{path}, line {number}: not JSON: {error}") from None
        if not isinstance(row, dict):
            raise CollectionError(f"{path}, line {number}: not a JSON object")
        yield number, row


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers."""
    number = 0
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            for number, data in enumerate(file, 1):
                text = data.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
                if text.strip():
                    yield number, text
    except UnicodeDecodeError as error:
        raise CollectionError(f"{path}, line {number}: not UTF-8: {error.reason}") from error
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise CollectionError(f"cannot read {path} behind line {number}: {reason}") from error


def _identifier(row: Mapping[str, Any], path: Path, number: int) -> str:
    name = row.get("_id", row.get("id"))
    if isinstance(name, int) and not isinstance(name, bool):
        name = str(name)
    if not isinstance(name, str) or not name.strip():
        raise CollectionError(f'{path}, line {number}: no "_id" that is a string')
    return name
