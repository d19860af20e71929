"""The embedded engine gives what a real Elasticsearch gives the printed query."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from fulltext_query import FulltextQuery, Settings
from fulltext_query.query.render import to_bool, to_query_string
from fulltext_query.query.tree import Phrase, Query, Slot, Term
from fulltext_query.search.contract import IndexSchema, Request, Row
from fulltext_query.search.documents import Document
from fulltext_query.search.elasticsearch.layout import index_body
from fulltext_query.search.embedded import EmbeddedEngine
from fulltext_query.search.profiles import TokenProfile
from tests.engine.client import Index
from tests.engine.plugin import IndexFactory
from tests.engine.queries import SEEDS
from tests.engine.searching import answers, scores
from tests.search.embedded.trees import SCHEMA, random_rows, random_tree


def _both(
    index: IndexFactory, schema: IndexSchema, rows: Sequence[Row]
) -> tuple[Index, EmbeddedEngine]:
    body = index_body(schema)
    server = index(
        body["mappings"], body["settings"], {row.id: {"id": row.id, **row.fields} for row in rows}
    )
    engine = EmbeddedEngine()
    engine.create(schema)
    assert engine.write(rows)
    return server, engine


def _found(engine: EmbeddedEngine, tree: Query) -> dict[str, float]:
    return {hit.id: hit.score for hit in engine.search(Request(tree, size=1000)).hits}


def _agree(server: Index, engine: EmbeddedEngine, trees: Sequence[Query]) -> None:
    queries = [to_query_string(tree) for tree in trees]
    for tree, query, expected in zip(trees, queries, scores(server, queries), strict=True):
        found = _found(engine, tree)
        assert found.keys() == expected.keys(), query
        for name, score in expected.items():
            assert found[name] == pytest.approx(score, rel=1e-3, abs=1e-9), (name, query)


def test_trees_of_every_kind(index: IndexFactory) -> None:
    server, engine = _both(index, SCHEMA, random_rows(200, 1))
    chance = random.Random(2)
    _agree(server, engine, [random_tree(chance) for _ in range(600)])


def test_after_replacing_and_deleting_the_averages_follow(index: IndexFactory) -> None:
    rows = random_rows(300, 3)
    body = index_body(SCHEMA)
    kept = rows[:40] + rows[250:]
    server = index(
        body["mappings"], body["settings"], {row.id: {"id": row.id, **row.fields} for row in kept}
    )
    engine = EmbeddedEngine()
    engine.create(SCHEMA)
    # a title for every tenth document only, and in several writes: the averages are far apart
    for start in range(0, 40, 10):
        engine.write(rows[start : start + 10])
    engine.write(rows[250:])
    chance = random.Random(4)
    _agree(server, engine, [random_tree(chance) for _ in range(100)])


def test_real_queries_with_the_default_settings(index: IndexFactory) -> None:
    fq = FulltextQuery(Settings(phrase_slop=0))
    profile = TokenProfile(fq)
    texts = [text for seeds in SEEDS.values() for text in seeds]
    rows = [
        profile.row(
            Document(
                f"{text}. {texts[(7 * number) % len(texts)]}",
                title=texts[(3 * number) % len(texts)] if number % 3 else "",
                id=str(number),
                important_keywords=(texts[(5 * number) % len(texts)],) if number % 4 == 0 else (),
                questions=(text,) if number % 9 == 0 else (),
            )
        )
        for number, text in enumerate(texts)
    ]
    server, engine = _both(index, profile.schema(), rows)
    _agree(server, engine, [fq.build(text).tree for text in texts])


def test_a_slot_of_one_word_needs_no_minimum_and_the_bool_form_agrees(index: IndexFactory) -> None:
    server, engine = _both(index, SCHEMA, random_rows(100, 5))
    fields = (("title", 2.0), ("body", 1.0))
    slot = Slot(Term("pump", 1.0), (Term("pumps", 0.5),), (), (Phrase(("pump", "a"), 0.2),))
    tree = Query((slot, Slot(Term("valve", 1.0))), fields, "100%", tie_breaker=0.1)
    expected = scores(server, [to_bool(tree)])[0]
    assert _found(engine, tree) == pytest.approx(expected, rel=1e-3)
    alone = Query((slot,), fields, "100%", tie_breaker=0.1)
    assert _found(engine, alone).keys() > _found(engine, tree).keys()


def test_sloppy_phrases_match_the_same_documents_and_score_nearly_so(index: IndexFactory) -> None:
    words = ("left", "right", "b", "c", "d", "e", "f")
    chance = random.Random(6)
    rows = [
        Row(str(number), {"body": " ".join(chance.choice(words) for _ in range(8))}, {})
        for number in range(300)
    ]
    schema = IndexSchema(text={"body": True})
    server, engine = _both(index, schema, rows)
    for phrase, slop in (
        (("left", "right"), 1), (("left", "right"), 2), (("left", "right"), 3),
        (("right", "b", "c"), 1), (("b", "c", "d"), 3),
    ):  # fmt: skip
        tree = Query((Slot(Phrase(phrase, 1.0, slop)),), (("body", 1.0),), "")
        expected = scores(server, [to_query_string(tree)])[0]
        found = _found(engine, tree)
        assert found.keys() == expected.keys(), (phrase, slop)
        assert len(expected) > 5
        apart = [abs(found[name] / score - 1) for name, score in expected.items()]
        assert max(apart) < 0.5, (phrase, slop)
        assert sum(apart) / len(apart) < 0.15, (phrase, slop)


def test_totals_are_equal_and_exact(index: IndexFactory) -> None:
    server, engine = _both(index, SCHEMA, random_rows(200, 7))
    chance = random.Random(8)
    trees = [random_tree(chance) for _ in range(50)]
    for tree, answer in zip(
        trees, answers(server, [to_query_string(tree) for tree in trees]), strict=True
    ):
        hits = engine.search(Request(tree, size=3, total=True))
        total: Mapping[str, Any] = answer["hits"]["total"]
        assert (hits.total, hits.exact) == (total["value"], True)
