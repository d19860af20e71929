"""Tables on the disk: read back as they were, readable, and usable as dictionaries."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query import FulltextQuery, Settings
from fulltext_query.background import (
    Counted,
    Lacking,
    LeftOut,
    WordCount,
    count_documents,
    merge,
    read_table,
    write,
)
from fulltext_query.errors import (
    DictionaryError,
    LexiconFormatError,
    LexiconMissingError,
    SettingsError,
)

TABLE = Counted(
    "zh", 1000, 50_000,
    {"版权": WordCount(30, 20), "制度": WordCount(41, 20), "的": WordCount(900, 700)},
    "corpus.jsonl", Lacking(2, 17, 5, 3), LeftOut(1, 2, 3), ("mind this",),
)  # fmt: skip


@pytest.mark.parametrize("name", ["zh.tsv", "any.tsv", "zh.dict"])
def test_a_table_comes_back_as_it_was(tmp_path: Path, name: str) -> None:
    size = write(TABLE, tmp_path / "new" / name)
    assert (tmp_path / "new" / name).stat().st_size == size
    assert read_table(tmp_path / "new" / name) == TABLE


def test_the_text_is_for_people_and_always_the_same(tmp_path: Path) -> None:
    write(TABLE, tmp_path / "a.tsv")
    text = (tmp_path / "a.tsv").read_text("utf-8")
    assert text.startswith("# documents: 1000\n# tokens: 50000\n# language: zh\n")
    assert "# words forgotten while counting: 5\n" in text
    assert text.endswith("\n的\t900\t700\n制度\t41\t20\n版权\t30\t20\n")
    other = Counted(**{**TABLE.__dict__, "counts": dict(reversed(list(TABLE.counts.items())))})
    for name in ("b.tsv", "a.dict", "b.dict"):
        write(other if name[0] == "b" else TABLE, tmp_path / name)
    assert (tmp_path / "b.tsv").read_text("utf-8") == text
    assert (tmp_path / "a.dict").read_bytes() == (tmp_path / "b.dict").read_bytes()


@pytest.mark.parametrize("name", ["frequencies/zh.tsv", "zh.dict"])
def test_it_is_a_dictionary(tmp_path: Path, name: str) -> None:
    write(TABLE, tmp_path / name)
    source = tmp_path if name.endswith(".tsv") else tmp_path / name
    fq = FulltextQuery(Settings(strict_dictionaries=True), dictionaries=[source])
    assert fq.dictionaries.problems == ()
    (term,) = fq.build("版权").terms
    documents, frequency = 20 / 1000 * 1e9, 30 / 50_000 * 60_101_967
    assert term.idf2 == pytest.approx(math.log10(10 + (1e9 - documents + 0.5) / (documents + 0.5)))
    assert term.idf1 == pytest.approx(math.log10(10 + (1e7 - frequency + 0.5) / (frequency + 0.5)))
    entries = [entry for entry in term.entries if entry.kind == "frequencies"]
    assert entries
    assert ("corpus.jsonl" if name.endswith(".dict") else "zh.tsv") in entries[0].file


def test_every_key_that_is_counted_is_read_as_itself(tmp_path: Path, fq: FulltextQuery) -> None:
    text = "naïve l'eau don't O'Neill's 軟體 café's re-entry ﬁne Straße ＡＢＣ İstanbul ǅ"
    for language in ("en", "zh"):
        counted = count_documents([text, text], fq, language=language)
        write(counted, tmp_path / "frequencies" / f"{language}.tsv")
        layers = FulltextQuery(dictionaries=[tmp_path]).dictionaries
        assert layers.problems == ()
        assert all(layers.counts(language, word) for word in counted.counts)


def test_a_compiled_one_is_for_the_settings_it_was_made_with(tmp_path: Path) -> None:
    folding = Settings(fold_accents=True)
    write(TABLE, tmp_path / "zh.dict", folding)
    FulltextQuery(folding, dictionaries=[tmp_path / "zh.dict"])
    with pytest.raises(LexiconFormatError, match="fold_accents"):
        FulltextQuery(Settings(fold_accents=False), dictionaries=[tmp_path / "zh.dict"])


def test_another_suffix_and_an_empty_table_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"\.tsv"):
        write(TABLE, tmp_path / "zh.txt")
    with pytest.raises(DictionaryError, match="no word"):
        write(Counted("zh", 0, 0, {}), tmp_path / "zh.tsv")
    (tmp_path / "folder.tsv").mkdir()
    with pytest.raises(SettingsError, match="folder"):
        write(TABLE, tmp_path / "folder.tsv")
    (tmp_path / "file").write_text("")
    with pytest.raises(DictionaryError, match="cannot write"):
        write(TABLE, tmp_path / "file" / "zh.tsv")


def test_every_bad_line_is_told(tmp_path: Path) -> None:
    path = tmp_path / "zh.tsv"
    path.write_bytes("# documents: 9\n水\t3\n泵\t1\t2\n好\t2\t1\n\n".encode() + b"\xff\t1\t1\n")
    with pytest.raises(DictionaryError) as told:
        read_table(path)
    assert [problem.line for problem in told.value.problems] == [2, 3, 6]
    assert str(path) in str(told.value)


@pytest.mark.parametrize(
    ("name", "content", "error", "says"),
    [
        ("zh.tsv", "水\t3\t2\n", DictionaryError, "how many documents"),
        ("zh.tsv", "# documents: many\n水\t3\t2\n", DictionaryError, "a number of its head"),
        ("zh.tsv", "# documents: -1\n水\t3\t2\n", DictionaryError, "a number of its head"),
        ("words.tsv", "# documents: 3\n水\t3\t2\n", SettingsError, "language"),
        ("zh.dict", "# documents: 3\n水\t3\t2\n", LexiconFormatError, "not a compiled"),
    ],
)
def test_what_is_no_table_is_refused(
    tmp_path: Path, name: str, content: str, error: type[Exception], says: str
) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    with pytest.raises(error, match=says):
        read_table(tmp_path / name)


def test_a_table_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(DictionaryError, match="there is no"):
        read_table(tmp_path / "zh.tsv")
    with pytest.raises(LexiconMissingError):
        read_table(tmp_path / "zh.dict")


def test_any_table_of_the_form_is_read(tmp_path: Path) -> None:
    (tmp_path / "zh.tsv").write_text("# documents: 1,000\n水 7 2\n", "utf-8")
    found = read_table(tmp_path / "zh.tsv")
    assert (found.language, found.documents, found.tokens) == ("zh", 1000, 7)
    assert read_table(tmp_path / "zh.tsv", "ja").language == "ja"


WORDS = st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=9)
COUNTS = st.builds(
    lambda documents, more: WordCount(documents + more, documents),
    st.integers(1, 10**9), st.integers(0, 10**9),
)  # fmt: skip


@given(
    st.dictionaries(WORDS, COUNTS, min_size=1, max_size=8),
    st.text(max_size=20),
    st.integers(0, 99),
    st.integers(0, 99),
)
def test_anything_comes_back(
    tmp_path_factory: pytest.TempPathFactory,
    counts: dict[str, WordCount],
    source: str,
    documents: int,
    missing: int,
) -> None:
    folder = tmp_path_factory.mktemp("tables")
    table = Counted("en", documents, 10**12, counts, source, Lacking(missing=missing))
    for name in ("t.tsv", "t.dict"):
        write(table, folder / name)
        found = read_table(folder / name)
        assert found.counts == counts
        assert (found.documents, found.tokens, found.lacking) == (
            documents,
            10**12,
            table.lacking,
        )
    assert merge([read_table(folder / "t.tsv"), table]).documents == 2 * documents
