"""The harness proves itself: servers that answer, a parser that judges as they do, honest skips."""

from __future__ import annotations

import os
import random
import select
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.engine.client import Client
from tests.engine.elasticsearch import VERSIONS, ElasticsearchServer
from tests.engine.errors import EngineError
from tests.engine.lucene import LuceneParser
from tests.engine.plugin import URL_VARIABLE, IndexFactory

ROOT = Path(__file__).parents[2]

TEXT = {"properties": {"f": {"type": "text", "analyzer": "whitespace"}}}

REFUSED = """
+ | - | ! | && | || | ( | ) | () | ( ) | { | } | [ | ] | ^ | " | ~ | : | \\ | / | AND | OR | NOT
AND a | a AND | OR a | a OR | a NOT | "a | a "b" " | a/b | a:b:c | http://example.org/x | a~b
"a b"~-1 | a^-1 | a^2^3 | a^ | (a | a) | a~3 | a~0.5 | a~1.5 | \u3000 | a \\ud | [a TO | f:
"""
ACCEPTED = """
12:30 | x:y | a!b | a^2b | a^1e3 | f:<x | f:\\<x | a&b | a|b | a=b | a<b | a&&b | a||b | a+b | a-b
and or not | \\AND | "" | "a" | "a b"~2^1.5 | a^0 | *a | ? | * | a~ | a~1 | a~AUTO | ｅ！（
a\u3000b | a\u00a0b | a\x00b | (a^0.5 OR b^0.1 OR "a b"~3^0.2) (b^0.5) | +a -b | (a)^2 | \\(\\+
"""


def strings(table: str) -> list[str]:
    """A table's cells. A lone || or U+3000 has to stay what it is, so only ' | ' separates."""
    lines = table.strip("\n").split("\n")
    return [cell for line in lines for cell in line.split(" | ")]


def matching(text: str) -> dict[str, Any]:
    return {"query_string": {"query": text, "fields": ["f"], "analyze_wildcard": False}}


class TestElasticsearch:
    def test_version(self, elasticsearch: Client) -> None:
        if URL_VARIABLE in os.environ:
            pytest.skip("the servers named by the environment may be of any version")
        assert elasticsearch.version() in VERSIONS

    def test_analyses_at_blanks_only(self, index: IndexFactory) -> None:
        made = index(TEXT)
        text = "Wi-Fi 如何 C++\u3000KXT-4410\ta,b"
        assert made.analyze(text, "whitespace") == ["Wi-Fi", "如何", "C++", "KXT-4410", "a,b"]

    def test_finds_what_was_added(self, index: IndexFactory) -> None:
        made = index(TEXT, documents={"one": {"f": "ant bee"}, "two": {"f": "ant"}})
        assert list(made.scores(matching("ant bee^2"))) == ["one", "two"]
        assert made.ids(matching("bee")) == {"one"}

    def test_a_refused_query_gives_reason_request_and_body(self, index: IndexFactory) -> None:
        made = index(TEXT)
        with pytest.raises(EngineError) as refused:
            made.ids(matching("a/b"))
        assert refused.value.status == 400
        assert "Failed to parse query [a/b]" in refused.value.reason
        assert "Lexical error" in refused.value.reason
        assert f"POST /{made.name}/_search" in str(refused.value)
        assert '"query": "a/b"' in str(refused.value)

    def test_a_refused_document_is_named(self, index: IndexFactory) -> None:
        made = index({"properties": {"n": {"type": "integer"}}})
        with pytest.raises(EngineError, match=r"_bulk \(1\).*400.*failed to parse field \[n\]"):
            made.add([{"n": 1}, {"n": "x"}])

    def test_validation_says_what_a_query_becomes_or_why_not(self, index: IndexFactory) -> None:
        made = index(TEXT)
        good, bad = made.validate(matching("a b^2")), made.validate(matching("(a"))
        assert good.valid
        assert good.explanation == "f:a (f:b)^2.0"
        assert not bad.valid
        assert "Failed to parse query [(a]" in bad.explanation

    def test_indexes_have_names_of_their_own_and_can_be_removed(
        self, elasticsearch: Client, index: IndexFactory
    ) -> None:
        one, two = index(), index()
        assert one.name != two.name
        one.delete()
        one.delete()  # gone already, which is no error
        with pytest.raises(EngineError, match="no such index"):
            elasticsearch.request("GET", f"/{one.name}")
        assert elasticsearch.request("GET", f"/{two.name}")

    def test_a_closed_connection_opens_again(self, elasticsearch: Client) -> None:
        before = elasticsearch.version()
        elasticsearch.close()
        assert elasticsearch.version() == before


