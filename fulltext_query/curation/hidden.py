"""Checks of entries that say what is said already, or that another of their layer hides."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..builder import FulltextQuery
from ..lexicon import load_conversion
from ..lexicon.dictionaries import Dictionaries
from ..lexicon.layer import GONE, Layer
from ..lexicon.layer_files import dictionary_files
from ..lexicon.lines import Removal, entry_lines
from ..lexicon.names import name_key
from ..lexicon.problems import Problems
from ..text.normalise import TableConverter
from .findings import Findings
from .sources import parts_of

__all__ = ["check_conversion", "check_name_categories"]


def check_conversion(
    fq: FulltextQuery, below: Sequence[Layer], layer: Layer, findings: Findings,
    directory: Path | None = None,
) -> None:  # fmt: skip
    """Notes exceptions of the conversion of Traditional Chinese that change nothing."""
    if not layer.conversion:
        return
    shipped = load_conversion(directory)
    dictionaries = Dictionaries(fq.dictionaries.shipped, tuple(below))
    convert = TableConverter(dictionaries.conversion(shipped))
    for word, (target, origin) in layer.conversion.items():
        if target and convert(word) == target:
            what = "it is left as it is" if word == target else f"it becomes {target}"
            findings.of_entry(
                layer, origin, "same", word, f"{what} without this line too", "leave it out"
            )  # fmt: skip


def check_name_categories(
    fq: FulltextQuery, folder: Path, layer: Layer, findings: Findings
) -> None:
    """Notes names that another list of the folder gives to a category that goes before.

    Of a name in the lists of several categories only one is in the layer: its files tell the
    others.
    """
    table = layer.names
    if not len(table):
        return
    key = parts_of(fq).analyzer.key
    numbers, origins = table.columns["category"], table.columns["origin"]
    for kind, path in dictionary_files(folder):
        if kind != "entities":
            continue
        category = path.stem.split(".")[0]
        name = f"{layer.name}/{path.relative_to(folder).as_posix()}"
        for line, entry in entry_lines(path, name, Problems()):
            row = table.row(name_key(key(entry)))
            if row is None:
                continue
            number = numbers[row]
            holding = layer.categories[number - 1] if number != GONE else ""
            file, at = layer.place(origins[row])
            if holding == category or isinstance(entry, Removal) or (file, at) == (name, line):
                continue
            what = f"is of the category {holding}" if holding else "is taken away"
            findings.add(
                name, line, "warning", "hidden", entry,
                f"it {what} by {file}, line {at}, which holds", "take one of the two away",
            )  # fmt: skip
