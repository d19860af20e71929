"""Engines of both kinds, a faulty server, and no waiting between tries."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import stamina

from fulltext_query import FulltextQuery
from tests.search.elasticsearch.drivers import DRIVERS, Opener, opener
from tests.search.elasticsearch.faulty import FaultyServer


@pytest.fixture(params=DRIVERS)
def engine_at(request: pytest.FixtureRequest) -> Iterator[Opener]:
    """Makes engines of either kind: ``engine_at(url, **options)``."""
    with opener(request.param) as make:
        yield make


@pytest.fixture
def faulty() -> Iterator[FaultyServer]:
    """A server that does what it is told, wrong things above all."""
    with FaultyServer() as server:
        yield server


@pytest.fixture
def no_waiting() -> Iterator[None]:
    """Tries follow each other at once; twelve of them at most."""
    with stamina.set_testing(True, attempts=12, cap=True):
        yield


@pytest.fixture(scope="session")
def fq() -> FulltextQuery:
    return FulltextQuery()
