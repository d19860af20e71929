"""Intervals: known cases, and what holds for every table."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query.evaluation import difference_intervals, mean_intervals
from tests.optional import need

need("numpy")

value = st.floats(0, 1)


def test_the_mean_of_many_fair_coins() -> None:
    chance = random.Random(1)
    flips = [float(chance.random() < 0.5) for _ in range(400)]
    (found,) = mean_intervals([[flips]])
    half = 1.96 * math.sqrt(found.mean * (1 - found.mean) / len(flips))  # the normal one
    assert found.mean == pytest.approx(sum(flips) / 400)
    assert found.high - found.mean == pytest.approx(half, rel=0.08)
    assert found.mean - found.low == pytest.approx(half, rel=0.08)


def test_differences_are_paired() -> None:
    # hard and easy queries differ far more than the two systems, one always better by .1
    chance = random.Random(2)
    base = [chance.random() * 0.9 for _ in range(50)]
    better = [one + 0.1 for one in base]
    none, found = difference_intervals([[base, better]])
    assert none == (0.0, 0.0, 0.0)
    assert found == pytest.approx((0.1, 0.1, 0.1))
    assert found.is_clear
    assert not none.is_clear


def test_noise_is_not_clear_and_a_real_gain_is() -> None:
    chance = random.Random(3)
    base = [chance.random() for _ in range(200)]
    noisy = [one + chance.gauss(0, 0.3) for one in base]
    gained = [one + 0.1 + chance.gauss(0, 0.3) for one in base]
    _, noise, gain = difference_intervals([[base, noisy, gained]])
    assert not noise.is_clear
    assert gain.is_clear
    assert gain.low > 0


def test_collections_count_the_same_whatever_their_size() -> None:
    (found,) = mean_intervals([[[1.0] * 1000], [[0.0] * 10]])
    assert found == pytest.approx((0.5, 0.5, 0.5))


def test_the_same_values_give_the_same_interval() -> None:
    table = [[[0.1, 0.5, 0.9, 0.3]], [[0.2, 0.4]]]
    assert mean_intervals(table) == mean_intervals(table)


def test_another_baseline_turns_the_sign() -> None:
    table = [[[0.1, 0.5, 0.9], [0.2, 0.4, 0.4]]]
    there = difference_intervals(table, 0)[1]
    back = difference_intervals(table, 1)[0]
    assert (back.mean, back.low, back.high) == pytest.approx((-there.mean, -there.high, -there.low))


def test_many_queries_are_drawn_in_pieces() -> None:
    (found,) = mean_intervals([[[0.0, 1.0] * 5000]], samples=1000)
    assert found.low < 0.5 < found.high
    assert found.high - found.low < 0.03


@pytest.mark.parametrize("groups", [[], [[]], [[[]]], [[[1.0], [0.5]], [[1.0]]]])
def test_nothing_to_average_is_refused(groups: list[list[list[float]]]) -> None:
    with pytest.raises(ValueError, match="every group needs"):
        mean_intervals(groups)


@settings(max_examples=30)
@given(st.lists(st.lists(st.tuples(value, value), min_size=1, max_size=8), min_size=1, max_size=3))
def test_the_interval_holds_the_mean_and_stays_in_range(
    tables: list[list[tuple[float, float]]],
) -> None:
    groups = [[list(column) for column in zip(*rows, strict=True)] for rows in tables]
    for found in mean_intervals(groups, samples=500):
        assert -1e-9 <= found.low <= found.mean + 0.2
        assert found.mean - 0.2 <= found.high <= 1 + 1e-9
        assert found.low <= found.high
