"""Layers of dictionaries: what a later one adds, changes and removes, and where entries stand."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query import DictionaryError, FulltextQuery, LexiconError, Settings
from fulltext_query.lexicon.dictionaries import Dictionaries
from fulltext_query.lexicon.layer_files import read_folder
from fulltext_query.lexicon.layer_format import write_layer
from tests.toy import synonym_words

Folder = Callable[[str, dict[str, str]], Path]
QUICK = settings(max_examples=60, deadline=None)
BARE = Settings(shipped_synonyms=False)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Makes a folder of dictionaries of the texts of its files."""

    def make(name: str, files: dict[str, str]) -> Path:
        place = tmp_path / name
        place.mkdir(exist_ok=True)
        for file, text in files.items():
            (place / file).parent.mkdir(parents=True, exist_ok=True)
            (place / file).write_text(text, encoding="utf-8")
        return place

    return make


def places(fq: FulltextQuery, text: str, word: str) -> list[str]:
    """Kind, file and line of every entry that had a part in a word."""
    (term,) = [term for term in fq.build(text).terms if term.text == word]
    return [
        f"{entry.kind} {'/'.join(Path(entry.file).parts[-2:])}:{entry.line}"
        for entry in term.entries
    ]


def test_a_later_layer_adds_to_and_removes_from_an_earlier_one(folder: Folder) -> None:
    ours = folder("ours", {"synonyms/a.txt": "valve, tap\npump, lift\n"})
    tenant = folder("tenant", {"synonyms/b.txt": "valve, cock\n-pump\n"})
    assert synonym_words(FulltextQuery(BARE, dictionaries=ours).build("valve")) == {"tap"}
    both = FulltextQuery(BARE, dictionaries=[ours, tenant])
    assert synonym_words(both.build("valve")) == {"tap", "cock"}
    assert synonym_words(both.build("pump")) == set()
    assert synonym_words(both.build("lift")) == {"pump"}


def test_one_target_is_removed_and_the_rest_stays(folder: Folder) -> None:
    ours = folder("ours", {"synonyms/a.txt": "valve => tap, cock, shut off\n"})
    tenant = folder("tenant", {"synonyms/a.txt": "-valve => cock\n"})
    fq = FulltextQuery(BARE, dictionaries=[ours, tenant])
    assert synonym_words(fq.build("valve")) == {"tap", "shut", "off"}


def test_what_is_shipped_can_be_taken_away(folder: Folder) -> None:
    shipped = FulltextQuery().build("colour of the valve")
    assert "color" in synonym_words(shipped)
    mine = folder(
        "mine",
        {
            "synonyms/a.txt": "-colour\n",
            "function_words/en.txt": "-of\n",
            "question_words/en.txt": "-how to\n-how\n",
            "words/zh.txt": "-北京大学\n",
            "entities/loca.en.txt": "-Paris\n",
            "protected.txt": "-SaaS\n",
        },
    )
    fq = FulltextQuery(dictionaries=mine)
    assert synonym_words(fq.build("colour")) == set()
    roles = {term.text: term.role for term in fq.build("how colour of the valve").terms}
    assert roles == {
        "how": "content", "colour": "content", "of": "content", "the": "function",
        "valv": "content",
    }  # fmt: skip
    assert fq.analyze("北京大学").coarse == ("北京", "大学")
    assert [term.entity for term in fq.build("Paris").terms] == [""]
    assert [term.entity for term in FulltextQuery().build("Paris").terms] == ["loca"]
    assert fq.analyze("SaaS").coarse != FulltextQuery().analyze("SaaS").coarse == ("saas",)


def test_a_word_changes_from_layer_to_layer(folder: Folder) -> None:
    ours = folder("ours", {"words/zh.txt": "蓝鲸阀 900 nz\n"})
    tenant = folder("tenant", {"words/zh.txt": "蓝鲸阀 90000 n\n"})
    tags = [
        FulltextQuery(dictionaries=layers).build("蓝鲸阀").terms[0]
        for layers in ([ours], [ours, tenant], [tenant, ours])
    ]
    assert [term.pos for term in tags] == ["nz", "n", "nz"]
    assert tags[0].idf1 == tags[2].idf1 > tags[1].idf1


