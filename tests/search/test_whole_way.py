"""The whole way on real engines: documents in, the right one out and marked as it was written.

Every test here holds for the embedded engine and for Elasticsearch, for both kinds of searcher.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from hashlib import blake2b
from typing import Any, cast

import pytest

from fulltext_query import FulltextQuery, Settings
from fulltext_query.errors import IndexConflictError, IndexMissingError
from fulltext_query.search import (
    AsyncElasticsearchEngine,
    AsyncEmbeddedEngine,
    Document,
    ElasticsearchEngine,
    EmbeddedEngine,
    HybridSettings,
    In,
    Not,
    Or,
    Searcher,
    SearchResult,
    SimilarityReranker,
)
from tests.engine.client import Client
from tests.engine.plugin import unique_name
from tests.search.fakes import Face, Waiting, codes, ids
from tests.search.shelves import DOCUMENTS, QUESTIONS, Question

FQ = FulltextQuery()
KINDS = ("waiting", "event loop")

#: Makes an engine of a kind on the index of that name.
Engines = Callable[[str, str], Any]


class World:
    """One engine under searchers of one kind: an index with all the shelves, and new ones."""

    def __init__(self, engines: Engines, kind: str) -> None:
        self.engines = engines
        self.kind = kind
        self.names: list[str] = []
        self._open = ExitStack()
        self.shelves = self.fresh()
        assert self.shelves.index(DOCUMENTS).indexed == len(DOCUMENTS)

    def fresh(self, **options: Any) -> Face:
        """A searcher on an index of its own, which is not there yet."""
        self.names.append(unique_name())
        return self.again(**options)

    def again(self, **options: Any) -> Face:
        """Another searcher on the newest index."""
        kind: Any = Searcher if self.kind == "waiting" else Waiting
        searcher = kind(self.engines(self.kind, self.names[-1]), options.pop("fq", FQ), **options)
        self._open.callback(searcher.close)
        return cast("Face", searcher)

    def close(self) -> None:
        self._open.close()


_MEANINGS = {"automobil": "car", "automobile": "car", "汽车": "car"}


class Concepts:
    """Hashed words as a vector of 32 numbers; words of one meaning are one word."""

    def __init__(self) -> None:
        self.calls = 0

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls += 1
        return [self._vector(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self._vector(text)

    def _vector(self, text: str) -> list[float]:
        vector = [0.01] * 32
        for word in FQ.analyze(text).coarse:
            name = _MEANINGS.get(word, word).encode()
            vector[blake2b(name, digest_size=1).digest()[0] % 32] += 1.0
        return vector


def marks(result: SearchResult) -> list[str]:
    """What is marked in the first document."""
    return [
        fragment.text[start:end]
        for fragments in result.hits[0].highlights.values()
        for fragment in fragments
        for start, end in fragment.spans
    ]


class WholeWay:
    """The tests; the classes below say on which engine."""

    @pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.first)
    def test_the_right_document_is_first_and_marked(self, world: World, question: Question) -> None:
        result = world.shelves.search(question.text)
        assert ids(result)[0] == question.first
        given = next(one for one in DOCUMENTS if one["id"] == question.first)
        document = result.hits[0].document
        assert (document.title, document.content) == (given["title"], given["content"])
        marked = marks(result)
        for word in question.marked:
            assert any(word in mark for mark in marked), (word, marked)
        for fragments in result.hits[0].highlights.values():
            for fragment in fragments:
                assert fragment.text.strip("…") in document.title + "\n" + document.content

    def test_filters(self, world: World) -> None:
        for lang, expected in (("ja", "ja-pool"), ("hans", "hans-pool")):
            result = world.shelves.search("数据库连接設定", filters={"lang": lang}, size=50)
            assert ids(result)[0] == expected
            assert {hit.document.metadata["lang"] for hit in result} == {lang}
        nothings: tuple[Any, ...] = (
            {"lang": []},
            {"lang": "xx"},
            {"unknown": "ja"},
            {"lang": ["j", "a"]},
        )
        for nothing in nothings:
            assert world.shelves.search("設定", filters=nothing).total == 0
        two = world.shelves.search("設定", filters=Or((In("lang", ("ja",)), In("lang", ("hans",)))))
        assert {hit.document.metadata["lang"] for hit in two} <= {"ja", "hans"}
        other = world.shelves.search("設定", filters=Not(In("lang", ("ja",))), size=50)
        assert "ja" not in {hit.document.metadata["lang"] for hit in other}

    def test_filters_by_every_type(self, world: World) -> None:
        searcher = world.fresh()
        values: dict[str, dict[str, Any]] = {
            "a": {"tenant": "Ä", "year": 2019, "tags": ["x", "y"], "by": {"name": "Ada"}},
            "b": {"tenant": "b", "year": 2024, "draft": True, "score": 0.5, "day": "2024-05-31"},
            "c": {"tenant": None, "draft": False, "tags": []},
        }
        searcher.index(
            {"id": name, "content": "apple", "metadata": values[name]} for name in values
        )
        asked: list[tuple[Any, set[str]]] = [
            (None, {"a", "b", "c"}),
            ({"tenant": "Ä"}, {"a"}), ({"tenant": "ä"}, set()), ({"tenant": {"not": "b"}}, {"a"}),
            ({"tenant": {"exists": True}}, {"a", "b"}),
            ({"year": 2019}, {"a"}), ({"year": {"gt": 2019}}, {"b"}), ({"year": "2019"}, set()),
            ({"year": {"gte": 2019, "lte": 2024}}, {"a", "b"}), ({"year": {"lt": "3"}}, set()),
            ({"draft": True}, {"b"}), ({"draft": {"not": True}}, {"c"}), ({"draft": 1}, set()),
            ({"score": {"lt": 1}}, {"b"}), ({"tags": "y"}, {"a"}), ({"tags": ["y", "z"]}, {"a"}),
            ({"by.name": "Ada"}, {"a"}), ({"day": {"gte": "2024-05-01"}}, {"b"}),
            ({"tenant": "b", "year": 2019}, set()),
        ]  # fmt: skip
        for filters, expected in asked:
            assert set(ids(searcher.search("apple", filters=filters))) == expected, filters

    def test_pages_of_equal_documents(self, world: World) -> None:
        searcher = world.fresh()
        names = [f"{place:02}" for place in range(60)]
        searcher.index({"id": name, "content": "the same apple"} for name in reversed(names))
        for size in (7, 20):
            pages = [
                ids(searcher.search("apple", size=size, offset=offset))
                for offset in range(0, 70, size)
            ]
            assert [name for page in pages for name in page] == names
        assert searcher.search("apple", size=0).total == 60

    def test_replacing_and_deleting(self, world: World) -> None:
        searcher = world.fresh()
        searcher.index([Document("red apple", id="1"), Document("green pear", id="2")])
        searcher.index([Document("blue plum", id="1"), Document("green pear", id="2")])
        assert searcher.count() == 2
        assert ids(searcher.search("red apple")) == []
        assert ids(searcher.search("plum")) == ["1"]
        assert searcher.delete(["1", "none"]) == 1
        assert ids(searcher.search("plum")) == []
        assert ids(searcher.search("pear")) == ["2"]

    def test_the_same_content_twice_is_one_document(self, world: World) -> None:
        searcher = world.fresh()
        for _ in range(2):
            assert searcher.index([{"content": "red apple"}, {"content": "apple"}]).indexed == 2
        assert searcher.count() == 2

    def test_odd_documents_harm_no_other(self, world: World) -> None:
        searcher = world.fresh()
        odd = [
            Document("half of a pair \ud83d here", id="half"),
            Document("NUL \x00 and more \u2028 \ufeff", id="signs"),
            Document("", id="empty"),
            Document("👩🏽‍🚀 🇩🇪", id="emoji"),
            Document("apple", id="ü/ü?#"),
        ]
        report = searcher.index([Document("apple", id="first"), *odd, Document("pear", id="last")])
        assert report.indexed + len(report.rejected) == 7
        assert {rejected.id for rejected in report.rejected} <= {"half"}
        assert searcher.count() == report.indexed
        assert ids(searcher.search("apple")) == ["first", "ü/ü?#"]
        assert ids(searcher.search("pear \udfff")) == ["last"]
        assert ids(searcher.search("👩🏽‍🚀")) == ["emoji"]
        assert searcher.delete(["ü/ü?#"]) == 1

    def test_before_there_is_an_index(self, world: World) -> None:
        searcher = world.fresh()
        assert searcher.search("").total == 0
        with pytest.raises(IndexMissingError):
            searcher.search("apple")
        searcher.index([])
        assert searcher.search("apple").total == 0

    def test_an_index_of_other_settings_is_refused(self, world: World) -> None:
        first = world.fresh()
        first.index([Document("running")])
        other = world.again(fq=FulltextQuery(Settings(stemming=False)))
        with pytest.raises(IndexConflictError, match="stemming True, not False"):
            other.search("running")

    def test_hybrid_finds_what_words_alone_do_not(self, world: World) -> None:
        embedder = Concepts()
        searcher = world.fresh(embedder=embedder)
        documents = [Document("", id="0")]  # has no vector, and comes first
        documents += [Document(f"A {word} for sale", id=word) for word in ("tree", "boat", "house")]
        documents += [Document("An automobile for sale", id="automobile", metadata={"kb": "k1"})]
        documents += [Document("一辆汽车", id="汽车"), Document("Driving a car", id="car")]
        assert searcher.index(documents).indexed == 7
        assert embedder.calls == 1
        assert ids(searcher.search("car", hybrid=False)) == ["car"]
        assert set(ids(searcher.search("car", size=3))) == {"car", "automobile", "汽车"}
        assert ids(searcher.search("car"))[0] == "car"
        # a long question, all of whose words no document has: case mm-01
        question = "which car, approvals, retention periods and reviewers"
        found = searcher.search(question, filters={"kb": "k1"}, min_match="100%")
        assert ids(found) == ["automobile"]
        assert not any(code.endswith("failed") for code in codes(found))
        weights = HybridSettings(method="rrf", candidates=5)
        assert ids(searcher.search("car", hybrid=weights))[0] == "car"

    def test_vectors_where_the_index_has_none_are_a_note(self, world: World) -> None:
        result = world.shelves.search("battery", vector=[1.0, 2.0])
        assert ids(result)[0] == "en-battery"

    def test_reranking(self, world: World) -> None:
        searcher = world.fresh(reranker=SimilarityReranker(FQ))
        searcher.index([
            Document("apple " * 5 + "pie", id="many"), Document("a red apple", id="red"),
            Document("pear", title="Red apple", id="title"),
        ])  # fmt: skip
        result = searcher.search("red apple")
        assert codes(result) == []
        assert set(ids(result)[:2]) == {"red", "title"}
        assert all("rerank" in hit.scores for hit in result)


@pytest.fixture(scope="module", params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def embedded_world(kind: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("indexes")

    def engines(kind: str, name: str) -> Any:
        made = EmbeddedEngine if kind == "waiting" else AsyncEmbeddedEngine
        return made(folder / name)

    with closing(World(engines, kind)) as world:
        yield world


@pytest.fixture(scope="module")
def elasticsearch_world(kind: str, elasticsearch: Client) -> Iterator[World]:
    def engines(kind: str, name: str) -> Any:
        made: Any = ElasticsearchEngine if kind == "waiting" else AsyncElasticsearchEngine
        return made(elasticsearch.url, index=name, replicas=0)

    with closing(World(engines, kind)) as world:
        yield world
    for name in world.names:
        elasticsearch.request("DELETE", f"/{name}?ignore_unavailable=true")


class TestEmbedded(WholeWay):
    """On the embedded engine."""

    @pytest.fixture
    def world(self, embedded_world: World) -> World:
        return embedded_world


class TestElasticsearch(WholeWay):
    """On a real Elasticsearch."""

    @pytest.fixture
    def world(self, elasticsearch_world: World) -> World:
        return elasticsearch_world


def test_both_engines_give_the_same_order(elasticsearch: Client) -> None:
    name = unique_name()
    with (
        Searcher(EmbeddedEngine(), FQ, embedder=Concepts()) as here,
        Searcher(ElasticsearchEngine(elasticsearch.url, name), FQ, embedder=Concepts()) as there,
    ):
        try:
            for searcher in (here, there):
                assert searcher.index(DOCUMENTS)
            for question in QUESTIONS:
                one, two = (
                    searcher.search(question.text, size=96, hybrid=False)
                    for searcher in (here, there)
                )
                assert ids(one) == ids(two), question.text
                # a phrase with a word between counts a little more here
                assert [hit.score for hit in one] == pytest.approx(
                    [hit.score for hit in two], rel=1e-2
                )
                assert [hit.highlights for hit in one] == [hit.highlights for hit in two]
                assert (one.total, one.step) == (two.total, two.step)
                one, two = (searcher.search(question.text, size=96) for searcher in (here, there))
                assert ids(one)[0] == ids(two)[0] == question.first
                assert set(ids(one)) == set(ids(two)), question.text
                cosines = {hit.id: hit.scores["vector"] for hit in two}  # of vectors in bytes
                assert {hit.id: hit.scores["vector"] for hit in one} == pytest.approx(
                    cosines, abs=0.03
                )
        finally:
            elasticsearch.request("DELETE", f"/{name}?ignore_unavailable=true")
