"""Language models: what they are here, and adapters for servers and libraries.

The adapters are loaded when they are first asked for: none costs those who do not use it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .contract import LLM, Prompt, Reply

if TYPE_CHECKING:
    from .functions import as_llm
    from .hugging_face import HuggingFaceEmbedder, HuggingFaceLLM
    from .local_embedders import OnnxEmbedder, SentenceTransformersEmbedder
    from .noop import NoopEmbedder, NoopLLM
    from .openai_compatible import OpenAICompatibleEmbedder, OpenAICompatibleLLM
    from .settings import LLMSettings
    from .sync import complete

__all__ = [
    "HuggingFaceEmbedder",
    "HuggingFaceLLM",
    "LLM",
    "LLMSettings",
    "NoopEmbedder",
    "NoopLLM",
    "OnnxEmbedder",
    "OpenAICompatibleEmbedder",
    "OpenAICompatibleLLM",
    "Prompt",
    "Reply",
    "SentenceTransformersEmbedder",
    "as_llm",
    "complete",
]

_WHERE = {
    "HuggingFaceEmbedder": "hugging_face",
    "HuggingFaceLLM": "hugging_face",
    "LLMSettings": "settings",
    "NoopEmbedder": "noop",
    "NoopLLM": "noop",
    "OnnxEmbedder": "local_embedders",
    "OpenAICompatibleEmbedder": "openai_compatible",
    "OpenAICompatibleLLM": "openai_compatible",
    "SentenceTransformersEmbedder": "local_embedders",
    "as_llm": "functions",
    "complete": "sync",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_WHERE[name]}", __name__), name)
