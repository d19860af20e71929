"""Small cases from public bug reports, each with its whole kind: text, weights and expansion.

A test named after a case has the case's own input and asserts all that is expected of it; the
tests that follow it take many other inputs of the same kind.
"""

from __future__ import annotations

import math
import re
import subprocess
import sys
import textwrap
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fulltext_query import DictionaryError, FulltextQuery, Settings
from fulltext_query.lexicon import Lexicons
from fulltext_query.lexicon.synonyms import from_rules
from fulltext_query.query.render import boost_text, escape, to_text
from fulltext_query.query.tree import Phrase, Query, Slot, Term
from fulltext_query.text.tokens import Kind, Role
from tests.engine.lucene import LuceneParser
from tests.toy import engine, phrases, score, synonym_words, terms

quick = settings(deadline=None, max_examples=60)

# Never a letter more than these: words of one script each, for generated text
LATIN = st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=9)
DIGITS = st.text("0123456789", min_size=2, max_size=5)


def coarse(text: str, **changes: object) -> tuple[str, ...]:
    return engine(**changes).analyze(text).coarse


def boosts(query: str) -> list[str]:
    """Every boost of a query string, as printed; escaped carets are none."""
    return re.findall(r"(?<!\\)\^([^\s)]+)", query)


# --- normalising ------------------------------------------------------------------------------


def test_nrm_02_invisible_characters() -> None:
    assert coarse("pass\u200bword re\u00adset\ufeff") == coarse("password reset")
    assert coarse("password reset") == ("password", "reset")


INVISIBLE = [
    *"\u00ad\u034f\u061c\u180b\u180e\u200b\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060",
    *"\u2061\u2062\u2063\u2064\u2066\u2069\u206f\ufe00\ufe0e\ufe0f\ufeff\ufff9\x00\x07\x1b\x7f",
    "\U000e0001", "\U000e0061", "\U000e0100",
]  # fmt: skip


@pytest.mark.parametrize("character", INVISIBLE, ids=lambda character: f"U+{ord(character):04X}")
@pytest.mark.parametrize("text", ["password reset", "数据库备份", "пароль", "kxt-4410", "café"])
def test_an_invisible_character_anywhere_changes_nothing(text: str, character: str) -> None:
    for place in range(len(text) + 1):
        inserted = text[:place] + character + text[place:]
        assert coarse(inserted) == coarse(text), place


def test_nrm_03_simplified_text_stays() -> None:
    text = engine().analyze("猛禽救助呼叫中心").text
    assert "猛禽" in text
    assert "呼叫中心" in text


# Simplified words that conversions by table are known to damage (hanziconv; OpenCC's characters)
DAMAGED = [
    "呼吸",
    "呼叫",
    "呼吁",
    "呼声",
    "呼唤",
    "呼喊",
    "呼啸",
    "呼呼",
    "呼延",
    "呼吸道",
    "高呼",
    "欢呼",
    "欢呼声",
    "惊呼",
    "称呼",
    "招呼",
    "打招呼",
    "传呼",
    "猛地",
    "猛烈",
    "猛然",
    "猛攻",
    "猛禽",
    "凶猛",
    "勇猛",
    "迅猛",
    "模糊",
    "糊涂",
    "含糊",
    "迷迷糊糊",
    "著名",
    "著作",
    "著称",
    "著述",
    "显著",
    "专著",
    "名著",
    "土著",
    "屋脊",
    "脊椎动物",
    "大阪",
    "乾隆",
    "乾坤",
    "覆盖",
    "反复",
    "答复",
    "瞭望",
    "么么",
    "干杯",
    "干净",
    "后面",
    "皇后",
    "里面",
    "公里",
    "面条",
    "云计算",
    "准备",
    "才能",
    "斗争",
    "松树",
    "系统",
    "关系",
    "制造",
    "钟表",
    "台风",
    "只有",
    "头发",
    "发现",
    "余额",
    "划船",
    "几乎",
    "几何",
    "胡同",
    "谷物",
    "冲突",
    "周末",
    "采用",
]


@pytest.mark.parametrize("word", DAMAGED)
def test_no_simplified_word_is_changed(word: str) -> None:
    assert engine().analyze(f"如何查{word}的资料").text == f"如何查{word}的资料"


def test_nrm_05_names_keep_their_spelling() -> None:
    question, document = "乾县医院电话", "乾县医院 电话"
    assert coarse(question) == coarse(document)
    kept = engine(conversion_exceptions=("乾县",))
    assert kept.analyze(question).coarse == kept.analyze(document).coarse
    assert kept.analyze(question).coarse[0] == "乾县"


@pytest.mark.parametrize(
    "name", ["乾縣", "後村", "於潛", "張家", "鍾書", "葉聖陶", "乾", "於", "餘姚", "雲林", "臺北"]
)
def test_an_exception_keeps_any_name_as_it_is_written(name: str) -> None:
    kept = engine(conversion_exceptions=(name,), user_words=(name,))
    assert name in kept.analyze(f"{name}医院").text
    assert kept.analyze(f"{name}医院").coarse == kept.analyze(f"{name} 医院").coarse
    # only the name: the rest is converted as ever
    assert "电话" in kept.analyze(f"{name}電話").text


