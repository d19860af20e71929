"""``fulltext-query dict compile`` and ``import``: what writes files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..curation.compiling import compile_folder
from ..errors import DictionaryError
from ..lexicon import load_conversion
from ..lexicon.format import write_atomically
from ..lexicon.importers import Limits, import_list
from ..lexicon.layer_files import size_of
from ..settings import Settings
from ..text.normalise import TableConverter
from .dictionaries_check import counted, reading_bar
from .inputs import WrongUse
from .outputs import complain, emit, emit_json

__all__ = ["LEFT_OUT", "Import", "run_compile", "run_import"]

LEFT_OUT = 1
"""The exit code where lines were left out, or refuse the folder."""
_TOLD = 20


def run_compile(
    folder: Path, out: Path, settings: Settings, *, lenient: bool, as_json: bool
) -> int:
    """Compiles and tells; gives the exit code. Raises DictionaryError where nothing is written."""
    size = size_of(folder) if folder.is_dir() else 0
    try:
        with reading_bar(size) as advance:
            done = compile_folder(folder, out, settings, lenient=lenient, progress=advance)
    except DictionaryError as error:
        if not error.problems:
            raise
        for problem in error.problems[:_TOLD]:
            complain(str(problem))
        more = len(error.problems) - _TOLD
        complain(
            f"{out} is not written: {counted(len(error.problems), 'line')} cannot be used"
            f"{f' ({more:,} more than shown)' if more > 0 else ''}; mend them, or give --lenient"
        )
        return LEFT_OUT
    left_out = [one for one in done.layer.problems if one.severity == "error"]
    entries = sum(done.layer.counts.values())
    if as_json:
        emit_json(
            {
                "out": str(done.path),
                "bytes": done.size,
                "entries": entries,
                "folder": done.layer.name,
                "fingerprint": done.layer.fingerprint,
                "left_out": len(left_out),
            },
            indent=2,
        )
    else:
        emit(f"{done.path}: {counted(entries, 'entry')} in {done.size:,} bytes")
    if left_out:
        complain(
            f"left out: {counted(len(left_out), 'line')} that cannot be used; "
            f"'fulltext-query dict check {folder}' tells of them"
        )
    return LEFT_OUT if left_out else 0


@dataclass(frozen=True, slots=True)
class Import:
    """What the command line asks for; see ``fulltext_query.lexicon.importers.import_list``."""

    kind: str
    source: Path | None
    language: str
    out: Path
    force: bool = False
    strict: bool = False
    wordnet: Path | None = None
    max_synonyms: int | None = None
    documents: int | None = None
    tag: str = "n"


def run_import(asked: Import) -> int:
    """Writes the file whole or not at all; gives the exit code.

    Raises WrongUse where the file is there already or cannot be written, and what reading the list
    raises.
    """
    if asked.out.is_dir():
        raise WrongUse(f"--out {asked.out} is a folder: name the file that is to be written")
    if asked.out.exists() and not asked.force:
        raise WrongUse(f"--out {asked.out} is there already: give --force to replace it")
    limits = Limits() if asked.max_synonyms is None else Limits(max_synonyms=asked.max_synonyms)
    spell = TableConverter(load_conversion()) if asked.language == "zh" else str
    found = import_list(
        asked.kind, asked.source, language=asked.language, limits=limits, wordnet=asked.wordnet,
        spell=spell, documents=asked.documents, tag=asked.tag, strict=asked.strict,
    )  # fmt: skip
    try:
        write_atomically(asked.out, "".join(f"{line}\n" for line in found).encode("utf-8"))
    except OSError as error:
        raise WrongUse(f"cannot write --out {asked.out}: {error.strerror}") from error
    for problem in found.problems[:_TOLD]:
        complain(str(problem))
    if len(found.problems) > _TOLD:
        complain(f"and {len(found.problems) - _TOLD:,} more lines that were left out")
    emit(f"{asked.out}: {counted(len(found.entries), 'entry')}")
    return LEFT_OUT if found.problems else 0
