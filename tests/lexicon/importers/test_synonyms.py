"""Synonyms out of WordNet: which words get some, which words they are."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from fulltext_query import FulltextQuery
from fulltext_query.lexicon import Lexicons, load_lists
from fulltext_query.lexicon.importers import (
    Limits,
    WordNet,
    read_wordnet,
    synonyms_from_wordnet,
)
from fulltext_query.lexicon.importers.choosing import Chooser, rule, share_of, wordnet_pos
from fulltext_query.lexicon.synonyms import from_rules

from .small import write_wordnet

SHIPPED = Path(__file__).resolve().parents[3] / "dictionaries" / "wordnet" / "synonyms" / "en.txt"


@pytest.fixture(scope="module")
def wordnet(tmp_path_factory: pytest.TempPathFactory) -> WordNet:
    return read_wordnet(write_wordnet(tmp_path_factory.mktemp("wordnet")))


def rules(wordnet: WordNet, **limits: object) -> dict[str, str]:
    made = synonyms_from_wordnet(wordnet, limits=Limits(**limits))  # type: ignore[arg-type]
    return dict(entry.split(" => ") for entry in made.entries)


def test_first_sense_most_frequent_first(wordnet: WordNet) -> None:
    found = rules(wordnet, mutual=False)
    # two senses: less sure; "medico" is marked as disparagement, "learned person" another sense
    assert found["physician"] == "doctor^0.7"
    assert found["doctor"] == "physician^0.7"
    assert found["unfortunately"] == "alas"


def test_several_words_stay_one_synonym(wordnet: WordNet) -> None:
    found = rules(wordnet, mutual=False)
    assert {"put off", "hold over"} <= set(found["postpone"].split(", "))
    assert not {"put", "off", "hold", "over"} & set(found["postpone"].split(", "))


def test_function_words_short_words_and_names_get_none(wordnet: WordNet) -> None:
    found = rules(wordnet, mutual=False, max_senses=99)
    assert not {"let", "it", "id", "put", "ID"} & set(found)
    assert "Idaho" not in str(found)
    assert "technology" not in str(found)


def test_words_of_many_senses_get_none(wordnet: WordNet) -> None:
    assert "check" not in rules(wordnet)
    assert rules(wordnet, max_senses=3)["check"] == "cheque^0.6"


def test_codes_unknown_words_and_phrases_with_the_word_are_none(wordnet: WordNet) -> None:
    found = rules(wordnet, mutual=False, max_synonyms=9)
    assert set(found["car"].split(", ")) == {"automobile", "motorcar", "machine"}
    assert "zzyzxword" not in str(found)


def test_a_mutual_synonym_means_the_same_by_itself(wordnet: WordNet) -> None:
    assert rules(wordnet)["car"] == "automobile, motorcar"  # a machine is something else first


def test_at_most_so_many(wordnet: WordNet) -> None:
    assert rules(wordnet, mutual=False, max_synonyms=1)["car"] == "machine"
    assert rules(wordnet, max_synonyms=1)["car"] == "automobile"
    assert rules(wordnet, min_frequency=1e9) == {}


def test_an_irregular_form_gets_what_its_base_gets(tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path)
    for name in ("data.noun", "index.noun"):
        path = folder / name
        path.write_text(path.read_text().replace("small_rodent", "mouser"))
    found = rules(read_wordnet(folder))
    assert found["mice"] == found["mouse"] == "mouser"
    (folder / "verb.exc").write_text("postponed postpone\ndoctor let\n")
    assert "postponed" not in rules(read_wordnet(folder))  # its stem finds "postpone"


def test_one_rule_a_stem(tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path)
    for name in ("data.noun", "index.noun"):
        path = folder / name
        path.write_text(
            path.read_text().replace("learned_person", "branding").replace("chequer ", "brand ")
        )
    # "doctor => branding" is of the second sense; "branding" would be found by "brand"
    assert "branding" not in rules(read_wordnet(folder), mutual=False, max_senses=9)


def test_the_same_twice_and_sorted(wordnet: WordNet) -> None:
    first, second = (synonyms_from_wordnet(wordnet) for _ in range(2))
    assert list(first) == list(second)
    assert list(first.entries) == sorted(first.entries)
    shuffled = list(wordnet.synsets.items())
    random.Random(7).shuffle(shuffled)
    other = WordNet(wordnet.version, wordnet.senses, dict(shuffled), wordnet.exceptions)
    assert synonyms_from_wordnet(other).entries == first.entries


def test_the_head_names_source_version_licence(wordnet: WordNet) -> None:
    head = "\n".join(synonyms_from_wordnet(wordnet).head)
    assert "WordNet 3.7" in head
    assert "Princeton" in head
    assert "License" in head
    assert all(line.startswith("#") for line in synonyms_from_wordnet(wordnet).head)


@pytest.mark.parametrize(
    ("tag", "pos"),
    [("n", "n"), ("vn", "v"), ("ad", "a"), ("b", "a"), ("d", "r"), ("nr", "-"), ("nz", "-"),
     ("r", "-"), ("", ""), ("l", "")],
)  # fmt: skip
def test_parts_of_speech(tag: str, pos: str) -> None:
    assert wordnet_pos(tag) == pos


def test_rules_survive_their_own_signs() -> None:
    assert rule("a, b", ["c=>d", "e^2"], 0.5) == "a\\, b => c\\=>d^0.5, e\\^2^0.5"
    assert rule("#tag", ["sign"]) == "\\#tag => sign"
    assert rule("-x", ["y"]) == "\\-x => y"
    assert [share_of(senses) for senses in (1, 2, 3, 4, 400)] == [1.0, 0.7, 0.6, 0.5, 0.1]


@pytest.mark.parametrize(
    "word", ["it", "let", "who", "id", "Paris", "suriname", "cologne", "mp3", "zzyzx", "80"]
)
def test_words_that_no_list_expands(word: str) -> None:
    chooser = Chooser("en", Lexicons(), load_lists(), limits=Limits())
    assert chooser.word(word) is None


def test_names_and_unknown_words_are_no_synonyms() -> None:
    chooser = Chooser("en", Lexicons(), load_lists(), limits=Limits())
    assert chooser.target("put off") == "put off"
    assert chooser.target("run-down") == "run-down"
    for word in ("cologne", "new cologne", "New", "zzyzx", "old zzyzx", "off it", "of", "3d"):
        assert chooser.target(word) is None, word


def test_vulgar_words_are_no_synonyms(tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path)
    for name in ("data.adv", "index.adv"):
        path = folder / name
        path.write_text(path.read_text().replace("alas", "screw"))
    assert "unfortunately" not in rules(read_wordnet(folder), mutual=False)


# --- the list that is shipped -----------------------------------------------------------------


@pytest.fixture(scope="module")
def shipped() -> dict[str, list[str]]:
    entries = from_rules(SHIPPED.read_text(encoding="utf-8").split("\n"))
    return {word: [one.text for one in synonyms] for word, synonyms in entries.items()}


def test_the_shipped_list_has_what_helps(shipped: dict[str, list[str]]) -> None:
    assert len(shipped) > 5_000
    assert SHIPPED.stat().st_size < 1_000_000
    assert shipped["physician"][0] == "doctor"
    assert "put off" in shipped["postpone"] or "defer" in shipped["postpone"]
    assert "lawyer" in shipped["attorney"]
    assert max(map(len, shipped.values())) <= 3


def test_the_shipped_list_has_nothing_for_words_that_say_nothing(
    shipped: dict[str, list[str]],
) -> None:
    function = load_lists().function["en"]
    assert not set(shipped) & function
    assert not {"let", "it", "id", "check", "run", "and", "the", "set", "get"} & set(shipped)
    targets = {target for found in shipped.values() for target in found}
    assert not {"technology", "information technology", "idaho", "lease"} & targets
    assert not any(sign.isdigit() or sign.isupper() for target in targets for sign in target)


def test_the_query_of_a_sentence_without_topics_stays_as_it_is(
    shipped: dict[str, list[str]],
) -> None:
    # Case syn-04, and every word of WordNet's first faults in one sentence
    query = FulltextQuery(synonyms=shipped).build("let it run and check the id")
    assert not any(term.synonyms for term in query.terms)
    assert "technology" not in query.query_string
    assert "idaho" not in query.query_string


def test_a_synonym_of_several_words_is_a_phrase(shipped: dict[str, list[str]]) -> None:
    # Case syn-06: no part of "set back" stands alone
    query = FulltextQuery(synonyms=shipped).build("postpone")
    assert "set back" in str(query.terms[0].synonyms)
    assert re.search(r'"set back"', query.query_string)
    assert not re.search(r"(?<![\w\"])(set|back)\b", query.query_string.replace('"set back"', ""))


def test_the_shipped_list_is_decent(shipped: dict[str, list[str]]) -> None:
    words = {word for found in shipped.values() for target in found for word in target.split()}
    assert not {"fuck", "nigger", "whore", "queer", "ass", "retard"} & words


def test_the_shipped_list_is_as_it_was_made() -> None:
    lines = SHIPPED.read_text(encoding="utf-8").split("\n")
    assert lines.pop() == ""
    entries = [line for line in lines if not line.startswith("#")]
    assert entries == sorted(set(entries))
    assert "WordNet 3.1" in lines[0]
