"""What the adapters share: how a searcher is asked, and what is told of a document found."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Mapping
from typing import Any

from ..errors import SettingsError
from ..search.embedders import document_text
from ..search.filters import And, Filter, parse_filter
from ..search.results import Found, SearchResult

__all__ = [
    "added_names", "ask", "ask_async", "checked_searcher", "every_filter", "metadata_of", "text_of",
]  # fmt: skip

_OWN_NAMES = ("score", "scores", "highlights")
_PREFIX = "fulltext_query_"


def checked_searcher(searcher: Any, async_searcher: Any) -> None:
    """Raises SettingsError unless there is a searcher, and an asynchronous one in its place."""
    for name, given in (("searcher", searcher), ("async_searcher", async_searcher)):
        if given is not None and not callable(getattr(given, "search", None)):
            raise SettingsError(f"{name} is a {type(given).__name__}: give a Searcher")
    if searcher is None and async_searcher is None:
        raise SettingsError("give a Searcher as searcher, or an AsyncSearcher as async_searcher")
    if searcher is not None and _is_async(searcher):
        raise SettingsError("searcher is asynchronous: give it as async_searcher")
    if async_searcher is not None and not _is_async(async_searcher):
        raise SettingsError("async_searcher is not asynchronous: give it as searcher")


def ask(searcher: Any, text: str, options: Mapping[str, Any]) -> SearchResult:
    """The answer of a Searcher. Raises SettingsError where there is only an asynchronous one."""
    if searcher is None:
        raise SettingsError("there is only an AsyncSearcher: use the asynchronous methods")
    found: SearchResult = searcher.search(text, **options)
    return found


async def ask_async(
    searcher: Any, async_searcher: Any, text: str, options: Mapping[str, Any]
) -> SearchResult:
    """The answer of an AsyncSearcher, or of a Searcher in a thread."""
    if async_searcher is None:
        return await asyncio.to_thread(ask, searcher, text, options)
    found: SearchResult = await async_searcher.search(text, **options)
    return found


def every_filter(*given: object) -> Filter | None:
    """What satisfies all of them, None being no filter; None for none. Raises FilterError."""
    parts = tuple([parsed for one in given if (parsed := parse_filter(one)) is not None])
    return And(parts) if len(parts) > 1 else next(iter(parts), None)


def text_of(found: Found) -> str:
    """A document's content; without any, what else of it is text."""
    return found.document.content or document_text(found.document)


def metadata_of(found: Found) -> dict[str, Any]:
    """A document's metadata with its title, keywords and questions, its score and highlights.

    A name that the document's own metadata has already gets the prefix ``fulltext_query_``.
    """
    row = found.to_dict()
    own = dict(found.document.metadata)
    for name in ("title", "important_keywords", "questions", *_OWN_NAMES):
        if row.get(name) not in (None, "", [], {}):
            own[_PREFIX + name if name in own else name] = row[name]
    return own


def added_names(found: Found, metadata: Mapping[str, Any]) -> list[str]:
    """Which of the names of ``metadata_of`` tell how a document was found: not for models."""
    return [
        name
        for name in metadata
        if name not in found.document.metadata and name.removeprefix(_PREFIX) in _OWN_NAMES
    ]


def _is_async(searcher: Any) -> bool:
    return inspect.iscoroutinefunction(searcher.search)
