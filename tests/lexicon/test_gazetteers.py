"""The generator of the entity lists: what its guards keep and drop, and what it writes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query import errors
from fulltext_query.lexicon.compile import gazetteer_sources as sources
from fulltext_query.lexicon.compile import gazetteers
from fulltext_query.lexicon.compile.gazetteer_guards import Guard, name_key, read_exceptions
from fulltext_query.lexicon.compile.model import Word

DICTIONARIES = Path(__file__).resolve().parents[2] / "dictionaries"


@pytest.fixture(scope="module")
def guard() -> Guard:
    return gazetteers.guard_of(DICTIONARIES)


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small world instead of the packages, so that the tests need none of them."""
    place = sources.Place
    world = {
        "credit": lambda *names: [f"Source: {name} 1 (somebody), MIT" for name in names],
        "territories": lambda: [("Fiji", "斐济"), ("Antigua & Barbuda", "安提瓜和巴布达")],
        "cities": lambda least: [
            place("Ōsaka", ("大阪", "大阪市", "Osaka"), "JP", 2_700_000),
            place("Reading", ("雷丁",), "GB", 318_000),
            place("Nancy", ("南锡",), "FR", 105_000),
            place("Toride", ("取手",), "JP", 104_000),
            place("Jinan", ("济南", "済南"), "CN", 8_000_000),
        ],
        "capitals": lambda: [place("Suva", ("苏瓦",), "FJ", 90_000)],
        "listed_companies": lambda: [
            ("Nvidia Corporation", "NVDA"),
            ("Caterpillar Inc", "CAT"),
            ("The Gap, Inc.", "GAP"),
            ("Zalando SE", "ZAL.DE"),
        ],
        "tickers": lambda market: {
            "nyse": ["CAT", "BRK.A"], "nasdaq": ["NVDA"], "japan": ["7203.T"],
            "hongkong": ["0700.HK"], "france": ["MC.PA"], "germany": ["NVD.F"],
            "italy": ["ENI.MI", "1AAPL.MI"], "uk": ["BP.L", "0R1I.L"], "canada": ["RY", "A.B"],
        }[market],
        "chinese_codes": lambda: [
            ("600519", "贵州茅台"), ("300024", "机器人"), ("601099", "太平洋"),
            ("000560", "我爱我家"), ("600000", "浦发银行"), ("600009", "上海机场"),
            ("601899", "紫金矿业"), ("002157", "*ST 正邦"), ("900957", "凌云Ｂ股"),
        ],
        "chinese_schools": lambda: [("清华大学", "Tsinghua University", "本科")],
        "schools": lambda: [
            "Lund University", "Gunn High School", "faculty.edu", "University of the", "Lunds Uni"
        ],
        "census_names": lambda kind: (
            ["Nancy", "Will", "Hope", "Mark", "Zoe"]
            if kind == "first"
            else ["Smith", "Brown", "Young", "Kowalski"]
        ),
        "chinese_surnames": lambda: ["王", "于", "欧阳"],
        "profanities": lambda: ["wanker", "penis", "sh!t", "ass"],
    }  # fmt: skip
    for name, value in world.items():
        monkeypatch.setattr(sources, name, value)


@pytest.fixture
def written(tmp_path: Path, packages: None, guard: Guard) -> dict[str, list[str]]:
    hand = tmp_path / "hand"
    hand.mkdir()
    (hand / "loca.en.txt").write_text("# by hand\nSuva\n", encoding="utf-8")
    list(gazetteers.write(tmp_path / "out", hand, guard))
    return {
        path.name: [line for line in path.read_text("utf-8").split("\n") if line and line[0] != "#"]
        for path in (tmp_path / "out").iterdir()
    }


@pytest.mark.parametrize("word", ["Reading", "Nice", "Mobile", "Orange", "Of", "Will", "Hope"])
def test_an_english_word_is_no_name(guard: Guard, word: str) -> None:
    assert not guard.latin(word)


@pytest.mark.parametrize("word", ["ALL", "CAT", "NOW", "IT", "AI", "ANY", "A", "DNA"])
def test_a_ticker_that_is_a_word_or_short_is_no_name(guard: Guard, word: str) -> None:
    assert not guard.latin(word)


@pytest.mark.parametrize("word", ["mit", "pour", "nicht", "para", "sobre"])
def test_a_function_word_of_another_language_is_no_name(guard: Guard, word: str) -> None:
    assert not guard.latin(word.title())


@pytest.mark.parametrize(
    "name", ["Osaka", "Wolverhampton", "Kowalski", "Nvidia", "New Delhi", "São Paulo", "Long Beach"]
)
def test_a_name_is_one(guard: Guard, name: str) -> None:
    assert guard.latin(name)


@pytest.mark.parametrize("name", ["Essen", "Lille", "Lange", "Weiss", "Kota", "Chia"])
def test_a_word_of_another_language_is_no_name(guard: Guard, name: str) -> None:
    assert not guard.latin(name)


@pytest.mark.parametrize("name", ["the bottom", "Central Coast", "Big Rock", "San, Juan", "上海"])
def test_ordinary_words_in_a_row_are_no_name(guard: Guard, name: str) -> None:
    assert not guard.latin(name)


@pytest.mark.parametrize(
    "name", ["机器人", "太平洋", "新", "王", "高", "我爱我家", "上海机场", "值得买"]
)
def test_a_chinese_word_or_phrase_is_no_stock(guard: Guard, name: str) -> None:
    assert not guard.han_company(name)


