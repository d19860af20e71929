"""Models of any make: functions, LangChain's, LlamaIndex's, and objects of others."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from typing import Any

import pytest

from fulltext_query.errors import (
    InputError,
    ModelError,
    ModelTimeoutError,
    ModelUnavailableError,
    SettingsError,
)
from fulltext_query.llm import LLM, NoopLLM, Prompt, Reply, as_llm, complete
from tests.llm.server import completion
from tests.optional import need

PROMPT = Prompt("Be brief.", "水 pump?")


def asked(model: object, prompt: Prompt = PROMPT, **options: Any) -> Reply:
    wrapped = as_llm(model, **options)
    assert isinstance(wrapped, LLM)
    return complete(wrapped, prompt, max_tokens=50, timeout=5)


def of_one(text: str) -> str:
    return f"<{text}>"


def of_two(system: str, user: str) -> str:
    return f"<{system}|{user}>"


async def async_of_one(text: str) -> str:
    return of_one(text)


class Callable:
    def __call__(self, text: str) -> str:
        return of_one(text)


class AsyncCallable:
    async def __call__(self, text: str) -> str:
        return of_one(text)


class Completing:
    model_name = "my-model"

    def complete(self, system: str, user: str, max_tokens: int) -> str:
        return f"<{system}|{user}|{max_tokens}>"


class LikeOurs:
    """As the contract says, but plain."""

    def complete(self, prompt: Prompt, *, max_tokens: int, timeout: float) -> str:
        return f"<{prompt.user}|{max_tokens}|{timeout:g}>"


@pytest.mark.parametrize(
    ("model", "text"),
    [
        (of_one, "<Be brief.\n\n水 pump?>"),
        (async_of_one, "<Be brief.\n\n水 pump?>"),
        (lambda text: async_of_one(text), "<Be brief.\n\n水 pump?>"),
        (Callable(), "<Be brief.\n\n水 pump?>"),
        (AsyncCallable(), "<Be brief.\n\n水 pump?>"),
        (of_two, "<Be brief.|水 pump?>"),
        (Completing(), "<Be brief.|水 pump?|50>"),
        (LikeOurs(), "<水 pump?|50|5>"),
        (str.upper, "BE BRIEF.\n\n水 PUMP?"),
    ],
)  # fmt: skip
def test_functions_and_objects(model: Any, text: str) -> None:
    assert asked(model).text == text


def test_without_a_system_prompt_a_function_of_one_gets_the_users_alone() -> None:
    assert asked(of_one, Prompt("", "q")).text == "<q>"


def test_a_model_of_ours_is_given_back() -> None:
    model = NoopLLM()
    assert as_llm(model) is model
    assert as_llm(as_llm(of_one)) is not None


@pytest.mark.parametrize(
    ("given", "reply"),
    [
        ("x", Reply("x")),
        (None, Reply(None)),
        (Reply("x", "length", 3), Reply("x", "length", 3)),
        (completion("x"), Reply("x", "stop", 7)),
        ({"content": "x"}, Reply("x")),
        ({"text": [{"type": "text", "text": "x"}]}, Reply("x")),
    ],
)
def test_what_a_function_may_give(given: Any, reply: Reply) -> None:
    assert asked(lambda _: given) == reply


@pytest.mark.parametrize("given", [3, b"x", ["x"], {}, object(), {"choices": []}])
def test_what_is_no_reply(given: Any) -> None:
    with pytest.raises(ModelError, match="no reply"):
        asked(lambda _: given)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ValueError("broke"), ModelError),
        (TimeoutError("broke"), ModelTimeoutError),
        (ConnectionResetError("broke"), ModelUnavailableError),
        (StopIteration("broke"), ModelError),
        (InputError("broke"), InputError),
        (ModelUnavailableError("broke"), ModelUnavailableError),
    ],
)
@pytest.mark.parametrize("is_async", [False, True])
def test_what_a_function_raises(error: Exception, kind: Any, is_async: bool) -> None:
    def plain(text: str) -> str:
        raise error

    async def asynchronous(text: str) -> str:
        raise error

    said = "StopIteration" if isinstance(error, StopIteration) else "broke"
    with pytest.raises(kind, match=said) as caught:
        asked(asynchronous if is_async else plain)
    assert type(caught.value) is kind


def test_a_function_that_hangs_is_not_waited_for() -> None:
    release = threading.Event()
    llm = as_llm(lambda text: str(release.wait(10)))
    with pytest.raises(ModelTimeoutError, match=r"0\.1 seconds"):
        complete(llm, PROMPT, timeout=0.1)
    release.set()


def test_a_plain_function_leaves_the_loop_free() -> None:
    meeting = threading.Barrier(3, timeout=5)

    async def together() -> list[Reply]:
        llm = as_llm(lambda text: str(meeting.wait()))
        return await asyncio.gather(*[llm.complete(PROMPT) for _ in range(3)])

    assert {reply.text for reply in asyncio.run(together())} == {"0", "1", "2"}


def test_calls_that_hang_stop_no_later_ones() -> None:
    release, hung = threading.Event(), threading.Semaphore(0)

    def model(text: str) -> str:
        if text == "hang":
            hung.release()
            release.wait(10)
        return text

    llm = as_llm(model, at_once=2)

    async def given_up() -> None:
        calls = [asyncio.create_task(llm.complete(Prompt("", "hang"))) for _ in range(2)]
        for _ in calls:
            await asyncio.to_thread(hung.acquire)
        late = asyncio.create_task(llm.complete(Prompt("", "late")))  # waits for its turn
        await asyncio.sleep(0)
        for call in calls:
            call.cancel()
        assert (await late).text == "late"

    try:
        for _ in range(3):
            asyncio.run(given_up())
        assert complete(llm, Prompt("", "q"), timeout=5).text == "q"
    finally:
        release.set()


def test_as_many_plain_calls_at_once_as_are_allowed() -> None:
    meeting = threading.Barrier(64, timeout=5)
    together, most = 0, 0
    lock = threading.Lock()

    def counted(text: str) -> str:
        nonlocal together, most
        with lock:
            together += 1
            most = max(most, together)
        with lock:
            together -= 1
        return text

    async def ask(llm: LLM, many: int) -> None:
        await asyncio.gather(*[llm.complete(PROMPT) for _ in range(many)])

    asyncio.run(ask(as_llm(lambda text: str(meeting.wait())), 64))
    asyncio.run(ask(as_llm(counted, at_once=1), 50))
    assert most == 1
    with pytest.raises(SettingsError, match="at_once"):
        as_llm(counted, at_once=0)


def test_a_plain_method_leaves_the_loop_free() -> None:
    meeting = threading.Barrier(3, timeout=5)

    class Meeting:
        def invoke(self, messages: Any) -> str:
            return str(meeting.wait())

    async def together() -> list[Reply]:
        llm = as_llm(Meeting())
        return await asyncio.gather(*[llm.complete(PROMPT) for _ in range(3)])

    assert {reply.text for reply in asyncio.run(together())} == {"0", "1", "2"}


def test_a_function_that_hangs_does_not_keep_the_program_from_its_end() -> None:
    program = (
        "import threading\nfrom fulltext_query.llm import Prompt, as_llm, complete\n"
        "llm = as_llm(lambda text: threading.Event().wait())\n"
        "try:\n    complete(llm, Prompt('', 'q'), timeout=0.1)\n"
        "except Exception as error:\n    print(type(error).__name__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=30
    )
    assert done.stdout.strip() == "ModelTimeoutError"


def test_names() -> None:
    assert as_llm(of_one).model_id == "of_one"
    assert as_llm(Completing()).model_id == "my-model"
    assert as_llm(Callable()).model_id == "Callable"
    assert as_llm(of_one, model_id="v2").model_id == "v2"
    assert repr(as_llm(of_one)) == "as_llm(of_one)"


@pytest.mark.parametrize("model", [None, 3, "gpt", object(), Completing, NoopLLM])
def test_what_is_no_model_is_refused(model: Any) -> None:
    with pytest.raises(SettingsError, match="no language model"):
        as_llm(model)


@pytest.mark.parametrize("limits", [{"max_tokens": 0}, {"timeout": 0}])
def test_limits_are_checked(limits: Any) -> None:
    with pytest.raises(SettingsError):
        complete(as_llm(of_one), PROMPT, **limits)


# --- libraries ------------------------------------------------------------------------------------
def test_a_chat_model_of_langchain() -> None:
    fakes = need("langchain_core.language_models.fake_chat_models")
    messages = need("langchain_core.messages")
    usage = {"input_tokens": 1, "output_tokens": 4, "total_tokens": 5}
    said = messages.AIMessage(
        "an answer", response_metadata={"finish_reason": "length"}, usage_metadata=usage
    )
    model = fakes.GenericFakeChatModel(messages=iter([said]))
    assert asked(model) == Reply("an answer", "length", 4)


def test_a_langchain_model_gets_both_prompts() -> None:
    runnables = need("langchain_core.runnables")
    model = runnables.RunnableLambda(lambda messages: f"{messages}")
    assert asked(model).text == "[('system', 'Be brief.'), ('user', '水 pump?')]"
    assert asked(model, Prompt("", "q")).text == "[('user', 'q')]"


def test_a_text_model_of_langchain() -> None:
    fakes = need("langchain_core.language_models.fake")
    assert asked(fakes.FakeListLLM(responses=["an answer"])).text == "an answer"


def test_a_model_of_llama_index() -> None:
    mock = need("llama_index.core.llms").MockLLM()
    assert asked(mock).text == "Be brief.\n\n水 pump?"
