"""The ways to search that are compared: the engine's own, bags of words, presets, parts off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from fulltext_query import Settings

__all__ = ["BASELINE", "CONFIGURATIONS", "PLAIN", "TOKENS", "Way", "chosen_ways"]

BASELINE = "default"
PLAIN = ("title", "content")  # the text as it is, cut by the engine's standard analyzer
TOKENS = ("title_tks", "content_ltks")  # words and stems as this library cuts them
_SMALL = ("title_sm_tks", "content_sm_ltks")


@dataclass(frozen=True, slots=True)
class Way:
    """One configuration.

    settings  of this library's query.
    own       a query of the engine's own instead: "match" (one field), or the type of a
              multi_match; ``fields`` are what it searches.
    dense     with vectors: "dense" alone, or beside the words "hybrid" (scores) or "rrf" (ranks).
    """

    name: str
    settings: Settings = field(default_factory=Settings)
    own: str = ""
    fields: tuple[str, ...] = ()
    dense: str = ""


def _ways() -> Mapping[str, Way]:
    own = []
    for fields, prefix in ((PLAIN, ""), (TOKENS, "tokens-")):
        own.append(Way(f"{prefix}match", own="match", fields=fields[1:]))
        own += [
            Way(prefix + kind.replace("_", "-"), own=kind, fields=fields)
            for kind in ("best_fields", "most_fields", "cross_fields")
        ]
    plain = {
        "power": 0.0, "phrase_weight": 0.0, "fine_weight": 0.0, "bridge_weight": 0.0,
        "fuzzy_unknown": False, "subwords": False, "min_match": "0", "question_words": "keep",
        "fields": dict.fromkeys(TOKENS, 1.0),
    }  # fmt: skip
    no_fine = {name: boost for name, boost in Settings().fields.items() if name not in _SMALL}
    settings = {
        BASELINE: Settings(),
        "documents": Settings.preset("documents"),
        "bag": Settings(**plain),
        "bag-added": Settings(**plain, type="most_fields"),
        "no-phrases": Settings(phrase_weight=0.0),
        "no-fine": Settings(fine_weight=0.0, bridge_weight=0.0, fields=no_fine),
        "no-fuzzy": Settings(fuzzy_unknown=False),
        "no-subwords": Settings(subwords=False),
        "no-fuzzy-subwords": Settings(fuzzy_unknown=False, subwords=False),
        "no-weights": Settings(power=0.0),
        "no-damping": Settings(question_words="keep", function_weight=None),
        "no-minimum": Settings(min_match="0"),
    }
    ways = (
        *(Way(name, one) for name, one in settings.items()),
        *own,
        *(Way(name, dense=name) for name in ("dense", "hybrid", "rrf")),
    )
    return MappingProxyType({way.name: way for way in ways})


CONFIGURATIONS = _ways()


def chosen_ways(names: str, *, vectors: bool) -> list[Way]:
    """The baseline and those named, separated by commas; for '' all of them.

    Raises ValueError for an unknown one.
    """
    if not names.strip():
        return [way for way in CONFIGURATIONS.values() if vectors or not way.dense]
    asked = [name.strip() for name in names.split(",")]
    if unknown := [name for name in asked if name not in CONFIGURATIONS]:
        raise ValueError(f"no configuration {unknown[0]!r}; there are: {', '.join(CONFIGURATIONS)}")
    return [CONFIGURATIONS[name] for name in dict.fromkeys([BASELINE, *asked])]