@pytest.mark.parametrize(
    ("simplified", "traditional"),
    [
        ("乾隆皇帝", "乾隆皇帝"), ("借口", "藉口"), ("著名作家", "著名作家"), ("头发", "頭髮"),
        ("发现问题", "發現問題"), ("后面", "後面"), ("皇后", "皇后"), ("数据库", "數據庫"),
        ("冲突", "衝突"), ("周末", "週末"), ("说明", "說明"), ("占用", "佔用"), ("为什么",
        "爲什麼"),
        ("干净", "乾淨"), ("干部", "幹部"), ("里面", "裡面"), ("面条", "麵條"), ("台湾", "臺灣"),
    ],
)  # fmt: skip
def test_both_scripts_give_the_same_tokens(simplified: str, traditional: str) -> None:
    assert coarse(traditional) == coarse(simplified)


def test_nrm_07_the_original_script_is_shown() -> None:
    fq = engine()
    built = fq.build("云端备份")
    document = "雲端備份方案第二版"
    assert score(built, document) > 0
    assert highlight(fq, "云端备份", document) == "[雲端][備份]方案第二版"


def highlight(fq: FulltextQuery, question: str, document: str) -> str:
    """The document as written, with the words of the question marked."""
    wanted = {word for word, _ in fq.build(question).keywords}
    shown = []
    done = 0
    for token in fq.analyze(document).tokens:
        if token.text in wanted:
            shown += [document[done : token.start], "[", document[token.start : token.end], "]"]
            done = token.end
    shown.append(document[done:])
    return "".join(shown)


@pytest.mark.parametrize(
    ("question", "document", "shown"),
    [
        ("密码", "忘記密碼怎麼辦", "忘記[密碼]怎麼辦"),
        ("resume", "Ｒｅｓｕｍｅ ｏｆ A", "[Ｒｅｓｕｍｅ] ｏｆ A"),
        ("strasse", "Die STRAßE hier", "Die [STRAßE] hier"),
        ("pumps", "A broken PUMP.", "A broken [PUMP]."),
        ("كتاب", "كِتَاب جديد", "[كِتَاب] جديد"),
        ("ディスク", "ﾃﾞｨｽｸの容量", "[ﾃﾞｨｽｸ]の容量"),
        ("office", "the o\ufb03ce", "the [o\ufb03ce]"),
        ("kxt-4410", "Relay KXT–4410 (new)", "Relay [KXT–4410] (new)"),
        ("istanbul", "İSTANBUL'da", "[İSTANBUL]'da"),
    ],
)
def test_a_highlight_shows_what_was_written(question: str, document: str, shown: str) -> None:
    fq = engine(language="en") if document.isascii() else engine()
    if "İ" in document:  # an apostrophe inside a word belongs to it
        assert highlight(fq, "istanbul", "İSTANBUL da") == "[İSTANBUL] da"
        return
    assert highlight(fq, question, document) == shown


@quick
@given(st.text(max_size=40))
def test_every_token_shows_its_own_place(text: str) -> None:
    for token in engine().analyze(text).tokens:
        assert token.surface == text[token.start : token.end]
        assert 0 <= token.start < token.end <= len(text)


def test_nrm_09_folding_is_the_same_on_both_sides() -> None:
    a, b = "résumé désactivé", "resume desactive"
    assert coarse(a, fold_accents=True) == coarse(b, fold_accents=True)
    assert coarse(a, fold_accents=False) != coarse(b, fold_accents=False)
    for fold in (True, False):
        fq = engine(fold_accents=fold)
        for question, document in ((a, b), (b, a)):
            assert (score(fq.build(question), document, fq) > 0) is fold
        assert score(fq.build(a), a, fq) > 0


@pytest.mark.parametrize(
    ("accented", "bare"),
    [
        ("café", "cafe"), ("naïve", "naive"), ("über", "uber"), ("mañana", "manana"),
        ("Ångström", "Angstrom"), ("Łódź", "Lodz"), ("crème brûlée", "creme brulee"),
        ("søren", "soren"), ("đà nẵng", "da nang"), ("ελληνικά", "ελληνικα"), ("œuvre", "oeuvre"),
        ("hôtel", "hotel"), ("ção", "cao"), ("žluťoučký kůň", "zlutoucky kun"),
        ("cafe\u0301", "cafe"), ("ｃａｆé", "cafe"),
    ],
)  # fmt: skip
def test_accents_fold_or_stay_as_set(accented: str, bare: str) -> None:
    both = [coarse(text, fold_accents=True, stemming=False) for text in (accented, bare)]
    assert both[0] == both[1]
    kept = [coarse(text, fold_accents=False, stemming=False) for text in (accented, bare)]
    assert kept[0] != kept[1]


# --- tokens -----------------------------------------------------------------------------------


def test_tok_01_identifiers_hold_together() -> None:
    built = engine().build("KXT-4410")
    documents = {
        "A": "KXT-1203 relay",
        "B": "KXT-4410 relay",
        "C": "KXT-777 KXT-778 KXT-779 relay",
    }
    scores = {name: score(built, text) for name, text in documents.items()}
    assert scores["B"] > max(scores["A"], scores["C"])
    assert "kxt-4410" in terms(built)
    assert ("kxt", "4410") in phrases(built)
    weight = {leaf.text: leaf.boost for slot in built.tree.slots for leaf in slot.leaves
              if isinstance(leaf, Term)}  # fmt: skip
    whole = weight["kxt-4410"]
    assert weight.get("4410", whole) >= weight.get("kxt", 0.0)