def test_weights_come_from_files_too(folder: Folder) -> None:
    mine = folder(
        "mine", {"weights/entities.txt": "loca\t4\n", "weights/pos.txt": "n\t2\nv\t0.5\n"}
    )
    fq = FulltextQuery(BARE.replace(power=1), dictionaries=mine)
    terms = {term.text: term for term in fq.build("replace valve in New York").terms}
    assert terms["york"].entity_weight == terms["new"].entity_weight == 4
    assert terms["valv"].pos_weight == 2
    assert "weights entities.txt:1" not in str(terms["valv"].entries)
    assert [entry.line for entry in terms["york"].entries if entry.kind == "weights"] == [1]
    tenant = folder("tenant", {"weights/pos.txt": "-n\nv\t3\n"})
    other = fq.with_dictionaries(tenant).build("replace valve")
    assert [term.pos_weight for term in other.terms] == [3, 1]


@pytest.mark.parametrize(
    ("file", "line", "text", "word", "kind"),
    [
        ("words/zh.txt", "蓝鲸阀 900 nz", "换蓝鲸阀", "蓝鲸阀", "words"),
        ("pos/en.txt", "valve\tv", "valve", "valv", "pos"),
        ("synonyms/a.txt", "valve, tap", "valves", "valv", "synonyms"),
        ("synonyms/a.txt", "C++ => cpp", "C++ rules", "c++", "synonyms"),
        ("synonyms/a.json", '{"valve": "tap"}', "valve", "valv", "synonyms"),
        ("glossary/a.txt", "OBX => outbound exchange", "what is OBX", "obx", "glossary"),
        ("entities/corp.en.txt", "Blue Whale Valves", "blue whale valves", "whale", "entities"),
        ("entities/corp.en.txt", "Zyx-Ware Inc.", "zyx-ware inc", "inc", "entities"),
        (
            "entities/sch.zh.txt",
            "乌有大学附属第三医院",
            "去乌有大学附属第三医院",
            "第三",
            "entities",
        ),
        ("function_words/en.txt", "zyx", "zyx valve", "zyx", "function_words"),
        ("question_words/en.txt", "pray tell\tany", "pray tell valve", "tell", "question_words"),
        ("protected.txt", "valves", "valves", "valves", "protected"),
        ("protected.txt", "wi-fi7x", "a wi-fi7x box", "wi-fi7x", "protected"),
        ("t2s_exceptions.txt", "髮廊", "髮廊在哪", "髮廊", "t2s_exceptions"),
        ("frequencies/en.tsv", "# documents: 10\nvalve\t5\t3", "valve", "valv", "frequencies"),
    ],
)
def test_the_place_of_an_entry_is_on_its_term_and_in_the_explanation(
    folder: Folder, file: str, line: str, text: str, word: str, kind: str
) -> None:
    mine = folder("mine", {file: line if file.endswith("json") else f"# mine\n\n{line}\n"})
    fq = FulltextQuery(BARE, dictionaries=mine)
    at = 1 if file.endswith("json") else 3 + line.count("\n")
    place = f"{kind} {'/'.join((mine / file).parts[-2:])}:{at}"
    assert place in places(fq, text, word)
    built = fq.build(text)
    assert f"{mine / file}:{at}" in built.explain()
    (term,) = [term for term in built.explain_dict()["terms"] if term["text"] == word]
    entry = next(entry for entry in term["entries"] if entry["kind"] == kind)
    assert (entry["file"], entry["line"]) == (str(mine / file), at)


