"""A real OpenSearch of a chosen version, on this machine, for as long as it is needed.

Unlike the Elasticsearch of these tests it has the real module ``analysis-common``.
"""

from __future__ import annotations

from pathlib import Path

from tests.engine.cache import prepared
from tests.engine.elasticsearch import ElasticsearchServer
from tests.engine.java import JavaRuntime, choose_java
from tests.engine.maven import compile_java, digest, fetch

__all__ = ["OPENSEARCH_VERSIONS", "OpenSearchServer"]

#: The versions that the tests run against.
OPENSEARCH_VERSIONS = ("3.9.0", "2.19.6")

_SOURCES = Path(__file__).parent / "src" / "opensearch"
_MODULES = ("transport-netty4-client", "analysis-common", "lang-painless")
# log4j-core is not among the server's dependencies; of the version that log4j-api has there
_LOGGING = {"3": "2.25.5", "2": "2.25.4"}


class OpenSearchServer(ElasticsearchServer):
    """One OpenSearch node on 127.0.0.1; to be used as ElasticsearchServer is.

    version is of the form "3.9.0"; 2.x and 3.x are known.
    """

    product = "OpenSearch"

    def __init__(self, version: str = OPENSEARCH_VERSIONS[0], **options: object) -> None:
        super().__init__(version, **options)  # type: ignore[arg-type]  # the base's own

    def _prepare(self) -> tuple[Path, JavaRuntime]:
        major = self.version.partition(".")[0]
        release = 21 if int(major) >= 3 else 17
        java = choose_java(release)
        sources = [_SOURCES / "node" / "TestNode.java"]
        sources.append(_SOURCES / f"api{major}" / "ModulesNode.java")

        def build(home: Path) -> None:
            lib = home / "lib"
            fetch(
                [
                    f"org.opensearch:opensearch:{self.version}",
                    *(f"org.opensearch.plugin:{name}:{self.version}" for name in _MODULES),
                    f"org.apache.logging.log4j:log4j-core:{_LOGGING[major]}",
                ],
                lib,
            )
            (home / "archives").mkdir()
            jars = sorted(lib.glob("*.jar"))
            compile_java(java, sources, jars, release, lib / "test-node.jar")

        return prepared(f"opensearch-{self.version}-{digest(*sources)}", build), java
