"""What both kinds of searcher share: what they are made of, and every decision but the search's."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..builder import FulltextQuery
from ..errors import DocumentError, FilterError, IndexConflictError, ModelError, SettingsError
from ..fusion import checked_number
from .contract import WINDOW, Progress, Row
from .documents import finite_vector
from .embedders import CheckedEmbedder, Vector, as_embedder, mean_vector
from .filters import And, Exists, Filter, In, Not, Or, Range, parse_filter
from .hybrid import HybridSettings
from .ladder import Imagine, Ladder, Rewrite, whole_number
from .profiles import Profile, TokenProfile
from .rerank import Reranker
from .rows import RowMaker
from .steps import Embed, Options, Rank, Think
from .understood import Question, as_question

__all__ = ["Parts", "listed", "make_parts"]

_RERANKED = 50


@dataclass(frozen=True, slots=True)
class Parts:
    """What a searcher is made of; both kinds share it and every decision that it takes."""

    fq: FulltextQuery
    profile: Profile
    embedder: CheckedEmbedder | None = None
    hybrid: HybridSettings | None = None
    ladder: Ladder = field(default_factory=Ladder)
    rewriter: Rewrite | None = None
    hyde: Imagine | None = None
    reranker: Reranker | None = None

    def asked(self, given: object, **options: Any) -> tuple[Question, Options]:
        """What is searched for and how. Raises InputError, SettingsError, FilterError."""
        question = as_question(given)
        if options["vector"] is None:
            options["vector"] = question.vector
        return question, self.options(**options)

    def options(
        self,
        *,
        size: int,
        offset: int,
        filters: object,
        min_match: object,
        timeout: float | None,
        total: bool,
        highlight: bool,
        fragments: int,
        hybrid: HybridSettings | bool | None,
        vector: Sequence[float] | None,
        ladder: Ladder | None,
        rerank: int | None,
    ) -> Options:
        """What one search asks for. Raises SettingsError, FilterError."""
        whole_number(size, "size", 0)
        whole_number(offset, "offset", 0)
        if size + offset > WINDOW:
            raise SettingsError(
                f"offset + size is {size + offset}: engines page through the first {WINDOW} hits "
                "only; narrow the search with filters instead"
            )
        whole_number(fragments, "fragments", 0)
        if timeout is not None and checked_number(timeout, "timeout", 0.0) == 0:
            raise SettingsError("timeout must be above 0 seconds; None is for no limit")
        parsed = parse_filter(filters)
        if rerank is None:
            rerank = _RERANKED if self.reranker is not None else 0
        whole_number(rerank, "rerank", 0)
        if rerank > WINDOW:
            raise SettingsError(f"rerank must be at most {WINDOW}, not {rerank}")
        if rerank and self.reranker is None:
            raise SettingsError("rerank: give the searcher a reranker first")
        if ladder is not None and not isinstance(ladder, Ladder):
            raise SettingsError(f"ladder must be a Ladder, not {ladder!r}")
        if vector is not None:
            vector = _query_vector(vector)
        return Options(
            size, offset, None if parsed is None else _renamed(parsed, self.profile), min_match,
            timeout, total, highlight, fragments, self._fusion(hybrid, vector),
            vector, ladder or self.ladder,
            rerank, self.rewriter is not None, self.hyde is not None,
        )  # fmt: skip

    def _fusion(
        self, asked: HybridSettings | bool | None, vector: Sequence[float] | None
    ) -> HybridSettings | None:
        if asked is False:
            return None
        if isinstance(asked, HybridSettings):
            wanted: HybridSettings | None = asked
        elif asked is True:
            wanted = self.hybrid or HybridSettings()
        elif asked is not None:
            raise SettingsError(f"hybrid must be True, False or HybridSettings, not {asked!r}")
        else:
            wanted = self.hybrid
            if wanted is None and (vector is not None or self.embedder is not None):
                wanted = HybridSettings()
        if wanted is not None and vector is None and self.embedder is None and asked:
            raise SettingsError("a hybrid search needs a vector: give the searcher an embedder, or "
                                "the search a vector")  # fmt: skip
        return wanted

    def row_maker(self, progress: Progress | None) -> RowMaker:
        """What makes rows of documents, with vectors where there is an embedder."""
        return RowMaker(self.profile, self.embedder, progress)

    def dimensions(self, first: Row | None) -> int | None:
        """The length of the vectors that the index will have, as far as can be told."""
        if first is not None and first.vector is not None:
            return len(first.vector)
        return self.embedder.dimensions if first is not None and self.embedder else None

    async def adimensions(self, first: Row | None) -> int | None:
        """``dimensions`` without blocking the loop."""
        if first is not None and first.vector is None and self.embedder is not None:
            return await self.embedder.adimensions()
        return self.dimensions(first)

    def check(self, meta: Mapping[str, Any] | None) -> None:
        """Raises IndexConflictError where the index was made with other settings of text."""
        schema = self.profile.schema()
        if schema is None or not meta:
            return
        for name in ("profile", "text"):
            held, ours = meta.get(name), schema.meta.get(name)
            if held is not None and held != ours:
                raise IndexConflictError(
                    f"the index was made with another {name} ({_difference(held, ours)}): its "
                    "tokens and the query's would not meet. Search it with those settings, or "
                    "make the index anew"
                )

    def embed(self, step: Embed) -> Any:
        if self.embedder is None:
            return None
        if not step.passages:
            return self.embedder.embed_query(step.texts[0])
        return mean_vector(self.embedder.embed_documents(list(step.texts)))

    def think(self, step: Think) -> Any:
        think = self.rewriter if step.name == "rewrite" else self.hyde
        return () if think is None else think(step.text)

    def waits(self, step: Think) -> bool:
        """Whether what a step asks is a coroutine function, which takes no time by itself."""
        think = self.rewriter if step.name == "rewrite" else self.hyde
        return inspect.iscoroutinefunction(think) or inspect.iscoroutinefunction(
            getattr(think, "__call__", None)  # noqa: B004  # an object may have an async one
        )

    def rank(self, step: Rank) -> list[float]:
        """The reranker's scores. Raises ModelError where they cannot be used."""
        if self.reranker is None:
            return []
        scores = list(self.reranker(step.built, step.found))
        if len(scores) != len(step.found):
            raise ModelError(
                f"the reranker gave {len(scores)} scores for {len(step.found)} documents"
            )
        try:
            return [checked_number(score, "a score") for score in scores]
        except SettingsError as error:
            raise ModelError(f"the reranker's {error}") from error


