"""Language models: what they are here, and adapters for servers and libraries."""

from .contract import LLM, Prompt, Reply

__all__ = ["LLM", "Prompt", "Reply"]
