"""The ladder: which rungs are tried, which one answers, and that nothing found is lost on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from fulltext_query.errors import EngineUnavailableError
from fulltext_query.search import Ladder, Request, Searcher
from fulltext_query.search.contract import Hits
from fulltext_query.search.ladder import OFF
from tests.search.conftest import Searching
from tests.search.fakes import Clock, Fake, codes, found, ids, words

TEXT = "red apple pie with cinnamon"  # five words
STRICT = Ladder(minimums=("100%", None, 0))


def minimum(request: Request) -> str:
    assert request.query is not None
    return request.query.min_match


def by_minimum(answers: dict[str, Hits]) -> Callable[[Request], Hits]:
    return lambda request: answers.get(minimum(request), Hits(()))


def test_the_first_rung_that_finds_enough_answers(searching: Searching) -> None:
    engine = Fake(by_minimum({"60%": found("a", "b"), "": found("a", "b", "c")}))
    result = searching(engine, ladder=STRICT).search(TEXT, min_match="60%")
    assert [minimum(request) for request in engine.requests] == ["100%", "60%"]
    assert ids(result) == ["a", "b"]
    assert (result.step, result.total) == ("asked", 2)
    assert [(step.name, step.min_match, step.found) for step in result.steps] == [
        ("minimum 100%", "100%", 0), ("asked", "60%", 2),
    ]  # fmt: skip


def test_enough_is_a_number_of_documents_that_match(searching: Searching) -> None:
    engine = Fake(by_minimum({"60%": found("a", total=4), "": found("a", "b", total=5)}))
    searcher = searching(engine)
    assert searcher.search(TEXT, min_match="60%", ladder=Ladder(enough=4)).step == "asked"
    result = searcher.search(TEXT, min_match="60%", ladder=Ladder(enough=5))
    assert (result.step, result.total, ids(result)) == ("minimum 0", 5, ["a", "b"])


def test_where_none_finds_enough_the_one_that_found_most_answers(searching: Searching) -> None:
    engine = Fake(by_minimum({"100%": found("a"), "60%": found("a", "b", "c"), "": found("x")}))
    ladder = Ladder(minimums=("100%", None, 0), enough=50)
    result = searching(engine, ladder=ladder).search(TEXT, min_match="60%")
    assert len(engine.requests) == 3
    assert (result.step, result.total, ids(result)) == ("asked", 3, ["a", "b", "c"])
    assert [step.found for step in result.steps] == [1, 3, 1]


def test_a_later_rung_that_finds_no_more_does_not_replace_the_first(searching: Searching) -> None:
    engine = Fake(by_minimum({"60%": found("a", "b"), "": found("y", "z")}))
    result = searching(engine, ladder=Ladder(enough=9)).search(TEXT, min_match="60%")
    assert (result.step, ids(result)) == ("asked", ["a", "b"])


@pytest.mark.parametrize(
    ("text", "asked", "minimums", "expected"),
    [
        (TEXT, "60%", ("60%", None, "3", 0, 0, "1"), ["60%", ""]),
        (TEXT, "20%", (None, 0), ["20%"]),  # 20 % of five words is one, as is none at all
        ("apple", "20%", (None, "30%", 0), [""]),
        (TEXT, 0, (None, "100%", "5", "9"), ["", "100%"]),
    ],
)
def test_no_rung_asks_what_one_before_it_asked(
    searching: Searching, text: str, asked: object, minimums: tuple[Any, ...], expected: list[str]
) -> None:
    engine = Fake()
    searching(engine, ladder=Ladder(minimums=minimums)).search(text, min_match=asked)
    assert [minimum(request) for request in engine.requests] == expected


def test_every_rung_is_held_to_the_page_and_the_filters(searching: Searching) -> None:
    engine = Fake()
    searcher = searching(engine)
    searcher.search(TEXT, min_match="60%", size=7, offset=3, filters={"a": 1}, total=True)
    first, second = engine.requests
    assert (first.size, first.offset, first.filters) == (7, 3, second.filters)
    assert (second.size, second.offset, second.total) == (7, 3, True)


def test_switched_off_it_is_one_request(searching: Searching) -> None:
    engine = Fake()
    searcher = searching(engine, rewriter=lambda _: ["x"], hyde=lambda _: "x")
    assert searcher.search(TEXT, min_match="60%", ladder=OFF).hits == ()
    assert len(engine.requests) == 1


def test_a_rung_that_fails_leaves_what_was_found(searching: Searching) -> None:
    def answer(request: Request) -> Hits:
        if minimum(request) == "":
            raise EngineUnavailableError("gone", status=503)
        return found("a")

    result = searching(Fake(answer), ladder=Ladder(enough=5)).search(TEXT, min_match="60%")
    assert (ids(result), result.step) == (["a"], "asked")
    assert "rung_failed" in codes(result)
    assert "EngineUnavailableError: gone" in result.notes[-1].message


# --- time ---------------------------------------------------------------------------------------


def test_no_rung_is_begun_after_its_time(searching: Searching, clock: Clock) -> None:
    engine = Fake(clock.takes(3.0, Hits(())))
    asked: list[str] = []
    ladder = Ladder(minimums=("100%", None, 0), seconds=5.0)
    searcher = searching(engine, ladder=ladder, rewriter=asked.append)
    result = searcher.search(TEXT, min_match="60%")
    assert [minimum(request) for request in engine.requests] == ["100%", "60%"]
    assert asked == []
    assert codes(result).count("ladder_out_of_time") == 1
    assert result.took == pytest.approx(6000)


def test_no_time_for_further_rungs_still_leaves_the_first(
    searching: Searching, clock: Clock
) -> None:
    engine = Fake(found("a"))
    ladder = Ladder(enough=5, seconds=0)
    result = searching(engine, ladder=ladder).search(TEXT, min_match="60%")
    assert (len(engine.requests), ids(result)) == (1, ["a"])
    assert "ladder_out_of_time" in codes(result)


def test_all_steps_share_the_timeout(searching: Searching, clock: Clock) -> None:
    engine = Fake(clock.takes(4.0, Hits(())))
    rewriter = clock.takes(1.5, ["tart"])
    result = searching(engine, rewriter=rewriter).search(TEXT, min_match="60%", timeout=10)
    assert [request.timeout for request in engine.requests] == pytest.approx([10.0, 6.0, 0.5])
    assert result.step == "asked"


@pytest.mark.parametrize("slow", ["engine", "rewriter", "hyde"])
def test_a_timeout_on_a_later_rung_leaves_what_was_found(
    searching: Searching, clock: Clock, slow: str
) -> None:
    engine = Fake(clock.takes(11.0 if slow == "engine" else 0.0, found("a")))
    options = {slow: clock.takes(11.0, ["tart"])} if slow != "engine" else {}
    ladder = Ladder(enough=5)
    result = searching(engine, ladder=ladder, **options).search(TEXT, timeout=10)
    assert (ids(result), len(engine.requests)) == (["a"], 1)
    if slow != "engine":
        assert f"{slow.replace('rewriter', 'rewrite')}_failed" in codes(result)
        assert "took longer than its 10 seconds" in result.notes[-1].message
    assert result.timed_out


def test_the_words_are_searched_whatever_time_was_taken_before(
    searching: Searching, clock: Clock
) -> None:
    engine = Fake(found("a"))
    searcher = searching(engine, embedder=lambda texts: clock.takes(11.0, [[1.0]])(texts))
    result = searcher.search(TEXT, timeout=10)
    assert (ids(result), result.timed_out) == (["a"], True)
    assert {request.timeout for request in engine.requests} == {5.0}, "their half"


def test_what_an_engine_cut_short_is_said(searching: Searching) -> None:
    assert searching(Fake(found("a", timed_out=True))).search(TEXT).timed_out
    assert not searching(Fake(found("a"))).search(TEXT).timed_out


# --- rewriting and imagined passages ------------------------------------------------------------


def _plain(answer: Any) -> Callable[[str], Any]:
    return lambda _: answer


def _coroutine(answer: Any) -> Callable[[str], Any]:
    async def call(_: str) -> Any:
        await asyncio.sleep(0)
        return answer

    return call


def _by_words(answers: dict[str, Hits]) -> Callable[[Request], Hits]:
    return lambda request: answers.get(words(request), Hits(()))


@pytest.mark.parametrize("form", [_plain, _coroutine])
def test_the_rewriter_is_asked_when_the_words_find_too_little(
    searching: Searching, form: Callable[[Any], Any]
) -> None:
    engine = Fake(_by_words({"appl tart": found("x", "y"), "pastri": found("y")}))
    rewriter = form(["Apple tart", "PASTRY", "apple tart", TEXT.upper(), " ", 5])
    result = searching(engine, rewriter=rewriter).search(TEXT)
    assert [words(request) for request in engine.requests[1:]] == ["appl tart", "pastri"]
    assert set(ids(result)) == {"x", "y"}
    assert (result.step, result.total) == ("rewritten", 2)
    assert [step.name for step in result.steps] == ["asked", "rewritten"]
    assert result.query.text == TEXT


@pytest.mark.parametrize("form", [_plain, _coroutine])
@pytest.mark.parametrize("passages", ["Pastry is baked.", ["Pastry is baked.", "!?"]])
def test_hyde_comes_last(searching: Searching, form: Any, passages: Any) -> None:
    engine = Fake(lambda request: found("x") if "pastri" in words(request) else Hits(()))
    asked: list[str] = []
    searcher = searching(engine, rewriter=asked.append, hyde=form(passages))
    result = searcher.search(TEXT)
    assert asked == [TEXT]
    assert (ids(result), result.step) == (["x"], "hyde")
    assert len(engine.requests) == 2, "a passage without words asks nothing"


def test_where_enough_is_found_no_model_is_asked(searching: Searching) -> None:
    asked: list[str] = []
    searcher = searching(Fake(found("a")), rewriter=asked.append, hyde=asked.append)
    assert ids(searcher.search(TEXT)) == ["a"]
    engine = Fake(_by_words({"tart": found("a")}))
    searching(engine, rewriter=lambda _: ["tart"], hyde=asked.append).search(TEXT)
    assert asked == []


def test_the_user_s_own_words_lead_what_the_rewriter_adds(searching: Searching) -> None:
    engine = Fake(_by_words({"red appl pie with cinnamon": found("own", "both", score=2.0),
                             "tart": found("both", "new", score=90.0)}))  # fmt: skip
    ladder = Ladder(enough=3)
    result = searching(engine, ladder=ladder, rewriter=lambda _: ["tart"]).search(TEXT)
    assert ids(result) == ["both", "own", "new"]
    assert (result.step, result.total) == ("asked", 2)


@pytest.mark.parametrize("part", ["rewriter", "hyde"])
@pytest.mark.parametrize("answer", [[], None, "", [TEXT], ["   "]])
def test_models_that_have_nothing_to_say(searching: Searching, part: str, answer: Any) -> None:
    engine = Fake(found("a"))
    options = {part: _plain(answer)}
    result = searching(engine, ladder=Ladder(enough=5), **options).search(TEXT)
    assert (ids(result), len(engine.requests), codes(result)) == (["a"], 1, [])


def _raising(_: str) -> Any:
    raise ValueError("no such model")


async def _raising_later(_: str) -> Any:
    raise ValueError("no such model")


@pytest.mark.parametrize(("part", "code"), [("rewriter", "rewrite"), ("hyde", "hyde")])
@pytest.mark.parametrize("fails", [_raising, _raising_later, _plain(5)])
def test_a_model_that_fails_is_a_note(
    searching: Searching, part: str, code: str, fails: Any
) -> None:
    engine = Fake(found("a"))
    result = searching(engine, ladder=Ladder(enough=5), **{part: fails}).search(TEXT)
    assert (ids(result), codes(result)) == (["a"], [f"{code}_failed"])
    assert "went on without: " in result.notes[0].message


def test_a_wording_that_the_engine_refuses_leaves_the_others(searching: Searching) -> None:
    def answer(request: Request) -> Hits:
        if words(request) == "tart":
            raise EngineUnavailableError("gone")
        return found("x") if words(request) == "pastri" else Hits(())

    result = searching(Fake(answer), rewriter=lambda _: ["tart", "pastry"]).search(TEXT)
    assert (ids(result), result.step) == (["x"], "rewritten")
    assert codes(result) == ["rewrite_failed"]


def test_pages_of_what_models_add_neither_overlap_nor_lose(searching: Searching) -> None:
    lists = {
        "red appl pie with cinnamon": [f"own{place}" for place in range(3)],
        "tart": [f"doc{place}" for place in range(40)],
        "pastri": [f"doc{place * 17 % 40}" for place in range(40)],
    }

    def answer(request: Request) -> Hits:
        names = lists[words(request)]
        return found(*names[request.offset : request.offset + request.size], total=len(names))

    searcher = searching(
        Fake(answer), ladder=Ladder(enough=10), rewriter=lambda _: ["tart", "pastry"]
    )
    pages = [ids(searcher.search(TEXT, size=5, offset=offset)) for offset in range(0, 50, 5)]
    seen = [name for page in pages for name in page]
    assert sorted(seen) == sorted([*lists["tart"], *lists["red appl pie with cinnamon"]])
    assert [len(page) for page in pages] == [5] * 8 + [3, 0]


def test_a_coroutine_can_be_given_where_a_loop_runs_already() -> None:
    async def notebook() -> list[str]:
        with Searcher(Fake(_by_words({"tart": found("x")})), rewriter=_coroutine(["tart"])) as one:
            return ids(one.search(TEXT))

    assert asyncio.run(notebook()) == ["x"]
