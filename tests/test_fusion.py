"""Fusing lists of hits: what was not found is not zero, and ties keep their order."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fulltext_query.errors import FulltextQueryError, InputError, SettingsError
from fulltext_query.fusion import (
    NormaliseMethod,
    normalise_scores,
    reciprocal_rank_fusion,
    weighted_fusion,
)

SCORE = st.floats(allow_nan=False, allow_infinity=False)
SHARE = st.floats(min_value=0.0, max_value=1.0)
METHOD: st.SearchStrategy[NormaliseMethod] = st.sampled_from(["max", "min_max"])
HITS = st.dictionaries(st.sampled_from("ABCDEFG"), st.none() | SCORE)
CHANNELS = st.dictionaries(st.sampled_from(["text", "vector", "title", "tags"]), HITS)
RANKINGS = st.lists(st.lists(st.sampled_from("ABCDEFG")), max_size=5)
BAD_WEIGHTS = [-0.1, 1.2, math.nan, math.inf, None, "0.3", "nan", True, 1j]
HUGE = pytest.param(10**5000, id="huge")
BAD_SCORES = [math.nan, math.inf, -math.inf, "0.3", True, HUGE, [1.0]]


def is_close(fused: list[tuple[str, float]], expected: list[tuple[str, float]]) -> bool:
    """The same items in the same order, with scores equal but for rounding."""
    same = [item for item, _ in fused] == [item for item, _ in expected]
    return same and [score for _, score in fused] == pytest.approx([s for _, s in expected])


# ── one scale ────────────────────────────────────────────────────────────────────────────────


def test_max_keeps_ratios_and_min_max_spreads() -> None:
    assert normalise_scores([8.0, 2.0, None, 4.0]) == [1.0, 0.25, None, 0.5]
    assert normalise_scores([0.9, 0.8, None, 0.85], "min_max") == pytest.approx([1, 0, None, 0.5])
    assert normalise_scores([4.0, -1.0], "max") == [1.0, 0.0]
    assert normalise_scores([-1.0, -3.0, -2.0], "min_max") == [1.0, 0.0, 0.5]


@pytest.mark.parametrize(
    ("scores", "by_max", "by_min_max"),
    [
        ([], [], []),
        ([None, None], [None, None], [None, None]),
        ([0.4], [1.0], [1.0]),
        ([3.0, 3.0], [1.0, 1.0], [1.0, 1.0]),
        ([0.0], [0.0], [1.0]),
        ([0, 0], [0.0, 0.0], [1.0, 1.0]),
        ([-2.0], [0.0], [1.0]),
        ([1e308, -1e308], [1.0, 0.0], [1.0, 0.0]),
        ([5e-324, 0.0], [1.0, 0.0], [1.0, 0.0]),
    ],
)
def test_few_and_equal_scores(scores: list[Any], by_max: list[Any], by_min_max: list[Any]) -> None:
    assert normalise_scores(scores, "max") == by_max
    assert normalise_scores(scores, "min_max") == by_min_max


@given(st.lists(st.none() | SCORE), METHOD)
def test_one_scale_keeps_range_order_and_absence(
    scores: list[float | None], method: NormaliseMethod
) -> None:
    scaled = normalise_scores(scores, method)
    assert [score is None for score in scaled] == [score is None for score in scores]
    found = [
        (before, after)
        for before, after in zip(scores, scaled, strict=True)
        if before is not None and after is not None
    ]
    assert all(type(after) is float and 0.0 <= after <= 1.0 for _, after in found)
    after = [after for _, after in sorted(found)]
    assert after == sorted(after)
    if found and (method == "min_max" or max(found)[0] > 0):
        assert max(after) == 1.0


@pytest.mark.parametrize("score", BAD_SCORES)
def test_a_score_that_is_no_number_is_refused_with_its_place(score: Any) -> None:
    with pytest.raises(SettingsError, match="score 1"):
        normalise_scores([0.5, score])


@pytest.mark.parametrize("method", ["minmax", "", None, 3, ["max"]])
def test_an_unknown_method_is_refused(method: Any) -> None:
    with pytest.raises(SettingsError, match=r"method must be .*min_max"):
        normalise_scores([], method)


# ── weighted fusion ──────────────────────────────────────────────────────────────────────────


def test_halves_of_normalised_scores_by_default() -> None:
    channels = {
        "text": {"A": 12.0, "B": 7.0, "C": 2.0},
        "vector": {"C": 0.9, "B": 0.8, "A": 0.7},
    }
    # A: 1 and 0; B: ½ and ½; C: 0 and 1: a tie, which keeps the order of appearance
    assert is_close(weighted_fusion(channels), [("A", 0.5), ("B", 0.5), ("C", 0.5)])
    by_name = weighted_fusion(channels, {"vector": 0.7, "text": 0.3})
    assert is_close(by_name, [("C", 0.7), ("B", 0.5), ("A", 0.3)])
    by_order = weighted_fusion(channels, [0.7, 0.3])
    assert is_close(by_order, [("A", 0.7), ("B", 0.5), ("C", 0.3)])


def test_the_scale_can_differ_by_channel() -> None:
    channels = {"text": {"A": 10.0, "B": 5.0}, "vector": {"A": 0.8, "B": 0.9}}
    fused = dict(weighted_fusion(channels, normalise={"text": "max"}))
    assert fused == {"A": pytest.approx(0.5), "B": pytest.approx(0.75)}
    raw = dict(weighted_fusion({"vector": channels["vector"]}, normalise=None))
    assert raw == {"A": 0.8, "B": 0.9}
    with pytest.raises(SettingsError, match="'text'.*normalise"):
        weighted_fusion(channels, normalise=None)


def test_a_channel_that_did_not_find_an_item_has_no_say() -> None:
    channels: dict[str, dict[str, float | None]] = {
        "keyword": {"A": 0.9, "B": None},
        "vector": {"B": 0.5},
    }
    fused = weighted_fusion(channels, [0.3, 0.7], normalise=None)
    assert is_close(fused, [("A", 0.9), ("B", 0.5)])
    judged_zero = weighted_fusion(
        {"keyword": {"A": 0.9}, "vector": {"A": 0.0}}, [0.3, 0.7], normalise=None
    )
    assert is_close(judged_zero, [("A", 0.27)])
    scaled_down = weighted_fusion(channels, [0.3, 0.7], normalise=None, missing=0.0)
    assert is_close(scaled_down, [("B", 0.35), ("A", 0.27)])


def test_a_channel_that_did_not_run_is_ignored() -> None:
    hits = {"A": 3.0, "B": 1.0}
    alone = [("A", 1.0), ("B", 0.0)]
    weights = {"text": 0.3, "vector": 0.7}
    assert weighted_fusion({"text": hits}, weights) == alone
    assert weighted_fusion({"text": hits, "vector": None}, weights, missing=0.0) == alone
    assert weighted_fusion({"text": hits, "vector": {}}, weights) == alone


def test_few_hits_fuse_to_finite_scores() -> None:
    assert weighted_fusion({}) == []
    assert weighted_fusion({"text": {}, "vector": {}}) == []
    assert weighted_fusion({"text": {"A": 0.4}}) == [("A", 1.0)]
    assert weighted_fusion({"text": {"A": None}}) == [("A", 0.0)]
    assert weighted_fusion({"text": {"A": 1.0}, "vector": {"B": 1.0}}, [1.0, 0.0]) == [
        ("A", 1.0),
        ("B", 0.0),
    ]


@given(CHANNELS, st.data(), METHOD | st.none(), st.none() | SHARE)
def test_fused_scores_are_in_range_sorted_and_complete(
    channels: dict[str, dict[str, float | None]],
    data: st.DataObject,
    method: NormaliseMethod | None,
    missing: float | None,
) -> None:
    weights = {name: data.draw(SHARE) for name in channels}
    assume(not weights or any(weights.values()))
    if method is None:
        channels = {
            name: {item: None if score is None else 0.5 for item, score in hits.items()}
            for name, hits in channels.items()
        }
    fused = weighted_fusion(channels, weights, normalise=method, missing=missing)
    scores = [score for _, score in fused]
    assert all(type(score) is float and 0.0 <= score <= 1.0 for score in scores)
    assert scores == sorted(scores, reverse=True)
    seen = list(dict.fromkeys(item for hits in channels.values() for item in hits))
    assert sorted(item for item, _ in fused) == sorted(seen)
    places = [(-score, seen.index(item)) for item, score in fused]
    assert places == sorted(places)


@given(CHANNELS, st.randoms())
def test_the_order_of_channels_and_hits_changes_no_score(
    channels: dict[str, dict[str, float | None]], random: Any
) -> None:
    def shuffled(mapping: dict[str, Any]) -> dict[str, Any]:
        return dict(random.sample(list(mapping.items()), len(mapping)))

    other = {name: shuffled(hits) for name, hits in shuffled(channels).items()}
    weights = {name: (place + 1) / 10 for place, name in enumerate(channels)}
    assert dict(weighted_fusion(channels, weights)) == dict(weighted_fusion(other, weights))


@pytest.mark.parametrize("weight", BAD_WEIGHTS)
def test_a_channel_weight_that_cannot_be_used_is_refused_by_name(weight: Any) -> None:
    hits = {"text": {"A": 1.0}, "vector": {"A": 1.0}}
    with pytest.raises(SettingsError, match="'vector'"):
        weighted_fusion(hits, {"text": 0.5, "vector": weight})
    with pytest.raises(SettingsError, match="'vector'"):
        weighted_fusion(hits, [0.5, weight])


@pytest.mark.parametrize("weights", [{"txt": 1.0}, [1.0, 1.0], [], 0.5, "1", [0.0], {"text": 0.0}])
def test_weights_that_do_not_fit_the_channels_are_refused(weights: Any) -> None:
    with pytest.raises(SettingsError, match="weight"):
        weighted_fusion({"text": {"A": 1.0}}, weights)


@pytest.mark.parametrize("score", BAD_SCORES)
def test_a_hit_without_a_usable_score_is_refused_with_its_channel(score: Any) -> None:
    methods: list[NormaliseMethod | None] = ["max", "min_max", None]
    for method in methods:
        with pytest.raises(SettingsError, match="'vector'"):
            weighted_fusion({"text": {"A": 1.0}, "vector": {"A": score}}, normalise=method)


@pytest.mark.parametrize("missing", [-0.1, 1.1, math.nan, "0", True])
def test_missing_is_a_score(missing: Any) -> None:
    with pytest.raises(SettingsError, match="missing"):
        weighted_fusion({"text": {"A": 1.0}}, missing=missing)


# ── rank fusion ──────────────────────────────────────────────────────────────────────────────


def test_ranks_add_up() -> None:
    fused = reciprocal_rank_fusion([["A", "B", "C"], ["C", "A"]])
    assert is_close(fused, [("A", 1 / 61 + 1 / 62), ("C", 1 / 63 + 1 / 61), ("B", 1 / 62)])
    assert reciprocal_rank_fusion([["A"], ["B"]], k=0, weights=[0.3, 0.7]) == [
        ("B", 0.7),
        ("A", 0.3),
    ]


def test_absent_rankings_are_ignored() -> None:
    alone = reciprocal_rank_fusion([["A", "B"]])
    assert reciprocal_rank_fusion([[], ["A", "B"], None]) == alone
    assert reciprocal_rank_fusion([]) == reciprocal_rank_fusion([[], None]) == []
    assert reciprocal_rank_fusion([["A"]]) == [("A", 1 / 61)]


def test_an_item_that_stands_twice_counts_once_and_takes_no_place() -> None:
    repeated = reciprocal_rank_fusion([["A", "A", "B", "A"], ["B", "C"]])
    assert repeated == reciprocal_rank_fusion([["A", "B"], ["B", "C"]])


def test_ties_keep_the_order_of_first_appearance() -> None:
    items = [f"item {place}" for place in range(50)]
    assert [item for item, _ in reciprocal_rank_fusion([[item] for item in items])] == items
    assert [item for item, _ in reciprocal_rank_fusion([["B", "A"], ["A", "B"]])] == ["B", "A"]


@given(RANKINGS, st.floats(min_value=0.0, max_value=1e300), st.randoms())
def test_rank_fusion_is_positive_sorted_and_the_same_in_any_order(
    rankings: list[list[str]], k: float, random: Any
) -> None:
    fused = reciprocal_rank_fusion(rankings, k)
    scores = [score for _, score in fused]
    assert all(math.isfinite(score) and 0.0 < score <= len(rankings) for score in scores)
    assert scores == sorted(scores, reverse=True)
    assert {item for item, _ in fused} == {item for ranking in rankings for item in ranking}
    other = random.sample(rankings, len(rankings))
    assert dict(reciprocal_rank_fusion(other, k)) == dict(fused)


@given(st.lists(st.sampled_from("ABCDEFG"), unique=True), RANKINGS)
def test_a_better_place_is_never_a_worse_score(ranking: list[str], others: list[list[str]]) -> None:
    assume(len(ranking) > 1)
    last = ranking[-1]
    moved_up = [last, *ranking[:-1]]
    before = dict(reciprocal_rank_fusion([ranking, *others]))[last]
    assert dict(reciprocal_rank_fusion([moved_up, *others]))[last] > before


@pytest.mark.parametrize("k", [-1, math.nan, math.inf, None, "60", True, HUGE])
def test_k_is_checked(k: Any) -> None:
    with pytest.raises(SettingsError, match="k must be"):
        reciprocal_rank_fusion([["A"]], k)


@pytest.mark.parametrize("weights", [*[[1.0, bad] for bad in BAD_WEIGHTS], [1.0], [0, 0], 1, "11"])
def test_rank_weights_are_checked(weights: Any) -> None:
    with pytest.raises(SettingsError, match="weight"):
        reciprocal_rank_fusion([["A"], ["B"]], weights=weights)


@pytest.mark.parametrize("ranking", [{"A", "B"}, frozenset("A"), "AB", b"AB", 7, [["A"]]])
def test_what_is_no_ranking_is_refused_with_its_place(ranking: Any) -> None:
    with pytest.raises(InputError, match="ranking 1") as caught:
        reciprocal_rank_fusion([["A"], ranking])
    assert isinstance(caught.value, FulltextQueryError)


@pytest.mark.parametrize("value", [None, 7, "AB", b"AB", {"A"}])
def test_what_is_no_list_or_mapping_is_refused(value: Any) -> None:
    with pytest.raises(InputError, match="rankings is of type"):
        reciprocal_rank_fusion(value)
    with pytest.raises(InputError, match="scores is of type"):
        normalise_scores(value)
    with pytest.raises(InputError, match="channels is of type"):
        weighted_fusion(value)
    if value is not None:
        with pytest.raises(InputError, match="channel 'text' is of type"):
            weighted_fusion({"text": value})
