"""Traditional to Simplified: what is Traditional is converted, what is Simplified stays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query.errors import LexiconFormatError, LexiconMissingError
from fulltext_query.lexicon import Conversion, load_conversion, load_lists
from fulltext_query.lexicon.compile.chinese import read_jieba
from fulltext_query.lexicon.compile.simplify import convert, read_opencc
from fulltext_query.lexicon.lexicons import DATA_FOLDER

TABLES = load_conversion()
# Characters that meet phrases, so that random texts run into all of them.
LIVELY = sorted({char for phrase in TABLES.phrases for char in phrase})
TOUCHED = {*TABLES.characters, *LIVELY}


@pytest.mark.parametrize(
    ("text", "simplified"),
    [
        ("乾隆", "乾隆"), ("乾坤", "乾坤"), ("扭轉乾坤", "扭转乾坤"), ("乾淨", "干净"),
        ("餅乾", "饼干"), ("藉口", "借口"), ("憑藉", "凭借"), ("瞭解", "了解"), ("瞭望", "瞭望"),
        ("反覆", "反复"), ("顯著", "显著"), ("著作", "著作"), ("隨著", "随着"),
        ("意味著", "意味着"), ("魏徵", "魏徵"), ("徵收", "征收"), ("象徵", "象征"),
        ("哪吒", "哪吒"), ("對於單一", "对于单一"), ("說", "说"), ("説", "说"), ("爲", "为"),
        ("週", "周"), ("喫", "吃"), ("峯", "峰"), ("佔", "占"), ("併", "并"), ("沖", "冲"),
        ("資料庫", "资料库"), ("軟體", "软体"), ("臺灣大學", "台湾大学"), ("鎔岩", "熔岩"),
        ("孫乾見乾淨的餅乾坤", "孙乾见干净的饼干坤"), ("計畫", "计划"), ("頭髮", "头发"),
        ("皇后", "皇后"),
    ],
)  # fmt: skip
def test_traditional(text: str, simplified: str) -> None:
    assert convert(text, TABLES) == simplified


@pytest.mark.parametrize(
    "text",
    [
        "乾隆年间", "乾县", "乾陵", "著名", "显著", "著作权", "土著", "呼吸", "模糊", "称呼",
        "凶猛", "打坏了", "瞭望塔", "慰藉", "狼藉", "覆盖", "颠覆", "皇后", "干净", "沈阳",
        "沈从文", "徐乾学", "李承乾", "宫商角徵羽", "文徵明", "孙乾先行", "了解", "借口",
        "数据库", "于是", "复杂", "面包", "头发",
    ],
)  # fmt: skip
def test_simplified_stays(text: str) -> None:
    assert convert(text, TABLES) == text


def test_dictionary_words_stay_or_become_dictionary_words() -> None:
    words = read_jieba()
    spoilt = {
        word: (became, count)
        for word, (count, _) in words.items()
        if TOUCHED.intersection(word)
        and (became := convert(word, TABLES)) != word
        and became not in words
    }
    # What is left are Traditional spellings that got into the dictionary (丟了, 颱風天)
    assert len(spoilt) < 0.0015 * len(words)
    common = {word: was for word, was in spoilt.items() if was[1] > 10 and len(word) > 1}
    assert set(common) <= {"沈思孝", "跗蹠"}


def test_converting_twice_changes_no_word() -> None:
    words = {*read_jieba(), *read_opencc("TSPhrases.txt"), *TABLES.phrases}
    for word in filter(TOUCHED.intersection, words):
        once = convert(word, TABLES)
        assert convert(once, TABLES) == once


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from(LIVELY), max_size=12))
def test_length_never_changes(text: str) -> None:
    assert len(convert(text, TABLES)) == len(text)


def test_opencc_phrases_come_out_as_opencc_has_them() -> None:
    listed = Path(__file__).parents[2] / "dictionaries" / "t2s_exceptions.txt"
    excepted = listed.read_text(encoding="utf-8")
    for source, target in read_opencc("TSPhrases.txt").items():
        if source not in excepted:
            assert convert(source, TABLES) == target


def test_every_phrase_is_needed() -> None:
    excepted = (Path(__file__).parents[2] / "dictionaries" / "t2s_exceptions.txt").read_text(
        encoding="utf-8"
    )
    idle = []
    for phrase, target in TABLES.phrases.items():
        others = {other: to for other, to in TABLES.phrases.items() if other != phrase}
        rest = Conversion(TABLES.characters, others)
        if convert(phrase, rest) == target and phrase not in excepted:
            idle.append(phrase)
    # the few that are right alone stand where another phrase would begin inside them
    assert len(idle) < 0.05 * len(TABLES.phrases)


def test_characters_change_something() -> None:
    assert all(len(old) == len(new) == 1 != (old == new) for old, new in TABLES.characters.items())
    assert all(len(old) == len(new) > 1 for old, new in TABLES.phrases.items())


def test_lists_have_words_of_many_languages() -> None:
    lists = load_lists()
    assert "the" in lists.function["en"]
    assert "的" in lists.function["zh"]
    for language in ("en", "zh", "fa", "de", "fr", "es", "ru", "vi", "ja", "ko", "ar"):
        assert lists.function[language]
        assert set(lists.question[language].values()) <= {"start", "any"}
        assert all(words and all(words) for words in lists.question[language])


def test_missing_tables_say_how_to_compile(tmp_path: Path) -> None:
    with pytest.raises(LexiconMissingError, match=r"t2s\.json.*lexicon\.compile"):
        load_conversion(tmp_path)
    with pytest.raises(LexiconMissingError, match=r"lists\.json.*lexicon\.compile"):
        load_lists(tmp_path)


def test_one_table_is_not_taken_for_the_other(tmp_path: Path) -> None:
    (tmp_path / "t2s.json").write_bytes((DATA_FOLDER / "lists.json").read_bytes())
    with pytest.raises(LexiconFormatError, match="not a compiled table of conversion"):
        load_conversion(tmp_path)


def test_a_table_of_another_version_is_named(tmp_path: Path) -> None:
    data = (DATA_FOLDER / "t2s.json").read_bytes().replace(b'"version":2', b'"version":9', 1)
    (tmp_path / "t2s.json").write_bytes(data)
    with pytest.raises(LexiconFormatError, match="version 9"):
        load_conversion(tmp_path)


def test_a_table_is_plain_json() -> None:
    assert (
        json.loads((DATA_FOLDER / "t2s.json").read_bytes())["content"]["phrases"]["乾隆"] == "乾隆"
    )


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_damaged_and_truncated_tables_are_noticed(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.getbasetemp()
    whole = bytearray((DATA_FOLDER / "t2s.json").read_bytes())
    place = data.draw(st.integers(0, len(whole) - 1) | st.integers(0, 120))
    if data.draw(st.booleans()):
        whole[place] ^= data.draw(st.integers(1, 255))
    else:
        del whole[place:]
    (folder / "t2s.json").write_bytes(whole)
    with pytest.raises(LexiconFormatError):
        load_conversion(folder)
