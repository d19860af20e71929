"""The dictionaries that people edit, in ``dictionaries/``: read as any user's folder is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ...errors import DictionaryError
from ..columns import Rows
from ..folding import fold
from ..formats import ENTITY_CATEGORIES, parse_conversion
from ..layer import GONE, Layer
from ..layer_files import read_folder
from ..lines import entry_lines
from ..problems import Malformed, Problems, refuse
from ..scripts import language_of
from ..stem import Stems

__all__ = [
    "Exceptions",
    "entity_words",
    "exceptions",
    "function_words",
    "modern_words",
    "question_words",
    "shipped_layer",
    "with_list_origins",
    "wordnet_layer",
]

SHIPPED = "dictionaries"
"""What the folder is called where the place of an entry is told."""
WORDNET = "wordnet"
"""The sub-folder of what is off unless asked for: a folder of dictionaries by itself."""


def shipped_layer(folder: Path, only: frozenset[str] | None = None) -> Layer:
    """All that the folder says, but for the exceptions of the conversion.

    only: the kinds to read; None for all. Raises DictionaryError for any line that cannot be used.
    """
    if not folder.is_dir():
        raise DictionaryError(
            f"there is no folder {folder}; give the folder of the dictionaries with --dictionaries"
        )
    stems = Stems()
    layer = read_folder(
        folder,
        lambda word: fold(word).strip(),
        lambda language, word: stems(language_of(word, language), word),
        name=SHIPPED if folder.name != WORDNET else f"{SHIPPED}/{WORDNET}",
        only=only,
        without=frozenset(("t2s_exceptions",)),
    )
    refuse(layer.problems)
    return layer


def wordnet_layer(folder: Path) -> Layer:
    """The synonyms from WordNet: an empty layer where there are none. Raises DictionaryError."""
    place = folder / WORDNET
    return shipped_layer(place) if (place / "synonyms").is_dir() else Layer(WORDNET)


def with_list_origins(layer: Layer) -> Layer:
    """The layer with its lists of function and question words as places alone: what they say
    stands in a file of its own, which is quicker to read."""
    rows = Rows(origin="Q")
    for language, words in layer.function_words.items():
        for word, listed in words.items():
            rows.add("\t".join(("function_words", language, word)), listed.origin)
    for language, asking in layer.question_words.items():
        for phrase, listed in asking.items():
            rows.add("\t".join(("question_words", language, " ".join(phrase))), listed.origin)
    return replace(layer, function_words={}, question_words={}, list_origins=rows.table())


def function_words(folder: Path) -> dict[str, list[str]]:
    """Language to its sorted function words. Raises DictionaryError."""
    layer = shipped_layer(folder, frozenset(("function_words",)))
    return {language: sorted(words) for language, words in layer.function_words.items()}


def question_words(folder: Path) -> dict[str, list[tuple[list[str], str]]]:
    """Language to its question words, each with where it asks. Raises DictionaryError."""
    layer = shipped_layer(folder, frozenset(("question_words",)))
    return {
        language: [(list(words), listed.where) for words, listed in sorted(asking.items())]
        for language, asking in layer.question_words.items()
    }


def entity_words(layer: Layer, folder: Path) -> dict[str, dict[str, str]]:
    """Language to those names that are one word, with their categories."""
    table = layer.names
    result: dict[str, dict[str, str]] = {}
    problems = Problems()
    for path in sorted((folder / "entities").glob("*.txt")):
        words = result.setdefault(path.stem.rpartition(".")[2], {})
        for _, entry in entry_lines(path, str(path), problems):
            key = fold(entry).strip()
            row = table.row(key)
            if row is not None and len(key.split()) == 1:
                words[key] = ENTITY_CATEGORIES[table.columns["category"][row] - 1]
    return result


def modern_words(layer: Layer) -> dict[str, tuple[int, str]]:
    """The Chinese words of the layer, each with its frequency and tag."""
    table = layer.words.get("zh")
    if table is None:
        return {}
    frequency, tag = table.columns["frequency"], table.columns["tag"]
    return {
        key: (int(frequency[row]), layer.tags[tag[row] - 1])
        for key, row in table.items()
        if 0 < tag[row] < GONE and frequency[row] == frequency[row]
    }


class Exceptions(NamedTuple):
    """What ``t2s_exceptions.txt`` says; see there."""

    phrases: dict[str, str]
    """Traditional (or kept) to Simplified."""
    dropped: frozenset[str]
    """Words of the dictionary that are Traditional spellings: the characters decide."""


def exceptions(folder: Path) -> Exceptions:
    """``t2s_exceptions.txt``: ``词`` keeps it, ``词=>词`` converts it, ``!词`` asks for no phrase.

    No such file is fine. Raises DictionaryError for a line of another form, for sides of different
    lengths or for a word given twice.
    """
    phrases: dict[str, str] = {}
    dropped: set[str] = set()
    path = folder / "t2s_exceptions.txt"
    name, problems = f"{SHIPPED}/{path.name}", Problems()
    for line, entry in entry_lines(path, name, problems) if path.is_file() else ():
        try:
            if entry.startswith("!"):
                dropped.add(entry[1:])
                continue
            word, target = parse_conversion(entry)
            if word in phrases:
                raise Malformed("the same word as before", "take one away")
            phrases[word] = target
        except Malformed as error:
            problems.add(name, line, entry, error.reason, error.mend)
    refuse(problems.found)
    return Exceptions(phrases, frozenset(dropped))
