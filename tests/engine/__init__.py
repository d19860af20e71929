"""Real engines for the tests: Elasticsearch servers and Lucene's own query parser.

    java.py           finds the Java runtimes of this machine
    cache.py          folders that are prepared once, however many processes ask at the same time
    maven.py          fetches jars with Maven and compiles the few Java files in src/
    elasticsearch.py  ElasticsearchServer: one node on 127.0.0.1
    client.py         Client: plain JSON over HTTP
    lucene.py         LuceneParser: thousands of verdicts a second on query strings
    plugin.py         the pytest options, fixtures and the report at the end of a run

Nothing here is part of the installed package, and no jar is kept in the repository: Elasticsearch
is fetched from Maven Central under its own licences when a test first asks for it.
"""
