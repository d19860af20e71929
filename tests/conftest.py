"""Makes the engines of tests/engine available to every test; see tests/engine/plugin.py."""

from tests.engine.plugin import (
    elasticsearch,
    engines,
    index,
    lucene,
    opensearch,
    pytest_addoption,
    pytest_collection_modifyitems,
    pytest_configure,
    pytest_generate_tests,
    pytest_terminal_summary,
)

__all__ = [
    "elasticsearch",
    "engines",
    "index",
    "lucene",
    "opensearch",
    "pytest_addoption",
    "pytest_collection_modifyitems",
    "pytest_configure",
    "pytest_generate_tests",
    "pytest_terminal_summary",
]
