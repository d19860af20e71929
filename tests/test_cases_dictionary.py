"""Small cases from public bug reports, each with its whole kind: dictionaries and what they do.

A test named after a case has the case's own input and asserts all that is expected of it; the
tests that follow it take many other inputs of the same kind, loaded strictly and leniently. What
Lucene's parser makes of a query string is asked of it in tests/engine/test_dictionary_texts.py.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from fulltext_query import BuiltQuery, DictionaryError, FulltextQuery, Settings
from fulltext_query.curation import compile_folder
from tests.curation.folders import write
from tests.toy import phrases, synonym_words, terms

HAN_WORDS = ("蓝鲸阀", "青藤泵", "红杉轴")


def loaded(folder: Path, *, strict: bool = True) -> FulltextQuery:
    values = Settings(strict_dictionaries=strict, shipped_synonyms=False)
    return FulltextQuery(values, dictionaries=folder)


def words(fq: FulltextQuery, language: str = "zh") -> dict[str, float | None]:
    return fq.dictionaries.words(language)


def refused(folder: Path) -> str:
    """What strict loading says. The lines that it names are those of the lenient problems."""
    with pytest.raises(DictionaryError) as raised:
        loaded(folder)
    errors = [
        one for one in loaded(folder, strict=False).dictionaries.problems if one.severity == "error"
    ]
    assert raised.value.problems == tuple(errors)
    return str(raised.value)


@pytest.fixture(params=[True, False], ids=["strict", "lenient"])
def strict(request: pytest.FixtureRequest) -> bool:
    value = request.param
    assert isinstance(value, bool)
    return value


# --- dic-01: byte order marks and line ends -------------------------------------------------------


def test_dic_01_a_mark_and_windows_line_ends(tmp_path: Path, strict: bool) -> None:
    content = b"\xef\xbb\xbf" + "蓝鲸阀 900\r\n青藤泵 900\r\n".encode()
    fq = loaded(write(tmp_path, {"words/zh.txt": content}), strict=strict)
    assert words(fq) == {"蓝鲸阀": 900, "青藤泵": 900}
    assert not fq.dictionaries.problems
    assert [token.word for token in fq.analyze("蓝鲸阀青藤泵").tokens] == ["蓝鲸阀", "青藤泵"]


#: A file of each kind, one entry a line, and a text in whose query the first of them is seen
KINDS: tuple[tuple[str, tuple[str, ...], str, str], ...] = (
    ("words/zh.txt", ("蓝鲸阀 900 nz", "青藤泵"), "蓝鲸阀", "蓝鲸阀 900 nz"),
    ("synonyms/a.en.txt", ("valve => tap", "pump, kx"), "valve", "valve => tap"),
    ("glossary/a.txt", ("OBX => outbound exchange", "x1 => y1"), "OBX", "OBX => outbound exchange"),
    ("entities/corp.en.txt", ("Kxtron", "Acme Inc"), "Kxtron", "kxtron: corp"),
    ("pos/en.txt", ("kxtron\tnz", "kx\tn"), "kxtron", "kxtron nz"),
    ("protected.txt", ("kx+tron", "wi-fi"), "kx+tron", "kx+tron"),
    ("question_words/en.txt", ("kxtron\tany", "kx\tany"), "kxtron valve", "kxtron"),
    ("function_words/en.txt", ("kxtron", "kx"), "kxtron valve", "kxtron"),
)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize(("name", "lines", "text", "entry"), KINDS, ids=[one[0] for one in KINDS])
def test_dic_01_marks_and_line_ends_of_every_kind(
    tmp_path: Path,
    name: str,
    lines: tuple[str, ...],
    text: str,
    entry: str,
    end: str,
    mark: str,
    last: bool,
) -> None:
    content = mark + end.join(lines) + (end if last else "")
    fq = loaded(write(tmp_path, {name: content}))
    plain = loaded(write(tmp_path / "plain", {name: "\n".join(lines) + "\n"}))
    assert not fq.dictionaries.problems
    assert fq.build(text).to_bool() == plain.build(text).to_bool()
    assert fq.analyze(text) == plain.analyze(text)
    entries = [one for term in fq.build(text).terms for one in term.entries]
    mine = [one for one in entries if one.file.endswith(name)]
    assert [(one.entry, one.line) for one in mine] == [(entry, 1)]
    layer = fq.dictionaries.layers[0]
    assert layer.counts == plain.dictionaries.layers[0].counts


@pytest.mark.parametrize("name", ["synonyms/a.json", "glossary/a.json"])
def test_dic_01_json_too(tmp_path: Path, name: str, strict: bool) -> None:
    content = "\ufeff" + '{"OBX":\r\n ["outbound exchange"]\r\n}\r\n'
    fq = loaded(write(tmp_path, {name: content}), strict=strict)
    assert ("outbound", "exchang") in phrases(fq.build("OBX"))


# --- dic-03: optional columns ---------------------------------------------------------------------


def test_dic_03_lines_without_a_frequency(tmp_path: Path, strict: bool) -> None:
    content = "蓝鲸阀\n青藤泵 nz\n红杉轴 10\n\n# note\n"
    fq = loaded(write(tmp_path, {"words/zh.txt": content}), strict=strict)
    assert words(fq) == {"蓝鲸阀": None, "青藤泵": None, "红杉轴": 10}
    assert not fq.dictionaries.problems
    # the default is documented as: enough to be one word, whatever its parts are
    for word in HAN_WORDS[:2]:
        assert [token.word for token in fq.analyze(f"更换{word}密封").tokens][1] == word
    assert fq.build("青藤泵").terms[0].pos == "nz"
    readme = Path(__file__).parents[1] / "dictionaries" / "README.md"
    assert "frequency" in readme.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "frequency", "tag"),
    [
        ("蓝鲸阀", None, ""),
        ("蓝鲸阀 ", None, ""),
        ("  蓝鲸阀\t", None, ""),
        ("\u3000蓝鲸阀", None, ""),
        ("蓝鲸阀 nz", None, "nz"),
        ("蓝鲸阀\tnz", None, "nz"),
        ("蓝鲸阀 10", 10, ""),
        ("蓝鲸阀  10   nz ", 10, "nz"),
        ("蓝鲸阀\t10\tnz", 10, "nz"),
        ("蓝鲸阀 0", 0, ""),
        ("藍鯨閥 10", 10, ""),
    ],
)
def test_dic_03_every_form_of_a_word(
    tmp_path: Path, line: str, frequency: float | None, tag: str, strict: bool
) -> None:
    content = f"\n   \n# 蓝\n#蓝 5\n\t# 阀\n{line}\n\n"
    fq = loaded(write(tmp_path, {"words/zh.txt": content}), strict=strict)
    assert words(fq) == {"蓝鲸阀": frequency}
    found = fq.dictionaries.word("zh", "蓝鲸阀")
    assert found is not None
    assert (found.frequency, found.tag) == (frequency, tag)
    assert not fq.dictionaries.problems


# --- dic-05: stale caches -------------------------------------------------------------------------


def cut(fq: FulltextQuery) -> bool:
    return [token.word for token in fq.analyze("蓝鲸阀").tokens] == ["蓝鲸阀"]


def test_dic_05_a_file_that_changed_is_read_again(tmp_path: Path, strict: bool) -> None:
    folder = write(tmp_path, {"words/zh.txt": "青藤泵 900\n"})
    first = loaded(folder, strict=strict)
    assert not cut(first)
    write(folder, {"words/zh.txt": "青藤泵 900\n蓝鲸阀 900\n"})
    assert cut(loaded(folder, strict=strict))
    assert not cut(first)  # what is loaded does not change by itself
    assert first.reload().changed
    assert cut(first)


def changes(folder: Path) -> Iterator[bool]:
    """Changes that a cache might not see, each with whether the word is there afterwards."""
    file = folder / "words" / "zh.txt"
    stamp = file.stat()
    file.write_text("蓝鲸阀 900\n", encoding="utf-8")  # of the same length, at the same time
    os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    yield True
    file.write_text("#鲸阀 900\n蓝", encoding="utf-8")
    os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    yield False
    other = folder / "words" / "zh.new"
    other.write_text("蓝鲸阀 900\n", encoding="utf-8")
    other.replace(file)
    yield True
    file.unlink()
    yield False
    write(folder, {"words/more.zh.txt": "蓝鲸阀 900\n"})
    (folder / "words" / "more.zh.txt").rename(file)
    yield True
    shutil.rmtree(folder / "words")
    yield False


def test_dic_05_changes_that_a_cache_might_miss(tmp_path: Path, strict: bool) -> None:
    folder = write(tmp_path, {"words/zh.txt": "青藤泵 900\n", "README": ""})
    standing = loaded(folder, strict=strict)
    for there in changes(folder):
        assert cut(loaded(folder, strict=strict)) is there
        standing.reload()
        assert cut(standing) is there


def test_dic_05_a_compiled_file_that_was_written_anew(tmp_path: Path) -> None:
    folder = write(tmp_path / "d", {"words/zh.txt": "青藤泵 900\n"})
    out = compile_folder(folder, tmp_path / "d.dict").path
    standing = FulltextQuery(dictionaries=out)
    assert not cut(standing)
    write(folder, {"words/zh.txt": "蓝鲸阀 900\n"})
    compile_folder(folder, out)
    assert cut(FulltextQuery(dictionaries=out))
    assert not cut(standing)
    standing.reload()
    assert cut(standing)


# --- dic-07: corrupt lines ------------------------------------------------------------------------

GARBLED = "蓝鲸阀 10 nz\n\x00\x01\ufffd\ufffd 9\n青藤泵 ten nz\n红杉轴 -5 nz\n"


def test_dic_07_a_garbled_line(tmp_path: Path) -> None:
    folder = write(tmp_path, {"words/zh.txt": GARBLED})
    fq = loaded(folder, strict=False)
    assert words(fq) == {"蓝鲸阀": 10}
    assert [one.line for one in fq.dictionaries.problems] == [2, 3, 4]
    message = refused(folder)
    assert f"{folder}/words/zh.txt, line 2" in message
    assert "\x00" not in message


def test_dic_07_the_signs_written_out(tmp_path: Path) -> None:
    folder = write(tmp_path, {"words/zh.txt": "蓝鲸阀 10 nz\n\\x00\\x01\\ufffd\\ufffd x y 9\n"})
    assert words(loaded(folder, strict=False)) == {"蓝鲸阀": 10}
    assert "line 2" in refused(folder)


BAD_BYTES = (
    b"\xff\xfe", b"\x80", b"\xc3(", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xc0\xaf", b"ok \xe9",
    "蓝鲸".encode("gb18030"), b"\x00", b"a\x00b", b"\x1b[31m", "\ufffd".encode(), b"\x7f",
    "\ufffe".encode(), b"\x85", b"a" * 70_000,
)  # fmt: skip
BAD_LINES = {
    "words/zh.txt": ("蓝鲸阀 -1", "蓝鲸阀 nan", "蓝鲸阀 1e5", "蓝鲸阀 1.5", "蓝鲸阀 5 nz 6",
                     "，。！", "蓝鲸阀 99999999999999999999", "蓝" * 65, "蓝鲸阀 五 nz"),
    "synonyms/a.en.txt": ("lonely", "=>", "a1 =>", "=> b1", "a1 => b1 => c1", "a1 => b1^2",
                          "a1 => b1^-1", "a1 => b1^0", "?! => b1", "a1 => ?!"),
    "glossary/a.txt": ("OBX", "OBX =>", "OBX => outbound exchange^9"),
    "entities/corp.en.txt": ("x" * 201, "two\ttabs", "---?", "?!"),
    "pos/en.txt": ("valve", "valve n n", "valve 5", "valve\tTOOLONG"),
    "weights/pos.txt": ("n", "n x", "n -1", "n 1001", "n nan", "n inf"),
    "weights/entities.txt": ("planet 2", "corp"),
    "frequencies/en.tsv": ("valve", "valve 5", "valve 5 9", "valve -5 1", "valve 0 0", "a b 5 1"),
    "function_words/en.txt": ("two words", "?!", "-"),
    "question_words/en.txt": ("how many", "how many\tnever", "\tany", "?!\tany"),
    "protected.txt": ("two words", "?!"),
    "t2s_exceptions.txt": ("乾=>", "乾=>干干", "=>干", "乾 燥"),
}  # fmt: skip
GOOD_LINES = {
    "words/zh.txt": "青藤泵 5", "synonyms/a.en.txt": "valve, tap", "glossary/a.txt": "KXT => kit",
    "entities/corp.en.txt": "Kxtron", "pos/en.txt": "kxtron nz", "weights/pos.txt": "v 2",
    "weights/entities.txt": "corp 2", "frequencies/en.tsv": "# documents: 9",
    "function_words/en.txt": "kxtron", "question_words/en.txt": "kxtron\tany",
    "protected.txt": "wi-fi", "t2s_exceptions.txt": "乾燥阀",
}  # fmt: skip
CORRUPT = [
    (name, line.encode() if isinstance(line, str) else line)
    for name, lines in BAD_LINES.items()
    for line in (*lines, *(BAD_BYTES if name in ("words/zh.txt", "synonyms/a.en.txt") else ()))
]


@pytest.mark.parametrize(
    ("name", "line"), CORRUPT, ids=[f"{name}-{line[:12]!r}" for name, line in CORRUPT]
)
def test_dic_07_every_kind_of_corrupt_line(tmp_path: Path, name: str, line: bytes) -> None:
    good = GOOD_LINES[name].encode()
    folder = write(tmp_path, {name: b"# head\n" + good + b"\n" + line + b"\n"})
    problems = loaded(folder, strict=False).dictionaries.problems
    assert [(one.file, one.line, one.severity) for one in problems] == [
        (f"{folder}/{name}", 3, "error")
    ]
    assert problems[0].reason
    alone = loaded(write(tmp_path / "alone", {name: b"# head\n" + good + b"\n"}), strict=False)
    lenient = loaded(folder, strict=False).dictionaries.layers[0]
    assert lenient.counts == alone.dictionaries.layers[0].counts  # nothing of it is loaded
    assert f"{folder}/{name}, line 3" in refused(folder)


# --- dic-09: odd shapes ---------------------------------------------------------------------------

SHAPES = {"Server": "host", "DB": ["database", 5, ""], "x": None}


@pytest.mark.parametrize("kind", ["synonyms", "glossary"])
def test_dic_09_a_file_with_odd_shapes(tmp_path: Path, kind: str) -> None:
    folder = write(tmp_path, {f"{kind}/odd.json": json.dumps(SHAPES)})
    fq = loaded(folder, strict=False)
    for question in ("server", "SERVER", "Server"):
        assert "host" in synonym_words(fq.build(question))
    assert "databas" in synonym_words(fq.build("db"))
    problems = fq.dictionaries.problems
    assert [one.entry for one in problems] == ["DB: 5", "DB: ", "x: None"]
    assert {one.line for one in problems} == {1}
    message = refused(folder)
    assert "5 is not a word" in message
    assert "an empty word" in message
    assert "null is not a word" in message


@pytest.mark.parametrize(
    "value", [None, 5, 0.5, True, [], {}, "", " ", [None], [[]], [["a1"]], [{}], ["a1", 7], "?!"],
    ids=repr,
)  # fmt: skip
@pytest.mark.parametrize("key", ["DB", "data base", "数据库"])
def test_dic_09_every_odd_value(tmp_path: Path, key: str, value: object) -> None:
    content = {key: value, "valve": "tap"}
    folder = write(tmp_path, {"synonyms/odd.json": json.dumps(content, indent=1)})
    fq = loaded(folder, strict=False)
    assert "tap" in synonym_words(fq.build("valve"))
    usable = {one for one in value if isinstance(one, str)} if isinstance(value, list) else set()
    assert synonym_words(fq.build(key)) == usable
    if value == []:  # says nothing, and nothing of it is lost
        assert not fq.dictionaries.problems
        return
    (problem,) = fq.dictionaries.problems
    assert problem.entry.startswith(f"{key}: ")
    assert problem.line == 2
    refused(folder)


@pytest.mark.parametrize("content", ["[]", "5", '"a"', "null", "{", "", "[[1]]", '{"a": 1}}'])
def test_dic_09_what_is_no_mapping(tmp_path: Path, content: str) -> None:
    folder = write(tmp_path, {"synonyms/odd.json": content, "synonyms/ok.txt": "valve => tap\n"})
    assert "tap" in synonym_words(loaded(folder, strict=False).build("valve"))
    assert "odd.json" in refused(folder)


# --- syn-01, syn-06, syn-09 -----------------------------------------------------------------------


@pytest.fixture(params=["given", "txt", "json", "compiled"])
def source(request: pytest.FixtureRequest) -> str:
    value = request.param
    assert isinstance(value, str)
    return value


def with_rules(
    folder: Path, source: str, kind: str, rules: dict[str, list[str]], *, strict: bool = True
) -> FulltextQuery:
    """A builder that has the rules, from whichever source."""
    settings = Settings(strict_dictionaries=strict)
    if source == "given":
        if kind == "synonyms":
            return FulltextQuery(settings, synonyms=rules)
        return FulltextQuery(settings, glossary=rules)
    if source == "json":
        write(folder, {f"{kind}/rules.en.json": json.dumps(rules)})
    else:
        lines = [f"{_escaped(key)} => {', '.join(map(_escaped, to))}" for key, to in rules.items()]
        write(folder, {f"{kind}/rules.en.txt": "\n".join(lines)})
    if source == "compiled":
        return FulltextQuery(
            settings, dictionaries=compile_folder(folder, folder / "rules.dict").path
        )
    return FulltextQuery(settings, dictionaries=folder)


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\\\").replace(",", "\\,").replace("=>", "\\=>")
    return text.replace("^", "\\^")


def test_syn_06_a_synonym_of_several_words_is_one_phrase(
    tmp_path: Path, source: str, strict: bool
) -> None:
    rules = {"postpone": ["put off", "hold over"]}
    built = with_rules(tmp_path, source, "synonyms", rules, strict=strict).build("postpone")
    assert {("put", "off"), ("hold", "over")} <= phrases(built)
    assert not {"off", "over", "put", "hold"} & set(terms(built))


@pytest.mark.parametrize("kind", ["synonyms", "glossary"])
@pytest.mark.parametrize(
    ("key", "target"),
    [
        ("valve", "shut off"), ("valve", "globe-valve seat ring"), ("阀", "截止 阀门"),
        ("蓝鲸阀", "大型液压阀门"), ("KXT-4410", "control unit of the pump"),
        ("heart attack", "MI of it"),
        ("pump", "a"), ("tire", "pneu d'hiver"), ("valve", "die Armatur"), ("valve", "what is it"),
    ],
)  # fmt: skip
def test_syn_06_words_of_a_phrase_never_stand_alone(
    tmp_path: Path, source: str, kind: str, key: str, target: str
) -> None:
    fq = with_rules(tmp_path, source, kind, {key: [target]})
    plain = FulltextQuery()
    built = fq.build(f"{key} drift")
    forms = [leaf for slot in built.tree.slots for leaf in slot.synonyms]
    assert forms
    assert set(terms(built)) - set(terms(plain.build(f"{key} drift"))) <= {
        word for leaf in forms for word in [getattr(leaf, "text", "")] if word
    }
    tokens = fq.analyze(target).coarse
    if len(tokens) > 1:
        assert not set(tokens) & (set(terms(built)) - set(terms(plain.build(f"{key} drift"))))


def test_syn_09_one_way_rules_do_not_chain(tmp_path: Path, strict: bool) -> None:
    folder = write(tmp_path, {"synonyms/a.en.txt": "laptop=>computer\nmainframe=>computer\n"})
    built = loaded(folder, strict=strict).build("laptop")
    assert synonym_words(built) == {"comput"}
    assert not any("mainfram" in word for word in terms(built))


@pytest.mark.parametrize("layers", [1, 2, 3])
@pytest.mark.parametrize(
    ("rules", "question", "given"),
    [
        (("kxa => kxb", "kxb => kxc", "kxc => kxd"), "kxa", {"kxb"}),
        (("kxa => kxb", "kxb => kxa"), "kxa", {"kxb"}),
        (("kxa, kxb", "kxb, kxc"), "kxa", {"kxb"}),
        (("kxa, kxb", "kxb, kxc"), "kxb", {"kxa", "kxc"}),
        (("kxa => kxz", "kxb => kxz", "kxz => kxt"), "kxb", {"kxz"}),
        (("kxa => kxz", "kxb => kxz", "kxz => kxt"), "kxz", {"kxt"}),
        (("kxa => kxb kxc", "kxb => kxd"), "kxa", {"kxb", "kxc"}),
    ],
)
def test_syn_09_whatever_the_rules_and_their_order(
    tmp_path: Path, rules: tuple[str, ...], question: str, given: set[str], layers: int
) -> None:
    for number, order in enumerate(permutations(rules)):
        folders = []
        for layer in range(layers):
            some = "\n".join(order[layer::layers])
            folder = tmp_path / f"{number}-{layer}"
            folders.append(write(folder, {"README": "", "synonyms/a.en.txt": some}))
        assert synonym_words(FulltextQuery(dictionaries=folders).build(question)) == given


# --- glo-01, glo-03, glo-07 -----------------------------------------------------------------------


def fired(built: BuiltQuery, kind: str = "glossary") -> set[str]:
    return {one.entry for term in built.terms for one in term.entries if one.kind == kind}


def test_glo_01_an_acronym_finds_its_long_form(tmp_path: Path, source: str, strict: bool) -> None:
    rules = {"OBX": ["outbound exchange"]}
    built = with_rules(tmp_path, source, "glossary", rules, strict=strict).build("What is OBX?")
    assert ("outbound", "exchang") in phrases(built)
    assert "obx" in terms(built)
    assert fired(built) == {"OBX => outbound exchange"}
    assert "OBX => outbound exchange" in built.explain()


@pytest.mark.parametrize("source", ["given", "txt", "compiled"], indirect=True)
@pytest.mark.parametrize(
    ("key", "long", "question"),
    [
        ("NASA", "space agency", "nasa budget"), ("SaaS", "hosted software", "Our SaaS offer"),
        ("R&D", "research and development", "the R&D budget"), ("C++", "programming", "C++ course"),
        ("物联网", "internet of things", "什么是物联网"),
        ("KXT-4410", "pump controller", "reset KXT-4410"),
        ("k8s", "kubernetes cluster", "how to restart k8s"),
        ("3GPP", "mobile standard", "3gpp release"),
        ("OBX", "出站 交换", "OBX 是什么"), ("ETA", "arrival time", "ETA, please"),
    ],
)  # fmt: skip
def test_glo_01_every_kind_of_acronym(
    tmp_path: Path, source: str, key: str, long: str, question: str
) -> None:
    fq = with_rules(tmp_path, source, "glossary", {key: [long]})
    plain, built = FulltextQuery().build(question), fq.build(question)
    words = fq.analyze(long).coarse
    if len(words) > 1:
        assert words in phrases(built)
    else:
        assert words[0] in terms(built)
    assert set(terms(plain)) <= set(terms(built))  # the acronym is kept, and all else
    assert fired(built) == {f"{key} => {long}"}
    assert not fired(fq.build("something else"))


def test_glo_03_the_longer_entry_holds(tmp_path: Path, source: str, strict: bool) -> None:
    rules = {"SLA": ["service level agreement"], "SLA report": ["monthly service report"]}
    fq = with_rules(tmp_path, source, "glossary", rules, strict=strict)
    built = fq.build("send the SLA report")
    assert fq.analyze("monthly service report").coarse in phrases(built)
    assert fq.analyze("service level agreement").coarse not in phrases(built)
    assert fired(built) == {"SLA report => monthly service report"}


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize(
    ("entries", "question", "expected"),
    [
        (("SLA", "SLA report"), "the SLA and the SLA report", {"SLA", "SLA report"}),
        (("SLA", "SLA report"), "report on the SLA", {"SLA"}),
        (("SLA", "SLA report"), "SLA, report", {"SLA"}),  # a clause ends between them
        (("SLA report", "report form"), "SLA report form", {"SLA report"}),
        (("a1 b1 c1", "b1 c1", "c1"), "a1 b1 c1", {"a1 b1 c1"}),
        (("a1 b1 c1", "b1 c1", "c1"), "b1 c1 a1", {"b1 c1"}),
        (("云台", "云台抖动"), "云台抖动怎么办", {"云台抖动"}),
        (("flow", "flow meter"), "Flow Meters", {"flow meter"}),
    ],
)
def test_glo_03_the_longest_entry_of_a_span(
    tmp_path: Path, entries: tuple[str, ...], question: str, expected: set[str], layers: int,
    order: int,
) -> None:  # fmt: skip
    lines = [f"{entry} => kx{number}long form" for number, entry in enumerate(entries)][::order]
    folders = []
    for layer in range(layers):
        some = "\n".join(lines[layer::layers])
        folders.append(write(tmp_path / str(layer), {"README": "", "glossary/g.txt": some}))
    found = fired(FulltextQuery(dictionaries=folders).build(question))
    assert {entry.partition(" => ")[0] for entry in found} == expected


GIMBAL = {"云台": ["gimbal"], "flow meter": ["FM"]}


@pytest.mark.parametrize("question", ["雲台抖动", "Flow Meters drift", "ｆｌｏｗ ｍｅｔｅｒ"])
def test_glo_07_plural_script_and_width(
    tmp_path: Path, source: str, question: str, strict: bool
) -> None:
    fq = with_rules(tmp_path, source, "glossary", GIMBAL, strict=strict)
    assert len(fired(fq.build(question))) == 1


@pytest.mark.parametrize("source", ["given", "txt", "compiled"], indirect=True)
@pytest.mark.parametrize(
    ("key", "questions"),
    [
        ("云台", ("雲台", "云台", "雲臺抖动", "调整云台")),
        ("雲台", ("云台", "雲台")),
        ("flow meter", ("Flow Meter", "FLOW METERS", "flow  meters", "ｆｌｏｗ　ｍｅｔｅｒｓ")),
        ("Café", ("café", "CAFE\u0301", "ＣＡＦÉ", "cafés")),
        ("ＯＢＸ", ("obx", "OBX", "ＯＢＸ", "Obx")),
        ("wireless valve", ("wireless valves", "Wireless Valve's seat")),
        ("KXT-4410", ("kxt-4410", "ＫＸＴ－４４１０", "KXT‑4410")),
        ("ﬁlter", ("filter", "FILTERS")),
        ("Straße", ("straße", "STRASSE")),
        ("كتاب", ("كتاب", "كـتاب")),
    ],
)  # fmt: skip
def test_glo_07_entries_are_spelled_as_questions_are(
    tmp_path: Path, source: str, key: str, questions: tuple[str, ...]
) -> None:
    fq = with_rules(tmp_path, source, "glossary", {key: ["kxlong form"]})
    for question in questions:
        assert fired(fq.build(question)) == {f"{key} => kxlong form"}, question
    assert not fired(fq.build("unrelated 无关 text"))
