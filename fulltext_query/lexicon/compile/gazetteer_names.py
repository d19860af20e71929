"""How the names that packages give are spelled in the entity lists, and which of them are meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..folding import fold
from .gazetteer_guards import Guard
from .gazetteer_sources import without_marks

__all__ = [
    "code_forms",
    "company_names",
    "is_plain_ticker",
    "is_university",
    "security_names",
    "spellings",
]

_SHORT_TICKER = 4
_RARE = 20.0
"""Occurrences of 60.1 million above which a ticker's letters are taken for a word."""
_NOT_LISTED = re.compile(r"退|ST|^PT|^[NC][\u4e00-\u9fff]")
_SCHOOL = re.compile(
    r"\b(Universit(y|ies)|Université|Universität|Universidade?|Università|Universiteit|Polytechnic|"
    r"Institute of Technology|Institute of Science)\b"
)
_NO_SCHOOL = re.compile(
    r"^(Faculty|Department|School|College|Institute|Center|Centre) |"
    r"High School|Secondary|District|Middle|Elementary|Laboratory|School Of|Schools|@|http|www|"
    r"[:;,()\[\]\"“”*?_/\\=]|&amp|\d|Student|Alumni| [-–] "
)
_LEGAL = re.compile(
    r"[,]? (Inc|Incorporated|Corp|Corporation|Co|Company|Ltd|Limited|plc|PLC|AG|SE|SA|S\.A|NV|N\.V|"
    r"KGaA|Group|Holdings?|LLC|L\.P|LP|S\.p\.A|SpA|AB|ASA|Oyj|Trust)\.?$"
)


def spellings(name: str) -> Iterator[str]:
    """A name with and without accents, '&' written out, and what stands in brackets alone."""
    for part in re.split(r"\s*[()]\s*", name.replace("’", "'").strip()):
        for spelled in {part, part.replace(" & ", " and "), part.replace("St. ", "Saint ")}:
            if spelled:
                yield spelled
                yield without_marks(spelled)


def company_names(name: str) -> Iterator[str]:
    """The name, and shorter ones without what says what kind of company it is."""
    name = re.sub(r"\s*\(.*?\)|^The ", "", name).strip()
    while True:
        yield name
        yield without_marks(name)
        shorter = _LEGAL.sub("", name).rstrip(" ,&")
        if shorter in (name, ""):
            return
        name = shorter


def is_university(name: str) -> bool:
    return bool(
        _SCHOOL.search(name)
        and not _NO_SCHOOL.search(name)
        and 2 <= len(name.split()) <= 8
        and len(re.findall("Universit", name)) <= 1
        and not re.search("[a-zà-ÿ][A-Z]", name.replace("Mc", "").replace("De", ""))
        and name[0].isupper()
        and not name.endswith((" of", " and", " for", " the", "-", "."))
        and not name.startswith(("University of the ", "The ", "University College of "))
    )


def is_plain_ticker(ticker: str, guard: Guard) -> bool:
    key = ticker.lower()
    return (
        ticker.isalpha()
        and ticker.isupper()
        and len(ticker) >= _SHORT_TICKER
        and guard.latin(ticker)
        and not guard.is_frequent(key, _RARE)
    )


def code_forms(code: str) -> Iterator[str]:
    """'600519.SH', 'SH600519', and '600519' where it is no round number and no foreign share."""
    if not re.fullmatch("[0-9]{6}", code):
        return
    place = "SH" if code[0] in "69" else "BJ" if code[0] in "48" else "SZ"
    yield f"{code}.{place}"
    yield f"{place}{code}"
    if code[0] in "036" and not code.endswith("00"):
        yield code


def security_names(listed: list[tuple[str, str]]) -> Iterator[str]:
    """The short names of Chinese shares, without signs and classes of share.

    listed: code and name as adata has them. Foreign shares, and those in trouble (ST, 退), are left
    out, as is the N of a new share.
    """
    for code, written in listed:
        if code[0] in "036" and not _NOT_LISTED.search(written):
            yield re.sub(r"[-\s]|(?<=.)[A-Z]$", "", fold(written).upper())
