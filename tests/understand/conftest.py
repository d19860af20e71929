"""Logs as they are in a fresh process, whatever the tests before have done to them."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

LOGGERS = ("", "fulltext_query", "fulltext_query.understand", "fulltext_query.llm")


@pytest.fixture(autouse=True)
def loggers_of_their_own() -> Iterator[None]:
    """Nothing disabled and nothing kept back; afterwards all is as it was."""
    found = [logging.getLogger(name) for name in LOGGERS]
    states = [(one, one.disabled, one.propagate, one.level) for one in found]
    off = logging.root.manager.disable
    logging.disable(logging.NOTSET)
    for one in found:
        one.disabled, one.propagate = False, True
        one.setLevel(logging.WARNING if one is logging.root else logging.NOTSET)
    yield
    for one, disabled, propagate, level in states:
        one.disabled, one.propagate = disabled, propagate
        one.setLevel(level)
    logging.disable(off)
