"""The budget: what a query costs, and what goes first."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query.query.budget import affordable_words, prune
from fulltext_query.query.tree import Phrase, Prices, Query, Slot, Term
from fulltext_query.text.tokens import Note

boost = st.floats(1e-6, 10)


def terms(*texts: str) -> st.SearchStrategy[Term]:
    return st.builds(Term, st.sampled_from(texts), boost, st.just(0), st.just(""))


slot = st.builds(
    Slot,
    terms("a", "b", "c"),
    st.lists(terms("f1", "f2"), max_size=3).map(tuple),
    st.lists(terms("s1", "s2"), max_size=5).map(tuple),
    st.lists(
        st.builds(Phrase, st.just(("a", "b")), boost, st.just(3), st.just("")), max_size=2
    ).map(tuple),
)


@pytest.mark.parametrize(
    ("clauses", "fields", "words"),
    [(1024, 7, 146), (1024, 1, 1024), (7, 7, 1), (6, 7, 1), (1, 9, 1), (14, 7, 2), (13, 7, 1)],
)
def test_how_many_words_fit(clauses: int, fields: int, words: int) -> None:
    assert affordable_words(clauses, fields) == words


ONE_FIELD = Prices(1, "", 10)


def count(slots: list[Slot], stage: str) -> int:
    return sum(len(getattr(one, stage)) for one in slots)


@settings(deadline=None)
@given(st.lists(slot, min_size=1, max_size=8), st.integers(0, 40))
def test_pruning(slots: list[Slot], extra: int) -> None:
    limit = len(slots) + extra
    notes: list[Note] = []
    pruned, _ = prune(slots, limit, notes, ONE_FIELD)
    before = Query(tuple(slots), (("f", 1.0),), "").leaf_count
    after = Query(tuple(pruned), (("f", 1.0),), "").leaf_count
    # exactly as much as is needed goes
    assert after == min(before, limit)
    # every word stays, in its place
    assert [one.main for one in pruned] == [one.main for one in slots]
    # nothing of a later stage goes before all of an earlier one
    gone = {
        stage: count(slots, stage) - count(pruned, stage)
        for stage in ("synonyms", "phrases", "fine")
    }
    if gone["phrases"]:
        assert count(pruned, "synonyms") == 0
    if gone["fine"]:
        assert count(pruned, "phrases") == 0
    # of each stage the lightest goes
    for stage in gone:
        kept = [leaf.boost for one in pruned for leaf in getattr(one, stage)]
        left = sorted(leaf.boost for one in slots for leaf in getattr(one, stage))
        assert sorted(kept) == left[len(left) - len(kept) :]
        # and what stays is in its order
        for old, new in zip(slots, pruned, strict=True):
            leaves = iter(getattr(old, stage))
            assert all(leaf in leaves for leaf in getattr(new, stage))
    # each loss is told, with how many
    assert [note.code for note in notes] == [f"{stage}_dropped" for stage in gone if gone[stage]]
    for note in notes:
        assert note.message.startswith(f"{gone[note.code.removesuffix('_dropped')]} of ")


def test_equal_boosts_go_from_the_end() -> None:
    slots = [Slot(Term(name, 1.0), (), (Term("x", 0.5), Term("y", 0.5))) for name in "ab"]
    pruned, _ = prune(slots, 4, [], ONE_FIELD)
    assert [len(one.synonyms) for one in pruned] == [2, 0]
    pruned, _ = prune(slots, 3, [], ONE_FIELD)
    assert [[leaf.text for leaf in one.synonyms if isinstance(leaf, Term)] for one in pruned] == [
        ["x"],
        [],
    ]


def test_what_fits_is_left_alone() -> None:
    slots = [Slot(Term("a", 1.0), (Term("f", 1.0),), (Term("s", 1.0),), (Phrase(("a", "b"), 1.0),))]
    notes: list[Note] = []
    assert prune(slots, 4, notes, ONE_FIELD) == (slots, ONE_FIELD)
    assert notes == []


def test_a_leaf_costs_what_the_engine_counts() -> None:
    prices = Prices(8, "sub", 10)
    assert prices.leaf(Term("elastic", 1.0)) == 7 + 7  # a clause a field, and one a letter
    assert prices.leaf(Term("elastic", 1.0, 0, "sub")) == 7
    assert prices.leaf(Term("elastic", 1.0, 0, "title")) == 1
    assert prices.leaf(Phrase(("a", "b"), 1.0)) == 8
    assert prices.leaf(Phrase(("a", "b"), 1.0, 3, "title")) == 1
    assert Prices(7, "", 10).leaf(Term("elastic", 1.0)) == 7
    assert prices.total([Slot(Term("elastic", 1.0, 1))]) == 14 + 80


@given(st.lists(slot, max_size=6), st.sampled_from(["", "sub"]), st.integers(1, 9))
def test_the_total_is_the_sum_of_the_leaves(slots: list[Slot], field: str, fields: int) -> None:
    prices = Prices(fields, field, 10)
    mains = [Slot(Term("fuzzy", 1.0, 1))]
    assert prices.total(mains) == prices.leaf(mains[0].main) + prices.fuzziness
    assert prices.total(slots) == sum(prices.leaf(leaf) for one in slots for leaf in one.leaves)


def test_subwords_go_before_finer_parts_and_after_phrases() -> None:
    prices = Prices(3, "sub", 10)
    slots = [
        Slot(
            Term("elastic", 1.0, 1),
            (Term("last", 0.5, 0, "fine"), Term("elastic", 0.3, 0, "sub")),
            (Term("rubber", 0.25),),
            (Phrase(("elastic", "band"), 0.2, 3, "title"),),
        )
    ]
    notes: list[Note] = []
    pruned, left = prune(slots, 4, notes, prices)
    assert pruned == [Slot(Term("elastic", 1.0), (Term("last", 0.5, 0, "fine"),))]
    assert left == Prices(2, "", 10)
    assert [note.code for note in notes] == [
        "fuzziness_dropped", "synonyms_dropped", "phrases_dropped", "subwords_dropped",
    ]  # fmt: skip
    pruned, left = prune(slots, 2, notes, prices)
    assert pruned == [Slot(Term("elastic", 1.0))]
