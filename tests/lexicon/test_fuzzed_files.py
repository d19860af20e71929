"""Dictionary files that hold anything: nothing crashes, and nothing is lost without a word."""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fulltext_query import DictionaryError, FulltextQuery, LexiconError, Settings
from fulltext_query.curation import check
from fulltext_query.curation.stats import origins_of
from fulltext_query.lexicon.folding import fold
from fulltext_query.lexicon.layer import Layer, place_of
from fulltext_query.lexicon.layer_files import read_folder
from fulltext_query.lexicon.layer_format import open_layer, pack_layer
from fulltext_query.lexicon.lines import MAX_LINE
from fulltext_query.lexicon.stem import Stems

fuzzed = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])

FILES = (
    "words/zh.txt", "words/en.txt", "words/ja.txt", "synonyms/a.en.txt", "synonyms/b.txt",
    "glossary/g.zh.txt", "entities/corp.en.txt", "entities/loca.part.zh.txt", "pos/en.txt",
    "weights/pos.txt", "weights/entities.txt", "function_words/fa.txt", "question_words/zh.txt",
    "frequencies/en.tsv", "protected.txt", "t2s_exceptions.txt",
)  # fmt: skip
JSON_FILES = ("synonyms/a.en.json", "glossary/g.json")
ENCODINGS = (
    "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030", "big5",
    "shift_jis", "latin-1", "cp1252", "euc_kr", "koi8-r", "utf-7",
)  # fmt: skip

#: Entries that some file takes, and what is nearly one
SEEDS = (
    "蓝鲸阀 900 nz", "蓝鲸阀 900", "蓝鲸阀", "青藤泵 ten nz", "红杉轴 -5 nz", "x nan n", "x 1e9",
    "-蓝鲸阀", "-", "\\-dash", "\\#hash", "# comment", "# documents: 10", "# documents: many",
    "# tokens: 99", "#", "a, b, c", "a => b", "a, b => c^0.5, d", "a => b => c", "=>", ",", "a,",
    "a^2 => b", "a\\, b => c\\=>d", "-a => b", "-a", "New York", "valve\tn", "n\t2", "corp\t3",
    "corp\t-1", "corp\tx", "how many\tany", "who\tstart", "who\tnever", "foo\t10\t5", "foo\t5\t10",
    "foo\t0\t0", "C++", "wi-fi", "乾隆", "乾=>干", "乾=>", "!著作", "می‌خواهم", "\ufeff", "\u3000",
    "\u200b", "☃", "a\x1fb => c", "x" * 300, "ＡＢＣ", "É", "ﬁ", "ß", "İ", "a b c d e f", "\\", "^",
)  # fmt: skip

lines = st.lists(
    st.one_of(
        st.sampled_from(SEEDS),
        st.text(max_size=20),
        st.text(alphabet="abc蓝鲸阀,=>^\\-#\t 019.", max_size=16),
    ),
    max_size=12,
)


@st.composite
def contents(draw: st.DrawFn) -> bytes:
    """The bytes of a file: lines in some encoding, or no text at all."""
    if draw(st.booleans()):
        end = draw(st.sampled_from(("\n", "\r\n", "\r")))
        text = end.join(draw(lines)) + draw(st.sampled_from(("", end)))
        return text.encode(draw(st.sampled_from(ENCODINGS)), "replace")
    pieces = draw(st.lists(st.one_of(st.binary(max_size=30), lines.map(_joined)), max_size=6))
    return draw(st.sampled_from((b"", b"\xef\xbb\xbf"))) + b"\n".join(pieces)


def _joined(some: list[str]) -> bytes:
    return "\n".join(some).encode("utf-8", "surrogatepass")


def read(folder: Path) -> Layer:
    stems = Stems()
    return read_folder(folder, lambda word: fold(word).strip(), stems)


