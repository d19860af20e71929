"""What importing costs, and what is said where a library is not there."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fulltext_query import llm
from fulltext_query.errors import MissingExtraError
from fulltext_query.llm import (
    HuggingFaceLLM,
    OnnxEmbedder,
    OpenAICompatibleLLM,
    Prompt,
    SentenceTransformersEmbedder,
    complete,
)

HEAVY = ("httpx", "stamina", "huggingface_hub", "onnxruntime", "tokenizers", "numpy", "openai",
         "sentence_transformers", "torch", "langchain_core")  # fmt: skip
PROMPT = Prompt("", "q")


def test_nothing_heavy_is_loaded_before_a_model_is_asked() -> None:
    program = (
        "import sys\nfrom fulltext_query.llm import *\n"
        "OpenAICompatibleLLM('http://h', 'm'), HuggingFaceLLM('m'), OnnxEmbedder('m')\n"
        "SentenceTransformersEmbedder('m'), as_llm(str.upper), NoopLLM(), LLMSettings()\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not set(done.stdout.split()) & set(HEAVY)


def test_all_that_is_public_is_there() -> None:
    for name in llm.__all__:
        assert getattr(llm, name).__name__ == name
    with pytest.raises(AttributeError, match="nonsense"):
        _ = llm.nonsense


@pytest.mark.parametrize(
    ("missing", "extra", "ask"),
    [
        ("httpx", "llm", lambda _: complete(OpenAICompatibleLLM("http://h", "m"), PROMPT)),
        ("huggingface_hub", "hugging-face", lambda _: complete(HuggingFaceLLM("m"), PROMPT)),
        ("onnxruntime", "onnx", lambda path: OnnxEmbedder(path).embed_query("q")),
        ("tokenizers", "onnx", lambda path: OnnxEmbedder(path).embed_query("q")),
        ("sentence_transformers", "sentence-transformers",
         lambda _: SentenceTransformersEmbedder("m").embed_query("q")),
    ],
)  # fmt: skip
def test_a_missing_library_is_named_with_its_extra(
    missing: str, extra: str, ask: Callable[[Path], Any], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtraError) as caught:
        ask(tmp_path)
    assert caught.value.extra == extra
