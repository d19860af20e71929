"""The embedded engine as its users see it: folders, writing, reading, what goes wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from fulltext_query.errors import (
    DocumentError,
    EngineError,
    EngineUnavailableError,
    IndexConflictError,
    IndexMissingError,
    QueryRefusedError,
)
from fulltext_query.query.tree import Query, Slot, Term
from fulltext_query.search.contract import Engine, IndexSchema, Request, Row
from fulltext_query.search.embedded import EmbeddedEngine
from fulltext_query.search.embedded.storage import translated
from tests.search.embedded.trees import SCHEMA


def _row(name: str, body: str = "water pump", **more: object) -> Row:
    return Row(name, {"body": body}, {"text": body, **more})


def _asked(word: str, **more: object) -> Request:
    request = Request(Query((Slot(Term(word, 1.0)),), (("body", 1.0),), ""))
    return replace(request, **more)  # type: ignore[arg-type]


def _ids(engine: EmbeddedEngine, word: str) -> list[str]:
    return [hit.id for hit in engine.search(_asked(word)).hits]


@pytest.fixture(params=["folder", "memory"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EmbeddedEngine]:
    made = EmbeddedEngine(tmp_path / "index" if request.param == "folder" else None)
    yield made
    made.close()


def test_it_is_an_engine(engine: EmbeddedEngine) -> None:
    assert isinstance(engine, Engine)


def test_before_it_is_made_there_is_nothing(tmp_path: Path) -> None:
    engine = EmbeddedEngine(tmp_path / "index")
    assert engine.meta() is None
    for use in (engine.count, lambda: engine.search(_asked("a")), lambda: engine.write([])):
        with pytest.raises(IndexMissingError, match="create"):
            use()
    assert not (tmp_path / "index").exists()


def test_what_was_written_is_found_and_shown(engine: EmbeddedEngine) -> None:
    engine.create(SCHEMA)
    assert engine.meta() == {"made": "by a test"}
    assert engine.count() == 0
    assert _ids(engine, "pump") == []
    done: list[int] = []
    report = engine.write([_row("1"), _row("2", "a valve", tags=["x"])], progress=done.append)
    assert (report.indexed, report.rejected, sum(done)) == (2, (), 2)
    assert engine.count() == 2
    [hit] = engine.search(_asked("valve")).hits
    assert (hit.id, hit.source) == ("2", {"text": "a valve", "tags": ["x"]})


def test_the_same_id_replaces_also_within_one_write(engine: EmbeddedEngine) -> None:
    engine.create(SCHEMA)
    engine.write([_row("1", "old"), _row("2", "stays"), _row("1", "newer")])
    assert (_ids(engine, "old"), _ids(engine, "newer"), engine.count()) == ([], ["1"], 2)
    engine.write([_row("1", "newest")])
    assert (_ids(engine, "newer"), _ids(engine, "newest"), engine.count()) == ([], ["1"], 2)


def test_deleting_says_how_many_there_were(engine: EmbeddedEngine) -> None:
    engine.create(SCHEMA)
    engine.write([_row(str(number)) for number in range(5)])
    assert engine.delete(["1", "3", "3", "nobody"]) == 2
    assert engine.delete(["1"]) == 0
    assert (_ids(engine, "pump"), engine.count()) == (["0", "2", "4"], 3)


def test_rows_whose_ids_are_none_are_rejected_and_the_rest_is_not(engine: EmbeddedEngine) -> None:
    engine.create(SCHEMA)
    report = engine.write([_row("1"), _row("a\ud800"), _row(""), _row("2")])
    assert [one.id for one in report.rejected] == ["a\ud800", ""]
    assert report.indexed == engine.count() == 2


@pytest.mark.parametrize("ids", ["12", b"12", None, ["1", 2], ["1", ""], ["1", "\ud800"]])
def test_deleting_what_are_no_ids_deletes_nothing(engine: EmbeddedEngine, ids: Any) -> None:
    engine.create(SCHEMA)
    engine.write([_row("1"), _row("2")])
    with pytest.raises(DocumentError, match="id"):
        engine.delete(ids)
    assert engine.count() == 2


def test_equal_scores_come_in_the_order_of_ids_on_every_page(engine: EmbeddedEngine) -> None:
    engine.create(SCHEMA)
    names = [f"n{number:03}" for number in range(200)]
    engine.write([_row(name) for name in reversed(names)])
    pages = [
        hit.id
        for offset in range(0, 220, 20)
        for hit in engine.search(_asked("pump", size=20, offset=offset)).hits
    ]
    assert pages == names


def test_size_and_offset(engine: EmbeddedEngine) -> None:
    engine.create(SCHEMA)
    engine.write([_row(str(number)) for number in range(5)])
    counted = engine.search(_asked("pump", size=0))
    assert (counted.hits, counted.total) == ((), 5)
    assert len(engine.search(_asked("pump", size=10**12)).hits) == 5
    assert engine.search(_asked("pump", offset=10**12)).hits == ()
    with pytest.raises(QueryRefusedError, match="negative"):
        engine.search(_asked("pump", size=-1))


def test_a_write_that_breaks_leaves_nothing(engine: EmbeddedEngine) -> None:
    engine.create(SCHEMA)
    engine.write([_row("1", "first")])

    def rows() -> Iterator[Row]:
        yield _row("2", "second")
        yield _row("1", "changed")
        raise KeyError("the source is gone")

    with pytest.raises(KeyError, match="the source is gone"):
        engine.write(rows())
    assert (engine.count(), _ids(engine, "first"), _ids(engine, "second")) == (1, ["1"], [])
    assert engine.write([_row("2", "second")])
    assert engine.count() == 2


def test_what_cannot_be_indexed_is_rejected_and_the_rest_is_not(engine: EmbeddedEngine) -> None:
    engine.create(SCHEMA)
    report = engine.write([
        _row("half", "\ud800"), _row("odd", tags=object()), _row("\0", "a"), _row("good"),
    ])  # fmt: skip
    assert report.indexed == 1
    assert not report
    reasons = {one.id: one.reason for one in report.rejected}
    assert set(reasons) == {"half", "odd", "\0"}
    assert "pair" in reasons["half"]
    assert "JSON" in reasons["odd"]
    assert engine.count() == 1


def test_words_with_odd_signs_match_themselves_alone(engine: EmbeddedEngine) -> None:
    engine.create(SCHEMA)
    words = ["C++", "a\u00a0b", "ü", "数据", "x" * 255, "\u2028", "%"]
    engine.write([_row(str(number), word) for number, word in enumerate(words)])
    for number, word in enumerate(words):
        assert _ids(engine, word) == ([] if word.isspace() else [str(number)]), word
    assert _ids(engine, "\0") == _ids(engine, "\x001") == []


def test_the_folder_outlives_the_engine(tmp_path: Path) -> None:
    with_it = EmbeddedEngine(tmp_path / "a" / "b")
    with_it.create(SCHEMA)
    with_it.write([_row("1")])
    with_it.close()
    again = EmbeddedEngine(str(tmp_path / "a" / "b"))
    assert (again.meta(), again.count(), _ids(again, "pump")) == (dict(SCHEMA.meta), 1, ["1"])
    again.create(SCHEMA)
    assert again.count() == 1


def test_another_engine_sees_each_commit(tmp_path: Path) -> None:
    writer, reader = EmbeddedEngine(tmp_path / "i"), EmbeddedEngine(tmp_path / "i")
    writer.create(SCHEMA)
    assert reader.count() == 0
    for number in range(3):
        writer.write([_row(str(number))])
        assert reader.count() == len(_ids(reader, "pump")) == number + 1
    writer.delete(["0"])
    assert _ids(reader, "pump") == ["1", "2"]


def test_an_index_made_anew_in_the_same_folder_is_seen(tmp_path: Path) -> None:
    import shutil

    reader, writer = EmbeddedEngine(tmp_path / "i"), EmbeddedEngine(tmp_path / "i")
    writer.create(SCHEMA)
    writer.write([_row("old")])
    assert _ids(reader, "pump") == ["old"]
    writer.close()
    shutil.rmtree(tmp_path / "i")
    with pytest.raises(IndexMissingError):
        reader.count()
    writer.create(IndexSchema(text={"body": True}))
    writer.write([_row("new")])
    assert _ids(reader, "pump") == ["new"]


def test_threads_search_while_one_writes(engine: EmbeddedEngine) -> None:
    engine.create(SCHEMA)
    engine.write([_row("0")])
    seen: list[list[int]] = []

    def look() -> None:
        seen.append([engine.search(_asked("pump")).total for _ in range(100)])

    threads = [Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for start in range(1, 30, 10):
        engine.write([_row(str(number)) for number in range(start, start + 10)])
    for thread in threads:
        thread.join()
    assert len(seen) == 4
    for totals in seen:
        assert totals == sorted(totals)
        assert set(totals) <= {1, 11, 21, 31}


_HOLDER = """
import sys
from fulltext_query.search.contract import Row
from fulltext_query.search.embedded import EmbeddedEngine
def rows():
    print("writing", flush=True)
    sys.stdin.readline()
    yield Row("theirs", {"body": "pump"}, {})
