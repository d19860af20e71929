"""Wrong use: exit code 2, nothing on standard output, and a message that tells the way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Call


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "build, analyze, settings"),
        (("buidl", "x"), "build, analyze, settings"),
        (("build", "--explian", "x"), "--explain"),
        (("build", "how", "do", "I"), "quotation marks"),
        (("build", "--min-match", "900%", "x"), "-100% to 100%"),
        (("build", "--min-match", "lots", "x"), "'30%'"),
        (("build", "--preset", "fast", "x"), "default, documents"),
        (("build", "--set", "powr=1", "x"), "did you mean 'power'"),
        (("build", "--set", "powr=1", "x"), "fulltext-query settings"),
        (("build", "--set", "power=high", "x"), "--set power"),
        (("build", "--set", "power", "x"), "NAME=VALUE"),
        (("build", "--set", "preset=documents", "x"), "--preset documents"),
        (("build", "--set", 'fields={"a":', "x"), "JSON"),
        (("build", "--set", "fields=a*^2", "x"), "a*"),
        (("build", "--settings", "/no/such.toml", "x"), "/no/such.toml"),
        (("build", "--synonyms", "/no/such.txt", "x"), "/no/such.txt"),
        (("analyze", "--set", "stemming=maybe", "x"), "stemming"),
        (("settings", "--settings", "/no/such.toml"), "/no/such.toml"),
        (("settings", "extra"), "fulltext-query settings --help"),
    ],
)
def test_the_message_says_how_to_mend_it(
    inside: Call, arguments: tuple[str, ...], told: str
) -> None:
    code, out, err = inside(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("fulltext-query: error: ")
    assert told in err
    assert "Traceback" not in err


def test_the_environment_is_checked_too(inside: Call) -> None:
    code, out, err = inside("build", "x", env={"FULLTEXT_QUERY_POWR": "1"})
    assert (code, out) == (2, "")
    assert "FULLTEXT_QUERY_POWR" in err


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"a, b\nc\n", 2),
        (b"a, b\n\n\nc, d^7\n", 4),
        (b"a, b\n\xff, c\n", 2),
        (b"a => b => c\r\n", 1),
    ],
)
def test_synonym_rules_name_their_line(
    inside: Call, tmp_path: Path, content: bytes, line: int
) -> None:
    file = tmp_path / "rules.txt"
    file.write_bytes(content)
    code, out, err = inside("build", "--synonyms", str(file), "x")
    assert (code, out) == (2, "")
    assert f"{file}, line {line}:" in err


@pytest.mark.parametrize("content", [b"power = ", b"powr = 1", b"power = '\xff'", b"power = 7"])
def test_settings_files_name_themselves(inside: Call, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "fq.toml"
    file.write_bytes(content)
    code, out, err = inside("build", "--settings", str(file), "x")
    assert (code, out) == (2, "")
    assert str(file) in err


def test_standard_input_that_is_not_utf_8_names_its_line(inside: Call) -> None:
    for options, before in (((), ""), (("--lines", "--string"), "ok^1.0000\n")):
        code, out, err = inside("build", *options, stdin="ok\n软件\n".encode("gb18030"))
        assert (code, out) == (2, before)
        assert "line 2" in err
        assert "UTF-8" in err
