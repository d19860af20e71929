"""``fulltext-query analyze``: what a text is cut into, and what each token weighs."""

from __future__ import annotations

from typing import Any

from ..builder import FulltextQuery
from ..text.analyzer import Analysis
from .inputs import one_text, text_lines
from .outputs import emit_json
from .tables import show

__all__ = ["analyze_lines", "analyze_one", "describe"]

_HEADERS = ("word", "as typed", "span", "kind", "language", "role", "weight", "fine parts")


def analyze_one(builder: FulltextQuery, given: str | None, *, as_json: bool) -> None:
    """Prints the tokens of one text, as a table or as JSON."""
    text = one_text(given)
    if as_json:
        emit_json(describe(builder, text), indent=2)
        return
    analysis = builder.analyze(text)
    weights = _weights(builder, text)
    rows = [
        (
            token.text, token.surface, f"{token.start}–{token.end}", token.kind.value,
            token.language, token.role.value, _shown(weights.get((token.start, token.text))),
            " ".join((*token.fine, *((f"{token.bridge} (bridge)",) if token.bridge else ()))),
        )
        for token in analysis.tokens
    ]  # fmt: skip
    notes = [f"note {note.code}: {note.message}" for note in analysis.notes]
    show(_HEADERS, rows, after=notes if rows else [*notes, "no tokens"])


def analyze_lines(builder: FulltextQuery, given: str | None) -> None:
    """Prints one JSON object for each line of the text, as they come."""
    for text in text_lines(given):
        emit_json(describe(builder, text))


def describe(builder: FulltextQuery, text: str) -> dict[str, Any]:
    """The tokens of a text, and what an index's coarse and fine fields hold of it; JSON-ready."""
    analysis: Analysis = builder.analyze(text)
    weights = _weights(builder, text)
    return {
        "text": text,
        "tokens": [
            {**token._asdict(), "weight": weights.get((token.start, token.text))}
            for token in analysis.tokens
        ],
        "coarse": list(analysis.coarse),
        "fine": list(analysis.fine),
        "notes": [note._asdict() for note in analysis.notes],
    }


def _weights(builder: FulltextQuery, text: str) -> dict[tuple[int, str], float]:
    """Weights in the query for the text, by start and word; a token left out of it has none."""
    return {
        (start, term.text): term.weight
        for term in builder.build(text).terms
        for start, _ in term.spans
    }


def _shown(weight: float | None) -> str:
    return "–" if weight is None else f"{weight:.4f}"
