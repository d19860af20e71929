"""Stems per language."""

from __future__ import annotations

import threading

import pytest

from fulltext_query.lexicon.stem import Stems
from tests.toy import engine

#: language → groups of words that share one stem
SAME: dict[str, list[str]] = {
    "en": ["pump pumps pumping pumped", "valve valves", "running runs run"],
    "de": ["pumpe pumpen", "häuser haus hauses", "straßen straße"],
    "fr": ["pompe pompes", "changer changez changé", "national nationale nationales"],
    "es": ["bomba bombas", "cambio cambios cambiar", "rápido rápidos rápida"],
    "it": ["pompa pompe", "gatto gatti"],
    "pt": ["bomba bombas", "carro carros"],
    "nl": ["pomp pompen"],
    "sv": ["pump pumpar pumpen"],
    "ru": ["насос насоса насосы насосов", "пароль пароля пароли"],
    "ar": ["كتاب الكتاب"],
    "el": ["πυργος πυργου"],
    "hi": ["लड़का लड़के"],
    "tr": ["pompa pompalar"],
    "hu": ["szivattyú szivattyúk"],
    "fi": ["talo talon talot"],
    "ro": ["studenți studenții"],
    "ko": ["펌프가 펌프를 펌프는 펌프의 펌프에서", "서울에서 서울은"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "words"), [(language, row) for language, rows in SAME.items() for row in rows]
)
def test_inflections_share_a_stem(language: str, words: str) -> None:
    from fulltext_query.lexicon.folding import fold

    stems = Stems()
    assert len({stems(language, fold(word)) for word in words.split()}) == 1


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [("en", "pump", "valve"), ("en", "universe", "unity"), ("de", "pumpe", "puppe"),
     ("ru", "насос", "носок"), ("ko", "서울", "부산"), ("ar", "كتاب", "باب"), ("fr", "eau", "feu")],
)  # fmt: skip
def test_different_words_keep_different_stems(language: str, one: str, other: str) -> None:
    stems = Stems()
    assert stems(language, one) != stems(language, other)


@pytest.mark.parametrize(
    ("language", "word"),
    [("zh", "水泵"), ("", "word"), ("fa", "كتابها"), ("xx", "pumps"), ("vi", "máy"), ("ja", "する"),
     ("en", "pumps" * 15), ("en", ""), ("ko", "나는"), ("ko", "은"), ("ko", "가")],
)  # fmt: skip
def test_words_without_a_stem_stay(language: str, word: str) -> None:
    assert Stems()(language, word) == word


def test_a_stem_is_never_empty() -> None:
    stems = Stems()
    for language in ("en", "de", "fr", "es", "ru", "ar", "ko", "hi", "fi", "id"):
        for word in ("s", "ing", "ed", "e", "ال", "и", "ों", "ä", "이", "y", "'s", "nya"):
            assert stems(language, word)


def test_stemming_may_be_off() -> None:
    assert engine(stemming=False, language="en").analyze("running pumps").coarse == (
        "running",
        "pumps",
    )
    assert engine(stemming=True, language="en").analyze("running pumps").coarse == ("run", "pump")


def test_numbers_and_the_lexicons_key_are_not_stemmed() -> None:
    (token,) = engine(language="en").analyze("valves").tokens
    assert (token.text, token.word) == ("valv", "valves")
    (token,) = engine(language="en").analyze("pump's").tokens
    assert (token.text, token.word, token.surface) == ("pump", "pump", "pump's")
    (token,) = engine(language="en").analyze("1000s").tokens
    assert token.text == "1000s"


def test_many_threads_stem_alike() -> None:
    stems = Stems()
    words = [f"pumping{letter}s" for letter in "abcdefgh"] * 20
    alone = [stems("en", word) for word in words]
    shared = Stems()
    barrier = threading.Barrier(16)
    found: list[list[str]] = []

    def work() -> None:
        barrier.wait()
        found.append([shared("en", word) for word in words])

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone] * 16
