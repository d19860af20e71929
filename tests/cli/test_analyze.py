"""``fulltext-query analyze``: the tokens of a text."""

from __future__ import annotations

import json

from fulltext_query import FulltextQuery
from tests.cli.conftest import Call, lines

TEXT = "KXT-4410 軟體同義詞 the disks"


def test_json_has_the_tokens_and_the_words_of_the_index(inside: Call) -> None:
    fq = FulltextQuery()
    analysis = fq.analyze(TEXT)
    code, out, err = inside("analyze", "--json", TEXT)
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert found["text"] == TEXT
    assert found["coarse"] == list(analysis.coarse)
    assert found["fine"] == list(analysis.fine)
    for token in found["tokens"]:
        assert token["surface"] == TEXT[token["start"] : token["end"]]
    by_text = {token["text"]: token for token in found["tokens"]}
    assert by_text["kxt-4410"]["kind"] == "code"
    assert by_text["the"]["role"] == "function"
    assert by_text["软体"]["language"] == "zh"
    assert by_text["同义词"]["fine"] == ["同义", "义词"]
    assert {token["text"]: token["weight"] for token in found["tokens"]} == {
        term.text: term.weight for term in fq.build(TEXT).terms
    }


def test_words_left_out_of_the_query_have_no_weight(inside: Call) -> None:
    out = inside("analyze", "--json", "--set", "question_words=remove", "how to format disks").out
    weights = {token["text"]: token["weight"] for token in json.loads(out)["tokens"]}
    assert weights["how"] is None
    assert weights["disk"] > 0


def test_a_word_that_comes_twice_has_one_weight(inside: Call) -> None:
    tokens = json.loads(inside("analyze", "--json", "disk to disk").out)["tokens"]
    assert tokens[0]["weight"] == tokens[2]["weight"] > 0


def test_the_table_shows_the_same(inside: Call) -> None:
    head, *rows = lines(inside("analyze", TEXT).out)
    assert head.split() == [
        "word", "as", "typed", "span", "kind", "language", "role", "weight", "fine", "parts",
    ]  # fmt: skip
    assert rows[0].startswith("kxt-4410  KXT-4410  0–8")
    assert len(rows) == len(FulltextQuery().analyze(TEXT).tokens)


def test_each_line_gives_one_line(inside: Call) -> None:
    code, out, _ = inside("analyze", "--lines", stdin="disk\r\n\n软件".encode())
    found = [json.loads(line) for line in lines(out)]
    assert code == 0
    assert [item["text"] for item in found] == ["disk", "", "软件"]
    assert found[1]["tokens"] == []


def test_nothing_to_show_is_said(inside: Call) -> None:
    code, out, _ = inside("analyze", "？")
    assert (code, lines(out)[-1]) == (0, "no tokens")
