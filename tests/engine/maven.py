"""Jars from Maven Central, and the compiling of our own few Java files against them."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.engine.cache import cache_folder, locked, prepared
from tests.engine.errors import EngineFailedError, EngineUnavailableError
from tests.engine.java import JavaRuntime

__all__ = ["compile_java", "digest", "fetch"]

# A compiler that is one jar and runs on a plain runtime, so that nobody needs a JDK.
COMPILER = "org.eclipse.jdt:ecj:3.44.0"
_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
_FETCH_SECONDS = 1200
_COMPILE_SECONDS = 300


def fetch(artifacts: Iterable[str], target: Path) -> None:
    """Copies the jars of ``artifacts`` ("group:name:version") and all they need into ``target``.

    Raises:
        EngineUnavailableError: there is no Maven, or it could not get a jar (in its own words).
    """
    maven = shutil.which("mvn")
    if maven is None:
        raise EngineUnavailableError(
            "no Maven (`mvn`) on PATH to fetch the engine with. Install it from the system's "
            "packages (`apt-get install maven`, `brew install maven`)"
        )
    dependencies = "".join(
        "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>"
        "</dependency>".format(*artifact.split(":"))
        for artifact in artifacts
    )
    with tempfile.TemporaryDirectory(prefix="fulltext-query-") as folder:
        pom = Path(folder) / "pom.xml"
        pom.write_text(
            '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
            "<groupId>local</groupId><artifactId>engine</artifactId><version>1</version>"
            f"<dependencies>{dependencies}</dependencies></project>",
            "utf-8",
        )
        command = [maven, "-B", "-q", "-f", str(pom), _COPY]
        command += ["-DincludeScope=runtime", f"-DoutputDirectory={target}"]
        try:
            # Maven does not guard its own repository against a second Maven
            with locked(cache_folder() / "maven.lock"):
                done = subprocess.run(
                    command,
                    check=False,
                    capture_output=True,
                    text=True,
                    timeout=_FETCH_SECONDS,
                    cwd=folder,
                )
        except subprocess.TimeoutExpired:
            raise EngineUnavailableError(f"Maven did not finish in {_FETCH_SECONDS} s") from None
    if done.returncode:
        words = (done.stdout + done.stderr).strip()[-1500:]
        raise EngineUnavailableError(f"Maven could not fetch {', '.join(artifacts)}:\n{words}")


def compile_java(
    java: JavaRuntime, sources: Sequence[Path], class_path: Sequence[Path], release: int, jar: Path
) -> None:
    """Compiles ``sources`` for Java ``release`` into the file ``jar``.

    Raises:
        EngineUnavailableError: the compiler could not be fetched.
        EngineFailedError: the sources do not compile against ``class_path``.
    """
    tool = prepared(COMPILER.replace(":", "-"), lambda folder: fetch([COMPILER], folder))
    with tempfile.TemporaryDirectory(prefix="fulltext-query-") as name:
        classes = Path(name)
        command = [str(java.java), "-cp", _joined(sorted(tool.glob("*.jar")))]
        command += ["org.eclipse.jdt.internal.compiler.batch.Main", "-nowarn", "-encoding", "UTF-8"]
        # --release needs a JDK's ct.sym, which a plain runtime does not carry
        command += ["-source", str(release), "-target", str(release)]
        command += ["-cp", _joined(class_path), "-d", str(classes), *map(str, sources)]
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, timeout=_COMPILE_SECONDS
        )
        if done.returncode:
            raise EngineFailedError(f"the Java sources do not compile:\n{done.stdout}{done.stderr}")
        # a jar and not a folder, because class data sharing takes nothing else
        with zipfile.ZipFile(jar, "w") as archive:
            for path in sorted(classes.rglob("*.class")):
                archive.write(path, path.relative_to(classes).as_posix())


def digest(*parts: Path | str) -> str:
    """Twelve hexadecimal digits that change when a part changes: a file's bytes, or a string."""
    total = hashlib.sha256()
    for part in parts:
        data = part.read_bytes() if isinstance(part, Path) else part.encode()
        total.update(b"%d:" % len(data) + data)
    return total.hexdigest()[:12]


def _joined(paths: Iterable[Path]) -> str:
    return ":".join(map(str, paths))
