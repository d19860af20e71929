"""Whether a reply is in the language of what was asked: by script first, then by words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache, cached_property
from typing import NamedTuple

from ..lexicon import Lexicons, load_lists
from ..lexicon.folding import fold
from ..lexicon.scripts import HAN, HIRAGANA, KATAKANA, LANGUAGES_OF, ONLY_LANGUAGE, script_of
from ..text.languages import LanguageGuesser

__all__ = ["Judge", "Languages", "shared_languages"]

_WORD = re.compile(r"[^\W\d_]+")
_HAN = re.compile(f"[{HAN}]")
_KANA = re.compile(f"[{HIRAGANA}{KATAKANA}]")
_CHARACTERS = 2_000  # of a text are looked at: more tell nothing new
_DENSE = {"han": 3, "kana": 3, "hangul": 2}  # letters of others that one letter stands for
_TELLING = 4  # words of one script: fewer do not tell its languages apart
_LOOKED_AT = 30  # words, for a guess
_CLEAR = 20  # characters of Japanese without any kana are none
_SHARED = 0.4  # of the words in common: the same language


class _Profile(NamedTuple):
    scripts: Mapping[str, int]  # letters of each script, those of dense ones counting for more
    words: list[str]  # folded, of the script that has most
    all_words: set[str]
    main: str  # that script


class Languages:
    """Tells whether texts are in one language; opens the package's word lists when it must."""

    def judge(self, original: str, language: str = "") -> Judge:
        """Who compares texts with an original. language: ISO 639 code of it, '' guesses."""
        return Judge(self, original, language)

    def guess(self, profile: _Profile, text: str) -> str:
        """The language of a text's main script."""
        return self._guesser(profile.main, profile.words[:_LOOKED_AT], text)

    @cached_property
    def _guesser(self) -> LanguageGuesser:
        return LanguageGuesser(load_lists(), Lexicons())


@cache
def shared_languages() -> Languages:
    """One for all, since it never changes: its word lists are opened once, when first needed."""
    return Languages()


class Judge:
    """Compares texts with one original."""

    def __init__(self, languages: Languages, original: str, language: str) -> None:
        self._languages = languages
        self._original = original
        self._language = language

    @cached_property
    def _own(self) -> _Profile:
        return _profile(self._original)

    @cached_property
    def _guess(self) -> str:
        return self._languages.guess(self._own, self._original)

    def is_foreign(self, other: str) -> bool:
        """Whether the other text is surely in another language than the original.

        Names, numbers and short texts of the same script are in any language; traditional and
        simplified characters are one.
        """
        first, second = self._own, _profile(other)
        if not first.main or second.all_words <= first.all_words:
            return False
        expected = _script_for(self._language) or first.main
        if expected != second.main:
            here, there = _kin(expected), _kin(second.main)
            if here != there:
                missing = not any(second.scripts.get(script) for script in here)
                return missing or not any(first.scripts.get(script) for script in there)
            if "kana" in (expected, second.main):  # Japanese has both, Chinese only the one
                return second.main == "kana" or (self._language == "ja" and len(other) > _CLEAR)
            return False
        return self._words_differ(first, second, other)

    def _words_differ(self, first: _Profile, second: _Profile, other: str) -> bool:
        script = second.main
        if script not in LANGUAGES_OF or len(second.words) < _TELLING:
            return False
        known = self._language if self._language in LANGUAGES_OF[script] else ""
        if not known and len(first.words) < _TELLING:
            return False
        mine = first.all_words
        if sum(word in mine for word in second.words) >= _SHARED * len(second.words):
            return False
        return self._languages.guess(second, other) != (known or self._guess)


def _profile(text: str) -> _Profile:
    text = text[:_CHARACTERS]
    if text.isascii():
        listed = _WORD.findall(text.lower())
        main = "latin" if listed else ""
        return _Profile({main: sum(map(len, listed))}, listed, set(listed), main)
    scripts: Counter[str] = Counter()
    words: dict[str, list[str]] = {}
    for word in _WORD.findall(text):
        script = _script(word)
        scripts[script] += len(word) * _DENSE.get(script, 1)
        if script in ("han", "kana"):
            kana = len(_KANA.findall(word))
            if kana and script == "han":
                scripts["kana"] += kana * _DENSE["kana"]
        words.setdefault(script, []).append(fold(word))
    scripts.pop("", None)
    if not scripts:
        return _Profile(scripts, [], set(), "")
    if scripts["kana"]:  # a text with any kana is Japanese
        scripts["kana"] += scripts.pop("han", 0)
    main = max(scripts, key=lambda script: scripts[script])
    every = {word for listed in words.values() for word in listed}
    return _Profile(scripts, words.get(main, []), every, main)


def _script(word: str) -> str:
    if word[0].isascii():
        return "han" if not word.isascii() and _HAN.search(word) else "latin"
    if _KANA.search(word):
        return "han" if _HAN.match(word) else "kana"
    if _HAN.search(word):
        return "han"
    return script_of(word) or _other(word)


def _other(word: str) -> str:
    """A name for a script without a language table: its block, roughly."""
    code = ord(word[0])
    return f"block {code >> 7:x}" if code > 0x24F else "latin"


def _kin(script: str) -> tuple[str, ...]:
    """The scripts that one language may write side by side."""
    return ("han", "kana") if script in ("han", "kana") else (script,)


def _script_for(language: str) -> str:
    if not language:
        return ""
    if language in ("zh", "ja"):
        return "kana" if language == "ja" else "han"
    for script, code in ONLY_LANGUAGE.items():
        if code == language:
            return script
    for script, codes in LANGUAGES_OF.items():
        if language in codes:
            return script
    return ""
