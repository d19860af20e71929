"""``ragctl understand`` without models, ``fulltext-query understand`` with those of a server."""

from __future__ import annotations

import builtins
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fulltext_query import FulltextQuery
from fulltext_query.cli.understand_ragctl import main as ragctl_main
from fulltext_query.cli.understand_trace import ConsoleTracer, tracing
from fulltext_query.understand import UnderstoodQuery
from tests.cli.conftest import Call, Outcome, environment
from tests.llm.server import Handler, Server, answer, chat
from tests.optional import need

need("httpx")

QUESTION = "what is RAG used for"
FIELDS = [
    "original_text", "rewrites", "sub_queries", "expansion_terms", "hyde_documents", "hyde_vector",
    "metadata",
]  # fmt: skip


@pytest.fixture
def ragctl(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Call:
    def call(*arguments: str, stdin: bytes = b"") -> Outcome:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "ascii"))
            with pytest.raises(SystemExit) as ended:
                ragctl_main(list(arguments))
        captured = capsysbinary.readouterr()
        assert isinstance(ended.value.code, int)
        return Outcome(ended.value.code, captured.out.decode(), captured.err.decode())

    return call


def span(err: str) -> dict[str, Any]:
    """The attributes of the one span that is shown."""
    [line] = [line for line in err.splitlines() if '"query.understand"' in line]
    shown = json.loads(line[line.index("{") :])
    attributes: dict[str, Any] = shown["attributes"]
    return attributes


# --- ragctl ---------------------------------------------------------------------------------------


def test_it_runs_without_credentials_and_prints_what_was_understood() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "fulltext_query.cli.understand_ragctl", "understand", QUESTION],
        capture_output=True, env=environment(), timeout=60, check=True,
    )  # fmt: skip
    assert done.stderr == b""
    shown = json.loads(done.stdout)
    assert list(shown) == FIELDS
    understood = UnderstoodQuery.model_validate(shown)
    assert understood.original_text == QUESTION
    assert understood.rewrites
    assert understood.hyde_documents
    assert understood.hyde_vector
    assert understood.metadata["hyde_embed_model"].startswith("noop")
    assert "partial_failures" not in understood.metadata


def test_steps_can_be_left_out(ragctl: Call) -> None:
    text = "describe SpaceX and explain Falcon 1"
    shown = json.loads(ragctl("understand", text, "--no-hyde").out)
    assert shown["sub_queries"] == ["describe SpaceX", "explain Falcon 1"]
    assert (shown["hyde_documents"], shown["hyde_vector"]) == ([], None)
    assert shown["metadata"]["hyde_embed_model"] is None
    shown = json.loads(ragctl("understand", text, "--no-decompose", "--no-rewrite").out)
    assert (shown["sub_queries"], shown["rewrites"]) == ([], [])
    assert shown["hyde_vector"]


def test_a_glossary_is_given_in_pairs(ragctl: Call) -> None:
    code, out, _ = ragctl(
        "understand", QUESTION, "--glossary-term", "rag", "--glossary-synonyms",
        "retrieval augmented generation,RAG pipeline", "--glossary-term", "other",
        "--glossary-synonyms", "x",
    )  # fmt: skip
    assert code == 0
    assert json.loads(out)["expansion_terms"] == {
        "rag": ["retrieval augmented generation", "RAG pipeline"]
    }


@pytest.mark.parametrize(
    "arguments",
    [("--glossary-term", "rag"), ("--glossary-synonyms", "x"),
     ("--glossary-term", "rag", "--glossary-synonyms", " , "),
     ("--glossary-term", " ", "--glossary-synonyms", "x")],
)  # fmt: skip
def test_half_a_pair_is_refused(ragctl: Call, arguments: tuple[str, ...]) -> None:
    code, out, err = ragctl("understand", QUESTION, *arguments)
    assert (code, out) == (2, "")
    assert "glossary" in err


