"""``fulltext-query df build``: a corpus or a live index in, a table of frequencies out."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from ..background import Counted, JsonLines, Source, build_table
from ..background.sources import DEFAULT_FIELDS
from ..background.state import state_path
from ..builder import FulltextQuery
from ..settings import Settings
from .engines import Access, is_address, progress_bar, shown_place
from .inputs import WrongUse
from .outputs import complain, emit, emit_json

__all__ = ["Asked", "build_table_of", "described"]

MALFORMED = 1
"""The exit code where a line held no document."""

_TOLD = 20  # lines told one by one


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asks for; see the options."""

    source: str | None
    out: Path
    language: str | None = None
    fields: tuple[str, ...] = ()
    url: str | None = None
    index: str | None = None
    sample: int | None = None
    seed: int = 0
    min_documents: int = 2
    max_words: int = 2_000_000
    strict: bool = False
    resume: bool = False
    as_json: bool = False
    access: Access = field(default_factory=Access)


def build_table_of(asked: Asked, settings: Settings) -> int:
    """Counts, writes and tells; gives the exit code: 0, or MALFORMED. Raises WrongUse and ours."""
    if asked.language is not None:
        # words of a script that many languages share are cut, and folded, as those of this one
        settings = settings.replace(language=asked.language)
    fq = FulltextQuery(settings)
    problems: list[str] = []

    def problem(message: str) -> None:
        problems.append(message)
        if len(problems) <= _TOLD:
            complain(message)

    begun = time.monotonic()
    with _source(asked) as (source, total, at):
        state = state_path(asked.out)
        if asked.resume and not state.exists():
            complain(f"there is no {state} to go on from: all is counted")
        try:
            with progress_bar("counting", "documents", total=total, at=at) as advance:
                counted = build_table(
                    source, asked.out, fq, resume=asked.resume, language=asked.language,
                    min_documents=asked.min_documents, max_words=asked.max_words,
                    strict=asked.strict, progress=advance, problem=problem,
                )  # fmt: skip
        except KeyboardInterrupt:
            if state.exists():
                complain(f"stopped; what is counted is kept in {state}: go on with --resume")
            raise
    seconds = time.monotonic() - begun
    if asked.as_json:
        emit_json(
            {
                **counted.to_dict(),
                "out": str(asked.out),
                "problems": problems,
                "seconds": round(seconds, 3),
            },
            indent=2,
        )
    else:
        for line in described(counted):
            emit(line)
        emit(f"written to {asked.out} in {seconds:.1f} s")
    if asked.language is None:
        complain(f"the documents are taken to be of the language {counted.language}")
    if counted.left_out.malformed:
        more = "" if len(problems) <= _TOLD else "; the first are told above"
        complain(f"passed over: {_number(counted.left_out.malformed, 'line')} that hold no "
                 f"document{more}")  # fmt: skip
    return MALFORMED if counted.left_out.malformed else 0


@contextmanager
def _source(asked: Asked) -> Iterator[tuple[Source, int | None, Callable[[], int] | None]]:
    """The source, and for the bar how long it is and how far it is read."""
    fields = asked.fields or DEFAULT_FIELDS
    url = asked.url
    if url is None and asked.source is not None and is_address(asked.source):
        url = asked.source
    elif url is not None and asked.source is not None:
        raise WrongUse("SOURCE and --url are two sources: give one of them")
    if url is not None:
        if not is_address(url):
            raise WrongUse(f"--url {shown_place(url)!r}: give http://HOST:PORT or https://…")
        # retries are no news here: what fails in the end is told as an error
        logging.getLogger("stamina").addHandler(logging.NullHandler())
        from ..background.server import IndexDocuments

        with IndexDocuments(
            url, asked.index, fields=fields, sample=asked.sample, seed=asked.seed,
            **asked.access.options(url),
        ) as documents:  # fmt: skip
            yield documents, documents.count(), None
        return
    if asked.index is not None or asked.sample is not None:
        raise WrongUse("--index and --sample are for a server: name it with --url")
    asked.access.options("")
    if asked.source is None:
        raise WrongUse("nothing to count: give a file of JSON lines, or --url and --index")
    if asked.source == "-":
        yield JsonLines("standard input", fields, stream=_standard_input()), None, None
        return
    lines = JsonLines(asked.source, fields)
    yield lines, lines.size, lambda: lines.done


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise WrongUse("standard input is closed: give the path of a file")
    return sys.stdin.buffer


def described(counted: Counted) -> Iterator[str]:
    """What there is to say about a table, line by line."""
    lacking, left_out = counted.lacking, counted.left_out
    yield (
        f"{_number(len(counted), 'word')} ({counted.language}) of "
        f"{_number(counted.documents, 'document')} and {_number(counted.tokens, 'token')}"
    )
    if counted.source:
        yield f"counted in {counted.source}"
    if lacking.min_documents > 1:
        yield (
            f"left out: {_number(lacking.pruned, 'word')} of fewer than {lacking.min_documents} "
            "documents"
        )
    elif lacking.pruned:
        yield f"left out before it was merged: {_number(lacking.pruned, 'word')}"
    if lacking.dropped:
        yield (
            f"forgotten while counting, to keep to the memory: {_number(lacking.dropped, 'word')} "
            "(a word may be among them more than once)"
        )
    if lacking.missing:
        yield (
            f"so a count may lack up to {_number(lacking.missing, 'document')}, and a word of no "
            "more may be missing"
        )
    if left_out.without_text:
        yield f"not counted: {_number(left_out.without_text, 'document')} without text"
    if left_out.without_words:
        yield (
            f"not counted: {_number(left_out.without_words, 'document')} without a word of "
            f"{counted.language}"
        )
    if left_out.malformed:
        yield f"not read: {_number(left_out.malformed, 'line')} that hold no document"
    yield from counted.notes


def _number(count: float, noun: str) -> str:
    return f"{count:,.0f} {noun}{'' if count == 1 else 's'}"
