"""Which words a query has, what each weighs, and what else stands for it."""

from __future__ import annotations

import pytest

from fulltext_query import BuiltQuery, FulltextQuery, Settings
from fulltext_query.query.tree import Leaf, Phrase, Slot, Term
from tests.toy import engine, phrases, terms

EVERYWHERE: dict[str, object] = {"phrase_fields": (), "fine_fields": ()}


def slots(text: str, **changes: object) -> dict[str, Slot]:
    built = engine(**{"language": "en", **EVERYWHERE, **changes}).build(text)
    return {slot.main.text: slot for slot in built.tree.slots if isinstance(slot.main, Term)}


def texts(leaves: tuple[Leaf, ...]) -> list[str]:
    return [" ".join(leaf.words) if isinstance(leaf, Phrase) else leaf.text for leaf in leaves]


# --- words ------------------------------------------------------------------------------------


def test_one_slot_for_each_word_in_the_order_of_the_text() -> None:
    assert list(slots("valve pump valve boiler pumps")) == ["valv", "pump", "boiler"]


def test_the_main_boost_is_the_weight() -> None:
    built = engine().build("boiler valve leak")
    assert [slot.main.boost for slot in built.tree.slots] == [term.weight for term in built.terms]


def test_the_heaviest_words_stay() -> None:
    text = "the aardvark of the valve and a pump in the house"
    everything = {term.text: term.weight for term in engine().build(text).terms}
    for limit in range(1, len(everything) + 1):
        built = engine(max_terms=limit).build(text)
        kept = [term.text for term in built.terms]
        assert len(kept) == limit
        heaviest = sorted(everything.values(), reverse=True)[:limit]
        assert sorted((everything[text] for text in kept), reverse=True) == pytest.approx(heaviest)
        assert kept == [text for text in everything if text in kept]
        assert sum(term.weight for term in built.terms) == pytest.approx(1)
        dropped = [note for note in built.notes if note.code == "terms_dropped"]
        assert bool(dropped) is (limit < len(everything))


def test_repeated_words_are_told() -> None:
    codes = [note.code for note in engine().build("pump pump valve").notes]
    assert codes == ["words_merged"]


# --- phrases ----------------------------------------------------------------------------------


def test_a_phrase_stands_in_the_slot_of_its_left_word() -> None:
    found = slots("boiler valve leak")
    assert texts(found["boiler"].phrases) == ["boiler valv"]
    assert texts(found["valv"].phrases) == ["valv leak"]
    assert found["leak"].phrases == ()


@pytest.mark.parametrize(("preset", "share", "slop"), [("default", 0.3, 3), ("documents", 2.0, 0)])
def test_what_a_phrase_weighs(preset: str, share: float, slop: int) -> None:
    built = engine(preset, **EVERYWHERE).build("aardvark valve")
    first, second = built.tree.slots
    (phrase,) = first.phrases
    assert phrase.boost == pytest.approx(share * max(first.main.boost, second.main.boost))
    assert phrase.slop == slop


def test_phrases_as_set() -> None:
    assert phrases(engine(phrase_weight=0).build("boiler valve leak")) == set()
    built = engine(phrase_slop=7, phrase_weight=1.5).build("boiler valve")
    assert built.tree.slots[0].phrases[0].slop == 7


def test_a_pair_is_one_phrase_however_often_it_occurs() -> None:
    built = engine(**EVERYWHERE).build("boiler valve, boiler valve, boiler valve")
    assert [len(slot.phrases) for slot in built.tree.slots] == [1, 0]


def test_a_repeated_word_has_all_its_neighbours() -> None:
    assert phrases(engine().build("error code error log")) == {
        ("error", "code"), ("code", "error"), ("error", "log"),
    }  # fmt: skip


def test_a_word_is_no_neighbour_of_itself() -> None:
    assert phrases(engine().build("pump pump")) == set()
    assert phrases(engine().build("pump pumps pump")) == set()


