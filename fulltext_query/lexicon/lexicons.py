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
        self._opened: dict[Path, CompiledLexicon] = {}
        self._lock = threading.Lock()
        self.languages = tuple(sorted(paths))

    def chain(self, language: str) -> tuple[CompiledLexicon, ...]:
        """The lexicons of a language, its own list before wordfreq's; () where there are none.

        Raises LexiconFormatError or LexiconError where a file cannot be used.
        """
        return tuple(map(self._open, self._paths.get(language, ())))

    def get(self, language: str, word: str) -> WordEntry | None:
        """The entry of the first lexicon of the language's chain that knows the (folded) word.

        Opens no further lexicon than it needs.
        """
        opened = self._opened
        for path in self._paths.get(language, ()):
            entry = (opened.get(path) or self._open(path)).get(word)
            if entry is not None:
                return entry
        return None

    def first(self, language: str) -> CompiledLexicon | None:
        """The language's first lexicon; None where it has none."""
        paths = self._paths.get(language)
        return self._open(paths[0]) if paths else None

    def rarest(self, language: str) -> WordEntry | None:
        """What an unseen word of the language gets; None where it has no lexicon."""
        first = self.first(language)
        return first.rarest if first is not None else None

    def _open(self, path: Path) -> CompiledLexicon:
        opened = self._opened.get(path)
        if opened is None:
            with self._lock:
                opened = self._opened.get(path)
                if opened is None:
                    opened = self._opened[path] = CompiledLexicon.open(path)
        return opened

    def __repr__(self) -> str:
        return f"Lexicons({', '.join(self.languages)})"
