"""Compiles a folder of dictionaries into one file, which is opened much quicker."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ..assembly import spelling_of
from ..errors import DictionaryError
from ..lexicon.layer import Layer
from ..lexicon.layer_format import write_layer
from ..lexicon.lines import Progress
from ..lexicon.problems import refuse
from ..settings import Settings
from .sources import open_one

__all__ = ["Compiled", "compile_folder"]


class Compiled(NamedTuple):
    """What was written."""

    path: Path
    size: int  # bytes
    layer: Layer


def compile_folder(
    folder: str | Path,
    out: str | Path,
    settings: Settings | None = None,
    *,
    lenient: bool = False,
    progress: Progress | None = None,
) -> Compiled:
    """Writes the file whole or not at all; one that is there is replaced.

    settings: what its keys depend on (accents, conversion of Traditional Chinese, stemming): those
    who open the file have to have the same. lenient: leaves out lines that cannot be used. The
    folder is called in the file as it is given here. progress: told how many bytes more were read.
    Raises DictionaryError with every line that cannot be used, or where the file cannot be written.
    """
    folder, out = Path(folder), Path(out)
    if not folder.is_dir():
        what = "is no folder" if folder.exists() else "does not exist"
        raise DictionaryError(f"the folder of dictionaries {folder} {what}")
    if out.is_dir():
        raise DictionaryError(f"{out} is a folder: name the file that is to be written")
    fq, layer = open_one(folder, settings, progress)
    if not lenient:
        refuse(layer.problems)
    try:
        size = write_layer(out, layer, spelling_of(fq.settings))
    except OSError as error:
        raise DictionaryError(f"cannot write {out}: {error.strerror}") from error
    return Compiled(out, size, layer)
