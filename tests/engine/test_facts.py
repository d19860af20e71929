"""What the library relies on Elasticsearch to do, held against every server that the tests run on.

A failure here means that the server behaves otherwise than the printers and the minimum take for
granted: then the library has to change, not the test.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from tests.engine.client import Client, Index
from tests.engine.plugin import IndexFactory, unique_name

WORDS = ("ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "word", "wort", "ward", "sword")
BOOSTS = {
    "title_tks": 1.0,
    "title_sm_tks": 0.5,
    "important_kwd": 3.0,
    "important_tks": 2.0,
    "question_tks": 2.0,
    "content_ltks": 1.0,
    "content_sm_ltks": 0.5,
}
FIELDS = [f"{name}^{boost}" for name, boost in BOOSTS.items()]
TIE = 0.1


def _documents() -> list[dict[str, str]]:
    chance = random.Random(20)

    def text(most: int) -> str:
        return " ".join(chance.choices(WORDS, k=chance.randint(0, most)))

    return [
        {
            "title_tks": text(3),
            "title_sm_tks": text(3),
            "important_kwd": text(1),
            "important_tks": text(2),
            "question_tks": text(2),
            "content_ltks": text(12),
            "content_sm_ltks": text(12),
        }
        for _ in range(200)
    ]


DOCUMENTS = _documents()


@pytest.fixture(scope="module")
def seven(elasticsearch: Client) -> Iterator[Index]:
    """200 small documents with the seven default fields."""
    text = {"type": "text", "analyzer": "whitespace"}
    properties: dict[str, Any] = dict.fromkeys(BOOSTS, text)
    properties["important_kwd"] = {"type": "keyword"}
    made = elasticsearch.create_index(unique_name(), {"properties": properties})
    try:
        made.add(DOCUMENTS)
        yield made
    finally:
        made.delete()


def query_string(text: str, minimum: object = None, **more: object) -> dict[str, Any]:
    body: dict[str, Any] = {"query": text, "fields": FIELDS, "type": "best_fields", **more}
    body.setdefault("tie_breaker", TIE)
    if minimum is not None:
        body["minimum_should_match"] = minimum
    return {"query_string": body}


def term(word: str, boost: float, **more: object) -> dict[str, Any]:
    body = {"query": word, "fields": FIELDS, "type": "best_fields", "tie_breaker": TIE}
    return {"multi_match": {**body, "boost": boost, **more}}


def phrase(words: str, slop: int, boost: float) -> dict[str, Any]:
    body = {"query": words, "fields": FIELDS, "type": "phrase", "slop": slop, "tie_breaker": TIE}
    return {"multi_match": {**body, "boost": boost}}


def should(*clauses: Mapping[str, Any], **more: object) -> dict[str, Any]:
    return {"bool": {"should": list(clauses), **more}}


def holding(rule: Callable[[set[str]], bool]) -> set[str]:
    """The ids of the documents whose words, of all seven fields, satisfy the rule."""
    return {
        str(number)
        for number, document in enumerate(DOCUMENTS)
        if rule({word for value in document.values() for word in value.split()})
    }


def assert_same(seven: Index, one: Mapping[str, Any], other: Mapping[str, Any]) -> None:
    """Both queries find the same documents with the same scores, to a float's precision."""
    left, right = seven.scores(one), seven.scores(other)
    assert left, "a query that finds nothing shows nothing"
    assert left == pytest.approx(right, rel=2e-6)


class TestMinimum:
    SLOTS = '(ant^0.5 OR cat^0.1 OR "ant bee"~3^0.2) (bee^0.5)'

    @pytest.mark.parametrize("minimum", ["100%", 2, "2", "2<-25%", "1<100%"])
    def test_counts_slots_not_alternatives(self, seven: Index, minimum: object) -> None:
        both = holding(lambda words: "bee" in words and bool(words & {"ant", "cat"}))
        assert seven.ids(query_string(self.SLOTS, minimum)) == both

    @pytest.mark.parametrize("minimum", [None, 1, "50%", "30%"])
    def test_of_one_slot_or_none_takes_either(self, seven: Index, minimum: object) -> None:
        either = holding(lambda words: bool(words & {"ant", "bee", "cat"}))
        assert seven.ids(query_string(self.SLOTS, minimum)) == either

    def test_counts_a_slot_with_a_fuzzy_leaf_and_a_field_of_its_own(self, seven: Index) -> None:
        text = '(ant^0.5 OR content_ltks:"ant cat"~3^0.2) (word^0.5 OR word~1^0.25)'
        found = seven.ids(query_string(text, "100%", fuzzy_prefix_length=1))
        near = {"word", "wort", "ward"}  # sword is one edit away too, yet begins otherwise
        assert found == holding(lambda words: "ant" in words and bool(words & near))

    def test_of_a_single_slot_counts_its_alternatives(self, seven: Index) -> None:
        """Why the library sends no minimum with a single slot."""
        one = "(ant^0.5 OR cat^0.1 OR dog^0.1)"
        every = holding(lambda words: {"ant", "cat", "dog"} <= words)
        some = holding(lambda words: bool(words & {"ant", "cat", "dog"}))
        assert every < some
        assert seven.ids(query_string(one, "100%")) == every
        assert seven.ids(query_string(one)) == some

    def test_of_a_lone_word_is_of_no_consequence(self, seven: Index) -> None:
        assert seven.ids(query_string("(ant^0.5)", "100%")) == holding(lambda w: "ant" in w)

    @pytest.mark.parametrize("minimum", ["30 %", "30.5%", 0.3, ""])
    def test_of_another_form_is_refused(self, seven: Index, minimum: object) -> None:
        assert not seven.validate(query_string(self.SLOTS, minimum)).valid


