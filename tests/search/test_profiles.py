"""The library's own profile: a document's fields are the tokens that a query of it would have."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query import FulltextQuery, Settings, __version__
from fulltext_query.search import Document, TokenProfile
from fulltext_query.search.profiles import text_settings

FQ = FulltextQuery()
PROFILE = TokenProfile(FQ)

TEXTS = [
    "Running shoes for the mountains", "数据库连接池的配置方法",
    "資料庫連線設定", "Die Straßenbahn fährt", "کتاب‌ها را می‌خوانم", "データベースの設定",
    "KXT-4410 无法启动", "डेटाबेस का विन्यास", "",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_the_tokens_are_those_of_analyze(text: str) -> None:
    row = PROFILE.row(Document(text, title=text, important_keywords=(text,), questions=(text,)))
    coarse = " ".join(FQ.analyze(text).coarse)
    fine = " ".join(FQ.analyze(text).fine)
    expected: dict[str, str | list[str]] = {}
    if text:
        expected = {
            "title_tks": coarse, "title_sm_tks": fine, "content_ltks": coarse,
            "content_sm_ltks": fine, "important_kwd": [coarse], "important_tks": coarse,
            "question_tks": coarse,
        }  # fmt: skip
    assert row.fields == expected


def test_keywords_are_terms_of_their_own_and_words_of_one_text() -> None:
    row = PROFILE.row(Document(important_keywords=("Red wine", "...", "数据库"), questions=("!",)))
    assert row.fields["important_kwd"] == ["red wine", "数据库"]
    assert row.fields["important_tks"] == "red wine 数据库"
    assert "question_tks" not in row.fields


@pytest.mark.parametrize(
    ("document", "fields"),
    [
        (Document(), set()),
        (Document(" … !"), set()),
        (Document("word"), {"content_ltks", "content_sm_ltks"}),
        (Document(title="word"), {"title_tks", "title_sm_tks"}),
        (Document(important_keywords=("a",)), {"important_kwd", "important_tks"}),
        (Document(questions=("a",)), {"question_tks"}),
    ],
)
def test_a_part_that_is_not_there_is_no_field(document: Document, fields: set[str]) -> None:
    assert PROFILE.row(document).fields.keys() == fields


def test_the_index_has_every_field_of_the_query_and_of_the_rows() -> None:
    schema = PROFILE.schema()
    known = {*schema.text, *schema.keywords, schema.subwords}
    assert {field for field, _ in FQ.build("数据库 red").tree.fields} <= known
    whole = Document("数据", title="a", important_keywords=("b",), questions=("c",))
    assert PROFILE.row(whole).fields.keys() | {schema.subwords} == known
    assert set(schema.subword_sources) <= schema.text.keys()
    assert all(schema.text.values()), "phrases need positions"


def test_without_a_field_of_sub_words_the_index_has_none() -> None:
    assert TokenProfile(FulltextQuery(Settings(subword_field=""))).schema().subwords == ""


def test_the_index_remembers_what_its_tokens_depend_on() -> None:
    meta = PROFILE.schema().meta
    assert meta["profile"] == "tokens"
    assert meta["version"] == __version__
    assert meta["text"] == text_settings(FQ)


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("Running shoes", {"stemming": False}),
        ("relational generations", {"language": "de"}),
        ("résumé", {"fold_accents": True}),
        ("数据库连接", {"fine_tokens": "off"}),
        ("资料库設定", {"chinese_conversion": "off"}),
        ("設定", {"conversion_exceptions": ["設定"]}),
        ("云原生网关", {"user_words": ["云原生网关 1000"]}),
        ("Running shoes", {"tokenizer": "server"}),
        ("abcdefghijklmnop", {"max_token_length": 8}),
    ],
)
def test_what_changes_tokens_changes_the_memory(text: str, changes: dict[str, Any]) -> None:
    other = FulltextQuery(Settings(**changes))
    one, two = FQ.analyze(text), other.analyze(text)
    assert (one.coarse, one.fine) != (two.coarse, two.fine), "the example shows nothing"
    assert text_settings(other) != text_settings(FQ)


@pytest.mark.parametrize(
    "changes", [{"min_match": "50%"}, {"tie_breaker": 0.3}, {"max_terms": 20}], ids=str
)
def test_what_only_changes_queries_does_not(changes: dict[str, Any]) -> None:
    assert text_settings(FulltextQuery(Settings(**changes))) == text_settings(FQ)


def test_metadata_lies_below_one_name() -> None:
    assert PROFILE.field("title_tks") == "metadata.title_tks"


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60), st.lists(st.text(max_size=20), max_size=3))
def test_the_original_comes_back(title: str, content: str, words: list[str]) -> None:
    document = Document(
        content, title, "x", tuple(words), tuple(words), {"a": words, "b": {"c": 1}}, (1.0, 2.0)
    )
    row = PROFILE.row(document)
    assert row.vector == (1.0, 2.0)
    assert "vector" not in row.source, "it is kept once, beside the source"
    back = PROFILE.document(row.id, row.source)
    assert back.vector is None
    assert back.to_dict() == {k: v for k, v in document.to_dict().items() if k != "vector"}
