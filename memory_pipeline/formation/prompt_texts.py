"""The prompts that ship with the package, so that their worked examples can be told from what a family said."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def shipped_prompts() -> tuple[str, ...]:
    """The text of every `formation/prompts/*.md`, by name; () where none ships."""
    folder = files("memory_pipeline.formation").joinpath("prompts")
    if not folder.is_dir():
        return ()
    found = sorted((item for item in folder.iterdir() if item.name.endswith(".md")), key=lambda item: item.name)
    return tuple(item.read_text(encoding="utf-8") for item in found)
