"""The cache in a file: other processes, damage, bounds, and the event loop beside it."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query.errors import SettingsError
from fulltext_query.understand.caches import Cache
from fulltext_query.understand.caches_sqlite import SqliteCache
from fulltext_query.understand.caches_sqlite_file import SqliteFile
from tests.understand.cache_contract import CacheContract, Clock

T = TypeVar("T")


def patient(path: Path, **options: Any) -> SqliteCache:
    """One that a busy machine does not hurry."""
    return SqliteCache(path, timeout=30, **options)


class TestSqliteCache(CacheContract):
    @asynccontextmanager
    async def cache(self) -> AsyncIterator[Cache]:
        with TemporaryDirectory() as folder, patient(Path(folder) / "c.sqlite") as cache:
            yield cache


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache.sqlite"


def with_cache(cache: SqliteCache, work: Callable[[SqliteCache], Awaitable[T]]) -> T:
    async def main() -> T:
        return await work(cache)

    with cache:
        return asyncio.run(main())


async def set_and_get(cache: SqliteCache) -> str | None:
    await cache.set("new", "value")
    return await cache.get("new")


# --- time and bounds


def test_values_outlive_the_process_and_expire_by_the_clock(path: Path) -> None:
    clock = Clock()

    async def fill(cache: SqliteCache) -> None:
        await cache.set("short", "value", ttl_seconds=10)
        await cache.set("ever", "value")

    async def look(cache: SqliteCache) -> tuple[str | None, str | None]:
        return await cache.get("short"), await cache.get("ever")

    with_cache(patient(path, clock=clock), fill)
    clock.now += 9.99
    assert with_cache(patient(path, clock=clock), look) == ("value", "value")
    clock.now += 0.01
    assert with_cache(patient(path, clock=clock), look) == (None, "value")


def test_what_has_expired_is_swept(path: Path) -> None:
    clock = Clock()

    async def work(cache: SqliteCache) -> None:
        for number in range(100):
            await cache.set(str(number), "value", ttl_seconds=10)
        clock.now += 10
        for number in range(3):
            await cache.set(f"new {number}", "value")
        assert (await cache.totals())[0] == 3

    with_cache(patient(path, clock=clock), work)


def test_entries_are_bounded_and_the_oldest_go(path: Path) -> None:
    async def work(cache: SqliteCache) -> None:
        for number in range(20):
            await cache.set(str(number), "value")
            if number == 8:
                await cache.set("0", "written again")
        assert (await cache.totals())[0] == 10
        kept = [key for key in map(str, range(20)) if await cache.get(key)]
        assert kept == [*map(str, range(10, 20))]

    with_cache(patient(path, max_entries=10), work)


def test_bytes_are_bounded(path: Path) -> None:
    async def work(cache: SqliteCache) -> None:
        for number in range(60):
            await cache.set(str(number), "水" * (number * 37 % 500))
            entries, size = await cache.totals()
            assert size <= 5_000
            assert entries > 0
        await cache.set("59", "x" * 6_000)  # alone too large: not kept, nor is the old one
        assert await cache.get("59") is None
        assert await cache.get("57") is not None
        assert await set_and_get(cache) == "value"

    with_cache(patient(path, max_bytes=5_000), work)


def test_a_file_that_is_opened_with_less_room_is_cut_to_it(path: Path) -> None:
    async def fill(cache: SqliteCache) -> None:
        for number in range(300):
            await cache.set(str(number), "value")

    with_cache(patient(path), fill)
    cache = patient(path, max_entries=5)
    assert with_cache(cache, set_and_get) == "value"
    assert with_cache(cache, lambda cache: cache.totals())[0] == 5


def test_the_totals_are_those_of_the_values(path: Path) -> None:
    async def work(cache: SqliteCache) -> None:
        for number in range(40):
            await cache.set(str(number % 7), "x" * number, ttl_seconds=number % 5)
            await cache.delete(str(number % 3))
        with closing(sqlite3.connect(path)) as other:
            sql = "SELECT count(*), sum(length(key) + length(value)) FROM entry_1"
            assert await cache.totals() == other.execute(sql).fetchone()

    with_cache(patient(path), work)


@pytest.mark.parametrize(
    "wrong", [{"max_entries": 0}, {"max_bytes": 0}, {"timeout": 0}, {"pause": -1}]
)
def test_wrong_bounds_are_refused(path: Path, wrong: dict[str, int]) -> None:
    with pytest.raises(SettingsError):
        SqliteCache(path, **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["", ":memory:"])
def test_a_path_of_no_file_is_refused(path: str) -> None:
    with pytest.raises(SettingsError, match="MemoryCache"):
        SqliteCache(path)


# --- the file


def test_nothing_is_made_before_it_is_needed_and_then_for_the_user_alone(path: Path) -> None:
    deep = path.parent / "a" / "b" / "cache.sqlite"
    cache = SqliteCache(str(deep))
    assert not deep.parent.exists()
    assert with_cache(cache, set_and_get) == "value"
    if sys.platform != "win32":
        assert stat.S_IMODE(deep.stat().st_mode) == 0o600


def test_it_is_closed_when_it_is_dropped(path: Path) -> None:
    async def work() -> None:
        assert await set_and_get(patient(path)) == "value"

    asyncio.run(work())  # an unclosed database is a warning, and warnings are errors here
    for thread in threading.enumerate():  # its own may hold it a moment longer, and ends with it
        if thread.name.startswith("fulltext-query-cache"):
            thread.join(60)
    assert not path.with_name(path.name + "-wal").exists()


def test_a_closed_one_opens_again(path: Path) -> None:
    cache = patient(path)
    assert with_cache(cache, set_and_get) == "value"
    assert with_cache(cache, lambda cache: cache.get("new")) == "value"
    asyncio.run(cache.aclose())
    cache.close()
    assert with_cache(cache, lambda cache: cache.get("new")) == "value"


@pytest.mark.parametrize(
    "content", [b"not a database at all", b"\0" * 5000, b"SQLite format 3\0" + b"\xff" * 5000]
)
def test_a_file_that_is_no_database_is_told_put_aside_and_made_anew(
    path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_bytes(content)
    assert with_cache(patient(path), set_and_get) == "value"
    assert len(caplog.messages) == 1
    assert str(path) in caplog.messages[0]
    assert path.with_name("cache.sqlite.damaged").read_bytes() == content


def test_damage_that_shows_later_is_mended_too(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def fill(cache: SqliteCache) -> None:
        for number in range(300):
            await cache.set(str(number), "value" * 50)

    with_cache(patient(path), fill)
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"\xaa" * (len(content) - 8192))  # the head is as it was

    async def all_of_them(cache: SqliteCache) -> None:
        for number in range(300):
            assert await cache.get(str(number)) in (None, "value" * 50)
        assert await set_and_get(cache) == "value"

    with_cache(patient(path), all_of_them)
    assert "made anew" in caplog.text


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_damage_is_a_miss_and_never_an_error(data: st.DataObject) -> None:
    async def fill(cache: SqliteCache) -> None:
        for number in range(30):
            await cache.set(str(number), f"value {number} " * 20, ttl_seconds=1000)

    async def look(cache: SqliteCache) -> None:
        for number in range(30):
            assert await cache.get(str(number)) in (None, f"value {number} " * 20)
        assert await set_and_get(cache) in (None, "value")

    with TemporaryDirectory() as folder:
        path = Path(folder) / "cache.sqlite"
        with_cache(patient(path), fill)
        content = bytearray(path.read_bytes())
        for _ in range(data.draw(st.integers(1, 20))):
            content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
        path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
        with_cache(patient(path), look)


def test_a_value_that_was_changed_is_a_miss_and_is_overwritten(path: Path) -> None:
    async def work(cache: SqliteCache) -> None:
        await cache.set("a", "value")
        await cache.set("b", "other")
        with closing(sqlite3.connect(path)) as other:
            other.execute(
                "UPDATE entry_1 SET value = (SELECT value FROM entry_1 WHERE key = x'62')"
            )
            other.commit()
        assert await cache.get("a") is None  # it is b's
        assert await cache.get("b") == "other"
        with closing(sqlite3.connect(path)) as other:
            other.execute("UPDATE entry_1 SET value = 'a text'")
            other.commit()
        assert await cache.get("b") is None
        await cache.set("a", "value")
        assert await cache.get("a") == "value"

    with_cache(patient(path), work)


def test_anothers_database_is_left_as_it_is(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE photographs (name TEXT)")
    before = path.read_bytes()
    assert with_cache(patient(path, pause=0), set_and_get) is None
    assert path.read_bytes() == before
    assert len(caplog.messages) == 1
    assert "another program's" in caplog.messages[0]


def test_a_file_that_cannot_be_made_is_bypassed_and_told_once(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_text("a file, and no folder")
    # below a file that is no folder, a folder that is no file, no name at all
    for below in (path / "cache.sqlite", path.parent, Path("a\0b")):
        caplog.clear()
        assert with_cache(SqliteCache(below, pause=0), set_and_get) is None
        assert len(caplog.messages) == 1


def test_a_file_that_is_removed_is_made_anew(path: Path) -> None:
    cache = patient(path)
    with asyncio.Runner() as loop, cache:
        assert loop.run(set_and_get(cache)) == "value"
        path.unlink()
        assert loop.run(cache.get("new")) is None
        assert loop.run(set_and_get(cache)) == "value"
        assert path.exists()


def test_a_file_of_another_version_keeps_what_it_has(path: Path) -> None:
    async def nothing(cache: SqliteCache) -> None:
        await cache.get("a")

    with_cache(patient(path), nothing)
    with closing(sqlite3.connect(path)) as other:  # as a later version would have left it
        other.execute("DROP TABLE entry_1")
        other.execute("DROP TABLE total_1")
        other.execute("CREATE TABLE entry_2 (key, value)")
    assert with_cache(patient(path), set_and_get) == "value"
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM entry_2").fetchone() == (0,)


# --- others beside it


def test_the_loop_goes_on_while_the_file_is_waited_for(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(cache: SqliteCache) -> None:
        await cache.set("a", "value")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            waiting = asyncio.ensure_future(cache.set("a", "cannot be written"))
            turns = 0
            while not waiting.done():
                turns += 1
                await asyncio.sleep(0)
            assert turns > 100
            assert await cache.get("a") == "value"  # who writes does not keep others from reading
            await cache.set("b", "cannot be written")
            other.execute("ROLLBACK")
        assert await set_and_get(cache) == "value"
        assert await cache.get("b") is None

    with_cache(SqliteCache(path, timeout=0.5, pause=0), work)
    assert [message.partition(":")[0] for message in caplog.messages] == ["cache.unavailable"] * 2
    assert "OperationalError SQLITE_BUSY" in caplog.text


def test_a_file_that_is_locked_is_left_alone_for_a_while(path: Path) -> None:
    async def work(cache: SqliteCache) -> None:
        await cache.set("a", "value")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await cache.set("a", "cannot be written")
            loop = asyncio.get_running_loop()
            began = loop.time()
            for number in range(100):  # would be fifty seconds
                await cache.set(str(number), "is not even tried")
            assert loop.time() - began < 5

    with_cache(SqliteCache(path, timeout=0.5, pause=60), work)


PROGRAM = """
import asyncio, os, signal, sys
from fulltext_query.understand.caches_sqlite import SqliteCache

