"""Small collections, written as BEIR lays them out."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

__all__ = ["JUDGED", "Make", "make"]

Make = Callable[..., Path]

DOCUMENTS = (
    {"_id": "d1", "title": "Pumps", "text": "How a water pump works and how it is repaired."},
    {"_id": "d2", "title": "", "text": "Grafting apple trees in spring."},
    {"_id": "d3", "title": "Wells", "text": "Drilling a well: depth, casing and the pump."},
    {"_id": "d4", "title": "同义词", "text": "如何在搜索引擎里配置同义词词典。"},
)
QUERIES = (
    {"_id": "q1", "text": "repair water pump"},
    {"_id": "q2", "text": "when to graft an apple tree"},
    {"_id": "q3", "text": "配置同义词"},
    {"_id": "q4", "text": "nobody judged this"},
)
JUDGED = (("q1", "d1", 2), ("q1", "d3", 1), ("q2", "d2", 1), ("q3", "d4", 1), ("q4", "d1", 0))


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Writes a collection and gives its folder; each part may be replaced."""

    def write(
        name: str = "garden",
        *,
        documents: Sequence[Mapping[str, Any]] | None = DOCUMENTS,
        queries: Sequence[Mapping[str, Any]] = QUERIES,
        judged: Sequence[tuple[str, str, int]] = JUDGED,
        compressed: bool = False,
    ) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        for file, rows in (("corpus.jsonl", documents), ("queries.jsonl", queries)):
            if rows is None:
                continue
            text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
            if compressed:
                (folder / f"{file}.gz").write_bytes(gzip.compress(text))
            else:
                (folder / file).write_bytes(text)
        lines = ["query-id\tcorpus-id\tscore", *("\t".join(map(str, row)) for row in judged)]
        (folder / "qrels.tsv").write_text("\n".join(lines) + "\n", "utf-8")
        return folder

    return write
