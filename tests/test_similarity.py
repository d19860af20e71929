"""What a reranker relies on: range, equality, monotony, and that nothing odd gets in or out."""

from __future__ import annotations

import itertools
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fulltext_query.errors import FulltextQueryError, InputError, SettingsError
from fulltext_query.similarity import (
    cosine,
    hybrid_similarities,
    hybrid_similarity,
    token_similarities,
    token_similarity,
)

ANY_WORD = st.text(min_size=1, max_size=6)  # all of Unicode, lone surrogates and blanks too
FEW_WORDS = st.sampled_from(["a", "b", "c", "d", "ab", "词", "ß", "\ud800", " "])
WEIGHT = st.floats(min_value=0.0, allow_nan=False, allow_infinity=False)
POSITIVE = st.floats(min_value=0.0, exclude_min=True, allow_nan=False, allow_infinity=False)
SHARE = st.floats(min_value=0.0, max_value=1.0)
PART = st.none() | SHARE
BAD_WEIGHTS = [-0.1, 1.2, math.nan, math.inf, -math.inf, None, "0.3", "nan", True, [0.3], 1j]


def in_range(score: float) -> bool:
    return type(score) is float and 0.0 <= score <= 1.0


class Built(NamedTuple):
    """Stands for a built query: something with keywords."""

    keywords: tuple[tuple[str, float], ...]


# ── tokens: the score and what it is made of ─────────────────────────────────────────────────


def test_words_count_four_tenths_and_pairs_six() -> None:
    query = {"thermal": 2.0, "drift": 1.0, "range": 3.0}
    total = 0.4 * (2 + 1 + 3) + 0.6 * (2 + 3)
    everything_apart = ["range", "x", "drift", "x", "thermal"]
    assert token_similarity(query, everything_apart) == pytest.approx(0.4 * 6 / total)
    one_pair = ["thermal", "drift", "x", "range"]
    assert token_similarity(query, one_pair) == pytest.approx((0.4 * 6 + 0.6 * 2) / total)
    one_word = ["x", "range"]
    assert token_similarity(query, one_word) == pytest.approx(0.4 * 3 / total)
    turned_round = ["drift", "thermal", "x", "range"]
    assert token_similarity(query, turned_round) == token_similarity(query, everything_apart)


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    query = [("the", 0.1), ("manometer", 0.9)]
    assert token_similarity(query, ["manometer"]) > 5 * token_similarity(query, ["the"])


@pytest.mark.parametrize(
    "query",
    [
        {"a": 1.0, "b": 1.0, "c": 1.0},
        [("a", 1.0), ("b", 1.0), ("c", 1.0)],
        (("a", 5), ("b", 5), ("c", 5)),
        ["a", "b", "c"],
        ["a", "b", "a", "c", "b"],
        iter(["a", "b", "c"]),
        {"a": 1, "b": 1, "c": 1}.items(),
        Built((("a", 0.2), ("b", 0.2), ("c", 0.2))),
        [("a", Fraction(1, 3)), ("b", Fraction(1, 3)), ("c", Fraction(1, 3))],
    ],
    ids=lambda query: type(query).__name__,
)
def test_every_form_of_a_query_means_the_same(query: Any) -> None:
    documents = [["a", "b", "c"], ["a", "b"], ["c", "b", "a"], ["x"]]
    expected = token_similarities({"a": 1.0, "b": 1.0, "c": 1.0}, documents)
    assert token_similarities(query, documents) == pytest.approx(expected)


def test_a_repeated_query_word_counts_once_with_its_highest_weight() -> None:
    repeated = [("a", 1.0), ("b", 2.0), ("a", 3.0), ("a", 0.5)]
    for document in (["a"], ["b"], ["a", "b"], ["b", "a"]):
        assert token_similarity(repeated, document) == token_similarity(
            {"a": 3.0, "b": 2.0}, document
        )


