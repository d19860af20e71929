"""What a domain's terms stand for: which entries of a glossary a question has."""

from __future__ import annotations

import abc
import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..assembly import Given, assemble
from ..builder import FulltextQuery
from ..errors import DictionaryError, InputError
from ..lexicon.dictionaries import Ranked
from ..lexicon.synonyms import Synonym
from ..settings import Settings
from ..text.tokens import Role
from .context import RequestContext

__all__ = ["DictionaryGlossary", "GlossaryExpander", "InMemoryGlossary", "NoopGlossaryExpander"]

_LONG = 4_000  # characters: what takes longer than some milliseconds leaves the event loop alone


class GlossaryExpander(abc.ABC):
    """Finds what the terms of a question stand for."""

    @abc.abstractmethod
    async def expand(self, ctx: RequestContext, query_text: str) -> dict[str, list[str]]:
        """The entries that a question has: {term in lower case: what stands for it}, the latter in
        the order of the glossary; {} where it has none."""


class NoopGlossaryExpander(GlossaryExpander):
    """A glossary without an entry."""

    async def expand(self, ctx: RequestContext, query_text: str) -> dict[str, list[str]]:  # noqa: ARG002
        """{}."""
        return {}


class InMemoryGlossary(GlossaryExpander):
    """A glossary from a mapping. Immutable; safe between threads and event loops.

    An entry is found where its words stand in a row, whole, as queries are read: whatever the
    case, width or script (Traditional or Simplified), in other forms of its words (flow meters),
    and in text without blanks too. Of entries that overlap the longer one holds, so that those of
    several words are tried before those of one.
    """

    def __init__(
        self, entries: Mapping[str, Sequence[str]], *, settings: Settings | None = None
    ) -> None:
        """entries: {term: what stands for it}; a single string serves as a list of one.

        settings: how questions are read (language, stemming and the like); None for ``Settings()``.
        Raises DictionaryError for a term or synonym that is no string or blank; LexiconError,
        MissingExtraError as ``FulltextQuery`` does.
        """
        spellings, self._entries = _checked(entries)
        numbers = {term: _number(at) for at, term in enumerate(self._entries)}
        settings = settings if settings is not None else Settings()
        settings = settings.replace(dictionaries=(), shipped_synonyms=False, wordnet=False)
        # The index tells which entry stands where; what that gives is looked up as it was written
        numbered = {
            word: (Synonym(numbers[term], 1.0),)
            for word, term in spellings.items()
            if term in numbers
        }
        parts = assemble(settings, Given(glossary=numbered))
        rules: list[Ranked] = [rule for rule in parts.dictionaries.rules if rule.kind == "glossary"]
        self._terms = {number: term for term, number in numbers.items()}
        self._analyze = parts.analyzer.analyze
        self._index = parts.below_given.alone(rules)

    def __len__(self) -> int:
        """How many terms it has."""
        return len(self._entries)

    async def expand(self, ctx: RequestContext, query_text: str) -> dict[str, list[str]]:  # noqa: ARG002
        """The entries that a question has, in the order of the question. Raises InputError."""
        return await _aside(self.find, query_text)

    def find(self, query_text: str) -> dict[str, list[str]]:
        """The same, outside an event loop. Raises InputError."""
        if not self._entries:
            return {}
        # a line feed between the words of a term is a blank, as any other
        tokens = self._analyze(" ".join(query_text.split())).tokens
        found = self._index.find(
            # a term that looks like a function word (IT, WHO) was made a term on purpose
            [
                token if token.role is Role.CONTENT else token._replace(role=Role.CONTENT)
                for token in tokens
            ]
        )
        # each entry once, however many words it spans and however often it stands there
        numbers = dict.fromkeys(one.text for at in sorted(found) for one in found[at])
        terms = (self._terms[number] for number in numbers)
        return {term: list(self._entries[term]) for term in terms}


class DictionaryGlossary(GlossaryExpander):
    """Answers from the glossary files of a builder's dictionaries, and from those of a tenant's.

    A dictionary that the builder reloads is in force at once.
    """

    def __init__(
        self,
        fq: FulltextQuery | None = None,
        *,
        tenants: Mapping[str, FulltextQuery] | None = None,
    ) -> None:
        """fq: whose glossaries serve tenants that have none of their own; None for none at all.

        tenants: by ``tenant_id``, such as {"acme": fq.with_dictionaries("tenants/acme")}. The
        mapping is kept, not copied: it may load what is asked for. KeyError, as of any mapping,
        is a tenant without its own.
        """
        self._fq = fq
        self._tenants = tenants if tenants is not None else {}

    async def expand(self, ctx: RequestContext, query_text: str) -> dict[str, list[str]]:
        """The entries that a question has, in the order of the question. Raises InputError."""
        try:
            fq: FulltextQuery | None = self._tenants[ctx.tenant_id]
        except KeyError:
            fq = self._fq
        return {} if fq is None else await _aside(fq.glossary, query_text)


async def _aside(
    find: Callable[[str], dict[str, list[str]]], query_text: object
) -> dict[str, list[str]]:
    """What is found, in a thread where it would hold up the event loop."""
    if not isinstance(query_text, str):
        raise InputError(f"a question must be a string, not {type(query_text).__name__}")
    if len(query_text) <= _LONG:
        return find(query_text)
    return await asyncio.to_thread(find, query_text)


def _number(at: int) -> str:
    """The number of an entry, as a word that is none of any text."""
    return f"entry{at}entry"


def _checked(given: Any) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """The terms in lower case by how they are written; and what stands for each of them, that of
    several spellings put together. A term that nothing stands for expands nothing.
    """
    if not isinstance(given, Mapping):
        raise DictionaryError(
            f"a glossary maps terms to what stands for them; {type(given).__name__} is no mapping"
        )
    spellings: dict[str, str] = {}
    entries: dict[str, dict[str, None]] = {}
    for term, synonyms in given.items():
        if not isinstance(term, str) or not term.strip():
            raise DictionaryError(f"glossary: {term!r} is no term; give a string that is not blank")
        listed = [synonyms] if isinstance(synonyms, str) else synonyms
        if not isinstance(listed, Iterable):
            raise DictionaryError(f"glossary, {term!r}: {synonyms!r} is no list of strings")
        word = " ".join(term.split())
        spellings[word] = word.lower()
        kept = entries.setdefault(word.lower(), {})
        for synonym in listed:
            if not isinstance(synonym, str) or not synonym.strip():
                raise DictionaryError(
                    f"glossary, {term!r}: {synonym!r} stands for nothing; give a string that is "
                    "not blank"
                )
            kept[synonym.strip()] = None
    return spellings, {term: tuple(kept) for term, kept in entries.items() if kept}
