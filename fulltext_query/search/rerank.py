"""The first hits in a better order: by words and vectors together, or by a model.

``rerank`` follows RAGFlow's rerank (a document's text counts once, its title 2 times, its important
keywords 5, its questions 6) without its faults; ``SimilarityReranker`` is the same for a searcher,
``TextReranker`` takes a cross-encoder.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, Self

from ..builder import FulltextQuery
from ..built import BuiltQuery
from ..errors import FulltextQueryError, InputError, ModelError, SettingsError
from ..fusion import NormaliseMethod, checked_list, checked_number, normalise_scores
from ..similarity import (
    HasKeywords,
    Keywords,
    PreparedQuery,
    cosine,
    hybrid_similarities,
    matches,
    prepared,
)
from .documents import Document
from .embedders import document_text
from .results import Found

__all__ = [
    "PART_WEIGHTS",
    "DocumentTokens",
    "Reranked",
    "Reranker",
    "SimilarityReranker",
    "TextReranker",
    "part_similarity",
    "rerank",
]

PART_WEIGHTS: Mapping[str, float] = {
    "content": 1.0, "title": 2.0, "important_keywords": 5.0, "questions": 6.0,
}  # fmt: skip
"""How many times a match in a part counts. Source: RAGFlow's rerank, ``rag/nlp/search.py``."""


class Reranker(Protocol):
    """Scores the first hits of a search anew."""

    def __call__(self, built: BuiltQuery, found: Sequence[Found]) -> Sequence[float]:
        """A score in [0, 1] for each, in their order; ``built.text`` is what was typed."""
        ...


@dataclass(frozen=True, slots=True)
class DocumentTokens:
    """A document's tokens, part by part; coarse tokens, as ``FulltextQuery.analyze`` cuts them.

    Keywords and questions are many texts: no pair of neighbours reaches from one into the next.
    """

    content: Sequence[str] = ()
    title: Sequence[str] = ()
    important_keywords: Sequence[Sequence[str]] = ()
    questions: Sequence[Sequence[str]] = ()

    @classmethod
    def of(cls, document: Document, fq: FulltextQuery) -> Self:
        """The tokens of a document."""
        return cls(
            fq.analyze(document.content).coarse,
            fq.analyze(document.title).coarse,
            tuple(fq.analyze(text).coarse for text in document.important_keywords),
            tuple(fq.analyze(text).coarse for text in document.questions),
        )


class Reranked(NamedTuple):
    """A document after reranking: its place among those given (from 0), score, and what made it.

    score   in [0, 1].
    parts   "text": its similarity by words, in [0, 1]; "vector": the cosine, None without vectors.
    """

    place: int
    score: float
    parts: Mapping[str, float | None]


def part_similarity(
    query: Keywords | HasKeywords,
    document: DocumentTokens,
    *,
    part_weights: Mapping[str, float] | None = None,
) -> float:
    """How much of the query's weight a document matches, from 0.0 to 1.0, by its parts.

    query          a built query, or its words; see ``similarity.token_similarity``.
    part_weights   how many times a match in a part counts, from 1 to 100; ``PART_WEIGHTS`` for
                   those not named.

    With m the matched share of the query's weight, each word (.4) and pair of neighbours (.6)
    once, as in ``token_similarity``, and f the mean of what the matched ones count in the heaviest
    part where they stand, weighted like them:

    score = 1 − (1 − m)^f

    So a small match in a title counts 2 times, and in a question 6 times, that in the content; all
    that the query asks for is 1.0 wherever it stands, and nothing is more. Repetition counts for
    nothing, within a part and across parts. One more match never lowers the score.
    """
    return _part_similarity(prepared(query), document, _weights(part_weights))


def _weights(given: Mapping[str, float] | None) -> list[tuple[str, float]]:
    """The parts with what they count, the heaviest first."""
    weights = {**PART_WEIGHTS, **(given or {})}
    if unknown := set(weights) - set(PART_WEIGHTS):
        raise SettingsError(f"part_weights: {min(unknown)!r} is no part: {', '.join(PART_WEIGHTS)}")
    checked = [
        (part, checked_number(weight, f"the weight of {part}", 1.0, 100.0))
        for part, weight in weights.items()
    ]
    return sorted(checked, key=lambda entry: -entry[1])


def _part_similarity(
    query: PreparedQuery, document: DocumentTokens, weights: list[tuple[str, float]]
) -> float:
    if not query.total:
        return 0.0
    words: dict[int, float] = {}  # place → what it counts
    pairs: dict[int, float] = {}
    for part, weight in weights:
        texts: Any = getattr(document, part)
        for tokens in texts if part in ("important_keywords", "questions") else (texts,):
            if not tokens:
                continue
            new_words, new_pairs = matches(query, tokens)
            for place in new_words:
                words.setdefault(place, weight)
            for place in new_pairs:
                pairs.setdefault(place, weight)
    if not words:
        return 0.0
    # summed in the query's order, as the total is: all of it is then exactly 1
    matched = sum([query.words[place] for place in sorted(words)]) + sum(
        [query.pairs[place] for place in sorted(pairs)]
    )
    counted = sum([query.words[place] * weight for place, weight in words.items()])
    counted += sum([query.pairs[place] * weight for place, weight in pairs.items()])
    if not matched:
        return 0.0
    return float(1.0 - (1.0 - min(1.0, matched / query.total)) ** (counted / matched))


