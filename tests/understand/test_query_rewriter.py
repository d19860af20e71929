"""rewrite_query, hyde_query, and the ladder that they serve."""

from __future__ import annotations

import asyncio
import json
import time

import pytest

from fulltext_query import lexicon
from fulltext_query.errors import InputError, SettingsError
from fulltext_query.search import (
    AsyncEmbeddedEngine,
    AsyncSearcher,
    Document,
    EmbeddedEngine,
    Ladder,
    Searcher,
)
from fulltext_query.understand import replies_language
from fulltext_query.understand.hyde import HyDEGenerator
from fulltext_query.understand.notes import collecting
from fulltext_query.understand.query_rewriter import (
    ahyde_query,
    arewrite_query,
    for_ladder,
    hyde_query,
    rewrite_query,
)
from fulltext_query.understand.rewriter import LLMQueryRewriter

from .models import FAILURES, FakeLLM, Said

KETTLE = "Orlo kettle warranty"
PASSAGE = "The maker covers defects of the kettle for two years from the day of sale."


def both(original: str, said: Said) -> str:
    """What the plain and the asynchronous form give, which is the same."""
    plain = rewrite_query(original, FakeLLM(said))
    assert asyncio.run(arewrite_query(original, FakeLLM(said))) == plain
    return plain


@pytest.mark.parametrize(
    ("original", "reply", "expected"),
    [
        (KETTLE, "guarantee period of the Orlo kettle", "guarantee period of the Orlo kettle"),
        ("and its warranty?", "<think>I should merge.</think>\nWhat is the warranty of the kettle?",
         "What is the warranty of the kettle?"),
        (KETTLE, "", KETTLE),
        (KETTLE, None, KETTLE),
        (KETTLE, "tea", KETTLE),  # less than 5 letters
        (KETTLE, "kett", KETTLE),
        (KETTLE, "kettl", "kettl"),
        (KETTLE, "ORLO KETTLE WARRANTY", KETTLE),
        (KETTLE, "x" * (4 * len(KETTLE)), "x" * (4 * len(KETTLE))),
        (KETTLE, "x" * (4 * len(KETTLE) + 1), KETTLE),  # runaway output
        (KETTLE, "Sorry, that is something I am unable to assist with.", KETTLE),
        (KETTLE, "<think>Okay, the user asks about kettles and maybe", KETTLE),
        ("水泵异响", "水泵噪音", "水泵噪音"),  # a Han character says more than a letter
        ("  pump noise ", "pump noise", "  pump noise "),  # to the letter
        ("why does <think> show in my chat page", "Why does the <think> tag show in the chat page?",
         "Why does the <think> tag show in the chat page?"),
    ],
)  # fmt: skip
def test_a_rewrite_or_the_question(original: str, reply: str | None, expected: str) -> None:
    assert both(original, reply) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (PASSAGE, PASSAGE),
        (f"<think>hm</think>{PASSAGE}", PASSAGE),
        ("", KETTLE),
        (None, KETTLE),
        ("Two years it is. OK", KETTLE),  # 19 letters
        ("Two years it is. Yes", "Two years it is. Yes"),  # 20
        ("I don't have information about this product.", KETTLE),
        ("很抱歉，我无法回答这个问题。", KETTLE),
    ],
)
def test_a_passage_or_the_question(reply: str | None, expected: str) -> None:
    assert hyde_query(KETTLE, FakeLLM(reply)) == expected
    assert asyncio.run(ahyde_query(KETTLE, FakeLLM(reply))) == expected


@pytest.mark.parametrize("kind", FAILURES)
def test_a_model_that_fails_leaves_the_question_and_a_note(kind: str) -> None:
    with collecting() as notes:
        assert both(KETTLE, FAILURES[kind]) == KETTLE
        assert hyde_query(KETTLE, FakeLLM(FAILURES[kind])) == KETTLE
    reason = "timeout" if kind == "timeout" else "model_failed"
    assert [one.reason for one in notes] == [reason] * 3


def test_one_call_of_at_most_256_tokens_with_the_question_as_data() -> None:
    for ask in (rewrite_query, hyde_query):
        llm = FakeLLM(PASSAGE)
        ask(KETTLE, llm)
        assert llm.calls == 1
        assert llm.limits == [256]
        assert json.loads(llm.prompts[0].user.split("\n")[-1]) == KETTLE


