"""One suite for every Embedder: unit vectors of 512 dimensions that depend on their text alone."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_pipeline.adapters.embedded_models.embedder import EmbeddedEmbedder
from memory_pipeline.adapters.embedded_models.hashing_embedder import HashingEmbedder
from memory_pipeline.adapters.embedded_models.minilm_embedder import WIDTH, MiniLmEmbedder
from memory_pipeline.ports.embedder import DIMENSIONS, Embedder

ENCODERS = {"minilm": MiniLmEmbedder(), "multilingual": EmbeddedEmbedder()}
TEXTS = ("Theo is allergic to peanuts.", "", "Когда тренировка?", "🥜", "the gate code is 2604", "a " * 3000)
ODD = ("\ud83d", "<|endoftext|>", "\x00", "e\u0301", "\u200b", "---")
SAID = ["Theo is allergic to peanuts.", "the gate code is 2604"]
CHILD = """
import hashlib
from memory_pipeline.adapters.embedded_models.{module} import {name}
vectors = {name}().embed({said!r})
print(hashlib.sha256(vectors.tobytes()).hexdigest())
"""


@pytest.fixture(params=[*ENCODERS, "hashing"])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    return ENCODERS.get(request.param) or HashingEmbedder()


@pytest.fixture(params=ENCODERS)
def encoder(request: pytest.FixtureRequest) -> Embedder:
    return ENCODERS[request.param]


@pytest.mark.parametrize("text", [*TEXTS, *ODD], ids=ascii)
def test_any_text_has_a_vector_of_512_floats_and_unit_length(embedder: Embedder, text: str) -> None:
    vectors = embedder.embed([text])
    assert vectors.shape == (1, DIMENSIONS)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors[0]) == pytest.approx(1, abs=1e-4)


def test_no_texts_are_no_rows(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, DIMENSIONS)


def test_a_vector_is_the_same_bit_for_bit_whatever_stands_beside_its_text(embedder: Embedder) -> None:
    alone = np.concatenate([embedder.embed([text]) for text in TEXTS])
    assert np.array_equal(embedder.embed(TEXTS), alone)
    assert np.array_equal(embedder.embed(TEXTS[::-1])[::-1], alone)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.text(max_size=40), min_size=1, max_size=4))
def test_neighbours_never_matter(embedder: Embedder, texts: list[str]) -> None:
    assert np.array_equal(embedder.embed(texts)[-1], embedder.embed(texts[-1:])[0])


@pytest.mark.parametrize("threads", ["1", "2"])
def test_the_number_of_threads_of_the_host_does_not_matter(encoder: Embedder, threads: str) -> None:
    kind = type(encoder)
    script = CHILD.format(module=kind.__module__.rpartition(".")[2], name=kind.__name__, said=SAID)
    child = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads},
    )
    assert child.stdout.strip() == hashlib.sha256(encoder.embed(SAID).tobytes()).hexdigest()


def test_a_fingerprint_is_one_line_that_names_model_and_dimensions(embedder: Embedder) -> None:
    assert str(DIMENSIONS) in embedder.fingerprint.split()
    assert "\n" not in embedder.fingerprint


def test_two_embedders_never_share_a_fingerprint() -> None:
    assert len({embedder.fingerprint for embedder in (*ENCODERS.values(), HashingEmbedder())}) == 3


def test_a_narrower_model_is_padded_with_zeros() -> None:
    (vector,) = ENCODERS["minilm"].embed(["Theo is allergic to peanuts."])
    assert np.count_nonzero(vector[:WIDTH]) > WIDTH - 10
    assert not vector[WIDTH:].any()


def test_an_encoder_finds_meaning_where_no_word_is_shared(encoder: Embedder) -> None:
    memories = ("Theo's orthodontist is Dr. Mills.", "Friday is pizza night.", "The gate code is 4804.")
    query, *known = encoder.embed(["who is that tooth doctor?", *memories])
    assert int(np.argmax([query @ memory for memory in known])) == 0
