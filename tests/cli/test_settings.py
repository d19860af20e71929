"""``fulltext-query settings``: all that can be tuned, and a file that says the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulltext_query import Settings
from fulltext_query.cli.inputs import make_settings
from fulltext_query.cli.settings import range_of
from tests.cli.conftest import Call, lines


def test_every_setting_is_listed_with_its_value_and_range(inside: Call) -> None:
    code, out, _ = inside("settings", "--set", "power=0.5")
    rows = {row.split()[0]: row for row in lines(out)[1:]}
    assert code == 0
    assert list(rows) == list(Settings.model_fields)
    assert rows["power"].split()[1:5] == ["0.5", "0", "to", "2"]
    assert "damp, remove, keep" in rows["question_words"]
    assert "above 0 to 1, null" in rows["function_weight"]
    assert "title_sm_tks^0.5" in rows["fields"]


def test_every_setting_has_a_range_and_a_description() -> None:
    for name, field in Settings.model_fields.items():
        assert "any" not in range_of(name, field), name
        assert field.description, name


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        (None, ()),
        ("documents", ()),
        (None, ("function_weight=null", "tie_breaker=0.123456789")),
        (None, ('fields={"a.b": 2.5, "c": 1e-6, "标题": 1}', "min_match=2<-25% 9<-3")),
        (None, ("user_words=云原生 100 n,后端", "pos_weights={}")),
        (None, ('conversion_exceptions=["a\\"b", "c\\\\d\\u007f"]', "stemming=false")),
    ],
)
def test_the_toml_file_reads_back_to_the_same_settings(
    inside: Call, tmp_path: Path, preset: str | None, changes: tuple[str, ...]
) -> None:
    options = [f"--set={change}" for change in changes]
    if preset is not None:
        options.append(f"--preset={preset}")
    code, out, _ = inside("settings", "--toml", *options)
    file = tmp_path / "fq.toml"
    file.write_text(out, "utf-8")
    assert code == 0
    assert Settings.from_file(file) == make_settings(None, preset, changes)


def test_the_toml_file_explains_itself(inside: Call) -> None:
    out = inside("settings", "--toml").out
    assert all(len(line) <= 100 for line in lines(out) if line.startswith("#"))
    assert "# Range: 0 to 2\npower = 0.5\n" in out


@pytest.mark.parametrize("command", ["build", "analyze", "settings", "index", "search", "evaluate"])
def test_the_help_lists_every_preset(inside: Call, command: str) -> None:
    code, out, _ = inside(command, "--help", env={"COLUMNS": "200"})
    assert code == 0
    option = " ".join(out.partition("--preset NAME")[2].partition("--set NAME")[0].split())
    assert "default, documents, ragflow, plain" in option
