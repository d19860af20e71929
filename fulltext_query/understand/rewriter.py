"""Other ways to ask the same thing, for a search by words."""

from __future__ import annotations

import abc
import hashlib
import json

from ..errors import SettingsError
from ..fusion import checked_number
from .asking import Asker, checked_text, checked_whole, tell
from .caches import Cache, cache_key, normalised_text
from .caches_flight import SingleFlight
from .caches_guard import PATIENCE
from .context import RequestContext
from .notes import note
from .prompts import PROMPT_VERSION, REWRITE, make_prompt
from .replies import Read, read_list
from .replies_language import shared_languages
from .replies_reading import Reading

__all__ = ["LLMQueryRewriter", "NoopQueryRewriter", "QueryRewriter"]

_COMPONENT = "rewriter"


class QueryRewriter(abc.ABC):
    """Gives other wordings of a question."""

    @abc.abstractmethod
    async def rewrite(self, ctx: RequestContext, query_text: str, *, n: int = 3) -> list[str]:
        """At most ``n`` wordings: none of them the question's own in whatever case, no two alike.

        May be fewer, and none where there are none.
        """


class NoopQueryRewriter(QueryRewriter):
    """Has no other wording for anything."""

    async def rewrite(
        self, ctx: RequestContext, query_text: str, *, n: int = 3  # noqa: ARG002
    ) -> list[str]:  # fmt: skip
        """[]"""
        return []


class LLMQueryRewriter(QueryRewriter):
    """Asks a language model for wordings, and takes of its reply what can be used.

    llm                an ``LLM``, or anything that ``fulltext_query.llm.as_llm`` takes.
    system_prompt      in place of the package's own; ``{n}`` in it is the number asked for.
    cache              where the wordings of a question are kept for the tenant, the model, the
                       prompt's version and the number asked for. Those who ask the same at the same
                       time share one call. A cache that fails is as good as none.
    cache_ttl_seconds  how long they are kept, above 0.
    prompt_version     part of the cache's key: change it when you change the prompt.
    max_tokens         of the reply.
    timeout            seconds for the model, retries too; None for no limit. A cache that is slow
                       has half a second more before each reading and writing is given up.
    keep_language      whether wordings in another language than the question's are left out; else
                       they are only noted.
    retries            how often a model is asked again that was not to be reached or too slow. The
                       package's adapters do that by themselves.

    Raises SettingsError for what cannot be used.
    """

    def __init__(
        self,
        llm: object,
        *,
        system_prompt: str | None = None,
        cache: Cache | None = None,
        cache_ttl_seconds: float = 3600,
        prompt_version: str = PROMPT_VERSION,
        max_tokens: int = 256,
        timeout: float | None = 10.0,
        keep_language: bool = False,
        retries: int = 0,
    ) -> None:
        self._asker = Asker(
            llm, _COMPONENT, system_prompt=system_prompt, default_prompt=REWRITE,
            max_tokens=max_tokens, timeout=timeout, retries=retries,
        )  # fmt: skip
        if checked_number(cache_ttl_seconds, "cache_ttl_seconds", 0.0) == 0:
            raise SettingsError("cache_ttl_seconds must be above 0; leave the cache out instead")
        self._ttl = cache_ttl_seconds
        self._cache = None if cache is None else SingleFlight.over(cache)
        self._version = str(prompt_version)
        self._keep_language = keep_language

    async def rewrite(self, ctx: RequestContext, query_text: str, *, n: int = 3) -> list[str]:
        """At most ``n`` wordings; [] for a blank question and for ``n`` 0, without a call.

        Raises ModelTimeoutError, ModelUnavailableError, ModelRefusedError, ModelError where the
        model fails; InputError where the question is no string; SettingsError for an ``n`` below 0.
        """
        text = checked_text(query_text)
        if not checked_whole(n, "n", 0) or not text.strip():
            return []
        if self._cache is None:
            async with self._asker.in_time():
                return list((await self._read(ctx, text, n)).values)

        def usable(kept: str) -> bool:
            return self._usable(kept, ctx, text, n)

        # a cache that hangs, once before the model and once after it, is not to cost the reply
        async with self._asker.in_time(3 * PATIENCE):
            kept = await self._cache.get_or_make(
                self._key(ctx, text, n), lambda: self._made(ctx, text, n), self._ttl, usable=usable
            )
        # another's question may differ in case from this one, and its wordings be this one
        return self._kept(kept, ctx, text, n)

    async def _made(self, ctx: RequestContext, text: str, n: int) -> str | None:
        """The wordings as the cache keeps them; None where there are none, which is not kept."""
        # its own time: who joins a call that hangs must not keep it alive for the next ones
        async with self._asker.in_time():
            values = (await self._read(ctx, text, n)).values
        return json.dumps(values, ensure_ascii=False) if values else None

    async def _read(self, ctx: RequestContext, text: str, n: int) -> Read:
        prompt = make_prompt(self._asker.system, "The text", text, n=n)
        read = read_list(
            await self._asker.ask(prompt), text, limit=n, languages=shared_languages(),
            language=ctx.language, keep_language=self._keep_language,
        )  # fmt: skip
        tell(_COMPONENT, read)
        return read

    def _key(self, ctx: RequestContext, text: str, n: int) -> str:
        own = hashlib.sha256(self._asker.system.encode("utf-8", "surrogatepass")).hexdigest()
        return cache_key(
            "rewrite", ctx.tenant_id, self._asker.llm.model_id, self._version,
            own if self._asker.own_prompt else "", str(n), ctx.language,
            str(self._keep_language), normalised_text(text),
        )  # fmt: skip

    def _kept(self, kept: str | None, ctx: RequestContext, text: str, n: int) -> list[str]:
        """The wordings of a cache's entry that a reply could have had; [] where it is none."""
        reading = Reading(text)
        lines = [line for one in _listed(kept) for line in reading.inner(one).splitlines()[:1]]
        reading.keep(
            [line.strip() for line in lines], n, single=False,
            languages=shared_languages() if self._keep_language else None,
            language=ctx.language, keep_language=self._keep_language,
        )  # fmt: skip
        return reading.values

    def _usable(self, kept: str, ctx: RequestContext, text: str, n: int) -> bool:
        """Whether a cache's entry is one; the next reply overwrites what is not."""
        if self._kept(kept, ctx, text, n):
            return True
        note(_COMPONENT, "cache", "an entry of the cache is damaged; the model was asked again")
        return False


def _listed(kept: str | None) -> list[str]:
    if kept is None:
        return []
    try:
        values = json.loads(kept)
    except (ValueError, RecursionError):
        return []
    if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
        return []
    return values