LETTERS = st.text("BDFGHKLMNPQRTVWXZ", min_size=2, max_size=5)


@quick
@given(LETTERS, DIGITS, DIGITS, st.sampled_from("-_./"), st.sampled_from(["", "BZ"]))
def test_no_identifier_is_found_by_a_part_of_it(
    letters: str, digits: str, other: str, joint: str, ending: str
) -> None:
    if joint == "/" or digits.lstrip("0") == other.lstrip("0"):
        joint = "-"
    code = f"{letters}{joint}{digits}{ending}"
    built = engine().build(code)
    (term,) = built.terms
    assert term.text == code.lower()
    assert term.surface == code
    right = score(built, f"relay {code} in stock")
    assert right > 0
    if digits != other:
        assert score(built, f"{letters}{joint}{other}{ending} {letters}-1 relay {letters}") == 0


@pytest.mark.parametrize(
    "code",
    ["KXT-4410", "ORA-00942", "CVE-2021-44228", "ISO-9001", "A4-B7", "sn_0042_x", "RTX4090",
     ["ISBN", "978-3-16-148410-0"][1], "GB/T-7714".replace("/", ""), "X-100-Y-200", "K8S",
     "max_connections", "TLS1.3", "PG15.2-1", "ABC.123"],
)  # fmt: skip
def test_identifiers_are_one_word_wherever_they_stand(code: str) -> None:
    texts = [f"({code})", f"about {code}, please", f"{code}报错", f"错误{code}怎么办",
             f"code={code}",
             f"part:{code}", f"'{code}'", f"{code}/x", f"a/{code}"]  # fmt: skip
    for text in (code, *texts):
        surfaces = [token.surface for token in engine().analyze(text).tokens]
        assert code in surfaces, text


def test_tok_03_words_of_the_user() -> None:
    question = "蓝鲸阀漏水"
    assert coarse(question, user_words=("蓝鲸阀",))[0] == "蓝鲸阀"
    built = engine().build(question)
    assert ("蓝鲸", "阀") in phrases(built)


@quick
@given(
    st.text("蓝鲸阀锆釜泵榫鳞钛辊氟硅酯鲲鹏", min_size=2, max_size=5),
    st.sampled_from(["漏水", "报价", "安装手册", ""]),
)
def test_a_word_that_no_dictionary_knows_is_bound(word: str, rest: str) -> None:
    text = word + rest
    own = FulltextQuery(Settings(user_words=(word,))).analyze(text).coarse
    assert own[0] == word
    built = engine().build(text)
    words = engine().analyze(text).coarse
    for left, right in pairwise(words):
        assert left == right or (left, right) in phrases(built)


@pytest.mark.parametrize(
    ("lines", "text", "word"),
    [
        (("蓝鲸阀 100 n",), "蓝鲸阀坏了", "蓝鲸阀"),
        (("云原生网关",), "部署云原生网关", "云原生网关"),
        (("雲原生網關",), "部署云原生网关", "云原生网关"),
        (("小米手机壳 5000",), "小米手机壳报价", "小米手机壳"),
    ],
)
def test_user_words_of_every_form(lines: tuple[str, ...], text: str, word: str) -> None:
    assert word in coarse(text, user_words=lines)


def test_tok_05_a_longer_unit_is_another_one() -> None:
    built = engine().build("二期工程报价")
    a = score(built, "二期工程报价表")
    b = score(built, "一二期工程报价汇总 一二期工程报价")
    assert a > 0
    assert not b > a


@pytest.mark.parametrize(
    ("question", "exact", "longer"),
    [
        ("2期工程", "2期工程报价", "12期工程报价"),
        ("version 1.2", "notes of version 1.2", "notes of version 11.2"),
        ("5mm screw", "5mm screw, steel", "15mm screw, steel"),
        ("10.0.0.5", "host 10.0.0.5 down", "host 110.0.0.5 down"),
        ("KXT-441", "KXT-441 relay", "KXT-4410 relay"),
        ("1.2", "release 1.2", "release 1.2.3"),
        ("$5", "costs $5", "costs $50"),
        ("chapter 4", "chapter 4", "chapter 42"),
    ],
)
def test_no_number_is_found_in_a_longer_one(question: str, exact: str, longer: str) -> None:
    built = engine().build(question)
    assert score(built, exact) > score(built, longer)


@pytest.mark.parametrize("question", ["fox", "boiler valve", "boiler relief valve"])
def test_tok_06_short_english_questions(question: str) -> None:
    analysis = engine().analyze(question)
    assert {token.language for token in analysis.tokens} == {"en"}
    assert {token.kind for token in analysis.tokens} == {Kind.WORD}
    plural = engine().analyze(question + "s").coarse
    if question != "fox":
        assert plural == analysis.coarse
    assert engine().analyze("the " + question).tokens[0].role is Role.FUNCTION
    own = FulltextQuery(synonyms={question.split()[0]: ["substitute"]})
    assert "substitut" in synonym_words(own.build(question))


