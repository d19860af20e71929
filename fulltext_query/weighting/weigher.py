"""What each word weighs before the query as a whole is looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..lexicon import Lexicons, WordEntry
from ..lexicon.dictionaries import Dictionaries
from ..lexicon.frequencies import document_frequency
from ..settings import Settings
from ..text.tokens import Kind, Role, Token
from .idf import TERM_TOTAL, TEXT_TOTAL, idf

__all__ = ["Weighed", "Weigher", "WordWeight"]

_MEMO_LIMIT = 65_536
_MEMO_LENGTH = 64  # characters
_NO_ENTITIES: Mapping[int, str] = {}
_RAREST = WordEntry(1.0, 1489.4, "", "")  # 10^3.173: the fit of document frequency at frequency 1


class WordWeight(NamedTuple):
    """A word's weight and everything it is made of."""

    frequency: float  # occurrences in 60.1 million running words
    document_frequency: float  # of 1e9 documents
    idf1: float  # of the term frequency
    idf2: float  # of the document frequency
    pos: str  # part of speech, '' unknown
    pos_weight: float  # of function and question words the weight of that class
    entity: str  # kind of entity, '' none
    entity_weight: float
    known: bool  # whether a lexicon knows the word, or none of its language is there
    product: float  # (share1·IDF1 + share2·IDF2) × entity × part of speech, or × function weight
    weight: float  # product to the power α; not yet normalised over the query

    @property
    def weighed(self) -> Weighed:
        """What the query needs of it."""
        return Weighed(self.weight, self.known)


class Weighed(NamedTuple):
    """What the query needs of a word's weight; small, for the memo is read for every word."""

    weight: float
    known: bool


class Weigher:
    """(0.3·IDF1 + 0.7·IDF2) × entity × part of speech, to the power α.

    Frequencies come from the lexica, never from the collection searched: BM25 has that already.
    Immutable but for a memo; safe to share between threads.
    """

    def __init__(self, settings: Settings, lexicons: Lexicons, dictionaries: Dictionaries) -> None:
        """dictionaries: what they say of a word goes before what the lexica say."""
        self._lexicons = lexicons
        self._dictionaries = dictionaries
        self._layered = dictionaries.weighs
        self._shares = settings.idf1_share, settings.idf2_share
        self._power = settings.power
        self._function_weight = settings.function_weight
        self._pos_weights = dict(dictionaries.weights("pos", settings.pos_weights))
        self._entity_weights = dict(dictionaries.weights("entities", settings.entity_weights))
        self._content: dict[str, dict[str, Weighed]] = {}  # by language
        self._closed: dict[str, dict[str, Weighed]] = {}  # function and question words

    @property
    def weighs_entities(self) -> bool:
        """Whether it makes a difference what is a name."""
        return bool(self._entity_weights)

    def weigh(
        self, tokens: Sequence[Token], entities: Mapping[int, str] = _NO_ENTITIES
    ) -> list[Weighed]:
        """The tokens' weights; a word that no lexicon knows weighs as the rarest known word.

        entities: categories by where a token starts in the text, '' for what is no name here.
        """
        weighed = []
        content = Role.CONTENT
        for token in tokens:
            table = self._content if token.role is content else self._closed
            memo = table.get(token.language)
            found = memo.get(token.word) if memo is not None else None
            if entities and token.start in entities:
                found = self.explain(token, entities[token.start]).weighed
            weighed.append(self._first(token, table) if found is None else found)
        return weighed

    def _first(self, token: Token, table: dict[str, dict[str, Weighed]]) -> Weighed:
        """The weight of a token that is not remembered, and remembers it."""
        details = self.explain(token)
        found = Weighed(details.weight, details.known)
        if len(token.word) > _MEMO_LENGTH:
            return found
        memo = table.setdefault(token.language, {})
        if len(memo) >= _MEMO_LIMIT:
            memo.clear()
        memo[token.word] = found
        return found

    def explain(self, token: Token, entity: str | None = None) -> WordWeight:
        """The token's weight with everything it is made of.

        entity: its category in this text, '' for none; None for what its lexicon says.
        """
        entry = self._entry(token)
        # where no list of the language is there, not to be listed says nothing
        known = entry is not None or self._lexicons.first(token.language) is None
        if entry is None:
            entry = self._rarest(token)
        if entity is not None:
            entry = entry._replace(entity=entity)
        idf1 = idf(entry.frequency, TERM_TOTAL)
        idf2 = idf(entry.document_frequency, TEXT_TOTAL)
        mix = self._shares[0] * idf1 + self._shares[1] * idf2
        # A recognised token is a name in its own right, whatever a word spelled alike may be
        plain = token.kind in _PLAIN
        pos_weight = self._pos_weights.get(entry.pos, 1.0) if plain else 1.0
        entity_weight = self._entity_weights.get(entry.entity, 1.0) if plain else 1.0
        if self._function_weight is not None:
            if token.role is not Role.CONTENT:
                pos_weight, entity_weight = self._function_weight, 1.0  # a class of their own
            elif entry.pos[:1] in _CLOSED_TAGS:
                # it would be damped as a function word, were it not needed as content here
                pos_weight = 1.0
        product = mix * entity_weight * pos_weight
        weight = product**self._power if product > 0 else 0.0
        return WordWeight(
            entry.frequency, entry.document_frequency, idf1, idf2, entry.pos, pos_weight,
            entry.entity, entity_weight, known, product, weight,
        )  # fmt: skip

    def _entry(self, token: Token) -> WordEntry | None:
        """The word's entry: in its language, in English where that does not know it."""
        get = self._lexicons.get
        entry = get(token.language, token.word)
        if self._layered:
            found = self._by_layers(token, entry)
            if found is not entry:
                return found  # also of a word that is removed: nothing is known of it
        if entry is None and token.fine and not token.bound and token.kind is Kind.WORD:
            entry = get(token.language, token.word.rpartition("'")[2])  # l'eau weighs as eau
        if entry is None and token.language not in ("en", "zh", ""):
            entry = get("en", token.word)
        return entry

    def _rarest(self, token: Token) -> WordEntry:
        return self._lexicons.rarest(token.language) or _RAREST

    def _by_layers(self, token: Token, known: WordEntry | None) -> WordEntry | None:
        """What the dictionaries say of a word, over what is known of it."""
        dictionaries = self._dictionaries
        # a mixed token (T恤) is of no list's language for certain
        language = token.language if token.kind in _PLAIN else None
        word = dictionaries.word(language, token.word)
        counts = dictionaries.counts(token.language, token.word)
        pos = dictionaries.pos(token.language, token.word)
        if word is not None and word.gone:
            known = word = None
        if word is None and counts is None and pos is None:
            return known
        entry = known or self._rarest(token)
        if counts is not None:
            entry = entry._replace(
                frequency=counts.frequency, document_frequency=counts.document_frequency
            )
        if word is not None and word.frequency is not None:
            frequency = max(word.frequency, 1.0)
            entry = entry._replace(
                frequency=frequency, document_frequency=document_frequency(frequency)
            )
        tag = pos[0] if pos is not None else word.tag if word is not None else ""
        return entry._replace(pos=tag) if tag or pos is not None else entry


_PLAIN = frozenset((Kind.WORD, Kind.HAN))
_CLOSED_TAGS = frozenset("rc")  # in the tables of weights, and function words all
