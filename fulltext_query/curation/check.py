"""Checks dictionaries: everything that is wrong with them, or does not do what it seems to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ..builder import FulltextQuery
from ..errors import DictionaryError
from ..lexicon.layer import Layer
from ..lexicon.layer_files import dictionary_files, size_of
from ..lexicon.loading import SourceLike
from ..lexicon.problems import Problem
from ..settings import Settings
from .findings import Finding, Findings
from .forms import Encoding, check_form, encoding_of
from .hidden import check_conversion, check_name_categories
from .numbers import check_numbers
from .removals import check_removals
from .rules import RULE_KINDS, RuleChecker
from .sources import Asked, asked_for, open_all
from .stats import staleness_of
from .words import check_words

__all__ = ["CheckReport", "Step", "check"]


class Step(NamedTuple):
    """How far a check is, told as it goes on."""

    name: str  # 'reading' or 'checking'
    unit: str  # what is counted: 'bytes' or 'entries'
    more: int  # done since the last step of the name
    total: int  # to be done in all; 0 where there is nothing


@dataclass(frozen=True)
class CheckReport:
    """What a check has found."""

    findings: tuple[Finding, ...]
    """By file and line; no more than were asked for."""
    errors: int
    """Lines and files that are not loaded."""
    warnings: int
    """Entries that do nothing, or not what they seem to."""
    notices: int
    """What is no fault."""
    files: int
    """Files that were checked."""
    entries: int
    """Entries of all layers that were loaded."""

    def __bool__(self) -> bool:
        """Whether everything can be loaded."""
        return not self.errors

    @property
    def left_out(self) -> int:
        """Findings beyond those asked for."""
        return self.errors + self.warnings + self.notices - len(self.findings)


def check(
    dictionaries: SourceLike | Iterable[SourceLike],
    settings: Settings | None = None,
    *,
    limit: int | None = None,
    progress: Callable[[Step], None] | None = None,
) -> CheckReport:
    """Checks dictionaries as layers in their order, each over the shipped ones and those before.

    dictionaries: folders, compiled files, or single files of folders: of such a folder all is
    loaded, and only those files are told of. settings: what keys depend on; its own dictionaries
    are left out. limit: findings to keep, the first by file and line; None keeps all.
    Raises DictionaryError where there is nothing at a path; LexiconError where the package's own
    files cannot be used. Nothing that a file holds raises.
    """
    asked = asked_for(dictionaries)
    wanted = {one.path: one for one in asked}
    findings = Findings(limit, lambda file: _is_wanted(asked, file))

    def tell(name: str, unit: str, more: int, total: int) -> None:
        if progress is not None:
            progress(Step(name, unit, more, total))

    size = sum(_size(one.path) for one in asked)
    opened = open_all(
        [one.path for one in asked], settings,
        lambda more: tell("reading", "bytes", more, size),
    )  # fmt: skip
    for path, reason in opened.broken:
        findings.add(str(path), 0, "error", "unusable", "", reason)
    layers = [one.layer for one in opened.layers]
    total = sum(_work(layer) for layer in layers)

    def advance(more: int) -> None:
        tell("checking", "entries", more, total)

    for number, (path, layer, fq) in enumerate(opened.layers):
        _check_files(fq, path, layer, wanted[path], findings)
        tags = frozenset(tag for other in layers for tag in other.tags)
        check_numbers(layer, tags, findings)
        check_words(fq, layer, findings, advance)
        check_removals(fq, layers[:number], layer, findings)
        check_conversion(fq, layers[:number], layer, findings)
    for kind in RULE_KINDS:
        checker = RuleChecker(opened.fq, kind, layers, findings)
        for layer in layers:
            checker.check_layer(layer, advance)
        checker.check_cycles()
    return CheckReport(
        findings.first(),
        findings.counts["error"],
        findings.counts["warning"],
        findings.counts["notice"],
        sum(len(wanted[path].files or layer.files) for path, layer, _ in opened.layers),
        sum(sum(layer.counts.values()) for layer in layers),
    )


def _is_wanted(asked: list[Asked], file: str) -> bool:
    """Whether a file, or the folder that it is of, is asked about."""
    if any(one.files is not None and file in one.files for one in asked):
        return True
    partly = [one for one in asked if one.files is not None]
    return not any(file.startswith(f"{one.path}/") for one in partly)


def _size(path: Path) -> int:
    return size_of(path) if path.is_dir() else 0


def _work(layer: Layer) -> int:
    """Entries of which each is cut on its own."""
    counts = layer.counts
    return sum(counts[kind] for kind in counts if kind not in ("weights", "t2s_exceptions"))


def _check_files(
    fq: FulltextQuery, path: Path, layer: Layer, asked: Asked, findings: Findings
) -> None:
    """Notes what reading the files has told, and what their bytes tell."""
    encodings: dict[str, Encoding] = {}
    errors = [one for one in layer.problems if one.severity == "error"]
    unread = {one.file for one in errors if one.line}
    whole_files = {one.file for one in errors if not one.line}
    if path.is_dir():
        for kind, file in dictionary_files(path):
            name = f"{layer.name}/{file.relative_to(path).as_posix()}"
            if not kind or not asked.wants(name):
                continue
            encoding = encoding_of(file, _word_length(fq)) if name in unread else None
            if encoding is not None:
                encodings[name] = encoding
            elif name not in whole_files:
                check_form(file, name, findings)
        check_name_categories(fq, path, layer, findings)
    elif _changed(layer):
        findings.add(
            str(path), 0, "notice", "stale", "",
            f"the folder {layer.name} has changed since this was compiled of it",
            f"compile it again: fulltext-query dict compile {layer.name} --out {path}",
        )  # fmt: skip
    whole: dict[str, list[Problem]] = {}
    for problem in layer.problems:
        if problem.file in encodings and problem.severity == "error":
            whole.setdefault(problem.file, []).append(problem)
        else:
            findings.of_problem(problem)
    for name, problems in whole.items():
        encoding = encodings[name]
        findings.add(
            name, min(one.line for one in problems), "error", "encoding", "",
            f"the file looks like {encoding.name}, not UTF-8{encoding.counted(len(problems))}",
            encoding.mend,
        )  # fmt: skip


def _word_length(fq: FulltextQuery) -> Callable[[str], float]:
    def word_length(text: str) -> float:
        words = [token.word for token in fq.analyze(text[:4000]).tokens if not token.word.isascii()]
        return sum(map(len, words)) / len(words) if words else 0.0

    return word_length


def _changed(layer: Layer) -> bool:
    try:
        return staleness_of(layer).changed is True
    except DictionaryError:  # the folder is there, but cannot be read
        return False
