"""``fulltext-query build``: texts in, queries out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

from ..builder import FulltextQuery
from ..built import BuiltQuery
from ..explain import COLUMNS, origins, rows, scoring, summary
from .inputs import one_text, text_lines
from .outputs import complain, emit, emit_json
from .tables import show

__all__ = ["Form", "build_lines", "build_one", "show_explanation"]


class Form(StrEnum):
    """What is printed of a query."""

    BODY = "body"  # {"query": {"query_string": …}}
    BOOL_BODY = "bool body"  # {"query": {"bool": …}}
    QUERY = "query"  # {"query_string": …}
    BOOL_QUERY = "bool query"  # {"bool": …}
    STRING = "string"  # the query string alone
    EXPLANATION = "explanation"


_VALUES: dict[Form, Callable[[BuiltQuery], Any]] = {
    Form.BODY: lambda built: {"query": built.to_dict()},
    Form.BOOL_BODY: lambda built: {"query": built.to_bool()},
    Form.QUERY: BuiltQuery.to_dict,
    Form.BOOL_QUERY: BuiltQuery.to_bool,
    Form.EXPLANATION: BuiltQuery.explain_dict,
}


def build_one(builder: FulltextQuery, given: str | None, form: Form) -> None:
    """Prints the query for one text."""
    built = builder.build(one_text(given))
    if form is Form.STRING:
        emit(built.query_string)
    elif form is Form.EXPLANATION:
        show_explanation(built)
    else:
        emit_json(_VALUES[form](built), indent=2)
    if not built:
        complain("warning: the text holds no word to search for; this query matches nothing")


def build_lines(builder: FulltextQuery, given: str | None, form: Form) -> None:
    """Prints one line for each line of the text, as they come."""
    empty = []
    number = 0
    for number, text in enumerate(text_lines(given), 1):
        built = builder.build(text)
        if form is Form.STRING:
            emit(built.query_string)
        else:
            emit_json(_VALUES[form](built))
        if not built:
            empty.append(number)
    if empty:
        complain(
            f"warning: {len(empty)} of {number} lines hold no word to search for (the first is "
            f"line {empty[0]}); their queries match nothing"
        )


def show_explanation(built: BuiltQuery) -> None:
    """Prints the table of a query's words, and its notes."""
    headers: Sequence[str] = COLUMNS
    table: Sequence[Sequence[str]] = rows(built)
    typed = headers.index("as typed")
    if all(row[typed].casefold() in ("", row[0]) for row in table):
        # it would only say the same again
        headers = [*headers[:typed], *headers[typed + 1 :]]
        table = [[*row[:typed], *row[typed + 1 :]] for row in table]
    show(
        headers,
        table,
        before=[f"text: {built.text}"],
        after=[
            *([*origins(built), *scoring(built), summary(built)] if built else []),
            *(f"note {note.code}: {note.message}" for note in built.notes),
        ],
    )
