"""Chat models of OpenAI's protocol, against a server that speaks it, well or badly."""

from __future__ import annotations

import asyncio
import logging
import pickle
import time
import traceback
from email.utils import formatdate
from typing import Any

import pytest

from fulltext_query.errors import (
    FulltextQueryError,
    ModelError,
    ModelRefusedError,
    ModelTimeoutError,
    ModelUnavailableError,
    SettingsError,
)
from fulltext_query.llm import LLM, OpenAICompatibleLLM, Prompt, Reply
from tests.llm.conftest import Serving
from tests.llm.server import Server, answer, chat, completion, cut, drop, events, held, slow
from tests.optional import need

need("httpx")

KEY = "sk-very-secret-0123456789"
OTHER_KEY = "another-secret-77"
PROMPT = Prompt("Be brief.", "水 pump?")


def asked(
    server: Server, *, prompt: Prompt = PROMPT, max_tokens: int = 99, **options: Any
) -> Reply:
    model = OpenAICompatibleLLM(server.url, "m", **{"timeout": 5, **options})
    return asyncio.run(model.complete(prompt, max_tokens=max_tokens))


# --- what is sent ---------------------------------------------------------------------------------
def test_the_protocol_is_spoken(serving: Serving) -> None:
    server = serving(chat("an answer"))
    assert asked(server, api_key=KEY) == Reply("an answer", "stop", 7)
    path, headers, body = server.requests[0]
    assert path == "/v1/chat/completions"
    assert headers["authorization"] == f"Bearer {KEY}"
    assert headers["content-type"] == "application/json"
    assert body == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "水 pump?"},
        ],
        "max_tokens": 99,
    }


def test_a_server_without_a_key_is_sent_none(serving: Serving) -> None:
    server = serving(chat("a"))
    asked(server, prompt=Prompt("", "q"), api_key="  ")
    assert "authorization" not in server.headers
    assert server.body["messages"] == [{"role": "user", "content": "q"}]


def test_options_headers_and_the_name_of_the_limit(serving: Serving) -> None:
    server = serving(chat("a"))
    asked(server, limit_field="max_completion_tokens", headers={"X-Team": "search-team"},
          options={"temperature": 0.3, "model": "other"})  # fmt: skip
    assert server.body["max_completion_tokens"] == 99
    assert "max_tokens" not in server.body
    assert server.body["temperature"] == 0.3
    assert server.body["model"] == "other"
    assert server.headers["x-team"] == "search-team"


def test_half_letters_do_not_stop_a_request(serving: Serving) -> None:
    server = serving(chat("a"))
    assert asked(server, prompt=Prompt("", "bad \ud83d half \x00")).text == "a"
    assert server.body["messages"][0]["content"] == "bad ? half \x00"


@pytest.mark.parametrize("end", ["", "/", "/chat/completions", "/chat/completions/"])
def test_the_base_url_may_be_written_in_several_ways(serving: Serving, end: str) -> None:
    server = serving(chat("a"))
    model = OpenAICompatibleLLM(server.url + end, "m")
    assert asyncio.run(model.complete(PROMPT)).text == "a"
    assert server.requests[0][0] == "/v1/chat/completions"


