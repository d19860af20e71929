"""The benchmark of backgrounds: lists as tables, and a table of what each one does."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks.backgrounds import main, read_list
from fulltext_query import FulltextQuery
from fulltext_query.background import write
from fulltext_query.lexicon.frequencies import document_frequency
from tests.optional import need


def test_a_list_is_a_background_for_each_size(tmp_path: Path) -> None:
    path = tmp_path / "law.txt"
    path.write_text("\ufeff版权\t300\n证券 \t 50\r\n两 个\t9\n没有\t0\n坏行\n", "utf-8")
    small, large = read_list(f"law={path}:sum,1e6")
    assert [one.name for one in (small, large)] == ["law, N = sum", "law, N = 1e6"]
    assert (small.table.documents, large.table.documents) == (350, 1e6)
    assert set(small.table.counts) == {"版权", "证券"}
    write(large.table, tmp_path / "law.dict")
    counts = FulltextQuery(dictionaries=[tmp_path / "law.dict"]).dictionaries.counts("zh", "版权")
    assert counts is not None
    assert counts.document_frequency == pytest.approx(300 / 1e6 * 1e9)
    assert document_frequency(counts.frequency) == pytest.approx(counts.document_frequency)


def test_every_collection_has_its_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    need("tantivy")
    need("ir_measures")
    words = {"one": ("水泵", "版权", "天气"), "two": ("更换", "设置", "密码")}
    for name, (first, *_) in words.items():
        folder = tmp_path / name
        folder.mkdir()
        for file, rows in (
            ("corpus", [{"_id": one, "title": "", "text": f"{one}的规定"} for one in words[name]]),
            ("queries", [{"_id": "q", "text": first}]),
        ):
            lines = [json.dumps(row, ensure_ascii=False) for row in rows]
            (folder / f"{file}.jsonl").write_text("\n".join(lines), "utf-8")
        (folder / "qrels.tsv").write_text(f"q\t{first}\t1\n", "utf-8")
    (tmp_path / "list.txt").write_text("水泵\t3\n", "utf-8")
    given = ["--lists-for", "one", "--list", f"own={tmp_path / 'list.txt'}:10"]
    monkeypatch.setattr(sys, "argv", ["backgrounds", str(tmp_path), *given])
    main()
    table = [line.split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    assert [(row[0].strip("| "), row[1]) for row in table] == [
        ("one", "default"), ("", "itself"), ("", "the others of its language"), ("", "own, N = 10"),
        ("two", "default"), ("", "itself"), ("", "the others of its language"),
        ("mean of 2", "itself"), ("mean of 2", "the others of its language"),
    ]  # fmt: skip
    assert all(row[5] == "1.000" for row in table)
