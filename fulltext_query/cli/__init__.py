"""The command ``fulltext-query``: queries, tokens, settings, indexing and searching from a shell.

Exit codes: 0 done; 1 the output could not be written, or documents were left out of an index; 2
wrong use, or an engine that failed, with a message on standard error; 130 interrupted; 141 the
reader of a pipe went away. Output is UTF-8, whatever the locale.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command with the arguments (None: those of the process), then exits."""
    try:
        code = _run(arguments)
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def _run(arguments: Sequence[str] | None) -> int:
    from .outputs import complain, use_utf8

    use_utf8()
    try:
        import typer  # noqa: F401  # asked for first, so that its absence is told plainly
    except ImportError as error:
        complain(
            f"the command line needs '{error.name}', which is not installed here: "
            "python -m pip install typer rich"
        )
        return 2
    from .app import run

    return run(arguments)
