"""The benchmark of dictionaries finds what a dictionary does, and its own folder is as it says."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks import dictionaries, dictionary_costs
from benchmarks.dictionary_ways import DEFAULT, Comparison, Way, comparisons, compiled_without
from fulltext_query import FulltextQuery, Settings
from fulltext_query.lexicon.lexicons import DATA_FOLDER
from tests.evaluation.conftest import Make, make
from tests.optional import need

__all__ = ["make"]

need("ir_measures")
need("tantivy")
need("numpy")

SHIPPED = Path(__file__).resolve().parents[2] / "dictionaries"
DOCUMENTS = [
    {"_id": "d1", "title": "", "text": "The lorry stood in the yard."},
    {"_id": "d2", "title": "", "text": "A truck stood at the gate all day."},
    {"_id": "d3", "title": "", "text": "An old mill by the river."},
]
QUERIES = [
    {"_id": "q1", "text": "wheeler stood"},
    {"_id": "q2", "text": "the mill by the river"},
]
JUDGED = [("q1", "d2", 1), ("q2", "d3", 1)]


def tables(out: str) -> dict[str, dict[str, list[str]]]:
    """The rows of every table by their first cell, by heading."""
    found = {}
    for part in out.split("\n### ")[1:]:
        heading, _, table = part.partition("\n\n")
        lines = [line for line in table.splitlines() if line.startswith("|")]
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
        found[heading] = {row[0]: row[1:] for row in rows if row}
    return found


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: object
) -> str:
    monkeypatch.setattr(sys, "argv", ["dictionaries", *map(str, arguments)])
    dictionaries.main()
    return capsys.readouterr().out


def test_a_dictionary_that_helps_one_of_two_queries(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    make: Make,
    tmp_path: Path,
) -> None:
    folder = tmp_path / "mine" / "synonyms"
    folder.mkdir(parents=True)
    (folder / "mine.en.txt").write_text("wheeler => truck\n", "utf-8")
    mine = Way(DEFAULT.settings, (folder.parent,))
    compared = [
        Comparison("shipped", "mine", mine, DEFAULT),
        Comparison("shipped", "mine taken away", DEFAULT, mine),
        Comparison("off", "nothing", DEFAULT, Way(Settings())),
        Comparison("weight", "1", Way(Settings(synonym_weight=1.0), (folder.parent,)), DEFAULT),
    ]
    monkeypatch.setattr(dictionaries, "comparisons", lambda *_: compared)
    collection = make("yard", documents=DOCUMENTS, queries=QUERIES, judged=JUDGED)
    found = tables(run(monkeypatch, capsys, collection))
    helped = found["nDCG@10, on by default"]
    assert helped[""] == ["queries touched", "better, worse", "en", "mean"]
    # q1 found its document second, and now first: 1 − 1 ÷ log2 3, half of it in the mean
    assert helped["mine"][:2] == ["1", "1, 0"]
    assert helped["mine"][3].startswith("+18.45 [")
    assert helped["mine taken away"][:2] == ["1", "0, 1"]
    assert helped["mine taken away"][3].startswith("-18.45 [")
    assert list(found["nDCG@10, off by default"]) == ["", "---"]  # a dictionary that does nothing
    assert found["Queries that are built otherwise"] == {
        "of": ["yard"], "---": ["---"], "all": ["2"], "mine": ["1"], "mine taken away": ["1"],
        "nothing": ["0"],
    }  # fmt: skip
    # q1 is of the even half, q2 of the other
    even, odd, every = found["nDCG@10, weight of the synonyms against none"]["1"]
    assert even.startswith("+36.91 [")
    assert odd.startswith("+0.00 [")
    assert every.startswith("+18.45 [")
    # of three documents all are among the first hundred
    assert "Recall@100, on by default" not in found


def test_documents_are_indexed_anew_where_their_tokens_change(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    make: Make,
    tmp_path: Path,
) -> None:
    lexica = compiled_without(["protected.txt"], ["shipped"], SHIPPED, tmp_path / "without")
    compared = [Comparison("shipped", "protected.txt", DEFAULT, Way(lexica=lexica))]
    monkeypatch.setattr(dictionaries, "comparisons", lambda *_: compared)
    documents = [
        {"_id": "d1", "title": "", "text": "The BIOS starts the machine and then the disk."},
        {"_id": "d2", "title": "", "text": "Bio food."},
    ]
    queries = [{"_id": "q1", "text": "BIOS"}]
    collection = make("codes", documents=documents, queries=queries, judged=[("q1", "d1", 1)])
    rows = tables(run(monkeypatch, capsys, collection))["nDCG@10, on by default"]
    # without it BIOS is bio, of which the shorter document is more: were the documents those of
    # before, nothing would be found
    assert rows["protected.txt"][:2] == ["1", "1, 0"]
    assert rows["protected.txt"][2].startswith("+36.91 [")


def test_what_is_compiled_without_a_file_lacks_just_that(tmp_path: Path) -> None:
    lexica = compiled_without(["question_words"], ["lists"], SHIPPED, tmp_path)
    fq = FulltextQuery(lexicon_directory=lexica)
    text = "what broke the pump"
    usual = {token.word: token.role.name for token in FulltextQuery().analyze(text).tokens}
    other = {token.word: token.role.name for token in fq.analyze(text).tokens}
    assert usual["what"] == "QUESTION"
    assert other["what"] != "QUESTION"
    assert usual.items() - other.items() == {("what", "QUESTION")}
    assert not (DATA_FOLDER / "lists.json").is_symlink()


def test_every_shipped_list_has_its_comparison(tmp_path: Path) -> None:
    names = [one.name for one in comparisons(SHIPPED, tmp_path)]
    assert len(names) == len(set(names))
    said = " ".join(names)
    for path in (SHIPPED / "synonyms").iterdir():
        assert f"synonyms/{path.name} alone" in names
    for kind in ("words", "function_words", "question_words", "entities", "protected", "t2s",
                 "WordNet", "parts of speech", "frequencies"):  # fmt: skip
        assert kind in said
    kinds = {path.name.partition(".")[0] for path in SHIPPED.iterdir()} - {"README"}
    assert kinds <= {"words", "function_words", "question_words", "entities", "protected",
                     "t2s_exceptions", "synonyms", "wordnet"}  # fmt: skip


def test_folders_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(monkeypatch, capsys)
    assert "give folders of collections, or --costs" in capsys.readouterr().err


def test_the_made_up_folder_has_as_many_entries_as_it_says(tmp_path: Path) -> None:
    assert dictionary_costs.write_folder(tmp_path / "one", scale=3) == 600
    assert dictionary_costs.write_folder(tmp_path / "two", scale=3) == 600
    files = sorted((tmp_path / "one").rglob("*.txt"))
    for path in files:
        other = tmp_path / "two" / path.relative_to(tmp_path / "one")
        assert path.read_bytes() == other.read_bytes()
    fq = FulltextQuery(dictionaries=[tmp_path / "one"])  # strict: every line can be used
    assert sum(fq.dictionaries.layers[0].counts.values()) == 600


def test_costs_of_a_case(tmp_path: Path) -> None:
    dictionary_costs.write_folder(tmp_path / "mine", scale=1)
    case = dictionary_costs.Case("mine", {"wordnet": True}, (tmp_path / "mine",))
    found = dictionary_costs._measured(case)
    assert json.loads(json.dumps(found)) == found
    assert 0 < found["load"] < found["first"] < 60
    assert 10 < found["own"] < found["resident"] <= found["peak"] + 50
    assert 0 < found["en"] < 1
    assert 0 < found["zh"] < 1
