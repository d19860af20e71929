"""Settings: where they come from, what they refuse, and the numbers of the presets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fulltext_query import FieldError, MinMatchError, Settings, SettingsError

DEFAULTS: dict[str, Any] = {
    "language": "auto", "fallback_language": "en", "question_words": "damp", "stemming": True,
    "fold_accents": False, "fine_tokens": "bigrams", "han_segmenter": "lexicon",
    "word_segmenter": "bigrams", "chinese_conversion": "opencc", "conversion_exceptions": (),
    "user_words": (), "idf1_share": 0.3, "idf2_share": 0.7, "power": 0.5, "function_weight": 0.5,
    "type": "best_fields", "tie_breaker": 0.1, "min_match": "20%", "phrase_weight": 0.3,
    "phrase_slop": 3, "synonym_weight": 0.25, "fuzzy_unknown": True, "fuzzy_distance": 1,
    "fuzzy_prefix": 1, "fuzzy_expansions": 10, "phrase_words": "some", "fuzzy_min_length": 4,
    "max_terms": 256, "max_clauses": 1024, "subwords": True, "subword_field": "subword_tks",
    "phrase_fields": ("title_tks", "content_ltks"),
    "fine_fields": ("title_sm_tks", "content_sm_ltks"),
}  # fmt: skip
DOCUMENTS: dict[str, Any] = {
    **DEFAULTS, "question_words": "remove", "fine_tokens": "words", "power": 1.0,
    "min_match": "30%",
    "function_weight": None, "tie_breaker": 0.0, "phrase_weight": 2.0, "phrase_slop": 0,
    "fuzzy_unknown": False, "phrase_words": "all", "max_clauses": 8192,
    "subwords": False, "phrase_fields": (), "fine_fields": (),
}  # fmt: skip
BOOSTS: dict[str, list[float]] = {
    "default": [1, 0.5, 3, 2, 2, 1, 0.5, 0.3],
    "documents": [10, 5, 30, 20, 20, 2, 1],
}
NAMES = ["title_tks", "title_sm_tks", "important_kwd", "important_tks", "question_tks",
         "content_ltks", "content_sm_ltks", "subword_tks"]  # fmt: skip


@pytest.mark.parametrize(("preset", "values"), [("default", DEFAULTS), ("documents", DOCUMENTS)])
def test_the_numbers_of_the_presets(preset: str, values: dict[str, Any]) -> None:
    found = Settings.preset(preset)
    assert {name: getattr(found, name) for name in values} == values
    assert list(found.fields.items()) == list(zip(NAMES, BOOSTS[preset], strict=False))
    pos = {"r": 0.3, "c": 0.3, "d": 0.3, "ns": 3, "nt": 3, "n": 2}
    entities = {
        "toxic": 2, "func": 1, "corp": 3, "loca": 3, "sch": 3, "stock": 3, "firstnm": 1,
    }  # fmt: skip
    written_out = preset == "documents"
    assert dict(found.pos_weights) == (pos if written_out else {})
    assert dict(found.entity_weights) == (entities if written_out else {})


def test_no_preset_of_that_name() -> None:
    with pytest.raises(SettingsError, match="'nonsense'.*default, documents"):
        Settings.preset("nonsense")
    assert Settings.preset("default") == Settings()
    assert Settings.preset("documents", power=0.5).power == 0.5


def test_every_setting_says_what_it_is() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, name
        assert len(field.description) > 15


# --- frozen -----------------------------------------------------------------------------------


def test_settings_are_frozen() -> None:
    settings = Settings()
    with pytest.raises(ValueError, match="frozen"):
        settings.power = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        settings.fields["x"] = 1  # type: ignore[index]
    with pytest.raises(TypeError):
        settings.pos_weights["n"] = 9  # type: ignore[index]
    given = {"title": 2.0}
    own = Settings(fields=given)
    given["body"] = 1.0
    assert dict(own.fields) == {"title": 2}


def test_changing_gives_new_ones() -> None:
    settings = Settings()
    assert settings.replace() is settings
    other = settings.replace(power=1, min_match=0.5)
    assert (other.power, other.min_match) == (1, "50%")
    assert settings.power == 0.5
    with pytest.raises(SettingsError, match="powr.*did you mean 'power'"):
        settings.replace(powr=1)


def test_they_go_to_json_and_back() -> None:
    for settings in (Settings(), Settings.preset("documents", user_words=["蓝鲸阀 3 n"])):
        assert Settings(**settings.model_dump()) == settings
        assert (
            Settings(**Settings.model_validate_json(settings.model_dump_json()).model_dump())
            == settings
        )


# --- bad values -------------------------------------------------------------------------------

BAD: dict[str, list[Any]] = {
    "language": ["english", "EN", "", "e", 3], "fallback_language": ["auto1", "", None],
    "question_words": ["drop", None], "stemming": ["maybe"], "fold_accents": ["x"],
    "tokenizer": ["jieba", None], "fine_tokens": ["some"], "han_segmenter": ["mecab"],
    "word_segmenter": ["x"],
    "chinese_conversion": ["x"], "user_words": [3, [3], ["a b"], ["a 1 n x"], ["a -1"]],
    "dictionaries": [3, [3], {"a": "b"}], "strict_dictionaries": ["maybe"],
    "shipped_synonyms": [None], "wordnet": ["maybe"], "share_phrases": [7],
    "rewrite_weight": [-0.1, 1.1], "expansion_terms": [-1, 1001, "x"],
    "expansion_weight": [-1, 11, float("inf")],
    "glossary_weight": [-0.1, 1.1, float("nan")],
    "max_characters": [0, -1, 10**8, "x"], "max_token_length": [7, 9000],
    "idf1_share": [-0.1, 1.1, "x", float("nan")], "idf2_share": [-0.1, 2],
    "power": [-1, 2.1, float("nan"), float("inf")], "function_weight": [0, -1, 1.5, "x"],
    "pos_weights": [{"n": -1}, {"n": float("nan")}, {"n": 1e9}, {"n": "x"}, "{", 3, []],
    "entity_weights": [{"loca": -1}, {"loca": float("inf")}, "not json"],
    "fields": [{}, [], {"a": -1}, {"a": float("nan")}, {"a": 0}, {"a b": 1}, {"": 1}, {"a^": 2},
    {"a*": 1},
               {"-a": 1}, ["a^x"], [3], 3, None, {"a": None}, {"a": True}, {3: 1}, ["a", "a"],
               {"titel ": 5}],
    "type": ["cross_fields", "phrase", "combined_fields", "x"], "tie_breaker": [-0.1, 1.1],
    "min_match": ["x", 1.5, -0.1, "30.5%", "101%", "30 %", "2<", "9<1 2<1", True, [], 10**9],
    "paragraph_min_match": ["x"], "phrase_weight": [-1, 101], "phrase_slop": [-1, 101, 1.5],
    "fine_weight": [-1, 11], "bridge_weight": [-1, 11], "synonym_weight": [-1, 1.1],
    "max_synonyms": [-1, 101], "fuzzy_distance": [0, 3], "fuzzy_expansions": [0, 1001],
    "phrase_words": ["most"], "fuzzy_prefix": [-1, 11],
    "fuzzy_min_length": [1, 101], "max_terms": [0, 10_001], "max_clauses": [0, 1_000_001],
    "subwords": ["x"], "subword_field": ["a b", 3], "phrase_fields": [3, ["a b"]],
    "fine_fields": [3, [3]],
    "paragraph_terms": [0, 10_001], "conversion_exceptions": [3, [3]],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in BAD.items() for value in values], ids=str
)
def test_a_bad_value_names_its_setting(name: str, value: Any) -> None:
    with pytest.raises(SettingsError, match=name) as caught:
        Settings(**{name: value})
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) > len(name) + 5


def test_every_setting_has_a_bad_value() -> None:
    assert set(BAD) | {"fuzzy_unknown"} >= set(Settings.model_fields)


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(SettingsError) as caught:
        Settings(power=-1, powr=1, max_terms=0)
    for name in ("power", "powr", "max_terms"):
        assert name in str(caught.value)


@pytest.mark.parametrize(
    ("name", "near"), [("minimum_match", "min_match"), ("field", "fields"), ("stem", None),
    ("phrase_boost", None),
                       ("fuzzy_unknow", "fuzzy_unknown"), ("default_operator ", None)]
)  # fmt: skip
def test_an_unknown_name_is_refused(name: str, near: str | None) -> None:
    with pytest.raises(SettingsError, match=f"{name}.*no such setting") as caught:
        Settings(**{name: 1})
    if near:
        assert near in str(caught.value)


def test_errors_tell_what_is_wrong() -> None:
    with pytest.raises(SettingsError, match="every boost is 0"):
        Settings(fields={"a": 0, "b": 0})
    with pytest.raises(SettingsError, match="'titel '"):
        Settings(fields={"titel ": 5})
    assert issubclass(FieldError, SettingsError)
    assert issubclass(MinMatchError, SettingsError)


# --- good values ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({"title": 10, "body": 0.5}, {"title": 10, "body": 0.5}),
        (["title^10", "body^0.5"], {"title": 10, "body": 0.5}),
        ("title^10 body^0.5", {"title": 10, "body": 0.5}), ("title, body", {"title": 1, "body": 1}),
        (["title"], {"title": 1}), ({"title": "3"}, {"title": 3}), ({"a": 0, "b": 1}, {"b": 1}),
        ({"meta.title": 1, "名前": 2}, {"meta.title": 1, "名前": 2}),
    ],
)  # fmt: skip
def test_fields_of_every_form(given: Any, fields: dict[str, float]) -> None:
    found = Settings(fields=given).fields
    assert dict(found) == fields
    assert list(found) == list(fields)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("蓝鲸阀\n鲲鹏 3 n\n\n", ("蓝鲸阀", "鲲鹏 3 n")),
        (["  a   3 "], ("a 3",)),
        ([], ()),
        (("a",), ("a",)),
    ],
)
def test_user_words_of_every_form(given: Any, words: tuple[str, ...]) -> None:
    assert Settings(user_words=given).user_words == words


def test_conversion_exceptions_as_lines() -> None:
    given = "乾县\n後村\n"
    assert Settings.from_environment({"FULLTEXT_QUERY_CONVERSION_EXCEPTIONS": given}) == Settings(
        conversion_exceptions=("乾县", "後村")
    )


def test_weights_as_json() -> None:
    assert dict(Settings(pos_weights='{"n": 5}').pos_weights) == {"n": 5}


# --- files ------------------------------------------------------------------------------------


def write(path: Path, text: str) -> Path:
    file = path / "fulltext-query.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_file(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        'preset = "documents"\nphrase_slop = 1\n[fields]\ntitle = 2\n[pos_weights]\nn = 4\n',
    )
    found = Settings.from_file(file)
    assert found == Settings.preset(
        "documents", phrase_slop=1, fields={"title": 2}, pos_weights={"n": 4}
    )
    assert Settings.from_file(str(file), phrase_slop=2).phrase_slop == 2
    assert Settings.from_file(write(tmp_path, "")) == Settings()
    assert Settings.from_file(write(tmp_path, "\ufeffphrase_slop = 1")).phrase_slop == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [("powr = 1", "powr"), ("power = 'x'", "power"), ("power = ", "Invalid value"),
    ("preset = 'x'", "no preset"),
     ("[query]\npower = 1", "query"), ("power = -1", "power")],
)  # fmt: skip
def test_a_file_that_cannot_be_used(text: str, message: str, tmp_path: Path) -> None:
    file = write(tmp_path, text)
    with pytest.raises(SettingsError, match=message) as caught:
        Settings.from_file(file)
    assert str(file) in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.toml", tmp_path):
        with pytest.raises(SettingsError, match=path.name):
            Settings.from_file(path)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match=r"binary\.toml"):
        Settings.from_file(binary)


# --- environment ------------------------------------------------------------------------------


def test_the_environment() -> None:
    found = Settings.from_environment({
        "FULLTEXT_QUERY_POWER": "0.5", "FULLTEXT_QUERY_STEMMING": "false",
        "FULLTEXT_QUERY_MIN_MATCH": "0.3",
        "FULLTEXT_QUERY_FIELDS": '{"title": 3}', "FULLTEXT_QUERY_USER_WORDS": "蓝鲸阀\n鲲鹏 3",
        "FULLTEXT_QUERY_FUNCTION_WEIGHT": "null",
        "FULLTEXT_QUERY_POS_WEIGHTS": '{"n": 5}', "PATH": "/bin",
        "FULLTEXT_QUERY_MAX_TERMS": "12",
    })  # fmt: skip
    assert (found.power, found.stemming, found.min_match) == (0.5, False, "30%")
    assert dict(found.fields) == {"title": 3}
    assert found.user_words == ("蓝鲸阀", "鲲鹏 3")
    assert found.function_weight is None
    assert dict(found.pos_weights) == {"n": 5}
    assert found.max_terms == 12
    assert Settings.from_environment({}) == Settings()


def test_the_environment_goes_over_a_file(tmp_path: Path) -> None:
    file = write(tmp_path, "phrase_slop = 1\nmax_terms = 9\n")
    environment = {"FULLTEXT_QUERY_SETTINGS": str(file), "FULLTEXT_QUERY_MAX_TERMS": "12"}
    found = Settings.from_environment(environment)
    assert (found.phrase_slop, found.max_terms) == (1, 12)
    other = Settings.from_environment({"FULLTEXT_QUERY_MAX_TERMS": "12"}, file=file)
    assert other == found
    preset = Settings.from_environment({"FULLTEXT_QUERY_PRESET": "documents"})
    assert preset == Settings.preset("documents")


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [("FULLTEXT_QUERY_POWR", "1", "POWR"), ("FULLTEXT_QUERY_POWER", "x", "power"),
     ("FULLTEXT_QUERY_FIELDS", "{", "FIELDS"), ("FULLTEXT_QUERY_PRESET", "x", "no preset"),
     ("FULLTEXT_QUERY_SETTINGS", "/nowhere.toml", "nowhere"), ("FULLTEXT_QUERY_POS_WEIGHTS",
     "x", "pos_weights")],
)  # fmt: skip
def test_an_environment_that_cannot_be_used(variable: str, value: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        Settings.from_environment({variable: value})


def test_only_who_asks_reads_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FULLTEXT_QUERY_POWER", "0.5")
    assert Settings().power == 0.5
    assert Settings.from_environment().power == 0.5
