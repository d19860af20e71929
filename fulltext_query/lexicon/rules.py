"""Rules of synonyms and glossaries: parsing them, and tables of them small enough for many.

Keys are matched over a text's tokens written in a row (``joined``), once as words and once as
stems. A key of letters alone is spelled that way without looking at it any closer. What tokens one
with digits or signs has, only the text way can tell: it is found by its pieces (``in_pieces``), and
then whoever found it has to look whether its tokens are those of the text. Keys of scripts without
blanks have to be cut before anything can be found (``RuleTable.uncut``).
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import marisa_trie

from .columns import MappedTrie, Rows
from .problems import Malformed
from .scripts import HAN, HIRAGANA, KATAKANA, SPACELESS, SYMBOLS
from .unicode_classes import MARKS

__all__ = [
    "PIECES",
    "STEM",
    "WORD",
    "Rule",
    "RuleRow",
    "RuleRows",
    "RuleTable",
    "check_key",
    "in_pieces",
    "is_cjk",
    "joined",
    "parse_rule",
    "spelling",
    "with_share",
]

WORD, STEM, PIECES = "\x01", "\x02", "\x03"
"""What a key of the table begins with: whether words, stems or pieces are matched."""
_SEPARATOR = "\x1f"
_CJK = f"{HAN}{HIRAGANA}{KATAKANA}"
_CJK_CHARACTER = re.compile(f"[{_CJK}]")
_LETTERS = re.compile(f"[^\\W{_CJK}]")
# Of scripts without blanks only a segmenter tells the tokens
_PLAIN = re.compile(f"(?:[^\\W\\d_{SPACELESS}]|[{MARKS} ])+")
_WORDS = re.compile(f"[{_CJK}]+|[^{_CJK} ]+")
_PIECES = re.compile(f"[{_CJK}]+|[0-9]+|(?:[^\\W0-9_{_CJK}]|[{MARKS}])+|[{SYMBOLS}]")
_GENITIVE = re.compile(r"(?<=\w)'s(?!\w)")
_UNCUT = re.compile(f"[{SPACELESS}]")
_ESCAPED = re.compile(r"\\(=>|.)")
_MAX_WEIGHT = 1.0
MAX_KEY_TOKENS = 64
"""Words of a key, or characters of Han: what is looked ahead in a text."""
MAX_RULE_WORDS = 200
"""Words of one rule of the form 'a, b, c': each stands for each other, so that a row for every two
is made."""


class Rule(NamedTuple):
    """What one line says: each of the words may be found by each of the targets."""

    words: tuple[str, ...]
    targets: tuple[tuple[str, float], ...]  # with their share of the usual weight, above 0 to 1
    one_way: bool

    def pairs(self) -> Iterator[tuple[str, str, float]]:
        """Every word with every target that is not the word itself."""
        for word in self.words:
            for target, share in self.targets:
                if target != word:
                    yield word, target, share


def parse_rule(line: str) -> Rule:
    """'a, b, c' or 'a, b => c, d^0.5'; a backslash takes ',', '=>', '^' and '\\' as they are.

    Raises Malformed where it is neither, or where a weight is not above 0 and up to 1.
    """
    if " #" in line:
        raise Malformed(
            "a '#' behind a blank", "put a comment on a line of its own, or write '\\#'"
        )
    if "\\" in line:
        return _rule_of(*_split_escaped(line))
    left, *right = line.split("=>")
    return _rule_of(left.split(","), [part.split(",") for part in right])


def _rule_of(left: list[str], right: list[list[str]]) -> Rule:
    words = [with_share(word) for word in map(str.strip, left) if word]
    if len(right) > 1:
        raise Malformed("more than one '=>'", "write 'a, b => c', a rule a line")
    targets = [with_share(word) for word in map(str.strip, right[0]) if word] if right else words
    if not words or not targets or (not right and len(words) < 2):
        raise Malformed("neither 'a, b' nor 'a => b'", "write 'a, b' or 'a => b'")
    if right and any(share != 1 for _, share in words):
        raise Malformed("a weight before '=>'", "a weight stands behind a target: 'a => b^0.5'")
    if len(words) > MAX_RULE_WORDS or len(targets) > MAX_RULE_WORDS:
        raise Malformed(f"more than {MAX_RULE_WORDS} words", "part the rule")
    return Rule(tuple(dict.fromkeys(word for word, _ in words)), tuple(targets), bool(right))


def _split_escaped(line: str) -> tuple[list[str], list[list[str]]]:
    """As splitting at '=>' and ',' does, but for those behind a backslash."""
    sides: list[list[str]] = [[""]]
    place = 0
    while place < len(line):
        escaped = _ESCAPED.match(line, place)
        if escaped is not None:
            # a caret that is text is told from one before a weight by its backslash
            sides[-1][-1] += "\\^" if escaped[1] == "^" else escaped[1]
            place = escaped.end()
        elif line.startswith("=>", place):
            sides.append([""])
            place += 2
        else:
            if line[place] == ",":
                sides[-1].append("")
            else:
                sides[-1][-1] += line[place]
            place += 1
    return sides[0], sides[1:]


def with_share(target: str) -> tuple[str, float]:
    """'text^0.5' as text and share; a caret without a number behind it is part of the text."""
    text, caret, number = target.rpartition("^")
    if not caret or text.endswith("\\"):
        return target.replace("\\^", "^"), 1.0
    try:
        share = float(number)
    except ValueError:
        return target.replace("\\^", "^"), 1.0
    if not text.strip():
        raise Malformed(f"{target!r} is not a word but a weight", "write 'word^0.5'")
    if not 0 < share <= _MAX_WEIGHT:
        raise Malformed(f"the weight {number} of {text!r}", "it goes from above 0 to 1")
    return text.strip().replace("\\^", "^"), share


def joined(words: Iterable[str]) -> str:
    """Words in a row: a blank between them, but none between two characters of Han or Kana."""
    result = ""
    for word in words:
        if result and not (_CJK_CHARACTER.match(result[-1]) and _CJK_CHARACTER.match(word[:1])):
            result += " "
        result += word
    return result


def check_key(key: str) -> None:
    """Raises Malformed for a key of more tokens than are looked ahead for."""
    if len(key) > MAX_KEY_TOKENS and sum(
        len(word) if is_cjk(word[0]) else 1 for word in _PIECES.findall(key)
    ) > MAX_KEY_TOKENS:  # fmt: skip
        raise Malformed("a key of very many words", f"{MAX_KEY_TOKENS} at most")


def is_cjk(character: str) -> bool:
    """Whether a character is of Han or Kana, which are joined without blanks."""
    return _CJK_CHARACTER.match(character) is not None


def in_pieces(word: str) -> str:
    """The letters, digits and runs of Han of a folded text, joined; signs are borders alone.

    An English genitive's s is none of them, as it is no part of a token.
    """
    return joined(_PIECES.findall(_GENITIVE.sub("", word) if "'" in word else word))


def spelling(key: str, stem: Callable[[str], str] | None) -> tuple[str, ...]:
    """How a folded key is to be found: each with the marker of what is matched; () for uncut keys.

    stem: of a word in blanks, None where stems are not matched.
    """
    if _UNCUT.search(key):
        return ()
    if not _PLAIN.fullmatch(key):
        return (PIECES + in_pieces(key),)
    words = _WORDS.findall(key)
    word = joined(words)
    if stem is None or not _LETTERS.search(word):  # of Han alone the stem is the word
        return (WORD + word,)
    stems = joined(one if _CJK_CHARACTER.match(one) else stem(one) for one in words)
    return WORD + word, STEM + stems


class RuleRow(NamedTuple):
    """What a key gives."""

    target: str  # as written; '' in a removal: all of them
    share: float  # 0 in a removal
    origin: int  # see ``Layer.place``
    key: str  # as written


class RuleRows:
    """Rules while they are gathered."""

    def __init__(self) -> None:
        self._rows = Rows(record="I")  # by spelled key
        self._blob = bytearray()
        self._ends = array("Q", [0])
        self._shares = array("f")
        self._origins = array("Q")
        self._uncut = array("I")

    def __len__(self) -> int:
        return len(self._shares)

    def add(
        self, key: str, target: str, share: float, origin: int, spelled: tuple[str, ...]
    ) -> None:
        """One more; spelled: see ``spelling``."""
        record = len(self)
        self._blob += f"{key}{_SEPARATOR}{target}".encode("utf-8", "surrogatepass")
        self._ends.append(len(self._blob))
        self._shares.append(share)
        self._origins.append(origin)
        if not spelled:
            self._uncut.append(record)
        for one in spelled:
            self._rows.add(one.encode("utf-8", "replace").decode(), record)

    def table(self) -> RuleTable:
        """The finished table."""
        if not len(self):
            return NO_RULES
        trie, numbers = self._rows.trie()
        count = len(trie)
        firsts = array("I", bytes(4 * (count + 1)))
        for number in numbers:
            firsts[number + 1] += 1
        for number in range(count):
            firsts[number + 1] += firsts[number]
        free = array("I", firsts)
        order = array("I", bytes(4 * len(numbers)))
        for number, record in zip(numbers, self._rows.columns["record"], strict=True):
            order[free[number]] = record
            free[number] += 1
        return RuleTable(
            trie, firsts, order, self._ends, self._shares, self._origins, self._uncut,
            bytes(self._blob),
        )  # fmt: skip


class RuleTable:
    """Rules by their keys; nothing about it changes."""

    __slots__ = (
        "_blob",
        "_ends",
        "_firsts",
        "_order",
        "_origins",
        "_shares",
        "trie",
        "uncut_records",
    )  # fmt: skip

    _TYPES: Mapping[str, str] = {
        "firsts": "I", "order": "I", "ends": "Q", "shares": "f", "origins": "Q", "uncut": "I",
    }  # fmt: skip

    def __init__(
        self, trie: Any, firsts: Any, order: Any, ends: Any, shares: Any, origins: Any, uncut: Any,
        blob: Any,
    ) -> None:  # fmt: skip
        self.trie = trie
        self._firsts = firsts
        self._order = order
        self._ends = ends
        self._shares = shares
        self._origins = origins
        self.uncut_records = uncut
        self._blob = blob

    def __len__(self) -> int:
        """How many pairs of a key and a target there are."""
        return len(self._shares)

    def get(self, key: str) -> list[RuleRow]:
        """What a spelled key gives, with its marker, in the order of the files."""
        try:
            number = self.trie.get(key)
        except UnicodeEncodeError:
            return []
        if number is None:
            return []
        return [self.row(self._order[at]) for at in range(*self._firsts[number : number + 2])]

    def has(self, key: str) -> bool:
        """Whether there is a spelled key; never fails for any string."""
        try:
            return key in self.trie
        except UnicodeEncodeError:  # a lone surrogate is in no key
            return False

    def beginning(self, text: str) -> Iterator[str]:
        """The spelled keys that begin with a text."""
        try:
            keys: Iterator[str] = self.trie.iterkeys(text)
        except UnicodeEncodeError:
            return iter(())
        return keys

    def row(self, record: int) -> RuleRow:
        """One row by its number."""
        key, _, target = str(
            self._blob[self._ends[record] : self._ends[record + 1]], "utf-8", "surrogatepass"
        ).partition(_SEPARATOR)
        return RuleRow(target, self._shares[record], self._origins[record], key)

    def rows(self) -> Iterator[RuleRow]:
        """Every row, in the order of the files."""
        return map(self.row, range(len(self)))

    def sections(self, prefix: str) -> dict[str, bytes]:
        """What a file has to hold to give the table back, by name."""
        columns = (
            self._firsts, self._order, self._ends, self._shares, self._origins, self.uncut_records,
        )  # fmt: skip
        return {
            f"{prefix}.trie": self.trie.tobytes(),
            f"{prefix}.blob": bytes(self._blob),
            **{
                f"{prefix}.{name}": bytes(column)
                for name, column in zip(self._TYPES, columns, strict=True)
            },
        }

    @classmethod
    def of_sections(cls, prefix: str, sections: Mapping[str, memoryview]) -> RuleTable:
        """The table of a file's sections. Raises KeyError, ValueError or RuntimeError."""
        columns: list[Any] = [
            sections[f"{prefix}.{name}"].cast(code)  # type: ignore[call-overload]  # a code
            for name, code in cls._TYPES.items()
        ]
        firsts, order, ends, shares, origins, uncut = columns
        trie = MappedTrie(sections[f"{prefix}.trie"])
        blob = sections[f"{prefix}.blob"]
        return cls(trie, firsts, order, ends, shares, origins, uncut, blob)


NO_RULES = RuleTable(
    marisa_trie.Trie(), array("I", [0]), array("I"), array("Q", [0]), array("f"), array("Q"),
    array("I"), b"",
)  # fmt: skip
