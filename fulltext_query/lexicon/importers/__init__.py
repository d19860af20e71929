"""Readers of other people's formats: they give lines of our dictionary files.

WordNet's database, Open Multilingual Wordnet, THUOCL and stop-word lists. Nothing here is needed to
build a query: a list is read once, and its lines are kept as a file.
"""

from .choosing import Limits
from .lists import KINDS, Kind, import_list
from .model import Imported, Problem
from .nltk_wordnet import from_nltk
from .omw import MultilingualWordnet, read_omw, synonyms_from_omw
from .stopwords import function_words_from
from .synonyms import synonyms_from_wordnet
from .thuocl import frequencies_from_thuocl, read_thuocl, words_from_thuocl
from .wordnet import Synset, WordNet, read_wordnet

__all__ = [
    "KINDS",
    "Imported",
    "Kind",
    "Limits",
    "MultilingualWordnet",
    "Problem",
    "Synset",
    "WordNet",
    "frequencies_from_thuocl",
    "from_nltk",
    "function_words_from",
    "import_list",
    "read_omw",
    "read_thuocl",
    "read_wordnet",
    "synonyms_from_omw",
    "synonyms_from_wordnet",
    "words_from_thuocl",
]
