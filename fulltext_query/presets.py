"""Named sets of settings, and the tables that they share: values alone."""

from __future__ import annotations

from typing import Any

__all__ = ["FIELDS", "PRESETS"]

_ENTITY_WEIGHTS = {
    "toxic": 2.0, "func": 1.0, "corp": 3.0, "loca": 3.0, "sch": 3.0, "stock": 3.0, "firstnm": 1.0,
}  # fmt: skip
_POS_WEIGHTS = {"r": 0.3, "c": 0.3, "d": 0.3, "ns": 3.0, "nt": 3.0, "n": 2.0}
FIELDS = {
    "title_tks": 1.0, "title_sm_tks": 0.5, "important_kwd": 3.0, "important_tks": 2.0,
    "question_tks": 2.0, "content_ltks": 1.0, "content_sm_ltks": 0.5, "subword_tks": 0.3,
}  # fmt: skip

PRESETS: dict[str, dict[str, Any]] = {
    "default": {},
    "documents": {
        "question_words": "remove",
        "fine_tokens": "words",
        "power": 1.0,
        "function_weight": None,
        "pos_weights": _POS_WEIGHTS,
        "entity_weights": _ENTITY_WEIGHTS,
        "fields": {
            "title_tks": 10.0, "title_sm_tks": 5.0, "important_kwd": 30.0, "important_tks": 20.0,
            "question_tks": 20.0, "content_ltks": 2.0, "content_sm_ltks": 1.0,
        },
        "tie_breaker": 0.0,
        "min_match": "30%",
        "phrase_weight": 2.0,
        "phrase_slop": 0,
        "phrase_words": "all",
        "max_clauses": 8192,
        "fuzzy_unknown": False,
        "subwords": False,
        "phrase_fields": (),
        "fine_fields": (),
        "shipped_synonyms": False,
        "share_phrases": False,
    },
    "ragflow": {
        "tokenizer": "ragflow",
        "fine_tokens": "words",
        "fields": {name: boost for name, boost in FIELDS.items() if name != "subword_tks"},
        "subword_field": "",
        "subwords": False,
        "phrase_fields": ("title_tks", "content_ltks"),
        "fine_fields": (),  # RAGFlow's coarse tokens are often what others are finer parts of
    },
    "plain": {
        # measured over the analyzers standard, cjk, english and persian: see the benchmarks
        "tokenizer": "server",
        "stemming": False,
        "min_match": "0",
        "bridge_weight": 1.0,
        "fields": {"title": 1.0, "body": 1.0},
        "subword_field": "",
        "subwords": False,
        "phrase_fields": (),
        "fine_fields": (),
    },
}  # fmt: skip