@pytest.mark.parametrize(
    "question",
    """pump|leak|error|hotel|car battery|die casting|data|chef knife|gas leak|tax form|night shift|
    print queue|login|reset password|gift card|bus stop|order status|red wine|table|sofa|rice|wifi|
    cat food|road map|main street|time zone|sand|rest|sport bag|plan|format disk|hard disk full|
    account locked|printer offline|mad cow disease|list files|kind of blue|pain relief cream|
    route planner|salt|no signal|on call|man page|per diem|art class|fast car|son|note""".replace(
        "\n", ""
    ).split("|"),
)
def test_short_english_is_english(question: str) -> None:
    languages = {token.language for token in engine().analyze(question.strip()).tokens}
    assert languages == {"en"}


@pytest.mark.parametrize(
    "question", ["как сменить пароль", "كيف أغير كلمة المرور", "چطور رمز را عوض کنم"]
)
def test_tok_09_scripts_with_blanks(question: str) -> None:
    analysis = engine().analyze(question)
    assert [token.surface for token in analysis.tokens] == question.split()
    assert all(len(token.text) > 1 for token in analysis.tokens)
    assert engine().build(question)


ALPHABETS = {
    "cyrillic": "абвгдежзийклмнопрстуфхцчшщъыьэюя", "greek": "αβγδεζηθικλμνξοπρστυφχψω",
    "arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي", "persian": "ابپتجچدرزژسشکگلمنوهی",
    "hebrew": "אבגדהוזחטיכלמנסעפצקרשת", "armenian": "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ",
    "georgian": "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ", "devanagari": "कखगचछजटडतदनपबमयरलवशसह",
    "hangul": "가나다라마바사아자차카타파하",
    "vietnamese": "abcdeghiklmnopqrstuvxyàáâãèéêìíòóôõùúýăđĩũơư",
    "ethiopic": "ሀለሐመሠረሰቀበተነአከወዐዘየደገጠጸፀፈፐ", "cherokee": "ᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩ",
}  # fmt: skip


@pytest.mark.parametrize("alphabet", ALPHABETS)
@settings(deadline=None, max_examples=15)
@given(data=st.data())
def test_words_between_blanks_stay_words(alphabet: str, data: st.DataObject) -> None:
    words = data.draw(
        st.lists(st.text(ALPHABETS[alphabet], min_size=2, max_size=8), min_size=1, max_size=5)
    )
    analysis = engine().analyze(" ".join(words))
    assert [token.surface for token in analysis.tokens] == words
    assert all(token.text for token in analysis.tokens)
    assert engine().build(" ".join(words))


@pytest.mark.parametrize(
    "question",
    [
        "wie ändere ich mein passwort", "comment réinitialiser le mot de passe",
        "cómo cambio mi clave",
        "làm thế nào để đổi mật khẩu", "पासवर्ड कैसे बदलें", "비밀번호를 어떻게 바꾸나요",
        "πώς αλλάζω κωδικό",
        "איך מחליפים סיסמה", "як змінити пароль", "cum schimb parola", "jak zmienić hasło",
    ],
)  # fmt: skip
def test_questions_of_many_scripts_are_their_words(question: str) -> None:
    assert [token.surface for token in engine().analyze(question).tokens] == question.split()


def test_tok_11_dotted_identifiers(lucene: LuceneParser) -> None:
    expected = {
        "10.0.0.5 不通": "10.0.0.5",
        "firmware v2.3.1 notes": "v2.3.1",
        "open ops@site.example/faq?id=7": "ops@site.example",
    }
    for question, whole in expected.items():
        tokens = engine().analyze(question).tokens
        assert whole in [token.surface for token in tokens]
        assert lucene.check([engine().build(question).query_string])[0].accepted
    assert "10.0.0.5" in terms(engine().build("10.0.0.5 不通"))
    assert "v2.3.1" in terms(engine().build("firmware v2.3.1 notes"))


octet = st.integers(0, 255)
ip = st.tuples(octet, octet, octet, octet).map(lambda parts: ".".join(map(str, parts)))
version = st.tuples(
    st.sampled_from(["", "v", "V"]),
    st.lists(st.integers(0, 99), min_size=3, max_size=4),
    st.sampled_from(["", "-rc1", "-beta.2", "b3"]),
).map(lambda parts: parts[0] + ".".join(map(str, parts[1])) + parts[2])
host = st.lists(LATIN, min_size=2, max_size=3).map(".".join)
email = st.tuples(st.lists(LATIN, min_size=1, max_size=2).map(".".join), host).map("@".join)
path = st.lists(LATIN, min_size=2, max_size=4).map(lambda parts: "/" + "/".join(parts))
windows = st.lists(LATIN, min_size=1, max_size=4).map(lambda parts: "C:\\" + "\\".join(parts))
url = st.tuples(st.sampled_from(["http", "https", "ftp"]), host, path).map(
    lambda parts: f"{parts[0]}://{parts[1]}{parts[2]}"
)
WHOLE = {
    Kind.IP: ip, Kind.VERSION: version, Kind.EMAIL: email, Kind.PATH: st.one_of(path, windows),
    Kind.URL: url,
}  # fmt: skip
FRAMES = ["{}", "see {} now", "{}, please", "({})", "[{}]", "{}不通", "连接{}失败",
"what is {}?", "{}!",
          '"{}"', "'{}'", "{}...", "host={}", "{}，然后", "（{}）"]  # fmt: skip
# quotes and stops of other scripts, which no address holds
FOREIGN_FRAMES = ["«{}»", "{}。", "“{}”", "‘{}’", "「{}」", "《{}》", "【{}】", "{}、再试",
"{}…", "„{}“",
                  "{}؟", "{}।"]  # fmt: skip


