"""Options and arguments that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..presets import PRESETS

__all__ = [
    "PRESETS_LISTED", "ApiKeyOption", "CaCertsOption", "DictionariesOption", "PresetOption",
    "SetOption", "SettingsOption", "TextArgument",
]  # fmt: skip

PRESETS_LISTED = ", ".join(PRESETS)

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
    typer.Option("--preset", metavar="NAME", help=f"The set to start from: {PRESETS_LISTED}."),
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
DictionariesOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--dictionaries",
        metavar="DIR",
        help="A folder of dictionaries, or a file that 'dict compile' made of one; may be "
        "repeated, later ones rank higher.",
        show_default=False,
    ),
]

ApiKeyOption = Annotated[
    str | None,
    typer.Option(
        "--api-key", metavar="KEY", help="The server's API key, encoded.", show_default=False
    ),
]
CaCertsOption = Annotated[
    Path | None,
    typer.Option(
        "--ca-certs",
        metavar="FILE",
        help="Certificates (PEM) that vouch for the server's, for https.",
        show_default=False,
    ),
]
