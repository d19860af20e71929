"""The inverse document frequency of the documents."""

from __future__ import annotations

from math import log10

__all__ = ["TERM_TOTAL", "TEXT_TOTAL", "idf"]

TERM_TOTAL = 1e7
"""N of IDF1, over term frequencies (documents)."""
TEXT_TOTAL = 1e9
"""N of IDF2, over document frequencies (documents)."""


def idf(frequency: float, total: float) -> float:
    """log10(10 + (N − s + 0.5) / (s + 0.5)), from about .95 up; s from 0 up, N above 0.

    Source: ``weights`` in the documents' term weighting.
    """
    return log10(10 + (total - frequency + 0.5) / (frequency + 0.5))
