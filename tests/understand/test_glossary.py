"""The glossary: which entries a question has, whole words, phrases first, in any writing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from fulltext_query import FulltextQuery
from fulltext_query import Settings as QuerySettings
from fulltext_query.errors import DictionaryError, InputError
from fulltext_query.understand import RequestContext
from fulltext_query.understand.glossary import (
    DictionaryGlossary,
    GlossaryExpander,
    InMemoryGlossary,
    NoopGlossaryExpander,
)
from fulltext_query.understand.pipeline import QueryUnderstandingPipeline

CTX = RequestContext()


def expand(
    glossary: GlossaryExpander | Mapping[str, Any], text: str, ctx: RequestContext = CTX
) -> dict[str, list[str]]:
    found = glossary if isinstance(glossary, GlossaryExpander) else InMemoryGlossary(glossary)
    return asyncio.run(found.expand(ctx, text))


DOCUMENTED = {"invoice": ["bill", "statement"], "operating system": ["OS", "platform"]}


# --- as documented --------------------------------------------------------------------------------


def test_words_are_whole_and_of_any_case() -> None:
    glossary = InMemoryGlossary(DOCUMENTED)
    for text in ("where is my invoice?", "INVOICE", "Invoice: 7", "(invoice)", "“Invoice”…"):
        assert expand(glossary, text) == {"invoice": ["bill", "statement"]}
    for text in ("invoicebook", "reinvoice", "in voice", "voice"):
        assert expand(glossary, text) == {}


def test_several_words_are_a_phrase() -> None:
    glossary = InMemoryGlossary(DOCUMENTED)
    for text in ("Operating System updates", "my operating   system", "the operating\nsystem"):
        assert expand(glossary, text) == {"operating system": ["OS", "platform"]}
    for text in ("system operating", "operating the system", "operating. System", "operating"):
        assert expand(glossary, text) == {}


def test_blanks_around_and_within_entries_are_ignored() -> None:
    assert expand({"  Operating \t System ": [" OS "]}, "operating system") == {
        "operating system": ["OS"]
    }


def test_synonyms_come_in_the_order_of_the_glossary() -> None:
    synonyms = ["zeta", "alpha", "mu", "beta"]
    assert expand({"letter": synonyms}, "a letter") == {"letter": synonyms}
    # two spellings of one term are one entry
    assert expand({"RAG": ["b", "a"], "rag": ["c", "a"]}, "Rag") == {"rag": ["b", "a", "c"]}


def test_phrases_are_tried_before_words() -> None:
    for glossary in (
        {"operating": ["running"], "operating system": ["OS"], "system": ["whole"]},
        {"system": ["whole"], "operating system": ["OS"], "operating": ["running"]},
    ):
        assert expand(glossary, "operating system") == {"operating system": ["OS"]}
        assert expand(glossary, "system operating") == {
            "system": ["whole"], "operating": ["running"]
        }  # fmt: skip


def test_an_unfinished_phrase_hides_no_word() -> None:
    glossary = {"operating": ["running"], "operating system": ["OS"]}
    assert expand(glossary, "operating manual") == {"operating": ["running"]}


def test_the_longest_of_several_phrases_holds() -> None:
    glossary = {"service level": ["a"], "service level agreement": ["b"], "agreement": ["c"]}
    assert expand(glossary, "our service level agreement") == {"service level agreement": ["b"]}
    assert expand(glossary, "service level and agreement") == {
        "service level": ["a"], "agreement": ["c"]
    }  # fmt: skip


def test_no_entry_no_expansion() -> None:
    assert expand({}, "anything") == {}
    assert expand({"rag": []}, "rag") == {}
    assert expand(DOCUMENTED, "") == {}
    assert expand(NoopGlossaryExpander(), "invoice") == {}


# --- cases of others' faults ----------------------------------------------------------------------


def test_an_acronym_meets_its_long_form() -> None:
    # glo-01
    glossary = InMemoryGlossary({"OBX": ["outbound exchange"]})
    question = "What is OBX?"
    found = expand(glossary, question)
    assert found == {"obx": ["outbound exchange"]}  # which entry fired
    understood = asyncio.run(
        QueryUnderstandingPipeline(glossary=glossary).understand(CTX, question)
    )
    assert understood.expansion_terms == found
    query = FulltextQuery().build(understood).query_string
    assert '"outbound exchang' in query
    assert "obx" in query


@pytest.mark.parametrize("question", ["send the SLA report", "SLA REPORTS, please"])
def test_of_overlapping_entries_the_long_one_fires(question: str) -> None:
    # glo-03
    glossary = {"SLA": ["service level agreement"], "SLA report": ["monthly service report"]}
    assert expand(glossary, question) == {"sla report": ["monthly service report"]}


def test_each_place_is_looked_at_for_itself() -> None:
    glossary = {"SLA": ["service level agreement"], "SLA report": ["monthly service report"]}
    assert expand(glossary, "which SLA is in the SLA report") == {
        "sla": ["service level agreement"], "sla report": ["monthly service report"]
    }  # fmt: skip


@pytest.mark.parametrize("synonym", ["R&D || (alpha", "C/D: phase*", "a^2", "x^0.5", "AND", '"'])
def test_what_stands_for_a_term_is_given_as_it_is_written(synonym: str) -> None:
    # glo-05
    assert expand({"RD": [synonym]}, "RD budget") == {"rd": [synonym]}


WRITINGS = {
    "云台": ["雲台抖动", "云台", "这个云台怎么调", "新雲臺嗎", "ＤＪＩ云台"],
    "flow meter": ["Flow Meters drift", "ｆｌｏｗ ｍｅｔｅｒ", "FLOW METER", "flow-meter"],
    "機器學習": ["机器学习入门", "想学機器學習"],
    "batteries": ["battery", "Batteries"],
    "ärzte": ["Ärzte finden", "A\u0308rzte"],
    "C++": ["c++ compiler", "C++20 or C++"],
    "KXT-4410": ["kxt-4410 manual", "the KXT-4410"],
    "насос": ["Насосы и шум", "НАСОС"],
    "ネットワーク": ["ﾈｯﾄﾜｰｸの設定"],
    "مضخة": ["ما هي مضخة"],
}


@pytest.mark.parametrize(
    ("term", "question"), [(term, text) for term, texts in WRITINGS.items() for text in texts]
)
def test_terms_are_recognised_however_they_are_written(term: str, question: str) -> None:
    # glo-07
    assert expand({term: ["x"], "something else": ["y"]}, question) == {term.lower(): ["x"]}


@pytest.mark.parametrize(
    ("term", "question"),
    [("云", "云台抖动"), ("person", "personalize it"),
     ("cat", "category"), ("os", "oslo"), ("universe", "university"), ("new", "news")],
)  # fmt: skip
def test_other_words_are_no_forms_of_a_term(term: str, question: str) -> None:
    assert expand({term: ["x"]}, question) == {}


@pytest.mark.parametrize(
    ("term", "question"),
    [
        ("通义", "通义务必安装"),
        ("快作", "我们快作业务"),
        ("学习", "怎么学习机器"),
        ("机器学习", "机器学习法"),
    ],
)
def test_terms_of_han_are_found_where_words_begin_and_end(term: str, question: str) -> None:
    assert expand({term: ["x"]}, question) == {term: ["x"]}


def test_words_that_no_lexicon_has_are_found_in_text_without_blanks() -> None:
    assert expand({"锟斤铐": ["a made-up name"]}, "请问锟斤铐怎么用") == {
        "锟斤铐": ["a made-up name"]
    }


@pytest.mark.parametrize("term", ["IT", "WHO", "US", "can", "的"])
def test_a_term_that_looks_like_a_function_word_is_a_term(term: str) -> None:
    assert expand({term: ["x"]}, f"{term.lower()} support") == {term.lower(): ["x"]}


# --- entries --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entries",
    [None, ["rag"], "rag", {"": ["x"]}, {"  ": ["x"]}, {5: ["x"]}, {"rag": [5]}, {"rag": [""]},
     {"rag": [None]}, {"rag": 5}],
    ids=repr,
)  # fmt: skip
def test_entries_that_cannot_be_used_are_refused_at_once(entries: Any) -> None:
    with pytest.raises(DictionaryError, match="glossary"):
        InMemoryGlossary(entries)


def test_a_single_string_is_a_list_of_one() -> None:
    assert expand({"rag": "retrieval"}, "rag") == {"rag": ["retrieval"]}


def test_it_does_not_change_with_what_it_was_made_of_or_gave() -> None:
    synonyms = ["bill"]
    entries = {"invoice": synonyms}
    glossary = InMemoryGlossary(entries)
    synonyms.append("statement")
    entries["other"] = ["x"]
    expand(glossary, "invoice")["invoice"].append("changed")
    assert expand(glossary, "invoice other") == {"invoice": ["bill"]}
    assert len(glossary) == 1


def test_settings_say_how_questions_are_read() -> None:
    plain = InMemoryGlossary({"meter": ["m"]}, settings=QuerySettings(stemming=False))
    assert expand(plain, "meters") == {}
    assert expand(plain, "meter") == {"meter": ["m"]}


@pytest.mark.parametrize("text", [None, 5, b"rag", ["rag"]])
def test_a_question_is_a_string(text: Any) -> None:
    with pytest.raises(InputError, match="string"):
        expand({"rag": ["x"]}, text)


def test_a_long_text_does_not_hold_up_the_event_loop() -> None:
    seen: list[str] = []

    class Watched(InMemoryGlossary):
        def find(self, query_text: str) -> dict[str, list[str]]:
            seen.append(threading.current_thread().name)
            return super().find(query_text)

    glossary = Watched({"rag": ["x"]})
    assert expand(glossary, "word " * 5_000 + "rag") == {"rag": ["x"]}
    assert expand(glossary, "rag") == {"rag": ["x"]}
    assert seen[0] != threading.main_thread().name
    assert seen[1] == threading.main_thread().name


WORDS = st.text(st.characters(categories=["L"], max_codepoint=0x2FF), min_size=1, max_size=8)


@settings(max_examples=40, deadline=None)
@given(
    entries=st.dictionaries(
        st.lists(WORDS, min_size=1, max_size=3).map(" ".join), st.lists(WORDS, min_size=1),
        min_size=1, max_size=5,
    ),
    text=st.text(),
)  # fmt: skip
@example(entries={"a": ["a"]}, text="a\ud800\x00")
def test_whatever_is_found_is_of_the_glossary(entries: dict[str, list[str]], text: str) -> None:
    lowered = {" ".join(term.lower().split()) for term in entries}
    glossary = InMemoryGlossary(entries)
    for term, synonyms in expand(glossary, text).items():
        assert term in lowered
        assert synonyms
    term = next(iter(entries))
    assume(len(lowered) == 1 and term.lower().upper().lower() == term.lower())
    assert set(expand(glossary, term)) == lowered  # an entry is found in itself
    assert set(expand(glossary, f"1234 {term} 5678")) == lowered


# --- the dictionaries' own ------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "glossary").mkdir()
    (tmp_path / "glossary" / "terms.txt").write_text(
        "OBX => outbound exchange\nflow meter => FM, meter of flow\n", encoding="utf-8"
    )
    (tmp_path / "synonyms").mkdir()
    (tmp_path / "synonyms" / "words.txt").write_text("OBX => something else\n", encoding="utf-8")
    return tmp_path


def test_glossary_files_answer(folder: Path) -> None:
    glossary = DictionaryGlossary(FulltextQuery(dictionaries=folder))
    assert expand(glossary, "OBX and Flow Meters") == {
        "obx": ["outbound exchange"], "flow meter": ["FM", "meter of flow"]
    }  # fmt: skip
    assert expand(glossary, "colour") == {}  # synonyms are no glossary
    assert expand(DictionaryGlossary(), "OBX") == {}


def test_the_builder_s_own_glossary_answers_too(folder: Path) -> None:
    fq = FulltextQuery(dictionaries=folder, glossary={"OBX": ["outer box"]})
    assert expand(DictionaryGlossary(fq), "obx") == {"obx": ["outbound exchange", "outer box"]}
    assert fq.glossary("obx") == {"obx": ["outbound exchange", "outer box"]}


def test_a_reloaded_dictionary_is_in_force_at_once(folder: Path) -> None:
    fq = FulltextQuery(dictionaries=folder)
    glossary = DictionaryGlossary(fq)
    assert "obx" in expand(glossary, "OBX")
    (folder / "glossary" / "terms.txt").write_text("OBX => outer box\n", encoding="utf-8")
    fq.reload()
    assert expand(glossary, "OBX flow meter") == {"obx": ["outer box"]}


def test_tenants_have_glossaries_of_their_own(folder: Path) -> None:
    fq = FulltextQuery()
    own = fq.with_dictionaries(folder)
    glossary = DictionaryGlossary(fq, tenants={"acme": own})
    assert expand(glossary, "OBX", RequestContext(tenant_id="acme")) == {
        "obx": ["outbound exchange"]
    }
    assert expand(glossary, "OBX", RequestContext(tenant_id="other")) == {}


def test_a_mapping_may_load_what_is_asked_for(folder: Path) -> None:
    class Loading(Mapping[str, FulltextQuery]):
        def __getitem__(self, tenant: str) -> FulltextQuery:
            if tenant != "acme":
                raise KeyError(tenant)
            return FulltextQuery(dictionaries=folder)

        def __iter__(self) -> Iterator[str]:
            return iter(["acme"])

        def __len__(self) -> int:
            return 1

    glossary = DictionaryGlossary(tenants=Loading())
    assert "obx" in expand(glossary, "OBX", RequestContext(tenant_id="acme"))
    assert expand(glossary, "OBX", RequestContext(tenant_id="other")) == {}
