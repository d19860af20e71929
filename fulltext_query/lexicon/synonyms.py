"""Synonyms as they are given: a mapping, or rules of Solr's form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..errors import DictionaryError
from .problems import Malformed
from .rules import parse_rule, with_share

__all__ = ["Synonym", "SynonymEntries", "from_mapping", "from_rules"]


class Synonym(NamedTuple):
    """What may stand for a word, with its share of the synonyms' usual weight (0 to 1)."""

    text: str
    weight: float = 1.0
    source: str = ""


SynonymEntries = Mapping[str, tuple[Synonym, ...]]


def from_mapping(
    given: Mapping[Any, object], source: str = "given"
) -> dict[str, tuple[Synonym, ...]]:
    """Entries from {word: synonym or synonyms}; a synonym may carry its weight as 'text^0.5'.

    Raises DictionaryError for a key or a synonym that is not a string or is blank.
    """
    if not isinstance(given, Mapping):
        raise DictionaryError(
            f"synonyms: {type(given).__name__} is no mapping of words to their synonyms; rules of "
            "the form 'a, b => c' go through fulltext_query.lexicon.synonyms.from_rules"
        )
    entries: dict[str, tuple[Synonym, ...]] = {}
    for word, targets in given.items():
        if not isinstance(word, str) or not word.strip():
            raise DictionaryError(f"synonyms: {word!r} is not a word")
        listed = [targets] if isinstance(targets, str | Synonym) else targets
        if not isinstance(listed, Iterable):
            raise DictionaryError(f"synonyms of {word!r}: {targets!r} is not a list of words")
        entries[word] = tuple(_synonym(word, target, source) for target in listed)
    return entries


def from_rules(rules: Iterable[str], source: str = "rules") -> dict[str, tuple[Synonym, ...]]:
    """Entries from Solr's rules: 'a, b, c' (each stands for the others), 'a, b => c, d' (one way).

    Nothing is inferred beyond what a rule says. Blank lines and '#' comments are passed over.
    Raises DictionaryError with the rule's number.
    """
    entries: dict[str, list[Synonym]] = {}
    for number, line in enumerate(rules, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            rule = parse_rule(text)
        except Malformed as error:
            raise DictionaryError(
                f"{source}, line {number}: {text!r}: {error.reason}; {error.mend}"
            ) from None
        for word in rule.words:
            entries.setdefault(word, [])
        for word, target, share in rule.pairs():
            entries[word].append(Synonym(target, share, f"{source}:{number}"))
    return {word: tuple(synonyms) for word, synonyms in entries.items()}


def _synonym(word: str, target: Any, source: str) -> Synonym:
    if isinstance(target, str):
        try:
            target = Synonym(*with_share(target.strip()), source)
        except Malformed as error:
            raise DictionaryError(f"synonyms of {word!r}: {error.reason}; {error.mend}") from None
    text, weight = (target.text, target.weight) if isinstance(target, Synonym) else (None, None)
    if not isinstance(text, str) or not text.strip():
        raise DictionaryError(f"synonyms of {word!r}: {target!r} is not a word")
    if not isinstance(weight, int | float) or not 0 < weight <= 1:
        raise DictionaryError(
            f"synonyms of {word!r}: the weight of {text!r} is {weight!r}; it goes from above 0 to 1"
        )
    return Synonym(text, weight, target.source)
