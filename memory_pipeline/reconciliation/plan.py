"""A session's candidates to one change: resolve, compare, judge, decide, fold in (contract section 5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.decision import Decision, Relation, SessionDecisions
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.relation_judge import RelationJudge
from memory_pipeline.reconciliation.choosing import best
from memory_pipeline.reconciliation.component import Component, Lineage
from memory_pipeline.reconciliation.entities import EntityBook
from memory_pipeline.reconciliation.history import lines_after
from memory_pipeline.reconciliation.late import Retelling, retell
from memory_pipeline.reconciliation.nearest import Near, nearest
from memory_pipeline.reconciliation.outcomes import (
    Judged,
    Settled,
    carry_out,
    outcome_of,
)  # fmt: skip
from memory_pipeline.reconciliation.policy import ReconciliationPolicy
from memory_pipeline.reconciliation.relate import Relations
from memory_pipeline.reconciliation.statement import Statement, memory_id, memory_of, speaker_of, state
from memory_pipeline.reconciliation.working_set import WorkingSet
from memory_pipeline.store.brief_lines import brief_without
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.suppression_rules import SuppressionRules
from memory_pipeline.store.vectors import FamilyVectors

_ON_FILE = "its words are in the ledger already"
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPlan:
    """What the reconciler decided; `change` is None where nothing but the decisions would be written.

    `held_back`: the suppression rules that kept a candidate from being learnt.
    """

    decisions: SessionDecisions
    change: Change | None
    held_back: frozenset[str] = frozenset()


def plan_session(
    view: FamilyView,
    session: Session,
    survivors: Sequence[Candidate],
    judge: RelationJudge,
    vectors: FamilyVectors,
    policy: ReconciliationPolicy,
    *,
    lifted: Collection[str] = (),
) -> SessionPlan:
    """Plan what a session's survivors do to the family's memories; nothing is written here.

    A decided session gives its recorded decisions and no change, unless it was found empty then. `lifted` are
    suppression rules that the cause of this session lifts, and that therefore no longer hold. Raises StoredDataError
    for rules that cannot be read.
    """
    recorded = view.decisions(session.id)
    if recorded is not None and (recorded.decisions or not survivors):
        return SessionPlan(decisions=recorded, change=None)
    work = _Reconciliation(view, session, survivors, judge, vectors, policy, lifted)
    decisions = SessionDecisions(session=session.id, decisions=work.decisions())
    return SessionPlan(decisions=decisions, change=work.change(decisions), held_back=frozenset(work.held_back))


class _Reconciliation:
    """One session on its way through the working set."""

    def __init__(
        self,
        view: FamilyView,
        session: Session,
        survivors: Sequence[Candidate],
        judge: RelationJudge,
        vectors: FamilyVectors,
        policy: ReconciliationPolicy,
        lifted: Collection[str],
    ) -> None:
        self._view, self._session = view, session
        self._family = view.family()
        self._rules = SuppressionRules((rule for rule in view.suppressions() if rule.id not in lifted), view.entities())
        self._book = EntityBook(view.entities(), self._family)
        self._world = WorkingSet(view)
        self._statements = [self._state(candidate, ordinal) for ordinal, candidate in enumerate(survivors)]
        self._formed = [memory_of(statement, self._name(statement)) for statement in self._statements]
        self._relations = Relations(self._book)
        self._vectors, self._policy, self._timezone = vectors, policy, self._family.timezone
        self._near = self._nearest(vectors, policy)
        self._relations.judge(judge)
        self._world.prefetch(self._related())
        self._component = Component(view, self._world, self._relations, judge, vectors, policy)
        self._newest = max((memory.last_reinforced_at for memory in self._world.memories.values()), default=_NEVER)
        self.held_back: set[str] = set()

    def decisions(self) -> tuple[Decision, ...]:
        """Every statement in the order in which it was said; decisions in the order of the survivors."""
        in_time = sorted(self._statements, key=lambda statement: statement.place)
        made = [self._decide(statement) for statement in in_time]
        return tuple(sorted(made, key=lambda decision: decision.candidate))

    def change(self, decisions: SessionDecisions) -> Change | None:
        """What is to be written, or None where no memory and no ledger changes."""
        memories, evidence = self._world.changed_memories(), self._world.added_evidence()
        if not memories and not evidence:
            return None
        entities = self._book.changed({id for memory in memories for id in memory.applies_to})
        return Change(
            kind="session",
            cause=self._session.id,
            at=self._session.ended_at or self._session.turns[-1].at,
            entries=(*self._world.entries(memories), *(ChangeEntry("entity", entity.id) for entity in entities)),
            memories=memories,
            evidence=evidence,
            entities=entities,
            decisions=(decisions,),
            brief=brief_without(self._view, self._world.no_longer_active()),
        )

    def _state(self, candidate: Candidate, ordinal: int) -> Statement:
        statement = state(self._session, self._view.key, candidate, ordinal, ())
        speaker = speaker_of(self._session, candidate)
        entities = self._book.resolve(candidate, speaker, statement.place[0], self._session.id)
        return replace(statement, entities=entities)

    def _nearest(self, vectors: FamilyVectors, policy: ReconciliationPolicy) -> list[list[Near]]:
        """Near memories of each statement, with every pair put on the judge's list."""
        pool = {**{memory.id: memory for memory in self._formed}, **self._world.memories}
        near = nearest(self._formed, pool, vectors, policy)
        for statement in self._statements:
            for other in near[statement.ordinal]:
                self._relations.ask(statement, pool[other.memory], other.similarity)
        # What a statement formed before, should it be told once more, is nearest of all.
        return [[Near(self._formed[ordinal].id, 1.0, 1.0), *found] for ordinal, found in enumerate(near)]

    def _related(self) -> set[str]:
        """Every version of each memory that a statement has to do with: theirs are the ledgers that are read."""
        related = {
            near.memory
            for statement in self._statements
            for near in self._near[statement.ordinal]
            if (memory := self._world.memories.get(near.memory)) is not None
            and self._relations.relation(statement, memory) != "unrelated"
        }
        return {version for memory in related for version in self._world.lineage(memory)}

    def _name(self, statement: Statement) -> str:
        return memory_id(statement, self._view.key, 0)

    def _decide(self, statement: Statement) -> Decision:
        held = self._held_back(statement)
        if held is not None:
            rule, memory = held
            self.held_back.add(rule.id)
            reason = f"the family asked to forget this (rule {rule.id})"
            return _decision(statement, Settled("ignore", reason, None, memory))
        judged = self._best(statement)
        if judged is not None and self._world.has_on_file(statement, judged.memory.id):
            return _decision(statement, Settled("ignore", _ON_FILE, None, judged.memory.id), judged.relation)
        if self._is_late(statement, judged):
            lineages, said = self._component.around(statement, self._near[statement.ordinal])
            if said[-1] is statement:
                judged = self._best(statement, among={id for lineage in lineages for id in lineage})
            elif judged is None or outcome_of(replace(judged, moment="earlier"), self._relations).reorder:
                settled = self._told_late(statement, lineages, said)
                return _decision(statement, settled, judged.relation if judged else "unrelated")
        if judged is None:
            formed = self._world.form(statement)
            return _decision(statement, Settled("add", "nothing like it is known", formed, None), "unrelated")
        settled = carry_out(self._world, judged, outcome_of(judged, self._relations), self._form)
        if settled.kind == "ignore":
            self._component.leave_out(judged.memory.id, statement)
        return _decision(statement, settled, judged.relation)

    def _form(self, statement: Statement, related: Sequence[str]) -> str:
        return self._world.form(statement, related=related)

    def _held_back(self, statement: Statement) -> tuple[Suppression, str | None] | None:
        """The rule that holds the statement back, with what was forgotten: suppressed comes before all else.

        The rules know what was forgotten by its words; the judge may know it in other words.
        """
        candidate = statement.candidate
        rule = self._rules.match(replace(candidate, applies_to=(*candidate.applies_to, *statement.entities)))
        if rule is not None:
            return rule, next((id for id in rule.memories if id in self._world.memories), None)
        forgotten = self._rules.forgotten()
        for near in self._near[statement.ordinal]:
            if near.memory in forgotten and self._relations.says_again(statement, self._world.memories[near.memory]):
                return forgotten[near.memory], near.memory
        return None

    def _best(self, statement: Statement, among: Collection[str] | None = None) -> Judged | None:
        """The memory that a statement is about; `among`: only what it has to do with in the order of what was said."""
        near = [each for each in self._near[statement.ordinal] if among is None or each.memory in among]
        return best(self._world, self._relations, statement, near, self._timezone)

    def _told_late(self, statement: Statement, lineages: list[Lineage], said: list[Statement]) -> Settled:
        versions = (id for lineage in lineages for id in lineage)
        filed = next((id for id in versions if self._world.has_on_file(statement, id)), None)
        if filed is not None:
            return Settled("ignore", _ON_FILE, None, filed)
        retelling = Retelling(self._view, self._world, self._relations, self._vectors, self._policy)
        settled = retell(retelling, self._world, lineages, said, statement)
        if settled.kind == "ignore" and settled.target is not None:
            self._component.leave_out(settled.target, statement)
        return settled

    def _is_late(self, statement: Statement, judged: Judged | None) -> bool:
        if statement.place[0] <= self._newest:
            return True
        return judged is not None and lines_after(self._world, self._world.lineage(judged.memory.id), statement.place)


def _decision(statement: Statement, settled: Settled, relation: Relation | None = None) -> Decision:
    return Decision(
        candidate=statement.ordinal,
        summary=statement.candidate.summary,
        kind=settled.kind,
        reason=settled.reason,
        relation=relation,
        memory=settled.memory,
        target=settled.target,
    )
