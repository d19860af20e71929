"""When a searcher looks again at what its index was made with."""

from __future__ import annotations

from time import monotonic

__all__ = ["Freshness"]

_SECONDS = 10.0


class Freshness:
    """How long ago the index was looked at. A look older than 10 seconds is due again.

    Every search could look: it is cheap where the index is a folder; with a server it is a request
    more. Others may make the index anew meanwhile, so one look for ever is not enough either.
    """

    def __init__(self) -> None:
        self._looked: float | None = None

    def is_due(self) -> bool:
        return self._looked is None or monotonic() - self._looked >= _SECONDS

    def looked(self) -> None:
        """It was looked at, and is of the searcher's settings."""
        self._looked = monotonic()

    def forget(self) -> None:
        """It may be another index by now."""
        self._looked = None
