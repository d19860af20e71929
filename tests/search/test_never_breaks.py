"""Whatever is indexed and whatever is asked: an answer, and never a wrong one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from fulltext_query import FulltextQuery
from fulltext_query.errors import DocumentError
from fulltext_query.search import Document, EmbeddedEngine, Searcher

FQ = FulltextQuery()

#: Every code point, halves of pairs too, which no encoding takes.
_ANY = st.text(st.characters(exclude_categories=()), max_size=40)
_SCRIPTS = st.text(
    st.sampled_from("aB é1-.0'\"()~^*:/\\&|!+?_@#\n\t\x00\u200c\u200b\u202e\ufeff"
                    "数据庫設定北京のカな한글कि्षया كتابиßſİıŁ👩🏽‍🚀🇩🇪Ⅷ½ﬁ"),
    max_size=30,
)  # fmt: skip
TEXTS = _ANY | _SCRIPTS
#: Without halves of pairs.
_WHOLE = st.text(max_size=40) | _SCRIPTS

_MODEST = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.fixture(scope="module")
def shelf() -> Iterator[Searcher]:
    """Documents in several scripts; what is asked of them cannot change them."""
    with Searcher(EmbeddedEngine(), FQ) as searcher:
        texts = ["a red apple", "数据库设定", "資料庫設定", "كتاب کتاب", "データの設定", "किताब",
                 "don't C++ 1.0", "a-1/b"]  # fmt: skip
        report = searcher.index(
            {"id": str(place), "title": text, "content": text} for place, text in enumerate(texts)
        )
        assert report.indexed == len(texts)
        yield searcher


@_MODEST
@given(text=TEXTS, size=st.integers(0, 12), offset=st.integers(0, 12))
@example(text="\ud800", size=10, offset=0)
@example(text="red \udfff apple", size=10, offset=0)
@example(text="AND", size=10, offset=0)
@example(text='"', size=10, offset=0)
@example(text="*:*", size=10, offset=0)
def test_any_text_can_be_asked(shelf: Searcher, text: str, size: int, offset: int) -> None:
    result = shelf.search(text, size=size, offset=offset)
    assert len(result) <= min(size, max(result.total - offset, 0))
    assert result.total <= 8
    scores = [hit.score for hit in result]
    assert scores == sorted(scores, reverse=True)
    assert all(score > 0 for score in scores)
    assert len({hit.id for hit in result}) == len(result)
    if not result.query:
        assert result.total == 0
    json.dumps(result.to_dict())
    for hit in result:
        for fragments in hit.highlights.values():
            for fragment in fragments:
                assert fragment.text.strip("…") in hit.document.content


@_MODEST
@given(
    texts=st.lists(st.tuples(_WHOLE, _WHOLE, st.lists(_WHOLE, max_size=2)), max_size=4),
    data=st.data(),
)
def test_any_document_comes_back_and_is_found_by_its_own_words(
    texts: list[tuple[str, str, list[str]]], data: st.DataObject
) -> None:
    documents = [
        Document(content, title, str(place), tuple(words), tuple(words), {"words": words})
        for place, (title, content, words) in enumerate(texts)
    ]
    with Searcher(EmbeddedEngine(), FQ) as searcher:
        report = searcher.index(documents)
        assert (report.indexed, report.rejected) == (len(documents), ())
        for document in documents:
            for part in (document.title, document.content, *document.questions):
                result = searcher.search(part, size=20)
                by_id = {hit.id: hit.document for hit in result}
                if result.query:
                    assert by_id[document.id] == document
        if documents:
            other = searcher.search(data.draw(TEXTS))
            assert all(hit.document in documents for hit in other)


@_MODEST
@given(title=_ANY, content=_ANY, name=_ANY, value=_ANY)
@example(title="a", content="\ud800", name="a", value="b")
@example(title="a", content="b", name="\udfff", value="b")
@example(title="a", content="b", name="a", value="\udfff")
def test_halves_of_characters_are_taken_or_refused_and_harm_no_other(
    title: str, content: str, name: str, value: str
) -> None:
    with Searcher(EmbeddedEngine(), FQ) as searcher:
        try:
            odd = Document(content, title, "odd", metadata={name: value})
        except DocumentError:
            return
        report = searcher.index([Document("apple", id="1"), odd, Document("pear", id="2")])
        assert report.indexed + len(report.rejected) == 3
        assert {rejected.id for rejected in report.rejected} <= {"odd"}
        assert [hit.id for hit in searcher.search("pear")][-1:] == ["2"]
        assert searcher.count() == report.indexed


@_MODEST
@given(name=_ANY, value=TEXTS | st.integers() | st.floats() | st.booleans())
def test_any_metadata_is_found_by_its_value_and_by_no_other(name: str, value: Any) -> None:
    try:
        document = Document("apple", id="it", metadata={name: value})
    except DocumentError:
        return
    with Searcher(EmbeddedEngine(), FQ) as searcher:
        if not searcher.index([document, Document("apple", id="other")]):
            return
        assert [hit.id for hit in searcher.search("apple", filters={name: value})] == ["it"]
        others = {name: {"not": value}}
        assert searcher.search("apple", filters=others).total == 0
        assert searcher.search("apple", filters={name: f"{value} "}).total == 0
