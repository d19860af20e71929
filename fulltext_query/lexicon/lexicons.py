"""The lexicons of a folder, by language."""

from __future__ import annotations

import threading
from pathlib import Path

from .compiled import CompiledLexicon, WordEntry
from .format import missing

__all__ = ["DATA_FOLDER", "WORDFREQ_FOLDER", "Lexicons"]

DATA_FOLDER = Path(__file__).resolve().parent / "data"
"""Where the package's own compiled files lie."""
WORDFREQ_FOLDER = "wordfreq"
"""Sub-folder of the lexicons made of wordfreq's data (CC BY-SA 4.0), which may be left out."""

_REQUIRED = ("zh", "en")


class Lexicons:
    """The languages found in a folder: ``<language>.lex``, then ``wordfreq/<language>.lex``.

    Each file is opened when it is first asked for, once, whatever the number of threads; nothing
    that can be seen from outside ever changes.
    """

    __slots__ = ("_lock", "_opened", "_paths", "languages")

    languages: tuple[str, ...]
    """ISO 639 codes, sorted."""

    def __init__(self, directory: str | Path | None = None, *, wordfreq: bool = True) -> None:
        """Look what is there; opens nothing.

        directory: the folder of compiled files; None for the package's own.
        wordfreq: whether the lexicons of the sub-folder ``wordfreq`` are used, where there are any.
        Raises LexiconMissingError where the folder has no zh.lex or no en.lex.
        """
        folder = DATA_FOLDER if directory is None else Path(directory)
        for language in _REQUIRED:
            path = folder / f"{language}.lex"
            if not path.is_file():
                raise missing(path, "compiled lexicon")
        folders = [folder, folder / WORDFREQ_FOLDER] if wordfreq else [folder]
        paths: dict[str, tuple[Path, ...]] = {}
        for place in folders:
            for path in sorted(place.glob("*.lex")):
                paths[path.stem] = (*paths.get(path.stem, ()), path)
        self._paths = paths
        self._opened: dict[str, tuple[CompiledLexicon, ...]] = {}
        self._lock = threading.Lock()
        self.languages = tuple(sorted(paths))

    def chain(self, language: str) -> tuple[CompiledLexicon, ...]:
        """The lexicons of a language, its own list before wordfreq's; () where there are none.

        Raises LexiconFormatError or LexiconError where a file cannot be used.
        """
        opened = self._opened.get(language)
        if opened is not None:
            return opened
        if language not in self._paths:
            return ()
        with self._lock:
            opened = self._opened.get(language)
            if opened is None:
                opened = tuple(CompiledLexicon.open(path) for path in self._paths[language])
                self._opened[language] = opened
        return opened

    def get(self, language: str, word: str) -> WordEntry | None:
        """The entry of the first lexicon of the language's chain that knows the (folded) word."""
        for lexicon in self.chain(language):
            entry = lexicon.get(word)
            if entry is not None:
                return entry
        return None

    def __repr__(self) -> str:
        return f"Lexicons({', '.join(self.languages)})"
