"""The commands that work on an index, and their options, as typer reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .inputs import make_builder, make_settings
from .options import (
    PRESETS_LISTED,
    ApiKeyOption,
    CaCertsOption,
    DictionariesOption,
    PresetOption,
    SetOption,
    SettingsOption,
    TextArgument,
)

__all__ = ["evaluate", "index", "search"]


def index(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Documents, one JSON object a line, compressed by gzip or not; '-' reads standard "
            "input.",
        ),
    ],
    *,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="PATH|URL",
            help="The folder of an embedded index, or http[s]://[USER:PASSWORD@]HOST[:PORT]/INDEX "
            "for Elasticsearch; made if it is not there.",
        ),
    ],
    batch: Annotated[
        int | None,
        typer.Option(
            "--batch", min=1, max=100_000, help="Documents of one request to a server (1000)."
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="The report as JSON, with every document left out.")
    ] = False,
    api_key: ApiKeyOption = None,
    ca_certs: CaCertsOption = None,
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
    dictionaries: DictionariesOption = None,
) -> None:
    """Index documents: fill an index that 'search' and the queries of 'build' fit.

    A document is {"id": …, "title": …, "content": …}, with "important_keywords", "questions",
    "metadata" and "vector" where there are any; BEIR's names _id and text do too, and every other
    name is metadata. One with the id of an earlier one replaces it. A line that is no document is
    told and left out, and the rest goes on.

    An index remembers the settings that its tokens depend on, and is never removed here: to make
    it anew, remove it yourself, or give another name.

    Exit codes: 0; 1 where a line or a document was left out; 2 where indexing could not be done.

    \b
    Examples:
      fulltext-query index documents.jsonl --to docs.index
      zcat dump.jsonl.gz | fulltext-query index - --to http://localhost:9200/docs
    """
    from .engines import Access
    from .index import index_file

    code = index_file(
        make_builder(make_settings(settings, preset, changes), None, dictionaries), file, to,
        access=Access(api_key, ca_certs), batch=batch, as_json=as_json,
    )  # fmt: skip
    raise typer.Exit(code)


def search(
    text: TextArgument = None,
    *,
    where: Annotated[
        str,
        typer.Option(
            "--in",
            metavar="PATH|URL",
            help="The folder of an embedded index, or http[s]://[USER:PASSWORD@]HOST[:PORT]/INDEX.",
        ),
    ],
    size: Annotated[int, typer.Option("--size", min=0, max=10_000, help="Hits to show.")] = 10,
    offset: Annotated[
        int, typer.Option("--offset", min=0, max=10_000, help="Hits to pass over.")
    ] = 0,
    filters: Annotated[
        list[str] | None,
        typer.Option(
            "--filter",
            metavar="NAME=VALUE",
            help="Only documents with this metadata; may be repeated: all names hold, one of the "
            'values of a name. Or JSON: \'{"year": {"gte": 2020}}\'.',
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="JSON, with whole documents; matches in <em>.")
    ] = False,
    lines: Annotated[
        bool,
        typer.Option("--lines", help="Each line is a query of its own, and gives a line of JSON."),
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="The query's table first: each word and why.")
    ] = False,
    min_match: Annotated[
        str | None,
        typer.Option(
            "--min-match", metavar="MINIMUM", help="How many of the words must match, as in build."
        ),
    ] = None,
    synonyms: Annotated[
        Path | None,
        typer.Option("--synonyms", metavar="FILE", help="Rules of synonyms, as in build."),
    ] = None,
    title_field: Annotated[
        str | None,
        typer.Option(
            "--title-field",
            metavar="NAME",
            help="With --preset plain, the field shown as the title; '' for none. Default: the one "
            "of the fields that is named title.",
            show_default=False,
        ),
    ] = None,
    content_field: Annotated[
        str | None,
        typer.Option(
            "--content-field",
            metavar="NAME",
            help="With --preset plain, the field whose passages are shown. Default: the one named "
            "content, body or text, else the heaviest other one.",
            show_default=False,
        ),
    ] = None,
    api_key: ApiKeyOption = None,
    ca_certs: CaCertsOption = None,
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
    dictionaries: DictionariesOption = None,
) -> None:
    """Search an index: documents by score, with the passages that match.

    Matches are in colour on a terminal, in [brackets] elsewhere. Where nothing has as many of the
    words as the minimum asks for, documents with fewer are shown, and it says so. Nothing found is
    no error: exit code 0, and a message on standard error.

    \b
    Examples:
      fulltext-query search '同义词 配置' --in docs.index
      fulltext-query search 'reset password' --in http://localhost:9200/docs --filter lang=en
      fulltext-query search --lines --in docs.index < queries.txt > hits.ndjson
    """
    from .engines import Access
    from .profiles import ShownFields
    from .search import Asked, parse_filters, search_lines, search_one

    asked = Asked(
        where, size, offset, parse_filters(filters or ()), explain, Access(api_key, ca_certs),
        ShownFields(title_field, content_field),
    )  # fmt: skip
    builder = make_builder(
        make_settings(settings, preset, changes, min_match), synonyms, dictionaries
    )
    if lines:
        search_lines(builder, text, asked)
    else:
        search_one(builder, text, asked, as_json=as_json)


def evaluate(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER",
            help="Judged queries as BEIR lays them out: corpus.jsonl, queries.jsonl, qrels.tsv.",
        ),
    ],
    *,
    where: Annotated[
        str | None,
        typer.Option(
            "--in",
            metavar="URL|PATH",
            help="An index, http://host:9200/NAME or the folder of an embedded one; it is filled "
            "if there is none, else searched as it is. Default: one that is gone afterwards.",
        ),
    ] = None,
    files: Annotated[
        list[Path] | None,
        typer.Option(
            "--settings",
            metavar="FILE",
            help="A TOML file of settings; may be repeated, to compare them.",
            show_default=False,
        ),
    ] = None,
    presets: Annotated[
        list[str] | None,
        typer.Option(
            "--preset",
            metavar="NAME",
            help=f"{PRESETS_LISTED}; may be repeated, and comes before the files.",
            show_default=False,
        ),
    ] = None,
    changes: SetOption = None,
    split: Annotated[
        str | None,
        typer.Option("--split", metavar="NAME", help="The file NAME.tsv of the folder qrels."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="JSON, with the values of every query.")
    ] = False,
    run_file: Annotated[
        Path | None,
        typer.Option("--run", metavar="FILE", help="Write the first 100 hits as a TREC run."),
    ] = None,
    worst: Annotated[
        int, typer.Option("--worst", min=0, help="How many of the worst queries are shown.")
    ] = 5,
    size: Annotated[
        int, typer.Option("--size", min=10, max=10_000, help="Hits that each query asks for.")
    ] = 100,
    api_key: ApiKeyOption = None,
    ca_certs: CaCertsOption = None,
) -> None:
    """Measure a search with your own judged queries, and compare settings.

    Prints nDCG@10, Recall@100 and MRR@10 with 95 % intervals; of several settings also the
    differences from the first, query by query; then the worst queries, with their explanation.

    \b
    Examples:
      fulltext-query evaluate mine/
      fulltext-query evaluate mine/ --preset default --preset documents
      fulltext-query evaluate mine/ --in http://localhost:9200/docs --settings new.toml
    """
    from .engines import Access
    from .evaluate import Asked, run_evaluation

    named = {name: make_settings(None, name, changes) for name in presets or ()}
    for path in files or ():
        name = path.stem if path.stem not in named else str(path)
        named[name] = make_settings(path, None, changes)
    if not named:
        named["default"] = make_settings(None, None, changes)
    run_evaluation(
        Asked(
            folder, named, where, split, as_json, run_file, worst, size, Access(api_key, ca_certs)
        )
    )
