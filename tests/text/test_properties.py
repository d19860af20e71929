"""What holds of the analysis of any text at all, and of the queries built from it."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query import FulltextQuery, Settings
from fulltext_query.lexicon.folding import fold
from fulltext_query.query.budget import estimate
from fulltext_query.query.tree import Phrase, Prices, Term
from fulltext_query.text.tokens import Kind
from tests.toy import engine

many = settings(deadline=None, max_examples=400)
some = settings(deadline=None, max_examples=80)

# Every code point, lone surrogates too; and mixtures that come near to what people type
ANY = st.text(st.characters(), max_size=60)
PIECES = st.sampled_from(
    ["pump", "Pumps", "don't", "C++", "KXT-4410", "10.0.0.5", "https://a.example/b", "a@b.example",
     "数据库", "資料庫", "的", "如何", "насос", "كتاب", "می\u200cخواهم", "हिन्दी", "สวัสดี", "ですか",
     "データ", "비밀번호를", "é", "e\u0301", "İ", "ﬃ", "\u1100\u1161\u11a8", "½", "①", "ß", "ς",
     " ", "\n", "\u3000", "\u200b", "\u00ad", "\u200c", "\ufeff", "\u202e", "\ud83d", "\U0001f600",
     "👍🏽", ".", ",", "。", "(", ")", '"', "'", "-", "+", "/", ":", "&", "_", "#", "%", "\\", "~",
     "^", "*", "?", "!", "@", "=", "|", "\x00", "1", "2.5", "\u0301", "\ufe0f", "\u0e31", "ー"]
)  # fmt: skip
MIXED = st.lists(PIECES, max_size=14).map("".join)
TEXT = st.one_of(ANY, MIXED)

CHOICES: list[dict[str, Any]] = [
    {},
    {"fold_accents": True},
    {"fine_tokens": "words"},
    {"fine_tokens": "off", "stemming": False},
    {"question_words": "remove", "chinese_conversion": "off"},
    {"word_segmenter": "icu"},
    {"han_segmenter": "rjieba"},
    {"chinese_conversion": "hanziconv"},
]
SETTINGS = st.sampled_from(CHOICES)


@many
@given(TEXT, SETTINGS)
def test_tokens_of_any_text(text: str, changes: dict[str, Any]) -> None:
    analysis = engine(**changes).analyze(text)
    assert analysis.original == text
    before = (0, 0)
    for token in analysis.tokens:
        assert 0 <= token.start < token.end <= len(text)
        assert text[token.start : token.end] == token.surface
        assert (token.start, token.end) >= before
        before = (token.start, token.start)
        for form in (token.text, token.word, *token.fine):
            assert form
            assert not any(character.isspace() for character in form)
        assert not any(character.isspace() for character in token.bridge)
    for form in (*analysis.coarse, *analysis.fine):
        assert form == "".join(form.split())
        assert form


@many
@given(TEXT)
def test_analysing_what_was_normalised_changes_nothing(text: str) -> None:
    """What a folded text holds is what the text holds, but for what only capitals tell."""
    whole = engine().analyze(text)
    lower = engine().analyze(fold(text))
    assert [(token.word, token.kind) for token in lower.tokens] == [
        (token.word, token.kind) for token in whole.tokens
    ] or _depends_on_case(text)


def _depends_on_case(text: str) -> bool:
    # a dot between two words is a sentence's end by the capital after it, which folding loses
    return text.lower() != text and ("." in text or "\u2026" in text)


@many
@given(TEXT)
def test_the_normalised_text_is_stable(text: str) -> None:
    once = engine().analyze(text).text
    again = engine().analyze(once)
    assert again.text == once
    assert fold(once) == once


@many
@given(TEXT)
def test_what_can_be_seen_is_read_or_noted(text: str) -> None:
    """Letters and digits are in a token, or a note says what became of them."""
    built = engine().build(text)
    covered = {
        place for term in built.terms for start, end in term.spans for place in range(start, end)
    }
    lost = [
        character
        for place, character in enumerate(text)
        if place not in covered and character.isalnum() and fold(character).strip()
    ]
    assert not lost or built.notes


@some
@given(TEXT, SETTINGS)
def test_a_query_of_any_text(text: str, changes: dict[str, Any]) -> None:
    built = engine(**changes).build(text)
    weights = [term.weight for term in built.terms]
    assert all(math.isfinite(weight) and weight > 0 for weight in weights)
    assert not weights or sum(weights) == pytest.approx(1, abs=1e-6)
    assert len(built.tree.slots) == len(weights) <= 256
    assert built.tree.cost <= 1024
    tree = built.tree
    prices = Prices(len(tree.fields), tree.subword_field, tree.fuzzy_expansions)
    assert tree.cost <= estimate(tree.slots, prices)  # which lets most queries off the count
    for slot in built.tree.slots:
        for leaf in slot.leaves:
            assert math.isfinite(leaf.boost)
            assert leaf.boost > 0
            words = leaf.words if isinstance(leaf, Phrase) else (leaf.text,)
            assert all(words)
            if isinstance(leaf, Phrase):
                assert len(words) > 1
    json.dumps(built.explain_dict())
    json.dumps(built.to_dict(), ensure_ascii=False).encode()
    json.dumps(built.to_bool(), ensure_ascii=False).encode()
    assert built.explain()
    assert bool(built) is bool(built.query_string)
    if not built:
        assert built.to_dict() == built.to_bool() == {"match_none": {}}
        assert built.notes


@some
@given(TEXT, TEXT)
def test_a_paragraph_of_any_text(text: str, keyword: str) -> None:
    built = engine().paragraph(text, keywords=[keyword])
    assert built.tree.cost <= 1024
    mains = [slot.main for slot in built.tree.slots]
    assert all(math.isfinite(main.boost) and main.boost > 0 for main in mains)
    assert len(built.terms) <= 32
    texts = [main.text for main in mains if isinstance(main, Term)]
    assert len(texts) == len(set(texts))


@settings(deadline=None, max_examples=40)
@given(
    TEXT.filter(lambda text: text.strip()),
    st.integers(1, 400),
    st.integers(1, 20),
    st.integers(1, 9),
    st.sampled_from(["default", "documents"]),
)
def test_the_limits_hold_whatever_they_are(
    text: str, max_clauses: int, max_terms: int, fields: int, preset: str
) -> None:
    fq = FulltextQuery(
        Settings.preset(
            preset,
            max_clauses=max(max_clauses, fields),
            max_terms=max_terms,
            fields=[f"f{number}" for number in range(fields)],
        )
    )
    built = fq.build(text * 3)
    assert len(built.tree.slots) <= max_terms
    assert built.tree.cost <= max(max_clauses, fields)
    everything = {token.text for token in fq.analyze(text * 3).tokens}
    if len(built.tree.slots) < len(everything) and preset == "default":
        assert any(note.code == "terms_dropped" for note in built.notes)


@settings(deadline=None, max_examples=30)
@given(st.sampled_from(["a", "数", "é\u0301", "1", "ก", "の", "x.", "-"]), st.integers(1, 3))
def test_what_is_too_long_is_cut_and_told(unit: str, extra: int) -> None:
    fq = engine(max_characters=50, max_token_length=8)
    text = unit * (50 // len(unit) + extra)
    built = fq.build(text)
    cut = len(text) > 50
    assert any(note.code == "text_cut" for note in built.notes) is cut
    assert all(len(term.text) <= 8 for term in built.terms)


# Twelve languages, five texts each
TEXTS = """
    how to reset the router password|AT&T's 10.0.0.5 isn't up|C++ vs C#|IT budget|KXT-4410
    如何重置路由器的密码|蓝鲸阀漏水怎么办|數據庫備份方案|二期工程报价|用Python3.11写的爬虫
    چگونه رمز عبور را عوض کنم|می‌خواهم کتاب بخرم|قیمت خودرو ۱۲۳|هوش مصنوعی چیست|دانشگاه تهران
    wie ändere ich das Passwort|Straße in München|die Größe der Pumpe|Fußballverein|zu Hause
    comment réinitialiser le mot de passe|l'eau chaude|où est la gare|crème brûlée|aujourd'hui
    cómo cambio mi contraseña|¿dónde está el baño?|mañana por la mañana|niño|aire acondicionado
    как сменить пароль|что такое машинное обучение|ёлка и еж|насос не работает|погода в Москве
    làm thế nào để đổi mật khẩu|Tiếng Việt|máy bơm nước bị hỏng|giá vàng hôm nay|Hà Nội ở đâu
    パスワードを変更するには|東京都の人口は何人ですか|データベースのバックアップ|ですか|ﾃﾞｨｽｸ
    비밀번호를 어떻게 바꾸나요|서울 날씨|데이터베이스 백업|기계 학습이란 무엇인가요|펌프 고장
    كيف أغير كلمة المرور|العَرَبِيَّة|ما هو الذكاء الاصطناعي|أين المطار|كتاب جديد
    पासवर्ड कैसे बदलें|हिन्दी भाषा|สวัสดีครับ|รหัสผ่าน wifi|ελληνικά Ποιος
