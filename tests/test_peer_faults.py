"""Faults that were seen in other query builders, each with its kind: none of them may come back.

Each test names the fault; where it came from an input, the input is there.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query import FulltextQuery, Settings
from fulltext_query.query.tree import Term
from fulltext_query.text.tokens import Kind, Role
from tests.engine.lucene import LuceneParser
from tests.toy import OWN_FIELDS, engine, phrases, score, synonym_words, terms


def coarse(text: str, **changes: object) -> tuple[str, ...]:
    return engine(**changes).analyze(text).coarse


def weights(text: str, **changes: object) -> dict[str, float]:
    return {term.text: term.weight for term in engine(**changes).build(text).terms}


# --- refused by the parser, or read as operators ----------------------------------------------

OPERATORS = ["-", "+", "!", "~", "^", "*", "?", ":", "/", "\\", "(", ")", "[", "]", "{", "}", '"',
             "&&", "||", "AND", "OR", "NOT", "<", ">", "=", "^2", "~3", "--", "-(", "\u3000",
             "TO"]  # fmt: skip
WORDS = ["what", "如何", "valve", "阀门", "насос", "C++", "10:30", "2.0", "the"]


def test_operators_at_the_edge_are_never_refused(lucene: LuceneParser) -> None:
    texts = ["what - ", "如何 -"]
    for word in WORDS:
        for operator in OPERATORS:
            texts += [f"{word} {operator}", f"{operator} {word}", f"{word}{operator}",
                      f"{operator}{word}", f"{word} {operator} {word} {operator}"]  # fmt: skip
    built = [engine().build(text) for text in texts]
    verdicts = lucene.check([query.query_string for query in built])
    for text, query, verdict in zip(texts, built, verdicts, strict=True):
        assert verdict.accepted, text
        if not re.fullmatch(
            r"[\^~][\d.]+", text
        ):  # alone, these are a boost and a fuzziness of nothing
            assert query, text
        for leaf in verdict.terms:
            assert leaf.occur == "SHOULD", text
            assert leaf.field in {"f", *OWN_FIELDS}, text
            assert leaf.kind in ("TermQuery", "PhraseQuery", "FuzzyQuery"), text
            if leaf.kind == "FuzzyQuery":  # ours, for unknown words; never the user's mark
                assert "fuzzy" in [note.code for note in query.notes], text


@pytest.mark.parametrize("mark", ["-", "+", "!", "NOT "])
@pytest.mark.parametrize("word", ["draft", "草稿", "черновик"])
def test_no_word_of_the_user_excludes_or_requires(
    mark: str, word: str, lucene: LuceneParser
) -> None:
    built = engine().build(f"manual {mark}{word}")
    main = engine().analyze(word).coarse[0]
    (verdict,) = lucene.check([built.query_string])
    assert {leaf.occur for leaf in verdict.terms} == {"SHOULD"}
    assert main in [leaf.text for leaf in verdict.terms]


def test_keywords_of_a_paragraph_are_escaped(lucene: LuceneParser) -> None:
    keywords = ['a"b', "x:y", "(", "AND", "a/b/c", "[1 TO 9]", "-x", "é*", "c++", "\\", "~2", "^9"]
    queries = [engine().paragraph("valve", keywords=[keyword]).query_string for keyword in keywords]
    queries.append(engine().paragraph("valve pump", keywords=keywords).query_string)
    for query, verdict in zip(queries, lucene.check(queries), strict=True):
        assert verdict.accepted, query
        assert {leaf.occur for leaf in verdict.terms} == {"SHOULD"}
        assert {leaf.kind for leaf in verdict.terms} <= {"TermQuery", "PhraseQuery", "FuzzyQuery"}


@pytest.mark.parametrize(
    "text",
    ['"a"' * 5000, "(" * 20_000, "[" * 5000 + "a" + "]" * 5000, "a AND " * 5000, "a/" * 20_000,
     '"' * 10_001, "\\" * 10_001, "(a OR " * 5000, "a:" * 20_000, "^~" * 10_000],
    ids=range(10),
)  # fmt: skip
def test_deep_and_repeated_syntax_stays_flat(text: str, lucene: LuceneParser) -> None:
    built = engine().build(text)
    assert built.tree.cost <= 1024
    query = built.query_string
    depth = 0
    deepest = 0
    for at, character in enumerate(query):
        if character in "()" and query[at - 1 : at] != "\\":
            depth += 1 if character == "(" else -1
            deepest = max(deepest, depth)
    assert depth == 0
    assert deepest <= 1
    assert not built or lucene.check([query])[0].accepted


# --- slow input -------------------------------------------------------------------------------


# --- the minimum ------------------------------------------------------------------------------

TEXTS = ["how to reset the router password", "如何重置路由器的密码", "как сбросить пароль",
         "KXT-4410 relay does not start", "machine learning models for search"]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("min_match", ["30%", "2", "-1", "2<-25% 9<-3", 0.5])
def test_the_minimum_counts_the_words_of_the_user(text: str, min_match: object) -> None:
    words = len(set(coarse(text)))
    required = {
        engine(phrase_weight=phrase, fine_tokens=fine, bridge_weight=bridge)
        .build(text, min_match=min_match, synonyms=synonyms)
        .explain_dict()["required"]
        for phrase in (0.0, 2.0)
        for fine, bridge in (("bigrams", 0.5), ("off", 0.0), ("words", 0.0))
        for synonyms in (None, {"router": ["a", "b c"], "密码": ["口令"], "пароль": ["ключ"]})
    }
    assert len(required) == 1
    built = engine().build(text, min_match=min_match)
    assert len(built.tree.slots) == words
    assert built.to_dict()["query_string"]["minimum_should_match"]


# --- meaning lost -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("C++", "c++"), ("C#", "c#"), ("F#", "f#"), (".NET", ".net"), ("g++", "g++"),
        ("C++ templates", "c++"), ("用C++写", "c++"), ("C#和F#", "c#"), ("learn C#, fast", "c#"),
        ("C/C++", "c++"), ("C++/C#", "c#"), ("lang=C++", "c++"), ("language:C#", "c#"),
        ("(C++)", "c++"), ("C++11", "c++11"), ("R&D", "r&d"), ("AT&T", "at&t"), ("AT&T's", "at&t"),
        ("C++'s", "c++"), ("ORA-00942", "ora-00942"), ("ORA-00942: table", "ora-00942"),
    ],
)  # fmt: skip
def test_names_with_signs_are_words(text: str, whole: str) -> None:
    built = engine(shipped_synonyms=False).build(text)
    assert whole in coarse(text)
    assert whole in terms(built)
    assert synonym_words(built) == set()
    # what a part of it is called elsewhere is no part of the query by itself
    assert whole[0] not in terms(built) or text.startswith("C/")


@pytest.mark.parametrize("word", ["AI", "HR", "VR", "5G", "UK", "QA", "Go", "R", "C", "OS", "ID"])
def test_short_words_weigh_as_any_word(word: str) -> None:
    found = weights(f"{word} strategy")
    (short,) = [weight for text, weight in found.items() if text != "strategi"]
    assert short > 0.2


@pytest.mark.parametrize("word", ["IT", "US", "WHO", "IS", "AM", "OR"])
def test_an_acronym_is_no_function_word(word: str) -> None:
    text = f"{word} department budget" if word != "OR" else "hospital OR planning"
    token = next(token for token in engine().analyze(text).tokens if token.surface == word)
    assert token.text == word.lower()
    if word != "OR":  # that one is how people write an operator
        assert token.role is Role.CONTENT
    assert coarse("US")[0] == "us"


@pytest.mark.parametrize(
    ("wanted", "opposite"),
    [
        ("不含糖", "含糖"),
        ("没有异味", "有异味"),
        ("无糖", "有糖"),
        ("非金属", "金属"),
        ("不锈钢", "锈钢"),
    ],
)
def test_a_negated_text_prefers_itself(wanted: str, opposite: str) -> None:
    built = engine().build(wanted)
    assert score(built, f"{wanted}饮料") > score(built, f"{opposite}饮料")


@pytest.mark.parametrize(
    ("text", "language"),
    [("Don't panic", "en"), ("it doesn't work", "en"), ("l'eau chaude", "fr"), ("dell'arte", "it"),
     ("o'clock", "en"), ("aujourd'hui", "fr"), ("don’t", "en"), ("rock'n'roll", "en")],
)  # fmt: skip
def test_an_apostrophe_does_not_cut_a_word(text: str, language: str) -> None:
    analysis = engine(language=language).analyze(text)
    assert [token.surface for token in analysis.tokens] == text.split()
    assert not {"t", "l", "s", "don"} & set(analysis.coarse)


# --- numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number",
    ["192.168.1.10", "3.13", "1.2.3", "2024-05-12", "10.0.0.1:8080", "1,234,567", "3.5mm", "10:30",
     "2024/05/12", "v2.3.1", "99.9%", "0.5", "10.15.7", "1.2.3-rc1", "00942", "5G", "1e10", "007"],
)  # fmt: skip
@pytest.mark.parametrize("frame", ["{}", "Python {}", "升级到{}版本", "{}, then", "is {}?"])
def test_numbers_keep_their_marks(number: str, frame: str) -> None:
    tokens = engine().analyze(frame.format(number)).tokens
    (token,) = [token for token in tokens if token.surface == number]
    assert token.text == number.lower()


@pytest.mark.parametrize(("one", "other"), [("3.13", "313"), ("1.2.3", "123"), ("1.2", "12"),
                                            ("3.13", "3.1"), ("2024-05-12",
                                            "2024-12-05")])  # fmt: skip
def test_no_number_becomes_another(one: str, other: str) -> None:
    assert score(engine().build(one), f"version {other} is out") == 0


@pytest.mark.parametrize(
    ("text", "number"), [("version ~2.0", "2.0"), ("about ~5 km", "5"), ("10^3 volts", "10"),
                         ("rated ^2 bar", "2"), ("+5 volts", "5"), ("−5 °C", "5")]
)  # fmt: skip
def test_a_sign_before_a_number_does_not_lose_it(text: str, number: str) -> None:
    assert number in coarse(text)


# --- question words ---------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["吗啡", "酒吧", "任何人", "什么样", "怎么办理", "有没有人",
"哪吒",
                                  "几何", "谁知", "如何如何", "多少钱", "呢绒", "么么哒",
                                  "哪怕"])  # fmt: skip
@pytest.mark.parametrize("questions", ["damp", "keep"])
def test_no_character_is_cut_out_of_a_word(word: str, questions: str) -> None:
    for text in (word, f"{word}的价格", f"请问{word}"):
        analysis = engine(question_words=questions).analyze(text)
        assert "".join(token.surface for token in analysis.tokens) == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [("吗啡的作用", "吗啡"), ("附近酒吧", "酒吧"), ("任何人都可以吗", "任何人"),
    ("护照怎么办理", "办理"),
     ("哪吒是谁", "哪吒"), ("几何题怎么做", "几何"), ("呢绒大衣", "呢绒")],
)  # fmt: skip
def test_words_stay_whole_where_question_words_are_removed(text: str, kept: str) -> None:
    built = engine(question_words="remove").build(text)
    assert kept in [term.text for term in built.terms]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Go tutorial", {"go", "tutori"}), ("Will Smith", {"will", "smith"}),
        ("Doctor Who", {"doctor", "who"}), ("The Who", {"the", "who"}), ("IT", {"it"}),
        ("Can Yaman", {"can", "yaman"}), ("May 2024", {"may", "2024"}), ("Do it", {"do", "it"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("questions", ["damp", "remove"])
def test_names_are_no_stop_words(text: str, words: set[str], questions: str) -> None:
    assert {term.text for term in engine(question_words=questions).build(text).terms} == words


def test_every_stop_word_of_a_row_is_seen() -> None:
    tokens = engine().analyze("what is the use of the of and the pump").tokens
    assert all(
        token.role is not Role.CONTENT for token in tokens if token.text not in ("use", "pump")
    )
    removed = engine(question_words="remove").build("how do i do what is it pump")
    assert "pump" in [term.text for term in removed.terms]
    assert engine().analyze("的的的了了吗吗水泵").tokens[-1].role is Role.CONTENT


# --- words lost -------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [33, 60, 120, 146])
def test_no_word_of_a_long_question_is_lost(count: int) -> None:
    names = [chr(0x4E00 + 97 * number) for number in range(count)]
    built = engine().build("，".join(names))
    assert {term.text for term in built.terms} == set(coarse("，".join(names)))
    assert not [note for note in built.notes if note.code == "terms_dropped"]


def test_what_is_lost_is_the_lightest_and_is_told() -> None:
    text = "在水泵的安装手册里怎么查找压力阀门的型号和更换周期以及保修条件"
    built = engine(max_terms=8).build(text)
    everything = weights(text)
    kept = {term.text for term in built.terms}
    assert len(kept) == 8
    assert min(everything[word] for word in kept) >= max(
        weight for word, weight in everything.items() if word not in kept
    )
    assert [note.code for note in built.notes if note.code == "terms_dropped"]


# --- letters of other scripts -----------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["für alle", "café crème", "Tiếng Việt", "हिन्दी भाषा", "می‌خواهم", "naïve Übung", "señor niño",
     "Łódź", "čeština", "ğüşiöç", "বাংলা ভাষা", "தமிழ் மொழி", "עִבְרִית", "العَرَبِيَّة", "한국어 조사",
     "ελληνικά", "български", "қазақ", "ქართული", "አማርኛ", "cafe\u0301", "Zoë’s"],
)  # fmt: skip
def test_letters_and_marks_do_not_split_words(text: str) -> None:
    tokens = engine(stemming=False).analyze(text).tokens
    # ZWNJ between Arabic letters is a blank, as Elasticsearch's analyser has it
    assert [token.surface for token in tokens] == text.replace("\u200c", " ").split()
    assert len(engine().build(text).terms) == len(tokens)


def test_thai_keeps_its_marks() -> None:
    analysis = engine().analyze("สวัสดีครับ")
    assert {token.kind for token in analysis.tokens} == {Kind.NGRAM}
    covered = {place for token in analysis.tokens for place in range(token.start, token.end)}
    assert covered == set(range(len("สวัสดีครับ")))


# --- synonyms ---------------------------------------------------------------------------------


def test_synonyms_are_those_given_in_the_order_given() -> None:
    given = [f"word{letter}n" for letter in "zyxwvutsrqpo"]
    built = FulltextQuery(Settings(max_synonyms=8), synonyms={"java": given}).build("java")
    (slot,) = built.tree.slots
    found = [leaf.text for leaf in slot.synonyms if isinstance(leaf, Term)]
    assert found == given[:8]
    assert all(leaf.boost == pytest.approx(0.25 * slot.main.boost) for leaf in slot.synonyms)


@pytest.mark.parametrize("text", ["java", "can", "us", "python", "target", "let", "id"])
def test_nothing_is_a_synonym_that_nobody_gave(text: str) -> None:
    assert synonym_words(engine().build(text)) == set()


def test_the_same_bytes_for_any_hash_seed() -> None:
    program = (
        "import json, sys; from fulltext_query import FulltextQuery\n"
        "fq = FulltextQuery(synonyms={'pump': ['tap', 'fan', 'hot air', 'z', 'y', 'x']})\n"
        "texts = json.loads(sys.stdin.read())\n"
        "print(json.dumps([[fq.build(t).to_dict(), fq.build(t).to_bool(), "
        "fq.build(t).explain_dict()] for t in texts]))"
    )
    texts = [*TEXTS, "pump of the pump house", "wo ist die Pumpe", "les pompes à eau", "水泵 pump"]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program], input=json.dumps(texts), text=True, check=True,
            capture_output=True, env={"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("0", "1", "4242")
    }  # fmt: skip
    assert len(outputs) == 1
    assert len(outputs.pop()) > 1000


# --- entities ---------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["机器人", "太阳能", "数据库", "苹果", "电话", "高兴", "银行"])
def test_common_words_are_no_stocks(word: str) -> None:
    (term,) = engine("documents").build(word).terms
    assert term.entity == ""
    assert term.entity_weight == 1


@pytest.mark.parametrize(("word", "entity"), [("北京", "loca"), ("清华大学", "sch")])
def test_places_and_schools_are_known(word: str, entity: str) -> None:
    (term,) = engine("documents").build(word).terms
    assert (term.entity, term.entity_weight) == (entity, 3)


# --- any text ---------------------------------------------------------------------------------


@settings(deadline=None, max_examples=80)
@given(st.lists(st.sampled_from([*OPERATORS, *WORDS, " ", "a", "1"]), max_size=14))
def test_no_mixture_of_words_and_operators_loses_a_word(parts: list[str]) -> None:
    text = " ".join(parts)
    built = engine().build(text)
    found = {term.text for term in built.terms}
    for part in parts:
        if part in WORDS:
            assert set(coarse(part)) <= found
    assert all(leaf.boost > 0 for slot in built.tree.slots for leaf in slot.leaves)
    assert all(len(words) > 1 for words in phrases(built))
