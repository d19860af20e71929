"""``fulltext-query index``: every document is in the index, or told of with its reason."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from fulltext_query.search.embedded import EmbeddedEngine
from tests.cli.conftest import Call
from tests.engine.client import Client
from tests.engine.plugin import unique_name

DOCUMENTS: list[dict[str, Any]] = [
    {"id": "1", "title": "同義詞", "content": "Elasticsearch 的同義詞過濾器如何設定"},
    {"_id": "2", "title": "Passwords", "text": "How to reset a forgotten password", "lang": "en"},
    {"content": "ein Haus", "metadata": {"lang": "de"}},
]


def jsonl(*rows: object) -> bytes:
    return b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows)


def count(path: Path) -> int:
    engine = EmbeddedEngine(path)
    try:
        return engine.count()
    finally:
        engine.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., str]:
    def write(content: bytes, name: str = "documents.jsonl") -> str:
        path = tmp_path / name
        path.write_bytes(content)
        return str(path)

    return write


def test_a_file_is_indexed_and_reported(
    inside: Call, folder: Path, file: Callable[..., str]
) -> None:
    code, out, err = inside("index", file(jsonl(*DOCUMENTS)), "--to", str(folder))
    assert (code, err) == (0, "")
    assert re.fullmatch(
        rf"indexed 3 documents into {re.escape(str(folder))} in [\d.]+ s \([\d,]+ a second\)\n", out
    )
    assert count(folder) == 3


@pytest.mark.parametrize("name", ["documents.jsonl.gz", "documents"])
def test_gzip_is_told_by_what_it_is(
    inside: Call, folder: Path, file: Callable[..., str], name: str
) -> None:
    packed = file(gzip.compress(jsonl(*DOCUMENTS)), name)
    assert inside("index", packed, "--to", str(folder)).code == 0
    assert count(folder) == 3


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_standard_input(inside: Call, folder: Path, pack: Callable[[bytes], bytes]) -> None:
    done = inside("index", "-", "--to", str(folder), stdin=pack(jsonl(*DOCUMENTS)))
    assert (done.code, done.err) == (0, "")
    assert count(folder) == 3


def test_a_pipe_is_read_by_the_process(process: Call, folder: Path) -> None:
    done = process("index", "-", "--to", str(folder), stdin=jsonl(*DOCUMENTS))
    assert (done.code, done.err) == (0, "")
    assert count(folder) == 3


def test_the_same_id_replaces(inside: Call, folder: Path, file: Callable[..., str]) -> None:
    documents = file(jsonl(*DOCUMENTS))
    for _ in range(2):
        assert inside("index", documents, "--to", str(folder)).code == 0
    assert count(folder) == 3
    changed = file(jsonl({"id": "2", "content": "zebra"}))
    assert inside("index", changed, "--to", str(folder)).code == 0
    assert count(folder) == 3
    found = inside("search", "zebra", "--in", str(folder), "--json").out
    assert [hit["id"] for hit in json.loads(found)["hits"]] == ["2"]


def test_bad_lines_are_told_by_place_and_the_rest_goes_on(
    inside: Call, folder: Path, file: Callable[..., str]
) -> None:
    path = file(
        b"\xef\xbb\xbf" + jsonl(DOCUMENTS[0])
        + b"not json\n\n"
        + jsonl([1, 2], {"content": 5})
        + b'{"content": "\xff"}\n{"content": "x", "v": NaN}\n'
        + jsonl(DOCUMENTS[1]).rstrip(b"\n")
    )  # fmt: skip
    code, out, err = inside("index", path, "--to", str(folder))
    assert code == 1
    assert out.startswith("indexed 2 documents")
    told = [line for line in err.splitlines() if path in line]
    assert [re.findall(r"line (\d+):", line) for line in told[:-1]] == [
        ["2"], ["4"], ["5"], ["6"], ["7"]
    ]  # fmt: skip
    for reason in ("not JSON", "JSON object", "content must be a string", "not UTF-8", "NaN"):
        assert reason in err
    assert told[-1] == f"fulltext-query: left out: 5 lines of {path}"
    assert count(folder) == 2


def test_many_bad_lines_are_told_in_few_and_listed_in_json(
    inside: Call, folder: Path, file: Callable[..., str]
) -> None:
    path = file(b"bad\n" * 500 + jsonl(*DOCUMENTS))
    done = inside("index", path, "--to", str(folder))
    assert done.code == 1
    assert len(done.err.splitlines()) < 30
    assert "500 lines" in done.err
    assert "--json" in done.err
    done = inside("index", path, "--to", str(folder), "--json")
    report = json.loads(done.out)
    assert done.code == 1
    assert report["indexed"] == 3
    assert [row["line"] for row in report["unread"]] == list(range(1, 501))
    assert report["to"] == str(folder)
    assert report["documents_per_second"] > 0


def test_a_file_that_breaks_off_is_indexed_to_there(
    inside: Call, folder: Path, file: Callable[..., str]
) -> None:
    rows = [{"id": str(n), "content": f"number {n} " + "xyz" * (n % 7)} for n in range(20_000)]
    packed = gzip.compress(jsonl(*rows))
    done = inside("index", file(packed[: len(packed) // 2]), "--to", str(folder))
    assert done.code == 1
    assert "cannot be read on" in done.err
    match = re.search(r"line (\d+)", done.err)
    assert match is not None
    # whole lines are in; the one that broke off may have been told as no JSON
    assert 1000 < count(folder) <= int(match[1])


def test_documents_that_the_engine_rejects_are_told(
    inside: Call, folder: Path, file: Callable[..., str]
) -> None:
    rows = [
        {"id": "a", "content": "one", "vector": [1, 0]},
        {"id": "b", "content": "two", "vector": [1, 0, 0]},
    ]
    code, out, err = inside("index", file(jsonl(*rows)), "--to", str(folder))
    assert code == 1
    assert out.startswith("indexed 1 document ")
    assert "document 'b' was rejected: " in err
    report = json.loads(inside("index", file(jsonl(*rows)), "--to", str(folder), "--json").out)
    assert [row["id"] for row in report["rejected"]] == ["b"]
    assert report["rejected"][0]["reason"]


def test_an_empty_file_is_told(inside: Call, folder: Path, file: Callable[..., str]) -> None:
    code, out, err = inside("index", file(b"\n"), "--to", str(folder))
    assert code == 0
    assert out.startswith("indexed 0 documents")
    assert "no document" in err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("index", "/no/such.jsonl", "--to", "{folder}"), "/no/such.jsonl"),
        (("index", "{folder}/..", "--to", "{folder}"), "cannot read"),
        (("index", "{file}"), "--to"),
        (("index", "--to", "{folder}"), "FILE"),
        (("index", "{file}", "--to", ""), "an empty path"),
        (("index", "{file}", "--to", "ftp://me:secret@host/x"), "http://"),
        (("index", "{file}", "--to", "http://127.0.0.1:9"), "index"),
        (("index", "{file}", "--to", "{folder}", "--batch", "5"), "--batch"),
        (("index", "{file}", "--to", "{file}"), "documents.jsonl"),
        (("index", "{file}", "--to", "{folder}", "--set", "powr=1"), "powr"),
    ],
)
def test_wrong_use_says_how_to_mend_it(
    inside: Call, folder: Path, file: Callable[..., str], arguments: Sequence[str], told: str
) -> None:
    path = file(jsonl(*DOCUMENTS))
    given = [one.format(folder=folder, file=path) for one in arguments]
    code, out, err = inside(*given)
    assert (code, out) == (2, "")
    assert err.startswith("fulltext-query: error: ")
    assert told in err
    assert "secret" not in err
    assert "Traceback" not in err


def test_an_index_of_other_tokens_is_refused(
    inside: Call, folder: Path, file: Callable[..., str]
) -> None:
    path = file(jsonl(*DOCUMENTS))
    assert inside("index", path, "--to", str(folder)).code == 0
    code, _, err = inside("index", path, "--to", str(folder), "--set", "stemming=false")
    assert code == 2
    assert str(folder) in err
    assert count(folder) == 3


def test_progress_is_shown_on_a_terminal_only(
    terminal: Callable[..., str], folder: Path, file: Callable[..., str]
) -> None:
    rows = [{"id": str(n), "content": f"number {n}"} for n in range(200)]
    shown = terminal(100, "index", file(jsonl(*rows)), "--to", str(folder))
    assert "indexing" in shown
    assert "indexed 200 documents" in shown


def test_an_elasticsearch_index_by_its_address(
    inside: Call, elasticsearch: Client, file: Callable[..., str]
) -> None:
    name = unique_name()
    url = f"{elasticsearch.url.rstrip('/')}/{name}"
    try:
        rows = [{"id": str(n), "content": f"Passwörter {n}", "n": n} for n in range(25)]
        path = file(jsonl(*rows) + b"bad\n" + jsonl({"id": "x", "content": "y", "n": "no number"}))
        code, out, err = inside("index", path, "--to", url, "--batch", "10", "--json")
        report = json.loads(out)
        assert code == 1, err
        assert report["indexed"] == 25
        assert [row["id"] for row in report["rejected"]] == ["x"]
        assert [row["line"] for row in report["unread"]] == [26]
        code, out, err = inside("search", "passwörter 7", "--in", url, "--filter", "n=7")
        assert (code, err) == (0, "")
        assert re.match(r"1\. [\d.]+  7\n   \[Passwörter\] \[7\]\n", out)
        lines = inside("search", "--lines", "--in", url, stdin="passwörter 3\nzebra\n".encode())
        first, second = map(json.loads, lines.out.splitlines())
        assert (first["hits"][0]["id"], second["hits"]) == ("3", [])
        code, _, err = inside("search", "x", "--in", url + "-none")
        assert code == 2
        assert "fulltext-query index" in err
    finally:
        elasticsearch.request("DELETE", f"/{name}")


def test_a_server_that_is_not_there(inside: Call, file: Callable[..., str]) -> None:
    url = "http://me:secret@127.0.0.1:9/docs"
    code, out, err = inside("search", "x", "--in", url)
    assert (code, out) == (2, "")
    assert "127.0.0.1:9" in err
    assert "secret" not in err


def test_documents_that_are_cut_are_told(
    inside: Call, folder: Path, file: Callable[..., str]
) -> None:
    cutting = ("--set", "max_characters=20", "--to", str(folder))
    path = file(jsonl(*({"id": str(n), "content": f"{n} " + "word " * 9} for n in range(30))))
    code, out, err = inside("index", path, *cutting)
    assert code == 0
    assert out.startswith("indexed 30 documents")
    first, *_, last = err.splitlines()
    assert "document '0' is found in part only: content: the text has 47 characters" in first
    assert "more are found in part only" in last
    assert len(err.splitlines()) == 20
    notes = json.loads(inside("index", path, *cutting, "--json").out)["notes"]
    assert [note["id"] for note in notes] == [str(n) for n in range(30)]
    assert notes[0]["code"] == "text_cut"
