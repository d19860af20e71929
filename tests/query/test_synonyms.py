"""Synonyms: how they are given, where they are found, what they weigh."""

from __future__ import annotations

import pytest

from fulltext_query import DictionaryError, FulltextQuery, Settings
from fulltext_query.lexicon.synonyms import Synonym, from_mapping, from_rules
from fulltext_query.query.tree import Phrase, Term
from tests.toy import synonym_words


def slot_synonyms(text: str, synonyms: dict[str, object], **changes: object) -> list[list[str]]:
    """The synonyms of each slot, phrases with blanks."""
    fq = FulltextQuery(Settings(language="en", **changes), synonyms=synonyms)
    return [
        [" ".join(leaf.words) if isinstance(leaf, Phrase) else leaf.text for leaf in slot.synonyms]
        for slot in fq.build(text).tree.slots
    ]


@pytest.mark.parametrize(
    ("key", "text", "found"),
    [
        ("valve", "valve", True), ("valve", "Valves", True), ("Valves", "valve", True),
        ("VALVE", "valve", True), ("阀门", "閥門", True), ("閥門", "阀门", True), ("café",
        "café", True),
        ("ｖａｌｖｅ", "valve", True), ("valve", "revalve", False), ("KXT-4410", "kxt-4410", True),
        ("C++", "c++", True), ("C++", "c", False), ("насос", "насосы", True), ("10.0.0.5",
        "10.0.0.5", True),
    ],
)  # fmt: skip
def test_a_key_is_found_as_text_is(key: str, text: str, found: bool) -> None:
    fq = FulltextQuery(synonyms={key: ["substitute"]})
    assert bool(synonym_words(fq.build(text))) is found


@pytest.mark.parametrize(
    ("key", "text", "found"),
    [
        ("jump", "jumping", True), ("jumping", "jump", False), ("branding", "brand", False),
        ("accessibility", "access", False), ("personalized", "person", False),
        ("branding", "branding", True), ("accessibility", "Accessibility", True),
        ("organisation", "organised", True), ("cities", "city", True), ("city", "cities", True),
        ("configured", "configure", True), ("nonwordings", "nonword", True),
    ],
)  # fmt: skip
def test_another_form_of_a_word_and_not_another_word_of_its_stem(
    key: str, text: str, found: bool
) -> None:
    fq = FulltextQuery(Settings(shipped_synonyms=False), synonyms={key: ["substitute"]})
    assert bool(synonym_words(fq.build(text))) is found


def test_a_key_of_several_words() -> None:
    given: dict[str, object] = {"boiler valve": ["cutoff"], "boiler": ["heater"]}
    assert slot_synonyms("boiler valve", given) == [["cutoff"], ["cutoff"]]
    assert slot_synonyms("boiler room", given) == [["heater"], []]
    assert slot_synonyms("valve boiler", given) == [[], ["heater"]]
    assert slot_synonyms("boiler. valve", given) == [["heater"], []]
    assert slot_synonyms("new boiler valves here", given) == [[], ["cutoff"], ["cutoff"], []]


def test_the_longest_key_wins() -> None:
    given: dict[str, object] = {"a1 b1 c1": ["x1"], "a1 b1": ["y1"], "b1": ["z1"]}
    assert slot_synonyms("a1 b1 c1", given) == [["x1"], ["x1"], ["x1"]]
    assert slot_synonyms("a1 b1", given) == [["y1"], ["y1"]]
    assert slot_synonyms("b1 c1", given) == [["z1"], []]


def test_chinese_keys_longer_than_a_word() -> None:
    fq = FulltextQuery(synonyms={"机器检修": ["ML"]})
    assert [len(slot.synonyms) for slot in fq.build("机器检修").tree.slots] == [1, 1]
    assert synonym_words(fq.build("机器坏了")) == set()


def test_what_a_synonym_weighs() -> None:
    fq = FulltextQuery(
        Settings(language="en", synonym_weight=0.2),
        synonyms={"valve": ["tap^0.5", "cock", Synonym("shut off", 0.1)]},
    )
    slot = fq.build("valve pump").tree.slots[0]
    assert [leaf.boost / slot.main.boost for leaf in slot.synonyms] == pytest.approx(
        [0.1, 0.2, 0.01]  # a phrase sums the IDF of its words, and shares its boost among them
    )
    assert isinstance(slot.synonyms[2], Phrase)
    whole = Settings(language="en", synonym_weight=0.2, share_phrases=False)
    slot = (
        FulltextQuery(whole, synonyms={"valve": [Synonym("shut off", 0.1)]})
        .build("valve")
        .tree.slots[0]
    )
    assert slot.synonyms[0].boost / slot.main.boost == pytest.approx(0.02)
    off = FulltextQuery(Settings(synonym_weight=0), synonyms={"valve": ["tap"]})
    assert synonym_words(off.build("valve")) == set()


def test_how_many() -> None:
    given: dict[str, object] = {"valve": [f"w{number}" for number in range(20)]}
    for limit in (0, 1, 8, 20, 100):
        (found,) = slot_synonyms("valve", given, max_synonyms=limit)
        assert found == [f"w{number}" for number in range(min(limit, 20))]


