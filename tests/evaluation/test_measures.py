"""Measures against their definitions, worked out here by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.evaluation import MEASURES, measure
from tests.optional import need

need("ir_measures")


def ndcg(ranking: list[str], grades: dict[str, int], depth: int = 10) -> float:
    def dcg(gains: list[int]) -> float:
        return sum(gain / math.log2(rank + 2) for rank, gain in enumerate(gains[:depth]))

    gained = dcg([max(0, grades.get(document, 0)) for document in ranking])
    return gained / dcg(sorted((max(0, grade) for grade in grades.values()), reverse=True))


def test_the_gain_is_the_grade_itself() -> None:
    values = measure({"q": {"a": 1, "b": 3}}, {"q": ["a", "b"]})
    linear = (1 + 3 / math.log2(3)) / (3 + 1 / math.log2(3))
    exponential = (1 + 7 / math.log2(3)) / (7 + 1 / math.log2(3))
    assert values["nDCG@10"]["q"] == pytest.approx(linear)
    assert values["nDCG@10"]["q"] != pytest.approx(exponential, abs=0.01)


def test_depths_are_ten_and_a_hundred() -> None:
    ranking = [f"wrong {place}" for place in range(200)]
    for place, ndcg_is, recall, rank in (
        (9, 1 / math.log2(11), 1, 0.1),
        (10, 0, 1, 0),
        (99, 0, 1, 0),
        (100, 0, 0, 0),
    ):
        found = [*ranking[:place], "right", *ranking[place:]]
        values = measure({"q": {"right": 1}}, {"q": found})
        assert [values[name]["q"] for name in MEASURES] == pytest.approx([ndcg_is, recall, rank])


def test_a_query_that_found_nothing_counts_as_nothing() -> None:
    values = measure({"a": {"x": 1}, "b": {"x": 1}, "c": {"x": 1}}, {"a": ["x"], "b": []})
    for name in MEASURES:
        assert values[name] == {"a": 1.0, "b": 0.0, "c": 0.0}


names = st.text("abcdefghij", min_size=1, max_size=2)


@given(
    st.dictionaries(names, st.integers(-1, 3), min_size=1).filter(
        lambda grades: max(grades.values()) > 0
    ),
    st.lists(names, unique=True, max_size=30),
)
def test_every_ranking_gets_what_the_definitions_say(
    grades: dict[str, int], ranking: list[str]
) -> None:
    values = measure({"q": grades}, {"q": ranking})
    right = {document for document, grade in grades.items() if grade > 0}
    first = next((rank for rank, one in enumerate(ranking[:10], 1) if one in right), 0)
    assert values["nDCG@10"]["q"] == pytest.approx(ndcg(ranking, grades), abs=1e-6)
    assert values["Recall@100"]["q"] == pytest.approx(len(right & set(ranking)) / len(right))
    assert values["MRR@10"]["q"] == pytest.approx(1 / first if first else 0)
