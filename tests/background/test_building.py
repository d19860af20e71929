"""A run that is stopped, by whatever, goes on and gives what a run in one go does."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fulltext_query import FulltextQuery, Settings
from fulltext_query.background import (
    Counted,
    Counting,
    JsonLines,
    build_table,
    count_documents,
    count_source,
)
from fulltext_query.errors import CollectionError, DictionaryError, DocumentError, SettingsError

from .conftest import Corpus

ROWS: list[object] = [
    {"text": f"水泵 第{number % 7} 版权{'天地玄黄宇宙洪荒'[number % 8]}"} if number % 11 else b"{no"
    for number in range(1, 60)
]


def build(path: Path, out: Path, fq: FulltextQuery, **options: Any) -> Counted:
    return build_table(JsonLines(path), out, fq, **{"language": "zh", **options})


def stop_at(count: int) -> Callable[[int], None]:
    """Interrupts behind so many documents."""

    def progress(more: int) -> None:
        nonlocal count
        count -= more
        if count <= 0:
            raise KeyboardInterrupt

    return progress


def test_a_table_is_written_and_nothing_else_left(
    corpus: Corpus, tmp_path: Path, fq: FulltextQuery
) -> None:
    path = corpus(ROWS)
    told: list[str] = []
    done: list[int] = []
    counted = build(path, tmp_path / "zh.tsv", fq, problem=told.append, progress=done.append)
    assert sum(done) == 54
    assert counted.left_out.malformed == len(told) == 5
    assert told[0].startswith(f"{path}, line 11: not JSON")
    texts = [row["text"] for row in ROWS if isinstance(row, dict)]
    assert counted.counts == count_documents(texts, fq, language="zh").counts
    assert sorted(one.name for one in tmp_path.iterdir()) == ["corpus.jsonl", "zh.tsv"]


@pytest.mark.parametrize("name", ["corpus.jsonl", "corpus.jsonl.gz"])
@pytest.mark.parametrize("max_words", [1000, 6])
def test_interrupted_anywhere_it_goes_on(
    corpus: Corpus, tmp_path: Path, fq: FulltextQuery, name: str, max_words: int
) -> None:
    path = corpus(ROWS, name)
    build(path, tmp_path / "whole.tsv", fq, max_words=max_words)
    out = tmp_path / "zh.tsv"
    for documents in range(1, 53, 3):  # those of the earlier runs are told again
        with pytest.raises(KeyboardInterrupt):
            build(path, out, fq, max_words=max_words, resume=True, progress=stop_at(documents + 1))
        assert not out.exists()
    told: list[str] = []
    counted = build(path, out, fq, max_words=max_words, resume=True, problem=told.append)
    assert counted.left_out.malformed == len(told) == 5
    assert out.read_bytes() == (tmp_path / "whole.tsv").read_bytes()


def test_interrupted_in_the_middle_of_a_document_it_goes_on(
    corpus: Corpus, tmp_path: Path, fq: FulltextQuery, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(counting: Counting, words: Any) -> None:
        add_words(counting, words)
        if counting.documents == 33:
            raise KeyboardInterrupt

    path, out, add_words = corpus(ROWS), tmp_path / "zh.tsv", Counting.add_words
    with monkeypatch.context() as patch:
        patch.setattr(Counting, "add_words", interrupted)
        with pytest.raises(KeyboardInterrupt):
            build(path, out, fq, every=10)
    build(path, out, fq, resume=True)
    build(path, tmp_path / "whole.tsv", fq)
    assert out.read_bytes() == (tmp_path / "whole.tsv").read_bytes()


KILLED = """
import os, sys
from fulltext_query.background import JsonLines, build_table
seen = 0
def progress(count):
    global seen
    seen += count
    if seen == 40:
        os.kill(os.getpid(), 9)
build_table(JsonLines(sys.argv[1]), sys.argv[2], language="zh", every=7, progress=progress)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_without_warning_it_goes_on(
    corpus: Corpus, tmp_path: Path, fq: FulltextQuery
) -> None:
    path, out = corpus(ROWS), tmp_path / "zh.tsv"
    killed = subprocess.run([sys.executable, "-c", KILLED, path, out], check=False)
    assert killed.returncode == -9
    done: list[int] = []
    build(path, out, fq, resume=True, progress=done.append)
    assert done[0] > 30  # those that the killed run had counted, and kept
    build(path, tmp_path / "whole.tsv", fq)
    assert out.read_bytes() == (tmp_path / "whole.tsv").read_bytes()


def test_the_language_that_was_told_first_holds(
    corpus: Corpus, tmp_path: Path, fq: FulltextQuery
) -> None:
    path = corpus(ROWS)
    with pytest.raises(KeyboardInterrupt):
        build(path, tmp_path / "a.tsv", fq, language=None, progress=stop_at(5))
    counted = build(path, tmp_path / "a.tsv", fq, language=None, resume=True)
    assert counted.language == "zh"
    assert counted.documents == 54


