"""WordNet's own files: what is read, what is odd, what is refused."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fulltext_query.errors import DictionaryError
from fulltext_query.lexicon.importers import read_wordnet

from .small import data_line, index_line, write_wordnet


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_wordnet(tmp_path / "wordnet")


def test_senses_come_in_the_order_of_the_index(folder: Path) -> None:
    wordnet = read_wordnet(folder)
    assert [one.offset for one in wordnet.of("Doctor", "n")] == [1001, 1002]
    assert [one.offset for one in wordnet.of("machine", "n")] == [1011, 1010]
    assert wordnet.of("doctor", "v") == ()
    assert wordnet.version == "3.7"
    assert wordnet.problems == ()


def test_words_are_spelled_as_people_write_them(folder: Path) -> None:
    wordnet = read_wordnet(folder)
    assert wordnet.of("put off", "v")[0].words == ("postpone", "defer", "put off", "hold over")
    assert wordnet.of("id", "n")[0].words == ("Idaho", "Gem State", "ID")


def test_a_satellite_is_an_adjective_without_its_marker(folder: Path) -> None:
    found = read_wordnet(folder).of("galore", "a")
    assert [(one.pos, one.words) for one in found] == [("a", ("galore", "abundant"))]


def test_exceptions_and_usages(folder: Path) -> None:
    wordnet = read_wordnet(folder)
    assert wordnet.base_forms("Mice", "n") == ("mouse",)
    assert wordnet.base_forms("mice", "v") == ()
    synset = wordnet.of("physician", "n")[0]
    assert wordnet.usages(synset, "medico") == {"disparagement"}
    assert wordnet.usages(synset, "doctor") == frozenset()  # the pointer is of one word only


def test_rank_is_the_best_place_among_the_words(folder: Path) -> None:
    wordnet = read_wordnet(folder)
    car, automobile = wordnet.synsets["n", 1010], wordnet.synsets["n", 1012]
    assert wordnet.rank(car)[0] == wordnet.rank(automobile)[0] == 0
    # first by four of its words, against one ("motor vehicle")
    assert wordnet.rank(car) < wordnet.rank(automobile)


def test_the_folder_dict_and_packed_files_are_found(folder: Path, tmp_path: Path) -> None:
    plain = read_wordnet(folder)
    (tmp_path / "package").mkdir()
    folder.rename(tmp_path / "package" / "dict")
    data = tmp_path / "package" / "dict" / "data.noun"
    data.write_bytes(gzip.compress(data.read_bytes()))
    packed = read_wordnet(tmp_path / "package")
    assert packed.synsets == plain.synsets
    assert packed.senses == plain.senses


def test_line_ends_of_windows(folder: Path) -> None:
    plain = read_wordnet(folder)
    for path in folder.iterdir():
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_wordnet(folder).synsets == plain.synsets


@pytest.mark.parametrize(
    ("name", "line", "reason"),
    [
        ("data.noun", "00009001 03 n 02 one 0\n", "2 are announced|at least|fields"),
        ("data.noun", "00009001 03 n zz one 0 000 | gloss\n", "number of words is 'zz'"),
        ("data.noun", "00009001 03 v 01 one 0 000 | gloss\n", "type 'v' in the file of nouns"),
        ("data.noun", "-0009001 03 n 01 one 0 000 | gloss\n", "offset is '-0009001'"),
        ("data.noun", "00009001 03 n 01 one 0 002 @ 00001001 n 0000 | gloss\n", "2 pointers"),
        ("data.noun", "00009001 03 n 01 one 0 001 ;u 00001001 n 0901 | gloss\n", "word 9"),
        ("data.noun", data_line(1001, "n", ["other"], [], "twice"), "stands twice"),
        ("index.noun", "one n 1 0 1\n", "5 fields"),
        ("index.noun", index_line("one", "v", [1001]), "part of speech 'v' in the file of nouns"),
        ("index.noun", index_line("one", "n", [77]), "synset 00000077 is not in data.noun"),
        ("index.noun", "one n 3 0 1 1 00001001\n", "3 senses"),
        ("index.noun", index_line("car", "n", [1001]), "stands twice"),
        ("noun.exc", "geese\n", "no base form"),
    ],
)
def test_an_odd_line_is_told_and_left_out(folder: Path, name: str, line: str, reason: str) -> None:
    before = read_wordnet(folder)
    path = folder / name
    number = path.read_text().count("\n") + 1
    path.write_text(path.read_text() + line)
    wordnet = read_wordnet(folder)
    [problem] = wordnet.problems
    assert (problem.file, problem.line) == (str(path), number)

    assert re.search(reason, problem.reason)
    assert wordnet.synsets == before.synsets
    assert wordnet.senses == before.senses
    with pytest.raises(DictionaryError, match=f"{name}, line {number}"):
        read_wordnet(folder, strict=True)


def test_bytes_that_are_no_text(folder: Path) -> None:
    with (folder / "data.adv").open("ab") as file:
        file.write(b"00009001 02 r 01 caf\xe9 0 000 | gloss\n")
    [problem] = read_wordnet(folder).problems
    assert "UTF-8" in problem.reason


def test_what_is_no_wordnet_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(DictionaryError, match="no folder"):
        read_wordnet(tmp_path / "nowhere")
    (folder / "index.verb").write_text("Dear reader,\nthis is a letter.\n")
    with pytest.raises(DictionaryError, match=r"index\.verb, line 1"):
        read_wordnet(folder)
    (folder / "index.verb").unlink()
    with pytest.raises(DictionaryError, match=r"no file .*index\.verb"):
        read_wordnet(folder)


def test_a_packed_file_that_is_cut_off(folder: Path) -> None:
    path = folder / "data.noun"
    path.write_bytes(gzip.compress(path.read_bytes())[:-12])
    with pytest.raises(DictionaryError, match=r"data\.noun cannot be read"):
        read_wordnet(folder)


_LINES = st.one_of(st.binary(max_size=80), st.text(" 0123456789abnvs@;u_|").map(str.encode))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(line=_LINES.filter(lambda line: line.strip() and not re.search(rb"^ |[\r\n]", line)))
def test_a_line_gives_a_synset_or_a_problem(folder: Path, line: bytes) -> None:
    path = write_wordnet(folder) / "data.noun"
    before = read_wordnet(folder)
    path.write_bytes(path.read_bytes() + line)
    after = read_wordnet(folder)
    assert before.synsets.items() <= after.synsets.items()
    more = len(after.synsets) - len(before.synsets)
    blank = not line.decode("utf-8", "replace").strip()  # of blanks beyond ASCII
    assert more + len(after.problems) == (not blank)
