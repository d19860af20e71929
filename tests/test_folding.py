"""What a model said about a question, folded into the question's own query."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query import FulltextQuery, InputError, Settings
from fulltext_query.query.tree import Phrase, Term
from fulltext_query.search import Document, EmbeddedEngine
from fulltext_query.search.contract import Request
from fulltext_query.search.profiles import TokenProfile
from fulltext_query.understand import UnderstoodQuery
from tests.toy import engine, synonym_words

BARE = {"shipped_synonyms": False}
QUESTION = "how do I descale the Orlo kettle"
PASSAGE = (
    "Descaling: fill it with vinegar, boil the vinegar and rinse. Vinegar dissolves limescale."
)


def understood(text: str = QUESTION, **parts: object) -> UnderstoodQuery:
    return UnderstoodQuery.model_validate({"original_text": text, **parts})


def test_a_passages_words_stand_beside_and_only_score() -> None:
    plain = engine(**BARE).build(QUESTION)
    built = engine(**BARE).build(understood(hyde_documents=[PASSAGE]))
    assert built.tree.slots == plain.tree.slots
    assert built.min_match == plain.min_match
    assert plain.tree.beside == ()
    words = [leaf.text for leaf in built.tree.beside if isinstance(leaf, Term)]
    assert "vinegar" in words
    assert "kettl" not in words  # the user's own
    assert not {"the", "it", "and"} & set(words)
    assert sum(leaf.boost for leaf in built.tree.beside) == pytest.approx(0.5)
    # what comes three times weighs more than its neighbours of the same kind
    boosts = {leaf.text: leaf.boost for leaf in built.tree.beside if isinstance(leaf, Term)}
    assert boosts["vinegar"] == max(boosts.values())
    (must,) = built.to_dict()["bool"]["must"]
    assert must == plain.to_dict()
    (scoring,) = built.to_dict()["bool"]["should"]
    assert "minimum_should_match" not in scoring["query_string"]
    assert built.to_bool()["bool"]["must"] == [plain.to_bool()]
    assert "beside, scoring only: " in built.explain()
    assert len(built.explain_dict()["beside"]) == len(words)


def test_a_rewrites_words_join_the_slots_of_those_they_replace() -> None:
    built = engine(**BARE).build(
        understood("reset my password", rewrites=["recover my login credentials"])
    )
    slots = {slot.main[0]: slot.synonyms for slot in built.tree.slots}
    assert [leaf.text for leaf in slots["reset"] if isinstance(leaf, Term)] == ["recov"]
    (phrase,) = slots["password"]
    assert isinstance(phrase, Phrase)
    assert phrase.words == ("login", "credenti")
    assert slots["my"] == ()
    (entry,) = [entry for entry in built.terms[0].entries if entry.kind == "rewrite"]
    assert (entry.entry, entry.file) == ("reset => recover", "the rewrite")


def test_terms_of_the_glossary_join_theirs() -> None:
    built = engine(**BARE).build(
        understood("what is OBX", expansion_terms={"obx": ["outbound exchange"]})
    )
    assert synonym_words(built) == {"outbound", "exchang"}


def test_how_many_and_how_much_is_set() -> None:
    for count, mass in ((0, 0.5), (1, 0.5), (5, 2.0), (5, 0.0)):
        fq = engine(expansion_terms=count, expansion_weight=mass, **BARE)
        beside = fq.build(understood(hyde_documents=[PASSAGE])).tree.beside
        assert len(beside) == (min(count, 5) if mass else 0)
        assert sum(leaf.boost for leaf in beside) == pytest.approx(mass if count else 0)


def test_a_bound_holds_with_them_and_the_users_words_stay() -> None:
    text = " ".join(f"word{number}" for number in range(9))
    passage = " ".join(f"other{number}" for number in range(500))
    for limit in (70, 100, 400):
        fq = engine(max_clauses=limit, expansion_terms=500, **BARE)
        built = fq.build(understood(text, hyde_documents=[passage]))
        assert built.tree.cost <= limit
        assert len(built.tree.slots) == len(fq.build(text).tree.slots)
        assert "expansions_dropped" in {note.code for note in built.notes}


def test_what_only_scores_finds_nothing_by_itself_and_lifts_what_is_found() -> None:
    fq = FulltextQuery(
        Settings(language="en", shipped_synonyms=False, subwords=False, expansion_weight=2)
    )
    profile = TokenProfile(fq)
    engine_ = EmbeddedEngine()
    engine_.create(profile.schema())
    documents = {
        "kettle": "The kettle needs care.", "vinegar": "Vinegar dissolves limescale.",
        "both": "Care for the kettle: vinegar dissolves limescale.",
    }  # fmt: skip
    engine_.write(profile.row(Document(id=name, content=text)) for name, text in documents.items())

    def found(question: str | UnderstoodQuery) -> list[str]:
        query = fq.build(question).tree
        return [hit.id for hit in engine_.search(Request(query=query, size=10)).hits]

    assert found("kettle") == ["kettle", "both"]
    assert found(understood("kettle", hyde_documents=[PASSAGE])) == ["both", "kettle"]


TEXTS = st.text(max_size=60) | st.sampled_from(
    [PASSAGE, QUESTION, "同义词 配置", "\ud800", "( OR", ""]
)


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.lists(TEXTS, max_size=3), st.lists(TEXTS, max_size=2))
def test_whatever_a_model_says_the_users_words_stay_what_they_are(
    text: str, rewrites: list[str], passages: list[str]
) -> None:
    plain = engine(**BARE).build(text)
    built = engine(**BARE).build(
        UnderstoodQuery.model_construct(
            original_text=text, rewrites=rewrites, sub_queries=passages, expansion_terms={},
            hyde_documents=passages, hyde_vector=None, metadata={},
        )
    )  # fmt: skip
    assert [slot.main for slot in built.tree.slots] == [slot.main for slot in plain.tree.slots]
    assert built.min_match == plain.min_match
    assert bool(built) == bool(plain)
    built.to_dict(), built.to_bool(), built.explain()


@pytest.mark.parametrize("given", [None, 3, ["text"], {"original_text": "x"}])
def test_anything_else_is_refused(given: object) -> None:
    with pytest.raises(InputError, match="string or an understood question"):
        engine().build(given)  # type: ignore[arg-type]


def test_a_long_question_and_long_rewrites_take_no_longer_than_they_are_long() -> None:
    """The words that are compared are bounded: the rest of a rewrite still scores."""
    question = "pump noise motor " * 4000
    rewrite = "noise pump valve gasket " * 4000
    built = engine(**BARE).build(understood(question, rewrites=[rewrite] * 3))
    assert "gasket" in {leaf.text for leaf in built.tree.beside if isinstance(leaf, Term)}


@pytest.mark.parametrize(
    ("parts", "wanted"),
    [
        ({"expansion_terms": {"pump": "water lift"}}, {"water", "lift"}),
        ({"expansion_terms": {"pump": None}}, set()), ({"hyde_documents": None}, set()),
        ({"expansion_terms": {"pump": ["a^2"]}}, {"a^2"}),
    ],
)  # fmt: skip
def test_what_is_nearly_an_understood_question_is_read_as_it_is_meant(
    parts: dict[str, Any], wanted: set[str]
) -> None:
    given = UnderstoodQuery.model_construct(
        **{"original_text": "pump", "rewrites": [], "sub_queries": [], "expansion_terms": {},
           "hyde_documents": [], "hyde_vector": None, "metadata": {}, **parts}
    )  # fmt: skip
    found = synonym_words(engine(**BARE).build(given))
    assert found == wanted or (wanted == {"a^2"} and found)


@pytest.mark.parametrize(
    "parts",
    [{"rewrites": [None]}, {"sub_queries": [3]}, {"expansion_terms": {3: ["x"]}},
     {"expansion_terms": None}, {"rewrites": {"a": "b"}}, {"expansion_terms": {"pump": [None]}}],
)  # fmt: skip
def test_a_malformed_question_is_refused(parts: dict[str, Any]) -> None:
    given = UnderstoodQuery.model_construct(
        **{"original_text": "pump", "rewrites": [], "sub_queries": [], "expansion_terms": {},
           "hyde_documents": [], "hyde_vector": None, "metadata": {}, **parts}
    )  # fmt: skip
    with pytest.raises(InputError):
        engine(**BARE).build(given)
