"""Looking after dictionaries: checking, looking up, counting, comparing and compiling them.

Nothing here is needed to build a query.
"""

from .check import CheckReport, check
from .compiling import Compiled, compile_folder
from .diff import Change, diff
from .findings import Finding
from .lookup import Found, LexiconWord, WordReport, lookup
from .stats import FileStats, LayerStats, Staleness, stats

__all__ = [
    "Change",
    "CheckReport",
    "Compiled",
    "FileStats",
    "Finding",
    "Found",
    "LayerStats",
    "LexiconWord",
    "Staleness",
    "WordReport",
    "check",
    "compile_folder",
    "diff",
    "lookup",
    "stats",
]
