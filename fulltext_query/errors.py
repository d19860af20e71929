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
    └── MissingExtraError(ImportError) an optional library is not installed

Each message says what is wrong, where, and how to mend it.
"""

from __future__ import annotations

__all__ = [
    "DictionaryError",
    "FieldError",
    "FulltextQueryError",
    "InputError",
    "LexiconError",
    "LexiconFormatError",
    "LexiconMissingError",
    "MinMatchError",
    "MissingExtraError",
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
    """A dictionary file has lines that cannot be used."""


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
