"""Counting tokens as the model's own tokenizer would (`o200k_base`)."""

from __future__ import annotations

from collections.abc import Callable

TokenCounter = Callable[[str], int]
