"""Both engines behind one face, so that every test of behaviour holds for both."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from fulltext_query.search.contract import (
    Engine,
    Hits,
    IndexReport,
    IndexSchema,
    Progress,
    Request,
    Row,
)  # fmt: skip
from fulltext_query.search.elasticsearch import AsyncElasticsearchEngine, ElasticsearchEngine

__all__ = ["DRIVERS", "Opener", "Waiting", "opener"]

DRIVERS = ("waiting", "event loop")

#: Makes an engine of an address and options.
Opener = Callable[..., Engine]


class Waiting:
    """An engine for an event loop, run to the end call by call."""

    def __init__(self, *given: Any, **options: Any) -> None:
        self._runner = asyncio.Runner()
        self._engine = AsyncElasticsearchEngine(*given, **options)

    def create(self, schema: IndexSchema, *, dimensions: int | None = None) -> None:
        self._runner.run(self._engine.create(schema, dimensions=dimensions))

    def meta(self) -> Mapping[str, Any] | None:
        return self._runner.run(self._engine.meta())

    def write(self, rows: Iterable[Row], *, progress: Progress | None = None) -> IndexReport:
        return self._runner.run(self._engine.write(rows, progress=progress))

    def delete(self, ids: Iterable[str]) -> int:
        return self._runner.run(self._engine.delete(ids))

    def search(self, request: Request) -> Hits:
        return self._runner.run(self._engine.search(request))

    def count(self) -> int:
        return self._runner.run(self._engine.count())

    def close(self) -> None:
        try:
            self._runner.run(self._engine.close())
        finally:
            self._runner.close()


@contextmanager
def opener(driver: str) -> Iterator[Opener]:
    """Gives a maker of engines, which are closed in the end."""
    made: list[Engine] = []

    def make(*given: Any, **options: Any) -> Engine:
        kind = ElasticsearchEngine if driver == "waiting" else Waiting
        engine = kind(*given, **options)
        made.append(engine)
        return engine

    try:
        yield make
    finally:
        for engine in made:
            engine.close()
