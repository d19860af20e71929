"""Segmenters: jieba's cuts without jieba, words of the user, and the libraries to choose."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from pathlib import Path

import jieba
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fulltext_query import FulltextQuery, MissingExtraError, Settings
from fulltext_query.lexicon import Lexicons
from fulltext_query.lexicon.columns import Rows
from fulltext_query.lexicon.layer import GONE
from fulltext_query.text.segment import (
    LexiconSegmenter,
    Segmenter,
    bigrams,
    clusters,
    icu_segmenter,
    jieba_segmenter,
    rjieba_segmenter,
)
from fulltext_query.text.tokens import Kind
from tests.toy import engine

LEXICON = Lexicons().chain("zh")[0]
cut = LexiconSegmenter(LEXICON)


def with_words(*words: tuple[str, float | None]) -> LexiconSegmenter:
    """One that knows words of the user's too; −1 takes one away."""
    rows = Rows(frequency="f", tag="B", origin="Q")
    for word, frequency in words:
        rows.add(word, nan if frequency is None else frequency, GONE if frequency == -1 else 0, 0)
    return LexiconSegmenter(LEXICON, [rows.table()])


SENTENCES = """
    我来到北京清华大学|他来到了网易杭研大厦|小明硕士毕业于中国科学院计算所后在日本京都大学深造|乒乓球拍卖完了
    研究生命的起源|南京市长江大桥|结婚的和尚未结婚的|人民代表大会常务委员会议|如何配置同义词|数据库备份需要多长时间
    水泵漏水怎么办|买水果然后来世博园|中国的首都是北京|工信处女干事每月经过下属科室|今天天气不错适合出去玩
    这个把手该换了|永和服装饰品有限公司|主要是因为很多人不知道怎么做|请问如何报销差旅费用|机器设备与劳动工具的区别是什么
    一二期工程报价汇总|蓝鲸阀漏水|他说的确实在理|乙肝疫苗接种后的不良反应|苹果手机壳多少钱一个|量子计算机的工作原理
    北京市朝阳区建国门外大街|吃葡萄不吐葡萄皮|我们在野生动物园玩|从小学电脑|海淀区人民法院|美国总统选举|的的的|龘龘龘|一
"""
RUNS = [run for line in SENTENCES.split("\n") for run in line.strip().split("|") if run]


@pytest.mark.parametrize("run", RUNS)
def test_the_cuts_are_those_of_jieba(run: str) -> None:
    assert cut(run) == list(jieba.cut(run, HMM=False))


#: Words of this project's own list, which jieba does not know
OWN_WORDS = [
    line.split()[0]
    for line in (Path(__file__).parents[2] / "dictionaries" / "words" / "zh.txt")
    .read_text("utf-8")
    .splitlines()
    if line.strip() and not line.startswith("#")
]
HAN = st.text(
    "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学"
    "对可里后水泵阀门数据库备份北京清华研究命起源长江桥市南",
    max_size=30,
)


@settings(deadline=None, max_examples=150)
@given(HAN.filter(bool))
def test_any_cut_is_that_of_jieba_and_loses_nothing(run: str) -> None:
    assume(not any(word in run for word in OWN_WORDS))
    found = cut(run)
    assert "".join(found) == run
    assert found == list(jieba.cut(run, HMM=False))


@settings(deadline=None, max_examples=100)
@given(st.text(st.characters(min_codepoint=0x3400, max_codepoint=0x9FFF), min_size=1, max_size=20))
def test_no_run_loses_a_character(run: str) -> None:
    found = cut(run)
    assert "".join(found) == run
    assert all(found)


# --- words of the user ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "word", ["蓝鲸阀", "蓝鲸阀漏水", "漏水", "阀漏", "鲸阀漏水", "北京清华", "的了", "龘靐"]
)
def test_a_word_of_the_user_wins_over_its_parts(word: str) -> None:
    segmenter = with_words((word, None))
    assert segmenter(word) == [word]


def test_a_word_of_the_user_is_found_in_a_run() -> None:
    segmenter = with_words(("蓝鲸阀", None))
    assert segmenter("更换蓝鲸阀的步骤") == ["更换", "蓝鲸阀", "的", "步骤"]


def test_a_frequency_decides_how_strong_a_word_is() -> None:
    weak = with_words(("北京清华", 1))
    strong = with_words(("北京清华", 10_000_000))
    assert "北京清华" not in weak("来到北京清华大学")
    assert "北京清华" in strong("来到北京清华大学")


def test_words_of_the_user_overlap_as_others_do() -> None:
    segmenter = with_words(("云原生", None), ("原生网关", None), ("云原生网关", None))
    assert segmenter("部署云原生网关") == ["部署", "云原生网关"]
    assert segmenter("云原生") == ["云原生"]
    assert segmenter("原生网关") == ["原生网关"]


@pytest.mark.parametrize("word", ["清华大学", "大学", "步骤"])
def test_a_removed_word_is_none(word: str) -> None:
    assert word in cut(f"来到{word}了")
    segmenter = with_words((word, -1))
    assert word not in segmenter(f"来到{word}了")
    assert "".join(segmenter(f"来到{word}了")) == f"来到{word}了"


@pytest.mark.parametrize("segmenter", ["lexicon", "jieba", "rjieba"])
def test_every_segmenter_knows_the_words_of_the_user(segmenter: str) -> None:
    fq = FulltextQuery(Settings(han_segmenter=segmenter, user_words=("蓝鲸阀", "鲲鹏榫 100000 n")))
    assert fq.analyze("蓝鲸阀漏水").coarse[0] == "蓝鲸阀"
    assert "鲲鹏榫" in fq.analyze("换鲲鹏榫吧").coarse


