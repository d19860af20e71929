"""``fulltext-query df``: counts a corpus, and shows, adds and compares what it counted."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from fulltext_query import FulltextQuery
from fulltext_query.background import Counted, count_documents, merge, read_table
from tests.cli.conftest import COMMAND, Call, environment, lines
from tests.engine.client import Client
from tests.engine.plugin import unique_name

TEXTS = [f"版权法第{'一二三四五六七八九十'[number % 10]}条 水泵" for number in range(30)]


def jsonl(*rows: object) -> bytes:
    return b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.jsonl"
    path.write_bytes(jsonl(*({"_id": "1", "text": text} for text in TEXTS)))
    return path


def expected(texts: list[str]) -> Counted:
    return count_documents(texts, FulltextQuery(), language="zh")


@pytest.fixture
def table(inside: Call, tmp_path: Path) -> Callable[..., Path]:
    """Builds a table of texts."""

    def make(name: str, *texts: str, language: str = "zh", least: int = 1) -> Path:
        source, out = tmp_path / "texts.jsonl", tmp_path / name
        source.write_bytes(jsonl(*({"text": text} for text in texts)))
        code, _, err = inside(
            "df", "build", str(source), "--out", str(out), "--language", language,
            "--min-documents", str(least),
        )  # fmt: skip
        assert (code, err) == (0, "")
        return out

    return make


# --- build ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["zh.tsv", "zh.dict"])
def test_a_corpus_becomes_a_table(inside: Call, corpus: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / "frequencies" / name
    code, told, err = inside("df", "build", str(corpus), "--out", str(out), "--language", "zh")
    assert (code, err) == (0, "")
    found, wanted = read_table(out), expected(TEXTS)
    assert (found.counts, found.documents, found.tokens) == (
        wanted.counts,
        30,
        wanted.tokens,
    )
    assert lines(told)[0] == f"{len(wanted)} words (zh) of 30 documents and {wanted.tokens} tokens"
    assert str(out) in lines(told)[-1]
    source = out if name.endswith(".dict") else tmp_path
    assert inside("build", "--set", f"dictionaries={source}", "版权").code == 0


def test_the_language_is_told_where_none_is_given(
    inside: Call, corpus: Path, tmp_path: Path
) -> None:
    code, _, err = inside("df", "build", str(corpus), "--out", str(tmp_path / "x.tsv"))
    assert code == 0
    assert "to be of the language zh" in err
    assert read_table(tmp_path / "x.tsv").language == "zh"
    code, _, err = inside(
        "df", "build", "-", "--out", str(tmp_path / "y.tsv"), stdin=jsonl({"text": "12"})
    )
    assert code == 2
    assert "name it, such as zh" in err


def test_words_of_a_shared_script_are_cut_as_the_language_wants(
    inside: Call, tmp_path: Path
) -> None:
    # without the language, French elisions and English possessives could be told apart by guess
    source = tmp_path / "c.jsonl"
    source.write_bytes(jsonl({"text": "server's"}, {"text": "server's"}))
    for language, word in (("en", "server"), ("de", "server's")):
        out = tmp_path / f"{language}.tsv"
        inside("df", "build", str(source), "--out", str(out), "--language", language)
        assert set(read_table(out).counts) == {word}


def test_lines_that_hold_no_document_are_told(inside: Call, tmp_path: Path) -> None:
    content = jsonl({"text": "水泵"}) + b"{no\n" + jsonl([1], {"text": 3}, {}, {"text": "水泵"})
    (tmp_path / "c.jsonl.gz").write_bytes(gzip.compress(content))
    arguments = ["df", "build", str(tmp_path / "c.jsonl.gz"), "--out", str(tmp_path / "zh.tsv"),
                 "--language", "zh"]  # fmt: skip
    code, out, err = inside(*arguments)
    assert code == 1
    for number in (2, 3, 4):
        assert f"c.jsonl.gz, line {number}: " in err
    assert "passed over: 3 lines" in err
    assert "not counted: 1 document without text" in out
    code, out, _ = inside(*arguments, "--json")
    found = json.loads(out)
    assert (found["documents"], found["left_out"]) == (
        2, {"malformed": 3, "without_text": 1, "without_words": 0},
    )  # fmt: skip
    assert len(found["problems"]) == 3
    (tmp_path / "zh.tsv").unlink()
    code, _, err = inside(*arguments, "--strict")
    assert code == 2
    assert "line 2: not JSON" in err
    assert not (tmp_path / "zh.tsv").exists()


def test_fields_are_named(inside: Call, tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_bytes(jsonl({"text": "水泵", "a": {"b": "版权"}, "c": ["天气"]}))
    inside("df", "build", str(tmp_path / "c.jsonl"), "--out", str(tmp_path / "zh.tsv"),
           "--language", "zh", "--field", "a.b", "--field", "c",
           "--min-documents", "1")  # fmt: skip
    assert set(read_table(tmp_path / "zh.tsv").counts) == {"版权", "天气"}


def test_what_was_forgotten_is_told(inside: Call, tmp_path: Path) -> None:
    texts = [f"common w{'abcdefghij'[n % 10]}{'klmnopqrst'[n // 10 % 10]}{'uvwxy'[n // 100 % 5]}q"
             f"{'abcdefghij'[n % 7]} common" for n in range(1500)]  # fmt: skip
    (tmp_path / "c.jsonl").write_bytes(jsonl(*({"text": text} for text in texts)))
    code, out, _ = inside("df", "build", str(tmp_path / "c.jsonl"), "--out",
                          str(tmp_path / "en.tsv"), "--language", "en", "--max-words", "1000",
                          "--min-documents", "1")  # fmt: skip
    assert code == 0
    assert "forgotten while counting" in out
    assert re.search(r"a count may lack up to \d+ document", out)
    head = (tmp_path / "en.tsv").read_text("utf-8")
    assert "# words forgotten while counting: " in head
    assert "# documents that a count may lack: " in head
    assert read_table(tmp_path / "en.tsv").counts["common"] == (3000, 1500)


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal on Windows")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_killed_goes_on(
    inside: Call, corpus: Path, tmp_path: Path, end: signal.Signals
) -> None:
    whole, out = tmp_path / "whole.tsv", tmp_path / "zh.tsv"
    arguments = ["df", "build", str(corpus), "--language", "zh", "--out"]
    inside(*arguments, str(whole))
    program = (
        "import os, sys\n"
        "from fulltext_query.background import building, jsonl\n"
        "from fulltext_query.cli import main\n"
        "building._EVERY = 0\n"
        "read = jsonl.JsonLines.read\n"
        "def dying(self, position=None):\n"
        "    for number, reading in enumerate(read(self, position)):\n"
        f"        if number == 20: os.kill(os.getpid(), {int(end)})\n"
        "        yield reading\n"
        "jsonl.JsonLines.read = dying\n"
        f"main({[*arguments, str(out)]!r})"
    )
    killed = subprocess.run(
        [COMMAND[0], "-c", program], env=environment(), capture_output=True, check=False
    )
    assert killed.returncode == (130 if end is signal.SIGINT else -end)
    if end is signal.SIGINT:
        assert b"go on with --resume" in killed.stderr
    assert not out.exists()
    code, _, err = inside(*arguments, str(out))
    assert code == 2
    assert "--resume" in err
    code, _, err = inside(*arguments, str(out), "--resume")
    assert (code, err) == (0, "")
    assert out.read_bytes() == whole.read_bytes()
    code, _, err = inside(*arguments, str(out), "--resume")  # nothing is left to go on from
    assert code == 0
    assert "to go on from: all is counted" in err


def test_a_bar_is_on_a_terminal_only(
    corpus: Path, tmp_path: Path, terminal: Callable[..., str]
) -> None:
    out = str(tmp_path / "zh.tsv")
    shown = terminal(100, "df", "build", str(corpus), "--out", out, "--language", "zh")
    assert "counting" in shown
    assert "documents" in shown


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--out", "x.tsv"], "nothing to count"),
        (["nothing.jsonl", "--out", "x.tsv"], "No such file"),
        (["c.jsonl"], "--out"),
        (["c.jsonl", "--out", "x.txt"], "suffix"),
        (["c.jsonl", "--out", "x.tsv", "--language", "chinese"], "no language known here"),
        (["c.jsonl", "--out", "x.tsv", "--language", "auto"], "no language known here"),
        (["c.jsonl", "--out", "x.tsv", "--min-documents", "0"], "--min-documents"),
        (["c.jsonl", "--out", "x.tsv", "--index", "docs"], "--url"),
        (["c.jsonl", "--out", "x.tsv", "--sample", "5"], "--url"),
        (["c.jsonl", "--out", "x.tsv", "--api-key", "k"], "for a server"),
        (["c.jsonl", "--url", "http://127.0.0.1:1/d", "--out", "x.tsv"], "two sources"),
        (["--url", "localhost:9200", "--out", "x.tsv"], "http://"),
        (["--url", "http://127.0.0.1:1", "--out", "x.tsv"], "no index is named"),
        (["-", "--out", "x.tsv", "--resume"], "cannot be read again"),
    ],
)
def test_wrong_use_is_told(
    inside: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c.jsonl").write_bytes(jsonl({"text": "水泵"}, {"text": "水泵"}))
    code, out, err = inside("df", "build", *arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert sorted(one.name for one in tmp_path.iterdir()) == ["c.jsonl"]


def test_a_server_that_cannot_be_reached_is_told(inside: Call, tmp_path: Path) -> None:
    code, _, err = inside("df", "build", "--url", "http://me:s3cret@127.0.0.1:1", "--index", "docs",
                          "--out", str(tmp_path / "zh.tsv"), "--language", "zh")  # fmt: skip
    assert code == 2
    assert "127.0.0.1:1" in err
    assert "s3cret" not in err


def test_a_live_index_becomes_a_table(inside: Call, elasticsearch: Client, tmp_path: Path) -> None:
    name = unique_name()
    made = elasticsearch.create_index(name)
    try:
        made.add([{"content": text} for text in TEXTS])
        out = tmp_path / "zh.tsv"
        arguments = ["df", "build", "--url", elasticsearch.url, "--index", name, "--field",
                     "content", "--language", "zh", "--out", str(out)]  # fmt: skip
        assert inside(*arguments).code == 0
        assert read_table(out).counts == expected(TEXTS).counts
        told = inside(*arguments, "--sample", "20", "--seed", "3")
        assert "20 documents drawn with seed 3" in told.out
        first = out.read_bytes()
        assert read_table(out).documents == 20
        inside(*arguments, "--sample", "20", "--seed", "3")
        assert out.read_bytes() == first
        inside("df", "build", f"{elasticsearch.url}/{name}", "--language", "zh", "--out", str(out))
        assert read_table(out).documents == 30
    finally:
        made.delete()


# --- merge, inspect, diff -------------------------------------------------------------------------


def test_tables_are_added_up(inside: Call, table: Callable[..., Path], tmp_path: Path) -> None:
    one, two = table("one.tsv", *TEXTS[:11]), table("two.dict", *TEXTS[11:])
    out = tmp_path / "zh.tsv"
    code, told, _ = inside("df", "merge", str(one), str(two), "--out", str(out), "--json")
    assert code == 0
    assert json.loads(told)["exact"] is True
    whole = table("whole.tsv", *TEXTS)
    assert read_table(out).counts == read_table(whole).counts
    assert read_table(out).documents == 30
    pruned = table("pruned.tsv", *TEXTS[:11], least=2)
    code, told, _ = inside("df", "merge", str(pruned), str(two), "--out", str(out))
    assert "a count may lack up to 1 document," in told
    assert read_table(out) == merge([read_table(pruned), read_table(two)])
    code, told, err = inside("df", "merge", str(one), str(tmp_path / "no.tsv"), "--out", str(out))
    assert code == 2
    assert "no.tsv" in err


def test_a_table_is_shown_with_what_it_does_to_words(
    inside: Call, table: Callable[..., Path]
) -> None:
    path = table("zh.tsv", *TEXTS)
    code, out, err = inside("df", "inspect", str(path), "--top", "1")
    assert (code, err) == (0, "")
    assert "of 30 documents" in out
    assert "水泵" in out
    code, out, _ = inside("df", "inspect", str(path), "水泵", "天气", "--json")
    shown = json.loads(out)
    pump, weather = shown["weights"]
    assert pump["documents"] == 30
    assert pump["with"]["idf2"] < pump["without"]["idf2"]  # it is in every document here
    assert weather["documents"] is None
    assert weather["with"] == weather["without"]
    folder = path.parent / "own"
    (folder / "frequencies").mkdir(parents=True)
    path.rename(folder / "frequencies" / "zh.tsv")
    fq = FulltextQuery(dictionaries=[folder])
    (term,) = fq.build("水泵").terms
    assert pump["with"] == {"idf1": round(term.idf1, 4), "idf2": round(term.idf2, 4)}
    assert pump["without"]["idf1"] == round(FulltextQuery().build("水泵").terms[0].idf1, 4)


def test_words_that_are_none_are_told(inside: Call, table: Callable[..., Path]) -> None:
    code, out, err = inside("df", "inspect", str(table("zh.dict", *TEXTS)), "…", "水泵")
    assert code == 0
    assert "水泵" in out
    code, _, err = inside("df", "inspect", str(table("zh.dict", *TEXTS)), "…")
    assert "no word to weigh" in err


def test_tables_are_compared(inside: Call, table: Callable[..., Path]) -> None:
    one = table("one.tsv", *TEXTS, "天气")
    two = table("two.tsv", *["水泵 更换"] * 9, *["版权法"] * 90)
    code, out, err = inside("df", "diff", str(one), str(two), "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    # in all documents here and in nine of a hundred there
    assert found["differing"][0]["word"] == "水泵"
    assert found["differing"][0]["sure"] < 0.5
    assert {"word": "更换", "per_1000": pytest.approx(1000 * 9 / 99)} in found["only_second"]
    assert {"word": "天气", "per_1000": pytest.approx(1000 / 31)} in found["only_first"]
    code, out, _ = inside("df", "diff", str(one), str(two), "--top", "1")
    assert "水泵" in out
    assert f"only in {two}: 1 word," in out


@pytest.mark.parametrize("command", ["inspect", "diff", "merge"])
def test_what_is_no_table_is_told(inside: Call, tmp_path: Path, command: str) -> None:
    bad = tmp_path / "zh.tsv"
    bad.write_text("# documents: 9\n水\n", "utf-8")
    more = {"inspect": [], "diff": [str(bad)], "merge": ["--out", str(tmp_path / "x.tsv")]}
    code, out, err = inside("df", command, str(bad), *more[command])
    assert (code, out) == (2, "")
    assert "zh.tsv, line 2" in err


def test_the_commands_explain_themselves(inside: Call) -> None:
    for command in ("build", "merge", "inspect", "diff"):
        assert "Example" in inside("df", command, "--help").out
    code, _, err = inside("df")
    assert code == 2
    assert "fulltext-query df --help" in err
