"""Other wordings: what a model is asked, what of its reply is used, and what the cache does."""

from __future__ import annotations

import asyncio
import json
from random import Random

import pytest

from fulltext_query.errors import (
    InputError,
    ModelError,
    ModelRefusedError,
    ModelTimeoutError,
    ModelUnavailableError,
    SettingsError,
)
from fulltext_query.llm import Reply
from fulltext_query.understand import RequestContext
from fulltext_query.understand.notes import collecting
from fulltext_query.understand.rewriter import (
    LLMQueryRewriter,
    NoopQueryRewriter,
    QueryRewriter,
)

from .models import FAILURES, FakeLLM
from .replies_made import made_reply, question

CTX = RequestContext(tenant_id="acme")


class DictCache:
    """A cache that shows what it holds; broken where it is told to be."""

    def __init__(self, failure: Exception | None = None) -> None:
        self.held: dict[str, str] = {}
        self.ttl: list[float | None] = []
        self.failure = failure

    async def get(self, key: str) -> str | None:
        if self.failure is not None:
            raise self.failure
        return self.held.get(key)

    async def set(self, key: str, value: str, *, ttl_seconds: float | None = None) -> None:
        if self.failure is not None:
            raise self.failure
        self.held[key] = value
        self.ttl.append(ttl_seconds)

    async def delete(self, key: str) -> None:
        self.held.pop(key, None)


def rewrite(
    rewriter: QueryRewriter, text: str = "pump noise", n: int = 3, ctx: RequestContext = CTX
) -> list[str]:
    return asyncio.run(rewriter.rewrite(ctx, text, n=n))


def test_wordings_one_to_a_line() -> None:
    llm = FakeLLM("1. pump rattle\n- pump hum\n* Pump Hum\n•  vibration of a pump  ")
    assert rewrite(LLMQueryRewriter(llm)) == ["pump rattle", "pump hum", "vibration of a pump"]
    assert llm.calls == 1


def test_never_the_question_in_whatever_case_none_twice_and_at_most_n() -> None:
    reply = "PUMP NOISE\npump rattle\nPump Rattle\npump hum\npump buzz\npump whine"
    assert rewrite(LLMQueryRewriter(FakeLLM(reply)), n=2) == ["pump rattle", "pump hum"]
    assert rewrite(LLMQueryRewriter(FakeLLM("pump hum")), n=5) == ["pump hum"]  # fewer than n


def test_the_default_is_three() -> None:
    reply = "\n".join(f"wording {one}" for one in "abcdef")
    rewriter = LLMQueryRewriter(FakeLLM(reply))
    assert len(asyncio.run(rewriter.rewrite(CTX, "pump noise"))) == 3


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_a_blank_question_and_none_asked_for_make_no_call(text: str) -> None:
    llm = FakeLLM("pump hum")
    assert rewrite(LLMQueryRewriter(llm), text) == []
    assert rewrite(LLMQueryRewriter(llm), n=0) == []
    assert llm.calls == 0


def test_the_noop_has_none() -> None:
    assert rewrite(NoopQueryRewriter()) == []
    assert rewrite(NoopQueryRewriter(), "") == []


def test_the_prompt_can_be_replaced_and_has_n() -> None:
    llm = FakeLLM("pump hum")
    rewrite(LLMQueryRewriter(llm, system_prompt="Give {n}. {other}", max_tokens=99), n=7)
    assert llm.prompts[0].system == "Give 7. {other}"
    assert json.loads(llm.prompts[0].user.split("\n")[-1]) == "pump noise"
    assert llm.limits == [99]
    rewrite(LLMQueryRewriter(own := FakeLLM("x y")), n=4)
    assert "4" in own.prompts[0].system
    assert "{n}" not in own.prompts[0].system


def test_a_plain_function_is_a_model_too() -> None:
    assert rewrite(LLMQueryRewriter(lambda system, user: "pump hum")) == ["pump hum"]


# The cache


