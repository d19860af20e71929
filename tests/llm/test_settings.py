"""Settings of language models: where they come from, what they refuse, and what they never show."""

from __future__ import annotations

import pickle
import traceback
from pathlib import Path
from typing import Any

import pytest

from fulltext_query import Settings, SettingsError
from fulltext_query.llm import LLMSettings, OpenAICompatibleEmbedder, OpenAICompatibleLLM

KEY = "sk-very-secret-0123456789"
ENVIRONMENT = {
    "FULLTEXT_QUERY_LLM_BASE_URL": "http://localhost:11434/v1/",
    "FULLTEXT_QUERY_LLM_API_KEY": f"{KEY}\n",
    "FULLTEXT_QUERY_LLM_MODEL": " qwen3 ",
    "FULLTEXT_QUERY_LLM_EMBEDDING_MODEL": "bge-m3",
    "FULLTEXT_QUERY_LLM_TIMEOUT": "2.5",
    "fulltext_query_llm_max_retries": "0",
    "FULLTEXT_QUERY_POWER": "0.25",
    "PATH": "/bin",
}


def key_of(settings: LLMSettings) -> str | None:
    return settings.api_key.get_secret_value() if settings.api_key else None


def test_from_the_environment() -> None:
    settings = LLMSettings.from_environment(ENVIRONMENT)
    assert settings.base_url == "http://localhost:11434/v1"
    assert key_of(settings) == KEY
    assert (settings.model, settings.embedding_model) == ("qwen3", "bge-m3")
    assert (settings.timeout, settings.max_retries) == (2.5, 0)


def test_the_query_and_the_models_read_one_environment_and_one_file(tmp_path: Path) -> None:
    assert Settings.from_environment(ENVIRONMENT).power == 0.25
    file = tmp_path / "settings.toml"
    file.write_text(f'power = 0.75\n[llm]\nmodel = "qwen3"\napi_key = "{KEY}"\ntimeout = 3\n')
    assert Settings.from_file(file).power == 0.75
    settings = LLMSettings.from_file(file)
    assert (settings.model, settings.timeout, key_of(settings)) == ("qwen3", 3, KEY)
    named = {"FULLTEXT_QUERY_SETTINGS": str(file), "FULLTEXT_QUERY_LLM_MODEL": "other"}
    settings = LLMSettings.from_environment(named)
    assert (settings.model, settings.timeout) == ("other", 3)  # the environment goes first
    assert LLMSettings.from_environment({}, file=file).timeout == 3
    assert LLMSettings.from_file(file, timeout=4).timeout == 4


def test_the_process_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FULLTEXT_QUERY_LLM_MODEL", "from-here")
    assert LLMSettings.from_environment().model == "from-here"
    assert LLMSettings().model == ""  # and only when asked


def test_a_file_without_the_table_is_that_of_no_models(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("power = 1")
    assert LLMSettings.from_file(file) == LLMSettings()


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"modell": "x"}, "did you mean 'model'"),
        ({"base_url": "ftp://host"}, "base_url"),
        ({"base_url": f"http://me:{KEY}@host"}, "base_url"),
        ({"base_url": f"http://host/?key={KEY}"}, "base_url"),
        ({"base_url": f"http://host:{KEY}/"}, "base_url"),
        ({"base_url": f"http://ho st/{KEY}"}, "base_url"),
        ({"api_key": f"{KEY} {KEY}"}, "api_key"),
        ({"api_key": f"{KEY}é"}, "api_key"),
        ({"api_key": [KEY]}, "api_key"),
        ({"api_key": 12345678}, "api_key"),
        ({KEY: "x"}, "no such setting"),
        ({"timeout": 0}, "timeout"),
        ({"timeout": "nan"}, "timeout"),
        ({"max_retries": -1}, "max_retries"),
        ({"max_retries": 1.5}, "max_retries"),
    ],
)
def test_what_cannot_be_used_is_told_without_a_value(values: dict[str, Any], said: str) -> None:
    with pytest.raises(SettingsError, match=said) as caught:
        LLMSettings(**values)
    if KEY not in values:
        assert KEY not in "".join(traceback.format_exception(caught.value))
        assert "12345678" not in str(caught.value)


def test_an_unknown_variable_is_refused() -> None:
    with pytest.raises(SettingsError, match="FULLTEXT_QUERY_LLM_KEY"):
        LLMSettings.from_environment({"FULLTEXT_QUERY_LLM_KEY": KEY})
    with pytest.raises(SettingsError, match="FULLTEXT_QUERY_LLM_TIMEOUT"):
        LLMSettings.from_environment({"FULLTEXT_QUERY_LLM_TIMEOUT": "soon"})


@pytest.mark.parametrize("text", ["[llm", "llm = 3", "[llm]\nnope = 1", "[llm]\nmodel = 3"])
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    with pytest.raises(SettingsError, match="settings.toml"):
        LLMSettings.from_file(file)
    with pytest.raises(SettingsError, match="missing.toml"):
        LLMSettings.from_file(tmp_path / "missing.toml")


def test_the_key_shows_in_nothing_that_is_printed() -> None:
    settings = LLMSettings(api_key=KEY, base_url="http://h/v1", model="m", embedding_model="e")
    for said in (repr(settings), str(settings), settings.model_dump_json()):
        assert KEY not in said
    assert KEY not in str(settings.model_dump())
    assert key_of(pickle.loads(pickle.dumps(settings))) == KEY
    assert KEY not in repr(OpenAICompatibleLLM.from_settings(settings))


def test_models_from_settings() -> None:
    settings = LLMSettings(base_url="http://h/v1", model="m", embedding_model="e", timeout=3)
    chat = OpenAICompatibleLLM.from_settings(settings, stream=True)
    assert (chat.base_url, chat.model_id) == ("http://h/v1", "m")
    embedder = OpenAICompatibleEmbedder.from_settings(settings)
    assert (embedder.base_url, embedder.model_id) == ("http://h/v1", "e")


@pytest.mark.parametrize(
    ("kind", "missing"),
    [(OpenAICompatibleLLM, "FULLTEXT_QUERY_LLM_MODEL"),
     (OpenAICompatibleEmbedder, "FULLTEXT_QUERY_LLM_EMBEDDING_MODEL")],
)  # fmt: skip
def test_settings_that_name_no_model_say_how_to(kind: Any, missing: str) -> None:
    with pytest.raises(SettingsError, match=missing):
        kind.from_settings(LLMSettings(base_url="http://h"))
    with pytest.raises(SettingsError, match="FULLTEXT_QUERY_LLM_BASE_URL"):
        kind.from_settings(LLMSettings(model="m", embedding_model="e"))


def test_the_number_of_connections_is_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {**ENVIRONMENT, "FULLTEXT_QUERY_LLM_MAX_CONNECTIONS": "7"}
    settings = LLMSettings.from_environment(environment)
    assert (settings.max_connections, LLMSettings().max_connections) == (7, 1000)
    passed: list[int] = []
    monkeypatch.setattr(
        "fulltext_query.llm.openai_compatible.Connection", lambda *given: passed.append(given[-1])
    )
    for kind in (OpenAICompatibleLLM, OpenAICompatibleEmbedder):
        kind.from_settings(settings)
        kind.from_settings(settings, max_connections=3)
    assert passed == [7, 3, 7, 3]
    with pytest.raises(SettingsError, match="max_connections"):
        LLMSettings(max_connections=0)
