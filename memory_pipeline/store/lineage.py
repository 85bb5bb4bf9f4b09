"""The chain of versions that supersede each other (seed section 3, "What replaced it?")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memory_pipeline.model.memory import Memory


def chain(memories: Mapping[str, Memory], memory: str) -> tuple[str, ...] | None:
    """The lineage of `memory` from its first version to its newest; None where it runs in a circle."""
    seen: list[str] = []
    current: str | None = memory
    while current is not None and current in memories:
        if current in seen:
            return None
        seen.append(current)
        current = memories[current].supersedes
    seen.reverse()
    current = memories[memory].superseded_by if memory in memories else None
    while current is not None and current in memories:
        if current in seen:
            return None
        seen.append(current)
        current = memories[current].superseded_by
    return tuple(seen)


def active_in_lineage(memories: Mapping[str, Memory], lineage: Iterable[str]) -> tuple[str, ...]:
    """Those of the lineage that are active; contract section 5 allows one."""
    return tuple(memory for memory in lineage if memories[memory].status == "active")


def neighbours(before: Mapping[str, Memory], after: Mapping[str, Memory], touched: Iterable[str]) -> tuple[str, ...]:
    """The touched memories and all they were or will be linked to, ascending; only ids that exist."""
    found = set(touched)
    for memory in tuple(found):
        for version in (before.get(memory), after.get(memory)):
            if version is not None:
                found |= {link for link in (version.supersedes, version.superseded_by) if link is not None}
    return tuple(sorted(memory for memory in found if memory in after))