def test_the_span_is_shown_on_standard_error(ragctl: Call) -> None:
    code, out, err = ragctl("understand", QUESTION, "--trace", "--tenant", "acme")
    assert code == 0
    attributes = span(err)
    assert attributes["rag.tenant_id"] == "acme"
    assert attributes["rag.query.length_chars"] == len(QUESTION)
    assert attributes["rag.query.hyde_vector_present"] is True
    assert json.loads(out)["metadata"]["elapsed_ms"] == attributes["rag.query.elapsed_ms"]
    assert "query.understand" not in ragctl("understand", QUESTION).err


def test_the_text_comes_from_standard_input_too(ragctl: Call) -> None:
    text = "云台抖动怎么办"
    for arguments in (("understand",), ("understand", "-")):
        assert json.loads(ragctl(*arguments, stdin=f"{text}\n".encode()).out)[
            "original_text"
        ] == text  # fmt: skip


def test_wrong_use_is_told(ragctl: Call) -> None:
    for arguments, told in (
        ((), "understand"),
        (("nothing",), "nothing"),
        (("understand", QUESTION, "--nothing"), "--nothing"),
        (("understand", QUESTION, "--time-budget", "-1"), "--time-budget"),
    ):
        code, out, err = ragctl(*arguments)
        assert (code, out) == (2, "")
        assert told in err
        assert err.startswith("ragctl: error: ")
    assert "--glossary-term" in ragctl("understand", "--help").out


@pytest.mark.parametrize("tenant", ["", " ", "\udcff"])
def test_a_tenant_that_is_none_is_told(ragctl: Call, inside: Call, tenant: str) -> None:
    options = ("--no-rewrite", "--no-hyde", "--no-decompose", "--tenant", tenant)
    for command, program in ((ragctl, "ragctl"), (inside, "fulltext-query")):
        code, out, err = command("understand", "pump", *options)
        assert (code, out) == (2, "")
        assert err.startswith(f"{program}: error: --tenant")
        assert len(err.splitlines()) == 1


# --- fulltext-query -------------------------------------------------------------------------------


def by_path(handler: Handler) -> None:
    """A chat model and an embedder, each at its path."""
    embeds = handler.path.endswith("/embeddings")
    row = {"object": "embedding", "index": 0, "embedding": [0.5, 0.25]}
    vector = answer({"object": "list", "data": [row], "model": "vectory"})
    (vector if embeds else chat("the purpose of retrieval augmented models"))(handler)


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(by_path) as running:
        yield running


def models(server: Server) -> dict[str, str]:
    return {
        "FULLTEXT_QUERY_LLM_BASE_URL": server.url,
        "FULLTEXT_QUERY_LLM_MODEL": "chatty",
        "FULLTEXT_QUERY_LLM_API_KEY": "sk-secret",
        "FULLTEXT_QUERY_LLM_MAX_RETRIES": "0",
    }


def test_models_of_a_server_are_asked(inside: Call, server: Server) -> None:
    env = {**models(server), "FULLTEXT_QUERY_LLM_EMBEDDING_MODEL": "vectory"}
    code, out, err = inside("understand", QUESTION, "--trace", "--search", env=env)
    assert code == 0, err
    shown = json.loads(out)
    search = shown.pop("search")
    understood = UnderstoodQuery.model_validate(shown)
    assert understood.rewrites == ["the purpose of retrieval augmented models"]
    assert understood.hyde_vector == [0.5, 0.25]
    assert understood.metadata["hyde_embed_model"] == "vectory"
    assert search == understood.to_search(FulltextQuery()).to_dict()
    assert search["knn"]["query_vector"] == [0.5, 0.25]
    assert span(err)["rag.query.rewrites_n"] == 1
    assert {headers["authorization"] for _, headers, _ in server.requests} == {"Bearer sk-secret"}
    assert "sk-secret" not in out + err


def test_settings_of_a_file_name_the_models(inside: Call, server: Server, tmp_path: Path) -> None:
    file = tmp_path / "fulltext-query.toml"
    file.write_text(f'min_match = "60%"\n[llm]\nbase_url = "{server.url}"\nmodel = "chatty"\n')
    code, out, err = inside("understand", QUESTION, "--settings", str(file), "--search")
    assert code == 0, err
    shown = json.loads(out)
    assert shown["hyde_documents"] == ["the purpose of retrieval augmented models"]
    assert shown["hyde_vector"] is None  # no embedding model is named
    assert "60%" in json.dumps(shown["search"])


