"""The command: ``python -m fulltext_query.lexicon.compile``."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from ...errors import FulltextQueryError
from ..lexicons import DATA_FOLDER
from .build import compile_all, products

_DICTIONARIES = Path(__file__).resolve().parents[3] / "dictionaries"


def main(arguments: list[str] | None = None) -> int:
    """Compile and print a table; the exit code: 0, or 2 with a message on standard error."""
    parser = argparse.ArgumentParser(
        prog="python -m fulltext_query.lexicon.compile",
        description="Compile the word lists that the package looks words up in.",
    )
    parser.add_argument(
        "--out", type=Path, default=DATA_FOLDER, metavar="DIR",
        help="folder to write to (default: the package's own, %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--only", default="", metavar="NAMES",
        help="comma-separated: zh, en, t2s, lists, wordfreq/<language>, or wordfreq for all those",
    )  # fmt: skip
    parser.add_argument(
        "--dictionaries", type=Path, default=_DICTIONARIES, metavar="DIR",
        help="folder of the function words, question words and entities (default: %(default)s)",
    )  # fmt: skip
    options = parser.parse_args(arguments)
    started = time.perf_counter()
    try:
        known = tuple(products(options.dictionaries))
        only = _names(options.only, known)
        unknown = [name for name in only if name not in known]
        if unknown:
            parser.error(
                f"--only: no such name: {', '.join(unknown)}; there are {', '.join(known)}"
            )
        print(f"{'file':<20} {'entries':>9} {'KB':>9}")
        total = 0
        for path, count, size in compile_all(options.out, options.dictionaries, only):
            print(f"{path:<20} {count:>9,} {size / 1024:>9,.0f}", flush=True)
            total += size
    except (FulltextQueryError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{total / 1024 / 1024:,.1f} MB in {time.perf_counter() - started:.1f} s: {options.out}")
    return 0


def _names(text: str, known: tuple[str, ...]) -> tuple[str, ...]:
    names: list[str] = []
    for name in filter(None, map(str.strip, text.split(","))):
        if name == "wordfreq":
            names += [other for other in known if other.startswith("wordfreq/")]
        else:
            names.append(name)
    return tuple(names)


if __name__ == "__main__":
    sys.exit(main())
