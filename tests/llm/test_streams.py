"""Replies that come as a stream of events, whole and broken, in pieces of every size."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query.errors import ModelError, ModelRefusedError, ModelUnavailableError
from fulltext_query.llm import Reply
from fulltext_query.llm.chat import ChatAnswer
from fulltext_query.llm.failures import Secrets
from tests.llm.conftest import Serving
from tests.llm.server import answer, chat, completion, events
from tests.llm.test_openai_compatible import asked

END: dict[str, Any] = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
USAGE: dict[str, Any] = {"choices": [], "usage": {"completion_tokens": 5}}


def test_a_stream_is_asked_for_and_joined(serving: Serving) -> None:
    role = {"choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}}]}
    server = serving(events(role, "Wie ", "geht ", "水", END, USAGE))
    assert asked(server, stream=True) == Reply("Wie geht 水", "stop", 5)
    assert server.body["stream"] is True


@pytest.mark.parametrize("pieces", [1, 2, 3, 7, 64])
def test_pieces_may_end_anywhere(serving: Serving, pieces: int) -> None:
    server = serving(events("Wie ", "geht ", "水 😀", END, pieces=pieces))
    assert asked(server, stream=True).text == "Wie geht 水 😀"


@pytest.mark.parametrize("end", ["\n\n", "\r\n\r\n", "\n", "\r\n"])
def test_lines_may_end_in_several_ways(serving: Serving, end: str) -> None:
    assert asked(serving(events("a", "b", END, end=end)), stream=True).text == "ab"


def test_json_in_place_of_a_stream_and_a_stream_in_place_of_json(serving: Serving) -> None:
    assert asked(serving(chat("whole")), stream=True).text == "whole"
    assert asked(serving(events("a", "b")), stream=False).text == "ab"
    assert asked(serving(events("a", "b", kind="application/json"))).text == "ab"


def test_comments_names_and_numbers_of_events_are_passed_over(serving: Serving) -> None:
    body = (
        ": keep-alive\n\nevent: message\nid: 1\nretry: 10\n"
        'data: {"choices":[{"delta":{"content":"a"}}]}\n\n: OPENROUTER PROCESSING\n\n'
        'data:{"choices":[{"delta":{"content":"b"},"finish_reason":"stop"}]}\n\n'
    )
    assert asked(serving(answer(body, kind="text/event-stream")), stream=True).text == "ab"


@pytest.mark.parametrize(
    ("chunks", "reply"),
    [
        (({"choices": [{"delta": {"reasoning_content": "hm"}}]}, "x", END), Reply("x", "stop")),
        (({"choices": [{"delta": {"reasoning": "hm"}}]}, END), Reply(None, "stop")),
        (({"choices": [{"delta": {"refusal": "I can"}}]}, END), Reply(None, "refusal")),
        (({"choices": [{"delta": {"content": None}}]}, "x"), Reply("x")),
        (({"choices": [{"delta": {"content": [{"type": "text", "text": "x"}]}}]},), Reply("x")),
        (({"choices": [{"text": "x"}]},), Reply("x")),
        (({"choices": []}, "x", {"choices": None}), Reply("x")),
        (({"choices": [{"delta": {"content": "x"}, "finish_reason": "length"}]},),
         Reply("x", "length")),
    ],
)  # fmt: skip
def test_the_ways_of_many_servers(serving: Serving, chunks: Any, reply: Reply) -> None:
    assert asked(serving(events(*chunks)), stream=True) == reply


def test_a_stream_may_end_without_its_mark(serving: Serving) -> None:
    assert asked(serving(events("a", END, done=False)), stream=True).text == "a"


def test_a_connection_that_stays_open_after_the_end_is_not_waited_for(serving: Serving) -> None:
    def linger(handler: Any) -> None:
        handler.head(200, {"Content-Type": "text/event-stream"})
        handler.wfile.write(b'data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: [DONE]\n\n')
        handler.wfile.flush()
        handler.server.owner.release.wait(10)

    assert asked(serving(linger), stream=True, timeout=5).text == "a"


@pytest.mark.parametrize("broken", [
    events("half a", done=False), events("half a", cut=True, done=False),
])  # fmt: skip
def test_half_a_reply_is_no_reply(serving: Serving, broken: Any) -> None:
    with pytest.raises(ModelUnavailableError, match="broke off"):
        asked(serving(broken), stream=True, max_retries=0)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"error": {"message": "said so", "code": 503}}, ModelUnavailableError),
        ({"error": {"message": "said so", "code": "429"}}, ModelUnavailableError),
        ({"error": {"message": "said so", "code": 400}}, ModelRefusedError),
        ({"error": {"message": "said so", "type": "server_error"}}, ModelUnavailableError),
        ({"error": "said so"}, ModelUnavailableError),
    ],
)
def test_an_error_in_the_middle_is_that_error(serving: Serving, error: Any, kind: Any) -> None:
    with pytest.raises(kind, match="said so"):
        asked(serving(events("half", error)), stream=True, max_retries=0)


def test_an_error_without_an_event_around_it(serving: Serving) -> None:
    body = 'data: {"choices":[]}\n\n{"error": {"message": "said so", "code": 500}}\n'
    with pytest.raises(ModelUnavailableError, match="said so"):
        asked(serving(answer(body)), stream=True, max_retries=0)


@pytest.mark.parametrize("bad", [b'{"choices": [{"del', b"hello", b"[]", b"null", b"\xff"])
def test_an_event_that_is_no_json_is_told_with_its_beginning(serving: Serving, bad: bytes) -> None:
    server = serving(events("a", bad))
    with pytest.raises(ModelError, match="event") as caught:
        asked(server, stream=True)
    assert bad.decode("utf-8", "replace") in str(caught.value)
    assert len(server.requests) == 1


@pytest.mark.parametrize("body", ["data: [DONE]\n\n", ": only a comment\n\n", "event: ping\n\n"])
def test_a_stream_of_nothing(serving: Serving, body: str) -> None:
    with pytest.raises(ModelError, match="no chunk"):
        asked(serving(answer(body)), stream=True)


# --- for any text and any pieces -----------------------------------------------------------------
def taken(data: bytes, cuts: list[int]) -> Reply:
    answer = ChatAnswer(Secrets())
    places = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    for start, end in pairwise(places):
        if answer.take(data[start:end]):
            break
    return answer.reply()


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
CUTS = st.lists(st.integers(0, 2000), max_size=20)


@settings(deadline=None)
@given(texts=st.lists(TEXT, min_size=1, max_size=6), cuts=CUTS, ascii_only=st.booleans())
def test_any_text_comes_through_a_stream(
    texts: list[str], cuts: list[int], ascii_only: bool
) -> None:
    chunks = [{"choices": [{"delta": {"content": text}}]} for text in texts]
    lines = [f"data: {json.dumps(chunk, ensure_ascii=ascii_only)}\n\n" for chunk in chunks]
    data = ("".join(lines) + "data: [DONE]\n\n").encode()
    assert taken(data, cuts).text == ("".join(texts) or None)


@settings(deadline=None)
@given(text=TEXT, cuts=CUTS, ascii_only=st.booleans())
def test_any_text_comes_through_as_a_whole(text: str, cuts: list[int], ascii_only: bool) -> None:
    data = json.dumps(completion(text), ensure_ascii=ascii_only).encode()
    assert taken(data, cuts).text == text


@settings(deadline=None, max_examples=300)
@given(
    data=st.binary(max_size=200)
    | st.builds(lambda a, b: b"data: " + a + b"\n\n" + b, st.binary(), st.binary())
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["choices", "message", "delta", "content", "error", "code", "usage",
                             "completion_tokens", "text", "type", "finish_reason"]),
            inner, max_size=4,
        ),
        max_leaves=12,
    ).map(lambda value: json.dumps(value).encode()),
    cuts=CUTS,
)  # fmt: skip
def test_whatever_comes_is_a_reply_or_an_error_of_ours(data: bytes, cuts: list[int]) -> None:
    with suppress(ModelError):
        reply = taken(data, cuts)
        assert reply.text is None or isinstance(reply.text, str)
        assert isinstance(reply.finish_reason, str)
