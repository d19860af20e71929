"""THUOCL's lists, stop words, and the one call for every kind."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from fulltext_query.errors import DictionaryError, SettingsError
from fulltext_query.lexicon.frequencies import document_frequency
from fulltext_query.lexicon.importers import (
    KINDS,
    frequencies_from_thuocl,
    function_words_from,
    import_list,
    read_thuocl,
    words_from_thuocl,
)

from .small import write_wordnet


@pytest.fixture
def thuocl(tmp_path: Path) -> Path:
    path = tmp_path / "THUOCL_x.txt"
    # as the lists have it: blanks about the tab, a BOM and carriage returns in one of them
    text = "\ufeff字符串 \t 395499\r缩点图\t12\r全新词条\t7\r"
    path.write_bytes(text.encode())
    return path


def test_thuocl_frequencies(thuocl: Path) -> None:
    made = frequencies_from_thuocl(read_thuocl(thuocl), documents=3_785_976)
    assert "# documents: 3785976" in made.head
    assert "# tokens: 395518" in made.head
    assert made.entries == ("字符串\t395499\t395499", "缩点图\t12\t12", "全新词条\t7\t7")
    assert made.problems == ()


def test_thuocl_with_an_unknown_number_of_documents(thuocl: Path) -> None:
    head = "\n".join(frequencies_from_thuocl(read_thuocl(thuocl)).head)
    assert "# documents: 3954990" in head
    assert "guessed" in head
    with pytest.raises(DictionaryError, match="395499 documents, and there are 10"):
        frequencies_from_thuocl(read_thuocl(thuocl), documents=10)


def test_thuocl_words(thuocl: Path) -> None:
    made = words_from_thuocl(read_thuocl(thuocl), documents=3_785_976, tag="nz")
    found = dict(entry.split(" ", 1) for entry in made.entries)
    assert set(found) == {"缩点图", "全新词条"}  # the lexicon knows the other
    frequency, tag = found["缩点图"].split()
    assert tag == "nz"
    # its document frequency is what the fit gives back
    assert document_frequency(float(frequency)) == pytest.approx(12 / 3_785_976 * 1e9, rel=0.2)
    every = words_from_thuocl(read_thuocl(thuocl), new_only=False)
    assert len(every.entries) == 3
    assert every.entries[0] == "字符串 1000 n"  # more would cut the words beside it


def test_a_word_in_no_document_is_a_word_without_frequency(thuocl: Path) -> None:
    thuocl.write_text("斑腔海胆\t0\n多宝鱼\t5\n", encoding="utf-8")
    counted = read_thuocl(thuocl)
    assert "斑腔海胆 1 n" in words_from_thuocl(counted).entries
    made = frequencies_from_thuocl(counted)
    assert made.entries == ("多宝鱼\t5\t5",)
    assert [problem.file for problem in made.problems] == ["斑腔海胆"]


def test_odd_lines_of_thuocl(thuocl: Path) -> None:
    with thuocl.open("ab") as file:
        file.write("没有数\n负数\t-3\n\t5\n零\t3?\n多\t99999999999999999999\n".encode())
        file.write(b"\xff\xfe\t5\n")
    counted = read_thuocl(thuocl)
    assert len(counted.words) == 3
    assert sorted(problem.line for problem in counted.problems) == [4, 5, 6, 7, 8, 9]
    assert len(frequencies_from_thuocl(counted).problems) == 6
    with pytest.raises(DictionaryError, match=r"THUOCL_x\.txt, line"):
        read_thuocl(thuocl, strict=True)
    thuocl.write_text("no list\n")
    with pytest.raises(DictionaryError, match="line 1.*word TAB document frequency"):
        read_thuocl(thuocl)


def test_words_given_twice_and_signs_that_mean_something(thuocl: Path) -> None:
    thuocl.write_text("#话题\t9\n-负\t3\n數組\t5\n数组\t8\n", encoding="utf-8")
    counted = read_thuocl(thuocl, spell=lambda word: word.replace("數組", "数组"))
    assert counted.words == {"-负": 3, "数组": 8}
    assert frequencies_from_thuocl(counted).entries[0] == "\\-负\t3\t3"


def test_stop_words_of_iso(tmp_path: Path) -> None:
    path = tmp_path / "stopwords-iso.json"
    words = ["the", "The", "、", "12", "a priori", "don't", "le", "-ci"]
    path.write_bytes(gzip.compress(json.dumps({"en": words, "fa": ["از"]}).encode()))
    made = function_words_from(path, "en")
    assert made.entries == ("\\-ci", "don't", "le", "the")
    assert [problem.line for problem in made.problems] == [3, 4, 5]
    assert function_words_from(path, "fa").entries == ("از",)
    with pytest.raises(DictionaryError, match="'xx'; it has en, fa"):
        function_words_from(path, "xx")
    with pytest.raises(DictionaryError, match="no letter"):
        function_words_from(path, "en", strict=True)


def test_plain_stop_words(tmp_path: Path) -> None:
    path = tmp_path / "stop.txt"
    path.write_text("# a list\n\nund | and\nder\r\n  | nothing but a remark\nzwei Wörter\n")
    made = function_words_from(path, "de", source="a list, MIT")
    assert made.entries == ("der", "und")
    assert "a list, MIT" in made.head[0]
    assert len(made.problems) == 1


@pytest.mark.parametrize("content", ["{", '{"en": 5}', "[1, 2]", '{"en": [["the"]]}', "[" * 99999])
def test_json_of_another_form(tmp_path: Path, content: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(content)
    with pytest.raises(DictionaryError, match=r"x\.json, line 1"):
        function_words_from(path, "en")


def test_one_call_for_every_kind(tmp_path: Path, thuocl: Path) -> None:
    folder = write_wordnet(tmp_path / "wordnet")
    tab = tmp_path / "x.tab"
    tab.write_text("# Made up\n00001001-n\tlemma\t医生\n00001001-n\tlemma\t大夫\n", "utf-8")
    stop = tmp_path / "stop.txt"
    stop.write_text("the\n")
    given = {
        "wordnet": (folder, "en"), "omw": (tab, "zh"), "thuocl-frequencies": (thuocl, "zh"),
        "thuocl-words": (thuocl, "zh"), "stopwords": (stop, "en"),
    }  # fmt: skip
    assert {*given, "wordnet-nltk"} == set(KINDS)
    for kind, (source, language) in given.items():
        lines = list(import_list(kind, source, language=language))
        assert lines[0].startswith("#")
        assert not lines[-1].startswith("#")
    ranked = import_list("omw", tab, language="zh", wordnet=folder)
    assert "WordNet 3.7" in "".join(ranked.head)


@pytest.mark.parametrize(
    ("kind", "source", "language", "says"),
    [
        ("hunspell", "x", "en", "no kind of list 'hunspell'; there are: wordnet"),
        ("wordnet", "x", "fr", "'en' only"),
        ("thuocl-words", "x", "en", "'zh' only"),
        ("omw", None, "zh", "needs a source"),
        ("wordnet-nltk", "x", "en", "give no source"),
    ],
)
def test_what_a_kind_does_not_take(kind: str, source: str | None, language: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        import_list(kind, source, language=language)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for kind, language in (("omw", "zh"), ("thuocl-words", "zh"), ("stopwords", "en")):
        with pytest.raises(DictionaryError, match="there is no file"):
            import_list(kind, tmp_path / "nowhere", language=language)
        with pytest.raises(DictionaryError, match="is a folder"):
            import_list(kind, tmp_path, language=language)