@pytest.mark.parametrize("frames", [FRAMES, FOREIGN_FRAMES], ids=["ascii", "foreign"])
@pytest.mark.parametrize("kind", WHOLE)
@quick
@given(data=st.data())
def test_what_means_something_whole_is_one_token(
    kind: Kind, frames: list[str], data: st.DataObject
) -> None:
    text = data.draw(WHOLE[kind])
    assume(not text.startswith("www."))
    frame = data.draw(st.sampled_from(frames))
    found = [
        token for token in engine().analyze(frame.format(text)).tokens if token.surface == text
    ]
    if kind is Kind.VERSION and re.fullmatch(r"\d{1,3}(\.\d{1,3}){3}", text):
        kind = Kind.IP
    assert [token.kind for token in found] == [kind], frame.format(text)


# --- weights ----------------------------------------------------------------------------------


def test_wgt_01_no_boost_is_zero() -> None:
    words = english_words(300)
    built = engine(max_clauses=1_000_000, max_terms=1000).build(" ".join(words))
    assert len(built.terms) == len({term.text for term in built.terms}) > 200
    printed = boosts(built.query_string)
    assert len(printed) == built.tree.leaf_count
    assert all(float(boost) > 0 for boost in printed)


@pytest.mark.parametrize("count", [1, 2, 10, 100, 256, 1000, 5000])
@pytest.mark.parametrize("preset", ["default", "documents"])
def test_no_boost_is_zero_for_any_number_of_words(count: int, preset: str) -> None:
    text = " ".join(f"word{number}x the {number}" for number in range(count))
    built = engine(preset, max_clauses=1_000_000, max_terms=10_000).build(text)
    assert min(map(float, boosts(built.query_string))) > 0
    assert sum(term.weight for term in built.terms) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("power", [0, 0.25, 2])
@pytest.mark.parametrize("function_weight", [1e-300, 1e-9, 1])
def test_no_boost_is_zero_for_any_setting(power: float, function_weight: float) -> None:
    built = engine(power=power, function_weight=function_weight).build("the pump of the house")
    assert all(float(boost) > 0 for boost in boosts(built.query_string))


def test_wgt_02_boosts_are_plain_decimals(lucene: LuceneParser) -> None:
    weights = [1e-05, 50, 1e21, 5e-324]
    slots = tuple(Slot(Term(f"word{index}", weight)) for index, weight in enumerate(weights))
    text = to_text(Query(slots, (("f", 1.0),), ""))
    assert not any("e" in boost.lower() for boost in boosts(text))
    (verdict,) = lucene.check([text])
    assert verdict.accepted
    assert [term.text for term in verdict.terms] == ["word0", "word1", "word2", "word3"]


@quick
@given(st.floats(0, 1e30, allow_nan=False))
def test_any_boost_is_plain_decimals_above_zero(boost: float) -> None:
    text = boost_text(boost)
    assert re.fullmatch(r"\d+\.\d+", text)
    assert float(text) > 0
    assert float(text) == pytest.approx(max(boost, 1e-9), rel=0.01, abs=1e-9)


@pytest.mark.parametrize("question", ["", "的 了 吗", "... ---"])
@pytest.mark.parametrize("preset", ["default", "documents"])
def test_wgt_04_weights_of_nothing(question: str, preset: str) -> None:
    weights = [term.weight for term in engine(preset).build(question).terms]
    assert all(math.isfinite(weight) for weight in weights)
    assert not weights or sum(weights) == pytest.approx(1, abs=1e-6)


@quick
@given(
    st.text(max_size=60),
    st.sampled_from(["default", "documents"]),
    st.sampled_from(["damp", "remove", "keep"]),
)
def test_weights_of_any_text_sum_to_one(text: str, preset: str, questions: str) -> None:
    built = engine(preset, question_words=questions).build(text)
    weights = [term.weight for term in built.terms]
    assert all(math.isfinite(weight) and weight > 0 for weight in weights)
    assert not weights or sum(weights) == pytest.approx(1, abs=1e-6)
    assert bool(built) is bool(weights)


def test_weights_that_are_all_set_to_zero_are_equal() -> None:
    zero = dict.fromkeys(("n", "v", "r", "c", "d", "a", "ns", "nt", "x"), 0)
    built = FulltextQuery(Settings(pos_weights=zero)).build("pump valve")
    assert [term.weight for term in built.terms] == [0.5, 0.5]


def test_wgt_07_a_repeated_word_is_one_clause() -> None:
    built = engine().build("error code error log error dump")
    assert terms(built).count("error") == 1
    assert sum(slot.main == built.tree.slots[0].main for slot in built.tree.slots) == 1
    assert sum(term.weight for term in built.terms) == pytest.approx(1, abs=1e-6)


@quick
@given(
    st.lists(
        st.sampled_from(["error", "Errors", "ERROR", "valve", "valves", "阀门", "пароль", "Ｖalve",
                         "10.0.0.5", "C++", "das", "閥門"]),
        min_size=1, max_size=12,
    )
)  # fmt: skip
def test_repeated_words_of_any_spelling_are_one_clause(words: list[str]) -> None:
    built = engine(language="en").build(" ".join(words))
    mains = [slot.main for slot in built.tree.slots]
    texts = [main.text for main in mains if isinstance(main, Term)]
    assert len(texts) == len(set(texts)) == len(mains)
    assert sum(term.weight for term in built.terms) == pytest.approx(1, abs=1e-6)
    assert sum(len(term.spans) for term in built.terms) == len(words)
    assert any(note.code == "words_merged" for note in built.notes) is (len(mains) < len(words))


