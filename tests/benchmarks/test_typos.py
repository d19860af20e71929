"""Typing errors: one in one content word, the same every time."""

from __future__ import annotations

from difflib import SequenceMatcher

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.typos import mistype, with_typos
from fulltext_query import FulltextQuery

FQ = FulltextQuery()


def test_a_share_of_the_queries_carries_one() -> None:
    queries = {str(number): "which hydraulic pumps need maintenance" for number in range(600)}
    wrong = with_typos(queries, 1 / 3, FQ)
    assert list(wrong) == list(queries)
    changed = [name for name in queries if wrong[name] != queries[name]]
    assert 0.28 < len(changed) / len(queries) < 0.39
    assert wrong == with_typos(queries, 1 / 3, FQ)
    # who has one at a third has the same at two thirds
    more = with_typos(queries, 2 / 3, FQ)
    assert all(more[name] == wrong[name] for name in changed)
    assert with_typos(queries, 0, FQ) == queries


def test_all_four_kinds_occur_and_only_in_content_words() -> None:
    text = "what is the hydraulic pressure"
    found = {mistype(text, str(seed), FQ) for seed in range(500)}
    assert text not in found  # a swap of equal letters would be no error
    assert all(one.startswith("what is the ") for one in found)
    assert "what is the hydraulic presure" in found  # dropped
    assert "what is the hydraulicc pressure" in found  # doubled
    assert "what is the hyrdaulic pressure" in found  # swapped
    assert "what is the hydraulic presdure" in found  # the key beside it
    # the first letter stays
    assert {one.split()[3][0] for one in found} == {"h"}
    assert {one.split()[4][0] for one in found} == {"p"}


@pytest.mark.parametrize(
    "text", ["", "如何配置同义词", "the cat sat", "KXT-4410 10.0.0.1", "サーバー設定", "the a of"]
)
def test_what_is_typed_otherwise_stays(text: str) -> None:
    assert mistype(text, "seed", FQ) == text


@settings(max_examples=60)
@given(st.text("abcdefghijklmnopqrstuvwxyz عرضه αβγδ как 数据-3", max_size=40), st.text(max_size=5))
def test_nothing_but_two_letters_at_most_changes(text: str, seed: str) -> None:
    wrong = mistype(text, seed, FQ)
    assert abs(len(wrong) - len(text)) <= 1
    same = sum(
        block.size for block in SequenceMatcher(None, text, wrong, False).get_matching_blocks()
    )
    assert same >= len(text) - 1
