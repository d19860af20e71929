"""Which language is guessed from short, real queries, and what a script alone tells."""

from __future__ import annotations

import pytest

from fulltext_query.lexicon.scripts import script_of
from tests.toy import engine

QUERIES: dict[str, list[str]] = {
    "en": [
        "fox", "boiler valve", "how to reset the router", "IT budget", "die casting machines",
        "car battery dead", "what is machine learning", "covid symptoms in children", "python list",
        "the pump", "mad cow disease", "pain relief", "effect of temperature on flow",
        "can my dog eat rice", "vitamin d deficiency", "error code 0x80070057", "e-mail login",
    ],
    "de": [
        "wie ändere ich mein Passwort", "die Pumpe ist kaputt", "Was kostet das",
        "Öffnungszeiten heute",
        "Straße und Hausnummer", "der Motor läuft nicht", "Rückgabe von Ware", "wo ist der Bahnhof",
    ],
    "fr": [
        "comment changer la pompe", "où est la gare", "le moteur ne démarre pas",
        "horaires de la poste",
        "qu'est-ce que c'est", "pompe à chaleur pour une maison",
    ],
    "es": [
        "cómo cambio mi contraseña", "dónde está el baño", "la bomba de agua no funciona",
        "horario de la tienda", "qué es el iva", "el motor del coche", "mañana por la mañana",
    ],
    "ru": ["как сменить пароль", "насос не работает", "погода", "купить насос", "мороз и солнце"],
    "uk": ["як змінити пароль", "їжа для котів", "що це є"],
    "vi": ["làm thế nào để đổi mật khẩu", "máy bơm nước", "thời tiết hôm nay", "giá vàng"],
    "ar": ["كيف أغير كلمة المرور", "أين المطار", "ما هو الذكاء", "سعر الذهب"],
    "fa": ["چطور رمز را عوض کنم", "قیمت پمپ آب", "هوش مصنوعی چیست", "گوشی من کجاست"],
    "it": ["come cambio la password", "dove si trova la stazione", "perché il motore non parte"],
    "pt": ["como mudar a senha", "onde fica a estação", "o motor não funciona"],
    "nl": ["hoe verander ik mijn wachtwoord", "waar is het station", "de pomp werkt niet"],
    "pl": ["jak zmienić hasło", "gdzie jest dworzec", "pompa nie działa"],
    "tr": ["şifremi nasıl değiştiririm", "su pompası çalışmıyor"],
    "zh": ["如何更换水泵", "水泵", "蓝鲸阀漏水"],
    "ja": ["パスワードを変更する", "東京の天気", "ですか"],
    "ko": ["비밀번호 변경", "서울의 날씨"],
    "el": ["πώς αλλάζω κωδικό"],
    "he": ["איך מחליפים סיסמה"],
    "hi": ["पासवर्ड कैसे बदलें"],
}  # fmt: skip
ROWS = [(language, text) for language, texts in QUERIES.items() for text in texts]


@pytest.mark.parametrize(("language", "text"), ROWS, ids=[row[1] for row in ROWS])
def test_the_language_of_short_queries(language: str, text: str) -> None:
    tokens = engine().analyze(text).tokens
    assert {token.language for token in tokens if token.kind in ("word", "han")} == {language}


def test_each_script_has_its_language() -> None:
    languages = {
        token.surface: token.language
        for token in engine().analyze("насос pump 水泵 펌프 ポンプ πύργος").tokens
    }
    assert languages == {
        "насос": "ru", "pump": "en", "水泵": "zh", "펌프": "ko", "ポンプ": "ja", "πύργος": "el",
    }  # fmt: skip


def test_the_language_may_be_set() -> None:
    assert {token.language for token in engine(language="de").analyze("pump room").tokens} == {"de"}
    assert {token.language for token in engine(language="uk").analyze("насос").tokens} == {"uk"}
    assert {token.language for token in engine(language="ur").analyze("كتاب").tokens} == {"ur"}
    # a language says nothing of scripts that it does not write
    assert {token.language for token in engine(language="de").analyze("насос 水泵").tokens} == {
        "ru", "zh",
    }  # fmt: skip


def test_the_fallback_is_for_text_that_tells_nothing() -> None:
    assert engine(fallback_language="de").analyze("Hydraulikpumpe").tokens[0].language == "de"
    assert engine(fallback_language="fr").analyze("xqzt").tokens[0].language == "fr"
    assert (
        engine(fallback_language="de").analyze("how do i reset the pump").tokens[0].language == "en"
    )


@pytest.mark.parametrize(
    ("word", "script"),
    [("pump", "latin"), ("é", "latin"), ("ễ", "latin"), ("насос", "cyrillic"), ("ώρα", "greek"),
     ("ἄ", "greek"), ("كتاب", "arabic"), ("ﷲ", "arabic"), ("שלום", "hebrew"), ("펌프", "hangul"),
     ("हिन्दी", "devanagari"), ("বাংলা", "bengali"), ("தமிழ்", "tamil"), ("Հայ", "armenian"),
     ("ქარ", ""), ("አማ", ""), ("𝔸", ""), ("ꙗ", "cyrillic"), ("ꝏ", "latin")],
)  # fmt: skip
def test_scripts(word: str, script: str) -> None:
    assert script_of(word) == script


@pytest.mark.parametrize("text", ["رمز وای فای", "کتاب فارسی", "قیمت یک کیلو"])
def test_persian_letters_tell_persian(text: str) -> None:
    # folding writes them as Arabic ones: the original has to be asked
    assert {token.language for token in engine().analyze(text).tokens} == {"fa"}
