"""A real Elasticsearch of a chosen version, on this machine, for as long as it is needed."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.engine.cache import prepared
from tests.engine.client import Client
from tests.engine.errors import EngineFailedError
from tests.engine.java import JavaRuntime, choose_java
from tests.engine.maven import compile_java, digest, fetch

__all__ = ["VERSIONS", "ElasticsearchServer", "prepare_home"]

#: The versions that the tests run against.
VERSIONS = ("9.5.3", "8.19.21")

_SOURCES = Path(__file__).parent / "src" / "elasticsearch"
_STOP_SECONDS = 90


def java_for(version: str) -> JavaRuntime:
    """The Java runtime that Elasticsearch ``version`` will run on: 21 or newer for 9, 17 for 8.

    Raises:
        EngineUnavailableError: there is none.
    """
    return choose_java(_release(version))


def prepare_home(version: str) -> Path:
    """The home folder of Elasticsearch ``version`` in the cache, fetched if it is not there.

    Raises:
        EngineUnavailableError: Java, Maven or a jar cannot be had.
        EngineFailedError: the launcher does not compile against this version.
    """
    launcher = [_SOURCES / "node" / "TestNode.java"]
    plugin = [_SOURCES / "node" / name for name in ("RootHandler.java", "PatternTokens.java")]
    plugin += [_SOURCES / f"api{version.partition('.')[0]}" / "RootPlugin.java"]
    java = java_for(version)

    def build(home: Path) -> None:
        lib, netty, root = home / "lib", home / "modules/transport-netty4", home / "modules/root"
        fetch(
            [
                f"org.elasticsearch:elasticsearch:{version}",
                f"org.elasticsearch.plugin:transport-netty4:{version}",
            ],
            lib,
        )
        for folder in (netty, root, home / "archives"):
            folder.mkdir(parents=True)
        for jar in [*lib.glob("netty-*.jar"), *lib.glob("transport-netty4-*.jar")]:
            jar.rename(netty / jar.name)
        jars = sorted(lib.glob("*.jar"))
        # two jars: the server refuses a plugin whose classes stand on the class path too
        compile_java(java, plugin, jars, _release(version), root / "root.jar")
        compile_java(java, launcher, jars, _release(version), lib / "test-node.jar")
        _describe(netty, version, "org.elasticsearch.transport.netty4.Netty4Plugin")
        _describe(root, version, "fulltextquery.RootPlugin")

    return prepared(f"elasticsearch-{version}-{digest(*launcher, *plugin)}", build)


class ElasticsearchServer:
    """One Elasticsearch node on 127.0.0.1, with its own empty data, which go when it stops.

    Use it as a context manager, or call start() and stop().

    Args:
        version: of the form "9.5.3"; 8.x and 9.x are known.
        heap_mb: the heap, in MiB. The server's clause limit depends on it: 8,192 at 512.
        fast: start sooner and run slower (the first compiler only). Turn it off to measure speed.
        settings: further node settings.
    """

    product = "Elasticsearch"

    def __init__(
        self,
        version: str = VERSIONS[0],
        *,
        heap_mb: int = 512,
        fast: bool = True,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.version = version
        self.heap_mb = heap_mb
        self.fast = fast
        self.settings = dict(settings or {})
        self.url = ""
        self.java_version = 0
        self.seconds_to_start = 0.0
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: Path | None = None
        self._archive: Path | None = None

    @property
    def pid(self) -> int:
        """The node's process id; 0 while it does not run."""
        return self._process.pid if self._process else 0

    def client(self) -> Client:
        """A new client for this server."""
        return Client(self.url)

    def start(self, timeout: float = 180.0) -> Self:
        """Starts the node and returns when it answers.

        Raises:
            EngineUnavailableError: Java, Maven or a jar cannot be had.
            EngineFailedError: the node ended, or was not ready after ``timeout`` seconds; with
                the end of its log.
        """
        if self._process is not None:
            raise EngineFailedError(f"{self.product} {self.version} runs already, as {self.pid}")
        home, java = self._prepare()
        self.java_version = java.version
        began = time.monotonic()
        self._folder = Path(tempfile.mkdtemp(prefix=f"{self.product.lower()}-{self.version}-"))
        (self._folder / "config").mkdir()
        with (self._folder / "node.log").open("wb") as log:
            self._process = subprocess.Popen(
                self._command(home, java, self._folder),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=self._folder,
            )
        try:
            self.url = f"http://127.0.0.1:{self._await_port(began + timeout)}"
            with closing(self.client()) as client:
                client.request("GET", "/_cluster/health?wait_for_status=green&timeout=30s")
        except BaseException:
            self.stop()
            raise
        self.seconds_to_start = time.monotonic() - began
        return self

    def stop(self) -> None:
        """Ends the node and removes its data. A second call does nothing."""
        process, self._process = self._process, None
        folder, self._folder = self._folder, None
        self.url = ""
        if process is not None:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.close()  # the node ends itself when its standard input ends
            try:
                process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()
        if folder is not None:
            fresh = folder / "classes.jsa"
            if self._archive is not None and fresh.exists() and process and not process.returncode:
                # moved whole, so that nobody ever maps half an archive
                staged = self._archive.with_suffix(f".{os.getpid()}")
                shutil.move(fresh, staged)
                staged.replace(self._archive)
            shutil.rmtree(folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _prepare(self) -> tuple[Path, JavaRuntime]:
        """The home folder and the runtime of this version."""
        return prepare_home(self.version), java_for(self.version)

    def _command(self, home: Path, java: JavaRuntime, folder: Path) -> list[str]:
        jars = sorted((home / "lib").glob("*.jar"))
        command = [str(java.java), f"-Xms{self.heap_mb}m", f"-Xmx{self.heap_mb}m"]
        # warnings go where the log goes: standard output is for the launcher's one line
        command += ["-XX:+UseSerialGC", "-Xlog:disable", "-Xlog:all=error:stderr"]
        command += ["--enable-native-access=ALL-UNNAMED"]
        # Lucene's faster vector code, which it takes from Java 21 on; a pared-down runtime has none
        if java.version >= 21 and "jdk.incubator.vector" in java.modules:
            command += ["--add-modules=jdk.incubator.vector"]
        if self.fast:
            command += ["-XX:TieredStopAtLevel=1"]
        command += self._class_sharing(home, java, folder)
        command += ["-cp", ":".join(map(str, jars)), "fulltextquery.TestNode", str(home)]
        command += [str(folder), *(f"{name}={value}" for name, value in self.settings.items())]
        return command

    def _class_sharing(self, home: Path, java: JavaRuntime, folder: Path) -> list[str]:
        """The first run on a runtime writes down its classes; later ones start from that."""
        archive = home / "archives" / f"{java.version}-{digest(str(java.home))}.jsa"
        if archive.exists():
            return [f"-XX:SharedArchiveFile={archive}"]
        self._archive = archive
        return [f"-XX:ArchiveClassesAtExit={folder / 'classes.jsa'}"]

    def _await_port(self, deadline: float) -> int:
        assert self._process is not None
        assert self._process.stdout is not None
        output, seen = self._process.stdout.fileno(), b""
        while (left := deadline - time.monotonic()) > 0:
            if not select.select([output], [], [], left)[0]:
                break
            chunk = os.read(output, 4096)
            if not chunk:
                raise EngineFailedError(
                    f"{self.product} {self.version} ended while starting{self._log()}"
                )
            seen += chunk
            for line in seen.splitlines(keepends=True):
                if line.startswith(b"READY ") and line.endswith(b"\n"):
                    return int(line.split()[1])
        raise EngineFailedError(f"{self.product} {self.version} was not ready in time{self._log()}")

    def _log(self) -> str:
        assert self._folder is not None
        return ":\n" + (self._folder / "node.log").read_text("utf-8", "replace")[-4000:]


def _release(version: str) -> int:
    return 21 if int(version.partition(".")[0]) >= 9 else 17


def _describe(folder: Path, version: str, class_name: str) -> None:
    (folder / "plugin-descriptor.properties").write_text(
        f"description={folder.name}\nversion={version}\nname={folder.name}\n"
        f"classname={class_name}\njava.version={_release(version)}\n"
        f"elasticsearch.version={version}\n",
        "utf-8",
    )
