"""The embedded engine: an index in a folder of this machine, or in memory, with no server.

    engine.py      EmbeddedEngine: the protocol of search/contract.py
    aio.py         AsyncEmbeddedEngine: the same for an event loop
    storage.py     the folder: what lies in it, and what is wrong with it
    schema.py      the form of the index, and a row as a document of it
    writing.py     rows into the index
    searching.py   a request answered
    snapshot.py    one state of the index: frequencies, terms, caches
    statistics.py  what makes tantivy's averages those of Lucene
    translate.py   a query tree as a tantivy query
    fuzzy.py       words that are a few edits apart
    filters.py     metadata as terms, and filters on them
    vectors.py     a matrix beside the index, and the nearest rows of it

tantivy does the searching (the extra ``embedded``). Matches and scores are those that Elasticsearch
gives the printed query, with one difference: Lucene counts a sloppy phrase by the distance of its
words, which tantivy cannot. Here it is a choice of exact phrases, whose scores are nearly the same;
of a phrase whose words may stand in more than 64 ways only the given order is looked for.
"""

from __future__ import annotations

from .aio import AsyncEmbeddedEngine
from .engine import EmbeddedEngine

__all__ = ["AsyncEmbeddedEngine", "EmbeddedEngine"]
