"""What can go wrong with an engine, told apart by who can mend it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["EngineError", "EngineFailedError", "EngineUnavailableError"]


class EngineUnavailableError(Exception):
    """This machine lacks something that an engine needs; the message says what and how to get it.

    A test that needs the engine may be skipped for it where skipping is allowed.
    """


class EngineFailedError(Exception):
    """Everything was there and the engine still did not start or died: never a reason to skip."""


@dataclass
class EngineError(Exception):
    """The server refused a request.

    Attributes:
        status: the HTTP status, 400 to 599.
        reason: the server's own words, the innermost cause last.
        request: method and path.
        body: the body that was sent, as JSON text ("" for none), cut to 2,000 characters.
    """

    status: int
    reason: str
    request: str
    body: str

    def __str__(self) -> str:
        sent = f"\nsent: {self.body}" if self.body else ""
        return f"{self.request} answered {self.status}: {self.reason}{sent}"
