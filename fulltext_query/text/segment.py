"""Who cuts text that is written without blanks.

Every segmenter is a callable from a run of text to its pieces, in order and without loss:
``"".join(segment(run)) == run``. The run is normalised and of the script it was chosen for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice, pairwise
from math import isnan, log
from typing import Protocol

from ..errors import MissingExtraError, SettingsError
from ..lexicon import CompiledLexicon
from ..lexicon.columns import Table
from ..lexicon.layer import GONE
from ..lexicon.unicode_classes import MARKS
from ..setting_types import MAX_USER_WORD

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
_MARGIN = 1e-6  # by how much a user word without a frequency outweighs its parts
_MEMO_LIMIT = 65_536
_MANY_WORDS = 64
_MANY: tuple[tuple[str, int, float], ...] = (("", 0, 0.0),)  # told by identity
_MAX_WORD = 24  # characters that one step looks ahead, but for user words
_NO_WORDS: Mapping[str, float | None] = {}
_FORGOTTEN = -1.0  # the frequency of a removed word


class Segmenter(Protocol):
    """Cuts a run of text into words, losing nothing."""

    def __call__(self, run: str, /) -> list[str]: ...


# What the dictionary holds that begins with two given characters: the log probability of the first
# alone and of both (None where they are no word), and whether any longer word begins with them. A
# pair that begins no word at all is only the first number: half of all, and kept small so that the
# memo stays in the processor's cache.
_Start = float | tuple[float, float | None, bool]


class LexiconSegmenter:
    """The most probable words of a dictionary (unigrams, dynamic programming from the right).

    The same cuts as jieba without its hidden Markov model. The user's words join with their own
    frequency; without one, a word gets the frequency that makes it win over its parts, and a
    removed word is none. Immutable but for memos; safe to share between threads.
    """

    def __init__(self, lexicon: CompiledLexicon, tables: Sequence[Table] = ()) -> None:
        """tables: words of the user's, with the columns frequency and tag; later ones rank
        higher."""
        self._trie = lexicon.trie
        self._log_probability = lexicon.log_probability
        self._unknown = lexicon.unknown_log_probability
        self._reach = min(lexicon.max_word_length, _MAX_WORD)
        self._starts: dict[str, _Start] = {}
        self._tails: dict[str, tuple[tuple[str, int, float], ...]] = {}
        self._single: dict[str, float] = {}  # one object for each character, however many pairs
        self._tables = tuple(reversed(tables))
        self._tries = [lexicon.trie, *(table.trie for table in tables)]
        self._suggested: dict[str, float] = {}
        if tables:
            self._reach = MAX_USER_WORD

    def _score(self, word: str) -> float:
        """The word's probability; of what is no word that of a single unknown occurrence."""
        found = self._word_score(word)
        return self._unknown if found is None else found

    def _word_score(self, word: str) -> float | None:
        """The word's probability, None where it is no word."""
        for table in self._tables:
            row = table.row(word)
            if row is None:
                continue
            if table.columns["tag"][row] == GONE:
                return None
            frequency = table.columns["frequency"][row]
            if not isnan(frequency):
                # probabilities are shares of what a single unknown occurrence is the logarithm of
                return log(max(frequency, 1.0)) + self._unknown
            return self._suggestion(word)
        key = self._trie.get(word)
        return None if key is None else float(self._log_probability[key])

    def _suggestion(self, word: str) -> float:
        """A little more than the best cut of a word into others has, the user's among them."""
        known = self._suggested.get(word)
        if known is not None:
            return known
        size = len(word)
        best = [0.0] * (size + 1)
        for start in range(size - 1, -1, -1):
            scores = [self._score(word[start]) + best[start + 1]] if size > 1 else [self._unknown]
            for end in range(start + 2, size + (start > 0)):
                score = self._word_score(word[start:end])
                if score is not None:
                    scores.append(score + best[end])
            best[start] = max(scores)
        if len(self._suggested) >= _MEMO_LIMIT:
            self._suggested.clear()
        self._suggested[word] = best[0] + _MARGIN
        return best[0] + _MARGIN

    def _start(self, pair: str) -> _Start:
        """Looks up, and remembers, what begins with a pair of characters (or a last single one)."""
        first = pair[0]
        one = self._single.get(first)
        if one is None:
            one = self._single[first] = self._score(first)
        found: _Start = one
        if len(pair) == 2:
            two: float | None = None
            begins = longer = False
            for trie in self._tries:
                # two steps tell it all: half of all pairs begin no word, and most of the others
                # begin longer ones too
                words = trie.iterkeys(pair)
                word = next(words, None)
                if word is not None:
                    begins = True
                    longer = longer or len(word) > 2 or next(words, None) is not None
                    if two is None and pair in trie:
                        two = self._word_score(pair)
            if begins:
                found = (one, two, longer)
        if len(self._starts) >= _MEMO_LIMIT:
            self._starts.clear()
            self._single.clear()
        self._starts[pair] = found
        return found

    def _tail(self, triple: str) -> tuple[tuple[str, int, float], ...]:
        """Looks up, and remembers, the words that begin with three characters, shorter ones first.

        _MANY where there are so many that looking at each would be slower than the trie is.
        """
        found: tuple[tuple[str, int, float], ...] = ()
        if len(triple) == 3:
            words: set[str] = set()
            for trie in self._tries:
                words.update(islice(trie.iterkeys(triple), _MANY_WORDS + 1))
            if words:  # mostly there are none
                found = self._scored(words) if len(words) <= _MANY_WORDS else _MANY
        if len(self._tails) >= _MEMO_LIMIT:
            self._tails.clear()
        self._tails[triple] = found
        return found

    def _prefixes(self, ahead: str) -> tuple[tuple[str, int, float], ...]:
        """The words of three or more characters that a text begins with, shorter ones first."""
        return self._scored(
            {word for trie in self._tries for word in trie.iter_prefixes(ahead) if len(word) > 2}
        )

    def _scored(self, words: Iterable[str]) -> tuple[tuple[str, int, float], ...]:
        ordered = sorted(words, key=lambda word: (len(word), word))
        scored = ((word, len(word), self._word_score(word)) for word in ordered)
        return tuple((word, size, score) for word, size, score in scored if score is not None)

    def __call__(self, run: str) -> list[str]:
        size = len(run)
        if size == 1:
            return [run]
        best = [0.0] * (size + 1)
        ends = [0] * size
        starts = self._starts
        tails = self._tails
        for start in range(size - 1, -1, -1):
            pair = run[start : start + 2]
            found = starts.get(pair)
            if found is None:
                found = self._start(pair)
            end = start + 1
            if isinstance(found, float):
                best[start] = found + best[end]
                ends[start] = end
                continue
            one, two, longer = found
            top = one + best[end]
            # an equal score goes to the longer word, as in jieba
            if two is not None:
                score = two + best[start + 2]
                if score >= top:
                    top = score
                    end = start + 2
            if longer:
                triple = run[start : start + 3]
                known = tails.get(triple)
                if known is None:
                    known = self._tail(triple)
                if known is _MANY:
                    known = self._prefixes(run[start : start + self._reach])
                for word, length, probability in known:
                    if run.startswith(word, start):
                        score = probability + best[start + length]
                        if score >= top:
                            top = score
                            end = start + length
            best[start] = top
            ends[start] = end
        words = []
        start = 0
        while start < size:
            end = ends[start]
            words.append(run[start:end])
            start = end
        return words

    def inside(self, word: str) -> list[str]:
        """The smaller words that a word of three or more characters is made of, [] if of none.

        The most probable cut that does not use the word itself.
        """
        if len(word) < 3:
            return []
        cuts = [[*self(word[:at]), *self(word[at:])] for at in range(1, min(len(word), _MAX_WORD))]
        best = max(cuts, key=lambda cut: sum(map(self._score, cut)))
        return best if any(len(part) > 1 for part in best) else []


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


