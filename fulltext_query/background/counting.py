"""Counts the words of one language, document by document, in bounded memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from ..builder import FulltextQuery
from ..errors import SettingsError
from ..lexicon.scripts import language_of
from ..setting_types import LANGUAGES, MAX_USER_WORD
from ..text.tokens import Kind, Token
from .counted import Counted, Lacking, LeftOut, WordCount

__all__ = ["MAX_WORDS", "MIN_DOCUMENTS", "Counting", "checked_language", "count_documents",
           "is_counted", "language_in", "words_of"]  # fmt: skip

MAX_WORDS = 2_000_000
"""Words that are held while counting: about 300 MB."""
MIN_DOCUMENTS = 2
"""A word of one document alone is as often a typing error as a word."""

_KEPT_SHARE = 0.75  # of the bound, after what is rare was forgotten: so that it is not done often
_TELLING = 0.6  # share of a sample's words that makes its language sure


def is_counted(token: Token, language: str) -> bool:
    """Whether a token counts for a language: a word of its script, or of Han characters.

    Numbers, codes, addresses and their like have no frequency that says anything.
    """
    if token.kind is Kind.HAN:
        return token.language == language
    return token.kind is Kind.WORD and language_of(token.word, language) == language


def words_of(text: str, fq: FulltextQuery, language: str) -> list[str] | None:
    """The words of a document that count for a language, folded; None where it has no text.

    Raises InputError for what is no string.
    """
    tokens = fq.analyze(text).tokens
    if not tokens and not text.strip():
        return None
    return [token.word for token in tokens if is_counted(token, language)]


def checked_language(language: str) -> str:
    """The language. Raises SettingsError for one that is not known here, and for 'auto'."""
    if language not in LANGUAGES or language == "auto":
        raise SettingsError(f"{language!r} is no language known here ({' '.join(LANGUAGES[1:])})")
    return language


def language_in(texts: Iterable[str], fq: FulltextQuery) -> str:
    """The language of most words of some texts. Raises SettingsError where none has most."""
    found: Counter[str] = Counter()
    for text in texts:
        found.update(
            token.language
            for token in fq.analyze(text).tokens
            if token.kind in (Kind.HAN, Kind.WORD) and token.language
        )
    (language, count), *_ = found.most_common(1) or [("", 0)]
    if not count or count < _TELLING * found.total():
        shares = ", ".join(f"{name} {one / found.total():.0%}" for name, one in
                           found.most_common(3))  # fmt: skip
        raise SettingsError(
            f"the first documents do not tell the language ({shares or 'they hold no words'}): "
            "name it, such as zh"
        )
    return language


class Counting:
    """Counts while they grow. Not to be shared between threads.

    language   only its words are counted; see ``is_counted``.
    max_words  words that are held at most. When there are more, those of the fewest documents are
               forgotten (lossy counting after Manku and Motwani, 2002), and how much a count may
               lack for it is kept: never more than the thresholds of all forgetting together.

    What is counted depends on the documents and their order alone, so that a run that was stopped
    and one in one go give the same.
    """

    def __init__(self, language: str, *, max_words: int = MAX_WORDS) -> None:
        if max_words < 1:
            raise SettingsError(f"max_words must be 1 or more, not {max_words}")
        self.language = checked_language(language)
        self.max_words = max_words
        self.documents = 0
        self.tokens = 0
        self.malformed = 0
        self.without_text = 0
        self.without_words = 0
        self.dropped = 0
        self.missing = 0
        # two of them: small numbers are shared, and tuples would not be
        self._terms: dict[str, int] = {}
        self._documents: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._terms)

    def add_words(self, words: Iterable[str] | None) -> None:
        """Counts one document, of what ``words_of`` gave; None is one without text."""
        if words is None:
            self.without_text += 1
            return
        found = Counter(words)
        if not found:
            self.without_words += 1
            return
        self.documents += 1
        self.tokens += found.total()
        terms, documents = self._terms, self._documents
        for word, count in found.items():
            if len(word) <= MAX_USER_WORD and word[0] not in "#-":  # what a dictionary can hold
                terms[word] = terms.get(word, 0) + count
                documents[word] = documents.get(word, 0) + 1
        if len(terms) > self.max_words:
            self._forget()

    def _forget(self) -> None:
        """Drops the words of the fewest documents, until there is room for a while."""
        of_each = Counter(self._documents.values())
        left, threshold = len(self._documents), 0
        while left > _KEPT_SHARE * self.max_words:
            threshold += 1
            left -= of_each[threshold]
        self._documents = {
            word: count for word, count in self._documents.items() if count > threshold
        }
        self._terms = {word: self._terms[word] for word in self._documents}
        self.dropped += of_each.total() - left
        self.missing += threshold

    def rows(self) -> Iterator[tuple[str, int, int]]:
        """Word, occurrences and documents of everything that is held."""
        for word, term in self._terms.items():
            yield word, term, self._documents[word]

    def restore(self, numbers: Mapping[str, int], rows: Iterable[tuple[str, int, int]]) -> None:
        """Goes on from what ``numbers`` and ``rows`` gave."""
        for name in NUMBERS:
            setattr(self, name, numbers[name])
        self._terms, self._documents = {}, {}
        for word, term, documents in rows:
            self._terms[word] = term
            self._documents[word] = documents

    def numbers(self) -> dict[str, int]:
        """Everything but the words."""
        return {name: getattr(self, name) for name in NUMBERS}

    def result(
        self, *, min_documents: int = MIN_DOCUMENTS, source: str = "", notes: Iterable[str] = ()
    ) -> Counted:
        """The table, without words of fewer documents. Raises SettingsError below 1."""
        if min_documents < 1:
            raise SettingsError(f"min_documents must be 1 or more, not {min_documents}")
        counts = {
            word: WordCount(self._terms[word], count)
            for word, count in self._documents.items()
            if count >= min_documents
        }
        return Counted(
            self.language,
            self.documents,
            self.tokens,
            counts,
            source,
            Lacking(min_documents, len(self._terms) - len(counts), self.dropped, self.missing),
            LeftOut(self.malformed, self.without_text, self.without_words),
            tuple(notes),
        )


NUMBERS = ("documents", "tokens", "malformed", "without_text", "without_words", "dropped",
           "missing")  # fmt: skip


def count_documents(
    texts: Iterable[str],
    fq: FulltextQuery | None = None,
    *,
    language: str,
    min_documents: int = MIN_DOCUMENTS,
    max_words: int = MAX_WORDS,
    source: str = "",
) -> Counted:
    """Counts the words of texts, one text a document, read as a stream.

    fq             cuts the texts: the builder of the queries that are to be weighed; None for one
                   of the default settings.
    language       ISO 639 code of the words that count, such as "zh"; all words of its script do,
                   as a language is hard to tell in a short text.
    min_documents  words of fewer documents are left out; ``lacking.pruned`` tells how many.
    max_words      words held in memory at most; see ``Counting``.
    source         what the texts are, for people.

    Raises SettingsError for an unknown language or a number below 1, InputError for what is no
    text.
    """
    counting = Counting(language, max_words=max_words)
    builder = fq or FulltextQuery()
    for text in texts:
        counting.add_words(words_of(text, builder, language))
    return counting.result(min_documents=min_documents, source=source)
