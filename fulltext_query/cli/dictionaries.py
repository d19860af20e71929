"""``fulltext-query dict``: checks dictionaries, looks into them, compiles and imports them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .inputs import make_settings
from .options import PresetOption, SetOption, SettingsOption

__all__ = ["dict_app"]

dict_app = typer.Typer(
    name="dict",
    help="Dictionaries: check, compile, look up, count, compare and import them.",
    rich_markup_mode=None,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

JsonOption = Annotated[bool, typer.Option("--json", help="JSON, for programs.")]
LimitOption = Annotated[
    int,
    typer.Option("--limit", min=0, metavar="N", help="Lines to show; 0 for all."),
]
_SOURCES = "Folders of dictionaries, or compiled files; later ones rank higher."


@dict_app.command()
def check(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...",
            help="Folders of dictionaries, compiled files, or single files of such a folder; "
            "several are layers in their order.",
            show_default=False,
        ),
    ],
    *,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings are problems too.")] = False,
    as_json: JsonOption = False,
    limit: LimitOption = 100,
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
) -> int:
    """Report everything that is wrong with dictionaries, with file, line and how to mend it.

    An error is a line that is not loaded; a warning an entry that does nothing, or not what it
    seems to; a notice is no fault. Exit code 0 where there is no error, else 1; 2 for wrong use.

    \b
    Examples:
      fulltext-query dict check dictionaries/
      fulltext-query dict check company/ tenants/acme/ --strict
      fulltext-query dict check company/synonyms/terms.en.txt --json
    """
    from .dictionaries_check import run_check

    return run_check(
        paths, make_settings(settings, preset, changes), strict=strict, as_json=as_json,
        limit=limit or None,
    )  # fmt: skip


@dict_app.command(name="compile")
def compile_(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of dictionaries.")],
    *,
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="The file to write, as acme.dict.")
    ],
    lenient: Annotated[
        bool, typer.Option("--lenient", help="Leave out lines that cannot be used.")
    ] = False,
    as_json: JsonOption = False,
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
) -> int:
    """Compile a folder into one file, which is opened much quicker.

    The settings for accents, Traditional Chinese and stems have to be those that it is used with.

    \b
    Example:
      fulltext-query dict compile company/ --out company.dict
      fulltext-query build --set dictionaries=company.dict 'reset the KXT'
    """
    from .dictionaries_make import run_compile

    return run_compile(
        folder, out, make_settings(settings, preset, changes), lenient=lenient, as_json=as_json
    )


@dict_app.command()
def lookup(
    words: Annotated[
        list[str],
        typer.Argument(metavar="WORD...", help="Words, or phrases in quotation marks."),
    ],
    *,
    dictionaries: Annotated[
        list[Path] | None,
        typer.Option(
            "--dictionaries", metavar="DIR",
            help="A folder of dictionaries or a compiled file; may be repeated.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
    limit: LimitOption = 100,
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
) -> int:  # fmt: skip
    """Show everything that is known of words, and from where: file and line.

    How a word is cut, what the lexica know, each layer's entries and which of them holds, and the
    synonyms that it has or is. Exit code 1 where nothing is known of a word.

    \b
    Example:
      fulltext-query dict lookup valve 'flow meter' --dictionaries company/
    """
    from .dictionaries_show import run_lookup

    return run_lookup(
        words, dictionaries or (), make_settings(settings, preset, changes), as_json=as_json,
        limit=limit or None,
    )  # fmt: skip


@dict_app.command()
def stats(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[PATH...]", help=_SOURCES, show_default=False),
    ] = None,
    *,
    as_json: JsonOption = False,
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
) -> int:
    """Count entries by layer, kind and language; the shipped ones come first.

    Of a compiled file it is told which folder it was made of, and whether that has changed since.

    \b
    Example:
      fulltext-query dict stats company.dict
    """
    from .dictionaries_show import run_stats

    return run_stats(paths or (), make_settings(settings, preset, changes), as_json=as_json)


@dict_app.command()
def diff(
    before: Annotated[Path, typer.Argument(metavar="A", help="A folder or a compiled file.")],
    after: Annotated[Path, typer.Argument(metavar="B", help="Another.")],
    *,
    as_json: JsonOption = False,
    limit: LimitOption = 100,
    settings: SettingsOption = None,
    preset: PresetOption = None,
    changes: SetOption = None,
) -> int:
    """Show which entries were added, changed and removed from A to B.

    Exit code 0 where they say the same, 1 where they do not.

    \b
    Example:
      fulltext-query dict diff company.dict company/
    """
    from .dictionaries_show import run_diff

    return run_diff(
        before, after, make_settings(settings, preset, changes), as_json=as_json,
        limit=limit or None,
    )  # fmt: skip


@dict_app.command(name="import")
def import_(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="wordnet, wordnet-nltk, omw, thuocl-words, thuocl-frequencies or stopwords.",
        ),
    ],
    source: Annotated[
        Path | None,
        typer.Argument(
            metavar="SOURCE", help="The list: a file or folder; none for wordnet-nltk.",
            show_default=False,
        ),
    ] = None,
    *,
    language: Annotated[
        str, typer.Option("--language", metavar="L", help="Of the words: en, zh, fa …")
    ],
    out: Annotated[
        Path,
        typer.Option("--out", metavar="FILE", help="The file to write, as synonyms/omw.fa.txt."),
    ],
    force: Annotated[
        bool, typer.Option("--force", help="Replace the file if it is there.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Stop at the first odd line of the list.")
    ] = False,
    wordnet: Annotated[
        Path | None,
        typer.Option(
            "--wordnet", metavar="DIR", help="Of omw: WordNet's files, which rank the senses.",
            show_default=False,
        ),
    ] = None,
    max_synonyms: Annotated[
        int | None,
        typer.Option("--max-synonyms", min=1, metavar="N", help="Of one word.", show_default=False),
    ] = None,
    documents: Annotated[
        int | None,
        typer.Option(
            "--documents", min=1, metavar="N",
            help="Of thuocl: how many documents were counted.", show_default=False,
        ),
    ] = None,
    tag: Annotated[
        str, typer.Option("--tag", metavar="TAG", help="Of thuocl-words: the part of speech.")
    ] = "n",
) -> int:  # fmt: skip
    """Write someone else's list as a dictionary file of ours.

    \b
    Examples:
      fulltext-query dict import wordnet /usr/share/wordnet --language en \\
          --out company/synonyms/wordnet.en.txt
      fulltext-query dict import stopwords stopwords-iso.json --language fa \\
          --out company/function_words/fa.txt
    """
    from .dictionaries_make import Import, run_import

    return run_import(
        Import(
            kind, source, language, out, force=force, strict=strict, wordnet=wordnet,
            max_synonyms=max_synonyms, documents=documents, tag=tag,
        )
    )  # fmt: skip
