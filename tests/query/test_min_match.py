"""minimum_should_match: what is accepted, what is refused, and how many words it asks for."""

from __future__ import annotations

import math
import re
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query import FulltextQuery, MinMatchError, Settings, SettingsError
from fulltext_query.query.min_match import clamp, required
from fulltext_query.setting_types import parse_min_match

PERCENT = st.integers(-100, 100).filter(bool).map(lambda number: f"{number}%")
COUNT = st.integers(-300, 300).filter(bool).map(str)
SIMPLE = PERCENT | COUNT


@st.composite
def conditional(draw: st.DrawFn) -> str:
    bounds = draw(st.lists(st.integers(0, 40), min_size=1, max_size=4, unique=True))
    return " ".join(f"{bound}<{draw(SIMPLE)}" for bound in sorted(bounds))


FORM = SIMPLE | conditional() | st.just("")


# ── what is accepted ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("given_", "sent"),
    [
        # mm-06: fractions, without the truncation of int(0.29 * 100) == 28
        (0.3, "30%"), (0.29, "29%"), (0.57, "57%"), (0.07, "7%"), (1, "100%"), (1.0, "100%"),
        (0, ""), (0.0, ""), (-0.0, ""), (0.01, "1%"), (0.005000001, "1%"), (0.999, "100%"),
        ("0.3", "30%"), ("0.57", "57%"), (".5", "50%"), ("1.0", "100%"), ("0.0", ""),
        (None, ""), ("", ""), ("0", ""), ("0%", ""), ("-0", ""), ("-0%", ""),
        (2, "2"), (-1, "-1"), (10_000, "10000"), ("2", "2"), ("1", "1"), ("-3", "-3"), (" 3 ", "3"),
        ("007", "7"), ("30%", "30%"), ("-25%", "-25%"), ("100%", "100%"), ("030%", "30%"),
        ("3<90%", "3<90%"), ("2<-25% 9<-3", "2<-25% 9<-3"), ("2 < -25%   9<-3", "2<-25% 9<-3"),
        ("0<1", "0<1"), ("2<0%", "2<0%"),
    ],
)  # fmt: skip
def test_accepted(given_: object, sent: str) -> None:
    assert parse_min_match(given_) == sent
    assert Settings(min_match=given_).min_match == sent


@pytest.mark.parametrize(
    "value",
    [1.5, -0.1, "abc", 1e9, 2.0, 0.001, -1.0, math.nan, math.inf, True, False, [], {}, (1,), b"30%",
     1j,
     10_001, -10_001, "10001", "101%", "-101%", "30 %", "30.5%", "%", "-", "1.5", "2.0", "--1",
     "+1",
     "3<", "<3", "3<90% x", "3<9.5%", "2<1 2<2", "9<-3 2<-25%", "-1<2", "3<<4", "3<4<5", "3>4",
     "2,3",
     "1e3", "  ", "30%\n2", "2<101%", "2<99999", "9" * 5000, "0x1", "1_0"],
)  # fmt: skip
def test_refused_with_a_way_out(value: Any) -> None:
    with pytest.raises(MinMatchError) as caught:
        parse_min_match(value)
    assert isinstance(caught.value, ValueError)
    assert "min_match" in str(caught.value)
    with pytest.raises(SettingsError, match="min_match"):
        Settings(min_match=value)
    with pytest.raises(MinMatchError):
        FulltextQuery().build("a b", min_match=value)


@given(st.floats(0, 1))
def test_a_fraction_is_the_nearest_whole_percentage(fraction: float) -> None:
    try:
        text = parse_min_match(fraction)
    except MinMatchError:
        assert 0 < fraction < 0.0051
        return
    assert re.fullmatch(r"(100|[1-9]\d?)%|", text)
    assert abs(float(text.rstrip("%") or 0) - fraction * 100) <= 0.5 + 1e-9


@pytest.mark.parametrize("percent", range(101))
def test_a_fraction_of_whole_per_cent_is_that_percentage(percent: int) -> None:
    assert parse_min_match(percent / 100) == (f"{percent}%" if percent else "")
    assert parse_min_match(f"{percent / 100}") == (f"{percent}%" if percent else "")


@given(FORM)
def test_what_is_sent_is_accepted_again(form: str) -> None:
    assert parse_min_match(form) == form


