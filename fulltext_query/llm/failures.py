"""What a model's server answered, or did not, as an error of this package.

No message holds a key: what a server quotes of it is replaced before anything else is done.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from ..errors import ModelError, ModelRefusedError, ModelUnavailableError

__all__ = ["Secrets", "beginning", "of_error_object", "of_status", "wait_asked"]

_QUOTED = 200  # characters of an answer that a message repeats
_BLANKS = re.compile(r"[\s\x00-\x1f\x7f]+")
_SPENT = frozenset({"insufficient_quota", "billing_hard_limit_reached", "credits_exhausted"})
_HINTS = {
    401: "is the key the one of this server?",
    403: "may this key use this model?",
    404: "does the base URL end as the server wants it (most want /v1), and is the model there?",
}


class Secrets:
    """What must appear in no message, repr or log."""

    def __init__(self, values: Iterable[str] = ()) -> None:
        # shorter ones would tear words apart, and are no secrets
        self._values = sorted({one for one in values if len(one) >= 6}, key=len, reverse=True)

    def hide(self, text: str) -> str:
        """The text with stars in place of them."""
        for value in self._values:
            text = text.replace(value, "***")
        return text

    def __repr__(self) -> str:
        return "Secrets(***)"


def beginning(answer: bytes | str, secrets: Secrets) -> str:
    """The first of what a server sent, on one line, to be quoted in a message."""
    # a secret may lie across the end of what is quoted: it is hidden before that is cut off
    head = answer[: 50 * _QUOTED]
    text = secrets.hide(head.decode("utf-8", "replace") if isinstance(head, bytes) else head)
    line = _BLANKS.sub(" ", text).strip()
    return repr(line if len(line) <= _QUOTED else line[:_QUOTED] + "…") if line else "nothing"


def of_status(
    status: int, headers: Mapping[str, str], answer: bytes, parsed: Any, secrets: Secrets
) -> ModelError:
    """The error for an HTTP status that is no success.

    429 and 5xx may succeed later; any other would be refused again, and so would a 429 that says
    that the account has nothing left.
    """
    said = _said(parsed)
    quoted = beginning(said or answer, secrets)
    if 300 <= status < 400:
        place = beginning(headers.get("location", ""), secrets)
        return ModelRefusedError(
            f"the model's server answered {status} and points to {place}: a redirection is not "
            "followed, since it could carry the key elsewhere; set the base URL to its target"
        )
    if (status == 429 and _code(parsed) not in _SPENT) or (status >= 500 and status != 501):
        return ModelUnavailableError(
            f"the model's server answered {status}: {quoted}",
            retry_after=wait_asked(headers, parsed),
        )
    hint = f" ({_HINTS[status]})" if status in _HINTS else ""
    return ModelRefusedError(f"the model's server refused the request, {status}: {quoted}{hint}")


def of_error_object(parsed: Any, secrets: Secrets) -> ModelError | None:
    """The error that a body tells of under a status that says success; None where it does not."""
    if not isinstance(parsed, dict) or not parsed.get("error"):
        return None
    code = parsed["error"].get("code") if isinstance(parsed["error"], dict) else None
    status = int(code) if isinstance(code, int | str) and str(code).isdecimal() else 0
    if 400 <= status < 600:
        return of_status(status, {}, b"", parsed, secrets)
    quoted = beginning(_said(parsed) or str(parsed["error"]), secrets)
    # without a code it may be a mishap in the middle of a reply as well as a refusal
    return ModelUnavailableError(f"the model's server told of an error: {quoted}")


def wait_asked(headers: Mapping[str, str], parsed: Any = None) -> float | None:
    """Seconds that a server asks to wait, 0 or more; None where it says nothing usable.

    ``Retry-After`` in seconds or as a date (RFC 9110, 10.2.3), measured by the server's own clock
    where it tells its ``Date``; ``retry-after-ms``; the ``estimated_time`` of a model that loads.
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    given = headers.get("retry-after")
    if given is not None:
        seconds = _number(given)
        if seconds is not None:
            return seconds
        until = _date(given)
        if until is not None:
            now = _date(headers.get("date", "")) or datetime.now(UTC)
            return max(0.0, (until - now).total_seconds())
    return _number(parsed.get("estimated_time")) if isinstance(parsed, dict) else None


def _number(given: Any) -> float | None:
    if isinstance(given, bool) or not isinstance(given, str | int | float):
        return None
    try:
        number = float(given)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _date(given: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(given)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _said(parsed: Any) -> str:
    """The message in the forms that servers give it; '' where there is none."""
    if not isinstance(parsed, dict):
        return ""
    error = parsed.get("error")
    inner = error.get("message") if isinstance(error, dict) else error
    for one in (inner, parsed.get("message"), parsed.get("detail")):
        if isinstance(one, str) and one.strip():
            return one
    return ""


def _code(parsed: Any) -> str:
    error = parsed.get("error") if isinstance(parsed, dict) else None
    if not isinstance(error, dict):
        return ""
    codes = (error.get("code"), error.get("type"))
    return next((str(code) for code in codes if code in _SPENT), "")
