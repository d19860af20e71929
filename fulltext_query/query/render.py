"""The printers. Escaping happens here, at the leaf, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from .tree import Leaf, Phrase, Query, Slot, Term

__all__ = ["boost_text", "escape", "field_list", "to_bool", "to_query_string", "to_text"]

# Everything that Lucene's or Elasticsearch's parser gives a meaning, and every blank
_ESCAPES = {ord(mark): "\\" + mark for mark in '+-=&|><!(){}[]^"~*?:\\/ \t\n\r\f\v\u3000'}
_WORD_OPERATORS = frozenset(("AND", "OR", "NOT"))
_FOUR_DECIMALS = 0.01  # from here up, four decimals say enough
_BOOSTED_IN = "%s:%s^%.4f"
_BOOSTED = "%s^%.4f"  # a third faster than an f-string, and printed for every leaf
_LARGEST = 1e30  # beyond single precision the engine reads infinity
_SMALLEST = 1e-9  # a boost of 0 would count for the minimum and score nothing


def escape(text: str) -> str:
    """A term as the parser reads it back; always one term, never an operator or a wildcard."""
    if text in _WORD_OPERATORS:
        return "\\" + text
    return text if text.isalnum() else text.translate(_ESCAPES)


def boost_text(boost: float) -> str:
    """A boost as plain decimals: never 0, never an exponent."""
    if boost >= _FOUR_DECIMALS:
        return f"{min(boost, _LARGEST):.4f}"
    return f"{max(boost, _SMALLEST):.9f}"


def _words(head: str | tuple[str, ...], extra: int) -> str:
    """A term with its edits, or a phrase with its slop, escaped."""
    if isinstance(head, str):
        text = escape(head) or '""'  # which matches nothing; a bare ^ would be refused
    else:
        text = " ".join(head)
        # of a phrase's words most need no escape: looked at together
        if not text.replace(" ", "").isalnum() or not _WORD_OPERATORS.isdisjoint(head):
            text = " ".join([escape(word) for word in head if word])
        text = f'"{text}"'
    return f"{text}~{extra}" if extra else text


def to_text(query: Query) -> str:
    """The query string alone: slots separated by blanks, alternatives in parentheses."""
    return _printed([slot.leaves for slot in query.slots])


def _printed(groups: Iterable[Sequence[Leaf]]) -> str:
    """Groups of leaves as the parser reads them."""
    slots = []
    known: object = None  # the same words in the next field are spelled already
    edits = 0
    text = ""
    for leaves in groups:
        printed = []
        # here printing spends its time: a leaf has no function of its own
        for head, boost, extra, field in leaves:
            if head is not known or extra != edits:
                known, edits, text = head, extra, _words(head, extra)
            if field and not field.isidentifier():
                field = escape(field)
            # the boost keeps a word that stands alone a clause of its own over several fields
            if not _FOUR_DECIMALS <= boost <= 1:
                shown = f"{text}^{boost_text(boost)}"
                printed.append(f"{field}:{shown}" if field else shown)
            elif field:
                printed.append(_BOOSTED_IN % (field, text, boost))
            else:
                printed.append(_BOOSTED % (text, boost))
        slots.append(printed[0] if len(printed) == 1 else f"({' OR '.join(printed)})")
    return " ".join(slots)


@lru_cache(maxsize=64)
def field_list(fields: tuple[tuple[str, float], ...]) -> tuple[str, ...]:
    """The fields as Elasticsearch takes them: 'title_tks^10', 'content_ltks'."""
    return tuple(name if boost == 1 else f"{name}^{_plain(boost)}" for name, boost in fields)


def _plain(number: float) -> str:
    return f"{number:.6f}".rstrip("0").rstrip(".")


def to_query_string(query: Query, text: str | None = None) -> dict[str, Any]:
    """The query as Elasticsearch's query_string, {"match_none": {}} where it is empty."""
    if not query.slots:
        return {"match_none": {}}
    body: dict[str, Any] = {
        "query": to_text(query) if text is None else text,
        "fields": list(field_list(query.fields)),
        "type": query.type,
        "tie_breaker": _tie_breaker(query),
    }
    if query.min_match:
        body["minimum_should_match"] = query.min_match
    if query.subword_field:
        body["lenient"] = True  # that field has no positions: a phrase matches nothing there
    for slot in query.slots:
        if slot.main[2] and isinstance(slot.main, Term):
            body["fuzzy_prefix_length"] = query.fuzzy_prefix
            body["fuzzy_max_expansions"] = query.fuzzy_expansions
            break
    if not query.beside:
        return {"query_string": body}
    # a minimum there would count what is no word of the user
    scoring = {name: value for name, value in body.items() if name != "minimum_should_match"}
    scoring["query"] = _printed([(leaf,) for leaf in query.beside])
    return _with_scoring({"query_string": body}, [{"query_string": scoring}])


