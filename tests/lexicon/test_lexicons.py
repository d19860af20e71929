"""The package's own lexicons: known words, and the folder they lie in."""

from __future__ import annotations

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fulltext_query.errors import LexiconFormatError, LexiconMissingError
from fulltext_query.lexicon import CompiledLexicon, Lexicons, WordEntry
from fulltext_query.lexicon.folding import fold
from fulltext_query.lexicon.lexicons import DATA_FOLDER


@pytest.fixture(scope="module")
def lexicons() -> Lexicons:
    return Lexicons()


def entry(lexicons: Lexicons, language: str, word: str) -> WordEntry:
    found = lexicons.get(language, word)
    assert found is not None, f"{word} is not known"
    return found


def test_chinese_words(lexicons: Lexicons) -> None:
    the = entry(lexicons, "zh", "的")
    assert the.frequency == pytest.approx(318_825, rel=1e-5)
    assert the.pos == "uj"
    database = entry(lexicons, "zh", "数据库")
    assert (database.pos, database.entity) == ("n", "")
    # idf.txt has it: more documents than the fit to its frequency would give are real ones
    assert 1e4 < database.document_frequency < the.document_frequency <= 1e9
    beijing = entry(lexicons, "zh", "北京")
    assert (beijing.pos, beijing.entity) == ("ns", "loca")
    assert entry(lexicons, "zh", "清华大学").entity == "sch"
    assert lexicons.get("zh", "这不是一个词") is None


def test_a_word_without_idf_gets_the_fitted_document_frequency(lexicons: Lexicons) -> None:
    found = entry(lexicons, "zh", "b超")
    assert found.frequency == pytest.approx(3, rel=1e-4)
    assert found.document_frequency == pytest.approx(10 ** (3.173 + 0.741 * 0.4771), rel=1e-3)


def test_english_words(lexicons: Lexicons) -> None:
    assert entry(lexicons, "en", "the").pos == "u"
    assert entry(lexicons, "en", "database").pos == "n"
    assert entry(lexicons, "en", "quickly").pos == "d"
    assert entry(lexicons, "en", "who").pos == "r"
    assert entry(lexicons, "en", "and").pos == "c"
    the, database = entry(lexicons, "en", "the"), entry(lexicons, "en", "database")
    assert the.frequency > 100 * database.frequency > 0
    assert the.document_frequency > database.document_frequency


def test_contractions_are_about_as_common_as_elsewhere(lexicons: Lexicons) -> None:
    own, other = lexicons.chain("en")
    for word in ("don't", "can't", "won't", "i'm", "it's", "you're", "they've", "didn't"):
        ours, theirs = own.get(word), other.get(word)
        assert ours is not None
        assert theirs is not None
        assert 0.1 < ours.frequency / theirs.frequency < 10, word


def test_names_are_found_under_their_folded_key(lexicons: Lexicons) -> None:
    assert lexicons.get("en", "beijing") is not None
    assert lexicons.get("en", "Beijing") is None
    assert lexicons.get("zh", "c#") is not None
    assert lexicons.get("zh", "at&t") is not None


@pytest.mark.parametrize(
    ("language", "common", "rarer"),
    [
        ("de", "und", "datenbank"), ("fr", "les", "ordinateur"), ("ru", "и", "компьютер"),
        ("fa", "است", "رایانه"), ("ar", "في", "حاسوب"), ("es", "que", "ordenador"),
        ("ja", "の", "データベース"), ("ko", "이", "데이터"), ("hi", "है", "कंप्यूटर"),
        ("vi", "và", "máy"),
    ],
)  # fmt: skip
def test_words_of_other_languages(
    lexicons: Lexicons, language: str, common: str, rarer: str
) -> None:
    often, seldom = (entry(lexicons, language, fold(word)) for word in (common, rarer))
    assert often.frequency > 10 * seldom.frequency
    assert often.document_frequency > seldom.document_frequency


