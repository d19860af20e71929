"""The printers: what a leaf, a slot and a query look like, for any text and any boost."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.query.render import (
    boost_text,
    escape,
    field_list,
    to_bool,
    to_query_string,
    to_text,
)
from fulltext_query.query.tree import Leaf, Phrase, Query, Slot, Term

# Written out here on purpose: the printer's own table is what is tested
RESERVED = '+-=&|><!(){}[]^"~*?:\\/'
BLANKS = " \t\n\r\f\u3000"

FIELDS = (("title_tks", 10.0), ("content_ltks", 1.0), ("body", 0.5))

LEAF = st.one_of(
    st.builds(Term, st.text(min_size=1), st.floats(1e-12, 1e6), st.integers(0, 2)),
    st.builds(
        Phrase,
        st.lists(st.text(min_size=1), min_size=2, max_size=3).map(tuple),
        st.floats(1e-12, 1e6),
        st.integers(0, 5),
    ),
)
PHRASE = LEAF.filter(lambda leaf: isinstance(leaf, Phrase))
LEAVES = st.lists(LEAF, max_size=2).map(tuple)
SLOT = st.builds(Slot, LEAF, LEAVES, LEAVES, st.lists(PHRASE, max_size=2).map(tuple))


def query(*slots: Slot, **more: Any) -> Query:
    return Query(slots, **{"fields": FIELDS, "min_match": "", **more})


def unescaped(text: str) -> str:
    """As the parser reads it: a backslash gives the next character as it is."""
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


# ── escaping ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("mark", [*RESERVED, *BLANKS])
def test_every_reserved_mark_and_blank_is_escaped(mark: str) -> None:
    assert escape(mark) == "\\" + mark
    assert escape(f"a{mark}b{mark}") == f"a\\{mark}b\\{mark}"


@pytest.mark.parametrize("word", ["AND", "OR", "NOT"])
def test_operators_are_words(word: str) -> None:
    assert escape(word) == "\\" + word


@pytest.mark.parametrize(
    "word", ["and", "Or", "nOT", "ANDY", "NOTE", "TO", "水泵", "résumé", "हिन्दी", "x1", "10",
    "don't",
             "a.b", "a_b", "a,b", "#tag", "$5", "50%", "（", "：", "\0", "🙂"]
)  # fmt: skip
def test_other_words_stay_as_they_are(word: str) -> None:
    assert escape(word) == word


@given(st.text())
def test_what_is_escaped_reads_back(text: str) -> None:
    escaped = escape(text)
    assert unescaped(escaped) == text
    assert escaped not in ("AND", "OR", "NOT")


@given(st.text(alphabet=st.one_of(st.sampled_from(RESERVED + BLANKS + "aAND"), st.characters())))
def test_nothing_reserved_is_left_bare(text: str) -> None:
    bare = re.sub(r"\\.", "", escape(text), flags=re.DOTALL)
    assert not set(bare) & {*RESERVED, *BLANKS}


# ── boosts ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("boost", "text"),
    [(1.0, "1.0000"), (0.25, "0.2500"), (0.01, "0.0100"), (0.0371, "0.0371"), (1e21,
     "1" + "0" * 21 + ".0000"),
     (0.001, "0.001000000"), (1e-9, "0.000000001"), (1e-300, "0.000000001"), (5e-324,
     "0.000000001"),
     (0.00999999999, "0.010000000"), (12345.67891, "12345.6789")],
)  # fmt: skip
def test_boosts(boost: float, text: str) -> None:
    assert boost_text(boost) == text


@given(st.floats(min_value=0, exclude_min=True, max_value=1e30, allow_nan=False))
def test_a_boost_is_never_zero_and_never_an_exponent(boost: float) -> None:
    text = boost_text(boost)
    assert re.fullmatch(r"\d+\.\d+", text), text
    assert float(text) > 0
    # half of the last decimal printed; what is too small for nine decimals is the least of them
    tolerance = 5.1e-5 if boost >= 0.01 else 5.1e-10
    assert float(text) == pytest.approx(max(boost, 1e-9), rel=1e-12, abs=tolerance)


@given(st.floats(1e-9, 100), st.floats(1e-9, 100))
def test_a_heavier_boost_never_prints_as_a_lighter_one(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert float(boost_text(low)) <= float(boost_text(high))


def test_a_boost_is_never_what_the_engine_reads_as_infinity() -> None:
    # single precision ends at about 3.4e38
    assert float(boost_text(1.7e308)) < 3e38


def test_nothing_to_find_is_printed_as_a_phrase_of_nothing() -> None:
    assert to_text(query(Slot(Term("", 1.0)))) == '""^1.0000'
    assert to_text(query(Slot(Phrase(("", ""), 1.0)))) == '""^1.0000'


def test_any_boost_is_printed_the_same_wherever_it_stands() -> None:
    for boost in (5e-324, 0.00999, 0.01, 0.5, 1e21):
        term = Term("a", boost)
        alone = to_text(query(Slot(term)))
        assert alone == f"a^{boost_text(boost)}"
        assert to_text(query(Slot(term, (Term("b", 1.0),)))) == f"({alone} OR b^1.0000)"


# ── fields ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("fields", "printed"),
    [
        ((("title", 10.0), ("body", 0.5)), ("title^10", "body^0.5")),
        ((("body", 0.5), ("title", 10.0)), ("body^0.5", "title^10")),
        ((("a", 1.0),), ("a",)),
        ((("a", 1e6), ("b", 1e-6)), ("a^1000000", "b^0.000001")),
        ((("a", 1 / 3),), ("a^0.333333",)),
        ((("a.b-c_d", 100.0),), ("a.b-c_d^100",)),
    ],
)
def test_fields(fields: tuple[tuple[str, float], ...], printed: tuple[str, ...]) -> None:
    assert field_list(fields) == printed


@given(st.floats(1e-6, 1e6))
def test_a_fields_boost_is_plain_decimals_above_zero(boost: float) -> None:
    (text,) = field_list((("f", boost),))
    name, _, number = text.partition("^")
    assert name == "f"
    assert re.fullmatch(r"(\d+(\.\d+)?)?", number)
    assert float(number or 1) == pytest.approx(boost, abs=5.1e-7)
    assert float(number or 1) > 0


# ── slots ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("slots", "text"),
    [
        ((), ""),
        ([Slot(Term("a", 0.5))], "a^0.5000"),
        ([Slot(Term("a", 0.5, 1))], "a~1^0.5000"),
        ([Slot(Term("AND", 0.5))], "\\AND^0.5000"),
        ([Slot(Phrase(("a", "b"), 0.5))], '"a b"^0.5000'),
        ([Slot(Phrase(("a", "b"), 0.5, 3))], '"a b"~3^0.5000'),
        ([Slot(Phrase(('a"', "b c"), 0.5))], '"a\\" b\\ c"^0.5000'),
        ([Slot(Term("a", 0.5), (Term("b", 0.1),))], "(a^0.5000 OR b^0.1000)"),
        ([Slot(Term("a", 0.5), (), (Phrase(("b", "c"), 0.1),))], '(a^0.5000 OR "b c"^0.1000)'),
        (
            [
                Slot(
                    Term("a", 0.5),
                    (Term("NOT", 0.1), Term("f", 0.001)),
                    (Term("s+", 0.2),),
                    (Phrase(("a", "b"), 0.3, 3),),
                ),
                Slot(Term("b", 0.25)),
                Slot(Term("c", 0.25, 2), (), (Term("d", 0.1),)),
            ],
            '(a^0.5000 OR \\NOT^0.1000 OR f^0.001000000 OR s\\+^0.2000 OR "a b"~3^0.3000)'
            " b^0.2500 (c~2^0.2500 OR d^0.1000)",
        ),
    ],
)
def test_the_query_string(slots: list[Slot], text: str) -> None:
    assert to_text(query(*slots)) == text


@given(st.lists(SLOT, min_size=1, max_size=4))
def test_a_slot_is_one_clause_at_top_level(slots: list[Slot]) -> None:
    """Blanks outside parentheses and quotes separate the slots, and nothing else does."""
    plain = re.sub(r"\\.", "x", to_text(query(*slots)), flags=re.DOTALL)
    plain = re.sub(r'"[^"]*"', "p", plain)
    assert "()" not in plain
    top = re.sub(r"\([^()]*\)", "g", plain)
    assert len(top.split(" ")) == len(slots)
    assert top.count("g^") == 0
    groups = re.findall(r"\(([^()]*)\)", plain)
    wanted = [len(slot.leaves) for slot in slots if len(slot.leaves) > 1]
    assert [len(group.split(" OR ")) for group in groups] == wanted


# ── whole queries ────────────────────────────────────────────────────────────────────────────


def test_the_query_string_query() -> None:
    built = query(
        Slot(Term("a", 0.75)), Slot(Term("b", 0.25)), min_match="30%", tie_breaker=0.1,
        type="most_fields"
    )  # fmt: skip
    assert to_query_string(built) == {
        "query_string": {
            "query": "a^0.7500 b^0.2500",
            "fields": ["title_tks^10", "content_ltks", "body^0.5"],
            "type": "most_fields",
            "tie_breaker": 1.0,  # all fields added up: the engine takes a tie_breaker over the type
            "minimum_should_match": "30%",
        }
    }


def test_no_minimum_is_no_parameter() -> None:
    assert (
        "minimum_should_match" not in to_query_string(query(Slot(Term("a", 1.0))))["query_string"]
    )
    two = query(Slot(Term("a", 0.5)), Slot(Term("b", 0.5)))
    assert to_bool(two)["bool"].keys() == {"should"}


def test_the_prefix_is_sent_where_something_is_fuzzy() -> None:
    plain, fuzzy = Term("a", 0.5), Term("word", 0.5, 1)
    assert "fuzzy_prefix_length" not in to_query_string(query(Slot(plain)))["query_string"]
    sent = to_query_string(query(Slot(plain), Slot(fuzzy), fuzzy_prefix=2))["query_string"]
    assert sent["fuzzy_prefix_length"] == 2
    clause = to_bool(query(Slot(plain), Slot(fuzzy), fuzzy_prefix=2))["bool"]["should"][1]
    assert clause["multi_match"]["fuzziness"] == 1
    assert clause["multi_match"]["prefix_length"] == 2


def test_an_empty_query_is_declared_empty() -> None:
    for printer in (to_query_string, to_bool):
        assert printer(query()) == {"match_none": {}}
        printer(query())["match_none"]["boost"] = 3  # whoever changes one changes only that
        assert printer(query(min_match="30%")) == {"match_none": {}}
    assert to_text(query()) == ""


def test_the_bool_query() -> None:
    slot = Slot(Term("a", 0.5), (), (), (Phrase(("a", "b"), 0.2, 3),))
    built = query(slot, Slot(Term("b", 0.5)), min_match="2", tie_breaker=0.1)
    same = {"fields": ["title_tks^10", "content_ltks", "body^0.5"], "tie_breaker": 0.1}
    assert to_bool(built) == {
        "bool": {
            "should": [
                {
                    "bool": {
                        "should": [
                            {"multi_match": {"query": "a", "type": "best_fields", "boost": 0.5,
                            **same}},
                            {
                                "multi_match": {
                                    "query": "a b", "type": "phrase", "slop": 3, "boost": 0.2,
                                    **same
                                }
                            },
                        ]
                    }
                },
                {"multi_match": {"query": "b", "type": "best_fields", "boost": 0.5, **same}},
            ],
            "minimum_should_match": "2",
        }
    }  # fmt: skip


def test_a_fuzzy_word_and_its_subwords_are_printed_each_in_its_way() -> None:
    word = "elastik"
    slot = Slot(Term(word, 0.5, 1), (Term(word, 0.1, 0, "subword_tks"), Term(word, 0.2)))
    assert (
        to_text(query(slot)) == "(elastik~1^0.5000 OR subword_tks:elastik^0.1000 OR elastik^0.2000)"
    )
    phrases = (Phrase(("a", "b"), 0.2, 3, "title"), Phrase(("a", "b"), 0.1, 3, "my-field"))
    slot = Slot(Term("a", 0.5), (), (), phrases)
    assert to_text(query(slot)) == r'(a^0.5000 OR title:"a b"~3^0.2000 OR my\-field:"a b"~3^0.1000)'


@given(st.lists(SLOT, max_size=3), st.sampled_from(["", "30%", "2"]))
def test_both_forms_have_the_same_leaves_and_boosts(slots: list[Slot], minimum: str) -> None:
    built = query(*slots, min_match=minimum)
    leaves: list[Leaf] = [leaf for slot in slots for leaf in slot.leaves]
    found = json.dumps(to_bool(built))
    assert found.count('"multi_match"') == built.leaf_count == len(leaves)
    text = re.sub(r"\\.", "", to_text(built), flags=re.DOTALL)
    printed = [float(number) for number in re.findall(r"\^([\d.]+)", text)]
    assert printed == [float(number) for number in re.findall(r'"boost": ([\d.e+-]+)', found)]
