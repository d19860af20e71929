"""Which script a character belongs to, and which languages a script serves."""

from __future__ import annotations

from bisect import bisect_right

__all__ = [
    "DEFAULT_LANGUAGE",
    "HAN",
    "HIRAGANA",
    "KATAKANA",
    "LANGUAGES_OF",
    "ONLY_LANGUAGE",
    "SPACELESS",
    "SYMBOLS",
    "language_of",
    "script_of",
]

# The insides of character classes.
HAN = "\u3005-\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
HIRAGANA = "\u3041-\u309f"
KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
# Thai, Lao, Tibetan, Burmese, Khmer, New Tai Lue, Tai Tham, Javanese, Tai Viet, Balinese
SPACELESS = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ebd\u0ec0-\u0ece\u0edc-\u0edf\u0f00-\u0f03\u0f18\u0f19"
    "\u0f35\u0f37\u0f39\u0f3e-\u0fbc\u1000-\u103f\u1050-\u108f\u109a-\u109f\u1780-\u17d3\u17d7"
    "\u17dc\u17dd\u1980-\u19c9\u1a20-\u1a7c\u1b00-\u1b4b\ua980-\ua9c0\uaa60-\uaa7f\uaa80-\uaadf"
)
SYMBOLS = "\u2600-\u27bf\u2b50\u2b55\U0001f000-\U0001faff"  # emoji and pictographs

# Scripts of one language (as far as stems and function words go), and those of several
ONLY_LANGUAGE = {
    "greek": "el", "hebrew": "he", "hangul": "ko", "devanagari": "hi", "bengali": "bn",
    "tamil": "ta", "armenian": "hy",
}  # fmt: skip
LANGUAGES_OF = {
    "latin": ("en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "ro", "pl", "cs",
              "hu", "tr", "vi", "id", "ca"),
    "cyrillic": ("ru", "uk", "bg", "sr", "mk"),
    "arabic": ("ar", "fa", "ur"),
}  # fmt: skip
DEFAULT_LANGUAGE = {"cyrillic": "ru", "arabic": "ar"}

_BLOCKS = (
    (0x0250, "latin"), (0x02B0, "latin"), (0x0370, ""), (0x0400, "greek"), (0x0530, "cyrillic"),
    (0x0590, "armenian"), (0x0600, "hebrew"), (0x0700, "arabic"), (0x0750, ""),
    (0x0780, "arabic"), (0x0870, ""), (0x0900, "arabic"), (0x0980, "devanagari"),
    (0x0A00, "bengali"), (0x0B80, ""), (0x0C00, "tamil"), (0x1100, ""), (0x1200, "hangul"),
    (0x1C80, ""), (0x1C90, "cyrillic"), (0x1E00, ""), (0x1F00, "latin"), (0x2000, "greek"),
    (0x2C60, ""), (0x2C80, "latin"), (0x2DE0, ""), (0x2E00, "cyrillic"), (0x3130, ""),
    (0x3190, "hangul"), (0xA640, ""), (0xA6A0, "cyrillic"), (0xA720, ""), (0xA800, "latin"),
    (0xAC00, ""), (0xD7FF, "hangul"), (0xFB50, ""), (0xFE00, "arabic"), (0xFE70, ""),
    (0xFEFF, "arabic"),
)  # fmt: skip


_ENDS = [end for end, _ in _BLOCKS]
_NAMES = [name for _, name in _BLOCKS] + [""]


def script_of(word: str) -> str:
    """The script of a word's first character, '' where it is none that has a language table."""
    return _NAMES[bisect_right(_ENDS, ord(word[0]))]


def language_of(word: str, language: str) -> str:
    """The language of a word by itself: the given one where it writes the word's script, else the
    script's own or usual one."""
    script = script_of(word)
    if script == "latin":
        return "en" if language in _NOT_LATIN else language
    if script in ONLY_LANGUAGE:
        return ONLY_LANGUAGE[script]
    if script in LANGUAGES_OF:
        return language if language in LANGUAGES_OF[script] else DEFAULT_LANGUAGE[script]
    return ""


_NOT_LATIN = frozenset(
    (*ONLY_LANGUAGE.values(), *LANGUAGES_OF["cyrillic"], *LANGUAGES_OF["arabic"], "zh", "ja", "ne")
)
