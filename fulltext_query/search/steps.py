"""What a search asks for on its way: steps, options, and the state of the search."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..builder import FulltextQuery
from ..built import BuiltQuery
from ..errors import EngineTimeoutError
from ..text.tokens import Note
from .contract import Knn, Request
from .filters import Filter
from .hybrid import HybridSettings
from .ladder import Ladder
from .profiles import Profile
from .results import Found, SearchResult, Step
from .understood import Question

__all__ = ["Ask", "Embed", "Options", "Plan", "Rank", "Search", "Think"]

_WINDOW = 10_000  # hits that engines give at most


@dataclass(frozen=True, slots=True)
class Ask:
    """Requests for the engine, to be answered at once. Outcome: a Hits or an error for each."""

    requests: tuple[Request, ...]


@dataclass(frozen=True, slots=True)
class Embed:
    """Texts for the embedder. Outcome: one vector, their mean, or an exception."""

    texts: tuple[str, ...]
    passages: bool = False


@dataclass(frozen=True, slots=True)
class Think:
    """A text for the rewriter ("rewrite") or the generator of passages ("hyde").

    Outcome: strings, or an exception.
    """

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Rank:
    """Found documents for the reranker. Outcome: a number for each, or an exception."""

    built: BuiltQuery
    found: tuple[Found, ...]


Plan = Generator[Ask | Embed | Think | Rank, Any, SearchResult]


@dataclass(frozen=True, slots=True)
class Options:
    """What one search asks for, checked."""

    size: int = 10
    offset: int = 0
    filters: Filter | None = None
    min_match: object = None
    timeout: float | None = None
    total: bool = False
    highlight: bool = True
    fragments: int = 3
    hybrid: HybridSettings | None = None
    vector: tuple[float, ...] | None = None
    ladder: Ladder = field(default_factory=Ladder)
    rerank: int = 0  # how many of the first to rerank; 0 for none
    rewriter: bool = False  # whether there is one
    imagines: bool = False


class Search:
    """One search under way: what was found so far, and the time that is left."""

    def __init__(
        self,
        fq: FulltextQuery,
        profile: Profile,
        question: Question,
        options: Options,
        clock: Callable[[], float],
    ) -> None:
        self.fq = fq
        self.profile = profile
        self.question = question
        self.options = options
        self.clock = clock
        self.began = clock()
        self.notes: list[Note] = []
        self.steps: list[Step] = []
        self.timed_out = False
        # several lists become one: each is longer than the page reaches, and as long for other
        # pages, or a document could stand on two of them
        reach = (options.hybrid or HybridSettings()).depth(options.size, options.offset)
        self.fused_depth = min(max(reach, options.rerank), _WINDOW)
        deep = bool(question.others) or options.hybrid is not None or options.rerank > 0
        ladder = options.ladder
        thinks = (options.rewriter and ladder.rewrite) or (options.imagines and ladder.hyde)
        self.merges = deep or thinks
        self.depth = options.size
        if deep:
            self.depth = self.fused_depth
        elif thinks:  # whatever joins it, a list that was not enough is there whole
            self.depth = min(max(options.size + options.offset, ladder.enough), _WINDOW)

    def elapsed(self) -> float:
        return self.clock() - self.began

    def left(self) -> float | None:
        """Seconds that the whole search may still take. Raises EngineTimeoutError for none."""
        timeout = self.options.timeout
        if timeout is None:
            return None
        left = timeout - self.elapsed()
        if left <= 0:
            raise EngineTimeoutError(f"the search took longer than its {timeout:g} seconds")
        return left

    def build(self, text: str, min_match: object) -> BuiltQuery:
        return self.fq.build(text, min_match=min_match, synonyms=self.question.synonyms)

    def request(
        self,
        built: BuiltQuery | None,
        vector: Sequence[float] | None = None,
        *,
        depth: int | None = None,
    ) -> Request:
        options = self.options
        size = self.depth if depth is None else depth
        knn = Knn(tuple(vector), size, 2 * size) if vector is not None else None
        return Request(
            query=built.tree if built is not None else None,
            knn=knn,
            filters=options.filters,
            size=size,
            offset=0 if self.merges else options.offset,
            timeout=self.left(),
            total=options.total,
        )

    def failed(self, code: str, what: str, error: BaseException) -> None:
        self.notes.append(Note(code, f"{what}: {type(error).__name__}: {error}"))
