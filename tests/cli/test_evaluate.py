"""``fulltext-query evaluate``: what it measures, compares, shows and writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Call, lines
from tests.engine.client import Client
from tests.evaluation.conftest import Make, make
from tests.optional import need

__all__ = ["make"]

need("ir_measures")
need("tantivy")


def test_measures_are_printed_with_the_worst_queries(inside: Call, make: Make) -> None:
    folder = make(
        judged=(("q1", "d1", 1), ("q2", "d4", 1), ("q3", "d4", 1))  # q2's cannot be found
    )
    code, out, err = inside("evaluate", str(folder))
    assert (code, err) == (0, "")
    assert out.startswith("garden: 3 judged queries, 1 without a right document left out\n")
    row = next(line for line in lines(out) if line.startswith("default "))
    assert row.split()[1] == "0.667"  # two of three at the first place
    assert "fewer than 20 queries" in out
    worst = out[out.index("worst with default") :]
    assert worst.count("nDCG@10") == 1  # the perfect ones are not shown
    assert "q2: nDCG@10 0.000" in worst
    assert "right: d4, grade 1, not found: 同义词 如何在搜索引擎里配置同义词词典。" in worst
    assert "first: d2: Grafting apple trees in spring." in worst
    assert "text: when to graft an apple tree" in worst  # the explanation


def test_settings_are_compared_side_by_side(inside: Call, make: Make, tmp_path: Path) -> None:
    # titles alone find less; and other tokens need an index of their own
    file = tmp_path / "titles.toml"
    file.write_text('fields = ["title_tks"]\nstemming = false\n')
    code, out, _ = inside(
        "evaluate", str(make()), "--preset", "default", "--settings", str(file), "--worst", "0"
    )
    assert code == 0
    table, _, change = out.partition("against default, query by query")
    assert [line.split()[0] for line in lines(table)[1:4]] == ["name", "default", "titles"]
    assert next(line for line in lines(change) if line.startswith("titles ")).split()[1][0] == "-"
    assert "worst with" not in out


def test_json_has_the_values_of_every_query(inside: Call, make: Make) -> None:
    out = inside(
        "evaluate", str(make()), "--json", "--preset", "default", "--preset", "documents"
    ).out
    value = json.loads(out)
    assert (value["collection"], value["queries"], value["unjudged"]) == ("garden", 3, 1)
    first, second = value["configurations"]
    assert (first["name"], second["name"]) == ("default", "documents")
    assert first["difference"] is None
    assert set(first["values"]["nDCG@10"]) == {"q1", "q2", "q3"}
    ndcg = first["measures"]["nDCG@10"]
    assert ndcg["low"] <= ndcg["mean"] <= ndcg["high"]
    assert ndcg["mean"] == pytest.approx(sum(first["values"]["nDCG@10"].values()) / 3)
    difference = second["difference"]["nDCG@10"]["mean"]
    assert difference == pytest.approx(second["measures"]["nDCG@10"]["mean"] - ndcg["mean"])


def test_the_worst_in_json_are_explained(inside: Call, make: Make) -> None:
    folder = make(judged=(("q2", "d4", 1),))
    (found,) = json.loads(inside("evaluate", str(folder), "--json").out)["configurations"]
    (worst,) = found["worst"]
    assert worst["right"] == [{"id": "d4", "grade": 1, "rank": None}]
    assert worst["first"] == "d2"
    assert "graft" in json.dumps(worst["explanation"])


def test_a_run_is_written_for_other_tools(inside: Call, make: Make, tmp_path: Path) -> None:
    folder = str(make())
    inside("evaluate", folder, "--run", str(tmp_path / "one.trec"))
    rows = [line.split() for line in (tmp_path / "one.trec").read_text().splitlines()]
    assert ["q3", "Q0", "d4", "1"] in [row[:4] for row in rows]
    assert {row[5] for row in rows} == {"default"}
    inside(
        "evaluate", folder, "--run", str(tmp_path / "two.trec"),
        "--preset", "default", "--preset", "documents",
    )  # fmt: skip
    assert (tmp_path / "two-default.trec").exists()
    assert (tmp_path / "two-documents.trec").exists()
    code, _, err = inside("evaluate", folder, "--run", str(tmp_path / "absent" / "run"))
    assert code == 2
    assert "cannot write the run" in err


def test_a_folder_is_filled_once_and_searched_as_it_is(
    inside: Call, make: Make, tmp_path: Path
) -> None:
    folder, index = make(), str(tmp_path / "index")
    first = inside("evaluate", str(folder), "--in", index)
    (folder / "corpus.jsonl").unlink()  # no longer needed
    again = inside("evaluate", str(folder), "--in", index)
    assert first.code == again.code == 0
    assert again.out.splitlines()[:3] == first.out.splitlines()[:3]
    # an index with other tokens is refused, not searched in vain
    code, _, err = inside("evaluate", str(folder), "--in", index, "--set", "stemming=false")
    assert code == 2
    assert "stemming" in err


def test_without_corpus_and_index_it_says_what_to_do(inside: Call, make: Make) -> None:
    code, out, err = inside("evaluate", str(make(documents=None)))
    assert (code, out) == (2, "")
    assert "has no corpus.jsonl to index" in err


def test_right_documents_that_are_nowhere_are_told(inside: Call, make: Make) -> None:
    folder = make(judged=(("q1", "d1", 1), ("q1", "lost", 1), ("q2", "gone", 0)))
    code, _, err = inside("evaluate", str(folder))
    assert code == 0
    assert "1 right documents are not in the corpus, such as 'lost'" in err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--preset", "nope"), "no preset 'nope'"),
        (("--split", "dev"), "no qrels/dev.tsv"),
        (("--set", "min_match=loads"), "min_match"),
        (("--in", "http://127.0.0.1:9/docs"), "the server http://127.0.0.1:9 cannot be reached"),
        (("--in", "http://127.0.0.1:9"), "no index is named"),
    ],
)
def test_what_cannot_be_done_is_told(
    inside: Call, make: Make, options: tuple[str, str], message: str
) -> None:
    code, out, err = inside("evaluate", str(make()), *options)
    assert (code, out) == (2, "")
    assert message in err


def test_a_bad_line_is_named(inside: Call, make: Make) -> None:
    folder = make()
    with (folder / "corpus.jsonl").open("a") as file:
        file.write('{"_id": "d9", "text": 5}\n')
    code, _, err = inside("evaluate", str(folder))
    assert code == 2
    assert "corpus.jsonl, line 5: content must be a string" in err


def test_a_server_gives_what_the_embedded_engine_does(
    elasticsearch: Client, inside: Call, make: Make
) -> None:
    folder, where = str(make()), f"{elasticsearch.url}/evaluated"
    need("elasticsearch")
    try:
        there = inside("evaluate", folder, "--in", where, "--json")
        again = inside("evaluate", folder, "--in", where, "--json")
    finally:
        elasticsearch.delete_index("evaluated")
    here = inside("evaluate", folder, "--json")
    assert there.err == again.err == ""
    assert there.out == again.out
    mine, its = (json.loads(one.out)["configurations"][0]["values"] for one in (here, there))
    assert mine == its