def test_no_model_is_asked_where_none_is_wanted(inside: Call, server: Server) -> None:
    text = "describe SpaceX and explain Falcon 1"
    options = ("--no-rewrite", "--no-hyde", "--heuristic")
    code, out, err = inside("understand", text, *options, env=models(server))
    assert (code, err) == (0, "")
    assert json.loads(out)["sub_queries"] == ["describe SpaceX", "explain Falcon 1"]
    assert server.requests == []
    assert inside("understand", text, *options).code == 0  # nor are their settings


def test_terms_come_from_dictionaries_and_options(inside: Call, tmp_path: Path) -> None:
    (tmp_path / "glossary").mkdir()
    (tmp_path / "glossary" / "terms.txt").write_text("SLA => service level agreement\n")
    code, out, _ = inside(
        "understand", "the SLA of RAG", "--no-rewrite", "--no-hyde", "--no-decompose",
        "--dictionaries", str(tmp_path), "--glossary-term", "rag", "--glossary-synonyms", "x",
    )  # fmt: skip
    assert code == 0
    assert json.loads(out)["expansion_terms"] == {"sla": ["service level agreement"], "rag": ["x"]}
    none = inside("understand", "the SLA", "--no-rewrite", "--no-hyde", "--no-decompose",
                  "--no-glossary", "--dictionaries", str(tmp_path))  # fmt: skip
    assert json.loads(none.out)["expansion_terms"] == {}


def test_models_that_fail_cost_their_steps_and_are_named(inside: Call) -> None:
    with Server(answer({"error": {"message": "overloaded"}}, 503)) as broken:
        text = "describe SpaceX and explain Falcon 1"
        code, out, err = inside("understand", text, "--heuristic", env=models(broken))
    assert code == 0
    shown = json.loads(out)
    assert shown["metadata"]["partial_failures"] == ["hyde", "rewriter"]
    assert shown["sub_queries"] == ["describe SpaceX", "explain Falcon 1"]
    assert "warning: hyde" in err
    assert "warning: rewriter" in err
    assert "sk-secret" not in out + err


def test_a_server_that_is_away_is_told_once_for_each_step() -> None:
    with Server(answer({})) as gone:
        env = {**models(gone), "FULLTEXT_QUERY_LLM_MAX_RETRIES": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "fulltext_query", "understand", QUESTION, "--heuristic"],
        capture_output=True, env=environment() | env, timeout=60, check=True,
    )  # fmt: skip
    told = done.stderr.decode().splitlines()
    assert sorted(line.split(":")[:3] for line in told) == [
        ["fulltext-query", " warning", " hyde"], ["fulltext-query", " warning", " rewriter"]
    ]  # fmt: skip


def test_without_a_model_s_name_the_way_out_is_told(inside: Call) -> None:
    code, out, err = inside("understand", QUESTION)
    assert (code, out) == (2, "")
    assert "FULLTEXT_QUERY_LLM_BASE_URL" in err
    assert "--no-rewrite" in err


# --- spans without OpenTelemetry's SDK ------------------------------------------------------------


def test_without_the_sdk_spans_are_shown_all_the_same(
    ragctl: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **options: Any) -> Any:
        if name.startswith("opentelemetry.sdk"):
            raise ImportError(name)
        return real(name, *rest, **options)

    monkeypatch.setattr(builtins, "__import__", without)
    code, _, err = ragctl("understand", QUESTION, "--trace")
    assert code == 0
    assert span(err)["rag.query.sub_queries_n"] == 0
    with tracing(True) as tracer:
        assert isinstance(tracer, ConsoleTracer)
    with tracing(False) as tracer:
        assert tracer is None


def test_a_span_that_fails_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        with ConsoleTracer().start_as_current_span("x") as one:
            one.set_attribute("a", 1)
            raise KeyError("gone")

    with pytest.raises(KeyError):
        fail()
    shown = json.loads(capsys.readouterr().err.partition("span ")[2])
    assert (shown["name"], shown["status"]) == ("x", "KeyError")
    assert shown["attributes"] == {"a": 1}
