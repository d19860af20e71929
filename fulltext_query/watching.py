"""Watches the files of dictionaries and reloads them when they change."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from .errors import DictionaryError, FulltextQueryError, MissingExtraError
from .reloading import ReloadReport

__all__ = ["Watcher"]

_QUIET = 300  # milliseconds without a change before files count as written
_LOGGER = "fulltext_query"


class Watcher:
    """A thread that reloads on every change, until it is stopped."""

    def __init__(
        self,
        reload: Callable[[], ReloadReport],
        sources: Iterable[Path],
        on_reload: Callable[[ReloadReport], object] | None = None,
        on_error: Callable[[FulltextQueryError], object] | None = None,
    ) -> None:
        """sources: folders, and files, whose folders are watched. Raises DictionaryError for none,
        MissingExtraError."""
        try:
            import watchfiles
        except ImportError:
            raise MissingExtraError("watching dictionaries", "watch") from None
        self._watch = watchfiles.watch
        self._reload = reload
        self._on_reload = on_reload if on_reload is not None else _log_reload
        self._on_error = on_error if on_error is not None else _log_error
        self._last = ""
        self._stop = threading.Event()
        self._folders = sorted({path if path.is_dir() else path.parent for path in sources})
        if not self._folders:
            raise DictionaryError("there are no dictionaries to watch: name folders of them")
        self._thread = threading.Thread(target=self._run, name="dictionaries", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends watching; returns when no reload is under way any more."""
        self._stop.set()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def _run(self) -> None:
        # a change between loading and here shows in no event: the time-outs look for it
        for _ in self._watch(
            *self._folders,
            stop_event=self._stop,
            step=_QUIET,
            rust_timeout=1000,
            yield_on_timeout=True,
            raise_interrupt=False,
            watch_filter=None,
        ):
            if self._stop.is_set():
                return
            self._take()

    def _take(self) -> None:
        """Reloads and tells of it; whatever goes wrong, watching goes on."""
        try:
            try:
                report = self._reload()
            except FulltextQueryError as error:
                if not self._told(error):
                    self._on_error(error)
                return
            self._last = ""
            if report.changed:
                self._on_reload(report)
        except Exception:
            logging.getLogger(_LOGGER).exception("watching dictionaries goes on after an error")

    def _told(self, error: FulltextQueryError) -> bool:
        """Whether the same error was told the last time."""
        told = self._last == str(error)
        self._last = str(error)
        return told


def _log_reload(report: ReloadReport) -> None:
    logging.getLogger(_LOGGER).info("dictionaries: %s", report)


def _log_error(error: FulltextQueryError) -> None:
    logging.getLogger(_LOGGER).error("dictionaries stay as they were: %s", error)
