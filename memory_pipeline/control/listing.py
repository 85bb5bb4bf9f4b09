"""The memory card: what is remembered, one claim at a time, the newest first (seed section 10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memory_pipeline.model.errors import UnknownReference
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.memory import Memory, Status
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.history import past

CardStatus = Status | Literal["all"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardItem:
    """One claim with the conv:// references of what supports it, in the order of its ledger."""

    memory: Memory
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPage:
    """A page of the card; `next` is the cursor that continues it, None at the end."""

    items: tuple[CardItem, ...]
    next: str | None


def list_card(
    view: FamilyView,
    *,
    status: CardStatus = "active",
    limit: int | None = None,
    after: str | None = None,
    as_of: datetime | None = None,
) -> CardPage:
    """A page of a family's card. `after` is the `next` of the page before: the id of its last item.

    The order is by formed_at, then by id, the newest first, so a page that was shown stays where it was when newer
    memories come. `as_of` shows the card as the journal had it. Raises UnknownReference for a cursor of no memory here.
    """
    then = None if as_of is None else past(view, as_of)
    memories = view.memories() if then is None else then.memories
    wanted = [memory for memory in memories.values() if status in ("all", memory.status)]
    wanted.sort(key=_newest_first, reverse=True)
    if after is not None:
        if after not in memories:
            raise UnknownReference(f"--after {after[:40]!r} is no memory of this card; give the `next` of an answer")
        wanted = [memory for memory in wanted if _newest_first(memory) < _newest_first(memories[after])]
    shown = wanted if limit is None else wanted[: max(0, limit)]
    found = view.ledgers([memory.id for memory in shown]) if then is None else then.ledgers
    items = tuple(CardItem(memory=memory, evidence=_refs(found.get(memory.id, ()))) for memory in shown)
    return CardPage(items=items, next=shown[-1].id if shown and len(shown) < len(wanted) else None)


def _newest_first(memory: Memory) -> tuple[datetime, str]:
    return memory.formed_at, memory.id


def _refs(ledger: Iterable[Evidence]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(line.ref) for line in ledger if line.supports))
