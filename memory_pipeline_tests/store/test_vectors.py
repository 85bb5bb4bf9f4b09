"""vectors.npy: embeddings by text hash, kept exactly, never mixed, and made again when lost."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.adapters.embedded_models.hashing_embedder import HashingEmbedder
from memory_pipeline.adapters.in_memory import InMemoryObjects
from memory_pipeline.model.errors import IndexMismatch
from memory_pipeline.ports.embedder import Vectors
from memory_pipeline.ports.object_store import ObjectStore
from memory_pipeline.store.keys import vectors_key
from memory_pipeline.store.vectors import FamilyVectors, on_grid

TEXTS = ("Soccer on Tuesday", "Peanut allergy", "Gate code 2604")
KEY = vectors_key("fam_a")


class Counting(HashingEmbedder):
    """Notes each batch that it embeds."""

    def __init__(self, fingerprint: str = HashingEmbedder.fingerprint) -> None:
        self.fingerprint = fingerprint
        self.batches: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.batches.append(list(texts))
        return super().embed(texts)


def vectors(objects: ObjectStore, embedder: Counting | None = None) -> FamilyVectors:
    return FamilyVectors(objects, "fam_a", embedder or Counting())


def stored(objects: ObjectStore) -> bytes:
    found = objects.get(KEY)
    assert found is not None
    return found.data


def test_vectors_come_back_in_the_order_of_the_texts_as_512_floats_of_unit_length(objects: ObjectStore) -> None:
    made = vectors(objects).of((*TEXTS, TEXTS[0]))
    assert (made.shape, made.dtype) == ((4, 512), np.dtype(np.float32))
    assert np.array_equal(made[0], made[3])
    assert np.linalg.norm(made, axis=1) == pytest.approx(1.0, abs=0.01)


def test_no_texts_are_no_rows(objects: ObjectStore) -> None:
    assert vectors(objects).of(()).shape == (0, 512)


def test_missing_texts_are_embedded_once_and_in_one_batch(objects: ObjectStore) -> None:
    embedder = Counting()
    family = vectors(objects, embedder)
    family.of(TEXTS)
    family.of((*TEXTS, "New"))
    assert embedder.batches == [list(TEXTS), ["New"]]


def test_what_was_saved_is_read_back_bit_for_bit_without_embedding(objects: ObjectStore) -> None:
    before = vectors(objects)
    made = before.of(TEXTS)
    assert before.save(TEXTS)
    embedder = Counting()
    assert np.array_equal(vectors(objects, embedder).of(TEXTS), made)
    assert embedder.batches == []


def test_the_file_holds_exactly_the_given_texts_whatever_their_order(objects: ObjectStore) -> None:
    vectors(objects).save(TEXTS)
    first = stored(objects)
    vectors(objects).save((*reversed(TEXTS), TEXTS[0]))
    assert stored(objects) == first
    vectors(objects).save(TEXTS[:1])
    embedder = Counting()
    vectors(objects, embedder).of(TEXTS)
    assert embedder.batches == [list(TEXTS[1:])]


def test_saving_the_same_texts_again_writes_nothing(objects: ObjectStore) -> None:
    assert vectors(objects).save(TEXTS)
    assert not vectors(objects).save(TEXTS)
    family = vectors(objects)
    objects.delete(KEY)
    assert family.save(TEXTS)


def test_vectors_of_another_embedder_are_refused_with_the_mend(objects: ObjectStore) -> None:
    vectors(objects).save(TEXTS)
    with pytest.raises(IndexMismatch, match="reindex fam_a") as refusal:
        vectors(objects, Counting("another 512")).of(TEXTS)
    assert refusal.value.file == KEY


def test_a_renewed_family_embeds_anew_and_replaces_the_file(objects: ObjectStore) -> None:
    vectors(objects).save(TEXTS)
    other = vectors(objects, Counting("another 512"))
    other.renew()
    assert other.save(TEXTS)
    assert vectors(objects, Counting("another 512")).of(TEXTS).shape == (3, 512)


@pytest.mark.parametrize("damage", [b"", b"\x93NUMPY broken", b"not an array"], ids=["empty", "cut", "text"])
def test_a_file_that_cannot_be_read_is_made_again(damage: bytes) -> None:
    objects = InMemoryObjects()
    vectors(objects).save(TEXTS)
    whole = stored(objects)
    objects.put(KEY, damage)
    assert vectors(objects).save(TEXTS)
    assert stored(objects) == whole


@given(st.lists(st.floats(-1, 1, width=32), min_size=8, max_size=8))
def test_numbers_on_the_grid_survive_half_precision(values: list[float]) -> None:
    rounded = on_grid(np.array(values, dtype=np.float32))
    assert np.array_equal(rounded.astype(np.float16).astype(np.float32), rounded)
    assert np.abs(rounded - np.array(values, dtype=np.float32)).max() <= 1 / 4096
