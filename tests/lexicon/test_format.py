"""The file format: what is written is read, and nothing else is."""

from __future__ import annotations

import json
import os
import re
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fulltext_query.errors import LexiconFormatError, LexiconMissingError
from fulltext_query.lexicon import CompiledLexicon
from fulltext_query.lexicon.compile.model import LexiconSource, Word, pack_lexicon
from fulltext_query.lexicon.format import write_atomically

WORDS = {
    "数据": Word(900.0, 5e5, "n"),
    "数据库": Word(400.0, 1e5, "n"),
    "北京": Word(34488.0, 3e7, "ns", "loca"),
    "of": Word(2e6, 9e8, "p"),
    "naïve": Word(0.25, 40.0),
}
SOURCE = LexiconSource("xx", "a test 1.0", "MIT", 60_000_000, 0.25, WORDS)
PACKED = pack_lexicon(SOURCE)

# Every example overwrites the same file, which is what the checks are to cope with.
once = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "xx.lex"
    path.write_bytes(PACKED)
    return path


def test_what_was_packed_is_found(path: Path) -> None:
    lexicon = CompiledLexicon.open(path)
    assert len(lexicon) == len(WORDS)
    for key, word in WORDS.items():
        entry = lexicon.get(key)
        assert entry is not None
        assert entry.frequency == pytest.approx(word.frequency, rel=1e-5)
        assert entry.document_frequency == pytest.approx(word.document_frequency, rel=1e-6)
        assert (entry.pos, entry.entity) == (word.pos, word.entity)
    assert (lexicon.language, lexicon.source, lexicon.licence) == ("xx", "a test 1.0", "MIT")
    assert lexicon.max_word_length == 5
    assert lexicon.rarest == (0.25, 40.0, "", "")


@pytest.mark.parametrize(
    "word", ["", "数", "数据库管理", "\x00", "\ud800", "😀", "OF", "a" * 10_000]
)
def test_other_words_are_unknown(path: Path, word: str) -> None:
    lexicon = CompiledLexicon.open(path)
    assert lexicon.get(word) is None
    assert word not in lexicon


def test_only_strings_are_words(path: Path) -> None:
    assert 5 not in CompiledLexicon.open(path)


def test_nothing_about_it_can_be_set(path: Path) -> None:
    lexicon = CompiledLexicon.open(path)
    with pytest.raises(AttributeError):
        lexicon.language = "yy"
    with pytest.raises(AttributeError):
        del lexicon.language
    with pytest.raises(TypeError):
        lexicon.log_probability[0] = 0.0


def test_the_trie_outlives_its_lexicon(path: Path) -> None:
    trie = CompiledLexicon.open(path).trie
    assert sorted(trie) == sorted(WORDS)


def test_same_input_same_bytes() -> None:
    backwards = dict(reversed(WORDS.items()))
    assert pack_lexicon(SOURCE._replace(words=backwards)) == PACKED


def test_missing_says_how_to_compile(tmp_path: Path) -> None:
    with pytest.raises(LexiconMissingError, match="python -m fulltext_query.lexicon.compile"):
        CompiledLexicon.open(tmp_path / "none.lex")


@pytest.mark.parametrize("content", [b"", b"GIF89a", b"FTQ", b"\x00" * 100, b"x" * 100])
def test_another_file_is_said_to_be_one(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(LexiconFormatError):
        CompiledLexicon.open(path)
    if not PACKED.startswith(content) or not content:
        with pytest.raises(LexiconFormatError, match="not a compiled file"):
            CompiledLexicon.open(path)


def test_a_folder_is_no_lexicon(tmp_path: Path) -> None:
    with pytest.raises(LexiconFormatError, match="folder"):
        CompiledLexicon.open(tmp_path)


def test_another_version_is_named_with_the_way_out(path: Path) -> None:
    path.write_bytes(PACKED[:8] + (7).to_bytes(4, "little") + PACKED[12:])
    with pytest.raises(LexiconFormatError, match=r"version 7.*reads 2.*lexicon\.compile"):
        CompiledLexicon.open(path)


def test_too_long_is_told(path: Path) -> None:
    path.write_bytes(PACKED + b"\x00")
    with pytest.raises(LexiconFormatError, match="longer"):
        CompiledLexicon.open(path)


@once
@given(length=st.integers(0, len(PACKED) - 1))
def test_truncated_anywhere(path: Path, length: int) -> None:
    path.write_bytes(PACKED[:length])
    with pytest.raises(LexiconFormatError, match="truncated|not a compiled lexicon"):
        CompiledLexicon.open(path)


@once
@given(place=st.integers(0, len(PACKED) - 1), flip=st.integers(1, 255))
def test_any_damaged_byte_is_noticed(path: Path, place: int, flip: int) -> None:
    damaged = bytearray(PACKED)
    damaged[place] ^= flip
    path.write_bytes(damaged)
    with pytest.raises(LexiconFormatError):
        CompiledLexicon.open(path)


def repacked(change: dict[str, object]) -> bytes:
    """The file with other metadata and a checksum that holds: written wrong, not damaged."""
    length = int.from_bytes(PACKED[12:16], "little")
    start = 32 + (length + 7 & ~7)
    metadata = json.loads(PACKED[32 : 32 + length]) | change
    text = json.dumps(metadata).encode()
    rest = text + bytes(-len(text) % 8) + PACKED[start:]
    head = PACKED[:12] + len(text).to_bytes(4, "little") + (32 + len(rest)).to_bytes(8, "little")
    checksum = zlib.crc32(head + bytes(4) + rest)
    return head + checksum.to_bytes(4, "little") + bytes(4) + rest


def test_the_tests_own_way_to_write_is_right(path: Path) -> None:
    path.write_bytes(repacked({}))
    assert len(CompiledLexicon.open(path)) == len(WORDS)


@pytest.mark.parametrize(
    "change",
    [
        {"words": 4},
        {"words": "five"},
        {"sections": {}},
        {"sections": {name: [0, 10**9] for name in ("trie", "pos", "entity")}},
        {"colour": "blue"},
    ],
)
def test_malformed_metadata_is_an_error_of_ours(path: Path, change: dict[str, object]) -> None:
    path.write_bytes(repacked(change))
    with pytest.raises(LexiconFormatError, match="malformed"):
        CompiledLexicon.open(path)


def test_tables_that_do_not_fit_the_trie_are_refused(path: Path) -> None:
    length = int.from_bytes(PACKED[12:16], "little")
    sections = json.loads(PACKED[32 : 32 + length])["sections"]
    offset, _ = sections["log_probability"]
    fewer = {name: [place, size] for name, (place, size) in sections.items()}
    for name, width in {
        "log_probability": 4,
        "document_frequency": 4,
        "pos": 1,
        "entity": 1,
    }.items():
        fewer[name] = [offset, width * 3]
    path.write_bytes(repacked({"words": 3, "sections": fewer}))
    with pytest.raises(LexiconFormatError, match=r"5 words in the trie, 3"):
        CompiledLexicon.open(path)


def test_replacing_a_file_leaves_the_opened_one_alone(path: Path) -> None:
    lexicon = CompiledLexicon.open(path)
    write_atomically(path, b"something else")
    assert lexicon.get("北京") is not None
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_a_failed_write_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match=re.escape("No space left")):
        write_atomically(path, b"new")
    assert path.read_bytes() == PACKED
    assert [found.name for found in path.parent.iterdir()] == [path.name]
