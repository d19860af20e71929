"""What is asked of a machine that has not every package."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.optional import need

TESTS = Path(__file__).parent


def test_a_package_that_is_there_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    for value in ("", "true"):
        monkeypatch.setenv("CI", value)
        assert need("json.decoder").JSONDecoder


def test_a_missing_package_skips_at_home_and_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no_such_package"):
        need("no_such_package")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        need("no_such_package")


def test_no_test_passes_over_a_missing_package_by_itself() -> None:
    found = set()
    for path in TESTS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == "importorskip":
                found.add(path.relative_to(TESTS).as_posix())
    # a terminal of POSIX is no package
    assert found == {"optional.py", "cli/conftest.py"}
