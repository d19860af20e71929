"""Everything that is known of a word, with the file and line that says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulltext_query import FulltextQuery, Settings
from fulltext_query.curation import Found, WordReport, lookup
from tests.curation.folders import Files, write

LOWER: Files = {
    "words/zh.txt": "蓝鲸阀 900 nz\n数据 5\n",
    "synonyms/a.en.txt": "# ours\nvalve, tap\nC++ => language^0.5\nheart attack => infarct\n",
    "glossary/g.txt": "OBX => outbound exchange\n",
    "entities/corp.en.txt": "Acme Corporation\n",
    "pos/en.txt": "valve\tn\n",
    "frequencies/en.tsv": "# documents: 100\nvalve\t30\t20\n",
    "function_words/en.txt": "thereof\n",
    "question_words/en.txt": "how come\tany\n",
    "protected.txt": "wi-fi\n",
    "t2s_exceptions.txt": "乾燥阀\n",
}
UPPER: Files = {
    "words/zh.txt": "\n蓝鲸阀 70\n-数据\n",
    "synonyms/b.en.txt": "-valve => tap\nvalves => cock\n",
    "entities/loca.en.txt": "Acme Corporation\n",
    "protected.txt": "#\n#\n#\n-wi-fi\n",
}


@pytest.fixture
def fq(tmp_path: Path) -> FulltextQuery:
    folders = write(tmp_path / "lower", LOWER), write(tmp_path / "upper", UPPER)
    return FulltextQuery(dictionaries=folders)


def rows(found: tuple[Found, ...], kind: str) -> list[tuple[str, str, str, int]]:
    """Entry, state, file below the layer, and line."""
    return [
        (one.entry, one.state, "/".join(one.file.split("/")[-3:]), one.line)
        for one in found
        if one.kind == kind
    ]


def test_the_last_layer_holds_and_the_others_are_hidden(fq: FulltextQuery) -> None:
    report = lookup(fq, "蓝鲸阀")
    assert rows(report.entries, "words") == [
        ("蓝鲸阀 900 nz", "hidden", "lower/words/zh.txt", 1),
        ("蓝鲸阀 70", "holds", "upper/words/zh.txt", 2),
    ]
    assert [token.word for token in report.tokens] == ["蓝鲸阀"]
    assert {one.language for one in report.entries} == {"zh"}


def test_what_a_layer_removes(fq: FulltextQuery, tmp_path: Path) -> None:
    assert rows(lookup(fq, "数据").entries, "words") == [
        ("数据 5", "removed", "lower/words/zh.txt", 2),
        ("-数据", "removes", "upper/words/zh.txt", 3),
    ]
    assert rows(lookup(fq, "Wi-Fi").entries, "protected") == [
        ("wi-fi", "removed", f"{tmp_path.name}/lower/protected.txt", 1),
        ("-wi-fi", "removes", f"{tmp_path.name}/upper/protected.txt", 4),
    ]


def test_synonyms_both_ways(fq: FulltextQuery) -> None:
    report = lookup(fq, "Valves")
    assert rows(report.entries, "synonyms") == [
        ("valve => tap", "removed", "lower/synonyms/a.en.txt", 2),
        ("-valve => tap", "removes", "upper/synonyms/b.en.txt", 1),
        ("valves => cock", "holds", "upper/synonyms/b.en.txt", 2),
    ]
    assert rows(report.targets, "synonyms") == [
        ("tap => valve", "holds", "lower/synonyms/a.en.txt", 2)
    ]


@pytest.mark.parametrize(
    ("word", "kind", "entry", "file"),
    [
        ("c++", "synonyms", "C++ => language^0.5", "a.en.txt"),
        ("Heart Attack", "synonyms", "heart attack => infarct", "a.en.txt"),
        ("obx", "glossary", "OBX => outbound exchange", "g.txt"),
        ("valve", "pos", "valve n", "en.txt"),
        ("valve", "frequencies", "valve 30 in 20 of 100 documents", "en.tsv"),
        ("thereof", "function_words", "thereof", "en.txt"),
        ("how come", "question_words", "how come any", "en.txt"),
        ("乾燥阀", "t2s_exceptions", "乾燥阀", "t2s_exceptions.txt"),
    ],
)
def test_every_kind_is_found(
    fq: FulltextQuery, word: str, kind: str, entry: str, file: str
) -> None:
    (one,) = [one for one in lookup(fq, word).entries if one.kind == kind and "lower" in one.file]
    assert (one.entry, one.state) == (entry, "holds")
    assert one.file.endswith(file)
    assert one.line > 0


def test_a_name_is_of_the_category_of_the_last_layer(fq: FulltextQuery) -> None:
    states = [(one.entry, one.state) for one in lookup(fq, "ACME corporation").entries]
    assert states == [
        ("acme corporation: corp", "hidden"), ("acme corporation: loca", "holds"),
    ]  # fmt: skip


def test_targets_of_several_words(fq: FulltextQuery) -> None:
    (one,) = lookup(fq, "Outbound Exchanges").targets
    assert (one.kind, one.entry, one.state) == ("glossary", "OBX => outbound exchange", "holds")


def test_the_shipped_lists_and_the_lexica(fq: FulltextQuery) -> None:
    report = lookup(fq, "the")
    assert any(
        one.kind == "function_words" and one.language == "en" and one.line
        and one.file == "dictionaries/function_words/en.txt"
        for one in report.entries
    )  # fmt: skip
    english = [one for one in report.lexicon if one.language == "en"]
    assert english[0].frequency > 100_000
    assert english[0].source.startswith("symspellpy")
    assert report.tokens[0].text == "the"
    assert report.terms[0].text == "the"


def test_the_words_of_a_phrase_are_looked_up_too(fq: FulltextQuery) -> None:
    report = lookup(fq, "flow meters")
    assert {one.word for one in report.lexicon} >= {"flow", "meters"}


def test_nothing_is_known_of_an_invented_word(fq: FulltextQuery) -> None:
    report = lookup(fq, "kxtrwq")
    assert not report
    assert [token.word for token in report.tokens] == ["kxtrwq"]
    assert not lookup(fq, "???")


def test_what_is_given_in_settings_is_a_layer_too(tmp_path: Path) -> None:
    fq = FulltextQuery(Settings(user_words=("青藤泵 50 nz",)), synonyms={"pump": ["compressor"]})
    (word,) = [one for one in lookup(fq, "青藤泵").entries if one.kind == "words"]
    assert (word.layer, word.state) == ("settings", "holds")
    report: WordReport = lookup(fq, "compressor")
    assert [one.entry for one in report.targets] == ["pump => compressor"]


def test_shipped_synonyms_only_where_they_are_used() -> None:
    with_them = lookup(FulltextQuery(), "colour")
    without = lookup(FulltextQuery(Settings(shipped_synonyms=False)), "colour")
    assert any(one.kind == "synonyms" for one in (*with_them.entries, *with_them.targets))
    assert not any(one.kind == "synonyms" for one in (*without.entries, *without.targets))
