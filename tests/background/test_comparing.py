"""Adding tables up, and telling what they differ in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.background import Counted, Lacking, WordCount, diff, merge
from fulltext_query.errors import SettingsError

from .test_counting import DOCUMENTS, counted


@given(DOCUMENTS, st.integers(0, 40), st.integers(0, 40))
def test_the_parts_of_a_corpus_are_the_whole(
    documents: list[list[str]], one: int, other: int
) -> None:
    first, second = sorted((one, other))
    parts = documents[:first], documents[first:second], documents[second:]
    tables = [counted(part, min_documents=1) for part in parts]
    whole = counted(documents, min_documents=1)
    assert merge(tables) == whole
    assert merge([merge(tables[:2]), tables[2]]) == whole


@given(DOCUMENTS, st.integers(0, 40), st.integers(1, 3), st.integers(1, 8))
def test_pruned_parts_lack_no_more_than_is_said(
    documents: list[list[str]], cut: int, min_documents: int, max_words: int
) -> None:
    merged = merge(
        counted(part, max_words, min_documents=min_documents)
        for part in (documents[:cut], documents[cut:])
    )
    whole = counted(documents, min_documents=1)
    assert (merged.documents, merged.tokens) == (whole.documents, whole.tokens)
    for word, count in whole.counts.items():
        kept = merged.get(word) or WordCount(0, 0)
        assert 0 <= count.documents - kept.documents <= merged.lacking.may_lack
    if merged.counts != whole.counts:
        assert not merged.lacking.exact


def test_pruning_after_merging_is_told() -> None:
    merged = merge([table(10, a=5), table(10, a=1, b=1)]).pruned(2)
    assert set(merged.counts) == {"a"}
    assert merged.lacking == Lacking(2, 1)


def test_what_cannot_be_added_is_refused() -> None:
    with pytest.raises(SettingsError, match="no table"):
        merge([])
    with pytest.raises(SettingsError, match="en, zh"):
        merge([table(1, a=1), Counted("zh", 1, 1, {})])


def table(documents: float, **words: int) -> Counted:
    counts = {word: WordCount(2 * count, count) for word, count in words.items()}
    return Counted("en", documents, 100 * documents, counts)


def test_what_differs_for_certain_comes_first() -> None:
    first = table(10_000, law=5000, rare=1, same=500, down=900)
    second = table(1000, law=50, rare=3, same=50, down=2)
    found = diff(first, second)
    assert [one.word for one in found.differing] == ["down", "law", "rare", "same"]
    down, law, rare, same = found.differing
    assert (law.first, law.second) == (500, 50)
    assert law.ratio == pytest.approx(0.1, rel=0.02)
    assert 0.1 < law.sure < 0.15
    # thirty times as often, and no more certain than that: three documents against one
    assert rare.ratio > 20
    assert 1 < rare.sure < 20
    assert same.sure == 1
    assert down.sure < law.sure


def test_words_of_one_table_alone_are_told() -> None:
    found = diff(table(100, a=50, b=10, both=1), table(1000, c=100, both=1))
    assert list(found.only_first) == [("a", 500), ("b", 100)]
    assert list(found.only_second) == [("c", 100)]
    assert found.shared == 1


@given(DOCUMENTS, DOCUMENTS)
def test_the_other_way_round_it_is_the_same(one: list[list[str]], two: list[list[str]]) -> None:
    first, second = counted([["z"], *one], min_documents=1), counted([["z"], *two], min_documents=1)
    there, back = diff(first, second), diff(second, first)
    assert there.only_first == back.only_second
    backwards = {row.word: row for row in back.differing}
    for row in there.differing:
        assert row.ratio == pytest.approx(1 / backwards[row.word].ratio)
        assert row.sure == pytest.approx(1 / backwards[row.word].sure)
        assert min(1, row.ratio) <= row.sure <= max(1, row.ratio)
    assert all(row.ratio == 1 for row in diff(first, first).differing)


def test_tables_that_cannot_be_compared_are_refused() -> None:
    with pytest.raises(SettingsError, match="several languages"):
        diff(table(1, a=1), Counted("zh", 1, 1, {}))
    with pytest.raises(SettingsError, match="no documents"):
        diff(table(1, a=1), table(0))
