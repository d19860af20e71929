"""Every error this package raises.

    FulltextQueryError
    ├── SettingsError(ValueError)      a setting, option or argument that cannot be used
    │   ├── MinMatchError              a minimum_should_match that the server would refuse
    │   └── FieldError                 a field name or field boost that the server would refuse
    ├── InputError(TypeError)          the text is not a string
    ├── LexiconError                   a compiled lexicon cannot be used
    │   ├── LexiconMissingError        … because there is no such file
    │   └── LexiconFormatError         … because it is of another version, truncated or damaged
    ├── DictionaryError(ValueError)    a dictionary file has a line that cannot be used
    ├── MissingExtraError(ImportError) an optional library is not installed
    ├── DocumentError(ValueError)      a document cannot be indexed as it is
    ├── FilterError(ValueError)        a filter leaves open what is meant
    ├── CollectionError(ValueError)    a collection of judged queries has a line that cannot be used
    ├── ModelError                     a language model, embedder or reranker did not do its work
    │   ├── ModelUnavailableError      … because it cannot be reached, or is too busy: try later
    │   ├── ModelTimeoutError          … in time
    │   └── ModelRefusedError          … because it refused the request; trying again is no use
    └── EngineError                    the engine of a search did not do what it was asked
        ├── EngineUnavailableError     … because it cannot be reached, or is too busy: try later
        ├── EngineTimeoutError         … in time
        ├── QueryRefusedError          … because it refused the request; trying again is no use
        ├── IndexMissingError          … because there is no such index
        ├── IndexConflictError         … because the index is of another form
        └── IndexingStoppedError       … to the end: indexing stopped in the middle, with a report

Each message says what is wrong, where, and how to mend it.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "CollectionError",
    "DictionaryError",
    "DocumentError",
    "EngineError",
    "EngineTimeoutError",
    "EngineUnavailableError",
    "FieldError",
    "FilterError",
    "FulltextQueryError",
    "IndexConflictError",
    "IndexMissingError",
    "IndexingStoppedError",
    "InputError",
    "LexiconError",
    "LexiconFormatError",
    "LexiconMissingError",
    "MinMatchError",
    "MissingExtraError",
    "ModelError",
    "ModelRefusedError",
    "ModelTimeoutError",
    "ModelUnavailableError",
    "QueryRefusedError",
    "SettingsError",
]


class FulltextQueryError(Exception):
    """The base of every error that this package raises."""


class SettingsError(FulltextQueryError, ValueError):
    """A setting, option or argument has a value that cannot be used."""


class MinMatchError(SettingsError):
    """A minimum_should_match is none of the forms that Elasticsearch accepts."""


class FieldError(SettingsError):
    """A field name or a field's boost is not usable in a query."""


class InputError(FulltextQueryError, TypeError):
    """The text to build a query from is not a string."""


class LexiconError(FulltextQueryError):
    """A compiled lexicon cannot be used."""


class LexiconMissingError(LexiconError):
    """There is no compiled lexicon at the path."""


class LexiconFormatError(LexiconError):
    """A compiled lexicon is of another version, truncated or damaged."""


class DictionaryError(FulltextQueryError, ValueError):
    """A dictionary file has lines that cannot be used.

    problems: one ``fulltext_query.lexicon.Problem`` for each such line, with file, line, reason
    and mend; () where the error is not of a file's lines.
    """

    def __init__(self, message: str, *, problems: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.args, self.__dict__


class MissingExtraError(FulltextQueryError, ImportError):
    """An optional library is not installed; the message names the command that installs it."""

    def __init__(self, feature: str, extra: str) -> None:
        self.feature = feature
        self.extra = extra
        super().__init__(
            f"{feature} needs an optional library: pip install 'fulltext-query[{extra}]'"
        )

    def __reduce__(self) -> tuple[type[MissingExtraError], tuple[str, str]]:
        return type(self), (self.feature, self.extra)


class DocumentError(FulltextQueryError, ValueError):
    """A document holds something that no index could take."""


class FilterError(FulltextQueryError, ValueError):
    """A filter leaves open what is meant; it is refused rather than guessed."""


class CollectionError(FulltextQueryError, ValueError):
    """A folder of documents, queries and judgements is not of BEIR's form."""


class ModelError(FulltextQueryError):
    """An embedder or a reranker failed, or gave what cannot be used; its cause is the model's."""


class ModelUnavailableError(ModelError):
    """The model's server cannot be reached, or says that it is too busy.

    retry_after: seconds that the server asks to wait; None where it says nothing.
    """

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.args, self.__dict__


class ModelTimeoutError(ModelError):
    """The model did not answer in time."""


class ModelRefusedError(ModelError):
    """The model's server refused the request; the same request would be refused again."""


class EngineError(FulltextQueryError):
    """An engine did not do what it was asked.

    status: the server's HTTP status; 0 where there was no answer. sent: the body of the request,
    None where there was none. attempts: how often it was tried. Its cause is the client's error.
    """

    def __init__(
        self, message: str, *, status: int = 0, sent: Any = None, attempts: int = 1
    ) -> None:
        super().__init__(message)
        self.status = status
        self.sent = sent
        self.attempts = attempts

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.args, self.__dict__


class EngineUnavailableError(EngineError):
    """The engine cannot be reached, or says that it is too busy."""


class EngineTimeoutError(EngineError):
    """The engine did not answer in time."""


class QueryRefusedError(EngineError):
    """The engine refused the request; the same request would be refused again."""


class IndexMissingError(EngineError):
    """There is no such index."""


class IndexConflictError(EngineError):
    """The index is of another form than what is asked of it."""


class IndexingStoppedError(EngineError):
    """Indexing stopped before all documents were taken; its cause says why.

    report: the IndexReport of those that were taken: each is indexed or in ``report.rejected``.
    taken: how many were taken from the iterable; what comes after them was not touched.
    """

    report: Any = None
    taken: int = 0
