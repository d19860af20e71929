"""What must not stand in an entity list: names that are ordinary words, and cut-offs of names.

A name is judged by what the lexicons say of its words, then by ``gazetteer_exceptions.txt``, where
people overrule the rules.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from pathlib import Path

from ...errors import DictionaryError
from ..folding import fold
from .model import Word

__all__ = ["EXCEPTIONS_FILE", "Guard", "name_key", "read_exceptions"]

EXCEPTIONS_FILE = Path(__file__).with_name("gazetteer_exceptions.txt")

COMMON = 20.0
"""Occurrences in 60.1 million running words from which a word of an open class is ordinary."""
_FOREIGN, _FOREIGN_SHARE = 5000.0, 5.0
"""Occurrences in another language, and how many times those in English, of one of its words."""
_CHINESE_COMMON = 300.0
"""The same for a Chinese word inside a name of three characters."""
NAME_TAGS = frozenset({"nz", "ns", "nr", "nt", "nrt", "nrfg"})
SHORTEST = 4
"""Letters of a Latin name of one word; shorter ones are as often an abbreviation."""

_LATIN_NAME = re.compile(r"[^\W_][\w'’.&!+/ -]*")
_LATIN = re.compile("[a-z\u00c0-\u024f\u1e00-\u1eff0-9'’.&!+/ -]+")
_SIGNS = re.compile(r"[^\w']+")
_HAN = re.compile("[\u4e00-\u9fff·]+")
_COMPANY_ENDINGS = (
    "股份", "集团", "银行", "证券", "药业", "控股", "高科", "实业", "矿业", "钢铁", "石化", "制药",
    "啤酒", "重工", "机电", "电气", "新材", "酒业", "水泥", "铝业", "铜业", "锂业", "纸业", "煤业",
    "乳业", "轮胎", "置业", "城投", "铁建", "传媒", "化纤", "股份有限公司",
)  # fmt: skip
"""What a Chinese company's short name ends in, so that it is no ordinary row of words."""
_TRADES = (
    "科技", "电子", "能源", "电器", "生物", "医药", "材料", "化工", "汽车", "保险", "通信", "软件",
    "信息", "智能", "精密", "食品", "电力", "环保", "纺织", "光电", "半导体", "微电子", "数码",
    "网络", "地产", "家居", "航空", "海运", "物流", "投资", "发展", "黄金", "医疗", "装备", "轴承",
    "机械", "包装", "农牧", "船舶", "化学", "文化", "环境", "仪器", "技术", "光学", "服饰", "家纺",
)  # fmt: skip
"""Such endings too, but after a place's name (中国汽车) they may mean the trade there."""
_PLACE_TAGS = frozenset({"ns", "nsf", "f", "s"})
_CLOSED_TAGS = frozenset("rudpcmqyfez")
_PHRASE_TAGS = frozenset("rupcye")


def name_key(name: str) -> str:
    """How a name is matched: folded, signs as blanks."""
    return " ".join(_SIGNS.sub(" ", fold(name)).split())


def read_exceptions(path: Path = EXCEPTIONS_FILE) -> tuple[frozenset[str], frozenset[str]]:
    """What the rules would drop and people keep (``+ name``), and the other way (``- name``).

    Raises DictionaryError for a line of another form.
    """
    sides: dict[str, set[str]] = {"+": set(), "-": set()}
    for number, line in enumerate(path.read_text("utf-8").split("\n"), start=1):
        if not line or line.startswith("#"):
            continue
        sign, blank, names = line.partition(" ")
        if sign not in sides or not blank:
            raise DictionaryError(
                f"{path}, line {number}: {line!r}: expected '+' or '-', a blank, and names parted "
                f"by commas"
            )
        sides[sign].update(name_key(name) for name in names.split(","))
    return frozenset(sides["+"]), frozenset(sides["-"])


