"""Addresses of servers, as they may be shown."""

from __future__ import annotations

__all__ = ["without_password"]


def without_password(url: str) -> str:
    """An address without its user and password.

    Everything from ``//`` to the last ``@`` goes, so that nothing of a password is left in which
    signs of an address stand as they are (``http://user:pa/ss@w@rd@host/docs``). An ``@`` behind
    the host is to be written ``%40``, as ``parse_address`` asks.
    """
    scheme, slashes, rest = url.partition("://")
    if not slashes or "@" in scheme:
        scheme, slashes, rest = "", "", url
    return scheme + slashes + rest.rpartition("@")[2]