def test_what_was_asked_before_is_not_asked_again() -> None:
    llm, cache = FakeLLM("pump rattle\npump hum"), DictCache()
    rewriter = LLMQueryRewriter(llm, cache=cache, cache_ttl_seconds=60)
    first = rewrite(rewriter)
    assert rewrite(rewriter) == first == ["pump rattle", "pump hum"]
    assert rewrite(rewriter, "  PUMP   noise ") == first  # case and blanks aside
    assert llm.calls == 1
    assert cache.ttl == [60]


def test_tenant_model_version_number_and_prompt_keep_their_own() -> None:
    cache = DictCache()
    llm = FakeLLM("pump rattle\npump hum")
    rewrite(LLMQueryRewriter(llm, cache=cache))
    rewrite(LLMQueryRewriter(llm, cache=cache), ctx=RequestContext(tenant_id="other"))
    rewrite(LLMQueryRewriter(llm, cache=cache, prompt_version="v2"))
    rewrite(LLMQueryRewriter(llm, cache=cache), n=2)
    rewrite(LLMQueryRewriter(llm, cache=cache, system_prompt="Other"))
    assert llm.calls == len(cache.held) == 5
    rewrite(LLMQueryRewriter(other := FakeLLM("pump rattle", model_id="other"), cache=cache))
    assert other.calls == 1
    assert all("pump" not in key and "acme" not in key for key in cache.held)


@pytest.mark.parametrize(
    "held", ["", "no json", "[]", '{"a": 1}', "[1, 2]", "null", '[""]', "[" * 9999]
)
def test_a_damaged_entry_is_healed(held: str) -> None:
    llm, cache = FakeLLM("pump rattle"), DictCache()
    rewriter = LLMQueryRewriter(llm, cache=cache)
    rewrite(rewriter)
    (key,) = cache.held
    good = cache.held[key]
    cache.held[key] = held
    assert rewrite(rewriter) == ["pump rattle"]
    assert llm.calls == 2
    assert cache.held[key] == good
    assert rewrite(rewriter) == ["pump rattle"]
    assert llm.calls == 2


@pytest.mark.parametrize(
    "reply", [None, "", "Sorry, I can't help with that.", "<think>hm", "pump noise"]
)
def test_a_reply_without_wordings_is_not_kept(reply: str | None) -> None:
    llm, cache = FakeLLM(reply, "pump hum"), DictCache()
    rewriter = LLMQueryRewriter(llm, cache=cache)
    assert rewrite(rewriter) == []
    assert cache.held == {}
    assert rewrite(rewriter) == ["pump hum"]
    assert llm.calls == 2


def test_an_error_is_not_kept_and_a_cache_that_fails_is_none() -> None:
    cache = DictCache()
    rewriter = LLMQueryRewriter(FakeLLM(ModelUnavailableError("busy"), "pump hum"), cache=cache)
    with pytest.raises(ModelUnavailableError):
        rewrite(rewriter)
    assert rewrite(rewriter) == ["pump hum"]
    broken = LLMQueryRewriter(FakeLLM("pump hum"), cache=DictCache(ConnectionError("gone")))
    assert rewrite(broken) == ["pump hum"]


def test_those_who_ask_the_same_at_once_share_a_call() -> None:
    async def run() -> None:
        gate = asyncio.Event()
        llm = FakeLLM("pump rattle", gate=gate)
        rewriter = LLMQueryRewriter(llm, cache=DictCache())
        calls = [asyncio.ensure_future(rewriter.rewrite(CTX, "pump noise")) for _ in range(20)]
        await llm.begun.wait()
        gate.set()
        assert await asyncio.gather(*calls) == [["pump rattle"]] * 20
        assert llm.calls == 1

    asyncio.run(run())


# What goes wrong


@pytest.mark.parametrize("kind", FAILURES)
def test_a_model_that_fails_raises_a_model_error(kind: str) -> None:
    with pytest.raises(ModelError) as caught:
        rewrite(LLMQueryRewriter(FakeLLM(FAILURES[kind])))
    expected = {"unavailable": ModelUnavailableError, "timeout": ModelTimeoutError,
                "refused": ModelRefusedError, "connection": ModelUnavailableError}  # fmt: skip
    assert type(caught.value) is expected.get(kind, ModelError)


