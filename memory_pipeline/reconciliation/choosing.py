"""The memory a statement is about: one that stands before one that does not, then the nearest (contract section 5)."""

from __future__ import annotations

from collections.abc import Sequence

from memory_pipeline.model.memory import Memory
from memory_pipeline.reconciliation.nearest import Near
from memory_pipeline.reconciliation.outcomes import Judged, day_of, standing_of
from memory_pipeline.reconciliation.policy import Standing
from memory_pipeline.reconciliation.relate import Relations, best_first
from memory_pipeline.reconciliation.statement import Statement
from memory_pipeline.reconciliation.working_set import WorkingSet

_CLASS: dict[Standing, int] = {"active": 0, "dormant": 0, "superseded": 1, "past": 2, "retracted": 3}


def best(
    world: WorkingSet, relations: Relations, statement: Statement, near: Sequence[Near], timezone: str
) -> Judged | None:
    """The memory that a statement is about, if any; `moment` is left at later."""
    found: dict[str, Judged] = {}
    ranked = []
    for each in near:
        judged = _judged(world, relations, statement, each.memory, timezone)
        if judged is not None:
            found[each.memory] = judged
            ranked.append((_CLASS[judged.standing], judged.relation, each.similarity + each.words, each.memory))
    return found[best_first(ranked)[0]] if ranked else None


def is_usable(world: WorkingSet, memory: str) -> bool:
    """Whether every ledger of the lineage can be read; a damaged one is left alone, and reported by `verify`."""
    return all(world.is_readable(version) for version in world.lineage(memory))


def _judged(world: WorkingSet, relations: Relations, statement: Statement, id: str, timezone: str) -> Judged | None:
    memory = world.memories.get(id)
    if memory is None:
        return None
    relation = relations.relation(statement, memory)
    if relation == "unrelated" or not is_usable(world, id) or _is_spare(world, memory):
        return None
    memory, standing = _standing(world, statement, memory, timezone)
    return Judged(statement, memory, relation, standing)


def _is_spare(world: WorkingSet, memory: Memory) -> bool:
    """Whether it is a version only of a wrong order: what it was formed of is told by another version now."""
    if memory.status != "superseded":
        return False
    own = {(str(line.ref), line.quote) for line in world.ledger(memory.id)[:1]}
    others = (line for id in world.lineage(memory.id) if id != memory.id for line in world.ledger(id))
    return any((str(line.ref), line.quote) in own for line in others)


def _standing(world: WorkingSet, statement: Statement, memory: Memory, timezone: str) -> tuple[Memory, Standing]:
    """What goes back to an earlier version is compared with the newest one, in whose place it would come."""
    said_on = day_of(statement, timezone)
    standing = standing_of(memory, said_on)
    if standing != "superseded":
        return memory, standing
    newest = world.memories[world.lineage(memory.id)[-1]]
    now = standing_of(newest, said_on)
    return newest, standing if now in ("active", "dormant") else now
