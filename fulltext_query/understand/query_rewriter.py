"""One question made better, or left as it is: the two steps of a search that heals itself.

``rewrite_query`` puts a question into the words of documents; ``hyde_query`` writes the passage
that would answer it. Each is one call of a model with at most 256 tokens, and gives the question
back where anything is wrong with the reply. ``for_ladder`` makes of a rewriter or a generator what
``fulltext_query.search`` takes: the search as asked, then rewritten, then with passages, each only
where the one before found too little (``Ladder``, whose ``seconds`` bound the whole).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import overload

from ..errors import ModelError, ModelTimeoutError, SettingsError
from ..llm.contract import Reply
from ..llm.sync import run
from .asking import Asker, checked_text, tell
from .context import RequestContext
from .hyde import HyDEGenerator
from .notes import note, said_of
from .prompts import HYDE, REWRITE_ONE, make_prompt
from .replies import Read, Reason, read_passage, read_text, width
from .replies_language import shared_languages
from .rewriter import QueryRewriter

__all__ = ["ahyde_query", "arewrite_query", "for_ladder", "hyde_query", "rewrite_query"]

_TOKENS = 256
_SHORTEST = 5  # letters of a rewrite
_RUNAWAY = 4  # times the question's length
_SHORTEST_PASSAGE = 20
_WORDS = 30


def rewrite_query(
    original: str,
    llm: object,
    *,
    system_prompt: str | None = None,
    timeout: float | None = 10.0,
    max_tokens: int = _TOKENS,
    keep_language: bool = False,
    language: str = "",
    retries: int = 0,
) -> str:
    """The question in words more likely to stand in documents; itself where that fails.

    original   what the user typed; given back to the letter where the rewrite has less than 5
               letters, more than four times as many as it, only repeats it, or is no rewrite (a
               refusal, thinking, nothing), and where the model fails or is too slow. A Han, Kana
               or Hangul character counts as three letters.
    llm        an ``LLM``, or anything that ``fulltext_query.llm.as_llm`` takes: it gets the prompt
               and at most ``max_tokens`` of reply.
    timeout    seconds for everything; None for no limit. language, keep_language, system_prompt,
               retries: as of ``LLMQueryRewriter``.

    Usable beside a running event loop too, which then stands still; ``arewrite_query`` is for
    those. Raises SettingsError and InputError for arguments that cannot be used, and no error of a
    model: a note (``notes.collecting``) and the log tell of it.
    """
    return run(
        lambda: arewrite_query(
            original, llm, system_prompt=system_prompt, timeout=timeout, max_tokens=max_tokens,
            keep_language=keep_language, language=language, retries=retries,
        )
    )  # fmt: skip


async def arewrite_query(
    original: str,
    llm: object,
    *,
    system_prompt: str | None = None,
    timeout: float | None = 10.0,  # noqa: ASYNC109  # bounds retries too
    max_tokens: int = _TOKENS,
    keep_language: bool = False,
    language: str = "",
    retries: int = 0,
) -> str:
    """``rewrite_query`` for an event loop."""
    asker = Asker(
        llm, "rewriter", system_prompt=system_prompt, default_prompt=REWRITE_ONE,
        max_tokens=max_tokens, timeout=timeout, retries=retries,
    )  # fmt: skip
    reply = await _asked(asker, "The question", checked_text(original))
    if reply is None:
        return original
    read = _checked_rewrite(
        read_text(
            reply,
            original,
            languages=shared_languages(),
            language=language,
            keep_language=keep_language,
        ),
        original,
    )
    tell("rewriter", read)
    return read.or_original(original)


def hyde_query(
    original: str,
    llm: object,
    *,
    system_prompt: str | None = None,
    timeout: float | None = 20.0,
    max_tokens: int = _TOKENS,
    keep_language: bool = False,
    language: str = "",
    retries: int = 0,
) -> str:
    """A short passage that would answer the question; the question itself where that fails.

    The arguments are those of ``rewrite_query``. A passage of less than 20 letters is none, nor is
    one that says that its writer does not know. Search with it beside the question, not instead:
    it is invented (``HyDEGenerator`` gives both).
    """
    return run(
        lambda: ahyde_query(
            original, llm, system_prompt=system_prompt, timeout=timeout, max_tokens=max_tokens,
            keep_language=keep_language, language=language, retries=retries,
        )
    )  # fmt: skip


async def ahyde_query(
    original: str,
    llm: object,
    *,
    system_prompt: str | None = None,
    timeout: float | None = 20.0,  # noqa: ASYNC109
    max_tokens: int = _TOKENS,
    keep_language: bool = False,
    language: str = "",
    retries: int = 0,
) -> str:
    """``hyde_query`` for an event loop."""
    asker = Asker(
        llm, "hyde", system_prompt=system_prompt, default_prompt=HYDE,
        max_tokens=max_tokens, timeout=timeout, retries=retries,
    )  # fmt: skip
    reply = await _asked(asker, "The question", checked_text(original))
    if reply is None:
        return original
    read = read_passage(
        reply, original, least=_SHORTEST_PASSAGE, languages=shared_languages(), language=language,
        keep_language=keep_language,
    )  # fmt: skip
    tell("hyde", read)
    return read.or_original(original)


async def _asked(asker: Asker, task: str, text: str) -> Reply | None:
    """The reply; None where there is none, which is noted, and for a blank text, without a call."""
    if not text.strip():
        return None
    try:
        async with asker.in_time():
            return await asker.ask(make_prompt(asker.system, task, text))
    except ModelError as error:
        reason = "timeout" if isinstance(error, ModelTimeoutError) else "model_failed"
        note(asker.component, reason, said_of(error), level=logging.WARNING)
        return None


def _checked_rewrite(read: Read, original: str) -> Read:
    """Without a rewrite that is suspiciously short or long."""
    if not read.values:
        return read
    letters = width(read.values[0])
    if letters < _SHORTEST:
        reason = Reason("too_short", f"a rewrite of less than {_SHORTEST} letters")
    elif letters > _RUNAWAY * width(original):
        reason = Reason("too_long", f"a rewrite {_RUNAWAY} times as long as the question")
    else:
        return read
    return Read((), (*read.reasons, reason))


@overload
def for_ladder(
    step: QueryRewriter, ctx: RequestContext | None = None, *, n: int = 3
) -> Callable[[str], Awaitable[list[str]]]: ...
@overload
def for_ladder(
    step: HyDEGenerator, ctx: RequestContext | None = None
) -> Callable[[str], Awaitable[list[str]]]: ...
def for_ladder(
    step: QueryRewriter | HyDEGenerator, ctx: RequestContext | None = None, *, n: int = 3
) -> Callable[[str], Awaitable[list[str]]]:
    """A rewriter or a generator of passages as a searcher takes it: text → texts.

    ctx: on whose behalf; None for the default tenant. n: wordings asked of a rewriter. What the
    model raises, the searcher notes, and goes on with what was found. Raises SettingsError.
    """
    context = ctx if ctx is not None else RequestContext()
    if isinstance(step, QueryRewriter):

        async def rewrite(text: str) -> list[str]:
            return await step.rewrite(context, text, n=n)

        return rewrite
    if isinstance(step, HyDEGenerator):

        async def imagine(text: str) -> list[str]:
            return (await step.generate(context, text)).documents

        return imagine
    raise SettingsError(f"a {type(step).__name__} is no QueryRewriter and no HyDEGenerator")
