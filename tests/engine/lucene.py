"""Lucene's own query parser: what a query string is to the server, thousands of times a second."""

from __future__ import annotations

import base64
import json
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple, Self

from tests.engine.cache import prepared
from tests.engine.errors import EngineFailedError, EngineUnavailableError
from tests.engine.java import JavaRuntime, choose_java
from tests.engine.maven import compile_java, digest, fetch

__all__ = ["Leaf", "LuceneParser", "Term", "Verdict"]

_SOURCES = Path(__file__).parent / "src" / "lucene"
# The versions inside Elasticsearch 9.5.3 and 8.19.21, by the oldest Java that runs them.
_LUCENE = {21: "10.5.1", 17: "9.12.2"}


class Leaf(NamedTuple):
    """A leaf of a parsed query: what it is, where it looks, and whether it must match.

    kind is Lucene's class: TermQuery, PhraseQuery, FuzzyQuery, PrefixQuery, WildcardQuery,
    RegexpQuery, TermRangeQuery, MatchAllDocsQuery ...
    field is "" for a leaf without one.
    occur is MUST_NOT if the leaf or any group around it is forbidden, else MUST if the leaf or any
    group around it is required (by +, AND or &&), else SHOULD. So a leaf that no operator touches
    is always SHOULD, and an operator shows wherever it stands.
    """

    kind: str
    field: str
    occur: str


class Term(NamedTuple):
    """A Leaf with its text: the word, the words of a phrase, the pattern."""

    kind: str
    field: str
    text: str
    occur: str


@dataclass(frozen=True)
class Verdict:
    """What the parser makes of one string.

    Attributes:
        accepted: whether it is a query at all.
        terms: its leaves with their texts, from left to right, each as often as it occurs; empty
            for a refused string and for one that matches nothing.
        parse: Lucene's own print of the query; "" for a refused string.
        error: why it was refused; "" for an accepted one.
    """

    accepted: bool
    terms: tuple[Term, ...]
    parse: str
    error: str

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaves without their texts."""
        return tuple(Leaf(term.kind, term.field, term.occur) for term in self.terms)


class LuceneParser:
    """One Java process that parses query strings as Elasticsearch's query_string does.

    Whitespace analyzer, default operator OR, leading wildcards allowed, and Elasticsearch's
    refusals of a fuzziness that is none. There are no mappings behind it, so a field of any name
    exists and holds text, and the server's clause limit does not apply.

    Use it as a context manager, or call start() and close(). Threads may share it.

    Args:
        default_field: the field of a leaf that names none.
    """

    def __init__(self, default_field: str = "f") -> None:
        self.default_field = default_field
        self.lucene_version = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._lock = threading.Lock()

    def start(self) -> Self:
        """Starts the process.

        Raises:
            EngineUnavailableError: Java, Maven or a jar cannot be had.
        """
        java, release = _java()
        self.lucene_version = _LUCENE[release]
        home = _prepare(java, release)
        # JVM warnings belong on standard error: standard output carries the answers only
        command = [str(java.java), "-Xmx512m", "-XX:+UseSerialGC", "-Xlog:disable"]
        command += ["-Xlog:all=error:stderr", "-cp", f"{home}/check.jar:{home}/lib/*"]
        command += ["org.apache.lucene.queryparser.classic.QueryCheck"]
        # closed by close(); what a dying JVM says must outlast it
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
        )
        return self

    def check(self, queries: Sequence[str], default_field: str | None = None) -> list[Verdict]:
        """A verdict for each query string, in their order.

        Any str may be asked, with NUL, line ends and lone surrogates; batches may be of any size.

        Args:
            default_field: instead of the parser's.

        Raises:
            EngineFailedError: the process died.
        """
        if self._process is None:
            raise EngineFailedError(
                "the parser does not run: use it in a with statement, or start() it"
            )
        field = _encoded(self.default_field if default_field is None else default_field)
        lines = b"".join(field + b" " + _encoded(query) + b"\n" for query in queries)
        with self._lock:
            assert self._process.stdout is not None
            # written from a thread of its own: a big batch fills both pipes long before its end
            writer = threading.Thread(target=self._write, args=(lines,))
            writer.start()
            verdicts = [self._read() for _ in queries]
            writer.join()
        return verdicts

    def close(self) -> None:
        """Ends the process. A second call does nothing."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
        if self._errors is not None:
            self._errors.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self, lines: bytes) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(lines)
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # the process died, which the reader finds out and reports

    def _read(self) -> Verdict:
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            assert self._errors is not None
            self._errors.seek(0)
            words = self._errors.read().decode("utf-8", "replace")[-2000:]
            raise EngineFailedError(f"Lucene's parser died:\n{words}")
        accepted, leaves, parse, error = json.loads(line)
        return Verdict(accepted, tuple(Term(*leaf) for leaf in leaves), parse, error)


def _java() -> tuple[JavaRuntime, int]:
    try:
        return choose_java(21), 21
    except EngineUnavailableError:
        return choose_java(17), 17


def _prepare(java: JavaRuntime, release: int) -> Path:
    sources = [_SOURCES / "QueryCheck.java", _SOURCES / f"api{release}" / "Clauses.java"]
    version = _LUCENE[release]

    def build(home: Path) -> None:
        lib = home / "lib"
        names = ("lucene-queryparser", "lucene-analysis-common")
        fetch([f"org.apache.lucene:{name}:{version}" for name in names], lib)
        compile_java(java, sources, sorted(lib.glob("*.jar")), release, home / "check.jar")

    return prepared(f"lucene-{version}-{digest(*sources)}", build)


def _encoded(text: str) -> bytes:
    return base64.b64encode(text.encode("utf-16-be", "surrogatepass"))
