"""The commands and their options, as typer reads them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from .. import __version__
from ..errors import FulltextQueryError
from .build import Form
from .inputs import WrongUse, make_builder, make_settings
from .outputs import PROGRAM, BrokenOutput, complain, emit

__all__ = ["app", "run"]

app = typer.Typer(
    name=PROGRAM,
    help="From what a person typed, in any language, to the Elasticsearch query that finds it.",
    rich_markup_mode=None,  # plain help: quick, and the same on every terminal
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

TextArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="TEXT",
        help="What the person typed; standard input where it is absent or '-'.",
        show_default=False,
    ),
]
SettingsOption = Annotated[
    Path | None,
    typer.Option("--settings", metavar="FILE", help="A TOML file of settings."),
]
PresetOption = Annotated[
    str | None,
    typer.Option("--preset", metavar="NAME", help="The set to start from: default or documents."),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="One setting, over all other sources; may be repeated. Lists by commas, mappings as "
        "JSON or as name^boost,name^boost. Names: fulltext-query settings.",
        show_default=False,
    ),
]


def run(arguments: Sequence[str] | None) -> int:
    """Runs a command; gives its exit code. What the user did wrong is told, not raised."""
    try:
        code = app(args=arguments, prog_name=PROGRAM, standalone_mode=False)
    except BrokenOutput as error:
        if str(error):
            complain(str(error))
        return error.code
    except (WrongUse, FulltextQueryError) as error:
        complain(f"error: {error}")
        return 2
    except typer.Abort:  # how typer passes on an interrupt
        return 130
    except Exception as error:
        # typer's own errors, by what they can do: its versions keep them in different places
        if not callable(getattr(error, "format_message", None)):
            raise
        complain(f"error: {_usage(error)}")
        return 2
    return code if isinstance(code, int) else 0


def _usage(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    command = PROGRAM if context is None else context.command_path
    message = error.format_message()  # type: ignore[attr-defined]  # see run
    if not message:
        message = "Missing command."
    if not message.endswith((".", "?")):
        message += "."
    if command == PROGRAM and " command" in message:
        message += f" The commands are {_commands()}."
    if type(error).__name__ == "NoSuchOption":
        message += " A TEXT that begins with '-' goes behind '--'."
    if "unexpected extra argument" in message:
        message += " Put a TEXT of several words in quotation marks."
    return f"{message} See '{command} --help'"


def _commands() -> str:
    names = [getattr(command.callback, "__name__", "") for command in app.registered_commands]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _print_version(value: bool) -> None:
    if value:
        emit(f"{PROGRAM} {__version__}")
        raise typer.Exit


@app.callback(
    epilog="Examples: fulltext-query build '如何配置同义词？'; fulltext-query COMMAND --help"
)
def _common(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    pass


@app.command()
def build(
    text: TextArgument = None,
    *,
    explain: Annotated[
        bool, typer.Option("--explain", help="A table: each word, its weight and why.")
    ] = False,
    string: Annotated[bool, typer.Option("--string", help="The query string alone.")] = False,
    bool_form: Annotated[
        bool, typer.Option("--bool", help="The same query as bool and multi_match clauses.")
    ] = False,
    bare: Annotated[
        bool, typer.Option("--bare", help='The query without {"query": …} around it.')
    ] = False,
    lines: Annotated[
        bool,
        typer.Option(
            "--lines",
            help="Each line is a query of its own, and gives one line: JSON (NDJSON; the "
            "explanation too), or the string with --string.",
        ),
    ] = False,
    min_match: Annotated[
        str | None,
        typer.Option(
            "--min-match",
            metavar="MINIMUM",
            help="How many of the words must match: 60%, -25%, 2, '2<-25% 9<-3'; 0 for none.",
        ),
    ] = None,
    synonyms: Annotated[
        Path | None,
        typer.Option(
            "--synonyms", metavar="FILE", help="Rules as Solr writes them: 'a, b' or 'a => b'."
        ),
    ] = None,
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
) -> None:
    """Build the query for a text: the body of a search request, as JSON.

    A text without any word gives match_none and a warning. Settings come from the preset, then
    --settings, then FULLTEXT_QUERY_<NAME> in the environment, then --set; the later one wins.

    \b
    Examples:
      fulltext-query build '如何配置同义词？'
      fulltext-query build --explain 'ORA-00942 after upgrade to 19c'
      fulltext-query build 'reset password' | curl -s -H 'Content-Type: application/json' \\
          -d @- 'localhost:9200/docs/_search'
      fulltext-query build --lines --string < queries.txt
      fulltext-query build --set fields='title^2,body' --min-match 60% 'disk full'
    """
    from .build import build_lines, build_one

    form = _form(explain=explain, string=string, bool_form=bool_form, bare=bare)
    builder = make_builder(make_settings(settings, preset, changes, min_match), synonyms)
    (build_lines if lines else build_one)(builder, text, form)


def _form(*, explain: bool, string: bool, bool_form: bool, bare: bool) -> Form:
    """The output asked for. Raises WrongUse for two that exclude each other."""
    asked = {"--explain": explain, "--string": string, "--bool": bool_form, "--bare": bare}
    named = [name for name, given in asked.items() if given]
    if (explain or string) and len(named) > 1:
        raise WrongUse(f"{' and '.join(named)} print different things: choose one of them")
    if explain:
        return Form.EXPLANATION
    if string:
        return Form.STRING
    if bool_form:
        return Form.BOOL_QUERY if bare else Form.BOOL_BODY
    return Form.QUERY if bare else Form.BODY


@app.command()
def analyze(
    text: TextArgument = None,
    *,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="JSON, with the words of an index's coarse and fine fields."),
    ] = False,
    lines: Annotated[
        bool,
        typer.Option("--lines", help="Each line is a text of its own, and gives one line of JSON."),
    ] = False,
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
) -> None:
    """Show the tokens of a text: place, kind, language, role, weight and finer parts.

    A table, on a terminal or in a pipe; JSON where --json or --lines asks for it.
    Weights are those in the query for this text; '–' (null) stands where a token is left out.

    \b
    Examples:
      fulltext-query analyze 'KXT-4410 軟體更新'
      fulltext-query analyze --lines < documents.txt > tokens.ndjson
    """
    from .analyze import analyze_lines, analyze_one

    builder = make_builder(make_settings(settings, preset, changes))
    if lines:
        analyze_lines(builder, text)
    else:
        analyze_one(builder, text, as_json=as_json)


@app.command()
def settings(
    *,
    toml: Annotated[
        bool,
        typer.Option("--toml", help="A TOML file with comments, that --settings reads back."),
    ] = False,
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
) -> None:
    """List every setting: its value here, its range, and what it does.

    \b
    Examples:
      fulltext-query settings
      fulltext-query settings --preset documents --toml > fulltext-query.toml
    """
    from .settings import print_table, print_toml

    (print_toml if toml else print_table)(make_settings(settings, preset, changes))


@app.command()
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
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
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
    from .index import index_file

    code = index_file(
        make_builder(make_settings(settings, preset, changes)), file, to, batch=batch,
        as_json=as_json,
    )  # fmt: skip
    raise typer.Exit(code)


@app.command()
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
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
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
    from .search import Asked, parse_filters, search_lines, search_one

    asked = Asked(where, size, offset, parse_filters(filters or ()), explain)
    builder = make_builder(make_settings(settings, preset, changes, min_match), synonyms)
    if lines:
        search_lines(builder, text, asked)
    else:
        search_one(builder, text, asked, as_json=as_json)


@app.command()
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
            help="default or documents; may be repeated, and comes before the files.",
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
    from .evaluate import Asked, run_evaluation

    named = {name: make_settings(None, name, changes) for name in presets or ()}
    for path in files or ():
        name = path.stem if path.stem not in named else str(path)
        named[name] = make_settings(path, None, changes)
    if not named:
        named["default"] = make_settings(None, None, changes)
    run_evaluation(Asked(folder, named, where, split, as_json, run_file, worst, size))
