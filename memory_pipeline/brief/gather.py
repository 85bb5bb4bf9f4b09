"""What the compiler needs, read through a view that cannot write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.compile import CompiledBrief, compile_brief
from memory_pipeline.brief.last_conversation import may_be_shown, newest_chat, told_by, whole
from memory_pipeline.model.brief import BriefLine
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.errors import MalformedTranscript, StoredDataError, UnknownReference
from memory_pipeline.model.family import Family
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.token_counter import TokenCounter
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.suppression_rules import SuppressionRules


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefMaterial:
    """A family's memories and everything else that its brief depends on."""

    family: Family
    memories: Mapping[str, Memory]
    entities: Mapping[str, Entity]
    suppressed: Callable[[Memory], bool]
    last: BriefLine | None

    def compile(self, memories: Mapping[str, Memory], budget: BriefBudget, count_tokens: TokenCounter) -> CompiledBrief:
        """The brief of these memories, which may be the stored ones after a sweep."""
        return compile_brief(
            memories,
            family=self.family,
            entities=self.entities,
            suppressed=self.suppressed,
            last=self.last,
            budget=budget,
            count_tokens=count_tokens,
        )


def compile_family(view: FamilyView, budget: BriefBudget, count_tokens: TokenCounter) -> CompiledBrief:
    """The brief of what is stored now, with its explanations; nothing is swept and nothing written."""
    material = gather(view)
    return material.compile(material.memories, budget, count_tokens)


def gather(view: FamilyView) -> BriefMaterial:
    """Read once what the compiler needs. Raises UnknownFamily, and StoredDataError for rules that cannot be read."""
    memories = view.memories()
    rules = SuppressionRules(view.suppressions(), view.entities())
    return BriefMaterial(
        family=view.family(),
        memories=memories,
        entities=view.entities(),
        suppressed=lambda memory: rules.match(memory) is not None,
        last=last_conversation(view, memories, rules),
    )


def last_conversation(view: FamilyView, memories: Mapping[str, Memory], rules: SuppressionRules) -> BriefLine | None:
    """The summary of the newest ended chat that changed something; None where it may not be shown or has none.

    A summary could repeat what is sensitive or forgotten without any memory of it; so what extraction proposed and
    the summary's own words count too. A session, formation or decision that cannot be read is never shown. The line
    ends with the first thing in it that ends, so that no reader is told of yesterday's "tonight" (seed section 1).
    """
    session = newest_chat(memories.values(), view.ledgers, lambda id: _session(view, id))
    if session is None:
        return None
    try:
        formation, decisions = view.formation(session.id), view.decisions(session.id)
    except StoredDataError:
        return None
    if formation is None or decisions is None or not formation.summary.strip():
        return None
    if any(candidate.sensitivity != "normal" or rules.match(candidate) for candidate in told_by(formation)):
        return None

    def hidden(memory: Memory) -> bool:
        return memory.status == "retracted" or memory.sensitivity != "normal" or rules.match(memory) is not None

    if not may_be_shown(session, memories, view.ledgers, decisions, hidden):
        return None
    ends = [candidate.valid_until for candidate in told_by(formation) if candidate.valid_until is not None]
    return BriefLine(text=formation.summary, ref=str(whole(session, view.key)), valid_until=min(ends, default=None))


def _session(view: FamilyView, id: str) -> Session | None:
    """None for one that is missing or cannot be read: `verify` reports it, and a brief never depends on it."""
    try:
        return view.session(id)
    except (UnknownReference, MalformedTranscript, StoredDataError):
        return None
