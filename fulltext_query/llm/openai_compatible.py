"""Servers that speak OpenAI's protocol: OpenAI, Ollama, vLLM, Hugging Face's router, and others.

Over httpx rather than the official client: that one reads further keys, headers and addresses from
the environment and sends them to whatever server it is pointed at, its timeout is of each try and
not of the call, and it takes three times as long to import.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self

from pydantic import SecretStr

from ..errors import InputError, SettingsError
from .chat import ChatAnswer, messages_of
from .contract import Prompt, Reply
from .failures import Secrets
from .http import Connection
from .retrying import checked_count, checked_seconds, retrying
from .settings import LLMSettings, checked_key, checked_url
from .sync import run
from .vectors import Vector, checked_texts, vectors_of

__all__ = ["OpenAICompatibleEmbedder", "OpenAICompatibleLLM"]

_BATCHES_AT_ONCE = 4


class _Server:
    """What both kinds of models of such a server have in common."""

    def __init__(
        self, base_url: str, model: str, *, api_key: SecretStr | str | None, timeout: float,
        max_retries: int, max_connections: int, options: Mapping[str, Any] | None,
        headers: Mapping[str, str] | None,
    ) -> None:  # fmt: skip
        if not model.strip():
            raise SettingsError("model must be the name of a model, as the server knows it")
        key = checked_key(api_key)
        self._model = model.strip()
        self._timeout = checked_seconds(timeout)
        self._retries = checked_count(max_retries, "max_retries", 0)
        self._options = _checked_options(options)
        more = {} if headers is None else {name: _header(name, headers[name]) for name in headers}
        if key is not None:
            more["Authorization"] = f"Bearer {key.get_secret_value()}"
        secrets = [*more.values(), *([key.get_secret_value()] if key else [])]
        most = checked_count(max_connections, "max_connections", 1)
        self._connection = Connection(checked_url(base_url), more, Secrets(secrets), most)

    @property
    def model_id(self) -> str:
        """The model's name, as the server knows it."""
        return self._model

    @property
    def base_url(self) -> str:
        """The address that the protocol's paths are put behind."""
        return self._connection.base_url

    async def aclose(self) -> None:
        """Closes the connections of this event loop; those of a loop that ends close with it."""
        await self._connection.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._connection.base_url!r}, {self._model!r})"

    def _body(self, **body: Any) -> dict[str, Any]:
        merged = {"model": self._model, **body, **self._options}
        return {name: value for name, value in merged.items() if value is not None}


