"""``python -m fulltext_query.cli``: the command where its script is not on the path."""

from . import main

main()
