"""One call for every kind of list, as a command line has it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, get_args

from ...errors import SettingsError
from ..lexicons import Lexicons
from .choosing import Limits
from .model import Imported
from .nltk_wordnet import from_nltk
from .omw import read_omw, synonyms_from_omw
from .stopwords import function_words_from
from .synonyms import synonyms_from_wordnet
from .thuocl import frequencies_from_thuocl, read_thuocl, words_from_thuocl
from .wordnet import read_wordnet

__all__ = ["KINDS", "Kind", "import_list"]

Kind = Literal["wordnet", "wordnet-nltk", "omw", "thuocl-frequencies", "thuocl-words", "stopwords"]
KINDS: tuple[str, ...] = get_args(Kind)


def import_list(
    kind: str,
    source: str | Path | None = None,
    *,
    language: str,
    limits: Limits | None = None,
    wordnet: str | Path | None = None,
    spell: Callable[[str], str] = str,
    documents: int | None = None,
    tag: str = "n",
    lexicons: Lexicons | None = None,
    strict: bool = False,
) -> Imported:
    """The lines of a list in our form, head comments first, and what was odd in ``problems``.

    ================== ====================================== ================================
    kind               source                                 lines of
    ================== ====================================== ================================
    wordnet            folder of WordNet's files (English)    synonyms/wordnet.en.txt
    wordnet-nltk       none: what nltk has (English)          synonyms/wordnet.en.txt
    omw                Open Multilingual Wordnet's tab file   synonyms/omw.<language>.txt
    thuocl-frequencies a list of THUOCL (zh)                  frequencies/zh.tsv
    thuocl-words       a list of THUOCL (zh)                  words/zh.txt
    stopwords          stopwords-iso.json, or plain lines     function_words/<language>.txt
    ================== ====================================== ================================

    language: ISO 639-1. limits: of the synonyms. wordnet: of omw, the folder of WordNet 3.0, which
    ranks the senses. spell: of omw and thuocl, gives a word as it is to be written (Simplified).
    documents: of thuocl, how many documents were counted. tag: of thuocl-words, jieba's letters.
    strict: whether an odd line is an error.
    Raises SettingsError for an unknown kind, or a source or language that the kind does not take;
    DictionaryError, with file and line, for what cannot be read; MissingExtraError, LexiconError.
    """
    if kind not in KINDS:
        raise SettingsError(f"no kind of list {kind!r}; there are: {', '.join(KINDS)}")
    fixed = {"wordnet": "en", "thuocl": "zh"}.get(kind.partition("-")[0])
    if fixed and language != fixed:
        raise SettingsError(f"a list of the kind {kind} is of the language {fixed!r} only")
    if kind == "wordnet-nltk":
        if source is not None:
            raise SettingsError("wordnet-nltk reads nltk's own data: give no source")
        return synonyms_from_wordnet(from_nltk(), limits=limits, lexicons=lexicons)
    if source is None:
        raise SettingsError(f"the kind {kind} needs a source: a file or folder")
    path = Path(source)
    if kind == "wordnet":
        read = read_wordnet(path, strict=strict)
        return synonyms_from_wordnet(read, limits=limits, lexicons=lexicons)
    if kind == "omw":
        ranking = read_wordnet(wordnet, strict=strict) if wordnet is not None else None
        return synonyms_from_omw(
            read_omw(path, strict=strict), language=language, wordnet=ranking, spell=spell,
            limits=limits, lexicons=lexicons,
        )  # fmt: skip
    if kind == "stopwords":
        return function_words_from(path, language, strict=strict)
    counted = read_thuocl(path, spell=spell, strict=strict)
    if kind == "thuocl-frequencies":
        return frequencies_from_thuocl(counted, documents=documents)
    return words_from_thuocl(counted, documents=documents, tag=tag, lexicons=lexicons)
