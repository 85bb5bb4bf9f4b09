"""Verdicts of the review desk as labelled cases (contract section 10).

They are labels of what was formed and of nothing else, and their telling words are taken from one wording: whoever
takes them into a set reads them first and adds the other ways to say it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import yaml

from memory_pipeline.evaluation.cases.common import Fact, Household, Member, Split, Turn
from memory_pipeline.evaluation.cases.formation import FormationFile, LabelledConversation, SilentPlace
from memory_pipeline.language.names import proper_names
from memory_pipeline.language.words import STOP_WORDS
from memory_pipeline.model.errors import UnknownReference
from memory_pipeline.model.evidence import Evidence
from memory_pipeline.model.family import Family
from memory_pipeline.model.ids import digest
from memory_pipeline.model.memory import Memory
from memory_pipeline.model.review import Review
from memory_pipeline.model.transcript import Session
from memory_pipeline.store.family_view import FamilyView

_STEM, _LONGEST_WORDS = 6, 3
_NUMBER = re.compile(r"\d+(?:[.:,/-]\d+)*")
_WORD = re.compile(r"[^\W\d_]{4,}")

Judged = tuple[Memory, Review, tuple[Evidence, ...]]


def reviewed_cases(view: FamilyView, split: Split) -> FormationFile | None:
    """The family's reviewed conversations as a file of formation cases; None where no verdict holds.

    A memory is labelled in the first conversation that it cites. Raises MalformedTranscript, MalformedLedger.
    """
    by_session: dict[str, list[Judged]] = {}
    memories = view.memories()
    held = {id: review for id, review in view.reviews().items() if id in memories and review.holds(memories[id])}
    for id, ledger in view.ledgers(held).items():
        lines = tuple(line for line in ledger if line.supports and _is_heard(view, line))
        if lines:
            by_session.setdefault(lines[0].ref.session, []).append((memories[id], held[id], lines))
    sessions = sorted((view.session(name) for name in by_session), key=lambda session: session.chronology)
    if not sessions:
        return None
    return FormationFile(
        set="formation",
        split=split,
        written=f"verdicts of the review desk on {view.key}",
        household=_household(view.family()),
        sessions=[_conversation(session, by_session[session.id]) for session in sessions],
    )


def as_yaml(cases: FormationFile) -> str:
    """The file as it stands below eval_sets/formation/."""
    head = "# yaml-language-server: $schema=../../schema/cases.json\n"
    return head + yaml.safe_dump(
        cases.model_dump(mode="json"), allow_unicode=True, sort_keys=False, width=120, default_flow_style=None
    )


def _is_heard(view: FamilyView, line: Evidence) -> bool:
    """Whether it was said in a conversation, and not written on the card or at the desk."""
    try:
        return view.session(line.ref.session).surface != "card"
    except UnknownReference:
        return False


def _household(family: Family) -> Household:
    members = [
        Member(name=member.name, aliases=list(member.aliases), role=member.kind) for member in family.members
    ] or [Member(name="Family")]
    return Household(timezone=family.timezone, members=members)


def _conversation(session: Session, judged: Sequence[Judged]) -> LabelledConversation:
    name = _case_id(session.id)
    turns = [
        Turn(turn=turn.number, role=turn.role, speaker=_speaker(turn.role, turn.speaker), text=turn.text)
        for turn in session.turns
    ]
    facts, silent = [], []
    for number, (memory, review, lines) in enumerate(sorted(judged, key=lambda each: each[0].id), start=1):
        cited = sorted({turn for line in lines if line.ref.session == session.id for turn in line.ref.turns})
        if review.last.kind == "rejected":
            words = _telling(review.last.summary)
            silent.append(SilentPlace(id=f"{name}-n{number}", kind="rejected", turns=cited, must_not_say=words))
        else:
            facts.append(_fact(f"{name}-f{number}", memory, cited))
    return LabelledConversation(
        id=name,
        surface="household_chat" if session.surface == "household_chat" else "chat",
        started_at=session.started_at,
        turns=turns,
        facts=facts,
        silent=silent,
        judged="formed",
    )


def _fact(id: str, memory: Memory, cited: list[int]) -> Fact:
    return Fact(
        id=id,
        claim=memory.summary,
        turns=cited,
        must_say=_telling(memory.summary),
        about=[memory.about or memory.summary],
        type=[memory.type],
        strength=[memory.strength],
        authority=["user_stated" if memory.authority == "system" else memory.authority],
        sensitivity=[memory.sensitivity],
        valid_until=[memory.valid_until],
    )


def _telling(summary: str) -> list[list[str]]:
    """Its numbers and names, and the stems of its longest other words."""
    names = [name.text for name in proper_names(summary)]
    spoken = " ".join(names).casefold()
    words = [word for word in _WORD.findall(summary) if word.casefold() not in STOP_WORDS]
    others = [word for word in words if word.casefold() not in spoken]
    longest = sorted(others, key=len, reverse=True)[:_LONGEST_WORDS]
    stems = (word.casefold()[:_STEM] for word in others if word in longest)
    found = [*_NUMBER.findall(summary), *names, *stems] or [summary]
    return [[text] for text in dict.fromkeys(found)]


def _speaker(role: str, speaker: str | None) -> str | None:
    return speaker or ("Family" if role == "user" else None)


def _case_id(session: str) -> str:
    """The session's id where it is a case's id, else made one that no other session has."""
    plain = re.sub(r"[^a-z0-9-]+", "-", session.casefold()).strip("-")
    if plain == session and 2 <= len(plain) <= 48:
        return plain
    return f"{plain[:39].strip('-') or 'session'}-{digest(session)[:8]}"
