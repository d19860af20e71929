"""Which language a text's words are of, where their script serves several."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import log10

from ..lexicon import Lexicons, WordLists
from ..lexicon.scripts import DEFAULT_LANGUAGE, LANGUAGES_OF, ONLY_LANGUAGE

__all__ = ["LanguageGuesser"]

# Yeh and kaf as Persian and Urdu write them, and as only Arabic does
_PERSIAN = re.compile("[\u06cc\u06a9]")
_ARABIC = re.compile("[\u064a\u0643\u0629\u0649]")
_MORE_LATIN = ("et", "eu", "ga", "lt", "no", "sh", "sl", "lv")  # taken when set, never guessed
_PRIOR = 0.05  # for the default, where others have as much evidence
_LITTLE = 0.3  # less evidence than this is none
_CLOSE = 0.6  # languages nearer than this, and than half, are told apart by their lexica
_LETTER = 0.4  # evidence of a letter that few languages write
_SHORT = 3  # letters: shorter words are of too many languages to tell
_UNKNOWN = -2.0  # log10 of the frequency of a word that a lexicon does not know

# Letters that only some languages write, after folding
_LETTERS = {
    "äö": ("de", "sv", "fi"), "ü": ("de", "tr", "hu"), "ñ": ("es",), "ãõ": ("pt",),
    "çêœâ": ("fr", "pt"), "èàù": ("fr", "it", "vi"), "åø": ("da", "nb", "sv"), "æ": ("da", "nb"),
    "ășțţ": ("ro",), "ş": ("ro", "tr"), "łąęśżźćń": ("pl",), "řěůšč": ("cs",),
    "őű": ("hu",), "ğıİ": ("tr",),
    "ơưđăạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ": ("vi",),
    "áíóúý": ("es", "vi", "cs", "hu"), "é": ("fr", "es", "cs", "hu", "vi", "pt"),
    "ô": ("fr", "pt", "vi"), "ì": ("it", "vi"),
    "іїєґ": ("uk",), "ъ": ("ru", "bg"), "ыэ": ("ru",), "ђћљњџ": ("sr",), "ѓќѕ": ("mk",),
    "پچژگ": ("fa", "ur"), "ٹڈڑں": ("ur",),
}  # fmt: skip


class LanguageGuesser:
    """Guesses by function words and letters; by what the lexica know where those tell nothing."""

    def __init__(
        self,
        lists: WordLists,
        lexicons: Lexicons,
        *,
        language: str = "auto",
        fallback: str = "en",
    ) -> None:
        found: dict[str, list[str]] = {}
        for code, words in lists.function.items():
            asking = {entry[0] for entry in lists.question.get(code, ()) if len(entry) == 1}
            for word in sorted(asking | words):
                found.setdefault(word, []).append(code)
        # Thousands of words share a few dozen tuples
        shared: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._evidence = {
            word: shared.setdefault(key, key)
            for word, key in ((word, tuple(codes)) for word, codes in found.items())
        }
        self._letters: dict[str, tuple[str, ...]] = {}
        for letters, codes in _LETTERS.items():
            for letter in letters:
                self._letters[letter] = (*self._letters.get(letter, ()), *codes)
        self._lexicons = lexicons
        self._language = language
        self._fallback = fallback

    def __call__(self, script: str, words: Iterable[str], original: str = "") -> str:
        """The ISO 639 code for the words of one script in one text, '' for an unknown script.

        ``original`` is the text before folding, which writes Persian letters as Arabic ones.
        """
        only = ONLY_LANGUAGE.get(script)
        if only is not None:
            return only
        candidates = LANGUAGES_OF.get(script)
        if candidates is None:
            return ""
        if self._language in candidates or (script == "latin" and self._language in _MORE_LATIN):
            return self._language
        default = DEFAULT_LANGUAGE.get(script, self._fallback)
        if script == "arabic" and _PERSIAN.search(original) and not _ARABIC.search(original):
            candidates, default = ("fa", "ur"), "fa"
        return self._by_evidence(candidates, words, default)

    def _by_evidence(self, candidates: tuple[str, ...], words: Iterable[str], default: str) -> str:
        scores = {default: _PRIOR}
        hits: dict[str, int] = {}
        evidence = self._evidence
        seen = dict.fromkeys(words)  # in order: sums must not depend on how strings hash
        for word in seen:
            codes = evidence.get(word)
            if codes is not None:
                share = 1.0 / len(codes)  # a word that several share tells as much less of each
                for code in codes:
                    scores[code] = scores.get(code, 0.0) + share
                    hits[code] = hits.get(code, 0) + 1
            if not word.isascii() and self._lexicons.get(default, word) is None:
                for letter in word:
                    for code in self._letters.get(letter, ()):
                        scores[code] = scores.get(code, 0.0) + _LETTER
                        hits[code] = hits.get(code, 0) + 1
        found = [(score, code) for code, score in scores.items() if code in candidates]
        best = max(found)[0] if found else 0.0
        if best < _LITTLE:
            return self._by_lexicon(candidates, seen, default)
        close = [code for score, code in found if score > max(best - _CLOSE, best / 2)]
        guess = close[0] if len(close) == 1 else self._by_lexicon(close, seen, default)
        if guess != default and hits.get(guess, 0) < 2:
            return self._by_one_word(guess, seen, default)
        return guess

    def _by_one_word(self, guess: str, words: Iterable[str], default: str) -> str:
        """The guess, which rests on one word, unless the words are as well ones of the default.

        'car' is French too, but 'car battery' is not.
        """
        telling = [word for word in words if len(word) > _SHORT]
        if not telling:
            return default if self._has_all(default, words) else guess
        likely = self._probability(default, telling) >= self._probability(guess, telling)
        return default if likely else guess

    def _has_all(self, language: str, words: Iterable[str]) -> bool:
        """Whether any list of the language has every word."""
        get = self._lexicons.get
        return all(get(language, word) is not None for word in words if len(word) > 1)

    def _by_lexicon(self, candidates: Sequence[str], words: Iterable[str], default: str) -> str:
        """The candidate by whose lexicon the words are the most probable.

        The default where its own list has most of them, and where they are too few or too short to
        tell: 'os' and 'ai' are words of several languages, 'elasticsearch' of all.
        """
        telling = list(words)
        if default in candidates:
            telling = [word for word in telling if len(word) > _SHORT]
            first = self._lexicons.first(default)
            known = 0 if first is None else sum(word in first for word in telling)
            if len(telling) < 2 or 2 * known > len(telling):
                return default
        ordered = sorted(candidates, key=lambda code: (code != default, code))  # the default first
        return max(ordered, key=lambda code: self._probability(code, telling))

    def _probability(self, language: str, words: Iterable[str]) -> float:
        """The sum of the logarithms of the words' frequencies; one not known is rarer than any."""
        total = 0.0
        for word in words:
            entry = self._lexicons.get(language, word)
            total += _UNKNOWN if entry is None else log10(entry.frequency)
        return total
