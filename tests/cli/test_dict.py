"""``fulltext-query dict``: checking, compiling, looking up, counting, comparing, importing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Call, lines
from tests.curation.folders import write
from tests.curation.test_check import GOOD
from tests.lexicon.importers.small import write_wordnet


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return write(tmp_path / "good", GOOD)


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    return write(
        tmp_path / "faulty",
        {
            "words/zh.txt": "蓝鲸阀 900\r\n青藤泵 -5\r\n",
            "synonyms/a.en.txt": "run => running\nvalve => tap\n",
            "pos/en.txt": "valve\tNN\n",
        },
    )


# --- check ----------------------------------------------------------------------------------------


def test_check_says_that_nothing_is_wrong(inside: Call, good: Path) -> None:
    code, out, err = inside("dict", "check", str(good))
    assert (code, err) == (0, "")
    assert out == "26 entries in 15 files: nothing wrong\n"
    assert inside("dict", "check", str(good), "--strict").code == 0


def test_check_tells_file_line_reason_and_mend(inside: Call, faulty: Path) -> None:
    code, out, err = inside("dict", "check", str(faulty))
    assert (code, err) == (1, "")
    told = lines(out)
    assert [line for line in told if line.startswith("/")] == [
        f"{faulty}/pos/en.txt", f"{faulty}/synonyms/a.en.txt", f"{faulty}/words/zh.txt",
    ]  # fmt: skip
    row = next(line for line in told if "青藤泵" in line)
    assert row.split()[:2] == ["2", "error"]
    assert "give a whole number" in row
    assert told[-1] == "4 entries in 3 files: 1 error, 2 warnings, 1 notice"


def test_warnings_count_when_asked_to(inside: Call, faulty: Path) -> None:
    write(faulty, {"words/zh.txt": "蓝鲸阀 900\r\n"})
    assert inside("dict", "check", str(faulty)).code == 0
    assert inside("dict", "check", str(faulty), "--strict").code == 1
    words = str(faulty / "words" / "zh.txt")  # has a notice alone
    assert inside("dict", "check", words, "--strict").code == 0


def test_check_as_json(inside: Call, faulty: Path) -> None:
    code, out, _ = inside("dict", "check", str(faulty), "--json")
    report = json.loads(out)
    assert code == 1
    assert report["ok"] is False
    assert (report["errors"], report["warnings"], report["notices"]) == (1, 2, 1)
    error = next(one for one in report["findings"] if one["severity"] == "error")
    assert error == {
        "file": f"{faulty}/words/zh.txt", "line": 2, "severity": "error", "check": "unusable",
        "entry": "青藤泵 -5", "reason": "'-5' is not a frequency",
        "mend": "give a whole number from 0 to 60,101,967",
    }  # fmt: skip


def test_check_shows_no_more_than_asked_for(inside: Call, faulty: Path) -> None:
    out = inside("dict", "check", str(faulty), "--limit", "1").out
    assert "NN" in out
    assert "running" not in out
    assert "and 3 more: --limit 0 shows all\n" in out
    assert "2 warnings" in out
    everything = inside("dict", "check", str(faulty), "--limit", "0").out
    assert "more:" not in everything


def test_check_of_layers_and_of_single_files(inside: Call, good: Path, faulty: Path) -> None:
    both = json.loads(inside("dict", "check", str(good), str(faulty), "--json").out)
    assert both["files"] == 18
    one = str(faulty / "pos" / "en.txt")
    assert {
        found["file"]
        for found in json.loads(inside("dict", "check", one, "--json").out)["findings"]
    } == {one}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("check", "absent"), "there is nothing at absent"),
        (("check",), "Missing argument 'PATH...'"),
        (("check", ".", "--set", "nonsense=1"), "nonsense"),
        (("compile", "absent", "--out", "x.dict"), "does not exist"),
        (("compile", "."), "Missing option '--out'"),
        (("diff", "absent", "absent"), "there is nothing at absent"),
        (("stats", "absent"), "absent"),
        (("lookup", "valve", "--dictionaries", "absent"), "absent"),
        (("import", "stopwords", "absent", "--language", "fa", "--out", "x"), "no file absent"),
        (("import", "nonsense", "x", "--language", "fa", "--out", "x"), "no kind of list"),
        (("nonsense",), "No such command 'nonsense'"),
    ],
)
def test_wrong_use_is_told(
    inside: Call,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = inside("dict", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.startswith("fulltext-query: error: ")
    assert list(tmp_path.iterdir()) == []


def test_control_characters_do_not_reach_the_terminal(inside: Call, tmp_path: Path) -> None:
    folder = write(tmp_path, {"words/en.txt": b"valve\x1b[31m 5\n\xff\x1b]0;x\x07\n"})
    for options in ((), ("--json",)):
        code, out, err = inside("dict", "check", str(folder), *options)
        assert code == 1
        assert "\x1b" not in out + err


def test_a_pipe_gets_no_bar_and_a_terminal_gets_the_table(
    process: Call, terminal: Callable[..., str], good: Path
) -> None:
    assert process("dict", "check", str(good)).err == ""
    shown = terminal(100, "dict", "check", str(good))
    assert "26 entries in 15 files: nothing wrong" in shown
    assert "checking" in shown


def test_a_narrow_terminal_shows_everything(terminal: Callable[..., str], tmp_path: Path) -> None:
    folder = write(tmp_path / "d", {"pos/en.txt": "valve\tNN\n"})
    shown = terminal(40, "dict", "check", str(folder), env={"NO_COLOR": "1"})
    assert "valve" in shown
    assert "is no part of speech of" in " ".join(shown.split())


# --- compile --------------------------------------------------------------------------------------


def test_compile_and_use(inside: Call, good: Path, tmp_path: Path) -> None:
    out = tmp_path / "good.dict"
    code, said, err = inside("dict", "compile", str(good), "--out", str(out))
    assert (code, err) == (0, "")
    assert said == f"{out}: 26 entries in {out.stat().st_size:,} bytes\n"
    text = ("build", "--string", "What is OBX?")
    with_folder = inside(*text, "--set", f"dictionaries={good}").out
    assert inside(*text, "--set", f"dictionaries={out}").out == with_folder
    assert "outbound exchang" in with_folder


def test_compile_refuses_what_cannot_be_loaded(inside: Call, faulty: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.dict"
    code, said, err = inside("dict", "compile", str(faulty), "--out", str(out))
    assert (code, said) == (1, "")
    assert "words/zh.txt, line 2" in err
    assert "--lenient" in err
    assert not out.exists()
    code, said, err = inside(
        "dict", "compile", str(faulty), "--out", str(out), "--lenient", "--json"
    )
    assert code == 1
    report = json.loads(said)
    assert (report["entries"], report["left_out"], report["bytes"]) == (4, 1, out.stat().st_size)
    assert "left out: 1 line" in err


# --- lookup ---------------------------------------------------------------------------------------


def test_lookup_shows_what_is_known_and_from_where(inside: Call, good: Path) -> None:
    code, out, err = inside("dict", "lookup", "valves", "--dictionaries", str(good))
    assert (code, err) == (0, "")
    told = lines(out)
    assert told[:2] == ["valves", "cut as: valves (searched as valv)"]
    row = next(line for line in told if "valve => tap" in line)
    assert row.split()[-1] == f"{good}/synonyms/a.en.txt:1"
    assert "holds" in row
    assert any(line.startswith("valves") and "symspellpy" in line for line in told)
    assert "tap => valve" in out[out.index("stands for") :]


def test_lookup_of_several_words_and_of_one_that_nobody_knows(inside: Call) -> None:
    code, out, _ = inside("dict", "lookup", "the", "kxtrwq")
    assert code == 1
    assert "dictionaries/function_words/en.txt:" in out
    assert out.endswith(
        "kxtrwq\ncut as: kxtrwq\nno lexicon and no dictionary knows it\n"
    )  # fmt: skip


def test_lookup_as_json(inside: Call, good: Path) -> None:
    out = inside("dict", "lookup", "云台", "--dictionaries", str(good), "--json").out
    (report,) = json.loads(out)
    assert report["tokens"][0]["language"] == "zh"
    (rule,) = [one for one in report["entries"] if one["kind"] == "glossary"]
    assert (rule["entry"], rule["state"], rule["line"]) == ("云台 => gimbal", "holds", 2)
    assert report["terms"][0]["weight"] > 0


def test_lookup_uses_the_dictionaries_of_the_settings(inside: Call, good: Path) -> None:
    code, out, _ = inside("dict", "lookup", "OBX", "--set", f"dictionaries={good}")
    assert code == 0
    assert "OBX => outbound exchange" in out


def test_lookup_with_files_that_have_errors(inside: Call, faulty: Path) -> None:
    code, out, _ = inside("dict", "lookup", "蓝鲸阀", "--dictionaries", str(faulty))
    assert code == 0
    assert "蓝鲸阀 900" in out


# --- stats and diff -------------------------------------------------------------------------------


def test_stats_of_a_folder_and_a_compiled_file(inside: Call, good: Path, tmp_path: Path) -> None:
    out = tmp_path / "good.dict"
    inside("dict", "compile", str(good), "--out", str(out))
    said = inside("dict", "stats", str(good), str(out)).out
    assert said.startswith("shipped: ")
    folder, compiled = said.split("\n\n")[1:]
    assert folder.startswith(f"{good}: 26 entries, ")
    assert ["words", "zh", "3"] in [line.split() for line in lines(folder + "\n")]
    assert f"compiled of {good}, which has not changed since" in compiled
    write(good, {"words/zh.txt": "蓝鲸阀\n"})
    assert "which has changed since: compile it again" in inside("dict", "stats", str(out)).out
    report = json.loads(inside("dict", "stats", str(out), "--json").out)[-1]
    assert report["compiled"]["changed"] is True
    assert report["entries"] == 26
    assert {"kind": "words", "language": "zh", "entries": 3} in report["counts"]


def test_diff_shows_what_changed(inside: Call, good: Path, tmp_path: Path) -> None:
    out = tmp_path / "good.dict"
    inside("dict", "compile", str(good), "--out", str(out))
    assert inside("dict", "diff", str(out), str(good)) == (0, "no difference\n", "")
    write(good, {"words/en.txt": "wi-fi 9\nwi-lan\n"})
    code, said, _ = inside("dict", "diff", str(out), str(good))
    assert code == 1
    rows = [line.split() for line in lines(said)]
    assert ["changed", "words", "en", "wi-fi", "–", "9", f"{good}/words/en.txt:1"] in rows
    assert ["added", "words", "en", "wi-lan", "–", "–", f"{good}/words/en.txt:2"] in rows
    assert " ".join(rows[-1]) == "1 added, 1 changed, 1 removed"
    assert "and 2 more" in inside("dict", "diff", str(out), str(good), "--limit", "1").out
    changes = json.loads(inside("dict", "diff", str(out), str(good), "--json").out)
    assert [one["what"] for one in changes] == ["removed", "changed", "added"]


# --- import ---------------------------------------------------------------------------------------


def test_import_writes_a_file_that_loads(inside: Call, tmp_path: Path) -> None:
    source = tmp_path / "stopwords-iso.json"
    source.write_text(json.dumps({"fa": ["از", "به"], "en": ["the"]}), encoding="utf-8")
    out = tmp_path / "own" / "function_words" / "fa.txt"
    arguments = ("dict", "import", "stopwords", str(source), "--language", "fa", "--out", str(out))
    code, said, err = inside(*arguments)
    assert (code, err) == (0, "")
    assert said == f"{out}: 2 entries\n"
    content = out.read_text(encoding="utf-8")
    assert content.startswith("#")
    assert "از\n" in content
    assert inside("dict", "check", str(tmp_path / "own")).code == 0
    # never over a file, unless told to
    out.write_text("mine\n", encoding="utf-8")
    code, said, err = inside(*arguments)
    assert (code, said) == (2, "")
    assert "is there already: give --force" in err
    assert out.read_text(encoding="utf-8") == "mine\n"
    assert inside(*arguments, "--force").code == 0
    assert out.read_text(encoding="utf-8") == content


def test_import_of_wordnet_with_a_limit(inside: Call, tmp_path: Path) -> None:
    source = write_wordnet(tmp_path / "wordnet")
    out = tmp_path / "own" / "synonyms" / "wordnet.en.txt"
    arguments = ("import", "wordnet", str(source), "--language", "en", "--out", str(out))
    assert inside("dict", *arguments, "--max-synonyms", "1").code == 0
    rules = [line for line in out.read_text(encoding="utf-8").splitlines() if "=>" in line]
    assert rules
    assert not any("," in rule for rule in rules)


def test_import_leaves_nothing_behind_where_it_fails(inside: Call, tmp_path: Path) -> None:
    source = tmp_path / "list.txt"
    source.write_bytes(b"\xff\xfe\xfd\n")
    out = tmp_path / "own" / "words" / "zh.txt"
    code, _, err = inside(
        "dict", "import", "thuocl-words", str(source), "--language", "zh", "--out", str(out)
    )
    assert code == 2
    assert "list.txt, line 1" in err
    assert not out.exists()


def test_import_tells_of_odd_lines(inside: Call, tmp_path: Path) -> None:
    source = tmp_path / "THUOCL_x.txt"
    source.write_text("缩点图\t12\nnonsense\n全新词条\t7\n", encoding="utf-8")
    out = tmp_path / "frequencies" / "zh.tsv"
    arguments = (
        "dict", "import", "thuocl-frequencies", str(source), "--language", "zh", "--out", str(out),
        "--documents", "1000",
    )  # fmt: skip
    code, said, err = inside(*arguments)
    assert code == 1
    assert said == f"{out}: 2 entries\n"
    assert "line 2" in err
    assert "# documents: 1000" in out.read_text(encoding="utf-8")
    code, _, err = inside(*arguments, "--strict", "--force")
    assert code == 2
    assert "line 2" in err
