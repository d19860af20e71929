"""The word lists in dictionaries/: each keeps its format, and what must not ask is no entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulltext_query.lexicon.folding import fold

DICTIONARIES = Path(__file__).resolve().parents[2] / "dictionaries"
FUNCTION = sorted((DICTIONARIES / "function_words").glob("*.txt"))
QUESTION = sorted((DICTIONARIES / "question_words").glob("*.txt"))
ENTITIES = sorted((DICTIONARIES / "entities").glob("*.txt"))
WORDS = DICTIONARIES / "words" / "zh.txt"

FUNCTION_LANGUAGES = [
    "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "ro", "pl", "cs", "hu",
    "tr", "el", "ru", "uk", "bg", "ar", "fa", "he", "hi", "bn", "vi", "id", "ko", "ja", "zh",
]  # fmt: skip
QUESTION_LANGUAGES = [
    "en", "zh", "fa", "de", "fr", "es", "ru", "vi", "ja", "ko", "ar", "it", "pt", "nl", "sv",
    "ro", "pl", "cs", "el", "tr", "uk", "hi", "id", "he",
]  # fmt: skip
ENTITY_LISTS = ["corp.en", "corp.zh", "firstnm.en", "loca.en", "loca.zh", "sch.en"]
PLACES = {"start", "any"}


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def _rows(path: Path) -> list[str]:
    """The lines that are entries."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return [line for line in lines if line and not line.startswith("#")]


def _entry(row: str) -> str:
    return row.partition("\t")[0]


def _keys(path: Path) -> list[str]:
    return [fold(_entry(row)) for row in _rows(path)]


def _places(language: str, words: list[str]) -> dict[str, str]:
    """Where each of the words asks, '' for one that is no entry."""
    rows = _rows(DICTIONARIES / "question_words" / f"{language}.txt")
    places = {_entry(row): row.partition("\t")[2] for row in rows}
    return {word: places.get(word, "") for word in words}


every_file = pytest.mark.parametrize("path", [*FUNCTION, *QUESTION, *ENTITIES, WORDS], ids=_name)
every_word_list = pytest.mark.parametrize("path", FUNCTION + QUESTION, ids=_name)
every_function_list = pytest.mark.parametrize("path", FUNCTION, ids=_name)
every_question_list = pytest.mark.parametrize("path", QUESTION, ids=_name)
every_entity_list = pytest.mark.parametrize("path", ENTITIES, ids=_name)


@every_file
def test_is_plain_utf8_with_line_feeds(path: Path) -> None:
    content = path.read_bytes()
    content.decode("utf-8", errors="strict")
    assert not content.startswith(b"\xef\xbb\xbf"), "a byte order mark"
    assert b"\r" not in content, "a carriage return"
    assert content.endswith(b"\n"), "no line feed at the end"
    assert content.startswith(b"# "), "no comment that says what the list is"


@every_file
def test_entries_are_words_without_stray_blanks(path: Path) -> None:
    rows = _rows(path)
    assert rows, "no entry"
    for row in rows:
        entry = _entry(row)
        assert fold(entry).strip(), f"{row!r} folds to nothing"
        assert entry == " ".join(entry.split()), f"{row!r} has blanks that part no words"
        assert any(map(str.isalnum, entry)), f"{row!r} has no letter"


@every_file
def test_no_entry_twice(path: Path) -> None:
    keys = _keys(path)
    assert sorted(keys) == sorted(set(keys))


@every_function_list
def test_a_function_word_is_one_word(path: Path) -> None:
    assert [key for key in _keys(path) if " " in key] == []
    assert not any("\t" in row for row in _rows(path))


@every_function_list
def test_a_function_word_is_spelled_in_lower_case(path: Path) -> None:
    assert [row for row in _rows(path) if row != row.lower()] == []


@every_question_list
def test_a_question_word_says_where_it_asks(path: Path) -> None:
    for row in _rows(path):
        fields = row.split("\t")
        assert len(fields) == 2, f"{row!r} is not entry<TAB>where"
        assert fields[1] in PLACES, f"{row!r} asks neither at the start nor anywhere"


@every_entity_list
def test_an_entity_list_has_one_name_a_line(path: Path) -> None:
    assert [row for row in _rows(path) if "\t" in row or "," in row] == []


@every_entity_list
def test_no_entity_is_a_closed_class_word(path: Path) -> None:
    """A lexicon asks every list: 'mit' as a university would raise every German 'with'."""
    closed = {key for words in FUNCTION + QUESTION for key in _keys(words)}
    assert sorted(closed.intersection(_keys(path))) == []


