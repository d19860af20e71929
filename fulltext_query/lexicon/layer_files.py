"""Reads a folder of dictionary files into a layer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from ..errors import DictionaryError
from .formats import ENTITY_CATEGORIES
from .layer import KINDS, Layer, language_named
from .lines import Progress
from .problems import Malformed
from .reading import Context, Where
from .reading_lists import WEIGHT_TABLES, ListReader
from .reading_rules import RuleReader, Stem
from .reading_words import WordReader

__all__ = ["dictionary_files", "fingerprint_of", "read_folder", "size_of"]

_SUFFIXES = frozenset((".txt", ".json", ".tsv"))
_AT_TOP = {"protected.txt": "protected", "t2s_exceptions.txt": "t2s_exceptions"}
_BESIDE = ("readme", "license", "licence", "notice")  # what may stand beside dictionaries
_OF_A_LANGUAGE = frozenset(("pos", "function_words", "question_words", "frequencies"))


def dictionary_files(folder: Path) -> list[tuple[str, Path]]:
    """Kind and path of every file that is for dictionaries, in a fixed order; '' for a stray one.

    Raises DictionaryError where there is no such folder.
    """
    if not folder.is_dir():
        what = "is no folder" if folder.exists() else "does not exist"
        raise DictionaryError(f"the folder of dictionaries {folder} {what}")
    found = []
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if any(part.startswith(".") for part in parts) or path.is_dir():
            continue
        if path.name.lower().startswith(_BESIDE) or path.name[-1] == "~":
            continue
        kind = _AT_TOP.get(path.name, "") if len(parts) == 1 else ""
        if len(parts) == 2 and parts[0] in KINDS and path.suffix in _SUFFIXES:
            kind = parts[0]
        found.append((kind, path))
    return found


def fingerprint_of(folder: Path) -> str:
    """A hash of all that a folder's dictionary files hold. Raises DictionaryError."""
    digest = hashlib.sha256()
    for kind, path in dictionary_files(folder):
        if not kind:
            continue
        try:
            with path.open("rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise DictionaryError(f"cannot read {path}: {error.strerror}") from error
        digest.update(f"{path.relative_to(folder).as_posix()} {content}\n".encode())
    return digest.hexdigest()


def size_of(folder: Path) -> int:
    """Bytes of a folder's dictionary files: what ``Progress`` adds up to."""
    return sum(path.stat().st_size for kind, path in dictionary_files(folder) if kind)


def read_folder(
    folder: Path,
    key: Callable[[str], str],
    stem: Stem | None,
    *,
    name: str = "",
    language: str = "en",
    only: frozenset[str] | None = None,
    without: frozenset[str] = frozenset(),
    progress: Progress | None = None,
) -> Layer:
    """The layer of a folder; its ``problems`` tell of every line that is not in it.

    name: what the folder is called where an entry's place is told; '' for its path.
    key: spells a word as keys are. stem: spells language and word as a stem; None matches no
    stems. language: of the stems of rules whose file names none. only, without: the kinds to read,
    None for all, and those to leave out.
    Raises DictionaryError where the folder or one of its files cannot be read at all.
    """
    fingerprint = fingerprint_of(folder)
    context = Context(key, progress)
    words, lists = WordReader(context), ListReader(context)
    rules = {kind: RuleReader(context, stem, language) for kind in ("synonyms", "glossary")}
    for kind, path in dictionary_files(folder):
        if kind in without or (kind and only is not None and kind not in only):
            continue
        context.files.append(f"{name or folder}/{path.relative_to(folder).as_posix()}")
        if not kind:
            context.problems.add(
                context.files[-1], 0, "", "no dictionary file",
                "the README of the dictionaries lists their names", "warning",
            )  # fmt: skip
            continue
        of_language = language_named(path.name)
        wrong = _misnamed(kind, path, of_language)
        if wrong is not None:
            context.whole(wrong.reason, wrong.mend)
        elif kind in rules:
            rules[kind].read(path, of_language)
        elif kind == "frequencies":
            words.read_frequencies(path, of_language)
        else:
            reader = words if kind in ("words", "pos") else lists
            _read_entries(getattr(reader, f"take_{kind}"), context, path, of_language)
    tables = words.tables("words"), words.tables("pos")
    backgrounds, names = words.backgrounds(), lists.names()
    return Layer(
        name=name or str(folder),
        files=tuple(context.files),
        fingerprint=fingerprint,
        tags=words.tags,
        categories=ENTITY_CATEGORIES,
        words=tables[0],
        pos=tables[1],
        backgrounds=backgrounds,
        names=names,
        synonyms=rules["synonyms"].rows.table(),
        glossary=rules["glossary"].rows.table(),
        function_words=lists.function_words,
        question_words=lists.question_words,
        protected=lists.protected,
        conversion=lists.conversion,
        pos_weights=lists.weights["pos"],
        entity_weights=lists.weights["entities"],
        problems=tuple(sorted(context.problems.found, key=lambda one: (one.file, one.line))),
    )


def _read_entries(
    take: Callable[[str, Where], None], context: Context, path: Path, language: str
) -> None:
    for line, entry in context.entries(path):
        try:
            take(entry, Where(line, path, language))
        except Malformed as error:
            context.note(line, entry, error)


def _misnamed(kind: str, path: Path, language: str) -> Malformed | None:
    """Why a file's name does not tell what it is for, None where it does."""
    first, *_, last = path.stem.split(".") * 2
    if kind in _OF_A_LANGUAGE and not language:
        return Malformed(
            f"{last!r} is no language known here", f"name it <language>{path.suffix}, as en"
        )
    if kind == "entities" and first not in ENTITY_CATEGORIES:
        return Malformed(
            f"{first!r} is no category of names",
            f"name it <category>.<language>.txt, one of {', '.join(ENTITY_CATEGORIES)}",
        )
    if kind == "weights" and path.stem not in WEIGHT_TABLES:
        return Malformed("no table of weights", "there are weights/pos.txt and entities.txt")
    if path.suffix == ".json" and kind not in ("synonyms", "glossary"):
        return Malformed("JSON is for synonyms and glossaries", "write a .txt file")
    return None
