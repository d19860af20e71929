"""The decisions of a search, without any I/O: a generator that asks for what it needs.

It yields steps (``Check``, ``Ask``, ``Embed``, ``Think``, ``Rank``, ``Highlight``) and is sent
their outcomes, so that one piece of code serves the synchronous and the asynchronous searcher. An
outcome that is an exception is the failure of that step.

The time-out: every step may take what is left of it, and half is kept for the words: what has to
come before their request, the look at the index and the query's vector, may take the other half.
A step that takes longer is left behind with a note, and the result says that it timed out. Only
where the words' own first request has no answer in time, EngineTimeoutError is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace
from typing import Any

from ..builder import FulltextQuery
from ..built import BuiltQuery
from ..errors import EngineError, EngineTimeoutError
from ..query.min_match import required
from ..query.tree import Query
from ..text.tokens import Note
from .contract import Hit, Hits, Request
from .finishing import finished
from .profiles import Profile
from .results import Step
from .steps import Ask, Check, Embed, Options, Plan, Search, Think
from .threads import OutOfTime
from .understood import Question

__all__ = ["search_plan"]

_NOTHING = Hits(())


def search_plan(
    fq: FulltextQuery,
    profile: Profile,
    question: Question,
    options: Options,
    clock: Callable[[], float],
) -> Plan:
    """The whole search; returns a SearchResult. Raises EngineError where the words' search fails.

    What stands beside the words (vectors, rewriting, passages, reranking, other wordings) takes
    nothing down with it, nor do later rungs and the time running out on them: that is a note.
    """
    search = Search(fq, profile, question, options, clock)
    asked = search.build(question.text, options.min_match)
    if options.check:
        yield from _check(search)
    vector = yield from _vector(search, asked)
    near: Hits | None = None
    found = counted = _NOTHING
    others: list[Hits] = []
    best = -1
    answered = ""
    tried: list[tuple[int, Query]] = []
    for place, minimum in enumerate(options.ladder.minimums):
        if place and not _may_go_on(search):
            break
        built = asked if minimum is None else search.build(question.text, minimum)
        asks = required(built.min_match, len(built.tree.slots)), replace(built.tree, min_match="")
        if asks in tried:
            continue  # the rung asks for what one before it did
        tried.append(asks)
        try:
            hits, beside, nearest = yield from _look(
                search, built, minimum, vector, first=not place
            )
        except EngineError as error:
            if not place:
                raise
            search.failed("rung_failed", "went on with what was found", error)
            break
        if not place:
            others, near = beside, nearest
        name = "asked" if minimum is None else f"minimum {built.min_match or 0}"
        search.steps.append(Step(name, built.min_match, hits.total))
        if hits.total > best:
            best, answered, found, counted = hits.total, name, hits, hits
        if hits.total >= options.ladder.enough or not built:
            break
    texts = [found, *others]
    if best < options.ladder.enough and asked:
        for kind, wanted in (
            ("rewrite", options.rewriter and options.ladder.rewrite),
            ("hyde", options.imagines and options.ladder.hyde),
        ):
            if not wanted or not _may_go_on(search):
                continue
            try:
                more, nearest = yield from _think(search, asked, kind, vector is not None)
            except EngineError as error:
                search.failed(f"{kind}_failed", "went on without", error)
                continue
            near = _nearest(near, nearest)
            if more:
                most = max(more, key=lambda hits: hits.total)
                name = "rewritten" if kind == "rewrite" else "hyde"
                search.steps.append(Step(name, "", most.total))
                texts += more
                if most.total > best:
                    best, answered, counted = most.total, name, most
                if best >= options.ladder.enough:
                    break
    return (yield from finished(search, asked, texts, near, answered, counted))


def _may_go_on(search: Search) -> bool:
    """Whether there is time for another rung; says so where there is none."""
    limits = (search.options.ladder.seconds, search.options.timeout)
    seconds = min((limit for limit in limits if limit is not None), default=None)
    search.timed_out |= search.is_over()
    if seconds is None or search.elapsed() < seconds:
        return True
    if not any(note.code == "ladder_out_of_time" for note in search.notes):
        search.notes.append(
            Note("ladder_out_of_time", f"no further rung was tried after {seconds:g} seconds")
        )
    return False


def _check(search: Search) -> Generator[Check, Any, None]:
    """Raises IndexConflictError where the index is another, EngineError where it has no answer."""
    outcome = yield Check(search.left_before_words())
    if isinstance(outcome, OutOfTime):
        search.failed("check_failed", "searched without a look at the index's settings", outcome)
    elif isinstance(outcome, BaseException):
        raise outcome


def _vector(search: Search, asked: BuiltQuery) -> Generator[Embed, Any, Sequence[float] | None]:
    """The vector to search with; None where the search is not hybrid, or has none."""
    if search.options.hybrid is None:
        return None
    if search.options.vector is not None:
        return search.options.vector
    if not asked:  # every document is a neighbour of nothing
        return None
    outcome = yield Embed((search.question.text,), limit=search.left_before_words())
    if isinstance(outcome, BaseException):
        search.failed("embedding_failed", "searched by words alone", outcome)
        return None
    if outcome is None:
        search.notes.append(
            Note(
                "no_vector",
                "searched by words alone: there is no vector; give the searcher an embedder, or "
                "the search a vector",
            )
        )
        return None
    return tuple(outcome)


def _look(
    search: Search,
    built: BuiltQuery,
    minimum: object,
    vector: Sequence[float] | None,
    *,
    first: bool,
) -> Generator[Ask, Any, tuple[Hits, list[Hits], Hits | None]]:
    """One rung: what the words found, what the other wordings found, and the neighbours."""
    hybrid = search.options.hybrid
    limit = search.left_for_words() if first else search.left()
    server = hybrid is not None and hybrid.method == "server" and vector is not None
    others = []
    if first:
        asked = search.options.min_match if minimum is None else minimum
        texts = search.wordings(search.question.others)
        others = _distinct((search.build(text, asked) for text in texts), built)
    requests: list[Request] = []
    if built:
        requests.append(search.request(built, vector if server else None, limit=limit))
    requests += [search.request(other, limit=limit) for other in others]
    beside = first and vector is not None and not (server and built)
    if beside:
        requests.append(search.request(None, vector, limit=limit))
    if not requests:
        return _NOTHING, [], None
    outcomes = list((yield Ask(tuple(requests), limit)))
    found = _NOTHING
    if built:
        found = _or_raise(search, outcomes.pop(0))
    near = None
    if beside:
        near = _or_note(search, outcomes.pop(), "vectors_failed", "searched by words alone")
    lists = [
        _or_note(search, outcome, "wording_failed", f"left out {other.text!r}")
        for outcome, other in zip(outcomes, others, strict=True)
    ]
    return found, [hits for hits in lists if hits is not None], near


def _think(
    search: Search, asked: BuiltQuery, kind: str, vectors: bool
) -> Generator[Ask | Embed | Think, Any, tuple[list[Hits], Hits | None]]:
    """What a model's wordings or passages find; nothing where it fails."""
    outcome = yield Think(kind, search.question.text, search.left())
    if isinstance(outcome, BaseException):
        search.failed(f"{kind}_failed", "went on without", outcome)
        return [], None
    texts = search.wordings(outcome)
    if not texts:
        return [], None
    passages = kind == "hyde"
    builts = (
        search.fq.paragraph(text) if passages else search.build(text, search.options.min_match)
        for text in texts
    )
    distinct = _distinct(builts, asked)
    vector = None
    if passages and vectors:
        vector = yield Embed(tuple(texts), passages=True, limit=search.left())
        if isinstance(vector, BaseException):
            search.failed("embedding_failed", "searched the passages by words alone", vector)
            vector = None
    limit, depth = search.left(), search.fused_depth
    requests = [search.request(built, depth=depth, limit=limit) for built in distinct]
    if vector is not None:
        requests.append(search.request(None, vector, depth=depth, limit=limit))
    if not requests:
        return [], None
    outcomes = yield Ask(tuple(requests), limit)
    near = None
    lists = []
    for request, outcome in zip(requests, outcomes, strict=True):
        hits = _or_note(search, outcome, f"{kind}_failed", "left out one of its texts")
        if hits is None:
            continue
        if request.knn is not None:
            near = hits
        else:
            lists.append(hits)
    return lists, near


