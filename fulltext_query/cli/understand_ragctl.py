"""The command ``ragctl``: query understanding with models that do nothing."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from . import INTERRUPTED

__all__ = ["main"]

_PROGRAM = "ragctl"


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command with the arguments (None: those of the process), then exits.

    Exit codes are those of ``fulltext-query``.
    """
    from .outputs import speaking_as, use_utf8

    use_utf8()
    with speaking_as(_PROGRAM):
        code = _run(arguments)
    sys.exit(code)


def _run(arguments: Sequence[str] | None) -> int:
    try:
        import typer  # noqa: F401  # asked for first, so that its absence is told plainly
    except ImportError as error:
        from .outputs import complain

        complain(f"the command line needs '{error.name}': python -m pip install typer rich")
        return 2
    from .app import run
    from .understand_commands import ragctl_app

    try:
        return run(arguments, ragctl_app, _PROGRAM)
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    main()
