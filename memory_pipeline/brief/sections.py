"""Which section a memory's line belongs to (seed section 6, contract section 15, *Brief*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memory_pipeline.brief.weight import essential
from memory_pipeline.language.topics import TOPICS, topic
from memory_pipeline.model.brief import BriefLine
from memory_pipeline.model.entity import Entity
from memory_pipeline.model.family import Family
from memory_pipeline.model.memory import Memory


@dataclass(frozen=True, slots=True)
class Household:
    """Who lives here, and what the entities are called that claims apply to."""

    family: Family
    entities: Mapping[str, Entity]

    def names(self, memory: Memory) -> tuple[str, ...]:
        """The first names of the entities a claim applies to; an unknown id has none."""
        known = (self.entities.get(id) for id in memory.applies_to)
        return tuple(entity.names[0] for entity in known if entity is not None and entity.names)

    def is_within(self, memory: Memory) -> bool:
        """Whether a claim is about members alone; one that applies to nobody is judged by its subject."""
        if not memory.applies_to:
            return self.family.member(memory.about) is not None
        return all(self._is_member(id) for id in memory.applies_to)

    def topic(self, memory: Memory) -> str:
        """The claim's topic of the closed list."""
        return topic(memory.type, memory.about, self.names(memory) if memory.applies_to else ())

    def _is_member(self, id: str) -> bool:
        entity = self.entities.get(id)
        return entity is not None and any(self.family.member(name) for name in (*entity.names, *entity.aliases))


def tells_identity(memory: Memory, household: Household) -> bool:
    """Identity: claims of that type, and relationships within the household."""
    return memory.type == "identity" or (memory.type == "relationship" and household.is_within(memory))


def must_be_known(memory: Memory) -> bool:
    """The first of directives: directives, explicit and pinned memories of any type, and whatever is hard."""
    return memory.type == "directive" or memory.authority == "user_explicit" or essential(memory)


def fills_directives(memory: Memory) -> bool:
    """What takes the room that is left in directives: preferences and other constraints."""
    return memory.type in ("preference", "constraint")


def topic_lines(topics: Iterable[str]) -> tuple[BriefLine, ...]:
    """`food: 4` for each topic that has a memory, in the order of the closed list."""
    counts = Counter(topics)
    return tuple(BriefLine(text=f"{name}: {counts[name]}") for name in TOPICS if counts[name])
