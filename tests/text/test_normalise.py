"""Normalising: one spelling for all, and the way back to what was written."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query.lexicon import Conversion
from fulltext_query.lexicon.folding import MAX_MARKS
from fulltext_query.text.normalise import Normaliser, TableConverter
from tests.toy import engine


@pytest.mark.parametrize(
    ("written", "normalised"),
    [
        ("Hello World", "hello world"), ("ＡＢＣ１２３", "abc123"), ("ﾃﾞｰﾀ", "データ"), ("①②", "12"),
        ("（注）", "(注)"), ("ﬃ", "ffi"), ("x²", "x2"), ("™", "tm"), ("㎏", "kg"), ("Straße",
        "strasse"),
        ("ΟΔΟΣ", "οδοσ"), ("οδός", "οδόσ"), ("İstanbul", "istanbul"), ("Ё", "е"), ("e\u0301", "é"),
        ("كِتَاب", "كتاب"), ("أحمد", "احمد"), ("مدرسة", "مدرسه"), ("يك", "يك"), ("یک", "يك"),
        ("ـــ", ""), ("۱۲۳", "123"), ("१२३", "123"), ("๑๒", "12"), ("می‌خواهم", "مي خواهم"),
        ("a\u200cb", "ab"), ("don’t", "don't"), ("a–b", "a-b"), ("−5", "-5"), ("資料庫", "资料库"),
        ("臺灣", "台湾"), ("乾隆", "乾隆"), ("乾燥", "干燥"), ("著作", "著作"), ("\ufeffpump",
        "pump"),
        ("\ud83dpump", "pump"), ("\x00p\x07ump", "pump"), ("\U0001d400\U0001d41a", "aa"), ("ǅ",
        "dž"),
        ("", ""), (" ", " "), ("é", "é"), ("が", "が"), ("か\u3099", "が"), ("한", "한"),
        ("\u1112\u1161\u11ab", "한"), ("\u2126", "ω"), ("\u212b", "å"), ("שָׁלוֹם", "שלום"),
    ],
)  # fmt: skip
def test_one_spelling(written: str, normalised: str) -> None:
    assert engine().analyze(written).text == normalised


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("ＰＵＭＰ valve", ["ＰＵＭＰ", "valve"]),
        ("pass\u200bword reset", ["pass\u200bword", "reset"]),
        ("\u200bpump\u200b valve", ["pump", "valve"]),
        ("e\u0301te\u0301 chaud", ["e\u0301te\u0301", "chaud"]),
        ("die Straße", ["die", "Straße"]),
        ("o\ufb03ce o\ufb03cial", ["o\ufb03ce", "o\ufb03cial"]),
        ("資料庫備份", ["資料庫", "備份"]),
        ("㎏ 5㎏", ["㎏", "5㎏"]),
        ("می‌خواهم", ["می", "خواهم"]),
        ("كِتَابٌ جديد", ["كِتَابٌ", "جديد"]),
        ("\u1112\u1161\u11ab\u1100\u116e\u11a8 x", ["\u1112\u1161\u11ab\u1100\u116e\u11a8", "x"]),
        ("İSTANBUL x", ["İSTANBUL", "x"]),
        ("don’t stop", ["don’t", "stop"]),
        ("½ cup", ["½", "½", "cup"]),
        ("\U0001d4d0\U0001d4d1 x", ["\U0001d4d0\U0001d4d1", "x"]),
        ("😀pump", ["😀", "pump"]),
    ],
)
def test_tokens_show_what_was_written(text: str, surfaces: list[str]) -> None:
    tokens = engine(language="en").analyze(text).tokens
    assert [token.surface.strip("\u200b") for token in tokens] == surfaces
    assert all(text[token.start : token.end] == token.surface for token in tokens)


@settings(deadline=None, max_examples=200)
@given(st.text(st.characters(), max_size=50), st.booleans())
def test_the_way_back_stays_within_the_text(text: str, fold: bool) -> None:
    normalised = Normaliser(None, fold_accents=fold)(text)
    size = len(normalised.text)
    last = 0
    for place in range(size):
        start, end = normalised.span(place, place + 1)
        assert 0 <= start < end <= len(text)
        assert start >= last
        last = start
    if size:
        start, end = normalised.span(0, size)
        # nothing that can be seen lies outside
        outside = text[:start] + text[end:]
        assert Normaliser(None, fold_accents=fold)(outside).text.strip() == "" or size < len(text)


@settings(deadline=None, max_examples=200)
@given(st.text(st.characters(), max_size=50))
def test_the_pieces_of_the_way_back_normalise_alike(text: str) -> None:
    normalise = Normaliser(None)
    normalised = normalise(text)
    if unicodedata.is_normalized("NFKC", text):
        for place, character in enumerate(normalised.text):
            start, end = normalised.span(place, place + 1)
            assert character in normalise(text[start:end]).text


# --- marks and length -------------------------------------------------------------------------


@pytest.mark.parametrize("marks", [MAX_MARKS - 1, MAX_MARKS, MAX_MARKS + 1, 5000])
def test_marks_in_a_row_are_capped(marks: int) -> None:
    text = "e" + "\u0323" * marks
    analysis = engine().analyze(text)
    kept = unicodedata.normalize("NFD", analysis.text)
    assert kept.count("\u0323") == min(marks, MAX_MARKS)
    (token,) = analysis.tokens
    assert token.start == 0
    codes = {note.code for note in analysis.notes}
    assert bool(codes) is (marks > MAX_MARKS)


@pytest.mark.parametrize("size", [99, 100, 101, 5000])
def test_a_long_text_is_cut_and_told(size: int) -> None:
    analysis = engine(max_characters=100).analyze("pump " * (size // 5) + "x" * (size % 5))
    assert len(analysis.text) == min(size, 100)
    notes = [note for note in analysis.notes if note.code == "text_cut"]
    assert bool(notes) is (size > 100)
    if notes:
        assert str(size) in notes[0].message
        assert "max_characters" in notes[0].message


def test_a_long_word_is_cut_and_told() -> None:
    fq = engine(max_token_length=20)
    for word in ("a" * 21, "1" * 30, "я" * 40, "KXT-" + "4" * 30):
        (token,) = fq.analyze(word).tokens
        assert len(token.text) <= 20
        assert token.surface == word
        (note,) = [note for note in fq.analyze(word).notes if note.code == "token_cut"]
        assert "max_token_length" in note.message
    assert not fq.analyze("a" * 20).notes


def test_what_is_dropped_is_told() -> None:
    assert not engine().analyze("plain text, 普通文本").notes
    assert engine().analyze("pu\u0000mp \u202enoise \ud83d valve").notes


# --- accents ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "bare"),
    [
        ("résumé", "resume"), ("Łódź", "lodz"), ("Ænima", "aenima"), ("œuvre", "oeuvre"),
        ("Þór", "thor"), ("ıstanbul", "istanbul"), ("Đà Nẵng", "da nang"), ("søster", "soster"),
        ("ελληνικά", "ελληνικα"), ("ΐ", "ι"), ("naïve", "naive"), ("ǖ", "u"),
    ],
)  # fmt: skip
def test_accents_are_dropped_where_wanted(written: str, bare: str) -> None:
    assert engine(fold_accents=True).analyze(written).text == bare
    assert engine().analyze(written).text != bare
    tokens = engine(fold_accents=True).analyze(written).tokens
    assert [token.surface for token in tokens] == written.split()


@pytest.mark.parametrize("text", ["й", "ё", "が", "हि", "한", "แม่"])
def test_letters_of_other_scripts_are_no_accents(text: str) -> None:
    assert engine(fold_accents=True).analyze(text).text == engine().analyze(text).text


# --- Traditional to Simplified ----------------------------------------------------------------

TABLES = Conversion(
    {"後": "后", "乾": "干", "著": "着", "隆": "隆"}, {"乾隆": "乾隆", "著作": "著作"}
)


def test_phrases_decide_before_characters() -> None:
    convert = TableConverter(TABLES)
    assert convert("乾隆之後") == "乾隆之后"
    assert convert("乾了") == "干了"
    assert convert("著作 看著") == "著作 看着"
    assert convert("没有") == "没有"


def test_exceptions_are_kept() -> None:
    assert TableConverter(TABLES, ["後村"])("後村之後") == "後村之后"
    assert TableConverter(TABLES, ["後"])("之後乾") == "之後干"
    assert TableConverter(Conversion({}, {}))("之後") == "之後"


def test_a_converter_that_changes_the_length_is_not_used() -> None:
    normaliser = Normaliser(lambda text: text + "!")
    assert normaliser("資料庫").text == "資料庫"


@pytest.mark.parametrize("conversion", ["opencc", "hanziconv", "off"])
def test_the_conversion_is_a_choice(conversion: str) -> None:
    analysis = engine(chinese_conversion=conversion).analyze("資料庫")
    assert analysis.text == ("資料庫" if conversion == "off" else "资料库")
    assert analysis.tokens[0].surface[0] == "資"
