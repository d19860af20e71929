"""Which words of the index are near to a word, and how near."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.search.embedded.fuzzy import closest


def _near(word: str, *terms: str, edits: int = 1, prefix: int = 1) -> list[str]:
    return [one.term for one in closest(word, dict.fromkeys(terms, 1), edits, prefix, 50)]


def test_one_edit_of_each_kind() -> None:
    assert _near("pump", "pump", "pumps", "pmup", "pup", "pimp", "pimps") == [
        "pump", "pimp", "pmup", "pumps", "pup",
    ]  # fmt: skip


def test_the_prefix_is_exact() -> None:
    assert _near("pump", "bump", "upmp", prefix=0) == ["bump", "upmp"]
    # of terms that all have it, as the index gives them
    assert _near("pump", "pmup", "pupm", "pppp", prefix=1) == ["pmup", "pupm"]
    assert _near("pump", "pumpkin", "pu", edits=2, prefix=2) == ["pu"]


def test_the_best_are_kept_and_equal_ones_by_the_alphabet() -> None:
    found = closest("heart", {"hearx": 3, "hearth": 9, "heart": 1, "heary": 2}, 1, 1, 3)
    assert [(one.term, one.frequency) for one in found] == [
        ("heart", 1), ("hearth", 9), ("hearx", 3),
    ]  # fmt: skip
    assert [one.boost for one in found] == [1.0, 0.8, 0.8]


@given(st.text("abc", min_size=1, max_size=6), st.text("abc", min_size=1, max_size=6))
def test_as_far_apart_as_the_definition_says(word: str, term: str) -> None:
    for edits in (1, 2):
        assert bool(_near(word, term, edits=edits, prefix=0)) == (_apart(word, term) <= edits)


def _apart(one: str, other: str) -> int:
    """Optimal string alignment, by its definition."""
    table = [[max(i, j) for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            same = one[i - 1] == other[j - 1]
            table[i][j] = min(
                table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (not same)
            )
            if i > 1 and j > 1 and one[i - 2 : i] == other[j - 2 : j][::-1]:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]
