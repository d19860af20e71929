"""A builder, and corpora as files."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from fulltext_query import FulltextQuery

Corpus = Callable[..., Path]


@pytest.fixture(scope="session")
def fq() -> FulltextQuery:
    return FulltextQuery()


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    """Writes a file of rows, each a value of JSON or a line as it is."""

    def make(rows: Iterable[object], name: str = "corpus.jsonl") -> Path:
        lines = [
            row if isinstance(row, bytes) else json.dumps(row, ensure_ascii=False).encode()
            for row in rows
        ]
        content = b"\n".join([*lines, b""])
        path = tmp_path / name
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        return path

    return make
