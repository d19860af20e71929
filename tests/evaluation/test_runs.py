"""Runs: other tools read back the very ranking."""

from __future__ import annotations

import struct
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.errors import CollectionError
from fulltext_query.evaluation import measure, write_run
from fulltext_query.evaluation.runs import run_lines
from tests.optional import need

ir_measures = need("ir_measures")


def test_a_run_has_six_columns_and_a_hundred_hits(tmp_path: Path) -> None:
    ranking = tuple((f"d{place}", 50.0 - place / 10) for place in range(150))
    write_run(tmp_path / "run", {"q1": ranking, "q2": ()}, "my settings")
    rows = [line.split(" ") for line in (tmp_path / "run").read_text().splitlines()]
    assert len(rows) == 100
    assert rows[0] == ["q1", "Q0", "d0", "1", "50", "my_settings"]
    assert [int(row[3]) for row in rows] == list(range(1, 101))


@given(st.lists(st.floats(0, 100, width=32), min_size=1, max_size=40))
def test_equal_scores_keep_their_order_in_single_precision(scores: list[float]) -> None:
    ranking = [(f"d{place}", score) for place, score in enumerate(sorted(scores, reverse=True))]
    read = [float(line.split()[4]) for line in run_lines({"q": ranking}, "x")]
    single = [struct.unpack("f", struct.pack("f", score))[0] for score in read]
    assert all(left > right for left, right in pairwise(single))
    assert read[0] == pytest.approx(max(scores), abs=1e-6)


def test_ir_measures_reads_the_same_values(tmp_path: Path) -> None:
    # all scores equal, in an order that breaking ties by name would turn around
    ranking = tuple((name, 1.0) for name in ("a", "c", "b"))
    write_run(tmp_path / "run", {"q": ranking}, "x")
    run = ir_measures.read_trec_run(str(tmp_path / "run"))
    theirs = ir_measures.calc_aggregate([ir_measures.RR @ 10], {"q": {"c": 1}}, run)
    ours = measure({"q": {"c": 1}}, {"q": ["a", "c", "b"]})
    assert list(theirs.values()) == [ours["MRR@10"]["q"]] == [0.5]


@pytest.mark.parametrize("rankings", [{"q 1": (("d", 1.0),)}, {"q": (("d 1", 1.0),)}, {"": ()}])
def test_a_name_with_blanks_is_refused(
    tmp_path: Path, rankings: dict[str, tuple[tuple[str, float], ...]]
) -> None:
    with pytest.raises(CollectionError, match="cannot stand in a run"):
        write_run(tmp_path / "run", rankings, "x")
    assert not (tmp_path / "run").exists()