def test_a_synonym_that_is_dropped_is_told() -> None:
    given = {"valve": [f"w{number}" for number in range(20)]}
    built = FulltextQuery(synonyms=given).build("valve")
    assert any("synonym" in note.message for note in built.notes)


def test_a_synonym_of_a_synonyms_own_word_is_none() -> None:
    given: dict[str, object] = {"valve": ["valve", "Valves", "valves", "tap", "taps", "TAP"]}
    assert slot_synonyms("valve", given) == [["tap"]]


def test_the_slots_stay_those_of_the_text() -> None:
    given = {"server": ["host", "node", "machine", "box", "blade"]}
    text = "server backup nightly policy"
    with_them = FulltextQuery(synonyms=given).build(text, min_match=0.5)
    without = FulltextQuery().build(text, min_match=0.5)
    assert len(with_them.tree.slots) == len(without.tree.slots) == 4
    assert with_them.min_match == without.min_match
    assert [term.weight for term in with_them.terms] == [term.weight for term in without.terms]


def test_a_query_may_bring_its_own() -> None:
    fq = FulltextQuery(synonyms={"valve": ["tap"]})
    assert synonym_words(fq.build("valve")) == {"tap"}
    assert synonym_words(fq.build("valve", synonyms={"valve": ["cock"]})) == {"cock"}
    assert synonym_words(fq.build("valve", synonyms={})) == set()
    assert synonym_words(fq.build("valve")) == {"tap"}


def test_terms_show_their_synonyms_and_where_they_come_from() -> None:
    (term,) = FulltextQuery(synonyms={"valve": ["tap", "shut off"]}).build("valve").terms
    assert term.synonyms == ("tap", "shut off")
    assert term.source
    rules = from_rules(["", "# comment", "valve, tap"], source="plumbing.txt")
    (term,) = FulltextQuery(synonyms=rules).build("valve").terms
    assert term.source == "plumbing.txt:3"


def test_no_key_is_of_signs_only() -> None:
    assert synonym_words(FulltextQuery(synonyms={"---": ["tap"]}).build("---")) == set()
    assert synonym_words(FulltextQuery(synonyms={"valve": ["---"]}).build("valve")) == set()


# --- how they are given -----------------------------------------------------------------------


def test_mappings() -> None:
    assert from_mapping({"a": "b"}) == {"a": (Synonym("b", 1.0, "given"),)}
    assert from_mapping({"a": ["b^0.5", "c d"]}, "mine") == {
        "a": (Synonym("b", 0.5, "mine"), Synonym("c d", 1.0, "mine"))
    }
    assert from_mapping({"a": ("x^y", "C^", "^2nd")})["a"][0].text == "x^y"
    assert from_mapping({}) == {}


@pytest.mark.parametrize(
    "given",
    [{"": ["b"]}, {" ": ["b"]}, {1: ["b"]}, {"a": [""]}, {"a": [" "]}, {"a": [1]}, {"a": 1},
    {"a": None},
     {"a": ["b^0"]}, {"a": ["b^1.5"]}, {"a": ["b^-1"]}, {"a": ["b^nan"]}, {"a": ["b", None]},
     {None: "b"},
     {"a": ["^0.5"]}, {"a": [" ^0.5"]}],
    ids=repr,
)  # fmt: skip
def test_a_mapping_that_cannot_be_used_is_refused(given: dict[object, object]) -> None:
    with pytest.raises(DictionaryError, match="synonym"):
        from_mapping(given)


@pytest.mark.parametrize("given", [{"a": [Synonym("", 1.0)]}, {"a": [Synonym("b", float("nan"))]},
                                   {"a": [Synonym("b", -1.0)]},
                                   {"a": [Synonym("b", 1e9)]}], ids=repr)  # fmt: skip
def test_a_value_that_cannot_be_used_is_refused(given: dict[str, list[Synonym]]) -> None:
    with pytest.raises(DictionaryError, match="synonym"):
        from_mapping(given)


def test_rules() -> None:
    rules = from_rules(["a, b, c", "d => e, f g", "", "# no rule", "h^x, i"], "r")
    assert {key: [one.text for one in found] for key, found in rules.items()} == {
        "a": ["b", "c"], "b": ["a", "c"], "c": ["a", "b"], "d": ["e", "f g"], "h^x": ["i"],
        "i": ["h^x"],
    }  # fmt: skip
    assert rules["d"][0].source == "r:2"


@pytest.mark.parametrize("rule", ["a", "a =>", "=> b", "a => b => c", ",", "=>", "a,,", "a =>,"])
def test_a_rule_that_says_nothing_is_refused(rule: str) -> None:
    with pytest.raises(DictionaryError, match="line 2"):
        from_rules(["x, y", rule])


def test_terms_and_phrases() -> None:
    (slot,) = FulltextQuery(synonyms={"valve": ["tap", "shut off"]}).build("valve").tree.slots
    tap, phrase = slot.synonyms
    assert isinstance(tap, Term)
    assert isinstance(phrase, Phrase)
    assert phrase.slop == 0
