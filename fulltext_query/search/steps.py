"""What a search asks for on its way: steps, options, and the state of the search.

A step's ``limit`` is the seconds that it may take, None for no limit; its outcome is OutOfTime
where it took longer, and what it still does is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..asking import Asked
from ..builder import FulltextQuery
from ..built import BuiltQuery
from ..errors import EngineTimeoutError
from ..text.tokens import Note
from .contract import WINDOW, Knn, Request
from .filters import Filter
from .hybrid import HybridSettings
from .ladder import Ladder
from .profiles import Profile
from .results import Found, SearchResult, Step
from .threads import OutOfTime
from .understood import Question

__all__ = ["Ask", "Check", "Embed", "Highlight", "Options", "Plan", "Rank", "Search", "Think"]

_WORDS_SHARE = 0.5  # of the whole time is kept for the words
_WORDINGS = 16
"""Wordings, or passages, that are searched beside the user's own words: each is a request."""


@dataclass(frozen=True, slots=True)
class Check:
    """Whether the index was made with the settings that it is searched with.

    Outcome: None, or an exception.
    """

    limit: float | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """Requests for the engine, to be answered at once. Outcome: a Hits or an error for each."""

    requests: tuple[Request, ...]
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class Embed:
    """Texts for the embedder. Outcome: one vector, their mean, or an exception."""

    texts: tuple[str, ...]
    passages: bool = False
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class Think:
    """A text for the rewriter ("rewrite") or the generator of passages ("hyde").

    Outcome: strings, or an exception.
    """

    name: str
    text: str
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class Rank:
    """Found documents for the reranker. Outcome: a number for each, or an exception."""

    built: BuiltQuery
    found: tuple[Found, ...]
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class Highlight:
    """Work that is not to be done in an event loop; it looks at the time itself.

    Outcome: what it returns, or an exception.
    """

    work: Callable[[], Any]
    limit: float | None = None  # for the thread to do it in, where there may be none


Plan = Generator[Check | Ask | Embed | Think | Rank | Highlight, Any, SearchResult]


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
    check: bool = False  # whether the index is looked at first


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
        self.fused_depth = min(max(reach, options.rerank), WINDOW)
        deep = bool(question.others) or options.hybrid is not None or options.rerank > 0
        ladder = options.ladder
        thinks = (options.rewriter and ladder.rewrite) or (options.imagines and ladder.hyde)
        self.merges = deep or thinks
        self.depth = options.size
        if deep:
            self.depth = self.fused_depth
        elif thinks:  # whatever joins it, a list that was not enough is there whole
            self.depth = min(max(options.size + options.offset, ladder.enough), WINDOW)

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

    def is_over(self) -> bool:
        """Whether the whole search's time is over."""
        timeout = self.options.timeout
        return timeout is not None and self.elapsed() >= timeout

    def left_before_words(self) -> float | None:
        """Seconds for what comes before the words' first request, which keeps its half."""
        timeout = self.options.timeout
        if timeout is None:
            return None
        return max(timeout * (1 - _WORDS_SHARE) - self.elapsed(), 0.0)

    def left_for_words(self) -> float | None:
        """Seconds for the words' first request: its half, whatever was before it."""
        timeout = self.options.timeout
        if timeout is None:
            return None
        return max(timeout - self.elapsed(), timeout * _WORDS_SHARE)

    def wordings(self, texts: Iterable[object]) -> list[str]:
        """The first texts that say something else than the user's own; a note where more do."""
        distinct: dict[str, str] = {}
        for text in texts:
            if isinstance(text, str) and text.strip():
                distinct.setdefault(text.casefold(), text)
        distinct.pop(self.question.text.casefold(), None)
        given = list(distinct.values())
        if len(given) > _WORDINGS:
            said = f"the first {_WORDINGS} of {len(given)} other wordings were searched"
            self.notes.append(Note("wordings_left_out", said))
        return given[:_WORDINGS]

    def build(self, text: str, min_match: object) -> BuiltQuery:
        question = self.question
        passages = question.passages if text == question.text else ()
        asked = Asked(text, passages=passages, glossary=question.glossary)
        return self.fq.build(asked, min_match=min_match)

    def request(
        self,
        built: BuiltQuery | None,
        vector: Sequence[float] | None = None,
        *,
        depth: int | None = None,
        limit: float | None = None,
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
            timeout=limit,
            total=options.total,
        )

    def failed(self, code: str, what: str, error: BaseException) -> None:
        self.timed_out |= isinstance(error, (OutOfTime, EngineTimeoutError))
        self.notes.append(Note(code, f"{what}: {type(error).__name__}: {error}"))