def test_shipped_entries_say_where_they_stand_too() -> None:
    fq = FulltextQuery()
    assert any(
        place.startswith("question_words question_words/en.txt:")
        for place in places(fq, "how to mend", "how")
    )
    assert any(
        place.startswith("function_words function_words/en.txt:")
        for place in places(fq, "colour of valves", "of")
    )
    assert any(
        place.startswith("synonyms synonyms/spellings.en.txt:")
        for place in places(fq, "colour of valves", "colour")
    )
    assert any(
        place.startswith("words words/zh.txt:") for place in places(fq, "小程序怎么用", "小程序")
    )
    assert any(
        place.startswith("entities entities/loca") for place in places(fq, "in New York", "york")
    )
    (term,) = fq.build("colour").terms
    root = Path(__file__).resolve().parents[2]
    for entry in term.entries:
        line = (root / entry.file).read_text(encoding="utf-8").splitlines()[entry.line - 1]
        assert "colour" in line


def test_names_do_not_reach_across_clauses_and_the_longest_wins(folder: Folder) -> None:
    mine = folder("mine", {"entities/corp.en.txt": "Blue Whale\nBlue Whale Valves\nWhale\n"})
    fq = FulltextQuery(BARE, dictionaries=mine)

    def named(text: str) -> str:
        return " ".join(term.text for term in fq.build(text).terms if term.entity == "corp")

    assert named("blue whale valves leak") == "blue whale valv"
    assert named("something blue. Whale watching") == "whale"
    assert named("blue sky") == ""


def test_strict_and_lenient(folder: Folder) -> None:
    mine = folder("mine", {"synonyms/a.txt": "valve, tap\nbroken\npump, lift\n"})
    with pytest.raises(DictionaryError, match=r"a\.txt, line 2: 'broken': .*write") as caught:
        FulltextQuery(dictionaries=mine)
    assert [problem.line for problem in caught.value.problems] == [2]
    fq = FulltextQuery(BARE.replace(strict_dictionaries=False), dictionaries=mine)
    assert synonym_words(fq.build("valve pump")) == {"tap", "lift"}
    assert [problem.line for problem in fq.dictionaries.problems] == [2]


@pytest.mark.parametrize("given", [3, [3], {"a": 3}, "/nowhere/at/all", ["/nowhere/at/all"]])
def test_what_is_no_folder_is_told(given: object) -> None:
    with pytest.raises((DictionaryError, LexiconError)):
        FulltextQuery(dictionaries=given)  # type: ignore[arg-type]


def test_settings_name_folders_beside_their_file(folder: Folder, tmp_path: Path) -> None:
    folder("mine", {"synonyms/a.txt": "valve, tap\n"})
    (tmp_path / "fulltext-query.toml").write_text('dictionaries = ["mine"]\n', encoding="utf-8")
    fq = FulltextQuery.from_file(tmp_path / "fulltext-query.toml")
    assert "tap" in synonym_words(fq.build("valve"))


def test_layers_that_are_loaded_are_shared(folder: Folder) -> None:
    ours = folder("ours", {"synonyms/a.txt": "valve, tap\n"})
    tenant = folder("tenant", {"synonyms/a.txt": "valve, cock\n"})
    fq = FulltextQuery(BARE, dictionaries=ours)
    other = fq.with_dictionaries(tenant)
    assert other.dictionaries.layers[0] is fq.dictionaries.layers[0]
    assert synonym_words(other.build("valve")) == {"tap", "cock"}
    assert synonym_words(fq.build("valve")) == {"tap"}


def test_an_index_remembers_which_words_its_texts_were_cut_by(folder: Folder) -> None:
    def made(files: dict[str, str], name: str) -> Dictionaries:
        return FulltextQuery(dictionaries=folder(name, files)).dictionaries

    assert FulltextQuery().dictionaries.token_fingerprint == ""
    assert made({"synonyms/a.txt": "valve, tap\n"}, "a").token_fingerprint == ""
    words = made({"words/zh.txt": "蓝鲸阀 900\n青藤泵\n"}, "b").token_fingerprint
    assert words
    assert words == made({"words/zh.txt": "青藤泵\n蓝鲸阀 900\n"}, "c").token_fingerprint
    others = [
        made({"words/zh.txt": "蓝鲸阀 900\n"}, "d"), made({"protected.txt": "valves\n"}, "e"),
        made({"t2s_exceptions.txt": "髮廊\n"}, "f"), made({"words/zh.txt": "-北京大学\n"}, "g"),
    ]  # fmt: skip
    assert len({words, *(one.token_fingerprint for one in others)}) == 5


