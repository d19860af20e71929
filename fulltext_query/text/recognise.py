"""Tokens that mean something whole, recognised before anything is cut.

A *chunk* is a stretch without blanks and without Han, Kana or other spaceless text, folded. Most
chunks are one plain word and never come here. The others are cut into compounds (words joined by
single marks); a compound that is something whole is kept, any other is split at its weakest joint
and its parts are looked at again. Every pattern is anchored at both ends of a compound of bounded
length, so that no text takes more than linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..lexicon.scripts import SYMBOLS
from ..lexicon.unicode_classes import MARKS
from .tokens import Kind

__all__ = ["Piece", "ends_clause", "recognise"]


class Piece(NamedTuple):
    """A recognised part of a chunk: text[start:end] with what it is."""

    start: int
    end: int
    kind: Kind
    fine: tuple[str, ...] = ()
    bound: bool = False
    breaks: bool = False  # something before it ended a clause


_W = rf"[\w{MARKS}]"
_IN = r"[^-.'&/:,;=%@\\+|·\#]"  # a word's character, in a compound: whatever is no joint
_JOINED_PARTS = (6, 3, 2)  # of a hardware address, a time with seconds, a time or a port
_MANY_PARTS = 12  # a longer row of numbers is nothing whole
_LONGEST = 255  # a longer compound is nothing whole

# Joints from the weakest, and whether a clause ends where one splits
_JOINTS = (
    (re.compile(r"[=;|]"), True),
    (re.compile("@"), True),
    (re.compile(r"%(?=\w)"), False),
    (re.compile(":"), True),
    (re.compile(","), True),
    (re.compile(r"\\"), False),
    (re.compile("/"), False),
    (re.compile(r"(?<!\+)\+(?![+]|$)"), False),
    (re.compile("-"), False),
    (re.compile(r"\."), True),
    (re.compile("[&'·]"), False),
    (re.compile("_"), False),
)
_COMPOUND = re.compile(
    rf"(?:(?<![\w.])\.)?(?:c\+\+\d\d(?!{_W})|{_W}+)"
    rf"(?:[-.'&/:,;=%@\\+|·](?:c\+\+\d\d(?!{_W})|{_W}+))*"
    rf"(?:(?:\+\+(?![\w+])|\#(?![\w\#]))(?:'s(?!{_W}))?|%(?![\w%]))?"
    rf"|([{SYMBOLS}])"
)
# What stands in a chunk between two compounds without ending a clause
_SOFT = frozenset("-/'’&_+*#@%~^`´·•<>=$€£¥°\\")

# Only a chunk that holds the sign can hold the thing; each stops at what cannot be part of it
_URL = re.compile(
    rf"(?:[a-z][a-z0-9+.-]{{1,20}}://|www\.(?=\w))[\w{MARKS}.~:/?#\[\]@!$&'()*+,;=%-]+"
)
_EMAIL = re.compile(rf"[\w.%+-]{{1,64}}@{_W}[\w.-]{{0,250}}\.[^\W\d_]{{2,24}}(?![\w-])")
_WINDOWS_PATH = re.compile(rf"(?:(?<![\w])[a-z]:|\\)\\[\w{MARKS}.\\()\[\]{{}}+@~$&#%!='^-]*")
_UNIX_PATH = re.compile(
    r"(?<![\w.~/])(?:~|\.{1,2})?(?:/[\w.@+-]+){2,}/?|(?<![\w.~/])(?:~|\.{1,2})/[\w.@+-]+"
)
_IPV6 = re.compile(
    r"(?<![\w:])(?=[a-f:.]{0,45}\d)(?=[0-9a-f:.]{3,45}(?![\w:]))[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:(?:\.\d{1,3}){3})?(?![\w:])"
)
_TRAILING = ".,;:!?)]}'\"*"

_IPV4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d{1,5})?")
_MAC = re.compile(r"[0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}")
_DATE = re.compile(
    r"(?:\d{4}([-/.])\d{1,2}\1\d{1,2}(?:t\d{1,2}:\d{2}(?::\d{2})?(?:\.\d{1,9})?(?:z|[+-]\d{2}:?\d{2})?)?"
    r"|\d{1,2}([-/.])\d{1,2}\2\d{4})"
)
_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:am|pm|h|z)?")
# Possessive, as every repetition of something that can begin with what came before has to be
_VERSION = re.compile(
    r"v(?:er)?\.?(\d{1,9}(?:\.\d{1,9})*+[a-z]{0,8}+\d{0,9}+(?:[-.+][a-z0-9]{1,20}+){0,6}+)"
    r"|\d{1,9}(?:\.\d{1,9}){2,}+[a-z]{0,8}+\d{0,9}+(?:[-.+_][a-z0-9]{1,20}+){0,6}+"
)
_UNIT = r"(?:%|[^\W\d_]{1,5}(?:/[^\W\d_]{1,3})?[²³23]?)"
_NUMBER = re.compile(
    rf"(?P<digits>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d{{1,3}}(?:'\d{{3}})+|\d+(?:[.,]\d+)?)(?P<unit>{_UNIT})?"
)
_RANGE = re.compile(r"\d+(?:[-.]\d+)+")
_SYSTEM = re.compile(r"[a-z]{1,3}/\d{2,5}")  # AS/400
_HASH = re.compile(
    r"(?=[0-9a-f]*\d)(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})"
)
_SIGN_WORD = re.compile(rf"{_IN}{{1,32}}(?:\+\+|\#)|c\+\+\d\d|\.[^\W\d_]{_IN}{{1,31}}")
_AMPERSAND = re.compile(r"[^\W\d_]{1,5}(?:&[^\W\d_]{1,5}){1,3}")
_DOTTED = re.compile(rf"{_IN}+(?:\.{_IN}+)+")
_INITIALS = re.compile(r"[^\W\d_](?:\.[^\W\d_])+")
_CODE = re.compile(rf"{_IN}+(?:[-./&]{_IN}+)*")
_APOSTROPHE = re.compile(rf"{_IN}+(?:'{_IN}+)+")
_ELISION = re.compile(
    r"(?:l|d|j|m|t|s|c|n|qu|jusqu|lorsqu|puisqu|quoiqu|dell|all|nell|sull|dall|un|quest|quell)'(.{2,})"
)
_PART = re.compile(rf"[^\W\d_](?:[^\W\d_]|[{MARKS}])*|\d+")
_WORD = re.compile(r"\w")
_PLAIN = re.compile(rf"{_IN}+")
_DIGIT = re.compile(r"\d")


def recognise(chunk: str, surface: str) -> list[Piece]:
    """The tokens of a chunk. ``surface`` is the chunk as written, '' where its places differ.

    The gaps between the pieces are marks; a piece ``breaks`` when such a gap ends a clause.
    """
    pieces: list[Piece] = []
    end = 0
    for piece in _scan(chunk, surface):
        gap = chunk[end : piece.start]
        breaks = piece.breaks or ends_clause(gap)
        pieces.append(piece._replace(breaks=breaks) if breaks else piece)
        end = piece.end
    return pieces


def ends_clause(gap: str) -> bool:
    """Whether what stands between two tokens ends a clause, so that no phrase reaches across."""
    return any(
        mark not in _SOFT and not mark.isalnum() and not mark.isspace()
        for mark in gap.replace("()", "").replace("::", "")  # inside names of programs
    )


def _scan(chunk: str, surface: str) -> Iterator[Piece]:
    position = 0
    for start, end, kind in _special(chunk):
        if start < position:
            continue
        yield from _compounds(chunk, surface, position, start)
        fine = () if kind is Kind.IP else _parts(chunk[start:end])
        yield Piece(start, end, kind, fine, kind is Kind.EMAIL)
        position = end
    yield from _compounds(chunk, surface, position, len(chunk))


def _special(chunk: str) -> list[tuple[int, int, Kind]]:
    """URLs, addresses and paths: what holds marks that no compound holds."""
    found: list[tuple[int, int, Kind]] = []
    if "://" in chunk or "www." in chunk:
        found += _matches(_URL, chunk, Kind.URL)
    if "@" in chunk:
        found += _matches(_EMAIL, chunk, Kind.EMAIL)
    if ":\\" in chunk or "\\\\" in chunk:
        found += _matches(_WINDOWS_PATH, chunk, Kind.PATH)
    if "/" in chunk:
        found += _matches(_UNIX_PATH, chunk, Kind.PATH)
    if "::" in chunk:
        found += [
            item for item in _matches(_IPV6, chunk, Kind.IP) if "::" in chunk[item[0] : item[1]]
        ]
    found.sort(key=lambda item: (item[0], -item[1]))
    return found


def _matches(pattern: re.Pattern[str], chunk: str, kind: Kind) -> list[tuple[int, int, Kind]]:
    found = []
    for match in pattern.finditer(chunk):
        text = match.group().rstrip(_TRAILING)
        if len(text) <= _LONGEST and _WORD.search(text):
            found.append((match.start(), match.start() + len(text), kind))
    return found


def _compounds(chunk: str, surface: str, start: int, end: int) -> Iterator[Piece]:
    for match in _COMPOUND.finditer(chunk, start, end):
        if match.lastindex:
            yield Piece(match.start(), match.end(), Kind.SYMBOL)
            continue
        yield from _classify(chunk, surface, match.start(), match.end(), 0)


def _classify(chunk: str, surface: str, start: int, end: int, joint: int) -> Iterator[Piece]:
    """chunk[start:end] as one piece where it is something whole, else the pieces of its parts."""
    text = chunk[start:end]
    piece = None
    if end - start <= _LONGEST:
        piece = _whole(text, surface[start:end], start)
        if piece is None and text.endswith("'s"):  # a possessive is no part of a name
            piece = _whole(text[:-2], surface[start : end - 2], start)
    if piece is not None:
        yield piece
        return
    while joint < len(_JOINTS):
        pattern, ends_clause = _JOINTS[joint]
        joint += 1
        if pattern.search(text):
            yield from _split(chunk, surface, (start, end), pattern, ends_clause, joint)
            return
    word = text.rstrip("+#%")
    if word and _WORD.search(word):
        yield Piece(start, start + len(word), _plain_kind(word))


def _split(
    chunk: str,
    surface: str,
    span: tuple[int, int],
    pattern: re.Pattern[str],
    ends_clause: bool,
    joint: int,
) -> Iterator[Piece]:
    """The pieces of a compound's parts, each looked at anew from the next joint on."""
    start, end = span
    parts = []
    for match in pattern.finditer(chunk, start, end):
        parts.append((start, match.start()))
        start = match.end()
    parts = [part for part in (*parts, (start, end)) if part[0] < part[1]]
    position = 0
    breaks = False
    while position < len(parts):
        left, right = parts[position]
        joined, count = _joined(chunk, surface, parts, position)
        found = [joined] if joined is not None else _classify(chunk, surface, left, right, joint)
        for piece in found:
            yield piece._replace(breaks=True) if breaks else piece
            breaks = False
        position += count
        breaks = breaks or (ends_clause and position < len(parts))


