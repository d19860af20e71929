"""Nearest neighbours: exact, filtered before they are chosen, gone when their document is."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from fulltext_query.errors import EngineError, IndexConflictError, QueryRefusedError
from fulltext_query.query.tree import Query, Slot, Term
from fulltext_query.search.contract import IndexSchema, Knn, Request, Row
from fulltext_query.search.embedded import EmbeddedEngine
from fulltext_query.search.filters import In

_SCHEMA = IndexSchema(text={"body": True})


def _row(name: str, vector: tuple[float, ...] | None, **metadata: object) -> Row:
    return Row(name, {"body": "w"}, {"metadata": metadata}, vector)


def _cosine(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    dot = sum(a * b for a, b in zip(one, other, strict=True))
    return dot / math.hypot(*one) / math.hypot(*other)


@pytest.fixture(params=["folder", "memory"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> EmbeddedEngine:
    made = EmbeddedEngine(tmp_path / "index" if request.param == "folder" else None)
    made.create(_SCHEMA)
    return made


def test_the_nearest_by_cosine_with_the_score_of_elasticsearch(engine: EmbeddedEngine) -> None:
    chance = random.Random(1)
    vectors = {str(number): tuple(chance.gauss(0, 1) for _ in range(8)) for number in range(200)}
    engine.write(_row(name, vector) for name, vector in vectors.items())
    engine.write([_row("none", None)])
    asked = tuple(chance.gauss(0, 1) for _ in range(8))
    hits = engine.search(Request(knn=Knn(asked, k=12), size=12)).hits
    expected = sorted(vectors, key=lambda name: -_cosine(vectors[name], asked))[:12]
    assert [hit.id for hit in hits] == expected
    for hit in hits:
        assert hit.score == pytest.approx((1 + _cosine(vectors[hit.id], asked)) / 2, abs=1e-6)


def test_filters_come_before_the_choice(engine: EmbeddedEngine) -> None:
    engine.write([
        *(_row(f"near{number}", (1.0, 0.01 * number), tenant="a") for number in range(50)),
        _row("far", (-1.0, 0.0), tenant="b"),
    ])  # fmt: skip
    request = Request(knn=Knn((1.0, 0.0), k=5), filters=In("metadata.tenant", ("b",)))
    found = engine.search(request)
    assert ([hit.id for hit in found.hits], found.total) == (["far"], 1)


def test_replaced_and_deleted_vectors_are_gone(engine: EmbeddedEngine) -> None:
    engine.write([_row("1", (1.0, 0.0)), _row("2", (0.9, 0.1)), _row("3", (0.0, 1.0))])
    engine.write([_row("1", (-1.0, 0.0))])
    engine.delete(["2"])
    engine.write([_row("3", None)])
    hits = engine.search(Request(knn=Knn((1.0, 0.0)))).hits
    assert {hit.id: hit.score for hit in hits} == pytest.approx({"1": 0.0}, abs=1e-6)


def test_equal_neighbours_are_in_the_order_of_ids(engine: EmbeddedEngine) -> None:
    engine.write(_row(name, (1.0, 1.0)) for name in "dbeac")
    hits = engine.search(Request(knn=Knn((1.0, 1.0), k=3))).hits
    assert [hit.id for hit in hits] == ["a", "b", "c"]


def test_vectors_of_another_size_and_without_direction_are_rejected(
    engine: EmbeddedEngine,
) -> None:
    report = engine.write(
        [_row("2", (1.0, 0.0)), _row("3", (1.0, 0.0, 0.0)), _row("0", (0.0, 0.0))]
    )
    assert {one.id: one.reason for one in report.rejected} == {
        "3": "vector has 3 numbers, those of the index have 2",
        "0": "vector has no direction: its length is 0 or not finite",
    }
    assert engine.count() == 1
    with pytest.raises(QueryRefusedError, match="vector has 3 numbers"):
        engine.search(Request(knn=Knn((1.0, 0.0, 0.0))))
    with pytest.raises(IndexConflictError, match="vectors have 2 numbers, not 3"):
        engine.create(_SCHEMA, dimensions=3)


def test_an_index_without_vectors_has_no_neighbours(engine: EmbeddedEngine) -> None:
    engine.write([_row("1", None)])
    assert engine.search(Request(knn=Knn((1.0, 0.0)))).hits == ()


def test_words_and_neighbours_are_fused_by_rank(engine: EmbeddedEngine) -> None:
    engine.write([_row("both", (1.0, 0.0)), Row("near", {"body": "x"}, {}, (1.0, 0.1))])
    query = Query((Slot(Term("w", 1.0)),), (("body", 1.0),), "")
    hits = engine.search(Request(query, Knn((1.0, 0.0)))).hits
    assert [hit.id for hit in hits] == ["both", "near"]
    assert [hit.score for hit in hits] == pytest.approx([2 / 61, 1 / 62])


def test_they_outlive_the_engine_and_a_half_written_row(tmp_path: Path) -> None:
    first = EmbeddedEngine(tmp_path)
    first.create(_SCHEMA)
    first.write([_row("1", (1.0, 0.0))])
    with open(tmp_path / "vectors.f32", "ab") as file:
        file.write(b"\0\0\0\0\0")  # of a writer that died
    again = EmbeddedEngine(tmp_path)
    again.write([_row("2", (0.0, 1.0))])
    assert [hit.id for hit in again.search(Request(knn=Knn((0.0, 1.0)))).hits] == ["2", "1"]
    assert [hit.id for hit in first.search(Request(knn=Knn((0.0, 1.0)))).hits] == ["2", "1"]


def test_a_matrix_cut_short_is_an_error(tmp_path: Path) -> None:
    engine = EmbeddedEngine(tmp_path)
    engine.create(_SCHEMA)
    engine.write([_row("1", (1.0, 0.0)), _row("2", (1.0, 0.0))])
    (tmp_path / "vectors.f32").write_bytes(b"\0" * 8)
    with pytest.raises(EngineError, match="index the documents again"):
        engine.search(Request(knn=Knn((0.0, 1.0))))