def test_a_modern_word_stands_once_with_frequency_and_tag() -> None:
    rows = [row.split(" ") for row in _rows(WORDS)]
    assert [row for row in rows if len(row) != 3] == []
    words = [word for word, _, _ in rows]
    assert sorted(words) == sorted(set(words))
    assert [word for word in words if not all("\u4e00" <= char <= "\u9fff" for char in word)] == []
    assert [row for row in rows if not 50 <= int(row[1]) <= 8000] == []
    assert {tag for _, _, tag in rows} <= {"n", "v", "nz", "ns", "nt", "vn"}


@pytest.mark.parametrize(
    ("files", "wanted"),
    [
        pytest.param(FUNCTION, FUNCTION_LANGUAGES, id="function_words"),
        pytest.param(QUESTION, QUESTION_LANGUAGES, id="question_words"),
        pytest.param(ENTITIES, ENTITY_LISTS, id="entities"),
    ],
)
def test_every_language_has_its_list(files: list[Path], wanted: list[str]) -> None:
    assert set(wanted) <= {path.stem for path in files}


@every_word_list
def test_ai_is_a_topic_in_every_language(path: Path) -> None:
    """'ai' is a verb in French and Romanian, an article in Italian, 'who' in Vietnamese."""
    assert "ai" not in _keys(path)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["go", "will", "may", "us", "it", "id", "let"]),
        ("zh", ["吗啡", "酒吧", "任何", "任何人", "办理", "人", "啡", "酒", "理"]),
        ("vi", ["sao", "có", "là"]),
        ("ja", ["は", "です", "人"]),
        ("fa", ["که", "در"]),
        ("ko", ["이", "수"]),
    ],
)
def test_what_does_not_ask_is_no_question_word(language: str, words: list[str]) -> None:
    keys = _keys(DICTIONARIES / "question_words" / f"{language}.txt")
    assert [word for word in words if fold(word) in keys] == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["who", "which", "what", "when", "where", "why", "how", "what is"]),
        ("de", ["was", "wo", "wer"]),
        ("es", ["como", "que", "donde"]),
        ("fr", ["comment", "que"]),
        ("fa", ["کی"]),
        ("ru", ["как", "кто"]),
        ("ar", ["ما", "من"]),
    ],
)
def test_what_also_tells_asks_only_at_the_start(language: str, words: list[str]) -> None:
    assert _places(language, words) == dict.fromkeys(words, "start")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["how many", "how much", "can you tell me", "i want to know"]),
        ("zh", ["什么", "怎么", "如何", "为什么", "哪里", "谁", "多少", "吗", "呢", "请问"]),
        ("fa", ["چگونه", "چرا", "کجا", "آیا"]),
        ("fr", ["est ce que", "pourquoi"]),
        ("es", ["qué", "por qué", "cómo"]),
        ("ru", ["почему", "что такое"]),
        ("vi", ["là gì", "tại sao", "như thế nào", "bao nhiêu"]),
        ("ja", ["何", "なぜ", "どこ", "誰", "か"]),
        ("ko", ["무엇인가요", "어떻게", "왜"]),
        ("ar", ["كيف", "لماذا", "هل"]),
    ],
)
def test_what_only_asks_asks_anywhere(language: str, words: list[str]) -> None:
    assert _places(language, words) == dict.fromkeys(words, "any")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the of and to in is it don't isn't it's i'm not very also"),
        ("de", "der die das und nicht mit ist ein auch sehr"),
        ("fr", "le la les et est dans c'est n'est qu'il pas très"),
        ("es", "el la de que y no muy también está"),
        ("ro", "și nu este în pe cu foarte"),
        ("ru", "и в не на что с очень это"),
        ("ar", "في من على أن لا هذا التي"),
        ("fa", "و به در از که این را است می"),
        ("hi", "के है में की से और का नहीं"),
        ("el", "και το να του η δεν πολύ"),
        ("vi", "là và của có được cho các những một trong với"),
        ("ko", "그리고 그러나 이 그 저 수 것"),
        ("ja", "は が を に で と も の から まで"),
        ("zh", "的 了 着 过 吧 啊 和 与 或 在 是 把 被 对 从 到 等 这 那 我 你 他"),
    ],
)
def test_the_most_frequent_words_are_function_words(language: str, text: str) -> None:
    keys = _keys(DICTIONARIES / "function_words" / f"{language}.txt")
    assert [word for word in text.split() if fold(word) not in keys] == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("corp.en", ["apple", "target", "shell", "gap", "orange", "visa"]),
        ("firstnm.en", ["will", "mark", "grace", "hope", "may", "bill", "rose", "jack", "art"]),
        ("corp.zh", ["苹果", "小米"]),
    ],
)
def test_ordinary_words_are_no_names(name: str, words: list[str]) -> None:
    keys = _keys(DICTIONARIES / "entities" / f"{name}.txt")
    assert [word for word in words if word in keys] == []
