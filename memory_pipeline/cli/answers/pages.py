"""Lists in pages: `--limit`, `--after`, and the `next` of an answer (contract section 13)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from memory_pipeline.model.errors import InvalidArgument

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Some items in the list's order; `next` is the cursor of the rest, None at the end."""

    items: tuple[Item, ...]
    next: str | None


def page_of(items: Sequence[Item], cursor: Callable[[Item], str], limit: int | None, after: str | None) -> Page[Item]:
    """The page after the item whose cursor is `after`. Raises InvalidArgument where the list has none such."""
    start = 0
    if after is not None:
        places = [place for place, item in enumerate(items) if cursor(item) == after]
        if not places:
            raise InvalidArgument(f"--after {after[:60]!r}: no such item in this list; give the `next` of an answer")
        start = places[0] + 1
    end = len(items) if limit is None else start + limit
    rest = tuple(items[start:end])
    return Page(rest, cursor(rest[-1]) if rest and end < len(items) else None)
