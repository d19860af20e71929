"""How the documents of an index become fields, by who cuts their words: ``settings.tokenizer``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..builder import FulltextQuery
from ..search.contract import Engine
from ..search.plain import PlainProfile
from ..search.profiles import Profile, TokenProfile
from ..search.ragflow import RagflowProfile
from .engines import is_address, shown_place
from .inputs import WrongUse

__all__ = ["ShownFields", "indexing_profile", "searching_profile"]

_TITLES = ("title",)
_CONTENTS = ("content", "body", "text")


@dataclass(frozen=True, slots=True)
class ShownFields:
    """The fields of an index with its own analyzers that hold the title and the content.

    None: as the settings' fields say, see ``searching_profile``.
    """

    title: str | None = None
    content: str | None = None


def indexing_profile(fq: FulltextQuery) -> Profile:
    """The profile to index with. Raises WrongUse where the server's analyzers cut the words."""
    if fq.settings.tokenizer == "server":
        raise WrongUse(
            "these settings (tokenizer 'server', as in the preset plain) leave the words to the "
            "analyzers of an index that a server has already, and an index made here would have "
            "none: fill that one as you do now, and search or evaluate it with --in URL; or choose "
            "another preset"
        )
    return _own(fq)


def searching_profile(
    fq: FulltextQuery, engine: Engine, where: str, shown: ShownFields | None = None
) -> Profile:
    """The profile to search the index at ``where`` with.

    Where the server cuts the words, the title is shown of the field that is named title, the
    content of that named content, body or text, else of the heaviest other one; names are compared
    by their last part (``doc.body``). Raises WrongUse where they do not fit the index.
    """
    shown = shown or ShownFields()
    if fq.settings.tokenizer != "server":
        if shown != ShownFields():
            raise WrongUse(
                "--title-field and --content-field are for an index with its own analyzers, which "
                "is searched with --preset plain; others have fields that are known"
            )
        if fq.settings.tokenizer == "ragflow":
            # what was not made here is RAGFlow's own, and has metadata beside the other fields
            meta = engine.meta()
            existing = meta is not None and "profile" not in meta
            return RagflowProfile(fq, existing=existing)
        return _own(fq)
    if not is_address(where):
        raise WrongUse(
            "these settings (tokenizer 'server', as in the preset plain) need the analyzers of a "
            f"server, and {where!r} is a folder: give --in http://HOST:PORT/INDEX, or the settings "
            "that the folder was filled with"
        )
    if "profile" in (engine.meta() or {}):
        raise WrongUse(
            f"{shown_place(where)} was filled by fulltext-query, and holds tokens that its "
            "analyzers do not cut: search it with the settings that it was filled with, without "
            "--preset plain"
        )
    title, content = _fields(fq.settings.searched, shown)
    return PlainProfile(title, content)


def _own(fq: FulltextQuery) -> Profile:
    return RagflowProfile(fq) if fq.settings.tokenizer == "ragflow" else TokenProfile(fq)


def _fields(fields: Mapping[str, float], shown: ShownFields) -> tuple[str, str]:
    """The fields of the title ('' for none) and of the content."""
    title = shown.title if shown.title is not None else _named(fields, _TITLES)
    if shown.content is not None:
        content = shown.content
    else:
        rest = {name: boost for name, boost in fields.items() if name != title}
        # of one field alone the texts are the content, whatever its name
        content = _named(rest, _CONTENTS) or max(rest or fields, key=lambda name: fields[name])
    if title == content and shown.title is None:
        title = ""
    return title, content


def _named(fields: Mapping[str, float], wanted: tuple[str, ...]) -> str:
    """The first field with one of the names, the first name first; '' for none."""
    for name in wanted:
        for field in fields:
            if field.rpartition(".")[2].lower() == name:
                return field
    return ""
