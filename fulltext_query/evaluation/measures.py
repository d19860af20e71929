"""What is measured of a ranking, by ir-measures.

nDCG takes the grade itself as gain and log2(rank + 1) as discount (Järvelin and Kekäläinen 2002, as
trec_eval computes it: "linear gain", not 2^grade − 1); recall and reciprocal rank count every
grade from 1 up as right. All lie between 0 and 1; a query that found nothing has 0.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import MissingExtraError

__all__ = ["DEPTH", "MEASURES", "measure"]

DEPTH = 100
"""Hits a query needs so that every measure can be told."""

MEASURES = ("nDCG@10", "Recall@100", "MRR@10")
"""The names, as people write them."""


def measure(
    judgements: Mapping[str, Mapping[str, int]], rankings: Mapping[str, Sequence[str]]
) -> dict[str, dict[str, float]]:
    """Every measure for every judged query: name → query → value.

    rankings: query → documents, the best first, at least ``DEPTH`` of them where there are. Their
    order alone counts, so that no tie of scores is broken in another way than the engine did.
    Raises MissingExtraError.
    """
    library = _library()
    measures = {
        library.nDCG @ 10: MEASURES[0],
        library.R @ DEPTH: MEASURES[1],
        library.RR @ 10: MEASURES[2],
    }
    run = {
        query: {document: -float(rank) for rank, document in enumerate(rankings.get(query, ()))}
        for query in judgements
    }
    grades = {query: dict(row) for query, row in judgements.items()}
    values: dict[str, dict[str, float]] = {
        name: dict.fromkeys(judgements, 0.0) for name in MEASURES
    }
    for result in library.iter_calc(list(measures), grades, run):
        values[measures[result.measure]][result.query_id] = float(result.value)
    return values


def _library() -> Any:
    try:
        return importlib.import_module("ir_measures")
    except ImportError as error:
        raise MissingExtraError("Measuring a search", "evaluate") from error
