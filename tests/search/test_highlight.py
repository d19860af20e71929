"""Highlights in the original text and script, and passages that are cut where a reader would."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query import FulltextQuery, Settings, SettingsError
from fulltext_query.search.documents import Document
from fulltext_query.search.graphemes import joins
from fulltext_query.search.highlight import Fragment, Highlighter, highlight, highlight_document
from tests.optional import need

FQ = FulltextQuery(synonyms={"laptop": ["portable computer", "notebook"], "电脑": "计算机"})


def marked(
    query: str, text: str, fq: FulltextQuery = FQ, *, fragments: int = 3, length: int = 160
) -> list[str]:
    shown = highlight(fq.build(query), fq, text, fragments=fragments, length=length)
    return [fragment.marked("[", "]", None) for fragment in shown]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        # English: stems mark the word as it stands
        ("resetting passwords", "[Resets] of a [password]: how-to"),
        ("café", "the [Café] and the [cafe]"),
        ("running shoe", "he [runs] in new [shoes]"),
        # Simplified query, Traditional text, and the other way round
        ("同义词 配置", "Elasticsearch 的[同義詞]過濾器如何設定與[配置]"),
        ("軟體啟動", "[软体启动]后"),
        ("东京", "[東京]都"),
        # mixed
        ("Elasticsearch 同義詞", "在 [Elasticsearch] 里配置[同义词]"),
        ("KXT-4410 更新", "請將 [KXT-4410] [更新]至新版"),
        # German, Persian, Japanese, Hindi, Thai, Korean
        ("Häuser kaufen", "Ich [kaufe] ein [Haus], viele [Häuser]"),
        ("پایتخت ایران", "تهران [پایتخت] [ایران] است"),
        ("پايتخت ايران", "تهران [پایتخت] [ایران] است"),
        ("東京タワーの高さ", "[東京タワー]は有名です"),
        ("ｶﾀｶﾅ", "[カタカナ]の本"),
        ("पासवर्ड रीसेट", "अपना [पासवर्ड] [रीसेट] कैसे करें"),
        ("ธนาคาร", "[ธนาคาร]แห่งประเทศไทย"),
        # full-width, ligatures and decomposed letters stand as they were written
        ("file KXT-4410", "the [ﬁle] of [ＫＸＴ-４４１０]"),
        ("café", "the [cafe\u0301] there"),
        # codes and their parts
        ("KXT-4410", "a [KXT 4410] or [kxt-4410] or the [KXT-4410]B"),
        ("kxt", "a [KXT]-4410"),
        ("max_connections", "set [max connections] of pool"),
        ("v2.3.1", "from [2.3.1] to 2.4"),
        ("C++", "learn [C++] not C"),
        # synonyms, of several words too
        ("laptop", "A [portable computer], a [notebook]; computer portable"),
        ("电脑", "一台[計算機]"),
        # unknown words with a typing error, as far as the engine looks
        ("elasticsearhc", "with [Elasticsearch] and elastic"),
        ("elasticsearhc", "nothing of lasticsearhc here, [elasticsearhc]"),
    ],
)
def test_what_matches_is_marked_as_it_was_written(query: str, text: str) -> None:
    plain = text.replace("[", "").replace("]", "")
    assert marked(query, plain) == [text]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        # a part of a longer word is marked where it stands, and its neighbours with it
        ("人民代表大会", "全国[人民代表]和[大会]"),
        # but not where two other words happen to make it
        ("人民代表大会", "[人民]和农民代理"),
        # and not beside the whole word
        ("人民代表大会", "[人民代表大会]的人民"),
        # a word that another one holds
        ("数据", "[数据]库和[数据]"),
        # the same characters across two words: where the word itself is not there
        ("中国", "其[中国]家"),
        ("中国", "其中国家，[中国]"),
    ],
)
def test_parts_of_han_words(query: str, text: str) -> None:
    assert marked(query, text.replace("[", "").replace("]", "")) == [text]


def test_dictionary_parts() -> None:
    fq = FulltextQuery(Settings.preset("documents"))
    assert marked("人民代表大会", "人民选出代表大会", fq) == ["[人民]选出[代表大会]"]
    assert marked("代表大会", "人民代表大会", fq) == ["人民[代表大会]"]


def test_function_words_are_marked_inside_a_phrase_only() -> None:
    text = "the Bank of China is of the bank"
    assert marked("the bank of China", text) == ["the [Bank] [of] [China] is of the [bank]"]
    everywhere = highlight(FQ.build("the bank of China"), FQ, text, function_words=True)
    assert everywhere[0].marked("[", "]") == "[the] [Bank] [of] [China] is [of] [the] [bank]"
    # a query of nothing else keeps them
    assert marked("to be or not to be", "not to be") == ["[not] [to] [be]"]
    assert marked("如何配置", "如何安装，配置如何") == ["如何安装，[配置]如何"]


def test_sub_words_are_shown_only_where_nothing_else_matches() -> None:
    assert marked("Passwortänderung", "Das Passwort") == ["Das [Passwort]"]
    assert marked("Passwortänderung", "Passwort und Passwortänderung") == [
        "Passwort und [Passwortänderung]"
    ]
    assert marked("红茶", "绿茶叶") == ["绿[茶]叶"]
    assert marked("red tea", "reduced") == []  # three letters are no sub-word
    # four letters of long words tell nothing
    assert marked("microbiological", "archaeological") == []
    # a word as it stands is the word, whatever stems its language is taken to have
    assert marked("Passwortänderung", "Ändere: Passwortänderung und") == [
        "Ändere: [Passwortänderung] und"
    ]
    without = FulltextQuery(Settings(subwords=False))
    assert marked("Passwortänderung", "Das Passwort", without) == []


def test_nothing_matched_gives_nothing() -> None:
    assert marked("zebra", "a lion") == []
    assert marked("？！", "a lion ?!") == []
    assert marked("lion", "") == []
    assert marked("lion", "", fragments=0) == []


def test_markup_escapes_the_text_and_not_the_marks() -> None:
    (fragment,) = highlight(FQ.build("disk & full"), FQ, '<b>disk</b> & "full"')
    assert fragment.marked() == "&lt;b&gt;<em>disk</em>&lt;/b&gt; &amp; &quot;<em>full</em>&quot;"
    assert fragment.marked("*", "*", escape=None) == '<b>*disk*</b> & "*full*"'
    assert Fragment("<i>", ()).marked() == "&lt;i&gt;"


# --- passages -------------------------------------------------------------------------------------

FILLER = "Nothing of interest stands in this sentence at all. "


def test_the_passage_with_most_of_the_words_is_shown() -> None:
    text = (
        FILLER * 20 + "The disk of it. " + FILLER * 20 + "A full disk is a problem. " + FILLER * 9
    )
    (best,) = marked("disk full", text, fragments=1, length=60)
    assert "A [full] [disk] is a problem." in best
    assert best.startswith("… ")
    assert best.endswith("…")
    assert len(best) <= 60 + 4 + 4  # marks and ellipses
    first, second = marked("disk full", text, fragments=2, length=60)
    assert "The [disk] of it." in first, "passages come in the order of the text"
    assert second == best


def test_a_word_that_is_shown_already_counts_less() -> None:
    disk = "My disk is here and a disk there. "
    text = disk + FILLER * 5 + disk + FILLER * 5 + "Something about a printer. " + FILLER * 5
    shown = " ".join(marked("disk printer", text, fragments=2, length=50))
    assert "[printer]" in shown
    assert shown.count("[disk]") == 2


def test_passages_are_cut_at_sentences_and_words() -> None:
    text = FILLER * 3 + "Here a password was reset by an administrator of the department. " + FILLER
    (sentence,) = marked("password", text, length=80, fragments=1)
    assert sentence == "… Here a [password] was reset by an administrator of the department. …"
    (words,) = marked("password", text, length=30, fragments=1)
    assert words == "… Here a [password] was reset by…"
    long = "word " * 60 + "needle " + "word " * 60
    (middle,) = marked("needle", long, length=50, fragments=1)
    assert middle.removeprefix("…").removesuffix("…").replace("[needle]", "needle") in long
    assert set(middle.strip("…").split()) == {"word", "[needle]"}
    assert not middle.startswith("…[")  # something before it, for a reader


def test_chinese_is_cut_between_sentences_and_words() -> None:
    text = "这里没有什么。" * 10 + "管理员重置了密码，然后通知用户。" + "这里没有什么。" * 10
    assert marked("密码", text, length=20, fragments=1) == ["…管理员重置了[密码]，然后通知用户。…"]
    (shown,) = marked("密码", text.replace("。", ""), length=11, fragments=1)
    inner = shown.strip("…").replace("[", "").replace("]", "")
    assert inner in text.replace("。", "")
    assert len(inner) <= 11


def test_what_is_written_as_one_word_is_not_cut() -> None:
    text = "; ".join(f"{n} the state-of-the-art needle at https://a.com/b/c of {n}" for n in "xyz")
    for length in range(10, 60):
        for shown in marked("needle", text, length=length):
            inner = shown.strip("…").strip().replace("[", "").replace("]", "")
            at = text.index(inner)
            for edge in (at, at + len(inner)):
                around = text[max(edge - 1, 0) : edge + 1]
                assert len(around) < 2 or not (around[0].isalnum() and around[1].isalnum())


def test_a_match_that_is_longer_than_the_passage_is_whole() -> None:
    code = "KXT-" + "4410" * 20
    (shown,) = marked(code, f"{FILLER * 3}the {code} of it. {FILLER * 3}", length=10, fragments=1)
    assert f"[{code}]" in shown


@pytest.mark.parametrize("wrong", [{"fragments": -1}, {"length": 0}, {"fragments": True}])
def test_wrong_numbers_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(SettingsError, match=next(iter(wrong))):
        Highlighter(FQ.build("disk"), FQ, **wrong)  # type: ignore[arg-type]


# --- documents ------------------------------------------------------------------------------------


def test_every_part_of_a_document() -> None:
    document = Document(
        title="軟體更新",
        content="沒有別的。" * 80 + "更新後無法啟動。" + "沒有別的。" * 80,
        important_keywords=("更新", "其它"),
        questions=("如何更新？", "還有呢？"),
    )
    shown = highlight_document(FQ.build("软体更新"), FQ, document, length=40)
    assert {part: [one.marked("[", "]") for one in found] for part, found in shown.items()} == {
        "title": ["[軟體更新]"],
        "content": [shown["content"][0].marked("[", "]")],
        "important_keywords": ["[更新]"],
        "questions": ["如何[更新]？"],
    }
    assert "[更新]後無法啟動。" in shown["content"][0].marked("[", "]")


def test_a_faint_match_is_shown_only_where_no_part_matches_better() -> None:
    document = Document(title="Passwortänderung", content="Das Passwort")
    assert set(highlight_document(FQ.build("Passwortänderung"), FQ, document)) == {"title"}
    other = Document(title="Hallo", content="Das Passwort")
    assert set(highlight_document(FQ.build("Passwortänderung"), FQ, other)) == {"content"}
    assert highlight_document(FQ.build("zebra"), FQ, document) == {}


def test_keywords_of_a_paragraph_are_found_as_phrases() -> None:
    built = FQ.paragraph("disks and printers", keywords=["machine learning"])
    (shown,) = highlight(built, FQ, "Machine learning with a disk; the learning machine")
    assert shown.marked("[", "]") == "[Machine learning] with a [disk]; the learning machine"


# --- for any text ---------------------------------------------------------------------------------

WORDS = st.sampled_from(
    ["disk", "Disks", "full", "of", "bank", "KXT-4410", "kxt 4410", "v2.3.1", "人民代表大会",
     "軟體", "软体更新", "东京タワー", "ธนาคาร", "ایران", "کتاب\u200cهای", "हिन्दी", "cafe\u0301",
     "ﬁle", "\U0001f469\u200d\U0001f4bb", "\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7",
     "elasticsearhc", "Elasticsearch", "Passwortänderung", "한국어", "e\u0301\u0327"]
)  # fmt: skip
GAPS = st.sampled_from([" ", "", ". ", "。", "\n", "-", "\u200d", "\u0301", "，", "! ", "\r\n"])
TEXTS = st.one_of(
    st.lists(st.tuples(WORDS, GAPS), max_size=60).map(
        lambda pairs: "".join(word + gap for word, gap in pairs)
    ),
    st.text(max_size=200),
)
QUERIES = st.one_of(st.lists(WORDS, min_size=1, max_size=6).map(" ".join), st.text(max_size=20))


@settings(max_examples=300, deadline=None)
@given(query=QUERIES, text=TEXTS, fragments=st.integers(0, 4), length=st.integers(1, 80))
def test_spans_lie_in_order_within_passages_of_the_text(
    query: str, text: str, fragments: int, length: int
) -> None:
    built = FQ.build(query)
    shown = highlight(built, FQ, text, fragments=fragments, length=length)
    assert len(shown) <= max(fragments, 1)
    whole = highlight(built, FQ, text, fragments=0)
    assert bool(shown) == bool(whole)
    marks = {text[start:end] for one in whole for start, end in one.spans}
    place = 0
    for fragment in shown:
        done = -1
        assert fragment.spans, "a passage shows a match"
        for start, end in fragment.spans:
            assert done < start < end <= len(fragment.text)
            done = end
            # what is marked in a passage is marked in the whole text
            assert any(fragment.text[start:end] in mark for mark in marks)
            for edge in (start, end):
                assert not joins(fragment.text, edge)
        inner = _inner(fragment, text)
        at = text.find(inner, place)
        assert at >= place, "passages are parts of the text, in its order, apart"
        place = at + len(inner)
    if whole:
        assert [one.text for one in whole] == [text]
        assert whole[0].marked("", "", None) == text


def _inner(fragment: Fragment, text: str) -> str:
    """A passage without the ellipses that were put around it."""
    forms = [
        fragment.text[len(before) : len(fragment.text) - len(after)]
        for before in ("", "…", "… ")
        for after in ("", "…", " …")
        if fragment.text.startswith(before) and fragment.text.endswith(after)
    ]
    return next(form for form in forms if form and form in text)


@settings(max_examples=200, deadline=None)
@given(words=st.lists(WORDS, min_size=1, max_size=5), text=TEXTS)
def test_every_word_of_the_query_that_is_in_the_text_is_marked(words: list[str], text: str) -> None:
    query = " ".join(words)
    built = FQ.build(query)
    content = {term.text for term in built.terms if term.role == "content"}
    shown = highlight(built, FQ, text, fragments=0)
    covered: set[int] = set()
    for one in shown:
        for start, end in one.spans:
            covered.update(range(start, end))
    for token in FQ.analyze(text).tokens:
        if token.text in content and token.kind != "ngram":
            assert covered.issuperset(range(token.start, token.end))
    if shown:
        # and nothing is marked that holds no letter of it
        assert all(any(not one.isspace() for one in shown[0].text[a:b]) for a, b in shown[0].spans)


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cn", "Cs", "Co"]), max_size=12) | TEXTS)
def test_no_place_inside_a_character_is_one_to_cut(text: str) -> None:
    regex = need("regex")
    breaks = {match.start() for match in regex.finditer(r"\X", text)}
    for place in range(1, len(text)):
        assert place in breaks or joins(text, place)


def test_a_text_of_a_megabyte_takes_no_more_than_its_analysis_several_times() -> None:
    text = ("如何在 Elasticsearch 里配置同义词？Password resets of KXT-4410 happen. " * 20_000)[
        : 10**6
    ]
    built = FQ.build("elasticsearhc 同义词配置 人民代表大会 password resets kxt-4410")
    start = time.process_time()
    FQ.analyze(text)
    analysis = time.process_time() - start
    shown = Highlighter(built, FQ).text(text)
    assert len(shown) == 3
    assert time.process_time() - start < 15 * analysis + 1


def test_time_grows_with_the_text_and_not_faster() -> None:
    highlighter = Highlighter(FQ.build("needle of disks 人民代表大会"), FQ, fragments=5)

    def seconds(size: int) -> float:
        text = ("人民和disks of needles " * size)[:size]
        best = 1e9
        for _ in range(3):
            start = time.process_time()
            highlighter.text(text)
            best = min(best, time.process_time() - start)
        return best

    seconds(4_000)
    assert seconds(40_000) < 40 * seconds(4_000) + 0.05


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("步骤①KXT-4410 重启", "①KXT"), ("①v2.3.1 固件", "①v2.3."),
        ("联系㎡user@example.com", "㎡user@ex"), ("第①user@example.com", "example"),
        ("\r\n \u0345KXT-4410 ", "\r\n \u0345KXT-4410 "),
    ],
)  # fmt: skip
@pytest.mark.parametrize("length", [5, 160])
def test_signs_that_are_several_words_leave_the_text_whole(
    text: str, query: str, length: int
) -> None:
    fq = FulltextQuery()
    for fragment in highlight(fq.build(query), fq, text, fragments=1, length=length):
        last = 0
        for start, end in fragment.spans:
            assert last <= start < end <= len(fragment.text)
            last = end
        assert fragment.text.strip("… ") in text
        assert fragment.marked("", "", None) == fragment.text