# --- what comes back ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("body", "reply"),
    [
        ({**completion("x"), "usage": None}, Reply("x", "stop", None)),  # Ollama, older
        ({"choices": [{"message": {"content": "x"}}]}, Reply("x", "", None)),
        (completion("x", None), Reply("x", "", 7)),
        (completion("x", "length"), Reply("x", "length", 7)),
        (completion("x", reasoning_content="so I think"), Reply("x", "stop", 7)),  # vLLM
        (completion(None, "length", reasoning_content="so I"), Reply(None, "length", 7)),
        (completion("", reasoning="hm"), Reply("", "stop", 7)),  # Ollama
        (completion(None, "tool_calls", tool_calls=[{"id": "1"}]), Reply(None, "tool_calls", 7)),
        (completion(None, refusal="I cannot help."), Reply(None, "refusal", 7)),
        (completion([{"type": "text", "text": "a "}, {"type": "text", "text": "b"}]),
         Reply("a b", "stop", 7)),
        (completion([{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "b"}]),
         Reply("b", "stop", 7)),
        (completion([{"type": "reasoning", "text": "secretly"}, "b"]), Reply("b", "stop", 7)),
        (completion([]), Reply(None, "stop", 7)),
        ({"choices": [{"text": "x", "finish_reason": "stop"}]}, Reply("x", "stop", None)),
        ({**completion("x"), "usage": {"completion_tokens": "7"}}, Reply("x", "stop", None)),
        ({**completion("x"), "error": None}, Reply("x", "stop", 7)),
    ],
)  # fmt: skip
def test_the_ways_of_many_servers(serving: Serving, body: Any, reply: Reply) -> None:
    assert asked(serving(answer(body))) == reply


def test_half_letters_of_a_reply_are_replaced(serving: Serving) -> None:
    text = asked(
        serving(answer(b'{"choices":[{"message":{"content":"a \\ud83d b \\ud83d\\ude00"}}]}'))
    )
    assert text.text == "a \ufffd b 😀"


@pytest.mark.parametrize("kind", ["text/plain", "text/html", "application/octet-stream", ""])
def test_json_under_a_wrong_content_type_is_read(serving: Serving, kind: str) -> None:
    assert asked(serving(answer(completion("x"), kind=kind))).text == "x"


def test_bytes_of_a_mark_and_blanks_before_it_do_no_harm(serving: Serving) -> None:
    body = b'\xef\xbb\xbf  {"choices":[{"message":{"content":"x"}}]}'
    assert asked(serving(answer(body))).text == "x"


@pytest.mark.parametrize(
    ("body", "quoted"),
    [
        (b"<html>\n<body>Welcome to   nginx", "<html> <body>Welcome to nginx"),
        (b'{"choices": [{"message": {"cont', '{"choices": [{"message": {"cont'),
        (b"", "nothing"),
        (b"   ", "nothing"),
        (b"\xff\xfe\x00garbage", "garbage"),
        ([], "[]"),
        ({"choices": []}, '{"choices": []}'),
        ({"choices": [None]}, '{"choices": [null]}'),
        ({"choices": [{"message": None}]}, "null"),
        ({"result": "x"}, '{"result": "x"}'),
        (b"[" * 100_000, "[[[["),
        (b'"' + b"long" * 10_000 + b'"', "longlonglon…"),
    ],
)
def test_what_is_no_completion_is_told_with_its_beginning(
    serving: Serving, body: Any, quoted: str
) -> None:
    server = serving(answer(body))
    with pytest.raises(ModelError) as caught:
        asked(server)
    assert quoted in str(caught.value)
    assert len(str(caught.value)) < 400
    assert type(caught.value) is ModelError
    assert len(server.requests) == 1  # it would be the same again


# --- what is tried again --------------------------------------------------------------------------
@pytest.mark.parametrize("bad", [
    answer({"error": {"message": "busy"}}, 429), answer("oops", 500), answer("", 502),
    answer("<html>", 503), answer("", 504), answer("", 529), drop, cut,
    answer({"error": {"message": "overloaded", "code": 503}}),
    events("half a", done=False, cut=True), events("half a", done=False),
])  # fmt: skip
def test_what_may_pass_is_tried_again(serving: Serving, bad: Any) -> None:
    server = serving(bad, bad, chat("at last"))
    assert asked(server, max_retries=2).text == "at last"
    assert len(server.requests) == 3


@pytest.mark.parametrize("bad", [answer("oops", 503), drop, cut])
def test_tries_are_counted(serving: Serving, bad: Any) -> None:
    server = serving(bad)
    with pytest.raises(ModelUnavailableError):
        asked(server, max_retries=1)
    assert len(server.requests) == 2
    with pytest.raises(ModelUnavailableError):
        asked(server, max_retries=0)
    assert len(server.requests) == 3


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 408, 413, 422, 501])
def test_a_refusal_is_final(serving: Serving, status: int) -> None:
    server = serving(answer({"error": {"message": "model 'x' not found"}}, status))
    with pytest.raises(ModelRefusedError, match=f"{status}.*model 'x' not found"):
        asked(server)
    assert len(server.requests) == 1


