"""An understood question as a search takes it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query import FulltextQuery
from fulltext_query import Settings as QuerySettings
from fulltext_query.errors import MinMatchError, SettingsError
from fulltext_query.understand import UnderstoodQuery
from fulltext_query.understand.search_form import SearchForm


@pytest.fixture(scope="module")
def fq() -> FulltextQuery:
    return FulltextQuery()


def ask(text: str, **made: Any) -> UnderstoodQuery:
    return UnderstoodQuery(original_text=text, **made)


def strings(query: Any) -> list[str]:
    """Every query string in a DSL."""
    if isinstance(query, list):
        return [text for one in query for text in strings(one)]
    if not isinstance(query, dict):
        return []
    if "query_string" in query:
        return [query["query_string"]["query"]]
    return [text for one in query.values() for text in strings(one)]


def test_the_query_is_the_builder_s(fq: FulltextQuery) -> None:
    question = ask(
        "What is OBX?",
        rewrites=["What does the OBX module do?"],
        expansion_terms={"obx": ["outbound exchange"]},
        hyde_documents=["The outbound exchange passes messages on to partners."],
    )
    form = question.to_search(fq)
    assert form.query == fq.build(question).to_dict()
    assert question.to_search(fq, form="bool").query == fq.build(question).to_bool()
    assert question.to_search(fq, min_match="100%").query == (
        fq.build(question, min_match="100%").to_dict()
    )
    assert any('"outbound exchang' in text for text in strings(form.query))  # glo-01
    assert ask("disk full").to_search().query == FulltextQuery().build("disk full").to_dict()


def test_the_vector_is_a_clause(fq: FulltextQuery) -> None:
    question = ask("disk full", hyde_vector=[0.5, 0.25])
    assert question.to_search(fq).knn == {
        "field": "vector", "query_vector": [0.5, 0.25], "k": 10, "num_candidates": 100
    }  # fmt: skip
    tuned = question.to_search(fq, vector_field="q_vec", k=3, num_candidates=7).knn
    assert tuned == {
        "field": "q_vec", "query_vector": [0.5, 0.25], "k": 3, "num_candidates": 7
    }  # fmt: skip
    many = question.to_search(fq, k=5_000).knn
    assert many is not None
    assert many["num_candidates"] == 10_000


@pytest.mark.parametrize("vector", [None, [], [0.0, 0.0], [float("nan")], [float("inf")], [1e300]])
def test_what_no_engine_takes_as_a_vector_is_no_clause(
    fq: FulltextQuery, vector: list[float] | None
) -> None:
    form = ask("disk full", hyde_vector=vector).to_search(fq)
    assert form.knn is None
    assert form.query == fq.build("disk full").to_dict()


def test_each_text_is_a_query_of_its_own(fq: FulltextQuery) -> None:
    question = ask(
        "which SLA does plan A have and what does plan B cost?",
        rewrites=["service levels of plan A, price of plan B"],
        sub_queries=["which SLA does plan A have", "what does plan B cost"],
        expansion_terms={"sla": ["service level agreement"]},
    )
    form = question.to_search(fq)
    assert [(one.kind, one.text) for one in form.fan_out] == [
        ("original", question.original_text),
        ("rewrite", question.rewrites[0]),
        ("sub_query", question.sub_queries[0]),
        ("sub_query", question.sub_queries[1]),
    ]
    glossary = {"sla": ["service level agreement"]}
    for one in form.fan_out:
        alone = ask(one.text, expansion_terms=glossary)
        assert one.query == fq.build(alone).to_dict()
        assert one.language == "en"
    # what a term stands for goes with it into the question that has it
    assert "servic level agreement" in strings(form.fan_out[2].query)[0]
    assert "servic level agreement" not in strings(form.fan_out[3].query)[0]


def test_nothing_is_asked_for_twice(fq: FulltextQuery) -> None:
    question = ask("disk full", rewrites=["Disk full?", "!!!"], sub_queries=["DISK FULL", "…"])
    assert [one.text for one in question.to_search(fq).fan_out] == ["disk full"]


@pytest.mark.parametrize(
    "synonyms",
    [["R&D || (alpha", "C/D: phase*"], ["a^2"], ["AND", "b^"], ["", " "],
     ['"', "x~9", "[1 TO 2]", "_exists_:a"]],
)  # fmt: skip
def test_what_terms_stand_for_is_never_an_operator(fq: FulltextQuery, synonyms: list[str]) -> None:
    # glo-05
    form = ask("RD budget", expansion_terms={"rd": synonyms}).to_search(fq)
    for text in strings(form.query):
        bare = re.sub(r"\\.", "", text)  # without what is escaped
        assert not re.search(r"[*?\[\]{}&|/<>!+-]", bare)
        assert set(re.findall(r"(\w+):", bare)) <= {name.split("^")[0] for name in FIELDS}
        assert bare.count('"') % 2 == 0
        assert bare.count("(") == bare.count(")")


FIELDS = QuerySettings().fields

# --- several languages ----------------------------------------------------------------------------


def test_each_language_has_its_own_minimum(fq: FulltextQuery) -> None:
    # pip-05
    question = ask("水泵异响很大怎么处理", rewrites=["loud pump noise: what to do", "水泵噪音"])
    form = question.to_search(fq, min_match="60%")
    own = question.model_copy(update={"rewrites": ["水泵噪音"]})
    assert form.query == {
        "dis_max": {
            "queries": [
                fq.build(own, min_match="60%").to_dict(),
                fq.build("loud pump noise: what to do", min_match="60%").to_dict(),
            ]
        }
    }
    # no group holds words of two languages
    for text in strings(form.query):
        assert not ("pump" in text and "水泵" in text)
    assert [one.language for one in form.fan_out] == ["zh", "en", "zh"]


@pytest.mark.parametrize(
    ("text", "translation"),
    [("水泵异响", "Pumpengeräusch"), ("水泵异响", "pump noise"), ("шум насоса", "水泵异响"),
     ("pump noise when it is hot", "шум насоса"), ("صدای پمپ", "pump noise"),
     ("why is the pump so loud", "warum ist die Pumpe so laut und was ist zu tun")],
)  # fmt: skip
def test_translations_stand_beside_the_question(
    fq: FulltextQuery, text: str, translation: str
) -> None:
    form = ask(text, rewrites=[translation]).to_search(fq)
    assert form.query == {
        "dis_max": {"queries": [fq.build(text).to_dict(), fq.build(translation).to_dict()]}
    }


def test_a_rewrite_in_the_same_language_joins_the_words_it_replaces(fq: FulltextQuery) -> None:
    question = ask("pump noise", rewrites=["pump rattle"])
    form = question.to_search(fq)
    assert form.query == fq.build(question).to_dict()
    assert any("rattl" in text for text in strings(form.query))


def test_words_without_a_language_are_of_the_question_s(fq: FulltextQuery) -> None:
    question = ask("水泵异响", rewrites=["KXT-4410 2024"])
    assert "dis_max" not in question.to_search(fq).query


# --- questions that hold nothing ------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "  ", "?!", "…"])
def test_no_word_matches_nothing(fq: FulltextQuery, text: str) -> None:
    for form in ("query_string", "bool"):
        made = ask(text).to_search(fq, form=form)
        assert made.query == {"match_none": {}}
        assert made.fan_out == []


def test_a_question_without_words_may_have_a_translation_with_some(fq: FulltextQuery) -> None:
    form = ask("?!", rewrites=["pump noise"]).to_search(fq)
    assert [one.text for one in form.fan_out] == ["pump noise"]


@pytest.mark.parametrize("text", ["怎么样呢", "what is it", "who are you?", "的"])
def test_a_question_of_function_words_keeps_them(fq: FulltextQuery, text: str) -> None:
    # pip-02
    for form in ("query_string", "bool"):
        made = ask(text).to_search(fq, form=form)
        assert made.query != {"match_none": {}}
        assert all(string.strip() not in ("", "()") for string in strings(made.query))
        assert len(made.fan_out) == 1


# --- as one object --------------------------------------------------------------------------------


def test_it_prints_as_json(fq: FulltextQuery) -> None:
    form = ask("水泵异响", rewrites=["pump noise"], hyde_vector=[0.5]).to_search(fq)
    shown = json.loads(str(form))
    assert shown == form.to_dict()
    assert set(shown) == {"query", "knn", "fan_out"}
    assert "水泵" in str(form)  # readable
    assert SearchForm.model_validate_json(form.model_dump_json()) == form
    assert f"{form}" == str(form)


def test_half_a_character_prints_too(fq: FulltextQuery) -> None:
    form = ask("pump \ud800 noise").to_search(fq)
    str(form).encode()
    assert json.loads(str(form))["fan_out"][0]["text"] == "pump \ud800 noise"


def test_it_is_the_body_of_a_request(fq: FulltextQuery) -> None:
    form = ask("disk full", hyde_vector=[0.5]).to_search(fq)
    assert form.to_body(size=5) == {"size": 5, "query": form.query, "knn": form.knn}
    assert ask("disk full").to_search(fq).to_body() == {"size": 10, "query": form.query}


def test_it_cannot_be_changed_and_what_it_gives_is_the_caller_s(fq: FulltextQuery) -> None:
    form = ask("disk full", hyde_vector=[0.5]).to_search(fq)
    with pytest.raises(ValueError, match="frozen"):
        form.query = {}  # type: ignore[misc]
    before = str(form)
    form.to_dict()["query"].clear()
    form.to_body()["query"].clear()
    form.to_body()["knn"].clear()
    assert str(form) == before


@pytest.mark.parametrize(
    "options",
    [{"form": "text"}, {"vector_field": ""}, {"vector_field": None}, {"k": 0}, {"k": 1.5},
     {"k": True}, {"k": 10_001}, {"k": 10, "num_candidates": 9}, {"num_candidates": 10_001}],
    ids=repr,
)  # fmt: skip
def test_wrong_arguments_are_refused(fq: FulltextQuery, options: dict[str, Any]) -> None:
    with pytest.raises(SettingsError, match=list(options)[-1]):
        ask("disk full").to_search(fq, **options)


def test_a_wrong_minimum_and_a_wrong_size_are_refused(fq: FulltextQuery) -> None:
    with pytest.raises(MinMatchError):
        ask("disk full").to_search(fq, min_match="most")
    with pytest.raises(SettingsError, match="size"):
        ask("disk full").to_search(fq).to_body(size=-1)


@settings(max_examples=60, deadline=None)
@given(
    text=st.text(max_size=40),
    rewrites=st.lists(st.text(max_size=40), max_size=3),
    parts=st.lists(st.text(max_size=40), max_size=3),
    terms=st.dictionaries(st.text(min_size=1, max_size=8), st.lists(st.text(max_size=8))),
)
def test_whatever_was_understood_can_be_searched(
    text: str, rewrites: list[str], parts: list[str], terms: dict[str, list[str]]
) -> None:
    blank = {term: kept for term, given_ in terms.items() if term.strip()
             and (kept := [one for one in given_ if one.strip()])}  # fmt: skip
    question = ask(text, rewrites=rewrites, sub_queries=parts, expansion_terms=blank)
    form = question.to_search(BUILDER)
    assert json.loads(str(form)) == form.to_dict()
    asked = any(one.kind == "original" for one in form.fan_out)
    assert asked == bool(BUILDER.build(text))
    assert not asked or form.query != {"match_none": {}}
    assert all(string not in ("", "()") for string in strings(form.query))


BUILDER = FulltextQuery()
