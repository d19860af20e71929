"""A small index to retrieve from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from fulltext_query.search.documents import Document
from fulltext_query.search.searcher import Searcher
from tests.optional import need
from tests.toy import engine

DOCUMENTS = (
    Document(
        "Every fourth year is a leap year, but for most centuries.", title="Calendar", id="leap",
        questions=("How are leap years found?",), metadata={"lang": "en", "year": 2020},
    ),
    Document("A leap of the horse.", id="horse", metadata={"lang": "en", "score": "own"}),
    Document("Schaltjahre: leap years in German.", id="de", metadata={"lang": "de"}),
    Document(title="Only a title about pumps", id="title"),
)  # fmt: skip


@pytest.fixture(scope="package")
def searcher() -> Iterator[Searcher]:
    embedded = need("fulltext_query.search.embedded")
    need("tantivy")
    with Searcher(embedded.EmbeddedEngine(), engine()) as made:
        assert made.index(DOCUMENTS)
        yield made


class Loop:
    """An AsyncSearcher in front of the plain one, that says what it was asked."""

    def __init__(self, searcher: Searcher) -> None:
        self.searcher = searcher
        self.asked: list[tuple[str, dict[str, Any]]] = []

    async def search(self, text: str, **options: Any) -> Any:
        self.asked.append((text, options))
        return self.searcher.search(text, **options)


@pytest.fixture
def loop(searcher: Searcher) -> Loop:
    return Loop(searcher)
