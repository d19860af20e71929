"""What the entity lists hold: what a user expects, and no ordinary words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fulltext_query.lexicon.compile.gazetteer_guards import name_key
from fulltext_query.lexicon.folding import fold
from fulltext_query.lexicon.formats import ENTITY_CATEGORIES

ENTITIES = Path(__file__).resolve().parents[2] / "dictionaries" / "entities"
FILES = sorted(ENTITIES.glob("*.txt"))
COUNTRIES = Path(__file__).with_name("countries.tsv")

NAME = re.compile(r"[a-z]+(\.[a-z]+)?\.[a-z]{2}\.txt")

LEAST = {
    ("loca", "en"): 6000, ("loca", "zh"): 4000, ("corp", "en"): 1500, ("corp", "zh"): 250,
    ("sch", "en"): 5000, ("sch", "zh"): 2500, ("stock", "en"): 30_000, ("stock", "zh"): 3000,
    ("firstnm", "en"): 2000, ("firstnm", "zh"): 1500, ("toxic", "en"): 400, ("toxic", "zh"): 100,
    ("func", "en"): 200, ("func", "zh"): 150,
}  # fmt: skip


def _names(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").split("\n")
    return [line for line in lines if line and not line.startswith("#")]


def _of(category: str, language: str) -> Iterator[str]:
    for path in FILES:
        parts = path.name.split(".")
        if parts[0] == category and parts[-2] == language:
            yield from _names(path)


def _keys(category: str, language: str) -> set[str]:
    return {name_key(name) for name in _of(category, language)}


every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@every_file
def test_a_file_is_named_for_its_category_and_language(path: Path) -> None:
    assert NAME.fullmatch(path.name)
    assert path.name.split(".")[0] in ENTITY_CATEGORIES


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.name.count(".") > 2], ids=lambda path: path.stem
)
def test_a_generated_list_credits_its_source_and_is_sorted(path: Path) -> None:
    head = [line for line in path.read_text(encoding="utf-8").split("\n") if line.startswith("# ")]
    credits_ = [line for line in head if line.startswith("# Source: ")]
    assert credits_, "no source"
    for line in credits_:
        assert re.fullmatch(
            r"# Source: [\w-]+ \d[\w.]* \(.+\), (MIT|CC-BY-4\.0|[\w.]+-\d\.0)", line
        )
    names = _names(path)
    assert names == sorted(names)


@every_file
def test_no_name_is_one_character(path: Path) -> None:
    assert [name for name in _names(path) if len(fold(name)) < 2 or len(name_key(name)) < 2] == []


@every_file
def test_no_name_begins_with_a_sign_that_means_something(path: Path) -> None:
    assert [name for name in _names(path) if name[0] in "-\\#+"] == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_name_stands_in_one_list_of_a_language(language: str) -> None:
    seen: dict[str, str] = {}
    twice = []
    for path in FILES:
        if path.name.split(".")[-2] == language:
            for name in _names(path):
                key = name_key(name)
                if key in seen:
                    twice.append((name, path.name, seen[key]))
                seen[key] = path.name
    assert twice == []


@pytest.mark.parametrize(("category", "language"), sorted(LEAST))
def test_each_category_has_content(category: str, language: str) -> None:
    assert len(set(_of(category, language))) >= LEAST[category, language]


def test_every_country_and_its_capital_in_both_languages() -> None:
    rows = [row.split("\t") for row in COUNTRIES.read_text("utf-8").split("\n") if row]
    assert len(rows) >= 193
    english, chinese = _keys("loca", "en"), _keys("loca", "zh")
    missing = [name for row in rows for name in row[:2] if name_key(name) not in english]
    missing += [name for row in rows for name in row[2:] if name_key(name) not in chinese]
    assert missing == []


@pytest.mark.parametrize(
    ("category", "language", "names"),
    [
        ("loca", "en", ["Wuhan", "Sao Paulo", "São Paulo", "Bengaluru", "Ho Chi Minh City", "UK"]),
        ("loca", "zh", ["保定", "名古屋", "弗雷斯诺", "伊春市", "黑龙江省", "密西西比河", "台北"]),
        ("sch", "en", ["Harvard University", "University of Tehran", "Tsinghua University"]),
        ("sch", "zh", ["清华大学", "北大", "麻省理工学院", "深圳职业技术学院", "东京大学"]),
        ("corp", "en", ["Nvidia", "Nestlé", "Toyota", "World Health Organization", "Kikkoman"]),
        ("corp", "zh", ["贵州茅台", "三星", "世界卫生组织", "阿迪达斯"]),
        (
            "stock", "en",
            ["AAPL", "NYSE:IBM", "NASDAQ:AMD", "BP.L", "MC.PA", "SIE.DE", "7203.T", "0700.HK",
             "00700.HK", "600519", "600519.SH", "000001.SZ", "SZ300750", "Hang Seng Index"],
        ),
        ("stock", "zh", ["紫金矿业", "药明康德", "平安银行", "腾讯控股", "上证指数", "片仔癀"]),
        ("firstnm", "en", ["James", "Jennifer", "Smith", "Garcia", "Nguyen"]),
        ("firstnm", "zh", ["欧阳", "司马", "王某", "李先生", "约翰", "张三"]),
        ("toxic", "en", ["fuck", "wanker"]),
        ("toxic", "zh", ["傻逼", "王八蛋"]),
        ("func", "en", ["kilogram", "kWh", "square miles", "mmHg", "USD"]),
        ("func", "zh", ["公斤", "毫米", "千瓦时", "摄氏度", "人民币"]),
    ],
)  # fmt: skip
def test_what_a_user_expects_is_there(category: str, language: str, names: list[str]) -> None:
    keys = _keys(category, language)
    assert [name for name in names if name_key(name) not in keys] == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (  # cities that are words, or other things first
            "en",
            ["reading", "nice", "mobile", "orange", "of", "split", "bath", "corona", "mango",
             "male", "aurora", "batman", "independence", "central coast"],
        ),
        ("en", ["all", "cat", "now", "it", "ai", "any", "mrna", "aids", "dna", "copd", "aire"]),
        ("en", ["will", "mark", "hope", "june", "april", "christian", "young", "brown", "english"]),
        ("en", ["apple", "target", "gap", "amazon", "orion", "block", "visa", "shell"]),
        ("en", ["penis", "herpes", "ejaculation", "nazi", "sex", "breast", "rape", "hitler"]),
        ("en", ["second", "hour", "foot", "point", "degree", "cup", "stone"]),
        (
            "zh",
            ["机器人", "新", "王", "高", "我爱我家", "值得买", "新世界", "上海机场", "农产品"],
        ),
        ("zh", ["光明", "胜利", "取手", "长寿", "日志", "太平", "太阳", "城市"]),
        ("zh", ["向某", "于某", "和某", "应某", "有某"]),
        ("zh", ["分钟", "小时", "性", "乳房", "苹果", "小米"]),
    ],
)  # fmt: skip
def test_an_ordinary_word_is_no_name(language: str, words: list[str]) -> None:
    keys = {key for category in ENTITY_CATEGORIES for key in _keys(category, language)}
    assert [word for word in words if word in keys] == []