def test_every_key_is_spelled_as_words_are_looked_up(lexicons: Lexicons) -> None:
    for language in lexicons.languages:
        for lexicon in lexicons.chain(language):
            wrong = [key for key in lexicon.trie if fold(key) != key or key.split() != [key]]
            assert not wrong, (lexicon, wrong[:5])


def test_values_are_in_their_ranges(lexicons: Lexicons) -> None:
    for language in lexicons.languages:
        for lexicon in lexicons.chain(language):
            assert max(lexicon.log_probability) < 0
            assert lexicon.unknown_log_probability <= min(lexicon.log_probability) + 1e-5
            known = [lexicon.get(key) for key in list(lexicon.trie)[:2000]]
            for found in known:
                assert found is not None
                assert found.frequency >= lexicon.rarest.frequency * (1 - 1e-5)
                assert lexicon.rarest.document_frequency <= found.document_frequency * (1 + 1e-6)
                assert found.document_frequency <= 1e9


def test_numbers_are_no_words_of_wordfreq(lexicons: Lexicons) -> None:
    # its lists have "0000" for every number of four digits, as common as a function word
    assert lexicons.get("de", "0000") is None
    assert lexicons.get("de", "00") is None


def test_own_list_goes_before_wordfreq(lexicons: Lexicons) -> None:
    own, other = lexicons.chain("en")
    assert own.licence == "MIT"
    assert other.licence == "CC-BY-SA-4.0"
    assert [lexicon.licence for lexicon in lexicons.chain("zh")] == ["MIT"]
    only_there = next(key for key in other.trie if key not in own)
    assert lexicons.get("en", only_there) == other.get(only_there)
    assert lexicons.get("en", "the") == own.get("the")


def test_wordfreq_can_be_left_out() -> None:
    lexicons = Lexicons(wordfreq=False)
    assert lexicons.languages == ("en", "zh")
    assert lexicons.chain("de") == ()
    assert lexicons.get("de", "und") is None


def test_unknown_language_has_no_lexicon(lexicons: Lexicons) -> None:
    assert lexicons.chain("tlh") == ()
    assert lexicons.get("tlh", "qapla") is None
    assert "../zh" not in lexicons.languages


def test_a_folder_without_the_own_lists_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LexiconMissingError, match=r"zh\.lex.*lexicon\.compile"):
        Lexicons(tmp_path)
    (tmp_path / "zh.lex").touch()
    with pytest.raises(LexiconMissingError, match=r"en\.lex.*lexicon\.compile"):
        Lexicons(tmp_path)


def test_files_are_opened_only_when_asked_for(tmp_path: Path) -> None:
    (tmp_path / "zh.lex").write_bytes((DATA_FOLDER / "zh.lex").read_bytes())
    (tmp_path / "en.lex").write_bytes(b"broken")
    lexicons = Lexicons(tmp_path)
    assert lexicons.get("zh", "的") is not None
    for _ in range(2):
        with pytest.raises(LexiconFormatError):
            lexicons.chain("en")


def test_threads_that_open_at_once_get_the_same() -> None:
    lexicons = Lexicons()
    barrier = threading.Barrier(32)

    def look(number: int) -> tuple[tuple[CompiledLexicon, ...], WordEntry | None]:
        barrier.wait()
        language = ("zh", "en")[number % 2]
        return lexicons.chain(language), lexicons.get(language, ("的", "the")[number % 2])

    with ThreadPoolExecutor(32) as pool:
        results = list(pool.map(look, range(32)))
    for parity in (0, 1):
        chains = [chain for chain, _ in results[parity::2]]
        assert all(tuple(map(id, chain)) == tuple(map(id, chains[0])) for chain in chains)
        assert len({found for _, found in results[parity::2]}) == 1


def test_using_lexicons_loads_nothing_of_the_compiler() -> None:
    code = (
        "import sys, fulltext_query.lexicon as room\n"
        "room.Lexicons().get('zh', '的'); room.load_lists(); room.load_conversion()\n"
        "print([name for name in sys.modules if 'lexicon.compile.' in name or name in "
        "('jieba', 'wordfreq', 'textblob', 'symspellpy', 'msgpack', 'numpy')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
