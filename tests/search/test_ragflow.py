"""An index of RAGFlow's tokens: its rows are RAGFlow's, and queries find what is in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from fulltext_query import FulltextQuery, Settings
from fulltext_query.errors import SettingsError
from fulltext_query.search.contract import Request
from fulltext_query.search.documents import Document
from fulltext_query.search.elasticsearch import ElasticsearchEngine
from fulltext_query.search.ragflow import RagflowProfile
from fulltext_query.search.searcher import Searcher
from tests.engine.client import Client
from tests.engine.plugin import IndexFactory, unique_name
from tests.ragflow import original, ragflow, wordnet

__all__ = ["original", "ragflow", "wordnet"]

DOCUMENTS = (
    Document(
        "<table><tr><td width=3>在设置里选择同义词词典，然后重建索引。</td></tr></table>",
        "Elasticsearch 同义词指南.docx",
        "synonyms",
        important_keywords=("同义词", "Wi-Fi 6"),
        questions=("如何配置同义词？", "What are synonyms?"),
        metadata={"kb": "a"},
    ),
    Document(
        "境外投资者可使用自有人民币或外汇投资债券。", "投资.pdf", "bonds", metadata={"kb": "b"}
    ),
    Document("The server restarts after a power failure.", "Servers", "servers"),
    Document("南京市长江大桥全长六千多米。", "", "bridge"),
)


@pytest.fixture
def profile(ragflow: FulltextQuery) -> RagflowProfile:
    return RagflowProfile(ragflow)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda one: one.id)
def test_a_row_is_what_ragflow_writes(
    profile: RagflowProfile, original: Any, document: Document
) -> None:
    fields = dict(profile.row(document).fields)
    title = document.title.removesuffix(".docx").removesuffix(".pdf")
    content = document.content
    for mark in ("<table>", "</table>", "<tr>", "</tr>", "</td>", "<td width=3>"):
        content = content.replace(mark, " ")
    expected = {"content_ltks": original.tokenize(content)}
    expected["content_sm_ltks"] = original.fine_grained_tokenize(expected["content_ltks"])
    if title:
        expected["title_tks"] = original.tokenize(title)
        expected["title_sm_tks"] = original.fine_grained_tokenize(expected["title_tks"])
    if document.important_keywords:
        expected["important_kwd"] = list(document.important_keywords)
        expected["important_tks"] = original.tokenize(" ".join(document.important_keywords))
        expected["question_kwd"] = list(document.questions)
        expected["question_tks"] = original.tokenize("\n".join(document.questions))
    assert fields == expected


def test_a_long_document_is_indexed_whole(profile: RagflowProfile, ragflow: FulltextQuery) -> None:
    limit = ragflow.settings.max_characters
    fields = profile.row(Document("数据 " * (limit // 3) + "结束词典")).fields
    assert str(fields["content_ltks"]).endswith("词典")


def test_the_document_comes_back_as_it_was(profile: RagflowProfile) -> None:
    for document in DOCUMENTS:
        row = profile.row(document)
        assert profile.document(row.id, {**row.source, "title_tks": "x"}) == document


def test_a_chunk_of_ragflow_is_a_document(ragflow: FulltextQuery) -> None:
    profile = RagflowProfile(ragflow, existing=True)
    chunk = {
        "id": "c1", "doc_id": "d1", "kb_id": "k1", "docnm_kwd": "手册.pdf",
        "content_with_weight": "正文", "content_ltks": "正文", "q_768_vec": [0.1],
        "important_kwd": ["关键词"], "question_kwd": ["问题？"], "page_num_int": [3],
    }  # fmt: skip
    assert profile.document("c1", chunk) == Document(
        "正文", "手册.pdf", "c1", ("关键词",), ("问题？",),
        {"doc_id": "d1", "kb_id": "k1", "page_num_int": [3]},
    )  # fmt: skip
    assert profile.document("c2", {}) == Document(id="c2")
    assert profile.schema() is None
    assert profile.field("kb_id") == "kb_id"
    assert RagflowProfile(ragflow).field("kb") == "metadata.kb"
    written = profile.row(Document("正文", id="x", metadata={"kb_id": "k"})).source
    assert written["kb_id"] == "k"


def test_queries_of_other_tokens_are_refused() -> None:
    with pytest.raises(SettingsError, match=r"Settings\.preset\('ragflow'\)"):
        RagflowProfile(FulltextQuery())


@pytest.fixture
def searcher(
    elasticsearch: Client, ragflow: FulltextQuery, profile: RagflowProfile
) -> Iterator[Searcher]:
    name = unique_name()
    engine = ElasticsearchEngine(f"{elasticsearch.url}/{name}", replicas=0)
    searcher = Searcher(engine, ragflow, profile=profile)
    assert searcher.index(DOCUMENTS)
    yield searcher
    engine.close()
    elasticsearch.delete_index(name)


def test_the_right_document_comes_first_and_is_marked(searcher: Searcher) -> None:
    for text, first, marked in (
        ("如何配置同義詞", "synonyms", "同义词"),
        ("外汇投资", "bonds", "外汇"),
        ("restarting servers", "servers", "restarts"),
        ("长江大桥", "bridge", "长江大桥"),
        ("人民币债券", "bonds", "债券"),
    ):
        hit = searcher.search(text).hits[0]
        assert hit.id == first, text
        shown = "".join(
            one.marked("[", "]", escape=None) for part in hit.highlights.values() for one in part
        )
        assert f"[{marked}" in shown, (text, shown)
    assert [hit.id for hit in searcher.search("投资 servers", filters={"kb": "b"}).hits] == [
        "bonds"
    ]


def test_an_index_that_ragflow_built_is_searched(
    elasticsearch: Client, index: IndexFactory, ragflow: FulltextQuery, original: Any
) -> None:
    """Fields, analyzers and tokens as RAGFlow makes them, none of it by this library."""

    def chunk(name: str, content: str) -> dict[str, Any]:
        coarse, title = original.tokenize(content), original.tokenize(name)
        return {
            "docnm_kwd": name, "kb_id": "k1", "content_with_weight": content,
            "title_tks": title, "title_sm_tks": original.fine_grained_tokenize(title),
            "content_ltks": coarse, "content_sm_ltks": original.fine_grained_tokenize(coarse),
        }  # fmt: skip

    tokens = {"type": "text", "analyzer": "whitespace"}
    made = index(
        {"properties": {"kb_id": {"type": "keyword"}, "docnm_kwd": {"type": "keyword"}}
         | dict.fromkeys(("title_tks", "title_sm_tks", "content_ltks", "content_sm_ltks"), tokens)},
        documents={
            "1": chunk("同义词", "在设置里选择同义词词典"),
            "2": chunk("投资", "境外投资者可使用外汇"),
        },
    )  # fmt: skip
    engine = ElasticsearchEngine(elasticsearch.url, made.name)
    searcher = Searcher(engine, ragflow, profile=RagflowProfile(ragflow, existing=True))
    found = searcher.search("如何选择同义词词典？", filters={"kb_id": "k1"}).hits
    assert [hit.id for hit in found] == ["1"]
    assert found[0].document.title == "同义词"
    assert found[0].document.metadata == {"kb_id": "k1"}
    assert not searcher.search("同义词", filters={"kb_id": "k2"}).hits
    # a fine part alone finds the longer word
    assert [hit.id for hit in engine.search(Request(ragflow.build("同义").tree)).hits] == ["1"]
    engine.close()


def test_the_preset_searches_ragflows_fields() -> None:
    settings = Settings.preset("ragflow")
    assert set(settings.searched) == {
        "title_tks", "title_sm_tks", "important_kwd", "important_tks", "question_tks",
        "content_ltks", "content_sm_ltks",
    }  # fmt: skip