def _distinct(builts: Iterable[BuiltQuery], *known: BuiltQuery) -> list[BuiltQuery]:
    """Those that ask for something, each once, and for something else than those known."""
    trees = [built.tree for built in known]
    distinct = []
    for built in builts:
        if built and built.tree not in trees:
            trees.append(built.tree)
            distinct.append(built)
    return distinct


def _nearest(first: Hits | None, second: Hits | None) -> Hits | None:
    """The neighbours of two vectors of one model: each document at its better score."""
    if first is None or second is None:
        return second if first is None else first
    best: dict[str, Hit] = {}
    for hit in (*first.hits, *second.hits):
        if hit.id not in best or hit.score > best[hit.id].score:
            best[hit.id] = hit
    return replace(first, hits=tuple(sorted(best.values(), key=lambda hit: -hit.score)))


def _or_raise(search: Search, outcome: Any) -> Hits:
    if isinstance(outcome, OutOfTime):
        raise EngineTimeoutError(
            f"the engine: {outcome}; allow the search a longer timeout, or look at the engine"
        ) from outcome
    if isinstance(outcome, BaseException):
        raise outcome
    hits: Hits = outcome
    search.timed_out |= hits.timed_out
    return hits


def _or_note(search: Search, outcome: Any, code: str, what: str) -> Hits | None:
    if isinstance(outcome, (EngineError, OutOfTime)):
        search.failed(code, what, outcome)
        return None
    return _or_raise(search, outcome)
