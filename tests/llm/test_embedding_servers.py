"""Embedding models of OpenAI's protocol, against a server that speaks it, well or badly."""

from __future__ import annotations

import asyncio
import base64
import math
import struct
import time
from typing import Any

import pytest

from fulltext_query.errors import (
    InputError,
    ModelError,
    ModelRefusedError,
    ModelTimeoutError,
    SettingsError,
)
from fulltext_query.llm import OpenAICompatibleEmbedder
from fulltext_query.search import Embedder, as_embedder
from tests.llm.conftest import Serving
from tests.llm.server import Server, answer, drop, slow, vectors
from tests.optional import need

need("httpx")


def length(text: str) -> list[float]:
    return [float(len(text)), 1.0, 0.5]


def embedder(server: Server, **options: Any) -> OpenAICompatibleEmbedder:
    return OpenAICompatibleEmbedder(server.url, "e", **{"timeout": 5, **options})


def test_the_protocol_is_spoken(serving: Serving) -> None:
    server = serving(vectors(length))
    model = embedder(server, api_key="a-secret-key")
    assert model.embed_documents(["水", "pump"]) == [(1.0, 1.0, 0.5), (4.0, 1.0, 0.5)]
    path, headers, body = server.requests[0]
    assert path == "/v1/embeddings"
    assert headers["authorization"] == "Bearer a-secret-key"
    assert body == {"model": "e", "input": ["水", "pump"], "encoding_format": "float"}


def test_prefixes_and_dimensions(serving: Serving) -> None:
    server = serving(vectors(length))
    model = embedder(server, query_prefix="query: ", document_prefix="passage: ", dimensions=3)
    model.embed_query("水")
    assert server.body["input"] == ["query: 水"]
    assert server.body["dimensions"] == 3
    model.embed_documents(["水"])
    assert server.body["input"] == ["passage: 水"]
    assert model.dimensions == 3
    assert embedder(server).dimensions == 0


def test_batches_keep_the_order_and_an_empty_list_asks_nobody(serving: Serving) -> None:
    server = serving(vectors(length))
    model = embedder(server, batch_size=3)
    texts = ["x" * number for number in range(1, 21)]
    assert [vector[0] for vector in model.embed_documents(texts)] == list(range(1, 21))
    assert sorted(len(body["input"]) for _, _, body in server.requests) == [2, *[3] * 6]
    server.requests.clear()
    assert model.embed_documents([]) == []
    assert asyncio.run(model.aembed_documents([])) == []
    assert not server.requests


def test_vectors_are_put_in_the_order_of_their_texts(serving: Serving) -> None:
    rows = [{"index": 1, "embedding": [2, 0]}, {"index": 0, "embedding": [1, 0]}]
    model = embedder(serving(answer({"data": rows})))
    assert model.embed_documents(["a", "b"]) == [(1.0, 0.0), (2.0, 0.0)]
    rows = [{"embedding": [1, 0]}, {"embedding": [2, 0]}]
    model = embedder(serving(answer({"data": rows})))
    assert model.embed_documents(["a", "b"]) == [(1.0, 0.0), (2.0, 0.0)]


def test_base64_is_read(serving: Serving) -> None:
    packed = base64.b64encode(struct.pack("<3f", 0.5, -2.0, 1e-3)).decode()
    model = embedder(serving(answer({"data": [{"index": 0, "embedding": packed}]})))
    assert model.embed_query("a") == pytest.approx((0.5, -2.0, 1e-3))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "0 vectors for 1"),
        ([{"embedding": [1]}, {"embedding": [1]}], "2 vectors for 1"),
        ([{"index": 4, "embedding": [1]}], "which texts"),
        ([{"index": None, "embedding": [1]}], "which texts"),
        ([{"embedding": []}], "no vector"),
        ([{"embedding": None}], "no vector"),
        ([{}], "no vector"),
        ([{"embedding": {"a": 1}}], "no vector"),
        ([{"embedding": [1, "2"]}], "no number"),
        ([{"embedding": [1, None]}], "no number"),
        ([{"embedding": [1, math.nan]}], "NaN"),
        ([{"embedding": [1, math.inf]}], "NaN or infinity"),
        ([{"embedding": [1, 10**400]}], "no number"),
        ([{"embedding": "%%%"}], "base64"),
        ([{"embedding": "AAAAAAA="}], "base64"),
        (["x"], "no list of vectors"),
        (None, "no list of vectors"),
        ({"embedding": [1]}, "no list of vectors"),
    ],
)
def test_what_are_no_vectors_is_told(serving: Serving, data: Any, said: str) -> None:
    server = serving(answer({"data": data}))
    with pytest.raises(ModelError, match=said):
        embedder(server).embed_query("a")
    assert len(server.requests) == 1


