"""Searchers of both kinds on a fake engine, and a clock that does not run by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fulltext_query.search import plan
from fulltext_query.search.steps import Plan
from tests.search.fakes import Clock, Face, Fake, fake_searcher

#: ``searching(engine, **options)``: a searcher of the kind that the test runs with.
Searching = Callable[..., Face]


@pytest.fixture(params=["waiting", "event loop"])
def searching(request: pytest.FixtureRequest) -> Iterator[Searching]:
    """Makes searchers of one kind; the test runs once for each kind."""
    made: list[Face] = []

    def make(engine: Fake, **options: Any) -> Face:
        one = fake_searcher(request.param, engine, **options)
        made.append(one)
        return one

    yield make
    for one in made:
        one.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of every search of this test."""
    clock = Clock()

    def with_clock(fq: Any, profile: Any, question: Any, options: Any, _: object) -> Plan:
        return plan.search_plan(fq, profile, question, options, clock)

    for module in ("searcher", "async_searcher"):
        monkeypatch.setattr(f"fulltext_query.search.{module}.search_plan", with_clock)
    return clock
