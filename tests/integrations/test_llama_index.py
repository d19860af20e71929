"""The retriever for LlamaIndex, with the real llama-index-core."""

# ruff: noqa: E402  # what is imported below may be missing

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from fulltext_query.errors import InputError, SettingsError
from fulltext_query.search.searcher import Searcher
from tests.integrations.conftest import Loop
from tests.optional import need

need("llama_index.core")

from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import MetadataMode, NodeWithScore, QueryBundle

from fulltext_query.integrations.llama_index import FulltextQueryRetriever


def ids(nodes: list[NodeWithScore]) -> list[str]:
    return [node.node_id for node in nodes]


def test_nodes_come_with_their_ids_text_score_and_highlights(searcher: Searcher) -> None:
    retriever = FulltextQueryRetriever(searcher)
    assert isinstance(retriever, BaseRetriever)
    nodes = retriever.retrieve("how are leap years found")
    result = searcher.search("how are leap years found")
    assert ids(nodes) == [found.id for found in result]
    assert [node.score for node in nodes] == [found.score for found in result]
    first = nodes[0]
    assert first.node_id == "leap"
    assert first.text == "Every fourth year is a leap year, but for most centuries."
    assert first.metadata["title"] == "Calendar"
    assert first.metadata["lang"] == "en"
    assert any("<em>leap</em>" in text for text in first.metadata["highlights"]["content"])


def test_models_read_the_document_and_not_how_it_was_found(searcher: Searcher) -> None:
    for node in FulltextQueryRetriever(searcher).retrieve("leap horse"):
        for mode in (MetadataMode.LLM, MetadataMode.EMBED):
            read = node.node.get_content(mode)
            assert node.text in read
            assert "<em>" not in read
            assert "fulltext_query_score" not in read
    (horse,) = FulltextQueryRetriever(searcher).retrieve("horse")
    assert horse.metadata["score"] == "own"
    assert "score: own" in horse.node.get_content(MetadataMode.LLM)


def test_size_filters_and_options_pass_through(searcher: Searcher) -> None:
    assert ids(FulltextQueryRetriever(searcher, filters={"lang": "de"}).retrieve("leap")) == ["de"]
    assert len(FulltextQueryRetriever(searcher, size=1).retrieve("leap")) == 1
    (node,) = FulltextQueryRetriever(searcher, highlight=False).retrieve("horse")
    assert "highlights" not in node.metadata


def test_the_asynchronous_way_uses_the_asynchronous_searcher(loop: Loop) -> None:
    retriever = FulltextQueryRetriever(async_searcher=loop, size=2, timeout=5)
    assert len(asyncio.run(retriever.aretrieve("leap"))) == 2
    ((text, options),) = loop.asked
    assert text == "leap"
    assert options == {"size": 2, "filters": None, "timeout": 5}
    with pytest.raises(SettingsError, match="asynchronous methods"):
        retriever.retrieve("leap")


def test_the_asynchronous_way_without_one_gives_the_same(searcher: Searcher) -> None:
    retriever = FulltextQueryRetriever(searcher)
    assert ids(asyncio.run(retriever.aretrieve("leap"))) == ids(retriever.retrieve("leap"))


def test_a_bundles_embedding_is_the_vector_of_the_search() -> None:
    asked: list[dict[str, Any]] = []

    class Recorded:
        def search(self, text: str, **options: Any) -> Any:
            asked.append({"text": text, **options})
            raise InputError("far enough")

    retriever = FulltextQueryRetriever(Recorded())
    for bundle in (QueryBundle("leap", embedding=[0.6, 0.8]), QueryBundle("leap")):
        with pytest.raises(InputError):
            retriever.retrieve(bundle)
    assert asked[0]["vector"] == (0.6, 0.8)
    assert "vector" not in asked[1]


def test_what_is_no_searcher_is_refused(searcher: Searcher, loop: Loop) -> None:
    for arguments in ((), (5,), (loop,)):
        with pytest.raises(SettingsError):
            FulltextQueryRetriever(*arguments)
    with pytest.raises(SettingsError):
        FulltextQueryRetriever(async_searcher=searcher)
