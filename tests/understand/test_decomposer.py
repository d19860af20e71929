"""Taking questions apart: by rules, by a model, and not at all."""

from __future__ import annotations

import asyncio
import json
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fulltext_query.errors import InputError, ModelError, ModelTimeoutError, SettingsError
from fulltext_query.text.tokens import Token
from fulltext_query.understand import RequestContext
from fulltext_query.understand.dangling import Dangling
from fulltext_query.understand.decomposer import (
    HeuristicQueryDecomposer,
    LLMQueryDecomposer,
    NoopQueryDecomposer,
    QueryDecomposer,
)
from fulltext_query.understand.notes import UnderstandNote, collecting

from .models import FAILURES, FakeLLM

CTX = RequestContext()


def split(text: str, min_chars: int = 30) -> list[str]:
    return asyncio.run(HeuristicQueryDecomposer(min_chars).decompose(CTX, text))


def asked(reply: str | None, text: str) -> tuple[list[str], list[UnderstandNote]]:
    with collecting() as notes:
        parts = asyncio.run(LLMQueryDecomposer(FakeLLM(reply)).decompose(CTX, text))
    return parts, notes


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("describe SpaceX and explain Falcon 1", ["describe SpaceX", "explain Falcon 1"]),
        ("find the kettle's price then compare its warranty",
         ["find the kettle's price", "compare its warranty"]),
        ("how do pumps fail but also how long do they last",
         ["how do pumps fail", "how long do they last"]),
        ("What is the kettle's warranty? Who repairs it?",
         ["What is the kettle's warranty", "Who repairs it"]),
        ("The pump is loud. It leaks! What is wrong with it?",
         ["The pump is loud", "It leaks", "What is wrong with it"]),
        ("Describe SpaceX AND explain Falcon 1, Then stop",
         ["Describe SpaceX", "explain Falcon 1", "stop"]),
        ("What is new in Elasticsearch 8.11 and node.js 20.1?",
         ["What is new in Elasticsearch 8.11", "node.js 20.1"]),
        ("年假有几天以及试用期后的通知期是多久", ["年假有几天", "试用期后的通知期是多久"]),
        ("水泵为什么异响？如何更换轴承？", ["水泵为什么异响", "如何更换轴承"]),
        ("先关闭电源，然后检查水泵的轴承", ["先关闭电源", "检查水泵的轴承"]),
        ("水泵的噪音原因是什么，另外保修期有多久", ["水泵的噪音原因是什么", "保修期有多久"]),
        ("试用期的年假天数和通知期限是多久", ["试用期的年假天数", "通知期限是多久"]),
        ("مدت مرخصی کارکنان چقدر است و مهلت استعفا چند روز است؟",
         ["مدت مرخصی کارکنان چقدر است", "مهلت استعفا چند روز است"]),
        ("قیمت کتری اورلو چند است؟ گارانتی آن چند سال است؟",
         ["قیمت کتری اورلو چند است", "گارانتی آن چند سال است"]),
        ("پمپ را خاموش کن سپس یاتاقان را بررسی کن", ["پمپ را خاموش کن", "یاتاقان را بررسی کن"]),
    ],
)  # fmt: skip
def test_conjunctions_and_sentence_ends_split(text: str, parts: list[str]) -> None:
    assert split(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "a and b",  # shorter than 30
        "cats and dogs and other pets.",  # 29
        "what is retrieval augmented generation used for?",
        "sandy beaches of northern England in summer",  # 'and' within words
        "how does it work in version 8.11.2 of node.js",
        "tell me all about R and D and who does it",  # 'D' is shorter than three
        "is it? ok and what about the rest of it all",
        "中华人民共和国劳动合同法的主要内容是什么",
        "北京和上海的天气预报今天怎么样",
        "世界和平与发展的主要障碍是什么原因",
        "قیمت بیست و پنج عدد لامپ کم مصرف امروز",
        "بهترین روش جست و جو در متن‌های فارسی",
        "",
        "      ",
        "?????????????????????????????????????????",
    ],
)
def test_when_in_doubt_it_does_not_split(text: str) -> None:
    assert split(text) == []


