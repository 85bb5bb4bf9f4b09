"""Formation: a family's conversations, one after the other, and what can be reached after each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memory_pipeline.evaluation.cases.common import Fact
from memory_pipeline.evaluation.cases.formation import FormationFile, LabelledConversation
from memory_pipeline.evaluation.observing.scratch import Bench, ScratchFamily, session_of
from memory_pipeline.evaluation.scorers.matching import Kept, is_fact, kept_candidate, kept_memory
from memory_pipeline.model.candidate import Formation
from memory_pipeline.model.memory import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationSeen:
    """`reached` says for each required fact where it can be found right after it was told: brief, search or nowhere.

    `dropped` are the candidates that a gate refused, each with gate and reason.
    """

    conversation: LabelledConversation
    formation: Formation
    kept: tuple[Kept, ...]
    dropped: tuple[tuple[Kept, str], ...]
    reached: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilySeen:
    """A family's history. `labels` are, for each active memory, the labelled facts that it is."""

    name: str
    conversations: tuple[ConversationSeen, ...]
    active: tuple[Memory, ...]
    labels: tuple[frozenset[str], ...]
    brief_tokens: int


def observe_family(file: FormationFile, name: str, bench: Bench) -> FamilySeen:
    """Run the main job on each conversation in turn."""
    family = ScratchFamily(bench, file.household)
    seen = tuple(_observe(family, conversation) for conversation in file.sessions)
    active = tuple(memory for memory in family.memories() if memory.status == "active")
    brief = family.reader(file.sessions[-1].started_at).brief("chat")
    return FamilySeen(
        name=name,
        conversations=seen,
        active=active,
        labels=tuple(frozenset(_labels(family, memory, file)) for memory in active),
        brief_tokens=family.tokens(brief.text),
    )


def _observe(family: ScratchFamily, conversation: LabelledConversation) -> ConversationSeen:
    formation = family.converse(conversation)
    required = [fact for fact in conversation.facts if fact.required]
    return ConversationSeen(
        conversation=conversation,
        formation=formation,
        kept=tuple(kept_candidate(candidate) for candidate in formation.survivors),
        dropped=tuple((kept_candidate(each.candidate), f"{each.gate}: {each.reason}") for each in formation.rejections),
        reached={fact.id: _where(family, conversation, fact) for fact in required},
    )


def _where(family: ScratchFamily, conversation: LabelledConversation, fact: Fact) -> str:
    now = session_of(conversation).turns[-1].at
    reader = family.reader(now)
    brief = reader.brief("chat").text
    found = reader.search(fact.claim, limit=10).results
    for result in found:
        memory = result.found.memory
        if is_fact(kept_memory(memory, family.ledger(memory), conversation.id), fact):
            return "brief and search" if result.ref in brief else "search"
    in_brief = (memory for memory in family.memories() if memory.id in brief)
    if any(is_fact(kept_memory(memory, family.ledger(memory), conversation.id), fact) for memory in in_brief):
        return "brief"
    return ""


def _labels(family: ScratchFamily, memory: Memory, file: FormationFile) -> Iterator[str]:
    ledger = family.ledger(memory)
    for conversation in file.sessions:
        kept = kept_memory(memory, ledger, conversation.id)
        yield from (fact.id for fact in conversation.facts if is_fact(kept, fact))
