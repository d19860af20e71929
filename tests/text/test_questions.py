"""Question words: found where they ask, nowhere else, and never so that nothing is left."""

from __future__ import annotations

import pytest

from fulltext_query.text.tokens import Role
from tests.toy import engine


def asking(text: str, **changes: object) -> set[str]:
    """The words of the text that ask."""
    tokens = engine(**changes).analyze(text).tokens
    return {token.surface for token in tokens if token.role is Role.QUESTION}


#: language → [(text, the words that ask)]
ASKS: dict[str, list[tuple[str, str]]] = {
    "en": [
        ("what is machine learning", "what is"), ("how do i reset my password", "how do i"),
        ("where can i buy a valve", "where can i"), ("who invented the telephone", "who"),
        ("When does the shop open?", "When does"), ("What's the price", "What's"),
        ("can you tell me the price", "can you tell me"), ("the pump leaks, why", "why"),
        ("tell me about the pump", "tell me about"), ("How many people live here", "How many"),
    ],
    "zh": [
        ("什么是机器学习", "什么 是"), ("怎么更换水泵的阀门", "怎么"), ("谁发明了电话", "谁"),
        ("水泵漏水吗", "吗"),
        ("水泵为什么会漏水", "为什么"), ("请问如何报销", "请问 如何"), ("北京到上海多少公里",
        "多少"),
        ("请告诉我密码", "请 告诉 我"), ("請問如何報銷", "請問 如何"), ("能不能退货", "能 不能"),
    ],
    "fa": [
        ("چطور رمز را عوض کنم", "چطور"), ("آیا این پمپ خوب است", "آیا"), ("قیمت خودرو چقدر است",
        "چقدر"),
        ("می‌خواهم بدانم قیمت خودرو", "می خواهم بدانم"), ("چرا پمپ کار نمی‌کند", "چرا"),
        ("پمپ چیست", "چیست"),
    ],
    "de": [
        ("wie ändere ich mein Passwort", "wie"), ("was ist maschinelles Lernen", "was ist"),
        ("Wie viele Einwohner hat München", "Wie viele"), ("warum läuft die Pumpe nicht", "warum"),
        ("können Sie mir sagen, ob die Pumpe läuft", "können Sie mir sagen"),
    ],
    "fr": [
        ("comment changer la pompe", "comment"), ("qu'est-ce que la pompe", "qu'est ce que"),
        ("où se trouve la gare", "où se trouve"), ("combien coûte la pompe", "combien"),
        ("pourquoi la pompe ne marche pas", "pourquoi"), ("quelle est la capitale", "quelle est"),
    ],
    "es": [
        ("cómo cambio mi contraseña", "cómo"), ("¿dónde está el motor?", "dónde está"),
        ("qué es el aprendizaje automático", "qué es"), ("¿Cuánto cuesta la bomba?", "Cuánto"),
        ("la bomba ¿por qué no funciona?", "por qué"),
    ],
    "ru": [
        ("как сменить пароль", "как"), ("что такое машинное обучение", "что такое"),
        ("насос почему шумит", "почему"), ("Кто изобрёл телефон", "Кто"), ("где насос", "где"),
        ("скажите, пожалуйста, цену", "скажите пожалуйста"),
    ],
    "vi": [
        ("làm thế nào để đổi mật khẩu", "làm thế nào để"), ("máy bơm là gì", "là gì"),
        ("tại sao máy bơm hỏng", "tại sao"), ("máy bơm ở đâu", "ở đâu"),
        ("giá máy bơm bao nhiêu", "bao nhiêu"),
    ],
    "ja": [
        ("機械学習とは何ですか", "と は 何 です か"), ("なぜポンプが壊れた", "なぜ"),
        ("ポンプはどこですか", "どこ です か"),
        ("だれが電話を発明した", "だれ"), ("パスワードを教えてください", "教え て ください"),
    ],
    "ko": [
        ("비밀번호를 어떻게 바꾸나요", "어떻게"), ("기계 학습이란 무엇인가요", "무엇인가요"),
        ("펌프는 어디에 있나요", "어디에 있나요"), ("왜 펌프가 멈췄나요", "왜"),
        ("가격을 알려주세요", "알려주세요"),
    ],
    "ar": [
        ("كيف أغير كلمة المرور", "كيف"), ("ما هو التعلم الآلي", "ما هو"), ("أين المضخة", "أين"),
        ("لماذا لا تعمل المضخة", "لماذا"), ("هل المضخة جيدة", "هل"), ("كم سعر المضخة", "كم"),
    ],
}  # fmt: skip
ROWS = [(language, text, words) for language, rows in ASKS.items() for text, words in rows]


@pytest.mark.parametrize(("language", "text", "words"), ROWS, ids=[row[1] for row in ROWS])
def test_words_that_ask(language: str, text: str, words: str) -> None:
    tokens = engine().analyze(text).tokens
    found = [token.surface for token in tokens if token.role is Role.QUESTION]
    assert found == words.split()
    assert language in {token.language for token in tokens}