EmbeddedEngine(sys.argv[1]).write(rows())
"""


def test_while_another_process_writes(tmp_path: Path) -> None:
    engine = EmbeddedEngine(tmp_path / "i", lock_timeout=0)
    engine.create(SCHEMA)
    engine.write([_row("ours")])
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(tmp_path / "i")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as other:  # fmt: skip
        assert other.stdout is not None
        assert other.stdout.readline() == "writing\n"
        assert _ids(engine, "pump") == ["ours"]
        with pytest.raises(EngineUnavailableError, match="another process.*lock_timeout"):
            engine.write([_row("later")])
        other.communicate("\n")
    assert other.returncode == 0
    assert sorted(_ids(engine, "pump")) == ["ours", "theirs"]
    assert engine.write([_row("later")])


def test_a_writer_that_was_killed_leaves_no_lock(tmp_path: Path) -> None:
    engine = EmbeddedEngine(tmp_path / "i", lock_timeout=0)
    engine.create(SCHEMA)
    engine.write([_row("ours")])
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(tmp_path / "i")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as other:  # fmt: skip
        assert other.stdout is not None
        assert other.stdout.readline() == "writing\n"
        other.kill()
    assert engine.write([_row("later")])
    assert sorted(_ids(engine, "pump")) == ["later", "ours"]


def test_an_index_of_another_form_is_refused(tmp_path: Path) -> None:
    EmbeddedEngine(tmp_path / "i").create(SCHEMA)
    other = EmbeddedEngine(tmp_path / "i")
    for schema, part in (
        (replace(SCHEMA, text={"body": True}), "text"),
        (replace(SCHEMA, text={**SCHEMA.text, "body": False}), "text"),
        (replace(SCHEMA, keywords=()), "keywords"),
        (replace(SCHEMA, subwords=""), "subwords"),
        (replace(SCHEMA, subword_sources=("body",)), "subword_sources"),
    ):
        with pytest.raises(IndexConflictError, match=f"{part}.*another folder"):
            other.create(schema)
    other.create(replace(SCHEMA, meta={"made": "by another version"}))
    assert other.meta() == SCHEMA.meta


def test_a_folder_that_is_none_of_ours_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "mother.txt").write_text("dear")
    (tmp_path / "file").write_text("text")
    for name in ("letters", "file"):
        with pytest.raises(IndexConflictError, match="no index"):
            EmbeddedEngine(tmp_path / name).create(SCHEMA)
    assert [path.name for path in (tmp_path / "letters").iterdir()] == ["mother.txt"]
    (tmp_path / "empty").mkdir()
    EmbeddedEngine(tmp_path / "empty").create(SCHEMA)


def test_an_index_of_another_version_says_so(tmp_path: Path) -> None:
    EmbeddedEngine(tmp_path).create(SCHEMA)
    values = json.loads((tmp_path / "index.json").read_text())
    (tmp_path / "index.json").write_text(json.dumps({**values, "format": 99}))
    with pytest.raises(IndexConflictError, match="format 99.*index the documents again"):
        EmbeddedEngine(tmp_path).count()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 1}', '{"format": 1, "schema": 3}'])
def test_a_damaged_description_says_so(tmp_path: Path, text: str) -> None:
    EmbeddedEngine(tmp_path).create(SCHEMA)
    (tmp_path / "index.json").write_text(text)
    with pytest.raises(EngineError, match="damaged.*index the documents again"):
        EmbeddedEngine(tmp_path).count()


@pytest.mark.parametrize("cut", ["meta.json", "*.term", "*.idx", "*.store", "*.fast", "*.pos"])
def test_files_cut_short_are_an_error_and_never_a_crash(tmp_path: Path, cut: str) -> None:
    engine = EmbeddedEngine(tmp_path)
    engine.create(SCHEMA)
    engine.write([_row(str(number)) for number in range(50)])
    engine.close()
    files = list((tmp_path / "terms").glob(cut))
    assert files
    for file in files:
        file.write_bytes(file.read_bytes()[:10])
    broken = EmbeddedEngine(tmp_path)
    with pytest.raises(EngineError, match="damaged"):
        broken.search(_asked("pump"))


def test_many_small_writes_stay_right(engine: EmbeddedEngine) -> None:
    engine.create(SCHEMA)
    for number in range(40):
        engine.write([_row(str(number), "pump " * (number % 7 + 1))])
    fresh = EmbeddedEngine()
    fresh.create(SCHEMA)
    fresh.write([_row(str(number), "pump " * (number % 7 + 1)) for number in range(40)])
    assert engine.count() == 40
    ours = {hit.id: hit.score for hit in engine.search(_asked("pump", size=50)).hits}
    theirs = {hit.id: hit.score for hit in fresh.search(_asked("pump", size=50)).hits}
    assert ours == pytest.approx(theirs, rel=1e-4)


@pytest.mark.parametrize(
    "error",
    [
        PermissionError(13, "Permission denied"),
        ValueError("Failed to acquire Lockfile: IoError(Custom { kind: PermissionDenied })."),
    ],
)
def test_a_folder_without_permission_is_not_called_damaged(error: Exception) -> None:
    with pytest.raises(EngineError, match="no permission") as caught, translated("docs.index"):
        raise error
    assert "remove" not in str(caught.value)
