"""What is known about words: frequency, document frequency, part of speech, entity.

Compiled from word lists when the package is built, or by ``python -m
fulltext_query.lexicon.compile``; memory-mapped, so that opening takes milliseconds.
"""

from .compiled import CompiledLexicon, WordEntry
from .lexicons import Lexicons
from .tables import Conversion, WordLists, load_conversion, load_lists

__all__ = [
    "CompiledLexicon",
    "Conversion",
    "Lexicons",
    "WordEntry",
    "WordLists",
    "load_conversion",
    "load_lists",
]
