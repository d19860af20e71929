"""README.md is true: its commands and programs run here, and print what it says they print.

``python -m tests.test_readme`` writes the outputs into README.md anew, after a change of them that
is meant.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

import fulltext_query
from fulltext_query import FulltextQuery, Settings, errors

README = Path(__file__).resolve().parents[1] / "README.md"
INSTALL = "pip install -q '.[embedded]' && "  # has happened where this runs
FOLDER = "/tmp/fulltext-query-example"

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ROW = re.compile(r"^\| [^|`]+ \| `([^`]+)` \| (`.+`) \|$", re.MULTILINE)


_TIMES = re.compile(r"\d+(?:\.\d+)?(?= s | ms$| a second)", re.MULTILINE)
_SETTING = re.compile(r"^\| (`\w+`(?:, `\w+`)*) \| (\S[^|]*) \| (\S[^|]*) \|", re.MULTILINE)


class Example(NamedTuple):
    """Something that README shows with its output."""

    code: str  # a program, or a command with its '$ '
    output: str
    start: int  # where the output stands in README
    end: int

    @property
    def name(self) -> str:
        return self.code.strip().split("\n")[0]


def _examples() -> tuple[list[Example], list[Example]]:
    """Commands and programs, in the order of README."""
    text = README.read_text("utf-8")
    commands, programs = [], []
    blocks = list(_BLOCK.finditer(text))
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        language, content = block.groups()
        if language == "console":
            command, _, output = content.partition("\n")
            start = block.start(2) + len(command) + 1
            commands.append(Example(command, output, start, block.end(2)))
        elif language == "python":
            assert following is not None
            assert following[1] == "text", f"no output is shown for: {content}"
            programs.append(Example(content, following[2], *following.span(2)))
    return commands, programs


COMMANDS, PROGRAMS = _examples()


def _shell(command: str) -> str:
    command = command.removeprefix("$ ").removeprefix(INSTALL)
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("FULLTEXT_QUERY_") and name != "FORCE_COLOR"
    }
    with tempfile.TemporaryDirectory() as folder:
        command = command.replace(FOLDER, f"{folder}/example")
        script = Path(folder) / "fulltext-query"
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m fulltext_query.cli "$@"\n')
        script.chmod(0o755)
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            env={**kept, "PATH": f"{folder}{os.pathsep}{kept.get('PATH', os.defpath)}"},
            cwd=README.parent, capture_output=True, check=True, timeout=60,
        )  # fmt: skip
    return done.stdout.decode().replace(f"{folder}/example", FOLDER)


def _python(code: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, str(README), "exec"), {"__name__": "readme"})
    return printed.getvalue()


def test_readme_has_its_examples() -> None:
    assert len(COMMANDS) == 4
    assert len(PROGRAMS) == 6
    assert COMMANDS[0].code.startswith(f"$ {INSTALL}")


@pytest.mark.skipif(os.name == "nt", reason="the commands are written for a POSIX shell")
@pytest.mark.parametrize("example", COMMANDS, ids=lambda example: example.name)
def test_the_commands_print_what_readme_shows(example: Example) -> None:
    assert _timeless(_shell(example.code)) == _timeless(example.output)


@pytest.mark.parametrize("example", PROGRAMS, ids=lambda one: one.name)
def test_the_programs_print_what_readme_shows(example: Example) -> None:
    assert _python(example.code) == example.output


def test_the_table_shows_what_becomes_of_a_text() -> None:
    fq = FulltextQuery(synonyms={"laptop": "portable computer"})
    rows = _ROW.findall(README.read_text("utf-8"))
    assert len(rows) == 9
    for text, pieces in rows:
        query = fq.build(text).query_string
        for piece in re.findall(r"`([^`]+)`", pieces):
            assert piece in query, f"{text}: {query}"


def test_the_table_of_settings_has_their_defaults() -> None:
    section = README.read_text("utf-8").partition("## Settings")[2].partition("\n## ")[0]
    rows = _SETTING.findall(section)
    assert len(rows) >= 10
    for names, *columns in rows:
        if names == "`fields`":
            continue
        for shown, settings in zip(
            columns, (Settings(), Settings.preset("documents")), strict=True
        ):
            values = [getattr(settings, name.strip("`")) for name in names.split(", ")]
            assert shown.strip().replace("`", "") == ", ".join(map(_shown, values)), names


def test_the_table_of_errors_has_them_all() -> None:
    section = README.read_text("utf-8").partition("## Errors")[2].partition("\n## ")[0]
    told = re.findall(r"`(\w+Error)`", section)
    assert sorted(told) == sorted(errors.__all__)
    assert set(told) <= set(fulltext_query.__all__)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return str(value)


def _timeless(output: str) -> str:
    """Without what differs from run to run."""
    return _TIMES.sub("0", output)


def _rewritten(text: str, outputs: Mapping[Example, str]) -> str:
    for example in sorted(outputs, key=lambda one: -one.start):
        text = text[: example.start] + outputs[example] + text[example.end :]
    return text


if __name__ == "__main__":
    fresh = {example: _shell(example.code) for example in COMMANDS}
    fresh |= {one: _python(one.code) for one in PROGRAMS}
    README.write_text(_rewritten(README.read_text("utf-8"), fresh), "utf-8")
