"""The decisions of writing, against servers that answer anything: nothing lost, nothing doubled."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fulltext_query.errors import (
    EngineError,
    EngineUnavailableError,
    IndexingStoppedError,
    QueryRefusedError,
    SettingsError,
)  # fmt: skip
from fulltext_query.search.contract import Row
from fulltext_query.search.elasticsearch.bulk import Bulk, Chunk
from fulltext_query.search.elasticsearch.layout import Layout

LAYOUT = Layout({}, {"id": "keyword"}, (), "")


class Server:
    """Answers a chunk's tries by a script: a list of statuses, or a fault, for each request."""

    def __init__(self, script: list[Any]) -> None:
        self.script = script
        self.stored: dict[str, str] = {}
        self.sent: list[list[str]] = []

    def exchange(self, chunk: Chunk, tries: int = 3) -> None:
        for left in reversed(range(tries)):
            try:
                self._once(chunk)
            except EngineUnavailableError:
                if not left:
                    raise
            else:
                return

    def _once(self, chunk: Chunk) -> None:
        call = chunk.call(1.0)
        assert isinstance(call.body, bytes)
        lines = [json.loads(line) for line in call.body.splitlines()]
        names = [line["index"]["_id"] for line in lines[::2]]
        self.sent.append(names)
        fault = self.script.pop(0) if self.script else "fine"
        if fault == "too large" and len(names) > 1:
            raise QueryRefusedError("too large", status=413)
        if fault == "refused":
            raise QueryRefusedError("no", status=403)
        if fault == "lost before":
            raise EngineUnavailableError("gone")
        items = []
        for name, body in zip(names, lines[1::2], strict=True):
            status = 201 if isinstance(fault, str) else fault[int(name) % len(fault)]
            if status < 300:
                self.stored[name] = body["text"]
            error = {} if status < 300 else {"error": {"reason": f"because {status}"}}
            items.append({"index": {"_id": name, "status": status, **error}})
        if fault == "lost after":
            raise EngineUnavailableError("gone")
        chunk.take({"items": items})


STATUSES = st.lists(st.sampled_from([200, 201, 400, 429, 409, 503]), min_size=1, max_size=4)
FAULT = st.one_of(
    st.sampled_from(["fine", "lost before", "lost after", "too large", "refused"]), STATUSES
)
#: some are too busy, some are done, and what is sent again is too large
BUSY_THEN_TOO_LARGE = STATUSES.map(lambda statuses: [[*statuses, 429, 429], "too large"])
SCRIPTS = st.lists(st.one_of(FAULT.map(lambda fault: [fault]), BUSY_THEN_TOO_LARGE), max_size=12)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.integers(0, 30), max_size=40),
    SCRIPTS,
    st.integers(1, 9),
    st.integers(40, 400),
)
@example([0, 1, 2, 3], [[[201, 400, 429, 429], "too large"]], 4, 400)
def test_every_document_is_indexed_or_reported(
    names: list[int], script: list[list[Any]], documents: int, size: int
) -> None:
    server, told = Server([fault for faults in script for fault in faults]), [0]
    bulk = Bulk("/docs", LAYOUT, documents=documents, size=size, patience=9.0, progress=told.append)

    def run(flow: Any) -> Any:
        try:
            step = next(flow)
            while True:
                try:
                    result = None
                    if isinstance(step.exchange, Chunk):
                        assert 0 < len(step.exchange.pending) <= documents
                        server.exchange(step.exchange)
                except EngineError as error:
                    step = flow.throw(error)
                else:
                    step = flow.send(result)
        except StopIteration as end:
            return end.value

    taken: list[str] = []
    said = None
    try:
        for place, number in enumerate(names):
            taken.append(str(number))
            chunk = bulk.add(Row(str(number), {"text": f"version {place}"}, {}))
            if chunk is not None:
                run(bulk.send(chunk))
        report = run(bulk.finish())
    except IndexingStoppedError as stopped:
        report, said = stopped.report, stopped.taken
    assert said in (None, len(taken))
    # each is accounted for exactly once
    assert report.indexed + len(report.rejected) == len(taken) == sum(told)
    lost = Counter(one.id for one in report.rejected)
    assert not lost - Counter(taken)
    assert all(one.reason for one in report.rejected)
    certain = set(taken) - set(lost)
    assert certain <= set(server.stored)
    # a document given twice is there as it was given last
    for name in certain:
        last = max(place for place, given_name in enumerate(taken) if given_name == name)
        assert server.stored[name] == f"version {last}"


def test_a_chunk_has_bounds_and_a_larger_document_goes_alone() -> None:
    bulk = Bulk("/docs", LAYOUT, documents=3, size=200, patience=9.0)
    sizes = []
    for number, length in enumerate((10, 10, 500, 10, 10, 10, 10)):
        chunk = bulk.add(Row(str(number), {"text": "x" * length}, {}))
        if chunk is not None:
            sizes.append(len(chunk.pending))
    assert sizes == [2, 1, 3]
    with pytest.raises(SettingsError):
        Bulk("/docs", LAYOUT, documents=0, size=200, patience=9.0)


def test_a_vector_that_the_index_cannot_keep_is_said() -> None:
    bulk = Bulk("/docs", LAYOUT, documents=3, size=200, patience=9.0)
    assert bulk.add(Row("1", {}, {}, (1.0, 2.0))) is None
    (one,) = bulk.report().rejected
    assert "no field for its vector" in one.reason


@pytest.mark.parametrize(
    "answer",
    [{}, {"items": []}, {"items": [{"index": {"status": 201}}]}, {"items": ["a", "b"]},
     {"items": [{}, {"index": 201}]}],
)  # fmt: skip
def test_an_answer_that_does_not_speak_of_each_document_is_none(answer: dict[str, Any]) -> None:
    chunk = Chunk("/docs/_bulk", [("1", b"{}\n{}\n"), ("2", b"{}\n{}\n")])
    with pytest.raises(EngineUnavailableError, match="does not speak of each"):
        chunk.take(answer)
    assert (len(chunk.pending), chunk.done) == (2, 0)