def _with_scoring(query: dict[str, Any], scoring: list[dict[str, Any]]) -> dict[str, Any]:
    """A query that decides what matches, and others that only add to its scores."""
    return {"bool": {"must": [query], "should": scoring}}


def _tie_breaker(query: Query) -> float:
    """most_fields is all fields added up; the engine takes a tie_breaker over the type."""
    return 1.0 if query.type == "most_fields" else query.tie_breaker


def to_bool(query: Query) -> dict[str, Any]:
    """The same matches and scores as ``to_query_string`` without its parser.

    {"match_none": {}} where the query is empty.
    """
    if not query.slots:
        return {"match_none": {}}
    clauses = [_slot(slot, query) for slot in query.slots]
    whole = clauses[0]
    if len(clauses) > 1:
        body: dict[str, Any] = {"should": clauses}
        if query.min_match:
            body["minimum_should_match"] = query.min_match
        whole = {"bool": body}
    if not query.beside:
        return whole
    return _with_scoring(whole, [_multi_match(leaf, query) for leaf in query.beside])


def _slot(slot: Slot, query: Query) -> dict[str, Any]:
    leaves = [
        _fuzzy(leaf, query)
        if query.subword_field and isinstance(leaf, Term) and leaf.fuzzy
        else _multi_match(leaf, query)
        for leaf in slot.leaves
    ]
    return leaves[0] if len(leaves) == 1 else {"bool": {"should": leaves}}


def _multi_match(leaf: Leaf, query: Query) -> dict[str, Any]:
    body: dict[str, Any] = {
        "query": leaf.text if isinstance(leaf, Term) else " ".join(leaf.words),
        "fields": [leaf.field] if leaf.field else list(field_list(query.fields)),
        "type": query.type,
        "tie_breaker": _tie_breaker(query),
        "boost": float(boost_text(leaf.boost)),
    }
    if isinstance(leaf, Phrase):
        body["type"] = "phrase"
        body["slop"] = leaf.slop
        if query.subword_field:
            body["lenient"] = True
    elif leaf.fuzzy:
        body["fuzziness"] = leaf.fuzzy
        body["prefix_length"] = query.fuzzy_prefix
        body["max_expansions"] = query.fuzzy_expansions
    return {"multi_match": body}


def _fuzzy(leaf: Term, query: Query) -> dict[str, Any]:
    """A fuzzy word, field by field: multi_match would make every sub-word of it fuzzy too."""
    fields = [(leaf.field, 1.0)] if leaf.field else query.fields
    tolerance = {
        "fuzziness": leaf.fuzzy,
        "prefix_length": query.fuzzy_prefix,
        "max_expansions": query.fuzzy_expansions,
    }
    clauses: list[dict[str, Any]] = [
        {"fuzzy": {name: {"value": leaf.text, "boost": boost, **tolerance}}}
        if name == query.subword_field
        else {"match": {name: {"query": leaf.text, "boost": boost, **tolerance}}}
        for name, boost in fields
    ]
    body = {
        "queries": clauses,
        "tie_breaker": _tie_breaker(query),
        "boost": float(boost_text(leaf.boost)),
    }
    return {"dis_max": body}