name, path, what = sys.argv[1:]

async def both():
    for number in range(150):
        await cache.set(f"{name} {number}", f"{name}'s {number}")
        await cache.set("common", f"{name}'s {number}")
        assert (await cache.get(f"{name} {number}")) == f"{name}'s {number}"
        assert (await cache.get("common")).rpartition(" ")[0] in ("one's", "two's")

async def killed():
    await cache.set("before", "value")
    for number in range(10**9):
        await cache.set(str(number), "x" * 2000)
        if number == 20:
            print("writing", flush=True)

async def parent():
    await cache.set("parent", "value")

async def child():
    assert await cache.get("parent") == "value"
    await cache.set("child", "value")

with SqliteCache(path, timeout=30) as cache:
    print("ready", flush=True)
    sys.stdin.readline()
    if what == "fork":
        asyncio.run(parent())
        if not os.fork():
            asyncio.run(child())
            os._exit(0)
        _, status = os.wait()
        assert status == 0, status
        asyncio.run(parent())
    else:
        asyncio.run(globals()[what]())
"""


def process(name: str, path: Path, what: str) -> subprocess.Popen[str]:
    """A program that has opened nothing yet, and begins when it is told."""
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, name, str(path), what]
    begun = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert begun.stdout is not None
    assert begun.stdout.readline() == "ready\n"
    return begun


def tell(begun: subprocess.Popen[str]) -> None:
    assert begun.stdin is not None
    begun.stdin.write("go\n")
    begun.stdin.flush()


def test_many_make_the_file_at_the_same_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    # each with a connection and a thread of its own, as processes have them
    async def work(caches: list[SqliteCache]) -> None:
        assert await asyncio.gather(*map(set_and_get, caches)) == ["value"] * len(caches)

    for turn in range(40):
        caches = [patient(tmp_path / f"{turn}.sqlite") for _ in range(6)]
        asyncio.run(work(caches))
        for cache in caches:
            cache.close()
    assert caplog.messages == []


def test_two_processes_share_it_from_its_first_moment(path: Path) -> None:
    pair = [process(name, path, "both") for name in ("one", "two")]
    for begun in pair:
        tell(begun)
    for begun in pair:
        _, complaints = begun.communicate(timeout=100)
        assert (begun.returncode, complaints) == (0, "")

    async def work(cache: SqliteCache) -> None:
        for name in ("one", "two"):
            for number in range(150):
                assert await cache.get(f"{name} {number}") == f"{name}'s {number}"
        assert (await cache.totals())[0] == 301

    with_cache(patient(path), work)


def test_a_process_that_is_killed_while_it_writes_leaves_it_whole(path: Path) -> None:
    begun = process("one", path, "killed")
    tell(begun)
    assert begun.stdout is not None
    assert begun.stdout.readline() == "writing\n"
    begun.kill()
    begun.communicate(timeout=100)

    async def work(cache: SqliteCache) -> None:
        assert await cache.get("before") == "value"
        assert await set_and_get(cache) == "value"

    with_cache(patient(path), work)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_a_forked_process_opens_it_anew(path: Path) -> None:
    begun = process("one", path, "fork")
    tell(begun)
    _, complaints = begun.communicate(timeout=60)
    assert (begun.returncode, complaints) == (0, "")
    assert with_cache(patient(path), lambda cache: cache.get("child")) == "value"


def test_a_connection_is_neither_used_nor_closed_after_a_fork(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = SqliteFile(path, 10, 1000, 30.0)
    file.set(b"key", b"value", 0.0, 1.0)
    parents = file._connection
    assert parents is not None
    with monkeypatch.context() as forked:
        forked.setattr("os.getpid", lambda: -1)
        assert file.get(b"key", 0.0) == b"value"
        assert file._connection is not parents
        file.close()
    assert parents.execute("SELECT count(*) FROM entry_1").fetchone() == (1,)
    parents.close()


def test_a_disk_that_is_full_is_told_once_and_what_is_there_still_read(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*arguments: object) -> None:
        with closing(sqlite3.connect(":memory:")) as small:
            small.execute("PRAGMA max_page_count = 1")
            small.execute("CREATE TABLE more (than a page)")

    async def work(cache: SqliteCache) -> None:
        await cache.set("a", "value")
        with monkeypatch.context() as disk:
            disk.setattr(SqliteFile, "set", full)
            for _ in range(3):
                await cache.set("b", "value")
                assert await cache.get("b") is None
                assert await cache.get("a") == "value"
        assert await set_and_get(cache) == "value"

    with_cache(patient(path, pause=1000), work)
    assert [message.partition(":")[0] for message in caplog.messages] == ["cache.refused"]
    assert "full" in caplog.text


def test_processes_that_find_damage_at_the_same_time_end_with_one_file(path: Path) -> None:
    path.write_bytes(b"no database" * 1000)
    pair = [process(name, path, "both") for name in ("one", "two")]
    for begun in pair:
        tell(begun)
    for begun in pair:
        _, complaints = begun.communicate(timeout=100)
        # either may have lost a value to the other's mending, and that is all
        told = [line for line in complaints.splitlines() if not line.startswith("cache.damaged")]
        assert not told or told[-1].startswith("AssertionError"), complaints
    assert with_cache(patient(path), set_and_get) == "value"
