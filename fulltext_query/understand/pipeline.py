"""One call that turns a question into everything that retrieval needs, whatever fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ..errors import InputError, SettingsError
from ..fusion import checked_number
from .context import RequestContext
from .notes import LOGGER, UnderstandNote, collecting, note, said_of
from .outputs import MAX_SUB_QUERIES, Passages, read_expansions, read_passages, read_texts
from .spans import Tracer, annotate, attributes, default_tracer, spanning
from .steps import Component, Deadline, Step
from .understood import UnderstoodQuery

if TYPE_CHECKING:  # each is loaded by who makes it
    from .decomposer import QueryDecomposer
    from .glossary import GlossaryExpander
    from .hyde import HyDEGenerator
    from .rewriter import QueryRewriter

__all__ = ["QueryUnderstandingPipeline"]

_MAX_REWRITES = 100
_MAX_NOTES = 100
_NO_PASSAGES = Passages([], None, None)

_logger = logging.getLogger(LOGGER)


class QueryUnderstandingPipeline:
    """Asks its components about a question, all at the same time, and puts together what they gave.

    A component that is not there contributes nothing, and costs nothing; one that fails, takes too
    long or gives what cannot be used contributes nothing either: ``metadata["partial_failures"]``
    names it, and ``metadata["notes"]`` says why. KeyboardInterrupt, SystemExit and the caller's own
    cancellation pass through. Keeps no state of a question: one serves any number at a time.
    """

    def __init__(
        self,
        *,
        rewriter: QueryRewriter | None = None,
        decomposer: QueryDecomposer | None = None,
        glossary: GlossaryExpander | None = None,
        hyde: HyDEGenerator | None = None,
        rewrite_n: int = 3,
        time_budget: float | None = None,
        tracer: Tracer | None = None,
    ) -> None:
        """rewriter, decomposer, glossary, hyde: the components; None for those that are off.

        rewrite_n: rewrites asked for, and kept at most; 0 to 100, with 0 the rewriter is not asked.
        time_budget: seconds, at least 0, for a whole question: a component that is not done then is
        given up; None for no limit. tracer: who makes the span ``query.understand`` of a question;
        None for OpenTelemetry, where it is installed.
        Raises SettingsError.
        """
        if isinstance(rewrite_n, bool) or not isinstance(rewrite_n, int):
            raise SettingsError(f"rewrite_n must be a whole number, not {rewrite_n!r}")
        if not 0 <= rewrite_n <= _MAX_REWRITES:
            raise SettingsError(f"rewrite_n must be from 0 to {_MAX_REWRITES}, not {rewrite_n}")
        if time_budget is not None:
            checked_number(time_budget, "time_budget", 0.0)
        self._time_budget = time_budget
        self._tracer = tracer if tracer is not None else default_tracer()
        self._given_up: set[asyncio.Future[Any]] = set()
        self._components = tuple(
            _components(
                _method(rewriter, "rewriter", "rewrite") if rewrite_n else None,
                _method(decomposer, "decomposer", "decompose"),
                _method(glossary, "glossary", "expand"),
                _method(hyde, "hyde", "generate"),
                rewrite_n,
            )
        )

    async def understand(self, ctx: RequestContext, text: str) -> UnderstoodQuery:
        """Everything that the components make of a question; a blank one is put to none of them.

        Raises InputError where the text is no string, or the context names no tenant.
        """
        started = perf_counter()
        tenant = getattr(ctx, "tenant_id", None)
        if tenant is None:
            raise InputError(f"ctx must be a RequestContext, not {type(ctx).__name__}")
        if not isinstance(text, str):
            raise InputError(f"a question must be a string, not {type(text).__name__}")
        with spanning(self._tracer) as span, collecting() as notes:
            deadline = Deadline(self._time_budget, self._given_up)
            components = self._components if text.strip() else ()
            steps = [Step(component, ctx, text, deadline) for component in components]
            if steps:
                await self._settle(steps)
            understood = _put_together(text, steps, notes, started)
            annotate(span, attributes(str(tenant), understood))
        return understood

    async def _run_all(self, steps: Sequence[Step]) -> None:
        """Runs the steps, each of which keeps its own outcome; here all at the same time.

        Override it for another order: ``for step in steps: await step()`` runs one after another.
        A step that is not run contributes nothing. No step raises an Exception.
        """
        if len(steps) == 1:
            await steps[0]()
            return
        outcomes = await asyncio.gather(*[step() for step in steps], return_exceptions=True)
        for outcome in outcomes:
            # what ends the program; a cancelled one is the component's own doing
            if isinstance(outcome, BaseException) and not isinstance(
                outcome, asyncio.CancelledError
            ):
                raise outcome

    async def _settle(self, steps: Sequence[Step]) -> None:
        """Runs the steps, so that each of them is done, has failed, or was left out on purpose."""
        failed = False
        try:
            await self._run_all(steps)
        except Exception as error:  # an override's own is no reason to fail
            failed = True
            message = f"_run_all failed: {said_of(error)}"
            note("pipeline", "error", message, level=logging.WARNING)
            _logger.debug("query.understand: _run_all failed", exc_info=error)
        for step in steps:
            step.end(expected=failed)


def _method(component: Any, label: str, name: str) -> Callable[..., Any] | None:
    if component is None:
        return None
    method: Callable[..., Any] | None = getattr(component, name, None)
    if isinstance(component, type) or not callable(method):
        raise SettingsError(f"{label} must have a method {name!r}, not be {_named(component)}")
    return method


def _named(component: object) -> str:
    if isinstance(component, type):
        return f"the class {component.__name__} itself"
    return f"a {type(component).__name__}"


def _components(
    rewrite: Callable[..., Any] | None,
    decompose: Callable[..., Any] | None,
    expand: Callable[..., Any] | None,
    generate: Callable[..., Any] | None,
    rewrite_n: int,
) -> list[Component]:
    """Those that are there, each with how it is asked and read."""
    components = []
    if rewrite is not None:
        components.append(
            Component(
                "rewriter",
                lambda ctx, text: rewrite(ctx, text, n=rewrite_n),
                lambda given, text: read_texts("rewriter", given, text, rewrite_n),
            )
        )
    if decompose is not None:
        components.append(
            Component(
                "decomposer",
                decompose,
                lambda given, text: read_texts("decomposer", given, text, MAX_SUB_QUERIES),
            )
        )
    if expand is not None:
        components.append(
            Component("glossary", expand, lambda given, _: read_expansions("glossary", given))
        )
    if generate is not None:
        components.append(
            Component("hyde", generate, lambda given, _: read_passages("hyde", given))
        )
    return components


def _put_together(
    text: str, steps: Sequence[Step], notes: Sequence[UnderstandNote], started: float
) -> UnderstoodQuery:
    """The question with what came of each step."""
    found = {step.label: step.value for step in steps if step.value is not None}
    passages: Passages = found.get("hyde", _NO_PASSAGES)
    metadata: dict[str, Any] = {"hyde_embed_model": passages.model}
    if passages.cache_hits or passages.cache_misses:
        metadata["hyde_cache_hits"] = passages.cache_hits
        metadata["hyde_cache_misses"] = passages.cache_misses
    failed = sorted(step.label for step in steps if step.failed)
    if failed:
        metadata["partial_failures"] = failed
    if notes:
        metadata["notes"] = [one._asdict() for one in notes[:_MAX_NOTES]]
    metadata["elapsed_ms"] = (perf_counter() - started) * 1000
    return UnderstoodQuery(
        original_text=text,
        rewrites=found.get("rewriter", []),
        sub_queries=found.get("decomposer", []),
        expansion_terms=found.get("glossary", {}),
        hyde_documents=passages.documents,
        hyde_vector=passages.vector,
        metadata=metadata,
    )
