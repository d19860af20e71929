"""``fulltext-query search``: a text in, the documents that it finds out."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..builder import FulltextQuery
from ..search.contract import Engine
from ..search.filters import And, Filter, In, parse_filter
from ..search.highlight import Fragment
from ..search.passages import first_passage
from ..search.results import Found, SearchResult
from ..search.searcher import Searcher
from .engines import Access, engine_at, shown_place
from .inputs import WrongUse, one_text, text_lines
from .outputs import complain, emit, emit_json, visible
from .profiles import ShownFields, searching_profile
from .tables import on_terminal

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["Asked", "parse_filters", "search_lines", "search_one"]

_PREVIEW = 160  # characters of a content in which nothing matches
_STYLES = {"rank": "dim", "score": "green", "id": "cyan", "name": "dim", "match": "bold yellow"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of every search: the index, the page, and what may be found."""

    where: str
    size: int = 10
    offset: int = 0
    filters: Filter | None = None
    explain: bool = False
    access: Access = field(default_factory=Access)
    shown: ShownFields = field(default_factory=ShownFields)


def search_one(builder: FulltextQuery, given: str | None, asked: Asked, *, as_json: bool) -> None:
    """Prints what one text finds, for people or as JSON."""
    text = one_text(given)
    with engine_at(asked.where, asked.access) as engine:
        result = _search(_searcher(engine, builder, asked), text, asked)
    if as_json:
        emit_json(_as_dict(result, asked), indent=2)
    else:
        _print(result, asked)
    if not result.query:
        complain("the text holds no word to search for")
    elif not result.hits:
        beyond = result.total > 0 and asked.size > 0
        complain(
            f"nothing stands behind the first {asked.offset}; {_total(result)} match"
            if beyond
            else f"nothing found in {shown_place(asked.where)}"
        )


def search_lines(builder: FulltextQuery, given: str | None, asked: Asked) -> None:
    """Prints one JSON object for each line of the text, as they come."""
    empty = count = 0
    with engine_at(asked.where, asked.access) as engine:
        searcher = _searcher(engine, builder, asked)
        for text in text_lines(given):
            result = _search(searcher, text, asked)
            emit_json(_as_dict(result, asked))
            count += 1
            empty += not result.hits
    if empty:
        complain(f"{empty} of {count} lines found nothing")


def parse_filters(given: Sequence[str]) -> Filter | None:
    """The filter of --filter options: all of them hold; a name given twice has either value.

    NAME=VALUE, where a value that reads as a number or a truth value is tried as that and as a
    string; or a JSON object as ``parse_filter`` takes it. Raises WrongUse.
    """
    parts: list[Filter] = []
    named: dict[str, list[Any]] = {}
    for one in given:
        if one.lstrip().startswith("{"):
            try:
                parsed = parse_filter(json.loads(one))
            except (ValueError, RecursionError) as error:
                raise WrongUse(f"--filter {one[:200]!r}: {error}") from error
            if parsed is not None:
                parts.append(parsed)
            continue
        name, equals, value = one.partition("=")
        if not equals or not name.strip():
            raise WrongUse(
                f"--filter {one!r}: give NAME=VALUE, as in --filter lang=en, or JSON, as in "
                '--filter \'{"year": {"gte": 2020}}\''
            )
        named.setdefault(name.strip(), []).extend(_values(value.strip()))
    parts += [In(name, tuple(values)) for name, values in named.items()]
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def _values(text: str) -> list[str | int | float | bool]:
    """A value, and what else it may be: metadata keeps the types of its JSON."""
    try:
        value = json.loads(text)
    except ValueError:
        return [text]
    if isinstance(value, str):
        return [value]  # in quotation marks: a string and nothing else
    if isinstance(value, bool) or (isinstance(value, int | float) and abs(value) < float("inf")):
        return [value, text]
    return [text]


def _searcher(engine: Engine, builder: FulltextQuery, asked: Asked) -> Searcher:
    profile = searching_profile(builder, engine, asked.where, asked.shown)
    return Searcher(engine, builder, profile=profile)


