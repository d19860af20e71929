"""It finds: on real servers, with the default settings, the right document comes first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from fulltext_query import FulltextQuery, Settings
from tests.engine.client import Client
from tests.engine.searching import as_document, own_index


class Search:
    """Documents in, the ids of what a text finds out, best first; both forms must agree."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._names: list[str] = []

    def __call__(
        self,
        documents: Mapping[str, str],
        text: str,
        fq: FulltextQuery | None = None,
        *,
        min_match: object = None,
        **options: Any,
    ) -> list[str]:
        fq = fq or FulltextQuery(**options)
        index = own_index(self._client)
        self._names.append(index.name)
        index.add({name: as_document(fq, content) for name, content in documents.items()})
        query = fq.build(text, min_match=min_match)
        found = list(index.scores(query.to_dict()))
        assert found == list(index.scores(query.to_bool()))
        return found

    def close(self) -> None:
        for name in self._names:
            self._client.delete_index(name)


@pytest.fixture
def search(elasticsearch: Client) -> Iterator[Search]:
    one = Search(elasticsearch)
    yield one
    one.close()


LANGUAGES: dict[str, tuple[str, list[str]]] = {  # query, documents: the first is the right one
    "en": (
        "how do I reset a forgotten password?",
        ["Resetting passwords that were forgotten: open the account page.", "How do I bake a cake?",
         "How do I reset the clock?", "Do I need a password for the office?", "I forgot a book"],
    ),
    "zh": (
        "如何更换损坏的水泵？",
        ["水泵损坏时的更换步骤", "如何申请年度预算", "水库的水位", "气泵的型号", "更换办公电脑"],
    ),
    "zh-Hant": (
        "如何更換損壞的水泵？",
        ["水泵損壞時的更換步驟", "如何申請年度預算", "水庫的水位", "氣泵的型號", "更換辦公電腦"],
    ),
    "fa": (
        "چگونه رمز عبور را عوض کنم؟",
        ["برای عوض کردن رمز عبور به صفحهٔ حساب بروید", "عبور از خیابان", "بلیط ارزان تهران",
         "چگونه نان بپزیم", "رمز موفقیت در کار"],
    ),
    "de": (
        "Wie tausche ich die Wasserpumpe aus?",
        ["Anleitung: Wasserpumpen tauschen", "Wie backe ich Brot?", "Die Pumpe der Klimaanlage",
         "Wasser im Keller", "Die Rechnung ist nicht bezahlt"],
    ),
    "ja": (
        "水ポンプの交換方法は？",
        ["水ポンプを交換する手順", "パンの焼き方は", "名刺の交換", "空気ポンプの価格",
         "水の検査方法"],
    ),
    "hi": (
        "पानी का पंप कैसे बदलें?",
        ["पंप बदलना: पानी का पंप बंद करें", "रोटी कैसे बनाएं", "पानी की गुणवत्ता", "पासवर्ड बदलें",
         "हवा का पंप"],
    ),
    "ru": (
        "как заменить водяной насос?",
        ["Замена водяных насосов: водяной насос снять", "как испечь хлеб", "воздушный насос",
         "водяной знак на документе", "заменить пароль"],
    ),
    "ko": (
        "물펌프 교체 방법",
        ["물펌프 교체 순서와 방법", "빵 굽는 방법", "전구 교체", "공기 펌프 가격", "수질 검사"],
    ),
    "th": (
        "วิธีเปลี่ยนปั๊มน้ำ",
        ["ขั้นตอนการเปลี่ยนปั๊มน้ำ", "วิธีทำขนมปัง", "น้ำดื่มสะอาด", "ปั๊มลมราคาถูก",
         "เปลี่ยนรหัสผ่าน"],
    ),
    "fr": (
        "comment remplacer la pompe à eau ?",
        ["Le remplacement des pompes à eau : remplacer la pompe", "comment faire du pain",
         "l'eau potable", "remplacer une ampoule", "la pompe à air"],
    ),
    "ar": (
        "كيف أغير كلمة المرور؟",
        ["لتغيير كلمة المرور افتح صفحة الحساب", "كيف أخبز الخبز", "حركة المرور في المدينة",
         "كلمة المدير", "أسعار التذاكر"],
    ),
    "vi": (
        "làm thế nào để đổi mật khẩu?",
        ["Hướng dẫn đổi mật khẩu tài khoản", "làm thế nào để nướng bánh", "mật ong rừng",
         "xuất khẩu gạo", "đổi tiền ở đâu"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("preset", ["default", "documents"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_right_one_of_five_first(search: Search, language: str, preset: str) -> None:
    text, documents = LANGUAGES[language]
    fq = FulltextQuery(Settings.preset(preset))
    found = search({str(n): document for n, document in enumerate(documents)}, text, fq)
    assert found[0] == "0"


def test_the_phrase_before_its_words(search: Search) -> None:
    """phr-06."""
    documents = {
        "A": "annual cold chain audit results",
        "B": "audit of the chain store, cold drinks, cold rooms, chain audit dates, cold",
    }
    assert search(documents, "cold chain audit") == ["A", "B"]


def test_an_exact_identifier_first(search: Search) -> None:
    """tok-01."""
    documents = {
        "A": "KXT-1203 relay", "B": "KXT-4410 relay", "C": "KXT-777 KXT-778 KXT-779 relay",
        "D": "4410 bolts and a KXT manual",
    }  # fmt: skip
    assert search(documents, "KXT-4410") == ["B"]
    assert search(documents, "KXT-4410 relay")[0] == "B"
    assert "B" in search(documents, "kxt 4410")


def test_an_identifier_as_written_before_one_written_apart(search: Search) -> None:
    documents = {
        "apart": "the KXT 4410 relay",
        "as written": "the KXT-4410 relay",
        "other": "bread",
    }
    assert search(documents, "KXT-4410") == ["as written", "apart"]


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("数据库服务器的维护", "資料庫伺服器的維護"),
        ("更換損壞的濾網", "更换损坏的滤网"),
        ("乾隆皇帝的著名著作", "乾隆皇帝的著名著作"),
        ("头发护理", "頭髮護理"),
        ("發展計畫", "发展计划"),
        ("憑藉經驗瞭解情況", "凭借经验了解情况"),
    ],
)
def test_traditional_and_simplified_both_ways(search: Search, written: str, asked: str) -> None:
    others = {"other": "火车站附近酒店", "third": "cheap flights"}
    assert search({"right": written, **others}, asked) == ["right"]
    assert search({"right": asked, **others}, written) == ["right"]


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("the pumps were leaking", "pump leaks"),
        ("He runs every day", "running"),
        ("replaced batteries", "replace the battery"),
        ("die Häuser am See", "Haus"),
        ("новые насосы", "новый насос"),
        ("les chevaux blancs", "cheval blanc"),
        ("los zapatos rojos", "zapato rojo"),
    ],
)
def test_other_forms_of_a_word(search: Search, written: str, asked: str) -> None:
    assert search({"right": written, "other": "xylophone", "third": "42"}, asked) == ["right"]


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("می‌خواهم حساب را ببندم", "می خواهم"),
        ("می خواهم حساب را ببندم", "می‌خواهم"),
        ("کتاب‌های تاریخی", "كتابهاي".replace("هاي", " هاي")),
        ("خودروی برقی", "خودروي برقي"),
        ("سال ۱۴۰۲", "سال 1402"),
        ("پُمپِ آب", "پمپ آب"),
    ],
)
def test_persian_spellings_meet(search: Search, written: str, asked: str) -> None:
    assert search({"right": written, "other": "نان", "third": "water"}, asked) == ["right"]


