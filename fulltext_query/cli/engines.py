"""The index that a command works on, and a bar for what takes long."""

from __future__ import annotations

import logging
import re
import ssl
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import EngineError, IndexingStoppedError, IndexMissingError
from ..search import progress
from ..search.addresses import without_password
from ..search.contract import Engine
from .inputs import WrongUse

__all__ = ["Access", "engine_at", "is_address", "open_engine", "progress_bar", "shown_place"]


@dataclass(frozen=True, slots=True)
class Access:
    """How a server lets one in, beside a password in its address.

    api_key: encoded, as the server gave it; it is never printed. ca_certs: a file of certificates
    (PEM) that vouch for the server's. Raises WrongUse for what cannot be either.
    """

    api_key: str | None = field(default=None, repr=False)
    ca_certs: Path | None = None

    def __post_init__(self) -> None:
        # checked here, as an error of what sends it would show it
        if self.api_key is not None and not re.fullmatch(r"[!-~]+", self.api_key):
            raise WrongUse(
                "--api-key: give it encoded, as the server gave it: a word of ASCII letters, "
                "digits and signs"
            )
        if self.ca_certs is not None:
            try:
                ssl.create_default_context(cafile=self.ca_certs)
            except OSError as error:
                raise WrongUse(
                    f"--ca-certs: {self.ca_certs} is no file of certificates in PEM: "
                    f"{error.strerror or error}"
                ) from error

    def options(self, where: str) -> dict[str, Any]:
        """Options of the client of an address. Raises WrongUse for another place."""
        values = {"api_key": self.api_key, "ca_certs": self.ca_certs and str(self.ca_certs)}
        given = {name: value for name, value in values.items() if value is not None}
        if given and not is_address(where):
            raise WrongUse("--api-key and --ca-certs are for a server; a folder needs neither")
        if self.ca_certs is not None and not where.lower().startswith("https://"):
            raise WrongUse("--ca-certs is for an address that begins with https://")
        return given


_OPEN = Access()


def is_address(where: str) -> bool:
    """Whether it is a server's address, and not a folder."""
    return where.lower().startswith(("http://", "https://"))


@contextmanager
def engine_at(where: str, access: Access = _OPEN, *, batch: int | None = None) -> Iterator[Engine]:
    """The engine of a place, closed behind it; its errors come as WrongUse that names the place.

    IndexingStoppedError passes, as it has a report. Raises as ``open_engine`` too.
    """
    # retries are no news here: what fails in the end is told as an error
    logging.getLogger("stamina").addHandler(logging.NullHandler())
    place = shown_place(where)
    try:
        with closing(open_engine(where, access, batch=batch)) as engine:
            yield engine
    except IndexMissingError as error:
        raise WrongUse(
            f"there is no index {place}: fill one with 'fulltext-query index FILE --to {place}'"
        ) from error
    except IndexingStoppedError:
        raise
    except EngineError as error:
        message = str(error)
        raise WrongUse(message if place in message else f"{place}: {message}") from error


def open_engine(where: str, access: Access = _OPEN, *, batch: int | None = None) -> Engine:
    """The engine of an address (Elasticsearch, the index last) or of a folder (the embedded one).

    batch: documents of one request to a server. Raises WrongUse, SettingsError, MissingExtraError.
    """
    options = access.options(where)
    if is_address(where):
        from ..search.elasticsearch import ElasticsearchEngine

        if batch is not None:
            options["chunk_documents"] = batch
        return ElasticsearchEngine(where, **options)
    if "://" in where:
        raise WrongUse(
            f"{shown_place(where)!r} is no index: give http://HOST:PORT/INDEX, https://… or the "
            "path of a folder"
        )
    if re.match(r"[\w.-]+:\d{1,5}(/|$)", where) and not Path(where).exists():
        raise WrongUse(f"{where!r} looks like a server without its scheme: give http://{where}")
    if not where.strip():
        raise WrongUse("an empty path is no index: give a folder or http://HOST:PORT/INDEX")
    from ..search.embedded import EmbeddedEngine

    return EmbeddedEngine(Path(where))


def shown_place(where: str) -> str:
    """The place of an index without the password that its address may hold."""
    return without_password(where) if "://" in where else where


@contextmanager
def progress_bar(
    what: str, unit: str, *, total: int | None = None, at: Callable[[], int] | None = None
) -> Iterator[Callable[[int], None]]:
    """A bar on standard error where that is a terminal; gives what is told how many are done.

    unit: what is counted, in the plural. at: how far the input is read, out of ``total``.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda count: None  # noqa: ARG005
        return
    with progress.progress_bar(what, unit, total=total, at=at) as advance:
        yield advance
