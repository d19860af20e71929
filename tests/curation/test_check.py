"""The check of dictionaries: every kind of fault is told, with its line, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fulltext_query import DictionaryError, Settings
from fulltext_query.curation import Finding, check, compile_folder
from fulltext_query.curation.check import Step
from fulltext_query.curation.numbers import JIEBA_TAGS
from fulltext_query.lexicon import Lexicons
from tests.curation.folders import Files, write


def found(folder: Path, files: Files, settings: Settings | None = None) -> list[Finding]:
    return list(check(write(folder, files), settings).findings)


def told(folder: Path, files: Files) -> list[tuple[int, str]]:
    """Lines and the names of the checks that told of them."""
    return [(one.line, one.check) for one in found(folder, files)]


GOOD: Files = {
    "words/zh.txt": "# ours\n蓝鲸阀 900 nz\n青藤泵\nT恤 3 n\n",
    "words/en.txt": "wi-fi\nnode.js 50 n\n",
    "synonyms/a.en.txt": "valve, tap\npostpone => put off, hold over^0.5\nR&D => research\n",
    "synonyms/b.json": '{"pump": ["compressor"]}',
    "glossary/ours.txt": "OBX => outbound exchange\n云台 => gimbal\nSLA report => monthly report\n",
    "entities/corp.en.txt": "Acme Corporation\nKxtron\n",
    "entities/loca.zh.txt": "蓝鲸市\n",
    "pos/en.txt": "valve\tn\n",
    "weights/pos.txt": "n\t2\n",
    "weights/entities.txt": "corp\t3\n",
    "function_words/en.txt": "thereof\nwhat's\n",
    "question_words/en.txt": "how come\tany\n",
    "frequencies/en.tsv": "# documents: 100\n# tokens: 5000\nvalve\t30\t20\n",
    "protected.txt": "wi-max\n",
    "t2s_exceptions.txt": "乾燥阀\n",
    "README.md": "what this is",
}


def test_good_dictionaries_have_nothing_wrong(tmp_path: Path) -> None:
    report = check(write(tmp_path, GOOD))
    assert report.findings == ()
    assert report
    assert (report.errors, report.warnings, report.notices) == (0, 0, 0)
    assert report.files == len(GOOD) - 1
    assert report.entries > 25


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("words/zh.txt", "蓝鲸阀 10\n青藤泵 -5\n", 2),
        ("words/zh.txt", "蓝鲸阀 ten nz\n", 1),
        ("words/zh.txt", "蓝鲸阀 99999999999\n", 1),
        ("words/zh.txt", "☃☃ 1 2 3\n", 1),
        ("synonyms/a.txt", "ok, fine\nlonely\n", 2),
        ("synonyms/a.txt", "a1 => b1 => c1\n", 1),
        ("synonyms/a.txt", "a1 => b1^7\n", 1),
        ("synonyms/a.txt", "%% => valve\n", 1),
        ("synonyms/a.json", '{"ok": "fine",\n"DB": ["database", 5]}', 2),
        ("weights/entities.txt", "planet\t3\n", 1),
        ("weights/pos.txt", "n\t-1\n", 1),
        ("frequencies/en.tsv", "# documents: 10\nfoo\t5\t10\n", 2),
        ("frequencies/en.tsv", "foo\t10\t5\n", 0),
        ("question_words/en.txt", "how many\n", 1),
        ("protected.txt", "two words\n", 1),
        ("t2s_exceptions.txt", "乾=>干干\n", 1),
        ("entities/planet.en.txt", "Mars\n", 0),
        ("pos/xx.txt", "valve\tn\n", 0),
    ],
)
def test_what_cannot_be_loaded_is_an_error(
    tmp_path: Path, name: str, content: str, line: int
) -> None:
    report = check(write(tmp_path, {name: content}))
    (error,) = [one for one in report.findings if one.severity == "error"]
    assert (error.file, error.line) == (f"{tmp_path}/{name}", line)
    assert error.reason
    assert error.mend
    assert not report
    assert report.errors == 1


# --- entries that do nothing ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "entry", "cut"),
    [
        ("words/zh.txt", "大模 1", "大 | 模"),  # too seldom to win over its parts
        ("words/zh.txt", "北京大学在 1", "北京大学 | 在"),
        ("question_words/zh.txt", "怎么样才\tany", "怎么样 | 才"),
        ("function_words/zh.txt", "的的确确地", "的的确确 | 地"),
        ("pos/zh.txt", "我的天空\tn", "我 | 的 | 天空"),
    ],
)
def test_an_entry_that_is_never_a_token(tmp_path: Path, name: str, entry: str, cut: str) -> None:
    (one,) = found(tmp_path, {name: f"# head\n{entry}\n"})
    assert (one.line, one.check, one.severity) == (2, "never", "warning")
    assert f"cut as {cut}" in one.reason


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("of => belonging to", "only serves"),
        ("who => physician", "only serves or asks"),
        ("的 => 属于", "only serves"),
        ("a. m => morning", "clause ends in it"),
        ("first; second => both", "clause ends in it"),
    ],
)
@pytest.mark.parametrize("kind", ["synonyms", "glossary"])
def test_a_key_that_never_matches(tmp_path: Path, kind: str, rule: str, why: str) -> None:
    (one,) = found(tmp_path, {f"{kind}/a.txt": f"{rule}\n"})
    assert one.check == "never"
    assert why in one.reason
    assert one.entry == rule


def test_a_name_in_capitals_is_a_key_though_it_only_serves(tmp_path: Path) -> None:
    assert found(tmp_path, {"glossary/a.en.txt": "IT => information technology\n"}) == []


@pytest.mark.parametrize(
    "rule",
    ["run => running", "Valve => VALVE", "ｖａｌｖｅ => valve", "雲台 => 云台", "valves, valve",
     "connection => connections"],
)  # fmt: skip
def test_a_synonym_that_is_its_term(tmp_path: Path, rule: str) -> None:
    problems = found(tmp_path, {"synonyms/a.en.txt": f"{rule}\n"})
    assert {one.check for one in problems} == {"same"}
    assert {one.line for one in problems} == {1}


@pytest.mark.parametrize("rule", ["x => unknown", "7 => seven", "水 => 液体", "é => accent"])
@pytest.mark.parametrize("kind", ["synonyms", "glossary"])
def test_a_key_of_one_letter(tmp_path: Path, kind: str, rule: str) -> None:
    assert told(tmp_path, {f"{kind}/a.txt": f"{rule}\n"}) == [(1, "ambiguous")]


@pytest.mark.parametrize("name", ["A", "七", "5"])
def test_a_name_of_one_letter(tmp_path: Path, name: str) -> None:
    assert (1, "ambiguous") in told(tmp_path, {"entities/corp.en.txt": f"{name}\n"})


@pytest.mark.parametrize("target", ["the", "of the", "的"])
def test_a_target_that_only_serves(tmp_path: Path, target: str) -> None:
    assert told(tmp_path, {"synonyms/a.en.txt": f"valve => {target}\n"}) == [(1, "target")]


# --- entries said twice, or hidden ----------------------------------------------------------------


def test_an_entry_that_comes_twice(tmp_path: Path) -> None:
    problems = found(
        tmp_path,
        {
            "words/en.txt": "Valve 5 n\npump\nvalve 9\n",
            "protected.txt": "wi-fi\nWi-Fi\n",
            "synonyms/a.en.txt": "valve => tap\nvalve => tap^0.5\n",
            "entities/corp.en.txt": "Acme\n",
            "entities/corp.part.en.txt": "ACME\n",
        },
    )
    assert [(Path(one.file).name, one.line, one.check) for one in problems] == [
        ("corp.part.en.txt", 1, "repeated"),
        ("protected.txt", 2, "repeated"),
        ("a.en.txt", 2, "repeated"),
        ("en.txt", 3, "repeated"),
    ]
    assert "line 1" in problems[-1].reason


def test_keys_that_share_their_letters_are_not_the_same(tmp_path: Path) -> None:
    assert found(tmp_path, {"synonyms/a.en.txt": "C++ => language\nC# => language\n"}) == []


def test_a_name_of_two_categories_is_hidden_in_one(tmp_path: Path) -> None:
    (one,) = found(
        tmp_path,
        {"entities/loca.en.txt": "Mars\nAjax\n", "entities/corp.en.txt": "Initech\nAjax\n"},
    )
    assert (Path(one.file).name, one.line, one.check) == ("corp.en.txt", 2, "hidden")
    assert "category loca" in one.reason


def test_a_question_word_of_two_languages_is_no_fault(tmp_path: Path) -> None:
    files = {f"question_words/{language}.txt": "wat\tany\n" for language in ("en", "nl")}
    assert found(tmp_path, files) == []


# --- circles --------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [2, 3, 5, 40])
@pytest.mark.parametrize("kind", ["synonyms", "glossary"])
def test_one_way_rules_in_a_circle(tmp_path: Path, kind: str, length: int) -> None:
    words = [f"kx{chr(97 + n // 26)}{chr(97 + n % 26)}term" for n in range(length)]
    rules = [f"{one} => {words[(n + 1) % length]}" for n, one in enumerate(words)]
    rules.insert(1, "valve => tap")
    (one,) = found(tmp_path, {f"{kind}/a.en.txt": "\n".join(rules)})
    severity = "notice" if length == 2 else "warning"  # where each has the other it is meant
    assert (one.line, one.check, one.severity) == (1, "cycle", severity)
    assert rules[0] in one.reason
    assert "(line 3)" in one.reason
    assert (f"and {length - 8} more" in one.reason) == (length > 8)


def test_a_circle_through_other_forms_files_and_layers(tmp_path: Path) -> None:
    below = write(tmp_path / "a", {"synonyms/a.en.txt": "valves => big pump\n"})
    above = write(tmp_path / "b", {"synonyms/b.en.txt": "\nBig Pumps => valve\n"})
    problems = check([below, above]).findings
    assert [(Path(one.file).name, one.line, one.check) for one in problems] == [
        ("a.en.txt", 1, "cycle"),
        ("b.en.txt", 2, "cycle"),
    ]
    assert "b.en.txt, line 2" in problems[0].reason


def test_what_is_no_circle(tmp_path: Path) -> None:
    rules = (
        "valve, tap, cock\n"  # both ways, in one line
        "laptop => computer\nmainframe => computer\ncomputer => machine\n"
    )
    assert found(tmp_path, {"synonyms/a.en.txt": rules}) == []


def test_a_circle_among_rules_that_are_meant(tmp_path: Path) -> None:
    meant = "department => dept^0.5\ndept => department\n"
    (one,) = found(tmp_path / "a", {"synonyms/a.en.txt": meant})
    assert (one.line, one.check, one.severity) == (1, "cycle", "notice")
    rules = f"{meant}dept => section\nsection => unit\nunit => dept\n"
    (one,) = found(tmp_path / "b", {"synonyms/a.en.txt": rules})
    assert (one.line, one.severity) == (3, "warning")
    assert (
        "dept => section (line 3), section => unit (line 4), unit => dept (line 5);" in one.reason
    )
    assert "4 words are in circles" in one.reason


# --- numbers and tags -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("words/zh.txt", "蓝鲸阀 2000000\n", 1),
        ("words/zh.txt", "蓝鲸阀 0\n", 1),
        ("weights/pos.txt", "n\t900\n", 1),
        ("weights/entities.txt", "corp\t101\n", 1),
        ("frequencies/en.tsv", "# documents: 10\nvalve\t99\t11\n", 2),
        ("frequencies/en.tsv", "# documents: 10\n# tokens: 50\nvalve\t99\t9\n", 0),
    ],
)
def test_numbers_that_cannot_be_meant(tmp_path: Path, name: str, content: str, line: int) -> None:
    assert told(tmp_path, {name: content}) == [(line, "number")]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("words/zh.txt", "蓝鲸阀 9 noun\n"),
        ("pos/en.txt", "valve\tNN\n"),
        ("weights/pos.txt", "qq\t2\n"),
    ],
)
def test_tags_that_nothing_has(tmp_path: Path, name: str, content: str) -> None:
    assert told(tmp_path, {name: content}) == [(1, "tag")]


def test_a_weight_for_a_tag_of_another_layer(tmp_path: Path) -> None:
    words = write(tmp_path / "a", {"words/zh.txt": "蓝鲸阀 9 qq\n"})
    weights = write(tmp_path / "b", {"weights/pos.txt": "qq\t2\n"})
    assert [Path(one.file).name for one in check([words, weights]).findings] == ["zh.txt"]


def test_the_tags_are_those_of_the_lexica() -> None:
    known: set[str] = set()
    for language in ("zh", "en"):
        for lexicon in Lexicons().chain(language):
            known.update(entry.pos for word in list(lexicon.trie.iterkeys())[::7]
                         if (entry := lexicon.get(word)))  # fmt: skip
    assert known - {""} <= JIEBA_TAGS


# --- removals -------------------------------------------------------------------------------------

REMOVING: Files = {
    "words/zh.txt": "-蓝鲸阀\n-数据\n",
    "pos/en.txt": "-valve\n-kxtron\n",
    "synonyms/a.en.txt": "-valve => tap\n-valve => cock\n-kxtron\n",
    "glossary/a.txt": "-OBX\n-XBO\n",
    "entities/loca.en.txt": "-Paris\n-Kxtron City\n",
    "weights/pos.txt": "-n\n-v\n",
    "function_words/en.txt": "-the\n-valve\n",
    "question_words/en.txt": "-how many\n-how valve\n",
    "protected.txt": "-wi-fi\n-wi-max\n",
    "t2s_exceptions.txt": "-乾隆\n-蓝鲸\n",
}
BELOW: Files = {
    "words/zh.txt": "蓝鲸阀\n",
    "synonyms/a.en.txt": "valves => tap\n",
    "glossary/a.txt": "OBX => outbound exchange\n",
    "weights/pos.txt": "n\t2\n",
    "protected.txt": "wi-fi\n",
}


def test_removals_that_remove_nothing(tmp_path: Path) -> None:
    below, above = write(tmp_path / "a", BELOW), write(tmp_path / "b", REMOVING)
    problems = check([below, above]).findings
    assert {one.check for one in problems} == {"removal"}
    assert [(Path(one.file).relative_to(above).as_posix(), one.line) for one in problems] == [
        ("entities/loca.en.txt", 2), ("function_words/en.txt", 2), ("glossary/a.txt", 2),
        ("pos/en.txt", 2), ("protected.txt", 2), ("question_words/en.txt", 2),
        ("synonyms/a.en.txt", 2), ("synonyms/a.en.txt", 3), ("t2s_exceptions.txt", 2),
        ("weights/pos.txt", 2),
    ]  # fmt: skip
    # alone, what the layer below said is not there either
    alone = check(above).findings
    assert len(alone) == len(problems) + 5


def test_a_removal_of_what_the_same_layer_adds(tmp_path: Path) -> None:
    problems = found(tmp_path, {"synonyms/a.en.txt": "valve => tap\n-valve => tap\n"})
    assert (1, "removal") in [(one.line, one.check) for one in problems]


def test_an_exception_that_changes_nothing(tmp_path: Path) -> None:
    content = "蓝鲸\n雲=>云\n乾燥阀\n"
    assert told(tmp_path, {"t2s_exceptions.txt": content}) == [(1, "same"), (2, "same")]


# --- what is asked about --------------------------------------------------------------------------


def test_a_single_file_is_told_of_alone(tmp_path: Path) -> None:
    write(tmp_path, {"words/zh.txt": "蓝鲸阀 -1\n", "pos/en.txt": "valve\tNN\n"})
    (one,) = check(tmp_path / "pos" / "en.txt").findings
    assert one.file.endswith("pos/en.txt")
    report = check([tmp_path / "pos" / "en.txt", tmp_path / "words" / "zh.txt"])
    assert (len(report.findings), report.files) == (2, 2)


def test_a_file_that_is_part_of_nothing_is_refused(tmp_path: Path) -> None:
    write(tmp_path, {"some.txt": "valve, tap\n"})
    with pytest.raises(DictionaryError, match="nothing tells what it is for"):
        check(tmp_path / "some.txt")
    with pytest.raises(DictionaryError, match="there is nothing at"):
        check(tmp_path / "absent")


def test_a_compiled_file_is_checked_too(tmp_path: Path) -> None:
    folder = write(tmp_path / "d", {"synonyms/a.en.txt": "valve => tap\nx => y1\n"})
    out = compile_folder(folder, tmp_path / "d.dict").path
    mine, its = check(folder).findings, check(out).findings
    assert mine == its
    write(folder, {"synonyms/a.en.txt": "valve => tap\n"})
    stale = [one for one in check(out).findings if one.check == "stale"]
    assert [(one.file, one.severity) for one in stale] == [(str(out), "notice")]


def test_a_source_that_is_broken_hides_no_other(tmp_path: Path) -> None:
    folder = write(tmp_path / "d", {"pos/en.txt": "valve\tNN\n"})
    broken = tmp_path / "broken.dict"
    broken.write_bytes(b"FTQLEX\r\n and then nothing")
    report = check([broken, folder])
    assert [one.check for one in report.findings] == ["unusable", "tag"]
    assert not report


def test_findings_are_sorted_and_bounded(tmp_path: Path) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = [f"kxt{a}{b}{c}" for a in letters[:5] for b in letters for c in letters][:3000]
    write(tmp_path, {"pos/en.txt": "".join(f"{name}\tqq\n" for name in names)})
    report = check(tmp_path, limit=10)
    assert [one.line for one in report.findings] == list(range(1, 11))
    assert (report.warnings, report.left_out) == (3000, 2990)
    assert len(check(tmp_path).findings) == 3000


def test_keys_are_those_of_the_settings(tmp_path: Path) -> None:
    files: Files = {"synonyms/a.en.txt": "run => running\n"}
    assert found(tmp_path, files)
    assert not found(tmp_path, files, Settings(stemming=False))


def test_how_far_it_is_adds_up(tmp_path: Path) -> None:
    steps: list[Step] = []
    write(tmp_path, GOOD)
    check(tmp_path, progress=steps.append)
    for name in ("reading", "checking"):
        (total,) = {step.total for step in steps if step.name == name}
        done = sum(step.more for step in steps if step.name == name)
        assert 0 < done <= total
        if name == "checking":
            assert done >= total * 0.8


def test_the_text_of_a_finding_says_all(tmp_path: Path) -> None:
    (one,) = found(tmp_path, {"pos/en.txt": "valve\tNN\n"})
    assert re.fullmatch(
        r".*pos/en\.txt:1: warning: 'valve': 'NN' is no part of speech of jieba's; use one .*",
        str(one),
    )