"""
SIXTY = [text for line in TEXTS.split("\n") for text in line.strip().split("|") if text]
SYNONYMS = {"router": ["gateway", "access point"], "密码": ["口令", "通行 口令"], "pump": ["fan"]}
PROGRAM = """
import json, sys
from fulltext_query import FulltextQuery
texts, synonyms = json.load(sys.stdin)
fq = FulltextQuery(synonyms=synonyms)
print(json.dumps([[b.to_dict(), b.to_bool(), b.explain_dict()] for b in map(fq.build, texts)]))
"""


def test_there_are_sixty_texts() -> None:
    assert len(SIXTY) == 60


def outputs(fq: FulltextQuery) -> str:
    built = [fq.build(text) for text in SIXTY]
    return json.dumps([[one.to_dict(), one.to_bool(), one.explain_dict()] for one in built])


def test_the_same_bytes_whatever_the_hash_seed() -> None:
    given = json.dumps([SIXTY, SYNONYMS])
    found = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM], input=given, capture_output=True, text=True,
            check=True, env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
        ).stdout.strip()
        for seed in ("1", "999")
    ]  # fmt: skip
    assert found[0] == found[1] == outputs(FulltextQuery(synonyms=SYNONYMS))


def test_thirty_two_threads_share_one() -> None:
    alone = outputs(FulltextQuery(synonyms=SYNONYMS))
    shared = FulltextQuery(synonyms=SYNONYMS)  # nothing of it was used before the threads start
    barrier = threading.Barrier(32)
    found: list[str] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            barrier.wait()
            found.append(outputs(shared))
        except BaseException as error:  # noqa: BLE001 - whatever it is, the test shows it
            errors.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=work) for _ in range(32)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert errors == []
    assert len(found) == 32
    assert set(found) == {alone}


def test_the_order_of_use_does_not_matter() -> None:
    forward, backward = FulltextQuery(), FulltextQuery()
    one = {text: forward.build(text).query_string for text in SIXTY}
    other = {text: backward.build(text).query_string for text in reversed(SIXTY)}
    assert one == other


def test_kinds_compare_and_hash_as_their_names() -> None:
    assert {Kind.IP: 1}["ip"] == 1  # type: ignore[index]  # a string is what programs pass
