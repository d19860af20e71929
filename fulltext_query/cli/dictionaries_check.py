"""``fulltext-query dict check``: runs the check and prints what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from ..curation.check import CheckReport, Step, check
from ..curation.findings import Finding
from ..settings import Settings
from .engines import progress_bar
from .outputs import emit, emit_json
from .tables import show

__all__ = ["PROBLEMS", "counted", "reading_bar", "run_check"]

PROBLEMS = 1
"""The exit code where something is wrong."""


def run_check(
    paths: Sequence[Path], settings: Settings, *, strict: bool, as_json: bool, limit: int | None
) -> int:
    """Checks and prints; gives the exit code: 0, or PROBLEMS. Raises DictionaryError."""
    with _steps() as progress:
        report = check(paths, settings, limit=limit, progress=progress)
    bad = bool(report.errors or (strict and report.warnings))
    if as_json:
        emit_json(_as_json(report, bad), indent=2)
    else:
        _print(report)
    return PROBLEMS if bad else 0


def _as_json(report: CheckReport, bad: bool) -> dict[str, Any]:
    return {
        "ok": not bad,
        "errors": report.errors,
        "warnings": report.warnings,
        "notices": report.notices,
        "files": report.files,
        "entries": report.entries,
        "findings": [one._asdict() for one in report.findings],
        "left_out": report.left_out,
    }


def _print(report: CheckReport) -> None:
    by_file: dict[str, list[Finding]] = {}
    for one in report.findings:
        by_file.setdefault(one.file, []).append(one)
    for file, findings in by_file.items():
        show(
            ("line", "severity", "entry", "what is wrong"),
            [_row(one) for one in findings],
            before=[file],
        )
        emit("")
    if report.left_out:
        emit(f"and {report.left_out:,} more: --limit 0 shows all")
    found = [
        counted(number, noun)
        for number, noun in (
            (report.errors, "error"), (report.warnings, "warning"), (report.notices, "notice"),
        )
        if number
    ]  # fmt: skip
    checked = f"{counted(report.entries, 'entry')} in {counted(report.files, 'file')}"
    emit(f"{checked}: {', '.join(found) or 'nothing wrong'}")


def _row(one: Finding) -> tuple[str, str, str, str]:
    mend = f"; {one.mend}" if one.mend else ""
    return str(one.line) if one.line else "–", one.severity, one.entry, f"{one.reason}{mend}"


def counted(number: int, noun: str) -> str:
    """'1 entry', '2 entries'."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


@contextmanager
def _steps() -> Iterator[Callable[[Step], None]]:
    """One bar after the other, as the steps of a check come."""
    with ExitStack() as stack:
        bars: dict[str, Callable[[int], None]] = {}

        def tell(step: Step) -> None:
            advance = bars.get(step.name)
            if advance is None:
                stack.close()
                bars.clear()
                advance = bars[step.name] = stack.enter_context(
                    progress_bar(step.name, step.unit, total=step.total or None)
                )
            if step.more:
                advance(step.more)

        yield tell


@contextmanager
def reading_bar(sizes: int) -> Iterator[Callable[[int], None]]:
    """A bar for reading so many bytes of dictionary files."""
    with progress_bar("reading", "bytes", total=sizes or None) as advance:
        yield advance