@pytest.mark.parametrize(
    ("kind", "calls"),
    [
        ("unavailable", 4),
        ("timeout", 4),
        ("connection", 4),
        ("refused", 1),
        ("model", 1),
        ("value", 1),
    ],
)
def test_only_what_may_succeed_again_is_tried_again(
    kind: str, calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fulltext_query.understand.asking._PAUSE", 0.0)
    llm = FakeLLM(FAILURES[kind])
    with pytest.raises(ModelError):
        rewrite(LLMQueryRewriter(llm, retries=3))
    assert llm.calls == calls
    once = FakeLLM(FAILURES[kind])
    with pytest.raises(ModelError):
        rewrite(LLMQueryRewriter(once))
    assert once.calls == 1


def test_a_second_try_that_succeeds_is_the_answer_and_noted() -> None:
    with collecting() as notes:
        llm = FakeLLM(ModelUnavailableError("busy", retry_after=0.0), "pump hum")
        assert rewrite(LLMQueryRewriter(llm, retries=1)) == ["pump hum"]
    assert [one.reason for one in notes] == ["retry"]


def test_no_wait_that_is_longer_than_the_time_that_is_left() -> None:
    llm = FakeLLM(ModelUnavailableError("busy", retry_after=3600))
    with pytest.raises(ModelUnavailableError):
        rewrite(LLMQueryRewriter(llm, retries=3, timeout=5))
    assert llm.calls == 1


def test_the_time_bounds_everything_and_the_call_is_cancelled() -> None:
    async def run() -> None:
        llm = FakeLLM.hanging()
        loop = asyncio.get_running_loop()
        began = loop.time()
        with pytest.raises(ModelTimeoutError, match="0.05 seconds"):
            await LLMQueryRewriter(llm, retries=3, timeout=0.05).rewrite(CTX, "pump noise")
        assert loop.time() - began < 1.0
        assert (llm.calls, llm.cancelled) == (1, 1)
        told = llm.timeouts[0]
        assert told is not None
        assert told <= 0.05

    asyncio.run(run())


def test_the_callers_own_cancellation_passes() -> None:
    async def run() -> None:
        llm = FakeLLM.hanging()
        task = asyncio.ensure_future(LLMQueryRewriter(llm).rewrite(CTX, "pump noise"))
        await llm.begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert llm.cancelled == 1

    asyncio.run(run())


def test_the_reasons_are_noted_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "fulltext_query.understand")
    with collecting() as notes:
        rewrite(LLMQueryRewriter(FakeLLM(Reply("<think>the secret pump"))))
        rewrite(LLMQueryRewriter(FakeLLM("How to fix the noise")), "水泵异响怎么处理")
    assert [(one.component, one.reason) for one in notes] == [
        ("rewriter", "unclosed_reasoning"), ("rewriter", "language"),
    ]  # fmt: skip
    assert "cut off in the model's thinking" in caplog.text
    assert "secret" not in caplog.text  # nobody's words go to the log


def test_keep_language_rejects_another_language() -> None:
    reply = "How to fix the noise\n水泵噪音处理方法"
    rewriter = LLMQueryRewriter(FakeLLM(reply), keep_language=True)
    assert rewrite(rewriter, "水泵异响怎么处理") == ["水泵噪音处理方法"]
    assert len(rewrite(LLMQueryRewriter(FakeLLM(reply)), "水泵异响怎么处理")) == 2
    german = RequestContext(language="de")
    told = LLMQueryRewriter(FakeLLM("how to repair the noise of it"), keep_language=True)
    assert rewrite(told, "Pumpe laut", ctx=german) == []


@pytest.mark.parametrize(
    "wrong",
    [{"max_tokens": 0}, {"timeout": 0}, {"timeout": -1}, {"retries": -1}, {"cache_ttl_seconds": 0},
     {"system_prompt": " "}, {"max_tokens": 1.5}],
)  # fmt: skip
def test_arguments_that_cannot_be_used(wrong: dict[str, float]) -> None:
    with pytest.raises(SettingsError):
        LLMQueryRewriter(FakeLLM(), **wrong)  # type: ignore[arg-type]


