"""FulltextQuery as its users meet it: what goes in, what comes out, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fulltext_query
from fulltext_query import (
    BuiltQuery,
    DictionaryError,
    FulltextQuery,
    FulltextQueryError,
    InputError,
    LexiconMissingError,
    MinMatchError,
    Settings,
    SettingsError,
)
from fulltext_query.query.tree import Phrase, Term
from tests.toy import engine, phrases, terms

QUESTION = "如何在 Elasticsearch 里配置同义词？"


def test_every_output_of_a_query() -> None:
    built = engine().build(QUESTION, min_match="60%")
    assert isinstance(built, BuiltQuery)
    assert built
    assert built.text == QUESTION
    body = built.to_dict()["query_string"]
    assert body["query"] == built.query_string
    assert body["minimum_should_match"] == "60%" == built.min_match
    assert body["fields"][0] == "title_tks"
    assert body["type"] == "best_fields"
    assert body["tie_breaker"] == 0.1
    assert set(built.to_bool()) == {"bool"}
    assert [term.surface for term in built.terms] == [
        "如何",
        "在",
        "Elasticsearch",
        "里",
        "配置",
        "同义词",
    ]
    assert built.keywords == tuple((term.text, term.weight) for term in built.terms)
    assert "elasticsearch" in built.explain()
    assert json.loads(json.dumps(built.explain_dict()))["text"] == QUESTION
    assert repr(built).startswith("BuiltQuery(")


def test_terms_show_all_that_is_known() -> None:
    term = next(term for term in engine().build(QUESTION).terms if term.surface == "Elasticsearch")
    assert term.text == "elasticsearch"
    assert [QUESTION[start:end] for start, end in term.spans] == ["Elasticsearch"]
    assert (term.kind, term.language, term.role) == ("word", "en", "content")
    assert term.idf1 > 0
    assert term.idf2 > 0


def test_spans_of_a_word_that_occurs_often() -> None:
    text = "Pump, pumps and PUMP"
    term = engine().build(text).terms[0]
    assert [text[start:end] for start, end in term.spans] == ["Pump", "pumps", "PUMP"]
    assert term.surface == "Pump"


@pytest.mark.parametrize(
    "text", ["", " ", "\n\t", "...", "---", "?", "\u200b", "\ufeff", "\ud83d", "\x00"]
)
def test_a_text_without_words_is_a_declared_empty_query(text: str) -> None:
    for built in (engine().build(text), engine().paragraph(text), engine("documents").build(text)):
        assert not built
        assert built.query_string == ""
        assert built.to_dict() == {"match_none": {}} == built.to_bool()
        assert built.terms == ()
        assert built.keywords == ()
        assert built.min_match == ""
        assert "empty" in [note.code for note in built.notes]
        assert built.explain()


def test_an_empty_query_may_be_changed_by_its_caller() -> None:
    engine().build("").to_dict()["match_none"]["boost"] = 2
    assert engine().build("").to_dict() == {"match_none": {}}
    body = engine().build("pump").to_dict()
    body["query_string"]["fields"].append("x")
    assert "x" not in engine().build("pump").to_dict()["query_string"]["fields"]


@pytest.mark.parametrize("text", [None, 1, b"pump", ["pump"], object()])
def test_a_text_that_is_no_string_is_refused(text: object) -> None:
    for call in (engine().build, engine().analyze, engine().paragraph):
        with pytest.raises(InputError, match=f"string.*{type(text).__name__}"):
            call(text)  # type: ignore[arg-type]  # that is what is tested
    with pytest.raises(InputError):
        engine().paragraph("pump", keywords=[text])  # type: ignore[list-item]
    assert issubclass(InputError, TypeError)


@pytest.mark.parametrize(
    "min_match", ["abc", 1.5, -0.1, 1e9, "30.5%", "120%", [], {}, True, float("nan")]
)
def test_a_minimum_that_cannot_be_used_is_refused(min_match: object) -> None:
    for call in (engine().build, engine().paragraph):
        with pytest.raises(MinMatchError, match="min_match"):
            call("pump valve", min_match=min_match)


def test_synonyms_that_cannot_be_used_are_refused() -> None:
    with pytest.raises(DictionaryError):
        FulltextQuery(synonyms={"": ["a"]})
    with pytest.raises(DictionaryError):
        engine().build("pump", synonyms={"pump": [3]})


def test_every_error_is_of_one_tree() -> None:
    for name in fulltext_query.__all__:
        thing = getattr(fulltext_query, name)
        if isinstance(thing, type) and issubclass(thing, BaseException):
            assert issubclass(thing, FulltextQueryError)


def test_a_lexicon_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LexiconMissingError, match=str(tmp_path)):
        FulltextQuery(lexicon_directory=tmp_path)


def test_settings_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        'min_match = "50%"\nphrase_weight = 0\n[fields]\ntitle = 3\nbody = 1\n', encoding="utf-8"
    )
    fq = FulltextQuery.from_file(path, synonyms={"pump": ["tap"]})
    body = fq.build("pump valve").to_dict()["query_string"]
    assert body["fields"] == ["title^3", "body"]
    assert body["minimum_should_match"] == "50%"
    assert "tap" in body["query"]
    with pytest.raises(SettingsError, match="missing.toml"):
        FulltextQuery.from_file(tmp_path / "missing.toml")


def test_building_changes_nothing_of_the_builder() -> None:
    fq = FulltextQuery()
    first = fq.build(QUESTION).to_dict()
    fq.build("something else", synonyms={"else": ["other"]}, min_match="100%")
    fq.paragraph("a passage of text", keywords=["key word"])
    assert fq.build(QUESTION).to_dict() == first
    assert fq.settings == Settings()


def test_nothing_of_a_query_can_be_changed() -> None:
    built = engine().build("boiler valve")
    with pytest.raises((AttributeError, TypeError)):
        built.tree.min_match = "100%"  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        built.terms[0].weight = 2.0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        built.text = "x"  # type: ignore[misc]


# --- notes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "changes", "code"),
    [
        ("pump pump", {}, "words_merged"),
        ("a pump " * 30, {"max_characters": 50}, "text_cut"),
        ("x" * 300, {}, "token_cut"),
        (" ".join(f"word{number}x" for number in range(300)), {}, "terms_dropped"),
        ("how to pump water", {"question_words": "remove"}, "question_words_removed"),
        ("valvve", {}, "fuzzy"),
        ("", {}, "empty"),
        ("a lot of words for a tiny budget", {"max_clauses": 49}, "phrases_dropped"),
        ("数据库备份方案", {"max_clauses": 21}, "fine_dropped"),
        ("pump → valve", {}, "signs_ignored"),
        ("boiler valve", {"min_match": "5"}, "min_match_lowered"),
    ],
)
def test_nothing_is_lost_without_a_note(text: str, changes: dict[str, object], code: str) -> None:
    built = engine(**changes).build(text)
    notes = {note.code: note.message for note in built.notes}
    assert code in notes
    assert len(notes[code]) > 10
    assert f"note {code}" in built.explain()
    assert {"code": code, "message": notes[code]} in built.explain_dict()["notes"]


@pytest.mark.parametrize(
    "text", ["boiler valve", "数据库备份", "как сменить пароль", "KXT-4410, new."]
)
def test_an_ordinary_text_has_no_notes(text: str) -> None:
    assert engine().build(text).notes == ()


def test_a_note_is_there_once() -> None:
    notes = engine().build(f"{'x' * 300} {'y' * 300} → ← →").notes
    assert len(notes) == len(set(notes))


# --- the minimum ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "printed"),
    [(0.3, "30%"), (0.29, "29%"), (1, "100%"), (0, None), ("2", "2"), (None, "20%"),
    ("2<-25% 9<-3", "2<-25% 9<-3"),
     ("", None), (-1, "-1")],
)  # fmt: skip
def test_the_minimum_of_one_query(given: object, printed: str | None) -> None:
    body = engine().build("boiler relief valve leaks", min_match=given).to_dict()["query_string"]
    assert body.get("minimum_should_match") == printed


@pytest.mark.parametrize("min_match", ["100%", "5", "1", 0.3])
def test_one_word_needs_no_minimum(min_match: object) -> None:
    built = engine().build("pump", min_match=min_match)
    assert built.min_match == ""
    assert "minimum_should_match" not in built.to_dict()["query_string"]
    assert built.explain_dict()["required"] == 1


# --- paragraphs -------------------------------------------------------------------------------

PASSAGE = (
    "The relief valve opens when the pressure in the boiler rises. A valve that leaks must be "
    "replaced; the boiler has to be cold. Valves are kept in the store beside the boiler room."
)


def test_a_paragraph_is_its_heaviest_words() -> None:
    built = engine(paragraph_terms=5).paragraph(PASSAGE)
    assert len(built.terms) == 5
    texts = [term.text for term in built.terms]
    assert {"valv", "boiler"} <= set(texts)
    assert not {"the", "in", "a"} & set(texts)
    assert phrases(built) == set()
    assert built.min_match == "10%"
    assert engine().paragraph(PASSAGE, min_match="50%").min_match == "50%"
    assert [note.code for note in built.notes if note.code == "terms_dropped"]


def test_a_word_that_occurs_often_weighs_more_in_a_paragraph() -> None:
    once = {term.text: term.weight for term in engine().paragraph("boiler valve pump").terms}
    often = {
        term.text: term.weight for term in engine().paragraph("boiler valve pump valve valve").terms
    }
    assert often["valv"] / often["pump"] > once["valv"] / once["pump"]


def test_keywords_of_a_paragraph_weigh_most() -> None:
    built = engine().paragraph(PASSAGE, keywords=["relief valve", "safety", "boiler"])
    first, second, third = built.tree.slots[:3]
    assert first.main == Phrase(("relief", "valv"), first.main.boost)
    assert second.main == Term("safeti", second.main.boost)
    assert third.main == Term("boiler", third.main.boost)
    rest = [slot.main.boost for slot in built.tree.slots[3:]]
    assert first.main.boost == second.main.boost == third.main.boost
    assert min(first.main.boost, third.main.boost) >= 1.9 * max(rest)
    assert terms(built).count("boiler") == 1


def test_keywords_alone_are_a_query() -> None:
    built = engine().paragraph("", keywords=["relief valve", "", "...", "Relief  Valve"])
    assert [slot.main for slot in built.tree.slots] == [Phrase(("relief", "valv"), 1.0)]
    assert "empty" not in [note.code for note in built.notes]


def test_keywords_past_the_budget_are_told() -> None:
    keywords = [f"key{number}x" for number in range(300)]
    built = engine().paragraph(PASSAGE, keywords=keywords)
    assert built.tree.cost <= 1024
    assert len(built.tree.slots) == 146
    assert built.notes


def test_a_single_string_is_no_list_of_keywords() -> None:
    # a string is iterable: its letters would each become a keyword
    with pytest.raises(InputError, match="keywords"):
        engine().paragraph(PASSAGE, keywords="relief valve")
