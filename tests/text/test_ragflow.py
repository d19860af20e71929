"""RAGFlow's tokens: exactly those of its own tokenizer, for any string, with their places."""

from __future__ import annotations

import importlib.util
import re
import sys
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fulltext_query import FulltextQuery, Settings
from fulltext_query.errors import LexiconMissingError, MissingExtraError
from fulltext_query.text import ragflow_tokenizer
from fulltext_query.text.ragflow import RagflowAnalysis
from fulltext_query.text.ragflow_library import load_module
from fulltext_query.text.ragflow_paths import Words, best_cuts
from fulltext_query.text.ragflow_tokenizer import RagflowTokenizer
from fulltext_query.text.tokens import Kind, Role
from tests.engine.texts import HANDMADE, hostile, real_queries
from tests.ragflow import original, ragflow, wordnet

__all__ = ["original", "ragflow", "wordnet"]

TEXTS = (
    "如何在 Elasticsearch 里配置同义词？",
    "公开征求意见稿提出，境外投资者可使用自有人民币或外汇投资。",
    "多校划片就是一个小区对应多个小学初中，让买了学区房的家庭也不确定到底能上哪个学校。",
    "南京市长江大桥 研究生命起源 结婚的和尚未结婚的 发展中国家兔的计划 乒乓球拍卖完了",
    "臺灣資料庫的設定，我買了一件T恤和3.13版",
    "The mice in the boxes of these cities: was it us, or men's watches? I cannot say; gonna go.",
    "ＡＢＣ１２３ C++ ORA-00942 192.168.1.10 2024-05-12 foo_bar __init__ Straße München",
    "哈哈哈哈哈哈哈哈哈哈哈哈哈哈 aaaaaaaaaaaa 的的的的的的",
    "カタカナとひらがな 한국어 ภาษาไทย हिन्दी می‌خواهم İstanbul ΟΔΟΣ",
    "", " ", "_", "\ud800", "a\u0301\u0301", "。", "é",
)  # fmt: skip


@pytest.fixture(scope="module")
def tokenizer(ragflow: FulltextQuery) -> RagflowTokenizer:
    analysis = ragflow.analyze("")
    assert isinstance(analysis, RagflowAnalysis)
    return analysis.tokenizer


def test_coarse_and_fine_tokens_are_those_of_the_original(
    tokenizer: RagflowTokenizer, ragflow: FulltextQuery, original: Any
) -> None:
    texts = [*TEXTS, *HANDMADE, *hostile(150, 7), *(text for _, text in real_queries(150, 8))]
    cut_further = 0
    for text in texts:
        if len(text) > 200:
            continue  # the original takes minutes for some
        coarse = original.tokenize(text)
        fine = original.fine_grained_tokenize(coarse)
        assert tokenizer.tokenize(text) == coarse, text
        assert tokenizer.fine_grained(coarse) == fine, text
        analysis = ragflow.analyze(text)
        assert " ".join(analysis.coarse) == coarse
        assert " ".join(analysis.fine).split() == fine.split()
        cut_further += coarse != fine
    assert cut_further > 20


_WORDS = re.findall(
    r"\S+",
    """人民 代表 大会 常务 委员 会议 研究 生命 起源 结婚 的 和 尚未 发展 中国 国家 兔 计划 乒乓 球拍
    卖 完了 南京 市长 江 大桥 龘 靐 齉 爨 犇 焱 哈哈哈哈哈哈 啊啊啊啊啊
    下雨 天地 面积 水 在 有 一 二十""",
)
_RARE = "龘靐齉的一是在不了有和人中国民大会上学生"
_STRETCHES = st.lists(st.sampled_from(_WORDS), max_size=9).map("".join) | st.text(
    st.sampled_from(_RARE), max_size=15
)


