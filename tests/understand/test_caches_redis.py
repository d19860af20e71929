"""The cache in Redis, with a real server: away, held, full, foreign, and other loops."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest

from fulltext_query.errors import MissingExtraError, SettingsError
from fulltext_query.understand import RequestContext
from fulltext_query.understand.caches import Cache, cache_key
from fulltext_query.understand.caches_embeddings import CachedEmbeddings
from fulltext_query.understand.caches_redis import RedisCache
from tests.optional import need
from tests.understand.cache_contract import CacheContract, Clock
from tests.understand.redis_server import RedisServer, free_port

library = need("redis.asyncio")

T = TypeVar("T")

#: Long enough for a busy machine; what is held or away is waited for less, see HURRIED.
PATIENT = 30.0
HURRIED = 0.5


@pytest.fixture(scope="module")
def shared() -> Iterator[RedisServer]:
    with RedisServer() as server:
        yield server


@pytest.fixture
def server() -> Iterator[RedisServer]:
    """One to be stopped and held."""
    with RedisServer() as server:
        yield server


class TestRedisCache(CacheContract):
    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def _server(cls, shared: RedisServer) -> None:
        cls.url = shared.url

    url = ""

    @asynccontextmanager
    async def cache(self) -> AsyncIterator[Cache]:
        async with library.Redis.from_url(self.url) as plain:
            await plain.flushall()
        async with RedisCache(self.url, timeout=PATIENT) as cache:
            yield cache


async def plain(server: RedisServer, *command: Any) -> Any:
    """What the server answers to a command, without the cache."""
    async with library.Redis.from_url(server.url) as client:
        return await client.execute_command(*command)


async def set_and_get(cache: RedisCache) -> str | None:
    await cache.set("new", "value")
    return await cache.get("new")


def closed_after(cache: RedisCache, work: Callable[[RedisCache], Awaitable[T]]) -> T:
    async def main() -> T:
        async with cache:
            return await work(cache)

    return asyncio.run(main())


# --- what stands in the server


@pytest.mark.parametrize(
    ("given", "least", "most"),
    [(10, 9_000, 10_000), (0.5, 1, 500), (None, 2_591_000_000, 2_592_000_000)],
)
def test_the_server_lets_values_expire(
    shared: RedisServer, given: float | None, least: int, most: int
) -> None:
    async def work(cache: RedisCache) -> None:
        await cache.set("a", "value", ttl_seconds=given)
        assert least <= await plain(shared, "PTTL", "expiring:a") <= most

    closed_after(RedisCache(shared.url, prefix="expiring:", timeout=PATIENT), work)


def test_a_value_that_has_expired_is_a_miss(shared: RedisServer) -> None:
    async def work(cache: RedisCache) -> None:
        await cache.set("a", "value", ttl_seconds=0.001)
        for _ in range(1_000):  # each asks the server: a millisecond is over before the last
            if await cache.get("a") is None:
                break
        assert await cache.get("a") is None

    closed_after(RedisCache(shared.url, timeout=PATIENT), work)


def test_without_a_default_values_stay(shared: RedisServer) -> None:
    async def work(cache: RedisCache) -> None:
        await cache.set("a", "value")
        assert await plain(shared, "PTTL", "staying:a") == -1

    cache = RedisCache(shared.url, prefix="staying:", default_ttl_seconds=None, timeout=PATIENT)
    closed_after(cache, work)


def test_prefixes_are_apart_and_keys_hold_no_text(server: RedisServer) -> None:
    async def work(cache: RedisCache) -> None:
        await cache.set(cache_key("tenant", "a secret question"), "value")
        other = RedisCache(server.url, prefix="other:", timeout=PATIENT)
        assert await other.get(cache_key("tenant", "a secret question")) is None
        await other.aclose()
        keys = await plain(server, "KEYS", "*")
        assert keys == [b"fulltext_query:" + cache_key("tenant", "a secret question").encode()]

    closed_after(RedisCache(server.url, timeout=PATIENT), work)


@pytest.mark.parametrize(
    "foreign",
    [
        ("SET", "f:a", "some text"),
        ("SET", "f:a", b"\xff\x00\x80"),
        ("SET", "f:a", "fqt1:AAAAAAAAAAAAAAAA:value"),
        ("RPUSH", "f:a", "a", "list"),
        ("HSET", "f:a", "a", "hash"),
        ("COPY", "f:b", "f:a"),
        ("APPEND", "f:a", "value"),
    ],
    ids=lambda command: command[0] + str(len(command[-1])),
)
def test_what_is_foreign_is_a_miss_and_is_overwritten(
    shared: RedisServer, foreign: tuple[str | bytes, ...]
) -> None:
    async def work(cache: RedisCache) -> None:
        await cache.set("b", "of another key")
        if foreign[0] == "APPEND":
            await cache.set("a", "value")
        await plain(shared, *foreign)
        assert await cache.get("a") is None
        await cache.set("a", "value")
        assert await cache.get("a") == "value"
        assert await cache.get("b") == "of another key"
        await cache.delete("a")

    closed_after(RedisCache(shared.url, prefix="f:", timeout=PATIENT, pause=1000), work)


def test_vectors_stand_in_it_compactly(shared: RedisServer) -> None:
    async def work(cache: RedisCache) -> None:
        ctx, vectors = RequestContext(tenant_id="t"), CachedEmbeddings(cache)
        vector = [number / 1024 for number in range(384)]
        await vectors.set(ctx, "passage", vector, model_id="m", model_version="v1")
        assert await vectors.get(ctx, "Passage ", model_id="m", model_version="v1") == vector
        (key,) = await plain(shared, "KEYS", "v:*")
        assert await plain(shared, "STRLEN", key) < 384 * 4 * 4 / 3 + 80

    closed_after(RedisCache(shared.url, prefix="v:", timeout=PATIENT), work)


# --- a server that is not well


def test_a_server_that_is_away_is_a_miss_told_once_and_found_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock, server = Clock(), RedisServer()

    async def work(cache: RedisCache) -> None:
        for _ in range(3):
            assert await set_and_get(cache) is None
            await cache.delete("new")
            clock.now += 5
        assert [message.partition(":")[0] for message in caplog.messages] == ["cache.unavailable"]
        with server:
            clock.now += 4.9 - 5
            assert await set_and_get(cache) is None  # not tried yet
            clock.now += 0.1
            assert await set_and_get(cache) == "value"
            assert caplog.messages[1:] == ["cache.back: the cache in Redis answers again"]

    with caplog.at_level(logging.INFO, "fulltext_query.understand"):
        closed_after(RedisCache(server.url, timeout=PATIENT, pause=5, clock=clock), work)


def test_a_server_that_is_held_costs_one_time_limit(
    server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()

    async def work(cache: RedisCache) -> None:
        for number in range(20):
            await cache.set(str(number), f"of {number}")
        loop = asyncio.get_running_loop()
        server.hold()
        began = loop.time()
        found = await asyncio.gather(*(cache.get(str(number)) for number in range(20)))
        assert found == [None] * 20
        for number in range(100):
            assert await cache.get(str(number)) is None
        assert loop.time() - began < HURRIED * 20  # not a hundred times
        server.go_on()
        clock.now += 5
        # the answers that nobody waited for belong to no later question
        assert await cache.get("7") == "of 7"
        for number in range(20):
            assert await cache.get(str(number)) == f"of {number}"

    closed_after(RedisCache(server.url, timeout=HURRIED, pause=5, clock=clock), work)
    assert len(caplog.messages) == 1


def test_a_server_that_was_started_again_costs_nothing(
    server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(cache: RedisCache) -> None:
        assert await set_and_get(cache) == "value"
        server.stop()
        server.start()
        assert await set_and_get(cache) == "value"

    closed_after(RedisCache(server.url, timeout=PATIENT), work)
    assert caplog.messages == []


def test_a_server_that_is_full_still_gives_what_it_has(
    server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(cache: RedisCache) -> None:
        await cache.set("old", "value")
        await plain(server, "CONFIG", "SET", "maxmemory", "1")
        for _ in range(3):
            assert await set_and_get(cache) is None
            assert await cache.get("old") == "value"
        await plain(server, "CONFIG", "SET", "maxmemory", "0")
        assert await set_and_get(cache) == "value"

    closed_after(RedisCache(server.url, timeout=PATIENT, pause=1000), work)
    assert len(caplog.messages) == 1
    assert "OutOfMemoryError" in caplog.text


def test_a_wrong_password_is_told_and_never_printed(
    server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(cache: RedisCache) -> None:
        await plain(server, "CONFIG", "SET", "requirepass", "right-password")
        assert await set_and_get(cache) is None

    url = f"redis://:wrong-password@127.0.0.1:{server.port}/0"
    cache = RedisCache(url, timeout=PATIENT)
    closed_after(cache, work)
    assert len(caplog.messages) == 1
    assert "password" not in caplog.text.replace("username-password pair", "")
    assert "wrong-password" not in repr(cache)
    right = RedisCache(f"redis://:right-password@127.0.0.1:{server.port}/0", timeout=PATIENT)
    assert closed_after(right, set_and_get) == "value"


Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()  # to the end


async def rubbish(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 3\r\n\r\nno.")


async def cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read(10)
    writer.write(b"$100\r\nhalf of an ans")


async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while await reader.read(1000):
        writer.write(b"*" * 1000)


@pytest.mark.parametrize("answers", [silent, rubbish, cut, endless])
def test_what_is_no_redis_is_a_miss_in_time(
    answers: Handler, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                await answers(reader, writer)
            except ConnectionError:
                pass
            finally:
                writer.close()

        server = await asyncio.start_server(handle, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        loop = asyncio.get_running_loop()
        began = loop.time()
        async with RedisCache(f"redis://127.0.0.1:{port}", timeout=HURRIED, pause=60) as cache:
            for _ in range(10):
                assert await set_and_get(cache) is None
        assert loop.time() - began < HURRIED * 6
        server.close()
        await server.wait_closed()

    asyncio.run(main())
    assert len(caplog.messages) == 1


# --- clients and loops


def test_each_loop_closes_its_client_by_itself(shared: RedisServer) -> None:
    cache = RedisCache(shared.url, timeout=PATIENT)
    for _ in range(3):
        assert asyncio.run(set_and_get(cache)) == "value"
    del cache
    gc.collect()  # an unclosed connection is a warning, and warnings are errors here
    left = asyncio.run(plain(shared, "CLIENT", "LIST"))
    assert len(left.splitlines() if isinstance(left, bytes) else left) == 1  # the one that asks


def test_a_closed_one_opens_again(shared: RedisServer) -> None:
    async def main() -> None:
        cache = RedisCache(shared.url, timeout=PATIENT)
        await cache.aclose()
        assert await set_and_get(cache) == "value"
        await cache.aclose()
        assert await cache.get("new") == "value"
        await cache.aclose()

    asyncio.run(main())


@pytest.mark.parametrize("decoding", [False, True])
def test_a_client_that_is_given_stays_open(shared: RedisServer, decoding: bool) -> None:
    async def main() -> None:
        async with library.Redis.from_url(shared.url, decode_responses=decoding) as client:
            async with RedisCache(client, timeout=PATIENT) as cache:
                await cache.set("水泵", "异响")
                assert await cache.get("水泵") == "异响"
                await cache.set("lone", "\ud800")
                assert await cache.get("lone") in ("\ud800", None)  # UTF-8 proper has none
                assert await cache.get("水泵") == "异响"
            assert await client.ping()

    asyncio.run(main())


def test_no_more_connections_than_are_allowed(server: RedisServer) -> None:
    async def work(cache: RedisCache) -> None:
        await asyncio.gather(*(cache.get(str(number)) for number in range(300)))
        clients = await plain(server, "INFO", "clients")
        text = clients.decode() if isinstance(clients, bytes) else str(clients)
        count = int(text.partition("connected_clients")[2].lstrip(": '").split()[0].strip(",'"))
        assert count <= 4 + 1

    closed_after(RedisCache(server.url, timeout=PATIENT, at_once=4), work)


@pytest.mark.parametrize(
    "address", ["localhost:6379", "http://:secret@host", "redis://:se/cret@host:port", "", "redis"]
)
def test_a_wrong_address_is_refused_without_printing_it(address: str) -> None:
    with pytest.raises(SettingsError, match="redis://host") as caught:
        RedisCache(address)
    assert "cret" not in str(caught.value)
    assert caught.value.__suppress_context__


@pytest.mark.parametrize("wrong", [{"timeout": 0}, {"pause": -1}, {"at_once": 0}])
def test_wrong_numbers_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(SettingsError):
        RedisCache(f"redis://127.0.0.1:{free_port()}", **wrong)  # type: ignore[arg-type]


def test_without_the_server_tests_are_skipped_at_home_and_fail_in_ci(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("shutil.which", lambda *args, **options: None)
    monkeypatch.setenv("CI", "")
    with pytest.raises(pytest.skip.Exception, match="redis-server"):
        RedisServer().start()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(FileNotFoundError, match="redis-server"):
        RedisServer().start()


def test_an_option_that_the_library_does_not_know_is_told(
    shared: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    cache = RedisCache(f"{shared.url}?no_such_option=1", timeout=PATIENT)
    assert closed_after(cache, set_and_get) is None
    assert len(caplog.messages) == 1


def test_without_its_library_it_says_which_extra_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    with pytest.raises(MissingExtraError, match=r"fulltext-query\[redis\]"):
        RedisCache("redis://127.0.0.1")
