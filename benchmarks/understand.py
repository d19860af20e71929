"""What understanding a question costs without its models, and what many at a time wait for.

    python -m benchmarks.understand [--questions N] [--rounds N]

Components answer at once, or all after the same wait: what is left is the pipeline's own. The last
row has the package's own components over a model that replies at once: asking it and reading its
replies are in it. Figures come from this run on one event loop; quote those of a quiet machine.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import platform
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from types import SimpleNamespace
from typing import Any

from fulltext_query.llm import Prompt, Reply
from fulltext_query.understand.context import RequestContext
from fulltext_query.understand.decomposer import HeuristicQueryDecomposer
from fulltext_query.understand.glossary import InMemoryGlossary
from fulltext_query.understand.hyde import HyDEGenerator
from fulltext_query.understand.pipeline import QueryUnderstandingPipeline
from fulltext_query.understand.rewriter import LLMQueryRewriter

from .texts import chinese_questions, english_questions

__all__ = ["Instant", "InstantModel", "main", "overhead", "together"]

LIMIT_US = 300.0
"""Microseconds of a question that the pipeline may take without model time."""
_DIMENSIONS = 384
_WORDINGS = (
    "1. how the settings of the pump are changed\n2. pump configuration after an upgrade\n"
    "3. adjust what the pump does once it is upgraded",
    "1. 如何修改水泵的设置\n2. 升级后的水泵配置\n3. 水泵升级之后怎样调整参数",
)
_PASSAGES = (
    "The settings of the pump are kept in a file of its controller. After an upgrade they are read "
    "again; what is missing there has its default, and the log names it.",
    "水泵的设置保存在控制器的文件中。升级之后会重新读取这些设置，缺少的项目使用默认值，"
    "并记录在日志里，管理员可以在其中查看。",
)


class Instant:
    """All four components in one, whose answers cost nothing; ``wait``: what they wait for."""

    def __init__(self, wait: Callable[[], Awaitable[object]] | None = None) -> None:
        self._wait = wait
        self._passages = SimpleNamespace(
            documents=["A passage that might answer it."], vector=[0.5] * _DIMENSIONS,
            model="model", cache_hits=0, cache_misses=0,
        )  # fmt: skip

    async def _ready(self) -> None:
        if self._wait is not None:
            await self._wait()

    async def rewrite(self, ctx: object, text: str, *, n: int = 3) -> list[str]:  # noqa: ARG002
        """Three wordings."""
        await self._ready()
        return ["one wording of it", "another wording of it", "a third wording of it"]

    async def decompose(self, ctx: object, text: str) -> list[str]:  # noqa: ARG002
        """Two questions."""
        await self._ready()
        return ["what is one part", "what is the other part"]

    async def expand(self, ctx: object, text: str) -> dict[str, list[str]]:  # noqa: ARG002
        """One term."""
        await self._ready()
        return {"term": ["what it stands for"]}

    async def generate(self, ctx: object, text: str) -> Any:  # noqa: ARG002
        """A passage and its vector."""
        await self._ready()
        return self._passages


class InstantModel:
    """A language model that replies at once: three wordings to one prompt, a passage to others."""

    model_id = "instant"

    def __init__(self, rewrite_prompt: str) -> None:
        self._rewrite_prompt = rewrite_prompt

    async def complete(
        self, prompt: Prompt, *, max_tokens: int = 256,  # noqa: ARG002
        timeout: float | None = None,  # noqa: ARG002, ASYNC109
    ) -> Reply:  # fmt: skip
        """Always the same, in Chinese to what is not ASCII, else in English."""
        wanted = _WORDINGS if prompt.system == self._rewrite_prompt else _PASSAGES
        return Reply(wanted[not prompt.user.isascii()])


def pipelines() -> dict[str, QueryUnderstandingPipeline]:
    """Those that are measured, by what they consist of."""
    instant: Any = Instant()
    glossary = InMemoryGlossary(
        {f"term{number} word": [f"synonym {number}"] for number in range(1000)}
    )
    four = {"rewriter": instant, "decomposer": instant, "glossary": instant, "hyde": instant}
    model = InstantModel("Three wordings.")
    return {
        "no component": QueryUnderstandingPipeline(),
        "one instant component": QueryUnderstandingPipeline(rewriter=instant),
        "four instant components": QueryUnderstandingPipeline(**four),
        "four, with a time budget": QueryUnderstandingPipeline(**four, time_budget=10.0),
        "glossary of 1,000 terms alone": QueryUnderstandingPipeline(glossary=glossary),
        "glossary, heuristic, instant models": QueryUnderstandingPipeline(
            rewriter=instant, decomposer=HeuristicQueryDecomposer(), glossary=glossary,
            hyde=instant,
        ),
        "glossary, heuristic, rewriter and HyDE over an instant model": QueryUnderstandingPipeline(
            rewriter=LLMQueryRewriter(model, system_prompt="Three wordings."),
            decomposer=HeuristicQueryDecomposer(), glossary=glossary, hyde=HyDEGenerator(model),
        ),
    }  # fmt: skip


def overhead(
    pipeline: QueryUnderstandingPipeline, questions: Sequence[str], rounds: int
) -> list[float]:
    """Microseconds of a question, of each round; one question after the other."""
    context = RequestContext()

    async def rounds_of_it() -> list[float]:
        times = []
        for _ in range(rounds + 1):  # the first one warms up
            begun = time.perf_counter()
            for question in questions:
                await pipeline.understand(context, question)
            times.append((time.perf_counter() - begun) / len(questions) * 1e6)
        return times[1:]

    return asyncio.run(rounds_of_it())


def together(questions: Sequence[str], seconds: float) -> float:
    """Seconds for all questions at once, where every component waits for so many seconds."""
    waiting: Any = Instant(lambda: asyncio.sleep(seconds))
    pipeline = QueryUnderstandingPipeline(
        rewriter=waiting, decomposer=waiting, glossary=waiting, hyde=waiting
    )
    context = RequestContext()

    async def all_of_them() -> float:
        begun = time.perf_counter()
        await asyncio.gather(*[pipeline.understand(context, question) for question in questions])
        return time.perf_counter() - begun

    return asyncio.run(all_of_them())


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    logging.getLogger("fulltext_query.understand").setLevel(logging.ERROR)
    texts = [*english_questions(), *chinese_questions()]
    questions = [texts[number % len(texts)] for number in range(options.questions)]
    print(f"CPython {platform.python_version()}, {platform.machine()}, one event loop\n")
    print(f"| pipeline, {len(questions)} questions | µs a question, median | best round |")
    print("|---|---|---|")
    for name, pipeline in pipelines().items():
        times = overhead(pipeline, questions, options.rounds)
        print(f"| {name} | {statistics.median(times):.0f} | {min(times):.0f} |")
    print(f"\nAllowed: {LIMIT_US:.0f} µs without model time.\n")
    print(f"| {len(questions)} questions at once, every component waits | seconds for all |")
    print("|---|---|")
    for seconds in (0.0, 0.5, 2.0):
        print(f"| {seconds:g} s | {together(questions, seconds):.2f} |")


if __name__ == "__main__":
    main()