WORDS = st.sampled_from(
    ["valve", "pump", "blue whale", "C++", "KXT-4410", "蓝鲸阀", "北京大学", "Redis集群", "5 kg",
     "насос", "ваза", "flow meters", "ภาษาไทย", "e-mail", "😀", "valves", "データベース"]
)  # fmt: skip
RULES = st.lists(
    st.builds("{}{} => {}^0.5, {}".format, st.sampled_from(["", "-"]), WORDS, WORDS, WORDS),
    max_size=6,
)


@QUICK
@given(RULES, st.lists(WORDS, max_size=4), WORDS, WORDS)
def test_compiled_is_the_same_as_read(
    tmp_path_factory: pytest.TempPathFactory, rules: list[str], names: list[str], one: str, two: str
) -> None:
    place = tmp_path_factory.mktemp("dictionaries")
    files = {
        "synonyms/a.txt": "\n".join(rules),
        "entities/corp.en.txt": "\n".join(dict.fromkeys(names)),
        "words/zh.txt": "蓝鲸阀 900 nz\n-北京大学\n",
        "glossary/a.txt": "valve => shut off\n",
        "function_words/en.txt": "blue\n",
        "question_words/en.txt": "tell me\tany\n",
        "pos/en.txt": "pump\tv\n",
        "protected.txt": "valves\n",
        "weights/pos.txt": "v\t2\n",
        "frequencies/en.tsv": "# documents: 10\npump\t5\t3\n",
    }
    for name, text in files.items():
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text(text + "\n", encoding="utf-8")
    loose = BARE.replace(strict_dictionaries=False)
    read = FulltextQuery(loose, dictionaries=place)
    compiled = place / "all.dict"
    write_layer(compiled, read.dictionaries.layers[0], read.spelling)
    opened = FulltextQuery(loose, dictionaries=compiled)
    text = f"tell me {one} {two} {one} in 5kg"
    first, second = read.build(text), opened.build(text)
    assert first.to_dict() == second.to_dict()
    assert first.terms == second.terms


def test_a_compiled_file_of_other_settings_is_refused(folder: Folder, tmp_path: Path) -> None:
    fq = FulltextQuery(dictionaries=folder("mine", {"synonyms/a.txt": "café, bar\n"}))
    path = tmp_path / "mine.dict"
    write_layer(path, fq.dictionaries.layers[0], fq.spelling)
    with pytest.raises(LexiconError, match="fold_accents = False, not True"):
        FulltextQuery(Settings(fold_accents=True), dictionaries=path)


# --- what must hold whatever is beside it -----------------------------------------------------


def test_a_tenant_that_changes_the_conversion_spells_all_layers_anew(folder: Folder) -> None:
    base = folder("base", {"synonyms/a.txt": "臺積電廠 => tsmc\n"})
    tenant = folder("tenant", {"t2s_exceptions.txt": "臺積電廠\n"})
    at_once = FulltextQuery(BARE, dictionaries=[base, tenant])
    later = FulltextQuery(BARE, dictionaries=[base]).with_dictionaries(tenant)
    assert synonym_words(at_once.build("臺積電廠")) == {"tsmc"}
    assert later.build("臺積電廠").to_dict() == at_once.build("臺積電廠").to_dict()


