"""RAGFlow's tokens, from the dictionary of infinity-sdk, in linear time and with their places.

infinity-sdk's own ``tokenize`` tries every way to cut what its forward and backward cuts disagree
on, fails without NLTK's data on the first blank, and tells no positions. Here the same steps give
the same tokens: its dictionary, its cuts, its score. Where they are said to be equal, tests hold
both against each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ..errors import LexiconMissingError
from .ragflow_library import NounLemmatizer, english_words, load_module
from .ragflow_paths import Words, best_cuts

__all__ = ["RagflowToken", "RagflowTokenizer"]

_GAP_OR_WORD = re.compile(r"\W+|\w+")
_BARE = re.compile(r"[a-zA-Z_-]+$")
_KEPT_WHOLE = re.compile(r"[0-9,\.-]+$")
_PLAIN = re.compile(r"[a-z\.-]+$")
_MERGED = 5  # tokens that one word of the dictionary may be made of at most
_FINE_LENGTH = 10  # longer tokens have no finer parts
_MEMO = 65_536


class RagflowToken(NamedTuple):
    """A token of RAGFlow's and the place in the text that it came from."""

    text: str  # as an index of RAGFlow holds it
    word: str  # before it was stemmed: lower case, Simplified
    start: int  # in the text, in code points
    end: int


