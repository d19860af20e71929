"""The end of a search: one list of what was found, reranked, cut to the page and highlighted."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace
from typing import Any

from ..built import BuiltQuery
from ..errors import EngineTimeoutError
from ..text.tokens import Note
from .contract import Hit, Hits
from .hybrid import HybridSettings, fuse, fuse_many
from .results import Found, SearchResult
from .steps import Highlight, Rank, Search

__all__ = ["finished"]

_OTHER_WEIGHT = 1.0
"""What another wording's list weighs against that of the user's own words (measured on the recorded
wordings of 86 queries: alike is better than half)."""
_HIGHLIGHTED = 20_000
"""Characters of each part of a hit that are looked at for highlights: analysing them is the cost,
some 50 ms for so many of Chinese. What matches behind them is found, and not shown."""
_LAST_HIT = 0.25  # seconds for the hit that is under way when the time is over


def finished(
    search: Search,
    asked: BuiltQuery,
    texts: list[Hits],
    near: Hits | None,
    answered: str,
    counted: Hits,
) -> Generator[Rank | Highlight, Any, SearchResult]:
    """One list of what was found, reranked, cut to the page and highlighted."""
    options = search.options
    sources: dict[str, Hit] = {}
    for hits in (*texts, *((near,) if near is not None else ())):
        for hit in hits.hits:
            sources.setdefault(hit.id, hit)
    ranked = _ranked(texts, near, options.hybrid)
    reach = max(options.offset + options.size, options.rerank)
    found = [
        Found(identifier, score, search.profile.document(identifier, sources[identifier].source),
              {}, scores)
        for identifier, score, scores in ranked[:reach]
    ]  # fmt: skip
    if options.rerank and found:
        try:
            outcome = yield Rank(asked, tuple(found[: options.rerank]), search.left())
        except EngineTimeoutError as error:  # nothing is left
            outcome = error
        if isinstance(outcome, BaseException):
            search.failed("rerank_failed", "the order is that before it", outcome)
        else:
            found = _reranked(found, outcome)
    if search.merges:
        found = found[options.offset :]
    page = found[: options.size]
    if options.highlight:
        page = yield from _highlighted(search, asked, page)
    return SearchResult(
        search.question.text, tuple(page), counted.total, counted.exact, 1000 * search.elapsed(),
        answered, tuple(search.steps), asked, (*asked.notes, *search.notes), search.timed_out,
    )  # fmt: skip


def _ranked(
    texts: list[Hits], near: Hits | None, hybrid: HybridSettings | None
) -> list[tuple[str, float, dict[str, float | None]]]:
    words = texts[0]
    if len(texts) > 1:
        weights = [1.0, *[_OTHER_WEIGHT] * (len(texts) - 1)]
        fused = fuse_many(texts, weights)
        words = replace(words, hits=tuple(Hit(one.id, one.score, {}) for one in fused))
    if near is None or hybrid is None:
        return [(hit.id, hit.score, {}) for hit in words.hits]
    return [(one.id, one.score, dict(one.scores)) for one in fuse(words, near, hybrid)]


def _reranked(found: Sequence[Found], scores: Iterable[float]) -> list[Found]:
    """The first by their new scores, the rest behind them as they were."""
    new = list(scores)
    first = [
        replace(item, score=score, scores={**item.scores, "rerank": score})
        for item, score in zip(found, new, strict=False)
    ]
    return [*sorted(first, key=lambda item: -item.score), *found[len(new) :]]


def _highlighted(
    search: Search, asked: BuiltQuery, page: list[Found]
) -> Generator[Highlight, Any, list[Found]]:
    """The page with highlights, as far as the time goes; looked at after every hit."""

    def work() -> list[Found]:
        from .highlight import Highlighter

        highlighter = Highlighter(
            asked, search.fq, fragments=search.options.fragments, reach=_HIGHLIGHTED
        )
        done: list[Found] = []
        for item in page:
            if search.is_over():
                break
            done.append(replace(item, highlights=highlighter.document(item.document)))
        return done

    if not page or not asked:
        return page
    timeout = search.options.timeout
    limit = None if timeout is None else max(timeout - search.elapsed(), 0.0) + _LAST_HIT
    outcome = yield Highlight(work, limit)
    if isinstance(outcome, BaseException):
        search.failed("highlight_failed", "the hits have no highlights", outcome)
        return page
    if len(outcome) < len(page):  # only where there is a time-out
        search.timed_out = True
        search.notes.append(
            Note(
                "highlights_left_out",
                f"the last {len(page) - len(outcome)} of {len(page)} hits have no highlights: the "
                f"search took longer than its {timeout:g} seconds",
            )
        )
    return [*outcome, *page[len(outcome) :]]
