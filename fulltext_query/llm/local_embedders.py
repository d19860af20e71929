"""Embedding models on this machine: sentence-transformers, and ONNX files without torch."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from ..errors import InputError, MissingExtraError, ModelError, SettingsError
from ..threads import Threads
from .retrying import checked_count
from .vectors import Vector, checked_texts, checked_vector

__all__ = ["OnnxEmbedder", "SentenceTransformersEmbedder"]


class _Local:
    """Loaded once, at first use; a loop has its work done in a thread."""

    def __init__(self, name: str, query_prefix: str, document_prefix: str, batch: int) -> None:
        self._name = name
        self._query_prefix, self._document_prefix = query_prefix, document_prefix
        self._batch = checked_count(batch, "batch_size", 1)
        self._loaded: Any = None
        self._loading = Lock()
        # the libraries use the processors by themselves: a call that was given up keeps its place
        self._threads = Threads(1, replaces=False)

    @property
    def model_id(self) -> str:
        """The model's name."""
        return self._name

    @property
    def dimensions(self) -> int:
        """The number of components of every vector; loads the model."""
        return len(self.embed_query("word"))

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each text, in their order; nothing is loaded where there is none.

        Raises InputError for what is no list of strings, MissingExtraError, SettingsError where the
        model cannot be loaded, ModelError where it fails.
        """
        listed = [self._document_prefix + text for text in checked_texts(texts)]
        vectors: list[Vector] = []
        for start in range(0, len(listed), self._batch):
            vectors += self._vectors(listed[start : start + self._batch])
        return vectors

    def embed_query(self, text: str) -> Vector:
        """The vector of a query. Raises as ``embed_documents``."""
        if not isinstance(text, str):
            raise InputError(f"the query to embed must be a string, not {type(text).__name__}")
        return self._vectors([self._query_prefix + text])[0]

    async def aembed_documents(self, texts: Sequence[str]) -> list[Vector]:
        """``embed_documents`` without blocking the loop."""
        return await self._threads.run(lambda: self.embed_documents(texts))

    async def aembed_query(self, text: str) -> Vector:
        """``embed_query`` without blocking the loop."""
        return await self._threads.run(lambda: self.embed_query(text))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._name!r})"

    def _vectors(self, texts: list[str]) -> list[Vector]:
        with self._loading:
            if self._loaded is None:
                self._loaded = self._load()
            model = self._loaded
        # half letters, which Python's strings can hold, are none that a tokenizer takes
        whole = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        try:
            given = list(self._encoded(model, whole))
        except Exception as error:
            raise ModelError(f"{self._name} failed: {type(error).__name__}: {error}") from error
        if len(given) != len(texts):
            raise ModelError(f"{self._name} gave {len(given)} vectors for {len(texts)} texts")
        return [checked_vector(vector, place) for place, vector in enumerate(given)]

    def _load(self) -> Any:
        raise NotImplementedError

    def _encoded(self, model: Any, texts: list[str]) -> Any:
        raise NotImplementedError


class SentenceTransformersEmbedder(_Local):
    """A model of sentence-transformers; needs the extra ``sentence-transformers``, which has torch.

    model        a folder, a name on the hub (which the library may download), or a
                 ``SentenceTransformer`` that is there already.
    query_prefix, document_prefix   put before the texts, for models trained with them.
    batch_size   texts in one call of the model, 1 or more.
    options      of the ``SentenceTransformer`` to be made, such as device="cpu".

    Vectors are of length 1 in space. Loaded at first use, once; safe to share between threads.
    """

    def __init__(
        self, model: Any, *, query_prefix: str = "", document_prefix: str = "",
        batch_size: int = 32, **options: Any,
    ) -> None:  # fmt: skip
        is_name = isinstance(model, str | Path)
        if not is_name and not callable(getattr(model, "encode", None)):
            raise SettingsError(
                f"{type(model).__name__} is no model of sentence-transformers: give a name, a "
                "folder or an object with encode"
            )
        super().__init__(
            str(model) if is_name else type(model).__name__, query_prefix, document_prefix,
            batch_size,
        )  # fmt: skip
        self._options = options
        self._loaded = None if is_name else model

    def _load(self) -> Any:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            extra = "sentence-transformers"
            raise MissingExtraError("a model of sentence-transformers", extra) from error
        try:
            return SentenceTransformer(self._name, **self._options)
        except Exception as error:
            raise SettingsError(f"{self._name} cannot be loaded: {error}") from error

    def _encoded(self, model: Any, texts: list[str]) -> Any:
        return model.encode(texts, normalize_embeddings=True, show_progress_bar=False)


class OnnxEmbedder(_Local):
    """A sentence embedding model in an ONNX file; needs the extra ``onnx``, a tenth of torch.

    model        the file, or a folder with model.onnx or onnx/model.onnx, as they are published.
    tokenizer    its tokenizer.json; None: beside the model, or one folder above it.
    pooling      how the vectors of the tokens become one: their 'mean', or 'cls', the first's;
                 None: what 1_Pooling/config.json beside the tokenizer says, else 'mean'.
    max_tokens   texts are cut to so many, 2 or more; None: what sentence_bert_config.json beside
                 the tokenizer says, else 256.
    threads      of the processor, 1 or more; None: as many as it has.
    name         ``model_id``; None: the folder's name.

    Vectors are of length 1 in space. Loaded at first use, once; safe to share between threads.
    """

    def __init__(
        self, model: str | Path, tokenizer: str | Path | None = None, *,
        pooling: Literal["mean", "cls"] | None = None, max_tokens: int | None = None,
        query_prefix: str = "", document_prefix: str = "", batch_size: int = 32,
        threads: int | None = None, name: str | None = None,
    ) -> None:  # fmt: skip
        if pooling not in (None, "mean", "cls"):
            raise SettingsError(f"pooling must be 'mean' or 'cls', not {pooling!r}")
        for option, value, low in (("max_tokens", max_tokens, 2), ("threads", threads, 1)):
            if value is not None:
                checked_count(value, option, low)
        self._model_path = Path(model)
        self._tokenizer_path = None if tokenizer is None else Path(tokenizer)
        self._pooling, self._max_tokens, self._cores = pooling, max_tokens, threads
        own = self._model_path.stem if self._model_path.suffix else self._model_path.name
        parent = self._model_path.parent.name if own == "model" else own
        super().__init__(name or parent or own, query_prefix, document_prefix, batch_size)

    def _load(self) -> Any:
        try:
            import numpy as np  # noqa: F401  # needed when it embeds, and told of now
            import onnxruntime
            from tokenizers import Tokenizer
        except ImportError as error:
            raise MissingExtraError("an embedding model in an ONNX file", "onnx") from error
        file, words = self._found()
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        if self._cores is not None:
            options.intra_op_num_threads = self._cores
        try:
            session = onnxruntime.InferenceSession(
                str(file), options, providers=["CPUExecutionProvider"]
            )
            tokenizer = Tokenizer.from_file(str(words))
        except Exception as error:
            raise SettingsError(f"{file} with {words} cannot be loaded: {error}") from error
        limit = self._max_tokens or _said(words.parent / "sentence_bert_config.json").get(
            "max_seq_length"
        )
        tokenizer.enable_truncation(limit if isinstance(limit, int) and limit > 1 else 256)
        if tokenizer.padding is None:
            tokenizer.enable_padding()
        else:  # some pad every text to a length that was set at training
            tokenizer.enable_padding(**{**tokenizer.padding, "length": None})
        inputs = [one.name for one in session.get_inputs()]
        return session, tokenizer, inputs, self._pooling or _pooling(words.parent)

    def _found(self) -> tuple[Path, Path]:
        path = self._model_path
        files = [path] if path.suffix else [path / "model.onnx", path / "onnx" / "model.onnx"]
        file = next((one for one in files if one.is_file()), None)
        if file is None:
            raise SettingsError(f"there is no ONNX file at {' or '.join(map(str, files))}")
        beside = [file.parent / "tokenizer.json", file.parent.parent / "tokenizer.json"]
        given = [self._tokenizer_path] if self._tokenizer_path is not None else beside
        words = next((one for one in given if one.is_file()), None)
        if words is None:
            raise SettingsError(f"there is no tokenizer at {' or '.join(map(str, given))}")
        return file, words

    def _encoded(self, model: Any, texts: list[str]) -> Any:
        import numpy as np

        session, tokenizer, inputs, pooling = model
        encodings = tokenizer.encode_batch(texts)
        mask = np.array([one.attention_mask for one in encodings], dtype=np.int64)
        known = {
            "input_ids": np.array([one.ids for one in encodings], dtype=np.int64),
            "attention_mask": mask,
            "token_type_ids": np.array([one.type_ids for one in encodings], dtype=np.int64),
        }
        given = session.run(None, {name: known[name] for name in inputs})[0]
        if given.ndim == 3:
            weights = mask[:, :, None].astype(given.dtype)
            totals = (given * weights).sum(axis=1)
            given = given[:, 0] if pooling == "cls" else totals / weights.sum(axis=1).clip(min=1)
        lengths = np.linalg.norm(given, axis=1, keepdims=True)
        return given / np.where(lengths > 0, lengths, 1)


def _said(file: Path) -> dict[str, Any]:
    """What a model's own file of settings says; {} without one."""
    try:
        said = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}


def _pooling(folder: Path) -> str:
    said = _said(folder / "1_Pooling" / "config.json")
    return "cls" if said.get("pooling_mode_cls_token") is True else "mean"
