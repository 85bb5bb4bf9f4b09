"""Forget one claim for good: it is retracted, and a rule keeps it from being learnt again (seed section 10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from memory_pipeline.brief.edit import without_lines
from memory_pipeline.model.brief import Brief
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import MemoryRef
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.store.brief_lines import stored_brief
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.lineage import chain
from memory_pipeline.store.suppression_rules import SuppressionRules


def plan_forget(view: FamilyView, memory_id: str, now: datetime, by: str) -> Change | None:
    """The change that forgets a claim with its earlier versions; None where it is forgotten already.

    Raises UnknownReference. Later versions of a superseded one, which say something else, stay.
    """
    memory = view.memory(memory_id)
    if memory.status == "retracted" and any(
        rule.in_force and memory_id in rule.memories for rule in view.suppressions()
    ):
        return None
    rule = claim_rule(view, memory, now, by)
    retracted = () if memory.status == "retracted" else (retract(memory),)
    return Change(
        kind="card",
        cause=f"forget {memory_id}",
        at=now,
        entries=(*(ChangeEntry("retracted", gone.id) for gone in retracted), ChangeEntry("suppressed", rule.id)),
        memories=retracted,
        suppressions=(rule,),
        brief=forgetful_brief(view, (memory,), (rule,)),
    )


def retract(memory: Memory) -> Memory:
    """The memory as forgotten; its words and its ledger stay for the family's own history."""
    return replace(memory, status="retracted", revision=memory.revision + 1)


def claim_rule(view: FamilyView, memory: Memory, now: datetime, by: str) -> Suppression:
    """The rule with the texts of a claim and of the versions before it; `value` is its about line."""
    versions = _versions(view, memory)
    texts = dict.fromkeys(text for version in versions for text in (version.summary, version.claim) if text)
    return Suppression(
        id=derived_ulid(now, view.key, "claim", memory.id, str(memory.revision)),
        scope="claim",
        value=memory.about,
        texts=tuple(texts),
        memories=tuple(version.id for version in versions),
        made_at=now,
        made_by=by,
    )


def forgetful_brief(view: FamilyView, forgotten: Iterable[Memory], rules: Iterable[Suppression]) -> Brief | None:
    """The brief without the lines that tell what is forgotten, whichever memory's they are; None where none does."""
    brief = stored_brief(view)
    if brief is None:
        return None
    gone = {str(MemoryRef(view.key, memory.id)) for memory in forgotten}
    cited = {str(line.ref) for memory in forgotten for line in view.ledger(memory.id)}
    matcher = SuppressionRules(rules, view.entities())
    shown = {line.ref for section in brief.sections for line in section.lines if line.ref}
    repeating = {
        ref
        for memory in view.memories().values()
        if (ref := str(MemoryRef(view.key, memory.id))) in shown and matcher.match(memory) is not None
    }
    shorter = without_lines(brief, gone | cited | repeating)
    return None if shorter == brief else shorter


def _versions(view: FamilyView, memory: Memory) -> list[Memory]:
    """The claim and the versions before it, oldest first."""
    lineage = chain(view.memories(), memory.id) or (memory.id,)
    return [view.memory(id) for id in lineage[: lineage.index(memory.id) + 1]]