class RagflowTokenizer:
    """What RAGFlow's ``tokenize`` and ``fine_grained_tokenize`` give, for any string.

    Needs the extra ``ragflow``, and NLTK's corpus ``wordnet`` for the lemmas of English nouns.
    Raises MissingExtraError without the first, LexiconMissingError without the second. Takes some
    hundred milliseconds and 180 MB; share it. Safe between threads.
    """

    def __init__(self) -> None:
        module = load_module()
        try:
            own = module.RagTokenizer()
        except SystemExit:  # what it does without its dictionary
            raise LexiconMissingError(
                "infinity-sdk has no dictionary huqie.txt: install it again "
                "(pip install --force-reinstall infinity-sdk)"
            ) from None
        own.lemmatizer = NounLemmatizer()
        self._own = own
        self._trie = own.trie_
        self._key: Callable[[str], str] = own.key_
        self._split = re.compile(own.SPLIT_CHAR)
        self._simplified = _Simplified(own)
        self._english: Callable[[str], list[str]] = lru_cache(_MEMO)(english_words())
        self._words = Words(self._trie, self._key)
        # of the instance, as a cache of the method would keep the instance alive
        self._normal: Callable[[str], str] = lru_cache(_MEMO)(own._normalize_token)
        self._parts: Callable[[str], str] = lru_cache(_MEMO)(self._make_parts)

    def tokenize(self, text: str) -> str:
        """RAGFlow's ``tokenize``: coarse tokens with blanks between."""
        return " ".join([token.text for token in self.tokens(text)])

    def fine_grained(self, tokens: str) -> str:
        """RAGFlow's ``fine_grained_tokenize`` of what ``tokenize`` gave for a whole text.

        A text with less than a fifth of Chinese tokens keeps its tokens as they are.
        """
        coarse = tokens.split()
        chinese = sum(_is_chinese(token[0]) for token in coarse)
        if chinese < len(coarse) * 0.2:
            return " ".join([part for token in coarse for part in token.split("/")])
        return " ".join([self._normal(self._parts(token)) for token in coarse])

    def fine(self, token: str) -> tuple[str, ...]:
        """The finer parts of one Chinese coarse token; none where it is not cut further."""
        parts = self._parts(token).split(" ")
        return tuple(parts) if len(parts) > 1 else ()

    def tokens(self, text: str) -> list[RagflowToken]:
        """The coarse tokens, in order, with their places."""
        line, places = self._prepare(text)
        found: list[RagflowToken] = []
        position = 0
        for piece, chinese in self._own._split_by_lang(line):
            if chinese:
                self._add_chinese(piece, position, found)
            else:
                self._add_other(piece, position, found)
            position += len(piece)
        merged = self._merge(found)
        if places is None:
            return merged
        return [
            token._replace(start=places[token.start], end=places[token.end - 1] + 1)
            for token in merged
        ]

    def _prepare(self, text: str) -> tuple[str, list[int] | None]:
        """The line that is cut; and where its characters came from, None for the same places.

        Anything but letters, digits and underscores is one blank, full width is half width, lower
        case, Simplified, in this order.
        """
        pieces: list[str] = []
        places: list[int] = []
        moved = False
        for match in _GAP_OR_WORD.finditer(text):
            start, run = match.start(), match.group()
            if not (run[0].isalnum() or run[0] == "_"):
                pieces.append(" ")
                places.append(start)
                moved = moved or len(run) > 1
                continue
            narrow = run if run.isascii() else run.translate(_HALF_WIDTH)
            lower = narrow.lower()
            pieces.append(lower)
            if len(lower) == len(run):
                places += range(start, start + len(run))
            else:
                moved = True
                for offset, character in enumerate(narrow):
                    places += [start + offset] * len(character.lower())
        line = "".join(pieces)
        if not line.isascii():
            line = line.translate(self._simplified)
        return line, places if moved else None

    def _add_other(self, piece: str, position: int, found: list[RagflowToken]) -> None:
        """What is not Chinese: at blanks, and as NLTK parts contractions (cannot, gonna)."""
        if piece == " ":
            return
        at = 0
        for word in self._english(piece):
            start = piece.find(word, at)
            at = start + len(word)
            found.append(RagflowToken(self._normal(word), word, position + start, position + at))

    def _add_chinese(self, piece: str, position: int, found: list[RagflowToken]) -> None:
        for word in [piece] if len(piece) < 2 else self._cut(piece):
            end = position + len(word)
            found.append(RagflowToken(word, word, position, end))
            position = end

    def _cut(self, run: str) -> list[str]:
        """Forward and backward cuts where they agree, the best of all cuts where they do not."""
        forward: list[str] = self._own._max_forward(run)[0]
        backward: list[str] = self._own._max_backward(run)[0]
        if forward == backward:
            return forward
        words: list[str] = []
        left = right = 0  # in the forward and the backward cut: what is not settled yet
        left, right = self._agree(forward, backward, 0, 0, words)
        i, j = right + 1, left + 1
        # lengths of what is not settled, up to i and j: both begin at the same character
        ahead_j, ahead_i = _size(forward, left), _size(backward, right)
        while i < len(backward) and j < len(forward):
            if ahead_i != ahead_j:
                if ahead_i > ahead_j:
                    ahead_j += len(forward[j])
                    j += 1
                else:
                    ahead_i += len(backward[i])
                    i += 1
                continue
            if backward[i] != forward[j]:
                ahead_i += len(backward[i])
                ahead_j += len(forward[j])
                i += 1
                j += 1
                continue
            words += self._best("".join(forward[left:j]))
            left, right = self._agree(forward, backward, j, i, words)
            i, j = right + 1, left + 1
            ahead_j, ahead_i = _size(forward, left), _size(backward, right)
        if right < len(backward):
            words += self._best("".join(forward[left:]))
        return words

    @staticmethod
    def _agree(
        forward: Sequence[str], backward: Sequence[str], j: int, i: int, words: list[str]
    ) -> tuple[int, int]:
        """Takes over the words that both cuts have from j and i on; where they end."""
        while i < len(backward) and j < len(forward) and backward[i] == forward[j]:
            words.append(forward[j])
            i += 1
            j += 1
        return j, i

    def _best(self, stretch: str) -> list[str]:
        cuts = best_cuts(self._words, stretch)
        # infinity-sdk fails on a stretch whose only cuts have eleven words: whole, it is found
        return cuts[0] if cuts else [stretch]

    def _make_parts(self, token: str) -> str:
        """The second best cut of a token, as infinity-sdk takes it for the finer one."""
        if len(token) < 3 or len(token) > _FINE_LENGTH or _KEPT_WHOLE.match(token):
            return token
        cuts = best_cuts(self._words, token)
        if len(cuts) < 2:
            return token
        parts = cuts[1]
        if len(parts) == len(token):
            return token
        if _PLAIN.match(token) and any(len(part) < 3 for part in parts):
            return token
        return " ".join(parts)

    def _merge(self, tokens: list[RagflowToken]) -> list[RagflowToken]:
        """Joins neighbours that form one word of the dictionary with a letter or digit (t恤)."""
        merged: list[RagflowToken] = []
        at = 0
        search, key, trie = self._split.search, self._key, self._trie
        while at < len(tokens):
            end = at + 1
            joined = tokens[at].text
            for after in range(at + 2, min(len(tokens), at + _MERGED) + 1):
                joined += tokens[after - 1].text
                if search(joined) and key(joined) in trie and self._own.freq(joined):
                    end = after
            if end == at + 1:
                merged.append(tokens[at])
            else:
                row = tokens[at:end]
                text = "".join([token.text for token in row])
                merged.append(
                    RagflowToken(text, "".join([token.word for token in row]), row[0].start,
                                 row[-1].end)
                )  # fmt: skip
            at = end
        return merged


_HALF_WIDTH = {code + 0xFEE0: code for code in range(0x21, 0x7F)} | {0x3000: 0x20}


def _size(words: Sequence[str], at: int) -> int:
    return len(words[at]) if at < len(words) else 0


def _is_chinese(character: str) -> bool:
    return "\u4e00" <= character <= "\u9fa5"


class _Simplified(dict[int, str]):
    """A table for str.translate that asks infinity-sdk once for each character."""

    def __init__(self, own: Any) -> None:
        super().__init__()
        self._own = own

    def __missing__(self, code: int) -> str:
        simplified: str = self._own._tradi2simp(chr(code))
        self[code] = simplified
        return simplified
