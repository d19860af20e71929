"""An understood question as a search takes it: the query, the neighbours, the other queries."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..builder import FulltextQuery
from ..errors import SettingsError
from ..fusion import checked_number
from ..setting_types import parse_field_name
from ..text.tokens import Kind
from .outputs import read_vector
from .understood import UnderstoodQuery

__all__ = ["FanOut", "SearchForm", "to_search"]

_MOST_CANDIDATES = 10_000  # what Elasticsearch takes
_LANGUAGE_KINDS = frozenset((Kind.WORD, Kind.HAN, Kind.NGRAM))  # numbers and codes are of none
_MATCH_NONE: dict[str, Any] = {"match_none": {}}

FanOutKind = Literal["original", "rewrite", "sub_query"]


class FanOut(BaseModel):
    """One text to search for by itself."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: FanOutKind = Field(description="Where it comes from.")
    text: str = Field(description="As it was asked or written.")
    language: str = Field(description="ISO 639 code; '' where its words tell none.")
    query: dict[str, Any] = Field(description="Its query, in Elasticsearch's DSL.")


class SearchForm(BaseModel):
    """Everything that a search needs; printed, it is JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    query: dict[str, Any] = Field(
        description="The query for the whole question, in Elasticsearch's DSL; match_none where it "
        "holds no word."
    )
    knn: dict[str, Any] | None = Field(
        default=None, description="The clause for the question's vector; None where it has none."
    )
    fan_out: list[FanOut] = Field(
        default=[],
        description="The question, its rewrites and its sub-questions, each by itself; none that "
        "searches for nothing or for what one before it does.",
    )

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values, that are the caller's own."""
        return self.model_dump()

    def to_body(self, *, size: int = 10) -> dict[str, Any]:
        """The body of one request: query and knn, whose scores Elasticsearch adds up.

        size: hits, 0 to 10,000. Raises SettingsError.
        """
        _whole(size, "size", 0)
        body: dict[str, Any] = {"size": size, "query": self.query}
        if self.knn is not None:
            body["knn"] = self.knn
        return json.loads(json.dumps(body))  # type: ignore[no-any-return]  # a copy

    def __str__(self) -> str:
        text = json.dumps(self.to_dict(), ensure_ascii=False)
        try:
            text.encode()
        except UnicodeEncodeError:  # half a character, which no output takes as it is
            return json.dumps(self.to_dict())
        return text


def to_search(
    understood: UnderstoodQuery,
    fq: FulltextQuery | None = None,
    *,
    min_match: object = None,
    form: Literal["query_string", "bool"] = "query_string",
    vector_field: str = "vector",
    k: int = 10,
    num_candidates: int | None = None,
) -> SearchForm:
    """What a search needs of a question.

    Rewrites in the question's own language are folded into its query. Those in other languages are
    translations: each is a query of its own beside it, and one of them all has to match, by its own
    minimum, so that no language counts against another. A document scores what the best of them
    gives: a name that is the same in all languages counts once.

    fq: builds the queries; None for ``FulltextQuery()``. min_match: as ``FulltextQuery.build``
    takes it. form: 'query_string' or 'bool', which match and score the same. vector_field: the
    field of the index's vectors. k: neighbours, 1 to 10,000. num_candidates: looked at for them on
    each shard, k to 10,000; None for ten times k.
    Raises SettingsError, MinMatchError.
    """
    if form not in ("query_string", "bool"):
        raise SettingsError(f"form must be 'query_string' or 'bool', not {form!r}")
    fq = FulltextQuery() if fq is None else fq
    return _Former(fq, understood, min_match, form == "bool").form(
        _knn(understood.hyde_vector, vector_field, k, num_candidates)
    )


class _Former:
    """Builds the queries of one question."""

    def __init__(
        self, fq: FulltextQuery, understood: UnderstoodQuery, min_match: object, as_bool: bool
    ) -> None:
        self._fq = fq
        self._understood = understood
        self._min_match = min_match
        self._as_bool = as_bool
        self._language = self._language_of(understood.original_text)

    def form(self, knn: dict[str, Any] | None) -> SearchForm:
        """The whole."""
        understood = self._understood
        languages = {text: self._language_of(text) for text in understood.rewrites}
        translations = [text for text, code in languages.items() if self._is_foreign(code)]
        folded = [text for text in languages if text not in translations]
        queries = [self._built(understood.model_copy(update={"rewrites": folded}))]
        for text in translations:
            query = self._built(self._alone(text))
            if query not in queries:
                queries.append(query)
        query = _either([query for query in queries if query != _MATCH_NONE])
        return SearchForm(query=query, knn=knn, fan_out=self._fan_out())

    def _fan_out(self) -> list[FanOut]:
        understood = self._understood
        texts: list[tuple[FanOutKind, str]] = [
            ("original", understood.original_text),
            *(("rewrite", text) for text in understood.rewrites),
            *(("sub_query", text) for text in understood.sub_queries),
        ]
        found: list[FanOut] = []
        for kind, text in texts:
            query = self._built(self._alone(text))
            if query != _MATCH_NONE and all(query != other.query for other in found):
                code = self._language_of(text)
                found.append(FanOut(kind=kind, text=text, language=code, query=query))
        return found

    def _alone(self, text: str) -> UnderstoodQuery:
        """A text as a question with the glossary's terms, and nothing else beside it."""
        return UnderstoodQuery(original_text=text, expansion_terms=self._understood.expansion_terms)

    def _built(self, question: UnderstoodQuery) -> dict[str, Any]:
        built = self._fq.build(question, min_match=self._min_match)
        return built.to_bool() if self._as_bool else built.to_dict()

    def _language_of(self, text: str) -> str:
        """The language that most of a text's words are of."""
        counts: dict[str, int] = {}
        for token in self._fq.analyze(text).tokens:
            if token.language and token.kind in _LANGUAGE_KINDS:
                counts[token.language] = counts.get(token.language, 0) + 1
        return max(counts, key=lambda code: counts[code]) if counts else ""

    def _is_foreign(self, code: str) -> bool:
        return bool(code and self._language and code != self._language)


def _either(queries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One of several has to match; the best of them scores."""
    if not queries:
        return dict(_MATCH_NONE)
    return queries[0] if len(queries) == 1 else {"dis_max": {"queries": list(queries)}}


def _knn(
    vector: Iterable[float] | None, field: str, k: int, candidates: int | None
) -> dict[str, Any] | None:
    """Raises SettingsError."""
    try:
        field = parse_field_name(field)
    except SettingsError as error:
        raise SettingsError(f"vector_field: {error}") from error
    if not field:
        raise SettingsError("vector_field must be the name of a field, not ''")
    _whole(k, "k", 1)
    if candidates is None:
        candidates = min(10 * k, _MOST_CANDIDATES)
    _whole(candidates, "num_candidates", k)
    if vector is None:
        return None
    try:
        numbers = read_vector(list(vector))
    except (TypeError, ValueError, OverflowError):
        # what the engine would refuse costs the question its neighbours, not its words
        return None
    return {"field": field, "query_vector": numbers, "k": k, "num_candidates": candidates}


def _whole(value: object, name: str, low: int) -> None:
    checked_number(value, name, low, _MOST_CANDIDATES)
    if not isinstance(value, int):  # 1.0 is none either
        raise SettingsError(f"{name} must be a whole number, not {value!r}")