class TestLeafWithItsOwnField:
    """A leaf that names its field is not given that field's boost from ``fields``."""

    FIELDS = ("title_tks^5", "content_ltks^7")

    @pytest.mark.parametrize(
        ("leaf", "plain"),
        [
            ('content_ltks:"ant bee"~3^0.2', {"match_phrase": {"query": "ant bee", "slop": 3}}),
            ("content_ltks:ant^0.2", {"match": {"query": "ant"}}),
        ],
    )
    def test_has_only_its_own_boost(
        self, seven: Index, leaf: str, plain: dict[str, dict[str, Any]]
    ) -> None:
        ((kind, body),) = plain.items()
        found = seven.scores(query_string(leaf, fields=self.FIELDS))
        expected = seven.scores({kind: {"content_ltks": {**body, "boost": 0.2}}})
        assert found
        assert found == pytest.approx(expected, rel=2e-6)

    def test_need_not_be_listed(self, seven: Index) -> None:
        found = seven.scores(query_string("content_ltks:ant^0.2", fields=["title_tks^5"]))
        expected = seven.scores({"match": {"content_ltks": {"query": "ant", "boost": 0.2}}})
        assert found == pytest.approx(expected, rel=2e-6)


class TestKeywordAmongTheFields:
    def test_takes_a_phrase_with_slop(self, seven: Index) -> None:
        assert seven.scores(query_string('"ant bee"~3^0.2'))

    def test_phrase_is_the_whole_value_there(self, index: IndexFactory) -> None:
        made = index({"properties": {"k": {"type": "keyword"}}})
        made.add([{"k": "ant bee"}, {"k": "ant"}, {"k": "ant x bee"}])
        assert made.ids(query_string('"ant bee"~3', fields=["k"])) == {"0"}


class TestTwoForms:
    """query_string, and bool over multi_match, say the same."""

    @pytest.mark.parametrize("boost", [1.0, 0.5, 0.0371])
    def test_term(self, seven: Index, boost: float) -> None:
        assert_same(seven, query_string(f"(ant^{boost})"), should(term("ant", boost)))

    def test_phrase(self, seven: Index) -> None:
        assert_same(seven, query_string('("ant bee"~3^0.2)'), should(phrase("ant bee", 3, 0.2)))

    @pytest.mark.parametrize("minimum", [None, "30%", "60%", "100%", 2, "2<-25% 9<-3"])
    def test_slots(self, seven: Index, minimum: object) -> None:
        text = '(ant^0.5 OR cat^0.1 OR "ant bee"~3^0.2) (bee^0.3125 OR "bee dog"^0.07) (dog^0.1)'
        slots = [
            should(term("ant", 0.5), term("cat", 0.1), phrase("ant bee", 3, 0.2)),
            should(term("bee", 0.3125), phrase("bee dog", 0, 0.07)),
            should(term("dog", 0.1)),
        ]
        more = {} if minimum is None else {"minimum_should_match": minimum}
        assert_same(seven, query_string(text, minimum), should(*slots, **more))

    def test_boosted_group(self, seven: Index) -> None:
        text = "((ant OR cat)^0.4 OR bee^0.2) (dog^0.1)"
        slot = should(should(term("ant", 1), term("cat", 1), boost=0.4), term("bee", 0.2))
        assert_same(seven, query_string(text), should(slot, term("dog", 0.1)))

    def test_leaf_with_its_own_field(self, seven: Index) -> None:
        text = '(ant^0.5 OR title_sm_tks:"ant bee"~3^0.2) (bee^0.5)'
        body = {"query": "ant bee", "slop": 3, "boost": 0.2}
        own = {"match_phrase": {"title_sm_tks": body}}
        assert_same(
            seven, query_string(text), should(should(term("ant", 0.5), own), term("bee", 0.5))
        )

    @pytest.mark.parametrize("tie", [0.0, 0.1, 1.0])
    def test_fuzzy(self, seven: Index, tie: float) -> None:
        text = query_string("(word~1^0.5)", fuzzy_prefix_length=1, tie_breaker=tie)
        fuzzy = term("word", 0.5, fuzziness=1, prefix_length=1, tie_breaker=tie)
        assert_same(seven, text, should(fuzzy))

    def test_fuzzy_beside_its_word(self, seven: Index) -> None:
        text = query_string("(word^0.5 OR word~1^0.25) (ant^0.5)", "100%", fuzzy_prefix_length=1)
        slot = should(term("word", 0.5), term("word", 0.25, fuzziness=1, prefix_length=1))
        assert_same(seven, text, should(slot, term("ant", 0.5), minimum_should_match="100%"))
