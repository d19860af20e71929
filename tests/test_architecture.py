"""The shape of the package: imports go one way, importing is light, what is public is meant."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import fulltext_query
from fulltext_query import errors

ROOT = Path(fulltext_query.__file__).parent

#: The rooms, each of which knows only those before it. A tuple is one room of several modules.
ORDER: tuple[tuple[str, ...], ...] = (
    ("errors",),
    ("settings", "setting_types", "presets"),
    ("lexicon",),
    ("text",),
    ("weighting",),
    ("query",),
    ("asking", "assembly", "provenance", "reloading", "watching", "built", "explain", "builder"),
    ("similarity", "fusion", "threads"),
    ("llm",),
    ("understand",),
    ("search",),
    ("background", "curation"),
    ("evaluation",),
    ("integrations",),
    ("answer",),
    ("cli", "__main__"),
)
RANK = {name: rank for rank, room in enumerate(ORDER) for name in room}
MODULES = sorted(path for path in ROOT.rglob("*.py") if "data" not in path.parts)


def room_of(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return parts[0].removesuffix(".py")


def imported(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Every import that runs, wherever it stands; those for type checkers do not."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from imported(ast.Module(node.orelse, []))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        else:
            yield from imported(node)


def own_rooms(path: Path) -> set[str]:
    """The rooms of this package that a module imports from."""
    package = ("fulltext_query", *path.relative_to(ROOT).parts[:-1])
    found: set[str] = set()
    for node in imported(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        else:
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            base += node.module.split(".") if node.module else []
            names = [[*base, alias.name] for alias in node.names]
        found.update(name[1] for name in names if name[0] == "fulltext_query" and len(name) > 1)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_one_way(path: Path) -> None:
    room = room_of(path)
    if room == "__init__":
        return
    assert room in RANK, f"{room} has no place in the order of the rooms"
    public = {"__version__", *fulltext_query.__all__}
    for other in own_rooms(path):
        if other in public:  # through the façade, which is for those at the edge only
            assert RANK[room] > RANK["builder"], f"{path.name} imports {other} from the façade"
            continue
        assert other in RANK, f"{path.name} imports {other}, which has no place in the order"
        assert RANK[other] <= RANK[room], f"{path.name} of {room} must not know {other}"


def test_the_order_is_checked() -> None:
    # the check itself sees what it is for
    assert own_rooms(ROOT / "assembly.py") >= {"query", "settings", "text", "weighting"}
    assert own_rooms(ROOT / "text" / "analyzer.py") >= {"lexicon", "settings"}
    assert "built" not in own_rooms(ROOT / "explain.py")  # only type checkers see that one
    assert own_rooms(ROOT / "explain.py") >= {"query"}


HEAVY = ("numpy", "jieba", "rjieba", "nltk", "elasticsearch", "typer", "rich", "click", "hanziconv",
         "icu4py", "wordfreq", "opencc", "symspellpy", "textblob", "httpx", "openai",
         "redis", "opentelemetry", "onnxruntime", "watchfiles")  # fmt: skip


@pytest.mark.parametrize(
    "work",
    ["", "fulltext_query.FulltextQuery()",
     "q = fulltext_query.FulltextQuery().build('水 pump')\nq.to_dict(), q.to_bool(), q.explain()"],
    ids=["import", "open", "build"],
)  # fmt: skip
def test_nothing_heavy_is_loaded(work: str) -> None:
    program = (
        f"import sys, fulltext_query\n{work}\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "fulltext_query" in loaded
    assert not loaded & set(HEAVY)


def test_importing_reads_no_environment_and_opens_no_data() -> None:
    program = (
        "import sys\nseen = []\n"
        "sys.addaudithook(lambda event, args: event == 'open' and seen.append(str(args[0])))\n"
        "import fulltext_query\n"
        "print(*[name for name in seen if name.endswith(('.lex', '.json', '.toml'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True,
        env={"FULLTEXT_QUERY_NONSENSE": "1", "FULLTEXT_QUERY_POWER": "no number"},
    )  # fmt: skip
    assert done.stdout.strip() == ""


def test_what_is_public_is_public_on_purpose() -> None:
    assert fulltext_query.__all__ == [
        "BuiltQuery",
        "CollectionError",
        "Dictionaries",
        "DictionaryError",
        "DocumentError",
        "EngineError",
        "EngineTimeoutError",
        "EngineUnavailableError",
        "Entry",
        "FieldError",
        "FilterError",
        "FulltextQuery",
        "FulltextQueryError",
        "IndexConflictError",
        "IndexMissingError",
        "IndexingStoppedError",
        "InputError",
        "LexiconError",
        "LexiconFormatError",
        "LexiconMissingError",
        "MinMatchError",
        "MissingExtraError",
        "ModelError",
        "ModelRefusedError",
        "ModelTimeoutError",
        "ModelUnavailableError",
        "Problem",
        "QueryRefusedError",
        "ReloadReport",
        "Settings",
        "SettingsError",
        "WeightedTerm",
        "__version__",
    ]
    assert all(hasattr(fulltext_query, name) for name in fulltext_query.__all__)
    assert set(errors.__all__) <= set(fulltext_query.__all__)  # whatever is raised can be caught


def test_every_module_says_what_it_is_and_what_it_gives() -> None:
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert ast.get_docstring(tree), path
        names = {
            node.name
            for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
        }
        if path.name in ("__init__.py", "__main__.py") or not names:
            continue
        assert any(
            isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
            for node in tree.body
        ), f"{path} has no __all__"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_environment_is_read_in_one_place(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if room_of(path) in ("setting_types", "settings", "cli"):
        return
    assert "os.environ" not in text
    assert "getenv" not in text
