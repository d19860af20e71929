"""Stems: the form of a word that its inflections share."""

from __future__ import annotations

import threading
from typing import Any

__all__ = ["Stems"]

# ISO 639 code to Snowball's name
_SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali",
    "nl": "dutch", "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish",
}  # fmt: skip
_MAX_STEMMED = 64  # letters: no longer word is inflected, and stemming it costs more than linearly

# Particles that Korean writes at the end of a word, longest first; what stays has two syllables
_KOREAN_PARTICLES = (
    "으로부터", "에서부터", "이라는", "에게서", "으로서", "으로써", "이라도", "까지도", "에서는",
    "에서도", "으로는", "이라고", "부터", "까지", "에서", "에게", "으로", "처럼", "보다", "마다",
    "이나", "이란", "라는", "라고", "한테", "께서", "조차", "마저", "밖에", "로서", "로써", "에는",
    "에도", "이다", "은", "는", "이", "가", "을", "를", "의", "에", "로", "와", "과", "도", "만",
    "나", "랑",
)  # fmt: skip


class Stems:
    """Snowball stemmers of all languages, loaded when a language first comes.

    Safe to share between threads: a stemmer works for one thread at a time.
    """

    def __init__(self) -> None:
        self._stemmers: dict[str, Any] = {}
        self._lock = threading.Lock()

    def __call__(self, language: str, word: str) -> str:
        """The word's stem; the word itself where the language has no stemmer here."""
        if len(word) > _MAX_STEMMED:
            return word
        if language == "ko":
            return _without_particle(word)
        name = _SNOWBALL.get(language)
        if name is None:
            return word
        with self._lock:
            stemmer = self._stemmers.get(name)
            if stemmer is None:
                import Stemmer

                stemmer = self._stemmers[name] = Stemmer.Stemmer(name, 0)
            stem: str = stemmer.stemWord(word)
        return stem or word


def _without_particle(word: str) -> str:
    for particle in _KOREAN_PARTICLES:
        if word.endswith(particle) and len(word) - len(particle) >= 2:
            return word[: -len(particle)]
    return word