@pytest.mark.parametrize(
    ("written", "asked"), [("résumé", "resume"), ("smørrebrød", "smorrebrod"), ("señor", "senor"),
                           ("Ørsted", "orsted")]
)  # fmt: skip
def test_accents_are_folded_when_that_is_set(search: Search, written: str, asked: str) -> None:
    folding = FulltextQuery(Settings(fold_accents=True, fuzzy_unknown=False))
    exact = FulltextQuery(Settings(fuzzy_unknown=False, subwords=False))
    documents = {"right": f"{written} 2024", "other": "invoice"}
    assert search(documents, asked, folding) == ["right"]
    assert search({"right": f"{asked} 2024"}, written, folding) == ["right"]
    assert search(documents, asked, exact) == []
    assert search(documents, written, exact) == ["right"]


def test_synonyms_find_and_rank_below_the_word(search: Search) -> None:
    documents = {
        "word": "the laptop is broken", "one": "the notebook is broken",
        "several": "the portable computer is broken", "apart": "portable stove beside the computer",
        "other": "broken glass",
    }  # fmt: skip
    synonyms = {"laptop": ["notebook", "portable computer"]}
    found = search(documents, "laptop", synonyms=synonyms)
    assert found[0] == "word"
    assert set(found) == {"word", "one", "several"}
    assert search(documents, "laptop") == ["word"]
    assert search(documents, "notebook", synonyms=synonyms) == ["one"]  # one way only


