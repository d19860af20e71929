"""``fulltext-query df merge``, ``inspect`` and ``diff``: tables of frequencies that are there."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..background import Counted, diff, merge, read_table, write
from ..background.tables import check_output
from ..builder import FulltextQuery
from ..explain import WeightedTerm
from ..settings import Settings
from .background_build import described
from .outputs import complain, emit, emit_json
from .tables import show

__all__ = ["diff_files", "inspect_file", "merge_files"]


def merge_files(
    files: Sequence[Path],
    out: Path,
    settings: Settings,
    *,
    language: str | None,
    min_documents: int,
    as_json: bool,
) -> None:
    """Adds up tables and writes the sum. Raises the errors of the package."""
    check_output(out)
    merged = merge(read_table(path, language) for path in files)
    if min_documents > 1:
        merged = merged.pruned(min_documents)
    write(merged, out, settings)
    if as_json:
        emit_json({**merged.to_dict(), "out": str(out), "exact": merged.lacking.exact}, indent=2)
        return
    for line in described(merged):
        emit(line)
    emit(f"written to {out}")


def inspect_file(
    path: Path,
    words: Sequence[str],
    settings: Settings,
    *,
    top: int,
    language: str | None,
    as_json: bool,
) -> None:
    """Prints a table's size, its most frequent words, and what words weigh with it."""
    counted = read_table(path, language)
    weighed = _weighed(counted, words, settings) if words else []
    frequent = counted.most_frequent(0 if words and not as_json else top)
    if as_json:
        emit_json(
            {
                **counted.to_dict(),
                "most_frequent": [
                    {"word": word, "term": one.term, "documents": one.documents}
                    for word, one in frequent
                ],
                "weights": weighed,
            },
            indent=2,
        )
        return
    for line in described(counted):
        emit(line)
    if frequent:
        emit("")
        show(
            ("word", "occurrences", "documents", "of 1,000"),
            [
                (word, f"{one.term:,.0f}", f"{one.documents:,.0f}", _rate(one.documents, counted))
                for word, one in frequent
            ],
        )
    if weighed:
        emit("")
        show(
            ("word", "documents", "idf1 without", "idf1 with", "idf2 without", "idf2 with"),
            [_row(one, counted) for one in weighed],
        )
    elif words:
        complain("the words given hold no word to weigh")


def _rate(documents: float, counted: Counted) -> str:
    return f"{1000 * documents / counted.documents:.4g}" if counted.documents else "–"


def _row(one: dict[str, Any], counted: Counted) -> tuple[str, ...]:
    found = one["documents"]
    documents = "not in it" if found is None else f"{found:,.0f} ({_rate(found, counted)} of 1,000)"
    numbers = (one[side][name] for name in ("idf1", "idf2") for side in ("without", "with"))
    return one["word"], documents, *(f"{number:.2f}" for number in numbers)


def _weighed(counted: Counted, words: Sequence[str], settings: Settings) -> list[dict[str, Any]]:
    """Each word of the given ones with its IDFs, with the table and without."""
    settings = settings.replace(language=counted.language)
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table.dict"
        write(counted, table, settings)
        # over all other dictionaries; opened while the folder is there, and done with then
        with_it = FulltextQuery(settings, dictionaries=[table])
        without = FulltextQuery(settings)
        rows = [
            _pair(counted, before, after, without)
            for word in words
            for before, after in zip(
                without.build(word).terms, with_it.build(word).terms, strict=True
            )
        ]
        del with_it
    return rows


def _pair(
    counted: Counted, before: WeightedTerm, after: WeightedTerm, fq: FulltextQuery
) -> dict[str, Any]:
    key = next((token.word for token in fq.analyze(before.surface).tokens), before.surface)
    found = counted.get(key)
    return {
        "word": before.surface,
        "key": key,
        "term": None if found is None else found.term,
        "documents": None if found is None else found.documents,
        "without": {"idf1": round(before.idf1, 4), "idf2": round(before.idf2, 4)},
        "with": {"idf1": round(after.idf1, 4), "idf2": round(after.idf2, 4)},
    }


def diff_files(first: Path, second: Path, *, top: int, language: str | None, as_json: bool) -> None:
    """Prints in which words two tables differ. Raises the errors of the package."""
    one, other = read_table(first, language), read_table(second, language)
    found = diff(one, other)
    if as_json:
        shortened = found._replace(
            differing=found.differing[:top],
            only_first=found.only_first[:top],
            only_second=found.only_second[:top],
        )
        emit_json(
            {
                "first": {**one.to_dict(), "only": len(found.only_first)},
                "second": {**other.to_dict(), "only": len(found.only_second)},
                **shortened.to_dict(),
            },
            indent=2,
        )
        return
    for name, table in ((first, one), (second, other)):
        emit(f"{name}: {_words(len(table))} of {table.documents:,.0f} documents")
    emit(f"{_words(found.shared)} in both")
    if found.differing:
        emit("")
        show(
            ("word", "of 1,000 in the first", "in the second", "times", "at least"),
            [
                (row.word, f"{row.first:.4g}", f"{row.second:.4g}", f"{row.ratio:.3g}",
                 f"{row.sure:.3g}")
                for row in found.differing[:top]
            ],
        )  # fmt: skip
    for name, only in ((first, found.only_first), (second, found.only_second)):
        if only:
            emit(f"\nonly in {name}: {_words(len(only))}, the most frequent first")
            show(("word", "of 1,000"), [(word, f"{rate:.4g}") for word, rate in only[:top]])


def _words(count: int) -> str:
    """A number of words, for people."""
    return f"{count:,} word{'' if count == 1 else 's'}"