@settings(max_examples=300, deadline=None)
@given(_STRETCHES.filter(bool))
@example("龘龘龘龘靐靐靐靐齉齉齉")  # eleven words: such a way does not count
@example("龘靐齉龘靐齉龘靐齉龘靐齉龘靐齉")  # the rest after eleven words is one
@example("哈哈哈哈哈哈哈哈哈哈哈哈大会")  # of the same character ten are one word
@example("as")
@example("database")
def test_the_two_best_cuts_are_those_of_the_original(original: Any, text: str) -> None:
    every: list[Any] = []
    original.dfs_(text, 0, [], every)
    expected = [words for words, _ in original._sort_tokens(every)[:2]]
    assert best_cuts(Words(original.trie_, original.key_), text) == expected


@settings(max_examples=200, deadline=None)
@given(_STRETCHES | st.text(st.sampled_from("aT恤3. é_南京市长江大桥研究生命起源"), max_size=14))
def test_every_text_is_cut_as_the_original_cuts_it(
    tokenizer: RagflowTokenizer, original: Any, text: str
) -> None:
    try:
        expected = original.tokenize(text)
    except IndexError:  # it fails where every cut has eleven words
        assert tokenizer.tokenize(text)
        return
    assert tokenizer.tokenize(text) == expected
    assert tokenizer.fine_grained(expected) == original.fine_grained_tokenize(expected)


@given(st.text(max_size=60))
def test_never_fails_and_tells_the_place_of_every_token(ragflow: FulltextQuery, text: str) -> None:
    last = 0
    for token in ragflow.analyze(text).tokens:
        assert token.surface == text[token.start : token.end] != ""
        assert token.start >= last or token.start == last - 1  # one letter may become two tokens
        last = token.end
        assert token.text
        assert " " not in token.text
    ragflow.build(text).to_dict()


def test_what_takes_the_original_for_ever_is_cut_at_once(tokenizer: RagflowTokenizer) -> None:
    assert tokenizer.tokenize("人民代表大会常务委员会议" * 3).split() == [
        "人民代表大会常务委员会", "议"
    ] * 3  # fmt: skip
    # the original tries three ways at each of eleven words, for every stretch: years
    assert len(tokenizer.tokens("人民代表大会常务委员会议" * 2000)) > 10


def test_words_are_understood_as_ever(ragflow: FulltextQuery) -> None:
    tokens = {token.surface: token for token in ragflow.analyze("請問什么是同义词，T恤？").tokens}
    assert tokens["什么"].role is Role.QUESTION
    assert tokens["同义词"].role is Role.CONTENT
    assert tokens["同义词"].fine == ("同义", "词")
    assert tokens["T恤"].text == "t恤"
    assert tokens["T恤"].breaks
    english = ragflow.analyze("What is the difference between mice and München?").tokens
    assert [token.text for token in english[:4]] == ["what", "is", "the", "differ"]
    assert english[0].role is Role.QUESTION
    assert english[2].role is Role.FUNCTION
    assert english[3].word == "difference"
    assert next(token.text for token in english if token.surface == "mice") == "mous"
    # pieces of a word that RAGFlow cuts at its umlaut are no words to be mistyped
    assert [token.kind for token in english if token.surface in ("M", "ü", "nchen")] == [
        Kind.CODE
    ] * 3  # fmt: skip
    built = ragflow.build("如何配置数据库的同义词")
    weights = {term.text: term.weight for term in built.terms}
    assert weights["同义词"] > weights["如何"]


def test_without_the_extra_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "infinity.rag_tokenizer", raising=False)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"fulltext-query\[ragflow\]"):
        FulltextQuery(Settings(tokenizer="ragflow"))


def test_without_wordnet_the_error_says_how_to_get_it(
    wordnet: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import nltk.data

    monkeypatch.setattr(nltk.data, "path", [])
    with pytest.raises(LexiconMissingError, match="python -m nltk.downloader wordnet"):
        RagflowTokenizer()


def test_without_its_dictionary_the_process_goes_on(
    wordnet: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = load_module()

    def leave(*given: object) -> None:
        raise SystemExit(1)

    monkeypatch.setattr(module.RagTokenizer, "__init__", leave)
    monkeypatch.setattr(ragflow_tokenizer, "load_module", lambda: module)
    with pytest.raises(LexiconMissingError, match=r"huqie\.txt"):
        RagflowTokenizer()
