"""The pipeline: everything of a question in one call, and nothing that fails takes it down."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulltext_query.errors import (
    FulltextQueryError,
    InputError,
    ModelError,
    ModelRefusedError,
    ModelTimeoutError,
    ModelUnavailableError,
    SettingsError,
)
from fulltext_query.understand import RequestContext, UnderstoodQuery
from fulltext_query.understand.notes import note
from fulltext_query.understand.pipeline import QueryUnderstandingPipeline
from fulltext_query.understand.steps import Step
from tests.optional import need

CTX = RequestContext(tenant_id="acme")
QUESTION = "what is RAG used for and what does it cost?"

GOOD: dict[str, Any] = {
    "rewriter": ["uses of retrieval augmented generation"],
    "decomposer": ["what is RAG used for", "what does RAG cost"],
    "glossary": {"rag": ["retrieval augmented generation"]},
    "hyde": SimpleNamespace(
        documents=["RAG grounds answers."], vector=[0.5, 0.25], model="e5", cache_hits=0,
        cache_misses=0,
    ),
}  # fmt: skip
LABELS = sorted(GOOD)
METHODS = {
    "rewriter": "rewrite", "decomposer": "decompose", "glossary": "expand", "hyde": "generate",
}  # fmt: skip
IDENTITY: dict[str, dict[str, Any]] = {
    "rewriter": {"rewrites": []},
    "decomposer": {"sub_queries": []},
    "glossary": {"expansion_terms": {}},
    "hyde": {"hyde_documents": [], "hyde_vector": None},
}
WHOLE: dict[str, dict[str, Any]] = {
    "rewriter": {"rewrites": GOOD["rewriter"]},
    "decomposer": {"sub_queries": GOOD["decomposer"]},
    "glossary": {"expansion_terms": GOOD["glossary"]},
    "hyde": {"hyde_documents": ["RAG grounds answers."], "hyde_vector": [0.5, 0.25]},
}

Behaviour = Callable[[], Awaitable[Any]]


class Asked:
    """A component of any kind that does as it is told, and counts how often it is asked."""

    def __init__(self, label: str, behaviour: Behaviour | None = None) -> None:
        self.calls: list[tuple[RequestContext, str, Mapping[str, Any]]] = []

        async def asked(ctx: RequestContext, text: str, **options: Any) -> Any:
            self.calls.append((ctx, text, options))
            return GOOD[label] if behaviour is None else await behaviour()

        setattr(self, METHODS[label], asked)


def part(label: str, behaviour: Behaviour | None = None) -> Any:
    """One that a type checker takes for a component of whichever kind."""
    return Asked(label, behaviour)


def gives(value: Any) -> Behaviour:
    async def behave() -> Any:
        return value

    return behave


def raises(error: BaseException) -> Behaviour:
    async def behave() -> Any:
        raise error

    return behave


async def hangs() -> Any:
    await asyncio.Event().wait()


async def will_not_be_cancelled() -> Any:
    with contextlib.suppress(asyncio.CancelledError):  # of the pipeline
        await asyncio.Event().wait()
    await asyncio.Event().wait()  # until the loop is closed


async def raises_when_cancelled() -> Any:
    try:
        await asyncio.Event().wait()
    finally:
        raise RuntimeError("the clean-up failed")


async def fails_late() -> Any:
    for _ in range(5):
        await asyncio.sleep(0)
    raise RuntimeError("the connection broke in the middle")


class NoException(BaseException):  # as native code raises it
    """A panic of native code."""


async def is_cancelled_inside() -> Any:
    task = asyncio.ensure_future(asyncio.Event().wait())
    task.cancel()
    await task


async def cancels_itself() -> Any:
    task = asyncio.current_task()
    assert task is not None
    task.cancel()
    await asyncio.sleep(0)


class UnreadableError(Exception):
    """Its message cannot be had."""

    def __str__(self) -> str:
        raise ValueError("no message")


class EvilList(list[Any]):
    """A list that cannot be gone through."""

    def __iter__(self) -> Any:
        raise RuntimeError("gone")


FAULTS: dict[str, Behaviour] = {
    "raises": raises(ValueError("a bug")),
    "raises at once, with a huge message": raises(RuntimeError("x" * 10**6)),
    "raises without a message": raises(UnreadableError()),
    "raises late": fails_late,
    "raises no Exception": raises(NoException("panic")),
    "raises several": raises(BaseExceptionGroup("several", [ValueError(), NoException()])),
    "runs out of recursion": raises(RecursionError()),
    "stops": raises(asyncio.CancelledError()),
    "is cancelled inside": is_cancelled_inside,
    "hangs": hangs,
    "will not be cancelled": will_not_be_cancelled,
    "raises when cancelled": raises_when_cancelled,
    "gives None": gives(None),
    "gives a string": gives("one long string"),
    "gives a number": gives(7),
    "gives a coroutine's worth of nothing": gives(object()),
    "gives wrong items": gives([None, 3, b"bytes", ["nested"]]),
    "gives wrong pairs": gives({None: 3, "term": 5, "": ["x"]}),
    "gives huge items": gives(["x" * 10**6] * 3),
    "gives what breaks": gives(EvilList(["x"])),
}
QUICK_TO_FAIL = [name for name, fault in FAULTS.items() if fault not in (
    hangs, will_not_be_cancelled, raises_when_cancelled)]  # fmt: skip


def pipeline(
    behaviours: Mapping[str, Behaviour | None] | None = None, **options: Any
) -> QueryUnderstandingPipeline:
    """One of all four components, some of which do as they are told."""
    told = dict.fromkeys(LABELS) if behaviours is None else behaviours
    return QueryUnderstandingPipeline(
        **{label: part(label, behaviour) for label, behaviour in told.items()}, **options
    )


def understand(asked: QueryUnderstandingPipeline, text: str = QUESTION) -> UnderstoodQuery:
    async def whole() -> UnderstoodQuery:
        understood = await asked.understand(CTX, text)
        for _ in range(20):  # what was given up ends, and nothing is heard of it
            await asyncio.sleep(0)
        return understood

    return asyncio.run(whole())


def assert_contributions(understood: UnderstoodQuery, failed: Sequence[str]) -> None:
    """Those that failed gave their identity output, the others all they had."""
    assert understood.original_text == QUESTION
    for label in LABELS:
        for name, value in (IDENTITY if label in failed else WHOLE)[label].items():
            assert getattr(understood, name) == value, (label, name)
    assert understood.metadata.get("partial_failures", []) == sorted(failed)
    noted = {one["component"] for one in understood.metadata.get("notes", ())}
    assert noted >= set(failed)  # each failure has its reason
    json.dumps(understood.metadata)


def test_all_components_contribute() -> None:
    understood = understand(pipeline())
    assert_contributions(understood, [])
    assert understood.metadata["hyde_embed_model"] == "e5"
    assert understood.metadata["elapsed_ms"] > 0
    assert set(understood.metadata) == {"elapsed_ms", "hyde_embed_model"}
    assert understood.keyword_queries == [QUESTION, *GOOD["rewriter"]]


@pytest.mark.parametrize("labels", [
    labels for size in range(5) for labels in itertools.combinations(LABELS, size)
])  # fmt: skip
def test_a_missing_component_contributes_nothing(labels: tuple[str, ...]) -> None:
    understood = understand(pipeline(dict.fromkeys(labels)))
    for label in LABELS:
        for name, value in (WHOLE if label in labels else IDENTITY)[label].items():
            assert getattr(understood, name) == value
    assert "partial_failures" not in understood.metadata


def test_each_is_asked_once_as_its_contract_says() -> None:
    components = {label: part(label) for label in LABELS}
    understand(QueryUnderstandingPipeline(**components, rewrite_n=5))
    for label, component in components.items():
        assert component.calls == [(CTX, QUESTION, {"n": 5} if label == "rewriter" else {})]


def test_three_rewrites_are_asked_for_unless_told_otherwise() -> None:
    rewriter = part("rewriter")
    understand(QueryUnderstandingPipeline(rewriter=rewriter))
    assert rewriter.calls[0][2] == {"n": 3}


def test_what_is_switched_off_is_not_called() -> None:
    # pip-03
    rewriter = part("rewriter")
    off = QueryUnderstandingPipeline(rewriter=rewriter, rewrite_n=0)
    assert understand(off).rewrites == []
    assert rewriter.calls == []


@pytest.mark.parametrize("text", ["", "   ", "\n\t\u3000"])
def test_a_blank_question_is_put_to_no_component(text: str) -> None:
    components = {label: part(label) for label in LABELS}
    understood = understand(QueryUnderstandingPipeline(**components), text)
    assert understood.original_text == text
    assert not any(component.calls for component in components.values())


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("label", LABELS)
def test_one_component_fails(label: str, fault: str, caplog: pytest.LogCaptureFixture) -> None:
    told = {one: FAULTS[fault] if one == label else None for one in LABELS}
    with caplog.at_level(logging.WARNING, "fulltext_query.understand"):
        understood = understand(pipeline(told, time_budget=0.05))
    assert_contributions(understood, [label])
    told_of = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(told_of) == 1
    assert told_of[0].getMessage().startswith("query.understand.component_failed")
    assert vars(told_of[0])["component"] == label
    assert len(told_of[0].getMessage()) < 1000
    assert QUESTION not in told_of[0].getMessage()


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("fault", QUICK_TO_FAIL)
def test_one_component_fails_without_a_time_budget(label: str, fault: str) -> None:
    told = {one: FAULTS[fault] if one == label else None for one in LABELS}
    assert_contributions(understand(pipeline(told)), [label])
    alone = understand(pipeline({label: FAULTS[fault]}))
    assert alone.original_text == QUESTION
    assert alone.metadata["partial_failures"] == [label]
    assert len(alone.metadata["notes"]) == 1


@pytest.mark.parametrize("pair", list(itertools.combinations(LABELS, 2)), ids="+".join)
def test_two_components_fail(pair: tuple[str, str]) -> None:
    for first, second in itertools.product(QUICK_TO_FAIL, repeat=2):
        told = dict.fromkeys(LABELS)
        asked = pipeline({**told, pair[0]: FAULTS[first], pair[1]: FAULTS[second]})
        assert_contributions(understand(asked), pair)


@pytest.mark.parametrize("pair", list(itertools.combinations(LABELS, 2)), ids="+".join)
@pytest.mark.parametrize("first", ["hangs", "will not be cancelled", "raises when cancelled"])
@pytest.mark.parametrize("second", ["hangs", "raises", "gives None", "raises late"])
def test_two_components_fail_one_of_which_hangs(
    pair: tuple[str, str], first: str, second: str
) -> None:
    told: dict[str, Behaviour | None] = dict.fromkeys(LABELS)
    told |= {pair[0]: FAULTS[first], pair[1]: FAULTS[second]}
    assert_contributions(understand(pipeline(told, time_budget=0.02)), pair)


def test_all_components_fail() -> None:
    told = dict.fromkeys(LABELS, FAULTS["raises"])
    assert_contributions(understand(pipeline(told)), LABELS)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ModelTimeoutError("x"), "timeout"),
        (TimeoutError("x"), "timeout"),
        (ModelUnavailableError("x"), "unavailable"),
        (ModelRefusedError("x"), "refused"),
        (ValueError("x"), "error"),
    ],
)
def test_the_reason_is_recorded(error: Exception, reason: str) -> None:
    understood = understand(pipeline({"hyde": raises(error)}))
    name = type(error).__name__
    message = f"{name}: x" if isinstance(error, FulltextQueryError) else name
    assert understood.metadata["notes"] == [
        {"component": "hyde", "reason": reason, "message": message}
    ]


def test_a_component_that_cancels_itself_fails_alone() -> None:
    told = {one: cancels_itself if one == "glossary" else None for one in LABELS}
    assert_contributions(understand(pipeline(told)), ["glossary"])


def test_a_component_that_cannot_even_be_called_fails_alone() -> None:
    class Wrong:
        def rewrite(self) -> list[str]:
            return []

    asked = QueryUnderstandingPipeline(rewriter=cast(Any, Wrong()), glossary=part("glossary"))
    understood = understand(asked)
    assert understood.metadata["partial_failures"] == ["rewriter"]
    assert understood.expansion_terms == GOOD["glossary"]


def test_a_component_that_needs_no_awaiting_serves() -> None:
    plain: Any = SimpleNamespace(expand=lambda ctx, text: {"rag": ["x"]})
    for budget in (None, 5.0):
        asked = QueryUnderstandingPipeline(glossary=plain, time_budget=budget)
        assert understand(asked).expansion_terms == {"rag": ["x"]}


def test_a_message_that_repeats_the_question_does_not_show_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, "fulltext_query.understand"):
        understood = understand(pipeline({"hyde": raises(ModelError(f"cannot read {QUESTION!r}"))}))
    assert QUESTION not in caplog.text
    assert QUESTION not in str(understood.metadata)
    assert "cannot read" in caplog.text


# --- what passes through --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error",
    [KeyboardInterrupt(), SystemExit(3), BaseExceptionGroup("both", [ValueError(), SystemExit(3)])],
)
@pytest.mark.parametrize("labels", [["hyde"], LABELS], ids=["alone", "among others"])
@pytest.mark.parametrize("budget", [None, 5.0])
def test_what_ends_the_program_passes_through(
    error: BaseException, labels: list[str], budget: float | None
) -> None:
    told = {one: raises(error) if one == "hyde" else None for one in labels}
    with pytest.raises(type(error)):
        understand(pipeline(told, time_budget=budget))


@pytest.mark.parametrize("labels", [["hyde"], LABELS], ids=["alone", "among others"])
@pytest.mark.parametrize("budget", [None, 5.0])
def test_the_caller_s_own_cancellation_passes_through(
    labels: list[str], budget: float | None
) -> None:
    ended: list[str] = []
    begun = asyncio.Event()

    async def cleans_up() -> Any:
        try:
            begun.set()
            await asyncio.Event().wait()
        finally:
            ended.append("cleaned up")

    async def whole() -> None:
        asked = pipeline(dict.fromkeys(labels) | {"hyde": cleans_up}, time_budget=budget)
        task = asyncio.ensure_future(asked.understand(CTX, QUESTION))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert ended == ["cleaned up"]  # before the caller goes on
        begun.clear()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.02):
                await asked.understand(CTX, QUESTION)
        assert ended == ["cleaned up"] * 2

    asyncio.run(whole())


# --- time -----------------------------------------------------------------------------------------


def test_a_slow_component_costs_its_part_and_no_more_than_the_budget() -> None:
    async def whole() -> None:
        loop = asyncio.get_running_loop()
        asked = pipeline(dict.fromkeys(LABELS) | {"hyde": will_not_be_cancelled}, time_budget=0.05)
        begun = loop.time()
        understood = await asked.understand(CTX, QUESTION)
        assert loop.time() - begun < 2
        assert_contributions(understood, ["hyde"])
        [told] = understood.metadata["notes"]
        assert (told["component"], told["reason"]) == ("hyde", "timeout")

    asyncio.run(whole())


def test_what_is_given_up_is_cancelled() -> None:
    cancelled: list[str] = []

    async def never_ends() -> Any:
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.append("cancelled")

    async def whole() -> None:
        asked = pipeline(dict.fromkeys(LABELS, never_ends), time_budget=0.01)
        assert_contributions(await asked.understand(CTX, QUESTION), LABELS)
        for _ in range(20):
            await asyncio.sleep(0)
        assert cancelled == ["cancelled"] * 4
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(whole())


def test_nothing_is_asked_when_the_time_is_over() -> None:
    components = {label: part(label) for label in LABELS}
    asked = QueryUnderstandingPipeline(**components, time_budget=0)
    assert_contributions(understand(asked), LABELS)
    assert not any(component.calls for component in components.values())


def test_components_run_at_the_same_time() -> None:
    meeting = asyncio.Barrier(len(LABELS))

    def meets(label: str) -> Behaviour:
        async def behave() -> Any:
            await meeting.wait()  # one after the other they would never meet
            return GOOD[label]

        return behave

    assert_contributions(understand(pipeline({label: meets(label) for label in LABELS})), [])


def test_a_thousand_questions_at_once_take_as_long_as_the_slowest_component() -> None:
    async def whole() -> None:
        waiting = 0
        everyone = asyncio.Event()

        async def waits_for_everyone() -> Any:
            nonlocal waiting
            waiting += 1
            if waiting == 2 * 1000:
                everyone.set()
            await everyone.wait()  # passed only where all questions are under way together

        told = dict.fromkeys(LABELS) | {"hyde": waits_for_everyone, "rewriter": waits_for_everyone}
        asked = pipeline(told, time_budget=60)
        texts = [f"question number {number}" for number in range(1000)]
        found = await asyncio.gather(*[asked.understand(CTX, text) for text in texts])
        assert [understood.original_text for understood in found] == texts
        assert all(
            understood.metadata["partial_failures"] == ["hyde", "rewriter"] for understood in found
        )
        assert all(len(understood.metadata["notes"]) == 2 for understood in found)  # its own alone

    asyncio.run(whole())


# --- another shape --------------------------------------------------------------------------------


def test_the_fan_out_can_be_another_one() -> None:
    order: list[str] = []

    class OneAfterAnother(QueryUnderstandingPipeline):
        async def _run_all(self, steps: Sequence[Step]) -> None:
            for step in steps:
                order.append(step.label)
                await step()
                order.append("done")

    components = {label: part(label, FAULTS["raises"] if label == "rewriter" else None)
                  for label in LABELS}  # fmt: skip
    assert_contributions(understand(OneAfterAnother(**components)), ["rewriter"])
    assert order == ["rewriter", "done", "decomposer", "done", "glossary", "done", "hyde", "done"]


def test_a_step_is_run_once_and_one_that_is_left_out_is_no_failure() -> None:
    class Twice(QueryUnderstandingPipeline):
        async def _run_all(self, steps: Sequence[Step]) -> None:
            for step in (*steps[:2], *steps[:2]):
                await step()

    components = {label: part(label) for label in LABELS}
    understood = understand(Twice(**components))
    assert [len(components[label].calls) for label in METHODS] == [1, 1, 0, 0]
    assert (understood.rewrites, understood.sub_queries) == (GOOD["rewriter"], GOOD["decomposer"])
    assert understood.expansion_terms == {}
    assert "partial_failures" not in understood.metadata


def test_a_fan_out_that_fails_takes_nothing_down() -> None:
    class Broken(QueryUnderstandingPipeline):
        async def _run_all(self, steps: Sequence[Step]) -> None:
            await steps[0]()
            raise ValueError("a bug in the override")

    understood = understand(Broken(**{label: part(label) for label in LABELS}))
    assert understood.rewrites == GOOD["rewriter"]
    assert understood.sub_queries == []
    assert understood.metadata["partial_failures"] == ["decomposer", "glossary", "hyde"]


# --- what components give -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        # llm-12
        (["pump rattle", "pump rattle", "PUMP RATTLE", "pump hum", "pump buzz", "pump whine"],
         ["pump rattle", "pump hum", "pump buzz"]),
        (["Pump  NOISE", "pump noise ", "hum"], ["hum"]),
        ([" hum\n", "", "  ", None, 7, "buzz"], ["hum", "buzz"]),
        (("hum",), ["hum"]),
        ([], []),
    ],
)  # fmt: skip
def test_rewrites_keep_their_contract(given: Any, kept: list[str]) -> None:
    asked = QueryUnderstandingPipeline(rewriter=part("rewriter", gives(given)))
    understood = understand(asked, "pump noise")
    assert understood.rewrites == kept
    assert "partial_failures" not in understood.metadata


def test_the_question_itself_is_no_decomposition() -> None:
    for output in (["pump noise"], ["PUMP noise "], []):
        asked = QueryUnderstandingPipeline(decomposer=part("decomposer", gives(output)))
        assert understand(asked, "pump noise").sub_queries == []


def test_what_is_left_out_is_noted() -> None:
    given = ["hum", None, "x" * 10**6]
    asked = QueryUnderstandingPipeline(rewriter=part("rewriter", gives(given)))
    understood = understand(asked, "pump noise")
    assert understood.rewrites == ["hum"]
    [told] = understood.metadata["notes"]
    assert (told["component"], told["reason"]) == ("rewriter", "discarded")


def test_outputs_are_bounded() -> None:
    many = [f"text {number}" for number in range(50_000)]
    passages = SimpleNamespace(documents=many, vector=None, model=None)
    terms = dict.fromkeys(many, many[:2])
    told = {"rewriter": gives(many), "decomposer": gives(many), "glossary": gives(terms),
            "hyde": gives(passages)}  # fmt: skip
    understood = understand(pipeline(told))
    assert len(understood.rewrites) == 3
    assert len(understood.sub_queries) <= 100
    assert len(understood.hyde_documents) <= 100
    assert len(understood.expansion_terms) <= 1000


def test_terms_are_in_lower_case_with_lists() -> None:
    given = {" RAG ": ["retrieval"], "LLM": "language model", "x": [], "y": [None]}
    understood = understand(pipeline({"glossary": gives(given)}))
    assert understood.expansion_terms == {"rag": ["retrieval"], "llm": ["language model"]}


@pytest.mark.parametrize(
    "vector",
    [[], [0.0, 0.0], [float("nan"), 1.0], [float("inf")], [1e300], ["a"], "ab", 5, {"a": 1},
     [None], [[1.0]], [1.0] * 100_000],
    ids=repr,
)  # fmt: skip
def test_a_vector_that_no_engine_takes_is_none_and_the_passages_stay(vector: Any) -> None:
    given = SimpleNamespace(documents=["a passage"], vector=vector, model="e5")
    understood = understand(pipeline({"hyde": gives(given)}))
    assert understood.hyde_vector is None
    assert understood.hyde_documents == ["a passage"]
    assert understood.metadata["partial_failures"] == ["hyde"]
    assert understood.metadata["hyde_embed_model"] == "e5"


def test_vectors_of_other_libraries_become_lists() -> None:
    numpy = need("numpy")
    vector = numpy.asarray([0.5, 0.25], dtype="float32")
    given = SimpleNamespace(documents=["a passage"], vector=vector, model="e5")
    assert understand(pipeline({"hyde": gives(given)})).hyde_vector == [0.5, 0.25]


def test_hits_and_misses_of_the_vectors_cache_are_told() -> None:
    given = SimpleNamespace(documents=["p"], vector=[1.0], model="e5", cache_hits=2, cache_misses=1)
    metadata = understand(pipeline({"hyde": gives(given)})).metadata
    assert (metadata["hyde_cache_hits"], metadata["hyde_cache_misses"]) == (2, 1)


def test_what_components_note_belongs_to_their_question() -> None:
    async def notes() -> Any:
        note("rewriter", "refusal", "the model would not")
        return []

    understood = understand(pipeline({"rewriter": notes, "glossary": None}))
    assert understood.metadata["notes"] == [
        {"component": "rewriter", "reason": "refusal", "message": "the model would not"}
    ]
    assert "partial_failures" not in understood.metadata


def test_a_result_is_its_own() -> None:
    rewrites = ["hum"]
    asked = pipeline({"rewriter": gives(rewrites)})
    understood = understand(asked)
    rewrites.append("changed afterwards")
    assert understood.rewrites == ["hum"]
    with pytest.raises(ValueError, match="frozen"):
        understood.rewrites = []  # type: ignore[misc]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=4)
        | st.builds(lambda a, b: SimpleNamespace(documents=a, vector=b, model=a), inner, inner)
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(outputs=st.fixed_dictionaries(dict.fromkeys(LABELS, ANYTHING)), text=st.text())
def test_whatever_components_give_the_question_comes_out(
    outputs: dict[str, Any], text: str
) -> None:
    logging.getLogger("fulltext_query.understand").disabled = True
    try:
        asked = pipeline({label: gives(output) for label, output in outputs.items()})
        understood = asyncio.run(asked.understand(CTX, text))
    finally:
        logging.getLogger("fulltext_query.understand").disabled = False
    assert understood.original_text == text
    assert len(understood.rewrites) <= 3
    folded = [text.casefold() for text in understood.keyword_queries]
    assert len(folded) == len(set(folded)) == 1 + len(understood.rewrites)
    for term, synonyms in understood.expansion_terms.items():
        assert term == term.lower()
        assert synonyms
    vector = understood.hyde_vector
    assert vector is None or all(abs(number) < float("inf") for number in vector)


# --- wrong use ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [None, 5, b"bytes", ["a"]])
def test_a_question_is_a_string(text: Any) -> None:
    with pytest.raises(InputError, match="string"):
        asyncio.run(pipeline().understand(CTX, text))


def test_somebody_has_to_ask() -> None:
    with pytest.raises(InputError, match="RequestContext"):
        asyncio.run(pipeline().understand(cast(Any, None), "x"))


@pytest.mark.parametrize(
    "options",
    [{"rewrite_n": -1}, {"rewrite_n": 2.5}, {"rewrite_n": True}, {"rewrite_n": 101},
     {"time_budget": -1}, {"time_budget": "5"}, {"time_budget": float("nan")},
     {"rewriter": "a model's name"}, {"hyde": Asked}, {"glossary": {"rag": ["x"]}}],
    ids=repr,
)  # fmt: skip
def test_what_cannot_be_used_is_refused_when_it_is_made(options: dict[str, Any]) -> None:
    with pytest.raises(SettingsError, match=next(iter(options))):
        QueryUnderstandingPipeline(**options)