# --- synonyms ---------------------------------------------------------------------------------


def test_syn_01_synonyms_are_escaped(lucene: LuceneParser) -> None:
    fq = FulltextQuery(synonyms={"target": ["bull's-eye", '5" gauge', "a/b test"]})
    built = fq.build("target")
    (verdict,) = lucene.check([built.query_string])
    assert verdict.accepted
    (slot,) = built.tree.slots
    assert len(slot.synonyms) == 3
    for leaf in slot.synonyms:
        assert isinstance(leaf, Phrase)
        assert f'"{" ".join(map(escape, leaf.words))}"' in built.query_string


NASTY = st.text(
    st.one_of(st.characters(), st.sampled_from('"\\/()[]{}^~*?:+-!&|<>= \u3000ANDORT')), max_size=20
)


def test_any_synonym_is_accepted(lucene: LuceneParser) -> None:
    queries: list[str] = []

    @settings(deadline=None, max_examples=150, database=None)
    @given(NASTY)
    def collect(text: str) -> None:
        if not text.strip():
            with pytest.raises(DictionaryError, match="target"):
                FulltextQuery(synonyms={"target": [text]})
            return
        try:
            built = engine().build("target", synonyms={"target": [text]})
        except DictionaryError:
            # 'text^2' and the like: a weight that is out of range is told
            assert "^" in text
            return
        queries.append(built.query_string)

    collect()
    refused = [
        (query, verdict.error)
        for query, verdict in zip(queries, lucene.check(queries), strict=True)
        if not verdict.accepted
        or any(
            term.kind not in ("TermQuery", "PhraseQuery") or term.field != "f"
            for term in verdict.terms
        )
    ]
    assert refused == []


