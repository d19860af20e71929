"""Words that came up since jieba's dictionary was made: dictionaries/words/zh.txt."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulltext_query.errors import DictionaryError
from fulltext_query.lexicon import CompiledLexicon, Lexicons
from fulltext_query.lexicon.compile.chinese import chinese, read_jieba
from fulltext_query.lexicon.compile.dictionaries import modern_words, shipped_layer
from fulltext_query.lexicon.frequencies import document_frequency
from fulltext_query.text.segment import LexiconSegmenter

_WORDS = frozenset(("words",))
WORDS = modern_words(shipped_layer(Path(__file__).resolve().parents[2] / "dictionaries", _WORDS))


@pytest.fixture(scope="module")
def lexicon() -> CompiledLexicon:
    return Lexicons().chain("zh")[0]


@pytest.mark.parametrize("sentence", ["{}怎么用", "如何使用{}", "我觉得{}很好"])
def test_each_word_is_one_token(lexicon: CompiledLexicon, sentence: str) -> None:
    cut = LexiconSegmenter(lexicon)
    assert [word for word in WORDS if word not in cut(sentence.format(word))] == []


@pytest.mark.parametrize(
    "sentence",
    [
        "最大 数据量", "很大 数据", "表情 包含", "数据 集中 存放", "广场 舞台", "来自 媒体",
        "一定 投入", "团队 合作", "微 服务器", "请 输入 公众 号码", "量子 计算机", "代码 库存",
        "我 的 世界", "对手 办事", "设备 库存", "从容 应对", "加强 针对性", "健康 码头",
    ],
)  # fmt: skip
def test_ordinary_text_is_cut_as_before(lexicon: CompiledLexicon, sentence: str) -> None:
    found = LexiconSegmenter(lexicon)(sentence.replace(" ", ""))
    assert not set(found) & set(WORDS), found


def test_no_word_of_the_list_is_in_jieba() -> None:
    assert sorted(WORDS.keys() & read_jieba().keys()) == []


def test_a_missing_word_is_added_and_a_known_one_keeps_its_numbers() -> None:
    plain = chinese({})
    listed = chinese({"乌有词": "corp"}, {"乌有词": (700, "nz"), "数据库": (9, "v")})
    assert listed.words["数据库"] == plain.words["数据库"]
    assert listed.total == plain.total
    added = listed.words["乌有词"]
    assert (added.frequency, added.pos, added.entity) == (700, "nt", "corp")
    assert added.document_frequency == pytest.approx(document_frequency(700))
    assert len(listed.words) == len(plain.words) + 1


@pytest.mark.parametrize(
    "line",
    ["微信 n 8000", "微信 -3 n", "微信 8.5 n", "微信 8000 n x", "微信 8000 名词"],
)  # fmt: skip
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "words").mkdir()
    text = f"# 新词\n旧词 300 n\n{line}\n"
    (tmp_path / "words" / "zh.txt").write_text(text, encoding="utf-8")
    with pytest.raises(DictionaryError, match=r"words/zh\.txt, line 3: "):
        shipped_layer(tmp_path)


def test_there_need_be_no_list(tmp_path: Path) -> None:
    assert modern_words(shipped_layer(tmp_path)) == {}
