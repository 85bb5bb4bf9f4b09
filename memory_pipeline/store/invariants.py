"""What must hold after every change, checked before it is committed (contract sections 2 and 5).

A rule is a generator of faults; each fault names the id and the rule that it breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from memory_pipeline.model.errors import InvariantViolated, MalformedReference, SessionConflict, UnknownReference
from memory_pipeline.model.evidence import reinforcement_count
from memory_pipeline.model.refs import MemoryRef, parse_ref
from memory_pipeline.model.transcript import Session
from memory_pipeline.store.lineage import active_in_lineage, chain, neighbours
from memory_pipeline.store.proposal import Fault, Proposal, claim_of


def check(proposal: Proposal) -> None:
    """Raise InvariantViolated for the first promise that the change would break; SessionConflict for a session."""
    for session in proposal.change.sessions:
        try:
            check_session(proposal.view.session(session.id), session)
        except UnknownReference:
            continue
    for rule in RULES:
        for fault in rule(proposal):
            raise InvariantViolated(f"{fault.id}: {fault.rule}: {fault.detail}; nothing was written")


def check_session(present: Session, new: Session) -> None:
    """A stored session may only grow, and only while it has not ended (contract section 15). Raises SessionConflict."""
    if present == new:
        return
    grown = present.ended_at is None and replace(new, turns=new.turns[: len(present.turns)], ended_at=None) == present
    if not grown:
        raise SessionConflict(f"session {new.id} is stored with other content; give the new one another id")


def evidence_supports(proposal: Proposal) -> Iterator[Fault]:
    """Each memory has a supporting line, and its counter is what its ledger says."""
    for memory in proposal.touched:
        if memory not in proposal.after:
            yield Fault(memory, "evidence-of-a-memory", "evidence is added to a memory that does not exist")
            continue
        ledger = proposal.ledger(memory)
        if not any(evidence.supports for evidence in ledger):
            yield Fault(memory, "has-evidence", "no line of its ledger supports it")
        count, counted = proposal.after[memory].reinforcement_count, reinforcement_count(ledger)
        if count != counted:
            yield Fault(memory, "counted-evidence", f"reinforcement_count is {count}, its ledger says {counted}")


def evidence_resolves(proposal: Proposal) -> Iterator[Fault]:
    """New evidence cites turns of this family that exist."""
    for memory, evidence in proposal.cited:
        if evidence.ref.family != proposal.view.key:
            yield Fault(memory, "own-evidence", "a line cites another family")
            continue
        session = proposal.session(evidence.ref.session)
        if session is None or any(session.turn(number) is None for number in evidence.ref.turns):
            yield Fault(memory, "evidence-resolves", f"{evidence.ref} cites what is not there")


def links_closed(proposal: Proposal) -> Iterator[Fault]:
    """supersedes and superseded_by answer each other; a superseded memory says by what; related memories exist."""
    after = proposal.after
    for memory in (after[key] for key in neighbours(proposal.before, after, proposal.touched)):
        older, newer = memory.supersedes, memory.superseded_by
        if older is not None and (older not in after or after[older].superseded_by != memory.id):
            yield Fault(memory.id, "closed-lineage", f"it supersedes {older}, which does not say so")
        if newer is not None and (newer not in after or after[newer].supersedes != memory.id):
            yield Fault(memory.id, "closed-lineage", f"it is superseded by {newer}, which does not say so")
        if memory.status == "superseded" and newer is None:
            yield Fault(memory.id, "superseded-by", "it is superseded by nothing")
        missing = [related for related in memory.related if related not in after]
        if missing:
            yield Fault(memory.id, "related-exists", f"related {missing[0]} does not exist")


def lineage_has_one_head(proposal: Proposal) -> Iterator[Fault]:
    """A lineage is no circle and has at most one active memory."""
    for memory in proposal.touched:
        lineage = chain(proposal.after, memory)
        if lineage is None:
            yield Fault(memory, "no-circle", "it supersedes itself in the end")
        elif len(active_in_lineage(proposal.after, lineage)) > 1:
            yield Fault(memory, "one-active", "two memories of its lineage are active")


def revisions_count(proposal: Proposal) -> Iterator[Fault]:
    """revision starts at 1 and moves by 1 with claim or status, and only then (contract section 2)."""
    for memory in proposal.change.memories:
        present = proposal.before.get(memory.id)
        if proposal.change.kind == "adopt":
            due = range(memory.revision if present is None else present.revision, memory.revision + 1)
        elif present is None:
            due = range(1, 2)
        else:
            expected = present.revision + (claim_of(memory) != claim_of(present))
            due = range(expected, expected + 1)
        if memory.revision not in due:
            yield Fault(memory.id, "revision", f"it is {memory.revision} and must be {due.start}")


def words_stay(proposal: Proposal) -> Iterator[Fault]:
    """The family's words are never rewritten under the same id; only a hand edit that is adopted may."""
    for memory in proposal.change.memories:
        present = proposal.before.get(memory.id)
        if present is not None and present.body != memory.body and proposal.change.kind != "adopt":
            yield Fault(memory.id, "body-unchanged", "its body differs from the stored one")
        if memory.formed_at > memory.last_reinforced_at:
            yield Fault(memory.id, "formed-first", "it was reinforced before it was formed")


