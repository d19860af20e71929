"""The engines that the effectiveness is measured on: an Elasticsearch, or the embedded one."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from fulltext_query.evaluation import Ranking
from fulltext_query.query.tree import Query, Slot, Term
from fulltext_query.search.contract import IndexSchema, Request, Row
from fulltext_query.search.documents import Document
from fulltext_query.search.elasticsearch import ElasticsearchEngine
from fulltext_query.search.elasticsearch.bodies import Form, search_body
from fulltext_query.search.elasticsearch.layout import Layout, read_layout
from fulltext_query.search.embedded import EmbeddedEngine
from tests.engine.client import Client
from tests.engine.elasticsearch import ElasticsearchServer

from .configurations import PLAIN

__all__ = ["Backend", "Cost", "Own", "open_backend"]

_AT_ONCE = 100  # searches of one _msearch, documents of one _bulk


class Own(NamedTuple):
    """A query of the engine's own: "match" or the type of a multi_match, words and fields."""

    kind: str
    words: str
    fields: tuple[str, ...]


Asked = Query | Own


class Cost(NamedTuple):
    """Milliseconds of one search: what the engine says it took, and what the caller waited."""

    took: float
    waited: float


class Backend(ABC):
    """Indexes by name, filled once and searched in batches."""

    name: str

    @abstractmethod
    def fill(self, index: str, schema: IndexSchema, rows: Iterable[Row]) -> None:
        """Makes an index anew and fills it."""

    @abstractmethod
    def fill_plain(self, index: str, documents: Iterable[Document]) -> None:
        """The same of the plain fields, with the engine's standard analyzer."""

    @abstractmethod
    def drop(self, index: str) -> None:
        """Removes an index; one that is not there is no error."""

    @abstractmethod
    def can(self, asked: Own) -> bool:
        """Whether the engine has such a query of its own."""

    @abstractmethod
    def search(self, index: str, queries: Sequence[Asked], size: int) -> Iterator[Ranking]:
        """A ranking for each, at the best speed."""

    @abstractmethod
    def cost(self, index: str, query: Asked, size: int) -> Cost:
        """One search alone."""


@contextmanager
def open_backend(where: str, *, form: Form = "bool") -> Iterator[Backend]:
    """The engine: "elasticsearch" starts a server, a URL uses that one, "embedded" needs none."""
    with ExitStack() as stack:
        if where == "embedded":
            yield Embedded(Path(stack.enter_context(tempfile.TemporaryDirectory())))
            return
        if where == "elasticsearch":
            where = stack.enter_context(ElasticsearchServer(fast=False, heap_mb=1024)).url
        client = Client(where, timeout=300)
        stack.callback(client.close)
        yield Server(client, form)


