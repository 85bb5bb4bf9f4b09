""" "Why don't you know that?": what became of something that was said (contract section 9).

It was dropped by a gate, left out by the reconciler, is kept forgotten, is a thing of the past, or is known after all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from memory_pipeline.language.claim_frames import keys
from memory_pipeline.language.claim_text import plain
from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.errors import StoredDataError
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.refs import ConversationRef, MemoryRef, SuppressionRef
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.suppression_rules import SuppressionRules

Why = Literal["suppressed", "rejected", "ignored", "past", "known"]
_ORDER: tuple[Why, ...] = ("known", "suppressed", "past", "rejected", "ignored")
_ENOUGH = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One thing that became of it; `ref` leads to the rule, the memory or the turns."""

    why: Why
    summary: str
    reason: str
    ref: str


def why_not(view: FamilyView, text: str, limit: int = 20) -> tuple[Reason, ...]:
    """What is on file that the words of `text` are about, the nearest first; empty where nothing ever was.

    A thing is near where it holds half of the telling words of the question. Damaged records are left out.
    """
    words = keys(plain(text))
    found = [reason for reason in _reasons(view, text) if reason.why == "suppressed" or _near(words, reason.summary)]
    ranked = sorted(
        ((reason, _share(words, reason.summary)) for reason in found),
        key=lambda pair: (_ORDER.index(pair[0].why), -pair[1], pair[0].ref, pair[0].summary),
    )
    unique = dict.fromkeys(reason for reason, _ in ranked)
    return tuple(unique)[:limit]


def _reasons(view: FamilyView, text: str) -> Iterator[Reason]:
    yield from _rules(view, text)
    yield from (_of_memory(view, memory) for memory in view.memories().values() if memory.status != "retracted")
    for session in view.session_ids():
        yield from _of_session(view, session)


def _rules(view: FamilyView, text: str) -> Iterator[Reason]:
    """The rules that would hold just these words back."""
    words = keys(plain(text))
    for rule in view.suppressions():
        if not rule.in_force:
            continue
        asked = Candidate(type="fact", about=rule.value, summary=text, body=text, when_to_use="", evidence=())
        told = [sentence for sentence in (rule.texts or (rule.value,)) if _near(words, sentence)]
        if told or (rule.scope != "about" and SuppressionRules([rule], view.entities()).match(asked)):
            yield Reason(
                why="suppressed",
                summary=told[0] if told else rule.value,
                reason=f"the family asked to forget it on {rule.made_at:%Y-%m-%d}",
                ref=str(SuppressionRef(view.key, rule.id)),
            )


def _of_memory(view: FamilyView, memory: Memory) -> Reason:
    known = memory.status == "active"
    return Reason(
        why="known" if known else "past",
        summary=memory.summary,
        reason="it is known" if known else f"it is {memory.status}",
        ref=str(MemoryRef(view.key, memory.id)),
    )


def _of_session(view: FamilyView, session: str) -> Iterator[Reason]:
    try:
        formation, decisions = view.formation(session), view.decisions(session)
    except StoredDataError:
        return
    for rejection in formation.rejections if formation else ():
        reason = f"dropped by the gate {rejection.gate}: {rejection.reason}"
        yield _dropped(view, session, rejection.candidate, "rejected", reason)
    survivors = formation.survivors if formation else ()
    for decision in decisions.decisions if decisions else ():
        if decision.kind == "ignore" and decision.candidate < len(survivors):
            yield _dropped(view, session, survivors[decision.candidate], "ignored", decision.reason)


def _dropped(view: FamilyView, session: str, candidate: Candidate, why: Why, reason: str) -> Reason:
    turns = [turn for quote in candidate.evidence for turn in quote.turns] or [1]
    ref = ConversationRef(view.key, session, min(turns), max(turns))
    return Reason(why=why, summary=candidate.summary, reason=reason, ref=str(ref))


def _near(words: frozenset[str], told: str) -> bool:
    return _share(words, told) >= _ENOUGH


def _share(words: frozenset[str], told: str) -> float:
    return len(words & keys(plain(told))) / len(words) if words else 0.0
