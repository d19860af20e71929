"""Hugging Face's InferenceClient: models of its providers, its endpoints, and its own servers."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import SecretStr

from ..errors import (
    FulltextQueryError,
    InputError,
    MissingExtraError,
    ModelError,
    ModelTimeoutError,
    ModelUnavailableError,
    SettingsError,
)
from .chat import messages_of, parsed_json, reply_of
from .contract import Prompt, Reply
from .failures import Secrets, beginning, of_status
from .http import told
from .loops import PerLoop
from .retrying import checked_count, checked_seconds, retrying
from .settings import checked_key
from .sync import run
from .vectors import Vector, checked_texts, checked_vector

__all__ = ["HuggingFaceEmbedder", "HuggingFaceLLM"]

T = TypeVar("T")


class _Client:
    """A client for each event loop, asked within the time and with this package's errors."""

    def __init__(
        self, model: str, token: SecretStr | str | None, provider: str | None, timeout: float,
        max_retries: int,
    ) -> None:  # fmt: skip
        if not model.strip():
            raise SettingsError("model must be the name of a model on the hub, or a URL")
        self._model = model.strip()
        self._key = checked_key(token)
        self._provider = provider
        self._timeout = checked_seconds(timeout)
        self._retries = checked_count(max_retries, "max_retries", 0)
        self._secrets = Secrets([self._key.get_secret_value()] if self._key else [])
        self._clients: PerLoop[Any] = PerLoop(self._made, _closed)

    @property
    def model_id(self) -> str:
        """The model's name on the hub, or its URL."""
        return self._model

    async def aclose(self) -> None:
        """Closes the connections of this event loop; those of a loop that ends close with it."""
        await self._clients.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._model!r})"

    async def _asked(self, call: Callable[[Any], Awaitable[T]], seconds: float) -> T:
        async def once() -> T:
            client = await self._clients.get()
            try:
                return await call(client)
            except FulltextQueryError:
                raise
            except Exception as error:
                raise self._translated(error) from error

        return await retrying(once, seconds=seconds, retries=self._retries)

    def _made(self) -> Any:
        try:
            from huggingface_hub import AsyncInferenceClient
        except ImportError as error:
            raise MissingExtraError("Hugging Face's InferenceClient", "hugging-face") from error
        # what it would send on its own is the login for the hub: to no other server
        elsewhere = self._model.startswith(("http://", "https://")) and self._key is None
        try:
            return AsyncInferenceClient(
                self._model, token=self._key.get_secret_value() if self._key else None,
                headers={"authorization": ""} if elsewhere else None,
                provider=self._provider,  # type: ignore[arg-type]  # it checks the name itself
            )  # fmt: skip
        except (TypeError, ValueError) as error:
            raise SettingsError(f"Hugging Face's client: {error}") from error

    def _translated(self, error: Exception) -> ModelError:
        """The client's error as ours: by the status that it carries, else by its kind."""
        why = self._secrets.hide(told(error))
        response = getattr(error, "response", None)
        status = getattr(response, "status_code", None)
        if response is not None and isinstance(status, int):
            try:
                answer = bytes(response.content)
            except Exception:  # noqa: BLE001  # the body of a stream may be gone: it only explains
                answer = b""
            return of_status(
                status, response.headers, answer or why.encode(), parsed_json(answer), self._secrets
            )
        if isinstance(error, TimeoutError) or "Timeout" in type(error).__name__:
            return ModelTimeoutError(f"the model's server did not answer in time: {why}")
        kinds = {kind.__name__ for kind in type(error).__mro__}
        # of httpx, and of what the client is built on in its place
        if isinstance(error, OSError) or "TransportError" in kinds:
            return ModelUnavailableError(f"the model's server cannot be reached: {why}")
        return ModelError(f"Hugging Face's client failed: {why[:300]}")