def entities_exist(proposal: Proposal) -> Iterator[Fault]:
    """Every entity that a memory applies to exists."""
    if not any(memory.applies_to for memory in proposal.change.memories):
        return
    known = {*proposal.view.entities(), *(entity.id for entity in proposal.change.entities)}
    for memory in proposal.change.memories:
        missing = [entity for entity in memory.applies_to if entity not in known]
        if missing:
            yield Fault(memory.id, "entities-exist", f"it applies to {missing[0]}, which does not exist")


def rules_stay(proposal: Proposal) -> Iterator[Fault]:
    """A suppression rule is lifted, never rewritten; a decided session is never decided otherwise.

    Only a session that was found empty may be decided again, when the family asks for it (contract section 15).
    """
    stored = {rule.id: rule for rule in proposal.view.suppressions()} if proposal.change.suppressions else {}
    for rule in proposal.change.suppressions:
        present = stored.get(rule.id)
        if present is not None and replace(present, lifted_at=rule.lifted_at) != rule:
            yield Fault(rule.id, "rule-unchanged", "only lifted_at of a rule may change")
    for decisions in proposal.change.decisions:
        present_decisions = proposal.view.decisions(decisions.session)
        if present_decisions is not None and present_decisions.decisions and present_decisions != decisions:
            yield Fault(decisions.session, "decided-once", "the session was decided otherwise before")


def brief_is_current(proposal: Proposal) -> Iterator[Fault]:
    """What is no longer active has no line in the brief from this very change on (contract section 7)."""
    brief = proposal.brief()
    lines = [] if brief is None else [line.ref for section in brief.sections for line in section.lines if line.ref]
    shown = {ref.id for ref in map(_memory_ref, lines) if ref is not None}
    for memory in proposal.change.memories:
        if memory.id in shown and memory.status != "active":
            yield Fault(memory.id, "brief-current", f"it is {memory.status} and still has a line in the brief")


def family_is_own(proposal: Proposal) -> Iterator[Fault]:
    """A change writes its own family's files."""
    change = proposal.change
    named = [change.family.key] if change.family is not None else []
    named += [change.brief.family] if change.brief is not None else []
    for family in named:
        if family != proposal.view.key:
            yield Fault(family, "own-family", f"the change belongs to family {proposal.view.key}")


RULES: tuple[Callable[[Proposal], Iterator[Fault]], ...] = (
    family_is_own,
    evidence_supports,
    evidence_resolves,
    links_closed,
    lineage_has_one_head,
    revisions_count,
    words_stay,
    entities_exist,
    rules_stay,
    brief_is_current,
)


def _memory_ref(text: str) -> MemoryRef | None:
    try:
        ref = parse_ref(text)
    except MalformedReference:
        return None
    return ref if isinstance(ref, MemoryRef) else None