class OpenAICompatibleLLM(_Server):
    """A chat model of a server that speaks OpenAI's protocol.

    base_url     up to and without /chat/completions: https://api.openai.com/v1,
                 http://localhost:11434/v1 (Ollama), http://localhost:8000/v1 (vLLM).
    model        its name, as the server knows it.
    api_key      sent as a bearer token; None where the server wants none.
    timeout      seconds for one call with its tries and waits, where the call gives none.
    max_retries  tries after the first one, after 429, 5xx and broken connections, 0 or more. What
                 the server asks to wait (Retry-After) is waited, or the error raised at once where
                 the time does not last.
    max_connections   calls that are on their way at once, in each event loop, 1 or more. Further
                 ones wait for a connection, and their time runs meanwhile. A connection is a file:
                 ``ulimit -n`` must allow as many, and those of the embedder too.
    stream       asks for the reply as a stream: for servers and gateways that otherwise give up on
                 a slow model. The call returns the whole reply all the same.
    limit_field  how the server calls the token limit; OpenAI's newer models refuse max_tokens.
    options      more of the request's body, such as {"temperature": 0.3}, or for vLLM
                 {"chat_template_kwargs": {"enable_thinking": False}}; None takes a field out.
    headers      more headers; their values are treated as secrets.

    Safe to share between threads and event loops. The key shows in no repr, message or log.
    """

    def __init__(
        self, base_url: str, model: str, *, api_key: SecretStr | str | None = None,
        timeout: float = 10.0, max_retries: int = 2, max_connections: int = 1000,
        stream: bool = False,
        limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens",
        options: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(
            base_url, model, api_key=api_key, timeout=timeout, max_retries=max_retries,
            max_connections=max_connections, options=options, headers=headers,
        )  # fmt: skip
        self._stream = bool(stream)
        self._limit_field = limit_field

    @classmethod
    def from_settings(cls, settings: LLMSettings, **options: Any) -> Self:
        """The chat model that settings name. Raises SettingsError where they name none."""
        return cls(*_named(settings, settings.model, "model"), **_given(settings, options))

    async def complete(
        self, prompt: Prompt, *, max_tokens: int = 256,
        timeout: float | None = None,  # noqa: ASYNC109  # bounds the tries too, and says so
    ) -> Reply:  # fmt: skip
        """The reply to a prompt, of at most so many tokens.

        timeout: seconds for everything, tries and waits too; None for the adapter's own. A reply
        of null (reasoning or a tool call alone, a refusal) has no text.

        Raises ModelUnavailableError, ModelTimeoutError, ModelRefusedError; ModelError for an answer
        that is none of the protocol's, quoting its beginning; MissingExtraError.
        """
        seconds = self._timeout if timeout is None else checked_seconds(timeout)
        checked_count(max_tokens, "max_tokens", 1)
        body = self._body(
            messages=messages_of(prompt), stream=self._stream or None,
            **{self._limit_field: max_tokens},
        )  # fmt: skip

        async def once() -> Reply:
            answer = ChatAnswer(self._connection.secrets)
            await self._connection.post("/chat/completions", body, answer.take)
            return answer.reply()

        return await retrying(once, seconds=seconds, retries=self._retries)


class OpenAICompatibleEmbedder(_Server):
    """An embedding model of a server that speaks OpenAI's protocol, for plain code and loops.

    base_url, model, api_key, max_retries, max_connections, options, headers   as
                     ``OpenAICompatibleLLM``.
    timeout          seconds for one request, which has a query or a batch of documents, with its
                     tries and waits.
    dimensions       asks the server for vectors of this length, and refuses others; for models that
                     can shorten theirs. None: the model's own.
    batch_size       texts in one request, 1 or more; four requests run side by side.
    query_prefix, document_prefix   put before the texts, for models trained with them, such as
                     'query: ' and 'passage: ' (E5).
    """

    def __init__(
        self, base_url: str, model: str, *, api_key: SecretStr | str | None = None,
        timeout: float = 30.0, max_retries: int = 2, max_connections: int = 1000,
        dimensions: int | None = None, batch_size: int = 64, query_prefix: str = "",
        document_prefix: str = "", options: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(
            base_url, model, api_key=api_key, timeout=timeout, max_retries=max_retries,
            max_connections=max_connections, options=options, headers=headers,
        )  # fmt: skip
        self._dimensions = (
            None if dimensions is None else checked_count(dimensions, "dimensions", 1)
        )
        self._batch_size = checked_count(batch_size, "batch_size", 1)
        self._query_prefix, self._document_prefix = query_prefix, document_prefix

    @classmethod
    def from_settings(cls, settings: LLMSettings, **options: Any) -> Self:
        """The embedding model that settings name. Raises SettingsError where they name none."""
        named = _named(settings, settings.embedding_model, "embedding_model")
        return cls(*named, **_given(settings, options))

    @property
    def dimensions(self) -> int:
        """The vectors' length where it was given; 0 where only the server knows it."""
        return self._dimensions or 0

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in their order, from plain code."""
        return run(lambda: self.aembed_documents(texts))

    def embed_query(self, text: str) -> Vector:
        """The vector of a query, from plain code."""
        return run(lambda: self.aembed_query(text))

    async def aembed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in their order; the server is not asked where there is none.

        Raises InputError for what is no list of strings, and as ``OpenAICompatibleLLM.complete``;
        ModelError too for vectors that are too many, too few, or of different lengths.
        """
        prefixed = [self._document_prefix + text for text in checked_texts(texts)]
        size = self._batch_size
        batches = [prefixed[start : start + size] for start in range(0, len(prefixed), size)]
        turns = asyncio.Semaphore(_BATCHES_AT_ONCE)

        async def one(batch: list[str]) -> list[Vector]:
            async with turns:
                return await self._vectors(batch)

        if len(batches) < 2:
            return await self._vectors(batches[0]) if batches else []
        tasks = [asyncio.create_task(one(batch)) for batch in batches]
        try:
            return [vector for part in await asyncio.gather(*tasks) for vector in part]
        finally:  # after a failure nobody waits for the others
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def aembed_query(self, text: str) -> Vector:
        """The vector of a query. Raises as ``aembed_documents``."""
        if not isinstance(text, str):
            raise InputError(f"the query to embed must be a string, not {type(text).__name__}")
        return (await self._vectors([self._query_prefix + text]))[0]

    async def _vectors(self, texts: list[str]) -> list[Vector]:
        body = self._body(input=texts, dimensions=self._dimensions, encoding_format="float")

        async def once() -> list[Vector]:
            answer = bytearray()

            def take(data: bytes) -> bool:
                answer.extend(data)
                return False

            await self._connection.post("/embeddings", body, take)
            return vectors_of(
                bytes(answer), len(texts), dimensions=self._dimensions,
                secrets=self._connection.secrets,
            )  # fmt: skip

        return await retrying(once, seconds=self._timeout, retries=self._retries)


def _named(settings: LLMSettings, model: str, name: str) -> tuple[str, str]:
    missing = [one for one, value in (("base_url", settings.base_url), (name, model)) if not value]
    if missing:
        raise SettingsError(
            f"the settings of language models name no {' and no '.join(missing)}: set "
            f"{' and '.join(f'FULLTEXT_QUERY_LLM_{one.upper()}' for one in missing)}, or the same "
            "in the table [llm] of a settings file"
        )
    return settings.base_url, model


def _given(settings: LLMSettings, options: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "api_key": settings.api_key,
        "timeout": settings.timeout,
        "max_retries": settings.max_retries,
        "max_connections": settings.max_connections,
        **options,
    }


def _checked_options(options: Mapping[str, Any] | None) -> dict[str, Any]:
    try:
        # a copy that nobody else can change, and the proof that it can be sent
        copied: dict[str, Any] = json.loads(json.dumps(dict(options or {}), allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise SettingsError(f"options must be what JSON can say: {error}") from error
    return copied


def _header(name: str, value: object) -> str:
    checked = checked_key(value) if isinstance(value, str) else None
    if checked is None:
        raise SettingsError(f"the header {name!r} must be a string without blanks, not empty")
    return checked.get_secret_value()
