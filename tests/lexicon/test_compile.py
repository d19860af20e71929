"""Compiling: dictionaries that people edit, the command, and when a build may be skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulltext_query.errors import DictionaryError
from fulltext_query.lexicon import CompiledLexicon, load_lists
from fulltext_query.lexicon.compile import build
from fulltext_query.lexicon.compile.__main__ import main
from fulltext_query.lexicon.compile.build import compile_all, compile_if_needed
from fulltext_query.lexicon.compile.dictionaries import (
    entity_words,
    exceptions,
    function_words,
    question_words,
    shipped_layer,
)
from fulltext_query.lexicon.compile.english import letters
from fulltext_query.lexicon.compile.model import Word, with_entities
from fulltext_query.lexicon.frequencies import document_frequency


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small folder of dictionaries."""
    files = {
        "function_words/en.txt": "# articles\nThe\nan\n\nan\n",
        "function_words/fa.txt": "می\u200cشود\n",
        "question_words/en.txt": "what\tany\nHow  many\tstart\n",
        "question_words/ja.txt": "何 です か\tany\n",
        "entities/loca.zh.txt": "# places\n数据库\n乌有之城\n",
        "entities/corp.zh.txt": "数据库\n",
        "entities/corp.en.txt": "Zyxware\nGeneral Zyx\n",
        "t2s_exceptions.txt": "乾县\n",
    }
    place = tmp_path / "dictionaries"
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")
    return place


def _read_all(folder: Path) -> None:
    for read in (function_words, question_words, exceptions):
        read(folder)


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")


def test_function_words_are_folded_once_each(folder: Path) -> None:
    assert function_words(folder) == {"en": ["an", "the"], "fa": ["شود", "مي"]}


def test_question_words_are_split_where_text_has_blanks(folder: Path) -> None:
    assert question_words(folder) == {
        "en": [(["how", "many"], "start"), (["what"], "any")],
        "ja": [(["何", "です", "か"], "any")],
    }


def test_entities_are_single_words_of_the_first_category(folder: Path) -> None:
    assert entity_words(shipped_layer(folder), folder) == {
        "zh": {"数据库": "loca", "乌有之城": "loca"},
        "en": {"zyxware": "corp"},
    }


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("function_words/en.txt", "the\nof course\n", 2),
        ("question_words/en.txt", "# ok\nwhat\n", 2),
        ("question_words/en.txt", "what\tsomewhere\n", 1),
        ("question_words/en.txt", "\tany\n", 1),
        ("t2s_exceptions.txt", "乾县\n乾隆=>干\n", 2),
        ("t2s_exceptions.txt", "乾县\n乾县\n", 2),
        ("t2s_exceptions.txt", "=>\n", 1),
    ],
)
def test_a_bad_line_is_named(folder: Path, name: str, text: str, line: int) -> None:
    write(folder, name, text)
    with pytest.raises(DictionaryError, match=rf"{name}, line {line}: "):
        _read_all(folder)


def test_all_bad_lines_are_named_at_once(folder: Path) -> None:
    write(folder, "function_words/en.txt", "a b\n" * 25)
    with pytest.raises(DictionaryError, match=r"(?s)line 1: .*line 10: .*and 15 more"):
        function_words(folder)


def test_other_mistakes_are_dictionary_errors(folder: Path) -> None:
    (folder / "function_words" / "de.txt").write_bytes(b"\xff\xfa")
    with pytest.raises(DictionaryError, match=r"de\.txt, line 1: .*not UTF-8"):
        function_words(folder)
    with pytest.raises(DictionaryError, match="there is no folder"):
        function_words(folder / "nowhere")
    (folder / "function_words" / "de.txt").unlink()
    write(folder, "entities/planet.en.txt", "Mars\n")
    with pytest.raises(DictionaryError, match=r"planet\.en\.txt: .*name it"):
        shipped_layer(folder)


def test_listed_words_are_as_rare_as_the_rarest_and_keep_what_is_known() -> None:
    words = {"paris": Word(50.0, 9e4, "nz"), "run": Word(2.0, 800.0, "v")}
    entities = {"paris": "loca", "run": "corp", "ulm": "loca"}
    assert with_entities(words, entities) == {
        "paris": Word(50.0, 9e4, "ns", "loca"),
        "run": Word(2.0, 800.0, "v", "corp"),
        "ulm": Word(2.0, 800.0, "ns", "loca"),
    }


@pytest.mark.parametrize(
    ("penn", "letter"),
    [("NN", "n"), ("NNPS", "nz"), ("VBG", "v"), ("MD", "v"), ("JJR", "a"), ("RB", "d"),
     ("WP$", "r"), ("WRB", "r"), ("CC", "c"), ("TO", "p"), ("PDT", "u"), ("UH", "e"), ("CD", "m"),
     ("NN|JJ", "n"), (".", ""), ("", "")],
)  # fmt: skip
def test_penn_tags(penn: str, letter: str) -> None:
    assert letters(penn) == letter


def test_the_fit_of_document_frequencies() -> None:
    assert document_frequency(1) == pytest.approx(1489.4, rel=1e-3)
    assert document_frequency(1e30) == 1e9


def test_the_command_writes_what_it_says(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    arguments = ["--out", str(out), "--dictionaries", str(folder), "--only", "zh,en,lists"]
    assert main(arguments) == 0
    assert sorted(path.name for path in out.iterdir()) == ["en.lex", "lists.json", "zh.lex"]
    printed = capsys.readouterr().out
    assert "zh.lex" in printed
    assert "lists.json" in printed
    chinese = CompiledLexicon.open(out / "zh.lex")
    added = chinese.get("乌有之城")
    assert added is not None
    assert (added.pos, added.entity) == ("ns", "loca")
    assert added.frequency == pytest.approx(chinese.rarest.frequency, rel=1e-5)
    assert added.document_frequency == pytest.approx(chinese.rarest.document_frequency, rel=1e-5)
    listed = chinese.get("数据库")
    assert listed is not None
    assert listed.entity == "loca"
    assert "zyxware" in CompiledLexicon.open(out / "en.lex")
    assert load_lists(out).question["en"] == {("how", "many"): "start", ("what",): "any"}


def test_compiling_twice_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        for _ in compile_all(tmp_path / name, folder, ("en", "t2s", "wordfreq/fa")):
            pass
    for path in ("en.lex", "t2s.json", "wordfreq/fa.lex"):
        assert (tmp_path / "one" / path).read_bytes() == (tmp_path / "two" / path).read_bytes()


def test_the_command_refuses_what_it_does_not_know(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--out", str(tmp_path), "--dictionaries", str(folder), "--only", "klingon"])
    assert ended.value.code == 2
    assert "klingon" in capsys.readouterr().err
    write(folder, "function_words/en.txt", "of course\n")
    assert main(["--out", str(tmp_path), "--dictionaries", str(folder), "--only", "lists"]) == 2
    assert "function_words/en.txt, line 1" in capsys.readouterr().err


def test_a_build_is_skipped_until_something_changes(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = build.products
    monkeypatch.setattr(
        build, "products", lambda place: {"lists": whole(place)["lists"]}
    )  # the small part of it
    out = tmp_path / "out"
    assert compile_if_needed(out, folder)
    assert not compile_if_needed(out, folder)
    write(folder, "function_words/en.txt", "a\n")
    assert compile_if_needed(out, folder)
    assert load_lists(out).function["en"] == {"a"}
    (out / "lists.json").unlink()
    assert compile_if_needed(out, folder)
    (out / build.FINGERPRINT_FILE).write_text("[]")
    assert compile_if_needed(out, folder)
    assert not compile_if_needed(out, folder)