def test_exceptions_written_while_they_are_read_are_taken_with_the_rest(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = folder("mine", {"words/zh.txt": "乾縣城廠 900\n"})
    read = read_folder

    def then_written(*arguments: Any, **options: Any) -> Any:
        layer = read(*arguments, **options)
        (mine / "t2s_exceptions.txt").write_text("乾縣城廠\n", encoding="utf-8")
        return layer

    monkeypatch.setattr("fulltext_query.assembly.read_folder", then_written)
    fq = FulltextQuery(dictionaries=mine)
    monkeypatch.undo()
    assert fq.analyze("乾縣城廠").coarse == FulltextQuery(dictionaries=mine).analyze(
        "乾縣城廠"
    ).coarse == ("乾縣城廠",)  # fmt: skip


def test_words_without_a_frequency_win_over_each_other_as_over_any(folder: Folder) -> None:
    mine = folder("mine", {"words/zh.txt": "蓝鲸\n阀门组\n蓝鲸阀门组\n"})
    fq = FulltextQuery(dictionaries=mine)
    assert fq.analyze("蓝鲸阀门组").coarse == ("蓝鲸阀门组",)
    assert fq.analyze("蓝鲸的阀门组").coarse == ("蓝鲸", "的", "阀门组")
    strong = folder("strong", {"words/zh.txt": "阀门组 5000\n蓝鲸阀门组\n"})
    assert FulltextQuery(dictionaries=strong).analyze("蓝鲸阀门组").coarse == ("蓝鲸阀门组",)


def test_what_is_protected_is_kept_whole_in_every_script(folder: Folder) -> None:
    mine = folder("mine", {"protected.txt": "深度学习模型\nvalves\nwi-fi7x\nT恤衫\n"})
    fq = FulltextQuery(dictionaries=mine)
    for token in ("深度学习模型", "valves", "wi-fi7x", "t恤衫"):
        assert token in fq.analyze(f"a {token} b").coarse, token


def test_no_place_but_a_person(folder: Folder) -> None:
    mine = folder(
        "mine", {"entities/firstnm.en.txt": "paris\n", "entities/loca.en.txt": "-paris\n"}
    )
    assert [term.entity for term in FulltextQuery(dictionaries=mine).build("paris").terms] == [
        "firstnm"
    ]


def test_a_removed_name_takes_no_shorter_one_with_it(folder: Folder) -> None:
    mine = folder("mine", {"entities/loca.en.txt": "-new york city\n"})
    terms = FulltextQuery(dictionaries=mine).build("new york city marathon").terms
    assert [term.entity for term in terms] == ["loca", "loca", "", ""]


def test_frequencies_are_removed_and_escaped_as_all_entries_are(folder: Folder) -> None:
    ours = folder("ours", {"frequencies/en.tsv": "# documents: 10\nvalve\t5\t3\npump\t4\t4\n"})
    tenant = folder("tenant", {"frequencies/en.tsv": "# documents: 9\n-valve\n\\#tag\t5\t5\n"})
    fq = FulltextQuery(BARE, dictionaries=[ours, tenant])
    found = fq.dictionaries
    assert found.counts("en", "valve") is None
    assert found.counts("en", "pump") is not None
    assert found.counts("en", "#tag") is not None
    broken = folder("broken", {
        "frequencies/a.en.tsv": "# tokens: 7\nvalve\t5\t3\n",
        "frequencies/b.en.tsv": "# documents: 1000\nvalve\t5\t3\n",
    })  # fmt: skip
    layer = FulltextQuery(
        BARE.replace(strict_dictionaries=False), dictionaries=broken
    ).dictionaries.layers[0]
    assert layer.backgrounds["en"].tokens == 5
    assert [problem.file[-8:] for problem in layer.problems] == ["a.en.tsv"]


def test_more_tags_than_there_are_numbers_for(folder: Folder) -> None:
    tags = [f"{first}{second}" for first in "abcdefghijklmnop" for second in "abcdefghijklmnopq"]
    words = [f"乌有词{number} 5 {tag}" for number, tag in enumerate(tags[:254])]
    assert FulltextQuery(Settings(user_words=words)).build("乌有词7").terms
    with pytest.raises(DictionaryError, match="254 different tags"):
        FulltextQuery(Settings(user_words=[*words, "乌有词 5 zz"]))
    mine = folder("mine", {"words/zh.txt": "\n".join([*words, "乌有词 5 zz"])})
    with pytest.raises(DictionaryError, match=r"line 255: .*254 different tags"):
        FulltextQuery(dictionaries=mine)


def test_keys_and_json_of_any_length_cost_what_they_are_long(folder: Folder) -> None:
    long = folder("long", {"synonyms/a.txt": "valve " * 300 + "=> tap\n"})
    with pytest.raises(DictionaryError, match="64 at most"):
        FulltextQuery(dictionaries=long)
    deep = '{"k":' * 400 + "1" + "}" * 400
    odd = folder("odd", {"synonyms/a.json": deep, "synonyms/b.json": '{"a": [[[1]]], "b": "c"}'})
    fq = FulltextQuery(BARE.replace(strict_dictionaries=False), dictionaries=odd)
    assert synonym_words(fq.build("b")) == {"c"}
    assert [problem.reason for problem in fq.dictionaries.problems] == [
        "a mapping is not a word", "a list is not a word"
    ]  # fmt: skip
    many = ",\n".join(f'"w{number}": ["x{number}", "w{number + 1}"]' for number in range(30_000))
    large = folder("large", {"synonyms/a.json": "{\n" + many + "\n}"})
    fq = FulltextQuery(BARE, dictionaries=large)
    (entry,) = [
        one for one in fq.build("w29998").terms[0].entries if one.entry == "w29998 => x29998"
    ]
    assert entry.line == 30_000


@pytest.mark.parametrize("name", ["a" * 300, "\0"])
def test_a_path_that_is_none_is_told(name: str) -> None:
    with pytest.raises(DictionaryError):
        FulltextQuery(dictionaries=name)


def test_the_same_folder_twice_is_reloaded_when_it_changes_and_only_then(folder: Folder) -> None:
    mine = folder("mine", {"synonyms/a.txt": "valve, tap\n", "t2s_exceptions.txt": "髮廊\n"})
    fq = FulltextQuery(BARE, dictionaries=[mine, mine])
    before = fq.dictionaries
    assert not fq.reload().changed
    assert fq.dictionaries is before


def test_tenants_share_the_files_that_are_open(folder: Folder) -> None:
    mine = folder("mine", {"synonyms/a.txt": "valve, tap\n"})
    fq = FulltextQuery(BARE, dictionaries=mine)
    tenants = [fq.with_dictionaries(mine) for _ in range(50)]
    assert {id(one.dictionaries.shipped) for one in tenants} == {id(fq.dictionaries.shipped)}
    assert {id(one._parts.lexicons) for one in tenants} == {id(fq._parts.lexicons)}


# --- files that are none ----------------------------------------------------------------------


def test_a_compiled_file_may_be_overwritten_in_place(folder: Folder, tmp_path: Path) -> None:
    fq = FulltextQuery(BARE, dictionaries=folder("mine", {"synonyms/a.txt": "valve, tap\n"}))
    path = tmp_path / "mine.dict"
    write_layer(path, fq.dictionaries.layers[0], fq.spelling)
    opened = FulltextQuery(BARE, dictionaries=path)
    path.write_bytes(b"garbage")
    assert synonym_words(opened.build("valve")) == {"tap"}
    with pytest.raises(LexiconError):
        opened.reload()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("synonim", "did you mean synonyms"), ("Synonyms", "did you mean synonyms"),
        ("synonyms/a.txt/", "a file has such a name"), ("protected.txt/", "a file has such a name"),
    ],
)  # fmt: skip
def test_a_folder_where_a_file_or_another_folder_is_meant(
    folder: Folder, name: str, said: str
) -> None:
    mine = folder("mine", {"words/zh.txt": "蓝鲸阀\n"})
    (mine / name).mkdir(parents=True)
    with pytest.raises(DictionaryError, match=said):
        FulltextQuery(dictionaries=mine)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files on Windows")
