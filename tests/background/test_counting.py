"""What is counted, and how much a count may lack where memory was short."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query import FulltextQuery
from fulltext_query.background import Counted, Counting, WordCount, count_documents, language_in
from fulltext_query.errors import InputError, SettingsError

DOCUMENTS = st.lists(st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=6), max_size=40)


def counted(
    documents: list[list[str]], max_words: int = 1000, *, min_documents: int = 1
) -> Counted:
    counting = Counting("en", max_words=max_words)
    for words in documents:
        counting.add_words(words)
    return counting.result(min_documents=min_documents)


def test_occurrences_and_documents_are_counted(fq: FulltextQuery) -> None:
    found = count_documents(
        ["版权属于作者，版权受保护", "版权转让", "天气"], fq, language="zh", min_documents=1
    )
    assert found.get("版权") == WordCount(3, 2)
    assert found.get("转让") == WordCount(1, 1)
    assert found.documents == 3
    assert found.tokens == sum(one.term for one in found.counts.values())


def test_the_same_words_are_counted_however_they_are_written(fq: FulltextQuery) -> None:
    found = count_documents(["軟體更新 Ｐｕｍｐｓ", "软体更新 PUMPS"], fq, language="zh")
    assert found.get("更新") == WordCount(2, 2)
    assert count_documents(["Ｐｕｍｐｓ", "PUMPS"], fq, language="en").get("pumps") == (2, 2)


@pytest.mark.parametrize(
    ("language", "there", "not_there"),
    [
        ("zh", {"更换", "水泵"}, {"pump", "kxt-4410", "3", "насос"}),
        ("en", {"pump", "new"}, {"更换", "kxt-4410", "3", "насос", "a@b.example"}),
        ("ru", {"насос"}, {"更换", "pump"}),
    ],
)
def test_only_words_of_the_language_are_counted(
    fq: FulltextQuery, language: str, there: set[str], not_there: set[str]
) -> None:
    text = "更换水泵 KXT-4410 new pump 3 a@b.example насос"
    found = count_documents([text], fq, language=language, min_documents=1)
    assert there <= found.counts.keys()
    assert not not_there & found.counts.keys()


def test_what_is_not_counted_is_told(fq: FulltextQuery) -> None:
    found = count_documents(["水泵", "", " \n", "only English", "水泵"], fq, language="zh")
    assert found.documents == 2
    assert found.left_out == (0, 2, 1)


def test_rare_words_are_left_out_and_numbered(fq: FulltextQuery) -> None:
    found = count_documents(["水泵 天气", "水泵", "水泵 版权"], fq, language="zh")
    assert set(found.counts) == {"水泵"}
    assert found.lacking.pruned == 2
    assert found.tokens == 5  # of the whole, not of what is left
    assert not found.lacking.exact


def test_the_weights_are_those_of_the_table(fq: FulltextQuery) -> None:
    # every key is what a query looks up
    text = "Die Straße naïve l'eau don't O'Neill's 軟體 café's re-entry Μάϊος"
    for language in ("en", "zh", "el"):
        found = count_documents([text, text], fq, language=language)
        tokens = {token.word for token in fq.analyze(text).tokens}
        assert found
        assert found.counts.keys() <= tokens


def test_the_language_is_told_by_most_words(fq: FulltextQuery) -> None:
    assert language_in(["如何更换水泵 pump", "版权法的规定"], fq) == "zh"
    assert language_in(["Der Server startet nicht mehr, weil die Platte voll ist"], fq) == "de"
    for texts in (["12 34"], [], ["水泵 水泵 水泵 the new pump"]):
        with pytest.raises(SettingsError, match="do not tell the language"):
            language_in(texts, fq)


@pytest.mark.parametrize("language", ["auto", "xx", "", "ZH"])
def test_an_unknown_language_is_refused(fq: FulltextQuery, language: str) -> None:
    with pytest.raises(SettingsError, match="no language known here"):
        count_documents([], fq, language=language)


def test_numbers_below_one_are_refused(fq: FulltextQuery) -> None:
    with pytest.raises(SettingsError, match="min_documents"):
        count_documents([], fq, language="zh", min_documents=0)
    with pytest.raises(SettingsError, match="max_words"):
        count_documents([], fq, language="zh", max_words=0)
    with pytest.raises(InputError):
        count_documents([None], fq, language="zh")  # type: ignore[list-item]


def test_a_word_that_no_dictionary_can_hold_is_no_row() -> None:
    found = counted([["x" * 65, "#tag", "-v", "ok"]], min_documents=1)
    assert set(found.counts) == {"ok"}
    assert found.tokens == 4


@given(DOCUMENTS)
def test_with_room_every_count_is_exact(documents: list[list[str]]) -> None:
    found = counted(documents, min_documents=1)
    terms = Counter(word for words in documents for word in words)
    of_documents = Counter(word for words in documents for word in set(words))
    assert {word: one.term for word, one in found.counts.items()} == terms
    assert {word: one.documents for word, one in found.counts.items()} == of_documents
    assert found.lacking.exact


@given(DOCUMENTS, st.integers(1, 8))
def test_without_room_no_count_lacks_more_than_is_said(
    documents: list[list[str]], max_words: int
) -> None:
    found = counted(documents, max_words, min_documents=1)
    whole = counted(documents, min_documents=1)
    assert len(found) <= max_words
    assert (found.documents, found.tokens) == (whole.documents, whole.tokens)
    for word, count in whole.counts.items():
        kept = found.get(word) or WordCount(0, 0)
        assert 0 <= count.documents - kept.documents <= found.lacking.missing
    assert (found.lacking.dropped == 0) == (found.lacking.missing == 0)
    if found.counts != whole.counts:
        assert not found.lacking.exact
