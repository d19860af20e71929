"""Frequencies of the user's own domain: counted in a corpus or an index, merged, compared, kept.

    >>> from fulltext_query.background import JsonLines, build_table
    >>> build_table(JsonLines("corpus.jsonl"), "dictionaries/frequencies/zh.tsv", language="zh")
    ... # doctest: +SKIP

A query weighs a rare word more than a common one. How common a word is comes from a background: a
large body of text that is not the collection searched, whose frequencies the engine has already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .building import build_table, count_source
from .comparing import Difference, Differing, diff, merge
from .counted import Counted, Lacking, LeftOut, WordCount
from .counting import Counting, count_documents, language_in
from .jsonl import JsonLines
from .sources import Reading, Source
from .tables import as_layer, read_table, write

if TYPE_CHECKING:
    from .server import IndexDocuments

__all__ = [
    "Counted",
    "Counting",
    "Difference",
    "Differing",
    "IndexDocuments",
    "JsonLines",
    "Lacking",
    "LeftOut",
    "Reading",
    "Source",
    "WordCount",
    "as_layer",
    "build_table",
    "count_documents",
    "count_source",
    "diff",
    "language_in",
    "merge",
    "read_table",
    "write",
]


def __getattr__(name: str) -> Any:
    if name == "IndexDocuments":  # it loads the room of servers, which the others have no need of
        from .server import IndexDocuments

        return IndexDocuments
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