def test_vectors_of_other_lengths_are_refused(serving: Serving) -> None:
    rows = [{"index": 0, "embedding": [1, 2]}, {"index": 1, "embedding": [1]}]
    with pytest.raises(ModelError, match="1 components for text 1, where 2 were due"):
        embedder(serving(answer({"data": rows}))).embed_documents(["a", "b"])
    with pytest.raises(ModelError, match="3 components for text 0, where 2 were due"):
        embedder(serving(vectors(length)), dimensions=2).embed_query("a")


def test_no_json_is_quoted(serving: Serving) -> None:
    with pytest.raises(ModelError, match="<html>"):
        embedder(serving(answer("<html>", kind="text/html"))).embed_query("a")


def test_what_may_pass_is_tried_again_and_a_refusal_is_not(serving: Serving) -> None:
    server = serving(answer("", 503), drop, vectors(length))
    assert embedder(server).embed_query("ab")[0] == 2
    assert len(server.requests) == 3
    server = serving(answer({"error": "input is too long"}, 400))
    with pytest.raises(ModelRefusedError, match="input is too long"):
        embedder(server).embed_query("a")
    assert len(server.requests) == 1


def test_the_time_is_bounded(serving: Serving) -> None:
    with pytest.raises(ModelTimeoutError):
        embedder(serving(slow), timeout=0.2).embed_query("a")


def test_the_first_batch_that_fails_ends_the_others(serving: Serving) -> None:
    server = serving(answer("no", 400), slow)
    before = time.monotonic()
    with pytest.raises(ModelRefusedError):
        embedder(server, batch_size=1, timeout=60).embed_documents(["a", "b", "c"])
    assert time.monotonic() - before < 5  # the slow ones would take ten


def test_plain_calls_work_within_a_running_loop(serving: Serving) -> None:
    model = embedder(serving(vectors(length)))

    async def inside() -> Any:
        return model.embed_query("abc")

    assert asyncio.run(inside())[0] == 3


def test_it_is_an_embedder_for_both_searchers(serving: Serving) -> None:
    server = serving(vectors(length))
    model = embedder(server)
    assert isinstance(model, Embedder)
    checked = as_embedder(model)
    assert not server.requests  # nothing is asked until it must be
    assert checked.embed_query("ab") == (2.0, 1.0, 0.5)
    assert asyncio.run(checked.aembed_documents(["abc"])) == [(3.0, 1.0, 0.5)]
    assert checked.dimensions == 3


@pytest.mark.parametrize("options", [{"dimensions": 0}, {"batch_size": 0}, {"batch_size": 1.5}])
def test_arguments_are_checked(options: Any) -> None:
    with pytest.raises(SettingsError):
        OpenAICompatibleEmbedder("http://h/v1", "m", **options)


@pytest.mark.parametrize("texts", ["text", [1], [None], ["a", b"b"]])
def test_texts_are_checked(texts: Any) -> None:
    model = OpenAICompatibleEmbedder("http://127.0.0.1:1/v1", "m")
    with pytest.raises(InputError):
        model.embed_documents(texts)
    with pytest.raises(InputError):
        model.embed_query(texts if not isinstance(texts, str) else None)  # type: ignore[arg-type]
