"""Corpora of JSON lines: every form, and what is wrong with a line told with its number."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

from fulltext_query.background import JsonLines
from fulltext_query.errors import CollectionError

from .conftest import Corpus


def texts(path: Path, *fields: str) -> list[str | None]:
    source = JsonLines(path, fields) if fields else JsonLines(path)
    return [reading.text for reading in source.read()]


@pytest.mark.parametrize("name", ["corpus.jsonl", "corpus.jsonl.gz"])
def test_documents_of_either_spelling_are_read(corpus: Corpus, name: str) -> None:
    rows = [
        {"_id": "1", "title": "水泵", "text": "更换"},
        {"id": "2", "title": "", "content": "更新"},
        {"content": ["两", "段"]},
        {"title": None, "metadata": {"text": "no"}},
        b"",
        {"text": "last"},
    ]
    path = corpus(rows, name)
    assert texts(path) == ["水泵\n\n更换", "\n\n更新", "两\n\n段", "", "last"]


def test_fields_are_named(corpus: Corpus) -> None:
    path = corpus([{"a": {"b": [{"c": "x"}, {"c": "y"}]}, "d.e": "z", "title": "t"}])
    assert texts(path, "a.b.c", "d.e") == ["x\n\ny\n\nz"]
    assert texts(path, "nothing", "a.x") == [""]


def test_what_is_wrong_with_a_line_is_told_and_the_rest_is_read(corpus: Corpus) -> None:
    rows = [
        b'\xef\xbb\xbf{"text": "first"}', b"{", b"[1]", b'{"text": "\xff"}', {"text": 5},
        {"text": [{"a": 1}]}, b"[" * 100_000, b"  ", {"text": "last"},
    ]  # fmt: skip
    path = corpus(rows)
    readings = list(JsonLines(path).read())
    assert [reading.text for reading in readings if reading.text is not None] == ["first", "last"]
    problems = [reading.problem for reading in readings if reading.text is None]
    assert [problem.split(": ")[0] for problem in problems] == [
        f"{path}, line {number}" for number in range(2, 8)
    ]
    for problem, says in zip(
        problems,
        ["not JSON", "not a JSON object", "0xff at 10", "text is no text", "type dict", "nested"],
        strict=True,
    ):
        assert says in problem


def test_half_a_character_does_no_harm(corpus: Corpus) -> None:
    assert texts(corpus([b'{"text": "a \\ud83d b"}'])) == ["a ? b"]


def test_a_line_beyond_all_bounds_is_passed_over(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fulltext_query.background.jsonl._LONGEST", 50)
    path = corpus([{"text": "x" * 200}, {"text": "x" * 36}, {"text": "y"}])
    readings = list(JsonLines(path).read())
    assert [reading.text for reading in readings] == [None, "x" * 36, "y"]
    assert "line 1: longer than" in readings[0].problem
    for at, reading in enumerate(readings):
        rest = [one.text for one in JsonLines(path).read(reading.position)]
        assert rest == [one.text for one in readings[at + 1 :]]


@pytest.mark.parametrize("name", ["corpus.jsonl", "corpus.jsonl.gz"])
def test_it_is_read_on_from_any_place(corpus: Corpus, name: str) -> None:
    path = corpus([{"text": str(number)} if number % 3 else b"no" for number in range(20)], name)
    whole = list(JsonLines(path).read())
    for at, reading in enumerate(whole):
        assert list(JsonLines(path).read(reading.position)) == whole[at + 1 :]


def test_a_file_that_ends_in_the_middle_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl.gz"
    lines = b"".join(b'{"text": "%d"}\n' % number for number in range(20_000))
    path.write_bytes(gzip.compress(lines)[:-2000])
    readings = JsonLines(path).read()
    assert next(readings).text == "0"
    with pytest.raises(CollectionError, match=r"cannot be read on behind line \d+"):
        list(readings)


def test_a_file_that_is_not_there_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match="No such file"):
        JsonLines(tmp_path / "none.jsonl")
    with pytest.raises(CollectionError, match="is a folder: name a file of it"):
        JsonLines(tmp_path)


def test_a_stream_is_read_compressed_or_not() -> None:
    content = b'{"text": "a"}\n{"text": "b"}'
    for data in (content, gzip.compress(content)):
        source = JsonLines("standard input", stream=io.BytesIO(data))
        assert [reading.text for reading in source.read()] == ["a", "b"]
        assert not source.resumable