def test_an_empty_account_is_a_refusal_though_it_says_429(serving: Serving) -> None:
    server = serving(answer({"error": {"message": "pay", "code": "insufficient_quota"}}, 429))
    with pytest.raises(ModelRefusedError, match="pay"):
        asked(server)
    assert len(server.requests) == 1


@pytest.mark.parametrize("body", [
    {"error": {"message": "said so"}}, {"error": "said so"}, {"message": "said so"},
    {"detail": "said so"}, "said so",
])  # fmt: skip
def test_what_servers_say_is_repeated_in_all_their_forms(serving: Serving, body: Any) -> None:
    with pytest.raises(ModelRefusedError, match="'said so'"):
        asked(serving(answer(body, 400)))


def test_a_wrong_path_is_told_how_to_mend(serving: Serving) -> None:
    with pytest.raises(ModelRefusedError, match="/v1"):
        asked(serving(answer("404 page not found", 404, "text/plain")))


def test_a_redirection_is_not_followed(serving: Serving) -> None:
    other = serving(chat("stolen"))
    server = serving(answer("", 307, location=f"{other.url}/chat/completions"))
    with pytest.raises(ModelRefusedError, match=other.url):
        asked(server, api_key=KEY)
    assert not other.requests


def test_a_server_that_is_not_there(serving: Serving) -> None:
    with Server(chat("a")) as server:
        url = server.url
    model = OpenAICompatibleLLM(url, "m", timeout=5, max_retries=1)
    with pytest.raises(ModelUnavailableError, match=f"{url} cannot be reached"):
        asyncio.run(model.complete(PROMPT))


# --- time -----------------------------------------------------------------------------------------
def test_a_short_wait_that_the_server_asks_for_is_waited(serving: Serving) -> None:
    server = serving(answer("", 429, retry_after="0.2"), chat("a"))
    before = time.monotonic()
    assert asked(server).text == "a"
    assert time.monotonic() - before >= 0.2


@pytest.mark.parametrize("headers", [
    {"retry_after": "3600"}, {"retry_after": ""}, {"retry_after_ms": "3600000"},
])  # fmt: skip
def test_a_wait_beyond_the_time_is_not_begun(serving: Serving, headers: dict[str, str]) -> None:
    date = {"retry_after": formatdate(time.time() + 3600, usegmt=True)}
    server = serving(answer("", 429, **(headers if headers.get("retry_after") != "" else date)))
    before = time.monotonic()
    with pytest.raises(ModelUnavailableError) as caught:
        asked(server, timeout=30)
    assert time.monotonic() - before < 5
    assert caught.value.retry_after == pytest.approx(3600, abs=10)
    assert len(server.requests) == 1


def test_a_date_that_is_over_is_tried_at_once(serving: Serving) -> None:
    server = serving(answer("", 503, retry_after=formatdate(1e9, usegmt=True)), chat("a"))
    assert asked(server).text == "a"


def test_a_model_that_is_being_loaded_says_how_long(serving: Serving) -> None:
    busy = answer({"error": "Model m is currently loading", "estimated_time": 42.5}, 503)
    with pytest.raises(ModelUnavailableError) as caught:
        asked(serving(busy))
    assert caught.value.retry_after == 42.5


def test_the_time_bounds_a_server_that_never_ends(serving: Serving) -> None:
    server = serving(slow)
    before = time.monotonic()
    with pytest.raises(ModelTimeoutError, match=r"0\.2 seconds"):
        asked(server, timeout=0.2)
    assert time.monotonic() - before < 2


def test_the_time_of_a_call_goes_before_that_of_the_adapter(serving: Serving) -> None:
    model = OpenAICompatibleLLM(serving(slow).url, "m", timeout=60)
    with pytest.raises(ModelTimeoutError, match=r"0\.1 seconds"):
        asyncio.run(model.complete(PROMPT, timeout=0.1))


