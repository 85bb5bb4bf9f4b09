"""Everything that was ever said which a late statement has to do with, directly or through others.

What is in no component of it was decided without it and would be decided so again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from memory_pipeline.ports.relation_judge import RelationJudge
from memory_pipeline.reconciliation.choosing import is_usable
from memory_pipeline.reconciliation.history import ignored_refinements, statements_of, survivor
from memory_pipeline.reconciliation.nearest import Near, nearest
from memory_pipeline.reconciliation.policy import ReconciliationPolicy
from memory_pipeline.reconciliation.relate import Relations
from memory_pipeline.reconciliation.statement import Statement, memory_id, memory_of
from memory_pipeline.reconciliation.working_set import WorkingSet
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.vectors import FamilyVectors

Lineage = tuple[str, ...]


class Component:
    """The lineages that hang together with one statement, and what was said in them.

    Each step asks the judge at once about all pairs that the step brings.
    """

    def __init__(
        self,
        view: FamilyView,
        world: WorkingSet,
        relations: Relations,
        judge: RelationJudge,
        vectors: FamilyVectors,
        policy: ReconciliationPolicy,
    ) -> None:
        self._view, self._world, self._relations, self._judge = view, world, relations, judge
        self._vectors, self._policy = vectors, policy
        self._told: dict[Lineage, list[Statement]] = {}
        self._ignored: dict[str, list[Statement]] = {}
        self._decided: Mapping[str, Sequence[tuple[str, int]]] | None = None

    def around(self, statement: Statement, near: Sequence[Near]) -> tuple[list[Lineage], list[Statement]]:
        """The lineages, and their statements in the order in which they were said, `statement` among them."""
        self._told.clear()
        lineages: list[Lineage] = []
        said: list[Statement] = [statement]
        found = self._linked([(statement, near)], lineages)
        while found:
            lineages += found
            fresh = [told for lineage in found for told in self._statements(lineage)]
            said += fresh
            formed = [memory_of(told, memory_id(told, self._view.key, 0)) for told in fresh]
            around = nearest(formed, self._world.memories, self._vectors, self._policy)
            found = self._linked(list(zip(fresh, around, strict=True)), lineages)
        # A spare version may hold lines that are told in another lineage as well; they were said once.
        once = {tuple((str(line.ref), line.quote) for line in told.evidence): told for told in reversed(said)}
        in_time = sorted(once.values(), key=lambda told: told.place)
        if in_time[-1] is not statement:
            self._ask_all(in_time)
        return lineages, in_time

    def _ask_all(self, said: Sequence[Statement]) -> None:
        """Each beside what was said before it: the pairs that come up when all of it is told anew."""
        for at, later in enumerate(said):
            for earlier in said[:at]:
                self._relations.ask(later, memory_of(earlier, memory_id(earlier, self._view.key, 0)), 0.0)
        self._relations.judge(self._judge)

    def _linked(self, frontier: Sequence[tuple[Statement, Sequence[Near]]], known: Sequence[Lineage]) -> list[Lineage]:
        """The lineages not known yet that any statement of the frontier has to do with."""
        pairs = [
            (statement, each, lineage)
            for statement, near in frontier
            for each in near
            if each.memory in self._world.memories
            and (lineage := self._world.lineage(each.memory)) not in known
            and self._may_be_told_anew(lineage)
        ]
        self._world.prefetch({id for _, _, lineage in pairs for id in lineage})
        for statement, each, lineage in pairs:
            for later, earlier in self._sides(statement, lineage):
                self._relations.ask(later, memory_of(earlier, memory_id(earlier, self._view.key, 0)), each.similarity)
        self._relations.judge(self._judge)
        linked = (lineage for statement, _, lineage in pairs if self._is_linked(statement, lineage))
        return list(dict.fromkeys(linked))

    def _is_linked(self, statement: Statement, lineage: Lineage) -> bool:
        return any(
            self._relations.relation(later, memory_of(earlier, memory_id(earlier, self._view.key, 0))) != "unrelated"
            for later, earlier in self._sides(statement, lineage)
        )

    def _sides(self, statement: Statement, lineage: Lineage) -> Iterable[tuple[Statement, Statement]]:
        """The statement beside each of the lineage, the later of the two first."""
        for told in self._statements(lineage):
            yield (told, statement) if told.place > statement.place else (statement, told)

    def _statements(self, lineage: Lineage) -> list[Statement]:
        if lineage not in self._told:
            left_out = [said for id in lineage for said in self._left_out(id)]
            self._told[lineage] = [*statements_of(self._view, self._world, lineage), *left_out]
        return self._told[lineage]

    def leave_out(self, memory: str, statement: Statement) -> None:
        """Remember what a session said of a memory and was ignored: no ledger knows of it."""
        self._ignored.setdefault(memory, []).append(statement)

    def _left_out(self, memory: str) -> Iterable[Statement]:
        """What was ignored beside a memory, for want of authority; told anew it may count."""
        if self._decided is None:
            self._decided = ignored_refinements(self._view)
        entities = self._world.memories[memory].applies_to
        for session, ordinal in self._decided.get(memory, ()):
            found = survivor(self._view, session, ordinal, entities)
            if found is not None:
                yield found
        yield from self._ignored.get(memory, ())

    def _may_be_told_anew(self, lineage: Lineage) -> bool:
        """What was forgotten is not told anew, and neither is what cannot be read."""
        forgotten = any(self._world.memories[id].status == "retracted" for id in lineage)
        return not forgotten and is_usable(self._world, lineage[0])
