"""The synonym lists in dictionaries/synonyms: every rule can fire, and none does where it harms."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from fulltext_query import FulltextQuery, Settings
from fulltext_query.lexicon.folding import fold
from fulltext_query.lexicon.synonyms import Synonym, from_rules
from fulltext_query.query.tree import Leaf, Term
from fulltext_query.text.tokens import Token

SYNONYMS = Path(__file__).resolve().parents[2] / "dictionaries" / "synonyms"
FILES = sorted(SYNONYMS.glob("*.txt"))
WANTED = {
    "abbreviations.en", "compounds.en", "spellings.en", "terms.en", "terms.zh", "terms.fa",
    "terms.de", "terms.es", "terms.fr", "terms.ru",
}  # fmt: skip
LANGUAGES = sorted({path.stem.rpartition(".")[2] for path in FILES})

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
every_language = pytest.mark.parametrize("language", LANGUAGES)


class Pair(NamedTuple):
    """What one rule says of one word."""

    word: str
    synonym: Synonym
    key: tuple[str, ...]  # as the index holds them
    target: tuple[str, ...]


@functools.cache
def _fq(language: str) -> FulltextQuery:
    return FulltextQuery(Settings() if language == "zh" else Settings(language=language))


@functools.cache
def _tokens(language: str, text: str) -> tuple[Token, ...]:
    return tuple(_fq(language).analyze(text).tokens)


def _key(language: str, text: str) -> tuple[str, ...]:
    return tuple(token.text for token in _tokens(language, text))


def _closed(language: str) -> set[str]:
    """The function and question words of a language."""
    found: set[str] = set()
    for kind in ("function_words", "question_words"):
        listed = (SYNONYMS.parent / kind / f"{language}.txt").read_text(encoding="utf-8")
        rows = (line for line in listed.split("\n") if line and not line.startswith("#"))
        found.update(fold(row.partition("\t")[0]) for row in rows)
    return found


def _language(path: Path) -> str:
    return path.stem.rpartition(".")[2]


@functools.cache
def _entries(path: Path) -> dict[str, tuple[Synonym, ...]]:
    return from_rules(path.read_text(encoding="utf-8").split("\n"), path.name)


def _pairs(path: Path) -> Iterator[Pair]:
    language = _language(path)
    for word, synonyms in _entries(path).items():
        for synonym in synonyms:
            yield Pair(word, synonym, _key(language, word), _key(language, synonym.text))


def _leaves(language: str, text: str) -> set[str]:
    """Everything that a query asks for, with the shipped lists of the language."""
    entries = {
        word: synonyms
        for path in FILES
        if _language(path) == language
        for word, synonyms in _entries(path).items()
    }
    tree = _fq(language).build(text, synonyms=entries).tree
    return {_shown(leaf) for slot in tree.slots for leaf in slot.synonyms}


def _shown(leaf: Leaf) -> str:
    return leaf.text if isinstance(leaf, Term) else " ".join(leaf.words)


def test_every_language_has_its_list() -> None:
    assert {path.stem for path in FILES} >= WANTED


@every_file
def test_is_plain_utf8_with_line_feeds(path: Path) -> None:
    content = path.read_bytes()
    content.decode("utf-8", errors="strict")
    assert not content.startswith(b"\xef\xbb\xbf"), "a byte order mark"
    assert b"\r" not in content, "a carriage return"
    assert content.endswith(b"\n"), "no line feed at the end"
    assert content.startswith(b"# "), "no comment that says what the list is"


@every_file
def test_rules_are_written_in_one_way(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").split("\n"):
        assert line == " ".join(line.split()), f"{line!r} has stray blanks"
        if line and not line.startswith("#"):
            assert ",," not in line.replace(" ", ""), f"{line!r} has an empty member"
            assert not line.endswith(","), f"{line!r} ends with a comma"


@every_file
def test_a_synonym_is_another_word_than_its_word(path: Path) -> None:
    same = [(pair.word, pair.synonym.text) for pair in _pairs(path) if pair.key == pair.target]
    assert same == []


@every_file
def test_no_word_is_empty_or_a_single_letter(path: Path) -> None:
    def short(words: tuple[str, ...]) -> bool:
        return not words or (len(words) == 1 and len(words[0]) < 2)

    found = [
        (pair.word, pair.synonym.text)
        for pair in _pairs(path)
        if short(pair.key) or short(pair.target)
    ]
    assert found == []


@every_file
def test_no_function_or_question_word_is_expanded_or_added(path: Path) -> None:
    closed = _closed(_language(path))
    texts = {text for pair in _pairs(path) for text in (pair.word, pair.synonym.text)}
    assert sorted(text for text in texts if fold(text) in closed) == []


@every_language
def test_no_pair_stands_twice_in_the_lists_of_a_language(language: str) -> None:
    pairs = Counter(
        (pair.key, pair.target)
        for path in FILES
        if _language(path) == language
        for pair in _pairs(path)
    )
    assert [pair for pair, count in pairs.items() if count > 1] == []


@every_language
def test_a_word_has_few_synonyms(language: str) -> None:
    """Many would be cut by max_synonyms, and cost time for every query that has the word."""
    found: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for path in FILES:
        if _language(path) == language:
            for pair in _pairs(path):
                found.setdefault(pair.key, set()).add(pair.target)
    many = {key: len(targets) for key, targets in found.items() if len(targets) > 5}
    assert many == {}


@pytest.mark.parametrize(
    ("language", "query", "wanted"),
    [
        ("en", "organised crime", "organiz"),
        ("en", "organization", "organis"),
        ("en", "tumor growth", "tumour"),
        ("en", "haemoglobin", "hemoglobin"),
        ("en", "paediatric oesophageal oedema", "edema"),
        ("en", "email address", "e mail"),
        ("en", "e-mail address", "email"),
        ("en", "wi-fi password", "wifi"),
        ("en", "k8s ingress", "kubernet"),
        ("en", "COPD", "chronic obstruct pulmonari diseas"),
        ("en", "chronic obstructive pulmonary disease", "copd"),
        ("en", "United Kingdom election", "uk"),
        ("en", "paracetamol dose", "acetaminophen"),
        ("en", "naive bayes", "naïv"),
        ("zh", "滑鼠壞了", "鼠标"),
        ("zh", "打印机驱动", "列印机"),
        ("zh", "北大在哪里", "北京大学"),
        ("zh", "新冠 疫苗", "新型 冠状病毒"),
        ("fa", "اطاق", "اتاق"),
        ("de", "Photographie", "fotografi"),
        ("es", "setiembre", "septiembr"),
        ("fr", "coeur", "cœur"),
        ("ru", "туннель", "тоннел"),
    ],
)
def test_the_other_way_to_say_it_is_asked_for(language: str, query: str, wanted: str) -> None:
    assert wanted in _leaves(language, query)


@pytest.mark.parametrize(
    ("language", "query"),
    [
        ("en", "who can tell us about it"),
        ("en", "hearing aids"),
        ("en", "pet food"),
        ("en", "PC in MS-DOS"),
        ("en", "tire pressure"),
        ("en", "a person has access to the local will"),
        ("en", "check engine light"),
        ("en", "curb your enthusiasm"),
        ("en", "jail break"),
        ("en", "the four hours of our tour"),
        ("en", "an exercise in the rise and size of a prize"),
        ("es", "por orden de cinco"),
        ("zh", "雪梨多少钱"),
        ("zh", "司法程序"),
        ("zh", "离职证明"),
        ("fr", "un portable"),
        ("es", "la papa"),
        ("ru", "и в на"),
    ],
)
def test_words_of_other_meanings_are_left_alone(language: str, query: str) -> None:
    assert _leaves(language, query) == set()