def test_a_phrase_never_joins_what_did_not_stand_together() -> None:
    # the word between them was left out, being the lightest
    built = engine(max_terms=2).build("boiler pump valve")
    (one, other) = (term.text for term in built.terms)
    between = {"boiler": 0, "pump": 1, "valv": 2}
    together = between[other] - between[one] == 1
    assert bool(phrases(built)) is together


def test_removed_question_words_do_not_part_neighbours() -> None:
    built = engine(question_words="remove").build("水泵什么价格")
    assert phrases(built) == {("水泵", "价格")}
    assert "什么" not in terms(built)


@pytest.mark.parametrize("text", ["the pump", "pump of", "水泵的", "的水泵"])
def test_function_words_form_no_phrase_where_that_is_set(text: str) -> None:
    assert phrases(engine(phrase_words="content").build(text)) == set()
    assert len(phrases(engine().build(text))) == 1


# --- fine parts -------------------------------------------------------------------------------


def test_fine_parts_share_the_weight_of_their_word() -> None:
    built = engine(bridge_weight=0, fine_weight=0.8, **EVERYWHERE).build("数据库 水泵")
    slot = built.tree.slots[0]
    assert texts(slot.fine) == ["数据", "据库"]
    assert sum(leaf.boost for leaf in slot.fine) == pytest.approx(0.8 * slot.main.boost)
    assert built.tree.slots[1].fine == ()


def test_a_bridge_stands_with_the_left_word() -> None:
    built = engine(phrase_weight=0, **EVERYWHERE).build("水泵漏水")
    first, second = built.tree.slots
    assert texts(first.fine) == ["泵漏"]
    assert first.fine[0].boost == pytest.approx(0.5 * max(first.main.boost, second.main.boost))
    assert second.fine == ()
    assert engine(bridge_weight=0).build("水泵漏水").tree.slots[0].fine == ()
    assert engine().build("水泵 漏水").tree.slots[0].fine == ()


def test_fine_parts_of_words() -> None:
    built = engine("documents").build("数据库备份")
    assert texts(built.tree.slots[0].fine) == ["数据", "库"]
    assert engine(fine_tokens="off").build("数据库备份").tree.slots[0].fine == ()
    assert engine(fine_weight=0, bridge_weight=0).build("数据库备份").tree.slots[0].fine == ()


def test_bound_parts_are_one_phrase() -> None:
    (slot,) = engine(**EVERYWHERE).build("KXT-4410").tree.slots
    assert slot.fine == (Phrase(("kxt", "4410"), slot.main.boost / 2),)


def test_no_leaf_of_a_slot_is_there_twice() -> None:
    for text in (
        "数据库数据库",
        "人人人人",
        "水泵水泵漏水",
        "a-1-a-1",
        "看看看看书",
        "AAA-AAA",
        "www.a.a",
    ):
        for slot in engine().build(text).tree.slots:
            names = [(type(leaf), leaf.field, *texts((leaf,))) for leaf in slot.leaves]
            assert len(names) == len(set(names)), text


# --- fields of their own ----------------------------------------------------------------------


def test_phrases_and_finer_parts_are_searched_where_they_are() -> None:
    built = engine(language="en").build("数据库 boiler valve")
    word, left, _ = built.tree.slots
    parts = [leaf for leaf in word.fine if leaf[0] == "数据"]
    assert [leaf.field for leaf in parts] == ["title_sm_tks", "content_sm_ltks"]
    assert [leaf.boost for leaf in parts] == pytest.approx([0.25 * word.main.boost] * 2)
    assert [leaf.field for leaf in left.phrases] == ["title_tks", "content_ltks"]
    assert word.main.field == left.main.field == ""


def test_a_field_of_ones_own_has_its_boost() -> None:
    built = engine(
        fields="head^5 body^2", phrase_fields=("head",), fine_fields=("body", "gone")
    ).build("水泵漏水")
    first, second = built.tree.slots
    heavier = max(first.main.boost, second.main.boost)
    (bridge,), (phrase,) = first.fine, first.phrases
    assert (bridge[0], bridge.field) == ("泵漏", "body")
    assert bridge.boost == pytest.approx(0.5 * heavier * 2)
    assert (phrase.words, phrase.slop, phrase.field) == (("水泵", "漏水"), 3, "head")
    assert phrase.boost == pytest.approx(0.3 * heavier * 5)