def test_min_chars_is_a_bound_that_can_be_moved() -> None:
    text = "red pumps and blue kettles xyz"
    assert len(text) == 30
    assert split(text) == ["red pumps", "blue kettles xyz"]
    assert split(text[:-1]) == []
    assert split("red and blue", min_chars=5) == ["red", "blue"]
    with pytest.raises(SettingsError):
        HeuristicQueryDecomposer(-1)


@given(st.text(max_size=200))
def test_rules_never_fail_and_never_give_one_part(text: str) -> None:
    parts = split(text, 0)
    assert len(parts) != 1
    assert all(len(part) >= 3 for part in parts)
    assert parts == split(text, 0)


def test_the_noop_takes_nothing_apart() -> None:
    assert asyncio.run(NoopQueryDecomposer().decompose(CTX, "this and that and all of it")) == []


# With a model


@pytest.mark.parametrize(
    "reply",
    [
        'Here you go:\n```json\n["plan A fees","plan B fees"]\n```\nHope it helps!',
        "1. plan A fees\n\n2. plan B fees\n",
        "- plan A fees\n- plan B fees",
        '{"sub_questions": ["plan A fees", "plan B fees"]}',
    ],
)
def test_sub_questions_in_whatever_form(reply: str) -> None:
    assert asked(reply, "compare plan A and plan B fees")[0] == ["plan A fees", "plan B fees"]


@pytest.mark.parametrize(
    "reply",
    [
        "What is the warranty?", '["What is the warranty"]', "1. what is  THE warranty?\n", "[]",
        "None", "NONE.", "无", '{"sub_questions": []}', "", None, "Sorry, I can't help with that.",
    ],
)  # fmt: skip
def test_an_echo_and_an_empty_answer_are_no_decomposition(reply: str | None) -> None:
    assert asked(reply, "what is the warranty?")[0] == []


def test_the_question_itself_is_not_among_its_parts() -> None:
    reply = '["compare plan A and plan B fees", "plan A fees", "plan B fees"]'
    parts, _ = asked(reply, "Compare plan A and plan B fees?")
    assert parts == ["plan A fees", "plan B fees"]


def test_one_bad_element_costs_only_itself_and_is_told() -> None:
    reply = (
        '[{"sub_question":"plan A fees"},{"subqestion":"x"},{"sub_question":""},null,'
        '{"sub_question":"plan B fees"}]'
    )
    parts, notes = asked(reply, "compare plan A and plan B fees")
    assert parts == ["plan A fees", "plan B fees"]
    assert [one.reason for one in notes] == ["unusable_element"] * 3


def test_two_facts_become_two_queries() -> None:
    text = "vacation days of new staff and notice period after probation"
    llm = FakeLLM('["vacation days of new staff","notice period after probation"]')
    parts = asyncio.run(LLMQueryDecomposer(llm).decompose(CTX, text))
    assert parts == ["vacation days of new staff", "notice period after probation"]
    assert "distinct facts" in llm.prompts[0].system
    assert json.loads(llm.prompts[0].user.split("\n")[-1]) == text


