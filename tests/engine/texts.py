"""Texts for the tests: hostile ones without end, and queries that people type in ten languages."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache

from tests.engine.queries import SEEDS

__all__ = ["HANDMADE", "RESERVED", "hostile", "real_queries", "wild_word"]

RESERVED = '+-=&|><!(){}[]^"~*?:\\/ \t\n\r\f\v\u3000'

# What has broken query builders, or would break one
_NASTY = (
    r"""
? | * | ~ | ^3 | - | -- | () | \ | " | / | ： | && | || | !! | ( ) | "" | [] | {} | ^ | + | AND
OR | NOT | and | AND OR NOT | replace filter AND | AND pump OR | a AND NOT b | NOT NOT | OR OR
should I NOT restart | -draft manual | !urgent valve | +must have | a && b || c | a &&|| b | ! ( a
quota } | [draft spec | {x} | set ] of { | ((((a | a)))) | (a OR (b | "open | open" | a "b" c "d
salary:[0 TO 9] OR memo:* | _exists_:secret | kb_id:other | *:* | f:<x | f:>=9 | title:(a b)
a:b:c | [a TO b} | {* TO *] | [TO | TO ] | date:{2020 TO 2021} | \*:\* | _all:x
content_ltks:"a b"~3 | /.{9000,}/ | /(a|b|c)*{5,}/ | x /[^z]{5000}/ y | ratio a/b versus c/d | /a
a/ | // | path/to/some | *final*report* | ?ump | pump~ valve~9 | a~0.5 | a~AUTO | "a b"~-1 | a^-1
a^2^3 | a^1e3 | a^NaN | ~2 | files under D:\logs\ | C:\temp\ | \\server\share | \AND | a\ | \\
\\\ | a\"b | \u0041 | \u00 | a\ | backup at 10:30 daily | error code E:77 | 3:1 mix
http://example.org/a?b=c&d=e#f | ops@site.example | O'Brien's | bull's-eye | 5" gauge | R&D | AT&T
C++ | C# | .NET | node.js | don't | l'eau | KXT-4410 | ORA-00942 | 192.168.1.10:9200 | 2001:db8::1
v2.3.1-rc1 | 1,234,567.89 | 50% | $5 | #tag | @me | 3.5mm | （全角）＋－＆｜！＊？：～＾”／＼
ＡＮＤ ＯＲ ＮＯＴ | ⑴ ㈱ ℀ ｛｝［］ | 如何（配置）？ | 一\u3000二 | 【标题】 | می‌خواهم
हिन्दी में | ทดสอบ | résumé | İstanbul | ß ﬁ ½ x² | 👩‍👩‍👧‍👦 | 🇩🇪 | a\u0301\u0301 | \u202eabc
""".replace("\\u3000", "\u3000")
    .replace("\\u202e", "\u202e")
    .replace("\\u0301", "\u0301")
)

NASTY = tuple(cell for line in _NASTY.strip("\n").split("\n") for cell in line.split(" | "))

_BLANKS = " \t\n\r\x0b\x0c\x1c\x1f\x85\xa0\u1680\u2000\u2003\u2009\u2028\u2029\u202f\u205f\u3000"
_HIDDEN = "\0\x01\x08\x1b\x7f\xad\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2066\u2069\ufeff\ufe0f"
_SURROGATES = "\ud800\udbff\udc00\udfff\ud83d\ude00"
_JOINTS = (
    " ",
    "",
    " AND ",
    " OR ",
    " NOT ",
    "&&",
    "||",
    ":",
    "/",
    "^",
    "~",
    '"',
    "\\",
    "-",
    "(",
    ")",
)

# Where letters of each script stand, and where the odd things do
_BLOCKS = (
    (0x20, 0x7F), (0xA0, 0x250), (0x300, 0x370), (0x370, 0x400), (0x400, 0x530), (0x590, 0x600),
    (0x600, 0x700), (0x900, 0x980), (0xE00, 0xE80), (0x1100, 0x1200), (0x1E00, 0x2000),
    (0x2000, 0x2070), (0x2070, 0x2200), (0x2460, 0x2500), (0x3000, 0x3040), (0x3040, 0x3100),
    (0x3200, 0x3400), (0x4E00, 0xA000), (0xAC00, 0xD7A4), (0xD7F0, 0xE010), (0xFB00, 0xFE00),
    (0xFE00, 0x10000), (0x10000, 0x10500), (0x1D400, 0x1D800), (0x1F300, 0x1FA00),
    (0x20000, 0x20100), (0xE0000, 0xE0100), (0x10FF00, 0x110000),
)  # fmt: skip


@cache
def _turning() -> str:
    """Every character that NFKC turns into something with a reserved mark or a blank in it."""
    reserved = set(RESERVED)
    every = map(chr, range(0x80, 0x110000))
    return "".join(c for c in every if reserved.intersection(unicodedata.normalize("NFKC", c)))


def hostile(count: int, seed: int) -> Iterator[str]:
    """So many texts, always the same for a seed. Short, but for a few of up to 100,000."""
    chance = random.Random(seed)
    kinds: tuple[Callable[[random.Random], str], ...] = (_anything, _block, _soup, _mutant, _speech)
    shares = (1, 2, 2, 5, 2)
    for number in range(count):
        if number % 20_000 == 0:
            yield _giant(chance, number // 20_000)
            continue
        (kind,) = chance.choices(kinds, shares)
        yield kind(chance)


def wild_word(chance: random.Random) -> str:
    """One to eight characters of any kind, also those that no analysis would let through."""
    pools = (RESERVED, _BLANKS, _HIDDEN, _turning(), "aZ09é中あก𐐀")
    return "".join(
        chance.choice(chance.choice(pools)) if chance.random() < 0.8 else _character(chance)
        for _ in range(chance.randint(1, 8))
    )


HANDMADE = (
    *NASTY,
    *RESERVED,
    *_BLANKS,
    *_HIDDEN,
    *_SURROGATES,
    "TO",
    "AND",
    "OR",
    "NOT",
    "&&",
    "||",
)
"""Texts of leaves that the analysis never makes, and that a printer has to survive."""


def _character(chance: random.Random) -> str:
    return chr(chance.randrange(0x110000))


def _anything(chance: random.Random) -> str:
    return "".join(_character(chance) for _ in range(chance.randint(0, 8)))


def _block(chance: random.Random) -> str:
    """Characters of one or two blocks, with blanks."""
    blocks = chance.choices(_BLOCKS, k=2)
    return "".join(
        chr(chance.randrange(*chance.choice(blocks))) if chance.random() < 0.85 else " "
        for _ in range(chance.randint(1, 10))
    )


def _soup(chance: random.Random) -> str:
    """Marks of the syntax with hardly anything between them."""
    pools = (RESERVED, RESERVED, RESERVED, "aZ9", _turning(), _BLANKS, _HIDDEN + _SURROGATES)
    return "".join(chance.choice(chance.choice(pools)) for _ in range(chance.randint(1, 12)))


def _speech(chance: random.Random) -> str:
    """Words of people, joined as nobody would."""
    words = " ".join(chance.choice(_all_seeds()) for _ in range(chance.randint(1, 2))).split()
    start = chance.randrange(len(words))
    return chance.choice(_JOINTS).join(words[start : start + chance.randint(1, 6)])


@cache
def _all_seeds() -> tuple[str, ...]:
    return tuple(seed for seeds in SEEDS.values() for seed in seeds)


def _mutant(chance: random.Random) -> str:
    text = chance.choice(NASTY)
    for _ in range(chance.randint(0, 3)):
        text = chance.choice(_MUTATIONS)(text, chance)
    return text


def _insert(text: str, chance: random.Random) -> str:
    place = chance.randint(0, len(text))
    return text[:place] + wild_word(chance)[:2] + text[place:]


def _delete(text: str, chance: random.Random) -> str:
    place = chance.randint(0, len(text))
    return text[:place] + text[place + chance.randint(1, 3) :]


def _double(text: str, chance: random.Random) -> str:
    place = chance.randint(0, len(text))
    return text[:place] + text[place : place + 4] * chance.randint(2, 4) + text[place + 4 :]


def _join(text: str, chance: random.Random) -> str:
    return text + chance.choice(_JOINTS) + chance.choice(NASTY)


def _wrap(text: str, chance: random.Random) -> str:
    left, right = chance.choice(("()", "[]", "{}", '""', "//", "(\\", "<>", "**", "（）"))
    deep = chance.choice((1, 1, 2, 20))
    return left * deep + text + right * chance.choice((deep, deep, deep - 1))


def _end(text: str, chance: random.Random) -> str:
    return text + chance.choice(
        ("\\", "~", "^", ":", "*", " AND", " NOT", '"', "/", "^2", "~1", "(", "\ud83d")
    )


def _widen(text: str, chance: random.Random) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def _shout(text: str, chance: random.Random) -> str:
    return text.upper()


def _space(text: str, chance: random.Random) -> str:
    return text.replace(" ", chance.choice(_BLANKS + _HIDDEN))


def _mark(text: str, chance: random.Random) -> str:
    return "".join(c + chance.choice(_HIDDEN + "\u0301") for c in text)


_MUTATIONS = (_insert, _insert, _delete, _double, _join, _wrap, _end, _widen, _shout, _space, _mark)


def _giant(chance: random.Random, number: int) -> str:
    """A text that is long or deep."""
    size = (100_000, 20_000, 5_000)[number % 3]
    units = ("(", '"', "a ", "\\", "a/", "AND ", "中", "a:", "( a ", "*", "~1 ", "\u0301", "a b~^ ")
    unit = units[number % len(units)]
    return (unit * (size // len(unit) + 1))[:size] + chance.choice(NASTY)


def real_queries(count: int, seed: int) -> list[tuple[str, str]]:
    """So many (language, query), each language in turn: what people ask, and combinations of it."""
    chance = random.Random(seed)
    languages = [*SEEDS, "mixed"]
    found = []
    for number in range(count):
        language = languages[number % len(languages)]
        seeds = _all_seeds() if language == "mixed" else SEEDS[language]
        parts = chance.sample(seeds, chance.choice((1, 1, 2)))
        text = chance.choice((" ", "，" if language.startswith("zh") else ", ")).join(parts)
        words = text.split()
        if len(words) > 3 and chance.random() < 0.3:
            place = chance.randrange(len(words))
            text = " ".join(words[:place] + words[place + 1 :])
        found.append((language, text))
    return found