def _joined(
    chunk: str, surface: str, parts: list[tuple[int, int]], position: int
) -> tuple[Piece | None, int]:
    """What several parts of a compound are together ('10:30' in 'at:10:30'), and how many."""
    left = parts[position][0]
    if chunk[left].isdigit() and len(parts) <= _MANY_PARTS:
        for count in _JOINED_PARTS:
            if position + count <= len(parts):
                right = parts[position + count - 1][1]
                if right - left <= _LONGEST:
                    piece = _whole(chunk[left:right], surface[left:right], left)
                    if piece is not None:
                        return piece, count
    return None, 1


def _whole(text: str, surface: str, start: int) -> Piece | None:
    """The piece that the text is as it stands, or None when it has to be cut."""
    end = start + len(text)
    if text.isalpha():
        return Piece(start, end, Kind.WORD)
    if text == "_":
        return None
    if _DIGIT.search(text):
        found = _with_digits(text)
        if found is not None:
            kind, fine, bound = found
            return Piece(start, end, kind, fine, bound)
    if _SIGN_WORD.fullmatch(text):
        fine = (text[1:],) if text[0] == "." and text != ".net" else ()
        return Piece(start, end, Kind.CODE, fine)
    if "&" in text and _AMPERSAND.fullmatch(text):
        return Piece(start, end, Kind.CODE, tuple(text.split("&")), True)
    if "'" in text and _APOSTROPHE.fullmatch(text) and not _DIGIT.search(text):
        elided = _ELISION.fullmatch(text)
        return Piece(start, end, Kind.WORD, (elided[1],) if elided else ())
    if "." in text and _DOTTED.fullmatch(text):
        if _INITIALS.fullmatch(text):
            return Piece(start, end, Kind.CODE, (text.replace(".", ""),))
        if not _is_glued(surface):
            return Piece(start, end, Kind.CODE, _parts(text), True)
    if "_" in text.strip("_") and _PLAIN.fullmatch(text):
        return Piece(start, end, Kind.CODE, _parts(text), True)
    if _PLAIN.fullmatch(text) and not text.startswith("_") and not text.endswith("_"):
        return Piece(start, end, _plain_kind(text))
    return None


