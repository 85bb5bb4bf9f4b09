"""The briefs that a family was given one after the other, read from its journal."""

from __future__ import annotations

from statistics import fmean

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.prefix import kept_shares
from memory_pipeline.model.brief import Brief
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.keys import brief_key
from memory_pipeline.store.records import load_brief

RECENT = 40
"""How many of the newest changes are looked at: what is asked is how stable the prefix is now."""


def recent_briefs(view: FamilyView, changes: int = RECENT) -> tuple[Brief, ...]:
    """The brief as each of the newest changes left it, each text once. Raises StoredDataError."""
    key = brief_key(view.key)
    texts = [
        write.content
        for record in view.records(after=max(0, view.head().seq - changes))
        for write in record.writes
        if write.key == key
    ]
    return tuple(load_brief(text.encode(), key) for text in dict.fromkeys(texts))


def prefix_kept(view: FamilyView, budget: BriefBudget) -> float | None:
    """The mean share of the prompt's prefix that a new brief left as it was, 0..1; None before a second brief."""
    shares = list(kept_shares(recent_briefs(view), budget))
    return fmean(shares) if shares else None
