"""The command as a process: pipes, encodings, signals, and what it loads."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

import fulltext_query
from fulltext_query import FulltextQuery
from tests.cli.conftest import COMMAND, Call, environment

TEXT = "如何配置同义词"
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}


@pytest.mark.parametrize("env", [{"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}, ASCII])
def test_output_is_utf_8_whatever_the_locale(process: Call, env: dict[str, str]) -> None:
    expected = FulltextQuery().build(TEXT).query_string
    assert process("build", "--string", TEXT, env=env) == (0, expected + "\n", "")
    piped = process("build", "--string", stdin=TEXT.encode(), env=env)
    assert piped.out == expected + "\n"


def test_messages_are_utf_8_too(process: Call) -> None:
    code, _, err = process("build", "--set", "配置=1", "x", env=ASCII)
    assert code == 2
    assert err.startswith("fulltext-query: error: ")


@pytest.mark.skipif(os.name == "nt", reason="arguments are no bytes on Windows")
@pytest.mark.parametrize("options", [("--string",), ("--explain",), ("--lines", "--explain")])
def test_arguments_that_are_no_utf_8_are_read_and_told(
    process: Call, options: tuple[str, ...]
) -> None:
    code, out, err = process("build", *options, b"disk\xff\xfe full")
    assert code == 0
    assert "disk" in out
    assert "full" in out
    assert "not UTF-8" in err


def _line(stream: IO[bytes]) -> bytes:
    """The next line of a pipe; an error rather than an endless wait where none comes."""
    ready, _, _ = select.select([stream], [], [], 30)
    assert ready, "no line came while the input was still open"
    return stream.readline()


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGPIPE on Windows")
def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    with subprocess.Popen(
        [*COMMAND, "build", "--lines", "--string"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(b"disk full\n")
        running.stdin.flush()
        # the answer comes before the input ends: it streams
        assert _line(running.stdout).startswith(b"(disk")
        running.stdout.close()
        running.stdin.write(b"disk full\n" * 10)
        running.stdin.close()
        assert running.stderr.read() == b""
        assert running.wait(timeout=60) == 141


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_an_interrupt_ends_it_with_130() -> None:
    with subprocess.Popen(
        [*COMMAND, "build", "--lines", "--string"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(b"disk\n")
        running.stdin.flush()
        _line(running.stdout)  # it is at work now
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=60) == 130
        assert b"Traceback" not in running.stderr.read()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_output_that_cannot_be_written_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "build", "x"], stdout=full, stderr=subprocess.PIPE, env=environment(),
            check=False, timeout=60,
        )  # fmt: skip
    assert done.returncode == 1
    assert b"cannot write" in done.stderr
    assert b"Traceback" not in done.stderr


def test_typer_and_rich_are_loaded_only_when_used() -> None:
    script = (
        "import sys, fulltext_query.cli as cli\n"
        "assert not {'typer', 'rich', 'click'} & sys.modules.keys()\n"
        "import typer\n"  # some versions of it load rich
        "before = {name for name in sys.modules if name.startswith('rich')}\n"
        "try: cli.main(['build', '--explain', 'disk'])\n"
        "except SystemExit: pass\n"
        "assert before == {name for name in sys.modules if name.startswith('rich')}\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, env=environment(), check=False,
        timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


def test_without_typer_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("raise ImportError('No module named typer', name='typer')")
    root = str(Path(fulltext_query.__file__).parents[1])
    done = subprocess.run(
        [*COMMAND, "build", "x"], capture_output=True, check=False, timeout=60,
        env=environment({"PYTHONPATH": os.pathsep.join((str(tmp_path), root))}),
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"pip install typer" in done.stderr
    assert b"Traceback" not in done.stderr


def test_version_and_help(process: Call) -> None:
    assert process("--version") == (0, f"fulltext-query {fulltext_query.__version__}\n", "")
    code, out, _ = process("build", "--help")
    assert code == 0
    assert "Examples:\n" in out
    assert "curl" in out
    for option in ("--explain", "--lines", "--min-match", "--synonyms", "--settings", "--set"):
        assert option in out


def test_the_same_bytes_whatever_the_hash_seed(process: Call) -> None:
    outputs = {
        process("build", "--bool", TEXT, env={"PYTHONHASHSEED": seed}).out for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert json.loads(outputs.pop())["query"]["bool"]
