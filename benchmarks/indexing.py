"""How fast documents are made into tokens, indexed and searched, a hundred thousand of them.

    python -m benchmarks.indexing FOLDER [FOLDER …] [--documents N] [--engine both|embedded|
        elasticsearch|URL] [--queries N] [--rounds N] [--json]

Each FOLDER is a collection of BEIR's form or a folder of them. The documents are pieces of their
texts (``Piece`` and ``pieces`` say how), so that few collections give many documents, the same ones
every time. Prints Markdown: the text code alone, on one thread; indexing; searching. Needs the
extras `embedded` and `elasticsearch`; without a URL a server is started as the tests do it.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import pickle
import platform
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fulltext_query import FulltextQuery, Settings
from fulltext_query.evaluation import Collection, find_collections, read_collection
from fulltext_query.search import EmbeddedEngine, Searcher
from fulltext_query.search.contract import Engine, Row
from fulltext_query.search.documents import Document
from fulltext_query.search.elasticsearch import ElasticsearchEngine
from fulltext_query.search.profiles import TokenProfile
from tests.engine.client import Client
from tests.engine.elasticsearch import ElasticsearchServer

__all__ = ["main", "pieces"]

_PIECE = 300  # characters of a document
_SHORTEST = 60  # what is left of a text and shorter goes with the piece before it
_SHIFT = 97  # characters: prime to the piece, so that no two passes cut at the same places
_BYTES = 2_000_000  # of each language that the text code is measured on
_WARMING = 5_000  # documents
_INDEX = "fulltext-query-indexing"

Table = list[dict[str, Any]]


def main() -> None:
    """Runs the benchmark as the command line asks for."""
    options = _options()
    collections = [read_collection(folder) for folder in find_collections(options.folders)]
    documents = list(islice(pieces(collections), options.documents))
    size = sum(len((one.title + one.content).encode()) for one in documents)
    about = {
        "documents": len(documents), "megabytes": round(size / 1e6, 1), "cores": os.cpu_count(),
        "python": platform.python_version(), "machine": platform.machine(),
    }  # fmt: skip
    report: dict[str, Any] = {"about": about, "text": text_speed(documents, options.rounds)}
    report |= {"indexing": [], "searching": []}
    with tempfile.TemporaryDirectory() as folder:
        rows = _spool(documents, Path(folder) / "rows")
        for where in (
            ("embedded", "elasticsearch") if options.engine == "both" else [options.engine]
        ):
            print(f"{where} …", file=sys.stderr)
            with _Place(where) as place:
                report["indexing"].append(index_speed(place, documents, rows, size))
                warming, asked = _questions(collections, options.queries)
                report["searching"] += search_speed(place, warming, asked)
    print(json.dumps(report, indent=1) if options.json else _markdown(report))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("folders", type=Path, nargs="+", metavar="FOLDER")
    add("--documents", type=int, default=100_000)
    add("--engine", default="both", help="both, embedded, elasticsearch or a URL")
    add("--queries", type=int, default=400, help="that are measured; as many warm up before")
    add("--rounds", type=int, default=5, help="of the text code")
    add("--json", action="store_true")
    return parser.parse_args()


# --- documents ------------------------------------------------------------------------------------


def pieces(collections: Sequence[Collection]) -> Iterator[Document]:
    """Documents without end, the same every time: pieces of 300 characters of the texts.

    Texts that stand in several collections count once. The collections give a piece each in turn.
    Once all are cut up, they are cut up again, beginning 97 characters later, so that these pieces
    share their words with the first ones but are none of them (until the 300th time).
    """
    seen: set[str] = set()
    texts: list[list[Document]] = []
    for collection in collections:
        fresh = [one for one in collection.documents() if one.content not in seen]
        seen.update(one.content for one in fresh)
        texts.append(fresh)
    passes = 0
    while True:
        begin = passes * _SHIFT % _PIECE
        found = False
        turns = zip_longest(*(_cut(one, begin) for one in texts))
        for number, (title, content) in enumerate(
            piece for turn in turns for piece in turn if piece is not None
        ):
            found = True
            yield Document(content, title=title, id=f"{passes}-{number}")
        if not found and not passes:
            raise SystemExit("the collections have no text")
        passes += 1


def _cut(documents: Iterable[Document], begin: int) -> Iterator[tuple[str, str]]:
    for document in documents:
        text = document.content[begin:]
        while text.strip():
            size = _PIECE if len(text) >= _PIECE + _SHORTEST else len(text)
            yield document.title, text[:size]
            text = text[size:]


def _questions(collections: Sequence[Collection], count: int) -> tuple[list[str], list[str]]:
    """Queries to warm up with and others to measure, of each collection in turn."""
    turns = zip_longest(*(dict.fromkeys(one.queries.values()) for one in collections))
    queries = [*dict.fromkeys(text for turn in turns for text in turn if text is not None)]
    chosen = queries[: 2 * count]
    return chosen[1::2], chosen[::2]


# --- the text code alone --------------------------------------------------------------------------


def text_speed(documents: Sequence[Document], rounds: int) -> Table:
    """TokenProfile.row on one thread: each way over the same pieces, in turn within each round.

    Processor time, not the clock's, so that others on the machine take little part. The round
    before the first fills the memos and does not count.
    """
    found: Table = []
    for language, some in _languages(documents).items():
        ways = {name: TokenProfile(FulltextQuery(one)) for name, one in _ways(language).items()}
        size = sum(len((one.title + one.content).encode()) for one in some)
        characters = sum(len(one.title + one.content) for one in some)
        seconds: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(rounds + 1):
            for name, profile in ways.items():
                begun = time.process_time()
                for document in some:
                    profile.row(document)
                seconds[name].append(time.process_time() - begun)
        for name, measured in seconds.items():
            middle = statistics.median(measured[1:])
            found.append(
                {
                    "language": language, "documents": len(some), "way": name,
                    "mb_s": size / 1e6 / middle, "least": size / 1e6 / max(measured[1:]),
                    "most": size / 1e6 / min(measured[1:]), "first": size / 1e6 / measured[0],
                    "characters_s": characters / middle, "documents_s": len(some) / middle,
                }
            )  # fmt: skip
    return found


def _ways(language: str) -> dict[str, Settings]:
    ways = {"default": Settings(), "fine_tokens off": Settings(fine_tokens="off")}
    if language == "Chinese" and importlib.util.find_spec("rjieba"):
        ways["rjieba"] = Settings(han_segmenter="rjieba")
        ways["rjieba, fine_tokens off"] = Settings(han_segmenter="rjieba", fine_tokens="off")
    return ways


def _languages(documents: Sequence[Document]) -> dict[str, list[Document]]:
    """Pieces by the language that most of their tokens have, at most 2 MB of each, evenly taken."""
    fq = FulltextQuery()
    found: dict[str, list[Document]] = {"Chinese": [], "English": [], "others": []}
    sizes = dict.fromkeys(found, 0)
    step = max(1, len(documents) // 20_000)
    for document in documents[::step]:
        if min(sizes.values()) >= _BYTES:
            break
        counts = Counter(token.language for token in fq.analyze(document.content).tokens)
        if not counts:
            continue
        most = max(counts, key=counts.__getitem__)
        language = {"zh": "Chinese", "en": "English"}.get(most, "others")
        if sizes[language] < _BYTES:
            found[language].append(document)
            sizes[language] += len(document.content.encode())
    return {language: some for language, some in found.items() if some}


# --- indexing and searching -----------------------------------------------------------------------


class _Place:
    """An engine to fill anew, and what it leaves behind."""

    def __init__(self, where: str) -> None:
        self.name = where
        self._where = where
        self._stack = ExitStack()

    def __enter__(self) -> _Place:
        with ExitStack() as stack:
            self._folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            self._client: Client | None = None
            if self._where != "embedded":
                url = self._where
                if url == "elasticsearch":
                    url = stack.enter_context(ElasticsearchServer(fast=False, heap_mb=1024)).url
                self._client = Client(url, timeout=300)
                stack.callback(self._client.close)
                stack.callback(self._client.delete_index, _INDEX)
                self.name = f"Elasticsearch {self._client.version()}"
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @contextmanager
    def engine(self, *, anew: str = "") -> Iterator[Engine]:
        """The engine; ``anew`` names the folder of a new index, on a server the old one goes."""
        engine: Engine
        if self._client is None:
            engine = EmbeddedEngine(self._folder / (anew or "searched"))
        else:
            if anew:
                self._client.delete_index(_INDEX)
            engine = ElasticsearchEngine(self._client.url, index=_INDEX, replicas=0)
        try:
            yield engine
        finally:
            engine.close()

    def megabytes(self) -> float:
        """The size of the index on the disk."""
        if self._client is None:
            files = (self._folder / "searched").rglob("*")
            return sum(path.stat().st_size for path in files if path.is_file()) / 1e6
        answer = self._client.request("GET", f"/{quote(_INDEX)}/_stats/store")
        return float(answer["_all"]["primaries"]["store"]["size_in_bytes"]) / 1e6


def _spool(documents: Iterable[Document], path: Path) -> Path:
    """The rows of the documents in a file, so that an engine gets them without the text code."""
    profile = TokenProfile(FulltextQuery())
    with path.open("wb") as file:
        for document in documents:
            row = profile.row(document)
            # no metadata: its immutable mapping stays out of the file
            pickle.dump((row.id, dict(row.fields), dict(row.source)), file)
    return path


def _rows(path: Path) -> Iterator[Row]:
    with path.open("rb") as file:
        while True:
            try:
                name, fields, source = pickle.load(file)  # our own, of a moment ago
            except EOFError:
                return
            yield Row(name, fields, source)


def index_speed(
    place: _Place, documents: Sequence[Document], rows: Path, size: int
) -> dict[str, Any]:
    """Twice the same documents: rows made before, for the engine alone; then all of the way.

    A few thousand go first, into an index of their own, so that a server is warm both times.
    """
    profile = TokenProfile(FulltextQuery())
    with place.engine(anew="warm") as engine:
        engine.create(profile.schema())
        engine.write(islice(_rows(rows), _WARMING))
    with place.engine(anew="alone") as engine:
        engine.create(profile.schema())
        begun = time.perf_counter()
        _all_indexed(engine.write(_rows(rows)), documents)
        alone = time.perf_counter() - begun
    with place.engine(anew="searched") as engine:
        begun = time.perf_counter()
        _all_indexed(Searcher(engine).index(documents), documents)
        seconds = time.perf_counter() - begun
        if (count := engine.count()) != len(documents):
            raise SystemExit(f"{place.name} holds {count} of {len(documents)} documents")
    return {
        "engine": place.name, "documents": len(documents), "seconds": seconds,
        "documents_s": len(documents) / seconds, "mb_s": size / 1e6 / seconds,
        "engine_seconds": alone, "engine_documents_s": len(documents) / alone,
        "index_mb": place.megabytes(),
    }  # fmt: skip


def _all_indexed(report: Any, documents: Sequence[Document]) -> None:
    if not report or report.indexed != len(documents):
        raise SystemExit(f"{report.indexed} of {len(documents)} indexed: {report.rejected[:3]}")


def search_speed(place: _Place, warming: Sequence[str], asked: Sequence[str]) -> Table:
    """One search at a time, with and without highlights in turn, after other queries warmed up."""
    milliseconds: dict[bool, list[float]] = {True: [], False: []}
    found = {True: 0, False: 0}
    with place.engine() as engine:
        searcher = Searcher(engine)
        for text in warming:
            searcher.search(text, highlight=True)
        for number, text in enumerate(asked):
            # who comes second finds the pages of the index warm: each is second as often
            for highlight in (True, False) if number % 2 else (False, True):
                begun = time.perf_counter()
                result = searcher.search(text, size=10, highlight=highlight)
                milliseconds[highlight].append(1e3 * (time.perf_counter() - begun))
                found[highlight] += bool(result.hits)
    return [
        {
            "engine": place.name, "highlights": highlight, "queries": len(measured),
            "answered": found[highlight], **_quantiles(measured),
        }
        for highlight, measured in milliseconds.items()
    ]  # fmt: skip


def _quantiles(measured: Sequence[float]) -> dict[str, float]:
    parts = statistics.quantiles(measured, n=100, method="inclusive")
    return {"median_ms": parts[49], "p95_ms": parts[94], "p99_ms": parts[98]}


# --- the report -----------------------------------------------------------------------------------


def _markdown(report: Mapping[str, Any]) -> str:
    about = report["about"]
    lines = [
        f"{about['documents']:,} documents, {about['megabytes']:,} MB; CPython {about['python']}, "
        f"{about['machine']}, {about['cores']} cores",
        "",
        "### The text code alone, one thread",
        "",
        "| language | documents | way | MB/s | least–most | first round | characters/s "
        "| documents/s |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['language']} | {row['documents']:,} | {row['way']} | {row['mb_s']:.2f} "
        f"| {row['least']:.2f}–{row['most']:.2f} | {row['first']:.2f} "
        f"| {row['characters_s']:,.0f} | {row['documents_s']:,.0f} |"
        for row in report["text"]
    ]
    lines += [
        "",
        "### Indexing",
        "",
        "| engine | documents | seconds | documents/s | MB/s | engine alone, seconds "
        "| documents/s | index, MB |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['engine']} | {row['documents']:,} | {row['seconds']:.1f} "
        f"| {row['documents_s']:,.0f} | {row['mb_s']:.2f} | {row['engine_seconds']:.1f} "
        f"| {row['engine_documents_s']:,.0f} | {row['index_mb']:.0f} |"
        for row in report["indexing"]
    ]
    lines += [
        "",
        "### Searching, one at a time",
        "",
        "| engine | highlights | queries | with hits | median ms | 95 % | 99 % |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['engine']} | {'yes' if row['highlights'] else 'no'} | {row['queries']} "
        f"| {row['answered']} | {row['median_ms']:.1f} | {row['p95_ms']:.1f} "
        f"| {row['p99_ms']:.1f} |"
        for row in report["searching"]
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