def test_a_word_of_weight_zero_changes_nothing_by_itself() -> None:
    assert token_similarity({"a": 0.0, "b": 1.0}, ["a"]) == 0.0
    assert token_similarity({"a": 0.0, "b": 0.0}, ["a", "b"]) == 0.0


def test_glued_words_are_no_pair() -> None:
    # written together the pairs are one string: RAGFlow counted it as matched
    assert token_similarity(["ab", "c"], ["a", "bc"]) == 0.0
    apart = token_similarity(["ab", "c", "a", "bc"], ["a", "bc", "x", "c", "x", "ab"])
    together = token_similarity(["ab", "c", "a", "bc"], ["x", "ab", "c", "x", "a", "bc"])
    assert apart < together


def test_words_that_came_before_do_not_part_neighbours() -> None:
    keywords = [("new", 0.3), ("york", 0.4), ("pizza", 0.3)]
    assert token_similarity(keywords, ["new", "york", "new", "pizza"]) == 1.0
    assert token_similarity(keywords, ["x", "new", "york", "york", "york", "pizza", "x"]) == 1.0
    # neither here, where the stretch began in the middle, nor after one that began so
    assert token_similarity(keywords, ["york", "new", "york", "pizza"]) == 1.0
    assert token_similarity(keywords, ["york", "x", "new", "york", "new", "pizza"]) == 1.0
    # other words do, and so does a word of the query that has not come before
    assert token_similarity(keywords, ["new", "york", "best", "pizza"]) < 1.0
    assert token_similarity(keywords, ["new", "york", "x", "new", "pizza"]) < 1.0
    assert token_similarity(keywords, ["york", "new", "pizza"]) == pytest.approx(
        token_similarity(keywords, ["york", "x", "new", "x", "pizza"])
    )


@given(st.lists(ANY_WORD | FEW_WORDS, min_size=1))
def test_a_document_equal_to_the_query_scores_exactly_one(words: list[str]) -> None:
    assert token_similarity(words, words) == 1.0
    assert token_similarity(dict.fromkeys(words, 0.1), words) == 1.0


@given(st.dictionaries(ANY_WORD | FEW_WORDS, POSITIVE, min_size=1), st.lists(FEW_WORDS), SHARE)
def test_equal_words_score_one_with_any_weights_inside_any_document(
    query: dict[str, float], around: list[str], word_weight: float
) -> None:
    document = [*around, "\0 border", *query, "\0 border", *around]
    assert token_similarity(query, list(query)) == 1.0
    assert token_similarity(query, document, word_weight=word_weight) == 1.0


@given(st.lists(FEW_WORDS, min_size=1, max_size=8), st.lists(FEW_WORDS), st.data())
def test_a_text_agrees_with_its_keywords(
    text: list[str], before: list[str], data: st.DataObject
) -> None:
    keywords = tuple((word, data.draw(POSITIVE)) for word in dict.fromkeys(text))
    assert token_similarity(Built(keywords), text) == 1.0
    assert token_similarity(Built(keywords), [*before, "\0 border", *text]) == 1.0


def test_the_tiniest_shares_keep_their_proportion() -> None:
    score = token_similarity(
        {"a": 0.5, "b": 1.0}, ["a", "x", "b"], word_weight=5e-324, pair_weight=5e-324
    )
    assert score == pytest.approx(1.5 / 2.5)


def test_only_the_whole_query_scores_one() -> None:
    query = ["a", "b", "c"]
    whole = [d for d in itertools.product("abcx", repeat=3) if token_similarity(query, d) == 1.0]
    assert whole == [("a", "b", "c")]


def test_one_word_decides_alone() -> None:
    for word_weight in (0.0, 0.4, 1.0):
        assert token_similarity(["a"], ["x", "a"], word_weight=word_weight) == 1.0
        assert token_similarity(["a"], ["x"], word_weight=word_weight) == 0.0


# ── tokens: repetition, order, absence ───────────────────────────────────────────────────────


