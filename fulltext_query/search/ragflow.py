"""Documents as RAGFlow indexes them, and the documents of an index that RAGFlow built."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .. import __version__
from ..builder import FulltextQuery
from ..errors import SettingsError
from .contract import IndexSchema, Row
from .documents import Document
from .profiles import text_settings

__all__ = ["RagflowProfile"]

# What RAGFlow takes off before it cuts: a file's extension, and the marks of tables
_EXTENSION = re.compile(r"\.[a-zA-Z]+$")
_TABLE_MARKS = re.compile(r"</?(table|td|caption|tr|th)( [^<>]{0,12})?>")

_TEXT = (
    "title_tks", "title_sm_tks", "important_tks", "question_tks", "content_ltks", "content_sm_ltks",
)  # fmt: skip
_KEYWORDS = ("important_kwd", "question_kwd")
_NO_METADATA = re.compile(r".*_(?:tks|ltks|vec)$|vector$|id$|metadata$")
_PARTS = frozenset(
    ("docnm_kwd", "content_with_weight", *_KEYWORDS, "important_keywords", "questions")
)


class RagflowProfile:
    """RAGFlow's fields, with the very tokens that RAGFlow would have written.

    title_tks and content_ltks are coarse tokens, title_sm_tks and content_sm_ltks fine ones;
    important_kwd and question_kwd hold each keyword and question as one term, important_tks and
    question_tks their tokens; docnm_kwd and content_with_weight the title and content as given.
    """

    name = "ragflow"

    def __init__(
        self, fq: FulltextQuery, *, existing: bool = False, vector: str = "vector"
    ) -> None:
        """fq: with ``Settings.preset("ragflow")``, or any with ``tokenizer="ragflow"``.

        existing: the index is RAGFlow's own: it is never created, and a metadata name is a field
        beside the others (kb_id, doc_id), not below ``metadata``. vector: the field of the vectors
        (RAGFlow's own is ``q_<dimensions>_vec``). Raises SettingsError for another tokenizer.
        """
        from ..text.ragflow import RagflowAnalysis

        analysis = fq.analyze("")
        if not isinstance(analysis, RagflowAnalysis):
            raise SettingsError(
                "an index of RAGFlow's tokens needs queries of the same: make the FulltextQuery "
                "with Settings.preset('ragflow')"
            )
        self._fq = fq
        self._tokenizer = analysis.tokenizer
        self._existing = existing
        self._vector = vector

    def schema(self) -> IndexSchema | None:
        """Text fields with positions; None for an index that is there already."""
        if self._existing:
            return None
        return IndexSchema(
            text=dict.fromkeys(_TEXT, True),
            keywords=_KEYWORDS,
            vector=self._vector,
            meta={"profile": self.name, "version": __version__, "text": text_settings(self._fq)},
        )

    def row(self, document: Document) -> Row:
        """The tokens of every part that has any, of texts of any length."""
        tokenize, fine = self._tokenizer.tokenize, self._tokenizer.fine_grained
        fields: dict[str, str | list[str]] = {}
        for text, coarse_field, fine_field in (
            (_EXTENSION.sub("", document.title), "title_tks", "title_sm_tks"),
            (_TABLE_MARKS.sub(" ", document.content), "content_ltks", "content_sm_ltks"),
        ):
            if tokens := tokenize(text):
                fields[coarse_field] = tokens
                fields[fine_field] = fine(tokens)
        source: dict[str, Any] = {"id": document.id}
        if document.title:
            source["docnm_kwd"] = document.title
        source["content_with_weight"] = document.content
        if document.important_keywords:
            source["important_keywords"] = list(document.important_keywords)
            fields["important_kwd"] = list(document.important_keywords)
            if tokens := tokenize(" ".join(document.important_keywords)):
                fields["important_tks"] = tokens
        if document.questions:
            source["questions"] = list(document.questions)
            fields["question_kwd"] = list(document.questions)
            if tokens := tokenize("\n".join(document.questions)):
                fields["question_tks"] = tokens
        if document.metadata:
            metadata = dict(document.metadata)
            source.update(metadata if self._existing else {"metadata": metadata})
        return Row(document.id, fields, source, document.vector)

    def field(self, name: str) -> str:
        """A metadata name's field: below ``metadata``; its own in an index of RAGFlow's."""
        return name if self._existing else f"metadata.{name}"

    def document(self, identifier: str, source: Any) -> Document:
        """The document of a row of this profile, or of a chunk that RAGFlow wrote."""
        kept: Mapping[str, Any] = source
        metadata = kept.get("metadata")
        rest = {
            name: value
            for name, value in kept.items()
            if name not in _PARTS and not _NO_METADATA.match(name) and name.strip()
        }
        return Document(
            id=identifier,
            title=_text(kept.get("docnm_kwd")),
            content=_text(kept.get("content_with_weight")),
            important_keywords=_texts(kept, "important_keywords", "important_kwd"),
            questions=_texts(kept, "questions", "question_kwd"),
            metadata={
                **{name: value for name, value in rest.items() if "." not in name},
                **(metadata if isinstance(metadata, Mapping) else {}),
            },
        )


def _text(value: object) -> str:
    """A field's text; the first of several."""
    if isinstance(value, (list, tuple)):
        value = value[0] if value else None
    return value if isinstance(value, str) else ""


def _texts(kept: Mapping[str, Any], *names: str) -> tuple[str, ...]:
    for name in names:
        value = kept.get(name)
        if value:
            values = [value] if isinstance(value, str) else value
            return tuple([one for one in values if isinstance(one, str)])
    return ()
