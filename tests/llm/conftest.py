"""A server that answers as it is told to, and waits between tries that take no time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from fulltext_query.llm import retrying
from tests.llm.server import Answer, Server

#: ``serving(answer, …)``: a server that runs until the end of the test.
Serving = Callable[..., Server]


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        for variable in (name, name.upper()):
            monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(retrying, "FIRST_WAIT", 0.001)
    with ExitStack() as stack:

        def serve(*answers: Answer) -> Server:
            return stack.enter_context(Server(*answers))

        yield serve
