"""The budget: what a query costs, and what goes first."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query.query.budget import affordable_leaves, prune
from fulltext_query.query.tree import Phrase, Query, Slot, Term
from fulltext_query.text.tokens import Note

boost = st.floats(1e-6, 10)
slot = st.builds(
    Slot,
    st.builds(Term, st.sampled_from(["a", "b", "c"]), boost),
    st.lists(st.builds(Term, st.sampled_from(["f1", "f2"]), boost), max_size=3).map(tuple),
    st.lists(st.builds(Term, st.sampled_from(["s1", "s2"]), boost), max_size=5).map(tuple),
    st.lists(st.builds(Phrase, st.just(("a", "b")), boost), max_size=2).map(tuple),
)


@pytest.mark.parametrize(
    ("clauses", "fields", "leaves"),
    [(1024, 7, 146), (1024, 1, 1024), (7, 7, 1), (6, 7, 1), (1, 9, 1), (14, 7, 2), (13, 7, 1)],
)
def test_how_many_leaves_fit(clauses: int, fields: int, leaves: int) -> None:
    assert affordable_leaves(clauses, fields) == leaves


def count(slots: list[Slot], stage: str) -> int:
    return sum(len(getattr(one, stage)) for one in slots)


@settings(deadline=None)
@given(st.lists(slot, min_size=1, max_size=8), st.integers(0, 40))
def test_pruning(slots: list[Slot], extra: int) -> None:
    limit = len(slots) + extra
    notes: list[Note] = []
    pruned = prune(slots, limit, notes)
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
    pruned = prune(slots, 4, [])
    assert [len(one.synonyms) for one in pruned] == [2, 0]
    pruned = prune(slots, 3, [])
    assert [[leaf.text for leaf in one.synonyms if isinstance(leaf, Term)] for one in pruned] == [
        ["x"],
        [],
    ]


def test_what_fits_is_left_alone() -> None:
    slots = [Slot(Term("a", 1.0), (Term("f", 1.0),), (Term("s", 1.0),), (Phrase(("a", "b"), 1.0),))]
    notes: list[Note] = []
    assert prune(slots, 4, notes) == slots
    assert notes == []
