"""Tables of frequencies on the disk: as text to read and to compare, or compiled.

The text is what a folder of dictionaries takes as ``frequencies/<language>.tsv``: a head of
comments with the size, then a word, its occurrences and its documents on a line, parted by tabs.
The same table gives the same file, byte by byte.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..assembly import spelling_of
from ..errors import DictionaryError, SettingsError
from ..lexicon.columns import Rows
from ..lexicon.format import write_atomically
from ..lexicon.formats import parse_frequency
from ..lexicon.layer import Background, Layer, origin_of
from ..lexicon.layer_format import SUFFIX, open_layer, pack_layer
from ..lexicon.lines import Progress, read_lines
from ..lexicon.problems import Malformed, Problems, refuse
from ..setting_types import LANGUAGES
from ..settings import Settings
from .counted import Counted, Lacking, LeftOut, WordCount

__all__ = ["SUFFIXES", "as_layer", "check_output", "read_table", "write"]

TEXT_SUFFIX = ".tsv"
SUFFIXES = (TEXT_SUFFIX, SUFFIX)

# What the head tells beside the size, in the order in which it is written
_LACKING = {
    "min_documents": "fewest documents of a word",
    "pruned": "words left out below that",
    "dropped": "words forgotten while counting",
    "missing": "documents that a count may lack",
}
_LEFT_OUT = {
    "malformed": "lines that hold no document",
    "without_text": "documents without text",
    "without_words": "documents without a word of the language",
}
_NOTE = "note"


def check_output(path: str | Path) -> Path:
    """The path of a table that can be written. Raises SettingsError for another suffix."""
    path = Path(path)
    if path.suffix not in SUFFIXES:
        raise SettingsError(
            f"{path}: a table is written as text (.tsv, such as frequencies/zh.tsv in a folder of "
            "dictionaries) or compiled (.dict): choose by the suffix"
        )
    if path.is_dir():
        raise SettingsError(f"{path} is a folder: name a file in it")
    return path


def write(counted: Counted, path: str | Path, settings: Settings | None = None) -> int:
    """Writes a table whole or not at all, as its suffix tells; its size in bytes.

    settings: those of the builder that will use a compiled one, as its words are spelled by them;
    None for the default ones. Raises SettingsError for another suffix, DictionaryError where the
    table is empty or the file cannot be written.
    """
    path = check_output(path)
    if not counted:
        raise DictionaryError(
            f"{path} is not written: no word of {counted.language!r} is left to write; look at the "
            "language, the fields, and the least number of documents"
        )
    if path.suffix == TEXT_SUFFIX:
        content = "".join(_lines(counted)).encode()
    else:
        content = pack_layer(as_layer(counted), spelling_of(settings or Settings()))
    try:
        write_atomically(path, content)
    except OSError as error:
        raise DictionaryError(f"cannot write {path}: {error.strerror}") from error
    return len(content)


def as_layer(counted: Counted) -> Layer:
    """The table as a layer of dictionaries."""
    rows = Rows(term="d", documents="d", origin="Q")
    digest = hashlib.sha256()
    for word, count in counted.items():
        rows.add(word, count.term, count.documents, origin_of(1, 0))
        digest.update(f"{word}\t{_digits(count.term)}\t{_digits(count.documents)}\n".encode())
    head = tuple(_head(counted))
    digest.update("".join(head).encode())
    name = counted.source or f"frequencies of {counted.language}"
    background = Background(rows.table(), float(counted.documents), float(counted.tokens))
    return Layer(
        name=name,
        files=(name, *head),  # only the first is any word's: the others keep what the head told
        fingerprint=digest.hexdigest(),
        backgrounds={counted.language: background},
    )


def read_table(
    path: str | Path, language: str | None = None, progress: Progress | None = None
) -> Counted:
    """A table that ``write`` made, or any of that form; its words are not spelled anew.

    language: of a file that tells none in its head or its name (``zh.tsv``), or several.
    Raises DictionaryError with every line that cannot be used, LexiconError for a compiled file
    that cannot be, SettingsError where the language is not told.
    """
    path = Path(path)
    if path.suffix == SUFFIX:
        return _read_compiled(path, language)
    problems = Problems()
    head: dict[str, str] = {}
    counts: dict[str, WordCount] = {}
    notes: list[str] = []
    for number, line in read_lines(path, str(path), problems, progress):
        if not line.strip():
            continue
        if line.startswith("#"):
            _take_comment(line, head, notes)
            continue
        try:
            word, term, documents = parse_frequency(line)
        except Malformed as error:
            problems.add(str(path), number, line, error.reason, error.mend)
            continue
        counts[word] = WordCount(_number(term), _number(documents))
    if "documents" not in head:
        problems.add(
            str(path), 0, "", "how many documents were counted is not told",
            "begin the file with a line '# documents: N'",
        )  # fmt: skip
    refuse(problems.found)
    return _counted(path, language, head, counts, notes)


def _read_compiled(path: Path, language: str | None) -> Counted:
    layer = open_layer(path)
    held = sorted(layer.backgrounds)
    if not held:
        raise DictionaryError(f"{path} holds no frequencies")
    if language is None and len(held) > 1:
        raise SettingsError(f"{path} holds frequencies of {', '.join(held)}: name the language")
    if language is not None and language not in held:
        raise SettingsError(f"{path} holds frequencies of {', '.join(held)}, not of {language}")
    language = language or held[0]
    table, documents, tokens = layer.backgrounds[language]
    terms, frequencies = table.columns["term"], table.columns["documents"]
    counts = {
        word: WordCount(_number(terms[row]), _number(frequencies[row]))
        for word, row in table.items()
    }
    head: dict[str, str] = {"source": layer.name}
    notes: list[str] = []
    for line in layer.files[1:]:
        if line.startswith("#"):
            _take_comment(line, head, notes)
    head |= {"documents": f"{documents:.0f}", "tokens": f"{tokens:.0f}"}
    return _counted(path, language, head, counts, notes)


def _counted(
    path: Path, language: str | None, head: dict[str, str], counts: dict[str, WordCount],
    notes: Iterable[str],
) -> Counted:  # fmt: skip
    named = path.stem.rpartition(".")[2]
    found = language or head.get("language") or (named if named in LANGUAGES[1:] else "")
    if not found:
        raise SettingsError(f"{path} does not tell its language: name it, such as zh")
    tokens = head.get("tokens")
    try:
        return Counted(
            found,
            _whole(head["documents"]),
            _whole(tokens) if tokens else sum(one.term for one in counts.values()),
            counts,
            head.get("source", path.name),
            Lacking(*(_whole(head.get(label, 1 if name == "min_documents" else 0))
                      for name, label in _LACKING.items())),
            LeftOut(*(_whole(head.get(label, 0)) for label in _LEFT_OUT.values())),
            tuple(notes),
        )  # fmt: skip
    except ValueError as error:
        raise DictionaryError(f"{path}: a number of its head is none: {error}") from None


def _lines(counted: Counted) -> Iterator[str]:
    for line in _head(counted):
        yield f"{line}\n"
    for word, count in counted.items():
        yield f"{word}\t{_digits(count.term)}\t{_digits(count.documents)}\n"


def _head(counted: Counted) -> Iterator[str]:
    yield f"# documents: {_digits(counted.documents)}"
    yield f"# tokens: {_digits(counted.tokens)}"
    yield f"# language: {counted.language}"
    if counted.source:
        yield f"# source: {_one_line(counted.source)}"
    for names, values in ((_LACKING, counted.lacking), (_LEFT_OUT, counted.left_out)):
        for name, label in names.items():
            number = getattr(values, name)
            if number != (name == "min_documents"):
                yield f"# {label}: {number}"
    for note in counted.notes:
        yield f"# {_NOTE}: {_one_line(note)}"


def _take_comment(line: str, head: dict[str, str], notes: list[str]) -> None:
    label, colon, value = line[1:].partition(":")
    label, value = label.strip(), value.strip()
    if colon and label == _NOTE:
        notes.append(value)
    elif colon:
        head.setdefault(label, value)


def _one_line(text: str) -> str:
    shown = "".join(one if one.isprintable() else " " for one in text)
    return shown.encode("utf-8", "backslashreplace").decode()


def _whole(text: str | int) -> int:
    number = int(str(text).replace(",", ""))
    if number < 0:
        raise ValueError(f"{number} is below 0")
    return number


def _number(value: float) -> float:
    return int(value) if value == int(value) else value


def _digits(value: float) -> str:
    """Whole numbers as such: nothing is rounded, and nothing has an exponent."""
    return str(int(value)) if value == int(value) else f"{value:f}"