def make_parts(
    fq: FulltextQuery | None,
    profile: Profile | None,
    embedder: object,
    hybrid: HybridSettings | None,
    ladder: Ladder | None,
    rewriter: Rewrite | None,
    hyde: Imagine | None,
    reranker: Reranker | None,
) -> Parts:
    """The parts, with what was left out filled in. Raises SettingsError."""
    fq = fq or FulltextQuery()
    return Parts(
        fq, profile or TokenProfile(fq),
        None if embedder is None else as_embedder(embedder), hybrid, ladder or Ladder(),
        rewriter, hyde, reranker,
    )  # fmt: skip


def _query_vector(given: object) -> Vector:
    try:
        return finite_vector(given)
    except DocumentError as error:
        raise SettingsError(f"the query's {error}") from error


def _renamed(given: Filter, profile: Profile) -> Filter:
    """The filter in the index's own names of fields."""
    match given:
        case And(filters):
            return And(tuple(_renamed(one, profile) for one in filters))
        case Or(filters):
            return Or(tuple(_renamed(one, profile) for one in filters))
        case Not(inner):
            return Not(replace(inner, field=profile.field(inner.field)))
        case In(name) | Range(name):
            return replace(given, field=profile.field(name))
        case Exists(name):
            return Exists(profile.field(name))
    raise FilterError(f"{given!r} is no filter")


def _difference(held: object, ours: object) -> str:
    if not isinstance(held, Mapping) or not isinstance(ours, Mapping):
        return f"{held!r}, not {ours!r}"
    return ", ".join(
        f"{name} {held.get(name)!r}, not {ours.get(name)!r}"
        for name in dict.fromkeys((*held, *ours))
        if held.get(name) != ours.get(name)
    )


def listed(thought: object) -> list[str]:
    """What a rewriter or a generator gave, as a list."""
    return [thought] if isinstance(thought, str) else list(thought or ())  # type: ignore[call-overload]
