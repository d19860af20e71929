"""What counting a body of text gives: a table of frequencies, its size, and what it lacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..setting_types import FrozenMapping

__all__ = ["Counted", "Lacking", "LeftOut", "WordCount"]


class WordCount(NamedTuple):
    """How often a word occurs, and how many documents hold it."""

    term: float
    documents: float


class Lacking(NamedTuple):
    """What a table no longer has of what was counted.

    min_documents  words in fewer documents were left out; 1 for none.
    pruned         how many words that were.
    dropped        how often a word was forgotten while counting, to keep to the memory.
    missing        documents that the count of a word may lack at most, for that and for tables
                   that were merged after they had been pruned; a word that stands in the table
                   in no more documents may be missing.
    """

    min_documents: int = 1
    pruned: int = 0
    dropped: int = 0
    missing: int = 0

    @property
    def exact(self) -> bool:
        """Whether every word has its full count, and none is left out."""
        return self == NOTHING_LACKING

    @property
    def may_lack(self) -> int:
        """Documents that a word's count lacks at most, a word that is not in the table too."""
        return self.missing + self.min_documents - 1


class LeftOut(NamedTuple):
    """What was read and not counted.

    malformed       lines that hold no document.
    without_text    documents whose fields are absent or blank.
    without_words   documents with a text, but without any word of the language.
    """

    malformed: int = 0
    without_text: int = 0
    without_words: int = 0


NOTHING_LACKING = Lacking()
NOTHING_LEFT_OUT = LeftOut()


@dataclass(frozen=True)
class Counted:
    """A background: how often each word of a language occurs in so many documents. Immutable.

    language     ISO 639 code.
    documents    N: those with at least one word of the language.
    tokens       T: running words of the language, of the words that were left out too.
    counts       word → WordCount, folded and not stemmed: what weights are looked up by.
    source       what it was counted in, for people.
    """

    language: str
    documents: float
    tokens: float
    counts: Mapping[str, WordCount]
    source: str = ""
    lacking: Lacking = NOTHING_LACKING
    left_out: LeftOut = NOTHING_LEFT_OUT
    notes: tuple[str, ...] = ()
    """Sentences for people on what to mind of it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", FrozenMapping(self.counts))

    def __repr__(self) -> str:
        return (
            f"Counted({self.language}: {len(self.counts):,} words of {self.documents:,.0f} "
            f"documents, {self.tokens:,.0f} tokens, of {self.source!r})"
        )

    def __len__(self) -> int:
        return len(self.counts)

    def __bool__(self) -> bool:
        return bool(self.counts)

    def get(self, word: str) -> WordCount | None:
        """The counts of a word, None where the table has none."""
        return self.counts.get(word)

    def most_frequent(self, count: int = 20) -> list[tuple[str, WordCount]]:
        """The words that most documents hold, the first in rank first."""
        return list(_ordered(self.counts))[:count]

    def items(self) -> Iterator[tuple[str, WordCount]]:
        """Words with their counts: those of most documents first, equal ones by their letters."""
        return iter(_ordered(self.counts))

    def pruned(self, min_documents: int) -> Counted:
        """Without the words of fewer documents; N and T stay."""
        kept = {word: one for word, one in self.counts.items() if one.documents >= min_documents}
        gone = len(self.counts) - len(kept)
        lacking = self.lacking._replace(
            min_documents=max(self.lacking.min_documents, min_documents),
            pruned=self.lacking.pruned + gone,
        )
        return replace(self, counts=kept, lacking=lacking)

    def to_dict(self) -> dict[str, Any]:
        """Everything but the words themselves; JSON-ready."""
        return {
            "language": self.language,
            "documents": _whole(self.documents),
            "tokens": _whole(self.tokens),
            "words": len(self.counts),
            "source": self.source,
            **{f"lacking_{name}": value for name, value in self.lacking._asdict().items()},
            "left_out": self.left_out._asdict(),
            "notes": list(self.notes),
        }


def _ordered(counts: Mapping[str, WordCount]) -> list[tuple[str, WordCount]]:
    return sorted(counts.items(), key=lambda item: (-item[1].documents, -item[1].term, item[0]))


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number