class Server(Backend):
    """Elasticsearch, in batches that the library's own engine has no need of."""

    def __init__(self, client: Client, form: Form) -> None:
        self.name = f"Elasticsearch {client.version()}"
        self._client = client
        self._form: Form = form
        self._layouts: dict[str, Layout] = {}

    def fill(self, index: str, schema: IndexSchema, rows: Iterable[Row]) -> None:
        self.drop(index)
        engine = ElasticsearchEngine(self._client.url, index=index)
        try:
            engine.create(schema)
            report = engine.write(rows)
        finally:
            engine.close()
        if not report:
            raise SystemExit(f"{len(report.rejected)} rejected: {report.rejected[0]}")
        self._settle(index)

    def fill_plain(self, index: str, documents: Iterable[Document]) -> None:
        self.drop(index)
        text = {"type": "text", "analyzer": "standard"}
        made = self._client.create_index(index, {"properties": dict.fromkeys(PLAIN, text)})
        rest = iter(documents)
        while batch := list(islice(rest, 1000)):
            made.add({one.id: {"title": one.title, "content": one.content} for one in batch})
        self._settle(index)

    def _settle(self, index: str) -> None:
        """One segment, so that frequencies and times do not hang on merging."""
        self._layouts[index] = read_layout(self._client.request("GET", f"/{quote(index)}/_mapping"))
        self._client.request("POST", f"/{quote(index)}/_forcemerge?max_num_segments=1")
        self._client.request("POST", f"/{quote(index)}/_refresh")

    def drop(self, index: str) -> None:
        self._client.delete_index(index)

    def can(self, asked: Own) -> bool:  # noqa: ARG002
        return True

    def search(self, index: str, queries: Sequence[Asked], size: int) -> Iterator[Ranking]:
        for start in range(0, len(queries), _AT_ONCE):
            lines = "".join(
                "{}\n" + json.dumps(self._body(index, query, size)) + "\n"
                for query in queries[start : start + _AT_ONCE]
            )
            answers = self._client.request("POST", f"/{quote(index)}/_msearch", lines)
            for answer in answers["responses"]:
                if "error" in answer:
                    raise SystemExit(f"refused: {json.dumps(answer['error'])[:2000]}")
                yield _ranking(answer)

    def cost(self, index: str, query: Asked, size: int) -> Cost:
        body = self._body(index, query, size)
        start = time.perf_counter()
        answer = self._client.request("POST", f"/{quote(index)}/_search?request_cache=false", body)
        return Cost(float(answer["took"]), 1e3 * (time.perf_counter() - start))

    def _body(self, index: str, asked: Asked, size: int) -> dict[str, Any]:
        """What the library's engine sends, and the same of the engine's own, without sources."""
        if isinstance(asked, Query):
            request = Request(query=asked, size=size)
            return {**search_body(request, self._layouts[index], self._form), "_source": False}
        if asked.kind == "match":
            query: dict[str, Any] = {"match": {asked.fields[0]: asked.words}}
        else:
            fields = list(asked.fields)
            query = {"multi_match": {"query": asked.words, "fields": fields, "type": asked.kind}}
        return {"query": query, "size": size, "_source": False}


def _ranking(answer: dict[str, Any]) -> Ranking:
    return tuple((hit["_id"], hit["_score"]) for hit in answer["hits"]["hits"])


class Embedded(Backend):
    """The engine without a server. Of its own queries it has bags of words, each field added."""

    def __init__(self, folder: Path) -> None:
        self.name = "embedded"
        self._folder = folder
        self._engines: dict[str, EmbeddedEngine] = {}

    def fill(self, index: str, schema: IndexSchema, rows: Iterable[Row]) -> None:
        self.drop(index)
        engine = EmbeddedEngine(self._folder / index)
        engine.create(schema)
        report = engine.write(rows)
        if not report:
            raise SystemExit(f"{len(report.rejected)} rejected: {report.rejected[0]}")
        self._engines[index] = engine

    def fill_plain(self, index: str, documents: Iterable[Document]) -> None:
        rows = (
            Row(one.id, {"title": _standard(one.title), "content": _standard(one.content)}, {})
            for one in documents
        )
        self.fill(index, IndexSchema(text=dict.fromkeys(PLAIN, False)), rows)

    def drop(self, index: str) -> None:
        engine = self._engines.pop(index, None)
        if engine is not None:
            engine.close()
            shutil.rmtree(self._folder / index, ignore_errors=True)

    def can(self, asked: Own) -> bool:
        return asked.kind in ("match", "most_fields")

    def search(self, index: str, queries: Sequence[Asked], size: int) -> Iterator[Ranking]:
        engine = self._engines[index]
        for query in queries:
            hits = engine.search(Request(query=_tree(query), size=size)).hits
            yield tuple((hit.id, hit.score) for hit in hits)

    def cost(self, index: str, query: Asked, size: int) -> Cost:
        request = Request(query=_tree(query), size=size)
        start = time.perf_counter()
        took = self._engines[index].search(request).took
        return Cost(took, 1e3 * (time.perf_counter() - start))


def _tree(asked: Asked) -> Query:
    if isinstance(asked, Query):
        return asked
    text = _standard(asked.words) if asked.fields[-1] in PLAIN else asked.words
    slots = tuple(Slot(Term(word, 1.0)) for word in text.split())
    return Query(slots, tuple((name, 1.0) for name in asked.fields), "", "most_fields")


_SINGLE = r"\u3040-\u309f\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Hiragana and Han
_STANDARD = re.compile(rf"[{_SINGLE}]|[^\W_{_SINGLE}]+(?:[.'’][^\W_{_SINGLE}]+)*")


def _standard(text: str) -> str:
    """Words nearly as Elasticsearch's standard analyzer cuts them."""
    return " ".join(_STANDARD.findall(text.lower()))