@pytest.mark.parametrize("form", ["٣", "３0%", "٢<٩٠%", "２＜-2５%", "2<-٢٥% 9<-3"])
def test_digits_of_other_scripts_are_never_sent(form: str) -> None:
    try:
        sent = parse_min_match(form)
    except MinMatchError:
        return
    assert sent.isascii()


@given(st.text(alphabet="0123456789-%<. +e") | st.text())
def test_any_text_is_accepted_or_refused_by_the_packages_own_error(text: str) -> None:
    try:
        form = parse_min_match(text)
    except MinMatchError:
        return
    assert form == "" or re.fullmatch(r"(\d+<)?-?\d+%?( \d+<-?\d+%?)*", form)


# ── what it asks for ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("form", "words", "least"),
    [
        ("", 5, 1), ("1", 5, 1), ("3", 5, 3), ("9", 5, 5), ("-1", 5, 4), ("-9", 5, 1), ("", 0, 0),
        # floored: the table of the server's own behaviour
        ("30%", 1, 1), ("30%", 3, 1), ("30%", 4, 1), ("30%", 6, 1), ("30%", 7, 2), ("30%", 9, 2),
        ("30%", 10, 3), ("30%", 13, 3), ("30%", 14, 4), ("30%", 17, 5), ("30%", 20, 6),
        ("100%", 7, 7), ("99%", 7, 6), ("1%", 7, 1), ("-25%", 4, 3), ("-25%", 5, 4), ("-25%", 7, 6),
        ("-100%", 4, 1), ("29%", 100, 29), ("57%", 100, 57),
        ("2<-25% 9<-3", 1, 1), ("2<-25% 9<-3", 2, 2), ("2<-25% 9<-3", 3, 3), ("2<-25% 9<-3", 4, 3),
        ("2<-25% 9<-3", 9, 7), ("2<-25% 9<-3", 10, 7), ("3<90%", 3, 3), ("3<90%", 4, 3),
        ("3<90%", 20, 18), ("0<1", 4, 1), ("4<2", 4, 4), ("4<2", 5, 2),
    ],
)  # fmt: skip
def test_required(form: str, words: int, least: int) -> None:
    assert required(form, words) == least


def test_the_servers_single_precision_gives_the_same_shares() -> None:
    """Elasticsearch computes (words * percent) * 0.01f and truncates; we divide whole numbers."""

    def single(number: float) -> float:
        rounded: float = struct.unpack("f", struct.pack("f", number))[0]
        return rounded

    hundredth = single(0.01)
    for product in range(256 * 100 + 1):
        assert int(single(product * hundredth)) == product // 100


@given(FORM, st.integers(1, 256))
def test_between_one_and_all(form: str, words: int) -> None:
    assert 1 <= required(form, words) <= words


@given(SIMPLE, st.integers(1, 255))
def test_one_more_word_never_asks_for_fewer(form: str, words: int) -> None:
    assert required(form, words) <= required(form, words + 1) <= required(form, words) + 1


# ── what is sent ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("form", "words", "sent"),
    [
        ("30%", 10, "30%"), ("5", 3, "3"), ("3", 3, "3"), ("-5", 3, "-5"), ("30%", 1, ""), ("5", 1,
        ""),
        ("", 5, ""), ("5", 0, ""), ("2<7", 3, "3"), ("2<7", 8, "2<7"), ("100%", 4, "100%"),
    ],
)  # fmt: skip
def test_clamp(form: str, words: int, sent: str) -> None:
    assert clamp(form, words) == sent


@given(FORM, st.integers(0, 256))
def test_a_clamped_minimum_asks_for_the_same_and_can_be_met(form: str, words: int) -> None:
    sent = clamp(form, words)
    assert parse_min_match(sent) == sent
    if words > 1:
        assert required(sent, words) == required(form, words)
    else:
        assert sent == ""


def test_a_minimum_that_cannot_be_met_is_lowered_with_a_note() -> None:
    query = FulltextQuery().build("pump valve", min_match="9")
    assert query.min_match == "2"
    assert query.to_dict()["query_string"]["minimum_should_match"] == "2"
    assert [note.code for note in query.notes] == ["subwords_left_out", "min_match_lowered"]


def test_a_single_word_sends_none() -> None:
    for minimum in ("100%", "1", "5", 0.3, "2<-25%"):
        query = FulltextQuery().build("pump", min_match=minimum)
        assert query.min_match == ""
        assert "minimum_should_match" not in query.to_dict()["query_string"]
