"""Runs as TREC writes them, for other tools: query, Q0, document, rank, score, name."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ..errors import CollectionError
from .measures import DEPTH

__all__ = ["run_lines", "write_run"]


def run_lines(
    rankings: Mapping[str, Sequence[tuple[str, float]]], name: str, *, depth: int = DEPTH
) -> Iterable[str]:
    """The lines of a run, at most ``depth`` of each query, without line ends.

    Scores fall from line to line by at least what single precision can tell, because tools sort by
    score and break ties in their own ways. Raises CollectionError for a name with blanks in it,
    which would be two columns.
    """
    tag = _column("_".join(name.split()) or "run")
    for query, ranking in rankings.items():
        _column(query)
        last = math.inf
        for rank, (document, given) in enumerate(ranking[:depth], 1):
            score = min(given, last - max(abs(last), 1e-3) * 2**-20) if rank > 1 else given
            last = score
            yield f"{query} Q0 {_column(document)} {rank} {score:.9g} {tag}"


def write_run(
    path: str | Path,
    rankings: Mapping[str, Sequence[tuple[str, float]]],
    name: str,
    *,
    depth: int = DEPTH,
) -> None:
    """Writes a run to a file. Raises CollectionError as ``run_lines`` does; OSError."""
    text = "".join(f"{line}\n" for line in run_lines(rankings, name, depth=depth))
    Path(path).write_text(text, encoding="utf-8")


def _column(name: str) -> str:
    if not name or name.split() != [name]:
        raise CollectionError(
            f"{name!r} cannot stand in a run, where blanks part the columns: choose ids without"
        )
    return name
