"""The relaxing ladder: what is tried in turn when too little is found."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import SettingsError
from ..fusion import checked_number
from ..setting_types import parse_min_match

__all__ = ["OFF", "Imagine", "Ladder", "Rewrite", "whole_number"]

Rewrite = Callable[[str], Sequence[str] | Awaitable[Sequence[str]]]
"""Other wordings of a text, best first; none where it has none. May be asynchronous."""

Imagine = Callable[[str], str | Sequence[str] | Awaitable[str | Sequence[str]]]
"""Passages that would answer a text (HyDE). May be asynchronous."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """Rungs, tried in turn until one finds enough.

    minimums   minimum_should_match of the first rungs; None stands for the search's own. With
               ("100%", None, 0) a strict search comes first.
    enough     documents that a rung has to find for it to be the last, at least 1.
    rewrite    then the wordings that the searcher's rewriter gives, fused with what was found.
    hyde       then the passages that its generator imagines, likewise.
    seconds    time for all rungs together; no rung is begun after it. None for no limit.

    The first rung that finds enough answers; where none does, the one that found most.
    Raises SettingsError for what cannot be used.
    """

    minimums: tuple[Any, ...] = (None, 0)
    enough: int = 1
    rewrite: bool = True
    hyde: bool = True
    seconds: float | None = None

    def __post_init__(self) -> None:
        if not self.minimums:
            raise SettingsError("minimums: give at least one, such as ('100%', None, 0)")
        for minimum in self.minimums:
            if minimum is not None:
                parse_min_match(minimum)
        whole_number(self.enough, "enough", 1)
        if self.seconds is not None:
            checked_number(self.seconds, "seconds", 0.0)


def whole_number(value: object, name: str, low: int) -> None:
    """Raises SettingsError for what is no whole number of at least ``low``."""
    if checked_number(value, name, low) % 1 or not isinstance(value, int):
        raise SettingsError(f"{name} must be a whole number of at least {low}, not {value!r}")


OFF = Ladder(minimums=(None,), rewrite=False, hyde=False)
"""One rung alone: the search as it is asked."""
