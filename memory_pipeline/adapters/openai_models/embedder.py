"""The endpoint's embedder: `text-embedding-3-small` at 512 dimensions (seed section 3)."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from memory_pipeline.adapters.openai_models.endpoint import Endpoint
from memory_pipeline.adapters.openai_models.faults import ModelFault
from memory_pipeline.model.errors import IndexMismatch, IndexUnavailable
from memory_pipeline.ports.embedder import DIMENSIONS, Vectors

EMBEDDING_MODEL = "text-embedding-3-small"
BATCH = 256
LONGEST = 4_000
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


class OpenAIEmbedder:
    """Implements `ports.embedder.Embedder`. A text is embedded once a call, however often it stands there."""

    def __init__(self, endpoint: Endpoint, model: str = EMBEDDING_MODEL, batch: int = BATCH) -> None:
        self._endpoint = endpoint
        self._model = model
        self._batch = batch

    @property
    def fingerprint(self) -> str:
        """Model, dimensions and where it runs; the weights of a model behind an endpoint cannot be seen."""
        return f"{self._model} {DIMENSIONS} {self._endpoint.address.name}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), 512), float32, unit length; the first 4,000 characters of a text count.

        Raises IndexUnavailable where the endpoint fails, IndexMismatch where it gives other dimensions.
        """
        sendable = [text[:LONGEST].translate(_SURROGATES) or " " for text in texts]
        distinct = list(dict.fromkeys(sendable))
        vectors = np.zeros((len(distinct), DIMENSIONS), dtype=np.float32)
        for start in range(0, len(distinct), self._batch):
            batch = distinct[start : start + self._batch]
            vectors[start : start + len(batch)] = self._embedded(batch)
        rows = {text: row for row, text in enumerate(distinct)}
        return vectors[[rows[text] for text in sendable]] if sendable else vectors

    def _embedded(self, batch: list[str]) -> Vectors:
        body = {"model": self._model, "input": batch, "dimensions": DIMENSIONS, "encoding_format": "float"}
        try:
            return _unit(_vectors(self._endpoint.embeddings(body), len(batch)))
        except ModelFault as fault:
            raise IndexUnavailable(f"no embeddings from {self._endpoint.address.name} ({fault})") from fault


def _vectors(content: bytes, count: int) -> Vectors:
    """The vectors of an answer in the order of the request. Raises ModelFault not_json, no_choices; IndexMismatch."""
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        answer = None
    data = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(data, list):
        raise ModelFault("not_json", f"status 200 with {content[:40]!r}")
    items = [item for item in data if isinstance(item, dict)]
    found = {_index(item, at): item.get("embedding") for at, item in enumerate(items)}
    if found.keys() != set(range(count)):
        raise ModelFault("no_choices", f"{count} texts were sent, and vectors for other places came back")
    return np.array([_vector(found[at]) for at in range(count)], dtype=np.float32)


def _index(item: dict[str, Any], at: int) -> int:
    """The place of the text in the request; -1 for what is none."""
    index = item.get("index", at)
    return index if isinstance(index, int) else -1


def _vector(value: Any) -> Vectors:
    """One vector, as numbers or as base64 of little-endian float32."""
    try:
        vector = (
            np.frombuffer(base64.b64decode(value, validate=True), dtype="<f4")
            if isinstance(value, str)
            else np.array(value, dtype=np.float32)
        )
    except (ValueError, TypeError, binascii.Error) as error:
        raise ModelFault("not_json", f"an embedding is no list of numbers: {error}") from error
    if vector.shape != (DIMENSIONS,):
        raise IndexMismatch(
            f"the endpoint gives vectors of shape {vector.shape}, the index has {DIMENSIONS} dimensions"
        )
    if not np.isfinite(vector).all():
        raise ModelFault("not_json", "an embedding holds a number that is none")
    return vector.astype(np.float32)


def _unit(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not lengths.all():
        raise ModelFault("not_json", "an embedding has length 0")
    unit: Vectors = (vectors / lengths).astype(np.float32)
    return unit