def test_repetition_does_not_beat_the_document_that_holds_all() -> None:
    query = ["thermal", "drift", "range"]
    repeating = ["drift"] * 12 + ["range"]
    assert token_similarity(query, query) > token_similarity(query, repeating)
    assert token_similarity(query, repeating) == token_similarity(query, ["drift", "range"])


@given(st.lists(FEW_WORDS, min_size=1), st.lists(FEW_WORDS), st.integers(2, 5), st.integers(1, 20))
def test_repeating_never_adds(query: list[str], document: list[str], times: int, each: int) -> None:
    once = token_similarity(query, document)
    # the whole again, apart from itself
    assert token_similarity(query, [*document, "\0 border"] * times) == once
    # each word again, where it stands: only pairs of one word with itself could come of that
    stretched = [token for token in document for _ in range(each)]
    assert token_similarity(query, stretched) == once


@given(st.lists(FEW_WORDS), st.lists(FEW_WORDS), st.lists(FEW_WORDS))
def test_more_text_never_takes_away(query: list[str], document: list[str], more: list[str]) -> None:
    shorter = token_similarity(query, document)
    assert token_similarity(query, [*document, *more]) >= shorter
    assert token_similarity(query, [*more, "\0 border", *document]) >= shorter


@pytest.mark.parametrize(("query", "document"), [([], ["a"]), (["a"], []), ([], [])])
def test_an_empty_side_scores_zero(query: list[str], document: list[str]) -> None:
    assert token_similarity(query, document) == 0.0
    assert token_similarity(dict.fromkeys(query, 1.0), document) == 0.0
    assert token_similarity(Built(tuple((word, 1.0) for word in query)), document) == 0.0


def test_empty_strings_are_no_words() -> None:
    assert token_similarity([""], [""]) == 0.0
    assert token_similarity(["a", "", "b"], ["a", "b"]) == 1.0
    assert token_similarity(["a", "b"], ["a", "", "b"]) == 1.0


@given(
    st.lists(st.tuples(ANY_WORD | FEW_WORDS, WEIGHT), max_size=12),
    st.lists(st.text(max_size=3) | FEW_WORDS),
    SHARE,
    SHARE,
)
def test_tokens_always_score_in_range(
    query: list[tuple[str, float]], document: list[str], words: float, pairs: float
) -> None:
    assume(words or pairs)
    assert in_range(token_similarity(query, document, word_weight=words, pair_weight=pairs))


@given(st.dictionaries(FEW_WORDS, st.floats(0.01, 100.0), min_size=1), st.lists(FEW_WORDS))
def test_the_unit_of_the_weights_does_not_matter(
    query: dict[str, float], document: list[str]
) -> None:
    score = token_similarity(query, document)
    for unit in (1e-300, 1e-3, 1e300):
        scaled = {word: weight * unit for word, weight in query.items()}
        assert token_similarity(scaled, document) == pytest.approx(score)


# ── tokens: the batch ────────────────────────────────────────────────────────────────────────


@given(st.lists(FEW_WORDS), st.lists(st.lists(FEW_WORDS), max_size=6), st.randoms())
def test_a_document_scores_the_same_in_every_company(
    query: list[str], documents: list[list[str]], random: Any
) -> None:
    scores = token_similarities(query, documents)
    assert scores == [token_similarity(query, document) for document in documents]
    order = list(range(len(documents)))
    random.shuffle(order)
    shuffled = token_similarities(query, [documents[place] for place in order])
    assert shuffled == [scores[place] for place in order]


def test_the_batch_takes_generators_and_none_at_all() -> None:
    assert token_similarities(["a"], (iter(tokens) for tokens in (["a"], ["b"]))) == [1.0, 0.0]
    assert token_similarities(["a"], []) == []


