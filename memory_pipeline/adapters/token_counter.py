"""Counting `o200k_base` tokens without a network (contract section 7).

tiktoken fetches its vocabulary on first use and deletes a cached one whose hash is wrong; so it is asked only where the
right file is already cached. Otherwise bpe-openai, which ships the same vocabulary, counts. Both give the same numbers.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from memory_pipeline.model.errors import InvalidSetting
from memory_pipeline.ports.token_counter import TokenCounter

ENCODING = "o200k_base"
VOCABULARY_FILE = "fb374d419588a4632f3f557e76b4b70aebbca790"
VOCABULARY_SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
PIECE = 40_000
"""Longer texts are counted in pieces of so many characters: bpe-openai refuses 200,000 tokens. A cut may add one."""


def token_counter() -> TokenCounter:
    """A counter of tokens, ready at once: its vocabulary (about a second) is loaded when it first counts.

    Text such as `<|endoftext|>` counts as text and a lone surrogate as U+FFFD. Raises InvalidSetting on the first
    count where neither package is installed.
    """
    return lambda text: sum(_encode()(piece) for piece in _pieces(text))


def cached_vocabulary(environment: dict[str, str] | None = None) -> Path | None:
    """The vocabulary file that tiktoken would read, if it is there and whole; None means tiktoken would fetch it."""
    variables = os.environ if environment is None else environment
    folder = variables.get("TIKTOKEN_CACHE_DIR", variables.get("DATA_GYM_CACHE_DIR"))
    if folder == "":
        return None
    file = Path(folder or Path(tempfile.gettempdir()) / "data-gym-cache") / VOCABULARY_FILE
    try:
        data = file.read_bytes()
    except OSError:
        return None
    return file if hashlib.sha256(data).hexdigest() == VOCABULARY_SHA256 else None


def count_with_tiktoken() -> Callable[[str], int]:
    """Counts by tiktoken. Call it only where `cached_vocabulary` is not None."""
    import tiktoken

    encoding = tiktoken.get_encoding(ENCODING)
    return lambda text: len(encoding.encode(text, disallowed_special=()))


def count_with_bpe_openai() -> Callable[[str], int]:
    """Counts by bpe-openai."""
    import bpe_openai

    encoding = bpe_openai.get_encoding(ENCODING)
    return lambda text: len(encoding.encode(text, disallowed_special=()))


@lru_cache(maxsize=1)
def _encode() -> Callable[[str], int]:
    if find_spec("tiktoken") is not None and cached_vocabulary() is not None:
        return count_with_tiktoken()
    if find_spec("bpe_openai") is not None:
        return count_with_bpe_openai()
    raise InvalidSetting("no o200k_base tokenizer: install memory-pipeline[embedded] (bpe-openai), or cache tiktoken's")


def _pieces(text: str) -> list[str]:
    return [text[start : start + PIECE] for start in range(0, len(text), PIECE)]
