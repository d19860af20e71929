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
    ModelRefusedError,
    ModelTimeoutError,
    ModelUnavailableError,
    QueryRefusedError,
    SettingsError,
)
from .lexicon.dictionaries import Dictionaries
from .lexicon.layer import Entry
from .lexicon.problems import Problem
from .reloading import ReloadReport
from .settings import Settings

__all__ = [
    "BuiltQuery",
    "CollectionError",
    "Dictionaries",
    "DictionaryError",
    "DocumentError",
    "EngineError",
    "EngineTimeoutError",
    "EngineUnavailableError",
    "Entry",
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
    "ModelRefusedError",
    "ModelTimeoutError",
    "ModelUnavailableError",
    "Problem",
    "QueryRefusedError",
    "ReloadReport",
    "Settings",
    "SettingsError",
    "WeightedTerm",
    "__version__",
]

__version__ = "0.1.0"
