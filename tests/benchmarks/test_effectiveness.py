"""The benchmark runs as its documentation says, on the embedded engine and on a server."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import effectiveness
from benchmarks.backends import open_backend
from benchmarks.configurations import CONFIGURATIONS, chosen_ways
from tests.engine.client import Client
from tests.evaluation.conftest import Make, make
from tests.optional import need

__all__ = ["make"]

need("ir_measures")
need("tantivy")
need("elasticsearch")


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> None:
    monkeypatch.setattr(sys, "argv", ["effectiveness", *map(str, arguments)])
    effectiveness.main()


def table(out: str, heading: str) -> dict[str, list[str]]:
    """The rows below a heading by their first cell."""
    part = out[out.index(f"### {heading}") :].split("\n\n")[1]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in part.splitlines()]
    return {row[0]: row[1:] for row in rows}


def test_a_table_for_each_measure_and_one_of_cost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], make: Make
) -> None:
    folders = make("first"), make("second")
    run(
        monkeypatch, *folders, "--engine", "embedded", "--cost", 3,
        "--configurations", "documents,bag,no-subwords,match,most-fields,tokens-match,best-fields",
    )  # fmt: skip
    out = capsys.readouterr().out
    for measure in ("nDCG@10", "Recall@100", "MRR@10"):
        rows = table(out, measure)
        assert rows[""] == ["first", "second", "mean", "from default, × 100"]
        # the embedded engine has no best_fields of its own
        assert list(rows)[2:] == [
            "default", "documents", "bag", "no-subwords", "match", "most-fields", "tokens-match",
        ]  # fmt: skip
        assert rows["default"][0] == rows["default"][1]
    assert table(out, "MRR@10")["default"] == ["1.000", "1.000", "1.000", "–"]
    assert len(table(out, "Cost: 8 documents, 3 queries")["match"]) == 4


def test_every_configuration_runs_on_a_server(
    elasticsearch: Client,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    make: Make,
) -> None:
    names = [way.name for way in CONFIGURATIONS.values() if not way.dense]
    run(monkeypatch, make(), "--engine", elasticsearch.url)
    rows = table(capsys.readouterr().out, "nDCG@10")
    assert list(rows)[2:] == names
    assert float(rows["default"][0]) > 0.9
    left = elasticsearch.request("GET", "/_cat/indices?format=json")
    assert not [one["index"] for one in left if one["index"].startswith("effectiveness")]


def test_halves_are_disjoint_and_together_everything(make: Make) -> None:
    import argparse

    def queries(half: str) -> list[str]:
        options = argparse.Namespace(half=half, limit=0, typos=0.0)
        return list(effectiveness.prepared(folder, options).queries)

    folder = make()
    assert queries("even") == ["q1", "q3"]
    assert queries("odd") == ["q2"]
    assert queries("all") == ["q1", "q2", "q3"]


def test_unknown_configurations_are_refused() -> None:
    with pytest.raises(ValueError, match="no configuration 'fast'; there are: default, "):
        chosen_ways("fast", vectors=False)
    assert [way.name for way in chosen_ways("bag", vectors=False)] == ["default", "bag"]
    assert not any(way.dense for way in chosen_ways("", vectors=False))
    assert any(way.dense for way in chosen_ways("", vectors=True))


def test_the_plot_shows_every_configuration(tmp_path: Path) -> None:
    need("matplotlib")
    from benchmarks.plots import plot_differences
    from fulltext_query.evaluation import Interval

    path = tmp_path / "plot.svg"
    rows = {"better": Interval(0.02, 0.01, 0.03), "worse": Interval(-0.1, -0.2, -0.05)}
    plot_differences(path, rows, title="two collections", baseline="default")
    assert path.read_text("utf-8").count("<g id=") > 10


def test_an_embedded_backend_leaves_nothing_behind() -> None:
    with open_backend("embedded") as backend:
        folder = backend._folder  # type: ignore[attr-defined]
        assert folder.exists()
    assert not folder.exists()
