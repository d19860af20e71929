"""The command ``ragctl``: query understanding with models that do nothing."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from . import INTERRUPTED

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command with the arguments (None: those of the process), then exits.

    Exit codes are those of ``fulltext-query``.
    """
    from .outputs import complain, use_utf8

    use_utf8()
    try:
        import typer  # noqa: F401  # asked for first, so that its absence is told plainly
    except ImportError as error:
        complain(f"the command line needs '{error.name}': python -m pip install typer rich")
        sys.exit(2)
    from .app import run
    from .understand_commands import ragctl_app

    try:
        code = run(arguments, ragctl_app, "ragctl")
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


if __name__ == "__main__":
    main()
