"""``understand`` of ``fulltext-query`` and of ``ragctl``, and its options, as typer reads them."""

from __future__ import annotations

from typing import Annotated

import typer

from .options import (
    DictionariesOption,
    PresetOption,
    SetOption,
    SettingsOption,
    TextArgument,
)

__all__ = ["ragctl_app", "understand"]

RewritesOption = Annotated[
    int, typer.Option("--rewrites", min=0, max=100, help="Rewrites to ask for.")
]
RewriteOption = Annotated[
    bool, typer.Option("--rewrite/--no-rewrite", help="Whether it is rewritten.")
]
DecomposeOption = Annotated[
    bool, typer.Option("--decompose/--no-decompose", help="Whether it is taken apart.")
]
GlossaryOption = Annotated[
    bool, typer.Option("--glossary/--no-glossary", help="Whether its terms are looked up.")
]
HydeOption = Annotated[
    bool, typer.Option("--hyde/--no-hyde", help="Whether passages that might answer it are made.")
]
TermOption = Annotated[
    list[str] | None,
    typer.Option(
        "--glossary-term", metavar="TERM", show_default=False,
        help="A term of the glossary; may be repeated, each with its --glossary-synonyms.",
    ),
]  # fmt: skip
SynonymsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--glossary-synonyms", metavar="WORDS", help="What the term stands for, by commas.",
        show_default=False,
    ),
]  # fmt: skip
TenantOption = Annotated[str, typer.Option("--tenant", metavar="ID", help="Whose question it is.")]
BudgetOption = Annotated[
    float | None,
    typer.Option(
        "--time-budget", metavar="SECONDS", min=0, help="For the whole question.",
        show_default=False,
    ),
]  # fmt: skip
TraceOption = Annotated[
    bool, typer.Option("--trace", help="Show the span query.understand on standard error.")
]

ragctl_app = typer.Typer(
    name="ragctl",
    help="Tries the wiring of query understanding, without models and credentials.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@ragctl_app.callback()
def _ragctl() -> None:
    pass


@ragctl_app.command("understand")
def ragctl_understand(
    text: TextArgument = None,
    *,
    glossary_term: TermOption = None,
    glossary_synonyms: SynonymsOption = None,
    rewrite: RewriteOption = True,
    decompose: DecomposeOption = True,
    glossary: GlossaryOption = True,
    hyde: HydeOption = True,
    rewrites: RewritesOption = 3,
    tenant: TenantOption = "default",
    time_budget: BudgetOption = None,
    trace: TraceOption = False,
) -> None:
    """Understand a question with models that do nothing; prints JSON.

    It runs anywhere, and shows that the pipeline and its span work: the question is taken apart by
    rules, terms come from the glossary given here, and the passage and its vector mean nothing.

    \b
    Examples:
      ragctl understand 'what is RAG used for'
      ragctl understand 'describe SpaceX and explain Falcon 1' --no-hyde
      ragctl understand 'what is RAG used for' --glossary-term rag \\
          --glossary-synonyms 'retrieval augmented generation,RAG pipeline'
    """
    from .inputs import one_text
    from .understand import Choices, glossary_entries, understand_without_models

    understand_without_models(
        Choices(
            one_text(text), rewrites if rewrite else 0, decompose, glossary, hyde,
            glossary_entries(glossary_term, glossary_synonyms), tenant, time_budget, trace,
        )
    )  # fmt: skip


def understand(
    text: TextArgument = None,
    *,
    search: Annotated[
        bool,
        typer.Option(
            "--search", help="With the query, the kNN clause and the queries of a fan-out."
        ),
    ] = False,
    glossary_term: TermOption = None,
    glossary_synonyms: SynonymsOption = None,
    rewrite: RewriteOption = True,
    decompose: DecomposeOption = True,
    heuristic: Annotated[
        bool, typer.Option("--heuristic", help="Take it apart by rules, without a model.")
    ] = False,
    glossary: GlossaryOption = True,
    hyde: HydeOption = True,
    rewrites: RewritesOption = 3,
    tenant: TenantOption = "default",
    time_budget: BudgetOption = None,
    trace: TraceOption = False,
    dictionaries: DictionariesOption = None,
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
) -> None:
    """Understand a question: rewrites, sub-questions, terms and passages, as JSON.

    Models are those of a server that speaks OpenAI's protocol, from FULLTEXT_QUERY_LLM_BASE_URL,
    _API_KEY, _MODEL and _EMBEDDING_MODEL in the environment, or the table [llm] of --settings; a
    vector is made where an embedding model is named. Terms come from the dictionaries' glossaries.
    A step that fails contributes nothing, with a warning, and the others go on.

    \b
    Examples:
      fulltext-query understand 'what is RAG used for' --settings fulltext-query.toml --search
      fulltext-query understand --no-rewrite --no-hyde --heuristic --dictionaries terms 'SLA report'
    """
    from .inputs import one_text
    from .understand import Choices, glossary_entries, understand_with_models

    understand_with_models(
        Choices(
            one_text(text), rewrites if rewrite else 0, decompose, glossary, hyde,
            glossary_entries(glossary_term, glossary_synonyms), tenant, time_budget, trace,
            heuristic, search,
        ),
        settings=settings, preset=preset, changes=changes, dictionaries=dictionaries,
    )  # fmt: skip
