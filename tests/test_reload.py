"""Reloading dictionaries while the service runs: all at once, or not at all."""

from __future__ import annotations

import copy
import pickle
import threading
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from fulltext_query import DictionaryError, FulltextQuery, ReloadReport, Settings
from tests.toy import synonym_words

BARE = Settings(shipped_synonyms=False)
TEXT = "valve pump 蓝鲸阀 in Blue Whale"


def write(folder: Path, state: str) -> None:
    """A state of three files that belong together: each says which one it is."""
    files = {
        "synonyms/a.txt": f"valve => {state}valve\npump => {state}pump\n",
        "glossary/a.txt": f"pump => {state} lifting device\n",
        "words/zh.txt": "蓝鲸阀 900 nz\n" if state == "even" else "-蓝鲸阀\n蓝鲸 900 nz\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def test_the_second_load_knows_what_was_written_meanwhile(tmp_path: Path) -> None:
    """dic-05: no cache stands between a file and who loads it."""
    write(tmp_path, "odd")
    assert "蓝鲸阀" not in FulltextQuery(dictionaries=tmp_path).analyze("蓝鲸阀").coarse
    write(tmp_path, "even")
    assert FulltextQuery(dictionaries=tmp_path).analyze("蓝鲸阀").coarse == ("蓝鲸阀",)


def test_a_reload_takes_what_has_changed_and_says_so(tmp_path: Path) -> None:
    write(tmp_path, "odd")
    fq = FulltextQuery(BARE, dictionaries=tmp_path)
    before = fq.build("valve")
    assert fq.reload() == ReloadReport(False, False, 5, ())
    (tmp_path / "synonyms" / "a.txt").write_text("valve, tap\n", encoding="utf-8")
    report = fq.reload()
    assert (report.changed, report.reindex) == (True, False)
    assert synonym_words(fq.build("valve")) == {"tap"}
    # what was built before stays what it was
    assert synonym_words(before) == {"oddvalv"}
    assert before.terms[0].entries[0].entry == "valve => oddvalve"
    (tmp_path / "words" / "zh.txt").write_text("蓝鲸阀\n", encoding="utf-8")
    report = fq.reload()
    assert (report.changed, report.reindex) == (True, True)
    assert "index them again" in str(report)


@pytest.mark.parametrize(
    "broken", [b"valve =>\n", b"valve, tap\n\xff\xfe\n", b"\x00\x01\n", b"a" * 100_000]
)
def test_a_broken_file_leaves_the_old_one_in_force_and_says_so(
    tmp_path: Path, broken: bytes
) -> None:
    write(tmp_path, "odd")
    fq = FulltextQuery(BARE, dictionaries=tmp_path)
    (tmp_path / "glossary" / "a.txt").write_text("pump => other thing\n", encoding="utf-8")
    (tmp_path / "synonyms" / "a.txt").write_bytes(broken)
    for _ in range(2):
        with pytest.raises(DictionaryError, match=r"a\.txt, line \d"):
            fq.reload()
        assert synonym_words(fq.build("valve pump")) == {
            "oddvalv", "oddpump", "odd", "lift", "devic"
        }  # fmt: skip
    write(tmp_path, "even")
    assert fq.reload().changed
    assert "evenvalv" in synonym_words(fq.build("valve"))


def test_a_folder_that_is_gone_leaves_the_old_one_in_force(tmp_path: Path) -> None:
    write(tmp_path / "mine", "odd")
    fq = FulltextQuery(BARE, dictionaries=tmp_path / "mine")
    (tmp_path / "mine").rename(tmp_path / "elsewhere")
    with pytest.raises(DictionaryError, match="mine"):
        fq.reload()
    assert "oddvalv" in synonym_words(fq.build("valve"))


def test_exceptions_of_the_conversion_are_reloaded_with_all_that_they_spell(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "zh.txt").write_text("髮廊王\n", encoding="utf-8")
    fq = FulltextQuery(dictionaries=tmp_path)
    assert fq.analyze("髮廊王").coarse == ("发廊王",)
    (tmp_path / "t2s_exceptions.txt").write_text("髮廊\n", encoding="utf-8")
    assert fq.reload().reindex
    assert fq.analyze("髮廊王").coarse == ("髮廊王",)


def test_eight_threads_build_while_two_hundred_reloads_swap(tmp_path: Path) -> None:
    """No error, no mixed result, and every state is one that was written."""
    wanted = {}
    for state in ("odd", "even"):
        write(tmp_path, state)
        wanted[state] = str(FulltextQuery(BARE, dictionaries=tmp_path).build(TEXT).to_dict())
    fq = FulltextQuery(BARE, dictionaries=tmp_path)
    ended = threading.Event()
    wrong: Queue[Any] = Queue()
    seen = [0] * 8
    known = set(wanted.values())

    def build(number: int) -> None:
        try:
            while not ended.is_set():
                built = fq.build(TEXT)
                if str(built.to_dict()) not in known:
                    wrong.put(built.to_dict())
                built.explain()
                seen[number] += 1
        except Exception as error:  # noqa: BLE001  # whatever it is, the test has to tell of it
            wrong.put(error)

    threads = [threading.Thread(target=build, args=(number,), daemon=True) for number in range(8)]
    for thread in threads:
        thread.start()
    refused = 0
    try:
        for number in range(200):
            state = "odd" if number % 2 else "even"
            write(tmp_path, state)
            if number % 10 == 3:
                (tmp_path / "words" / "zh.txt").write_text("蓝鲸阀 -5\n", encoding="utf-8")
            try:
                fq.reload()
                assert str(fq.build(TEXT).to_dict()) == wanted[state]
            except DictionaryError:
                refused += 1
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    assert wrong.empty(), wrong.get()
    assert refused == 20
    assert all(seen)


def test_two_reloads_at_a_time_end_in_the_last_state(tmp_path: Path) -> None:
    write(tmp_path, "odd")
    fq = FulltextQuery(BARE, dictionaries=tmp_path)
    write(tmp_path, "even")
    threads = [threading.Thread(target=fq.reload) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "evenvalv" in synonym_words(fq.build("valve"))


def test_copies_and_other_processes_load_the_same(tmp_path: Path) -> None:
    write(tmp_path, "odd")
    fq = FulltextQuery(
        BARE, dictionaries=tmp_path, synonyms={"whale": "orca"}, glossary={"OBX": "outbound"}
    )
    text = "valve whale OBX"
    for other in (pickle.loads(pickle.dumps(fq)), copy.deepcopy(fq)):
        assert other.build(text).to_dict() == fq.build(text).to_dict()
    named = FulltextQuery(BARE.replace(dictionaries=[str(tmp_path)]))
    assert pickle.loads(pickle.dumps(named)).build(text).to_dict() == named.build(text).to_dict()


def test_watching_reloads_by_itself_and_keeps_what_works(tmp_path: Path) -> None:
    write(tmp_path, "odd")
    fq = FulltextQuery(BARE, dictionaries=tmp_path)
    told: Queue[Any] = Queue()
    with fq.watch(on_reload=told.put, on_error=told.put) as watcher:
        write(tmp_path, "even")
        while "evenvalv" not in synonym_words(fq.build("valve")):
            assert isinstance(told.get(timeout=30), ReloadReport)
        (tmp_path / "synonyms" / "a.txt").write_text("valve =>\n", encoding="utf-8")
        while not isinstance(error := told.get(timeout=30), DictionaryError):
            pass
        assert "line 1" in str(error)
        assert "evenvalv" in synonym_words(fq.build("valve"))
        write(tmp_path, "odd")
        while "oddvalv" not in synonym_words(fq.build("valve")):
            told.get(timeout=30)
    watcher.stop()  # twice is once
    assert not [one for one in threading.enumerate() if one.name == "dictionaries"]


def test_watching_goes_on_after_a_callback_that_fails(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write(tmp_path, "odd")
    fq = FulltextQuery(BARE, dictionaries=tmp_path)
    told: Queue[Any] = Queue()

    def fails(report: ReloadReport) -> None:
        told.put(report)
        raise ValueError("a callback's own")

    with fq.watch(on_reload=fails):
        for state in ("even", "odd"):
            write(tmp_path, state)
            while f"{state}valv" not in synonym_words(fq.build("valve")):
                told.get(timeout=30)
    assert "goes on" in caplog.text
    with pytest.raises(DictionaryError, match="no dictionaries to watch"):
        FulltextQuery(BARE).watch()


def test_nothing_watches_unless_it_is_asked_to(tmp_path: Path) -> None:
    write(tmp_path, "odd")
    fq = FulltextQuery(BARE, dictionaries=tmp_path)
    write(tmp_path, "even")
    assert "oddvalv" in synonym_words(fq.build("valve"))
    assert not [one for one in threading.enumerate() if one.name == "dictionaries"]
