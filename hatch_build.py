"""The build hook: compiles the word lists before a wheel, or an editable install, is made."""

from __future__ import annotations

import importlib
import sys
import types
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileLexicons(BuildHookInterface):  # type: ignore[type-arg]
    """Fill ``fulltext_query/lexicon/data`` unless it holds just what would be compiled."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile; raises FulltextQueryError where a dictionary or a source cannot be used."""
        root = Path(self.root)
        # Stand in for the package's own __init__, which needs what only a user has (pydantic):
        # the compiler needs nothing of it.
        package = types.ModuleType("fulltext_query")
        package.__path__ = [str(root / "fulltext_query")]
        saved = {name: module for name, module in sys.modules.items() if _is_ours(name)}
        for name in saved:
            del sys.modules[name]
        sys.modules["fulltext_query"] = package
        try:
            build = importlib.import_module("fulltext_query.lexicon.compile.build")
            done = build.compile_if_needed(
                root / "fulltext_query" / "lexicon" / "data", root / "dictionaries"
            )
        finally:
            for name in [name for name in sys.modules if _is_ours(name)]:
                del sys.modules[name]
            sys.modules.update(saved)
        self.app.display_info("lexicons compiled" if done else "lexicons are up to date")


def _is_ours(name: str) -> bool:
    return name == "fulltext_query" or name.startswith("fulltext_query.")
