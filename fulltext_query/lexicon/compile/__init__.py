"""Compile the word lists: ``python -m fulltext_query.lexicon.compile [--out DIR] [--only NAMES]``.

Needed to build the package, never to use it: nothing outside this folder imports it.
"""
