"""Where the language models are: from code, a TOML file's table ``[llm]`` or the environment."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, ValidationError

from ..errors import SettingsError
from ..setting_types import LLM_PREFIX, LLM_TABLE, read_llm_environment

__all__ = ["LLMSettings", "checked_key", "checked_url"]


def checked_url(given: str) -> str:
    """A server's base URL, without a slash at its end. Raises SettingsError; never shows a secret.

    The path of an operation, such as /chat/completions, is taken off where it was given too.
    """
    text = given.strip()
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError as error:
        raise SettingsError("base_url is no URL") from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise SettingsError(
            "base_url must be a whole URL, such as http://localhost:11434/v1 (Ollama)"
        )
    if parts.username is not None or parts.password is not None:
        raise SettingsError("base_url must hold no user or password: give them as api_key")
    if parts.query or parts.fragment:
        raise SettingsError(
            "base_url must hold nothing after '?' or '#': it may be logged; give a key as api_key"
        )
    if any(ord(sign) <= 32 or ord(sign) == 127 for sign in text):
        raise SettingsError("base_url must hold no blanks or control characters")
    for end in ("/chat/completions", "/embeddings"):
        text = text.rstrip("/").removesuffix(end)
    return text.rstrip("/")


def checked_key(given: SecretStr | str | None) -> SecretStr | None:
    """A key without the blanks around it; None for an empty one. Raises SettingsError."""
    if given is None:
        return None
    if not isinstance(given, SecretStr | str):
        raise SettingsError("api_key must be a string")
    text = (given.get_secret_value() if isinstance(given, SecretStr) else given).strip()
    if not (text.isascii() and text.isprintable()) or " " in text:
        raise SettingsError(
            "api_key holds a blank, a control character or a letter that no header can carry"
        )
    return SecretStr(text) if text else None


def _url_or_none(given: str) -> str:
    return checked_url(given) if given.strip() else ""


def _stripped(given: str) -> str:
    return given.strip()


Name = Annotated[str, AfterValidator(_stripped)]


class LLMSettings(BaseModel):
    """Which server and models to ask. The key shows in no repr, message or dump."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", validate_default=True, hide_input_in_errors=True
    )

    base_url: Annotated[str, AfterValidator(_url_or_none)] = Field(
        "",
        description="Of a server that speaks OpenAI's protocol: http://localhost:11434/v1 "
        "(Ollama), http://localhost:8000/v1 (vLLM), https://api.openai.com/v1, "
        "https://router.huggingface.co/v1; '' for none.",
    )
    api_key: Annotated[SecretStr | None, AfterValidator(checked_key)] = Field(
        None, description="Sent as a bearer token; none for servers that want none."
    )
    model: Name = Field("", description="The chat model's name, as the server knows it.")
    embedding_model: Name = Field("", description="The embedding model's name.")
    timeout: float = Field(
        10.0,
        gt=0,
        le=3600,
        allow_inf_nan=False,
        description="Seconds for one call of a model, with its retries and waits (ours).",
    )
    max_retries: int = Field(
        2, ge=0, le=10, description="Tries after the first one, where they may help (ours)."
    )
    max_connections: int = Field(
        1000,
        ge=1,
        description="Connections of one model and event loop that are open at once; a call waits "
        "for one within its timeout (ours).",
    )

    def __init__(self, **values: Any) -> None:
        """Raises SettingsError, naming every setting that cannot be used, without its value."""
        try:
            super().__init__(**values)
        except ValidationError as error:
            message = _told(error)
        else:
            return
        # outside of the handler: pydantic's own error holds what was given, the key too
        raise SettingsError(message)

    @classmethod
    def from_file(cls, path: str | Path, **changes: Any) -> Self:
        """Settings from the table ``[llm]`` of a TOML file; its other tables are others' matter.

        Raises SettingsError when the file cannot be read, is not TOML or holds an unknown name.
        """
        try:
            values = tomllib.loads(Path(path).read_bytes().decode("utf-8-sig"))
        except OSError as error:
            raise SettingsError(f"cannot read settings from {path}: {error}") from error
        except (ValueError, TypeError, RecursionError) as error:
            raise SettingsError(f"{path} is no TOML: {error}") from None
        table = values.get(LLM_TABLE, {})
        if not isinstance(table, dict):
            raise SettingsError(f"{path}: {LLM_TABLE} must be a table, [{LLM_TABLE}]")
        try:
            return cls(**{**table, **changes})
        except SettingsError as error:
            raise SettingsError(f"{path}: [{LLM_TABLE}] {error}") from None

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] | None = None, *, file: str | Path | None = None
    ) -> Self:
        """Settings from ``FULLTEXT_QUERY_LLM_<NAME>``, over those of a file.

        file: a TOML file; default: the one that ``FULLTEXT_QUERY_SETTINGS`` names, if any.
        ``environment`` stands in for the process's own. Raises SettingsError.
        """
        values, named = read_llm_environment(tuple(cls.model_fields), environment)
        source = file or named
        try:
            return cls(**values) if source is None else cls.from_file(source, **values)
        except SettingsError as error:
            if not values:
                raise
            given = ", ".join(f"{LLM_PREFIX}{name.upper()}" for name in values)
            raise SettingsError(f"{error} (the environment gives {given})") from None


def _told(error: ValidationError) -> str:
    from difflib import get_close_matches

    problems = []
    for problem in error.errors(include_url=False, include_input=False):
        name = ".".join(str(part) for part in problem["loc"])
        message = problem["msg"].removeprefix("Value error, ")
        if problem["type"] == "extra_forbidden":
            near = get_close_matches(name, list(LLMSettings.model_fields), 1)
            message = "no such setting" + (f"; did you mean {near[0]!r}?" if near else "")
        problems.append(message if message.startswith(name) else f"{name}: {message}")
    return "; ".join(problems)
