"""What analysts see of a family: one row for it and one a memory, without a word of what anybody said.

Ids, kinds, dates and counts alone: no summary, subject, quote, name or text, and no hash of one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime

from memory_pipeline.brief.compile import CompiledBrief
from memory_pipeline.brief.sections import Household
from memory_pipeline.brief.usage import section_uses
from memory_pipeline.model.candidate import Formation
from memory_pipeline.model.memory import Memory
from memory_pipeline.store.catalog import read_catalog
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.keys import catalog_key, memories_prefix, memory_id
from memory_pipeline.workflows.brief_history import prefix_kept
from memory_pipeline.workflows.pipeline import Pipeline
from memory_pipeline.workflows.process_session import waiting_sessions


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRow:
    """One memory. `in_brief`: a line of the compiled brief is this memory; `characters`: the body's length."""

    family: str
    id: str
    type: str
    status: str
    topic: str
    strength: str
    authority: str
    durability: str
    sensitivity: str
    confidence: float
    pin: bool
    needs_enrichment: bool
    formed_at: datetime
    last_reinforced_at: datetime
    valid_until: date | None
    reinforcement_count: int
    revision: int
    applies_to: int
    related: int
    supersedes: str | None
    superseded_by: str | None
    characters: int
    in_brief: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyRow:
    """One family. `drift`: memory files that are not as their last change left them; tokens and costs in sum.

    `prefix_kept`: the mean share of a prompt's prefix that a new brief leaves as it was; None before a second brief.
    """

    family: str
    timezone: str
    closed: bool
    seq: int
    last_change_at: datetime | None
    next_due: date | None
    sessions: int
    sessions_waiting: int
    sessions_failed: int
    sessions_empty: int
    survivors: int
    rejected: int
    memories: int
    active: int
    dormant: int
    expired: int
    superseded: int
    retracted: int
    hard: int
    pinned: int
    unreadable: int
    drift: int
    input_tokens: int
    output_tokens: int
    cost_usd: float
    brief_lines: int
    brief_left_out: int
    brief_tokens_identity: int
    brief_tokens_directives: int
    brief_tokens_topics: int
    brief_tokens_last_conversation: int
    prefix_kept: float | None


def memory_rows(view: FamilyView, compiled: CompiledBrief) -> tuple[MemoryRow, ...]:
    """The family's memories by id. Raises StoredDataError."""
    household = Household(view.family(), view.entities())
    shown = {why.memory for why in compiled.explanations if why.included}
    return tuple(_row(view.key, memory, household, memory.id in shown) for memory in view.memories().values())


def family_row(pipeline: Pipeline, view: FamilyView, compiled: CompiledBrief) -> FamilyRow:
    """The family in numbers. Raises StoredDataError, UnknownFamily."""
    family, head, memories = view.family(), view.head(), list(view.memories().values())
    formations = [found for session in view.session_ids() if (found := view.formation(session)) is not None]
    status = Counter(memory.status for memory in memories)
    uses = {use.section: use for use in section_uses(compiled, pipeline.policies.brief, pipeline.count_tokens)}
    last = next(iter(view.records(after=head.seq - 1)), None) if head.seq else None
    return FamilyRow(
        family=view.key,
        timezone=family.timezone,
        closed=family.closed,
        seq=head.seq,
        last_change_at=None if last is None else last.at,
        next_due=head.next_due,
        sessions=len(view.session_ids()),
        sessions_waiting=len(waiting_sessions(view)),
        sessions_failed=sum(each.status == "failed" for each in formations),
        sessions_empty=sum(each.status == "empty" for each in formations),
        survivors=sum(len(each.survivors) for each in formations),
        rejected=sum(len(each.rejections) for each in formations),
        memories=len(memories),
        active=status["active"],
        dormant=status["dormant"],
        expired=status["expired"],
        superseded=status["superseded"],
        retracted=status["retracted"],
        hard=sum(memory.strength == "hard" for memory in memories),
        pinned=sum(memory.pin for memory in memories),
        unreadable=len(view.malformed()),
        drift=_drift(pipeline, view),
        input_tokens=sum(each.usage.input_tokens for each in formations),
        output_tokens=sum(each.usage.output_tokens for each in formations),
        cost_usd=_cost(formations),
        brief_lines=sum(use.lines for use in uses.values()),
        brief_left_out=sum(use.left_out for use in uses.values()),
        brief_tokens_identity=uses["identity"].used,
        brief_tokens_directives=uses["directives"].used,
        brief_tokens_topics=uses["topics"].used,
        brief_tokens_last_conversation=uses["last_conversation"].used,
        prefix_kept=prefix_kept(view, pipeline.policies.brief),
    )


def _row(family: str, memory: Memory, household: Household, in_brief: bool) -> MemoryRow:
    return MemoryRow(
        family=family,
        id=memory.id,
        type=memory.type,
        status=memory.status,
        topic=household.topic(memory),
        strength=memory.strength,
        authority=memory.authority,
        durability=memory.durability,
        sensitivity=memory.sensitivity,
        confidence=memory.confidence,
        pin=memory.pin,
        needs_enrichment=memory.needs_enrichment,
        formed_at=memory.formed_at,
        last_reinforced_at=memory.last_reinforced_at,
        valid_until=memory.valid_until,
        reinforcement_count=memory.reinforcement_count,
        revision=memory.revision,
        applies_to=len(memory.applies_to),
        related=len(memory.related),
        supersedes=memory.supersedes,
        superseded_by=memory.superseded_by,
        characters=len(memory.body),
        in_brief=in_brief,
    )


def _drift(pipeline: Pipeline, view: FamilyView) -> int:
    """Memory files whose etag is not the one that the catalog was made from, and those on one side alone."""
    stored = pipeline.objects.get(catalog_key(view.key))
    catalog = None if stored is None else read_catalog(stored.data)
    lines = {} if catalog is None else catalog.lines
    listed = {memory_id(view.key, entry.key): entry.etag for entry in pipeline.objects.list(memories_prefix(view.key))}
    listed.pop(None, None)
    names = {name for name in listed if name is not None} | set(lines)
    return sum(name not in lines or f'"etag":"{listed.get(name)}"'.encode() not in lines[name] for name in names)


def _cost(formations: list[Formation]) -> float:
    return sum((each.usage.cost_usd for each in formations), 0.0)
