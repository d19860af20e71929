"""When a request is tried again, for how long, and what its errors say."""

from __future__ import annotations

from email.utils import formatdate
from types import SimpleNamespace
from typing import Any

import pytest

from fulltext_query.errors import (
    EngineError,
    EngineTimeoutError,
    EngineUnavailableError,
    IndexMissingError,
    QueryRefusedError,
)  # fmt: skip
from fulltext_query.search.elasticsearch.exchange import Budget, Call, Step, Tries
from fulltext_query.search.elasticsearch.failures import is_passing, translate, wait_asked


class Asked:
    def call(self, seconds: float) -> Call:
        return Call("POST", "/docs/_search", {"size": 1})

    def take(self, answer: Any) -> Any:
        return answer


def answered(status: int, body: Any = None, name: str = "ApiError", **headers: str) -> Exception:
    error: Any = type(name, (Exception,), {})("words")
    error.meta = SimpleNamespace(status=status, headers=headers)
    error.body = body
    return error  # type: ignore[no-any-return]


def unanswered(name: str) -> Exception:
    return type(name, (Exception,), {})("words")  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("error", "kind", "again"),
    [
        (answered(400), QueryRefusedError, False),
        (answered(401), QueryRefusedError, False),
        (answered(403), QueryRefusedError, False),
        (answered(404, {"error": {"type": "index_not_found_exception"}}), IndexMissingError, False),
        (answered(404), QueryRefusedError, False),
        (answered(429), EngineUnavailableError, True),
        (answered(500), EngineError, False),
        (answered(500, {"error": {"type": "too_many_clauses"}}), QueryRefusedError, False),
        (answered(502), EngineUnavailableError, True),
        (answered(503), EngineUnavailableError, True),
        (answered(504), EngineUnavailableError, True),
        (answered(200, name="UnsupportedProductError"), QueryRefusedError, False),
        (unanswered("ConnectionError"), EngineUnavailableError, True),
        (unanswered("TlsError"), EngineUnavailableError, False),
        (unanswered("SerializationError"), EngineUnavailableError, True),
        (unanswered("ConnectionTimeout"), EngineTimeoutError, True),
    ],
)
def test_what_may_pass_is_tried_again(error: Exception, kind: type, again: bool) -> None:
    made = translate(error, "POST /docs/_search")
    assert type(made) is kind
    assert is_passing(made) is again
    assert made.__cause__ is error
    assert made.status == getattr(getattr(error, "meta", None), "status", 0)


def test_the_server_names_the_wait() -> None:
    def asked(value: str) -> float | None:
        return wait_asked(translate(answered(429, None, **{"retry-after": value}), "GET /"))

    assert asked("7") == 7.0
    assert asked("-3") == 0.0
    assert asked("soon") is None
    assert asked(formatdate(0, usegmt=True)) == 0.0
    tries = Tries(Step(Asked(), Budget(10)))
    patient = translate(answered(429, None, **{"retry-after": "7"}), "GET /")
    late = translate(answered(429, None, **{"retry-after": "70"}), "GET /")
    assert tries.again(patient) == 7.0
    assert tries.again(late) is False  # the time would be over before


def test_no_wait_goes_beyond_the_time() -> None:
    limits = Tries(Step(Asked(), Budget(0.8, 5))).limits()
    assert limits["wait_max"] == pytest.approx(0.1)
    assert limits["attempts"] == 5
    over = Tries(Step(Asked(), Budget(0.0)))
    assert over.again(EngineUnavailableError("busy", status=503)) is False
    with pytest.raises(EngineTimeoutError, match="longer timeout"):
        over.next()


def test_errors_carry_the_query_and_the_tries() -> None:
    tries = Tries(Step(Asked(), Budget(9)))
    tries.next()
    tries.next()
    failed = tries.failed(answered(400, {"error": {"type": "x", "reason": "Failed to parse [q]"}}))
    assert (failed.sent, failed.attempts) == ({"size": 1}, 2)
    assert "POST /docs/_search: status 400: Failed to parse [q]" in str(failed)
    with pytest.raises(EngineUnavailableError, match="no JSON object") as caught:
        tries.take("<html>")
    assert (caught.value.sent, caught.value.attempts) == ({"size": 1}, 2)


def test_the_way_out_of_two_versions_that_do_not_meet() -> None:
    body = {"error": {"type": "media_type_header_exception", "reason": "compatible-with=9"}}
    for error in (answered(400, body), answered(200, name="UnsupportedProductError")):
        assert "node_class=plain_node()" in str(translate(error, "GET /"))
