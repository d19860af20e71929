"""Who cuts text that is written without blanks.

Every segmenter is a callable from a run of text to its pieces, in order and without loss:
``"".join(segment(run)) == run``. The run is normalised and of the script it was chosen for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from ..errors import MissingExtraError
from ..lexicon import CompiledLexicon
from ..lexicon.unicode_classes import MARKS

if TYPE_CHECKING:
    import marisa_trie

__all__ = [
    "LexiconSegmenter",
    "Segmenter",
    "bigrams",
    "clusters",
    "icu_segmenter",
    "jieba_segmenter",
    "rjieba_segmenter",
]

_CLUSTER = re.compile(f"(?s:.)[{MARKS}]*")
_MAX_WORD = 24  # characters that one step looks ahead: bounds the time for any dictionary


class Segmenter(Protocol):
    """Cuts a run of text into words, losing nothing."""

    def __call__(self, run: str, /) -> list[str]: ...


class LexiconSegmenter:
    """The most probable words of a dictionary (unigrams, dynamic programming from the right).

    The same cuts as jieba without its hidden Markov model. User words join with their own
    frequency; without one, a word gets the frequency that makes it win over its parts.
    Immutable and safe to share between threads.
    """

    def __init__(
        self, lexicon: CompiledLexicon, user_words: Iterable[tuple[str, float | None]] = ()
    ) -> None:
        self._trie = lexicon.trie
        self._log_probability = lexicon.log_probability
        self._unknown = lexicon.unknown_log_probability
        self._reach = min(lexicon.max_word_length, _MAX_WORD)
        words = [(word, frequency) for word, frequency in user_words if word]
        self._user: dict[str, float] = {}
        self._user_trie: marisa_trie.Trie | None = None
        if words:
            import math

            import marisa_trie

            for word, frequency in words:
                parts = sum(self._score(part) for part in self(word))
                self._user[word] = (
                    parts + 1e-6 if frequency is None else math.log(frequency or 1) - lexicon_total(lexicon)
                )
            self._user_trie = marisa_trie.Trie(list(self._user))
            self._reach = max(self._reach, *map(len, self._user))

    def _score(self, word: str) -> float:
        key = self._trie.get(word)
        return self._unknown if key is None else float(self._log_probability[key])

    def __call__(self, run: str) -> list[str]:
        size = len(run)
        if size == 1:
            return [run]
        best = [0.0] * (size + 1)
        ends = [0] * size
        unknown = self._unknown
        scores = self._log_probability
        reach = self._reach
        prefixes = self._trie.iter_prefixes_with_ids
        user_prefixes = self._user_trie.iter_prefixes if self._user_trie is not None else None
        for start in range(size - 1, -1, -1):
            top = unknown + best[start + 1]
            end = start + 1
            ahead = run[start : start + reach]
            for word, key in prefixes(ahead):
                stop = start + len(word)
                score = scores[key] + best[stop]
                # an equal score goes to the longer word, as in jieba
                if score > top or (score == top and stop > end):
                    top = score
                    end = stop
            if user_prefixes is not None:
                for word in user_prefixes(ahead):
                    stop = start + len(word)
                    score = self._user[word] + best[stop]
                    if score > top or (score == top and stop > end):
                        top = score
                        end = stop
            best[start] = top
            ends[start] = end
        words = []
        start = 0
        while start < size:
            end = ends[start]
            words.append(run[start:end])
            start = end
        return words

    def knows(self, word: str) -> bool:
        """Whether the word is one of the dictionary or of the user."""
        return word in self._user or word in self._trie

    def inside(self, word: str) -> list[str]:
        """The smaller words that a word of three or more characters is made of, [] if of none."""
        size = len(word)
        if size < 3:
            return []
        head = self._best_without(word)
        return head if len(head) > 1 and any(len(part) > 1 for part in head) else []

    def _best_without(self, word: str) -> list[str]:
        """The best cut of the word that does not use the word itself."""
        cuts = [
            [*self(word[:cut]), *self(word[cut:])] for cut in range(1, min(len(word), _MAX_WORD))
        ]
        return max(cuts, key=lambda cut: sum(map(self._score, cut)))


def lexicon_total(lexicon: CompiledLexicon) -> float:
    """The logarithm of the running words that a lexicon's probabilities are shares of."""
    return -lexicon.unknown_log_probability


def clusters(run: str) -> list[str]:
    """A run's characters, each with the marks that belong to it."""
    return _CLUSTER.findall(run)


def bigrams(run: str) -> list[str]:
    """Overlapping pairs of characters with their marks; the run itself where it is a single one."""
    characters = clusters(run)
    if len(characters) < 2:
        return [run]
    return [left + right for left, right in pairwise(characters)]


def icu_segmenter(locale: str = "th") -> Segmenter:
    """Word breaks of the Unicode library, for Thai, Lao, Khmer, Burmese and Japanese.

    Raises MissingExtraError where icu4py is not installed.
    """
    try:
        from icu4py.breakers import WordBreaker
    except ImportError:
        raise MissingExtraError("word_segmenter = 'icu'", "icu") from None

    def cut(run: str) -> list[str]:
        return [str(part) for part in WordBreaker(run, locale)]

    return cut


def jieba_segmenter(user_words: Iterable[tuple[str, float | None]] = ()) -> Segmenter:
    """jieba itself, without its hidden Markov model. Raises MissingExtraError."""
    try:
        import jieba
    except ImportError:
        raise MissingExtraError("han_segmenter = 'jieba'", "jieba") from None
    tokenizer = jieba.Tokenizer()
    tokenizer.initialize()
    for word, frequency in user_words:
        tokenizer.add_word(word, None if frequency is None else int(frequency))

    def cut(run: str) -> list[str]:
        return list(tokenizer.cut(run, HMM=False))

    return cut


def rjieba_segmenter(user_words: Iterable[tuple[str, float | None]] = ()) -> Segmenter:
    """jieba in Rust, the fastest. Raises MissingExtraError."""
    try:
        import rjieba
    except ImportError:
        raise MissingExtraError("han_segmenter = 'rjieba'", "rjieba") from None
    cutter = rjieba.Jieba()
    for word, frequency in user_words:
        cutter.add_word(word, None if frequency is None else int(frequency))
    cut: Callable[[str, bool], list[str]] = cutter.cut
    return lambda run: cut(run, False)