def test_one_instance_knows_nothing_of_another() -> None:
    FulltextQuery(Settings(han_segmenter="jieba", user_words=("蓝鲸阀",)))
    other = FulltextQuery(Settings(han_segmenter="jieba"))
    assert "蓝鲸阀" not in other.analyze("蓝鲸阀漏水").coarse
    assert "蓝鲸阀" not in jieba.lcut("蓝鲸阀漏水")


# --- fine parts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "parts"),
    [("数据库", ["数据", "库"]), ("中华人民共和国", ["中华", "人民共和国"]), ("水泵", []),
    ("一", []),
     ("清华大学", ["清华", "大学"]), ("二期工程", ["二期", "工程"]), ("龘龘龘", [])],
)  # fmt: skip
def test_the_smaller_words_of_a_word(word: str, parts: list[str]) -> None:
    assert cut.inside(word) == parts


def test_fine_parts_as_set() -> None:
    run = "数据库备份方案"
    assert engine(fine_tokens="bigrams").analyze(run).fine == (
        "数据", "据库", "库备", "备份", "份方", "方案",
    )  # fmt: skip
    assert engine(fine_tokens="words").analyze(run).fine == ("数据", "库", "备份", "方案")
    assert engine(fine_tokens="off").analyze(run).fine == ("数据库", "备份", "方案")


@settings(deadline=None, max_examples=100)
@given(HAN.filter(bool))
def test_the_fine_field_holds_every_bigram_of_a_run(run: str) -> None:
    fine = engine(fine_tokens="bigrams").analyze(run).fine
    expected = {run[at : at + 2] for at in range(len(run) - 1)} or {run}
    assert expected <= set(fine)
    # nothing else but single characters that stand alone at the end of the run's words
    assert all(len(part) <= 2 for part in fine)
    assert {part for part in fine if len(part) == 2} == {
        part for part in expected if len(part) == 2
    }


@pytest.mark.parametrize(
    ("run", "expected"),
    [("ก", ["ก"]), ("กข", ["กข"]), ("กขค", ["กข", "ขค"]), ("สวัสดี", ["สวั", "วัส", "สดี"]), ("", [""])],
)
def test_bigrams_keep_marks(run: str, expected: list[str]) -> None:
    assert bigrams(run) == expected
    assert "".join(clusters(run)) == run


# --- scripts without blanks -------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["สวัสดีครับ", "ສະບາຍດີ", "ភាសាខ្មែរ", "မြန်မာဘာသာ", "བོད་སྐད་", "ꦧꦱꦗꦮ"],
    ids=["thai", "lao", "khmer", "burmese", "tibetan", "javanese"],
)  # fmt: skip
@pytest.mark.parametrize("segmenter", ["bigrams", "icu"])
def test_text_without_blanks_is_covered(text: str, segmenter: str) -> None:
    analysis = engine(word_segmenter=segmenter).analyze(text)
    covered = {place for token in analysis.tokens for place in range(token.start, token.end)}
    assert {place for place in range(len(text)) if text[place].isalpha()} <= covered
    assert engine(word_segmenter=segmenter).build(text)
    assert {token.kind for token in analysis.tokens} == {
        Kind.NGRAM if segmenter == "bigrams" else Kind.WORD
    }


def test_icu_knows_thai_words() -> None:
    assert engine(word_segmenter="icu").analyze("สวัสดีครับ").coarse == ("สวัสดี", "ครับ")
    assert "".join(icu_segmenter()("สวัสดีครับ")) == "สวัสดีครับ"


def test_japanese_is_cut_by_its_own_words() -> None:
    assert [token.surface for token in engine().analyze("東京の天気").tokens] == [
        "東京",
        "の",
        "天気",
    ]
    (token,) = engine().analyze("データベース").tokens
    assert token.fine == ("デー", "ータ", "タベ", "ベー", "ース")


@pytest.mark.parametrize(
    "text",
    [
        "北京天气weather",
        "用C++写",
        "Elasticsearch里",
        "第3章",
        "a水b泵c",
        "数据123库",
        "ポンプpump水泵",
    ],
)
def test_scripts_are_cut_apart(text: str) -> None:
    tokens = engine().analyze(text).tokens
    assert "".join(token.surface for token in tokens) == text
    for token in tokens:
        assert token.surface.isascii() or not any(map(str.isascii, token.surface))


# --- libraries that are not there -------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "module", "extra"),
    [
        ({"han_segmenter": "jieba"}, "jieba", "jieba"),
        ({"han_segmenter": "rjieba"}, "rjieba", "rjieba"),
        ({"word_segmenter": "icu"}, "icu4py.breakers", "icu"),
        ({"chinese_conversion": "hanziconv"}, "hanziconv", "hanziconv"),
    ],
)
def test_a_missing_library_is_named_with_its_extra(
    changes: dict[str, str], module: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(
        MissingExtraError, match=rf"pip install .*fulltext-query\[{extra}\]"
    ) as caught:
        FulltextQuery(Settings(**changes))
    assert isinstance(caught.value, ImportError)
    assert next(iter(changes)) in str(caught.value)


@pytest.mark.parametrize("make", [jieba_segmenter, rjieba_segmenter])
def test_the_libraries_cut_as_the_lexicon_does(make: Callable[[], Segmenter]) -> None:
    segmenter = make()
    same = sum(segmenter(run) == cut(run) for run in RUNS)
    assert same >= len(RUNS) - 1