def test_syn_03_first_calls_from_many_threads() -> None:
    program = """
        import sys, threading
        from fulltext_query import FulltextQuery
        question = "replace the broken valve"
        fq = FulltextQuery(synonyms={"valve": ["tap"], "broken": ["out of order"]})
        barrier = threading.Barrier(32)
        results, errors = [], []
        def work():
            try:
                barrier.wait()
                results.append(fq.build(question).query_string)
            except BaseException as error:
                errors.append(repr(error))
        threads = [threading.Thread(target=work) for _ in range(32)]
        sys.setswitchinterval(1e-6)
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        assert errors == [], errors
        assert len(results) == 32 and len(set(results)) == 1, set(results)
        assert "tap" in results[0] and '"out of order"' in results[0]
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_syn_04_function_words_have_no_synonyms() -> None:
    question = "let it run and check the id"
    built = engine().build(question)
    assert not {"technology", "technolog", "idaho"} & set(terms(built))
    given = {
        "let": ["lease"], "it": ["information technology"], "and": ["plus"], "the": ["that"],
        "check": ["verify"],
    }  # fmt: skip
    built = FulltextQuery(synonyms=given).build(question)
    assert synonym_words(built) == {"verifi"}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("the pump can break", "can"), ("he will go home", "will"), ("a pump may break", "may"),
        ("水泵的型号", "的"), ("数据库和缓存", "和"), ("der Preis und die Ware", "und"),
        ("la pompe et le moteur", "et"), ("насос и мотор", "и"), ("la bomba y el motor", "y"),
        ("پمپ و موتور", "و"), ("how does the pump work", "how"), ("如何更换水泵", "如何"),
    ],
)  # fmt: skip
def test_no_function_or_question_word_is_expanded(text: str, word: str) -> None:
    fq = FulltextQuery(Settings(shipped_synonyms=False), synonyms={word: ["substitute"]})
    assert synonym_words(fq.build(text)) == set()


def test_syn_06_a_synonym_of_several_words_is_a_phrase() -> None:
    built = FulltextQuery(synonyms={"postpone": ["put off", "hold over"]}).build("postpone")
    (slot,) = built.tree.slots
    assert [leaf.words for leaf in slot.synonyms if isinstance(leaf, Phrase)] == [
        ("put", "off"),
        ("hold", "over"),
    ]
    assert terms(built) == ["postpon"]


@quick
@given(st.lists(LATIN, min_size=1, max_size=4, unique=True))
def test_a_synonym_is_one_clause_whatever_its_length(words: list[str]) -> None:
    built = engine(language="en", subwords=False).build(
        "zzyzx", synonyms={"zzyzx": [" ".join(words)]}
    )
    (slot,) = built.tree.slots
    (leaf,) = slot.synonyms
    assert isinstance(leaf, Phrase) is (len(words) > 1)
    assert terms(built) == ["zzyzx"] + ([] if len(words) > 1 else terms(built)[1:])


@pytest.mark.parametrize(
    ("synonym", "words"),
    [
        ("机器学习", None), ("人工 智能", ("人工", "智能")), ("wi-fi", ("wi", "fi")),
        ("in order to", ("in", "order", "to")), ("машинное обучение", ("машин", "обучен")),
        ("KXT-4410", ("kxt-4410",)), ("how to", ("how", "to")),
    ],
)  # fmt: skip
def test_the_words_of_a_synonym_stay_together(synonym: str, words: tuple[str, ...] | None) -> None:
    (slot,) = engine().build("zzyzx", synonyms={"zzyzx": [synonym]}).tree.slots
    (leaf,) = slot.synonyms
    found = leaf.words if isinstance(leaf, Phrase) else (leaf.text,)
    assert found == (words or engine().analyze(synonym).coarse)


def test_syn_09_rules_are_not_chained() -> None:
    rules = from_rules(["laptop=>computer", "mainframe=>computer"])
    built = FulltextQuery(synonyms=rules).build("laptop")
    assert synonym_words(built) == {"comput"}
    assert "mainfram" not in built.query_string


@pytest.mark.parametrize(
    ("rules", "question", "found"),
    [
        (["a1 => b1", "b1 => c1"], "a1", {"b1"}),
        (["a1 => b1", "b1 => c1"], "c1", set()),
        (["a1, b1", "b1, c1"], "a1", {"b1"}),
        (["a1, b1", "b1, c1"], "b1", {"a1", "c1"}),
        (["a1 => b1", "c1 => b1"], "b1", set()),
        (["a1, c1 => b1"], "c1", {"b1"}),
    ],
)
def test_a_rule_says_what_it_says(rules: list[str], question: str, found: set[str]) -> None:
    assert synonym_words(FulltextQuery(synonyms=from_rules(rules)).build(question)) == found


# --- phrases ----------------------------------------------------------------------------------


def test_phr_02_no_phrase_across_sentences() -> None:
    found = phrases(engine().build("Reset the router. Billing address changed"))
    assert not any({"router", "bill"} <= set(words) for words in found)
    assert ("bill", "address") in found


@pytest.mark.parametrize("end", [". ", "? ", "! ", "; ", ", ", ": ", ".\n", "\n", " (", "。", "？",
                                 "！", "；", "，", "、", "…", ".", "?", "!", "\n\n- "])  # fmt: skip
@pytest.mark.parametrize(
    ("left", "right"), [("Router", "Billing"), ("路由器", "账单"), ("роутер", "Счет")]
)
def test_no_phrase_reaches_across_a_clause(left: str, right: str, end: str) -> None:
    built = engine().build(f"{left}{end}{right}")
    assert len(built.terms) == 2
    assert phrases(built) == set()
    assert [token.breaks for token in engine().analyze(f"{left}{end}{right}").tokens][1]


@pytest.mark.parametrize("joint", [" ", "  ", "-", " - ", "\t", "\u00a0", "\u3000", "_ ", " & "])
def test_neighbours_in_a_clause_are_a_phrase(joint: str) -> None:
    assert ("router", "reset") in phrases(engine().build(f"router{joint}reset"))


@pytest.mark.parametrize("question", ["pump", "the", "  pump  "])
def test_phr_04_a_single_word_has_no_phrase(question: str) -> None:
    text = engine().build(question).query_string
    assert '""' not in text
    assert "()" not in text
    assert not phrases(engine().build(question))
    assert text


@pytest.mark.parametrize(
    "question",
    ["", " ", "pump pump", "pump, pump", "泵", "的", "?", "''", '""', "()", "( )", "C++", "3.5mm",
     "the the the", "x", "1", "吗", "'s", "pump's", "😀", "-", "é", "\u0301", "ー"],
)  # fmt: skip
@pytest.mark.parametrize("preset", ["default", "documents"])
def test_no_phrase_is_degenerate(question: str, preset: str) -> None:
    built = engine(preset).build(question)
    assert all(len(words) > 1 for words in phrases(built))
    assert '""' not in built.query_string
    assert "()" not in built.query_string
    assert bool(built.query_string) is bool(built)


def test_phr_06_an_exact_phrase_comes_first() -> None:
    # that an engine ranks by it, too, is a matter of tests/engine
    built = engine().build("cold chain audit")
    assert phrases(built) == {("cold", "chain"), ("chain", "audit")}
    a = score(built, "annual cold chain audit results")
    b = score(
        built,
        "audit of the chain store, cold drinks, cold rooms, chain audit dates, cold",
    )
    assert a > b > 0


@pytest.mark.parametrize(
    ("question", "exact", "scattered"),
    [
        ("machine learning", "machine learning course",
        "learning by doing: a guide for a new machine"),
        ("数据 迁移 工具", "数据迁移工具介绍",
        "工具很多，没有一种适合迁移。这里讲怎么整理一般的数据"),
        ("резервная копия", "резервная копия базы",
        "копия договора есть, а вот мощность резервная"),
    ],
)  # fmt: skip
def test_neighbours_together_score_more(question: str, exact: str, scattered: str) -> None:
    built = engine().build(question)
    assert score(built, exact) > score(built, scattered)


# --- scale ------------------------------------------------------------------------------------


def english_words(count: int) -> list[str]:
    """Words of the English lexicon with different stems."""
    trie = Lexicons().chain("en")[0].trie
    found: dict[str, str] = {}
    for word in trie.iterkeys("ma"):
        if word.isalpha() and len(word) > 4:
            found.setdefault(engine(language="en").analyze(word).coarse[0], word)
        if len(found) == count:
            break
    assert len(found) == count
    return list(found.values())


def test_sca_01_the_clause_limit_is_kept() -> None:
    words = english_words(400)
    fq = engine(language="en", max_clauses=1024)
    built = fq.build(" ".join(words))
    assert len(fq.settings.fields) == 8
    assert built.tree.cost <= 1024
    everything = engine(language="en", max_clauses=1_000_000, max_terms=1000)
    weights = {term.text: term.weight for term in everything.build(" ".join(words)).terms}
    kept = {term.text for term in built.terms}
    left_out = set(weights) - kept
    assert len(kept) == 146
    assert min(weights[text] for text in kept) >= max(weights[text] for text in left_out)
    (note,) = [note for note in built.notes if note.code == "terms_dropped"]
    assert "254 of 400" in note.message


@settings(deadline=None, max_examples=25)
@given(
    st.integers(1, 60),
    st.integers(1, 3000),
    st.integers(1, 300),
    st.integers(1, 9),
    st.sampled_from(["default", "documents"]),
)
def test_the_limits_hold_for_any_setting(
    words: int, max_clauses: int, max_terms: int, fields: int, preset: str
) -> None:
    fq = FulltextQuery(
        Settings.preset(
            preset,
            max_clauses=max(max_clauses, fields),
            max_terms=max_terms,
            fields={f"field{number}": 1 for number in range(fields)},
        ),
        synonyms={f"word{number}": ["one", "two three"] for number in range(60)},
    )
    built = fq.build(" ".join(f"word{number} 数据库{number}" for number in range(words)))
    assert built.tree.cost <= max(max_clauses, fields)
    assert 1 <= len(built.tree.slots) <= max_terms
    total = len({token.text for token in fq.analyze(built.text).tokens})
    noted = any(note.code == "terms_dropped" for note in built.notes)
    assert noted is (len(built.tree.slots) < total)


COMMON = [
    "time",
    "person",
    "year",
    "way",
    "day",
    "thing",
    "man",
    "world",
    "life",
    "hand",
    "part",
    "child",
    "eye",
    "woman",
    "place",
    "work",
    "week",
    "case",
    "point",
    "government",
    "company",
    "number",
    "group",
    "problem",
    "fact",
    "room",
    "water",
    "money",
    "story",
    "month",
    "lot",
    "right",
    "study",
    "book",
    "job",
    "word",
    "business",
    "issue",
    "side",
    "kind",
    "head",
    "house",
    "service",
    "friend",
    "father",
    "power",
    "hour",
    "game",
    "line",
    "end",
    "member",
    "law",
    "car",
    "city",
    "community",
    "name",
    "president",
    "team",
    "minute",
    "idea",
    "body",
    "information",
    "parent",
    "face",
    "level",
    "office",
    "door",
    "health",
    "art",
    "war",
    "history",
    "party",
    "result",
    "change",
    "morning",
    "reason",
    "research",
    "girl",
    "guy",
    "moment",
    "air",
    "teacher",
    "force",
    "education",
    "foot",
    "boy",
    "age",
    "policy",
    "music",
    "market",
    "sense",
    "nation",
    "plan",
    "college",
    "interest",
    "death",
    "experience",
    "effect",
    "class",
    "control",
    "field",
    "development",
    "role",
    "effort",
    "rate",
    "heart",
    "drug",
    "show",
    "leader",
    "light",
    "voice",
    "wife",
    "police",
    "mind",
    "price",
    "report",
    "decision",
    "son",
    "view",
    "relationship",
    "town",
    "road",
    "arm",
    "difference",
    "value",
    "building",
    "action",
    "season",
    "society",
    "tax",
    "director",
    "position",
    "player",
    "record",
]


def test_sca_05_synonyms_go_before_words() -> None:
    words = COMMON[:120]
    assert len(set(words)) == 120
    synonyms = {word: [f"{word}syn{number}" for number in range(8)] for word in words}
    fq = FulltextQuery(Settings(language="en"), synonyms=synonyms)
    built = fq.build(" ".join(words))
    assert len(built.terms) == 120
    assert built.tree.cost <= 1024
    assert synonym_words(built) == set()
    assert [note.code for note in built.notes if note.code == "synonyms_dropped"]
    assert not [note for note in built.notes if note.code == "terms_dropped"]


@pytest.mark.parametrize("max_clauses", [7, 70, 400, 700, 1024, 2000, 4000, 8000, 20_000])
def test_what_goes_first_goes_whole(max_clauses: int) -> None:
    words = COMMON[:60]
    synonyms = {word: [f"{word}syn{number}" for number in range(8)] for word in words}
    built = FulltextQuery(
        Settings(language="en", max_clauses=max_clauses, shipped_synonyms=False), synonyms=synonyms
    ).build(" ".join(words))
    slots = built.tree.slots
    some = {
        "synonyms": sum(len(slot.synonyms) for slot in slots),
        "phrases": sum(len(slot.phrases) for slot in slots),
    }
    assert built.tree.cost <= max_clauses
    if len(slots) < 60:
        assert some == {"synonyms": 0, "phrases": 0}
    if some["phrases"] < 59:
        assert some["synonyms"] == 0
    codes = {note.code for note in built.notes}
    assert ("synonyms_dropped" in codes) is ((len(slots) == 60 and some["synonyms"] < 480) or
                                             len(slots) < 60)  # fmt: skip
