"""The benchmark of understanding runs, and the pipeline keeps within what it is allowed."""

from __future__ import annotations

import pytest

from benchmarks import understand
from benchmarks.texts import english_questions


def test_the_pipeline_s_own_time_is_small() -> None:
    questions = english_questions()[:50]
    for name, pipeline in understand.pipelines().items():
        # the best of several rounds: others use the machine too
        best = min(understand.overhead(pipeline, questions, rounds=9))
        assert 0 < best < 4 * understand.LIMIT_US, name


def test_questions_wait_together() -> None:
    # one after the other they would take 100 seconds
    assert 0.05 <= understand.together(["a question"] * 1000, 0.1) < 20


def test_it_prints_its_tables(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(understand, "together", lambda questions, seconds: seconds)
    monkeypatch.setattr("sys.argv", ["understand", "--questions", "3", "--rounds", "1"])
    understand.main()
    out = capsys.readouterr().out
    for name in understand.pipelines():
        assert f"| {name} |" in out
    assert "| 2 s | 2.00 |" in out
