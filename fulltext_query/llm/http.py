"""Requests to a model's server over httpx: the whole call in time, and its failures as errors."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..errors import MissingExtraError, ModelError, ModelUnavailableError
from .chat import parsed_json
from .failures import Secrets, of_status
from .loops import PerLoop

if TYPE_CHECKING:
    import httpx

__all__ = ["Connection", "told"]

_CONNECT = 5.0  # seconds: a server that is not there is told soon, and tried again
_AT_ONCE = 100  # connections of one event loop
_LARGEST = 64 * 1024 * 1024  # bytes of an answer; a batch of 512 vectors of 4,096 numbers has 45 MB
_LARGEST_ERROR = 64 * 1024


class Connection:
    """A server at a base URL, with the headers that every request carries.

    Connections are kept alive within an event loop, and closed when it ends or by ``close``.
    Redirections are not followed: the key is for this server alone.
    """

    def __init__(self, base_url: str, headers: Mapping[str, str], secrets: Secrets) -> None:
        self.base_url = base_url
        self.secrets = secrets
        self._headers = {"Content-Type": "application/json", **headers}
        self._clients: PerLoop[httpx.AsyncClient] = PerLoop(self._client, _closed)

    async def post(self, path: str, body: Mapping[str, Any], take: Callable[[bytes], bool]) -> None:
        """Sends a body of JSON and hands on the answer as it comes, until ``take`` has enough.

        Raises ModelUnavailableError and ModelRefusedError; bounds no time.
        """
        httpx = _httpx()
        client = await self._clients.get()
        # half letters, which Python's strings can hold and UTF-8 cannot, go as '?'
        content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        size = 0
        try:
            async with client.stream(
                "POST", self.base_url + path, content=content, headers=self._headers
            ) as response:
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

    def _client(self) -> httpx.AsyncClient:
        httpx = _httpx()
        # times are bounded around the whole call; httpx's own are of each single read
        return httpx.AsyncClient(  # type: ignore[no-any-return]
            timeout=httpx.Timeout(None, connect=_CONNECT),
            limits=httpx.Limits(max_connections=_AT_ONCE),
            follow_redirects=False,
            # to read the certificates takes longer than a request to a server on this machine
            verify=self.base_url.startswith("https:"),
        )

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


def told(error: BaseException) -> str:
    """An error with its kind, which some of them are all that they say."""
    return f"{type(error).__name__}: {error}".rstrip(": ")


def _httpx() -> Any:
    try:
        import httpx
    except ImportError as error:
        raise MissingExtraError("talking to a language model's server", "llm") from error
    return httpx


async def _closed(client: httpx.AsyncClient) -> None:
    await client.aclose()
