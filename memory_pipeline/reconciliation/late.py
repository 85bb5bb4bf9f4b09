"""A statement that is told after later ones: its lineage is decided anew in the order in which things were said.

So sessions in any order end in the same active claims (contract section 15, *Order*). No file is deleted and no ledger
line is taken back: versions that the right order does not need stay in the lineage as superseded ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory_pipeline.model.decision import Relation
from memory_pipeline.model.memory import Memory, authority_rank
from memory_pipeline.reconciliation.history import first_place, statements_of
from memory_pipeline.reconciliation.outcomes import Judged, Settled, carry_out, day_of, outcome_of, standing_of
from memory_pipeline.reconciliation.relate import Relations, best_first
from memory_pipeline.reconciliation.statement import Statement
from memory_pipeline.reconciliation.working_set import WorkingSet
from memory_pipeline.store.family_view import FamilyView

_STANDING = ("active", "dormant", "expired")


class _Replay:
    """The versions of one lineage while what was said is gone through again.

    `segments` hold the versions in order; a new one begins where something was said after the version before it had
    ended. `parked` are versions that are not reached yet.
    """

    def __init__(self, view: FamilyView, world: WorkingSet, relations: Relations, lineage: tuple[str, ...]) -> None:
        self._world, self._relations = world, relations
        self._timezone = view.family().timezone
        self._before = {id: world.memories[id] for id in lineage}
        self._told = statements_of(view, world, lineage)
        self._spoken = {statement.home for statement in self._told}
        self._formed_for: dict[str, str | None] = {id: id for id in lineage}
        self.parked = list(lineage)
        self.segments: list[list[str]] = [[]]
        self._into = self.segments[0]

    def rewind(self, statement: Statement) -> list[Statement]:
        """Leave the versions as they were when `statement` was said; what was said later is given back."""
        earlier = [told for told in self._told if told.place < statement.place]
        for told in earlier:
            if told.home in self.parked and not told.against:
                self._revive(told.home, told)
            elif told.home is not None and not told.against:
                self._world.memories[told.home] = _raised(self._world.memories[told.home], told)
        return [told for told in self._told if told.place > statement.place]

    def say(self, statement: Statement, *, new: bool) -> Settled:
        """Compare with the versions that stand at this point, and do what the policy says."""
        judged = self._best(statement, new)
        if judged is None:
            self._into = self._segment_for_more()
            formed = self._form(statement, ())
            return Settled("add", "told late, and said before all that is known of it", formed, None)
        outcome = outcome_of(judged, self._relations)
        self._into = next(segment for segment in self.segments if judged.memory.id in segment)
        if outcome.kind == "supersede":
            return Settled("supersede", outcome.reason, self._form(statement, ()), judged.memory.id)
        if outcome.kind == "add":
            self._into = self._segment_for_more()
        return carry_out(self._world, judged, outcome, self._form)

    def _segment_for_more(self) -> list[str]:
        if self.segments[-1]:
            self.segments.append([])
        return self.segments[-1]

    def _best(self, statement: Statement, new: bool) -> Judged | None:
        """The standing version that the statement is about: one that has not ended before one that has."""
        found: dict[str, Judged] = {}
        for segment in filter(None, self.segments):
            memory = self._world.memories[segment[-1]]
            relation = self._relations.relation(statement, memory) if new else self._known_relation(statement, segment)
            if relation != "unrelated":
                standing = standing_of(memory, day_of(statement, self._timezone))
                found[memory.id] = Judged(statement, memory, relation, standing)
        ranked = [(int(judged.standing == "past"), judged.relation, 0.0, id) for id, judged in found.items()]
        return found[best_first(ranked)[0]] if ranked else None

    def finish(self) -> None:
        """Link each segment both ways; versions that were not reached stand before all others of the last."""
        self.segments[-1][:0] = self.parked
        pinned = any(memory.pin and memory.status in _STANDING for memory in self._before.values())
        for segment in self.segments:
            for at in range(len(segment)):
                self._world.put(self._linked(segment, at, pinned and segment is self.segments[-1]))

    def _linked(self, segment: Sequence[str], at: int, pinned: bool) -> Memory:
        """A version with its neighbours. The newest keeps the state it had, if it stood before."""
        draft, before = self._world.memories[segment[at]], self._before.get(segment[at])
        newest = at == len(segment) - 1
        stood = before.status if before is not None and before.status in _STANDING else "active"
        return replace(
            draft,
            status=stood if newest else "superseded",
            supersedes=segment[at - 1] if at else None,
            superseded_by=None if newest else segment[at + 1],
            pin=draft.pin or (pinned and newest),
        )

    def _known_relation(self, statement: Statement, segment: Sequence[str]) -> Relation:
        """What history says of a statement that was decided before; what history does not know is compared.

        A version took the place of the one it supersedes, whatever a comparison of their words would say now.
        """
        memory = self._world.memories[segment[-1]]
        if statement.home in (memory.id, self._formed_for[memory.id]) and statement.home and not statement.against:
            return "same"
        compared = self._relations.relation(statement, memory)
        # What only stands against a version took the place of nothing.
        before = None if statement.against else self._before.get(statement.home or "")
        displaced = before.supersedes if before is not None and before.supersedes in self._spoken else None
        denied = compared == "unrelated" or (compared == "same" and displaced == memory.id)
        return "updates" if denied and displaced in segment else compared

    def _form(self, statement: Statement, related: Sequence[str]) -> str:
        """The version of a statement: its own file where that waits, one in the same words, else a new one.

        A file whose ledger holds earlier words does not serve: they were decided otherwise, and it would claim them.
        """
        fresh = [id for id in self.parked if first_place(self._world, id) >= statement.place[:3]]
        own = statement.home if statement.home in fresh and not statement.against else None
        waiting = own or next((id for id in fresh if self._relations.identical(statement, self._before[id])), None)
        if waiting is not None:
            self._revive(waiting, statement)
            self._formed_for[waiting] = statement.home
            self._world.append(waiting, statement)
            return waiting
        formed = self._world.form(statement, related=related)
        self._formed_for[formed] = statement.home
        self._into.append(formed)
        return formed

    def _revive(self, id: str, statement: Statement) -> None:
        self.parked.remove(id)
        self._into.append(id)
        candidate = statement.candidate
        self._world.memories[id] = replace(
            self._before[id],
            status="active",
            authority=candidate.authority,
            strength=candidate.strength,
            confidence=candidate.confidence,
        )


def reorder(view: FamilyView, world: WorkingSet, relations: Relations, judged: Judged) -> Settled:
    """Put a statement where it belongs in the lineage of the memory that it was compared with."""
    replay = _Replay(view, world, relations, world.lineage(judged.memory.id))
    later = replay.rewind(judged.statement)
    settled = replay.say(judged.statement, new=True)
    for statement in later:
        replay.say(statement, new=False)
    replay.finish()
    return settled


def _raised(memory: Memory, statement: Statement) -> Memory:
    candidate = statement.candidate
    higher = authority_rank(candidate.authority) < authority_rank(memory.authority)
    return replace(
        memory,
        authority=candidate.authority if higher else memory.authority,
        strength="hard" if "hard" in (memory.strength, candidate.strength) else "soft",
        confidence=max(memory.confidence, candidate.confidence),
    )