class Guard:
    """Says of a name whether it may stand in a list; keeps nothing but what it was made with."""

    def __init__(
        self,
        english: Mapping[str, Word],
        chinese: Mapping[str, Word],
        closed: Collection[str],
        kept: Collection[str],
        dropped: Collection[str],
        elsewhere: Callable[[str], float] = lambda _: 0.0,
    ) -> None:
        """english, chinese: what the lexicons' sources say, without the entity lists themselves.

        closed: the function and question words of all languages, folded.
        kept, dropped: as ``name_key`` spells them.
        elsewhere: how often a folded word occurs in the language, but English, that has it most.
        """
        self._english = english
        self._chinese = chinese
        self._closed = frozenset(closed)
        self._kept = frozenset(kept)
        self._dropped = frozenset(dropped)
        self._elsewhere = elsewhere

    def is_ordinary(self, word: str, *, least: float = COMMON) -> bool:
        """Whether a folded English word is one of the language, not only a name."""
        known = self._english.get(word)
        if known is None or known.frequency < least:
            return False
        return bool(known.pos) and known.pos not in NAME_TAGS

    def latin_company(self, name: str) -> bool:
        """``latin``, and one word alone only where English does not know it (Amazon, Orion)."""
        key = name_key(name)
        plain = " " in key or key in self._kept or not self.is_frequent(key, COMMON)
        return plain and self.latin(name)

    def is_frequent(self, word: str, least: float) -> bool:
        """Whether a folded English word occurs so often, whatever its tag."""
        known = self._english.get(word)
        return known is not None and known.frequency >= least

    def is_foreign(self, word: str) -> bool:
        """Whether a folded word is one of another language (German essen, Danish lille).

        What is far more frequent there than in English is; names are matched in every language.
        """
        known = self._english.get(word)
        there = self._elsewhere(word)
        return there >= max(_FOREIGN, _FOREIGN_SHARE * (known.frequency if known else 0.0))

    def latin(self, name: str, *, shortest: int = SHORTEST) -> bool:
        """Whether a name in Latin letters may stand: no ordinary word and no row of them."""
        key = name_key(name)
        words = key.split()
        if not words or not _LATIN.fullmatch(fold(name)) or not _LATIN_NAME.fullmatch(name):
            return False
        if fold(name) in self._closed or key in self._closed:
            return False
        if key in self._dropped or key in self._kept:
            return key in self._kept
        if len(words) == 1:
            return (
                len(key) >= shortest
                and not key.isdigit()
                and not self.is_ordinary(key)
                and not self.is_foreign(key)
            )
        return not all(
            len(word) < 3 or word in self._closed or word.isdigit() or self.is_ordinary(word)
            for word in words
        )

    def han(self, name: str) -> bool:
        """Whether a name in Han characters may stand: a word of its own, or none and no phrase."""
        key = fold(name)
        if len(key) < 2 or not _HAN.fullmatch(key) or key in self._closed:
            return False
        if key in self._dropped or key in self._kept:
            return key in self._kept
        known = self._chinese.get(key)
        return known is None or known.pos in NAME_TAGS

    def han_place(self, name: str, *, at_home: bool) -> bool:
        """``han``, and what says that it is a place, or is too long to be met by chance.

        at_home: whether the place is where Chinese is written; elsewhere a name of two characters
        that no dictionary has (取手, 池田) is as often something else.
        """
        key = fold(name)
        if key in self._kept:
            return True
        try:
            key.encode("gb2312")  # a Japanese spelling (済南, 徳島) stands in no Chinese text
        except UnicodeEncodeError:
            return False
        if key.endswith(("路", "街道", "村")):
            return False
        if len(key) > 2 and key.endswith("市") and key not in self._dropped:
            return _HAN.fullmatch(key) is not None
        return self.han(name) and (len(key) > 2 or at_home or key in self._chinese)

    def is_surname(self, character: str) -> bool:
        """Whether a character is a surname before it is a preposition or the like."""
        known = self._chinese.get(character)
        closed = character in self._closed
        return not closed and (known is None or known.pos[:1] not in _CLOSED_TAGS)

    def han_company(self, name: str) -> bool:
        """``han``, and no row of ordinary words that says something else (我爱我家, 上海机场)."""
        key = fold(name)
        if key in self._kept or not self.han(name):
            return key in self._kept
        if key in self._chinese:
            return self._chinese[key].pos in ("nt", "nz")
        parts = self.cut(key)
        words = [self._chinese.get(part) for part in parts]
        if any(
            part in self._closed or (word is not None and word.pos[:1] in _PHRASE_TAGS)
            for part, word in zip(parts, words, strict=True)
        ):
            return False
        if key.endswith(_COMPANY_ENDINGS):
            return True
        if any(word is not None and word.pos in NAME_TAGS - _PLACE_TAGS for word in words[1:]):
            return True
        if words[0] is not None and words[0].pos in _PLACE_TAGS:
            return False
        if len(key) <= 3 and any(
            word is not None and len(part) > 1 and word.frequency >= _CHINESE_COMMON
            for part, word in zip(parts, words, strict=True)
        ):
            return False  # 值得买: a word with a character before or after it
        return key.endswith(_TRADES) or any(
            word is None or len(part) == 1 or word.pos in NAME_TAGS
            for part, word in zip(parts, words, strict=True)
        )

    def cut(self, text: str) -> list[str]:
        """The likeliest row of known words, as the segmenter finds it."""
        best: list[tuple[float, int]] = [(0.0, 0)]
        for end in range(1, len(text) + 1):
            choices = [(best[end - 1][0] - self._log_total, end - 1)]
            for start in range(max(0, end - 8), end):
                word = self._chinese.get(text[start:end])
                if word is not None:
                    cost = math.log(word.frequency) - self._log_total
                    choices.append((best[start][0] + cost, start))
            best.append(max(choices))
        parts: list[str] = []
        end = len(text)
        while end:
            start = best[end][1]
            parts.append(text[start:end])
            end = start
        return parts[::-1]

    @cached_property
    def _log_total(self) -> float:
        return math.log(sum(word.frequency for word in self._chinese.values()) or 1.0)
