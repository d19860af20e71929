"""All of it: which files there are to write, and whether they are up to date."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..format import FORMAT_VERSION, write_atomically
from ..layer import Layer
from ..layer_format import pack_layer
from ..lexicons import WORDFREQ_FOLDER
from ..loading import SHIPPED_FILE, WORDNET_FILE
from ..tables import CONVERSION_FILE, LISTS_FILE, Conversion, pack_table
from .chinese import chinese, read_jieba
from .dictionaries import (
    entity_words,
    exceptions,
    function_words,
    modern_words,
    question_words,
    shipped_layer,
    with_list_origins,
    wordnet_layer,
)
from .english import english
from .model import LexiconSource, pack_lexicon
from .simplify import conversion, convert, read_opencc
from .sources import PACKAGES, version
from .wordfrequencies import wordfreq_language, wordfreq_languages

__all__ = ["FINGERPRINT_FILE", "Product", "compile_if_needed", "fingerprint", "products"]

FINGERPRINT_FILE = "fingerprint.json"


class Product(NamedTuple):
    """A compiled file: its path inside the output folder, and what makes its bytes and a count."""

    path: str
    make: Callable[[], tuple[bytes, int]]


def products(dictionaries: Path) -> dict[str, Product]:
    """Everything that can be compiled, by the name that ``--only`` takes.

    dictionaries: the folder of the word lists that people edit.
    Raises DictionaryError where an entity list cannot be used; making a product raises it for its
    own lists, and MissingExtraError where a source package is not installed.
    """
    shipped = shipped_layer(dictionaries)
    entities = entity_words(shipped, dictionaries)

    def lexicon(make: Callable[[], LexiconSource]) -> Callable[[], tuple[bytes, int]]:
        def made() -> tuple[bytes, int]:
            source = make()
            return pack_lexicon(source), len(source.words)

        return made

    def make_conversion() -> Conversion:
        words = {word: count for word, (count, _) in read_jieba().items()}
        return conversion(words, read_opencc("TSPhrases.txt"), exceptions(dictionaries))

    def make_chinese() -> LexiconSource:
        return chinese(entities.get("zh", {}), modern_words(shipped))

    def table_of_conversion() -> tuple[bytes, int]:
        table = make_conversion()
        return pack_table("conversion", table._asdict()), len(table.characters) + len(table.phrases)

    def lists() -> tuple[bytes, int]:
        function, question = function_words(dictionaries), question_words(dictionaries)
        count = sum(map(len, function.values())) + sum(map(len, question.values()))
        return pack_table("lists", {"function": function, "question": question}), count

    def layer(made: Layer) -> Callable[[], tuple[bytes, int]]:
        return lambda: (pack_layer(made, {}), sum(made.counts.values()))

    result = {
        "shipped": Product(SHIPPED_FILE, layer(with_list_origins(shipped))),
        "wordnet": Product(WORDNET_FILE, layer(wordnet_layer(dictionaries))),
        "zh": Product("zh.lex", lexicon(make_chinese)),
        "en": Product("en.lex", lexicon(lambda: english(entities.get("en", {})))),
        "t2s": Product(CONVERSION_FILE, table_of_conversion),
        "lists": Product(LISTS_FILE, lists),
    }
    for language, path in wordfreq_languages().items():

        def make(language: str = language, path: Path = path) -> LexiconSource:
            known = entities.get(language, {})
            if language != "ja":
                return wordfreq_language(language, path, known)
            # text does not tell whether Han characters without Kana are Japanese or Chinese, so
            # all of them are converted, and the keys with them
            tables = make_conversion()
            return wordfreq_language(language, path, known, lambda key: convert(key, tables))

        result[f"wordfreq/{language}"] = Product(f"{WORDFREQ_FOLDER}/{language}.lex", lexicon(make))
    return result


def fingerprint(dictionaries: Path) -> str:
    """A hash of all that the compiled files depend on.

    That is the versions of the sources, the format, the dictionaries and the code that compiles.
    """
    digest = hashlib.sha256(f"format {FORMAT_VERSION}\n".encode())
    for package in sorted(PACKAGES):
        digest.update(f"{package} {version(package)}\n".encode())
    room = Path(__file__).parent.parent
    code = [*sorted(room.glob("*.py")), *sorted(room.glob("compile/*.[pt]*"))]
    lists = sorted(path for path in dictionaries.rglob("*") if path.suffix in (".txt", ".tsv"))
    for root, paths in ((room, code), (dictionaries, lists)):
        for path in paths:
            content = path.read_bytes()
            digest.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()


def compile_all(
    out: Path, dictionaries: Path, only: tuple[str, ...] = ()
) -> Iterator[tuple[str, int, int]]:
    """Write the products (those named, or all); yields path, words and bytes of each.

    When all were asked for, the fingerprint is written last, for ``compile_if_needed``.
    """
    mark = fingerprint(dictionaries)
    sizes: dict[str, int] = {}
    for name, product in products(dictionaries).items():
        if only and name not in only:
            continue
        content, count = product.make()
        write_atomically(out / product.path, content)
        sizes[product.path] = len(content)
        yield product.path, count, len(content)
    if not only:
        text = json.dumps({"fingerprint": mark, "sizes": sizes}, indent=1, sort_keys=True)
        write_atomically(out / FINGERPRINT_FILE, f"{text}\n".encode())


def compile_if_needed(out: Path, dictionaries: Path) -> bool:
    """Compile all unless the folder holds just what would be compiled; whether it did."""
    if _is_current(out, fingerprint(dictionaries)):
        return False
    for _ in compile_all(out, dictionaries):
        pass
    return True


def _is_current(out: Path, mark: str) -> bool:
    try:
        known = json.loads((out / FINGERPRINT_FILE).read_bytes())
        return known["fingerprint"] == mark and all(
            (out / path).stat().st_size == size for path, size in known["sizes"].items()
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False
