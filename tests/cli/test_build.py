"""``fulltext-query build``: what it prints for a text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fulltext_query import FulltextQuery, Settings
from tests.cli.conftest import Call, lines

TEXT = "如何在 Elasticsearch 里配置同义词？"


@pytest.fixture(scope="module")
def fq() -> FulltextQuery:
    return FulltextQuery()


def test_the_default_output_is_the_body_of_a_search_request(
    inside: Call, fq: FulltextQuery
) -> None:
    code, out, err = inside("build", TEXT)
    assert (code, err) == (0, "")
    assert json.loads(out) == {"query": fq.build(TEXT).to_dict()}
    assert "同义词" in out  # readable, not escaped


def test_other_outputs_are_the_library_s_own(inside: Call, fq: FulltextQuery) -> None:
    built = fq.build(TEXT)
    assert json.loads(inside("build", "--bool", TEXT).out) == {"query": built.to_bool()}
    assert json.loads(inside("build", "--bare", TEXT).out) == built.to_dict()
    assert json.loads(inside("build", "--bare", "--bool", TEXT).out) == built.to_bool()
    assert inside("build", "--string", TEXT).out == built.query_string + "\n"
    assert inside("build", "--explain", TEXT).out.startswith(f"text: {TEXT}\n")


@pytest.mark.parametrize(
    "options",
    [
        ("--string", "--explain"),
        ("--string", "--bool"),
        ("--explain", "--bool"),
        ("--string", "--bare"),
        ("--explain", "--bare"),
    ],
)
def test_outputs_that_exclude_each_other_are_refused(
    inside: Call, options: tuple[str, str]
) -> None:
    code, out, err = inside("build", *options, TEXT)
    assert (code, out) == (2, "")
    assert all(option in err for option in options)


@pytest.mark.parametrize("given", [(), ("-",)])
def test_text_comes_from_standard_input_where_none_is_given(
    inside: Call, fq: FulltextQuery, given: tuple[str, ...]
) -> None:
    code, out, _ = inside("build", *given, stdin=f"{TEXT}\n".encode())
    assert code == 0
    assert json.loads(out) == {"query": fq.build(TEXT).to_dict()}


def test_an_empty_query_matches_nothing_with_a_warning(inside: Call) -> None:
    for text in ("", "  ", "？！"):
        code, out, err = inside("build", text)
        assert (code, json.loads(out)) == (0, {"query": {"match_none": {}}})
        assert "matches nothing" in err
    assert inside("build", "--string", "").out == "\n"


def test_each_line_gives_one_line(inside: Call, fq: FulltextQuery) -> None:
    code, out, err = inside("build", "--lines", stdin="disk full\r\n\n同义词".encode())
    first, second, third = map(json.loads, lines(out))
    assert code == 0
    assert first == {"query": fq.build("disk full").to_dict()}
    assert second == {"query": {"match_none": {}}}
    assert third == {"query": fq.build("同义词").to_dict()}
    assert "1 of 3 lines" in err
    assert "line 2" in err


def test_lines_keep_their_promise_in_every_output(inside: Call, fq: FulltextQuery) -> None:
    text = "disk\n\nfull"
    assert lines(inside("build", "--lines", "--string", text).out) == [
        fq.build(line).query_string for line in text.split("\n")
    ]
    explained = [
        json.loads(line) for line in lines(inside("build", "--lines", "--explain", text).out)
    ]
    assert [item["text"] for item in explained] == ["disk", "", "full"]
    assert explained[0] == json.loads(json.dumps(fq.build("disk").explain_dict()))
    bare = lines(inside("build", "--lines", "--bool", "--bare", text).out)
    assert json.loads(bare[2]) == fq.build("full").to_bool()


def test_no_lines_give_no_lines(inside: Call) -> None:
    assert inside("build", "--lines", stdin=b"") == (0, "", "")


@pytest.mark.parametrize("minimum", ["60%", "-25%", "2", "-1", "2<-25% 9<-3", "0.6"])
def test_the_minimum_reaches_the_query(inside: Call, fq: FulltextQuery, minimum: str) -> None:
    out = inside("build", "--min-match", minimum, "red disk full error").out
    expected = fq.build("red disk full error", min_match=minimum).to_dict()
    assert json.loads(out) == {"query": expected}


def test_settings_by_file_environment_and_option(inside: Call, tmp_path: Path) -> None:
    file = tmp_path / "fq.toml"
    file.write_text('min_match = "50%"\nphrase_weight = 0\ntie_breaker = 0.3\n')
    out = inside(
        "build", "--settings", str(file), "--set", "tie_breaker=0.7", "disk full now please",
        env={"FULLTEXT_QUERY_MIN_MATCH": "75%", "FULLTEXT_QUERY_TIE_BREAKER": "0.5"},
    ).out  # fmt: skip
    body = json.loads(out)["query"]["query_string"]
    assert body["minimum_should_match"] == "75%"  # the environment over the file
    assert body["tie_breaker"] == 0.7  # the option over both
    assert '"' not in body["query"]  # the file's: no phrases


def test_a_preset_is_the_base_of_everything_else(inside: Call) -> None:
    out = inside(
        "build", "--preset", "documents", "--set", "tie-breaker=0.2", "disk full",
        env={"FULLTEXT_QUERY_PRESET": "default"},
    ).out  # fmt: skip
    settings = Settings.preset("documents", tie_breaker=0.2)
    expected = FulltextQuery(settings).build("disk full").to_dict()
    assert json.loads(out) == {"query": expected}


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ("fields=title^2,body", ["title^2", "body"]),
        ('fields={"title": 2, "body": 1}', ["title^2", "body"]),
        ('fields=["title^2", "body"]', ["title^2", "body"]),
    ],
)
def test_fields_are_given_in_any_form(inside: Call, change: str, fields: list[str]) -> None:
    out = inside("build", "--set", change, "disk").out
    assert json.loads(out)["query"]["query_string"]["fields"] == fields


def test_lists_and_null_are_given_too(inside: Call) -> None:
    string = inside("build", "--string", "--set", "user_words=龘靐齉,灪麤爩", "龘靐齉灪麤爩").out
    assert "龘靐齉^" in string
    plain = inside("build", "--set", "function_weight=null", "--string", "where is it").out
    expected = FulltextQuery(Settings(function_weight=None)).build("where is it")
    assert plain.strip() == expected.query_string


def test_synonyms_by_solr_s_rules(inside: Call, tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text("\ufeff# ours\nlaptop, notebook\nssd => solid state drive\n", "utf-8")
    out = inside("build", "--string", "--synonyms", str(file), "laptop ssd").out
    assert "notebook^" in out
    assert '"solid state drive"' in out


def test_explanations_in_a_pipe_are_plain_and_whole(inside: Call, fq: FulltextQuery) -> None:
    out = inside("build", "--explain", "--min-match", "60%", "KXT-4410 \x1b[31m軟體").out
    assert "\x1b" not in out
    assert "\\x1b" in out
    assert "minimum: 60%" in out
    assert "kxt-4410" in out
    assert "軟體" in out
    assert "note " in out


def test_a_text_that_looks_like_an_option(inside: Call, fq: FulltextQuery) -> None:
    assert inside("build", "--string", "--", "-5 degrees").out == (
        fq.build("-5 degrees").query_string + "\n"
    )
    code, _, err = inside("build", "-5 degrees")
    assert code == 2
    assert "'--'" in err