class HuggingFaceLLM(_Client):
    """A chat model behind Hugging Face's InferenceClient; needs the extra ``hugging-face``.

    model        its name on the hub, or the URL of an endpoint.
    token        the key; None: for a model on the hub what the client finds by itself (the variable
                 HF_TOKEN, or the login of its command line), for a URL none.
    provider     who runs it, as the client names them; None: the account's own order of them.
    timeout      seconds for one call with its tries and waits, where the call gives none.
    max_retries  tries after the first one, 0 or more.
    options      more of ``chat_completion``, such as {"temperature": 0.3}.
    """

    def __init__(
        self, model: str, *, token: SecretStr | str | None = None, provider: str | None = None,
        timeout: float = 10.0, max_retries: int = 2, options: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(model, token, provider, timeout, max_retries)
        self._options = dict(options or {})

    async def complete(
        self, prompt: Prompt, *, max_tokens: int = 256,
        timeout: float | None = None,  # noqa: ASYNC109  # bounds the tries too, and says so
    ) -> Reply:  # fmt: skip
        """The reply to a prompt, of at most so many tokens. As ``OpenAICompatibleLLM.complete``."""
        seconds = self._timeout if timeout is None else checked_seconds(timeout)
        limit = checked_count(max_tokens, "max_tokens", 1)

        async def call(client: Any) -> Reply:
            given = await client.chat_completion(
                messages_of(prompt), **{"max_tokens": limit, **self._options}
            )
            # the client makes classes of it, which are mappings too
            reply = reply_of(parsed_json(json.dumps(given, default=vars).encode()))
            if reply is None:
                quoted = beginning(str(given), self._secrets)
                raise ModelError(f"the model's answer is no chat completion: {quoted}")
            return reply

        return await self._asked(call, seconds)


class HuggingFaceEmbedder(_Client):
    """An embedding model behind Hugging Face's InferenceClient, for plain code and event loops.

    As ``HuggingFaceLLM``; ``timeout`` is for a query or a batch of ``batch_size`` documents.
    Where the model gives a vector for each token, theirs is their mean.
    """

    def __init__(
        self, model: str, *, token: SecretStr | str | None = None, provider: str | None = None,
        timeout: float = 30.0, max_retries: int = 2, batch_size: int = 32,
        query_prefix: str = "", document_prefix: str = "",
    ) -> None:  # fmt: skip
        super().__init__(model, token, provider, timeout, max_retries)
        self._batch_size = checked_count(batch_size, "batch_size", 1)
        self._query_prefix, self._document_prefix = query_prefix, document_prefix

    @property
    def dimensions(self) -> int:
        """0: only the server knows it."""
        return 0

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in their order, from plain code."""
        return run(lambda: self.aembed_documents(texts))

    def embed_query(self, text: str) -> Vector:
        """The vector of a query, from plain code."""
        return run(lambda: self.aembed_query(text))

    async def aembed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in their order. Raises InputError, and as the chat model."""
        listed = [self._document_prefix + text for text in checked_texts(texts)]
        vectors: list[Vector] = []
        for start in range(0, len(listed), self._batch_size):
            vectors += await self._vectors(listed[start : start + self._batch_size])
        return vectors

    async def aembed_query(self, text: str) -> Vector:
        """The vector of a query. Raises as ``aembed_documents``."""
        if not isinstance(text, str):
            raise InputError(f"the query to embed must be a string, not {type(text).__name__}")
        return (await self._vectors([self._query_prefix + text]))[0]

    async def _vectors(self, texts: list[str]) -> list[Vector]:
        async def call(client: Any) -> list[Vector]:
            given = await client.feature_extraction(texts)
            if given.ndim == 3:  # texts × tokens × components
                given = given.mean(axis=1)
            if given.ndim != 2 or len(given) != len(texts):
                raise ModelError(
                    f"the embedding model gave an array of {given.shape} for {len(texts)} texts"
                )
            return [checked_vector(vector, place) for place, vector in enumerate(given)]

        return await self._asked(call, self._timeout)


async def _closed(client: Any) -> None:
    await client.close()