def jieba_segmenter(words: Mapping[str, float | None] = _NO_WORDS) -> Segmenter:
    """jieba itself, without its hidden Markov model. Raises MissingExtraError.

    words: of the user's, with their frequencies, None for one that wins, −1 for one to forget.
    """
    try:
        import jieba
    except ImportError:
        raise MissingExtraError("han_segmenter = 'jieba'", "jieba") from None
    tokenizer = jieba.Tokenizer()
    tokenizer.initialize()
    for word, frequency in words.items():
        if frequency == _FORGOTTEN:
            tokenizer.del_word(word)
        else:
            tokenizer.add_word(word, None if frequency is None else int(frequency))

    def cut(run: str) -> list[str]:
        return list(tokenizer.cut(run, HMM=False))

    return cut


def rjieba_segmenter(words: Mapping[str, float | None] = _NO_WORDS) -> Segmenter:
    """jieba in Rust, the fastest; words as for ``jieba_segmenter``.

    Raises MissingExtraError, and SettingsError where a word is to be forgotten: it cannot.
    """
    try:
        import rjieba
    except ImportError:
        raise MissingExtraError("han_segmenter = 'rjieba'", "rjieba") from None
    cutter = rjieba.Jieba()
    for word, frequency in words.items():
        if frequency == _FORGOTTEN:
            raise SettingsError(
                f"han_segmenter = 'rjieba' cannot forget a word, and a dictionary removes {word!r}:"
                " take the line away, or set han_segmenter to 'lexicon' or 'jieba'"
            )
        cutter.add_word(word, None if frequency is None else int(frequency), None)
    cut: Callable[[str, bool], list[str]] = cutter.cut
    return lambda run: cut(run, False)
