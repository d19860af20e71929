"""What a search gives back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..built import BuiltQuery
from ..text.tokens import Note
from .documents import Document

if TYPE_CHECKING:
    from .highlight import Fragment

__all__ = ["Found", "SearchResult", "Step"]


@dataclass(frozen=True, slots=True)
class Found:
    """One document, and why it stands where it does.

    score       the engine's, or the fused or reranked one in [0, 1].
    highlights  part of the document (title, content …) → its passages that match, as written.
    scores      where several channels had a say, each one's raw score; None: not found by it.
    """

    id: str
    score: float
    document: Document
    highlights: Mapping[str, tuple[Fragment, ...]] = field(default_factory=dict)
    scores: Mapping[str, float | None] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready; matches in highlights stand between <em> and </em>, in escaped HTML."""
        row: dict[str, Any] = {"id": self.id, "score": self.score}
        row |= {name: value for name, value in self.document.to_dict().items() if name != "id"}
        if self.highlights:
            row["highlights"] = {
                part: [fragment.marked() for fragment in fragments]
                for part, fragments in self.highlights.items()
            }
        if self.scores:
            row["scores"] = dict(self.scores)
        return row


@dataclass(frozen=True, slots=True)
class Step:
    """One rung of the ladder that was tried: its name, its minimum, and how many it found."""

    name: str
    min_match: str
    found: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The documents found, best first, and how they were found. Iterates over its hits.

    total    how many documents match the words of the rung that answered; at least so many where
             ``exact`` is False. What vectors alone found is not counted.
    took     milliseconds for all of it.
    step     the name of the rung that answered; ``steps`` has all that were tried.
    query    the built query of the user's own text.
    notes    what was dropped, relaxed or failed on the way, the query's own notes among them.
    timed_out  something was cut short or left out because the time was over: an engine gave what it
             had, or a step had no answer in time; a note says which.
    """

    text: str
    hits: tuple[Found, ...]
    total: int
    exact: bool
    took: float
    step: str
    steps: tuple[Step, ...]
    query: BuiltQuery
    notes: tuple[Note, ...] = ()
    timed_out: bool = False

    def __iter__(self) -> Iterator[Found]:
        return iter(self.hits)

    def __len__(self) -> int:
        return len(self.hits)

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "text": self.text,
            "total": self.total,
            "exact": self.exact,
            "took_ms": round(self.took, 3),
            "step": self.step,
            "steps": [
                {"name": step.name, "min_match": step.min_match, "found": step.found}
                for step in self.steps
            ],
            "timed_out": self.timed_out,
            "hits": [hit.to_dict() for hit in self.hits],
            "notes": [{"code": note.code, "message": note.message} for note in self.notes],
        }