class TestServerProcess:
    @pytest.fixture(autouse=True)
    def own_server(self, elasticsearch: Client) -> None:
        """Only where servers can be started, and after the shared ones are."""
        if URL_VARIABLE in os.environ:
            pytest.skip(f"no server is started while {URL_VARIABLE} is set")

    def test_stops_and_leaves_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elasticsearch: Client
    ) -> None:
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        with ElasticsearchServer(elasticsearch.version()) as server:
            url, pid = server.url, server.pid
            assert urllib.request.urlopen(url, timeout=10).status == 200
            assert list(tmp_path.iterdir())
        assert not list(tmp_path.iterdir())
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen(url, timeout=10)
        server.stop()  # once more does nothing

    @pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs Linux to watch a process")
    def test_does_not_outlive_a_test_run_that_was_killed(
        self, tmp_path: Path, elasticsearch: Client
    ) -> None:
        code = (
            "import os, sys\n"
            "from tests.engine.elasticsearch import ElasticsearchServer\n"
            "server = ElasticsearchServer(sys.argv[1]).start()\n"
            "print(server.pid, flush=True)\n"
            "sys.stdin.read(1)\n"
            "os._exit(9)\n"
        )
        with subprocess.Popen(
            [sys.executable, "-c", code, elasticsearch.version()],
            cwd=ROOT,
            env={**os.environ, "TMPDIR": str(tmp_path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as run:
            assert run.stdout is not None
            assert run.stdin is not None
            node = os.pidfd_open(int(run.stdout.readline()))
            try:
                run.stdin.close()
                assert run.wait(30) == 9
                assert select.select([node], [], [], 60)[0], "the node still runs"
            finally:
                os.close(node)


class TestLucene:
    @pytest.mark.parametrize("text", strings(REFUSED))
    def test_refuses(self, lucene: LuceneParser, text: str) -> None:
        verdict = lucene.check([text])[0]
        assert not verdict.accepted
        assert verdict.error
        assert verdict.leaves == ()

    @pytest.mark.parametrize("text", strings(ACCEPTED))
    def test_accepts(self, lucene: LuceneParser, text: str) -> None:
        verdict = lucene.check([text])[0]
        assert verdict.error == ""
        assert verdict.accepted

    def test_judges_the_tables_as_the_server_does(self, index: IndexFactory) -> None:
        made = index(TEXT)
        assert [x for x in strings(REFUSED) if made.validate(matching(x)).valid] == []
        assert [x for x in strings(ACCEPTED) if not made.validate(matching(x)).valid] == []

    def test_judges_random_strings_as_the_server_does(
        self, lucene: LuceneParser, index: IndexFactory
    ) -> None:
        made, chance = index(TEXT), random.Random(4410)
        parts = [
            *'ab+-!(){}[]^"~*?:\\/&|<>=.,12 ',
            " AND ",
            " OR ",
            " NOT ",
            "\u3000",
            "词",
            "\ud83d",
            *("b", "c d") * 5,
        ]
        texts = ["".join(chance.choices(parts, k=chance.randint(1, 4))) for _ in range(500)]
        verdicts = lucene.check(texts)
        assert 100 < sum(verdict.accepted for verdict in verdicts) < 400
        differing = [
            text
            for text, verdict in zip(texts, verdicts, strict=True)
            if verdict.accepted != made.validate(matching(text)).valid
        ]
        assert differing == []

    @pytest.mark.parametrize(
        ("text", "leaves"),
        [
            ("a", [("TermQuery", "f", "a", "SHOULD")]),
            ('"a"', [("TermQuery", "f", "a", "SHOULD")]),
            ('g:"a  b"~3^0.2', [("PhraseQuery", "g", "a b", "SHOULD")]),
            ("a~1", [("FuzzyQuery", "f", "a", "SHOULD")]),
            ("a*", [("PrefixQuery", "f", "a", "SHOULD")]),
            ("a*b", [("WildcardQuery", "f", "a*b", "SHOULD")]),
            ("/a.b/", [("RegexpQuery", "f", "a.b", "SHOULD")]),
            ("[a TO b}", [("TermRangeQuery", "f", "[a TO b}", "SHOULD")]),
            ("f:>a", [("TermRangeQuery", "f", "{a TO *]", "SHOULD")]),
            ("g:\\<=a", [("TermRangeQuery", "g", "[* TO a]", "SHOULD")]),
            (">a f:> f:\">a\"", [
                ("TermQuery", "f", ">a", "SHOULD"),
                ("TermQuery", "f", ">", "SHOULD"),
                ("TermQuery", "f", ">a", "SHOULD"),
            ]),
            ("*:*", [("MatchAllDocsQuery", "", "*:*", "SHOULD")]),
            ("12:30", [("TermQuery", "12", "30", "SHOULD")]),
            ("a!b", [("TermQuery", "f", "a", "SHOULD"), ("TermQuery", "f", "b", "MUST_NOT")]),
            ("\\AND", [("TermQuery", "f", "AND", "SHOULD")]),
            ("a^1e3", [("TermQuery", "f", "a", "SHOULD"), ("TermQuery", "f", "e3", "SHOULD")]),
            ("(+a^2 b)", [("TermQuery", "f", "a", "MUST"), ("TermQuery", "f", "b", "SHOULD")]),
            ("a AND b", [("TermQuery", "f", "a", "MUST"), ("TermQuery", "f", "b", "MUST")]),
            ("a -(b +c)", [
                ("TermQuery", "f", "a", "SHOULD"),
                ("TermQuery", "f", "b", "MUST_NOT"),
                ("TermQuery", "f", "c", "MUST_NOT"),
            ]),
            ("+(a b)", [("TermQuery", "f", "a", "MUST"), ("TermQuery", "f", "b", "MUST")]),
            ("", []),
            (" ", []),
        ],
    )  # fmt: skip
    def test_leaves(
        self, lucene: LuceneParser, text: str, leaves: list[tuple[str, str, str, str]]
    ) -> None:
        verdict = lucene.check([text])[0]
        assert list(verdict.terms) == leaves
        assert list(verdict.leaves) == [(kind, field, occur) for kind, field, _, occur in leaves]

    def test_parse_is_lucenes_print(self, lucene: LuceneParser) -> None:
        assert lucene.check(["a b^2"])[0].parse == "f:a (f:b)^2.0"

    def test_default_field(self, lucene: LuceneParser) -> None:
        named, usual = lucene.check(["a"], default_field="内容"), lucene.check(["a"])
        assert [v[0].leaves[0].field for v in (named, usual)] == ["内容", "f"]

    def test_text_passes_unchanged(self, lucene: LuceneParser) -> None:
        words = ["a\x00b", "😀", "é", "\u202eb", "\x7f", "\x01x", "\ufffe"]
        assert [v.terms[0].text for v in lucene.check(words)] == words

    def test_lone_surrogate_is_a_replacement_character_in_a_term(
        self, lucene: LuceneParser
    ) -> None:
        """Lucene's terms are UTF-8, where a lone surrogate has no place."""
        texts = [v.terms[0].text for v in lucene.check(["a\ud800", "\udfffb"])]
        assert texts == ["a\ufffd", "\ufffdb"]

    def test_depth(self, lucene: LuceneParser) -> None:
        deep = [f"{'(' * depth}a{')' * depth}" for depth in (2000, 100_000)]
        assert [verdict.accepted for verdict in lucene.check(deep)] == [True, False]
        assert lucene.check(["a"])[0].accepted

    def test_no_string_and_very_many(self, lucene: LuceneParser) -> None:
        """A batch far larger than what pipes hold, asked and answered."""
        assert lucene.check([]) == []
        verdicts = lucene.check([f'w{number} "a b"~3^0.2 c' * 40 for number in range(5000)])
        assert [verdict.terms[0].text for verdict in verdicts] == [f"w{n}" for n in range(5000)]


class TestPytest:
    """Runs pytest in pytest: what becomes of a test whose engine is not to be had."""

    @staticmethod
    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        target = f"{Path(__file__)}::TestElasticsearch::test_a_closed_connection_opens_again"
        kept = {k: v for k, v in os.environ.items() if k not in ("CI", URL_VARIABLE)}
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", target, *arguments],
            check=False,
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={**kept, **environment},
            timeout=120,
        )

    @pytest.fixture
    def bare(self, tmp_path: Path) -> dict[str, str]:
        """An environment in which no engine can be had: an empty cache, and no Maven to fill it."""
        return {"TEST_FULLTEXT_QUERY_ENGINE_CACHE": str(tmp_path), "PATH": str(tmp_path)}

    def test_skips_and_says_how_to_get_it(self, bare: dict[str, str]) -> None:
        done = self.run(**bare)
        assert done.returncode == 0
        for version in VERSIONS:
            assert f"SKIPPED 1 tests that need Elasticsearch {version}: no " in done.stdout
        assert "To run them: " in done.stdout
        assert "2 skipped" in done.stdout

    def test_required_is_an_error(self, bare: dict[str, str]) -> None:
        done = self.run("--engines=required", **bare)
        assert done.returncode == 1
        assert "Elasticsearch 9.5.3 is required and cannot start: no " in done.stdout
        assert "2 errors" in done.stdout

    def test_ci_requires(self, bare: dict[str, str]) -> None:
        assert self.run(**bare, CI="true").returncode == 1
        assert self.run(**bare, CI="false").returncode == 0

    def test_off_skips_where_engines_could_be_had(self) -> None:
        done = self.run("--engines=off", CI="true")
        assert done.returncode == 0
        assert "SKIPPED 1 tests that need Elasticsearch 9.5.3: --engines=off" in done.stdout

    def test_marker_leaves_them_out(self) -> None:
        done = self.run("-m", "not engine")
        assert "2 deselected" in done.stdout
        assert "SKIPPED" not in done.stdout

    def test_named_servers_are_used(self, elasticsearch: Client) -> None:
        done = self.run(**{URL_VARIABLE: f"{elasticsearch.url}, {elasticsearch.url}/"})
        assert "2 passed" in done.stdout
        assert f"{elasticsearch.version()}: the server at 127.0.0.1:" in done.stdout

    def test_a_named_server_that_does_not_answer(self) -> None:
        done = self.run(**{URL_VARIABLE: "http://127.0.0.1:1"}, CI="true")
        assert done.returncode == 1
        assert f"no server answers at the address that {URL_VARIABLE} names" in done.stdout