def _with_digits(text: str) -> tuple[Kind, tuple[str, ...], bool] | None:
    """Kind, fine forms and whether they are bound, of a compound that holds a digit."""
    if _IPV4.fullmatch(text):
        address = re.split("[:/]", text)[0]
        return Kind.IP, (address,) if address != text else (), False
    if _DATE.fullmatch(text):
        return Kind.DATE, _parts(text), True
    if _TIME.fullmatch(text):
        return Kind.TIME, _parts(text), True
    if _MAC.fullmatch(text):
        return Kind.IP, (), False
    number = _NUMBER.fullmatch(text)
    if number is not None:
        digits, unit = number["digits"], number["unit"]
        plain = re.sub(r"[,'](?=\d{3}(?:\D|$))", "", digits)
        if unit:
            return Kind.NUMBER, (plain, unit) if unit != "%" else (plain,), unit != "%"
        return Kind.NUMBER, (plain,) if plain != digits else (), False
    version = _VERSION.fullmatch(text)
    if version is not None:
        return Kind.VERSION, (version[1],) if version[1] else (), False
    if _HASH.fullmatch(text):
        return Kind.HASH, (), False
    if _RANGE.fullmatch(text):
        return Kind.NUMBER, _parts(text), True
    if _CODE.fullmatch(text) and text.strip("_"):
        if ("/" in text and not _SYSTEM.fullmatch(text)) or (not re.search(r"[^\W\d_]", text)):
            return None
        parts = _parts(text)
        return Kind.CODE, parts if len(parts) > 1 else (), True
    return None


def _plain_kind(word: str) -> Kind:
    return Kind.NUMBER if word.isdigit() else Kind.WORD


def _parts(text: str) -> tuple[str, ...]:
    """The words and numbers inside an identifier, in order."""
    return tuple(match.group() for match in _PART.finditer(text))


def _is_glued(surface: str) -> bool:
    """Whether a dot stands for a sentence's end with its blank forgotten: 'router.Billing'."""
    left, _, right = surface.partition(".")
    return len(left) > 1 and left[-1:].islower() and right[:1].isupper() and right[1:2].islower()
