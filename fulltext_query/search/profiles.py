"""How a document becomes the fields of an index, and what such an index is.

A profile is one answer to that. ``TokenProfile`` is this library's own: the documents' fields of
coarse and fine tokens, cut by the code that cuts queries.
"""

from __future__ import annotations

from typing import Any, Protocol

from .. import __version__
from ..builder import FulltextQuery
from ..text.analyzer import Analysis
from ..text.tokens import Note
from .contract import IndexSchema, Row
from .documents import Document

__all__ = ["Profile", "TokenProfile", "text_settings"]

#: Settings that decide which tokens a text has: an index and its queries must agree on them.
_TEXT_SETTINGS = (
    "tokenizer", "language", "fallback_language", "stemming", "fold_accents", "fine_tokens",
    "han_segmenter", "word_segmenter", "chinese_conversion", "conversion_exceptions", "user_words",
    "max_token_length",
)  # fmt: skip


class Profile(Protocol):
    """How documents become rows, and what index these rows need."""

    name: str

    def schema(self) -> IndexSchema | None:
        """The index to make; None where the profile is for indexes that exist already."""
        ...

    def row(self, document: Document) -> Row:
        """The fields of a document."""
        ...

    def field(self, name: str) -> str:
        """The field of the index that holds a metadata name."""
        ...

    def document(self, identifier: str, source: Any) -> Document:
        """The document of what the index kept."""
        ...


def text_settings(fq: FulltextQuery) -> dict[str, Any]:
    """The settings that tokens depend on, JSON-ready: what an index remembers of its making."""
    values = fq.settings.model_dump(mode="json", include=set(_TEXT_SETTINGS))
    made = {name: values[name] for name in _TEXT_SETTINGS}
    dictionaries = fq.dictionaries.token_fingerprint
    return {**made, "dictionaries": dictionaries} if dictionaries else made


class TokenProfile:
    """The seven fields of tokens, a field of sub-words, and the originals for display.

    title_tks, content_ltks (coarse) and title_sm_tks, content_sm_ltks (fine); important_kwd (each
    keyword one term), important_tks, question_tks; subword_tks, which the index fills by itself.
    """

    name = "tokens"

    def __init__(self, fq: FulltextQuery) -> None:
        self._fq = fq
        self._subwords = fq.settings.subword_field

    def schema(self) -> IndexSchema:
        """Text fields with positions, for phrases; sub-words where the settings name a field."""
        return IndexSchema(
            text={
                "title_tks": True, "title_sm_tks": True, "important_tks": True,
                "question_tks": True, "content_ltks": True, "content_sm_ltks": True,
            },
            keywords=("important_kwd",),
            subwords=self._subwords,
            subword_sources=("title_tks", "important_tks", "question_tks", "content_ltks"),
            meta={"profile": self.name, "version": __version__, "text": text_settings(self._fq)},
        )  # fmt: skip

    def row(self, document: Document) -> Row:
        """The tokens of every part that is not empty; a note of each part that was cut."""
        fields: dict[str, str | list[str]] = {}
        notes: dict[str, Note] = {}
        for part, text, coarse, fine in (
            ("title", document.title, "title_tks", "title_sm_tks"),
            ("content", document.content, "content_ltks", "content_sm_ltks"),
        ):
            analysis = self._analyzed(part, text, notes)
            if analysis.tokens:
                fields[coarse] = " ".join(analysis.coarse)
                fields[fine] = " ".join(analysis.fine)
        keywords = [
            " ".join(self._analyzed("important_keywords", text, notes).coarse)
            for text in document.important_keywords
        ]
        if any(keywords):
            fields["important_kwd"] = [keyword for keyword in keywords if keyword]
            fields["important_tks"] = " ".join(filter(None, keywords))
        questions = [
            " ".join(self._analyzed("questions", text, notes).coarse) for text in document.questions
        ]
        if any(questions):
            fields["question_tks"] = " ".join(filter(None, questions))
        source = document.to_dict()
        source.pop("vector", None)
        return Row(document.id, fields, source, document.vector, tuple(notes.values()))

    def _analyzed(self, part: str, text: str, notes: dict[str, Note]) -> Analysis:
        """A text of a part; that it was cut is noted, once for each part."""
        analysis = self._fq.analyze(text)
        for note in analysis.notes:
            if note.code == "text_cut":
                notes.setdefault(part, Note(note.code, f"{part}: {note.message}"))
        return analysis

    def field(self, name: str) -> str:
        """Metadata lies below one name, so that it never meets a field of tokens."""
        return f"metadata.{name}"

    def document(self, identifier: str, source: Any) -> Document:
        """As it was given, without its vector."""
        return Document.from_dict({**source, "id": identifier})
