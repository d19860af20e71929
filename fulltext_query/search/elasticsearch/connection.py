"""From an address, or a client of the user's own, to a client and the name of an index.

Every request goes out as plain JSON, whatever the client's version: Elasticsearch 8 refuses the
media types of a client of version 9, and OpenSearch knows neither. See ``plain_node``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from ...errors import MissingExtraError, SettingsError
from ..addresses import without_password

__all__ = ["Place", "connect", "parse_address", "plain_async_node", "plain_node"]

_VENDOR = re.compile(r"application/vnd\.elasticsearch\+([\w.-]+)\s*;\s*compatible-with=\d+")
_FEATURE = "searching in Elasticsearch"


@dataclass(frozen=True, slots=True)
class Place:
    """An index behind a client. owned: whether we made the client, and so close it."""

    client: Any
    index: str
    owned: bool

    def path(self, action: str = "") -> str:
        """The path of an action on the index; of the index itself without one."""
        index = quote(self.index, safe=",*")
        return f"/{index}/{action}" if action else f"/{index}"

    def servers(self) -> str:
        """The addresses that the client asks, without users and passwords, for messages."""
        nodes = self.client.transport.node_pool.all()
        return " or ".join([without_password(node.base_url) for node in nodes])


@dataclass(frozen=True, slots=True)
class Address:
    """The parts of a server's address: its base without user and index, and these."""

    base: str
    index: str = ""
    user: tuple[str, str] | None = None


def parse_address(url: str, index: str | None = None) -> Address:
    """The parts of ``http[s]://[user:password@]host[:port][/prefix][/index]``.

    index: where it is given, the whole path of the address is a prefix.

    Raises SettingsError for what is no address, or one that names no index.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:  # whose message may hold a part of the password
        raise _no_address(url) from None
    if (
        parts.scheme not in ("http", "https")
        or not parts.hostname
        or parts.query
        or parts.fragment
        # the password has a "/", and what stands before it looks like a host
        or "@" in parts.path
    ):
        raise _no_address(url)
    path = parts.path.strip("/")
    if index is None:
        path, _, name = path.rpartition("/")
        index = unquote(name)
    if not index:
        raise SettingsError(
            f"no index is named: write it as the last part of the address, such as "
            f"{without_password(url).rstrip('/')}/docs, or give index="
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = port or (443 if parts.scheme == "https" else 80)  # the client wants it told
    base = urlunsplit((parts.scheme, f"{host}:{port}", f"/{path}" if path else "", "", ""))
    user = None
    if parts.username is not None:
        user = (unquote(parts.username), unquote(parts.password or ""))
    return Address(base, index, user)


def _no_address(url: str) -> SettingsError:
    signs = "; in a user, a password or an index write / as %2F, @ as %40, ? as %3F, # as %23"
    return SettingsError(
        f"not the address of a server: {without_password(url)!r}; write http://host:9200/index or "
        f"https://user:password@host/prefix/index{signs if '@' in url else ''}"
    )


def connect(
    given: object, index: str | None, options: Mapping[str, Any], *, asynchronous: bool
) -> Place:
    """A client for an address, or the one that is given.

    options: for the client that is made, such as api_key, ca_certs, verify_certs, http_compress.

    Raises MissingExtraError without the official client, SettingsError for a client of the wrong
    kind, an address without an index, or an option that the client does not know.
    """
    try:
        import elasticsearch
        import stamina  # noqa: F401
    except ImportError:
        raise MissingExtraError(_FEATURE, "elasticsearch") from None
    wanted = elasticsearch.AsyncElasticsearch if asynchronous else elasticsearch.Elasticsearch
    other = elasticsearch.Elasticsearch if asynchronous else elasticsearch.AsyncElasticsearch
    if isinstance(given, wanted):
        if options:
            raise SettingsError(
                f"{', '.join(sorted(options))}: options are for a client that is made here; give "
                "them to your own client"
            )
        if not index:
            raise SettingsError("no index is named: give index= beside the client")
        return Place(given, index, owned=False)
    if isinstance(given, other):
        raise SettingsError(
            f"a client of the class {other.__name__} needs "
            + ("ElasticsearchEngine" if asynchronous else "AsyncElasticsearchEngine")
        )
    if not isinstance(given, str):
        raise SettingsError(
            f"give the address of a server or a client of the official library, not a "
            f"{type(given).__name__}"
        )
    address = parse_address(given, index)
    if address.user and not any(name in options for name in ("api_key", "basic_auth")):
        options = {**options, "basic_auth": address.user}
    node = plain_async_node() if asynchronous else plain_node()
    try:
        client = wanted(address.base, node_class=node, **options)
    except (TypeError, ValueError) as error:
        raise SettingsError(f"the client cannot be made: {error}") from error
    return Place(client, address.index, owned=True)


def plain_node() -> type:
    """A ``node_class`` for the official client that speaks plain JSON.

    So ``Elasticsearch(url, node_class=plain_node())`` of version 9 talks to Elasticsearch 8, and
    any version to OpenSearch. Raises MissingExtraError without the client.
    """
    try:
        from elastic_transport import Urllib3HttpNode
        from elastic_transport.client_utils import DEFAULT
    except ImportError:
        raise MissingExtraError(_FEATURE, "elasticsearch") from None

    class PlainNode(Urllib3HttpNode):
        def perform_request(
            self, method: str, target: str, body: bytes | None = None, headers: Any = None,
            request_timeout: Any = DEFAULT,
        ) -> Any:  # fmt: skip
            answer = super().perform_request(method, target, body, _plain(headers), request_timeout)
            return _as_product(answer)

    return PlainNode


def plain_async_node() -> type:
    """The same for an ``AsyncElasticsearch``, over aiohttp."""
    try:
        import aiohttp  # noqa: F401
        from elastic_transport import AiohttpHttpNode
        from elastic_transport.client_utils import DEFAULT
    except ImportError:
        raise MissingExtraError("an event loop's " + _FEATURE, "elasticsearch") from None

    class PlainAsyncNode(AiohttpHttpNode):
        async def perform_request(  # type: ignore[override]
            self, method: str, target: str, body: bytes | None = None, headers: Any = None,
            request_timeout: Any = DEFAULT,
        ) -> Any:  # fmt: skip
            answer = await super().perform_request(
                method, target, body, _plain(headers), request_timeout
            )
            return _as_product(answer)

    return PlainAsyncNode


def _plain(headers: Any) -> Any:
    """The headers with every vendor's media type as its plain one."""
    if not headers:
        return headers
    plain = headers.copy()
    for name in ("accept", "content-type"):
        if value := plain.get(name):
            plain[name] = _VENDOR.sub(r"application/\1", value)
    return plain


def _as_product(answer: Any) -> Any:
    """The answer with the header by which the client knows its server."""
    headers = type(answer.meta.headers)(answer.meta.headers)
    headers["x-elastic-product"] = "Elasticsearch"
    return type(answer)(replace(answer.meta, headers=headers), answer.body)
