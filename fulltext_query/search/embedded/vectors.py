"""Vectors beside the index: a matrix of unit rows, and the rows nearest to a vector.

Rows are only ever added. The index says which rows are alive, so what a crash left behind the
last commit is nobody's row.
"""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import DocumentError, EngineError, MissingExtraError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

__all__ = ["Vectors", "unit"]


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise MissingExtraError("searching by vectors", "embedded") from None
    return numpy


def unit(vector: tuple[float, ...], dimensions: int | None) -> Matrix:
    """The vector at length 1, float32.

    Raises DocumentError for one of another size than ``dimensions``, or that has no direction.
    """
    if dimensions is not None and len(vector) != dimensions:
        raise DocumentError(
            f"vector has {len(vector)} numbers, those of the index have {dimensions}"
        )
    row = _numpy().asarray(vector, dtype="float64")
    length = float((row @ row) ** 0.5)
    if not math.isfinite(length) or length == 0:
        raise DocumentError("vector has no direction: its length is 0 or not finite")
    found: Matrix = (row / length).astype("float32")
    return found


class Vectors:
    """The matrix, in a file or in memory. Writing is for one thread at a time."""

    def __init__(self, path: Path | None, dimensions: int) -> None:
        self._path = path
        self.dimensions = dimensions
        self._bytes = bytearray()

    def count(self) -> int:
        """How many rows there are, dead ones too."""
        width = 4 * self.dimensions
        if self._path is None:
            return len(self._bytes) // width
        return self._path.stat().st_size // width if self._path.exists() else 0

    def append(self, rows: list[Matrix]) -> None:
        """Adds rows behind the last, safely on the disk when it returns."""
        data = b"".join([row.astype("<f4").tobytes() for row in rows])
        if self._path is None:
            self._bytes = self._bytes + data  # a new one: a matrix may look at the old
            return
        with open(self._path, "ab") as file:
            file.truncate(self.count() * 4 * self.dimensions)  # a row half written by a crash
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def matrix(self) -> Matrix:
        """All rows, mapped into memory."""
        numpy = _numpy()
        shape = (self.count(), self.dimensions)
        if not shape[0]:
            return numpy.zeros(shape, "float32")  # type: ignore[no-any-return]
        if self._path is None:
            whole = shape[0] * shape[1]
            return numpy.frombuffer(self._bytes, "<f4", whole).reshape(shape)  # type: ignore[no-any-return]
        return numpy.memmap(self._path, "<f4", "r", shape=shape)  # type: ignore[no-any-return]

    def similarities(self, vector: Matrix, rows: NDArray[np.int64]) -> Matrix:
        """The cosine of the unit vector to each of the rows."""
        matrix = self.matrix()
        if rows.size and int(rows.max()) >= matrix.shape[0]:
            raise EngineError(
                f"{self._path}: is shorter than the index beside it says: the folder is damaged; "
                "remove it and index the documents again"
            )
        if 2 * rows.size < matrix.shape[0]:
            return matrix[rows] @ vector
        return (matrix @ vector)[rows]
