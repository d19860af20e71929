"""Reads a folder of dictionary files into a layer."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from difflib import get_close_matches
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

__all__ = ["dictionary_files", "fingerprint_of", "read_folder", "shown_path", "size_of"]

_SUFFIXES = frozenset((".txt", ".json", ".tsv"))
_AT_TOP = {"protected.txt": "protected", "t2s_exceptions.txt": "t2s_exceptions"}
_BESIDE = ("readme", "license", "licence", "notice")  # what may stand beside dictionaries
_OF_A_LANGUAGE = frozenset(("pos", "function_words", "question_words", "frequencies"))


def dictionary_files(folder: Path) -> list[tuple[str, Path]]:
    """Kind and path of every file that is for dictionaries, in a fixed order; '' for a stray one.

    A folder that is none of dictionaries, and what is neither file nor folder, are stray too.
    Raises DictionaryError where there is no such folder, or where one cannot be looked into.
    """
    found = []
    for path in _inside(folder):
        if path.is_dir() and path.name in KINDS:
            found += [
                (path.name if one.suffix in _SUFFIXES and one.is_file() else "", one)
                for one in _inside(path)
            ]
        else:
            found.append((_AT_TOP.get(path.name, "") if path.is_file() else "", path))
    return found


def _inside(folder: Path) -> list[Path]:
    """What a folder holds, but for what is hidden or only stands beside dictionaries."""
    try:
        paths = sorted(folder.iterdir())
    except FileNotFoundError:
        raise DictionaryError(f"the folder of dictionaries {folder} does not exist") from None
    except NotADirectoryError:
        raise DictionaryError(f"the folder of dictionaries {folder} is no folder") from None
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", "") or error
        raise DictionaryError(
            f"cannot look into the folder {shown_path(folder)}: {said}"
        ) from error
    return [
        path
        for path in paths
        if path.name[0] != "." and path.name[-1] != "~"
        and not path.name.lower().startswith(_BESIDE)
    ]  # fmt: skip


def shown_path(path: Path) -> str:
    """A path as text that every output takes, also where its bytes are no UTF-8."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


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
        name = os.fsencode(path.relative_to(folder))
        digest.update(b"%s %s\n" % (name, content.encode()))
    return digest.hexdigest()


def size_of(folder: Path) -> int:
    """Bytes of a folder's dictionary files: what ``Progress`` adds up to."""
    try:
        return sum(path.stat().st_size for kind, path in dictionary_files(folder) if kind)
    except OSError as error:
        raise DictionaryError(f"cannot look at {shown_path(folder)}: {error.strerror}") from error


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
    fingerprint = fingerprint_of(folder) if only is None else ""  # of a part none is asked for
    context = Context(key, progress)
    words, lists = WordReader(context), ListReader(context)
    rules = {kind: RuleReader(context, stem, language) for kind in ("synonyms", "glossary")}
    for kind, path in dictionary_files(folder):
        if kind in without or (kind and only is not None and kind not in only):
            continue
        context.files.append(f"{name or shown_path(folder)}/{shown_path(path.relative_to(folder))}")
        if not kind:
            _note_stray(context, path)
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
        name=name or shown_path(folder),
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


def _note_stray(context: Context, path: Path) -> None:
    """Tells of what is no dictionary: what is like one by its name was meant as one."""
    mend, severity = "the README of the dictionaries lists their names", "warning"
    if path.is_dir():
        reason = "no folder of dictionaries"
        near = get_close_matches(path.name.lower(), KINDS, 1, 0.75)
        if path.suffix in _SUFFIXES:
            mend, severity = "a file has such a name", "error"
        elif near:
            mend, severity = f"did you mean {near[0]}?", "error"
    elif path.is_file():
        reason = "no dictionary file"
    else:
        reason, mend, severity = "neither a file nor a folder", "take it away", "error"
    context.problems.add(context.files[-1], 0, "", reason, mend, severity)  # type: ignore[arg-type]


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
