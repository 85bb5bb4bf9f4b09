"""A session's candidates to one change: resolve, compare, judge, decide, fold in (contract section 5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from memory_pipeline.model.candidate import Candidate
from memory_pipeline.model.change import Change, ChangeEntry
from memory_pipeline.model.decision import Decision, Relation, SessionDecisions
from memory_pipeline.model.suppression import Suppression
from memory_pipeline.model.transcript import Session
from memory_pipeline.ports.relation_judge import RelationJudge
from memory_pipeline.reconciliation.entities import EntityBook
from memory_pipeline.reconciliation.history import first_place, lines_after, statements_of
from memory_pipeline.reconciliation.late import reorder
from memory_pipeline.reconciliation.nearest import Near, nearest
from memory_pipeline.reconciliation.outcomes import (
    Judged,
    Settled,
    carry_out,
    day_of,
    outcome_of,
    standing_of,
)  # fmt: skip
from memory_pipeline.reconciliation.policy import Moment, ReconciliationPolicy
from memory_pipeline.reconciliation.relate import Relations, best_first
from memory_pipeline.reconciliation.statement import Statement, memory_id, memory_of, speaker_of, state
from memory_pipeline.reconciliation.working_set import WorkingSet
from memory_pipeline.store.brief_lines import brief_without
from memory_pipeline.store.family_view import FamilyView
from memory_pipeline.store.suppression_rules import SuppressionRules
from memory_pipeline.store.vectors import FamilyVectors

_CLASS = {"active": 0, "dormant": 0, "superseded": 1, "past": 2, "retracted": 3}


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
        self._near = self._nearest(vectors, policy)
        self._judge(judge)
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
        for statement, found in zip(self._statements, near, strict=True):
            for other in found:
                self._relations.ask(statement, pool[other.memory], other.similarity)
        return near

    def _judge(self, judge: RelationJudge) -> None:
        """Ask at once; only where something is told late, a second time about what was said after it.

        So ledgers are read of those memories alone that a statement has to do with.
        """
        self._relations.judge(judge)
        related = [
            (statement, formed, other)
            for statement, formed in zip(self._statements, self._formed, strict=True)
            for other in self._near[statement.ordinal]
            if (memory := self._world.memories.get(other.memory)) is not None
            and self._relations.relation(statement, memory) != "unrelated"
        ]
        known = {version for _, _, other in related for version in self._world.lineage(other.memory)}
        self._world.prefetch(known)
        for statement, formed, other in related:
            for later in self._later_in_lineage(statement, other.memory):
                self._relations.ask(later, formed, other.similarity)
        self._relations.judge(judge)

    def _later_in_lineage(self, statement: Statement, memory: str) -> list[Statement]:
        if memory not in self._world.memories or not self._is_usable(memory):
            return []
        lineage = self._world.lineage(memory)
        if not lines_after(self._world, lineage, statement.place):
            return []
        return [told for told in statements_of(self._view, self._world, lineage) if told.place > statement.place]

    def _name(self, statement: Statement) -> str:
        return memory_id(statement, self._view.key, 0)

    def _decide(self, statement: Statement) -> Decision:
        held = self._held_back(statement)
        if held is not None:
            rule, memory = held
            self.held_back.add(rule.id)
            reason = f"the family asked to forget this (rule {rule.id})"
            return _decision(statement, Settled("ignore", reason, None, memory))
        best = self._best(statement)
        if best is None:
            formed = self._world.form(statement)
            return _decision(statement, Settled("add", "nothing like it is known", formed, None), "unrelated")
        if self._world.has_on_file(statement, best.memory.id):
            on_file = Settled("ignore", "its words are in the ledger already", None, best.memory.id)
            return _decision(statement, on_file, best.relation)
        outcome = outcome_of(best, self._relations)
        if outcome.reorder:
            settled = reorder(self._view, self._world, self._relations, best)
        else:
            settled = carry_out(self._world, best, outcome, self._form)
        return _decision(statement, settled, best.relation)

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

    def _best(self, statement: Statement) -> Judged | None:
        """The memory that a statement is about, if any: one that stands before one that does not, then the nearest."""
        found: dict[str, Judged] = {}
        ranked = []
        for near in self._near[statement.ordinal]:
            judged = self._judged(statement, near.memory)
            if judged is not None:
                found[near.memory] = judged
                ranked.append((_CLASS[judged.standing], judged.relation, near.similarity + near.words, near.memory))
        return found[best_first(ranked)[0]] if ranked else None

    def _judged(self, statement: Statement, id: str) -> Judged | None:
        memory = self._world.memories.get(id)
        if memory is None:
            return None
        relation = self._relations.relation(statement, memory)
        if relation == "unrelated" or not self._is_usable(id):
            return None
        said_on = day_of(statement, self._family.timezone)
        standing = standing_of(memory, said_on)
        if standing == "superseded":
            # What goes back to an earlier version is compared with the newest one, in whose place it would come.
            memory = self._world.memories[self._world.lineage(id)[-1]]
            standing = (
                standing if standing_of(memory, said_on) in ("active", "dormant") else standing_of(memory, said_on)
            )
        return Judged(statement, memory, relation, standing, self._moment(statement, memory.id, relation))

    def _is_usable(self, memory: str) -> bool:
        """Whether every ledger of the lineage can be read; a damaged one is left alone, and reported by `verify`."""
        return all(self._world.is_readable(version) for version in self._world.lineage(memory))

    def _moment(self, statement: Statement, memory: str, relation: Relation) -> Moment:
        """Earlier where the order of what was said could have led elsewhere."""
        lineage = self._world.lineage(memory)
        between = relation == "same" and len(lineage) == 1 and first_place(self._world, memory) < statement.place[:3]
        late = lines_after(self._world, lineage, statement.place) and not between
        forgotten = any(self._world.memories[id].status == "retracted" for id in lineage)
        return "earlier" if late and not forgotten else "later"


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
