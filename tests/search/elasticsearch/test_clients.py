"""Both major versions of the official client, ours and the user's, on both servers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from elasticsearch import AsyncElasticsearch, Elasticsearch, __version__

from fulltext_query import FulltextQuery
from fulltext_query.errors import QueryRefusedError
from fulltext_query.search.contract import Request
from fulltext_query.search.documents import Document
from fulltext_query.search.elasticsearch import (
    AsyncElasticsearchEngine,
    ElasticsearchEngine,
    async_bulk_index,
    bulk_index,
    plain_async_node,
    plain_node,
)  # fmt: skip
from fulltext_query.search.profiles import TokenProfile
from tests.engine.cache import prepared
from tests.engine.client import Client
from tests.engine.plugin import unique_name

DOCUMENTS = (
    {"_id": "1", "title": "Disks", "text": "The disk is full", "room": 7},
    {"_id": "2", "title": "Passwords", "text": "How to reset a forgotten password"},
)
ROOT = Path(__file__).parents[3]


@pytest.fixture
def name(elasticsearch: Client) -> Iterator[str]:
    made = unique_name()
    yield made
    elasticsearch.delete_index(made)


@pytest.fixture(scope="session")
def client_8() -> Path:
    """A folder with the official client of version 8, fetched once."""

    def build(folder: Path) -> None:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder)]
        done = subprocess.run(
            [*command, "elasticsearch>=8.12,<9", "aiohttp", "stamina"],
            capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        if done.returncode:
            raise OSError(done.stderr[-500:])

    try:
        return prepared("elasticsearch-client-8", build)
    except OSError as error:
        pytest.skip(f"needs the client of version 8: {error}")


def test_a_client_of_the_users_own(elasticsearch: Client, name: str, fq: FulltextQuery) -> None:
    with Elasticsearch(elasticsearch.url, node_class=plain_node()) as client:
        assert bulk_index(client, name, DOCUMENTS, fq).indexed == 2
        engine = ElasticsearchEngine(client, name)
        assert [hit.id for hit in engine.search(Request(fq.build("full disk").tree)).hits] == ["1"]
        engine.close()
        assert engine.count() == 2  # it is not ours to close


async def in_a_loop(url: str, name: str, fq: FulltextQuery) -> list[str]:
    async with AsyncElasticsearch(url, node_class=plain_async_node()) as client:
        assert (await async_bulk_index(client, name, DOCUMENTS, fq)).indexed == 2
        engine = AsyncElasticsearchEngine(client, name)
        hits = (await engine.search(Request(fq.build("full disk").tree))).hits
        return [hit.id for hit in hits]


def test_an_asynchronous_client_of_the_users_own(
    elasticsearch: Client, name: str, fq: FulltextQuery
) -> None:
    import asyncio

    assert asyncio.run(in_a_loop(elasticsearch.url, name, fq)) == ["1"]


def test_a_client_as_it_comes_is_taken_or_told_the_way_out(
    elasticsearch: Client, name: str, fq: FulltextQuery
) -> None:
    with Elasticsearch(elasticsearch.url) as client:
        engine = ElasticsearchEngine(client, name)
        if int(elasticsearch.version().partition(".")[0]) >= __version__[0]:
            assert bulk_index(client, name, DOCUMENTS, fq).indexed == 2
            assert engine.count() == 2
            return
        # a server is refused by the client of a later version
        with pytest.raises(QueryRefusedError, match=r"node_class=plain_node\(\)") as caught:
            engine.create(TokenProfile(fq).schema())
        assert caught.value.attempts == 1


PROGRAM = """
import asyncio, elasticsearch, sys
from fulltext_query import FulltextQuery
from fulltext_query.search.contract import Request
from fulltext_query.search.elasticsearch import *
from tests.search.elasticsearch.test_clients import DOCUMENTS, in_a_loop

url, name = sys.argv[1:]
assert elasticsearch.__version__[0] == 8, elasticsearch.__version__
fq = FulltextQuery()
assert bulk_index(f"{url}/{name}", None, DOCUMENTS, fq).indexed == 2
tree = fq.build("full disk").tree
with ElasticsearchEngine(f"{url}/{name}") as engine:
    assert [hit.id for hit in engine.search(Request(tree)).hits] == ["1"]
with elasticsearch.Elasticsearch(url) as client:  # as it comes
    assert [hit.id for hit in ElasticsearchEngine(client, name).search(Request(tree)).hits] == ["1"]
assert asyncio.run(in_a_loop(url, name, fq)) == ["1"]
print("found")
"""


def test_the_client_of_version_8(elasticsearch: Client, name: str, client_8: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM, elasticsearch.url, name],
        env={"PYTHONPATH": f"{client_8}:{ROOT}", "PATH": ""},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "found"


def test_every_document_that_cannot_be_read_is_reported(
    elasticsearch: Client, name: str, fq: FulltextQuery, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [
        *DOCUMENTS, {"_id": "3", "text": 17}, "no document", {"_id": "4", "a.b": 1},
        Document("well", id="5"), {"_id": "6", "text": "x", "room": "seven"},
    ]  # fmt: skip
    told: list[int] = []
    report = bulk_index(f"{elasticsearch.url}/{name}", None, given, fq, progress=told.append)  # type: ignore[arg-type]
    assert report.indexed == 3
    assert {one.id: one.reason.partition(":")[0] for one in report.rejected if not one.status} == {
        "3": "document 3", "document 4": "a document is a JSON object such as {\"id\"",
        "4": "document 5",
    }  # fmt: skip
    (refused,) = (one for one in report.rejected if one.status)
    assert (refused.id, refused.status) == ("6", 400)
    assert sum(told) == len(given)
    assert capsys.readouterr() == ("", "")
    assert bulk_index(f"{elasticsearch.url}/{name}", None, DOCUMENTS, fq, progress=True)
    assert "2 documents" in capsys.readouterr().err
