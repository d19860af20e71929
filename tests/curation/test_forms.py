"""Encodings and line ends: what loading takes is a notice, what it does not is told by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulltext_query import DictionaryError, FulltextQuery
from fulltext_query.curation import check
from tests.curation.folders import write

CHINESE = "蓝鲸阀 900 n\n数据库 20 n\n服务器 30 n\n中文分词 20\n"
TRADITIONAL = "資料庫 20\n伺服器 10\n軟體更新 20\n"
JAPANESE = "情報処理 20\n東京都 30\n検索エンジン 10\n"
GERMAN = "Übergröße 5\nKäsekuchen 7\nplain 3\n"


@pytest.mark.parametrize(
    ("text", "encoding", "said"),
    [
        (CHINESE, "gb18030", "GB18030"),
        (CHINESE * 3000, "gb18030", "GB18030"),
        ("# " + "ascii " * 20_000 + "\n" + CHINESE, "gb18030", "GB18030"),
        (TRADITIONAL, "big5", "BIG5"),
        (JAPANESE, "shift_jis", "SHIFT_JIS"),
        (CHINESE, "utf-16-le", "UTF-16LE"),
        (CHINESE, "utf-16-be", "UTF-16BE"),
        ("valve\npump\n", "utf-16-le", "UTF-16LE"),
        (GERMAN, "latin-1", "LATIN1"),
        ("it’s 5\ncafé 3\n", "cp1252", "WINDOWS-1252"),
    ],
)
def test_a_file_of_another_encoding_is_one_error(
    tmp_path: Path, text: str, encoding: str, said: str
) -> None:
    folder = write(tmp_path, {"words/zh.txt": text.encode(encoding)})
    report = check(folder)
    errors = [one for one in report.findings if one.severity == "error"]
    encoded = [one for one in errors if one.check == "encoding"]
    assert len(encoded) == 1
    assert encoded[0].line >= 1
    assert f"looks like {said}" in encoded[0].reason
    assert encoded[0].mend == f"convert it: iconv -f {said} -t UTF-8"
    assert len(errors) <= 2  # beside a line that is too long
    with pytest.raises(DictionaryError):
        FulltextQuery(dictionaries=folder)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_a_byte_order_mark_tells_the_encoding(tmp_path: Path, encoding: str) -> None:
    (one,) = check(write(tmp_path, {"words/zh.txt": CHINESE.encode(encoding)})).findings
    assert (one.line, one.severity) == (0, "error")
    assert f"the file is {encoding.upper()}LE" in one.reason
    assert "iconv" in one.mend


def test_single_lines_that_are_not_utf8_are_told_one_by_one(tmp_path: Path) -> None:
    lines = ["数据库 5".encode(), "蓝鲸阀 900".encode("gb18030"), b"ok 1", "é 5".encode("latin-1")]
    report = check(write(tmp_path, {"words/zh.txt": b"\n".join(lines)}))
    assert [(one.line, one.check) for one in report.findings] == [
        (2, "unusable"), (4, "unusable"),
    ]  # fmt: skip
    assert "GB18030" in report.findings[0].mend


def test_good_utf8_is_no_other_encoding(tmp_path: Path) -> None:
    text = "\n".join((CHINESE, TRADITIONAL, JAPANESE, GERMAN)) + "x -5\n"
    report = check(write(tmp_path, {"words/en.txt": text}))
    assert [one.check for one in report.findings if one.severity == "error"] == ["unusable"]


@pytest.mark.parametrize(
    ("content", "notices"),
    [
        ("\ufeffvalve 5\n", [(1, "byte order mark")]),
        ("valve 5\r\npump 6\r\n", [(1, "2 lines end with a carriage return and a line feed")]),
        ("valve 5\npump 6\r\n", [(2, "1 line ends with a carriage return and a line feed")]),
        ("valve 5\npump 6\rhose 7\n", [(2, "1 line ends with a carriage return alone")]),
        ("valve 5\rpump 6\r", [(1, "2 lines end with a carriage return alone")]),
        ("valve 5\n\r\npump 6\n", [(2, "1 line ends")]),
        ("\ufeffvalve 5\r\n", [(1, "carriage return"), (1, "byte order mark")]),
        ("valve 5\npump 6", []),
        ("", []),
    ],
)
def test_what_loading_takes_is_a_notice(
    tmp_path: Path, content: str, notices: list[tuple[int, str]]
) -> None:
    folder = write(tmp_path, {"words/en.txt": content})
    report = check(folder)
    assert [(one.line, one.severity) for one in report.findings] == [
        (line, "notice") for line, _ in notices
    ]
    for one, (_, said) in zip(report.findings, notices, strict=True):
        assert said in one.reason
    assert report
    words = FulltextQuery(dictionaries=folder).dictionaries.words("en")
    assert set(words) <= {"valve", "pump", "hose"}
    assert len(words) == content.count(" ")


def test_a_line_end_that_two_pieces_part(tmp_path: Path) -> None:
    # the file is read a mebibyte at a time: CR is the last byte of the first one
    head = "# " + "x" * 1021 + "\n"
    body = head * 1023 + "# " + "x" * 1020 + "\r\n" + head + "valve\r"
    assert len(body.split("\n")[1023]) + len(head) * 1023 == 1024 * 1024 - 1
    folder = write(tmp_path, {"words/en.txt": body})
    told = [(one.line, one.reason) for one in check(folder).findings]
    assert [(line, reason.partition(" with")[0]) for line, reason in told] == [
        (1024, "1 line ends"), (1026, "1 line ends"),
    ]  # fmt: skip
