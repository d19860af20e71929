"""Folders of dictionaries for tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

__all__ = ["Files", "write"]

Files = Mapping[str, str | bytes]


def write(folder: Path, files: Files) -> Path:
    """Writes the files of a folder, by their paths in it; gives the folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return folder
