"""Edit a memory on the card: a new explicit memory in the family's words takes its place (seed section 10).

The new one inherits type, applies_to, strength, pin and sensitivity; dates are read again (contract section 15,
*Edit*).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from memory_pipeline.brief.budget import BriefBudget
from memory_pipeline.brief.edit import with_line
from memory_pipeline.control.card_words import end_of, summary_of
from memory_pipeline.language.claim_text import plain
from memory_pipeline.language.dates import absolute
from memory_pipeline.language.sensitivity import sensitivity
from memory_pipeline.model.brief import Brief
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.decision import Decision, SessionDecisions
from memory_pipeline.model.errors import ForgottenReference, InvalidArgument
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.ids import derived_ulid
from memory_pipeline.model.instants import local_date
from memory_pipeline.model.memory import Memory, Sensitivity, body_of
from memory_pipeline.model.refs import ConversationRef, MemoryRef
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.token_counter import TokenCounter
from memory_pipeline.store.brief_lines import stored_brief
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.lineage import chain
from memory_pipeline.store.suppression_rules import SuppressionRules


@dataclass(frozen=True, slots=True, kw_only=True)
class NewWording:
    """What is to stand in a memory's place. `until` is its end; `proof` are ledger lines besides the card's own."""

    body: str
    summary: str
    about: str
    until: date | None
    when_to_use: str = ""
    proof: tuple[Evidence, ...] = ()


def reworded(view: FamilyView, memory: Memory, session: Session) -> NewWording:
    """The words of a card session about what a memory was about."""
    words = session.turns[0].text.strip()
    said_on = local_date(session.started_at, view.family().timezone)
    body = absolute(words, said_on)
    return NewWording(body=body, summary=summary_of(body), about=memory.about, until=end_of(words, said_on))


def newest(view: FamilyView, memory: str) -> Memory:
    """The version that an action on `memory` means: the newest, where it was superseded meanwhile.

    Raises UnknownReference, ForgottenReference where the family asked to forget it.
    """
    named = view.memory(memory)
    last = view.memory((chain(view.memories(), named.id) or (named.id,))[-1])
    if named.status == "retracted" or last.status == "retracted":
        raise ForgottenReference("the family asked to forget that memory; lift its rule and remember it anew")
    return last


def plan_edit(
    view: FamilyView, memory_id: str, session: Session, budget: BriefBudget, count_tokens: TokenCounter
) -> Change | None:
    """The change that gives a memory new words; None where it says just that already, as explicitly.

    Raises UnknownReference, ForgottenReference, and InvalidArgument for words that a rule keeps forgotten.
    """
    old = newest(view, memory_id)
    return plan_replacement(view, old, reworded(view, old, session), session, budget, count_tokens)


def plan_replacement(
    view: FamilyView,
    old: Memory,
    wording: NewWording,
    session: Session,
    budget: BriefBudget,
    count_tokens: TokenCounter,
) -> Change | None:
    """The change that puts a new explicit memory in the place of `old`; None where nothing would be different."""
    same = plain(old.claim) == plain(wording.body) and old.valid_until == wording.until
    if same and old.authority == "user_explicit" and old.status == "active":
        return None
    lines = _evidence(view, wording, session)
    new = _successor(view, old, wording, session, lines)
    refuse_forgotten(view, new)
    return Change(
        kind="card",
        cause=session.id,
        at=session.started_at,
        entries=(ChangeEntry("added", new.id), ChangeEntry("superseded", old.id)),
        memories=(replace(old, status="superseded", superseded_by=new.id, revision=old.revision + 1), new),
        evidence=tuple((new.id, line) for line in lines),
        sessions=(session,),
        decisions=(SessionDecisions(session=session.id, decisions=(_decision(old, new),)),),
        brief=_brief(view, old, new, budget, count_tokens),
    )


def _successor(
    view: FamilyView, old: Memory, wording: NewWording, session: Session, lines: Sequence[Evidence]
) -> Memory:
    times = [line.recorded_at for line in lines]
    return Memory(
        id=_free_id(view, old, wording, session),
        type=old.type,
        about=wording.about,
        summary=wording.summary,
        when_to_use=wording.when_to_use,
        applies_to=old.applies_to,
        strength=old.strength,
        pin=old.pin,
        authority="user_explicit",
        confidence=1.0,
        durability=old.durability,
        formed_at=min(times),
        last_reinforced_at=max(times),
        reinforcement_count=len({line.ref.session for line in lines}) - 1,
        valid_until=wording.until,
        supersedes=old.id,
        related=old.related,
        sensitivity=sensitivity_of(view, old, wording.body, wording.about),
        needs_enrichment=not wording.when_to_use,
        body=body_of(wording.body.strip()),
    )


def sensitivity_of(view: FamilyView, old: Memory, words: str, about: str) -> Sensitivity:
    """Inherited; new words may make it sensitive, and never less so."""
    if old.sensitivity != "normal":
        return old.sensitivity
    return sensitivity(words, about, view.family())


def _evidence(view: FamilyView, wording: NewWording, session: Session) -> tuple[Evidence, ...]:
    turn = session.turns[0]
    own = Evidence(ref=ConversationRef(view.key, session.id, 1, 1), quote=turn.text.strip(), recorded_at=turn.at)
    return (*wording.proof, own)


def _free_id(view: FamilyView, old: Memory, wording: NewWording, session: Session) -> str:
    taken = view.memories()
    ordinal = 0
    while (id := derived_ulid(session.started_at, view.key, session.id, old.id, wording.body, str(ordinal))) in taken:
        ordinal += 1
    return id


def refuse_forgotten(view: FamilyView, new: Memory) -> None:
    """Raise InvalidArgument where a rule keeps the new words forgotten."""
    rule = SuppressionRules(view.suppressions(), view.entities()).match(new)
    if rule is not None:
        raise InvalidArgument(
            f"the family asked to forget just that; lift suppression://{view.key}/{rule.id} first, or remember it anew"
        )


def _decision(old: Memory, new: Memory) -> Decision:
    return Decision(
        candidate=0,
        summary=new.summary,
        kind="supersede",
        reason="edited on the card",
        relation="updates",
        memory=new.id,
        target=old.id,
    )


def _brief(view: FamilyView, old: Memory, new: Memory, budget: BriefBudget, count_tokens: TokenCounter) -> Brief | None:
    """The brief with the new words in the old line's place; None where no line changes."""
    brief = stored_brief(view)
    if brief is None:
        return None
    changed = with_line(brief, str(MemoryRef(view.key, old.id)), new, budget, count_tokens)
    return None if changed == brief else changed
