"""What a person typed, in any language, as the Elasticsearch query that finds it."""

from .builder import FulltextQuery
from .built import BuiltQuery, WeightedTerm
from .errors import (
    DictionaryError,
    FieldError,
    FulltextQueryError,
    InputError,
    LexiconError,
    LexiconFormatError,
    LexiconMissingError,
    MinMatchError,
    MissingExtraError,
    SettingsError,
)
from .settings import Settings

__all__ = [
    "BuiltQuery",
    "DictionaryError",
    "FieldError",
    "FulltextQuery",
    "FulltextQueryError",
    "InputError",
    "LexiconError",
    "LexiconFormatError",
    "LexiconMissingError",
    "MinMatchError",
    "MissingExtraError",
    "Settings",
    "SettingsError",
    "WeightedTerm",
    "__version__",
]

__version__ = "0.1.0"
