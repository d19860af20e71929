"""Highlights: the passages of a document that match a query, as the user wrote them.

Engines know tokens; these are found through the same tokens, whose places are known in the text as
it was written. So a Simplified query marks Traditional text, a stem marks the whole word, and it is
the same with every engine.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..builder import FulltextQuery
from ..built import BuiltQuery
from ..errors import SettingsError
from ..text.tokens import Token
from .documents import Document
from .graphemes import left_of, right_of
from .marks import Mark, Sought, merged
from .passages import Passages

__all__ = ["Fragment", "Highlighter", "highlight", "highlight_document"]

_CUT = "…"
_STOPS = ".!?।॥؟۔"  # ends of sentences that a blank follows


class Fragment(NamedTuple):
    """A passage of a text, with '…' where it was cut, and which of its characters match."""

    text: str
    spans: tuple[tuple[int, int], ...]  # of ``text``, in order, apart from each other

    def marked(
        self,
        before: str = "<em>",
        after: str = "</em>",
        escape: Callable[[str], str] | None = html.escape,
    ) -> str:
        """The passage with its matches between two strings.

        escape: what the text around and between goes through, for HTML; None: as it is.
        """
        clean = escape if escape is not None else str
        parts: list[str] = []
        done = 0
        for start, end in self.spans:
            parts += (clean(self.text[done:start]), before, clean(self.text[start:end]), after)
            done = end
        parts.append(clean(self.text[done:]))
        return "".join(parts)


class Highlighter:
    """Highlights any number of texts for one query. Immutable; safe to share between threads.

    function_words: words that only serve or ask match wherever they stand; False: only between
    two other words of the query that stand so in the text, or where the query has no other.
    fragments: passages of one text at most; 0 for the whole text as one. length: characters of a
    passage, at least 1; a match that is longer is never cut. reach: characters of each part of a
    document that are looked at, those of all its questions together, at least 1; the time it takes
    grows with them. None: as many as an index holds. Raises SettingsError.
    """

    def __init__(
        self,
        built: BuiltQuery,
        fq: FulltextQuery,
        *,
        fragments: int = 3,
        length: int = 160,
        function_words: bool = False,
        reach: int | None = None,
    ) -> None:
        given: tuple[tuple[str, object, int], ...] = (
            ("fragments", fragments, 0), ("length", length, 1),
            ("reach", 1 if reach is None else reach, 1),
        )  # fmt: skip
        for name, value, least in given:
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise SettingsError(
                    f"{name} must be a whole number of at least {least}, not {value!r}"
                )
        self._fq = fq
        self._fragments = fragments
        self._length = length
        self._reach = reach
        self._sought = Sought(built, fq, function_words=function_words)

    def text(self, text: str) -> tuple[Fragment, ...]:
        """The best passages of a text, in its order; () where nothing matches.

        Only what an index would hold of the text is looked at: its first ``max_characters``.
        """
        tokens = self._tokens(text, self._reach)
        marks = self._sought.find(tokens) or self._sought.find_faint(tokens)
        return self._shown(text, tokens, marks, self._fragments)

    def document(self, document: Document) -> dict[str, tuple[Fragment, ...]]:
        """The passages of each part that matches: title, content, important_keywords, questions.

        Of the content the best passages, the others whole; of keywords and questions those that
        match. What matches only faintly is shown where no part matches better.
        """
        parts = {
            "title": (document.title,),
            "content": (document.content,),
            "important_keywords": document.important_keywords,
            "questions": document.questions,
        }
        texts = []
        for part, given in parts.items():
            left = self._reach
            for text in given:
                if text and left != 0:
                    texts.append((part, text, self._tokens(text, left)))
                    left = None if left is None else max(left - len(text), 0)
        for find in (self._sought.find, self._sought.find_faint):
            found: dict[str, tuple[Fragment, ...]] = {}
            for part, text, tokens in texts:
                count = self._fragments if part == "content" else 0
                shown = self._shown(text, tokens, find(tokens), count)
                if shown:
                    found[part] = found.get(part, ()) + shown
            if found:
                return found
        return {}

    def _tokens(self, text: str, reach: int | None) -> Sequence[Token]:
        """The tokens of the first ``reach`` characters, without one that goes on behind them."""
        if reach is None or len(text) <= reach:
            return self._fq.analyze(text).tokens
        return [token for token in self._fq.analyze(text[:reach]).tokens if token.end < reach]

    def _shown(
        self, text: str, tokens: Sequence[Token], marks: Sequence[Mark], fragments: int
    ) -> tuple[Fragment, ...]:
        # a sign that is several words once it is spelled out may put the parts of the next one
        # before it: what has no length, or begins behind its end, is nothing that can be shown
        marks = [mark for mark in marks if 0 <= mark.start < mark.end <= len(text)]
        if not marks:
            return ()
        marks = [
            Mark(left_of(text, mark.start), right_of(text, mark.end), mark.slot) for mark in marks
        ]
        if not fragments or len(text) <= self._length:
            return (_fragment(text, 0, len(text), marks),)
        passages = Passages(text, tokens, self._length)
        chosen = passages.choose(marks, self._sought.weights, fragments)
        return tuple(_fragment(text, one.start, one.end, one.marks) for one in chosen)


def highlight(
    built: BuiltQuery,
    fq: FulltextQuery,
    text: str,
    *,
    fragments: int = 3,
    length: int = 160,
    function_words: bool = False,
) -> tuple[Fragment, ...]:
    """The passages of a text that match a query; see ``Highlighter`` for the arguments.

    ``fq`` has to cut texts as the one that built the query. Raises SettingsError, InputError.
    """
    highlighter = Highlighter(
        built, fq, fragments=fragments, length=length, function_words=function_words
    )
    return highlighter.text(text)


def highlight_document(
    built: BuiltQuery,
    fq: FulltextQuery,
    document: Document,
    *,
    fragments: int = 3,
    length: int = 160,
    function_words: bool = False,
) -> dict[str, tuple[Fragment, ...]]:
    """The passages of a document's parts that match a query; see ``Highlighter.document``."""
    highlighter = Highlighter(
        built, fq, fragments=fragments, length=length, function_words=function_words
    )
    return highlighter.document(document)


def _fragment(text: str, start: int, end: int, marks: Sequence[Mark]) -> Fragment:
    """text[start:end] without blanks where it was cut, and with '…' instead."""
    spans = merged((mark.start, mark.end) for mark in marks)
    if spans:  # a mark at an edge may hold blanks that would be cut
        inner = min(start + _blanks(text[start:end]), spans[0][0])
        outer = max(end - _blanks(text[start:end][::-1]), spans[-1][1])
    else:
        inner, outer = start + _blanks(text[start:end]), end - _blanks(text[start:end][::-1])
    left, right = text[:start].rstrip(), text[end:].strip()
    if start:
        start = inner
    if end < len(text):
        end = max(outer, start)
    before = after = ""
    if left:
        before = f"{_CUT} " if left[-1] in _STOPS else _CUT
    if right:
        after = f" {_CUT}" if text[end - 1] in _STOPS else _CUT
    shift = len(before) - start
    return Fragment(
        f"{before}{text[start:end]}{after}",
        tuple((first + shift, last + shift) for first, last in spans),
    )


def _blanks(text: str) -> int:
    """How many blanks a text begins with."""
    return len(text) - len(text.lstrip())