def test_the_time_bounds_the_tries_together(serving: Serving) -> None:
    """The case llm-17: time for each try would add up."""
    server = serving(answer("", 503), slow)
    before = time.monotonic()
    with pytest.raises(ModelTimeoutError, match="503"):  # and why the first one failed
        asked(server, timeout=0.3, max_retries=3)
    assert time.monotonic() - before < 2
    assert len(server.requests) == 2


def test_a_reply_that_trickles_is_bounded_too(serving: Serving) -> None:
    def trickle(handler: Any) -> None:
        handler.head(200, {"Content-Type": "text/event-stream"})
        while not handler.server.owner.release.wait(0.01):
            handler.wfile.write(b'data: {"choices":[{"delta":{"content":"on "}}]}\n\n')
            handler.wfile.flush()

    before = time.monotonic()
    with pytest.raises(ModelTimeoutError):
        asked(serving(trickle), timeout=0.3)
    assert time.monotonic() - before < 2


def test_a_cancelled_call_is_cancelled(serving: Serving) -> None:
    server = serving(slow)

    async def cancelled() -> None:
        model = OpenAICompatibleLLM(server.url, "m", timeout=60)
        async with asyncio.timeout(0.2):
            await model.complete(PROMPT)

    with pytest.raises(TimeoutError):  # the caller's own, not a ModelTimeoutError
        asyncio.run(cancelled())


# --- connections ----------------------------------------------------------------------------------
def test_connections_are_kept_within_a_loop_and_closed_with_it(serving: Serving) -> None:
    server = serving(chat("a"))
    model = OpenAICompatibleLLM(server.url, "m")

    async def thrice() -> None:
        for _ in range(3):
            await model.complete(PROMPT)

    asyncio.run(thrice())
    assert len(server.sockets) == 1
    asyncio.run(thrice())  # another loop: a socket of its own, and no warning of the first
    assert len(server.sockets) == 2


def test_many_at_once(serving: Serving) -> None:
    server = serving(chat("a"))
    model = OpenAICompatibleLLM(server.url, "m")

    async def many() -> list[Reply]:
        async with model:
            return await asyncio.gather(*[model.complete(PROMPT) for _ in range(50)])

    assert {reply.text for reply in asyncio.run(many())} == {"a"}


# --- secrets --------------------------------------------------------------------------------------
@pytest.mark.parametrize("bad", [
    answer({"error": {"message": f"Incorrect API key provided: {KEY}."}}, 401),
    answer(f"{'x' * 190}{KEY}", 500), answer(f"no json {KEY}"), answer({"choices": KEY}),
    answer({"error": f"bad {KEY}"}), events({"error": {"message": KEY}}),
    events(f"{{{KEY}".encode()), answer("", 302, location=f"http://127.0.0.1/?k={KEY}"), drop, cut,
])  # fmt: skip
def test_the_key_shows_nowhere(
    serving: Serving, bad: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, "httpcore")  # it repeats what servers send, word by word
    server = serving(bad)
    with pytest.raises(FulltextQueryError) as caught:
        asked(server, api_key=KEY, headers={"X-Other": OTHER_KEY})
    said = "".join(traceback.format_exception(caught.value)) + caplog.text
    said += "".join(f"{record.__dict__}" for record in caplog.records)
    assert server.headers["authorization"].endswith(KEY)  # it was sent, though
    for part in (KEY, KEY[:12], OTHER_KEY):
        assert part not in said


def test_a_model_says_what_it_is_without_its_key() -> None:
    model = OpenAICompatibleLLM("http://127.0.0.1:1/v1", "m", api_key=KEY)
    assert repr(model) == "OpenAICompatibleLLM('http://127.0.0.1:1/v1', 'm')"
    assert KEY not in f"{model._connection!r} {model._connection.secrets!r}"
    assert isinstance(model, LLM)
    assert model.model_id == "m"


