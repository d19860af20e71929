"""How sure a mean is: bootstrap intervals over queries.

Queries are drawn again with replacement, those of each collection among themselves, and the means
of the collections are averaged: the percentile bootstrap, stratified, of Efron and Tibshirani,
An Introduction to the Bootstrap (1993). All columns are drawn together, so a difference between two
of them is a paired one. The seed is fixed: the same values give the same interval.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..errors import MissingExtraError

__all__ = ["Interval", "difference_intervals", "mean_intervals"]

SAMPLES = 10_000
LEVEL = 0.95
_SEED = 20_240_229
_AT_ONCE = 1_000_000  # numbers drawn at once: some 20 MB

Columns = Sequence[Sequence[float]]


class Interval(NamedTuple):
    """A mean and the bounds of its 95 % interval. Of a single query the bounds say nothing."""

    mean: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether 0 lies outside: a difference that is more than noise."""
        return self.low > 0 or self.high < 0


def mean_intervals(groups: Sequence[Columns], *, samples: int = SAMPLES) -> list[Interval]:
    """The mean of every column over all groups, each group counting the same.

    groups: one table of each collection: its columns, each with one value a query. All groups have
    as many columns; the columns of a group are of one length. Raises ValueError where they are not,
    or where there is nothing to average; MissingExtraError.
    """
    numpy = _numpy()
    tables = [numpy.asarray(columns, dtype=float).T for columns in groups]
    if not tables or not all(table.size for table in tables):
        raise ValueError("there is nothing to average: every group needs a column and a query")
    if len({table.shape[1] for table in tables}) > 1:
        raise ValueError("every group needs the same columns")
    drawn = numpy.zeros((samples, tables[0].shape[1]))
    for table in tables:
        drawn += _resampled_means(numpy, table, samples) / len(tables)
    means = numpy.mean([table.mean(axis=0) for table in tables], axis=0)
    rest = 100 * (1 - LEVEL) / 2
    lows, highs = numpy.percentile(drawn, [rest, 100 - rest], axis=0)
    return [Interval(*map(float, row)) for row in zip(means, lows, highs, strict=True)]


def difference_intervals(
    groups: Sequence[Columns], baseline: int = 0, *, samples: int = SAMPLES
) -> list[Interval]:
    """The same for every column less the column ``baseline``, query by query.

    Raises as ``mean_intervals`` does; IndexError where there is no such column.
    """
    differences = [
        [
            [value - base for value, base in zip(column, columns[baseline], strict=True)]
            for column in columns
        ]
        for columns in groups
    ]
    return mean_intervals(differences, samples=samples)


def _resampled_means(numpy: Any, table: Any, samples: int) -> Any:
    """One row a sample: the means of the columns over queries drawn with replacement."""
    queries = len(table)
    random = numpy.random.default_rng(_SEED)
    rows = []
    step = max(1, _AT_ONCE // queries)
    for start in range(0, samples, step):
        count = min(step, samples - start)
        drawn = random.integers(queries, size=(count, queries), dtype=numpy.int32)
        drawn += numpy.arange(count, dtype=numpy.int32)[:, None] * queries
        often = numpy.bincount(drawn.ravel(), minlength=count * queries).reshape(count, queries)
        rows.append(often @ table / queries)
    return numpy.concatenate(rows)


def _numpy() -> Any:
    try:
        return importlib.import_module("numpy")
    except ImportError as error:
        raise MissingExtraError("Intervals", "evaluate") from error