def test_a_blank_question_makes_no_call() -> None:
    llm = FakeLLM(PASSAGE)
    for blank in ("", "  \n"):
        assert rewrite_query(blank, llm) == hyde_query(blank, llm) == blank
    assert llm.calls == 0


def test_the_time_bounds_tries_and_retries() -> None:
    with collecting() as notes:
        began = time.monotonic()
        assert rewrite_query(KETTLE, FakeLLM.hanging(), timeout=0.1, retries=3) == KETTLE
        assert hyde_query(KETTLE, FakeLLM.hanging(), timeout=0.1, retries=3) == KETTLE
        assert time.monotonic() - began < 1.5
    assert [one.reason for one in notes] == ["timeout", "timeout"]


def test_plain_forms_work_beside_a_running_loop_and_with_plain_functions() -> None:
    async def run() -> str:
        return rewrite_query(KETTLE, lambda system, user: "guarantee of the kettle")

    assert asyncio.run(run()) == "guarantee of the kettle"


def test_another_language_is_refused_where_it_is_to_be_kept() -> None:
    question, reply = "水泵异响怎么处理", "How to fix pump noise"
    with collecting() as notes:
        assert rewrite_query(question, FakeLLM(reply)) == reply
        assert rewrite_query(question, FakeLLM(reply), keep_language=True) == question
    assert [one.reason for one in notes] == ["language", "language"]


def test_wrong_use() -> None:
    for ask in (rewrite_query, hyde_query):
        with pytest.raises(InputError):
            ask(None, FakeLLM())  # type: ignore[arg-type]
        with pytest.raises(SettingsError):
            ask(KETTLE, object())
        with pytest.raises(SettingsError):
            ask(KETTLE, FakeLLM(), timeout=0)
    with pytest.raises(SettingsError):
        for_ladder(object())  # type: ignore[call-overload]


# The ladder: as asked, then rewritten, then with passages, each only where too little was found

DOCUMENTS = [
    Document(id="rest", content="Night guards get one hour of rest."),
    Document(id="cover", content="Defects are covered for two years from the day of sale."),
]


@pytest.mark.parametrize(
    ("question", "rewrites", "passage", "found", "calls"),
    [
        ("rest of night guards", "break of watchmen", PASSAGE, "rest", (0, 0)),
        ("siesta zzz", "rest of night guards", PASSAGE, "rest", (1, 0)),
        ("siesta zzz", "siesta qqq", "Defects are covered for years.", "cover", (1, 1)),
        ("siesta zzz", None, "Defects are covered for years.", "cover", (1, 1)),
    ],
)
@pytest.mark.parametrize("kind", ["plain", "asynchronous"])
def test_each_rung_only_where_the_one_before_found_too_little(
    kind: str, question: str, rewrites: str | None, passage: str, found: str, calls: tuple[int, int]
) -> None:
    rewriting, imagining = FakeLLM(rewrites), FakeLLM(passage)
    rewriter = for_ladder(LLMQueryRewriter(rewriting))
    hyde = for_ladder(HyDEGenerator(imagining))
    ladder = Ladder(minimums=(None,), enough=1, seconds=30)

    def plain() -> list[str]:
        with Searcher(EmbeddedEngine(), ladder=ladder, rewriter=rewriter, hyde=hyde) as searcher:
            searcher.index(DOCUMENTS)
            return [hit.document.id for hit in searcher.search(question).hits]

    async def asynchronous() -> list[str]:
        engine = AsyncEmbeddedEngine()
        async with AsyncSearcher(engine, ladder=ladder, rewriter=rewriter, hyde=hyde) as searcher:
            await searcher.index(DOCUMENTS)
            return [hit.document.id for hit in (await searcher.search(question)).hits]

    ids = plain() if kind == "plain" else asyncio.run(asynchronous())
    assert ids[:1] == [found]
    assert (rewriting.calls, imagining.calls) == calls


def test_the_word_lists_are_opened_once_for_all_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = 0
    load = lexicon.load_lists

    def counted() -> object:
        nonlocal opened
        opened += 1
        return load()

    monkeypatch.setattr(replies_language, "load_lists", counted)
    replies_language.shared_languages.cache_clear()
    try:
        for _ in range(3):
            rewrite_query("how do I repair a noisy pump", FakeLLM("comment réparer une pompe"))
            hyde_query("how do I repair a noisy pump", FakeLLM("la pompe est réparée par nous"))
    finally:
        replies_language.shared_languages.cache_clear()
    assert opened == 1