def _search(searcher: Searcher, text: str, asked: Asked) -> SearchResult:
    return searcher.search(
        text, size=asked.size, offset=asked.offset, filters=asked.filters, total=True
    )


def _as_dict(result: SearchResult, asked: Asked) -> dict[str, Any]:
    row = result.to_dict()
    if asked.explain:
        row["explanation"] = result.query.explain_dict()
    return row


# --- for people -----------------------------------------------------------------------------------

#: Pieces of a line: a text and its style, '' for none
Line = list[tuple[str, str]]


def _print(result: SearchResult, asked: Asked) -> None:
    if asked.explain:
        from .build import show_explanation

        show_explanation(result.query)
        if result.hits:
            emit("")
    # without colours a match would not be seen, so it keeps its brackets
    write = _write_styled if on_terminal() and not os.environ.get("NO_COLOR") else _write_plain
    for rank, found in enumerate(result.hits, asked.offset + 1):
        if rank > asked.offset + 1:
            emit("")
        for line in _lines(rank, found):
            write(line)
    if result.hits:
        emit("")
        write([(_summary(result), "name")])
    own = set(result.query.notes)
    for note in result.notes:
        if note not in own:
            complain(f"note {note.code}: {note.message}")


def _lines(rank: int, found: Found) -> Iterator[Line]:
    """A document: its place, score, id and title, then what matches of it."""
    head: Line = [(f"{rank}.", "rank"), (" ", ""), (f"{found.score:.4g}", "score"), ("  ", "")]
    head.append((_clean(found.id), "id"))
    shown = found.highlights.get("title") or _plain(found.document.title)
    if shown:
        head.append(("  ", ""))
        head += _pieces(shown[0])
    yield head
    passages = found.highlights.get("content") or _plain(
        first_passage(found.document.content, _PREVIEW)
    )
    for passage in passages:
        yield [("   ", ""), *_pieces(passage)]
    for part, name in (("important_keywords", "keywords"), ("questions", "questions")):
        matching = found.highlights.get(part, ())
        if matching:
            line: Line = [("   ", ""), (f"{name}: ", "name")]
            for place, passage in enumerate(matching):
                line += [*([(", ", "")] if place else []), *_pieces(passage)]
            yield line


def _plain(text: str) -> tuple[Fragment, ...]:
    return (Fragment(text, ()),) if text.strip() else ()


def _pieces(fragment: Fragment) -> Line:
    pieces: Line = []
    done = 0
    for start, end in fragment.spans:
        pieces += [
            (_clean(fragment.text[done:start]), ""),
            (_clean(fragment.text[start:end]), "match"),
        ]
        done = end
    pieces.append((_clean(fragment.text[done:]), ""))
    return [piece for piece in pieces if piece[0]]


def _clean(text: str) -> str:
    """On one line, and nothing in it steers a terminal."""
    return visible(re.sub(r"\s+", " ", text))


def _summary(result: SearchResult) -> str:
    summary = f"{len(result.hits)} of {_total(result)} that match, {result.took:.0f} ms"
    if len(result.steps) > 1:
        tried = ", ".join(f"{step.name} {step.found}" for step in result.steps)
        summary += f"; found by {result.step} (tried: {tried})"
    return summary + ("; the time was over before all was searched" if result.timed_out else "")


def _total(result: SearchResult) -> str:
    return f"{result.total:,}{'' if result.exact else ' or more'}"


def _write_plain(line: Line) -> None:
    emit("".join(f"[{text}]" if style == "match" else text for text, style in line).rstrip())


def _write_styled(line: Line) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
    text: Text = Text(overflow="fold")
    for piece, style in line:
        text.append(piece, style=_STYLES.get(style, ""))
    with console.capture() as capture:
        console.print(text)
    emit("\n".join(one.rstrip() for one in capture.get().rstrip("\n").split("\n")))
