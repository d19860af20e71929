"""Requests to a model's server over httpx: the whole call in time, and its failures as errors."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from ..errors import MissingExtraError, ModelError, ModelUnavailableError
from .chat import parsed_json
from .failures import Secrets, of_status
from .loops import PerLoop

if TYPE_CHECKING:
    import httpx

__all__ = ["Connection", "told"]

_CONNECT = 5.0  # seconds: a server that is not there is told soon, and tried again
_EACH = 16  # connections of one client: see _Clients
_LARGEST = 64 * 1024 * 1024  # bytes of an answer; a batch of 512 vectors of 4,096 numbers has 45 MB
_LARGEST_ERROR = 64 * 1024


class Connection:
    """A server at a base URL, with the headers that every request carries.

    Connections are kept alive within an event loop, and closed when it ends or by ``close``; at
    most ``most`` of each loop are open, and further requests wait for one of them.
    Redirections are not followed: the key is for this server alone.
    """

    def __init__(
        self, base_url: str, headers: Mapping[str, str], secrets: Secrets, most: int
    ) -> None:
        self.base_url = base_url
        self.secrets = secrets
        self._most = most
        self._headers = {"Content-Type": "application/json", **headers}
        self._clients: PerLoop[_Clients] = PerLoop(self._made, _closed)

    async def post(self, path: str, body: Mapping[str, Any], take: Callable[[bytes], bool]) -> None:
        """Sends a body of JSON and hands on the answer as it comes, until ``take`` has enough.

        Raises ModelUnavailableError and ModelRefusedError; bounds no time.
        """
        httpx = _httpx()
        clients = await self._clients.get()
        # half letters, which Python's strings can hold and UTF-8 cannot, go as '?'
        content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        size = 0
        try:
            async with (
                clients.one() as client,
                client.stream(
                    "POST", self.base_url + path, content=content, headers=self._headers
                ) as response,
            ):
                if not response.is_success:
                    raise await self._failed(response)
                async for data in response.aiter_bytes():
                    size += len(data)
                    if size > _LARGEST:
                        raise ModelError(
                            f"the answer of {self.base_url} has more than {_LARGEST >> 20} MB"
                        )
                    if take(data):
                        return
        except (httpx.HTTPError, httpx.StreamError) as error:
            raise self._unavailable(error) from error

    async def close(self) -> None:
        """Closes the connections of the event loop that runs; the next request opens others."""
        await self._clients.close()

    def __repr__(self) -> str:
        return f"Connection({self.base_url!r})"

    def _made(self) -> _Clients:
        library = _httpx()
        # to read the certificates takes longer than a request to a server on this machine
        verify = library.create_ssl_context() if self.base_url.startswith("https:") else False

        def make() -> httpx.AsyncClient:
            # times are bounded around the whole call; httpx's own are of each single read
            return library.AsyncClient(  # type: ignore[no-any-return]
                timeout=library.Timeout(None, connect=_CONNECT),
                limits=library.Limits(max_connections=_EACH), follow_redirects=False,
                verify=verify,
            )  # fmt: skip

        return _Clients(make, self._most)

    async def _failed(self, response: httpx.Response) -> ModelError:
        answer = bytearray()
        async for data in response.aiter_bytes():
            answer += data
            if len(answer) > _LARGEST_ERROR:
                break
        return of_status(
            response.status_code, response.headers, bytes(answer), parsed_json(bytes(answer)),
            self.secrets,
        )  # fmt: skip

    def _unavailable(self, error: Exception) -> ModelError:
        why = self.secrets.hide(told(error))
        if isinstance(error, _httpx().ConnectError | _httpx().ConnectTimeout):
            return ModelUnavailableError(
                f"the model's server at {self.base_url} cannot be reached: {why}"
            )
        if isinstance(error, _httpx().UnsupportedProtocol | _httpx().DecodingError):
            return ModelError(f"the answer of {self.base_url} cannot be read: {why}")
        return ModelUnavailableError(
            f"the model's server at {self.base_url} broke off the connection: {why}"
        )


class _Clients:
    """The clients of one event loop, which together have so many connections at most.

    A client of httpx goes through all of its connections for every request that waits, whenever
    one begins or ends: with a thousand of each that takes longer than any model. Hence clients of
    few connections, opened as they are needed, and requests that wait here.
    """

    def __init__(self, make: Callable[[], httpx.AsyncClient], most: int) -> None:
        self._make = make
        self._turns = asyncio.Semaphore(most)
        self._clients: list[httpx.AsyncClient] = []
        self._busy: list[int] = []  # requests of each client

    @asynccontextmanager
    async def one(self) -> AsyncIterator[httpx.AsyncClient]:
        """A client with a connection to spare; the first ones go first, for theirs are open."""
        async with self._turns:
            at = next((at for at, busy in enumerate(self._busy) if busy < _EACH), len(self._busy))
            if at == len(self._busy):
                self._clients.append(self._make())
                self._busy.append(0)
            self._busy[at] += 1
            try:
                yield self._clients[at]
            finally:
                self._busy[at] -= 1

    async def close(self) -> None:
        """Closes all of them."""
        for client in self._clients:
            await client.aclose()


def told(error: BaseException) -> str:
    """An error with its kind, which some of them are all that they say."""
    return f"{type(error).__name__}: {error}".rstrip(": ")


def _httpx() -> Any:
    try:
        import httpx
    except ImportError as error:
        raise MissingExtraError("talking to a language model's server", "llm") from error
    return httpx


async def _closed(clients: _Clients) -> None:
    await clients.close()
