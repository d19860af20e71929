"""What stands beside a word where the server analyses fields itself."""

from __future__ import annotations

from ..text.tokens import Kind, Token
from .tree import Leaf, Phrase, Term

__all__ = ["beside"]

_CUT_BY_NONE = frozenset((Kind.WORD, Kind.NUMBER))


def beside(token: Token, weight: float, edits: int) -> tuple[Leaf, ...]:
    """The leaves that go with a word that is sent as it was written.

    The server may cut it further, and finds the parts anywhere then: together, as a phrase, they
    count once more (measured). It does not stem a fuzzy word, so the exact one is asked for too.
    """
    exact: tuple[Leaf, ...] = (Term(token.text, weight),) if edits else ()
    if len(token.text) == 1 or (token.kind in _CUT_BY_NONE and token.text.isalnum()):
        return exact
    return (*exact, Phrase((token.text,), weight))
