"""Compiled dictionaries say what their folder says, and know when that has changed."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fulltext_query import DictionaryError, FulltextQuery, LexiconError, Settings
from fulltext_query.curation import compile_folder, stats
from tests.curation.folders import Files, write

WORDS = ("valve", "pump", "Flow Meter", "C++", "wi-fi", "OBX", "蓝鲸阀", "青藤泵", "T恤", "数据库",
         "mitral", "heart attack", "雲台", "running", "New York", "é")  # fmt: skip
word = st.sampled_from(WORDS)
single = word.filter(lambda one: " " not in one)
sign = st.sampled_from(("", "", "", "-"))


def lines(entry: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    entries = st.lists(entry, max_size=5, unique=True)
    return entries.map(lambda some: "".join(f"{one}\n" for one in some))


def joined(*parts: st.SearchStrategy[Any], between: str = "") -> st.SearchStrategy[str]:
    return st.tuples(*parts).map(lambda some: between.join(map(str, some)))


count = st.integers(0, 5000)
rule = st.one_of(
    joined(sign, word), joined(word, word, between=", "), joined(sign, word, st.just(" => "), word),
    joined(word, st.just(" => "), word, st.just("^0.5")),
)  # fmt: skip
folders = st.fixed_dictionaries(
    {},
    optional={
        "words/zh.txt": lines(
            st.one_of(joined(sign, single), joined(single, st.just(" "), count, st.just(" nz")))
        ),
        "words/en.txt": lines(joined(single, st.just(" "), count)),
        "synonyms/a.en.txt": lines(rule),
        "synonyms/b.txt": lines(rule),
        "glossary/g.txt": lines(rule),
        "entities/corp.en.txt": lines(joined(sign, word)),
        "entities/loca.zh.txt": lines(word),
        "pos/en.txt": lines(joined(single, st.just("\tn"))),
        "weights/pos.txt": lines(joined(st.sampled_from(("n", "nz", "v")), st.just("\t2"))),
        "weights/entities.txt": lines(st.sampled_from(("corp\t3", "loca\t0.5"))),
        "function_words/en.txt": lines(joined(sign, single)),
        "question_words/en.txt": lines(joined(word, st.just("\tany"))),
        "frequencies/en.tsv": lines(joined(single, st.just("\t90\t30"))).map(
            lambda text: f"# documents: 1000\n{text}"
        ),
        "protected.txt": lines(joined(sign, single)),
        "t2s_exceptions.txt": lines(st.sampled_from(("雲台", "乾=>干", "-雲台"))),
    },
)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(folders, st.lists(word, min_size=1, max_size=6), st.booleans())
def test_queries_are_the_same_with_the_folder_and_with_the_file(
    files: Files, text: list[str], stemming: bool
) -> None:
    values = Settings(
        strict_dictionaries=False,
        stemming=stemming,
        entity_weights={"corp": 2},
        pos_weights={"n": 2},
    )
    with tempfile.TemporaryDirectory() as place:
        folder = write(Path(place) / "d", {"README": "", **files})
        compiled = compile_folder(folder, Path(place) / "d.dict", values, lenient=True)
        from_folder = FulltextQuery(values, dictionaries=folder)
        from_file = FulltextQuery(values, dictionaries=compiled.path)
    for query in (" ".join(text), *WORDS):
        mine, its = from_folder.build(query), from_file.build(query)
        assert mine.explain_dict() == its.explain_dict()
        assert mine.to_bool() == its.to_bool()
        assert from_folder.analyze(query) == from_file.analyze(query)
    assert from_folder.dictionaries.problems == from_file.dictionaries.problems
    mine_layer, its_layer = (one.dictionaries.layers[0] for one in (from_folder, from_file))
    assert mine_layer.counts == its_layer.counts


def test_a_folder_with_errors_is_refused_unless_asked_otherwise(tmp_path: Path) -> None:
    folder = write(tmp_path / "d", {"words/zh.txt": "蓝鲸阀 900\n青藤泵 -5\n"})
    out = tmp_path / "d.dict"
    with pytest.raises(DictionaryError, match=r"words/zh\.txt, line 2"):
        compile_folder(folder, out)
    assert not out.exists()
    compiled = compile_folder(folder, out, lenient=True)
    assert compiled.size == out.stat().st_size
    assert list(FulltextQuery(Settings(strict_dictionaries=False), dictionaries=out)
                .dictionaries.words("zh")) == ["蓝鲸阀"]  # fmt: skip
    with pytest.raises(DictionaryError, match="line 2"):  # what was left out is not forgotten
        FulltextQuery(dictionaries=out)


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    folder = write(tmp_path / "d", {"words/zh.txt": "蓝鲸阀 900\n"})
    out = compile_folder(folder, tmp_path / "d.dict").path
    before = out.read_bytes()
    write(folder, {"words/zh.txt": "青藤泵 -5\n"})
    with pytest.raises(DictionaryError):
        compile_folder(folder, out)
    assert out.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["d", "d.dict"]


def test_the_same_folder_gives_the_same_bytes(tmp_path: Path) -> None:
    folder = write(tmp_path / "d", {"words/zh.txt": "蓝鲸阀\n", "synonyms/a.txt": "a1, b1\n"})
    first, second = (compile_folder(folder, tmp_path / name).path for name in ("1", "2"))
    assert first.read_bytes() == second.read_bytes()


def test_what_cannot_be_done_is_told(tmp_path: Path) -> None:
    folder = write(tmp_path / "d", {"words/zh.txt": "蓝鲸阀\n"})
    with pytest.raises(DictionaryError, match="does not exist"):
        compile_folder(tmp_path / "absent", tmp_path / "x.dict")
    with pytest.raises(DictionaryError, match="is no folder"):
        compile_folder(folder / "words" / "zh.txt", tmp_path / "x.dict")
    with pytest.raises(DictionaryError, match="is a folder: name the file"):
        compile_folder(folder, tmp_path)
    with pytest.raises(DictionaryError, match="cannot write"):
        compile_folder(folder, folder / "words" / "zh.txt" / "x.dict")


def test_other_settings_are_refused(tmp_path: Path) -> None:
    folder = write(tmp_path / "d", {"words/zh.txt": "蓝鲸阀\n"})
    out = compile_folder(folder, tmp_path / "d.dict").path
    with pytest.raises(LexiconError, match="stemming"):
        FulltextQuery(Settings(stemming=False), dictionaries=out)


# --- staleness ------------------------------------------------------------------------------------


def test_a_compiled_file_knows_whether_its_folder_has_changed(tmp_path: Path) -> None:
    folder = write(tmp_path / "d", {"words/zh.txt": "蓝鲸阀\n"})
    out = compile_folder(folder, tmp_path / "d.dict").path

    def changed() -> bool | None:
        compiled = stats(out)[-1].compiled
        assert compiled is not None
        assert compiled.folder == str(folder)
        assert len(compiled.fingerprint) == 64
        return compiled.changed

    assert changed() is False
    write(folder, {"README": "says nothing"})
    assert changed() is False
    write(folder, {"words/en.txt": "valve\n"})
    assert changed() is True
    (folder / "words/en.txt").unlink()
    assert changed() is False
    (folder / "words/zh.txt").rename(folder / "words/ja.txt")
    assert changed() is True
    folder.rename(tmp_path / "elsewhere")
    assert changed() is None


def test_a_folder_beside_the_file_is_found_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "d", {"words/zh.txt": "蓝鲸阀\n"})
    monkeypatch.chdir(tmp_path)
    compile_folder("d", "d.dict")
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    compiled = stats("../d.dict")[-1].compiled
    assert compiled is not None
    assert (compiled.folder, compiled.changed) == ("d", False)
