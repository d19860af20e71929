"""Open Multilingual Wordnet's tab files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from fulltext_query.errors import DictionaryError
from fulltext_query.lexicon.importers import (
    Limits,
    WordNet,
    read_omw,
    read_wordnet,
    synonyms_from_omw,
)

from .small import write_wordnet

HEAD = "# Made-up Wordnet\txx\thttp://example.org\tno licence\n"


def tab(path: Path, *rows: tuple[str, str], kind: str = "cmn:lemma") -> Path:
    path.write_text(
        HEAD + "".join(f"{place}\t{kind}\t{word}\n" for place, word in rows), encoding="utf-8"
    )
    return path


@pytest.fixture
def wordnet(tmp_path: Path) -> WordNet:
    return read_wordnet(write_wordnet(tmp_path / "wordnet"))


def rules(path: Path, wordnet: WordNet | None, language: str = "zh", **more: object) -> list[str]:
    return list(
        synonyms_from_omw(read_omw(path), language=language, wordnet=wordnet, **more).entries  # type: ignore[arg-type]
    )


def test_words_of_one_synset(tmp_path: Path, wordnet: WordNet) -> None:
    path = tab(tmp_path / "x.tab", ("00001001-n", "医生"), ("00001001-n", "大夫"),
               ("00001001-n", "医"), ("00001001-n", "Ａ医生"), ("00001010-n", "汽车"))  # fmt: skip
    # of one character, or a code: neither; alone in its synset: nothing to say
    assert rules(path, wordnet) == ["医生 => 大夫", "大夫 => 医生"]


def test_english_ranks_the_senses(tmp_path: Path, wordnet: WordNet) -> None:
    # 1001 is what three English words mean first, 1002 one; 1008 is the third of check
    path = tab(tmp_path / "x.tab", ("00001002-n", "医生"), ("00001002-n", "博士"),
               ("00001001-n", "医生"), ("00001001-n", "大夫"))  # fmt: skip
    assert rules(path, wordnet) == ["医生 => 大夫^0.7", "大夫 => 医生"]
    # nothing ranks them: both of two senses may be meant
    unranked = rules(path, None)
    assert unranked == ["医生 => 博士^0.7, 大夫^0.7", "博士 => 医生", "大夫 => 医生"] or sorted(
        unranked
    ) == sorted(["医生 => 大夫^0.7, 博士^0.7", "博士 => 医生", "大夫 => 医生"])


def test_more_than_two_unranked_senses_say_nothing(tmp_path: Path) -> None:
    path = tab(tmp_path / "x.tab", *((f"0000100{sense}-n", word) for sense in (1, 2, 3)
               for word in ("医生", "大夫")))  # fmt: skip
    assert rules(path, None, limits=Limits(max_senses=9)) == []


def test_traditional_words_are_written_simplified(tmp_path: Path, wordnet: WordNet) -> None:
    path = tab(tmp_path / "x.tab", ("00001001-n", "醫生"), ("00001001-n", "大夫"))
    assert rules(path, wordnet) == []  # no lexicon has it
    spelled = rules(path, wordnet, spell=lambda word: word.replace("醫", "医"))
    assert spelled == ["医生 => 大夫", "大夫 => 医生"]


def test_seams_and_particles_of_the_chinese_wordnet(tmp_path: Path) -> None:
    path = tab(tmp_path / "x.tab", ("00003001-a", "困难+的"), ("00003001-a", "艰难的"),
               ("00003001-s", "艰巨的"))  # fmt: skip
    found = rules(path, None)
    assert len(found) == 3
    assert "的" not in "".join(found)
    assert "+" not in "".join(found)


def test_persian_keeps_its_spelling(tmp_path: Path) -> None:
    path = tab(tmp_path / "x.tab", ("00001001-n", "پزشک"), ("00001001-n", "دکتر"), kind="lemma")
    assert rules(path, None, "fa") == ["دکتر => پزشک", "پزشک => دکتر"]


def test_packed_whatever_its_name(tmp_path: Path) -> None:
    path = tab(tmp_path / "x.tab", ("00001001-n", "医生"))
    plain = read_omw(path)
    path.write_bytes(gzip.compress(path.read_bytes()))
    assert read_omw(path) == plain
    assert plain.head == "Made-up Wordnet xx http://example.org no licence"


def test_what_is_no_lemma_is_passed_over_and_odd_lines_are_told(tmp_path: Path) -> None:
    path = tab(tmp_path / "x.tab", ("00001001-n", "医生"))
    with path.open("a", encoding="utf-8") as file:
        file.write("00001001-n\tarb:lemma:root\tطب\n1001-n\tlemma\tword\n00001001-q\tlemma\tw\n")
        file.write("00001001-n\tlemma\n00001001-n\tlemma\t \n")
    found = read_omw(path)
    assert found.synsets == {("n", 1001): ("医生",)}
    assert [problem.line for problem in found.problems] == [4, 5, 6, 7]
    with pytest.raises(DictionaryError, match=r"x\.tab, line 4"):
        read_omw(path, strict=True)
    made = synonyms_from_omw(found, language="zh")
    assert made.problems == found.problems


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.tab"
    path.write_text("once upon a time\n")
    with pytest.raises(DictionaryError, match=r"x\.tab, line 1"):
        read_omw(path)
    path.write_text("")
    with pytest.raises(DictionaryError, match="empty"):
        read_omw(path)


def test_offsets_of_another_version_are_refused(tmp_path: Path, wordnet: WordNet) -> None:
    path = tab(tmp_path / "x.tab", ("09999999-n", "医生"), ("09999998-n", "大夫"))
    with pytest.raises(DictionaryError, match=r"WordNet 3\.7; give WordNet 3\.0"):
        rules(path, wordnet)


def test_the_order_of_the_lines_says_nothing(tmp_path: Path, wordnet: WordNet) -> None:
    rows = [("00001001-n", "医生"), ("00001001-n", "大夫"), ("00001010-n", "汽车"),
            ("00001010-n", "轿车"), ("00001010-n", "车辆")]  # fmt: skip
    one = rules(tab(tmp_path / "x.tab", *rows), wordnet)
    assert rules(tab(tmp_path / "x.tab", *reversed(rows)), wordnet) == one
    assert len(one) == 5
