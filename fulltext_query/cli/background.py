"""``fulltext-query df``: the commands on frequencies of the user's domain, as typer reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .inputs import make_settings
from .options import ApiKeyOption, CaCertsOption, PresetOption, SetOption, SettingsOption

__all__ = ["df_app"]

df_app = typer.Typer(
    name="df",
    help="Frequencies of your own domain, by which rare words outweigh common ones.",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

LanguageOption = Annotated[
    str | None,
    typer.Option("--language", metavar="CODE", help="Language of the words, such as zh."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="JSON, for programs.")]
OutOption = Annotated[
    Path,
    typer.Option(
        "--out",
        metavar="FILE",
        help="What is written: .tsv (text; frequencies/zh.tsv in a folder of dictionaries) or "
        ".dict (compiled).",
    ),
]
TableArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="A table of frequencies: .tsv or .dict.")
]


@df_app.command()
def build(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="SOURCE",
            help="A file of JSON lines, compressed by gzip or not; '-' reads standard input. Left "
            "out where --url names a server.",
            show_default=False,
        ),
    ] = None,
    *,
    out: OutOption,
    language: LanguageOption = None,
    fields: Annotated[
        list[str] | None,
        typer.Option(
            "--field",
            metavar="NAME",
            help="A field whose text counts; may be repeated. By default title, and content or "
            "text. With dots: inside of objects.",
            show_default=False,
        ),
    ] = None,
    url: Annotated[
        str | None,
        typer.Option(
            "--url",
            metavar="URL",
            help="A live index: http[s]://[USER:PASSWORD@]HOST[:PORT], with --index or with the "
            "index as its last part.",
        ),
    ] = None,
    index: Annotated[
        str | None, typer.Option("--index", metavar="NAME", help="The index, or an alias.")
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample", metavar="N", min=1, help="So many documents of the index, at random."
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", help="Of the sample: the same draws the same.")
    ] = 0,
    min_documents: Annotated[
        int,
        typer.Option(
            "--min-documents", metavar="N", min=1, help="Leave out words of fewer documents."
        ),
    ] = 2,
    max_words: Annotated[
        int,
        typer.Option(
            "--max-words",
            metavar="N",
            min=1000,
            help="Words in memory; beyond, the rarest are forgotten, which the file tells.",
        ),
    ] = 2_000_000,
    strict: Annotated[
        bool, typer.Option("--strict", help="Refuse a line that holds no document.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on where a run over the same was stopped.")
    ] = False,
    as_json: JsonOption = False,
    api_key: ApiKeyOption = None,
    ca_certs: CaCertsOption = None,
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
) -> None:
    """Count the words of a corpus, or of a live index, into a table.

    What is done is kept beside the table as FILE.part, once a minute and when the run is stopped:
    --resume goes on behind it, and gives what a run in one go would. A line that holds no document
    is told, counted and passed over.

    Count a large body of text of your domain, not the collection you search: the engine knows the
    frequencies of that one already, and weighing by them twice makes its ranking worse.

    Exit codes: 0; 1 where lines held no document; 2 where nothing could be written.

    \b
    Examples:
      fulltext-query df build corpus.jsonl.gz --out dictionaries/frequencies/zh.tsv --language zh
      fulltext-query df build --url http://localhost:9200 --index docs --field content \\
          --sample 100000 --out dictionaries/frequencies/en.tsv --language en --resume
    """
    from .background_build import Asked, build_table_of
    from .engines import Access

    asked = Asked(
        source=source, out=out, language=language, fields=tuple(fields or ()), url=url,
        index=index, sample=sample, seed=seed, min_documents=min_documents, max_words=max_words,
        strict=strict, resume=resume, as_json=as_json, access=Access(api_key, ca_certs),
    )  # fmt: skip
    raise typer.Exit(build_table_of(asked, make_settings(settings, preset, changes)))


@df_app.command()
def merge(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Tables of one language: .tsv or .dict.")
    ],
    *,
    out: OutOption,
    language: LanguageOption = None,
    min_documents: Annotated[
        int,
        typer.Option(
            "--min-documents",
            metavar="N",
            min=1,
            help="Leave out words of fewer documents in all.",
        ),
    ] = 1,
    as_json: JsonOption = False,
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
) -> None:
    """Add up tables: counts, documents and tokens.

    Tables of parts of a corpus give exactly the table of the whole where they were built with
    --min-documents 1; else the result tells how much a count may lack.

    \b
    Example:
      fulltext-query df merge 2023.tsv 2024.tsv --out frequencies/en.tsv
    """
    from .background_tables import merge_files

    merge_files(
        files, out, make_settings(settings, preset, changes), language=language,
        min_documents=min_documents, as_json=as_json,
    )  # fmt: skip


@df_app.command()
def inspect(
    file: TableArgument,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORD…", help="Words to weigh.", show_default=False),
    ] = None,
    *,
    top: Annotated[
        int, typer.Option("--top", metavar="N", min=0, help="The most frequent words to show.")
    ] = 20,
    language: LanguageOption = None,
    as_json: JsonOption = False,
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
) -> None:
    """Show a table, and what words weigh with it.

    Its size, its most frequent words, and for each WORD the two IDFs with the table and without.

    \b
    Example:
      fulltext-query df inspect frequencies/zh.tsv 版权 制度
    """
    from .background_tables import inspect_file

    inspect_file(
        file, words or (), make_settings(settings, preset, changes), top=top, language=language,
        as_json=as_json,
    )  # fmt: skip


@df_app.command()
def diff(
    first: TableArgument,
    second: TableArgument,
    *,
    top: Annotated[
        int, typer.Option("--top", metavar="N", min=1, help="Words to show of each kind.")
    ] = 20,
    language: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show in which words two tables differ most.

    By document frequency, per document; those that differ for certain come first: a word of a few
    documents may differ by chance.

    \b
    Example:
      fulltext-query df diff last-year.tsv frequencies/en.tsv
    """
    from .background_tables import diff_files

    diff_files(first, second, top=top, language=language, as_json=as_json)
