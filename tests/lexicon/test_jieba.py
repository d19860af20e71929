"""The compiled dictionary cuts as jieba does with its HMM off."""

from __future__ import annotations

import logging
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query.lexicon import CompiledLexicon, Lexicons
from fulltext_query.lexicon.compile.dictionaries import modern_words, shipped_layer
from tests.optional import need

jieba = need("jieba")

DICTIONARIES = Path(__file__).resolve().parents[2] / "dictionaries"
SENTENCES = [
    "我来到北京清华大学",
    "他来到了网易杭研大厦",
    "小明硕士毕业于中国科学院计算所，后在日本京都大学深造",
    "如何在数据库里配置同义词",
    "人民代表大会常务委员会议通过了修改个人所得税法的决定",
    "乒乓球拍卖完了",
    "南京市长江大桥欢迎您的到来",
    "结婚的和尚未结婚的都应该登记",
    "工信处女干事每月经过下属科室都要亲口交代交换机等技术性器件的安装工作",
    "这是一个伸手不见五指的黑夜",
    "我不喜欢日本和服，也不懂永和服装饰品有限公司的业务",
    "草泥马和欺实马是今年的流行词汇",
    "公积金贷款买房需要哪些材料，多久可以放款",
    "新型冠状病毒肺炎的潜伏期一般为多少天",
    "股东大会审议通过了关于发行股份购买资产的议案",
    "研究生命的起源比研究生活的意义更难",
    "微信小程序怎么绑定公众号，新冠疫苗的加强针去哪里打",
]


@pytest.fixture(scope="module")
def chinese() -> CompiledLexicon:
    return Lexicons().chain("zh")[0]


@pytest.fixture(scope="module")
def tokenizer(chinese: CompiledLexicon) -> Any:
    """jieba, with the words of this package's own lists beside its own, and its own total."""
    jieba.setLogLevel(logging.ERROR)
    tokenizer = jieba.Tokenizer()
    tokenizer.initialize()
    modern = modern_words(shipped_layer(DICTIONARIES))
    for word in chinese.trie:
        if not tokenizer.FREQ.get(word):
            tokenizer.FREQ[word] = modern.get(word, (2, ""))[0]
            for end in range(1, len(word)):
                tokenizer.FREQ.setdefault(word[:end], 0)
    return tokenizer


def cut(lexicon: CompiledLexicon, text: str) -> list[str]:
    """The likeliest way to cut a text into words and single characters."""
    best = [(0.0, 0)] * (len(text) + 1)
    for start in range(len(text) - 1, -1, -1):
        ways = []
        for word in {text[start], *lexicon.trie.prefixes(text[start:])}:
            key = lexicon.trie.get(word)
            worth = lexicon.unknown_log_probability if key is None else lexicon.log_probability[key]
            end = start + len(word)
            ways.append((worth + best[end][0], end))
        best[start] = max(ways)
    words, place = [], 0
    while place < len(text):
        words.append(text[place : best[place][1]])
        place = best[place][1]
    return words


@pytest.mark.parametrize("sentence", SENTENCES)
def test_real_sentences(chinese: CompiledLexicon, tokenizer: Any, sentence: str) -> None:
    for run in sentence.split("，"):
        assert cut(chinese, run) == list(tokenizer.cut(run, HMM=False))


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_words_in_any_row(chinese: CompiledLexicon, tokenizer: Any, seed: int) -> None:
    choose = random.Random(seed)
    size = len(chinese)
    words = [chinese.trie.restore_key(choose.randrange(size)) for _ in range(8)]
    text = "".join(word for word in words if all("\u4e00" <= char <= "\u9fd5" for char in word))
    ours, theirs = cut(chinese, text), list(tokenizer.cut(text, HMM=False))
    if ours != theirs:
        # float32 may settle an exact tie another way: then both ways are equally likely
        total = [
            sum(
                chinese.unknown_log_probability
                if (key := chinese.trie.get(word)) is None
                else chinese.log_probability[key]
                for word in way
            )
            for way in (ours, theirs)
        ]
        assert total[0] == pytest.approx(total[1], abs=1e-5)