def test_a_batch_reads_each_document_once() -> None:
    class Counted(list[str]):
        reads = 0

        def __iter__(self) -> Any:
            Counted.reads += 1
            return super().__iter__()

    query = [(f"q{place}", 1.0) for place in range(20)]
    documents = [Counted(["x"] * 300) for _ in range(50)]
    token_similarities(query, documents)
    assert Counted.reads <= 2 * 50  # types once, words once; not once for each query word


# ── tokens: what is refused ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "call",
    [
        lambda: token_similarity("a text", ["a"]),
        lambda: token_similarity(b"a", ["a"]),  # type: ignore[arg-type]
        lambda: token_similarity({"a", "b"}, ["a"]),
        lambda: token_similarity(None, ["a"]),  # type: ignore[arg-type]
        lambda: token_similarity(7, ["a"]),  # type: ignore[arg-type]
        lambda: token_similarity([7], ["a"]),  # type: ignore[arg-type]
        lambda: token_similarity([("a", 1.0, 2.0)], ["a"]),  # type: ignore[arg-type]
        lambda: token_similarity([(1.0, "a")], ["a"]),  # type: ignore[arg-type]
        lambda: token_similarity(["a"], "a text"),
        lambda: token_similarity(["a"], b"a"),  # type: ignore[arg-type]
        lambda: token_similarity(["a"], {"a", "b"}),
        lambda: token_similarity(["a"], None),  # type: ignore[arg-type]
        lambda: token_similarity(["a"], ["a", None]),  # type: ignore[list-item]
        lambda: token_similarity(["a"], [["a"]]),  # type: ignore[list-item]
        lambda: token_similarity([], ["a", 1]),  # type: ignore[list-item]
        lambda: token_similarities(["a"], "a text"),
        lambda: token_similarities(["a"], [["a"], "a text"]),
        lambda: token_similarities(["a"], None),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_list_of_words_is_refused(call: Callable[[], object]) -> None:
    with pytest.raises(InputError):
        call()


def test_the_error_names_the_document() -> None:
    with pytest.raises(InputError, match="document 1 .*int"):
        token_similarities(["a"], [["a"], ["b", 2]])  # type: ignore[list-item]


@pytest.mark.parametrize("weight", [-1.0, math.nan, math.inf, None, "0.3", True, 10**400, 1j])
def test_a_word_without_a_usable_weight_is_refused_by_name(weight: Any) -> None:
    with pytest.raises(SettingsError, match="'drift'"):
        token_similarity([("thermal", 1.0), ("drift", weight)], ["thermal"])


@pytest.mark.parametrize("weight", BAD_WEIGHTS)
@pytest.mark.parametrize("name", ["word_weight", "pair_weight"])
def test_shares_of_words_and_pairs_are_checked(name: str, weight: Any) -> None:
    shares: dict[str, Any] = {name: weight}
    for query in (["a", "b"], ["a"], []):
        with pytest.raises(SettingsError, match=name):
            token_similarity(query, ["a"], **shares)
    with pytest.raises(SettingsError, match="word_weight and pair_weight"):
        token_similarity(["a"], ["a"], word_weight=0, pair_weight=0)


# ── hybrid ───────────────────────────────────────────────────────────────────────────────────


def test_the_mix_is_the_weighted_mean() -> None:
    assert hybrid_similarity(0.5, 0.9) == pytest.approx(0.3 * 0.5 + 0.7 * 0.9)
    assert hybrid_similarity(0.5, 0.9, text_weight=0.3, vector_weight=0.3) == pytest.approx(0.7)
    assert hybrid_similarity(0.5, 0.9, text_weight=1, vector_weight=0) == 0.5
    assert hybrid_similarity(0.0, 0.0) == 0.0
    assert hybrid_similarity(1.0, 1.0) == 1.0


def test_the_better_in_both_parts_is_the_better() -> None:
    first, second = hybrid_similarities([0.31, 0.36], [0.44, 0.58])
    assert 0.0 < first < second < 1.0


def test_not_found_is_not_zero() -> None:
    assert hybrid_similarity(0.9, None) == 0.9
    assert hybrid_similarity(None, 0.7) == 0.7
    assert hybrid_similarity(None, 0.7, text_weight=1.0, vector_weight=5e-324) == 0.7
    assert hybrid_similarity(0.9, 0.0) == pytest.approx(0.27)
    assert hybrid_similarity(0.0, 0.5) == pytest.approx(0.35)
    assert hybrid_similarity(None, None) == 0.0
    assert hybrid_similarity(None, 0.5, text_weight=1.0, vector_weight=0.0) == 0.0


def test_a_cosine_below_zero_counts_as_zero_and_rounding_is_forgiven() -> None:
    assert hybrid_similarity(0.5, -0.8) == hybrid_similarity(0.5, 0.0)
    assert hybrid_similarity(1.0, 1.0000002) == 1.0
    assert hybrid_similarity(None, -1.0000002) == 0.0


@given(PART, PART, SHARE, SHARE)
def test_the_mix_stays_between_its_parts(
    text: float | None, vector: float | None, text_weight: float, vector_weight: float
) -> None:
    assume(text_weight or vector_weight)
    mix = hybrid_similarity(text, vector, text_weight=text_weight, vector_weight=vector_weight)
    assert in_range(mix)
    parts = [part for part in (text, vector) if part is not None]
    if text_weight and vector_weight and parts:
        assert min(parts) - 1e-9 <= mix <= max(parts) + 1e-9


@given(SHARE, SHARE, SHARE, SHARE, SHARE, SHARE)
def test_the_mix_never_falls_when_a_part_rises(
    text: float, vector: float, more: float, other: float, text_weight: float, vector_weight: float
) -> None:
    assume(text_weight or vector_weight)
    low, high = sorted((text, more))
    lower, higher = sorted((vector, other))

    def mix(text: float, vector: float) -> float:
        return hybrid_similarity(text, vector, text_weight=text_weight, vector_weight=vector_weight)

    assert mix(low, lower) <= mix(high, lower) <= mix(high, higher)
    assert mix(low, lower) <= mix(low, higher) <= mix(high, higher)


@pytest.mark.parametrize("weight", BAD_WEIGHTS)
@pytest.mark.parametrize("name", ["text_weight", "vector_weight"])
def test_a_weight_that_cannot_be_used_is_refused_by_name(name: str, weight: Any) -> None:
    weights: dict[str, Any] = {name: weight}
    for text, vector in ((0.5, 0.5), (None, 0.5), (0.5, None), (None, None)):
        with pytest.raises(ValueError, match=name) as caught:
            hybrid_similarity(text, vector, **weights)
        assert isinstance(caught.value, SettingsError)
    with pytest.raises(SettingsError, match=name):
        hybrid_similarities([], [], **weights)


def test_weights_that_are_both_zero_are_refused() -> None:
    with pytest.raises(SettingsError, match="text_weight and vector_weight"):
        hybrid_similarity(0.5, 0.5, text_weight=0.0, vector_weight=0.0)


@pytest.mark.parametrize(
    "score", [math.nan, math.inf, 6.04, -1.5, "0.3", True, pytest.param(10**5000, id="huge"), 1j]
)
def test_a_score_that_is_no_similarity_is_refused_by_name(score: Any) -> None:
    with pytest.raises(SettingsError, match="text similarity"):
        hybrid_similarity(score, 0.5)
    with pytest.raises(SettingsError, match="vector similarity"):
        hybrid_similarity(0.5, score)
    with pytest.raises(SettingsError, match="text similarity of item 1"):
        hybrid_similarities([0.5, score], [0.5, 0.5])


def test_a_text_similarity_below_zero_is_refused() -> None:
    with pytest.raises(SettingsError, match="normalise_scores"):
        hybrid_similarity(-0.5, 0.5)


@given(st.lists(st.tuples(PART, PART)))
def test_the_list_form_is_the_single_form(parts: list[tuple[float | None, float | None]]) -> None:
    texts, vectors = [text for text, _ in parts], [vector for _, vector in parts]
    assert hybrid_similarities(texts, vectors) == [hybrid_similarity(*part) for part in parts]


def test_lists_of_different_lengths_are_refused() -> None:
    with pytest.raises(SettingsError, match="2 text and 1 vector"):
        hybrid_similarities([0.1, 0.2], [0.1])
    for value in (None, 0.5, "11", {0.1}):
        with pytest.raises(InputError, match="vectors is of type"):
            hybrid_similarities([0.1], value)  # type: ignore[arg-type]


# ── cosine ───────────────────────────────────────────────────────────────────────────────────

COMPONENT = st.floats(allow_nan=False, allow_infinity=False)


def test_cosine() -> None:
    assert cosine([1, 0], [0, 1]) == 0.0
    assert cosine([1, 2], [2, 4]) == pytest.approx(1.0)
    assert cosine([1, 2], [-1, -2]) == -1.0
    assert cosine([3, 4], [4, 3]) == pytest.approx(0.96)
    assert cosine([0, 0], [1, 2]) == cosine([0.0], [0.0]) == cosine([], []) == 0.0


@given(st.lists(st.tuples(COMPONENT, COMPONENT)))
def test_cosine_is_in_range_and_symmetric(components: list[tuple[float, float]]) -> None:
    left, right = [first for first, _ in components], [second for _, second in components]
    result = cosine(left, right)
    assert -1.0 <= result <= 1.0
    assert result == cosine(right, left)
    assert cosine(left, left) == (1.0 if any(left) else 0.0)


@pytest.mark.parametrize(
    ("left", "right"),
    [([1.0], [1.0, 2.0]), ([], [1.0]), ([math.nan], [1.0]), ([1.0], [math.inf])]
    + [([1.0], bad) for bad in (["1.0"], [None], None, "1", [10**400], [1j], [[1.0]])],
)
def test_cosine_refuses_what_cannot_be_compared(left: Any, right: Any) -> None:
    with pytest.raises(SettingsError):
        cosine(left, right)
    with pytest.raises(SettingsError):
        cosine(right, left)


# ── all of it ────────────────────────────────────────────────────────────────────────────────

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary()
    | st.complex_numbers() | st.just(Decimal("0.5")),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)  # fmt: skip