@pytest.mark.parametrize(
    ("text", "reply", "has"),
    [
        ("Who audits the firm that built the Lenko dam?",
         ["Which firm built the Lenko dam?", "Who audits that firm?"], "Lenko dam"),
        ("How do I reset my router and update its firmware?",
         ["How do I reset my router?", "How do I update its firmware?"], "router"),
        ("Who is the wife of the author of Solaris?",
         ["Who is the author of Solaris?", "Who is his wife?"], "Solaris"),
        ("建造三峡大坝的公司由谁审计", ["谁建造了三峡大坝？", "该公司由谁审计？"], "三峡大坝"),
        ("Wer prüft die Firma, die den Lenko-Damm gebaut hat?",
         ["Welche Firma hat den Lenko-Damm gebaut?", "Wer prüft diese Firma?"], "Lenko"),
        ("Кто проверяет фирму, построившую плотину Ленко?",
         ["Какая фирма построила плотину Ленко?", "Кто проверяет эту фирму?"], "Ленко"),
        ("چه کسی شرکت سازنده سد لنکو را حسابرسی می‌کند؟",
         ["کدام شرکت سد لنکو را ساخت؟", "چه کسی این شرکت را حسابرسی می‌کند؟"], "لنکو"),
    ],
)  # fmt: skip
def test_a_second_hop_gets_the_words_that_it_only_points_to(
    text: str, reply: list[str], has: str
) -> None:
    parts, notes = asked(json.dumps(reply), text)
    assert parts[0] == reply[0]
    assert parts[1].startswith(reply[1])
    assert has in parts[1]
    assert "dangling" in [one.reason for one in notes]


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("plan A fees and plan B fees", ["plan A fees", "plan B fees"]),
        ("Is it possible to return a kettle and what does it cost to ship?",
         ["Is it possible to return a kettle?", "What does it cost to ship?"]),
        ("Which pumps that leak are covered and what is the fee?",
         ["Which pumps that leak are covered?", "What is the fee?"]),
        ("Does Lenko Ltd publish accounts and who reads them?",
         ["Does Lenko Ltd publish its accounts?"]),
        ("其他城市的水价和应该缴纳的税费", ["其他城市的水价", "应该缴纳的税费"]),
    ],
)  # fmt: skip
def test_what_names_what_it_means_is_left_as_it_is(text: str, reply: list[str]) -> None:
    parts, notes = asked(json.dumps(reply), text)
    assert parts == reply
    assert notes == []


def test_a_limit_and_a_blank_question() -> None:
    llm = FakeLLM(json.dumps([f"fact number {one}" for one in "abcdefgh"]))
    assert len(asyncio.run(LLMQueryDecomposer(llm).decompose(CTX, "all the facts"))) == 6
    assert len(asyncio.run(LLMQueryDecomposer(llm, limit=2).decompose(CTX, "all facts"))) == 2
    assert asyncio.run(LLMQueryDecomposer(llm).decompose(CTX, "  ")) == []
    assert llm.calls == 2


@pytest.mark.parametrize("kind", FAILURES)
def test_a_model_that_fails_raises_a_model_error(kind: str) -> None:
    with pytest.raises(ModelError):
        asyncio.run(LLMQueryDecomposer(FakeLLM(FAILURES[kind])).decompose(CTX, "pump noise"))


def test_the_time_is_bounded_and_what_is_no_string_refused() -> None:
    async def run() -> None:
        slow: QueryDecomposer = LLMQueryDecomposer(FakeLLM.hanging(), timeout=0.05)
        with pytest.raises(ModelTimeoutError):
            await slow.decompose(CTX, "pump noise")
        for one in (LLMQueryDecomposer(FakeLLM()), HeuristicQueryDecomposer()):
            with pytest.raises(InputError):
                await one.decompose(CTX, None)  # type: ignore[arg-type]

    asyncio.run(run())


def test_rules_leave_a_very_long_text_whole_and_are_quick_with_a_long_one() -> None:
    block = "صد و بیست پمپ و "
    began = process_time()
    assert split(block * 8000) == []
    assert split(block * 240)
    assert process_time() - began < 1.0


def test_what_is_within_a_number_joins_and_what_is_beside_it_does_not() -> None:
    text = "قیمت صد و بیست پمپ و کیفیت پنجاه و پنج موتور و گفت و گو با فروشنده"
    assert split(text) == ["قیمت صد و بیست پمپ", "کیفیت پنجاه و پنج موتور", "گفت و گو با فروشنده"]


def test_a_part_is_analysed_once_however_many_pronouns_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dangling = Dangling()
    analysed = 0
    tokens = Dangling._tokens

    def counted(self: Dangling, text: str) -> tuple[Token, ...]:
        nonlocal analysed
        analysed += 1
        return tokens(self, text)

    monkeypatch.setattr(Dangling, "_tokens", counted)
    assert not dangling.refers("pump motor warranty " + "they fix it " * 200, "pump")
    assert analysed == 1
