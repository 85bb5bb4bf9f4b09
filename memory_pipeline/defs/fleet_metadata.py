"""The fleet as Dagster metadata: sums to plot over time, a table of families, and bars to look at."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from statistics import fmean

import dagster as dg

from memory_pipeline.defs.bars import bars
from memory_pipeline.defs.metadata import Metadata, table, with_rows
from memory_pipeline.workflows.fleet_catalog import FamilyCatalog, KnownFamily, due

SHOWN = 100
"""How many families the table has, those that want looking at first; the dataset has them all."""
DRAWN = 15
_STATES = ("active", "dormant", "expired", "superseded", "retracted")
_SECTIONS = ("identity", "directives", "topics", "last_conversation")


def fleet_metadata(found: Sequence[FamilyCatalog], folder: Path, now: datetime) -> Metadata:
    """Numbers of the whole fleet, then the families one by one, and where the dataset lies."""
    known = [each.known for each in found if each.known is not None]
    unread = [(each.family, each.error) for each in found if each.error is not None]
    kept = [each.row.prefix_kept for each in known if each.row.prefix_kept is not None]
    return {
        "families": len(found),
        "read_anew": sum(each.memories is not None for each in found),
        "unreadable_families": len(unread),
        **{name: _sum(known, name) for name in ("memories", *_STATES, "sessions_failed", "unreadable", "drift")},
        "due": sum(due(each, now) for each in known),
        "tokens_in": _sum(known, "input_tokens"),
        "tokens_out": _sum(known, "output_tokens"),
        "cost_usd": float(sum(each.row.cost_usd for each in known)),
        **({"prefix_kept": fmean(kept)} if kept else {}),
        "brief_left_out": _sum(known, "brief_left_out"),
        **{f"brief_tokens_{name}": _mean(known, f"brief_tokens_{name}") for name in _SECTIONS},
        "dataset": dg.MetadataValue.path(folder),
        "plots": bars(_plots(known, now)),
        **with_rows(
            by_family=table(_COLUMNS, (_row(each, now) for each in _worst_first(known, now)[:SHOWN])),
            briefs=table(_BRIEF_COLUMNS, (_brief_row(each) for each in _worst_first(known, now)[:SHOWN])),
            unread=table(("family", "why"), unread),
        ),
    }


_COLUMNS = (
    "family",
    "quiet days",
    "memories",
    "active",
    "due",
    "sessions",
    "failed",
    "drift",
    "cost $",
)
_BRIEF_COLUMNS = ("family", "tokens", *_SECTIONS, "left out", "prefix kept")


def _row(each: KnownFamily, now: datetime) -> tuple[object, ...]:
    row = each.row
    return (
        row.family,
        _age(each, now),
        row.memories,
        row.active,
        due(each, now),
        row.sessions,
        row.sessions_failed,
        row.drift + row.unreadable,
        round(row.cost_usd, 4),
    )


def _brief_row(each: KnownFamily) -> tuple[object, ...]:
    row = each.row
    kept = "-" if row.prefix_kept is None else f"{100 * row.prefix_kept:.0f} %"
    sections = (getattr(row, f"brief_tokens_{name}") for name in _SECTIONS)
    return row.family, _brief_tokens(each), *sections, row.brief_left_out, kept


def _worst_first(known: Sequence[KnownFamily], now: datetime) -> list[KnownFamily]:
    """Families with failures or drift, then those with something due, then the rest by name."""

    def order(each: KnownFamily) -> tuple[int, int, str]:
        row = each.row
        return -(row.sessions_failed + row.drift + row.unreadable), -due(each, now), row.family

    return sorted(known, key=order)


def _plots(known: Sequence[KnownFamily], now: datetime) -> list[tuple[str, list[tuple[str, float]], str]]:
    largest = sorted(known, key=lambda each: (-each.row.memories, each.row.family))[:DRAWN]
    states = Counter({state: _sum(known, state) for state in _STATES})
    return [
        ("Memories by status", [(state, float(states[state])) for state in _STATES], ""),
        ("Memories, the largest families", [(each.row.family, float(each.row.memories)) for each in largest], ""),
        ("Tokens of the brief", [(each.row.family, float(_brief_tokens(each))) for each in largest], "of 2,000"),
        ("Days since the last change", [(each.row.family, float(_age(each, now))) for each in largest], "days"),
    ]


def _age(each: KnownFamily, now: datetime) -> int:
    """Whole days since the family's last change; none yet counts as nought."""
    return 0 if each.row.last_change_at is None else max(0, (now - each.row.last_change_at).days)


def _brief_tokens(each: KnownFamily) -> int:
    return sum(int(getattr(each.row, f"brief_tokens_{name}")) for name in _SECTIONS)


def _sum(known: Sequence[KnownFamily], name: str) -> int:
    return sum(int(getattr(each.row, name)) for each in known)


def _mean(known: Sequence[KnownFamily], name: str) -> float:
    return fmean([float(getattr(each.row, name)) for each in known]) if known else 0.0