def test_a_run_that_was_stopped_is_not_thrown_away(
    corpus: Corpus, tmp_path: Path, fq: FulltextQuery
) -> None:
    path, out = corpus(ROWS), tmp_path / "zh.tsv"
    with pytest.raises(KeyboardInterrupt):
        build(path, out, fq, progress=stop_at(5))
    with pytest.raises(SettingsError, match=r"zh\.tsv\.part keeps a run .*--resume"):
        build(path, out, fq)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda: {"language": "ja"}, "language"),
        (lambda: {"max_words": 999}, "max_words"),
        (lambda: {"fq": FulltextQuery(Settings(fold_accents=True))}, "texts.fold_accents"),
        (lambda: {"fields": ("title",)}, "source.fields"),
        (lambda: {"rows": [*ROWS[1:], {"text": "new"}]}, "source.head, source.size"),
    ],
)
def test_it_goes_on_only_with_the_same(
    corpus: Corpus,
    tmp_path: Path,
    fq: FulltextQuery,
    change: Callable[[], dict[str, Any]],
    says: str,
) -> None:
    path, out = corpus(ROWS), tmp_path / "zh.tsv"
    with pytest.raises(KeyboardInterrupt):
        build(path, out, fq, progress=stop_at(5))
    options = {"fq": fq, "language": "zh", **change()}
    if "rows" in options:
        path = corpus(options.pop("rows"))
    source = JsonLines(path, options.pop("fields", ("title", "content", "text")))
    with pytest.raises(SettingsError, match=f"another {says}: "):
        build_table(source, out, resume=True, **options)


@pytest.mark.parametrize("content", ["", "{}\n", "no\n", '{"what": "fulltext_query counting"}\n'])
def test_a_file_that_is_no_state_is_told(
    corpus: Corpus, tmp_path: Path, fq: FulltextQuery, content: str
) -> None:
    (tmp_path / "zh.tsv.part").write_text(content)
    with pytest.raises(SettingsError, match="no state of counting"):
        build(corpus(ROWS), tmp_path / "zh.tsv", fq, resume=True)


def test_a_state_that_lost_its_end_is_told(
    corpus: Corpus, tmp_path: Path, fq: FulltextQuery
) -> None:
    path, part = corpus(ROWS), tmp_path / "zh.tsv.part"
    with pytest.raises(KeyboardInterrupt):
        build(path, tmp_path / "zh.tsv", fq, progress=stop_at(20))
    lines = part.read_bytes().splitlines(keepends=True)
    part.write_bytes(b"".join(lines[:-1]))
    with pytest.raises(SettingsError, match="no state of counting"):
        build(path, tmp_path / "zh.tsv", fq, resume=True)


def test_a_strict_run_refuses_a_bad_line(corpus: Corpus, tmp_path: Path, fq: FulltextQuery) -> None:
    with pytest.raises(DocumentError, match=r"line 11: not JSON.*; 10 documents .*--resume"):
        build(corpus(ROWS), tmp_path / "zh.tsv", fq, strict=True)
    counted = build(tmp_path / "corpus.jsonl", tmp_path / "zh.tsv", fq, resume=True)
    assert counted.documents == 54


def test_what_was_counted_stays_where_nothing_can_be_written(
    corpus: Corpus, tmp_path: Path, fq: FulltextQuery, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path, out = corpus(ROWS), tmp_path / "zh.tsv"
    with monkeypatch.context() as patch:
        patch.setattr("fulltext_query.background.tables.write_atomically", full)
        with pytest.raises(DictionaryError, match="No space left"):
            build(path, out, fq)
    state = json.loads((tmp_path / "zh.tsv.part").read_text("utf-8").split("\n")[0])
    assert state["numbers"]["documents"] == 54
    done: list[int] = []
    build(path, out, fq, resume=True, progress=done.append)
    assert done == [54]
    assert out.exists()


def test_a_corpus_without_words_writes_nothing(
    corpus: Corpus, tmp_path: Path, fq: FulltextQuery
) -> None:
    with pytest.raises(DictionaryError, match="no word of 'ru'"):
        build(corpus(ROWS), tmp_path / "ru.tsv", fq, language="ru")
    assert not (tmp_path / "ru.tsv").exists()


def test_what_cannot_be_used_is_refused_before_anything_is_read(
    corpus: Corpus, tmp_path: Path, fq: FulltextQuery
) -> None:
    path = corpus(ROWS)
    for wrong in ({"min_documents": 0}, {"language": "xx"}, {"max_words": 0}):
        with pytest.raises(SettingsError):
            build(path, tmp_path / "zh.tsv", fq, **wrong)
    with pytest.raises(SettingsError, match="suffix"):
        build(path, tmp_path / "zh.csv", fq)
    with pytest.raises(CollectionError):
        build(tmp_path / "nothing", tmp_path / "zh.tsv", fq)
    with pytest.raises(SettingsError, match="resume needs"):
        count_source(JsonLines(path), fq, language="zh", resume=True)
    assert [one.name for one in tmp_path.iterdir()] == ["corpus.jsonl"]
