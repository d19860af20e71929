"""Tables: coloured on a terminal, plain elsewhere, and never cut off."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import pairwise

import pytest

from fulltext_query.cli.tables import plain
from tests.cli.conftest import Call

TEXT = "在 Elasticsearch 里配置同义词 pneumonoultramicroscopicsilicovolcanoconiosis [red]"
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")

Terminal = Callable[..., str]


def columns(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in line)


def test_colours_on_a_terminal(terminal: Terminal) -> None:
    shown = terminal(200, "build", "--explain", TEXT)
    assert _ESCAPE.search(shown)
    rows = _ESCAPE.sub("", shown).split("\n")
    assert any(re.match(r"elasticsearch .*content", row) for row in rows)  # a table of rows


@pytest.mark.parametrize("width", [80, 30])
@pytest.mark.parametrize("command", [("build", "--explain"), ("analyze",)])
def test_a_narrow_terminal_wraps_and_loses_nothing(
    terminal: Terminal, width: int, command: tuple[str, ...]
) -> None:
    shown = terminal(width, *command, TEXT, env={"NO_COLOR": "1"})
    assert "\x1b" not in shown
    assert max(map(columns, shown.split("\n"))) <= width
    together = re.sub(r"\s", "", shown)
    for piece in (
        "pneumonoultramicroscopicsilicovolcanoconiosis",
        "Elasticsearch",
        "置同",
        "同义词",
    ):
        assert piece in together


def test_a_long_cell_wraps_inside_its_table(terminal: Terminal) -> None:
    long = "人民代表大会常务委员会议事规则"
    shown = terminal(120, "analyze", long, env={"NO_COLOR": "1"})
    assert shown.startswith("word ")  # a table: it has room
    assert max(map(columns, shown.split("\n"))) <= 120
    together = re.sub(r"\s", "", shown)
    for first, second in pairwise("人民代表大会"):
        assert first + second in together


def test_the_settings_fit_too(terminal: Terminal) -> None:
    shown = terminal(60, "settings", env={"NO_COLOR": "1"})
    assert max(map(columns, shown.split("\n"))) <= 60
    assert "content_sm_ltks^0.5" in re.sub(r"\s", "", shown)


def test_the_terminal_is_told_that_text_is_awaited(terminal: Terminal) -> None:
    shown = terminal(80, "build", "--string", stdin=b"disk\n\x04")
    assert "reading the text from the terminal" in shown
    assert "disk^1.0000" in shown


def test_force_color_colours_a_pipe(process: Call) -> None:
    out = process("analyze", "disk", env={"FORCE_COLOR": "1", "COLUMNS": "100"}).out
    assert _ESCAPE.search(out)


def test_columns_line_up_under_wide_letters() -> None:
    head, first, second = plain(("word", "n"), [("配置", "1"), ("éab", "2")])
    assert head == "word  n"
    assert first == "配置  1"
    assert second == "éab   2"
    assert plain(("word",), []) == []