def rerank(
    built: BuiltQuery,
    fq: FulltextQuery,
    documents: Iterable[Document | DocumentTokens],
    vectors: Iterable[Sequence[float] | None] | None = None,
    query_vector: Sequence[float] | None = None,
    *,
    text_weight: float = 0.3,
    vector_weight: float = 0.7,
    part_weights: Mapping[str, float] | None = None,
    scale: NormaliseMethod | None = "min_max",
) -> list[Reranked]:
    """Documents in the order of ``hybrid_similarity`` to a query, the best first.

    built          the query.
    fq             the builder that made it; it cuts those documents that come without tokens.
    documents      in any order. Ties keep it.
    vectors        one for each, None where there is none; default: the documents' own.
    query_vector   of the same model; None: words alone decide.
    text_weight, vector_weight   each in [0, 1]; only their proportion counts. RAGFlow's.
    part_weights   see ``part_similarity``.
    scale          how cosines are brought to [0, 1] before they are mixed: over these documents
                   ("min_max"; the nearest is 1, the farthest 0), or not at all (None, as RAGFlow):
                   a fixed mix with raw cosines, which many models keep between .7 and .9, lets the
                   words decide nearly alone.

    A document without a vector is judged by its words. By measurement, this orders what a search
    by words and vectors found worse than the search's own scores on four collections of five (mean
    nDCG@10 .636 against .678; with scale None .607): it is for lists that come without good
    scores, and for those who are used to RAGFlow's. Raises SettingsError for weights, lengths
    and components that do not fit, InputError for what is no document.
    """
    listed = checked_list(documents, "documents", "documents or their tokens")
    words = prepared(built)
    weights = _weights(part_weights)
    texts = [
        _part_similarity(words, _tokens_of(document, fq, place), weights)
        for place, document in enumerate(listed)
    ]
    if vectors is None:
        vectors = [getattr(document, "vector", None) for document in listed]
    vectors = checked_list(vectors, "vectors", "vectors, None for none")
    if len(vectors) != len(listed):
        raise SettingsError(f"{len(vectors)} vectors for {len(listed)} documents: give one each")
    cosines: list[float | None] = [None] * len(listed)
    if query_vector is not None:
        asked = _plain(query_vector)
        cosines = [None if vector is None else cosine(asked, _plain(vector)) for vector in vectors]
    scores = hybrid_similarities(
        texts, _scaled(cosines, scale), text_weight=text_weight, vector_weight=vector_weight
    )
    order = sorted(range(len(listed)), key=lambda place: -scores[place])
    return [
        Reranked(place, scores[place], {"text": texts[place], "vector": cosines[place]})
        for place in order
    ]


class SimilarityReranker:
    """``rerank`` for a searcher, without a model; arguments as there.

    The vector part is what the search by vectors gave each document, brought to [0, 1] over the
    documents found; a document that it did not find is judged by its words.
    """

    def __init__(
        self,
        fq: FulltextQuery,
        *,
        text_weight: float = 0.3,
        vector_weight: float = 0.7,
        part_weights: Mapping[str, float] | None = None,
    ) -> None:
        hybrid_similarities([], [], text_weight=text_weight, vector_weight=vector_weight)
        self._fq = fq
        self._shares = {"text_weight": text_weight, "vector_weight": vector_weight}
        self._weights = _weights(part_weights)

    def __call__(self, built: BuiltQuery, found: Sequence[Found]) -> list[float]:
        """A score in [0, 1] for each, in their order."""
        words = prepared(built)
        texts = [
            _part_similarity(words, DocumentTokens.of(item.document, self._fq), self._weights)
            for item in found
        ]
        near = _scaled([item.scores.get("vector") for item in found], "min_max")
        return hybrid_similarities(texts, near, **self._shares)


class TextReranker:
    """A model that reads question and document together, such as a cross-encoder.

    score     a function of the question and a list of texts: one number for each, the higher the
              better.
    logits    whether these are unbounded, and are to be put through 1 ÷ (1 + e^−x); else they must
              be in [0, 1].
    """

    def __init__(
        self, score: Callable[[str, list[str]], Iterable[float]], *, logits: bool = False
    ) -> None:
        if not callable(score):
            raise SettingsError(f"score must be a function, not a {type(score).__name__}")
        self._score = score
        self._logits = logits

    def __call__(self, built: BuiltQuery, found: Sequence[Found]) -> list[float]:
        """A score in [0, 1] for each. Raises ModelError where the model fails."""
        if not found:
            return []
        try:
            given = self._score(built.text, [document_text(item.document) for item in found])
            scores = [float(number) for number in given]
        except FulltextQueryError:
            raise
        except Exception as error:
            raise ModelError(f"the reranker failed: {type(error).__name__}: {error}") from error
        if len(scores) != len(found):
            raise ModelError(f"the reranker gave {len(scores)} scores for {len(found)} documents")
        if self._logits and not any(map(math.isnan, scores)):
            scores = [_sigmoid(score) for score in scores]
        for place, score in enumerate(scores):
            if not 0.0 <= score <= 1.0:  # NaN is not either
                raise ModelError(
                    f"the reranker gave {score} for document {place}, not a score from 0 to 1; "
                    "for unbounded scores say logits=True"
                )
        return scores


def _sigmoid(value: float) -> float:
    small = math.exp(-abs(value))  # never overflows
    return 1.0 / (1.0 + small) if value >= 0 else small / (1.0 + small)


def _scaled(scores: list[float | None], scale: NormaliseMethod | None) -> list[float | None]:
    return scores if scale is None else normalise_scores(scores, scale)


def _tokens_of(document: object, fq: FulltextQuery, place: int) -> DocumentTokens:
    if isinstance(document, DocumentTokens):
        return document
    if isinstance(document, Document):
        return DocumentTokens.of(document, fq)
    raise InputError(
        f"document {place} is a {type(document).__name__}; give a Document or DocumentTokens"
    )


def _plain(vector: Any) -> Any:
    return vector.tolist() if hasattr(vector, "tolist") else vector
