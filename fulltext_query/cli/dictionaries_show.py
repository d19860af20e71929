"""``fulltext-query dict lookup``, ``stats`` and ``diff``: what looks into dictionaries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..builder import FulltextQuery
from ..curation.diff import Change, diff
from ..curation.lookup import Found, LexiconWord, WordReport, lookup
from ..curation.stats import LayerStats, stats
from ..lexicon.layer_files import size_of
from ..settings import Settings
from .dictionaries_check import counted, reading_bar
from .outputs import emit, emit_json
from .tables import show

__all__ = ["run_diff", "run_lookup", "run_stats"]

_UNKNOWN = 1
_DIFFERENT = 1


def _size(paths: Iterable[Path]) -> int:
    return sum(size_of(path) for path in paths if path.is_dir())


# --- lookup ---------------------------------------------------------------------------------------


def run_lookup(
    words: Sequence[str], sources: Sequence[Path], settings: Settings, *, as_json: bool,
    limit: int | None,
) -> int:  # fmt: skip
    """Prints what is known; gives the exit code: 0, or 1 where nothing is known of a word."""
    lenient = settings.replace(strict_dictionaries=False)
    with reading_bar(_size([*map(Path, settings.dictionaries), *sources])) as advance:
        fq = FulltextQuery(lenient, dictionaries=sources, progress=advance)
    reports = [lookup(fq, word) for word in words]
    if as_json:
        emit_json([_word_as_json(report) for report in reports], indent=2)
    else:
        for number, report in enumerate(reports):
            if number:
                emit("")
            _print_word(report, limit)
    return 0 if all(reports) else _UNKNOWN


def _word_as_json(report: WordReport) -> dict[str, Any]:
    return {
        "word": report.word,
        "key": report.key,
        "tokens": [
            {
                "word": one.word, "text": one.text, "kind": one.kind.value, "role": one.role.value,
                "language": one.language, "fine": list(one.fine),
            }
            for one in report.tokens
        ],
        "terms": [
            {"word": one.text, "pos": one.pos, "entity": one.entity, "weight": one.weight}
            for one in report.terms
        ],
        "lexicon": [one._asdict() for one in report.lexicon],
        "entries": [one._asdict() for one in report.entries],
        "targets": [one._asdict() for one in report.targets],
    }  # fmt: skip


def _print_word(report: WordReport, limit: int | None) -> None:
    before = [report.word]
    if report.key != report.word:
        before.append(f"key: {report.key}")
    cut = " | ".join(
        f"{one.word}{f' (searched as {one.text})' if one.text != one.word else ''}"
        for one in report.tokens
    )
    before.append(f"cut as: {cut or 'nothing: there is no word in it'}")
    roles = [f"{one.word}: {one.role.value}" for one in report.tokens if one.role != "content"]
    before += [f"role: {', '.join(roles)}"] if roles else []
    if not report:
        emit("\n".join([*before, "no lexicon and no dictionary knows it"]))
        return
    concerned = {"en", *(one.language for one in report.tokens)}
    other = dict.fromkeys(one.language for one in report.lexicon if one.language not in concerned)
    show(
        ("lexicon", "language", "frequency", "documents", "part of speech", "entity", "source"),
        [_lexicon_row(one) for one in report.lexicon if one.language in concerned],
        before=before, after=[f"known in other languages too: {', '.join(other)}"] if other else [],
    )  # fmt: skip
    for title, found in (("entries", report.entries), ("stands for", report.targets)):
        if found:
            emit("")
            shown = found[:limit]
            left = len(found) - len(shown)
            show(
                ("dictionary", "entry", "state", "language", "where"),
                [_found_row(one) for one in shown],
                before=[title], after=[f"and {left:,} more: --limit 0 shows all"] if left else [],
            )  # fmt: skip


def _lexicon_row(one: LexiconWord) -> tuple[str, ...]:
    return (
        one.word, one.language, f"{one.frequency:,.1f}", f"{one.document_frequency:,.0f}",
        one.pos or "–", one.entity or "–", one.source,
    )  # fmt: skip


def _found_row(one: Found) -> tuple[str, ...]:
    place = f"{one.file}:{one.line}" if one.line else one.file
    return one.kind, one.entry, one.state, one.language or "–", place


# --- stats ----------------------------------------------------------------------------------------


def run_stats(sources: Sequence[Path], settings: Settings, *, as_json: bool) -> int:
    """Prints what is held; gives the exit code 0. Raises DictionaryError, LexiconError."""
    with reading_bar(_size(sources)) as advance:
        layers = stats(sources, settings, progress=advance)
    if as_json:
        emit_json([_layer_as_json(layer) for layer in layers], indent=2)
        return 0
    for number, layer in enumerate(layers):
        if number:
            emit("")
        _print_layer(layer)
    return 0


def _layer_as_json(layer: LayerStats) -> dict[str, Any]:
    return {
        "name": layer.name,
        "source": None if layer.source is None else str(layer.source),
        "compiled": None if layer.compiled is None else layer.compiled._asdict(),
        "entries": layer.entries,
        "memory": layer.memory,
        "problems": layer.problems,
        "counts": [
            {"kind": kind, "language": language, "entries": entries}
            for (kind, language), entries in layer.counts.items()
        ],
        "files": [one._asdict() for one in layer.files],
    }


def _print_layer(layer: LayerStats) -> None:
    where = "shipped" if layer.source is None else str(layer.source)
    before = [f"{where}: {counted(layer.entries, 'entry')}, {layer.memory:,} bytes in memory"]
    if layer.compiled is not None:
        folder, fingerprint, changed = layer.compiled
        state = {
            True: "which has changed since: compile it again",
            False: "which has not changed since",
            None: "which is not there",
        }[changed]
        before.append(f"compiled of {folder}, {state} (fingerprint {fingerprint[:16]})")
    if layer.problems:
        before.append(
            f"{counted(layer.problems, 'problem')}: 'fulltext-query dict check' tells of them"
        )
    rows = [
        (kind, language or "–", f"{entries:,}")
        for (kind, language), entries in layer.counts.items()
    ]
    show(("kind", "language", "entries"), rows, before=before)


# --- diff -----------------------------------------------------------------------------------------


def run_diff(
    before: Path, after: Path, settings: Settings, *, as_json: bool, limit: int | None
) -> int:
    """Prints the changes; gives the exit code: 0, or 1 where there are any."""
    with reading_bar(_size([before, after])) as advance:
        changes = diff(before, after, settings, progress=advance)
    if as_json:
        emit_json([{"what": one.what, **one._asdict()} for one in changes], indent=2)
    else:
        _print_changes(changes, limit)
    return _DIFFERENT if changes else 0


def _print_changes(changes: Sequence[Change], limit: int | None) -> None:
    if not changes:
        emit("no difference")
        return
    shown = changes[:limit]
    left = len(changes) - len(shown)
    counts = [
        f"{sum(one.what == what for one in changes):,} {what}"
        for what in ("added", "changed", "removed")
    ]
    show(
        ("change", "dictionary", "language", "entry", "before", "after", "where"),
        [_change_row(one) for one in shown],
        after=[*([f"and {left:,} more: --limit 0 shows all"] if left else []), ", ".join(counts)],
    )


def _change_row(one: Change) -> tuple[str, ...]:
    return (
        one.what, one.kind, one.language or "–", one.entry,
        _shown(one.before), _shown(one.after), one.place_after or one.place_before,
    )  # fmt: skip


def _shown(said: str | None) -> str:
    return said or "–"