def test_an_error_can_be_sent_to_another_process(serving: Serving) -> None:
    with pytest.raises(ModelUnavailableError) as caught:
        asked(serving(answer("", 503, retry_after="60")))
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.retry_after == 60
    assert str(again) == str(caught.value)


# --- arguments ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"base_url": "localhost:11434"}, "base_url"),
        ({"base_url": "http://user:a-secret@host/v1"}, "base_url"),
        ({"base_url": "http://host/v1?key=a-secret"}, "base_url"),
        ({"base_url": "http://host:99999/v1"}, "base_url"),
        ({"model": " "}, "model"),
        ({"timeout": 0}, "timeout"),
        ({"timeout": float("nan")}, "timeout"),
        ({"max_retries": -1}, "max_retries"),
        ({"max_retries": True}, "max_retries"),
        ({"api_key": "line\nbreak-secret"}, "api_key"),
        ({"api_key": "schlüssel-secret"}, "api_key"),
        ({"headers": {"X-A": "two\nlines-secret"}}, "api_key"),
        ({"options": {"temperature": object()}}, "options"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_when_it_is_given(options: Any, name: str) -> None:
    given = {"base_url": "http://h/v1", "model": "m", **options}
    with pytest.raises(SettingsError, match=name) as caught:
        OpenAICompatibleLLM(**given)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("limits", [{"max_tokens": 0}, {"timeout": -1}, {"timeout": "5"}])
def test_limits_of_a_call_are_checked(limits: Any) -> None:
    model = OpenAICompatibleLLM("http://127.0.0.1:1/v1", "m")
    with pytest.raises(SettingsError):
        asyncio.run(model.complete(PROMPT, **limits))


# --- many at once ---------------------------------------------------------------------------------
def test_hundreds_of_calls_are_on_their_way_at_once(serving: Serving) -> None:
    many = 300
    server = serving(held(many, chat("a")))  # nobody is answered before all have come

    async def together() -> list[Reply]:
        async with OpenAICompatibleLLM(server.url, "m", timeout=30, max_retries=0) as model:
            return await asyncio.gather(*[model.complete(PROMPT) for _ in range(many)])

    assert asyncio.run(together()) == [Reply("a", "stop", 7)] * many
    assert len(server.requests) == many


@pytest.mark.parametrize("most", [2, 40])
def test_no_more_connections_than_allowed(serving: Serving, most: int) -> None:
    server = serving(held(most, chat("a")))  # and no fewer

    async def together() -> None:
        async with OpenAICompatibleLLM(server.url, "m", max_connections=most) as model:
            calls = [asyncio.create_task(model.complete(PROMPT)) for _ in range(2 * most + 1)]
            await asyncio.sleep(0)
            calls[-1].cancel()  # it waits, and is never sent
            await asyncio.gather(*calls, return_exceptions=True)
            assert sum(call.cancelled() for call in calls) == 1
            assert [call.result().text for call in calls[:-1]] == ["a"] * 2 * most

    asyncio.run(together())
    assert len(server.requests) == 2 * most
    assert len(server.sockets) <= most


@pytest.mark.parametrize("most", [0, -1, 1.5, True, "2"])
def test_a_number_of_connections_is_one(most: Any) -> None:
    with pytest.raises(SettingsError, match="max_connections"):
        OpenAICompatibleLLM("http://h", "m", max_connections=most)


# --- what is said of further tries ----------------------------------------------------------------
def test_further_tries_are_logged_for_those_who_look_and_printed_for_nobody(
    serving: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    server = serving(drop, drop, chat("a"))
    with caplog.at_level(logging.DEBUG):
        assert asked(server, api_key=KEY).text == "a"
    ours = [one for one in caplog.records if not one.name.startswith(("httpx", "httpcore", "asyncio"))]  # fmt: skip  # noqa: E501
    assert [(one.name, one.levelno) for one in ours] == [("fulltext_query.llm", logging.DEBUG)] * 2
    assert "try 2 of 3" in ours[0].getMessage()
    assert KEY not in caplog.text
