"""Hugging Face's own client, against a server on this machine."""

from __future__ import annotations

import asyncio
import time
import traceback
from typing import Any

import pytest

from fulltext_query.errors import (
    InputError,
    ModelError,
    ModelRefusedError,
    ModelTimeoutError,
    ModelUnavailableError,
    SettingsError,
)
from fulltext_query.llm import LLM, HuggingFaceEmbedder, HuggingFaceLLM, Prompt, Reply
from fulltext_query.search import as_embedder
from tests.llm.conftest import Serving
from tests.llm.server import Server, answer, chat, completion, cut, drop, slow
from tests.optional import need

need("huggingface_hub")

KEY = "hf_verysecret0123456789"
PROMPT = Prompt("Be brief.", "水 pump?")


def asked(server: Server, **options: Any) -> Reply:
    model = HuggingFaceLLM(server.url, **{"token": KEY, "timeout": 5, **options})
    return asyncio.run(model.complete(PROMPT, max_tokens=99))


def test_the_client_is_asked(serving: Serving) -> None:
    server = serving(chat("an answer"))
    assert asked(server, options={"temperature": 0.3}) == Reply("an answer", "stop", 7)
    path, headers, body = server.requests[0]
    assert path.endswith("/chat/completions")
    assert headers["authorization"] == f"Bearer {KEY}"
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert body["messages"][1]["content"] == "水 pump?"
    assert (body["max_tokens"], body["temperature"]) == (99, 0.3)


@pytest.mark.parametrize(
    ("body", "reply"),
    [
        (completion(None, "length", reasoning_content="hm"), Reply(None, "length", 7)),
        (completion(""), Reply("", "stop", 7)),
        ({"choices": [{"message": {"content": "x"}}]}, Reply("x")),
    ],
)
def test_the_ways_of_servers(serving: Serving, body: Any, reply: Reply) -> None:
    assert asked(serving(answer(body))) == reply


@pytest.mark.parametrize("bad", [answer("", 429), answer("oops", 500), answer("", 503), drop, cut])
def test_what_may_pass_is_tried_again(serving: Serving, bad: Any) -> None:
    server = serving(bad, chat("at last"))
    assert asked(server).text == "at last"
    with pytest.raises(ModelUnavailableError):
        asked(serving(bad), max_retries=0)


def test_a_wait_that_the_server_asks_for(serving: Serving) -> None:
    with pytest.raises(ModelUnavailableError) as caught:
        asked(serving(answer("", 429, retry_after="60")))
    assert caught.value.retry_after == 60


@pytest.mark.parametrize("status", [400, 401, 404, 422])
def test_a_refusal_is_final(serving: Serving, status: int) -> None:
    server = serving(answer({"error": "said so"}, status))
    with pytest.raises(ModelRefusedError, match=f"{status}.*said so"):
        asked(server)
    assert len(server.requests) == 1


@pytest.mark.parametrize("bad", [answer("<html>", kind="text/html"), answer('{"choices": [{'),
                                 answer([]), answer({"choices": []}), answer("")])  # fmt: skip
def test_what_is_no_completion(serving: Serving, bad: Any) -> None:
    server = serving(bad)
    with pytest.raises(ModelError) as caught:
        asked(server)
    assert type(caught.value) is ModelError
    assert len(server.requests) == 1


def test_the_time_bounds_everything(serving: Serving) -> None:
    before = time.monotonic()
    with pytest.raises(ModelTimeoutError):
        asked(serving(slow), timeout=0.3)
    assert time.monotonic() - before < 3


@pytest.mark.parametrize("bad", [answer({"error": f"bad {KEY}"}, 401), answer(KEY, 500),
                                 answer(f"no json {KEY}"), drop])  # fmt: skip
def test_the_key_shows_nowhere(serving: Serving, bad: Any, caplog: Any) -> None:
    with pytest.raises(ModelError) as caught:
        asked(serving(bad), max_retries=0)
    assert KEY not in str(caught.value)
    assert KEY not in caplog.text
    assert "hf_" not in repr(HuggingFaceLLM("a/model", token=KEY))
    assert traceback.format_exception(caught.value)


def test_the_login_of_the_hub_goes_to_no_other_server(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_of_the_hub_alone")
    server = serving(chat("a"))
    assert asked(server, token=None).text == "a"
    assert server.headers["authorization"] == ""


def test_vectors(serving: Serving) -> None:
    server = serving(answer([[1.0, 2.0], [3.0, 4.0]]), answer([[5.0, 6.0]]))
    model = HuggingFaceEmbedder(server.url, batch_size=2, document_prefix="passage: ")
    assert model.embed_documents(["a", "b", "c"]) == [(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)]
    assert server.requests[0][2]["inputs"] == ["passage: a", "passage: b"]
    checked = as_embedder(model)
    assert checked.embed_query("q") == (5.0, 6.0)
    assert asyncio.run(checked.aembed_query("q")) == (5.0, 6.0)
    assert model.embed_documents([]) == []


def test_vectors_of_tokens_become_their_mean(serving: Serving) -> None:
    server = serving(answer([[[1.0, 2.0], [3.0, 6.0]]]))
    assert HuggingFaceEmbedder(server.url).embed_query("q") == (2.0, 4.0)


@pytest.mark.parametrize("bad", [[1.0, 2.0], [[1.0], [2.0]], [["a"]], {"a": 1}, [], "x"])
def test_what_are_no_vectors(serving: Serving, bad: Any) -> None:
    with pytest.raises(ModelError):
        HuggingFaceEmbedder(serving(answer(bad)).url, max_retries=0).embed_query("q")


def test_arguments_are_checked() -> None:
    assert isinstance(HuggingFaceLLM("a/model"), LLM)
    with pytest.raises(SettingsError):
        HuggingFaceLLM(" ")
    with pytest.raises(SettingsError):
        HuggingFaceLLM("m", token="a\nb")
    with pytest.raises(ModelError, match="no-such-provider"):
        asyncio.run(HuggingFaceLLM("m", provider="no-such-provider").complete(PROMPT))
    with pytest.raises(InputError):
        HuggingFaceEmbedder("m").embed_documents("text")
