"""Ten thousand replies, and any text at all: no exception, no empty query, nothing leaks."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query.llm import Reply
from fulltext_query.understand import RequestContext
from fulltext_query.understand.decomposer import LLMQueryDecomposer
from fulltext_query.understand.hyde import HyDEGenerator
from fulltext_query.understand.query_rewriter import arewrite_query
from fulltext_query.understand.replies import (
    Read,
    read_keywords,
    read_list,
    read_passage,
    read_text,
    same_words,
)
from fulltext_query.understand.replies_language import Languages
from fulltext_query.understand.rewriter import LLMQueryRewriter

from .models import FakeLLM
from .replies_made import SECRET, made_reply, question

LANGUAGES = Languages()
READERS: dict[str, Callable[[str | Reply | None, str], Read]] = {
    "text": lambda reply, original: read_text(reply, original, languages=LANGUAGES),
    "list": lambda reply, original: read_list(reply, original, limit=3, languages=LANGUAGES),
    "passage": lambda reply, original: read_passage(reply, original, languages=LANGUAGES),
    "keywords": lambda reply, original: read_keywords(reply, original),
}


def check(read: Read, original: str, reader: str) -> None:
    for value in read.values:
        assert SECRET not in value
        assert value == value.strip() != ""
        assert not any(unicodedata.category(one) in ("Cc", "Cs") for one in value if one != "\n")
        value.encode("utf-8")
    if reader != "keywords":  # keywords are the question's own words
        assert same_words(original) not in map(same_words, read.values)
    folded = [value.casefold() for value in read.values]
    assert len(set(folded)) == len(folded)
    assert read.values or read.reasons
    assert read.or_original(original)
    assert len(read.values) <= {"text": 1, "list": 3, "passage": 1, "keywords": 12}[reader]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("seed", range(5))
def test_of_ten_thousand_replies_none_breaks_anything_and_no_thinking_leaks(
    reader: str, seed: int
) -> None:
    random = Random(seed)
    read = READERS[reader]
    used = 0
    for _ in range(500):
        original = question(random)
        reply = made_reply(random)
        found = read(Reply(reply, random.choice(("stop", "length", ""))), original)
        try:
            check(found, original, reader)
        except AssertionError as error:
            raise AssertionError(f"{original!r} {reply!r} gave {found!r}") from error
        used += bool(found.values)
    assert used > 100, "the readers throw nearly everything away"


def test_every_step_gives_something_to_search_for_whatever_the_model_says() -> None:
    async def run() -> None:
        random = Random(77)
        ctx = RequestContext()
        for _ in range(300):
            original, reply = question(random), made_reply(random)
            llm = FakeLLM(reply)
            assert (await arewrite_query(original, llm)).strip()
            texts = await LLMQueryRewriter(llm).rewrite(ctx, original)
            parts = await LLMQueryDecomposer(llm).decompose(ctx, original)
            result = await HyDEGenerator(llm).generate(ctx, original)
            assert result.texts[0] == original
            for text in (*texts, *parts, *result.texts[1:]):
                assert text.strip()
                assert SECRET not in text

    asyncio.run(run())


@pytest.mark.parametrize("reader", READERS)
@settings(deadline=None, max_examples=150)
@given(reply=st.text(max_size=300), original=st.text(min_size=1, max_size=60))
def test_any_text_at_all(reader: str, reply: str, original: str) -> None:
    read = READERS[reader](reply, original)
    for value in read.values:
        value.encode("utf-8")
        assert value.strip()


MEGABYTE = 1_000_000
LONG = {
    "letters": "a" * MEGABYTE,
    "brackets": "[" * MEGABYTE,
    "braces": '{"a":' * (MEGABYTE // 5),
    "quotes": '"' * MEGABYTE,
    "escapes": '["' + "\\" * MEGABYTE,
    "tags": "<think>" * (MEGABYTE // 7),
    "closes": "a</think>" * (MEGABYTE // 9),
    "angles": "<" * MEGABYTE,
    "stars": "*" * MEGABYTE,
    "emphasis": "**a" * (MEGABYTE // 3),
    "underscores": "_a " * (MEGABYTE // 3),
    "lines": "a\n" * (MEGABYTE // 2),
    "blanks": " " * MEGABYTE,
    "breaks": "\n" * MEGABYTE,
    "numbers": "1. " * (MEGABYTE // 3),
    "commas": "a, " * (MEGABYTE // 3),
    "backticks": "`" * MEGABYTE,
    "fences": "```\n" * (MEGABYTE // 4),
    "channels": "<|channel|>analysis" * (MEGABYTE // 19),
    "finals": "<|channel|>final<|message|>x" * (MEGABYTE // 28),
    "links": "[a](" * (MEGABYTE // 4),
    "pythons": "['" + "', '" * (MEGABYTE // 4),
    "sorry": "sorry " * (MEGABYTE // 6),
    "han": "泵" * MEGABYTE,
    "marks": "a" + "\u0301" * MEGABYTE,
    "labels": "Reasoning:\nAnswer:\n" * (MEGABYTE // 20),
    "thoughts": "<think>" + "x " * (MEGABYTE // 2) + "</think>\npump hum and rattle at night",
}  # fmt: skip


@pytest.mark.parametrize("form", LONG)
def test_megabytes_take_seconds_at_most(form: str) -> None:
    for reader in READERS.values():
        began = process_time()
        reader(LONG[form], "pump noise")
        assert process_time() - began < 3.0


def test_an_answer_after_a_megabyte_of_thinking_is_found() -> None:
    assert read_text(LONG["thoughts"], "pump noise").values == ("pump hum and rattle at night",)
