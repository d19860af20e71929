"""What a person typed, in any language, as the Elasticsearch query that finds it."""

from .builder import FulltextQuery
from .built import BuiltQuery, WeightedTerm
from .errors import (
    CollectionError,
    DictionaryError,
    DocumentError,
    EngineError,
    EngineTimeoutError,
    EngineUnavailableError,
    FieldError,
    FilterError,
    FulltextQueryError,
    IndexConflictError,
    IndexingStoppedError,
    IndexMissingError,
    InputError,
    LexiconError,
    LexiconFormatError,
    LexiconMissingError,
    MinMatchError,
    MissingExtraError,
    ModelError,
    QueryRefusedError,
    SettingsError,
)
from .settings import Settings

__all__ = [
    "BuiltQuery",
    "CollectionError",
    "DictionaryError",
    "DocumentError",
    "EngineError",
    "EngineTimeoutError",
    "EngineUnavailableError",
    "FieldError",
    "FilterError",
    "FulltextQuery",
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
    "QueryRefusedError",
    "Settings",
    "SettingsError",
    "WeightedTerm",
    "__version__",
]

__version__ = "0.1.0"
