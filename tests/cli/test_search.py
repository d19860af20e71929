"""``fulltext-query search``: what is found, in which order, and what of it matches."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from fulltext_query import FulltextQuery
from fulltext_query.cli.inputs import WrongUse
from fulltext_query.cli.search import parse_filters
from fulltext_query.search.documents import Document
from fulltext_query.search.embedded import EmbeddedEngine
from fulltext_query.search.filters import And, In, Range
from fulltext_query.search.searcher import Searcher
from tests.cli.conftest import Call, lines

DOCUMENTS = [
    Document(
        id="syn", title="同義詞", content="Elasticsearch 的同義詞過濾器\n如何設定。",
        metadata={"lang": "zh", "year": 2020},
    ),
    Document(
        id="pass", title="Passwords", content="How to reset a forgotten password.",
        metadata={"lang": "en", "year": 2021, "draft": False},
    ),
    Document(
        id="kxt", content="更新後無法啟動的機器。" + "別的事情。" * 60,
        important_keywords=("KXT-4410",), questions=("如何更新？", "誰？"),
        metadata={"lang": "zh", "year": "2021"},
    ),
    Document(id="haus", title="Haus", content="Ein Haus mit Passwort", metadata={"lang": "de"}),
    Document(id="evil", title="\x1b[31mred", content="zebra \x1b]0;title\x07 [link] crossing"),
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("search") / "index"
    with Searcher(EmbeddedEngine(path), FulltextQuery()) as searcher:
        assert searcher.index(DOCUMENTS)
    return str(path)


def ids(out: str) -> list[str]:
    return [hit["id"] for hit in json.loads(out)["hits"]]


def test_hits_for_people(inside: Call, folder: str) -> None:
    code, out, err = inside("search", "配置同义词", "--in", folder)
    assert (code, err) == (0, "")
    first, passage, blank, summary = lines(out)
    assert re.fullmatch(r"1\. [\d.]+  syn  \[同義詞\]", first)
    assert passage == "   Elasticsearch 的[同義詞]過濾器 如何設定。"  # one line, as written
    assert blank == ""
    assert re.fullmatch(r"1 of 1 that match, \d+ ms", summary)


def test_keywords_and_questions_that_match_are_shown(inside: Call, folder: str) -> None:
    out = inside("search", "kxt-4410 更新", "--in", folder).out
    assert "   keywords: [KXT-4410]\n" in out
    assert "   questions: 如何[更新]？\n" in out
    assert "誰" not in out
    assert "…" in out  # a long text is shown in passages


def test_a_document_without_a_match_in_its_text_shows_how_it_begins(
    inside: Call, folder: str
) -> None:
    out = inside("search", "KXT-4410", "--in", folder).out
    assert "   更新後無法啟動的機器。別的事情。" in out
    assert max(map(len, out.splitlines())) < 180


def test_ranked_and_paged(inside: Call, folder: str) -> None:
    whole = inside("search", "passwort password haus", "--in", folder, "--json")
    found = json.loads(whole.out)
    scores = [hit["score"] for hit in found["hits"]]
    assert scores == sorted(scores, reverse=True)
    assert ids(whole.out)[0] == "haus"
    assert set(ids(whole.out)) == {"haus", "pass"}
    second = inside(
        "search", "passwort password haus", "--in", folder, "--size", "1", "--offset", "1"
    )
    assert second.out.startswith("2. ")
    assert "1 of 2 that match" in second.out
    beyond = inside("search", "passwort password haus", "--in", folder, "--offset", "5")
    assert (beyond.code, beyond.out) == (0, "")
    assert "first 5" in beyond.err
    assert "2" in beyond.err


def test_json_is_the_library_s_own(inside: Call, folder: str) -> None:
    found = json.loads(inside("search", "resetting passwords", "--in", folder, "--json").out)
    with Searcher(EmbeddedEngine(folder), FulltextQuery()) as searcher:
        expected = searcher.search("resetting passwords").to_dict()
    for row in (found, expected):
        row.pop("took_ms")
    assert found == json.loads(json.dumps(expected))
    assert found["hits"][0]["highlights"]["content"] == [
        "How to <em>reset</em> a forgotten <em>password</em>."
    ]


def test_lines_are_queries_of_their_own(inside: Call, folder: str) -> None:
    given = "同义词\n\nzebra\nhaus\n"
    code, out, err = inside("search", "--lines", "--in", folder, stdin=given.encode())
    rows = [json.loads(line) for line in lines(out)]
    assert code == 0
    assert [row["text"] for row in rows] == given.split("\n")[:-1]
    assert [[hit["id"] for hit in row["hits"]] for row in rows] == [
        ["syn"], [], ["evil"], ["haus"]
    ]  # fmt: skip
    assert "1 of 4 lines" in err
    explained = inside("search", "haus", "--lines", "--explain", "--in", folder).out
    assert json.loads(explained)["explanation"]["terms"][0]["text"] == "haus"


def test_nothing_found_is_no_error(inside: Call, folder: str) -> None:
    code, out, err = inside("search", "qqqqzzz", "--in", folder)
    assert (code, out) == (0, "")
    assert f"nothing found in {folder}" in err
    found = inside("search", "qqqqzzz", "--in", folder, "--json")
    assert found.code == 0
    assert json.loads(found.out)["hits"] == []
    code, out, err = inside("search", "？！", "--in", folder)
    assert (code, out) == (0, "")
    assert "no word" in err


def test_a_relaxed_search_says_so(inside: Call, folder: str) -> None:
    out = inside("search", "--min-match", "100%", "haus einhorn", "--in", folder).out
    assert "haus" in out
    assert "tried" in out


def test_the_query_is_explained(inside: Call, folder: str) -> None:
    out = inside("search", "--explain", "Haus", "--in", folder).out
    assert out.startswith("text: Haus\n")
    assert re.search(r"^1\. [\d.]+  haus  \[Haus\]$", out, re.MULTILINE)


def test_filters_hold_documents_back(inside: Call, folder: str) -> None:
    def found(*filters: str) -> set[str]:
        options = [part for one in filters for part in ("--filter", one)]
        text = "haus password 更新 同义词 zebra"
        return set(ids(inside("search", text, "--in", folder, "--json", *options).out))

    assert found("lang=zh") == {"syn", "kxt"}
    assert found("lang=zh", "lang=de") == {"syn", "kxt", "haus"}
    assert found("lang=zh", "year=2020") == {"syn"}
    assert found("year=2021") == {"pass", "kxt"}  # a number and a string
    assert found('year="2021"') == {"kxt"}
    assert found("draft=false") == {"pass"}
    assert found('{"year": {"gte": 2021}}') == {"pass"}
    assert found("nosuch=1") == set()
    assert found("lang=") == set()


def test_filters_are_read_as_they_are_meant() -> None:
    assert parse_filters([]) is None
    assert parse_filters(["a = b=c "]) == In("a", ("b=c",))
    assert parse_filters(["n=1.5"]) == In("n", (1.5, "1.5"))
    assert parse_filters(["n=1e999"]) == In("n", ("1e999",))
    assert parse_filters(["n=null"]) == In("n", ("null",))
    assert parse_filters(['{"n": {"lt": 5}}', "a=b"]) == And((Range("n", lt=5), In("a", ("b",))))
    with pytest.raises(WrongUse, match="empty"):
        parse_filters(["{}"])


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--filter", "lang"), "NAME=VALUE"),
        (("--filter", "=x"), "NAME=VALUE"),
        (("--filter", '{"a": '), "--filter"),
        (("--filter", '{"a":' + "[" * 100_000), "--filter"),
        (("--filter", '{"a": {"above": 3}}'), "above"),
        (("--size", "-1"), "--size"),
        (("--size", "9000", "--offset", "2000"), "10000"),
        (("--min-match", "lots"), "'30%'"),
        (("--set", "stemming=false"), "stemming"),
    ],
)
def test_wrong_use_says_how_to_mend_it(
    inside: Call, folder: str, options: tuple[str, ...], told: str
) -> None:
    code, out, err = inside("search", "haus", "--in", folder, *options)
    assert (code, out) == (2, "")
    assert err.startswith("fulltext-query: error: ")
    assert told in err


def test_an_index_that_is_not_there_says_how_to_make_it(inside: Call, tmp_path: Path) -> None:
    code, out, err = inside("search", "haus", "--in", str(tmp_path / "none"))
    assert (code, out) == (2, "")
    assert f"fulltext-query index FILE --to {tmp_path / 'none'}" in err
    assert not (tmp_path / "none").exists()
    code, _, err = inside("search", "haus")
    assert code == 2
    assert "--in" in err


def test_documents_never_steer_the_terminal(
    inside: Call, terminal: Callable[..., str], folder: str
) -> None:
    plain = inside("search", "zebra", "--in", folder).out
    assert "\x1b" not in plain
    assert "\\x1b]0;title\\x07 [link]" in plain
    shown = terminal(100, "search", "zebra", "--in", folder)
    assert "\x1b]0" not in shown
    assert "\x1b[31m" not in shown
    assert "\x07" not in shown


def test_matches_are_in_colour_on_a_terminal(terminal: Callable[..., str], folder: str) -> None:
    shown = terminal(60, "search", "resetting passwords", "--in", folder)
    assert re.search("\x1b\\[[0-9;]+mreset\x1b\\[0m", shown)
    assert "[reset]" not in shown
    assert max(len(re.sub("\x1b\\[[0-9;]*m", "", line)) for line in shown.split("\n")) <= 60
    bare = terminal(60, "search", "resetting passwords", "--in", folder, env={"NO_COLOR": "1"})
    assert "\x1b" not in bare
    assert "[reset]" in bare


@pytest.mark.parametrize("where", ["localhost:9200/docs", "10.0.0.5:9200", "search.example:80/a/b"])
def test_an_address_without_its_scheme_is_no_folder(inside: Call, where: str) -> None:
    code, _, err = inside("search", "pump", "--in", where)
    assert code == 2
    assert f"give http://{where}" in err
