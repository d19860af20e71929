"""Fuzzy words become many on a real index: the budget has to hold there too."""

from __future__ import annotations

from itertools import product

from fulltext_query import FulltextQuery, Settings
from tests.engine.client import Client
from tests.engine.plugin import IndexFactory
from tests.engine.searching import seven_fields

_LETTERS = "abcdefghijklmnop"


def test_a_text_of_unknown_words_is_accepted_where_each_has_many_neighbours(
    elasticsearch: Client, index: IndexFactory
) -> None:
    fq = FulltextQuery(Settings(language="en"))
    words = [f"zq{a}x{b}w" for a, b in product(_LETTERS[:8], _LETTERS[:8])]
    near = [f"zq{a}x{b}w{c}" for a, b in product(_LETTERS[:8], _LETTERS[:8]) for c in _LETTERS]
    fields = dict.fromkeys(fq.settings.fields, " ".join([*words, *near]))
    there = index(
        seven_fields(fq.settings.fields, important_kwd={"type": "text", "analyzer": "whitespace"}),
        None,
        {"1": fields},
    )
    built = fq.build(" ".join(words[:9]))
    assert any(slot.main[2] for slot in built.tree.slots)
    assert there.ids(built.to_dict()) == {"1"}
    assert there.ids(built.to_bool()) == {"1"}
