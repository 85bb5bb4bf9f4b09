"""Tokens are counted as o200k_base counts them, without a network."""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from memory_pipeline.adapters.token_counter import (
    PIECE,
    VOCABULARY_FILE,
    VOCABULARY_SHA256,
    cached_vocabulary,
    count_with_bpe_openai,
    count_with_tiktoken,
    token_counter,
)

BOTH = pytest.mark.skipif(
    find_spec("tiktoken") is None or find_spec("bpe_openai") is None, reason="needs tiktoken and bpe-openai"
)
TEXTS = (
    "",
    "Ask before sending anything to the soccer team group chat.",
    "<|endoftext|> and <|im_start|>system",
    "memory://fam_cedar/01K6N1R0A0B0C0D0E0F0G0H010",
    "会議は金曜日です。今週は休みです。",
    "👨‍👩‍👧‍👦 😀😀😀 🇩🇪",
    "Zażółć gęślą jaźń — naïve café, e\u0301",
    "a\u200bb\u00a0c\u3000d\u2028e",
    "   \n\n\t  x  \r\n",
    "lone \ud83d surrogate",
    "x" * 3_000,
    "0123456789 " * 100,
)


@pytest.fixture(scope="module")
def vocabulary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """tiktoken's own cache file, made from the vocabulary that bpe-openai ships."""
    bpe_openai = pytest.importorskip("bpe_openai")
    ranks = bpe_openai.get_encoding("o200k_base")._mergeable_ranks
    lines = (base64.b64encode(token) + b" %d\n" % rank for token, rank in sorted(ranks.items(), key=lambda one: one[1]))
    file: Path = tmp_path_factory.mktemp("tiktoken") / VOCABULARY_FILE
    file.write_bytes(b"".join(lines))
    return file


def test_what_bpe_openai_ships_is_the_vocabulary_of_tiktoken(vocabulary: Path) -> None:
    assert hashlib.sha256(vocabulary.read_bytes()).hexdigest() == VOCABULARY_SHA256


@BOTH
def test_both_tokenizers_count_the_same(vocabulary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(vocabulary.parent))
    tiktoken, bpe = count_with_tiktoken(), count_with_bpe_openai()
    assert [tiktoken(text) for text in TEXTS] == [bpe(text) for text in TEXTS]


@BOTH
def test_tiktoken_is_asked_only_where_its_whole_file_is_cached(vocabulary: Path, tmp_path: Path) -> None:
    corrupt = tmp_path / "corrupt" / VOCABULARY_FILE
    corrupt.parent.mkdir()
    corrupt.write_bytes(b"half a file")
    assert cached_vocabulary({"TIKTOKEN_CACHE_DIR": str(vocabulary.parent)}) == vocabulary
    assert cached_vocabulary({"DATA_GYM_CACHE_DIR": str(vocabulary.parent)}) == vocabulary
    assert cached_vocabulary({"TIKTOKEN_CACHE_DIR": str(corrupt.parent)}) is None
    assert cached_vocabulary({"TIKTOKEN_CACHE_DIR": str(tmp_path)}) is None
    assert cached_vocabulary({"TIKTOKEN_CACHE_DIR": "", "DATA_GYM_CACHE_DIR": str(vocabulary.parent)}) is None
    assert corrupt.read_bytes() == b"half a file"


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("<|endoftext|>", 7), ("\ud83d", 1), ("hello world", 2)],
    ids=["nothing", "a special token is text", "a lone surrogate", "words"],
)
def test_a_text_counts_so_many_tokens(text: str, tokens: int) -> None:
    assert token_counter()(text) == tokens


def test_a_text_of_any_length_is_counted() -> None:
    assert token_counter()("😀" * PIECE * 2) == PIECE * 2


@pytest.mark.parametrize("cached", [False, True], ids=["bpe-openai", "tiktoken"])
def test_making_a_counter_loads_no_tokenizer_and_counting_loads_one(vocabulary: Path, cached: bool) -> None:
    script = (
        "import sys; from memory_pipeline.adapters.token_counter import token_counter as make; count = make()\n"
        "before = {'tiktoken', 'bpe_openai'} & set(sys.modules)\n"
        "count('hi'); print(sorted(before), sorted({'tiktoken', 'bpe_openai'} & set(sys.modules)))"
    )
    folder = vocabulary.parent if cached and find_spec("tiktoken") else vocabulary.parent / "empty"
    environment = {
        **os.environ,
        "TIKTOKEN_CACHE_DIR": str(folder),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    loaded = "tiktoken" if folder == vocabulary.parent else "bpe_openai"
    assert run.stdout.strip() == f"[] ['{loaded}']"
