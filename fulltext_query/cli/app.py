"""The command line as typer reads it; of its commands, those that need no index."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from .. import __version__
from ..errors import FulltextQueryError
from .background import df_app
from .build import Form
from .dictionaries import dict_app
from .inputs import WrongUse, make_builder, make_settings
from .options import DictionariesOption, PresetOption, SetOption, SettingsOption, TextArgument
from .outputs import PROGRAM, BrokenOutput, complain, emit
from .search_commands import evaluate, index, search
from .understand_commands import understand

__all__ = ["app", "run"]

app = typer.Typer(
    name=PROGRAM,
    help="From what a person typed, in any language, to the Elasticsearch query that finds it.",
    rich_markup_mode=None,  # plain help: quick, and the same on every terminal
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def run(
    arguments: Sequence[str] | None, application: typer.Typer = app, program: str = PROGRAM
) -> int:
    """Runs a command; gives its exit code. What the user did wrong is told, not raised."""
    try:
        code = application(args=arguments, prog_name=program, standalone_mode=False)
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
        complain(f"error: {_usage(error, application, program)}")
        return 2
    return code if isinstance(code, int) else 0


def _usage(error: Exception, application: typer.Typer, program: str) -> str:
    context = getattr(error, "ctx", None)
    command = program if context is None else context.command_path
    message = error.format_message()  # type: ignore[attr-defined]  # see run
    if not message:
        message = "Missing command."
    if not message.endswith((".", "?")):
        message += "."
    if command == program and " command" in message:
        message += f" The commands: {_commands(application)}."
    if type(error).__name__ == "NoSuchOption":
        message += " A TEXT that begins with '-' goes behind '--'."
    if "unexpected extra argument" in message:
        message += " Put a TEXT of several words in quotation marks."
    return f"{message} See '{command} --help'"


def _commands(application: typer.Typer) -> str:
    names = [
        command.name or getattr(command.callback, "__name__", "")
        for command in application.registered_commands
    ]
    names += [
        str(group.typer_instance.info.name)
        for group in application.registered_groups
        if group.typer_instance
    ]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


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
    dictionaries: DictionariesOption = None,
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
    builder = make_builder(
        make_settings(settings, preset, changes, min_match), synonyms, dictionaries
    )
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
    dictionaries: DictionariesOption = None,
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

    builder = make_builder(make_settings(settings, preset, changes), None, dictionaries)
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


for _command in (index, search, evaluate, understand):
    app.command()(_command)
app.add_typer(dict_app)
app.add_typer(df_app)
