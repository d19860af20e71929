"""Counting what dictionaries hold, and comparing two of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulltext_query import DictionaryError, LexiconError, Settings
from fulltext_query.curation import compile_folder, diff, stats
from tests.curation.folders import Files, write
from tests.curation.test_check import GOOD


def test_entries_are_counted_by_file_kind_and_language(tmp_path: Path) -> None:
    folder = write(tmp_path, GOOD)
    *_, layer = stats(folder)
    assert layer.source == folder
    assert layer.compiled is None
    assert layer.problems == 0
    counted = {Path(one.file).relative_to(folder).as_posix(): one.entries for one in layer.files}
    assert counted == {
        "words/zh.txt": 3, "words/en.txt": 2, "synonyms/a.en.txt": 5, "synonyms/b.json": 1,
        "glossary/ours.txt": 3, "entities/corp.en.txt": 2, "entities/loca.zh.txt": 1,
        "pos/en.txt": 1, "weights/pos.txt": 1, "weights/entities.txt": 1,
        "function_words/en.txt": 2, "question_words/en.txt": 1, "frequencies/en.tsv": 1,
        "protected.txt": 1, "t2s_exceptions.txt": 1,
    }  # fmt: skip
    assert layer.counts["words", "zh"] == 3
    assert layer.counts["weights", ""] == 2
    assert layer.entries == sum(counted.values())


def test_the_shipped_dictionaries_come_first() -> None:
    (shipped,) = stats()
    assert shipped.source is None
    assert shipped.counts["function_words", "en"] > 100
    assert shipped.counts["question_words", "zh"] > 50
    assert shipped.counts["synonyms", "en"] > 1000
    assert shipped.memory > 100_000
    names = [one.name for one in stats(settings=Settings(wordnet=True))]
    assert len(names) == 2


def test_removals_are_entries_too(tmp_path: Path) -> None:
    write(tmp_path, {"protected.txt": "wi-fi\n-C++\n", "weights/pos.txt": "-n\n"})
    *_, layer = stats(tmp_path)
    assert (layer.counts["protected", ""], layer.counts["weights", ""]) == (2, 1)


def test_memory_grows_with_entries(tmp_path: Path) -> None:
    sizes = []
    for count in (10, 10_000):
        folder = tmp_path / str(count)
        write(folder, {"words/en.txt": "".join(f"kx{n} 5\n" for n in range(count))})
        sizes.append(stats(folder)[-1].memory)
    assert sizes[0] < sizes[1] < 10_000 * 60


def test_what_cannot_be_opened_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.dict").write_bytes(b"nothing")
    for path in (tmp_path / "x.dict", tmp_path / "absent"):
        with pytest.raises(DictionaryError, match=path.name):
            stats(path)


# --- diff -----------------------------------------------------------------------------------------

BEFORE: Files = {
    "words/zh.txt": "蓝鲸阀 900 nz\n青藤泵\n",
    "synonyms/a.en.txt": "valve, tap\nC++ => language\nC# => language\n",
    "glossary/g.txt": "OBX => outbound exchange\n",
    "entities/corp.en.txt": "Acme\n",
    "pos/en.txt": "valve\tn\n",
    "weights/pos.txt": "n\t2\n",
    "function_words/en.txt": "thereof\n",
    "question_words/en.txt": "how come\tany\n",
    "frequencies/en.tsv": "# documents: 10\nvalve\t9\t5\n",
    "protected.txt": "wi-fi\n",
    "t2s_exceptions.txt": "乾燥阀\n",
}
AFTER: Files = {
    "words/zh.txt": "蓝鲸阀 70 nz\n红杉轴\n",
    "synonyms/a.en.txt": "valve, tap^0.5\nC++ => speech\nC# => language\n",
    "glossary/g.txt": "OBX => outbound box\nKXT => kit\n",
    "entities/loca.en.txt": "Acme\n",
    "pos/en.txt": "valve\tv\n",
    "weights/pos.txt": "-n\n",
    "question_words/en.txt": "how come\tstart\n",
    "frequencies/en.tsv": "# documents: 10\nvalve\t9\t6\n",
    "protected.txt": "-wi-fi\n",
    "t2s_exceptions.txt": "乾燥阀=>干燥阀\n",
}


def test_every_kind_of_change(tmp_path: Path) -> None:
    before, after = write(tmp_path / "a", BEFORE), write(tmp_path / "b", AFTER)
    found = [
        (one.what, one.kind, one.language, one.entry, one.before, one.after)
        for one in diff(before, after)
    ]
    assert found == [
        ("added", "words", "zh", "红杉轴", None, ""),
        ("changed", "words", "zh", "蓝鲸阀", "900 nz", "70 nz"),
        ("removed", "words", "zh", "青藤泵", "", None),
        ("changed", "synonyms", "", "C++", "language", "speech"),
        ("changed", "synonyms", "", "valve", "tap", "tap^0.5"),
        ("added", "glossary", "", "KXT", None, "kit"),
        ("changed", "glossary", "", "OBX", "outbound exchange", "outbound box"),
        ("changed", "entities", "", "acme", "corp", "loca"),
        ("changed", "pos", "en", "valve", "n", "v"),
        ("changed", "weights", "", "pos n", "2", "removed"),
        ("removed", "function_words", "en", "thereof", "", None),
        ("changed", "question_words", "en", "how come", "any", "start"),
        ("changed", "frequencies", "en", "valve", "9 5", "9 6"),
        ("changed", "protected", "", "wi-fi", "", "removed"),
        ("changed", "t2s_exceptions", "", "乾燥阀", "乾燥阀", "干燥阀"),
    ]
    for one in diff(before, after):
        assert bool(one.place_before) == (one.before is not None)
        assert bool(one.place_after) == (one.after is not None)


def test_the_other_way_round_what_was_added_is_removed(tmp_path: Path) -> None:
    before, after = write(tmp_path / "a", BEFORE), write(tmp_path / "b", AFTER)
    there = {(one.kind, one.entry, one.before, one.after) for one in diff(before, after)}
    back = {(one.kind, one.entry, one.after, one.before) for one in diff(after, before)}
    assert there == back


def test_the_same_is_no_difference(tmp_path: Path) -> None:
    folder = write(tmp_path / "a", BEFORE)
    out = compile_folder(folder, tmp_path / "a.dict").path
    assert diff(folder, folder) == diff(folder, out) == diff(out, folder) == ()
    again = write(tmp_path / "b", {**BEFORE, "words/zh.txt": "# moved\n青藤泵\n\n蓝鲸阀 900 nz\n"})
    assert diff(folder, again) == ()


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    folder = write(tmp_path / "a", BEFORE)
    with pytest.raises(DictionaryError, match="there is nothing at"):
        diff(folder, tmp_path / "absent")
    (tmp_path / "x.dict").write_bytes(b"nothing")
    with pytest.raises(LexiconError):
        diff(tmp_path / "x.dict", folder)
