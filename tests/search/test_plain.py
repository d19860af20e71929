"""An index that is there already: its own fields, its own analyzers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from fulltext_query import FulltextQuery, Settings
from fulltext_query.errors import DocumentError, SettingsError
from fulltext_query.query.tree import Phrase, Term
from fulltext_query.search.documents import Document
from fulltext_query.search.elasticsearch import ElasticsearchEngine
from fulltext_query.search.plain import PlainProfile
from fulltext_query.search.searcher import Searcher
from tests.engine.client import Client
from tests.engine.plugin import IndexFactory, unique_name

STANDARD = {"type": "text", "analyzer": "standard"}


@pytest.fixture(scope="module")
def plain() -> FulltextQuery:
    return FulltextQuery(Settings.preset("plain"))


def test_the_parts_stand_in_their_fields_and_come_back() -> None:
    profile = PlainProfile("head", "doc.body", important_keywords="tags", questions="faq")
    document = Document(
        "Text", "Head", "1", ("a", "b"), ("why?",), {"year": 2020, "doc": {"lang": "en"}},
        (1.0, 2.0),
    )  # fmt: skip
    row = profile.row(document)
    assert row.source == {
        "year": 2020, "doc": {"lang": "en", "body": "Text"}, "head": "Head", "tags": ["a", "b"],
        "faq": ["why?"],
    }  # fmt: skip
    assert row.fields == {}
    assert row.vector == (1.0, 2.0)
    assert document.metadata["doc"] == {"lang": "en"}
    back = profile.document("1", {**row.source, "vector": [1.0, 2.0]})
    assert (back.title, back.content, back.important_keywords, back.questions) == (
        "Head", "Text", ("a", "b"), ("why?",)
    )  # fmt: skip
    assert back.metadata == {"year": 2020}
    assert profile.schema() is None
    assert profile.field("year") == "year"


@pytest.mark.parametrize(
    ("source", "content"),
    [
        ({"body": "a"}, "a"),
        ({"body": ["a", "b"]}, "a\nb"),
        ({"body": None}, ""),
        ({"body": 3}, "3"),
        ({"body": {"x": 1}}, ""),
        ({}, ""),
    ],
)
def test_any_index_gives_documents(source: Mapping[str, Any], content: str) -> None:
    profile = PlainProfile()
    assert profile.document("1", source).content == content
    nested = PlainProfile(content="a.b")
    assert nested.document("1", {"a": [{"b": "x"}, {"b": "y"}]}).content == "x\ny"
    assert nested.document("1", {"a.b": "x"}).content == "x"


def test_what_has_no_place_is_refused() -> None:
    with pytest.raises(DocumentError, match="'1' has questions"):
        PlainProfile().row(Document("x", id="1", questions=("q",)))
    with pytest.raises(DocumentError, match="'body' already"):
        PlainProfile().row(Document("x", id="1", metadata={"body": "y"}))
    with pytest.raises(DocumentError, match="'vector' stands in the metadata"):
        PlainProfile().row(Document("x", id="1", metadata={"vector": "y"}))
    with pytest.raises(SettingsError, match="'t' is given to two parts"):
        PlainProfile("t", "t")
    with pytest.raises(SettingsError, match="content: name the field"):
        PlainProfile("t", "")
    with pytest.raises(SettingsError, match="'a..b' is no name"):
        PlainProfile(content="a..b")


def test_words_go_to_the_server_as_they_were_written(plain: FulltextQuery) -> None:
    built = plain.build("Überprüfungen der Résumés in ۱۲ کتابی ｆｕｌｌ")
    words = [slot.main.text for slot in built.tree.slots if isinstance(slot.main, Term)]
    assert words == ["überprüfungen", "der", "résumés", "in", "۱۲", "کتابی", "ｆｕｌｌ"]
    assert all(not isinstance(leaf, Phrase) or len(leaf.words) == 2
               for slot in built.tree.slots for leaf in slot.leaves)  # fmt: skip


def test_what_the_server_may_cut_is_a_phrase_too(plain: FulltextQuery) -> None:
    (slot,) = plain.build("192.168.1.10").tree.slots
    assert Phrase(("192.168.1.10",), 1.0) in slot.leaves
    slots = plain.build("設定同義詞").tree.slots  # Traditional stays Traditional, cut as words
    assert [slot.main.text for slot in slots if isinstance(slot.main, Term)] == ["設定", "同義詞"]
    phrases = [leaf.words for slot in slots for leaf in slot.leaves if isinstance(leaf, Phrase)]
    assert ("設定",) in phrases
    assert ("同義詞",) in phrases
    assert ("定同",) in phrases  # across the cut: an analyzer of bigrams has it
    (thai,) = plain.build("ภาษาไทยง่าย").tree.slots
    assert isinstance(thai.main, Term)
    assert thai.main.text == "ภาษาไทยง่าย"


def test_a_word_that_may_be_mistyped_is_also_asked_for_exactly(plain: FulltextQuery) -> None:
    """A server does not stem a fuzzy word: alone it would not find its own plural."""
    (slot,) = plain.build("Kubernetesx").tree.slots
    assert slot.main == Term("kubernetesx", 1.0, 1)
    assert Term("kubernetesx", 1.0) in slot.leaves


def test_an_index_that_is_there_is_searched_and_filled(
    elasticsearch: Client, index: IndexFactory
) -> None:
    made = index(
        {"properties": {"headline": STANDARD, "text": STANDARD, "lang": {"type": "keyword"}}},
        documents={
            "1": {"headline": "同义词", "text": "在设置里选择同义词词典。", "lang": "zh"},
            "2": {"headline": "Wi-Fi", "text": "Restart the Wi-Fi router, then wait.",
                  "lang": "en"},
            "3": {"headline": "Fi", "text": "Fi and Wi are letters; the router is new.",
                  "lang": "en"},
            "4": {"headline": "義", "text": "同類的詞，意義不同。", "lang": "zh"},
            "5": {"headline": "رمز", "text": "برای تغییر رمز عبور به تنظیمات بروید", "lang": "fa"},
        },
    )  # fmt: skip
    fq = FulltextQuery(Settings.preset("plain", fields={"headline": 1, "text": 1}))
    engine = ElasticsearchEngine(elasticsearch.url, made.name)
    searcher = Searcher(engine, fq, profile=PlainProfile("headline", "text"))
    assert searcher.index([Document("Der Server startet neu.", "Neustart", "6",
                                    metadata={"lang": "de"})])  # fmt: skip
    for text, first in (
        ("选择同义词", "1"),
        ("WI-FI router", "2"),
        ("ruoter wi", "2"),  # mistyped
        ("رمز عبور", "5"),
        ("Server neu", "6"),
    ):
        assert searcher.search(text).hits[0].id == first, text
    hit = searcher.search("router", filters={"lang": "en"}).hits[0]
    assert "router" in "".join(one.marked("[", "]") for one in hit.highlights["content"])
    assert hit.document.metadata == {"lang": "en"}
    engine.close()


def test_an_index_that_is_not_there_is_not_made(
    elasticsearch: Client, plain: FulltextQuery
) -> None:
    name = unique_name()
    engine = ElasticsearchEngine(elasticsearch.url, name)
    searcher = Searcher(engine, plain, profile=PlainProfile())
    with pytest.raises(Exception, match=name):
        searcher.index([Document("x")])
    assert engine.meta() is None
    engine.close()


@pytest.mark.parametrize("text", ["", "?", "a/b", 'x"y', "AND", "\\", "義\\", "\ud800", "c++ ^2"])
def test_never_refused(index: IndexFactory, plain: FulltextQuery, text: str) -> None:
    made = index({"properties": {"title": STANDARD, "body": STANDARD}})
    built = plain.build(text)
    assert made.validate(built.to_dict()).valid
    assert made.validate(built.to_bool()).valid
