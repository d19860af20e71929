"""What a reload of dictionaries has changed."""

from __future__ import annotations

from dataclasses import dataclass

from .lexicon.dictionaries import Dictionaries
from .lexicon.problems import Problem

__all__ = ["ReloadReport", "report_of"]


@dataclass(frozen=True)
class ReloadReport:
    """What came of reading the dictionaries again."""

    changed: bool
    """Whether any file says something else than before."""
    reindex: bool
    """Whether texts may have other tokens now, so that an index has to be filled again: words,
    protected tokens or exceptions of the conversion of Traditional Chinese have changed."""
    entries: int
    """Entries of all layers now."""
    problems: tuple[Problem, ...]
    """Lines that were left out, and warnings."""

    def __str__(self) -> str:
        if not self.changed:
            return f"no change: {self.entries} entries"
        needed = "; texts have other tokens now: index them again" if self.reindex else ""
        wrong = f", {len(self.problems)} problems" if self.problems else ""
        return f"reloaded: {self.entries} entries{wrong}{needed}"


def report_of(before: Dictionaries, after: Dictionaries) -> ReloadReport:
    """What has changed between two states of the same dictionaries."""
    changed = [layer.fingerprint for layer in before.layers] != [
        layer.fingerprint for layer in after.layers
    ]
    return ReloadReport(
        changed=changed,
        reindex=changed and before.token_fingerprint != after.token_fingerprint,
        entries=sum(sum(layer.counts.values()) for layer in after.layers),
        problems=after.problems,
    )