def test_signs_that_make_another_word(search: Search) -> None:
    documents = {
        "C": "programming in C", "C++": "programming in C++", "C#": "programming in C#",
        ".NET": "the .NET framework", "net": "a net for fish", "R&D": "the R&D department",
        "F#": "F# for data",
    }  # fmt: skip
    for asked in ("C", "C++", "C#", ".NET", "F#", "R&D"):
        found = search(documents, asked)
        assert found[0] == asked, asked
        # the parts of a compound may be found too, but never another compound
        assert not {"C", "C++", "C#", "F#"} - {asked} & set(found), asked
    assert "net" not in search(documents, ".NET")


@pytest.mark.parametrize("asked", ["1,234,567", "1234567", "1'234'567"])
def test_numbers_with_thousands(search: Search, asked: str) -> None:
    documents = {"comma": "paid 1,234,567 in all", "plain": "paid 1234567", "other": "1 234 of 567"}
    assert set(search(documents, asked)) == {"comma", "plain"}


def test_negation_survives(search: Search) -> None:
    documents = {"without": "不含糖的饮料", "with": "含糖的饮料"}
    assert search(documents, "不含糖的饮料") == ["without", "with"]
    assert search(documents, "不含糖")[0] == "without"
    assert search(documents, "含糖的饮料")[0] == "with"
    documents = {"not": "the pump does not start", "does": "the pump does start"}
    assert search(documents, "pump does not start") == ["not", "does"]
    documents = {"don't": "don't restart the pump", "do": "restart the pump, do not wait"}
    assert search(documents, "don't restart the pump")[0] == "don't"


@pytest.mark.parametrize(
    ("asked", "right", "wrong"),
    [
        ("吗啡的副作用", "吗啡有哪些副作用", "咖啡的副作用"),
        ("附近的酒吧", "附近的酒吧", "附近的酒店和酒"),
        ("Go tutorial", "Go tutorial for beginners", "tutorial for Rust"),
        ("Will Smith", "Will Smith biography", "Adam Smith biography"),
        ("AI for HR", "AI in HR departments", "departments of the city"),
        ("IT department", "the IT department", "it is in the department store"),
        ("192.168.1.10", "server 192.168.1.10 is down", "server 192.168.1.11 and 10.1.168.192"),
        ("Python 3.13", "Python 3.13 released", "Python 3.1 and 13 others 313"),
        ("ORA-00942", "error ORA-00942 in the log", "error ORA-00054 in the log"),
    ],
)
def test_what_others_lose(search: Search, asked: str, right: str, wrong: str) -> None:
    # with a few others, so that what is common counts as common
    others = [
        "阿司匹林的副作用",
        "酒的副作用",
        "the blue garden of the house",
        "a book on the table",
    ]
    documents = {"wrong": wrong, "right": right, **dict(zip("abcd", others, strict=True))}
    assert search(documents, asked)[0] == "right"


def test_a_typing_error_is_forgiven_but_never_in_a_code(search: Search) -> None:
    documents = {"right": "the elasticsearch cluster", "code": "part KXT-4410", "other": "bread"}
    assert search(documents, "elasticsaerch elasticsearhc elasticseatch") == ["right"]
    assert search(documents, "KXT-4411") == []


def test_title_and_keywords_outweigh_the_body(elasticsearch: Client) -> None:
    fq = FulltextQuery()
    index = own_index(elasticsearch)
    try:
        index.add({
            "body": as_document(fq, "water pump notes", "minutes"),
            "keyword": as_document(fq, "some text here", "minutes", keyword="pump"),
            "question": as_document(fq, "some text here", "minutes", questions="which pump is it"),
        })  # fmt: skip
        found = list(index.scores(fq.build("pump").to_dict()))
        assert found[0] == "keyword"
        assert set(found) == {"body", "keyword", "question"}
    finally:
        index.delete()


def test_nothing_is_found_by_nothing(search: Search) -> None:
    for text in ("", "   ", "?!", "* *", "()", "：", "AND" * 0):
        assert search({"a": "anything * ? ()"}, text) == []
