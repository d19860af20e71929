"""``python -m fulltext_query``: the command line."""

from .cli import main

main()
