"""How well a search finds what people judged to be right: collections, measures, intervals, runs.

``ir-measures`` and ``numpy`` (the extra ``evaluate``) are imported where they are used.
"""

from .beir import Collection, find_collections, read_collection
from .evaluate import (
    Configuration,
    Evaluation,
    Misplaced,
    Query,
    Ranking,
    evaluate,
    searcher_configuration,
    worst,
)
from .intervals import Interval, difference_intervals, mean_intervals
from .measures import MEASURES, measure
from .runs import write_run

__all__ = [
    "MEASURES",
    "Collection",
    "Configuration",
    "Evaluation",
    "Interval",
    "Misplaced",
    "Query",
    "Ranking",
    "difference_intervals",
    "evaluate",
    "find_collections",
    "mean_intervals",
    "measure",
    "read_collection",
    "searcher_configuration",
    "worst",
    "write_run",
]