@pytest.mark.parametrize("name", ["紫金矿业", "平安银行", "片仔癀", "药明康德", "重庆啤酒"])
def test_a_chinese_company_is_a_stock(guard: Guard, name: str) -> None:
    assert guard.han_company(name)


@pytest.mark.parametrize(
    ("name", "at_home", "stands"),
    [
        ("保定市", True, True),
        ("斯普林菲尔德", False, True),
        ("取手", False, False),  # a Japanese city, and 'to take a hand'
        ("済南", True, False),  # a Japanese spelling
        ("胜利路", True, False),
        ("光明", True, False),
    ],
)
def test_a_chinese_place(guard: Guard, name: str, at_home: bool, stands: bool) -> None:
    assert guard.han_place(name, at_home=at_home) is stands


@given(st.text(max_size=30))
def test_a_guard_never_fails_and_keeps_no_single_character(name: str) -> None:
    guard = Guard({}, {}, (), (), ())
    verdicts = [guard.latin(name), guard.han(name), guard.han_company(name)]
    assert len(name_key(name)) > 1 or not any(verdicts)


@given(st.text(alphabet="中国上海机场新人", min_size=1, max_size=12))
def test_the_parts_of_a_cut_are_the_text(text: str) -> None:
    known = {word: Word(50.0, 1.0) for word in ("中国", "上海", "机场")}
    assert "".join(Guard({}, known, (), (), ()).cut(text)) == text


def test_an_exception_of_another_form_is_an_error_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "exceptions.txt"
    path.write_text("# head\n+ China\nTurkey\n", encoding="utf-8")
    with pytest.raises(errors.DictionaryError, match=r"exceptions\.txt, line 3: 'Turkey'"):
        read_exceptions(path)


def test_no_exception_is_both_kept_and_dropped() -> None:
    kept, dropped = read_exceptions()
    assert kept & dropped == set()


def test_the_lists_hold_names_and_no_words(written: dict[str, list[str]]) -> None:
    assert written["loca.cities.en.txt"] == ["Jinan", "Osaka", "Toride", "Ōsaka"]
    assert written["loca.cities.zh.txt"] == ["南锡", "大阪", "大阪市", "济南", "苏瓦", "雷丁"]
    assert "Nvidia" in written["corp.listed.en.txt"]
    assert not {"Gap", "Caterpillar"} & set(written["corp.listed.en.txt"])
    assert written["sch.universities.en.txt"] == ["Lund University", "Tsinghua University"]
    assert written["firstnm.given.en.txt"] == ["Nancy"]  # the city of 105,000 gives way
    assert written["firstnm.surnames.en.txt"] == ["Kowalski", "Smith"]
    assert written["toxic.words.en.txt"] == ["wanker"]


def test_stocks_are_written_with_their_markets(written: dict[str, list[str]]) -> None:
    assert written["stock.tickers.en.txt"] == ["NASDAQ:NVDA", "NVDA", "NYSE:BRK.A", "NYSE:CAT"]
    assert set(written["stock.markets.en.txt"]) == {
        "00700.HK", "0700.HK", "7203.T", "BP.L", "ENI.MI", "MC.PA", "NVD.F", "RY.TO", "ZAL.DE",
    }  # fmt: skip
    assert {"600519", "SH600519", "600519.SH"} <= set(written["stock.codes.en.txt"])
    assert "600000" not in written["stock.codes.en.txt"]  # as often a number
    assert "900957" not in written["stock.codes.en.txt"]
    assert set(written["stock.listed.zh.txt"]) == {"浦发银行", "紫金矿业", "贵州茅台"}


def test_a_surname_stands_with_what_makes_it_one(written: dict[str, list[str]]) -> None:
    names = written["firstnm.surnames.zh.txt"]
    assert {"王某", "王先生", "欧阳"} <= set(names)
    assert not [name for name in names if len(name) == 1 or name.startswith("于")]


def test_what_another_list_has_is_not_written_again(written: dict[str, list[str]]) -> None:
    assert "Suva" not in written["loca.cities.en.txt"]
    for language in ("en", "zh"):
        keys = [
            name_key(name)
            for file, names in written.items()
            if file.split(".")[2] == language
            for name in names
        ]
        assert sorted(keys) == sorted(set(keys))


def test_the_bytes_are_the_same_each_time_and_the_head_credits_the_source(
    tmp_path: Path, packages: None, guard: Guard
) -> None:
    hand = tmp_path / "hand"
    for folder in ("one", "two"):
        list(gazetteers.write(tmp_path / folder, hand, guard))
    for path in (tmp_path / "one").iterdir():
        content = path.read_bytes()
        assert content == (tmp_path / "two" / path.name).read_bytes()
        assert content.startswith(b"# ")
        assert b"\n# Source: " in content


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = sources.Source("no-such-distribution", "no_such_module", "MIT", "nobody")
    monkeypatch.setitem(sources.SOURCES, gone.distribution, gone)
    with pytest.raises(errors.MissingExtraError, match="no-such-distribution"):
        sources.credit(gone.distribution)


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = gazetteers.main(["--out", str(tmp_path), "--dictionaries", str(tmp_path / "none")])
    assert code == 2
    assert "there is no folder" in capsys.readouterr().err