def test_without_such_fields_all_are_meant() -> None:
    built = engine(fields="head^5 body^2").build("水泵漏水")
    for slot in built.tree.slots:
        assert {leaf.field for leaf in slot.leaves} == {""}


# --- sub-words --------------------------------------------------------------------------------


def test_subwords_are_a_field_that_can_be_left_out() -> None:
    with_them = engine().build("boiler").tree
    assert with_them.subword_field == "subword_tks"
    assert ("subword_tks", 0.3) in with_them.fields
    for changes in ({"subwords": False}, {"subword_field": ""}, {"fields": "body"}):
        tree = engine(**changes).build("boiler").tree
        assert tree.subword_field == ""
        assert len(tree.fields) == {"subwords": 7, "subword_field": 8, "fields": 1}[min(changes)]


def test_an_unknown_word_has_its_subwords_beside_it() -> None:
    (slot,) = engine().build("elasticsaerch").tree.slots
    assert slot.main == Term("elasticsaerch", 1.0, 1)
    assert slot.fine == (Term("elasticsaerch", 0.3, 0, "subword_tks"),)
    assert engine(subwords=False).build("elasticsaerch").tree.slots[0].fine == ()


# --- typing errors ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fuzzy"),
    [
        ("valvve", True), ("xqztv", True), ("valve", False), ("qzt", False), ("KXT-4410", False),
        ("RTX40900", False), ("v9.99.999", False), ("10.0.0.5", False), ("蓝鲸阀鳞", False),
        ("zzz@yyy.org", False), ("насосыы", True), ("パワポンタ", False), ("펌프펌프펌프가", False),
        ("qwrtz's", True), ("xqzt_vwq", False), ("C++", False), ("https://qq.zz/x", False),
    ],
)  # fmt: skip
def test_only_unknown_plain_words_are_fuzzy(text: str, fuzzy: bool) -> None:
    built = engine(language="en").build(text)
    edits = [
        leaf.fuzzy for slot in built.tree.slots for leaf in slot.leaves if isinstance(leaf, Term)
    ]
    assert any(edits) is fuzzy
    assert ("fuzzy" in [note.code for note in built.notes]) is fuzzy
    body = built.to_dict()["query_string"]
    assert ("fuzzy_prefix_length" in body) is fuzzy


def test_fuzziness_as_set() -> None:
    def edits(**changes: object) -> int:
        main = engine(language="en", **changes).build("valvve").tree.slots[0].main
        assert isinstance(main, Term)
        return main.fuzzy

    assert edits() == 1
    assert edits(fuzzy_distance=2) == 2
    assert edits(fuzzy_unknown=False) == 0
    assert edits(fuzzy_min_length=7) == 0
    assert engine("documents").build("valvve").tree.slots[0].main == Term("valvv", 1.0)
    body = engine(fuzzy_prefix=3, language="en").build("valvve").to_dict()["query_string"]
    assert body["fuzzy_prefix_length"] == 3


# --- nothing at top level ---------------------------------------------------------------------


def shape(built: BuiltQuery) -> list[tuple[str, float]]:
    return [
        (slot.main.text, slot.main.boost)
        for slot in built.tree.slots
        if isinstance(slot.main, Term)
    ]


@pytest.mark.parametrize(
    "text", ["boiler relief valve leaks", "数据库备份方案", "KXT-4410 не работает"]
)
def test_no_expansion_changes_the_words(text: str) -> None:
    plain = engine(phrase_weight=0, fine_tokens="off", fuzzy_unknown=False).build(text)
    full = FulltextQuery(
        Settings(phrase_weight=2, fuzzy_unknown=True),
        synonyms={"boiler": ["a1", "b1 c1"], "数据库": ["DB"], "valve": ["tap"]},
    ).build(text)
    assert shape(full) == shape(plain)
    assert full.min_match == plain.min_match
