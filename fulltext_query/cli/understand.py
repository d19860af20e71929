"""``understand``: one question with everything that its components make of it, as JSON."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ..builder import FulltextQuery
from ..errors import SettingsError
from ..llm.noop import NoopEmbedder, NoopLLM
from ..llm.openai_compatible import OpenAICompatibleEmbedder, OpenAICompatibleLLM
from ..llm.settings import LLMSettings
from ..understand.context import RequestContext
from ..understand.decomposer import HeuristicQueryDecomposer, LLMQueryDecomposer, QueryDecomposer
from ..understand.glossary import DictionaryGlossary, InMemoryGlossary
from ..understand.hyde import HyDEGenerator
from ..understand.notes import LOGGER
from ..understand.pipeline import QueryUnderstandingPipeline
from ..understand.rewriter import LLMQueryRewriter
from .inputs import WrongUse, make_builder, make_settings
from .outputs import complain, emit
from .understand_trace import tracing

__all__ = ["Choices", "glossary_entries", "understand_with_models", "understand_without_models"]

_WORDING = "another wording of the question"
_PASSAGE = "This passage stands for one that a model would write in answer to the question."


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen on the command line."""

    text: str
    rewrites: int
    decompose: bool
    glossary: bool
    hyde: bool
    entries: dict[str, list[str]]
    tenant: str
    time_budget: float | None
    trace: bool
    heuristic: bool = False
    search: bool = False


def glossary_entries(
    terms: Sequence[str] | None, synonyms: Sequence[str] | None
) -> dict[str, list[str]]:
    """The entries of --glossary-term and --glossary-synonyms, in pairs. Raises WrongUse."""
    terms, synonyms = terms or (), synonyms or ()
    if len(terms) != len(synonyms):
        raise WrongUse(
            f"{len(terms)} --glossary-term and {len(synonyms)} --glossary-synonyms: give them in "
            "pairs, as in --glossary-term rag --glossary-synonyms 'retrieval augmented generation'"
        )
    entries: dict[str, list[str]] = {}
    for term, listed in zip(terms, synonyms, strict=True):
        found = [one.strip() for one in listed.split(",") if one.strip()]
        if not term.strip() or not found:
            raise WrongUse("a glossary's term and its synonyms must not be blank")
        entries.setdefault(term.strip(), []).extend(found)
    return entries


def understand_without_models(choices: Choices) -> None:
    """Prints what the pipeline makes of a question with models that do nothing."""
    glossary = InMemoryGlossary(choices.entries) if choices.glossary else None
    _understand(
        choices,
        rewriter=LLMQueryRewriter(NoopLLM(_WORDING)) if choices.rewrites else None,
        decomposer=HeuristicQueryDecomposer() if choices.decompose else None,
        glossary=glossary,
        hyde=HyDEGenerator(NoopLLM(_PASSAGE), NoopEmbedder()) if choices.hyde else None,
    )


def understand_with_models(
    choices: Choices,
    *,
    settings: Path | None,
    preset: str | None,
    changes: Sequence[str] | None,
    dictionaries: Sequence[Path] | None,
) -> None:
    """Prints what the pipeline makes of a question with the models of the settings.

    Raises SettingsError where a step needs a model and none is set; WrongUse.
    """
    fq = make_builder(
        make_settings(settings, preset, changes), None, dictionaries, choices.entries or None
    )
    models = LLMSettings.from_environment(file=settings)
    by_model = choices.decompose and not choices.heuristic
    llm = embedder = None
    if choices.rewrites or choices.hyde or by_model:
        try:
            llm = OpenAICompatibleLLM.from_settings(models)
        except SettingsError as error:
            raise SettingsError(
                f"{error}; or ask no model, with --no-rewrite, --no-hyde and --heuristic"
            ) from error
    if choices.hyde and models.embedding_model:
        embedder = OpenAICompatibleEmbedder.from_settings(models)
    decomposer: QueryDecomposer | None = None
    if choices.decompose:
        decomposer = LLMQueryDecomposer(llm) if by_model else HeuristicQueryDecomposer()
    _understand(
        choices,
        fq,
        rewriter=LLMQueryRewriter(llm) if choices.rewrites else None,
        decomposer=decomposer,
        glossary=DictionaryGlossary(fq) if choices.glossary else None,
        hyde=HyDEGenerator(llm, embedder) if choices.hyde else None,
    )


def _understand(choices: Choices, fq: FulltextQuery | None = None, **components: Any) -> None:
    """Asks the components, and prints what came of it."""
    context = _context(choices.tenant)
    # what the log would say is said below
    logger = logging.getLogger(LOGGER)
    if not logger.hasHandlers():
        logger.addHandler(logging.NullHandler())
    with tracing(choices.trace) as tracer:
        pipeline = QueryUnderstandingPipeline(
            **components, rewrite_n=choices.rewrites, time_budget=choices.time_budget,
            tracer=tracer,
        )  # fmt: skip
        understood = asyncio.run(pipeline.understand(context, choices.text))
    shown = understood.model_dump()
    if choices.search:
        shown["search"] = understood.to_search(fq).to_dict()
    # a line for each name: a vector in lines of its numbers is none to read
    lines = [f"  {json.dumps(name)}: {_as_json(value)}" for name, value in shown.items()]
    emit("{\n" + ",\n".join(lines) + "\n}")
    for note in understood.metadata.get("notes", ()):
        complain(f"warning: {note['component']}: {note['message']} ({note['reason']})")


def _context(tenant: str) -> RequestContext:
    """On whose behalf it is asked. Raises WrongUse for what is no name."""
    if not tenant.strip():
        raise WrongUse("--tenant must not be blank; leave it out for 'default'")
    try:
        return RequestContext(tenant_id=tenant)
    except ValidationError as error:  # bytes that are not UTF-8
        raise WrongUse(f"--tenant: {error.errors()[0]['msg']}") from error


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