@given(JUNK, JUNK)
def test_whatever_comes_in_gives_a_score_or_an_error_of_the_package(left: Any, right: Any) -> None:
    calls: list[Callable[[], float]] = [
        lambda: token_similarity(left, right),
        lambda: token_similarity(["a"], right),
        lambda: token_similarity(["a"], ["a"], word_weight=left, pair_weight=right),
        lambda: hybrid_similarity(left, right),
        lambda: hybrid_similarity(0.1, 0.9, text_weight=left, vector_weight=right),
        lambda: abs(cosine(left, right)),
    ]
    for call in calls:
        try:
            score = call()
        except FulltextQueryError:
            continue
        assert in_range(score)


def test_the_hash_seed_changes_nothing_and_numpy_stays_out() -> None:
    program = """
import json, sys
from fulltext_query.fusion import reciprocal_rank_fusion, weighted_fusion
from fulltext_query.similarity import token_similarities
words = [f"w{place}" for place in range(40)]
weights = {word: 1 / (place + 1) for place, word in enumerate(words)}
documents = [words[place:] + words[:place // 2] for place in range(40)]
ties = [words[:20], words[20:], words[10:30]]
print(json.dumps([
    token_similarities(weights, documents),
    reciprocal_rank_fusion(ties),
    weighted_fusion({"text": dict.fromkeys(words, 1.0), "vector": dict.fromkeys(ties[2], 2.0)}),
    "numpy" in sys.modules,
]))
"""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
    assert json.loads(outputs.pop())[-1] is False