def test_other_wrong_use() -> None:
    with pytest.raises(SettingsError):
        LLMQueryRewriter(object())
    with pytest.raises(SettingsError):
        rewrite(LLMQueryRewriter(FakeLLM()), n=-1)
    with pytest.raises(InputError):
        rewrite(LLMQueryRewriter(FakeLLM()), None)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        QueryRewriter()  # type: ignore[abstract]


class HangingCache(DictCache):
    """A cache that never answers what it is told to hang at."""

    def __init__(self, *hangs: str) -> None:
        super().__init__()
        self.hangs = hangs

    async def get(self, key: str) -> str | None:
        if "get" in self.hangs:
            await asyncio.Event().wait()
        return await super().get(key)

    async def set(self, key: str, value: str, *, ttl_seconds: float | None = None) -> None:
        if "set" in self.hangs:
            await asyncio.Event().wait()
        await super().set(key, value, ttl_seconds=ttl_seconds)


@pytest.mark.parametrize("hangs", [("get",), ("set",), ("get", "set")])
def test_a_cache_that_hangs_costs_no_reply(hangs: tuple[str, ...]) -> None:
    rewriter = LLMQueryRewriter(FakeLLM("pump hum"), cache=HangingCache(*hangs), timeout=0.1)
    assert rewrite(rewriter) == ["pump hum"]


def test_a_call_that_hangs_fails_only_those_who_shared_it() -> None:
    async def run() -> None:
        llm = FakeLLM("pump hum", gate=asyncio.Event())
        rewriter = LLMQueryRewriter(llm, cache=DictCache(), timeout=0.2)
        failures = 0

        async def impatient() -> None:
            nonlocal failures
            try:
                await rewriter.rewrite(CTX, "pump noise")
            except ModelTimeoutError:
                failures += 1

        # there is always one who waits: nobody's leaving ends the shared call
        tasks = []
        async with asyncio.timeout(10):
            while llm.calls < 2:
                tasks.append(asyncio.ensure_future(impatient()))
                await asyncio.wait(tasks, timeout=0.05)
            assert llm.gate is not None
            llm.gate.set()
            assert await rewriter.rewrite(CTX, "pump noise") == ["pump hum"]
            await asyncio.gather(*tasks)
        assert failures
        assert len(tasks) < 100

    asyncio.run(run())


@pytest.mark.parametrize(
    ("held", "usable"),
    [
        (["pump hum", "PUMP HUM ", "pump hum."], ["pump hum"]),
        (["", "  ", "pump hum"], ["pump hum"]),
        (["<think>secret</think>pump hum"], ["pump hum"]),
        (["x" * 5000, "pump hum"], ["pump hum"]),
        (["pump\x00 hum\nsecond line"], ["pump hum"]),
        (["Pump noise?", "pump hum"], ["pump hum"]),
        ([f"pump hum {one}" for one in range(9)], [f"pump hum {one}" for one in range(3)]),
        (["", " "], None),
        (["<think>never closed"], None),
        (["x" * 5000], None),
        (["pump noise"], None),
        (["I'm sorry, I can't help with that."], None),
        ([1, "pump hum"], None),
        ({"a": "pump hum"}, None),
    ],
)
def test_what_a_cache_gives_is_read_like_a_reply(held: object, usable: list[str] | None) -> None:
    cache = DictCache()
    llm = FakeLLM("pump rattle")
    rewriter = LLMQueryRewriter(llm, cache=cache)
    rewrite(rewriter)
    (key,) = cache.held
    cache.held[key] = json.dumps(held)
    assert rewrite(rewriter) == (usable or ["pump rattle"])
    assert llm.calls == (1 if usable else 2)
    if not usable:
        assert json.loads(cache.held[key]) == ["pump rattle"]


def test_the_first_asker_and_those_after_get_the_same() -> None:
    random = Random(5)
    for _ in range(300):
        text, reply = question(random), made_reply(random)
        plain = rewrite(LLMQueryRewriter(FakeLLM(reply)), text)
        cached = LLMQueryRewriter(FakeLLM(reply, ""), cache=DictCache())
        assert rewrite(cached, text) == plain
        assert rewrite(cached, text) == plain