def written(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return folder


def physical_lines(content: bytes) -> list[bytes]:
    return content.removeprefix(b"\xef\xbb\xbf").splitlines()


def says_something(raw: bytes, name: str) -> bool:
    """Whether a line is neither blank nor a comment."""
    text = raw.decode("utf-8", "replace").strip()
    return bool(text) and text[0] != "#" and not (name.startswith("t2s") and text[0] == "!")


def is_listed(raw: bytes, layer: Layer) -> bool:
    """Whether the words of a line of function words, which may be two of Persian, are all there."""
    words = fold(raw.decode("utf-8", "replace").strip(" \u3000\t-\\")).split()
    known = {word for listed in layer.function_words.values() for word in listed}
    return bool(words) and known.issuperset(words)


def accounted(layer: Layer) -> set[int]:
    """The lines that were loaded or told of; those that a later line of the file repeats too."""
    found = {place_of(abs(one))[1] for _, origins in origins_of(layer) for one in origins}
    for problem in layer.problems:
        found.add(problem.line)
        found.update(int(line) for line in re.findall(r"line (\d+)", problem.reason))
    return found


def check_nothing_is_lost(folder: Path, name: str, content: bytes) -> Layer:
    layer = read(folder)
    told = accounted(layer)
    if any(one.line == 0 and one.severity == "error" for one in layer.problems):
        return layer  # the file as a whole cannot be used
    for number, raw in enumerate(physical_lines(content), 1):
        if says_something(raw, name) and not is_listed(raw, layer):
            assert number in told, (number, raw, layer.problems)
    for problem in layer.problems:
        assert problem.file.endswith(name)
        assert problem.reason
        assert problem.line <= len(physical_lines(content))
        str(problem).encode("utf-8")  # it can be printed
    return layer


@pytest.mark.parametrize("name", FILES)
@fuzzed
@given(contents())
def test_every_line_is_loaded_or_told(name: str, content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        check_nothing_is_lost(written(Path(folder), name, content), name, content)


@pytest.mark.parametrize("name", FILES)
@settings(deadline=None, max_examples=8, suppress_health_check=[HealthCheck.too_slow])
@given(contents())
def test_a_builder_and_a_check_take_anything(name: str, content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = written(Path(folder), name, content)
        lenient = FulltextQuery(Settings(strict_dictionaries=False), dictionaries=place)
        lenient.build("蓝鲸阀 a b valve 900").explain()
        report = check(place)
        errors = [one for one in lenient.dictionaries.problems if one.severity == "error"]
        assert bool(report) == (not errors)
        if not errors:
            FulltextQuery(dictionaries=place)
            return
        with pytest.raises(DictionaryError) as raised:
            FulltextQuery(dictionaries=place)
        assert raised.value.problems == tuple(errors)
        first = errors[0]
        where = f"{first.file}, line {first.line}" if first.line else first.file
        assert where in str(raised.value)


@pytest.mark.parametrize("name", ["protected.txt", "words/en.txt"])
def test_a_text_that_ends_inside_a_longer_word(name: str, tmp_path: Path) -> None:
    fq = FulltextQuery(dictionaries=written(tmp_path, name, b"0\n00\na+\na+b\n"))
    for text in ("0", "00", "a+", "x a+", "a+b"):
        assert fq.analyze(text).tokens[-1].word == text.split()[-1]


@pytest.mark.parametrize("name", FILES)
def test_a_huge_line_is_one_problem(name: str, tmp_path: Path) -> None:
    for length in (MAX_LINE + 1, 3 << 20):
        content = b"# head\n" + b"a" * length + b"\n# tail\n"
        layer = check_nothing_is_lost(written(tmp_path, name, content), name, content)
        (problem,) = [one for one in layer.problems if one.line]
        assert problem.line == 2
        assert len(str(problem)) < 1000


@pytest.mark.parametrize("name", [*FILES, *JSON_FILES])
@pytest.mark.parametrize("seed", range(5))
def test_random_bytes(name: str, seed: int, tmp_path: Path) -> None:
    content = random.Random(seed).randbytes(5_000)
    written(tmp_path, name, content)
    if name in JSON_FILES:
        assert [one for one in read(tmp_path).problems if one.severity == "error"]
    else:
        check_nothing_is_lost(tmp_path, name, content)
    assert not check(tmp_path) or not read(tmp_path).problems


# --- JSON -----------------------------------------------------------------------------------------

values = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from(SEEDS),
        st.text(max_size=8),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)  # fmt: skip


@pytest.mark.parametrize("name", JSON_FILES)
@fuzzed
@given(
    st.dictionaries(st.one_of(st.sampled_from(SEEDS), st.text(max_size=8)), values, max_size=6),
    st.booleans(),
    st.sampled_from((None, 1)),
)
def test_json_loses_no_pair(
    name: str, content: dict[str, object], plain: bool, indent: int | None
) -> None:
    text = json.dumps(content, ensure_ascii=plain, indent=indent)
    with tempfile.TemporaryDirectory() as folder:
        layer = read(written(Path(folder), name, text.encode("utf-8", "surrogatepass")))
    errors = [one for one in layer.problems if one.severity == "error"]
    if any(not one.entry or one.reason.endswith("is part of no word") for one in errors):
        return  # the file as a whole, or a line of it, cannot be read
    rules = layer.synonyms if name.startswith("synonyms") else layer.glossary
    kept = [(row.key, row.target) for row in rules.rows()]
    given_pairs = [
        (word, target)
        for word, targets in content.items()
        for target in (targets if isinstance(targets, list) else [targets])
    ]
    left_out = [pair for pair in given_pairs if pair not in kept]
    assert len(left_out) == len(errors), (left_out, layer.problems)


@pytest.mark.parametrize("name", JSON_FILES)
@pytest.mark.parametrize(
    "content",
    [
        b"", b"[]", b"5", b"null", b"{", b'{"a": "b"', b'{"a": "b"} x', b"[" * 100_000,
        b'{"a":' * 50_000, b'{"a": NaN}', b'{"a": "b"}\0', b'\xff\xfe{"a": "b"}',
        '{"a": "b"}'.encode("utf-16"), '{"é": "b"}'.encode("latin-1"), b"{'a': 'b'}",
    ],
    ids=lambda content: repr(content[:12]),
)  # fmt: skip
def test_json_that_is_none_is_told(name: str, content: bytes, tmp_path: Path) -> None:
    written(tmp_path, name, content)
    errors = [one for one in read(tmp_path).problems if one.severity == "error"]
    assert errors
    assert errors[0].file.endswith(name)
    assert not check(tmp_path)
    with pytest.raises(DictionaryError, match=re.escape(name)):
        FulltextQuery(dictionaries=tmp_path)


def test_a_key_that_comes_twice_in_json_is_not_lost(tmp_path: Path) -> None:
    written(tmp_path, "synonyms/a.json", b'{"valve": "tap",\n"pump": "x1",\n"valve": "cock"}')
    layer = read(tmp_path)
    kept = {(row.key, row.target) for row in layer.synonyms.rows()}
    assert {("valve", "tap"), ("valve", "cock")} <= kept or any(
        one.line in (1, 3) for one in layer.problems
    )


def test_the_line_of_json_is_right_behind_an_unreadable_one(tmp_path: Path) -> None:
    content = b'{\n"a": "b",\n"\xff": "c",\n"valve": 5\n}'
    written(tmp_path, "synonyms/a.json", content)
    lines = {one.line for one in read(tmp_path).problems if one.severity == "error"}
    assert lines == {3, 4}


# --- compiled files -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def compiled() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for name in FILES:
            written(place, name, "\n".join(SEEDS).encode("utf-8"))
        return pack_layer(read(place), {"stemming": True})


def damaged(content: bytes, seed: int) -> Iterator[bytes]:
    """The file cut short, with a bit turned, with bytes more, with a stretch of other bytes."""
    chance = random.Random(seed)
    yield content[: chance.randrange(len(content))]
    at = chance.randrange(len(content))
    yield content[:at] + bytes([content[at] ^ 1 << chance.randrange(8)]) + content[at + 1 :]
    yield content + chance.randbytes(chance.randrange(1, 50))
    at = chance.randrange(len(content) - 40)
    yield content[:at] + chance.randbytes(40) + content[at + 40 :]
    yield chance.randbytes(chance.randrange(200))
    yield b"FTQLEX\r\n" + chance.randbytes(chance.randrange(200))


@pytest.mark.parametrize("seed", range(25))
def test_damaged_compiled_files_are_refused(compiled: bytes, seed: int, tmp_path: Path) -> None:
    path = tmp_path / "x.dict"
    for content in damaged(compiled, seed):
        path.write_bytes(content)
        with pytest.raises(LexiconError, match=re.escape(str(path))):
            open_layer(path)
        report = check(path)
        assert not report
        assert [one.file for one in report.findings] == [str(path)]


def test_the_undamaged_file_opens(compiled: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.dict"
    path.write_bytes(compiled)
    assert open_layer(path).counts["words"]