def test_what_is_neither_file_nor_folder_is_told_and_not_read(folder: Folder) -> None:
    mine = folder("mine", {"synonyms/b.txt": "valve, tap\n"})
    os.mkfifo(mine / "synonyms" / "a.txt")
    with pytest.raises(DictionaryError, match=r"a\.txt: neither a file nor a folder"):
        FulltextQuery(dictionaries=mine)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_name_that_is_no_utf_8_is_shown_and_read(folder: Folder) -> None:
    mine = folder("mine", {"synonyms/b.txt": "pump, lift\n"})
    Path(os.fsdecode(os.fsencode(mine) + b"/synonyms/a\xff.txt")).write_text("valve, tap\n")
    fq = FulltextQuery(BARE, dictionaries=mine)
    assert synonym_words(fq.build("valve")) == {"tap"}
    assert "a\\xff.txt:1" in fq.build("valve").explain()
    assert not fq.reload().changed


def test_a_folder_that_cannot_be_looked_into_is_told(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = folder("mine", {"synonyms/a.txt": "valve, tap\n"})
    listed = Path.iterdir

    def refused(path: Path) -> Any:
        if path.name == "synonyms":
            raise PermissionError(13, "Permission denied")
        return listed(path)

    fq = FulltextQuery(BARE, dictionaries=mine)
    monkeypatch.setattr(Path, "iterdir", refused)
    for ask in (lambda: FulltextQuery(dictionaries=mine), fq.reload):
        with pytest.raises(DictionaryError, match="synonyms: Permission denied"):
            ask()
    assert synonym_words(fq.build("valve")) == {"tap"}


@pytest.mark.parametrize(
    ("file", "line", "said"),
    [
        ("synonyms/a.txt", "valve, tap # note", "a line of its own"),
        ("t2s_exceptions.txt", "a=>b", "no Chinese character"),
        ("t2s_exceptions.txt", "[=>x", "no Chinese character"),
    ],
)
def test_a_line_that_would_do_what_nobody_means(
    folder: Folder, file: str, line: str, said: str
) -> None:
    with pytest.raises(DictionaryError, match=said):
        FulltextQuery(dictionaries=folder("mine", {file: f"{line}\n"}))


def test_json_takes_weights_as_rules_do(folder: Folder) -> None:
    mine = folder("mine", {"synonyms/a.json": '{"valve": ["tap^0.5", "cock"]}'})
    (slot,) = FulltextQuery(BARE, dictionaries=mine).build("valve").tree.slots
    assert [leaf.boost / slot.main.boost for leaf in slot.synonyms] == pytest.approx([0.125, 0.25])


@pytest.mark.parametrize(
    ("file", "rule", "text", "found"),
    [
        ("terms.en.txt", "valve, tap", "the valve leaks here", {"tap"}),
        ("terms.de.txt", "gift => poison", "der gift ist nicht gut und die ware", {"poison"}),
        ("terms.de.txt", "gift => poison", "a gift for the new office", set()),
        ("terms.txt", "gift => poison", "a gift for the new office", {"poison"}),
        # a key in Han of an English file holds everywhere; Latin letters of a Chinese one do not
        ("terms.en.txt", "蓝鲸阀 => valve", "蓝鲸阀漏水", {"valv"}),
        ("terms.zh.txt", "cpu => 处理器", "CPU 温度", {"处理器"}),
        ("terms.zh.txt", "cpu => 处理器", "the cpu of the office", set()),
    ],
)
def test_rules_hold_for_texts_of_the_language_that_their_file_names(
    folder: Folder, file: str, rule: str, text: str, found: set[str]
) -> None:
    mine = folder("mine", {f"synonyms/{file}": f"{rule}\n"})
    assert synonym_words(FulltextQuery(BARE, dictionaries=mine).build(text)) == found
