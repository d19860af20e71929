"""The embedded engine with await."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fulltext_query.query.tree import Query, Slot, Term
from fulltext_query.search.contract import AsyncEngine, Request, Row
from fulltext_query.search.embedded import AsyncEmbeddedEngine
from tests.search.embedded.trees import SCHEMA

_QUERY = Query((Slot(Term("pump", 1.0)),), (("body", 1.0),), "")


def _row(number: int) -> Row:
    return Row(str(number), {"body": "pump"}, {})


async def _stream(count: int) -> AsyncIterator[Row]:
    for number in range(count):
        if number % 100 == 0:
            await asyncio.sleep(0)
        yield _row(number)


def test_the_whole_way(tmp_path: Path) -> None:
    async def run() -> None:
        engine = AsyncEmbeddedEngine(tmp_path / "i")
        assert isinstance(engine, AsyncEngine)
        assert await engine.meta() is None
        await engine.create(SCHEMA)
        assert (await engine.write(_stream(600))).indexed == 600
        assert (await engine.write([_row(600)])).indexed == 1
        assert await engine.count() == 601
        assert await engine.delete(["3"]) == 1
        found = await asyncio.gather(*(engine.search(Request(_QUERY)) for _ in range(5)))
        assert {hits.total for hits in found} == {600}
        await engine.close()

    asyncio.run(run())


def test_an_error_of_the_stream_leaves_nothing() -> None:
    async def broken() -> AsyncIterator[Row]:
        yield _row(1)
        raise KeyError("gone")

    async def run() -> None:
        engine = AsyncEmbeddedEngine()
        await engine.create(SCHEMA)
        with pytest.raises(KeyError, match="gone"):
            await engine.write(broken())
        assert await engine.count() == 0

    asyncio.run(run())


def test_a_cancelled_write_leaves_nothing_and_no_lock() -> None:
    async def run() -> None:
        engine = AsyncEmbeddedEngine()
        await engine.create(SCHEMA)
        begun, never = asyncio.Event(), asyncio.Event()

        async def slow() -> AsyncIterator[Row]:
            for number in range(256):
                yield _row(number)
            begun.set()
            await never.wait()
            for number in range(256, 600):
                yield _row(number)

        task = asyncio.create_task(engine.write(slow()))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await engine.write([_row(1)])).indexed == 1
        assert await engine.count() == 1

    asyncio.run(run())
