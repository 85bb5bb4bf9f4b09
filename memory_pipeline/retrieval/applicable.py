"""Hard limits that apply to the task at hand (contract section 8): an allergy, when the message is about food.

They have places of their own, because neither meaning nor words need lead from "what shall I cook tonight" to peanuts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memory_pipeline.model.memory import Memory
from memory_pipeline.retrieval.search import Found
from memory_pipeline.retrieval.task_domains import domains_of_limit, domains_of_task


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplicablePolicy:
    """Cosines of message and limit: from `same_matter` on a limit applies whatever the word lists say.

    Below `another_matter` one that does not apply is no candidate either: a name or a weekday in both is no reason to
    tell of somebody's illness. The brief holds it where it may, and a search finds it. Measured on the dev split.
    """

    same_matter: float = 0.45
    another_matter: float = 0.2


def is_limit(memory: Memory) -> bool:
    """A hard constraint, or a hard directive that is sensitive, so that no brief holds it."""
    if memory.strength != "hard":
        return False
    return memory.type == "constraint" or (memory.type == "directive" and memory.sensitivity != "normal")


def limits_among(memories: Mapping[str, Memory]) -> tuple[Memory, ...]:
    """The active limits, in the order of `memories`."""
    return tuple(memory for memory in memories.values() if memory.status == "active" and is_limit(memory))


def applicable(
    message: str, limits: tuple[Memory, ...], similarity: Mapping[str, float], policy: ApplicablePolicy
) -> tuple[Memory, ...]:
    """The limits that bear on what the message is about, most shared domains first, then nearest, then by id."""
    task = domains_of_task(message)
    ranked = []
    for memory in limits:
        shared = len(task & domains_of_limit(memory))
        if shared or similarity[memory.id] >= policy.same_matter:
            ranked.append((-shared, -round(similarity[memory.id], 4), memory.id, memory))
    return tuple(memory for *_, memory in sorted(ranked, key=lambda row: row[:3]))


def candidates(found: Iterable[Found], applying: tuple[Memory, ...], policy: ApplicablePolicy) -> list[Memory]:
    """What a message's search found, in its order, without the limits that bear on another matter."""
    known = {memory.id for memory in applying}
    return [
        hit.memory
        for hit in found
        if hit.memory.id in known or not is_limit(hit.memory) or hit.similarity >= policy.another_matter
    ]
