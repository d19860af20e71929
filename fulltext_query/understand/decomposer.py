"""Takes a question that needs several answers apart into questions that need one each."""

from __future__ import annotations

import abc
from functools import cached_property

from .asking import Asker, checked_text, checked_whole, tell
from .context import RequestContext
from .dangling import Dangling
from .heuristic import parts_of
from .notes import note
from .prompts import DECOMPOSE, make_prompt
from .replies import read_list
from .replies_language import shared_languages

__all__ = [
    "HeuristicQueryDecomposer", "LLMQueryDecomposer", "NoopQueryDecomposer", "QueryDecomposer",
]  # fmt: skip

_COMPONENT = "decomposer"


class QueryDecomposer(abc.ABC):
    """Gives the questions that a question consists of."""

    @abc.abstractmethod
    async def decompose(self, ctx: RequestContext, query_text: str) -> list[str]:
        """The sub-questions; [] where there is nothing to take apart.

        Never the question itself in a list: [] says that, and the caller uses the question.
        """


class NoopQueryDecomposer(QueryDecomposer):
    """Takes nothing apart."""

    async def decompose(
        self, ctx: RequestContext, query_text: str  # noqa: ARG002
    ) -> list[str]:  # fmt: skip
        """[]"""
        return []


class HeuristicQueryDecomposer(QueryDecomposer):
    """Splits at conjunctions and sentence ends, without a model: free, and always the same.

    min_chars   a shorter question is one question; at least 0. A Han, Kana or Hangul character
                counts as three.

    When in doubt it does not split: [] for fewer than two parts, and where any part has less than
    three characters. Raises SettingsError for what is no count.
    """

    def __init__(self, min_chars: int = 30) -> None:
        self._min_chars = checked_whole(min_chars, "min_chars", 0)

    async def decompose(self, ctx: RequestContext, query_text: str) -> list[str]:  # noqa: ARG002
        """The parts. Raises InputError where the question is no string."""
        return parts_of(checked_text(query_text), self._min_chars)


class LLMQueryDecomposer(QueryDecomposer):
    """Asks a language model for the sub-questions, and takes of its reply what can be used.

    A sub-question that refers to what only another one names ('who audits that firm?') finds
    nothing by itself: it gets the question's own words that it lacks, in brackets, and a note says
    so.

    llm, system_prompt, max_tokens, timeout, keep_language, retries   as of ``LLMQueryRewriter``.
    limit   sub-questions that are kept, at least 1.
    """

    def __init__(
        self,
        llm: object,
        *,
        system_prompt: str | None = None,
        max_tokens: int = 384,
        timeout: float | None = 10.0,
        keep_language: bool = False,
        limit: int = 6,
        retries: int = 0,
    ) -> None:
        self._asker = Asker(
            llm, _COMPONENT, system_prompt=system_prompt, default_prompt=DECOMPOSE,
            max_tokens=max_tokens, timeout=timeout, retries=retries,
        )  # fmt: skip
        self._limit = checked_whole(limit, "limit", 1)
        self._keep_language = keep_language

    async def decompose(self, ctx: RequestContext, query_text: str) -> list[str]:
        """The sub-questions; [] for a blank question, without a call.

        Raises ModelError of every kind where the model fails; InputError where the question is no
        string.
        """
        text = checked_text(query_text)
        if not text.strip():
            return []
        async with self._asker.in_time():
            prompt = make_prompt(self._asker.system, "The question", text, n=self._limit)
            reply = await self._asker.ask(prompt)
        read = read_list(
            reply, text, limit=self._limit, languages=shared_languages(),
            language=ctx.language, keep_language=self._keep_language,
        )  # fmt: skip
        tell(_COMPONENT, read)
        return [self._completed(one, text) for one in read.values]

    def _completed(self, part: str, text: str) -> str:
        if not self._dangling.refers(part, text):
            return part
        whole = self._dangling.completed(part, text)
        note(
            _COMPONENT, "dangling",
            "a sub-question refers to what it does not name"
            + (": words of the question were added to it" if whole != part else ""),
        )  # fmt: skip
        return whole

    @cached_property
    def _dangling(self) -> Dangling:
        return Dangling()
