"""What a server's answer means: how long to wait, what to quote, and what never to."""

from __future__ import annotations

from email.utils import formatdate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.errors import ModelError, ModelRefusedError, ModelUnavailableError
from fulltext_query.llm.failures import Secrets, beginning, of_status, wait_asked

NOW = formatdate(1_800_000_000, usegmt=True)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": " 7 "}, 7),
        ({"retry-after": formatdate(1_800_000_030, usegmt=True), "date": NOW}, 30),
        ({"retry-after": formatdate(1_799_999_000, usegmt=True), "date": NOW}, 0),
        ({"retry-after": "Fri, 15 Jan 2027 08:00:30 -0000", "date": NOW}, 30),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after-ms": "soon", "retry-after": "1"}, 1),
        ({}, None),
        *[({"retry-after": bad}, None) for bad in
          ("", "soon", "-1", "nan", "inf", "1e999", "Mon, 99 Foo 2026 99:99:99 GMT", "²")],
    ],
)  # fmt: skip
def test_the_wait_that_a_server_asks_for(headers: dict[str, str], seconds: float | None) -> None:
    assert wait_asked(headers) == seconds


@given(st.text(max_size=40))
def test_whatever_a_header_says_is_a_wait_or_none(text: str) -> None:
    seconds = wait_asked({"retry-after": text, "retry-after-ms": text, "date": text})
    assert seconds is None or 0 <= seconds < float("inf")


@given(
    status=st.integers(300, 599),
    answer=st.binary(max_size=300),
    parsed=st.recursive(
        st.none() | st.text() | st.integers() | st.floats(),
        lambda inner: st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["error", "message", "code", "detail", "type", "estimated_time"]),
            inner, max_size=4,
        ),
        max_leaves=8,
    ),
)  # fmt: skip
def test_every_status_is_one_error(status: int, answer: bytes, parsed: Any) -> None:
    error = of_status(status, {}, answer, parsed, Secrets())
    assert isinstance(error, ModelUnavailableError | ModelRefusedError)
    assert len(str(error)) < 600
    if status < 429 or 429 < status < 500:
        assert isinstance(error, ModelRefusedError)
    if status >= 502:
        assert isinstance(error, ModelUnavailableError)


@given(
    key=st.text(st.characters(codec="ascii", exclude_characters=" ", min_codepoint=33),
                min_size=12, max_size=40),
    before=st.text("x .\n", max_size=400), after=st.text("y .\n", max_size=300),
)  # fmt: skip
def test_no_part_of_a_key_is_quoted(key: str, before: str, after: str) -> None:
    said = beginning(f"{before}{key}{after}", Secrets([key]))
    assert key not in said
    if not set(key[:8]) & set("xy*. '\"\\…"):
        assert key[:8] not in said


def test_what_is_quoted_is_short_and_on_one_line() -> None:
    said = beginning("a\n\tb\x00c" * 1000, Secrets())
    assert len(said) < 250
    assert said.startswith("'a b c")
    assert beginning(b"\xff\xfe", Secrets())
    assert beginning(b" \n", Secrets()) == "nothing"


def test_short_values_are_no_secrets() -> None:
    # a key of 'a' must not make every message unreadable
    assert Secrets(["a", ""]).hide("banana") == "banana"
    assert repr(Secrets(["a-secret-key"])) == "Secrets(***)"


def test_overlapping_secrets_leave_nothing() -> None:
    hidden = Secrets(["secret", "Bearer secret-and-more"]).hide("Bearer secret-and-more secret")
    assert hidden == "*** ***"


@pytest.mark.parametrize(("status", "hint"), [(401, "key"), (403, "key"), (404, "/v1")])
def test_a_refusal_says_how_to_mend_it(status: int, hint: str) -> None:
    error = of_status(status, {}, b"no", None, Secrets())
    assert hint in str(error)
    assert isinstance(error, ModelError)
