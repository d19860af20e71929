"""The retriever for LangChain, with the real langchain-core."""

# ruff: noqa: E402  # what is imported below may be missing

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import pytest

from fulltext_query.errors import FilterError, InputError, SettingsError
from fulltext_query.search.searcher import Searcher
from tests.integrations.conftest import Loop
from tests.optional import need

need("langchain_core")

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda

from fulltext_query.integrations.langchain import FulltextQueryRetriever


def ids(documents: list[Any]) -> list[str]:
    return [document.id for document in documents]


def test_documents_come_with_their_ids_text_score_and_highlights(searcher: Searcher) -> None:
    retriever = FulltextQueryRetriever(searcher=searcher)
    assert isinstance(retriever, BaseRetriever)
    documents = retriever.invoke("how are leap years found")
    result = searcher.search("how are leap years found")
    assert ids(documents) == [found.id for found in result]
    first = documents[0]
    assert first.id == "leap"
    assert first.page_content == "Every fourth year is a leap year, but for most centuries."
    assert first.metadata["title"] == "Calendar"
    assert first.metadata["lang"] == "en"
    assert first.metadata["score"] == result.hits[0].score
    assert any("<em>leap</em>" in text for text in first.metadata["highlights"]["content"])


def test_a_documents_own_metadata_is_never_written_over(searcher: Searcher) -> None:
    (horse,) = FulltextQueryRetriever(searcher=searcher).invoke("horse")
    assert horse.metadata["score"] == "own"
    assert isinstance(horse.metadata["fulltext_query_score"], float)


def test_a_document_of_a_title_alone_has_a_text(searcher: Searcher) -> None:
    (found,) = FulltextQueryRetriever(searcher=searcher).invoke("pumps")
    assert found.page_content == "Only a title about pumps"


def test_size_filters_and_options_pass_through(searcher: Searcher) -> None:
    retriever = FulltextQueryRetriever(searcher=searcher, filters={"lang": "de"})
    assert ids(retriever.invoke("leap years")) == ["de"]
    assert len(FulltextQueryRetriever(searcher=searcher, size=1).invoke("leap")) == 1
    plain = FulltextQueryRetriever(searcher=searcher, options={"highlight": False})
    assert "highlights" not in plain.invoke("leap")[0].metadata
    assert len(plain.invoke("leap", size=2)) == 2
    assert "highlights" in plain.invoke("leap", highlight=True)[0].metadata


def test_filters_of_a_call_never_take_the_place_of_the_retrievers(searcher: Searcher) -> None:
    retriever = FulltextQueryRetriever(searcher=searcher, filters={"lang": "en"})
    assert ids(retriever.invoke("leap", filters={"year": 2020})) == ["leap"]
    assert retriever.invoke("leap", filters={"lang": "de"}) == []
    assert set(ids(retriever.invoke("leap", filters=None))) == {"leap", "horse"}
    with pytest.raises(FilterError):
        retriever.invoke("leap", filters={})


def test_filters_among_the_options_hold_beside_the_others(searcher: Searcher) -> None:
    for more, found in (
        ({}, {"leap", "horse"}), ({"filters": {"year": 2020}}, {"leap"}),
        ({"filters": {"lang": "de"}}, set()),
    ):  # fmt: skip
        retriever = FulltextQueryRetriever(
            searcher=searcher, options={"filters": {"lang": "en"}}, **more
        )
        assert set(ids(retriever.invoke("leap"))) == found
        assert set(ids(retriever.invoke("leap", filters={"year": 2020}))) == found - {"horse"}
        assert set(ids(asyncio.run(retriever.ainvoke("leap")))) == found
        # a call changes nothing for the next one
        assert set(ids(retriever.invoke("leap"))) == found


def test_it_is_a_part_of_a_chain(searcher: Searcher) -> None:
    chain = FulltextQueryRetriever(searcher=searcher, size=1) | RunnableLambda(ids)
    assert chain.invoke("leap years found") == ["leap"]
    assert chain.batch(["horse", "pumps"]) == [["horse"], ["title"]]


def test_the_asynchronous_way_uses_the_asynchronous_searcher(loop: Loop) -> None:
    retriever = FulltextQueryRetriever(async_searcher=loop, size=2, filters={"lang": "en"})
    documents = asyncio.run(retriever.ainvoke("leap", timeout=5))
    assert set(ids(documents)) == {"leap", "horse"}
    ((text, options),) = loop.asked
    assert text == "leap"
    assert options["size"] == 2
    assert options["timeout"] == 5


def test_the_asynchronous_way_without_one_gives_the_same(searcher: Searcher) -> None:
    retriever = FulltextQueryRetriever(searcher=searcher)
    assert asyncio.run(retriever.ainvoke("leap", size=2)) == retriever.invoke("leap", size=2)


def test_each_way_has_its_searcher(searcher: Searcher, loop: Loop) -> None:
    retriever = FulltextQueryRetriever(searcher=searcher, async_searcher=loop)
    assert retriever.invoke("horse") == asyncio.run(retriever.ainvoke("horse"))
    assert len(loop.asked) == 1
    with pytest.raises(SettingsError, match="asynchronous methods"):
        FulltextQueryRetriever(async_searcher=loop).invoke("horse")


def test_what_is_no_searcher_is_refused(searcher: Searcher, loop: Loop) -> None:
    for arguments, word in (
        ({}, "Searcher"),
        ({"searcher": "http://localhost"}, "str"),
        ({"searcher": loop}, "async_searcher"),
        ({"async_searcher": searcher}, "not asynchronous"),
    ):
        with pytest.raises(ValueError, match=word):  # pydantic's, or ours
            FulltextQueryRetriever(**arguments)


def test_errors_of_a_search_come_through_and_callbacks_see_them(searcher: Searcher) -> None:
    class Seen(BaseCallbackHandler):
        events: list[str]

        def on_retriever_end(self, documents: Any, **_: Any) -> None:
            self.events.append(f"end {len(documents)}")

        def on_retriever_error(self, error: BaseException, **_: Any) -> None:
            self.events.append(type(error).__name__)

    seen = Seen()
    seen.events = []
    retriever = FulltextQueryRetriever(searcher=searcher)
    retriever.invoke("horse", {"callbacks": [seen]})
    with pytest.raises(InputError):
        retriever.invoke(5, {"callbacks": [seen]})  # type: ignore[arg-type]
    assert seen.events == ["end 1", "InputError"]


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [("langchain", "langchain_core", "langchain"), ("llama_index", "llama_index", "llama-index")],
)
def test_without_the_library_the_extra_is_named(module: str, package: str, extra: str) -> None:
    program = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from fulltext_query import MissingExtraError\n"
        "try:\n"
        f"    import fulltext_query.integrations.{module}\n"
        "except MissingExtraError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert f"pip install 'fulltext-query[{extra}]'" in done.stdout