@pytest.mark.parametrize(("language", "text", "words"), ROWS, ids=[row[1] for row in ROWS])
def test_what_asks_is_damped_removed_or_kept(language: str, text: str, words: str) -> None:
    asked = set(words.split())
    built = {
        setting: engine(question_words=setting).build(text)
        for setting in ("damp", "remove", "keep")
    }
    shown = {
        setting: {term.surface: term for term in query.terms} for setting, query in built.items()
    }
    assert set(shown["damp"]) >= asked
    assert not asked & set(shown["remove"])
    assert set(shown["keep"]) >= asked
    assert set(shown["remove"]) == set(shown["damp"]) - asked
    assert shown["remove"], "something is always left"
    for word in asked:
        assert shown["damp"][word].role == "question"
        assert shown["keep"][word].role != "question"
        content = [term.weight for term in shown["damp"].values() if term.role == "content"]
        assert shown["damp"][word].weight < max(content)
    codes = {setting: {note.code for note in query.notes} for setting, query in built.items()}
    assert "question_words_removed" in codes["remove"]
    assert "question_words_removed" not in codes["damp"] | codes["keep"]


#: Words that look like question words, or hold one, and ask nothing
DOES_NOT_ASK = [
    # inside words
    "吗啡", "酒吧", "任何人", "哪吒", "几何", "哪怕", "呢绒", "吧台", "何首乌",
    "whatsapp backup", "pump howto",
    "whitepaper whoami", "somewhat slow pump", "Howe sound", "Wiesbaden", "Wasser pumpen",
    "Werkzeug",
    "quelque pompe", "Quebec", "какао", "чтобы насос", "gìn giữ", "どんぐり", "왜냐하면", "كيفما",
    # names
    "Doctor Who", "The Who concert", "Guess Who game", "World Health Organization WHO report",
    # in the middle of a clause, where they join its parts
    "the man who sold the world", "days when it rains", "a place where pumps are sold",
    "so schnell wie der Wind", "le jour quand il pleut", "день когда пошёл дождь",
]  # fmt: skip


@pytest.mark.parametrize("text", DOES_NOT_ASK)
def test_words_that_ask_nothing(text: str) -> None:
    assert asking(text) == set()
    removed = engine(question_words="remove").build(text)
    kept = engine(question_words="keep").build(text)
    assert [term.text for term in removed.terms] == [term.text for term in kept.terms]


@pytest.mark.parametrize(
    ("text", "whole"),
    [("吗啡", "吗啡"), ("酒吧", "酒吧"), ("任何人", "任何人"), ("怎么办理护照", "办理"),
    ("有没有人在家", "人"),
     ("如何如何", "如何"), ("这是谁的酒吧", "酒吧"), ("附近有什么酒吧", "酒吧")],
)  # fmt: skip
def test_never_inside_words(text: str, whole: str) -> None:
    for setting in ("damp", "remove", "keep"):
        built = engine(question_words=setting).build(text)
        assert whole in [term.surface for term in built.terms]
    surfaces = [token.surface for token in engine().analyze(text).tokens]
    assert whole in surfaces
    assert "".join(surfaces) == text


@pytest.mark.parametrize(
    "text",
    ["what is it", "who are you?", "怎么样呢", "的", "如何", "为什么", "吗", "wie ist das",
    "qué es",
     "что это", "que est-ce que c'est", "ですか", "何ですか", "무엇인가요", "ما هو", "چیست",
     "là gì",
     "how to", "please", "is there any", "谁", "the who", "为什么呢", "what?", "WHAT IS THIS"],
)  # fmt: skip
@pytest.mark.parametrize("setting", ["damp", "remove", "keep"])
def test_never_to_nothing(text: str, setting: str) -> None:
    built = engine(question_words=setting).build(text)
    assert built
    whole = {token.text for token in engine().analyze(text).tokens}
    assert {term.text for term in built.terms} == whole
    if setting != "keep":
        assert all(term.role == "content" for term in built.terms)


def test_an_entry_is_found_at_its_longest() -> None:
    assert asking("how do i do it better") >= {"how", "do", "i"}
    assert asking("can you please tell me the price") == {"can", "you", "please", "tell", "me"}


def test_a_new_clause_asks_again() -> None:
    assert asking("the pump leaks. why?") == {"why"}
    assert asking("the pump leaks. Where is the valve") == {"Where", "is"}
    assert asking("pump valve where") == set()
    # an entry does not reach across the end of a clause
    assert asking("how. to pump") == {"how"}


def test_an_acronym_asks_nothing() -> None:
    assert "WHO" not in asking("WHO guidelines on water")
    assert asking("who guidelines on water") == {"who"}
    assert asking("WHO INVENTED THE PUMP") == {"WHO"}
