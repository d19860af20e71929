"""Evaluating a configuration, and the queries that went worst."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from fulltext_query.evaluation import (
    MEASURES,
    Configuration,
    Ranking,
    evaluate,
    read_collection,
    worst,
)
from tests.evaluation.conftest import Make
from tests.optional import need

need("ir_measures")

FOUND = {
    "repair water pump": (("d3", 3.0), ("d2", 2.0), ("d1", 1.0)),
    "when to graft an apple tree": (("d2", 9.0),),
    "配置同义词": (),
}


def search(texts: Sequence[str]) -> Iterable[Ranking]:
    return (FOUND[text] for text in texts)


def test_every_query_has_its_ranking_and_its_values(make: Make) -> None:
    collection = read_collection(make())
    done = []
    found = evaluate(collection, Configuration("mine", search), progress=lambda: done.append("one"))
    assert found.name == "mine"
    assert found.rankings["q2"] == (("d2", 9.0),)
    assert found.values["MRR@10"] == {"q1": 1.0, "q2": 1.0, "q3": 0.0}
    assert found.column("Recall@100") == [1.0, 1.0, 0.0]
    assert found.mean("Recall@100") == pytest.approx(2 / 3)
    assert len(done) == 3


def test_a_search_that_loses_a_query_is_found_out(make: Make) -> None:
    collection = read_collection(make())
    with pytest.raises(ValueError, match="shorter"):
        evaluate(collection, Configuration("lossy", lambda texts: list(search(texts))[1:]))


def test_the_worst_come_first_and_say_where_the_right_ones_are(make: Make) -> None:
    collection = read_collection(make())
    found = evaluate(collection, Configuration("mine", search))
    first, second = worst(collection, found)  # q2 is perfect, so there is no third
    assert first.query == ("q3", "配置同义词")
    assert first.right == (("d4", 1, None),)
    assert first.first == ""
    assert set(first.values) == set(MEASURES)
    assert second.query.id == "q1"
    assert second.right == (("d1", 2, 3), ("d3", 1, 1))  # the better grade first
    assert second.first == "d3"
    assert worst(collection, found, 1) == [first]


def test_of_two_that_found_nothing_in_time_the_further_one_is_worse(make: Make) -> None:
    far = tuple((f"x{place}", -float(place)) for place in range(30))
    rankings = {
        "q1": (*far[:12], ("d1", -90.0), ("d3", -91.0)),
        "q2": (*far, ("d2", -99.0)),
        "q3": (*far[:20], ("d4", -99.0)),
    }
    collection = read_collection(make())
    found = evaluate(collection, Configuration("mine", lambda texts: rankings.values()))
    assert [row.query.id for row in worst(collection, found)] == ["q2", "q3", "q1"]
