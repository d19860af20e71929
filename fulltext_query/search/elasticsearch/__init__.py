"""Elasticsearch and OpenSearch as engines, over the official client (extra ``elasticsearch``).

connection.py  an address or a client → a client that speaks plain JSON
layout.py      a schema → an index; an index → what is known about it
conditions.py  filters → clauses
bodies.py      requests → searches; answers → hits
bulk.py        documents → chunks; what is sent again, what is rejected
failures.py    exceptions of the client → errors of this package
exchange.py    one request: the tries, the time that it has
operations.py  what an engine can do, as flows of requests
engine.py, aio.py  run the flows, waiting or in an event loop
indexing.py    documents → a filled index in one call
"""

from .aio import AsyncElasticsearchEngine
from .connection import plain_async_node, plain_node
from .engine import ElasticsearchEngine
from .indexing import async_bulk_index, bulk_index

__all__ = [
    "AsyncElasticsearchEngine",
    "ElasticsearchEngine",
    "async_bulk_index",
    "bulk_index",
    "plain_async_node",
    "plain_node",
]
