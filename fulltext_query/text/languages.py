"""Which language a text's words are of, where their script serves several."""

from __future__ import annotations

from collections.abc import Iterable

from ..lexicon import Lexicons, WordLists

__all__ = ["LanguageGuesser"]

# Scripts of one language (as far as stems and function words go), and those of several
_ONLY = {
    "greek": "el", "hebrew": "he", "hangul": "ko", "devanagari": "hi", "bengali": "bn",
    "tamil": "ta", "armenian": "hy",
}  # fmt: skip
_SEVERAL = {
    "latin": ("en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "ro", "pl", "cs",
              "hu", "tr", "vi", "id", "ca"),
    "cyrillic": ("ru", "uk", "bg", "sr", "mk"),
    "arabic": ("ar", "fa", "ur"),
}  # fmt: skip
_DEFAULTS = {"cyrillic": "ru", "arabic": "ar"}

# Letters that only some languages write, after folding
_LETTERS = {
    "äö": ("de", "sv", "fi"), "ü": ("de", "tr", "hu"), "ñ": ("es",), "ãõ": ("pt",),
    "çêœâ": ("fr", "pt"), "èàù": ("fr", "it"), "åø": ("da", "nb", "sv"), "æ": ("da", "nb"),
    "ășțşţ": ("ro",), "łąęśżźćń": ("pl",), "řěůšč": ("cs",), "őű": ("hu",), "ğıİ": ("tr",),
    "ơưđăạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ": ("vi",),
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
        self._letters = {letter: codes for letters, codes in _LETTERS.items() for letter in letters}
        self._lexicons = lexicons
        self._language = language
        self._fallback = fallback

    def __call__(self, script: str, words: Iterable[str]) -> str:
        """The ISO 639 code for the words of one script in one text, '' for an unknown script."""
        only = _ONLY.get(script)
        if only is not None:
            return only
        candidates = _SEVERAL.get(script)
        if candidates is None:
            return ""
        if self._language in candidates:
            return self._language
        default = _DEFAULTS.get(script, self._fallback)
        return self._by_evidence(candidates, words, default)

    def _by_evidence(self, candidates: tuple[str, ...], words: Iterable[str], default: str) -> str:
        scores: dict[str, float] = {}
        hits: dict[str, int] = {}
        evidence = self._evidence
        letters = self._letters
        seen = dict.fromkeys(words)  # in order: sums must not depend on how strings hash
        for word in seen:
            codes = evidence.get(word)
            if codes is not None:
                share = 1.0 / len(codes)  # a word that several share tells as much less of each
                for code in codes:
                    scores[code] = scores.get(code, 0.0) + share
                    hits[code] = hits.get(code, 0) + 1
            if not word.isascii():
                for letter in word:
                    for code in letters.get(letter, ()):
                        scores[code] = scores.get(code, 0.0) + 0.4
        best, top = default, scores.get(default, 0.0) + 0.05
        for code in candidates:
            score = scores.get(code, 0.0)
            if score > top:
                best, top = code, score
        if top < 0.3 or (best != default and hits.get(best, 0) < 2):
            # nothing, or a single word that the default may have too ('car battery', 'die casting')
            return self._by_lexicon(best, candidates, seen, default)
        return best

    def _by_lexicon(
        self, guess: str, candidates: tuple[str, ...], words: Iterable[str], default: str
    ) -> str:
        """The default where its lexicon knows every word, else the guess or what knows the most."""
        get = self._lexicons.get
        plain = [word for word in words if len(word) > 1]
        known = sum([get(default, word) is not None for word in plain])
        if known == len(plain):
            return default
        if guess != default:
            return guess
        best = default
        for code in candidates:
            if code != default and self._lexicons.chain(code):
                count = sum([get(code, word) is not None for word in plain])
                if count > known:
                    best, known = code, count
        return best
